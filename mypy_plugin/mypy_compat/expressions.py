"""The types that mypy has found for expressions, and its checks of expressions and calls."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from mypy.checkexpr import has_any_type
from mypy.nodes import CallExpr, Expression
from mypy.plugin import CheckerPluginInterface
from mypy.types import CallableType, Type

from .checker import checker_of


def stored_type(api: CheckerPluginInterface, expression: Expression) -> Type | None:
    """The type that mypy has stored for an expression, or None if it has not checked the expression yet."""
    # mypy 2.4: the interface's `get_expression_type` checks the expression again, which may report errors.
    return checker_of(api).lookup_type_or_none(expression)


def store_type(api: CheckerPluginInterface, expression: Expression, t: Type) -> None:
    """Store the type of an expression of the plugin's own.

    mypy's check of undefined variables ignores all code behind a statement whose expression has no type: it takes the
    statement for unreachable.
    """
    # mypy 2.4: the interface has no method for it.
    checker_of(api).store_type(expression, t)


@contextmanager
def inferred_types_dropped(api: CheckerPluginInterface) -> Iterator[None]:
    """Drop all types that mypy stores for expressions in this block."""
    # mypy 2.4: `local_type_map` drops stored types, but `expr_cache` keeps the results of some expressions.
    cache = checker_of(api).expr_checker.expr_cache
    saved = dict(cache)
    with checker_of(api).local_type_map:
        try:
            yield
        finally:
            cache.clear()
            cache.update(saved)


def is_deferred(api: CheckerPluginInterface) -> bool:
    """Whether mypy will check the current function again, because some type in it is not known yet."""
    # mypy 2.4: the interface does not tell which pass is running, and types in a first pass are wrong.
    return checker_of(api).current_node_deferred


def is_in_lambda(api: CheckerPluginInterface) -> bool:
    """Whether mypy is checking the body of a lambda."""
    # mypy 2.4: mypy checks a lambda once for each overload that it tries, and the interface does not show it.
    return checker_of(api).expr_checker.in_lambda_expr


def checked_union_members(api: CheckerPluginInterface) -> dict[Expression, Type]:
    """The member of each union argument for which mypy is checking a call at the moment, by argument."""
    # mypy 2.4: `check_union_call` keeps these in `type_overrides`, and a nested check of the argument clears them.
    return checker_of(api).expr_checker.type_overrides


def check_call(api: CheckerPluginInterface, signature: CallableType, call: CallExpr) -> None:
    """Check the arguments of a call against a signature, and report errors at the call."""
    # mypy 2.4: the interface only checks whole expressions, whose callee has its own signature.
    checker_of(api).expr_checker.check_call(signature, call.args, call.arg_kinds, call, call.arg_names)


def holds_any(t: Type) -> bool:
    """Whether a type is or contains `Any`, except the special forms of it that mypy itself makes."""
    # mypy 2.4: mypy infers a variable's type again where this holds, and has no public function of this meaning.
    return has_any_type(t)
