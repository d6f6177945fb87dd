"""Tells whether a number has the class that mypy infers: in ``rate: float = 1``, an `int` is a `float` to mypy.

NumPy's `float64` is a `float`, too. JAX promotes them differently: int32 times `1` is int32, and int32 times `1.0` is
float32. So the class counts only where it is plain to see: a literal, a declared parameter, the only value of a
variable, an attribute (`number_attributes`), a call, and what operators make of these.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy.nodes import (
    ARG_POS,
    LDEF,
    AssignmentStmt,
    CallExpr,
    ComplexExpr,
    ConditionalExpr,
    Expression,
    FloatExpr,
    ForStmt,
    IndexExpr,
    IntExpr,
    ListExpr,
    MemberExpr,
    NameExpr,
    OpExpr,
    RefExpr,
    TempNode,
    TupleExpr,
    UnaryExpr,
    Var,
)
from mypy.plugin import CheckerPluginInterface
from mypy.types import Instance, LiteralType, TupleType, Type, get_proper_type

from ..any_type import ANYTHING
from ..installed_packages import is_library
from ..jax_names import SCALARS
from ..mypy_compat.expressions import stored_type
from ..mypy_compat.modules import current_file, loaded_modules
from ..run_state import OfRun
from .assignment_marker import inner_value
from .assignment_record import Site
from .assignments import assignments_of
from .generic_results import returns_variable
from .keys import Key, key_of, root_place
from .symbols import has_inferred_type, variable

if TYPE_CHECKING:
    from ...interpreter.number_attributes import NumberAttributes

LITERALS = {IntExpr: "builtins.int", FloatExpr: "builtins.float", ComplexExpr: "builtins.complex"}
"""The class of each number literal."""
number_attributes: OfRun[dict[str, NumberAttributes]] = OfRun(dict)
"""The numbers in attributes, as the interpreter knows them, for each file by its path."""
EXTREMES = frozenset(("builtins.max", "builtins.min"))
SELECTING = EXTREMES | {f"builtins.{name}" for name in ("abs", "next", "round", "sum")}
"""The functions whose result has the class of an argument, or of an item of their argument."""


def class_of(t: Type | None) -> str:
    """The full name of the class of a Python number; an empty string if the type is none."""
    proper = get_proper_type(t)
    if isinstance(proper, LiteralType):
        proper = proper.fallback
    name = proper.type.fullname if isinstance(proper, Instance) else ""
    return name if name in SCALARS else ""


def shown_number(api: CheckerPluginInterface, t: Type, expression: Expression) -> Type:
    """The type of an operand; a number that may be of another class becomes `Any`.

    Args:
        api: the type checker.
        t: the type that mypy infers.
        expression: the operand.
    """
    if not class_of(t) or isinstance(expression, TempNode):  # mypy's stand-in for the left operand of a comparison
        return t
    own = _single_literal(api, expression) or expression
    name = LITERALS.get(type(own)) or class_of(t)
    if not _is_certain(api, own, name):
        return ANYTHING
    return t if name == class_of(t) else api.named_generic_type(name, [])


def _single_literal(api: CheckerPluginInterface, expression: Expression) -> Expression | None:
    """The number literal that is the only value of a local variable: ``rate: float = 1``."""
    facts, key = assignments_of(current_file(api)), key_of(expression)
    if not isinstance(expression, NameExpr) or expression.kind != LDEF or key is None:
        return None
    sites = facts.places.get(key, [])
    is_single = len(sites) == len(facts.values.get(key, ())) == 1 and key not in facts.unpacked
    return sites[0].value if is_single and type(sites[0].value) in LITERALS else None


def tree_with_shown_numbers(api: CheckerPluginInterface, t: Type, expression: Expression) -> Type:
    """The type of a number or a tuple of numbers, with `Any` for each number that may be of other classes."""
    proper = get_proper_type(t)
    if isinstance(proper, TupleType) and isinstance(expression, TupleExpr):
        if len(proper.items) != len(expression.items):
            return t
        pairs = zip(proper.items, expression.items, strict=True)
        return proper.copy_modified(items=[tree_with_shown_numbers(api, *pair) for pair in pairs])
    return shown_number(api, t, expression)


def _is_certain(
    api: CheckerPluginInterface, expression: Expression, name: str, seen: frozenset[Key] = frozenset()
) -> bool:
    """Whether a number is of one class, and of no class that mypy accepts in its place.

    Args:
        api: the type checker.
        expression: the number.
        name: the class that mypy infers.
        seen: the variables that are being followed, whose values may name them again: ``n = n + 1``.
    """
    match expression := inner_value(expression):
        case UnaryExpr(expr=operand):
            return _is_certain(api, operand, class_of(stored_type(api, operand)) or name, seen)
        case NameExpr(fullname="builtins.True" | "builtins.False"):
            return True
        case NameExpr(node=Var()) | MemberExpr():
            return _is_certain_variable(api, expression, name, seen)
        case IndexExpr(base=base) if isinstance(root := root_place(base), MemberExpr | NameExpr):
            is_open = isinstance(root, MemberExpr) or _is_parameter(root)
            has_items = bool(assignments_of(current_file(api)).items.get(key_of(root) or ""))
            return is_open and not has_items and _is_certain_variable(api, root, name, seen)
        case CallExpr(callee=RefExpr(fullname=called), args=[_, _, *_] as arguments) if called in EXTREMES:
            return {*expression.arg_kinds} == {ARG_POS} and _are_certain(api, arguments, name, seen)
        case CallExpr(callee=RefExpr(fullname=called)) if called in SELECTING or called.startswith("numpy."):
            return False
        case CallExpr():
            return not returns_variable(api, expression)
        case ConditionalExpr(if_expr=one, else_expr=other) | OpExpr(op="or" | "and", left=one, right=other):
            return _are_certain(api, [one, other], name, seen)
        case OpExpr(left=left, right=right):
            pairs = [(each, class_of(stored_type(api, each))) for each in (left, right)]
            return all(found and _is_certain(api, each, found, seen) for each, found in pairs)
    return type(expression) in LITERALS


def _are_certain(api: CheckerPluginInterface, numbers: list[Expression], name: str, seen: frozenset[Key]) -> bool:
    """Whether all of some numbers are of one class."""
    return all(class_of(stored_type(api, one)) == name and _is_certain(api, one, name, seen) for one in numbers)


def _is_certain_variable(
    api: CheckerPluginInterface, place: NameExpr | MemberExpr, name: str, seen: frozenset[Key]
) -> bool:
    """Whether a variable or attribute is declared and gets no other value in this file, or gets certain values only."""
    facts, key = assignments_of(current_file(api)), key_of(place)
    if key is None or key in seen:
        return False
    seen |= {key}
    values, places = facts.values.get(key, []), facts.places.get(key, [])
    if isinstance(place, MemberExpr):
        return key not in facts.unpacked and _is_certain_attribute(api, place, name)
    if not places and _is_parameter(place) and key not in facts.unannotated:
        return all(_has_class(api, default, name, seen) for default in values)
    if places and not values:
        return all(map(_gives_ints, places))
    if len(values) + len(facts.unpacked.get(key, ())) > 1 or key in facts.repeated:
        return False
    return bool(values) and not _is_parameter(place) and _has_class(api, values[0], name, seen)


def _is_certain_attribute(api: CheckerPluginInterface, place: MemberExpr, name: str) -> bool:
    """Whether an attribute has a class for the interpreter, or a library declares it."""
    var = variable(api, place)
    if var is not None and not is_library(var.fullname, loaded_modules(api)):
        known = number_attributes(api).get(current_file(api).path) if var.info else None  # false outside classes
        path = loaded_modules(api)[var.info.module_name].path if known is not None else ""
        return known is not None and f"builtins.{known.kind(path, var.info.name, place.name)}" == name
    is_set_here = (key_of(place) or "") in assignments_of(current_file(api)).places
    return not is_set_here and (var is None or not has_inferred_type(var))


def _has_class(api: CheckerPluginInterface, value: Expression, name: str, seen: frozenset[Key]) -> bool:
    """Whether a value that a variable gets is a number of a class, or None, which is no number."""
    own = inner_value(value)
    if isinstance(own, NameExpr) and own.fullname == "builtins.None":
        return True
    if isinstance(own, TupleExpr | ListExpr):
        return all(_has_class(api, item, name, seen) for item in own.items)
    declared = own.node.type if isinstance(own, NameExpr) and isinstance(own.node, Var) else None
    found = LITERALS.get(type(own)) or class_of(declared or stored_type(api, own))
    return found == name and _is_certain(api, own, name, seen)


def _is_parameter(place: NameExpr) -> bool:
    """Whether a name is that of a parameter."""
    return isinstance(place.node, Var) and place.node.is_argument


def _gives_ints(site: Site) -> bool:
    """Whether a statement gives its variables integers: ``for i in range(n)``, ``rows, columns = x.shape``."""
    match site.value:
        case CallExpr(callee=RefExpr(fullname="builtins.range")):
            return isinstance(site.statement, ForStmt) and isinstance(site.lvalues[0], NameExpr)
        case MemberExpr(name="shape"):
            return isinstance(site.statement, AssignmentStmt) and isinstance(site.lvalues[0], TupleExpr)
    return False
