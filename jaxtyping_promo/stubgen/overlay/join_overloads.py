"""Overloads for several operands that are joined, and for one whose results are several arrays.

Each dtype's class says in one base what it is *over*: ``class int8(_Over[int8, _UpTo_int8])``, with the class of all that is
up to it, and the second argument is contravariant. So ``(x: Array[_Over[R, E]], y: Array[E]) -> Array[R]`` fits where `x` is
the join, and one such overload for each operand says all pairs but those that are not comparable, in every checker. A union
of arrays makes `R` a union and `E` what is below all of them, so that what comes out is true or the overload does not fit.

A weak type has a base of its own before the one that it inherits from its default dtype. Two dtypes neither of which is their
join say so in their rows: that of `int8` is a ``_Third1[int16, _Beside3]``, and `uint8` a ``_Beside3``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property
from itertools import product
from typing import NamedTuple

from ...dtype_info import NARROW
from ...system import System
from ..names import OVER, TAKES, TRUNCATED, having, ordered, over, third, thirds, up_to

Nodes = tuple[str | None, ...]
"""What a function returns: a node for each array, None where nothing is known."""
Results = Callable[[Sequence[str]], Nodes | None]
"""What a function returns for the nodes of its operands."""

ITSELF = "_"
"""In a result: the join itself."""
UNKNOWN_OPERAND, LEFT, RIGHT = "_Unknown", "_Left", "_Right"
"""Type variables, of which pyright remembers an argument once for all overloads; the first one is bound by `unknown`."""


def unknown_arrays(system: System) -> str:
    """What an array of unknown dtype is accepted as: what no other array is, but those of which nothing is said.

    Of NumPy's arrays nothing is said either. They are here for a union of both, as operators of an `ArrayLike` make it:
    pyright evaluates such an argument again for each overload that does not fit.
    """
    return f"Array[{TRUNCATED if system.truncated else 'Never'}] | np.ndarray[Any, Any]"


def unknown(system: System) -> str:
    """An unknown dtype, and the scalars that would be taken for others: a `bool` is an `int`, NumPy's float64 a `float`."""
    return f"{unknown_arrays(system)} | bool | np.float64"


class Operand(NamedTuple):
    """An operand of a function.

    Attributes:
        name: its parameter.
        optional: whether it need not be given; then it takes no part, or is its default.
        default: the node that it is where it is not given.
        accepts_none: whether None says that it is not given.
    """

    name: str
    optional: bool = False
    default: str | None = None
    accepts_none: bool = False


class Variant(NamedTuple):
    """An overload: the operands' types, the nodes of the results, the dtypes that a variable is bound to, who has to be given.

    A result is `ITSELF` for what the variable stands for. An unknown dtype has to be told `by_keyword_too`, where what is
    before it is optional.
    """

    types: dict[str, str]
    results: Nodes
    kept: tuple[str, ...] = ()
    required: frozenset[str] = frozenset()
    by_keyword_too: bool = False


def variants(
    system: System,
    operands: Sequence[Operand],
    results: Results,
    count: int,
    *,
    bound: bool = False,
    whole: bool = False,
) -> list[Variant] | None:
    """The overloads, but for the last, which takes all that is left; None if no overloads of this kind are right.

    Args:
        system: whose promotion applies.
        operands: the operands, of which the first is always given.
        results: the rule.
        count: the number of arrays in a result.
        bound: whether the first operand is that of a method. A checker solves a variable in its type before it sees the
            others, so that each dtype has overloads of its own.
        whole: whether the last may be among them: see `takes_all`.
    """
    found = _Joins(system, operands, results, count, bound=bound)
    return [*found.all(whole=whole)] if found.are_joined() else None


def takes_all(types: Mapping[str, str]) -> bool:
    """Whether an overload takes all that is left, so that none has to come behind it."""
    return [*types.values()] == [LEFT, RIGHT]


