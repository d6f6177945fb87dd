"""pyright, and basedpyright, whose output has the same form."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from .checker import Checker, Message

_REVEALED = re.compile(r'Type of ".*" is "(.*)"', re.DOTALL)


class Pyright(Checker):
    """pyright."""

    name = "pyright"
    left_out: tuple[str, ...] = ()
    """Rules that do not concern types."""

    def arguments(self) -> list[str]:
        return ["--outputjson", "--pythonpath", self.python]

    def messages(self, output: str) -> Iterator[Message]:
        for message in json.loads(output)["generalDiagnostics"]:
            if "range" not in message:  # the diagnostic concerns the whole file
                raise AssertionError(f"{message['file']}: {message['message']}")
            line, text = message["range"]["start"]["line"] + 1, message["message"]
            revealed = _REVEALED.fullmatch(text)
            if revealed:
                yield Message(message["file"], line, "revealed", "", revealed[1])
            elif message["severity"] == "error" and message.get("rule") not in self.left_out:
                yield Message(message["file"], line, "error", message.get("rule", ""), text)


class BasedPyright(Pyright):
    """basedpyright."""

    name = "basedpyright"
    left_out = ("reportMissingModuleSource",)  # an editable install has no sources where it looks
