"""``jax.vmap(function)(x)``: calls of what a transformation has made of a lambda, or of a function of JAX's.

To mypy the parameters of such a lambda may be anything, and of a function of JAX's that is a value it knows but one
signature, as it does of one that `functools.partial` gives some arguments. So the plugin asks the function itself what
it makes of the arguments.
"""

from __future__ import annotations

from collections.abc import Callable

from mypy.nodes import ARG_POS, CallExpr, Expression, LambdaExpr, NameExpr, RefExpr, TempNode, Var
from mypy.plugin import FunctionContext, MethodContext
from mypy.plugins.functools import partial_call_callback
from mypy.types import AnyType, CallableType, TupleType, Type, get_proper_type

from ..system import System
from .assignments import assignments_of
from .operators import SystemOf
from .partial import Arguments, arguments_of, completed, is_partial
from .pytrees import applied, inside, is_expected, is_known, is_of_arrays, tree_arguments

KEEPS = ("jax._src.ad_checkpoint.checkpoint", "jax._src.ad_checkpoint.remat", "jax.named_call", "jax.vmap")
"""The transformations whose functions make the same of arrays as before, and take nothing else."""
COMPILERS = ("jax._src.api.jit",)
"""Those whose functions also take numbers, and make arrays of all that they return."""
GRADIENTS = {"jax._src.api.grad": False, "jax._src.api.value_and_grad": True}
"""Those that return what is like the first argument, and whether the function's result comes before it."""
JACOBIANS = tuple(f"jax._src.api.{name}" for name in ("hessian", "jacfwd", "jacobian", "jacrev"))
"""Those whose functions return as stubs say of a function that says its types."""
DIFFERENTIATED = ("jax.vjp", "jax._src.api.jvp", "jax._src.api.linearize")
"""The functions that return more than another one makes of arguments."""
CLASSES = tuple(
    f"jax._src.{name}.__call__"
    for name in (
        "api.ForwardJacobian",
        "api.ReverseJacobian",
        "api.Gradient",
        "api.ValueAndGradient",
        "pjit.JitMethod",
        "pjit.JitWrapped",
    )
)
"""The methods by which the results of some are called."""

PARTIAL_CALL = "functools.partial.__call__"

AnyCall = FunctionContext | MethodContext

MOST_ASKED = 4
"""The number of functions that call one another, and are asked what they make: each call in one asks anew."""
_ASKED: list[Expression] = []
"""Those that are being asked: a lambda may call itself."""


def unnamed_hook(system_of: SystemOf) -> Callable[[FunctionContext | MethodContext], Type]:
    """The hook of calls of what has no name of its own; it is that of `CLASSES`, too."""
    return lambda ctx: made_in_place(ctx, system_of(ctx.api))


def partial_hook(system_of: SystemOf) -> Callable[[MethodContext], Type]:
    """The hook of `PARTIAL_CALL`."""
    return lambda ctx: partially_applied(ctx, system_of(ctx.api))


def made_in_place(ctx: AnyCall, system: System) -> Type:
    """What a call returns whose function is a call itself, or a variable that holds what one returned, or a lambda.

    What mypy knows if that does not say more.
    """
    call = ctx.context
    if not isinstance(call, CallExpr) or is_known(ctx.default_return_type) or system.name != "jax":
        return ctx.default_return_type
    function = _held(ctx, call.callee)
    if not isinstance(function, CallExpr | LambdaExpr) or any(kind != ARG_POS for kind in call.arg_kinds):
        return ctx.default_return_type
    leaves = tree_arguments(ctx)
    found = _asked(function, lambda: _made(ctx, function, leaves, system))
    if found is None or not is_expected(ctx, found):
        return ctx.default_return_type
    is_said = not isinstance(function, LambdaExpr) or (is_of_arrays(found) and is_known(found))
    return found if is_said else ctx.default_return_type


def partially_applied(ctx: MethodContext, system: System) -> Type:
    """Method hook of `PARTIAL_CALL`: what the function returns; what mypy itself knows if that does not say more."""
    ctx = ctx._replace(default_return_type=partial_call_callback(ctx))
    call = ctx.context
    partial = _held(ctx, call.callee) if isinstance(call, CallExpr) else None
    if not isinstance(call, CallExpr) or not isinstance(partial, CallExpr) or not is_partial(partial):
        return made_in_place(ctx, system)
    if is_known(ctx.default_return_type) or system.name != "jax":
        return ctx.default_return_type
    found = _asked(partial, lambda: _completed(ctx, partial, arguments_of(call)))
    return found if found is not None and is_of_arrays(found) and is_known(found) else ctx.default_return_type


