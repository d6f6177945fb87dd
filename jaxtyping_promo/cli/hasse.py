"""The order behind a system: which dtype lies immediately above which. Of a table, the order that it implies."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ..lattice import Lattice
from ..system import System


class Hasse(NamedTuple):
    """A Hasse diagram: its edges are the covering relation, without those that others imply."""

    order: Lattice
    strays: int
    """The pairs that the system promotes otherwise than to their join in this order: none in a lattice."""
    pairs: int

    @property
    def note(self) -> str:
        """What a reader of the picture should know of a system that is no lattice."""
        if not self.strays:
            return ""
        promote = "promotes" if self.strays == 1 else "promote"
        return f"A table, not a lattice: {self.strays} of {self.pairs} pairs {promote} otherwise than by this order."


def hasse(system: System, nodes: Sequence[str]) -> Hasse:
    """The Hasse diagram of some of a system's dtypes.

    For a lattice that is the lattice itself, restricted to `nodes`. In a table one dtype is above another if the two
    promote to it both ways round, directly or by steps.

    Raises:
        LatticeError: what the table implies is no order, but goes round in circles.
    """
    if system.lattice:
        above = {a: frozenset(b for b in nodes if b != a and b in system.lattice.upper_bounds(a)) for a in nodes}
    else:
        direct = {a: [b for b in nodes if b != a and system.promote(a, b) == system.promote(b, a) == b] for a in nodes}
        closure = Lattice(direct)
        above = {a: closure.upper_bounds(a) - {a} for a in nodes}
    order = Lattice(
        {a: [b for b in nodes if b in above[a] and not any(b in above[c] for c in above[a])] for a in nodes}
    )
    pairs = [(a, b) for a in nodes for b in nodes]
    strays = 0 if system.lattice else sum(system.promote(a, b) != order.join(a, b) for a, b in pairs)
    return Hasse(order, strays, len(pairs))
