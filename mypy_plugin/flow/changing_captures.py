"""Finds lambdas whose captured variables are assigned again later: ``later = lambda v: v * a``, and then ``a = b``.

mypy infers such a lambda with the dtypes that its variables have where it is made. So its result has no dtypes.
"""

from __future__ import annotations

from collections.abc import Iterator

from mypy.nodes import Expression, NameExpr
from mypy.traverser import all_name_and_member_expressions
from mypy.types import CallableType, Instance, TupleType, Type

from ..transformations.contained_lambdas import holds_lambda
from ..types.array_types import unfolded, without_dtypes
from ..variables.assignment_record import Assignments, Site
from ..variables.keys import Key, key_of
from .assigned_types import is_transformed_function


def has_changing_captures(assignments: Assignments, site: Site) -> bool:
    """Whether a value has a lambda that may run after the same function has assigned a variable in it again."""
    captured = {*_captured(assignments, site.value, set())}
    if not holds_lambda(site.value) and not any(_holds_lambda(assignments, key) for key in captured):
        return False
    return any(
        _is_before_use(assignments, site, other)
        for key in captured & assignments.repeated
        for other in assignments.places[key]
    )


def _is_before_use(assignments: Assignments, site: Site, other: Site) -> bool:
    """Whether an assignment may run between the place where a value is made and its last use."""
    if not site.loops.isdisjoint(other.loops):
        return True
    keys = [key_of(lvalue) if isinstance(lvalue, NameExpr) else None for lvalue in site.lvalues]
    is_used_later = any(key is None or other.lvalues[0].line <= assignments.last_used[key] for key in keys)
    return is_used_later and other.lvalues[0].line > site.value.line


def _captured(assignments: Assignments, value: Expression, seen: set[Key]) -> Iterator[Key]:
    """The variables in a value, and in the lambdas that these variables hold."""
    names, _ = all_name_and_member_expressions(value)
    for name in names:
        key = key_of(name)
        if key is None or key in seen:
            continue
        seen.add(key)
        yield key
        if _holds_lambda(assignments, key):
            yield from _captured(assignments, assignments.functions[key], seen)


def _holds_lambda(assignments: Assignments, key: Key) -> bool:
    """Whether a variable that is assigned once holds a lambda, or a call with a lambda."""
    return key in assignments.functions and holds_lambda(assignments.functions[key])


def with_open_results(t: Type) -> Type:
    """The type of functions, perhaps in containers, whose results have no dtypes."""
    proper = unfolded(t)
    if isinstance(proper, CallableType):
        return proper.copy_modified(ret_type=without_dtypes(with_open_results(proper.ret_type)))
    if isinstance(proper, TupleType):
        return proper.copy_modified(items=[with_open_results(item) for item in proper.items])
    if isinstance(proper, Instance) and proper.args:
        opened = unfolded(without_dtypes(proper)) if is_transformed_function(proper) else proper
        arguments = opened.args if isinstance(opened, Instance) else proper.args
        return proper.copy_modified(args=[with_open_results(argument) for argument in arguments])
    return t
