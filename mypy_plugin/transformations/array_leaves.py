"""Opens the numbers in the results of transformed functions: ``jax.vmap(lambda t: (t, 0))`` returns two arrays.

At run time each number is a JAX array. Code that uses it as a number works, too, so its type becomes `Any`. A call
whose leaves are known gets the arrays that the interpreter knows.
"""

from __future__ import annotations

from collections.abc import Callable

from mypy.nodes import ARG_POS
from mypy.plugin import FunctionContext
from mypy.subtypes import find_member
from mypy.types import CallableType, Instance, LiteralType, Overloaded, Type, UnionType, get_proper_type

from ..any_type import ANYTHING
from ..jax_names import SCALARS
from ..types.array_types import unfolded, without_dtypes
from ..types.operands import is_ndarray, numpy_node
from ..types.tuples import is_plain_tuple

OPENING = (
    "jax.vmap",
    "jax.shard_map",
    "jax.smap",
    "jax._src.ad_checkpoint.checkpoint",
    "jax._src.ad_checkpoint.remat",
    *(f"flax.nnx.transforms.{name}" for name in ("compilation.jit", "compilation.shard_map", "autodiff.remat")),
    *(f"flax.nnx.transforms.iteration.{name}" for name in ("vmap", "pmap")),
)
"""The transformations that return a function of the same type, whose results are arrays.

Equinox's are left out, since they return numbers unchanged. The result of `jax.jit` has a hook of its own.
"""
RESULT_CLASSES = ("functools.partial", "flax.nnx.transforms.compilation.JitWrapped")
"""The classes of functions whose last type argument is the type of their results."""
OF_PARTIAL = "__mypy_partial"
"""The attribute in which mypy keeps the type of the function that a `partial` calls."""
OF_LIBRARIES = ("jax.", "flax.", "jaxtyping_promo.")
"""The prefixes of modules whose classes keep their own type."""
CONTAINER_MODULES = ("builtins", "typing", "collections")
"""The modules of generic classes whose type arguments are the types of leaves."""


def returning_arrays(name: str, hook: Callable[[FunctionContext], Type]) -> Callable[[FunctionContext], Type]:
    """Wrap the hook of a transformation: the numbers in the results of the function that it returns become `Any`.

    Args:
        name: the full name of the transformation. ``nnx.vmap(in_axes=0)`` returns a decorator, which gets this name, so
            that mypy calls the hook for it, too.
        hook: the hook.
    """

    def without_numbers_hook(ctx: FunctionContext) -> Type:
        """Run the hook; the numbers in its result become `Any`."""
        result = get_proper_type(hook(ctx))
        has_function = any(kind == ARG_POS for kinds in ctx.arg_kinds for kind in kinds)
        if isinstance(result, CallableType) and result.is_generic() and not has_function:
            return result.copy_modified(name=name)
        return of_transformed(result)

    return without_numbers_hook


def of_transformed(t: Type) -> Type:
    """The type of a transformed function, with `Any` in place of the numbers in its result."""
    function = get_proper_type(t)
    if isinstance(function, Overloaded):
        return Overloaded([item.copy_modified(ret_type=without_numbers(item.ret_type)) for item in function.items])
    if isinstance(function, Instance):
        return _of_object(function)
    if not isinstance(function, CallableType) or function.is_type_obj():
        return t
    result = without_numbers(function.ret_type)
    return t if result is function.ret_type else function.copy_modified(ret_type=result)


def _of_object(instance: Instance) -> Type:
    """The type of a transformed object: a `partial` or a wrapper of a result, or an object with its own `__call__`."""
    if instance.type.fullname in RESULT_CLASSES and instance.args:
        mapped = instance.copy_modified(args=[*instance.args[:-1], without_numbers(instance.args[-1])])
        function = instance.extra_attrs.attrs.get(OF_PARTIAL) if instance.extra_attrs else None
        return mapped if function is None else mapped.copy_with_extra_attr(OF_PARTIAL, of_transformed(function))
    method = get_proper_type(find_member("__call__", instance, instance))
    if not isinstance(method, CallableType) or instance.type.module_name.startswith(OF_LIBRARIES):
        return instance
    transformed = of_transformed(method)
    return instance if transformed is method else transformed


def without_numbers(t: Type) -> Type:
    """A tree with `Any` in place of numbers and NumPy arrays, and without the dtypes of arrays in lists and dicts."""
    proper = unfolded(t)
    if is_plain_tuple(proper):
        items = [without_numbers(item) for item in proper.items]
        is_same = all(new is old for new, old in zip(items, proper.items, strict=True))
        return t if is_same else proper.copy_modified(items=items)
    if isinstance(proper, UnionType):
        items = [without_numbers(item) for item in proper.items]
        is_same = all(new is old for new, old in zip(items, proper.items, strict=True))
        return t if is_same else UnionType.make_union(items)
    if isinstance(proper, LiteralType):
        return ANYTHING if proper.fallback.type.fullname in SCALARS else t
    if not isinstance(proper, Instance):
        return t
    if proper.type.fullname in SCALARS or is_ndarray(proper) or numpy_node(proper) is not None:
        return ANYTHING
    if not proper.args or proper.type.module_name not in CONTAINER_MODULES:
        return t
    item = without_dtypes(without_numbers(proper.args[-1]))  # the place may expect a list or dict of wider items
    return t if item is proper.args[-1] else proper.copy_modified(args=[*proper.args[:-1], item])
