"""Derivatives that JAX rejects for a dtype: ``jax.grad(f)(int32s)``, ``jax.jvp(f, (float16s,), (float32s,))``.

Derivatives exist with respect to floats, and with `jax.grad` to complex numbers. The function must return real floats.
Tangents have the dtypes of the arguments, and cotangents those of the results; a weak dtype counts as its default.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from mypy.nodes import (
    ARG_NAMED,
    ARG_OPT,
    ARG_POS,
    CallExpr,
    ComplexExpr,
    Expression,
    FloatExpr,
    IntExpr,
    ListExpr,
    NameExpr,
    RefExpr,
    TupleExpr,
    UnaryExpr,
)
from mypy.plugin import FunctionContext
from mypy.subtypes import is_subtype
from mypy.types import AnyType, CallableType, Type, UnionType

from ...diagnostics.codes import DTYPE_GRADIENT
from ...formats import FORMATS
from ...system import System
from ..any_type import ANYTHING
from ..contexts import Context, FunctionHook
from ..mypy_compat.expressions import stored_type
from ..report import report_error
from ..severities import is_reported
from ..source_text import cast_text, source_text
from ..trees.leaf_trees import Leaf, Tree, pairs_of, tree_of, type_of_tree
from ..trees.pytrees import tree_argument
from ..types.array_types import unfolded
from ..types.expression_types import any_function
from ..types.operands import dtypes_of
from .function_results import SAME_DTYPES, child_of, result_tree, single_value, traced
from .leaf_dtypes import different

FORWARD = ("jacfwd", "hessian")
"""The transformations that differentiate in forward mode, with respect to real floats alone."""
REVERSE = ("grad", "value_and_grad", "jacrev", "jacobian", "hessian")
"""The transformations that differentiate in reverse mode, and so ask for real results."""
TRANSFORMATIONS = {f"jax._src.api.{name}": name for name in (*REVERSE, "jacfwd")}
"""The transformations whose functions return derivatives, by the full names of their definitions."""
PARAMETERS = {
    "jacfwd": ("fun", "argnums", "has_aux", "holomorphic"),
    "hessian": ("fun", "argnums", "has_aux", "holomorphic"),
}
"""The first parameters of a transformation. `jax.grad`'s parameters are the default."""
OF_GRAD = ("fun", "argnums", "has_aux", "holomorphic", "allow_int")
MAPS = (*SAME_DTYPES, "jax.vmap")
"""The transformations whose functions pass arguments on with the dtypes that they have."""
DERIVATIVE = "jax.derivative"
"""The name of a function that a transformation returns, for which the stubs have no class."""


class Derivative(NamedTuple):
    """A call of a transformation.

    Attributes:
        name: the transformation as users call it.
        function: the function that is differentiated.
        argnums: the positions of the arguments; None if unknown.
        flags: the values of ``has_aux``, ``holomorphic`` and ``allow_int``; None for an unknown value.
    """

    name: str
    function: Expression
    argnums: tuple[int, ...] | None
    flags: dict[str, bool | None]


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


# ------------------------------------------------------------------------------------------ calls of derivatives


def report_derivative(ctx: Context, function: Expression, system: System) -> None:
    """Report a wrong argument or result in a call of a function that a transformation has returned.

    Args:
        ctx: the call.
        function: the called function; for a variable, its value.
        system: the promotion system.
    """
    call = ctx.context
    if system.name != "jax" or not isinstance(call, CallExpr) or not isinstance(function, CallExpr):
        return
    derivative = _derivative(ctx, function)
    if derivative is None or not is_reported(ctx.api, DTYPE_GRADIENT):
        return
    if any(kind not in (ARG_POS, ARG_NAMED) for kind in call.arg_kinds):
        return
    positional = [argument for argument, kind in zip(call.args, call.arg_kinds, strict=True) if kind == ARG_POS]
    trees = [traced(ctx, _argument(ctx, argument), system) for argument in positional]
    if not _report_arguments(ctx, derivative, positional, trees, system) and len(positional) == len(call.args):
        _report_result(ctx, derivative, trees, system)


