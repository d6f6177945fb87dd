"""pyrefly, ty and zuban."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from .checker import Checker, Message
from .mypy import Mypy


class Pyrefly(Checker):
    """pyrefly."""

    name = "pyrefly"

    def arguments(self) -> list[str]:
        # By default, pyrefly uses its preset for projects without configuration, which reveals nothing.
        shown = ["--preset=default", "--min-severity=info", "--output-format=json"]
        return ["check", *shown, f"--python-interpreter-path={self.python}"]

    def messages(self, output: str) -> Iterator[Message]:
        for message in json.loads(output)["errors"]:
            file, line, text = message["path"], message["line"], message["description"]
            revealed = re.fullmatch(r"revealed type: (.*)", text, re.DOTALL)
            if revealed:
                yield Message(file, line, "revealed", "", revealed[1])
            elif message["severity"] == "error" and message["name"] != "unimported-directive":
                yield Message(file, line, "error", message["name"], text)


class Ty(Checker):
    """ty."""

    name = "ty"
    float_is_int_or_float = True
    _message = re.compile(r"(?P<file>[^:\n]+):(?P<line>\d+):\d+: (?P<kind>\w+)\[(?P<rule>[\w-]+)\] (?P<text>.*)")

    def arguments(self) -> list[str]:
        return ["check", "--output-format=concise", f"--python={self.python}"]

    def messages(self, output: str) -> Iterator[Message]:
        for text in output.splitlines():
            message = self._message.fullmatch(text)
            if message:
                revealed = re.fullmatch(r"Revealed type: `(.*)`", message["text"])
                if revealed:
                    yield Message(message["file"], int(message["line"]), "revealed", "", revealed[1])
                elif message["kind"] == "error":
                    yield Message(message["file"], int(message["line"]), "error", message["rule"], message["text"])


class Zuban(Mypy):
    """zuban, whose output has mypy's form."""

    name = "zuban"

    def arguments(self) -> list[str]:
        return ["check", f"--python-executable={self.python}"]

    def messages(self, output: str) -> Iterator[Message]:
        return (message for message in super().messages(output) if message.code != "unreachable")  # not about types
