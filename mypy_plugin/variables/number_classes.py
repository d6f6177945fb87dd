"""Tells whether a number has the class that mypy infers: in ``rate: float = 1``, an `int` is a `float` to mypy.

NumPy's `float64` is a `float`, too. JAX promotes them differently: int32 times `1` is int32, and int32 times `1.0` is
float32. So the class counts only where it is plain to see: a literal, a declared parameter, the only value of a
variable, a call, and what operators make of these. Where the interpreter knows more, it tells the result's dtype.
"""

from __future__ import annotations

from mypy.nodes import (
    ARG_POS,
    LDEF,
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
from ..known_numbers import known_numbers
from ..mypy_compat.expressions import stored_type
from ..mypy_compat.modules import current_file, loaded_modules
from .assignment_marker import inner_value
from .assignment_record import CONSTRUCTORS, Site
from .assignments import assignments_of
from .generic_results import returns_variable
from .keys import Key, key_of, root_place
from .symbols import has_inferred_type, variable

LITERALS = {IntExpr: "builtins.int", FloatExpr: "builtins.float", ComplexExpr: "builtins.complex"}
"""The class of each number literal."""
EXTREMES = frozenset(("builtins.max", "builtins.min"))
SELECTING = frozenset(f"builtins.{name}" for name in ("abs", "max", "min", "next", "round", "sum"))
"""The functions whose result has the class of an argument."""


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
        case NameExpr(node=Var() as var) if var.fullname in ("builtins.True", "builtins.False"):
            return True
        case NameExpr(node=Var()) | MemberExpr():
            return _is_certain_variable(api, expression, name, seen)
        case IndexExpr(base=base):
            root = root_place(base)
            return not assignments_of(current_file(api)).items.get(key_of(root) or "") and _is_declared(api, root)
        case CallExpr(callee=RefExpr(fullname=called), args=[_, _, *_] as arguments) if called in EXTREMES:
            return all(kind == ARG_POS for kind in expression.arg_kinds) and all(
                class_of(stored_type(api, each)) == name and _is_certain(api, each, name, seen) for each in arguments
            )
        case CallExpr(callee=RefExpr(fullname=called)) if called in SELECTING or called.startswith("numpy."):
            return False
        case CallExpr():
            return not returns_variable(api, expression)
        case ConditionalExpr(if_expr=one, else_expr=other) | OpExpr(op="or" | "and", left=one, right=other):
            return all(
                class_of(stored_type(api, each)) == name and _is_certain(api, each, name, seen) for each in (one, other)
            )
        case OpExpr(left=left, right=right):
            pairs = [(each, class_of(stored_type(api, each))) for each in (left, right)]
            return all(found and _is_certain(api, each, found, seen) for each, found in pairs)
    return type(expression) in LITERALS


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
        return key not in facts.unpacked and _is_certain_attribute(api, place, name, seen)
    if not places and _is_parameter(place) and key not in facts.unannotated:
        return all(_has_class(api, default, name, seen) for default in values)
    if places and all(isinstance(site.statement, ForStmt) for site in places):
        return all(map(_is_over_range, places))
    if len(values) + len(facts.unpacked.get(key, ())) > 1 or key in facts.repeated:
        return False
    if len(places) == 1 and not values and _is_shape(places[0]):
        return True
    is_variable = values and key not in facts.unannotated and not _is_parameter(place)
    return bool(is_variable) and _has_class(api, values[0], name, seen)


def _is_certain_attribute(api: CheckerPluginInterface, place: MemberExpr, name: str, seen: frozenset[Key]) -> bool:
    """Whether an attribute is declared, or gets certain values, and only where its object is made."""
    facts, key = assignments_of(current_file(api)), key_of(place) or ""
    places = [site for site in facts.places.get(key, ()) if not _is_declaration(site)]
    makers = (site.function is None or getattr(site.function, "name", "") in CONSTRUCTORS for site in places)
    is_set_once = key not in facts.assigned_on_others and all(makers)
    if not is_set_once or not all(_has_class(api, site.value, name, seen) for site in places):
        return False
    var = variable(api, place)
    if var is None or not var.info:  # `info` is false outside classes
        return not places and (var is None or is_library(var.fullname, loaded_modules(api)))
    if var.info.module_name == current_file(api).fullname:
        return bool(places) or not has_inferred_type(var)
    is_declared = is_library(var.fullname, loaded_modules(api)) and not has_inferred_type(var)
    return is_declared or known_numbers(api).class_of(api, place.name) == name


def _is_declaration(site: Site) -> bool:
    """Whether a statement declares an attribute and gives it no value."""
    return isinstance(site.value, TempNode) and site.value.no_rhs


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


def _is_shape(site: Site) -> bool:
    """Whether an assignment unpacks the shape of an array: ``rows, columns = x.shape``."""
    return isinstance(site.value, MemberExpr) and site.value.name == "shape" and isinstance(site.lvalues[0], TupleExpr)


def _is_parameter(place: NameExpr) -> bool:
    """Whether a name is that of a parameter."""
    return isinstance(place.node, Var) and place.node.is_argument


def _is_declared(api: CheckerPluginInterface, place: Expression) -> bool:
    """Whether a place is a parameter, or an attribute that a class of this file or of a library declares."""
    if not isinstance(place, MemberExpr):
        return isinstance(place, NameExpr) and _is_parameter(place)
    var = variable(api, place)
    if var is None or not var.info:
        return var is None or is_library(var.fullname, loaded_modules(api))
    is_known = var.info.module_name == current_file(api).fullname or is_library(var.fullname, loaded_modules(api))
    return is_known and not has_inferred_type(var)


def _is_over_range(site: Site) -> bool:
    """Whether an assignment is that of a loop's only variable, whose values are integers: ``for i in range(n)``."""
    is_range = isinstance(site.value, CallExpr) and getattr(site.value.callee, "fullname", "") == "builtins.range"
    return is_range and isinstance(site.lvalues[0], NameExpr)
