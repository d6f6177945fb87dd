"""Overloads for operands that must have one dtype: the functions of `jax.lax`, which promote nothing.

Weak arrays and Python numbers may stand beside their default dtype. JAX rejects operands of different dtypes, so no
result of an overload can be wrong for them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ...dtype_info import NARROW
from ...system import System
from .join_overloads import ITSELF, OperandParameter, Results, Variant, unknown_types


def variants(
    system: System, operands: Sequence[OperandParameter], results: Results, count: int
) -> list[Variant] | None:
    """All overloads except the last, which accepts every call. None if the operands may have several dtypes.

    Args:
        system: the promotion system.
        operands: the operands.
        results: the results by the nodes of the operands.
        count: the number of returned arrays.
    """
    agreements = _Agreement(system, operands, results, count)
    if agreements.has_to_agree():
        return [*agreements.all()]
    return [*agreements.of_a_dot()] if agreements.is_a_dot() else None


class _Agreement:
    def __init__(self, system: System, operands: Sequence[OperandParameter], results: Results, count: int) -> None:
        self.system, self.operands, self.by_nodes = system, tuple(operands), results
        self.nodes = tuple(n for n in system.nodes if n not in system.truncated)
        self.strong = tuple(n for n in self.nodes if n not in system.defaults)
        self.nothing: tuple[str | None, ...] = (None,) * count
        self.of = {n: self.result(n, n) for n in self.nodes}

    def result(self, one: str, others: str) -> tuple[str | None, ...]:
        return self.by_nodes([one, *[others] * (len(self.operands) - 1)]) or self.nothing

    def has_to_agree(self) -> bool:
        """Whether operands of two dtypes are rejected, apart from exponents."""
        pairs = ((a, b) for a in self.strong for b in self.strong if a != b)
        return all(self.result(a, b) in (self.nothing, self.of[a]) for a, b in pairs)

    def is_a_dot(self) -> bool:
        """Whether pairs have the results of `jax.lax.dot`. One weak type counts as its default dtype."""
        if len(self.operands) != 2:
            return False
        return all(
            self.result(a, b) in (self.nothing, (self.system.binary("matmul", self.strong_of(a), self.strong_of(b)),))
            or {a, b} <= self.system.defaults.keys()
            for a in self.nodes
            for b in self.nodes
        )

    def strong_of(self, node: str) -> str:
        return self.system.stored(node)

    def of_a_dot(self) -> Iterator[Variant]:
        """Overloads for each dtype, with itself and with each dtype whose product with it has its dtype."""
        x, y = self.operands
        yield from self.unknown()
        weak = [*self.system.defaults]
        for index, node in enumerate(weak):
            if self.of[node] != (node,):
                continue  # the result is strong
            weaker = " | ".join(weak[: index + 1])
            yield Variant({x.name: f"Array[{node}]", y.name: f"Array[{weaker}]"}, self.of[node])
            if index:
                yield Variant({x.name: f"Array[{' | '.join(weak[:index])}]", y.name: f"Array[{node}]"}, self.of[node])
        # The rows of dtypes have no base for this set: it would have to name all other dtypes.
        for node in (n for n in self.strong if n not in NARROW):
            below = [n for n in self.strong if self.result(n, node) == self.result(node, n) == (node,)]
            yield from self.over(f"Array[{node}]", below, node)
        narrow: dict[tuple[str, ...], list[str]] = {}
        for node in (n for n in self.strong if n in NARROW):
            wide = (
                n for n in self.strong if n not in NARROW and self.result(n, node) == self.result(node, n) == (node,)
            )
            narrow.setdefault(tuple(wide), []).append(node)
        for others, kept_dtypes in narrow.items():
            if others:
                yield from self.over("Array[{variable}]", others, ITSELF, kept_dtypes)

    def over(self, top: str, below: Sequence[str], result: str, kept_dtypes: Sequence[str] = ()) -> Iterator[Variant]:
        """Overloads for an operand that has the result's dtype and another operand, in both orders."""
        x, y = self.operands
        for first, second in ((x, y), (y, x)):
            types = {x.name: "", y.name: ""} | {first.name: top, second.name: f"Array[{' | '.join(below)}]"}
            yield Variant(types, (result,), tuple(kept_dtypes))

    def all(self) -> Iterator[Variant]:
        results = {r for r in self.of.values() if r != self.nothing}
        if len(results) == 1:
            yield Variant({}, results.pop())
            return
        yield from self.unknown()
        yield from self.weak()
        yield from self.exponents()
        yield from self.of_one_dtype()

    def unknown(self) -> Iterator[Variant]:
        """The overloads for operands that match everything."""
        for operand in self.operands:
            required = frozenset([operand.name] if operand.optional else [])
            yield Variant({operand.name: unknown_types(self.system)}, self.nothing, (), required, by_keyword_too=True)

    def typed(self, text: str, result: tuple[str | None, ...], kept_dtypes: Iterable[str] = ()) -> Variant:
        required = frozenset(o.name for o in self.operands if o.optional)
        return Variant({o.name: text for o in self.operands}, result, tuple(kept_dtypes), required)

    def weak(self) -> Iterator[Variant]:
        """Overloads for weak arrays: first with weak arrays alone, then with their default dtype."""
        scalar_of = {node: scalar for scalar, node in self.system.scalars.items()}
        for weak, default in self.system.defaults.items():
            scalar = scalar_of[weak]
            is_same = self.result(weak, scalar) == self.result(scalar, weak) == self.of[weak]
            yield self.typed(f"Array[{weak}]" + (f" | {scalar}" if is_same else ""), self.of[weak])
            if self.result(default, weak) == self.result(weak, default) == self.of[default] != self.nothing:
                is_same = self.result(default, scalar) == self.result(scalar, default) == self.of[default]
                yield self.typed(f"Array[{default}]" + (f" | {scalar}" if is_same else ""), self.of[default])

    def exponents(self) -> Iterator[Variant]:
        """Overloads for functions that accept a second operand of another dtype."""
        if len(self.operands) != 2:
            return
        x, y = self.operands
        others: dict[tuple[tuple[str | None, ...], ...], list[str]] = {}
        for other in (*self.nodes, "int"):
            column = tuple(self.result(n, other) for n in self.nodes)
            if sum(part != self.nothing for part in column) > 2:
                others.setdefault(column, []).append(other)
        # Weak exponents first, since they also match their default dtypes.
        for column, names in sorted(others.items(), key=lambda item: self.system.defaults.keys().isdisjoint(item[1])):
            results = dict(zip(self.nodes, column, strict=True))
            arrays = [n for n in names if n in self.nodes]
            types = ([f"Array[{' | '.join(arrays)}]"] if arrays else []) + [n for n in names if n not in self.nodes]
            for weak in self.system.defaults:
                yield Variant({x.name: f"Array[{weak}]", y.name: " | ".join(types)}, results[weak])
            kept_dtypes = tuple(n for n in self.strong if results[n] == (n,))
            if kept_dtypes:
                yield Variant({x.name: "Array[{variable}]", y.name: " | ".join(types)}, (ITSELF,), kept_dtypes)

    def of_one_dtype(self) -> Iterator[Variant]:
        grouped: dict[tuple[str | None, ...], list[str]] = {}
        for node in self.strong:
            signature = tuple(ITSELF if part == node else part for part in self.of[node])
            grouped.setdefault(signature, []).append(node)
        for signature, members in sorted(grouped.items(), key=lambda item: ITSELF in item[0]):
            if signature != self.nothing:
                text = "Array[{variable}]" if ITSELF in signature else f"Array[{' | '.join(members)}]"
                yield self.typed(text, signature, members)
