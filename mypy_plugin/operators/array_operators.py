"""Computes the result types of operators on arrays, and reports operators that the promotion system rejects.

`method_hooks` creates the hooks of ``__add__`` and all other operator methods.
"""

from __future__ import annotations

from mypy.nodes import CallExpr, Expression, OperatorAssignmentStmt, OpExpr, RefExpr, TypeInfo, UnaryExpr
from mypy.plugin import MethodContext
from mypy.typeops import make_simplified_union
from mypy.types import AnyType, Instance, TupleType, Type, UnionType, get_proper_type, get_proper_types

from ...diagnostics.codes import DTYPE_IMPLICIT, DTYPE_PROMOTION
from ...inference import Refusal, Result, infer_binary, infer_unary
from ...operators import FORWARD, PAIR_RESULT, REFLECTED, UNARY_METHODS
from ...system import System
from ..any_type import ANYTHING
from ..contexts import Context, Hook, SystemOf
from ..flow.inferred_unions import is_inferred_union
from ..jax_names import ARRAY, JAX, NUMPY_OPERATOR_CLASSES, SCALARS
from ..known_dtypes import known_array
from ..mypy_compat.expressions import stored_type
from ..report import fail_expression, try_each_item
from ..types.array_types import array_of_answer, unknown_array
from ..types.concrete_exponents import may_keep_base_dtype
from ..types.operands import argument_type, array_dtype, array_info, as_array, operands
from .losses_in_systems import report_operator
from .random_keys import refusal_of_keys


def method_hooks(system_of: SystemOf) -> dict[str, Hook]:
    """The hook of each operator method, by full name.

    Args:
        system_of: returns the promotion system that holds at an operator.
    """
    hooks: dict[str, Hook] = {}
    for method, op in FORWARD.items():
        hooks[f"{ARRAY}.{method}"] = _binary(op, system_of, reflected=False)
    for method, op in REFLECTED.items():
        hooks[f"{ARRAY}.{method}"] = _binary(op, system_of, reflected=True)
    for method, op in UNARY_METHODS.items():
        hooks[f"{ARRAY}.{method}"] = _unary(op, system_of)
    # The stubs of these classes accept any operand, but at run time the JAX array's own operator decides.
    for name in NUMPY_OPERATOR_CLASSES:
        for method, op in FORWARD.items():
            hooks[f"{name}.{method}"] = _foreign_operator_hook(op, system_of, reflected=False)
        for method, op in REFLECTED.items():
            hooks[f"{name}.{method}"] = _foreign_operator_hook(op, system_of, reflected=True)
    for name in SCALARS:
        for op in ("eq", "ne"):
            hooks[f"{name}.__{op}__"] = _foreign_operator_hook(op, system_of, reflected=False)
    return hooks


def _binary(op: str, system_of: SystemOf, *, reflected: bool) -> Hook:
    """The hook of a binary operator method of `Array`."""

    def hook(ctx: MethodContext) -> Type:
        mine = ctx.type
        if not isinstance(mine, Instance) or not ctx.arg_types or len(ctx.arg_types[0]) != 1:
            return ctx.default_return_type
        argument = ctx.args[0][0]
        if reflected and isinstance(ctx.context, OpExpr | OperatorAssignmentStmt):  # mypy gives a placeholder for it
            argument = ctx.context.left if isinstance(ctx.context, OpExpr) else ctx.context.lvalue
        other = argument_type(ctx.api, ctx.arg_types[0][0], argument)
        left, right = (other, mine) if reflected else (mine, other)
        return binary_result(ctx, op, system_of(ctx), array_info(mine.type), left, right)

    return hook


