"""``jax.jit`` of a function that returns a Python scalar: compiled, it returns an array."""

from __future__ import annotations

from mypy.plugin import FunctionContext
from mypy.types import AnyType, CallableType, Instance, Type, TypeOfAny, get_proper_type

from ..system import PYTHON_SCALARS

COMPILERS = ("jax._src.api.jit", "jax._src.pmap.pmap")
"""The functions that compile others, by the names of their definitions."""
SCALARS = frozenset(f"builtins.{scalar}" for scalar in PYTHON_SCALARS)


def without_scalar(ctx: FunctionContext) -> Type:
    """Function hook: of the array nothing is said. Its dtype is unknown, and what takes it for a scalar works."""
    wrapped = get_proper_type(ctx.default_return_type)
    if not isinstance(wrapped, Instance) or len(wrapped.args) != 1:
        return ctx.default_return_type
    function = get_proper_type(wrapped.args[0])
    if not isinstance(function, CallableType):
        return ctx.default_return_type
    result = get_proper_type(function.ret_type)
    if not isinstance(result, Instance) or result.type.fullname not in SCALARS:
        return ctx.default_return_type
    return wrapped.copy_modified(args=[function.copy_modified(ret_type=AnyType(TypeOfAny.special_form))])
