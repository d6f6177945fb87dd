"""Computes the dtypes of gradients: the dtypes of the arguments, except for weak arrays, integers and custom rules.

`transformed_calls` asks `gradient` for the result of a call of ``jax.grad(f)``.
"""

from __future__ import annotations

from collections.abc import Sequence

from mypy.nodes import Expression
from mypy.plugin import FunctionContext, MethodContext
from mypy.types import Instance, TupleType, Type, TypeVarType, get_proper_type

from ...system import System
from ..any_type import ANYTHING
from ..trees.pytrees import CONTAINERS, is_of_arrays, tree_argument
from ..trees.tree_leaves import INEXACT, dtypes_of_leaves, leaves_of
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
"""The positions of gradients in the results of transformed functions, by class.

Empty if the result is a gradient.
"""
FORWARD = "ForwardJacobian"
"""The class of functions whose derivatives have the dtype of the result."""
CALLED = tuple(f"jax._src.api.{name}.__call__" for name in (*PLACES, FORWARD))
"""The methods that call functions of these classes."""


def gradient(ctx: FunctionContext | MethodContext, tree: Type, system: System, *, keeps_weak: bool = False) -> Type:
    """The type of the gradient with respect to a tree of arrays.

    The gradient of a weak array may be strong, depending on the function. Integers have no gradient.
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
    dtypes = dtypes_of(proper) if array is not None else None
    if array is None or dtypes is None:
        return tree
    if not INEXACT.issuperset(dtypes):
        return without_dtypes(array)
    if isinstance(get_proper_type(array.args[0]), TypeVarType):
        return tree
    weak_dtypes = [node for node in dtypes if node in system.defaults]
    if not weak_dtypes or keeps_weak:
        return tree
    return array_of(ctx.api, array.type, [*dtypes, *(system.defaults[node] for node in weak_dtypes)])


def without_values(ctx: FunctionContext | MethodContext, result: Type) -> Type:
    """The result of a transformed function without the dtypes of what the function itself returns.

    Gradients keep their dtypes, which are those of the arguments.
    """
    owner = ctx.type if isinstance(ctx, MethodContext) else None
    places = PLACES.get(owner.type.name) if isinstance(owner, Instance) else None
    proper = unfolded(result)
    if places is None:
        return without_dtypes(result)
    if not places or not isinstance(proper, TupleType):
        return result
    items = [item if place in places else without_dtypes(item) for place, item in enumerate(proper.items)]
    return proper.copy_modified(items=items)


def checked_gradient(ctx: MethodContext, result: Type, function: Expression, system: System) -> Type:
    """The result of a call of a function of `CALLED`, with the gradient's dtype corrected.

    The stubs say that a gradient has the type of the argument, which is wrong for weak arrays, integers and custom
    rules.
    """
    name = ctx.type.type.name if isinstance(ctx.type, Instance) else ""
    if name not in PLACES and name != FORWARD:
        return result
    tree = tree_argument(ctx, ctx.args[0][0], ctx.arg_types[0][0]) if ctx.args and ctx.args[0] else ANYTHING
    if _is_exact(tree) or (name != FORWARD and may_reach_rule(ctx.api, function)):
        return without_dtypes(result)
    if name == FORWARD:
        return result
    keeps_weak = name == "ReverseJacobian"
    proper = unfolded(result)
    if not PLACES[name]:
        return gradient(ctx, _wrt(tree, result), system, keeps_weak=keeps_weak)
    if not isinstance(proper, TupleType):
        return result
    items = [*proper.items]
    for place in PLACES[name]:
        items[place] = gradient(ctx, _wrt(tree, items[place]), system)
    return proper.copy_modified(items=items)


def differentiated_value(value: Type, primals: Sequence[Type]) -> Type:
    """The value that `jax.vjp` and the like return besides the derivative, which may not be an array.

    In traced code, JAX computes a value by NumPy if all its arguments are constant integers without dimensions.
    """
    are_exact = [_is_exact_leaf(leaf) for primal in primals for leaf in leaves_of(primal)]
    if not any(are_exact):
        return value
    return ANYTHING if all(are_exact) else _without_exact_leaves(value)


def _without_exact_leaves(tree: Type) -> Type:
    """A pytree with leaves of any type in place of arrays of bools and integers."""
    proper = unfolded(tree)
    if isinstance(proper, TupleType):
        return proper.copy_modified(items=[_without_exact_leaves(item) for item in proper.items])
    if isinstance(proper, Instance) and proper.type.fullname in CONTAINERS:
        return proper.copy_modified(args=[*proper.args[:-1], _without_exact_leaves(proper.args[-1])])
    return ANYTHING if _is_exact_leaf(proper) else tree


def _is_exact_leaf(leaf: Type | None) -> bool:
    """Whether a leaf may be an array of bools or integers; an array of unknown dtype counts as one of floats."""
    dtypes = None if leaf is None else dtypes_of(leaf)
    return dtypes is not None and not INEXACT.issuperset(dtypes)


def _wrt(argument: Type, declared: Type) -> Type:
    """The type of the differentiated argument: the given array, which may be weak, or the declared type."""
    is_array = is_of_arrays(argument) and is_of_arrays(declared) and dtypes_of(argument) is not None
    return argument if is_array else declared


def _is_exact(t: Type) -> bool:
    """Whether an argument has a leaf without a gradient, which JAX rejects."""
    return any(dtype not in INEXACT for dtype in dtypes_of_leaves(t))
