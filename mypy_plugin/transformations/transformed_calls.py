"""``jax.vmap(function)(x)``: calls of what a transformation has made of a lambda, or of a function of JAX's.

To mypy the parameters of such a lambda may be anything, and of a function of JAX's that is a value it knows but one
signature, as it does of one that `functools.partial` gives some arguments. So the plugin asks the function itself what
it makes of the arguments.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from mypy.nodes import ARG_NAMED, ARG_POS, CallExpr, Expression, LambdaExpr, NameExpr, RefExpr, TempNode
from mypy.plugin import FunctionContext, MethodContext
from mypy.types import CallableType, ProperType, TupleType, Type, get_proper_type

from ...system import System
from ..contexts import SystemOf
from ..flow.assignments import assignments_of, flattened, key_of
from ..functions.pytrees import (
    ANY,
    BRANCHES,
    MAPS_WITH_PATH,
    TREE_MAPS,
    applied,
    inside,
    is_expected,
    is_known,
    is_of_arrays,
    tree_arguments,
)
from ..functions.tree_leaves import REDUCTIONS, is_inexact
from ..mypy_compat import current_file
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
from .custom_gradients import may_reach_rule
from .gradient_errors import COTANGENTS, TANGENTS, report_derivative, report_linear, report_tangents, taking
from .gradients import CALLED, checked_gradient, gradient
from .lambda_types import left_open
from .loops import LOOPS
from .partial import completed, is_partial

KEEPS = ("jax._src.ad_checkpoint.checkpoint", "jax._src.ad_checkpoint.remat", "jax.named_call", "jax.vmap")
"""The transformations whose functions make the same of arrays as before, and take nothing else."""
COMPILERS = ("jax._src.api.jit",)
"""Those whose functions also take numbers, and make arrays of all that they return."""
GRADIENTS = {"jax._src.api.grad": False, "jax._src.api.value_and_grad": True}
"""Those that return what is like the first argument, and whether the function's result comes before it."""
JACOBIANS = tuple(f"jax._src.api.{name}" for name in ("hessian", "jacfwd", "jacobian", "jacrev"))
"""Those whose functions return as stubs say of a function that says its types."""
FORWARD_JACOBIANS = ("jax._src.api.jacfwd",)
"""Those of these that do not go through a function in reverse."""
PULLED_BACK = "jax.vjp"
"""The function whose second result takes cotangents, and returns what is like the arguments."""
DIFFERENTIATED = (PULLED_BACK, "jax._src.api.jvp", "jax._src.api.linearize")
"""The functions that return more than another one makes of arguments."""
CLASSES = (*CALLED, "jax._src.pjit.JitMethod.__call__", "jax._src.pjit.JitWrapped.__call__")
"""The methods by which the results of some are called."""

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
        "jax._src.api.eval_shape",
        "jax._src.custom_derivatives.custom_jvp",
        "jax._src.custom_derivatives.custom_vjp",
        "jax._src.lax.control_flow.loops.associative_scan",
        "jax._src.pmap.pmap",
    )
)
"""The functions that take functions."""

AnyCall = FunctionContext | MethodContext

MOST_ASKED = 16
"""The number of functions that call one another, and are asked what they make."""
_ASKED: list[Expression] = []
"""Those that are being asked: a lambda may call itself."""


def unnamed_hook(system_of: SystemOf) -> Callable[[FunctionContext | MethodContext], Type]:
    """The hook of calls of what has no name of its own; it is that of `CLASSES` and of a `partial`, too."""
    return lambda ctx: made_in_place(ctx, system_of(ctx))


def differentiation_hook(system_of: SystemOf) -> Callable[[FunctionContext], Type]:
    """The hook of `DIFFERENTIATED`."""
    return lambda ctx: differentiated(ctx, system_of(ctx))


def made_in_place(ctx: AnyCall, system: System) -> Type:
    """What a call returns whose function is a call itself, or a variable that holds what one returned, or a lambda.

    What mypy knows if that does not say more.
    """
    call, default = ctx.context, ctx.default_return_type
    if not isinstance(call, CallExpr) or system.name != "jax":
        return default
    function = _held(ctx, call.callee)
    report_derivative(ctx, function, system)
    report_linear(ctx, system)
    if isinstance(ctx, MethodContext):
        default = checked_gradient(ctx, default, function, system)
    if is_known(default):
        return default
    if isinstance(function, CallExpr) and is_partial(function):
        found = _asked(function, lambda: _completed(ctx, function, arguments_of(call)))
    elif isinstance(function, CallExpr | LambdaExpr) and all(kind == ARG_POS for kind in call.arg_kinds):
        found = _asked(function, lambda: _made(ctx, function, tree_arguments(ctx), system))
    else:
        return default
    if found is None or not is_expected(ctx, found):
        return default
    may_be_anything = isinstance(function, LambdaExpr) or is_partial(function)
    return default if may_be_anything and not (is_of_arrays(found) and is_known(found)) else found


def _held(ctx: AnyCall, function: Expression) -> Expression:
    """What a variable holds that is assigned just once; anything else as it is."""
    assignments = assignments_of(current_file(ctx.api))
    key = key_of(function) if isinstance(function, NameExpr) else None
    return function if key is None else assignments.functions.get(key, function)


