"""Finds lambdas whose captured variables are assigned again later: ``later = lambda v: v * a``, and then ``a = b``.

mypy infers such a lambda with the dtypes that its variables have where it is made. So its result has no dtypes.
"""

from __future__ import annotations

from collections.abc import Iterator

from mypy.nodes import (
    CallExpr,
    ConditionalExpr,
    DictExpr,
    Expression,
    GeneratorExpr,
    LambdaExpr,
    ListExpr,
    NameExpr,
    RefExpr,
    TupleExpr,
)
from mypy.traverser import all_name_and_member_expressions
from mypy.types import CallableType, Instance, TupleType, Type

from ..jax_names import WRAPPERS
from ..types.array_types import unfolded, without_dtypes
from ..variables.assignment_marker import inner_value
from ..variables.assignment_record import Assignments, Site
from ..variables.keys import Key, key_of
from .assigned_types import is_transformed_function

OF_API = ("grad", "hessian", "jacfwd", "jacobian", "jacrev", "jit", "value_and_grad")
MAKERS = frozenset(
    (
        "builtins.filter",
        "builtins.map",
        "functools.partial",
        "jax.vmap",
        *WRAPPERS,
        *(f"jax._src.api.{name}" for name in OF_API),
    )
)
"""The functions that make a function or an iterator of a function."""
ITERATORS = ("builtins.filter", "builtins.map", "typing.Generator")
MOST_STEPS = 8
"""The largest number of nested expressions and variables to look into."""


def has_changing_captures(assignments: Assignments, site: Site) -> bool:
    """Whether a value is a function that may run after the same function has assigned a variable in it again."""
    return _is_function(assignments, site.value) and any(
        _is_before_use(assignments, site, other)
        for key in {*_captured(assignments, site.value, set())} & assignments.repeated
        for other in assignments.places[key]
    )


def _is_function(assignments: Assignments, value: Expression, steps: int = MOST_STEPS) -> bool:
    """Whether a value runs code later: a lambda, a function or iterator made of it, or a container with one."""

    def is_function(part: Expression) -> bool:
        return _is_function(assignments, part, steps - 1)

    match inner_value(value):
        case _ if steps == 0:
            return False
        case LambdaExpr() | GeneratorExpr():
            return True
        case NameExpr() as name:
            function = assignments.functions.get(key) if (key := key_of(name)) is not None else None
            return function is not None and is_function(function)
        case CallExpr(callee=RefExpr(fullname=name), args=parts) if name in MAKERS:
            return any(map(is_function, parts))
        case ListExpr(items=parts) | TupleExpr(items=parts):
            return any(map(is_function, parts))
        case DictExpr(items=pairs):
            return any(is_function(part) for _, part in pairs)
        case ConditionalExpr(if_expr=one, else_expr=other):
            return is_function(one) or is_function(other)
    return False


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
        function = assignments.functions.get(key)
        if function is not None and _is_function(assignments, function):
            yield from _captured(assignments, function, seen)


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
