"""The dtypes that ``jnp.result_type(x, y)`` and ``jnp.promote_types(x.dtype, y.dtype)`` return."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from mypy.plugin import FunctionContext
from mypy.types import Instance, Type

from ...inference.operand import has_dtype
from ...rules.evaluation import join
from ...system import System
from ..any_type import ANYTHING
from ..contexts import SystemOf
from ..jax_names import ARRAY_DTYPE, SCALARS
from ..types.array_types import dtype_object, unfolded
from ..types.dtype_arguments import dtype_argument
from ..types.operands import argument_type, operands

PROMOTED = ("jax.numpy.promote_types", "jax.numpy.result_type")
"""The functions that return the dtype of several operands."""


def promoted_dtype(system_of: SystemOf) -> Callable[[FunctionContext], Type]:
    """The hook of `PROMOTED`."""

    def hook(ctx: FunctionContext) -> Type:
        default, system = unfolded(ctx.default_return_type), system_of(ctx)
        if not isinstance(default, Instance) or default.type.fullname != ARRAY_DTYPE or system.name != "jax":
            return ctx.default_return_type
        nodes = [*_dtypes(ctx, system)]
        if len({*nodes}) > 1 and any(kind.is_star() for kinds in ctx.arg_kinds for kind in kinds):
            return ctx.default_return_type  # a starred list may be empty
        if not nodes or not all(node is not None and has_dtype(system, node) for node in nodes):
            return ctx.default_return_type
        node = join(system, [node for node in nodes if node is not None])
        made = None if node is None else dtype_object(ctx.api, system.defaults.get(node, node))
        return made or ctx.default_return_type

    return hook


def _dtypes(ctx: FunctionContext, system: System) -> Iterator[str | None]:
    """The dtype of each argument; None if it is unknown, or if it has 64 bits, which JAX may truncate."""
    for expressions, types, kinds in zip(ctx.args, ctx.arg_types, ctx.arg_kinds, strict=True):
        for expression, t, kind in zip(expressions, types, kinds, strict=True):
            if kind.is_star():
                t = _item(t)
            node = dtype_argument(ctx.api, expression, t) if not kind.is_star() else None
            if node is None:
                alternatives = operands(t if kind.is_star() else argument_type(ctx.api, t, expression))
                entered = [dtype for operand in alternatives or () for dtype in operand.entering(system)]
                node = entered[0] if len(entered) == 1 else None
            elif node in SCALARS.values():  # a Python type counts as weak in some versions of JAX only
                node = None
            yield None if node in system.truncated else node


def _item(t: Type) -> Type:
    """The type of the items of a starred list or tuple; `Any` if it is unknown."""
    rows = unfolded(t)
    is_rows = isinstance(rows, Instance) and rows.type.fullname in ("builtins.list", "builtins.tuple")
    return rows.args[0] if isinstance(rows, Instance) and is_rows else ANYTHING