def _foreign_operator_hook(op: str, system_of: SystemOf, *, reflected: bool) -> Hook:
    """The hook of an operator method that accepts any operand in NumPy's or Python's stubs, but not at run time."""

    def hook(ctx: MethodContext) -> Type:
        if not ctx.arg_types or len(ctx.arg_types[0]) != 1:
            return ctx.default_return_type
        other = get_proper_type(ctx.arg_types[0][0])
        items = get_proper_types(other.items) if isinstance(other, UnionType) else [other]
        arrays = [array for item in items if isinstance(item, Instance) and (array := as_array(item))]
        if not arrays:
            return ctx.default_return_type
        if len(arrays) < len(items):
            try_each_item(ctx)
            return ctx.default_return_type
        if isinstance(get_proper_type(ctx.default_return_type), AnyType) and operands(ctx.type) is None:
            return ctx.default_return_type  # NumPy's stubs return Any for an unknown dtype, also without the plugin
        mine: Type = ctx.type
        if isinstance(ctx.context, OpExpr):
            mine = argument_type(ctx.api, mine, ctx.context.right if reflected else ctx.context.left)
        left, right = (other, mine) if reflected else (mine, other)
        return binary_result(ctx, op, system_of(ctx), arrays[0].type, left, right)

    return hook


def binary_result(ctx: Context, op: str, system: System, array: TypeInfo | None, left: Type, right: Type) -> Type:
    """The type of ``left op right``, where at least one operand is an array; reports an error if the system rejects it.

    Args:
        ctx: the place of the operator.
        op: a key of `jaxtyping_promo.operators.BINARY`.
        system: the promotion system.
        array: the class `Array`; None if it is not the stubs' class, so that no dtype is known.
        left, right: the types of the operands.
    """
    if array is None:
        return ctx.default_return_type
    if system.name == JAX and isinstance(ctx.context, OpExpr) and (known := known_array(ctx.api, ctx.context, array)):
        sides = (get_proper_type(stored_type(ctx.api, side)) for side in (ctx.context.left, ctx.context.right))
        if not any(isinstance(side, UnionType) for side in sides):  # a declared union is taken at its word
            return _shaped(op, known, ctx)  # the interpreter has told what is wrong with it
    if refusal := refusal_of_keys(op, left, right):
        if not _may_be_anything(ctx) and not _may_be_accepted(ctx, op, system, left, right):
            _report_refusal(ctx, refusal)
        return _shaped(op, unknown_array(array), ctx)
    types: list[Type] = []
    for answer in infer_binary(op, operands(left), operands(right), system):
        if (
            isinstance(answer, Refusal)
            and not _may_be_anything(ctx)
            and not _may_be_accepted(ctx, op, system, left, right)
        ):
            _report_refusal(ctx, answer)
        if not isinstance(answer, Result):
            return _shaped(op, unknown_array(array), ctx)
        types.append(array_of_answer(ctx.api, array, answer))
    result = types[0] if len(types) == 1 else make_simplified_union(types)
    if op == "pow" and may_keep_base_dtype(ctx, result, left, right, system):
        return unknown_array(array)
    report_operator(ctx, op, left, right, system)
    return _shaped(op, result, ctx)


def _may_be_anything(ctx: Context) -> bool:
    """Whether an operand may also be an array of unknown dtype, as an `ArrayLike` may.

    mypy calls the hook for each member of a union on the left, so the operand's whole type is looked up here.
    """
    match ctx.context:
        case OpExpr(left=left, right=right) | OperatorAssignmentStmt(lvalue=left, rvalue=right):
            return any(_is_open(stored_type(ctx.api, operand)) for operand in (left, right))
    return False


