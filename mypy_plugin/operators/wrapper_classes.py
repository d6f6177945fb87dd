"""Reads the arrays in wrapper classes of other packages that forward every operator to their array: ``flax.nnx.Param``.

A wrapper may get an array of another dtype: ``parameter.value = x``. The checker only knows the type argument of the
first array. So the dtype is unknown if any statement in the file assigns a value to a wrapper of that name.
"""

from __future__ import annotations

from mypy.literals import literal, literal_hash
from mypy.maptype import map_instance_to_supertype
from mypy.nodes import (
    LITERAL_NO,
    AssignmentStmt,
    CallExpr,
    Expression,
    ExpressionStmt,
    IndexExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    OperatorAssignmentStmt,
    RefExpr,
    Statement,
)
from mypy.plugin import AttributeContext, MethodContext, MethodSigContext
from mypy.types import AnyType, FunctionLike, Instance, Type, UnionType, get_proper_type

from ..mypy_compat.binder import forget_in_binder
from ..mypy_compat.modules import current_file
from ..per_file_cache import OfFiles
from ..statements import blocks
from ..types.array_types import dtype_object, without_dtypes
from ..types.operands import as_array, known_dtype
from ..variables.assignment_marker import inner_value

VARIABLE = "flax.nnx.variablelib.Variable"
FORWARDERS = (VARIABLE,)
"""The generic classes whose operators act on a value described by their first type argument."""
ATTRIBUTES = ("value", "raw_value")
VALUES = tuple(f"{VARIABLE}.{name}" for name in ATTRIBUTES)
"""The full names of the attributes that hold the value."""
DTYPE = f"{VARIABLE}.dtype"
"""The full name of the attribute that is the dtype of the value."""
GETTERS = ("get_value", "get_raw_value")
"""The methods that return the value."""
ITEM = "__getitem__"
"""The method that returns an item or a slice of the value."""
METHODS = ("set_value", "set_raw_value")
RESHAPING = frozenset(f"jax.numpy.{name}" for name in ("moveaxis", "ravel", "reshape", "swapaxes", "transpose"))
"""The functions that return an array of the same dtype in another shape."""
SETTERS = tuple(f".{name}" for name in METHODS)
"""The ends of the full names of the methods that replace the value."""


def value_type(t: Instance) -> Type | None:
    """The type of a wrapper's value, or None if the type is no wrapper."""
    base = next((base for base in t.type.mro if base.fullname in FORWARDERS), None)
    return None if base is None else map_instance_to_supertype(t, base).args[0]


def unwrapped(tree: MypyFile, t: Type, expression: object) -> Type:
    """The type of an operand; for a wrapper, the type of its value.

    Args:
        tree: the file.
        t: the type.
        expression: the operand.
    """
    proper = get_proper_type(t)
    if isinstance(proper, UnionType):
        return UnionType([unwrapped(tree, item, expression) for item in proper.items])
    value = value_type(proper) if isinstance(proper, Instance) else None
    if value is None:
        return t
    return without_dtypes(value) if is_replaced(tree, expression) else value


def value_of_forwarder(ctx: AttributeContext) -> Type:
    """Attribute hook of `VALUES`: a new value may have any dtype, and the dtype is unknown if it is ever replaced."""
    is_open = ctx.is_lvalue or is_replaced(current_file(ctx.api), ctx.context)
    return without_dtypes(ctx.default_attr_type) if is_open else ctx.default_attr_type


def dtype_of_forwarder(ctx: AttributeContext) -> Type:
    """Attribute hook of `DTYPE`: the dtype of the wrapped array, which the class forwards."""
    value = value_type(ctx.type) if isinstance(ctx.type, Instance) else None
    dtype = None if value is None or isinstance(get_proper_type(value), AnyType) else known_dtype(value)
    if dtype is None or ctx.is_lvalue or is_replaced(current_file(ctx.api), ctx.context):
        return ctx.default_attr_type
    return dtype_object(ctx.api, dtype) or ctx.default_attr_type


