"""Computes calls of transformed lambdas and of transformed JAX functions: ``jax.vmap(function)(x)``.

To mypy, the parameters of such a lambda may have any type. A JAX function passed as a value has a single signature, and
a `functools.partial` of it has one, too. So the plugin asks mypy for the result of the inner function with the types of
the arguments.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from mypy.nodes import ARG_NAMED, ARG_POS, CallExpr, Expression, LambdaExpr, RefExpr, TempNode
from mypy.plugin import FunctionContext, MethodContext
from mypy.types import CallableType, Instance, ProperType, TupleType, Type, get_proper_type

from ...system import System
from ..any_type import ANYTHING
from ..callables.lambda_types import left_open
from ..callables.partial import completed, is_partial
from ..contexts import SystemOf
from ..jax_names import WRAPPERS
from ..mypy_compat.expressions import stored_type
from ..mypy_compat.modules import current_file
from ..trees.branch_results import BRANCHES
from ..trees.leaf_results import result_for_leaves
from ..trees.pytrees import inside, is_expected, is_known_pytree, is_of_arrays, tree_arguments
from ..trees.tree_functions import MAPS_WITH_PATH, TREE_MAPS
from ..trees.tree_leaves import REDUCTIONS, has_inexact_leaves
from ..types.array_types import without_dtypes
from ..types.expression_types import (
    CallArgument,
    arguments_of,
    arguments_of_types,
    function_type,
    positional_arguments,
    synthetic_call,
    type_of,
)
from ..variables.assignments import assignments_of
from ..variables.keys import flattened, key_of
from .array_leaves import without_numbers
from .custom_gradients import may_reach_rule
from .function_results import single_value
from .generic_signatures import CUSTOM_DERIVATIVES, is_generic
from .gradient_errors import (
    COTANGENTS,
    TANGENTS,
    cotangent_type,
    report_derivative,
    report_linear,
    report_tangents,
    taking,
)
from .gradients import CALLED, checked_gradient, differentiated_value, gradient, without_values
from .loops import LOOPS

VMAP = "jax.vmap"
KEEPS = (*WRAPPERS, VMAP)
"""The transformations whose functions accept only arrays and return the same arrays as the inner function."""
COMPILERS = ("jax._src.api.jit",)
"""The transformations whose functions also accept numbers, and convert everything that they return to arrays."""
GRADIENTS = {"jax._src.api.grad": False, "jax._src.api.value_and_grad": True}
"""The transformations that return the gradient of the first argument, and whether the value comes before it."""
JACOBIANS = tuple(f"jax._src.api.{name}" for name in ("hessian", "jacfwd", "jacobian", "jacrev"))
"""Transformations whose result type the stubs infer only from a fully annotated callable."""
FORWARD_JACOBIANS = ("jax._src.api.jacfwd",)
"""The transformations of `JACOBIANS` that do not differentiate in reverse mode."""
PULLED_BACK = "jax.vjp"
"""The function whose second result accepts cotangents, and returns values like the arguments."""
EVAL_SHAPE = "jax._src.api.eval_shape"
DIFFERENTIATED = (PULLED_BACK, "jax._src.api.jvp", "jax._src.api.linearize")
"""The functions that return the derivative of a function together with its value."""
PARTLY_EVALUATED = (PULLED_BACK, "jax._src.api.linearize")
"""The functions of `DIFFERENTIATED` that compute at once what does not depend on the differentiated arguments."""
CLASSES = (
    *CALLED,
    *(f"{name}.__call__" for name in CUSTOM_DERIVATIVES),
    "jax._src.pjit.JitMethod.__call__",
    "jax._src.pjit.JitWrapped.__call__",
)
"""The methods that call transformed functions."""

TAKING_FUNCTIONS = frozenset(
    (
        *KEEPS,
        *COMPILERS,
        *GRADIENTS,
        *JACOBIANS,
        *DIFFERENTIATED,
        *BRANCHES,
        *LOOPS,
        *TREE_MAPS,
        *MAPS_WITH_PATH,
        *REDUCTIONS,
        EVAL_SHAPE,
        *CUSTOM_DERIVATIVES,
        "jax._src.lax.control_flow.loops.associative_scan",
        "jax._src.pmap.pmap",
    )
)
"""JAX's functions that accept functions."""

AnyCall = FunctionContext | MethodContext

MOST_ASKED = 16
"""The largest number of nested questions about functions that call one another."""
_ASKED: list[Expression] = []
"""The functions whose results are being computed; a lambda may call itself."""


def unnamed_hook(system_of: SystemOf) -> Callable[[FunctionContext | MethodContext], Type]:
    """The hook of calls whose callee has no name, of `CLASSES`, and of calls of a `partial`."""
    return lambda ctx: unnamed_call_result(ctx, system_of(ctx))


def differentiation_hook(system_of: SystemOf) -> Callable[[FunctionContext], Type]:
    """The hook of `DIFFERENTIATED`."""
    return lambda ctx: differentiated(ctx, system_of(ctx))


