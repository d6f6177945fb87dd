"""Tells unions of arrays that mypy infers from unions that a declaration names.

JAX may run only one of the branches behind an inferred union, so the program may have no error for the other members.
"""

from __future__ import annotations

from mypy.nodes import Expression, MemberExpr, NameExpr
from mypy.plugin import CheckerPluginInterface
from mypy.types import UnionType, get_proper_type

from ..mypy_compat.modules import current_file
from ..types.array_types import holds_arrays
from ..variables.assignments import assignments_of
from ..variables.keys import key_of
from ..variables.symbols import variable


def is_unannotated(api: CheckerPluginInterface, parameter: NameExpr) -> bool:
    """Whether a variable is a parameter without annotation."""
    return key_of(parameter) in assignments_of(current_file(api)).unannotated


def is_inferred_union(api: CheckerPluginInterface, expression: Expression) -> bool:
    """Whether no declaration of a variable or attribute names the members of an expression's union."""
    var = variable(api, expression) if isinstance(expression, NameExpr | MemberExpr) else None
    if var is None or var.is_inferred or (isinstance(expression, NameExpr) and is_unannotated(api, expression)):
        return True
    declared = get_proper_type(var.type)
    return not isinstance(declared, UnionType) or sum(map(holds_arrays, declared.items)) < 2
