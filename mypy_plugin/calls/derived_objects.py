"""Parts of an object that a call of a known function makes from another object.

Such functions are `dataclasses.replace`, ``module.replace``, `eqx.partition`, `eqx.filter`, `eqx.combine`,
`eqx.tree_at` and `eqx.apply_updates`.
"""

from __future__ import annotations

from mypy.nodes import ARG_POS, CallExpr, RefExpr
from mypy.plugin import CheckerPluginInterface

from ..contexts import SystemOf
from ..mypy_compat.modules import current_file
from .called_functions import AnyCall
from .filtered_trees import filtered_parts
from .known_parts import KnownParts
from .object_parts import replaced_parts
from .parts import NOTHING, Parts, is_value
from .replaced_leaves import parts_with_replaced_leaves
from .updated_trees import ADDING, is_update_of_optimizer, keeps_dtype


def derived_parts(
    ctx: AnyCall, api: CheckerPluginInterface, call: CallExpr, known: KnownParts, system_of: SystemOf
) -> Parts | None:
    """The parts of the object that a call returns; None for calls of other functions."""
    updated = _updated_parts(ctx, api, call, known, system_of)
    if updated is not None:
        return updated
    for parts_of in (replaced_parts, filtered_parts, parts_with_replaced_leaves):
        parts = parts_of(api, call, known)
        if parts is not None:
            return parts
    return None


def _updated_parts(
    ctx: AnyCall, api: CheckerPluginInterface, call: CallExpr, known: KnownParts, system_of: SystemOf
) -> Parts | None:
    """The parts of ``eqx.apply_updates(model, updates)``; None for other calls."""
    if not isinstance(call.callee, RefExpr) or call.callee.fullname not in ADDING:
        return None
    if call.arg_kinds != [ARG_POS, ARG_POS]:
        return NOTHING
    model, updates = call.args
    if not is_update_of_optimizer(current_file(api), updates) or known.of(api, updates):
        return NOTHING
    system = system_of(ctx)
    return {path: t for path, t in known.with_own_type(api, model).items() if is_value(path) or keeps_dtype(t, system)}