def _may_be_accepted(ctx: Context, op: str, system: System, left: Type, right: Type) -> bool:
    """Whether an operand has one of several inferred dtypes, and the operator accepts one of them.

    The branch that gives the operand the rejected dtype may never run before the operator. The body of a loop
    always runs, for example, though mypy assumes that it may not. A declared union is taken at its word.
    """
    match ctx.context:
        case OpExpr(left=one, right=other) | OperatorAssignmentStmt(lvalue=one, rvalue=other):
            sides = [_held_types(ctx, one), _held_types(ctx, other)]
        case CallExpr(args=[one, other], callee=RefExpr(fullname=name)) if name.startswith("_operator."):
            sides = [_held_types(ctx, one), _held_types(ctx, other)]
        case CallExpr():  # functools.reduce(operator.add, arrays)
            sides = [_members(left), _members(right)]
        case _:
            return False
    if len(sides[0]) == len(sides[1]) == 1:
        return False
    return any(
        not isinstance(answer, Refusal)
        for one_type in sides[0]
        for other_type in sides[1]
        for answer in infer_binary(op, operands(one_type), operands(other_type), system)
    )


def _held_types(ctx: Context, expression: Expression) -> list[Type]:
    """The types that an expression may have: the members of an inferred union, or the type itself."""
    stored: Type | None = stored_type(ctx.api, expression)
    t = get_proper_type(stored)
    if t is None:
        return [ANYTHING]
    shown = argument_type(ctx.api, t, expression)
    return _members(shown) if shown is not t or is_inferred_union(ctx.api, expression) else [t]


def _members(t: Type) -> list[Type]:
    """The members of a union, or the type itself."""
    proper = get_proper_type(t)
    return list(proper.items) if isinstance(proper, UnionType) else [proper]


def _is_open(t: Type | None) -> bool:
    """Whether a type is a union with an array of unknown dtype."""
    union = get_proper_type(t)
    items = get_proper_types(union.items) if isinstance(union, UnionType) else []
    arrays = (as_array(item) for item in items if isinstance(item, Instance))
    return any(array is not None and array_dtype(array.args[0]) is None for array in arrays)


def _unary(op: str, system_of: SystemOf) -> Hook:
    """The hook of a unary operator method of `Array`."""

    def hook(ctx: MethodContext) -> Type:
        if op == "round" and ctx.arg_types and ctx.arg_types[0]:
            array = as_array(ctx.type) if isinstance(ctx.type, Instance) else None
            return array or ctx.default_return_type
        return unary_result(ctx, op, system_of(ctx), ctx.type)

    return hook


def unary_result(ctx: Context, op: str, system: System, operand: Type) -> Type:
    """The type of a unary operator's result, if the operand is an array."""
    proper = get_proper_type(operand)
    array = array_info(proper.type) if isinstance(proper, Instance) else None
    if array is None:
        return ctx.default_return_type
    if refusal := refusal_of_keys(op, proper):
        if not isinstance(ctx.context, UnaryExpr) or len(_held_types(ctx, ctx.context.expr)) == 1:
            _report_refusal(ctx, refusal)
        return unknown_array(array)
    alternatives = operands(proper)
    answer = infer_unary(op, None if alternatives is None else alternatives[0], system)
    if isinstance(answer, Refusal):
        if _one_is_accepted(ctx, op, system):
            return unknown_array(array)
        _report_refusal(ctx, answer)
    return array_of_answer(ctx.api, array, answer)


def _one_is_accepted(ctx: Context, op: str, system: System) -> bool:
    """Whether a unary operator accepts one of the inferred dtypes that its operand may have."""
    if not isinstance(ctx.context, UnaryExpr):
        return False
    members = [operands(t) for t in _held_types(ctx, ctx.context.expr)]
    answers = [infer_unary(op, None if alternatives is None else alternatives[0], system) for alternatives in members]
    return not all(isinstance(answer, Refusal) for answer in answers)


def _shaped(op: str, result: Type, ctx: Context) -> Type:
    """The result type of an operator; a tuple for `divmod`."""
    if op in PAIR_RESULT:
        return TupleType([result, result], ctx.api.named_generic_type("builtins.tuple", [result]))
    return result


def _report_refusal(ctx: Context, refusal: Refusal) -> None:
    """Report an operator that the system rejects, with the remedy."""
    fail_expression(ctx, DTYPE_IMPLICIT if refusal.is_implicit else DTYPE_PROMOTION, str(refusal))
