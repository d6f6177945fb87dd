"""Origins: the expression that chose an array's dtype, and whether the program meant it.

A *chosen* dtype stands in the program: ``astype(jnp.float32)``, ``dtype=jnp.float32``, a declaration. An *accident* is
a dtype that nobody wrote: the default of ``jnp.zeros``, a NumPy number or array, a list of numbers. `findings` tells
an upcast only if the wide operand is an accident.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Literal, NamedTuple, TypeAlias

from .places import Place

Kind: TypeAlias = Literal["chosen", "accident", "reported", "mixed", "assumed"]
"""How a dtype came about.

``chosen`` and ``accident`` are explained above. ``reported`` is the result of an upcast that is told already, so that
its followers are silent. ``mixed`` is the result of a mix that is not told. ``assumed`` comes from an option.
"""

MOST_ORIGINS = 8
"""An array with more origins than this has no known origin."""


class Origin(NamedTuple):
    """One expression that gave an array its dtype.

    Attributes:
        kind: how.
        place: the expression.
        why: the words of a message: ``default of jnp.zeros``.
        causes: for ``reported``, the origins that the report names; for ``mixed``, the origins of the wide operand.
        is_passed: for ``mixed``, whether a parameter of the function brought the wide operand in.
        narrow: for ``mixed`` and ``reported``, the dtype that became wider.
        is_default: for ``accident``, whether it is a dtype that stands as the default of a parameter.
        is_beside: for ``accident``, whether its operand met the result of a reported upcast, which is as wide.
    """

    kind: Kind
    place: Place
    why: str
    causes: frozenset[Origin] = frozenset()
    is_passed: bool = False
    narrow: str = ""
    is_default: bool = False
    is_beside: bool = False


Origins: TypeAlias = frozenset[Origin]
"""The origins of an array over all paths. Empty if unknown: then nothing is told."""

NO_ORIGIN: Final[Origins] = frozenset()


def chosen(place: Place, why: str) -> Origins:
    """The origin of a dtype that the program states."""
    return frozenset((Origin("chosen", place, why),))


def accident(place: Place, why: str) -> Origins:
    """The origin of a dtype that nobody wrote."""
    return frozenset((Origin("accident", place, why),))


def default_of_parameter(place: Place, name: str) -> Origins:
    """The origin of a dtype that a function takes from the default of a parameter: a caller did not choose it."""
    return frozenset((Origin("accident", place, f"the default of the parameter {name!r}", is_default=True),))


def kinds(origins: Origins) -> set[str]:
    """The kinds of some origins."""
    return {origin.kind for origin in origins}


def merged_origins(left: Origins, right: Origins) -> Origins:
    """The origins of an array that comes from one of two paths; unknown if one of them is unknown."""
    if left is right or left == right:
        return left
    if not left or not right:
        return NO_ORIGIN
    both = left | right
    return both if len(both) <= MOST_ORIGINS else NO_ORIGIN


def settled(operands: Iterable[Origins]) -> Origins:
    """The origin of a result whose dtype several operands force: one that the program chose settles it.

    An accident beside the result of a reported upcast counts, too: it would force the dtype without that upcast.
    """
    known = [origins for origins in operands if origins]
    for kind in ("chosen", "mixed"):
        for origins in known:
            if kinds(origins) == {kind}:
                return origins
    both: Origins = frozenset().union(*known)
    if any(kinds(origins) == {"reported"} for origins in known):
        both = frozenset(origin._replace(is_beside=origin.kind == "accident") for origin in both)
    return both if len(both) <= MOST_ORIGINS else NO_ORIGIN


def causes_of(origins: Origins) -> Origins:
    """The expressions behind some origins: those themselves, and the causes of mixes."""
    found: Origins = frozenset().union(*(origin.causes or {origin} for origin in origins))
    return found if len(found) <= MOST_ORIGINS else NO_ORIGIN


def ordered(origins: Iterable[Origin]) -> list[Origin]:
    """Origins in the order of their places, so that messages do not depend on the order of a set."""
    return sorted(origins, key=lambda origin: (origin.place, origin.kind, origin.why))