def unnamed_call_result(ctx: AnyCall, system: System) -> Type:
    """The result of a call whose callee is a call, a lambda, or a variable that holds their value.

    It is mypy's result unless the plugin knows more.
    """
    call, default = ctx.context, ctx.default_return_type
    if not isinstance(call, CallExpr) or system.name != "jax":
        return default
    function = single_value(ctx, call.callee)
    report_derivative(ctx, function, system)
    report_linear(ctx, system)
    if _is_generic(ctx, call.callee):
        default = without_values(ctx, default)
    if isinstance(ctx, MethodContext):
        default = checked_gradient(ctx, default, function, system)
    if is_known_pytree(default):
        return default
    if isinstance(function, CallExpr) and is_partial(function):
        result = _guarded(function, lambda: _completed(ctx, function, arguments_of(call)))
    elif isinstance(function, CallExpr | LambdaExpr) and all(kind == ARG_POS for kind in call.arg_kinds):
        result = _guarded(function, lambda: _result(ctx, function, tree_arguments(ctx), system))
        result = without_numbers(result) if result is not None and isinstance(function, CallExpr) else result
    else:
        return default
    if result is None or not is_expected(ctx, result):
        return default
    is_guess = isinstance(function, LambdaExpr) or is_partial(function)
    return default if is_guess and not (is_of_arrays(result) and is_known_pytree(result)) else result


def _is_generic(ctx: AnyCall, callee: Expression) -> bool:
    """Whether a transformed function is generic: its body may return other dtypes than it gets."""
    if isinstance(ctx, MethodContext):
        held: Sequence[Type | None] = ctx.type.args if isinstance(ctx.type, Instance) else ()
    else:
        given = callee.args if isinstance(callee, CallExpr) else []
        held = [stored_type(ctx.api, argument) for argument in given]
    return any(function is not None and is_generic(ctx.api, function, ctx.context) for function in held)


def _guarded(function: Expression, make: Callable[[], Type | None]) -> Type | None:
    """The result of a function, unless it is already being computed, or too many are."""
    if function in _ASKED or len(_ASKED) == MOST_ASKED:
        left_open()
        return None
    _ASKED.append(function)
    try:
        return make()
    finally:
        _ASKED.pop()


def _completed(ctx: AnyCall, partial: CallExpr, arguments: Sequence[CallArgument]) -> Type | None:
    """The result of a `partial` with further arguments; None if it is unknown, or if mypy reports an error."""
    call = completed(ctx.api, partial, arguments)
    return None if call is None else type_of(ctx.api, call)


def differentiated(ctx: FunctionContext, system: System) -> Type:
    """Function hook of `DIFFERENTIATED`: the result as for a fully annotated function."""
    call, result = ctx.context, _differentiated(ctx, system)
    if (
        not isinstance(call, CallExpr)
        or not isinstance(call.callee, RefExpr)
        or call.callee.fullname not in PARTLY_EVALUATED
        or isinstance(call.args[0], TempNode)  # a placeholder: the plugin itself asks about this call
        or not isinstance(result, TupleType)
    ):
        return result
    primals = tree_arguments(ctx, slice(1, 2))
    items = [item if place == 1 else differentiated_value(item, primals) for place, item in enumerate(result.items)]
    return result.copy_modified(items=items)


def _differentiated(ctx: FunctionContext, system: System) -> ProperType:
    """The result of a function of `DIFFERENTIATED` as for a fully annotated function."""
    call, default = ctx.context, get_proper_type(ctx.default_return_type)
    is_plain = all(kind in (ARG_POS, ARG_NAMED) for kinds in ctx.arg_kinds for kind in kinds)
    if not isinstance(call, CallExpr) or not is_plain or not call.args or system.name != "jax":
        return default
    leaves = tree_arguments(ctx, slice(1, 2))
    if "tangents" in ctx.callee_arg_names:
        report_tangents(ctx, system)
        primals = get_proper_type(leaves[0]) if leaves else None
        leaves = primals.items if isinstance(primals, TupleType) else []
    if not leaves or call.arg_kinds[0] != ARG_POS:
        return default
    if not isinstance(default, TupleType) or not is_known_pytree(default.items[0]):
        function = single_value(ctx, call.args[0])
        typed = _placeholder_of_type(ctx, _guarded(function, lambda: _result(ctx, function, leaves, system)), leaves)
        if typed is not None:
            arguments = [*positional_arguments([typed]), *arguments_of(call)[1:]]
            default = type_of(ctx.api, synthetic_call(call.callee, arguments, call)) or default
    is_pulled_back = isinstance(call.callee, RefExpr) and call.callee.fullname == PULLED_BACK
    if not is_pulled_back:
        return _with_tangents(ctx, default, leaves, system)
    if isinstance(call.args[0], TempNode):  # a placeholder: the plugin itself asks about this call
        return default
    # A variable that is assigned again may later hold a pull-back with other results.
    assignments = assignments_of(current_file(ctx.api))
    keys = [key_of(lvalue) for lvalue in flattened(assignments.targets(call))]
    is_single = len(keys) != 1 and assignments.repeated.isdisjoint(key for key in keys[1:] if key is not None)
    if not is_single:
        return default
    has_rule = may_reach_rule(ctx.api, single_value(ctx, call.args[0]))
    return _with_pull_back(ctx, default, [ANYTHING] * len(leaves) if has_rule else leaves, system)


