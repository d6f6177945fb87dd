"""The dtypes in results of ``jax.value_and_grad(f, has_aux=True)``, ``jax.vjp(f, x)`` and other derivatives.

The result holds gradients, which are like an argument, beside the value of the program's function `f` and its auxiliary
data. `inferred_calls` finds out the value from the body of `f`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from mypy.nodes import ARG_POS, CallExpr, Expression, RefExpr, TupleExpr
from mypy.plugin import CheckerPluginInterface, MethodContext
from mypy.types import Instance, TupleType, Type

from ...system import System
from ..any_type import ANYTHING
from ..mypy_compat.expressions import stored_type
from ..transformations.custom_gradients import may_reach_rule
from ..transformations.function_results import single_value
from ..transformations.gradients import PLACES, gradient
from ..trees.pytrees import is_of_arrays, tree_argument
from ..types.array_types import dtype_object, unfolded
from ..types.operands import dtypes_of
from ..variables.assignment_marker import inner_value
from .decorators import COMPILERS
from .parts import Parts, Step, arrays_in, prefixed, subtree
from .results import holds_dtypes, refined
from .returned_values import Value, is_known_array, with_own_type

VALUES: Mapping[str, tuple[Step, ...]] = {
    "ValueAndGradient": (("[", 0),),
    "ValueAndGradientAndAux": (("[", 0),),
}
"""The place of the function's value in the result of a derivative, by the class of the derivative."""
AUXILIARY = "GradientAndAux"
"""The class of derivatives whose results lack the value, but have the auxiliary data."""
TUPLES_OF_ARGUMENTS = frozenset(("jax._src.api.jvp",))
"""The functions whose second argument is a tuple of the arguments of the differentiated function."""
OPTIONS = frozenset(("has_aux", "reduce_axes", "saveable_args", "in_nzs"))
"""The keywords of ``jax.vjp`` and the like that are no arguments of the differentiated function."""


class Derivative(NamedTuple):
    """A call of a differentiated function: ``jax.grad(f)(x)``.

    Attributes:
        name: the class of the derivative in the stubs.
        made: the call that makes the derivative.
        function: `f`.
    """

    name: str
    made: CallExpr
    function: Expression


def derivative(ctx: MethodContext, api: CheckerPluginInterface, call: CallExpr) -> Derivative | None:
    """The derivative that a call evaluates; None if it evaluates something else."""
    made = single_value(ctx, call.callee)
    t = ctx.type
    if (
        isinstance(made, CallExpr)
        and isinstance(made.callee, RefExpr)
        and made.callee.fullname in COMPILERS
        and len(made.args) == 1
        and isinstance(inner := single_value(ctx, inner_value(made.args[0])), CallExpr)
    ):
        made, t = inner, unfolded(stored_type(api, inner) or ANYTHING)
    if not isinstance(made, CallExpr) or not made.args or made.arg_kinds[0] != ARG_POS:
        return None
    name = t.type.name if isinstance(t, Instance) else ""
    is_called = name in PLACES and call.args and call.arg_kinds[0] == ARG_POS
    return Derivative(name, made, made.args[0]) if is_called else None


def parts_of_derivative(
    ctx: MethodContext, api: CheckerPluginInterface, called: Derivative, given: Parts, value: Value, system: System
) -> Parts:
    """The parts of the result of a derivative.

    Args:
        ctx: the call.
        api: the type checker.
        called: the derivative.
        given: the parts of the first argument.
        value: the result of the differentiated function.
        system: the promotion system.
    """
    parts: dict[tuple[Step, ...], Type] = {}
    is_jacobian_of_tree = called.name == "ReverseJacobian" and (value.type is None or not is_known_array(value.type))
    if not may_reach_rule(api, called.made) and not is_jacobian_of_tree:
        first = tree_argument(ctx, ctx.args[0][0], ctx.arg_types[0][0])
        given = {**({(): first} if is_known_array(first) else {}), **given}
        like = {path: gradient(ctx, t, system) for path, t in given.items() if is_of_arrays(t)}
        inner = {path: t for path, t in like.items() if holds_dtypes(t)}
        parts |= prefixed(inner, *(("[", place) for place in PLACES[called.name]))
    of_value = arrays_in(with_own_type(value))
    if called.name in VALUES:
        parts |= prefixed(of_value, *VALUES[called.name])
    elif called.name == AUXILIARY:
        parts |= prefixed(subtree(of_value, ("[", 1)), ("[", 1))
    return parts


def with_value(default: Type, name: str, value: Value) -> Type:
    """The result of a derivative with the dtypes of the function's value and of its auxiliary data."""
    pair, made = unfolded(default), value.type
    if made is None or not isinstance(pair, TupleType) or len(pair.items) != 2:
        return default
    first, second = pair.items
    if name in VALUES:
        return pair.copy_modified(items=[refined(first, made) or first, second])
    returned = unfolded(made)
    if name == AUXILIARY and isinstance(returned, TupleType) and len(returned.items) == 2:
        return pair.copy_modified(items=[first, refined(second, returned.items[1]) or second])
    return default


def arguments_at_once(call: CallExpr) -> list[tuple[Expression, str | None]] | None:
    """The arguments of the function that ``jax.vjp`` and the like call at once, and their names.

    None if they are unknown.
    """
    pairs = zip(call.args, call.arg_kinds, call.arg_names, strict=True)
    given = [(e, kind, name) for e, kind, name in pairs if name not in OPTIONS][1:]
    if not call.args or call.arg_kinds[0] != ARG_POS or any(kind.is_star() for _, kind, _ in given):
        return None
    if isinstance(call.callee, RefExpr) and call.callee.fullname in TUPLES_OF_ARGUMENTS:
        primals = given[0][0] if given else None
        return [(item, None) for item in primals.items] if isinstance(primals, TupleExpr) else None
    return [(e, name) for e, _, name in given]


def parts_at_once(value: Value, *, has_aux: bool) -> Parts:
    """The parts of the result of ``jax.vjp(f, x)``, which has the auxiliary data at its end."""
    of_value = arrays_in(with_own_type(value))
    if not has_aux:
        return prefixed(of_value, ("[", 0))
    return {
        **prefixed(subtree(of_value, ("[", 0)), ("[", 0)),
        **prefixed(subtree(of_value, ("[", 1)), ("[", 2)),
    }


def dtypes_of_shapes(api: CheckerPluginInterface, value: Value, system: System) -> Parts:
    """The parts of the result of ``jax.eval_shape(f, x)``: the attribute `dtype` in place of each array."""
    dtypes: dict[tuple[Step, ...], Type] = {}
    for path, t in with_own_type(value).items():
        nodes = dtypes_of(unfolded(t)) if is_known_array(t) else None
        if nodes is not None and len(nodes) == 1:
            dtype = dtype_object(api, system.defaults.get(nodes[0], nodes[0]))
            if dtype is not None:
                dtypes[(*path, (".", "dtype"))] = dtype
    return dtypes
