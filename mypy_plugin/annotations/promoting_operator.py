"""Finds the operator that gives a value another dtype than the declared one, for a note below mypy's error."""

from __future__ import annotations

from collections.abc import Sequence

from mypy.nodes import Expression, NameExpr, OpExpr
from mypy.plugin import CheckerPluginInterface

from ...jaxtyping.names import annotation_name
from ..mypy_compat.expressions import stored_type
from ..mypy_compat.modules import current_file
from ..source_text import source_text
from ..types.operands import dtypes_of
from ..variables.assignments import assignments_of
from ..variables.keys import key_of

MOST_STEPS = 8
"""The number of variables and operators that are followed."""


def promoting_operator(api: CheckerPluginInterface, value: Expression, accepted: frozenset[str]) -> str | None:
    """A sentence about the operator that gives a value a dtype that is not accepted, if one of its operands has one."""
    for _ in range(MOST_STEPS):
        if isinstance(value, NameExpr):
            assigned = _only_value(api, value)
        elif isinstance(value, OpExpr):
            left, right, result = (_dtypes(api, each) for each in (value.left, value.right, value))
            if not (left and right and result):
                return None
            if accepted.issuperset(left) or accepted.issuperset(right):
                text = source_text(api, value) or f"... {value.op} ..."
                return f'"{text}" promotes {_shown(left)} and {_shown(right)} to {_shown(result)}'
            assigned = value.left if isinstance(value.left, OpExpr | NameExpr) else value.right
        else:
            return None
        if assigned is None:
            return None
        value = assigned
    return None


def _dtypes(api: CheckerPluginInterface, value: Expression) -> tuple[str, ...] | None:
    """The dtypes that mypy knows of a value it has checked."""
    stored = stored_type(api, value)
    return None if stored is None else dtypes_of(stored)


def _shown(dtypes: Sequence[str]) -> str:
    """Some dtypes as a message names them."""
    return dtypes[0] if len(dtypes) == 1 else annotation_name(dtypes) or " or ".join(dtypes)


def _only_value(api: CheckerPluginInterface, name: NameExpr) -> Expression | None:
    """The value of a variable that is assigned once, by a plain assignment; None for any other name."""
    key, facts = key_of(name), assignments_of(current_file(api))
    values = [] if key is None else facts.values.get(key, [])
    return values[0] if len(values) == 1 and values[0] in facts.single else None
