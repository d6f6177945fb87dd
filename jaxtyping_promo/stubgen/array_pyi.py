"""The stub of `jaxtyping_promo.array`: the generic `Array`, its operators as overloads, its other members as they are.

The members that are no operators are written by hand in ``array_members.pyi`` beside this file.
"""

from __future__ import annotations

from importlib.resources import files

from ..rules.operators import BINARY, COMPARISONS, REFLECTABLE, UNARY
from ..system import System
from .docstrings import documented
from .groups import groups, with_groups
from .header import header
from .methods import with_rules
from .names import OPERAND, REQUESTED, join_class, result_class, rows, wide
from .overloads import overloads
from .unary import unary_overloads

MATCHED = ("__add__", "__sub__", "__mul__", "__mod__")
"""The methods that typeshed's `operator` matches with protocols."""


def render(system: System) -> str:
    """The text of ``array.pyi`` for one promotion system."""
    before, after = files(__package__).joinpath("array_members.pyi").read_text().split("    # OPERATORS\n")
    before = before[before.index('"""') :]
    classes = ["_Concrete", "_NumPy", REQUESTED, *row_classes(system)]
    text = (
        before.replace("    # ROWS\n", "".join(f"    {name} as {name},\n" for name in classes)).join(
            [header(system), ""]
        )
        + "\n".join([*operators(system), ""])
        + after
    )
    return with_rules(text, system) if system.name == "jax" else text


def operators(system: System) -> list[str]:
    """The lines of every operator."""
    lines = []
    for op in REFLECTABLE:
        lines += _method(system, op, reflected=False)
        lines += _method(system, op, reflected=True)
    for op in COMPARISONS:
        lines += _method(system, op, reflected=False)
    return lines + _unary(system)


def row_classes(system: System) -> list[str]:
    """The base classes of the dtypes that carry what they promote to."""
    joins = [join_class(n) for n in (*wide(system), *system.defaults)]
    return [OPERAND, *joins, *map(result_class, rows(system)), *groups(system).values()]


def _method(system: System, op: str, *, reflected: bool) -> list[str]:
    name = f"__r{op}__" if reflected else f"__{op}__"
    if op == "divmod":
        # typeshed's `divmod` matches this with a protocol, by the first overload alone: the others would be errors.
        only = f"    def {name}(self, other: ArrayLike, /) -> tuple[Array[Any], Array[Any]]: ..."
        return documented([only], _shown(op, reflected))
    lines: list[str] = []
    for mine, other, result in overloads(system, op, reflected=reflected):
        mine, other = with_groups(system, mine), with_groups(system, other)
        # `object` is equal to any object; an array is compared with what it promotes with.
        ignore = "  # type: ignore[override]" if op in ("eq", "ne") and not lines else ""
        lines += [f"    @overload{ignore}", f"    def {name}(self: {mine}, other: {other}, /) -> {result}: ..."]
        if name in MATCHED and len(lines) == 2:
            lines += ["    @overload", f"    def {name}(self, other: Array[{OPERAND}[_E, _E]], /) -> Array[Any]: ..."]
    if name == "__pow__":
        # typeshed's `pow` matches this with protocols, by the first overload that fits at all: only this one does.
        lines += ["    @overload", f"    def {name}(self, other: Any, modulo: None = None, /) -> Array[Any]: ..."]
    return documented(lines, _shown(op, reflected))


def _shown(op: str, reflected: bool) -> str:
    """The docstring of a binary operator."""
    left, right = ("other", "self") if reflected else ("self", "other")
    expression = f"divmod({left}, {right})" if op == "divmod" else f"{left} {BINARY[op]} {right}"
    return f"``{expression}``, for an operand that is no array." if reflected else f"``{expression}``"


def _unary(system: System) -> list[str]:
    lines = []
    for op in UNARY:
        arguments = ", ndigits: int" if op == "round" else ""
        found = []
        for mine, result in unary_overloads(system, op):
            found += ["    @overload", f"    def __{op}__(self: {with_groups(system, mine)}) -> {result}: ..."]
        lines += documented(found, f"``{op}(self)``" if UNARY[op].isalpha() else f"``{UNARY[op]}self``")
        if op == "round":
            lines += ["    @overload", f"    def __{op}__(self{arguments}) -> Array[_D_co]: ..."]
    return lines
