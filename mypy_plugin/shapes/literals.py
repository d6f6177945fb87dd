"""The values of literals in the program: numbers, texts, True, False, None, and tuples and lists of them."""

from __future__ import annotations

from typing import TypeAlias

from mypy.nodes import ComplexExpr, Expression, FloatExpr, IntExpr, ListExpr, NameExpr, StrExpr, TupleExpr, UnaryExpr

NOT_LITERAL = object()
"""The placeholder of an expression that is not a literal."""


Literal: TypeAlias = object


def literal_value(expression: Expression | None) -> Literal:
    """The value of a literal, `NOT_LITERAL` for any other expression."""
    match expression:
        case IntExpr(value=value) | FloatExpr(value=value) | ComplexExpr(value=value) | StrExpr(value=value):
            return value
        case NameExpr(name="True" | "False" | "None" as name):
            return {"True": True, "False": False, "None": None}[name]
        case UnaryExpr(op="-", expr=inner):
            number = literal_value(inner)
            return -number if isinstance(number, int | float) else NOT_LITERAL
        case TupleExpr(items=items) | ListExpr(items=items):
            values = [*map(literal_value, items)]
            return NOT_LITERAL if NOT_LITERAL in values else tuple(values)
    return NOT_LITERAL
