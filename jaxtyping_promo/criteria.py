"""The five criteria by which JEP 9407 judges promotion rules, checked on any system, with counterexamples.

A weak operand has no fixed width, so the criteria about losses are checked on concrete dtypes. Source:
https://docs.jax.dev/en/latest/jep/9407-type-promotion.html, "Mixed promotion".
"""

from __future__ import annotations

from collections import namedtuple

from .formats import FORMATS, losses
from .laws import counterexamples

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import NamedTuple

    from .system import System

    class Violation(NamedTuple):
        """A criterion, the operands that break it, their promoted dtype, and an explanation."""

        criterion: str
        nodes: tuple[str, ...]
        result: str | None
        detail: str
else:
    Violation = namedtuple("Violation", "criterion nodes result detail")

CRITERIA: dict[str, str] = {
    "lattice": "promotion is commutative and associative",
    "component": "no component of the data is lost (complex to real)",
    "overflow": "no value of an operand is out of the result's range",
    "precision": "the result has the significant bits of both operands",
    "widening": "the result is no wider than it needs to be to hold both ranges",
}
"""The criteria in the order of the JEP, each in one line."""


def violations(system: System, criterion: str, nodes: Sequence[str] | None = None) -> Iterator[Violation]:
    """Every violation of a criterion by the dtypes of a system, in their order.

    Args:
        system: the promotion rules.
        criterion: a key of `CRITERIA`.
        nodes: the dtypes to check; by default all dtypes of the system.

    Raises:
        ValueError: there is no such criterion.
    """
    if criterion not in CRITERIA:
        raise ValueError(f"unknown criterion {criterion!r}; criteria: {', '.join(CRITERIA)}")
    nodes = tuple(nodes or system.nodes)
    if criterion == "lattice":
        for law, operands, left, right in counterexamples(nodes, system.promote, ("commutativity", "associativity")):
            yield Violation(criterion, operands, left, f"{law}: {left} one way, {right} the other")
        return
    concrete = [node for node in nodes if node in FORMATS]
    check = _widened if criterion == "widening" else _lost
    for a in concrete:
        for b in concrete:
            result = system.promote(a, b)
            if result is not None:
                detail = check(system, criterion, a, b, system.stored(result))
                if detail:
                    yield Violation(criterion, (a, b), result, detail)


def _lost(system: System, criterion: str, a: str, b: str, result: str) -> str:
    """The losses of a promotion by one criterion, or an empty string."""
    what = "range" if criterion == "overflow" else criterion
    return "; ".join(
        loss.detail for operand in dict.fromkeys((a, b)) for loss in losses(operand, result) if loss.what == what
    )


def _widened(system: System, criterion: str, a: str, b: str, result: str) -> str:
    """A narrower dtype that would suffice, if the result is wider than both operands; or an empty string.

    A narrower dtype suffices if it has the result's kind and holds both ranges, and the precision of operands with
    fractions. The JEP accepts that integers are rounded in exchange for the smaller width.
    """
    widest = max(FORMATS[a].bits, FORMATS[b].bits)
    if FORMATS[result].bits <= widest:
        return ""
    for node in system.nodes:
        narrower = FORMATS.get(node)
        if not narrower or narrower.kind != FORMATS[result].kind:
            continue
        fits = widest <= narrower.bits < FORMATS[result].bits
        if fits and not any(loss.what != "precision" or _has_fractions(x) for x in (a, b) for loss in losses(x, node)):
            return f"{node} holds both ranges"
    return ""


def _has_fractions(node: str) -> bool:
    return FORMATS[node].kind in ("float", "complex")