def _derivative(ctx: Context, call: CallExpr) -> Derivative | None:
    """The call of a transformation that an expression is, or contains in a compiled or mapped function.

    None if it is not.
    """
    if not isinstance(call.callee, RefExpr) or not call.args:
        return None
    fullname = call.callee.fullname
    if fullname in MAPS:
        inner = single_value(ctx, call.args[0])
        return _derivative(ctx, inner) if isinstance(inner, CallExpr) else None
    name = TRANSFORMATIONS.get(fullname)
    if name is None or any(kind not in (ARG_POS, ARG_NAMED) for kind in call.arg_kinds):
        return None
    names = PARAMETERS.get(name, OF_GRAD)
    by_name: dict[str, Expression] = {}
    for position, (value, keyword) in enumerate(zip(call.args, call.arg_names, strict=True)):
        if keyword is not None or position < len(names):
            by_name[keyword or names[position]] = value
    if "fun" not in by_name:
        return None
    flags = {flag: _flag(by_name.get(flag)) for flag in ("has_aux", "holomorphic", "allow_int")}
    return Derivative(f"jax.{name}", by_name["fun"], _positions(by_name.get("argnums")), flags)


def _flag(value: Expression | None) -> bool | None:
    """The value of a flag, which is False if it is not given."""
    if value is None:
        return False
    return {"builtins.True": True, "builtins.False": False}.get(value.fullname) if isinstance(value, NameExpr) else None


def _positions(value: Expression | None) -> tuple[int, ...] | None:
    """The positions of the arguments that ``argnums`` selects."""
    match value:
        case None:
            return (0,)
        case IntExpr(value=position):
            return (position,)
        case UnaryExpr(op="-", expr=IntExpr(value=position)):
            return (-position,)
        case TupleExpr(items=items) | ListExpr(items=items):
            each = [_positions(item) for item in items]
            return None if None in each else tuple(position for one in each for position in one or ())
    return None


def _argument(ctx: Context, expression: Expression) -> Tree:
    """The pytree that an expression passes."""
    stored: Type | None = stored_type(ctx.api, expression)
    return tree_of(ctx.api, tree_argument(ctx, expression, ANYTHING if stored is None else stored), expression)


def _report_arguments(
    ctx: Context, derivative: Derivative, expressions: list[Expression], trees: list[Tree], system: System
) -> bool:
    """Report an argument whose dtype has no derivative.

    Returns:
        Whether an argument was reported.
    """
    name = derivative.name.rpartition(".")[2]
    is_holomorphic, allow_int = derivative.flags["holomorphic"], derivative.flags["allow_int"]
    wanted: tuple[str, ...]
    for position in derivative.argnums or ():
        if is_holomorphic is None or allow_int is None or not -len(trees) <= position < len(trees):
            return False
        if is_holomorphic:
            wanted, what = ("complex",), "complex arguments with holomorphic=True"
        elif name in FORWARD:
            wanted, what = ("float",), "arguments that are real floats"
        else:
            wanted, what = ("bool", "int", "float", "complex") if allow_int else ("float", "complex"), "float arguments"
        position %= len(trees)
        for path, leaf in _leaves(trees[position]):
            dtype = _unwanted(leaf, wanted, system)
            if dtype is None:
                continue
            where = f"argument {position + 1}{f' at {path}' if path else ''}"
            target = "complex64" if is_holomorphic else "float32"
            text = _cast(ctx, leaf.expression or (expressions[position] if not path else None), target)
            can_allow = name not in FORWARD and not is_holomorphic
            further = ", or pass allow_int=True, which makes gradients of dtype float0" if can_allow else ""
            message = f"{derivative.name} needs {what}, and {where} is {dtype}"
            report_error(ctx, DTYPE_GRADIENT, message, f"{text}{further}", leaf.expression)
            return True
    return False


