"""The overloads of one binary operator, in the order in which a checker must try them.

The first overload that fits decides, and a weak array *is* an array of its default dtype, a ``bool`` is an ``int`` is
a ``float``, and an unknown dtype fits everything. So: the unknown first, then weak arrays by name, then the pairs that
follow no rule, then each column of the table, then the concrete pairs that nothing fitted (they are rejected), and
last the categories and TypeVars, about which nothing is said.
"""

from __future__ import annotations

from ..rules.operators import COMPARISONS, REFLECTABLE
from ..system import System
from ..systems.jax import NARROW
from .names import NUMPY_TYPES, PYTHON_SUBCLASSES, having, join_class, operator_groups, result_class, wide

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

ANY = "Array[Any]"
NEVER = "Never"
STATIC_POWER = "int | np.integer[Any]"
"""What raises an array to a power that is known before it is run: NumPy's integers do as Python's."""
Overload = tuple[str, str, str]
"""The types of self and of the other operand, and the result."""


def overloads(system: System, op: str, *, reflected: bool = False) -> list[Overload]:
    """The overloads of ``__op__``, or of ``__rop__``: that one takes only what is not an array, as arrays go first."""
    if op in COMPARISONS:
        return _comparison(system, op)
    return list(_Operator(system, op, reflected).overloads())


def _comparison(system: System, op: str) -> list[Overload]:
    """A comparison is a bool of what promotes: the overloads of an operator that takes the same, with one result."""
    rejected = system.rejects.get(op)
    taking = next((other for other in ("add", "mul", *REFLECTABLE) if system.rejects.get(other) == rejected), None)
    if taking is None and rejected:  # then nothing is said of what is rejected
        return [("Array[Never]", "ArrayLike", "Array[bool_]"), (ANY, "ArrayLike", "Array[bool_]")]
    found = list(_Operator(system, taking or op, reflected=False).overloads())
    results = {NEVER: NEVER}
    return [(mine.replace("_R]", "Any]"), other, results.get(result, "Array[bool_]")) for mine, other, result in found]