@cache
def _exceptions(system: System, results: Results, count: int, rest: int) -> tuple[tuple[str, str, Nodes], ...]:
    """The pairs of nodes, of which the second is `rest` times more, with results that are not those of their join."""
    nodes = [n for n in system.nodes if n not in system.truncated]
    nothing: Nodes = (None,) * count
    of = {n: results([n] * (rest + 2)) or nothing for n in nodes}
    found = []
    for a, b in product(nodes, nodes):
        result = results([a, b, *[b] * rest]) or nothing
        if result != nothing and ((join := system.promote(a, b)) is None or result != of[join]):
            found.append((a, b, result))
    return tuple(found)


class _Joins:
    def __init__(
        self, system: System, operands: Sequence[Operand], results: Results, count: int, *, bound: bool = False
    ) -> None:
        self.system, self.operands, self.count, self.bound = system, tuple(operands), count, bound
        self.by_nodes = results
        self.weak = tuple(system.defaults)
        self.nodes = tuple(n for n in system.nodes if n not in system.truncated)
        self.strong = tuple(n for n in self.nodes if n not in self.weak)
        self.nothing: Nodes = (None,) * count
        self.of = {n: self.result([n] * len(self.operands)) for n in self.nodes}
        self.told = tuple(n for n in self.nodes if self.of[n] != self.nothing)
        self.covered: set[str] = set()

    def defaults(self) -> list[str]:
        return [o.default for o in self.operands if o.default]

    def result(self, nodes: Sequence[str]) -> Nodes:
        return self.by_nodes(nodes) or self.nothing

    def are_joined(self) -> bool:
        """Whether two operands give what their join gives, but for some pairs of a weak type and others."""
        exceptional = {a for a, _, _ in self.exceptions}
        return any(result != self.nothing for result in self.of.values()) and exceptional <= {*self.weak}

    @cached_property
    def exceptions(self) -> list[tuple[str, str, Nodes]]:
        """The pairs that give something else than their join, and what."""
        rest = len(self.operands) - 2
        return [*_exceptions(self.system, self.by_nodes, self.count, rest)] if rest >= 0 else []

    def below(self, node: str) -> tuple[str, ...]:
        """The nodes whose join with this one is this one."""
        return over(self.system, node)

    # ------------------------------------------------------------------------------------------------- overloads

    def unknown(self, operand: Operand) -> Variant:
        """What fits everything, and would be taken for the first dtype."""
        required = frozenset([operand.name]) if operand.optional else frozenset()
        return Variant(
            {operand.name: unknown(self.system)}, self.nothing, (), self.unless_alone(required), by_keyword_too=True
        )

    def is_plain(self) -> bool:
        """Whether two operands, both of which are given, make their join and nothing else, Python's numbers, too."""
        if len(self.operands) != 2 or self.bound or any(o.optional or o.default for o in self.operands):
            return False
        numbers = [(n, s) for n in self.told for s in ("int", "float")]
        return (
            not self.exceptions
            and {*ordered(self.system)} <= {*self.told}
            and all(self.of[n] == (n,) * self.count for n in self.told)
            and all(self.result([n, s]) == self.result([n, self.system.scalars[s]]) for n, s in numbers)
            and all(self.result([s, n]) == self.result([n, s]) for n, s in numbers)
        )

    def plain(self, *, whole: bool) -> Iterator[Variant]:
        """The overloads of operands that make their join: no parameter has more types than pyright remembers."""
        x, y = (o.name for o in self.operands)
        yield Variant({x: UNKNOWN_OPERAND, y: RIGHT}, self.nothing)
        yield Variant({x: LEFT, y: UNKNOWN_OPERAND}, self.nothing)
        itself = (ITSELF,) * self.count
        yield Variant({x: f"Array[{TAKES}[{{kept}}, {RIGHT}]]", y: RIGHT}, itself, self.told)
        yield Variant({x: LEFT, y: f"Array[{TAKES}[{{kept}}, {LEFT}]]"}, itself, self.told)
        yield from self.scalars()
        if not whole:
            return
        # A number that is more than the array: an int, which is a float to a checker, gives the same there.
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
            # Where it is not given first, so that behind this it is.
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
        """Weak arrays that some dtypes make something else of than the join."""
        grouped: dict[tuple[str, Nodes], list[str]] = {}
        for a, b, result in self.exceptions:
            grouped.setdefault((a, result), []).append(b)
        first, *rest = (o.name for o in self.operands)
        everything = frozenset([first, *rest])
        for (a, result), others in grouped.items():
            for weak, default in self.system.defaults.items():
                if default in others and weak not in others:  # it is an array of its default dtype, too
                    types = {first: f"Array[{a}]", **dict.fromkeys(rest, f"Array[{weak}]")}
                    yield Variant(types, self.result([a, *[weak] * len(rest)]), required=everything)
            types = {first: f"Array[{a}]", **dict.fromkeys(rest, self.array(others))}
            yield Variant(types, result, required=everything)

    def bools_given(self) -> Iterator[Variant]:
        """Where a weak int stands for what is not given, only bools can be less."""
        if not self.defaults() or self.of["bool_"] == self.of["weak_int"]:
            return
        yield self.same("Array[bool_]", self.of["bool_"])
        self.covered.add("bool_")

    def same(self, text: str, result: Nodes, *, omit: bool = False) -> Variant:
        """All operands of one type."""
        required = frozenset(o.name for o in self.operands if o.optional and not (omit and o.default == "weak_int"))
        return Variant({o.name: text for o in self.operands}, result, required=self.unless_alone(required))

    def unless_alone(self, required: frozenset[str]) -> frozenset[str]:
        """Who has to be given, where no earlier overload has answered for those who are not."""
        optional = [o for o in self.operands if o.optional]
        return frozenset() if len(optional) == 1 and not optional[0].default else required

    def arrays(self) -> Iterator[Variant]:
        """The operands are all arrays."""
        if len(self.operands) == 1:
            yield from self.one_array()
            return
        # Where all below a weak type gives the same, one overload says it.
        is_omitted = any(o.default not in (None, "weak_int") for o in self.operands)
        constant = max((i for i, w in enumerate(self.weak) if self.is_constant(w) and not is_omitted), default=0)
        for weak in self.weak[constant:]:
            yield from self.below_weak(weak)
        yield from self.tops([n for n in self.nodes if n not in self.covered and self.below(n)])
        if len(self.operands) == 2:
            yield from self.not_comparable()

    def one_array(self) -> Iterator[Variant]:
        """One operand: weak arrays by name, before those of their default dtype."""
        (operand,) = self.operands
        for weak in self.weak:
            yield Variant({operand.name: f"Array[{weak}]"}, self.of[weak])
        for signature, members in self.by_signature(self.strong, self.of):
            if signature != self.nothing:
                text = "Array[{kept}]" if ITSELF in signature else self.array(members)
                yield Variant({operand.name: text}, signature, tuple(members))

    def by_signature(self, nodes: Iterable[str], results: Mapping[str, Nodes]) -> list[tuple[Nodes, list[str]]]:
        """Some nodes by their result in a table, and those first that are in theirs themselves, as most floats are.

        A weak array is one of its default dtype: what is said of that is said of it, and anything else comes before.
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
        """What joins to a weak type, where all of it gives the same or the type stands for what is not given."""
        below = self.below(weak)
        if self.is_constant(weak) or any(o.default == weak for o in self.operands):
            if not self.covered.issuperset(self.joins(below)):
                yield self.same(self.array(below), self.of[weak], omit=True)
            self.covered |= self.joins(below) if self.is_constant(weak) else {weak}

    def joins(self, nodes: Iterable[str]) -> set[str]:
        """What some nodes can join to."""
        some = [*nodes]
        return {join for n in some for m in some if (join := self.system.promote(n, m))}

    def is_constant(self, weak: str) -> bool:
        """Whether all that is below a weak type and was not said before gives the same."""
        return len({self.of[n] for n in self.joins(self.below(weak)) - self.covered}) == 1

    def pinned(self, types: dict[str, str], pinned: Operand, result: Nodes, kept: tuple[str, ...] = ()) -> Variant:
        """Types of which one must be there."""
        for o in self.operands:
            if o.accepts_none and o is not pinned and self.unless_alone(frozenset([o.name])):
                types[o.name] += " | None"
        required = {o.name for o in self.operands if o.optional and o.default not in (None, "weak_int")}
        required |= {pinned.name} if pinned.optional else set()
        return Variant(types, result, kept, self.unless_alone(frozenset(required)))

    def tops(self, nodes: Sequence[str]) -> Iterator[Variant]:
        """An operand that is the join of all, for each result."""
        if self.bound:
            for node in (n for n in ordered(self.system) if n in nodes):
                for operand in self.operands:
                    types = {o.name: f"Array[{up_to(node)}]" for o in self.operands} | {operand.name: f"Array[{node}]"}
                    yield self.pinned(types, operand, self.of[node])
            return
        for signature, members in self.by_signature(nodes, self.of):
            if signature == self.nothing and not set(members) & set(self.weak):
                continue
            if ITSELF not in signature and NARROW.issuperset(members):
                continue  # too many overloads for what is rare
            inner = "{kept}" if ITSELF in signature else self.compressed(members)
            for operand in self.operands:
                types = {o.name: "Array[_E]" for o in self.operands} | {operand.name: f"Array[{OVER}[{inner}, _E]]"}
                yield self.pinned(types, operand, signature, tuple(members))

    def not_comparable(self) -> Iterator[Variant]:
        """Two dtypes neither of which is their join: each says it of the other."""
        x, y = self.operands
        if self.bound:
            yield from self.not_comparable_by_name()
            return
        found = {n: thirds(self.system, n) for n in self.nodes}
        for index in range(max(map(len, found.values()))):
            joins = {of[index][0] for of in found.values() if len(of) > index} - self.covered
            for signature, members in self.by_signature([n for n in self.nodes if n in joins], self.of):
                if signature != self.nothing:
                    inner = "{kept}" if ITSELF in signature else self.compressed(members)
                    types = {x.name: f"Array[{having(f'{third(index)}[{inner}, _E]')}]", y.name: "Array[_E]"}
                    yield self.pinned(types, y, signature, tuple(members))

    def not_comparable_by_name(self) -> Iterator[Variant]:
        """The same where a checker solves the variable in the first operand's type before it sees the other."""
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
        """Python's numbers for the one operand: an int before a float, which takes it."""
        (operand,) = self.operands
        for scalar in ("int", "float"):
            yield Variant({operand.name: scalar}, self.result([scalar]))

    def scalars(self) -> Iterator[Variant]:
        for scalar in ("int", "float"):
            types = {o.name: f"{scalar} | None" if o.accepts_none and o.optional else scalar for o in self.operands}
            required = self.given(self.operands, scalar)
            yield Variant(types, self.result([scalar] * len(self.operands)), required=required)

    def given(self, others: Iterable[Operand], scalar: str) -> frozenset[str]:
        """Who has to be given: where a float stands for what is not given, an int is another thing."""
        return frozenset(o.name for o in others if scalar == "int" and o.default not in (None, "weak_int"))

    def array_and_scalars(self, array: Operand, *others: Operand) -> Iterator[Variant]:
        """One operand is an array, and the others are Python's numbers; ints where a float would give something else."""
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
                text = "Array[{kept}]" if ITSELF in signature else self.array(members)
                types = {array.name: text} | {o.name: f"{scalar} | None" if o.accepts_none else scalar for o in others}
                given = self.given(others, scalar) | ({array.name} if array.optional else set())
                required = self.unless_alone(given)
                yield Variant(types, signature, tuple(members), required)

    def in_order(self, array: Operand, node: str, scalar: str) -> Nodes:
        return self.result([node if o is array else scalar for o in self.operands])

    # ------------------------------------------------------------------------------------------------------ text

    def array(self, nodes: Iterable[str]) -> str:
        return f"Array[{self.compressed(nodes)}]"

    def compressed(self, nodes: Iterable[str]) -> str:
        """A union of dtypes: all that is below a weak type by its name."""
        some = [*nodes]
        named = next((w for w in self.weak if {*some} == {*self.below(w)}), None)
        return up_to(named) if named else " | ".join(some)
