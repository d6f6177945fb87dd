"""Accepts aliases of jaxtyping's annotations in `isinstance`: ``Three = Float[Array, "3"]``, ``isinstance(x, Three)``.

For mypy without the plugin, the alias stands for the array class. With the plugin it stands for an array of a dtype,
which is a class with type arguments, and mypy rejects these in `isinstance`. The hook takes that error back.
"""

from __future__ import annotations

from collections.abc import Iterator

from mypy.nodes import CallExpr, Expression, ListExpr, RefExpr, TupleExpr, TypeAlias
from mypy.plugin import FunctionContext
from mypy.types import Type

from ..mypy_compat.messages import error_lists
from .jaxtyping_axes import axes_text

CHECKS = ("builtins.isinstance", "builtins.issubclass")
"""The functions whose second argument is a class or a tuple of classes."""
MESSAGE = "Parameterized generics cannot be used with class or instance checks"
"""mypy's error for a class with type arguments. mypy 2.4 reports it before it asks the function's hook."""


def checked_instance(ctx: FunctionContext) -> Type:
    """Remove mypy's error for each argument that is an alias of a jaxtyping annotation.

    The function hook of `isinstance` and `issubclass`.
    """
    call = ctx.context
    if not isinstance(call, CallExpr) or len(call.args) != 2:
        return ctx.default_return_type
    count = sum(1 for alias in _aliases(call.args[1]) if axes_text(alias.target) is not None)
    for infos in error_lists(ctx.api):
        rejected = [i for i in infos if i.message == MESSAGE and (i.line, i.column) == (call.line, call.column)]
        for info in rejected[:count]:
            infos.remove(info)
    return ctx.default_return_type


def _aliases(classes: Expression) -> Iterator[TypeAlias]:
    """The aliases among the classes of a check."""
    match classes:
        case RefExpr(node=TypeAlias() as alias):
            yield alias
        case TupleExpr(items=items) | ListExpr(items=items):
            for item in items:
                yield from _aliases(item)
        case _:
            pass
