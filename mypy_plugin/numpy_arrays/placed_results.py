"""Uses the exact type of NumPy's result only where it can cause no error in code that is valid.

`exact_results` finds the type. An operand has it if it fits the operator's or function's parameter. A variable has it
as long as the plugin follows the variable, and a place with a declared type has it if it fits. Elsewhere the result
keeps the type that NumPy's stubs state.

The same holds for a result that is exact because an operand in it is: ``np.sqrt(2) * x`` is open to NumPy's stubs.
"""

from __future__ import annotations

from mypy.nodes import AssignmentStmt, Context, Expression, MypyFile, NameExpr, Node, TupleExpr
from mypy.plugin import CheckerPluginInterface, FunctionContext, MethodContext
from mypy.subtypes import is_subtype
from mypy.types import AnyType, Instance, Type, UnionType, get_proper_type

from ..any_type import ANYTHING
from ..mypy_compat.modules import current_file, loaded_modules
from ..per_file_cache import OfFiles
from ..syntax_tree import nodes_in
from ..types.expression_types import has_failed
from ..types.numpy_types import corrected_calls, is_exact, is_number, unknown_result, without_scalar_types
from ..variables.assignment_marker import inner_value, marker_class
from ..variables.assignments import assignments_of
from ..variables.keys import flattened, key_of
from .value_places import Place, place_of


def _none(tree: MypyFile) -> set[Context]:
    """An empty set, for the calls and operators of a file that have a more exact type than NumPy's stubs state."""
    return set()


_refined = OfFiles(_none)


def placed(ctx: FunctionContext | MethodContext, stated: Type, exact: Type) -> Type:
    """The exact type of a result, or the type that NumPy's stubs state where the exact one does not fit.

    Args:
        ctx: the call, or the call of an operator's method.
        stated: the type that NumPy's stubs state.
        exact: the exact type.
    """
    api, expression = ctx.api, ctx.context
    if not isinstance(expression, Expression) or has_failed(api):
        return stated
    tree, expected = current_file(api), api.type_context[-1]
    place, statement = place_of(api, expression)
    if place is Place.VARIABLE and _is_by_operand(tree, expression):
        stated = ANYTHING
    if place is Place.OTHER or (place is Place.VARIABLE and not _may_hold(api, statement, stated, exact)):
        return stated
    _refined(tree).add(expression)
    if expected is not None and is_subtype(stated, expected) and not is_subtype(exact, expected):
        return stated
    corrected_calls(tree).setdefault(expression, stated)
    return exact


def may_be_exact(ctx: FunctionContext | MethodContext) -> bool:
    """Whether the place of a result may have a more exact type than NumPy's stubs state."""
    return isinstance(ctx.context, Expression) and place_of(ctx.api, ctx.context)[0] is not Place.OTHER


def result_in_place(ctx: FunctionContext | MethodContext, result: Type) -> Type:
    """The result of a call or operator, as open as NumPy's stubs state it if it is known by an exact operand alone."""
    by_operand = _is_of_numpy(result) and _is_by_operand(current_file(ctx.api), ctx.context)
    return placed(ctx, unknown_result(result), result) if by_operand else result


def _is_by_operand(tree: MypyFile, expression: Context) -> bool:
    """Whether an operand or argument has a more exact type than NumPy's stubs state."""
    refined, nodes = _refined(tree), [expression] if isinstance(expression, Expression) else []
    return bool(refined) and any(node in refined for node in nodes_in(nodes) if node is not expression)


def _is_of_numpy(t: Type) -> bool:
    """Whether a type has a dtype of NumPy that may be left out."""
    return is_exact(t) and (is_number(t) or without_scalar_types(t) != t)


def is_refined(api: CheckerPluginInterface, expression: Expression) -> bool:
    """Whether a call or operator has a more exact type than NumPy's stubs state, at least without an expected type."""
    return expression in _refined(current_file(api))


def _may_hold(api: CheckerPluginInterface, statement: Node | None, stated: Type, value: Type) -> bool:
    """Whether a variable can hold a value of this exact type: the plugin follows it, or it has a declared type."""
    if not isinstance(statement, AssignmentStmt):
        return False
    if statement.unanalyzed_type is not None:
        return True
    if is_number(value) or marker_class(loaded_modules(api)) is None:
        return False
    assignments = assignments_of(current_file(api))
    if is_open(stated) and inner_value(statement.rvalue) not in assignments.single:
        return False  # the variable may hold anything
    keys = [key for lvalue in flattened(statement.lvalues) if (key := key_of(lvalue)) is not None]
    given = [inner_value(one) for key in keys for one in assignments.values.get(key, ())]
    if any(isinstance(one, NameExpr) and one.name == "None" for one in given):
        return False  # mypy infers an optional type
    is_array = isinstance(get_proper_type(value), Instance)
    is_whole = isinstance(statement.lvalues[0], NameExpr) or isinstance(inner_value(statement.rvalue), TupleExpr)
    return (is_array and is_whole) or not any(key in assignments.repeated for key in keys)


def is_open(t: Type) -> bool:
    """Whether a type is `Any`, or a union."""
    proper = get_proper_type(t)
    return isinstance(proper, AnyType | UnionType)
