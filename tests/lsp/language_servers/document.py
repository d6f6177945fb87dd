"""An open file with a cursor in it."""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import unquote, urlparse

from lsprotocol import types

if TYPE_CHECKING:
    from .client import LanguageServer

CURSOR = "‸"
"""The mark of the cursor in the text of a file."""


class Signature(NamedTuple):
    """A signature that an editor shows during a call: its text, its documentation, and the active parameter."""

    label: str
    documentation: str
    parameter: str


class Place(NamedTuple):
    """A line of a file, counted from 1."""

    path: Path
    line: int


@dataclass
class Document:
    """A file that a server has open.

    Attributes:
        server: that server.
        path: the file.
        text: its text.
        cursor: line and column, from 0.
        version: how often it was changed, and opened.
    """

    server: LanguageServer
    path: Path
    text: str
    cursor: types.Position
    version: int = 1

    @classmethod
    def open(cls, server: LanguageServer, path: Path, marked: str) -> Document:
        """Open the file, with the cursor at the mark in the text."""
        before, _, after = marked.partition(CURSOR)
        position = types.Position(before.count("\n"), len(before.rpartition("\n")[2]))
        document = cls(server, path, before + after, position)
        path.write_text(document.text)
        item = types.TextDocumentItem(document.uri, types.LanguageKind.Python, document.version, document.text)
        server.notify(types.TEXT_DOCUMENT_DID_OPEN, types.DidOpenTextDocumentParams(item))
        return document

    @property
    def uri(self) -> str:
        return self.path.as_uri()

    # ---------------------------------------------------------------------------------------------------- requests

    def hover(self) -> str:
        """The hover text at the cursor, without Markdown fences."""
        answer: types.Hover | None = self._ask(types.TEXT_DOCUMENT_HOVER, types.HoverParams)
        return _text(answer.contents) if answer else ""

    def completions(self) -> list[str]:
        """The names of the completions at the cursor."""
        return [item.label for item in self.completion_items()]

    def completion_items(self) -> list[types.CompletionItem]:
        """The completions at the cursor with all their details."""
        answer = self._ask(types.TEXT_DOCUMENT_COMPLETION, types.CompletionParams)
        return list(answer.items if isinstance(answer, types.CompletionList) else answer or [])

    def documentation(self, label: str) -> str:
        """The documentation of a completion."""
        item = next(item for item in self.completion_items() if item.label == label)
        resolved = self.server.request(types.COMPLETION_ITEM_RESOLVE, item)
        return "\n".join(filter(None, [resolved.detail or "", _text(resolved.documentation)]))

    def signatures(self) -> list[Signature]:
        """The signatures that are shown inside a call, in the editor's order."""
        answer: types.SignatureHelp | None = self._ask(types.TEXT_DOCUMENT_SIGNATURE_HELP, types.SignatureHelpParams)
        if answer is None:
            return []
        signatures = []
        for signature in answer.signatures:
            active = signature.active_parameter if signature.active_parameter is not None else answer.active_parameter
            parameters = signature.parameters or []
            label = parameters[active].label if active is not None and 0 <= active < len(parameters) else ""
            parameter = label if isinstance(label, str) else signature.label[label[0] : label[1]]
            signatures.append(Signature(signature.label, _text(signature.documentation), parameter))
        first = answer.active_signature or 0
        return [*signatures[first : first + 1], *signatures[:first], *signatures[first + 1 :]]

    def definitions(self) -> list[Place]:
        """The places where the name at the cursor is defined."""
        answer = self._ask(types.TEXT_DOCUMENT_DEFINITION, types.DefinitionParams)
        places = answer if isinstance(answer, list | tuple) else [answer] if answer else []
        return [Place(Path(unquote(urlparse(p.uri).path)), p.range.start.line + 1) for p in places]

    def diagnostics(self) -> list[str]:
        """The diagnostics of the file, each with its line in front."""
        diagnostics = self.server.diagnostics(self.uri, self.version)
        return [f"{d.range.start.line + 1}: {_text(d.message)}" for d in diagnostics]

    # ------------------------------------------------------------------------------------------------------ typing

    def type(self, text: str) -> float:
        """Type text at the cursor.

        Returns:
            The seconds until the server's diagnostics arrive.
        """
        start = time.perf_counter()
        change = types.TextDocumentContentChangePartial(types.Range(self.cursor, self.cursor), text)
        self.version += 1
        identifier = types.VersionedTextDocumentIdentifier(self.version, self.uri)
        self.server.notify(types.TEXT_DOCUMENT_DID_CHANGE, types.DidChangeTextDocumentParams(identifier, [change]))
        lines = self.text.split("\n")
        line = lines[self.cursor.line]
        lines[self.cursor.line] = line[: self.cursor.character] + text + line[self.cursor.character :]
        self.text = "\n".join(lines)
        rest = text.rpartition("\n")[2]
        first = 0 if "\n" in text else self.cursor.character
        self.cursor = types.Position(self.cursor.line + text.count("\n"), first + len(rest))
        self.server.diagnostics(self.uri, self.version)
        return time.perf_counter() - start

    def close(self) -> None:
        """Close the file."""
        identifier = types.TextDocumentIdentifier(self.uri)
        self.server.notify(types.TEXT_DOCUMENT_DID_CLOSE, types.DidCloseTextDocumentParams(identifier))

    def _ask(self, method: str, parameters: type) -> object:
        identifier = types.TextDocumentIdentifier(self.uri)
        return self.server.request(method, parameters(text_document=identifier, position=self.cursor))


def _text(content: object) -> str:
    """The plain text of documentation, which LSP sends in several forms."""
    if content is None:
        return ""
    if isinstance(content, list | tuple):
        return "\n".join(map(_text, content))
    text = content if isinstance(content, str) else getattr(content, "value", "")
    return str(text).strip()