def _held(ctx: AnyCall, function: Expression) -> Expression:
    """What a variable holds that is assigned just once; anything else as it is."""
    if isinstance(function, NameExpr) and isinstance(function.node, Var):
        return assignments_of(ctx.api.tree).functions.get(function.node, function)  # type: ignore[attr-defined]
    return function


def _asked(function: Expression, make: Callable[[], Type | None]) -> Type | None:
    """What a function makes, unless it is being asked already, or too many are."""
    if function in _ASKED or len(_ASKED) == MOST_ASKED:
        return None
    _ASKED.append(function)
    try:
        return make()
    finally:
        _ASKED.pop()


def _completed(ctx: AnyCall, partial: CallExpr, arguments: Arguments) -> Type | None:
    """What the function of a `partial` makes of the arguments; None if that is not known, or if it is an error."""
    call = completed(ctx.api, partial, arguments)
    if call is None:
        return None
    with ctx.api.msg.filter_errors() as errors:
        result = ctx.api.get_expression_type(call)
    return None if errors.has_new_errors() or isinstance(get_proper_type(result), AnyType) else result


def differentiated(ctx: FunctionContext) -> Type:
    """Function hook of `DIFFERENTIATED`: of a lambda they make what they make of a function that says its types."""
    call = ctx.context
    is_plain = all(kind == ARG_POS for kinds in ctx.arg_kinds for kind in kinds)
    if not isinstance(call, CallExpr) or not is_plain or not call.args or not isinstance(call.args[0], LambdaExpr):
        return ctx.default_return_type
    leaves = ctx.arg_types[1]
    if "tangents" in ctx.callee_arg_names:
        primals = get_proper_type(leaves[0]) if leaves else None
        leaves = primals.items if isinstance(primals, TupleType) else []
    typed = _typed(ctx, applied(ctx, call.args[0], leaves), leaves) if leaves else None
    return ctx.default_return_type if typed is None else _called(ctx, call.callee, [typed, *call.args[1:]])


def _typed(ctx: AnyCall, result: Type | None, leaves: list[Type]) -> Expression | None:
    """Something of the type of a function that returns a tree of arrays, and takes such trees."""
    if result is None or not all(map(is_of_arrays, (result, *leaves))):
        return None
    kinds, names = [ARG_POS] * len(leaves), [None] * len(leaves)
    fallback = ctx.api.named_generic_type("builtins.function", [])
    return TempNode(CallableType(leaves, kinds, names, result, fallback), context=ctx.context)


def _called(ctx: AnyCall, function: Expression, arguments: list[Expression]) -> Type:
    """The type of a call."""
    with ctx.api.msg.filter_errors():
        return ctx.api.get_expression_type(_call(ctx, function, arguments))


def _call(ctx: AnyCall, function: Expression, arguments: list[Expression]) -> CallExpr:
    call = CallExpr(function, arguments, [ARG_POS] * len(arguments), [None] * len(arguments))
    call.set_line(ctx.context)
    return call


def _made(ctx: AnyCall, function: Expression, leaves: list[Type], system: System) -> Type | None:
    """What a function makes of some trees of arrays; None if that is not known."""
    if isinstance(function, LambdaExpr | RefExpr):
        return applied(ctx, function, leaves)
    if isinstance(function, CallExpr) and is_partial(function):
        return _completed(ctx, function, [(TempNode(leaf), ARG_POS, None) for leaf in leaves])
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
        given: list[Expression] = [TempNode(leaf) for leaf in leaves]
        return None if typed is None else _called(ctx, _call(ctx, function.callee, [typed]), given)
    if transformation in COMPILERS and is_plain:
        traced = [t for t in (inside(ctx, leaf, system) for leaf in leaves) if t is not None]
        made = _made(ctx, inner, traced, system) if len(traced) == len(leaves) else None
        return None if made is None else inside(ctx, made, system)
    if transformation in GRADIENTS and is_plain and all(map(is_of_arrays, leaves)):
        made = _made(ctx, inner, leaves, system)
        value = None if made is None else inside(ctx, made, system)
        if value is None or not GRADIENTS[transformation]:
            return None if value is None else leaves[0]
        return TupleType([value, leaves[0]], ctx.api.named_generic_type("builtins.tuple", [value]))
    return None
