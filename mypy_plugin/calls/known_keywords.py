"""Knows the keywords in ``options = {"precision": None}``, ``dot(x, y, **options)``, with the types of their values."""

from __future__ import annotations

from mypy.nodes import DictExpr, Expression, NameExpr, StrExpr, TempNode
from mypy.plugin import CheckerPluginInterface

from ..mypy_compat.expressions import stored_type
from ..mypy_compat.modules import current_file
from ..variables.assignment_marker import inner_value
from ..variables.assignments import assignments_of
from ..variables.keys import key_of


def known_keywords(api: CheckerPluginInterface, options: Expression) -> dict[str, Expression] | None:
    """The keywords that a variable's dict passes to a call, with expressions of their types; None if they are unknown.

    The variable is assigned once, a dict of strings. It may get other items in statements that mypy has found to be
    unreachable, in a body that it checks for a call.
    """
    key = key_of(options) if isinstance(options, NameExpr) else None
    assignments = assignments_of(current_file(api))
    sites = [] if key is None else assignments.places[key]
    made = inner_value(sites[0].value) if len(sites) == 1 else None
    if key is None or not isinstance(made, DictExpr) or key in assignments.escaped or sites[0].loops:
        return None
    items = {name.value: value for name, value in made.items if isinstance(name, StrExpr)}
    given = [inner_value(value) for value in items.values()]
    added = [item for item in map(inner_value, assignments.items[key]) if item not in given]
    names = {key_of(item) for item in (*given, *added)}
    is_shared = not assignments.linked[key] <= names or assignments.used_in[key] - {sites[0].function}
    if is_shared or len(items) != len(made.items) or len(added) != len(assignments.changes[key]):
        return None
    if any(stored_type(api, item) is not None for item in added):
        return None
    types = {name: t for name, value in items.items() if (t := stored_type(api, value)) is not None}
    known = {name: TempNode(t, context=options) for name, t in types.items()}
    return {**known} if len(known) == len(items) else None
