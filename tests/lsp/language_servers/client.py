"""A client that asks a language server as an editor does: open a file, place the cursor, send a request."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Coroutine, Mapping
from pathlib import Path
from typing import Any, TypeVar

from lsprotocol import types
from pygls.lsp.client import LanguageClient
from pygls.protocol import default_converter

from .document import Document

T = TypeVar("T")
TIMEOUT = 3600
"""The seconds after which a server counts as hanging; a busy machine may take minutes for the first answer."""
TIME_TO_END = 10
"""The seconds after which a server that should end is killed; tests pass in both cases."""

CAPABILITIES = types.ClientCapabilities(
    workspace=types.WorkspaceClientCapabilities(
        configuration=True,
        workspace_folders=True,
        did_change_configuration=types.DidChangeConfigurationClientCapabilities(dynamic_registration=True),
    ),
    text_document=types.TextDocumentClientCapabilities(
        hover=types.HoverClientCapabilities(content_format=[types.MarkupKind.Markdown]),
        completion=types.CompletionClientCapabilities(
            completion_item=types.ClientCompletionItemOptions(
                documentation_format=[types.MarkupKind.Markdown],
                resolve_support=types.ClientCompletionItemResolveOptions(properties=["documentation", "detail"]),
            )
        ),
        signature_help=types.SignatureHelpClientCapabilities(
            signature_information=types.ClientSignatureInformationOptions(
                documentation_format=[types.MarkupKind.Markdown],
                active_parameter_support=True,
                parameter_information=types.ClientSignatureParameterInformationOptions(label_offset_support=True),
            )
        ),
        definition=types.DefinitionClientCapabilities(link_support=False),
        publish_diagnostics=types.PublishDiagnosticsClientCapabilities(version_support=True),
    ),
    window=types.WindowClientCapabilities(work_done_progress=True),
)


def _converter() -> Any:
    """The converter that reads answers. `lsprotocol` cannot read a form of notebook filter that ty and pyrefly send."""
    converter = default_converter()
    notebook = types.NotebookDocumentFilterWithCells.__attrs_attrs__  # type: ignore[attr-defined]
    union = next(a.type for a in notebook if a.name == "notebook")
    converter.register_structure_hook_func(lambda kind: kind == union, lambda value, kind: value)
    return converter


class LanguageServer:
    """A running server. Every method waits for its answer.

    Args:
        command: the server, with its arguments.
        folder: the folder that the editor has open, with the server's configuration if there is one.
        python: the interpreter of the project.
        settings: the editor's settings by section.
    """

    def __init__(
        self, command: list[str], folder: Path, *, python: Path | None = None, settings: Mapping[str, Any] | None = None
    ) -> None:
        self.folder = folder
        # An absolute path, with symbolic links kept: the target of the link is another environment.
        self.python = Path(os.path.abspath(python or sys.executable))
        self.settings = settings or {}
        self.published: asyncio.Queue[types.PublishDiagnosticsParams] = asyncio.Queue()
        self.opened = 0
        self.loop = asyncio.new_event_loop()
        self.client = LanguageClient("editor", "1", converter_factory=_converter)
        self._features()
        self.information = self._wait(self._start(command)).server_info

    # ------------------------------------------------------------------------------------------------- requests

    def open(self, marked: str, name: str | None = None) -> Document:
        """Open a new file.

        Args:
            marked: its text, in which `document.CURSOR` marks the cursor.
            name: the file's name; by default, each file gets a new one.
        """
        self.opened += 1
        return Document.open(self, self.folder / (name or f"program_{self.opened}.py"), marked)

    def request(self, method: str, parameters: Any) -> Any:
        """The answer to a request."""

        async def answer() -> Any:
            return await self.client.protocol.send_request_async(method, parameters)

        return self._wait(answer())

    def notify(self, method: str, parameters: Any) -> None:
        """Send a notification, which has no answer."""

        async def notify() -> None:
            self.client.protocol.notify(method, parameters)

        self._wait(notify())

    def diagnostics(self, uri: str, version: int) -> list[types.Diagnostic]:
        """The server's diagnostics for a version of a file, as soon as they arrive."""

        async def published() -> list[types.Diagnostic]:
            while True:
                parameters = await self.published.get()
                if parameters.uri == uri and parameters.version in (None, version):
                    return list(parameters.diagnostics)

        return self._wait(published())

    def stop(self) -> None:
        """End the server, by force if necessary: pyrefly may go on with requests after the client has left."""

        async def stop() -> None:
            await self.client.shutdown_async(None)
            self.client.exit(None)
            server = self.client._server
            if server is not None:
                try:
                    await asyncio.wait_for(server.wait(), TIME_TO_END)
                except TimeoutError:
                    server.kill()
            await self.client.stop()

        self._wait(stop())
        self.loop.close()

    # ---------------------------------------------------------------------------------------------------- inside

    async def _start(self, command: list[str]) -> types.InitializeResult:
        environment = {**os.environ, "VIRTUAL_ENV": str(self.python.parents[1])}
        environment["PATH"] = os.pathsep.join([str(self.python.parent), environment.get("PATH", "")])
        for name in ("PYTHONPATH", "MYPYPATH"):
            environment.pop(name, None)
        # Its log is not read: a full pipe would stop it.
        await self.client.start_io(*command, cwd=self.folder, env=environment, limit=2**26)
        drained = self.client._server.stderr.read() if self.client._server and self.client._server.stderr else None
        self.log = asyncio.ensure_future(drained) if drained else None
        uri = self.folder.as_uri()
        result = await self.client.initialize_async(
            types.InitializeParams(
                capabilities=CAPABILITIES,
                process_id=os.getpid(),
                root_uri=uri,
                workspace_folders=[types.WorkspaceFolder(uri, self.folder.name)],
                initialization_options=dict(self.settings.get("initialization", {})),
            )
        )
        self.client.initialized(types.InitializedParams())
        return result

    def _features(self) -> None:
        client = self.client

        @client.feature(types.WORKSPACE_CONFIGURATION)
        def configuration(parameters: types.ConfigurationParams) -> list[Any]:
            return [self._setting(item.section or "") for item in parameters.items]

        @client.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        def publish(parameters: types.PublishDiagnosticsParams) -> None:
            self.published.put_nowait(parameters)

        @client.feature(types.WINDOW_WORK_DONE_PROGRESS_CREATE)
        def progress(parameters: types.WorkDoneProgressCreateParams) -> None:
            return None

        @client.feature(types.CLIENT_REGISTER_CAPABILITY)
        def register(parameters: types.RegistrationParams) -> None:
            return None

        for ignored in (types.WINDOW_LOG_MESSAGE, types.WINDOW_SHOW_MESSAGE, types.TELEMETRY_EVENT):
            client.feature(ignored)(lambda parameters: None)

    def _setting(self, section: str) -> Any:
        """The editor's settings for a section such as ``python.analysis``."""
        python = {"pythonPath": str(self.python), **self.settings.get("python", {})}
        setting: Any = {**self.settings, "python": python}
        for part in section.split("."):
            setting = setting.get(part) if isinstance(setting, Mapping) else None
        return setting

    def _wait(self, coroutine: Coroutine[Any, Any, T]) -> T:
        return self.loop.run_until_complete(asyncio.wait_for(coroutine, TIMEOUT))
