"""Lattices of dtypes: upper bounds, joins and paths. The algebra works on any node names.

A promotion lattice is a directed acyclic graph in which an edge ``a -> b`` means that ``a`` may be promoted to ``b``
implicitly. Two nodes promote to their *join*: the least of the nodes that both can reach.
"""

from __future__ import annotations

from .exceptions import LatticeError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


class Lattice:
    """A partial order given by its edges; some pairs of nodes may have no join.

    Args:
        edges: the nodes immediately above each node. Every node is a key; the order of the keys is kept.

    Raises:
        LatticeError: an edge leads to a node that is not a key, or the edges form a cycle.
    """

    __slots__ = ("edges", "nodes", "_by_bounds", "_upper_bounds")

    def __init__(self, edges: Mapping[str, Iterable[str]]) -> None:
        self.edges: dict[str, tuple[str, ...]] = {node: tuple(above) for node, above in edges.items()}
        self.nodes: tuple[str, ...] = tuple(self.edges)
        for node, above in self.edges.items():
            for target in above:
                if target not in self.edges:
                    raise LatticeError(
                        f"the edge {node} -> {target} leads to an unknown node {target!r}; "
                        f"nodes: {', '.join(self.nodes)}"
                    )
        self._upper_bounds: dict[str, frozenset[str]] = {}
        for node in self.nodes:
            self._climb(node, [])
        # A node is the join of a set exactly if its upper bounds are the common upper bounds of the set. No two nodes
        # have the same upper bounds: each is among its own, and there are no cycles. So one dict answers every join.
        self._by_bounds = {bounds: node for node, bounds in self._upper_bounds.items()}

    def _climb(self, node: str, trail: list[str]) -> frozenset[str]:
        """The upper bounds of a node; `trail` is the path that led to it, to find cycles."""
        if node in trail:
            raise LatticeError(f"the edges form a cycle: {' -> '.join([*trail[trail.index(node) :], node])}; drop one")
        if node not in self._upper_bounds:
            bounds = {node}
            for above in self.edges[node]:
                bounds |= self._climb(above, [*trail, node])
            self._upper_bounds[node] = frozenset(bounds)
        return self._upper_bounds[node]

    def __contains__(self, node: object) -> bool:
        return node in self.edges

    def __repr__(self) -> str:
        return f"<Lattice of {len(self.nodes)} nodes, {sum(map(len, self.edges.values()))} edges>"

    def upper_bounds(self, node: str) -> frozenset[str]:
        """All nodes that `node` can be promoted to, itself included.

        Raises:
            LatticeError: `node` is not in the lattice.
        """
        try:
            return self._upper_bounds[node]
        except KeyError:
            raise LatticeError(f"unknown node {node!r}; nodes: {', '.join(self.nodes)}") from None

    def common_upper_bounds(self, *nodes: str) -> frozenset[str]:
        """The nodes to which every one of `nodes` can be promoted."""
        return frozenset.intersection(*map(self.upper_bounds, nodes))

    def least(self, nodes: Iterable[str]) -> tuple[str, ...]:
        """The minimal elements of a set of nodes, in lattice order."""
        candidates = set(nodes)
        return tuple(n for n in self.nodes if n in candidates and self._below(n).isdisjoint(candidates - {n}))

    def _below(self, node: str) -> frozenset[str]:
        """The nodes that can be promoted to a node, itself included."""
        return frozenset(n for n in self.nodes if node in self._upper_bounds[n])

    def join(self, *nodes: str) -> str | None:
        """The least upper bound of one or more nodes, or None if there is none or no unique one.

        Raises:
            LatticeError: a node is not in the lattice.
            TypeError: no node is given.
        """
        return self._by_bounds.get(self.common_upper_bounds(*nodes))

    def path(self, start: str, end: str) -> tuple[str, ...] | None:
        """A shortest path from `start` up to `end`, both included, or None if `end` is not above `start`.

        Among several shortest paths, it is the first in the order of the edges.
        """
        if end not in self.upper_bounds(start):
            return None
        paths: list[tuple[str, ...]] = [(start,)]
        for current in paths:
            if current[-1] == end:
                return current
            paths.extend((*current, above) for above in self.edges[current[-1]] if end in self._upper_bounds[above])
        raise AssertionError("unreachable: an upper bound is reached by edges")

    def explain(self, a: str, b: str) -> tuple[tuple[str, ...], tuple[str, ...]] | None:
        """The two paths that meet in the join of `a` and `b`, or None if there is no join."""
        join = self.join(a, b)
        if join is None:
            return None
        left, right = self.path(a, join), self.path(b, join)
        assert left is not None and right is not None
        return left, right