def _report_result(ctx: Context, derivative: Derivative, trees: list[Tree], system: System) -> None:
    """Report a function whose result JAX cannot differentiate."""
    name = derivative.name.rpartition(".")[2]
    is_holomorphic, has_aux = derivative.flags["holomorphic"], derivative.flags["has_aux"]
    if is_holomorphic is None or has_aux is None or (name not in REVERSE and not is_holomorphic):
        return
    stored: Type | None = stored_type(ctx.api, derivative.function)
    parameters = [type_of_tree(ctx.api, tree) for tree in trees]
    made = result_tree(ctx, derivative.function, ANYTHING if stored is None else stored, parameters, system)
    if has_aux:
        made = child_of(made, "[0]")
    for path, leaf in [] if made is None else _leaves(made):
        dtype = _unwanted(leaf, ("complex",) if is_holomorphic else ("float",), system)
        if dtype is None:
            continue
        what = "complex numbers with holomorphic=True" if is_holomorphic else "real floats"
        where = f"result{path}" if path else "the result"
        message = f"{derivative.name} needs a function that returns {what}, and {where} is {dtype}"
        report_error(ctx, DTYPE_GRADIENT, message, _result_advice(dtype, is_holomorphic=is_holomorphic))
        return


def _result_advice(dtype: str, *, is_holomorphic: bool) -> str:
    """The remedy for a result that JAX cannot differentiate."""
    if is_holomorphic:
        return "Leave holomorphic=True out, or return complex numbers"
    if FORMATS[dtype].kind == "complex" if dtype in FORMATS else False:
        return "Return the real part with .real, or pass holomorphic=True if both sides are complex"
    return "Return floats: a comparison or a cast to integers has no derivative"


def _cast(ctx: Context, expression: Expression | None, dtype: str) -> str:
    """The remedy for an argument: a literal or cast of the right dtype."""
    text = source_text(ctx.api, expression)
    if isinstance(expression, IntExpr) and dtype == "float32":
        return f"Write {text}.0"
    if isinstance(expression, IntExpr | FloatExpr | ComplexExpr):
        return f"Write jnp.{dtype}({text})"
    cast = cast_text(ctx.api, expression, dtype)
    return f"Write {cast}" if cast else f"Cast it with .astype(jnp.{dtype})"


def _leaves(tree: Tree, path: str = "") -> Iterator[tuple[str, Leaf]]:
    """The leaves of a pytree with their paths."""
    if isinstance(tree, Leaf):
        yield path, tree
    else:
        for key, child in tree.children.items():
            yield from _leaves(child, path + key)


def _unwanted(leaf: Leaf, wanted: tuple[str, ...], system: System) -> str | None:
    """The dtype of a leaf if its kind is certainly not among the expected kinds; else None."""
    leaf_dtypes = dtypes_of(leaf.type)
    dtypes = [] if leaf_dtypes is None else [system.stored(dtype) for dtype in leaf_dtypes]
    if not dtypes or any(dtype not in FORMATS or FORMATS[dtype].kind in wanted for dtype in dtypes):
        return None
    return " or ".join(dict.fromkeys(dtypes))


# ------------------------------------------------------------------------------------------ tangents and cotangents

COTANGENTS, TANGENTS = "__jax_vjp_cotangent_", "__jax_linearize_tangent_"
"""The prefixes of parameter names that accept cotangents or tangents of known dtypes."""
LINEAR = {COTANGENTS: "jax.vjp", TANGENTS: "jax.linearize"}
"""Maps each prefix to the transformation that returns functions with such parameters."""


def taking(function: CallableType, prefix: str, types: list[Type]) -> CallableType:
    """A function whose parameters record the types of its tangents or cotangents; mypy lets it accept anything.

    NOTE: mypy drops the name of a function that is assigned to a variable, but keeps the names of its parameters.

    Args:
        function: the function.
        prefix: a key of `LINEAR`.
        types: the types of the differentiated values.
    """
    if _prefix(function) is not None:
        return function
    formals: list[Type] = [UnionType([ANYTHING, t]) for t in types]
    return function.copy_modified(
        arg_types=[*formals, *function.arg_types],
        arg_kinds=[*[ARG_OPT] * len(types), *function.arg_kinds],
        name=DERIVATIVE,  # mypy looks up the hook of a call by this name if no variable holds the function
        arg_names=[*(f"{prefix}{position}" for position in range(len(types))), *function.arg_names],
        is_ellipsis_args=False,
    )


