"""pyrefly, ty and zuban."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from .checker import Checker, Said
from .mypy import Mypy


class Pyrefly(Checker):
    """pyrefly."""

    name = "pyrefly"

    def arguments(self) -> list[str]:
        # By default, pyrefly uses its preset for projects without configuration, which reveals nothing.
        shown = ["--preset=default", "--min-severity=info", "--output-format=json"]
        return ["check", *shown, f"--python-interpreter-path={self.python}"]

    def said(self, output: str) -> Iterator[Said]:
        for message in json.loads(output)["errors"]:
            file, line, text = message["path"], message["line"], message["description"]
            revealed = re.fullmatch(r"revealed type: (.*)", text, re.DOTALL)
            if revealed:
                yield Said(file, line, "revealed", "", revealed[1])
            elif message["severity"] == "error" and message["name"] != "unimported-directive":
                yield Said(file, line, "error", message["name"], text)


class Ty(Checker):
    """ty."""

    name = "ty"
    float_is_int_or_float = True
    _message = re.compile(r"(?P<file>[^:\n]+):(?P<line>\d+):\d+: (?P<kind>\w+)\[(?P<rule>[\w-]+)\] (?P<text>.*)")

    def arguments(self) -> list[str]:
        return ["check", "--output-format=concise", f"--python={self.python}"]

    def said(self, output: str) -> Iterator[Said]:
        for text in output.splitlines():
            message = self._message.fullmatch(text)
            if message:
                revealed = re.fullmatch(r"Revealed type: `(.*)`", message["text"])
                if revealed:
                    yield Said(message["file"], int(message["line"]), "revealed", "", revealed[1])
                elif message["kind"] == "error":
                    yield Said(message["file"], int(message["line"]), "error", message["rule"], message["text"])


class Zuban(Mypy):
    """zuban, whose output has mypy's form."""

    name = "zuban"

    def arguments(self) -> list[str]:
        return ["check", f"--python-executable={self.python}"]

    def said(self, output: str) -> Iterator[Said]:
        return (said for said in super().said(output) if said.code != "unreachable")  # not about types
