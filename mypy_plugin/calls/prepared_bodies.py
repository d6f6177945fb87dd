"""Prepares a function's body so that mypy checks it in place with the types of one call's arguments.

The context managers restore the tree when they exit.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator
from contextlib import ExitStack, contextmanager

from mypy.nodes import (
    LDEF,
    AssignmentStmt,
    Block,
    Context,
    Expression,
    ExpressionStmt,
    FuncItem,
    NameExpr,
    ReturnStmt,
    Statement,
    TempNode,
    TypeInfo,
    Var,
)
from mypy.plugin import CheckerPluginInterface
from mypy.types import AnyType, CallableType, NoneType, Type, get_proper_type

from ..any_type import ANYTHING
from ..flow.notes import Action, temporary_notes
from ..mypy_compat.bodies import signature_of
from .function_parts import FunctionParts
from .parts import Given


def signature_of_call(
    api: CheckerPluginInterface, function: FuncItem, function_parts: FunctionParts, given: Given
) -> tuple[CallableType, list[Statement], dict[Var, Type]]:
    """The signature with which a body is checked, assignments that narrow its parameters, and the annotations replaced.

    A parameter that the body assigns again keeps its declared type, so that every assignment stays valid. mypy narrows
    no variable of type `Any`, so such a parameter becomes an `object`.
    """
    declared = signature_of(api, function)
    assert isinstance(declared, CallableType)
    parameter_types, narrowing = [*declared.arg_types], list[Statement]()
    replaced: dict[Var, Type] = {}
    for position, (argument, t) in enumerate(zip(function.arguments, given.types, strict=True)):
        if argument.variable not in function_parts.assigned:
            replaced[argument.variable] = parameter_types[position]
            parameter_types[position] = t
        else:
            if isinstance(get_proper_type(parameter_types[position]), AnyType):
                parameter_types[position] = api.named_generic_type("builtins.object", [])
            narrowing.append(_assignment(argument.variable, t, function))
    result: Type = ANYTHING
    if function.is_generator:  # so mypy infers each yielded value as if nothing was expected of it
        anything = api.named_generic_type("builtins.object", [])
        result = api.named_generic_type("typing.Generator", [anything, ANYTHING, ANYTHING])
    return (
        declared.copy_modified(arg_types=parameter_types, ret_type=result, variables=()),
        narrowing,
        replaced,
    )


def _assignment(variable: Var, t: Type, place: FuncItem) -> Statement:
    """The assignment that narrows a parameter to its argument's type, if the parameter is assigned again later."""
    name = name_of(variable, place)
    statement = AssignmentStmt([name], TempNode(t, context=place))
    statement.set_line(place)
    return statement


def name_of(variable: Var, place: Context) -> NameExpr:
    """A new expression that names a parameter."""
    name = NameExpr(variable.name)
    name.node, name.kind, name.fullname = variable, LDEF, variable.name
    name.set_line(place)
    return name


@contextmanager
def variables_as_new(function_parts: FunctionParts, of_any_type: Container[Var]) -> Iterator[None]:
    """Clear the types of a function's variables, so that mypy infers them again. Restore them and the parameters later.

    Variables in `of_any_type` may hold anything.
    """
    variables = [(var, var.type, var.is_ready) for var in function_parts.inferred]
    definitions = [(place, place.is_inferred_def) for place in function_parts.definitions]
    parameters = [
        (argument.variable, argument.variable.type)
        for function in function_parts.functions
        for argument in function.arguments
    ]
    expanded = [(function, len(function.expanded)) for function in function_parts.functions]
    for var, _, _ in variables:
        is_any = var in of_any_type
        var.type, var.is_ready = (ANYTHING, True) if is_any else (None, False)
    for place, _ in definitions:
        place.is_inferred_def = not (isinstance(place.node, Var) and place.node in of_any_type)
    try:
        yield
    finally:
        for var, t, is_ready in variables:
            var.type, var.is_ready = t, is_ready
        for place, is_inferred in definitions:
            place.is_inferred_def = is_inferred
        for var, t in parameters:
            var.type = t
        for function, length in expanded:
            del function.expanded[length:]


@contextmanager
def returned_values_apart(
    function_parts: FunctionParts,
    first: list[Statement],
    end: Expression,
    marker: TypeInfo | None,
    ended: Callable[[int, Expression], Action],
) -> Iterator[list[Expression]]:
    """Move returned values into separate statements, where mypy expects no type: ``return v`` becomes ``v; return``.

    Args:
        function_parts: the return statements of the function.
        first: statements to insert at the beginning of the body.
        end: the value returned at the end of the body.
        marker: the class of notes.
        ended: returns the action to run after each of the values, with its position among them.
    """
    body = function_parts.functions[0].body
    written = {id(block): (block, block.body) for block, _ in function_parts.returns} | {id(body): (body, body.body)}
    returned: list[Expression] = []
    for block, statements in written.values():
        block.body = [*statements]
    with ExitStack() as notes:
        for block, statement in function_parts.returns:
            value = statement.expr if statement.expr is not None else TempNode(NoneType(), context=statement)
            value_statement, bare_return = ExpressionStmt(value), ReturnStmt(None)
            after = notes.enter_context(temporary_notes(marker, statement, [ended(len(returned), value)]))
            together = Block([value_statement, *after, bare_return])
            for node in (value_statement, bare_return, together):
                node.set_line(statement)
            block.body[block.body.index(statement)] = together
            returned.append(value)
        ending = ExpressionStmt(end)
        ending.set_line(body)
        after = notes.enter_context(temporary_notes(marker, body, [ended(len(returned), end)]))
        body.body = [*first, *body.body, ending, *after]
        returned.append(end)
        try:
            yield returned
        finally:
            for block, statements in written.values():
                block.body = statements
