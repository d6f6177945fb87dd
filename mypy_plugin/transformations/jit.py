"""What ``jax.jit`` makes of functions: of one that returns a Python scalar, and of a method that overrides another."""

from __future__ import annotations

from mypy.nodes import ARG_STAR, ARG_STAR2, Decorator, FuncDef, Node
from mypy.plugin import FunctionContext, MethodContext
from mypy.types import AnyType, CallableType, Instance, TupleType, Type, TypeOfAny, get_proper_type

from ...system import PYTHON_SCALARS
from ..functions.pytrees import CONTAINERS
from ..types.array_types import unfolded
from ..types.operands import is_ndarray, numpy_node

COMPILERS = ("jax._src.api.jit", "jax._src.pmap.pmap")
"""The functions that compile others, by the names of their definitions."""
WITH_OPTIONS = "jax._src.api.JitOptions.__call__"
"""What ``jax.jit(static_argnums=0)`` is called by."""
SCALARS = frozenset(f"builtins.{scalar}" for scalar in PYTHON_SCALARS)
ANY = AnyType(TypeOfAny.special_form)


def compiled(ctx: FunctionContext | MethodContext) -> Type:
    """The hook of `COMPILERS`, of partials of them, and of `WITH_OPTIONS`.

    Of the array that a function returns as a scalar nothing is said: its dtype is unknown, and what takes it for a
    scalar works.

    mypy does not mind if a method calls its parameters otherwise than the one that it overrides, but does if the two
    are what these are transformed to. So nothing is said of such a method's parameters.
    """
    wrapped = get_proper_type(ctx.default_return_type)
    if not isinstance(wrapped, Instance) or len(wrapped.args) != 1:
        return ctx.default_return_type
    function = get_proper_type(wrapped.args[0])
    if not isinstance(function, CallableType):
        return ctx.default_return_type
    if isinstance(ctx.context, Decorator) and _has_names_of_its_own(ctx.context.func):
        own = slice(0 if ctx.context.func.is_static else 1)  # what the method is bound to
        function = function.copy_modified(
            arg_types=[*function.arg_types[own], ANY, ANY],
            arg_kinds=[*function.arg_kinds[own], ARG_STAR, ARG_STAR2],
            arg_names=[*function.arg_names[own], None, None],
        )
    function = function.copy_modified(ret_type=_without_numbers(function.ret_type))
    return wrapped if function is wrapped.args[0] else wrapped.copy_modified(args=[function])


def _without_numbers(t: Type) -> Type:
    """A tree with anything in place of numbers and of arrays of NumPy's, which are arrays of JAX's in the result."""
    proper = unfolded(t)
    if isinstance(proper, TupleType) and proper.partial_fallback.type.fullname == "builtins.tuple":
        return proper.copy_modified(items=[_without_numbers(item) for item in proper.items])
    if not isinstance(proper, Instance):
        return t
    if proper.type.fullname in (*CONTAINERS, "builtins.tuple"):
        return proper.copy_modified(args=[*proper.args[:-1], _without_numbers(proper.args[-1])])
    is_number = proper.type.fullname in SCALARS or is_ndarray(proper) or numpy_node(proper) is not None
    return ANY if is_number else t


def _has_names_of_its_own(method: FuncDef) -> bool:
    """Whether a method overrides one whose parameters have other names."""
    bases = method.info.mro[1:] if method.info else []  # which is false outside of classes
    overridden = next((base.names[method.name].node for base in bases if method.name in base.names), None)
    names = _parameter_names(overridden)
    return names is not None and any(a != b for a, b in zip(method.arg_names, names, strict=False))


def _parameter_names(method: Node | None) -> list[str | None] | None:
    function = method.func if isinstance(method, Decorator) else method
    return function.arg_names if isinstance(function, FuncDef) else None
