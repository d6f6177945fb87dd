"""Reports silent losses of JAX's functions and methods, at each call that a rule describes.

`jax_functions` calls `report_function` after it has inferred the result.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from mypy.nodes import CallExpr, Expression, IndexExpr, ListExpr, MemberExpr, StarExpr, StrExpr, TupleExpr
from mypy.types import Type

from ...diagnostics.codes import DTYPE_OVERFLOW, DTYPE_PROMOTION, DTYPE_RANGE
from ...diagnostics.conversion_losses import cast_losses, update_losses
from ...diagnostics.conversions import (
    BOUNDS,
    CASTS,
    COMPARED,
    COMPARISON_FUNCTIONS,
    NUMBERS,
    UPDATES,
    Update,
)
from ...diagnostics.loss import Loss
from ...diagnostics.number_losses import number_losses, parsed_losses
from ...diagnostics.promotion_losses import binary_losses, joined_losses
from ...diagnostics.values import Value
from ...inference.arguments import Arguments
from ...inference.operand import Operand
from ...rules.rule import Rule
from ...rules.tables import written_name
from ...system import System
from ..contexts import Context
from ..types.arguments import Function
from ..types.dtype_limits import scalar_dtype
from ..types.operands import argument_type, operands
from ..types.sequences import nested_items
from .constant_numbers import is_number, possible_numbers
from .operator_losses import report_losses, value_of

NUMBER = (Operand(("int",)),)
"""The operand of a number whose class does not matter."""


class _Call(NamedTuple):
    """A call and its parsed arguments.

    Attributes:
        ctx: the context of the hook.
        given: the types and expressions of the arguments by parameter.
        owner: the expression of the array on which a method is called.
    """

    ctx: Context
    given: dict[str, tuple[list[Type], list[Expression]]]
    owner: Expression | None


def report_function(
    ctx: Context, function: Function, names: Sequence[str | None], arguments: Arguments, system: System
) -> None:
    """Report the losses of a call.

    Args:
        ctx: the call.
        function: the function, with the rule that applies to these arguments.
        names: the names of its parameters.
        arguments: the arguments of the call.
        system: the promotion system.
    """
    fullname, rule = function.fullname, function.rule
    given = {
        name: (types, expressions)
        for name, types, expressions in zip(names, ctx.arg_types, ctx.args, strict=True)
        if name is not None and expressions
    }
    for keywords, types, expressions in zip(ctx.arg_names, ctx.arg_types, ctx.args, strict=True):
        for keyword, t, expression in zip(keywords, types, expressions, strict=True):
            if keyword is not None:  # also one of `**kwargs`, as ``constant_values`` of `jax.numpy.pad`
                given.setdefault(keyword, ([t], [expression]))
    call = _Call(ctx, given, _owner(ctx))
    if fullname in NUMBERS:
        _report_numbers(call, rule, arguments, system, fullname)
    if fullname in CASTS:
        _report_cast(call, rule, arguments, system, fullname)
    if fullname in UPDATES:
        _report_update(call, UPDATES[fullname], arguments, system)
    elif system.name == "jax":
        _report_joins(call, rule, arguments, system, fullname)
        if fullname in COMPARED:
            _report_compared(call, rule, arguments, system, fullname)


def report_scalar(ctx: Context, dtype: str, system: System) -> None:
    """Report a number that does not fit the scalar type that is called with it, as in ``jnp.uint8(300)``."""
    if ctx.args and len(ctx.args[0]) == 1:
        numbers = _numbers(ctx, ctx.arg_types[0][0], ctx.args[0][0])
        report_losses(ctx, number_losses(Value(NUMBER, numbers), dtype, system, raises=True), (ctx.args[0][0],))


def _owner(ctx: Context) -> Expression | None:
    """The array whose method is called; of ``x.at[i].set(y)`` the `x`."""
    call = ctx.context
    if not isinstance(call, CallExpr) or not isinstance(call.callee, MemberExpr):
        return None
    owner = call.callee.expr
    if isinstance(owner, IndexExpr) and isinstance(owner.base, MemberExpr) and owner.base.name == "at":
        return owner.base.expr
    return owner


# ------------------------------------------------------------------------------------------------------- conversions


def _report_numbers(call: _Call, rule: Rule, arguments: Arguments, system: System, fullname: str) -> None:
    """Report a constant that the dtype of a function's result can't hold."""
    conversion = NUMBERS[fullname]
    if conversion.fills is not None and not _fills(call, is_default=conversion.fills):
        return
    targets = conversion.targets(rule, arguments, system)
    if not targets:
        return
    ends = [name for name in conversion.ends if name in call.given][-1:]
    for name in conversion.parameters:
        for t, expression in _leaves(call, name):
            numbers = _numbers(call.ctx, t, expression)
            value = Value(NUMBER, numbers, conversion.bound)
            unparsed = parsed_losses(value, targets[0], system) if conversion.parsed else ()
            if unparsed:
                report_losses(call.ctx, unparsed, (expression,))
                continue
            if name in ends:
                numbers = tuple(number - 1 if isinstance(number, int) else number for number in numbers)
                value = value._replace(numbers=numbers)
            losses_by_target = [
                number_losses(value, target, system, raises=conversion.raises, asks=rule.dtype is not None)
                for target in targets
            ]
            if numbers and all(losses_by_target):
                report_losses(call.ctx, losses_by_target[0], (expression,))


def _fills(call: _Call, *, is_default: bool) -> bool:
    """Whether a call certainly fills the items whose index is out of bounds."""
    _, expressions = call.given.get("mode", ([], []))
    if not expressions:
        return is_default
    return isinstance(expressions[0], StrExpr) and expressions[0].value == "fill"


def _leaves(call: _Call, name: str) -> list[tuple[Type, Expression]]:
    """The numbers in an argument, which may be a list of some."""
    types, expressions = call.given.get(name, ([], []))
    return nested_items(call.ctx.api, [(types[0], expressions[0])]) if len(expressions) == 1 else []


def _numbers(ctx: Context, t: Type, expression: Expression) -> tuple[int | float, ...]:
    alternatives = operands(t)
    are_numbers = scalar_dtype(ctx.api, expression) is not None or (
        alternatives is not None and all(operand.is_python_scalar for operand in alternatives)
    )
    return possible_numbers(ctx.api, expression, t) if are_numbers else ()


def _report_cast(call: _Call, rule: Rule, arguments: Arguments, system: System, fullname: str) -> None:
    """Report a cast that loses values of its argument."""
    target = arguments.dtypes.get(rule.dtype) if rule.dtype is not None else None
    value = _value(call, CASTS[fullname], arguments)
    if target is None or value is None or system.scalars.get(target, target) not in system.nodes:
        return
    report_losses(call.ctx, cast_losses(value[0], target, system), (value[1],))


def _report_update(call: _Call, update: Update, arguments: Arguments, system: System) -> None:
    """Report an update, ``x.at[i].set(y)``, that loses values of the new items."""
    array, values = _value(call, update.array, arguments), _value(call, update.values, arguments)
    if array is None or values is None:
        return
    losses = update_losses(array[0], values[0], system, warns=update.warns)
    report_losses(call.ctx, losses, (array[1], values[1]))


def _value(call: _Call, name: str, arguments: Arguments) -> tuple[Value, Expression | None] | None:
    """One argument and its expression; None if its value is unknown."""
    if name == "self":
        items = arguments.operands.get(name)
        return (Value(items[0]), call.owner) if items else None
    types, expressions = call.given.get(name, ([], []))
    if len(expressions) != 1:
        return None
    t = argument_type(call.ctx.api, types[0], expressions[0])
    alternatives = operands(t)
    if alternatives is None:
        return None
    return value_of(call.ctx.api, alternatives, expressions[0], t), expressions[0]


# ------------------------------------------------------------------------------------------------------------- joins


def _report_joins(call: _Call, rule: Rule, arguments: Arguments, system: System, fullname: str) -> None:
    """Report losses where a function promotes several arguments to a common dtype."""
    seen: set[tuple[str, ...]] = set()
    for part in rule.parts or (rule,):
        names = part.joining or part.operands
        if names in seen or (part.dtype is not None and part.dtype in arguments.dtypes):
            continue
        seen.add(names)
        known = [*_joined_values(call, part, names, arguments, BOUNDS.get(fullname, {}))]
        if len(known) < 2 or any(value is None for value, _ in known):
            continue
        values = [value for value, _ in known if value is not None]
        losses = _of_values(part, values, system, fullname)
        if losses:
            report_losses(call.ctx, losses, tuple(expression for _, expression in known))


def _report_compared(call: _Call, rule: Rule, arguments: Arguments, system: System, fullname: str) -> None:
    """Report the losses of operands that a function compares; their common dtype itself is not its result."""
    known = [*_joined_values(call, rule, COMPARED[fullname], arguments, {})]
    values = [value for value, _ in known if value is not None]
    if len(values) == 2:
        losses = joined_losses(written_name(fullname), values, system, is_inexact=False)
        numeric = tuple(loss for loss in losses if loss.code in (DTYPE_OVERFLOW, DTYPE_RANGE))
        report_losses(call.ctx, numeric, tuple(expression for _, expression in known))


def _of_values(rule: Rule, values: list[Value], system: System, fullname: str) -> tuple[Loss, ...]:
    """The losses when a function promotes these values to a common dtype."""
    op = COMPARISON_FUNCTIONS.get(fullname, rule.operator)
    if op is not None:
        losses = binary_losses(op, values[0], values[1], system) if len(values) == 2 else ()
        is_update = fullname.startswith("jax.Array.at.")  # JAX converts the new values, so that no exponent is known
        return tuple(loss for loss in losses if not (is_update and loss.code is DTYPE_PROMOTION))
    return joined_losses(written_name(fullname), values, system, is_inexact=rule.makes_inexact)


def _joined_values(
    call: _Call, rule: Rule, names: tuple[str, ...], arguments: Arguments, bounds: Mapping[str, str]
) -> Iterator[tuple[Value | None, Expression | None]]:
    """The operands that a rule joins, with their expressions; None for an unknown operand."""
    for name in names:
        if name not in arguments.operands:
            continue
        items = arguments.operands[name]
        if items is None:
            yield None, None
            continue
        if name == "self":
            yield Value(items[0]), call.owner
            continue
        types, expressions = call.given.get(name, ([], []))
        written = _items(expressions) if name in rule.starred else expressions
        for index, alternatives in enumerate(items):
            expression = written[index] if len(written) == len(items) else None
            t = types[0] if len(types) == len(items) == 1 and types else None
            numbers: tuple[int | float, ...] = ()
            if expression is not None and is_number(alternatives):
                numbers = possible_numbers(call.ctx.api, expression, t)
            yield Value(alternatives, numbers, bounds.get(name, "")), expression


def _items(expressions: list[Expression]) -> list[Expression]:
    """The items of a list that is written out; else the arguments themselves."""
    if len(expressions) == 1 and isinstance(expressions[0], ListExpr | TupleExpr):
        items = expressions[0].items
        return [] if any(isinstance(item, StarExpr) for item in items) else items
    return expressions
