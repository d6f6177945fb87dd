"""Evaluates assigned values, so that no container literal takes the dtypes of its variable."""

from __future__ import annotations

from mypy.nodes import (
    CallExpr,
    ConditionalExpr,
    DictExpr,
    DictionaryComprehension,
    Expression,
    ListComprehension,
    ListExpr,
    OpExpr,
    SetExpr,
    StarExpr,
    TupleExpr,
)
from mypy.plugin import CheckerPluginInterface
from mypy.subtypes import is_subtype
from mypy.types import PartialType, Type

from ..mypy_compat.messages import add_errors, errors_behind, errors_watched, saw_errors
from ..types.array_types import holds_arrays, without_dtypes
from ..variables.assignment_record import Site
from ..variables.keys import is_inferred
from ..variables.symbols import variable
from .numpy_variables import holds_known_dtypes, is_other_of_jax

CONTAINER_LITERALS = (ListExpr, DictExpr, TupleExpr, SetExpr, ListComprehension, DictionaryComprehension)
"""The literals whose type would be the same with JAX's own annotations, apart from the dtypes."""
SUM = "builtins.sum"
CONTEXT_DEPENDENT = (*CONTAINER_LITERALS, ConditionalExpr, OpExpr)
"""The expressions whose type depends on the expected type, and whose items mypy checks against it."""


def expected_type(api: CheckerPluginInterface, site: Site) -> Type | None:
    """The type that mypy expects of a value that is assigned to a single variable."""
    var = variable(api, site.lvalues[0])
    if var is None or is_inferred(site.lvalues[0]) or isinstance(var.type, PartialType):
        return None
    return var.type


def evaluated_type(api: CheckerPluginInterface, site: Site, expected: Type | None) -> Type:
    """The type of an assigned value.

    A container literal is inferred without an expected type, except where the program declares the variable's type.
    """
    target = site.lvalues[0]
    if isinstance(target, TupleExpr | ListExpr) and any(isinstance(item, StarExpr) for item in target.items):
        expected = None  # mypy expects one list in place of the starred items
    literal = site.value.analyzed if isinstance(site.value, CallExpr) else site.value  # dict(x=x) becomes a literal
    var = variable(api, target)
    is_declared = var is not None and not var.is_inferred
    if expected is not None and isinstance(literal, CONTEXT_DEPENDENT) and holds_arrays(expected) and not is_declared:
        with errors_watched(api, are_kept=True) as errors:
            unexpected_type = api.get_expression_type(site.value)
        if not saw_errors(errors) and is_subtype(unexpected_type, expected):
            return unexpected_type
        if var is not None and is_subtype(without_dtypes(unexpected_type), without_dtypes(expected)):
            add_errors(api, errors_behind(errors))
            return unexpected_type
    if isinstance(literal, CONTAINER_LITERALS) and holds_known_dtypes(expected) and not is_declared:
        with errors_watched(api) as errors:
            unexpected_type = api.get_expression_type(site.value)
        if expected is not None and is_other_of_jax(api, expected, unexpected_type, site.value):
            return unexpected_type
    if expected is not None and holds_arrays(expected) and _is_sum_with_start(site.value):
        # mypy would expect the start of the sum to be an array, too.
        with errors_watched(api) as errors:
            unexpected_type = api.get_expression_type(site.value)
        if not saw_errors(errors):
            return unexpected_type
    return api.get_expression_type(site.value, expected)


def _is_sum_with_start(value: Expression) -> bool:
    """Whether a value is a call ``sum(arrays, start)``."""
    return isinstance(value, CallExpr) and len(value.args) == 2 and getattr(value.callee, "fullname", "") == SUM
