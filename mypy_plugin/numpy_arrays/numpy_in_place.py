"""In-place operators on NumPy arrays with a JAX array on the right: ``a += x`` makes `a` a JAX array.

NumPy leaves the operator to JAX. JAX arrays have no in-place operators, so Python computes ``a = a + x``. NumPy's stubs
keep the type of `a`, and reject operands whose dtype `a` cannot hold.
"""

from __future__ import annotations

from collections.abc import Callable

from mypy.nodes import MemberExpr, NameExpr, OperatorAssignmentStmt
from mypy.plugin import CheckerPluginInterface, MethodContext, MethodSigContext
from mypy.types import FunctionLike, Instance, Type, UnionType, get_proper_type, get_proper_types

from ...operators import IN_PLACE
from ..any_type import ANYTHING
from ..contexts import Hook, SystemOf
from ..flow.binder import redeclare
from ..jax_names import NDARRAY
from ..mypy_compat.binder import assign_in_binder
from ..operators.array_operators import binary_result
from ..types.expression_types import type_without_context
from ..types.operands import as_array
from ..variables.symbols import variable

METHODS = {f"{NDARRAY}.__i{op}__": op for op in IN_PLACE}
"""Maps the full names of NumPy's in-place operator methods to operators."""


def in_place_signatures() -> dict[str, Callable[[MethodSigContext], FunctionLike]]:
    """The signature hooks that make NumPy's in-place operators accept JAX arrays."""
    return dict.fromkeys(METHODS, _taking_anything)


def in_place_hooks(system_of: SystemOf) -> dict[str, Hook]:
    """The hooks that compute the results of NumPy's in-place operators."""
    return {name: _in_place(op, system_of) for name, op in METHODS.items()}


def _taking_anything(ctx: MethodSigContext) -> FunctionLike:
    """The signature of an in-place operator; it accepts anything if the right operand may be a JAX array."""
    signature = ctx.default_signature
    if len(ctx.args) != 1 or len(ctx.args[0]) != 1 or not _arrays(type_without_context(ctx.api, ctx.args[0][0])):
        return signature
    return signature.copy_modified(arg_types=[ANYTHING] * len(signature.arg_types), ret_type=ANYTHING)


def _in_place(op: str, system_of: SystemOf) -> Hook:
    """The hook of one in-place operator."""

    def hook(ctx: MethodContext) -> Type:
        right = type_without_context(ctx.api, ctx.args[0][0]) if ctx.args and ctx.args[0] else None
        arrays = _arrays(right) if right is not None else []
        statement = ctx.context
        if right is None or not arrays or not isinstance(statement, OperatorAssignmentStmt):
            return ctx.default_return_type
        proper = get_proper_type(right)
        is_array = not isinstance(proper, UnionType) or len(arrays) == len(proper.items)
        result = binary_result(ctx, op, system_of(ctx), arrays[0].type, ctx.type, right) if is_array else ANYTHING
        _hold(ctx.api, statement, result)
        return ANYTHING  # mypy would check another type against the variable's first type

    return hook


def _hold(api: CheckerPluginInterface, statement: OperatorAssignmentStmt, value: Type) -> None:
    """Assign a value to a variable in mypy's binder, and declare the variable as `Any` unless it has an annotation."""
    lvalue = statement.lvalue
    if not isinstance(lvalue, NameExpr | MemberExpr):
        return
    var = variable(api, lvalue)
    is_inferred = var is not None and var.is_inferred
    if var is not None and is_inferred:
        redeclare(api, lvalue, var, ANYTHING)
    assign_in_binder(api, lvalue, value if is_inferred else ANYTHING)


def _arrays(t: Type) -> list[Instance]:
    """The JAX arrays among the members of an operand's type."""
    proper = get_proper_type(t)
    items = get_proper_types(proper.items) if isinstance(proper, UnionType) else [proper]
    return [array for item in items if isinstance(item, Instance) and (array := as_array(item))]
