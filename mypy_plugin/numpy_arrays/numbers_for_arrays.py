"""Keeps mypy's error for a NumPy number where an array is declared: ``return np.sum(x * y)`` in a ``-> np.ndarray``.

The plugin makes a dtype unknown where NumPy's stubs state a wrong one. A number of unknown dtype is `Any`, which mypy
accepts everywhere. So where an array is declared, the call keeps the number that NumPy's stubs state. Without an error,
the dtype of that number would be wrong; with it, nothing follows from the number.
"""

from __future__ import annotations

from mypy.nodes import CallExpr, Expression, MemberExpr, NameExpr, TempNode, Var
from mypy.plugin import CheckerPluginInterface, FunctionContext, MethodContext
from mypy.subtypes import is_subtype
from mypy.types import AnyType, Instance, NoneType, Type, UnionType, get_proper_type

from ..jax_names import SCALARS
from ..mypy_compat.modules import current_file
from ..types.expression_types import CallArgument, arguments_of, synthetic_call, type_of
from ..types.numpy_types import NUMPY_GENERIC, corrected_calls
from ..types.operands import is_ndarray
from ..variables.assignment_marker import inner_value
from ..variables.assignments import assignments_of
from ..variables.keys import key_of


def is_number_for_array(api: CheckerPluginInterface, stated: Type) -> bool:
    """Whether a type is, or may be, a number, and the place of the current call declares an array."""
    proper, expected = get_proper_type(stated), api.type_context[-1]
    items = [get_proper_type(item) for item in proper.items] if isinstance(proper, UnionType) else [proper]
    if not any(isinstance(item, Instance) and _is_number(item) for item in items):
        return False
    return expected is not None and _is_array(expected) and not is_subtype(proper, expected)


def number_for_array(ctx: FunctionContext | MethodContext) -> Type | None:
    """The number that NumPy's stubs state for a call with a corrected operand, in a place that declares an array.

    mypy matches several overloads for an operand of unknown dtype. Each of them has to get the number as its result,
    or the results differ, and mypy takes `Any`.

    None if the operands are as the stubs state them, or if mypy would not report the number.
    """
    call, api, expected = ctx.context, ctx.api, ctx.api.type_context[-1]
    if expected is None or not _is_array(expected) or not isinstance(call, CallExpr) or has_unknown_argument(ctx):
        return None
    callee = call.callee
    arguments = [argument._replace(value=_uncorrected(api, argument.value)) for argument in arguments_of(call)]
    if isinstance(ctx, MethodContext) and isinstance(callee, MemberExpr):
        receiver = _uncorrected(api, callee.expr)
        if receiver is not callee.expr:
            callee = MemberExpr(receiver, callee.name)
            callee.set_line(call)
    if callee is call.callee and _values(arguments) == call.args:
        return None
    number = type_of(api, synthetic_call(callee, arguments, call))
    return number if number is not None and is_number_for_array(api, number) else None


def _is_number(t: Instance) -> bool:
    """Whether a type is a number of NumPy or Python."""
    return t.type.fullname in SCALARS or t.type.has_base(NUMPY_GENERIC)


def has_unknown_argument(ctx: FunctionContext | MethodContext) -> bool:
    """Whether the type of an argument is `Any`, for which mypy itself infers no number."""
    return any(isinstance(get_proper_type(t), AnyType) for types in ctx.arg_types for t in types)


def _values(arguments: list[CallArgument]) -> list[Expression]:
    return [argument.value for argument in arguments]


def _uncorrected(api: CheckerPluginInterface, operand: Expression) -> Expression:
    """A placeholder of the type that NumPy's stubs state for an operand; the operand itself if that type is right."""
    tree, value = current_file(api), inner_value(operand)
    stated = corrected_calls(tree).get(value)
    if stated is None and isinstance(value, NameExpr) and isinstance(value.node, Var) and value.node.is_inferred:
        facts, key = assignments_of(tree), key_of(value)
        values = facts.values.get(key, []) if key is not None and key not in facts.repeated else []
        stated = corrected_calls(tree).get(inner_value(values[0])) if len(values) == 1 else None
    return operand if stated is None else TempNode(stated, context=operand)


def _is_array(declared: Type) -> bool:
    """Whether a declared type is an array of NumPy, or None beside it."""
    proper = get_proper_type(declared)
    if isinstance(proper, UnionType):
        items = [get_proper_type(item) for item in proper.items]
        arrays = [item for item in items if not isinstance(item, NoneType)]
        return bool(arrays) and all(map(_is_array, arrays))
    return isinstance(proper, Instance) and is_ndarray(proper)
