"""Checks the laws of a lattice on any promotion table, and finds counterexamples.

The command ``laws`` shows the results of `counterexamples`.
"""

from __future__ import annotations

from collections import namedtuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import NamedTuple

    class Counterexample(NamedTuple):
        """A law, the nodes that break it, and the two results that should be equal (None: undefined)."""

        law: str
        nodes: tuple[str, ...]
        left: str | None
        right: str | None
else:
    Counterexample = namedtuple("Counterexample", "law nodes left right")

LAWS = ("existence", "idempotence", "commutativity", "associativity")


def counterexamples(
    nodes: Sequence[str], join: Callable[[str, str], str | None], laws: Sequence[str] = LAWS
) -> Iterator[Counterexample]:
    """Every violation of the given laws, law by law, in the order of `nodes`.

    Args:
        nodes: the nodes to check.
        join: the result of promoting two nodes, or None where it is undefined. Undefined counts as a value in
            commutativity and associativity: ``(a v b) v c`` undefined and ``a v (b v c)`` defined is a violation.
        laws: names out of `LAWS`.
    """

    def joined(a: str | None, b: str | None) -> str | None:
        return None if a is None or b is None else join(a, b)

    for law in laws:
        if law == "existence":
            for a in nodes:
                for b in nodes:
                    if join(a, b) is None:
                        yield Counterexample(law, (a, b), None, None)
        elif law == "idempotence":
            for a in nodes:
                if join(a, a) != a:
                    yield Counterexample(law, (a,), join(a, a), a)
        elif law == "commutativity":
            for i, a in enumerate(nodes):
                for b in nodes[i + 1 :]:
                    if join(a, b) != join(b, a):
                        yield Counterexample(law, (a, b), join(a, b), join(b, a))
        elif law == "associativity":
            for a in nodes:
                for b in nodes:
                    ab = join(a, b)
                    for c in nodes:
                        left, right = joined(ab, c), joined(a, join(b, c))
                        if left != right:
                            yield Counterexample(law, (a, b, c), left, right)
        else:
            raise ValueError(f"unknown law {law!r}; laws: {', '.join(LAWS)}")
