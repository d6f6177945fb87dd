"""Finds lambdas whose captured variables are assigned again later: ``later = lambda v: v * a``, and then ``a = b``.

mypy infers such a lambda with the dtypes that its variables have where it is made. So the result of a function has no
dtypes if it captures a variable that is assigned more than once.
"""

from __future__ import annotations

from mypy.nodes import Expression
from mypy.traverser import all_name_and_member_expressions
from mypy.types import CallableType, Instance, TupleType, Type

from ..types.array_types import unfolded, without_dtypes
from ..variables.assignment_record import Assignments
from ..variables.keys import Key, key_of
from .assigned_types import is_transformed_function

ITERATORS = ("builtins.filter", "builtins.map", "typing.Generator")


def has_changing_captures(assignments: Assignments, value: Expression) -> bool:
    """Whether a value, or a function that it names, names a variable that is assigned more than once."""
    pending, seen = [value] if assignments.repeated else [], set[Key]()
    while pending:
        names, _ = all_name_and_member_expressions(pending.pop())
        keys = {key for name in names if (key := key_of(name)) is not None} - seen
        if not keys.isdisjoint(assignments.repeated):
            return True
        seen |= keys
        pending += [assignments.functions[key] for key in keys if key in assignments.functions]
    return False


def with_open_results(t: Type) -> Type:
    """The type of functions, perhaps in containers, whose results have no dtypes."""
    proper = unfolded(t)
    if isinstance(proper, CallableType):
        return proper.copy_modified(ret_type=without_dtypes(with_open_results(proper.ret_type)))
    if isinstance(proper, TupleType):
        return proper.copy_modified(items=[with_open_results(item) for item in proper.items])
    if isinstance(proper, Instance) and proper.args:
        is_later = is_transformed_function(proper) or proper.type.fullname in ITERATORS
        opened = unfolded(without_dtypes(proper)) if is_later else proper
        arguments = opened.args if isinstance(opened, Instance) else proper.args
        return proper.copy_modified(args=[with_open_results(argument) for argument in arguments])
    return t