def _asked(function: Expression, make: Callable[[], Type | None]) -> Type | None:
    """What a function makes, unless it is being asked already, or too many are."""
    if function in _ASKED or len(_ASKED) == MOST_ASKED:
        left_open()
        return None
    _ASKED.append(function)
    try:
        return make()
    finally:
        _ASKED.pop()


def _completed(ctx: AnyCall, partial: CallExpr, arguments: Sequence[CallArgument]) -> Type | None:
    """What the function of a `partial` makes of the arguments; None if that is not known, or if it is an error."""
    call = completed(ctx.api, partial, arguments)
    return None if call is None else type_of(ctx.api, call)


def differentiated(ctx: FunctionContext, system: System) -> Type:
    """Function hook of `DIFFERENTIATED`: of any function they make what they make of one that says its types."""
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
    if not isinstance(default, TupleType) or not is_known(default.items[0]):
        function = _held(ctx, call.args[0])
        typed = _typed(ctx, _asked(function, lambda: _made(ctx, function, leaves, system)), leaves)
        if typed is not None:
            arguments = [*positional_arguments([typed]), *arguments_of(call)[1:]]
            default = type_of(ctx.api, synthetic_call(call.callee, arguments, call)) or default
    is_pulled_back = isinstance(call.callee, RefExpr) and call.callee.fullname == PULLED_BACK
    if not is_pulled_back:
        return _with_tangents(ctx, default, leaves, system)
    if isinstance(call.args[0], TempNode):  # which is what the plugin itself asks about
        return default
    # What is assigned to once more may come to hold what makes of anything something else.
    assignments = assignments_of(current_file(ctx.api))
    keys = [key_of(lvalue) for lvalue in flattened(assignments.targets(call))]
    is_single = len(keys) != 1 and assignments.repeated.isdisjoint(key for key in keys[1:] if key is not None)
    if not is_single:
        return default
    has_rule = may_reach_rule(ctx.api, _held(ctx, call.args[0]))
    return _with_pull_back(ctx, default, [ANY] * len(leaves) if has_rule else leaves, system)


def _with_tangents(ctx: FunctionContext, result: ProperType, primals: list[Type], system: System) -> ProperType:
    """What `jax.jvp` or `jax.linearize` returns: the tangents of weak results may be strong."""
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
    """What `PULLED_BACK` returns with the function in it, which makes of anything a tuple of what is like the primals.

    But of integers it makes what has no dtype of ours.
    """
    function = get_proper_type(result.items[1]) if isinstance(result, TupleType) and result.length() > 1 else None
    if not isinstance(result, TupleType) or not isinstance(function, CallableType):
        return result
    like = [gradient(ctx, t, system) if is_inexact(t) else ANY for t in primals]
    pull_back = function.copy_modified(ret_type=TupleType(like, ctx.api.named_generic_type("builtins.tuple", [ANY])))
    value = result.items[0]
    if is_known(value):
        pull_back = taking(pull_back, COTANGENTS, [value])
    return result.copy_modified(items=[value, pull_back, *result.items[2:]])


def _typed(ctx: AnyCall, result: Type | None, leaves: list[Type]) -> Expression | None:
    """Something of the type of a function that returns a tree of arrays, and takes such trees."""
    if result is None or not all(map(is_of_arrays, (result, *leaves))):
        return None
    return TempNode(function_type(ctx.api, leaves, result), context=ctx.context)


def _made(ctx: AnyCall, function: Expression, leaves: list[Type], system: System) -> Type | None:
    """What a function makes of some trees of arrays; None if that is not known."""
    if isinstance(function, LambdaExpr | RefExpr):
        return applied(ctx, function, leaves)
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
        return _made(ctx, inner, leaves, system)
    if transformation in JACOBIANS and is_plain:
        typed = _typed(ctx, _made(ctx, inner, leaves, system), leaves)
        if typed is None:
            return None
        jacobian = synthetic_call(function.callee, positional_arguments([typed]), ctx.context)
        result = type_of(ctx.api, synthetic_call(jacobian, arguments_of_types(leaves), ctx.context))
        has_rule = transformation not in FORWARD_JACOBIANS and may_reach_rule(ctx.api, inner)
        return without_dtypes(result) if result is not None and has_rule else result
    if transformation in COMPILERS and is_plain:
        traced = [t for t in (inside(ctx, leaf, system) for leaf in leaves) if t is not None]
        made = _made(ctx, inner, traced, system) if len(traced) == len(leaves) else None
        return None if made is None else inside(ctx, made, system)
    if transformation in GRADIENTS and is_plain and all(map(is_of_arrays, leaves)):
        made = _made(ctx, inner, leaves, system)
        value = None if made is None else inside(ctx, made, system)
        if value is None:
            return None
        like = gradient(ctx, leaves[0], system)
        if may_reach_rule(ctx.api, inner):
            like = without_dtypes(like)
        is_alone = not GRADIENTS[transformation]
        return like if is_alone else TupleType([value, like], ctx.api.named_generic_type("builtins.tuple", [value]))
    return None