def cotangent_type(ctx: FunctionContext, system: System) -> Type:
    """The type of the cotangents of a call of `jax.vjp`, which is the type of the function's result."""
    call = ctx.context
    if not isinstance(call, CallExpr) or any(kind not in (ARG_POS, ARG_NAMED) for kind in call.arg_kinds):
        return ANYTHING
    named = {name: value for name, value in zip(call.arg_names, call.args, strict=True) if name is not None}
    function, *primals = call.args[: len(call.args) - len(named)]
    has_aux = _flag(named.get("has_aux"))
    stored: Type | None = stored_type(ctx.api, function)
    parameters = [type_of_tree(ctx.api, traced(ctx, _argument(ctx, primal), system)) for primal in primals]
    made = result_tree(ctx, function, ANYTHING if stored is None else stored, parameters, system)
    if has_aux:
        made = child_of(made, "[0]")
    return ANYTHING if made is None or has_aux is None else type_of_tree(ctx.api, made)


def _prefix(function: CallableType) -> str | None:
    """The key of `LINEAR` for a function that `taking` has returned; None for any other function."""
    name = (function.arg_names[0] or "") if function.arg_names else ""
    return next((prefix for prefix in LINEAR if name.startswith(prefix)), None)


def report_linear(ctx: Context, system: System) -> None:
    """Report a call whose tangents or cotangents differ in dtype from the types recorded by `taking`."""
    call = ctx.context
    if system.name != "jax" or not isinstance(call, CallExpr):
        return
    callee_type: Type | None = stored_type(ctx.api, call.callee)
    function = unfolded(callee_type)
    prefix = _prefix(function) if isinstance(function, CallableType) else None
    if not isinstance(function, CallableType) or prefix is None or not is_reported(ctx.api, DTYPE_GRADIENT):
        return
    maker = LINEAR[prefix]
    for formal, argument, kind in zip(function.arg_types, call.args, call.arg_kinds, strict=False):
        proper = unfolded(formal)
        if kind != ARG_POS or not isinstance(proper, UnionType):
            return
        wanted = traced(ctx, tree_of(ctx.api, proper.items[1], None), system)
        given = traced(ctx, _argument(ctx, argument), system)
        for path, one, other in pairs_of(wanted, given):
            where = f"argument{path}" if path else "the argument"
            exact = _unwanted(one, ("float", "complex"), system)
            if exact is not None:
                if prefix == TANGENTS and dtypes_of(other.type) is not None:
                    message = f"{maker} differentiates with respect to floats, and {where} stands for {exact}"
                    report_error(ctx, DTYPE_GRADIENT, message, f"Give {maker} floats", other.expression)
                    return
                continue
            dtypes = different(one.type, other.type, system)
            if dtypes is not None:
                message = f"The function that {maker} returns takes {dtypes[0]}, and {where} is {dtypes[1]}"
                report_error(ctx, DTYPE_GRADIENT, message, _cast(ctx, other.expression, dtypes[0]), other.expression)
                return


def report_tangents(ctx: FunctionContext, system: System) -> None:
    """Report a call of `jax.jvp` whose tangents have other dtypes than its primals."""
    if system.name != "jax" or not is_reported(ctx.api, DTYPE_GRADIENT):
        return
    arguments = dict(zip(ctx.callee_arg_names, ctx.args, strict=True))
    primals, tangents = arguments.get("primals"), arguments.get("tangents")
    if primals is None or tangents is None or len(primals) != 1 or len(tangents) != 1:
        return
    trees = [traced(ctx, _argument(ctx, each[0]), system) for each in (primals, tangents)]
    for path, one, other in pairs_of(trees[0], trees[1]):
        exact = _unwanted(one, ("float", "complex"), system)
        if exact is not None and dtypes_of(other.type) is not None:
            message = f"jax.jvp differentiates with respect to floats, and primals{path} is {exact}"
            report_error(ctx, DTYPE_GRADIENT, message, _cast(ctx, one.expression, "float32"), one.expression)
            return
        dtypes = different(one.type, other.type, system)
        if dtypes is not None:
            message = (
                f"The tangents of jax.jvp must have the dtypes of the primals: primals{path} is {dtypes[0]} and "
                f"tangents{path} is {dtypes[1]}"
            )
            report_error(ctx, DTYPE_GRADIENT, message, _cast(ctx, other.expression, dtypes[0]), other.expression)
            return
