"""Finds the values of numbers that the program shows: ``-1``, ``2**31``, ``N``, ``jnp.iinfo(jnp.int8).max``.

The reports of losses ask `possible_numbers` for the values of an expression.
"""

from __future__ import annotations

import math
from itertools import product

from mypy.constant_fold import constant_fold_expr
from mypy.nodes import (
    CallExpr,
    ConditionalExpr,
    Expression,
    FloatExpr,
    IntExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    OpExpr,
    RefExpr,
    UnaryExpr,
    Var,
)
from mypy.plugin import CheckerPluginInterface
from mypy.types import Instance, LiteralType, Type, get_proper_type

from ...inference.operand import Alternatives
from ...rules.clauses import GROUPS
from ..mypy_compat.modules import current_file
from ..types.dtype_limits import limit_value
from ..variables.assignments import assignments_of
from ..variables.keys import key_of

Number = int | float

MOST_VALUES = 8
"""The largest number of possible values of a number that are considered."""
NUMPY_INTEGERS = frozenset(f"numpy.{name}" for name in GROUPS["signed"])
"""NumPy's classes of signed integers. A call fails if its argument does not fit, and keeps the value otherwise."""
LARGEST_EXPONENT = 2048
"""The largest exponent that is computed; the results of larger exponents fit no dtype."""


def is_number(alternatives: Alternatives) -> bool:
    """Whether an operand may be a number whose value the program may show: Python's, or a scalar of NumPy."""
    return any(operand.is_python_scalar or operand.origin == "numpy scalar" for operand in alternatives)


def possible_numbers(api: CheckerPluginInterface, expression: Expression, t: Type | None = None) -> tuple[Number, ...]:
    """The values that an expression may have; empty if some values are unknown.

    Args:
        api: mypy's type checker.
        expression: the expression.
        t: its type, which may be a literal.
    """
    numbers = _numbers_of_expression(api, expression, frozenset())
    if not numbers and t is not None:
        numbers = _numbers_of_type(t)
    is_usable = all(not isinstance(value, float) or math.isfinite(value) for value in numbers)
    return tuple(dict.fromkeys(numbers)) if is_usable and len(numbers) <= MOST_VALUES else ()


def _numbers_of_type(t: Type) -> list[Number]:
    """The integers that a literal type stands for; empty for any other type."""
    proper = get_proper_type(t)
    if isinstance(proper, Instance) and proper.last_known_value is not None:
        proper = proper.last_known_value
    if isinstance(proper, LiteralType) and proper.is_enum_literal():
        return _numbers_of_member(proper)
    if isinstance(proper, LiteralType) and isinstance(proper.value, int) and not isinstance(proper.value, bool):
        return [proper.value]
    return []


def _numbers_of_member(member: LiteralType) -> list[Number]:
    """The value of a member of an enumeration of integers; empty if the class computes its values itself."""
    enumeration = member.fallback.type
    own = [base for base in enumeration.mro if base.module_name not in ("builtins", "enum")]
    if not enumeration.has_base("builtins.int") or any({"__new__", "_missing_"} & base.names.keys() for base in own):
        return []
    symbol = enumeration.names.get(str(member.value))
    t = None if symbol is None else get_proper_type(symbol.type)
    return _numbers_of_type(t) if isinstance(t, Instance) and not t.type.is_enum else []


def _numbers_of_expression(api: CheckerPluginInterface, expression: Expression, seen: frozenset[str]) -> list[Number]:
    """The numbers that an expression may have; empty if they are unknown. `seen` are the variables being read."""
    match expression:
        case IntExpr(value=value) | FloatExpr(value=value):
            return [value]
        case UnaryExpr(op="-", expr=inner):
            return [-value for value in _numbers_of_expression(api, inner, seen)]
        case UnaryExpr(op="+", expr=inner):
            return _numbers_of_expression(api, inner, seen)
        case UnaryExpr(op="~", expr=inner):
            numbers = _numbers_of_expression(api, inner, seen)
            return [~value for value in numbers if isinstance(value, int)]
        case ConditionalExpr(if_expr=one, else_expr=other):
            sides = _numbers_of_expression(api, one, seen), _numbers_of_expression(api, other, seen)
            return sides[0] + sides[1] if all(sides) else []
        case OpExpr(op=op, left=left, right=right):
            pairs = product(_numbers_of_expression(api, left, seen), _numbers_of_expression(api, right, seen))
            computed = [_computed(op, *pair) for pair in pairs]
            return [] if None in computed else computed  # type: ignore[return-value]
        case MemberExpr(name="max" | "min") if (limit := limit_value(api, expression)) is not None:
            return [limit]
        case RefExpr():
            return _numbers_of_variable(api, expression, seen)
        case CallExpr(callee=RefExpr(fullname=name), args=[inner]) if name in NUMPY_INTEGERS:
            numbers = _numbers_of_expression(api, inner, seen)
            return numbers if all(isinstance(value, int) for value in numbers) else []
    return []


def _numbers_of_variable(api: CheckerPluginInterface, name: RefExpr, seen: frozenset[str]) -> list[Number]:
    """The value of a variable that is final, or that its file assigns once."""
    tree: MypyFile = current_file(api)
    folded = constant_fold_expr(name, tree.fullname)
    if isinstance(folded, int | float) and not isinstance(folded, bool):
        return [folded]
    if not isinstance(name, NameExpr) or not isinstance(name.node, Var) or getattr(name.node, "is_argument", False):
        return []
    key = key_of(name)
    if key is None or key in seen:
        return []
    facts = assignments_of(tree)
    values = facts.values.get(key, [])
    if len(values) != 1 or key in facts.repeated:
        return []
    return _numbers_of_expression(api, values[0], seen | {key})


def _computed(op: str, left: Number, right: Number) -> Number | None:
    """The result that Python computes of two numbers; None if it fails, or if the result is too large to matter."""
    try:
        match op:
            case "+":
                return left + right
            case "-":
                return left - right
            case "*":
                return left * right
            case "/":
                return left / right
            case "//":
                return left // right
            case "%":
                return left % right
            case "**" if abs(right) <= LARGEST_EXPONENT:
                result = left**right
                return result if isinstance(result, int | float) else None
        if isinstance(left, int) and isinstance(right, int):
            match op:
                case "<<" if 0 <= right <= LARGEST_EXPONENT:
                    return left << right
                case ">>" if right >= 0:
                    return left >> right
                case "&":
                    return left & right
                case "|":
                    return left | right
                case "^":
                    return left ^ right
    except (ArithmeticError, ValueError):
        pass
    return None
