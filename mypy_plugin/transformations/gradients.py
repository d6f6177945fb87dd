"""The dtypes of gradients: those of what is differentiated, unless it is weak, no float, or has a rule of its own."""

from __future__ import annotations

from mypy.nodes import Expression
from mypy.plugin import FunctionContext, MethodContext
from mypy.types import Instance, TupleType, Type

from ...system import System
from ..functions.pytrees import ANY, CONTAINERS, is_of_arrays, tree_argument
from ..functions.tree_leaves import INEXACT, dtypes_of_leaves
from ..types.array_types import array_of, unfolded, without_dtypes
from ..types.operands import as_array, dtypes_of
from .custom_gradients import may_reach_rule

PLACES: dict[str, tuple[int, ...]] = {
    "Gradient": (),
    "GradientAndAux": (0,),
    "ValueAndGradient": (1,),
    "ValueAndGradientAndAux": (1,),
    "ReverseJacobian": (),
}
"""Where the gradient is in what the functions of JAX's classes return: the position in a tuple, if there is one."""
FORWARD = "ForwardJacobian"
"""The class whose functions return derivatives of the dtype of the result."""
CALLED = tuple(f"jax._src.api.{name}.__call__" for name in (*PLACES, FORWARD))
"""The methods by which these are called."""


def gradient(ctx: FunctionContext | MethodContext, tree: Type, system: System, *, keeps_weak: bool = False) -> Type:
    """The type of the gradient with respect to a tree of arrays.

    JAX may make a strong gradient for a weak array, as functions have it. For integers there is none.
    """
    proper = unfolded(tree)
    if isinstance(proper, TupleType):
        return proper.copy_modified(items=[gradient(ctx, item, system, keeps_weak=keeps_weak) for item in proper.items])
    if not isinstance(proper, Instance):
        return tree
    if proper.type.fullname in CONTAINERS:
        item = gradient(ctx, proper.args[-1], system, keeps_weak=keeps_weak)
        return proper.copy_modified(args=[*proper.args[:-1], item])
    array = as_array(proper)
    known = dtypes_of(proper) if array is not None else None
    if array is None or known is None:
        return tree
    if not INEXACT.issuperset(known):
        return without_dtypes(array)
    weak = [node for node in known if node in system.defaults]
    if not weak or keeps_weak:
        return tree
    return array_of(ctx.api, array.type, [*known, *(system.defaults[node] for node in weak)])


def checked_gradient(ctx: MethodContext, result: Type, function: Expression, system: System) -> Type:
    """What a call of a function of `CALLED` returns, where stubs say that gradients are like the argument."""
    name = ctx.type.type.name if isinstance(ctx.type, Instance) else ""
    if name not in PLACES and name != FORWARD:
        return result
    given = tree_argument(ctx, ctx.args[0][0], ctx.arg_types[0][0]) if ctx.args and ctx.args[0] else ANY
    if _is_exact(given) or (name != FORWARD and may_reach_rule(ctx.api, function)):
        return without_dtypes(result)
    if name == FORWARD:
        return result
    keeps_weak = name == "ReverseJacobian"
    proper = unfolded(result)
    if not PLACES[name]:
        return gradient(ctx, _wrt(given, result), system, keeps_weak=keeps_weak)
    if not isinstance(proper, TupleType):
        return result
    items = [*proper.items]
    for place in PLACES[name]:
        items[place] = gradient(ctx, _wrt(given, items[place]), system)
    return proper.copy_modified(items=items)


def _wrt(given: Type, declared: Type) -> Type:
    """What is differentiated with respect to: an array that is given, which may be weak, or what is declared."""
    is_array = is_of_arrays(given) and is_of_arrays(declared) and dtypes_of(given) is not None
    return given if is_array else declared


def _is_exact(given: Type) -> bool:
    """Whether an argument has a leaf without a gradient, which JAX rejects."""
    return any(dtype not in INEXACT for dtype in dtypes_of_leaves(given))