def getter(ctx: MethodContext) -> Type:
    """Method hook of `GETTERS`: the dtype is unknown if the value is ever replaced."""
    owner, call = ctx.type, ctx.context
    if not isinstance(owner, Instance) or value_type(owner) is None or not isinstance(call, CallExpr):
        return ctx.default_return_type
    is_open = is_replaced(current_file(ctx.api), call.callee)
    return without_dtypes(ctx.default_return_type) if is_open else ctx.default_return_type


def item(ctx: MethodContext) -> Type:
    """Method hook of `ITEM`: an item or slice of a wrapped array has the dtype of the array."""
    owner, place = ctx.type, ctx.context
    value = value_type(owner) if isinstance(owner, Instance) else None
    array = get_proper_type(value) if value is not None else None
    declared = get_proper_type(ctx.default_return_type)
    if not isinstance(array, Instance) or not isinstance(declared, Instance):
        return ctx.default_return_type
    if as_array(array) is None or as_array(declared) is None or not isinstance(place, IndexExpr):
        return ctx.default_return_type
    return without_dtypes(array) if is_replaced(current_file(ctx.api), place.base) else array


def setter(ctx: MethodSigContext) -> FunctionLike:
    """Signature hook of `SETTERS`: a new value may have any dtype, and mypy forgets the type of the old one."""
    signature, owner, call = ctx.default_signature, ctx.type, ctx.context
    if not isinstance(owner, Instance) or value_type(owner) is None:
        return signature
    if isinstance(call, CallExpr) and isinstance(call.callee, MemberExpr):
        forget_in_binder(ctx.api, call.callee.expr)
    return signature.copy_modified(arg_types=[without_dtypes(t) for t in signature.arg_types])


def is_replaced(tree: MypyFile, expression: object) -> bool:
    """Whether the file replaces the value of a wrapper with this expression's name, or with the name of its object."""
    return not _replaced(tree).isdisjoint(_names(expression))


def _names(expression: object) -> list[str]:
    """The last name in an expression, and the last name in the object that it is an attribute of."""
    if isinstance(expression, MemberExpr):
        return [expression.name, *_names(expression.expr)[:1]]
    return [expression.name] if isinstance(expression, NameExpr) else []


def _find_replaced(tree: MypyFile) -> frozenset[str]:
    """The names of the wrappers whose value is replaced: ``self.mean.value = x``, ``mean.set_value(x)``."""
    names: set[str] = set()
    waiting: list[Statement] = list(tree.defs)
    while waiting:
        statement = waiting.pop()
        names.update(_replaced_by(statement))
        waiting += (inner for block in blocks(statement) for inner in block.body)
    return frozenset(names)


def _replaced_by(statement: Statement) -> list[str]:
    """The names of the wrappers whose value a statement replaces."""
    match statement:
        case AssignmentStmt(lvalues=lvalues, rvalue=value):
            held = [lvalue.expr for lvalue in lvalues if isinstance(lvalue, MemberExpr) and lvalue.name in ATTRIBUTES]
            held = [wrapper for wrapper in held if not _is_reshaped(inner_value(value), wrapper)]
        case OperatorAssignmentStmt(lvalue=MemberExpr(name=name, expr=expr)) if name in ATTRIBUTES:
            held = [expr]
        case ExpressionStmt(expr=CallExpr(callee=MemberExpr(name=name, expr=expr))) if name in METHODS:
            held = [expr]
        case _:
            held = []
    return [name for expression in held for name in _names(expression)[:1]]


def _is_reshaped(value: Expression, wrapper: Expression) -> bool:
    """Whether a new value is the old one in another shape: ``kernel.value = jnp.reshape(kernel.value, shape)``."""
    match value:
        case CallExpr(callee=RefExpr(fullname=function), args=[MemberExpr(name=name, expr=owner), *_]):
            is_same = literal(owner) != LITERAL_NO and literal_hash(owner) == literal_hash(wrapper)
            return is_same and name in ATTRIBUTES and function in RESHAPING
    return False


_replaced = OfFiles(_find_replaced)
