"""mypy, with and without the plugin."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator

from .checker import Checker, Said

_MESSAGE = re.compile(
    r"(?P<file>[^:\n]+):(?P<line>\d+): (?P<kind>error|note): (?P<text>.*?)(?:  \[(?P<code>[\w-]+)\])?"
)
_REVEALED = re.compile(r'Revealed type is "(.*)"')
PLUGIN = "jaxtyping_promo.mypy_plugin"


class Mypy(Checker):
    """mypy. Its configuration is that of the folder, if there is one."""

    name = "mypy"

    def arguments(self) -> list[str]:
        shown = ["--no-error-summary", "--hide-error-context", "--no-pretty", "--cache-dir=/dev/null"]
        return shown if self.commands is None else [*shown, f"--python-executable={sys.executable}"]

    def said(self, output: str) -> Iterator[Said]:
        for text in output.splitlines():
            message = _MESSAGE.fullmatch(text)
            if message:
                revealed = _REVEALED.fullmatch(message["text"])
                kind = "revealed" if revealed else message["kind"]
                yield Said(
                    message["file"],
                    int(message["line"]),
                    kind,
                    message["code"] or "",
                    revealed[1] if revealed else message["text"],
                )


def ini(*, x64: bool = False, strict: bool = False, mypy: str = "") -> str:
    """The text of a `mypy.ini` with the plugin in one of JAX's modes.

    Args:
        x64, strict: the mode.
        mypy: further lines of the section ``[mypy]``.
    """
    promotion = "strict" if strict else "standard"
    return f"[mypy]\nplugins = {PLUGIN}\n{mypy}\n[jaxtyping-promo]\nx64 = {x64}\npromotion = {promotion}\n"
