"""Finds the pairs that keep a partial order from being a lattice, and the edge to add or remove.

`gaps` lists the pairs, `advise` proposes the edge; errors about TOML files with a system show both.
"""

from __future__ import annotations

from collections import namedtuple

from .exceptions import LatticeError
from .lattice import Lattice

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import NamedTuple

    class Gap(NamedTuple):
        """Two nodes without a unique least upper bound, and their minimal upper bounds: none, or several."""

        a: str
        b: str
        least: tuple[str, ...]
else:
    Gap = namedtuple("Gap", "a b least")


def gaps(lattice: Lattice, *, partial: bool = False) -> Iterator[Gap]:
    """The pairs without a join, in lattice order.

    Args:
        lattice: a partial order.
        partial: leave out the pairs that have no common upper bound.
    """
    for i, a in enumerate(lattice.nodes):
        for b in lattice.nodes[i + 1 :]:
            if lattice.join(a, b) is None:
                least = lattice.least(lattice.common_upper_bounds(a, b))
                if least or not partial:
                    yield Gap(a, b, least)


def advise(lattice: Lattice, gap: Gap, *, partial: bool = False) -> str:
    """The edge to add or drop so that the pair gets a unique join, and as few other pairs as possible lack a join."""
    proposals = []
    if gap.least:
        add = _best(lattice, gap, [("add", x, y) for x in gap.least for y in gap.least if x != y], partial)
        above = lattice.upper_bounds(gap.a) | lattice.upper_bounds(gap.b)
        edges = [("drop", u, v) for u in lattice.nodes if u in above for v in lattice.edges[u]]
        drop = _best(lattice, gap, edges, partial)
        proposals = [add and f"add the edge {add[1]} -> {add[2]}", drop and f"drop the edge {drop[1]} -> {drop[2]}"]
    else:
        tops = [[n for n in lattice.nodes if n in lattice.upper_bounds(x) and not lattice.edges[n]] for x in gap[:2]]
        pairs = [("add", x, y) for x in tops[0] for y in tops[1]]
        add = _best(lattice, gap, [*pairs, *(("add", y, x) for _, x, y in pairs)], partial)
        proposals = [add and f"add the edge {add[1]} -> {add[2]}"]
    return ", or ".join(filter(None, proposals)) or "no single edge mends it"


def _best(
    lattice: Lattice, gap: Gap, changes: list[tuple[str, str, str]], partial: bool
) -> tuple[str, str, str] | None:
    """The change that gives the pair a join and leaves the fewest pairs without one."""
    ranked = []
    for change in changes:
        how, low, high = change
        edges = dict(lattice.edges)
        edges[low] = (*edges[low], high) if how == "add" else tuple(v for v in edges[low] if v != high)
        try:
            changed = Lattice(edges)
        except LatticeError:
            continue
        if changed.join(gap.a, gap.b) is not None:
            # If two removals leave the same number of gaps, the removal that keeps more of the order is better.
            order_kept = sum(len(changed.upper_bounds(node)) for node in changed.nodes)
            ranked.append((sum(1 for _ in gaps(changed, partial=partial)), -order_kept, change))
    return min(ranked, key=lambda entry: entry[:2])[2] if ranked else None
