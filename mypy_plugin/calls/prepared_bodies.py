"""Prepares a function's body so that mypy checks it in place with the types of one call's arguments.

Each of the context managers undoes at its end what it has changed in the tree.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator
from contextlib import ExitStack, contextmanager

from mypy.checker import TypeChecker
from mypy.nodes import (
    AssignmentStmt,
    Block,
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
from mypy.types import AnyType, CallableType, NoneType, Type, get_proper_type

from ..any_type import ANYTHING
from ..flow.notes import Action, temporary_notes
from .function_parts import FunctionParts
from .parts import Given


def signature_of_call(
    api: TypeChecker, function: FuncItem, parts: FunctionParts, given: Given
) -> tuple[CallableType, list[Statement], dict[Var, Type]]:
    """The signature with which a body is checked, statements that narrow its parameters, and the annotations replaced.

    A parameter that the body assigns again keeps its declared type, so that every assignment stays valid. mypy narrows
    no variable of type `Any`, so such a parameter becomes an `object`.
    """
    declared = api.function_type(function)
    assert isinstance(declared, CallableType)
    wide, narrowed = [*declared.arg_types], list[Statement]()
    of_call: dict[Var, Type] = {}
    for position, (argument, t) in enumerate(zip(function.arguments, given.types, strict=True)):
        if argument.variable not in parts.assigned:
            of_call[argument.variable] = wide[position]
            wide[position] = t
        else:
            if isinstance(get_proper_type(wide[position]), AnyType):
                wide[position] = api.named_type("builtins.object")
            narrowed.append(_assignment(argument.variable, t, function))
    result: Type = ANYTHING
    if function.is_generator:  # so mypy infers each yielded value as if nothing was expected of it
        anything = api.named_type("builtins.object")
        result = api.named_generic_type("typing.Generator", [anything, ANYTHING, ANYTHING])
    return declared.copy_modified(arg_types=wide, ret_type=result, variables=()), narrowed, of_call


def _assignment(variable: Var, t: Type, place: FuncItem) -> Statement:
    """The assignment that narrows a parameter to its argument's type, if the parameter is assigned again later."""
    name = name_of(variable, place)
    statement = AssignmentStmt([name], TempNode(t, context=place))
    statement.set_line(place)
    return statement


def name_of(variable: Var, place: FuncItem) -> NameExpr:
    """The name of a parameter."""
    name = NameExpr(variable.name)
    name.node, name.kind, name.fullname = variable, 0, variable.name
    name.set_line(place)
    return name


@contextmanager
def variables_as_new(parts: FunctionParts, of_any_type: Container[Var]) -> Iterator[None]:
    """Have mypy infer the types of a function's variables as if it had never come to it.

    Variables in `of_any_type` may hold anything.
    """
    variables = [(var, var.type, var.is_ready) for var in parts.inferred]
    definitions = [(place, place.is_inferred_def) for place in parts.definitions]
    parameters = [
        (argument.variable, argument.variable.type) for function in parts.functions for argument in function.arguments
    ]
    expanded = [(function, len(function.expanded)) for function in parts.functions]
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
def returns_shown(
    parts: FunctionParts,
    first: list[Statement],
    end: Expression,
    marker: TypeInfo | None,
    ended: Callable[[int, Expression], Action],
) -> Iterator[list[Expression]]:
    """Move returned values into separate statements, where mypy expects no type.

    Args:
        parts: of the function.
        first: statements to insert at the beginning of the body.
        end: the value returned at the end of the body.
        marker: the class of notes.
        ended: returns the action to run after each of the values, with its position among them.
    """
    body = parts.functions[0].body
    written = {id(block): (block, block.body) for block, _ in parts.returns} | {id(body): (body, body.body)}
    returned: list[Expression] = []
    for block, statements in written.values():
        block.body = [*statements]
    with ExitStack() as notes:
        for block, statement in parts.returns:
            value = statement.expr if statement.expr is not None else TempNode(NoneType(), context=statement)
            shown, leaves = ExpressionStmt(value), ReturnStmt(None)
            after = notes.enter_context(temporary_notes(marker, statement, [ended(len(returned), value)]))
            together = Block([shown, *after, leaves])
            for node in (shown, leaves, together):
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
