"""The Hasse diagram of a system: which dtypes lie immediately above each dtype. A table implies such an order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ..lattice import Lattice
from ..system import System


class Hasse(NamedTuple):
    """A Hasse diagram. Its edges are the covering relation, without edges that others imply."""

    order: Lattice
    strays: int
    """The number of pairs that do not promote to their join in this order. A lattice has none."""
    pairs: int

    @property
    def note(self) -> str:
        """The note below the picture of a system that is no lattice."""
        if not self.strays:
            return ""
        promote = "promotes" if self.strays == 1 else "promote"
        return f"A table, not a lattice: {self.strays} of {self.pairs} pairs {promote} otherwise than by this order."


def hasse(system: System, nodes: Sequence[str]) -> Hasse:
    """The Hasse diagram of some dtypes of a system.

    The diagram of a lattice is the lattice, restricted to `nodes`. In a table a dtype is above another if both promote
    to it in both orders, directly or in steps.

    Raises:
        LatticeError: the table implies a cycle instead of an order.
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
