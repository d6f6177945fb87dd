"""The class `Finding`: one fact about the installation, and what to do if it is wrong."""

from __future__ import annotations

from dataclasses import dataclass

OK = "ok"
NOTE = "note"
PROBLEM = "problem"
STATUSES = (OK, NOTE, PROBLEM)
"""How good a finding is. Only a problem makes the command fail."""

CHECK = "check"
CHECKERS = "mypy and other type checkers"
SECTIONS = (CHECK, CHECKERS)
"""The parts of the output."""


@dataclass(frozen=True)
class Finding:
    """One fact about the installation or the configuration.

    Attributes:
        subject: what was looked at, in one word, such as ``"stubs"`` or ``"mypy"``.
        status: one of `STATUSES`.
        text: what was found, in one sentence.
        remedy: what to do about it; empty if there is nothing to do.
        section: the part of the output where it stands, one of `SECTIONS`.
    """

    subject: str
    status: str
    text: str
    remedy: str = ""
    section: str = ""


def count(number: int, noun: str) -> str:
    """A number and its noun: ``1 file``, ``2 files``."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
