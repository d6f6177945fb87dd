"""Overloads for several operands that are promoted with each other.

Each dtype's class states in one base which dtypes it is *over*: ``class int8(_Over[int8, _UpTo_int8])``. ``_UpTo_int8``
is a base of all dtypes up to int8, and the second argument is contravariant. So
``(x: Array[_Over[R, E]], y: Array[E]) -> Array[R]`` matches if the dtype of `x` is the join. One such overload for each
operand covers all comparable pairs, in every checker. For a union of arrays, `R` is a union, and `E` stands for the
dtypes below all members. So the overload matches only if its result is right.

A weak type has its own base before the base that it inherits from its default dtype. If the join of two dtypes is a
third dtype, their rows contain it: the row of int8 is a ``_Third1[int16, _Beside3]``, and uint8 is a ``_Beside3``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property
from itertools import product
from typing import NamedTuple

from ...dtype_info import NARROW
from ...system import System
from ..class_names import OVER, REQUESTED, TAKES, TRUNCATED, having, ordered, over, third, thirds, up_to

Nodes = tuple[str | None, ...]
"""The results of a function: a node for each returned array, None for an unknown dtype."""
Results = Callable[[Sequence[str]], Nodes | None]
"""A function from the nodes of the operands to the results."""

ITSELF = "_"
"""Stands for the join in a result."""
UNKNOWN_OPERAND, LEFT, RIGHT = "_Unknown", "_Left", "_Right"
"""Type variables for operands. pyright remembers the type of an argument once for all overloads that share one.

`UNKNOWN_OPERAND` is bound by `unknown_types`.
"""


def unknown_arrays(system: System) -> str:
    """The type that matches arrays of unknown dtype alone, and arrays with unknown results.

    NumPy arrays are included, so that a union of both matches, such as the result of operators on an `ArrayLike`.
    pyright evaluates an argument again for each overload that fails.
    """
    return f"Array[{TRUNCATED if system.truncated else 'Never'}] | np.ndarray[Any, Any]"


def unknown_types(system: System) -> str:
    """The types with unknown results: unknown dtypes, `bool` (which is an `int`), NumPy's float64 (a `float`)."""
    return f"{unknown_arrays(system)} | bool | np.float64"


class OperandParameter(NamedTuple):
    """An operand of a function.

    Attributes:
        name: the parameter.
        optional: whether it may be missing. A missing operand is left out of the promotion, or takes part as its
            default.
        default: the node of a missing operand.
        accepts_none: whether None means that the operand is missing.
    """

    name: str
    optional: bool = False
    default: str | None = None
    accepts_none: bool = False


class Variant(NamedTuple):
    """An overload: types of operands, nodes of results, dtypes that bound its variable, and required operands.

    The result `ITSELF` means the dtype of the variable. After an optional parameter, the overload for unknown dtypes
    must also exist with the parameter by keyword: `by_keyword_too`.
    """

    types: dict[str, str]
    results: Nodes
    variable_dtypes: tuple[str, ...] = ()
    required: frozenset[str] = frozenset()
    by_keyword_too: bool = False


def variants(
    system: System,
    operands: Sequence[OperandParameter],
    results: Results,
    count: int,
    *,
    bound: bool = False,
    whole: bool = False,
) -> list[Variant] | None:
    """All overloads except the last, which accepts every call. None if overloads of this kind would be wrong.

    Args:
        system: the promotion system.
        operands: the operands. The first one is required.
        results: the results by the nodes of the operands.
        count: the number of returned arrays.
        bound: whether the first operand is the ``self`` of a method. A checker solves the type variable of ``self``
            first, so each dtype needs separate overloads.
        whole: whether the last overload may be included: see `takes_all`.
    """
    join_overloads = _Joins(system, operands, results, count, bound=bound)
    return [*join_overloads.all(whole=whole)] if join_overloads.are_joined() else None


def takes_all(types: Mapping[str, str]) -> bool:
    """Whether an overload accepts all other calls, so that it is the last one."""
    return [*types.values()] == [LEFT, RIGHT]


