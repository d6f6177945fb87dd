"""Removes from the results of derivatives the dtypes that the stubs state wrongly.

The stubs say that a gradient has the type of the argument, and a tangent that of the result. Weak arrays, integers,
custom rules and generic functions give other dtypes. The interpreter knows them.
"""

from __future__ import annotations

from collections.abc import Sequence

from mypy.nodes import CallExpr, Expression
from mypy.plugin import FunctionContext, MethodContext
from mypy.subtypes import is_subtype
from mypy.types import AnyType, CallableType, Instance, TupleType, Type

from ..any_type import ANYTHING
from ..contexts import FunctionHook
from ..mypy_compat.expressions import stored_type
from ..types.array_types import unfolded, without_concrete_dtypes, without_dtypes
from ..types.expression_types import any_function
from .generic_signatures import CUSTOM_DERIVATIVES, is_generic

CALLED = tuple(
    f"jax._src.api.{name}.__call__"
    for name in (
        "ForwardJacobian",
        "Gradient",
        "GradientAndAux",
        "ReverseJacobian",
        "ValueAndGradient",
        "ValueAndGradientAndAux",
    )
)
"""The methods that compute derivatives."""
CLASSES = (
    *CALLED,
    *(f"{name}.__call__" for name in CUSTOM_DERIVATIVES),
    "jax._src.pjit.JitMethod.__call__",
    "jax._src.pjit.JitWrapped.__call__",
)
"""The methods that call transformed functions."""
GRADIENTS = ("jax._src.api.grad", "jax._src.api.value_and_grad")
JACOBIANS = tuple(f"jax._src.api.{name}" for name in ("hessian", "jacfwd", "jacobian", "jacrev"))
DIFFERENTIATED = ("jax.vjp", "jax._src.api.jvp", "jax._src.api.linearize")
"""The functions that return the derivative of a function together with its value."""
DERIVATIVE = "jax.derivative"
"""The name of a function that a transformation returns, for which the stubs have no class."""


def returning_callable(hook: FunctionHook) -> FunctionHook:
    """The hook of a transformation that returns `Any`, changed to return a callable whose calls have a hook."""

    def returned(ctx: FunctionContext) -> Type:
        """Run the hook, and return a callable instead of `Any`."""
        result = hook(ctx)
        if not isinstance(unfolded(result), AnyType):
            return result
        made = any_function(ctx.api, DERIVATIVE)
        expected = ctx.api.type_context[-1]
        return made if expected is None or is_subtype(made, expected) else result

    return returned


def unnamed_call_result(ctx: FunctionContext | MethodContext) -> Type:
    """The hook of calls whose callee has no name, and of `CLASSES`."""
    call, default = ctx.context, ctx.default_return_type
    if not isinstance(call, CallExpr):
        return default
    owner = ctx.type if isinstance(ctx, MethodContext) else None
    is_derivative = isinstance(owner, Instance) and f"{owner.type.fullname}.__call__" in CALLED
    return without_concrete_dtypes(default) if is_derivative or _is_generic(ctx, call.callee) else default


def differentiated(ctx: FunctionContext) -> Type:
    """Function hook of `DIFFERENTIATED`: values of any class, since JAX may compute those of integers by NumPy.

    The functions in the result take and return anything. They are the same for each overload, since mypy would
    otherwise take the result of several for anything. They have a name, so that their calls have a hook.
    """
    result = unfolded(ctx.default_return_type)
    if not isinstance(result, TupleType):
        return without_dtypes(result)
    made = any_function(ctx.api, DERIVATIVE)
    return result.copy_modified(
        items=[made if isinstance(unfolded(item), CallableType) else ANYTHING for item in result.items]
    )


def _is_generic(ctx: FunctionContext | MethodContext, callee: Expression) -> bool:
    """Whether a transformed function is generic: its body may return other dtypes than it gets."""
    if isinstance(ctx, MethodContext):
        held: Sequence[Type | None] = ctx.type.args if isinstance(ctx.type, Instance) else ()
    else:
        given = callee.args if isinstance(callee, CallExpr) else []
        held = [stored_type(ctx.api, argument) for argument in given]
    return any(function is not None and is_generic(ctx.api, function, ctx.context) for function in held)
