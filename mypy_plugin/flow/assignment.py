"""One assignment: whether its variables keep the value, and which declared types they need."""

from __future__ import annotations

from typing import NamedTuple

from mypy.nodes import MDEF, CallExpr, Expression, NameExpr, RefExpr, Var
from mypy.plugin import CheckerPluginInterface
from mypy.types import TupleType, Type, get_proper_type

from ..any_type import ANYTHING
from ..mypy_compat.expressions import stored_type
from ..types.array_types import holds_arrays, holds_containers, without_dtypes
from ..types.operands import known_dtype
from ..types.tuples import is_plain_tuple
from ..variables.assignment_record import Assignments, Site
from ..variables.keys import key_of
from ..variables.symbols import overridden, variable
from .assigned_types import is_array, is_transformed_function

UNTYPED = ("jax._src.xla_bridge.local_devices", "jax.local_devices", "jax.process_count")
"""The functions of JAX whose type mypy infers as `Any` from JAX's source, although they are annotated."""


class Assignment(NamedTuple):
    """One assignment, with the facts that decide which types its variables are declared with.

    Attributes:
        api: the type checker.
        assignments: the assignments of the file.
        site: the place of the assignment.
    """

    api: CheckerPluginInterface
    assignments: Assignments
    site: Site

    def keeps_value(self, lvalue: Expression, value: Type) -> bool:
        """Whether the variable holds the value until a later assignment that mypy's binder sees."""
        key = key_of(lvalue)
        if key is None or not self.assignments.is_followed(key, self.site.function):
            return False
        return not holds_containers(value)  # any code that has the container may change it

    def may_be_redefined(self, lvalue: Expression) -> bool:
        """Whether mypy's option ``allow_redefinition`` lets the variable change its type."""
        is_variable = isinstance(lvalue, NameExpr) and lvalue.kind != MDEF
        return is_variable and self.api.options.allow_redefinition

    def wide_type(self, lvalue: Expression, value: Type) -> Type | None:
        """The declared type that a variable needs; None if mypy may infer it from the value."""
        key = key_of(lvalue)
        if key is None:
            return None
        is_several = key in self.assignments.repeated or overrides_inferred(variable(self.api, lvalue))
        if not is_several and not holds_containers(value):
            return None
        proper = get_proper_type(value)
        if is_transformed_function(value):
            return ANYTHING  # a callable alone would lack its methods, such as `lower` and `defjvp`
        is_named = isinstance(proper, TupleType) and not is_plain_tuple(proper)
        if (is_named or not holds_arrays(proper)) and self.is_result_of_transformed():
            return ANYTHING
        if not holds_arrays(proper):
            return None
        return ANYTHING if key in self.assignments.numbers else without_dtypes(value)

    def is_result_of_transformed(self) -> bool:
        """Whether the value is the result of a transformed function, which is `Any` with JAX's own annotations."""
        value = self.site.value
        if isinstance(value, CallExpr) and isinstance(value.callee, RefExpr) and value.callee.fullname in UNTYPED:
            return True
        return isinstance(value, CallExpr) and is_transformed_function(stored_type(self.api, value.callee))


def overrides_inferred(var: Var | None) -> bool:
    """Whether an attribute overrides an attribute of a base class whose type is inferred, too."""
    return var is not None and any(base.is_inferred for base in overridden(var))


def is_declared_open(lvalue: Expression) -> bool:
    """Whether a variable, and no attribute, is declared as an array that may have several dtypes."""
    if not isinstance(lvalue, NameExpr) or lvalue.kind == MDEF or not isinstance(lvalue.node, Var):
        return False
    declared = lvalue.node.type
    return declared is not None and is_array(declared) and known_dtype(declared) is None