def _with_tangents(ctx: FunctionContext, result: ProperType, primals: list[Type], system: System) -> ProperType:
    """The result of `jax.jvp` or `jax.linearize`; the tangents of weak results may be strong."""
    if not isinstance(result, TupleType) or result.length() < 2:
        return result
    value, tangent, *rest = result.items
    linear = get_proper_type(tangent)
    if isinstance(linear, CallableType):
        tangent = taking(linear.copy_modified(ret_type=gradient(ctx, linear.ret_type, system)), TANGENTS, primals)
    else:
        tangent = gradient(ctx, tangent, system)
    return result.copy_modified(items=[value, tangent, *rest])


def _with_pull_back(ctx: FunctionContext, result: ProperType, primals: list[Type], system: System) -> ProperType:
    """The result of `PULLED_BACK`, whose function accepts anything and returns a tuple of values like the primals.

    For integers, it returns values whose dtype this package does not have.
    """
    function = get_proper_type(result.items[1]) if isinstance(result, TupleType) and result.length() > 1 else None
    if not isinstance(result, TupleType) or not isinstance(function, CallableType):
        return result
    like = [gradient(ctx, t, system) if has_inexact_leaves(t) else ANYTHING for t in primals]
    pull_back = function.copy_modified(
        ret_type=TupleType(like, ctx.api.named_generic_type("builtins.tuple", [ANYTHING]))
    )
    value = result.items[0]
    pull_back = taking(pull_back, COTANGENTS, [value if is_known_pytree(value) else cotangent_type(ctx, system)])
    return result.copy_modified(items=[value, pull_back, *result.items[2:]])


def _placeholder_of_type(ctx: AnyCall, result: Type | None, leaves: list[Type]) -> Expression | None:
    """A placeholder of the type of a function that accepts and returns pytrees of arrays.

    None if some leaf is no array.
    """
    if result is None or not all(map(is_of_arrays, (result, *leaves))):
        return None
    return TempNode(function_type(ctx.api, leaves, result), context=ctx.context)


def _maps_results(transformed: CallExpr) -> bool:
    """Whether a call of `jax.vmap` maps every result. With ``out_axes=None``, a number may stay a Python number."""
    is_vmap = isinstance(transformed.callee, RefExpr) and transformed.callee.fullname == VMAP
    return is_vmap and "out_axes" not in transformed.arg_names and transformed.arg_kinds[2:3] != [ARG_POS]


def _result(ctx: AnyCall, function: Expression, leaves: list[Type], system: System) -> Type | None:
    """The result of a function with some pytrees of arrays; None if it is unknown."""
    if isinstance(function, LambdaExpr | RefExpr):
        return result_for_leaves(ctx, function, leaves)
    if isinstance(function, CallExpr) and is_partial(function):
        return _completed(ctx, function, arguments_of_types(leaves))
    if (
        not isinstance(function, CallExpr)
        or not isinstance(function.callee, RefExpr)
        or not function.args
        or not leaves
    ):
        return None
    transformation, inner, *options = function.callee.fullname, *function.args
    is_plain = function.arg_kinds[0] == ARG_POS and not options
    if transformation in KEEPS and function.arg_kinds[0] == ARG_POS and all(map(is_of_arrays, leaves)):
        result = _result(ctx, inner, leaves, system)
        return (inside(ctx, result, system) or result) if result is not None and _maps_results(function) else result
    if transformation in JACOBIANS and is_plain:
        typed = _placeholder_of_type(ctx, _result(ctx, inner, leaves, system), leaves)
        if typed is None:
            return None
        jacobian = synthetic_call(function.callee, positional_arguments([typed]), ctx.context)
        result = type_of(ctx.api, synthetic_call(jacobian, arguments_of_types(leaves), ctx.context))
        has_rule = transformation not in FORWARD_JACOBIANS and may_reach_rule(ctx.api, inner)
        return without_dtypes(result) if result is not None and has_rule else result
    if transformation in COMPILERS and is_plain:
        traced_leaves = [t for t in (inside(ctx, leaf, system) for leaf in leaves) if t is not None]
        inner_result = _result(ctx, inner, traced_leaves, system) if len(traced_leaves) == len(leaves) else None
        return None if inner_result is None else inside(ctx, inner_result, system)
    if transformation in GRADIENTS and is_plain and all(map(is_of_arrays, leaves)):
        inner_result = _result(ctx, inner, leaves, system)
        value = None if inner_result is None else inside(ctx, inner_result, system)
        if value is None:
            return None
        gradient_type = gradient(ctx, leaves[0], system)
        if may_reach_rule(ctx.api, inner):
            gradient_type = without_dtypes(gradient_type)
        is_alone = not GRADIENTS[transformation]
        return (
            gradient_type
            if is_alone
            else TupleType([value, gradient_type], ctx.api.named_generic_type("builtins.tuple", [value]))
        )
    return None