@cache
def _exceptions(system: System, results: Results, count: int, rest: int) -> tuple[tuple[str, str, Nodes], ...]:
    """The pairs of nodes whose results differ from the results of their join. The second node fills the rest."""
    nodes = [n for n in system.nodes if n not in system.truncated]
    nothing: Nodes = (None,) * count
    of = {n: results([n] * (rest + 2)) or nothing for n in nodes}
    exceptions = []
    for a, b in product(nodes, nodes):
        result = results([a, b, *[b] * rest]) or nothing
        if result != nothing and ((join := system.promote(a, b)) is None or result != of[join]):
            exceptions.append((a, b, result))
    return tuple(exceptions)


class _Joins:
    def __init__(
        self, system: System, operands: Sequence[OperandParameter], results: Results, count: int, *, bound: bool = False
    ) -> None:
        self.system, self.operands, self.count, self.bound = system, tuple(operands), count, bound
        self.by_nodes = results
        self.weak = tuple(system.defaults)
        self.nodes = tuple(n for n in system.nodes if n not in system.truncated)
        self.strong = tuple(n for n in self.nodes if n not in self.weak)
        self.nothing: Nodes = (None,) * count
        self.of = {n: self.result([n] * len(self.operands)) for n in self.nodes}
        self.known_nodes = tuple(n for n in self.nodes if self.of[n] != self.nothing)
        self.covered: set[str] = set()

    def defaults(self) -> list[str]:
        return [o.default for o in self.operands if o.default]

    def result(self, nodes: Sequence[str]) -> Nodes:
        return self.by_nodes(nodes) or self.nothing

    def are_joined(self) -> bool:
        """Whether pairs have the results of their join, except some pairs with a weak type."""
        exceptional = {a for a, _, _ in self.exceptions}
        return any(result != self.nothing for result in self.of.values()) and exceptional <= {*self.weak}

    @cached_property
    def exceptions(self) -> list[tuple[str, str, Nodes]]:
        """The pairs whose result differs from the result of their join, with the result."""
        rest = len(self.operands) - 2
        return [*_exceptions(self.system, self.by_nodes, self.count, rest)] if rest >= 0 else []

    def below(self, node: str) -> tuple[str, ...]:
        """The nodes whose join with a node is the node itself."""
        return over(self.system, node)

    # ------------------------------------------------------------------------------------------------- overloads

    def unknown(self, operand: OperandParameter) -> Variant:
        """The overloads for operands that would match every overload, and get the first dtype."""
        required = frozenset([operand.name]) if operand.optional else frozenset()
        return Variant(
            {operand.name: unknown_types(self.system)},
            self.nothing,
            (),
            self.unless_alone(required),
            by_keyword_too=True,
        )

    def is_plain(self) -> bool:
        """Whether the result is always the join of two required operands, also for Python numbers."""
        if len(self.operands) != 2 or self.bound or any(o.optional or o.default for o in self.operands):
            return False
        numbers = [(n, s) for n in self.known_nodes for s in ("int", "float")]
        return (
            not self.exceptions
            and {*ordered(self.system)} <= {*self.known_nodes}
            and all(self.of[n] == (n,) * self.count for n in self.known_nodes)
            and all(self.result([n, s]) == self.result([n, self.system.scalars[s]]) for n, s in numbers)
            and all(self.result([s, n]) == self.result([n, s]) for n, s in numbers)
        )

    def plain(self, *, whole: bool) -> Iterator[Variant]:
        """The overloads of a function that only joins. No parameter has more types than pyright remembers."""
        x, y = (o.name for o in self.operands)
        yield Variant({x: UNKNOWN_OPERAND, y: RIGHT}, self.nothing)
        yield Variant({x: LEFT, y: UNKNOWN_OPERAND}, self.nothing)
        itself = (ITSELF,) * self.count
        yield Variant({x: f"Array[{TAKES}[{{variable}}, {RIGHT}]]", y: RIGHT}, itself, self.known_nodes)
        yield Variant({x: LEFT, y: f"Array[{TAKES}[{{variable}}, {LEFT}]]"}, itself, self.known_nodes)
        yield from self.scalars()
        if not whole:
            return
        # Numbers above the array's dtype. Checkers accept an int as a float, so both must have the same result.
        number = self.system.scalars["float"]
        below = [n for n in self.below(number) if self.result([n, "int"]) in (self.of[n], self.of[number])]
        for first, second in ((x, y), (y, x)):
            yield Variant({first: "float", second: self.array(below)}, self.of[number])
        yield Variant({x: LEFT, y: RIGHT}, self.nothing)

    def all(self, *, whole: bool = False) -> Iterator[Variant]:
        if self.is_plain():
            yield from self.plain(whole=whole)
            return
        optional = [o for o in self.operands if o.optional]
        yield self.unknown(self.operands[0])
        if len(optional) == 1 and not self.defaults():
            # The optional operand is missing in these overloads, and present in the later ones.
            alone = _Joins(self.system, self.operands[:1], self.by_nodes, self.count)
            for variant in [*alone.one_scalar(), *alone.arrays()]:
                given = {o.name: "None" if o.accepts_none else "" for o in optional}
                yield variant._replace(types={**variant.types, **given})
        for operand in self.operands[1:]:
            yield self.unknown(operand)
        yield from self.exceptional()
        yield from self.bools_given()
        if len(self.operands) == 1:
            yield from self.one_scalar()
        yield from self.arrays()
        if len(self.operands) == 2:
            yield from self.scalars()
            yield from self.array_and_scalars(*self.operands)
            yield from self.array_and_scalars(*reversed(self.operands))
        elif len(self.operands) > 2:
            yield from self.scalars()
            yield from self.array_and_scalars(*self.operands)

    def exceptional(self) -> Iterator[Variant]:
        """Overloads for weak arrays whose result with some dtypes is not the join."""
        grouped: dict[tuple[str, Nodes], list[str]] = {}
        for a, b, result in self.exceptions:
            grouped.setdefault((a, result), []).append(b)
        first, *rest = (o.name for o in self.operands)
        everything = frozenset([first, *rest])
        for (a, result), others in grouped.items():
            for weak, default in self.system.defaults.items():
                if default in others and weak not in others:  # a weak array also matches its default dtype
                    types = {first: f"Array[{a}]", **dict.fromkeys(rest, f"Array[{weak}]")}
                    yield Variant(types, self.result([a, *[weak] * len(rest)]), required=everything)
            types = {first: f"Array[{a}]", **dict.fromkeys(rest, self.array(others))}
            yield Variant(types, result, required=everything)

    def bools_given(self) -> Iterator[Variant]:
        """Overloads for a missing operand that counts as a weak int. Only bools are below it."""
        if not self.defaults() or self.of["bool_"] == self.of["weak_int"]:
            return
        yield self.same("Array[bool_]", self.of["bool_"])
        self.covered.add("bool_")

    def same(self, text: str, result: Nodes, *, omit: bool = False) -> Variant:
        """An overload for operands of one type."""
        required = frozenset(o.name for o in self.operands if o.optional and not (omit and o.default == "weak_int"))
        return Variant({o.name: text for o in self.operands}, result, required=self.unless_alone(required))

    def unless_alone(self, required: frozenset[str]) -> frozenset[str]:
        """The operands that an overload requires, because calls without them have earlier overloads."""
        optional = [o for o in self.operands if o.optional]
        return frozenset() if len(optional) == 1 and not optional[0].default else required

    def arrays(self) -> Iterator[Variant]:
        """Overloads for operands that are all arrays."""
        if len(self.operands) == 1:
            yield from self.one_array()
            return
        # One overload is enough if all nodes below a weak type have the same result.
        is_omitted = any(o.default not in (None, "weak_int") for o in self.operands)
        constant = max((i for i, w in enumerate(self.weak) if self.is_constant(w) and not is_omitted), default=0)
        for weak in self.weak[constant:]:
            yield from self.below_weak(weak)
        yield from self.tops([n for n in self.nodes if n not in self.covered and self.below(n)])
        if len(self.operands) == 2:
            yield from self.not_comparable()

    def one_array(self) -> Iterator[Variant]:
        """Overloads for one operand: weak arrays by name, before arrays of their default dtype."""
        (operand,) = self.operands
        for weak in self.weak:
            yield Variant({operand.name: f"Array[{weak}]"}, self.of[weak])
        for signature, members in self.by_signature(self.strong, self.of):
            if signature != self.nothing:
                text = "Array[{variable}]" if ITSELF in signature else self.array(members)
                yield Variant({operand.name: text}, signature, tuple(members))

    def by_signature(self, nodes: Iterable[str], results: Mapping[str, Nodes]) -> list[tuple[Nodes, list[str]]]:
        """Nodes by their result. Groups that contain their own result come first, as for most floats.

        A weak array also matches its default dtype. So a different result of a weak type comes before the result of the
        default dtype.
        """
        defaults = self.system.defaults
        signatures = {n: tuple(ITSELF if part == n else part for part in results[n]) for n in self.nodes}
        other = {default for weak, default in defaults.items() if signatures[weak] != signatures[default]}
        grouped: dict[Nodes, list[str]] = {}
        for node in sorted(nodes, key=self.strong.__contains__):
            if node not in defaults:
                grouped.setdefault(signatures[node], []).append(node)
            elif defaults[node] in other:
                grouped.setdefault(results[node], []).append(node)

        def place(item: tuple[Nodes, list[str]]) -> int:
            signature, members = item
            return 1 if ITSELF not in signature else 2 if other & {*members} else 0

        return sorted(grouped.items(), key=place)

    def below_weak(self, weak: str) -> Iterator[Variant]:
        """Overloads for nodes that join to a weak type, if all have one result or the type stands for a missing operand."""
        below = self.below(weak)
        if self.is_constant(weak) or any(o.default == weak for o in self.operands):
            if not self.covered.issuperset(self.joins(below)):
                yield self.same(self.array(below), self.of[weak], omit=True)
            self.covered |= self.joins(below) if self.is_constant(weak) else {weak}

    def joins(self, nodes: Iterable[str]) -> set[str]:
        """The nodes that are joins of some nodes."""
        some = [*nodes]
        return {join for n in some for m in some if (join := self.system.promote(n, m))}

    def is_constant(self, weak: str) -> bool:
        """Whether all remaining nodes below a weak type have the same result."""
        return len({self.of[n] for n in self.joins(self.below(weak)) - self.covered}) == 1

    def pinned(
        self, types: dict[str, str], pinned: OperandParameter, result: Nodes, variable_dtypes: tuple[str, ...] = ()
    ) -> Variant:
        """Type lists in which one operand must have a certain type."""
        for o in self.operands:
            if o.accepts_none and o is not pinned and self.unless_alone(frozenset([o.name])):
                types[o.name] += " | None"
        required = {o.name for o in self.operands if o.optional and o.default not in (None, "weak_int")}
        required |= {pinned.name} if pinned.optional else set()
        return Variant(types, result, variable_dtypes, self.unless_alone(frozenset(required)))

    def tops(self, nodes: Sequence[str]) -> Iterator[Variant]:
        """Overloads in which one operand has the join of all, for each result."""
        if self.bound:
            for node in (n for n in ordered(self.system) if n in nodes):
                for operand in self.operands:
                    types = {o.name: f"Array[{up_to(node)}]" for o in self.operands} | {operand.name: f"Array[{node}]"}
                    yield self.pinned(types, operand, self.of[node])
            return
        variable = "{variable}"
        if self.strips_weakness(nodes):  # one overload instead of one for each weak type
            nodes = [n for n in nodes if n not in self.weak]
            variable = f"{REQUESTED}[{variable}]"
        for signature, members in self.by_signature(nodes, self.of):
            if signature == self.nothing and not set(members) & set(self.weak):
                continue
            if ITSELF not in signature and NARROW.issuperset(members):
                continue  # too many overloads for a rare call
            inner = variable if ITSELF in signature else self.compressed(members)
            for operand in self.operands:
                types = {o.name: "Array[_E]" for o in self.operands} | {operand.name: f"Array[{OVER}[{inner}, _E]]"}
                yield self.pinned(types, operand, signature, tuple(members))

    def strips_weakness(self, nodes: Sequence[str]) -> bool:
        """Whether the result is the join, except that a weak type becomes its default dtype."""
        defaults = self.system.defaults
        return {*self.weak} <= {*nodes} and all(self.of[n] == (defaults.get(n, n),) * self.count for n in nodes)

    def not_comparable(self) -> Iterator[Variant]:
        """Overloads for two dtypes whose join is a third dtype. Each row states the joins with other dtypes."""
        x, y = self.operands
        if self.bound:
            yield from self.not_comparable_by_name()
            return
        third_joins = {n: thirds(self.system, n) for n in self.nodes}
        for index in range(max(map(len, third_joins.values()))):
            joins = {of[index][0] for of in third_joins.values() if len(of) > index} - self.covered
            for signature, members in self.by_signature([n for n in self.nodes if n in joins], self.of):
                if signature != self.nothing:
                    inner = "{variable}" if ITSELF in signature else self.compressed(members)
                    types = {x.name: f"Array[{having(f'{third(index)}[{inner}, _E]')}]", y.name: "Array[_E]"}
                    yield self.pinned(types, y, signature, tuple(members))

    def not_comparable_by_name(self) -> Iterator[Variant]:
        """The same for methods, whose type variable a checker solves before it sees the other operand."""
        x, y = self.operands
        grouped: dict[tuple[str, tuple[str, ...]], list[str]] = {}
        for node in self.nodes:
            for join, others in thirds(self.system, node):
                if join not in self.covered and self.of[join] != self.nothing:
                    grouped.setdefault((join, others), []).append(node)
        for (join, others), names in grouped.items():
            yield self.pinned({x.name: self.array(names), y.name: self.array(others)}, y, self.of[join])

    # --------------------------------------------------------------------------------------------------- scalars

    def one_scalar(self) -> Iterator[Variant]:
        """Overloads for a Python number as the only operand: an int before a float, which also matches an int."""
        (operand,) = self.operands
        for scalar in ("int", "float"):
            yield Variant({operand.name: scalar}, self.result([scalar]))

    def scalars(self) -> Iterator[Variant]:
        for scalar in ("int", "float"):
            types = {o.name: f"{scalar} | None" if o.accepts_none and o.optional else scalar for o in self.operands}
            required = self.given(self.operands, scalar)
            yield Variant(types, self.result([scalar] * len(self.operands)), required=required)

    def given(self, others: Iterable[OperandParameter], scalar: str) -> frozenset[str]:
        """The required operands of an overload for an int. If a missing operand counts as a float, it must be given."""
        return frozenset(o.name for o in others if scalar == "int" and o.default not in (None, "weak_int"))

    def array_and_scalars(self, array: OperandParameter, *others: OperandParameter) -> Iterator[Variant]:
        """Overloads for one array and Python numbers. Ints have their own overload if a float has another result."""
        by_scalar = {scalar: {n: self.in_order(array, n, scalar) for n in self.nodes} for scalar in ("int", "float")}
        differ = [n for n in self.nodes if by_scalar["int"][n] != by_scalar["float"][n]]
        ints = [n for n in self.nodes if {n, self.system.defaults.get(n)} & {*differ}]
        for scalar, nodes in (("int", ints), ("float", self.nodes)):
            results = by_scalar[scalar]
            for signature, members in self.by_signature(nodes, results):
                if signature == self.nothing and not set(members) & set(self.weak):
                    continue
                if ITSELF not in signature:
                    members = [*members, *(w for w in self.weak if results[w] == signature and w not in members)]
                text = "Array[{variable}]" if ITSELF in signature else self.array(members)
                types = {array.name: text} | {o.name: f"{scalar} | None" if o.accepts_none else scalar for o in others}
                given = self.given(others, scalar) | ({array.name} if array.optional else set())
                required = self.unless_alone(given)
                yield Variant(types, signature, tuple(members), required)

    def in_order(self, array: OperandParameter, node: str, scalar: str) -> Nodes:
        return self.result([node if o is array else scalar for o in self.operands])

    # ------------------------------------------------------------------------------------------------------ text

    def array(self, nodes: Iterable[str]) -> str:
        return f"Array[{self.compressed(nodes)}]"

    def compressed(self, nodes: Iterable[str]) -> str:
        """The type of a union of dtypes. If it has all dtypes below a weak type, it is written by that name."""
        some = [*nodes]
        named = next((w for w in self.weak if {*some} == {*self.below(w)}), None)
        return up_to(named) if named else " | ".join(some)
