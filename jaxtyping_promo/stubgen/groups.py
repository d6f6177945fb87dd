"""Sets of dtypes that overloads speak of, each a base class of its members.

A checker compares an operand with a union one member after the other, for every overload of every operator that it
comes to; with a class it compares once. On pyright this is most of an operator's time.
"""

from __future__ import annotations

import re
from functools import cache

from ..dtypes import DTYPES, WEAK_TYPES
from ..rules.operators import COMPARISONS, REFLECTABLE, UNARY
from ..system import System
from .overloads import overloads
from .unary import unary_overloads

LEAST = 3
"""The number of dtypes from which on a union becomes a class."""

_UNION = re.compile(r"Array\[(\w+(?: \| \w+)+)\]")


@cache
def groups(system: System) -> dict[tuple[str, ...], str]:
    """The dtypes of each union that the operators' overloads speak of, to the name of the class that stands for it."""
    found: dict[tuple[str, ...], str] = {}
    types = [
        text
        for op in (*REFLECTABLE, *COMPARISONS)
        for reflected in ((False, True) if op in REFLECTABLE else (False,))
        for mine, other, _ in overloads(system, op, reflected=reflected)
        for text in (mine, other)
    ]
    types += [mine for op in UNARY for mine, _ in unary_overloads(system, op)]
    for text in types:
        for union in _UNION.findall(text):
            names = tuple(union.split(" | "))
            if len(names) >= LEAST and all(n in DTYPES or n in WEAK_TYPES for n in names):
                found.setdefault(names, f"_Group{len(found) + 1}")
    return found


def with_groups(system: System, text: str) -> str:
    """A type with the classes in place of the unions."""
    names = groups(system)
    return _UNION.sub(lambda m: f"Array[{names.get(tuple(m[1].split(' | ')), m[1])}]", text)


def groups_of(system: System, node: str) -> list[str]:
    """The classes that a dtype is a member of. A weak type that is not named itself is one by its default dtype."""
    default = system.defaults.get(node)
    return [
        name
        for members, name in groups(system).items()
        if node in members and (default is None or default not in members)
    ]
