"""Patterns of assumptions and policies that match nothing in the program: most of them are misspelt."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from fnmatch import fnmatchcase
from itertools import islice, product
from typing import TYPE_CHECKING, Final, NamedTuple

from .assumptions import input_path, module_of
from .policy.declaration import Policy

if TYPE_CHECKING:
    from .program import Program

MOST_CLOSE: Final = 2
"""The most names that are proposed for a pattern."""
MOST_TRIED: Final = 16
"""The most corrections of a pattern that are compared with the names."""


class UnmatchedPattern(NamedTuple):
    """A pattern that matches nothing.

    Attributes:
        pattern: the pattern.
        names: what it should name: ``"parameter"``, or ``"module or function"``.
        close: names of the program that are spelt similarly.
    """

    pattern: str
    names: str
    close: tuple[str, ...]


def unmatched_assumptions(program: Program) -> list[UnmatchedPattern]:
    """The patterns of the assumptions that match no parameter and no field, after the program was interpreted."""
    patterns = dict.fromkeys(pattern for one in program.assumptions for pattern in one.inputs)
    if not patterns:
        return []
    return _unmatched(patterns, "parameter", _inputs(program, *(one.asked for one in program.assumptions)))


def unmatched_of_policy(program: Program, policy: Policy) -> list[UnmatchedPattern]:
    """The patterns of a policy that match no module or function, and of its options that match no parameter."""
    found: list[UnmatchedPattern] = []
    parts = dict.fromkeys(part.pattern for part in policy.parts if part.pattern)
    if parts:
        own = {*program.names.values()}
        others: set[str] = set()
        for definition in program.run.definitions:
            names = own if definition.path in program.run.program_files else others
            names |= {module_of(definition), f"{module_of(definition)}.{definition.qualname}"}
        found += _unmatched(parts, "module or function", own, others)
    if policy.options:
        found += _unmatched(policy.options, "parameter", _inputs(program, policy.asked))
    return found


def _inputs(program: Program, *asked: Iterable[str]) -> set[str]:
    """The names of the parameters of the program's functions, and of the fields that were looked up."""
    names = {
        input_path(definition, name)
        for definition in program.run.definitions
        if definition.path in program.run.program_files
        for name in (*definition.names, *definition.keyword_only)
    }
    return names.union(*asked) - {""}


def _unmatched(patterns: Iterable[str], kind: str, own: set[str], others: Iterable[str] = ()) -> list[UnmatchedPattern]:
    """The patterns that match no name.

    Args:
        patterns: the patterns.
        kind: what they should name.
        own: the names of the program, which are proposed for misspelt patterns.
        others: names of imported packages.
    """
    names = {*own, *others}
    missed = [pattern for pattern in patterns if not any(fnmatchcase(name, pattern) for name in names)]
    return [UnmatchedPattern(pattern, kind, _close(pattern, sorted(own))) for pattern in missed]


def _close(pattern: str, names: Sequence[str]) -> tuple[str, ...]:
    """What a misspelt pattern may mean: the pattern with other words, or else names that are spelt similarly."""
    words = {word for name in names for word in name.split(".")}
    choices = [
        [word] if "*" in word or word in words else get_close_matches(word, words, MOST_CLOSE) or [word]
        for word in pattern.split(".")
    ]
    corrected = (".".join(each) for each in islice(product(*choices), MOST_TRIED))
    matching = [each for each in corrected if any(fnmatchcase(name, each) for name in names)]
    return tuple(matching[:MOST_CLOSE] or get_close_matches(pattern.replace("*", ""), names, MOST_CLOSE))


__all__ = ["UnmatchedPattern", "unmatched_assumptions", "unmatched_of_policy"]