class _Operator:
    def __init__(self, system: System, op: str, reflected: bool) -> None:
        self.system, self.op, self.reflected = system, op, reflected
        self.group = operator_groups(system).get(op, op)
        self.wide = wide(system)
        self.weak = tuple(system.defaults)
        self.scalar_of = {node: scalar for scalar, node in system.scalars.items()}
        self.strong = tuple(n for n in system.nodes if n not in self.weak)
        self.keeps_join = op in COMPARISONS or all(system.unary(op, n) == n for n in system.nodes)
        # No Python or NumPy scalar where each is rejected (matmul), no floats where each is (the bitwise operators).
        self.takes_scalars = any(self.result(n, s) for n in self.strong for s in system.scalars)
        self.takes_inexact = any(self.result(n, "float32") for n in self.strong)
        self.commutes = all(self.result(a, b) == self.result(b, a) for a in self.wide for b in self.wide)

    def result(self, mine: str, other: str) -> str | None:
        left, right = (other, mine) if self.reflected else (mine, other)
        return self.system.binary(self.op, left, right)

    def join(self, mine: str, other: str) -> str | None:
        return self.system.promote(other, mine) if self.reflected else self.system.promote(mine, other)

    def overloads(self) -> Iterator[Overload]:
        any_array = "_NotArray" if self.reflected else "ArrayLike"
        # A dtype of Never is accepted only from a gradual type: nothing else is below every dtype.
        yield "Array[Never]", any_array, ANY
        unknown = "np.ndarray[Any, np.dtype[Never]]"
        yield ANY, unknown if self.reflected else f"Array[Never] | {unknown}", ANY
        yield from self.weak_and_numpy_scalars_of_python()
        yield from self.weak_by_name()
        yield from self.exceptions()
        if not self.reflected:
            for weak in self.weak:
                for join, others in self.weak_joins(weak, self.strong).items():
                    result = self.system.unary(self.op, join)
                    yield f"Array[{weak}]", f"Array[{' | '.join(others)}]", f"Array[{result}]" if result else NEVER
                yield f"Array[{weak}]", f"Array[{self.row(weak)}]", "Array[_R]"
        numpy_operand = "np.ndarray[Any, Any]" if not self.takes_scalars else "np.ndarray[Any, Any] | np.generic"
        yield f"Array[{' | '.join(self.weak)}]", numpy_operand, ANY
        if self.takes_scalars:
            yield from self.numpy_scalars_of_python()
        yield from self.columns()
        if not self.reflected:
            yield from self.narrow()
        yield from self.rejected_and_categories()

    def row(self, column: str) -> str:
        """What a checker reads the result from: the join's own result class, inside the join."""
        if self.keeps_join:
            return having(f"{join_class(column)}[_R]")
        return having(f"{join_class(column)}[{having(f'{result_class(self.group)}[Any, _R]')}]")

    def operand(self, node: str, *, arrays: bool = True) -> str:
        """What stands for a node: its arrays, NumPy's arrays and scalars that become it, the Python scalar."""
        types = [f"Array[{node}]"] if arrays and not self.reflected else []
        for ours, name in NUMPY_TYPES.items():
            if self.system.truncated.get(ours, ours) == node:
                types.append(f"np.ndarray[Any, np.dtype[np.{name}]]")
                if self.takes_scalars:
                    types.append(f"np.{name}")
        if self.takes_scalars and node in self.scalar_of and self.takes(node):
            types.append(self.scalar_of[node])
        return " | ".join(types)

    def takes(self, column: str) -> bool:
        return any(self.result(mine, column) for mine in self.strong)

    def weak_joins(self, column: str, others: Iterable[str]) -> dict[str, list[str]]:
        """The weak joins in a column. They inherit their default dtype's rows, so their results are given by name."""
        found: dict[str, list[str]] = {}
        for other in others if not self.keeps_join else ():
            join = self.join(other, column)
            if join in self.weak:
                found.setdefault(join, []).append(other)
        return found

    def weak_and_numpy_scalars_of_python(self) -> Iterator[Overload]:
        """`numpy.float64` is a `float`, but not a weak one."""
        for name in PYTHON_SUBCLASSES if self.takes_scalars else ():
            grouped: dict[str | None, list[str]] = {}
            for mine in self.weak:
                grouped.setdefault(self.result(mine, self.system.truncated.get(name, name)), []).append(mine)
            for result, names in grouped.items():
                yield f"Array[{' | '.join(names)}]", f"np.{name}", f"Array[{result}]" if result else NEVER

    def weak_by_name(self) -> Iterator[Overload]:
        yield from self.rejected_scalar("bool" if "bool" in self.system.scalars else None, self.weak)
        for mine in self.weak:
            for other in self.weak:
                scalar = self.scalar_of[other]
                array_result, scalar_result = self.result(mine, other), self.result(mine, scalar)
                if self.reflected:
                    types = {scalar_result: [scalar]}
                else:
                    types = {array_result: [f"Array[{other}]"]}
                    types.setdefault(scalar_result, []).append(scalar)
                for result, names in types.items():
                    if result:
                        yield f"Array[{mine}]", " | ".join(names), f"Array[{result}]"

    def exceptions(self) -> Iterator[Overload]:
        """The pairs whose result is not the one of their join, with weak operands before those they are subtypes of."""
        static_power = self.op == "pow" and not self.reflected
        if static_power and any(("int" in pair) for pair in self.system.exceptions.get("pow", {})):
            changed: dict[str, list[str]] = {}
            for mine in (*self.strong, *self.weak):
                result = self.result(mine, "int")
                if result and result != mine:
                    changed.setdefault(result, []).append(mine)
            for result, names in changed.items():
                yield f"Array[{' | '.join(names)}]", STATIC_POWER, f"Array[{result}]"
            yield "Array[_D]", STATIC_POWER, "Array[_D]"
        if self.reflected:
            yield from self.exceptional_scalars()
            return
        for other in (*self.weak, *self.strong):
            for result, names in self.off_rule(other).items():
                operand = f"Array[{other}]" if other in self.weak else self.operand(other)
                yield f"Array[{' | '.join(names)}]", operand, f"Array[{result}]" if result else NEVER

    def off_rule(self, other: str) -> dict[str | None, list[str]]:
        """The dtypes of self whose result with `other` is not that of the join, by result."""
        grouped: dict[str | None, list[str]] = {}
        for mine in (*self.weak, *self.strong):
            if (other in self.weak and mine in self.weak) or (NARROW.issuperset((mine, other))):
                continue  # given by name, or without any join
            join = self.join(mine, other)
            if self.result(mine, other) != (self.system.unary(self.op, join) if join else None):
                grouped.setdefault(self.result(mine, other), []).append(mine)
        return grouped

    def exceptional_scalars(self) -> Iterator[Overload]:
        if not self.takes_scalars:
            return
        exceptional: set[str] = set()
        lines: list[Overload] = []
        # From the widest scalar type to the narrowest: an exception for `float` would catch `int` and `bool` as well.
        for scalar in reversed(list(self.system.scalars)):
            exceptional |= {n for names in self.off_rule(scalar).values() for n in names}
            grouped: dict[str | None, list[str]] = {}
            for mine in (n for n in self.strong if n in exceptional):
                grouped.setdefault(self.result(mine, scalar), []).append(mine)
            for result, names in grouped.items():
                lines.insert(0, (f"Array[{' | '.join(names)}]", scalar, f"Array[{result}]" if result else NEVER))
        yield from lines

    def numpy_scalars_of_python(self) -> Iterator[Overload]:
        for name in PYTHON_SUBCLASSES:
            column = self.system.truncated.get(name, name)
            if column in self.strong and self.takes(column):
                yield f"Array[{self.row(column)}]", f"np.{name}", "Array[_R]"
                rejecting = [n for n in self.strong if self.result(n, column) is None]
                if rejecting:  # which may well take Python's
                    yield f"Array[{' | '.join(rejecting)}]", f"np.{name}", NEVER

    def columns(self) -> Iterator[Overload]:
        # `bool` before `int`; weak columns before the strong ones that their arrays are assignable to.
        first = [n for n in ("bool_", *self.weak) if n in self.system.nodes]
        rest = [n for n in self.wide if n not in first]
        by_name = not self.reflected and self.commutes
        for column in first:
            yield from self.column(column, arrays=True)
        for mine in (n for n in self.wide if by_name and n not in self.weak):
            # By the other's row, since a checker is quick to drop an overload whose self is another dtype.
            if self.takes(mine):
                for join, others in self.weak_joins(mine, self.wide).items():
                    result = self.system.unary(self.op, join)
                    yield f"Array[{mine}]", f"Array[{' | '.join(others)}]", f"Array[{result}]" if result else NEVER
                yield f"Array[{mine}]", f"Array[{self.row(mine)}]", "Array[_R]"
        for column in rest:
            yield from self.column(column, arrays=not by_name)

    def column(self, column: str, *, arrays: bool) -> Iterator[Overload]:
        """What any dtype makes with one."""
        operand = self.operand(column, arrays=arrays)
        if operand and self.takes(column):
            for join, mine_names in self.weak_joins(column, self.wide).items():
                result = self.system.unary(self.op, join)
                yield f"Array[{' | '.join(mine_names)}]", operand, f"Array[{result}]" if result else NEVER
            yield f"Array[{self.row(column)}]", operand, "Array[_R]"
        yield from self.rejected_scalar(self.scalar_of.get(column))

    def rejected_scalar(self, scalar: str | None, among: Iterable[str] | None = None) -> Iterator[Overload]:
        """What rejects a ``bool`` would go on to take it as an ``int``."""
        scalars = list(self.system.scalars)
        wider = scalars[scalars.index(scalar) + 1 :] if scalar is not None and self.takes_scalars else []
        rejecting = [
            n
            for n in (self.strong if among is None else among)
            if wider and not self.result(n, scalar or "") and any(self.result(n, other) for other in wider)
        ]
        if rejecting:
            yield f"Array[{' | '.join(rejecting)}]", scalar or "", NEVER

    def narrow(self) -> Iterator[Overload]:
        """The narrow dtypes have no column: they promote with themselves, and with what lies below all of them."""
        names = [n for n in self.system.nodes if n in NARROW]
        if not names:
            return
        result = result_class(self.group)
        yield f"Array[{having(f'{result}[_D, _R]')}]", f"Array[{having(f'{result}[_D, Any]')}]", "Array[_R]"
        below: dict[tuple[str, ...], list[str]] = {}
        for mine in self.wide:
            above = tuple(n for n in names if self.join(mine, n) == n)
            if above and any(self.system.unary(self.op, n) for n in above):
                below.setdefault(above, []).append(mine)
        for mine_names in below.values():
            row = having(f"{join_class(mine_names[0])}[{having(f'{result}[Any, _R]')}]")
            yield f"Array[{' | '.join(mine_names)}]", f"Array[{row}]", "Array[_R]"
            if self.commutes:  # else the columns have said so
                yield f"Array[{row}]", f"Array[{' | '.join(mine_names)}]", "Array[_R]"

    def rejected_and_categories(self) -> Iterator[Overload]:
        yield from self.rejected()
        bools, inexact = self.system.unary(self.op, "bool_") is not None, self.takes_inexact
        kinds = "" if inexact else "bool_ | integer" if bools else "integer"
        scalars = " | ".join(s for s, node in self.system.scalars.items() if self.takes_scalars and self.takes(node))
        numpy = "np.ndarray[Any, Any]" + (" | np.generic" if self.takes_scalars else "")
        operand = " | ".join(filter(None, (numpy, scalars)))
        anything = f"Array[{kinds}]" if kinds else ANY  # not of `generic`: ty 0.0.38 narrows to `Array[object]`
        yield anything, operand if self.reflected else f"{anything} | {operand}", ANY
        if kinds:
            # Else a checker would go on to the operator of NumPy's array, which takes everything.
            yield "Array[inexact]" if bools else "Array[bool_ | inexact]", numpy, NEVER

    def rejected(self) -> Iterator[Overload]:
        """The pairs that are rejected, and no others.

        A union of what is accepted must not fit: mypy takes an overload that fits it as a whole, if that says less than
        those that fit its members, and nothing says less than `Never`.
        """
        taking = [n for n in (*self.strong, *self.weak) if self.takes_inexact or self.system.unary(self.op, n)]
        narrow = [n for n in taking if n in NARROW]
        grouped: dict[str, list[str]] = {}
        for mine in taking:
            arrays = [] if self.reflected else [n for n in taking if self.result(mine, n) is None]
            if mine in NARROW and not set(narrow).isdisjoint(arrays):
                # Each rejects all others, and only the dtype itself fits before: one overload for all of them.
                grouped.setdefault(f"Array[{' | '.join(narrow)}]", []).append(mine)
                arrays = [n for n in arrays if n not in NARROW]
            operand = " | ".join([*([f"Array[{' | '.join(arrays)}]"] if arrays else []), *self.rejected_others(mine)])
            if operand:
                grouped.setdefault(operand, []).append(mine)
        for operand, names in grouped.items():
            yield f"Array[{' | '.join(names)}]", operand, NEVER

    def rejected_others(self, mine: str) -> Iterator[str]:
        """What is no array and is rejected: NumPy's arrays and scalars, Python's scalars."""
        for ours, name in NUMPY_TYPES.items():
            column = self.system.truncated.get(ours, ours)
            if column in self.system.nodes and self.result(mine, column) is None:
                yield f"np.ndarray[Any, np.dtype[np.{name}]]"
                if self.takes_scalars:
                    yield f"np.{name}"
        for scalar, node in self.system.scalars.items():
            if self.takes_scalars and self.takes(node) and self.result(mine, scalar) is None:
                yield scalar
