"""Findings in calls of JAX's functions: rejected calls and silent losses, by the core's tables and diagnostics.

`refusal_of_call` and `losses_of_call` judge a call in one mode; `tell_losses` records what holds in every mode.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from ..diagnostics.codes import (
    DTYPE_IMPLICIT,
    DTYPE_OVERFLOW,
    DTYPE_PROMOTION,
    DTYPE_RANGE,
    DTYPE_TRUNCATION,
    DTYPE_UNSUPPORTED,
    DTYPE_UPCAST,
    DTYPE_WIDENING,
)
from ..diagnostics.conversion_losses import cast_losses, update_losses
from ..diagnostics.conversions import BOUNDS, CASTS, COMPARED, COMPARISON_FUNCTIONS, NUMBERS, UPDATES, Numbers
from ..diagnostics.loss import Loss
from ..diagnostics.number_losses import number_losses, parsed_losses
from ..diagnostics.promotion_losses import binary_losses, joined_losses
from ..diagnostics.values import Value as LossValue
from ..formats import FORMATS
from ..inference.acceptance import spelled_advice, unsupported_call
from ..inference.arguments import Arguments
from ..inference.functions import refused_call
from ..inference.operand import Operand
from ..rules.clauses import accepted_dtypes
from ..rules.index_parameters import INDICES, takes_index
from ..rules.rule import Rule
from ..rules.tables import written_name
from ..system import System
from .argument_texts import ArgumentTexts
from .converted_numbers import entering_losses, is_plain_number
from .findings import hold_positions, tell
from .index_findings import losses_of_indices
from .iteration import known_items
from .modes import jax_systems
from .operand_choices import has_several_dtypes_of_numpy
from .origins import NO_ORIGIN
from .places import Place
from .rounded_numbers import losses_of_call as losses_of_rounded_numbers
from .rounded_numbers import rounding_losses
from .values import ABSENT, Dtype, Number, NumPyArray, Object, Tuple, Value, only

if TYPE_CHECKING:
    from .run import Run

NUMBER = (Operand(("int",)),)
"""The operand of a number whose class does not matter."""
CONVERTERS = ("jax.numpy.array", "jax.numpy.asarray", "jax.lax.convert_element_type")
"""The functions that convert a number to a dtype argument, which may be the dtype of another array."""


class FunctionCall(NamedTuple):
    """One call of a function of JAX, in one mode.

    Attributes:
        name: the function's full name.
        rule: the rule that applies to these arguments.
        bound: the arguments by parameter; a list of values for a variadic parameter.
        arguments: the same as the inference core reads them, with the parameters that only clauses name.
        values: the operands by parameter; a parameter that is a sequence of arrays has several.
        system: the promotion system.
    """

    name: str
    rule: Rule
    bound: Mapping[str, Any]
    arguments: Arguments
    values: Mapping[str, Sequence[Value]]
    system: System


# ----------------------------------------------------------------------------------------------------- refused calls


def refusal_of_call(run: Run, call: FunctionCall) -> Loss | None:
    """Why JAX rejects a call for its dtypes, whichever of the possible dtypes they are; None if it may accept it."""
    system = call.system
    if system.strict or system.name != "jax":
        refusal = refused_call(call.rule, call.arguments, system)
        if refusal is not None:
            code = DTYPE_IMPLICIT if refusal.is_implicit else DTYPE_PROMOTION
            return Loss(code, f"{call.name}: {refusal.reason}", _sentence(refusal.advice), raises=True)
    refusal = unsupported_call(call.name, accepted_dtypes(call.name), call.arguments, system)
    if refusal is None:
        return None
    name = refusal.parameters[0]
    if len(refusal.parameters) == 1 and takes_index(call.name, name):
        return None
    cast = ArgumentTexts(run, call.name, call.rule, call.bound).cast(name, refusal.cast) if refusal.cast else None
    advice = spelled_advice(refusal, cast, is_dtype=name in call.arguments.dtypes)
    code = DTYPE_PROMOTION if refusal.is_pair else DTYPE_UNSUPPORTED
    return Loss(code, refusal.reason, advice or "", raises=True)


def _sentence(advice: str | None) -> str:
    return f"{advice[0].upper()}{advice[1:]}" if advice else ""


# ------------------------------------------------------------------------------------------------------------ losses


def losses_of_call(run: Run, call: FunctionCall) -> list[Loss]:
    """The losses of a call that JAX accepts, with the source of the arguments in the advice."""
    texts = ArgumentTexts(run, call.name, call.rule, call.bound)
    losses = [*_truncations(call)]
    index = INDICES.get(call.name)
    index_value: Value = call.bound.get(index.parameter, ()) if index is not None else ()
    names = [name for name in call.values if index is None or name != index.parameter]
    operands = [item for name in names for value in call.values[name] if not has_several_dtypes_of_numpy(value)
                for item in value]  # fmt: skip
    losses += (entering_losses(operands, call.system) or entering_losses(index_value, call.system, are_indices=True))[
        :1
    ]
    if call.name in NUMBERS:
        losses += _of_numbers(run, call, NUMBERS[call.name], texts)
    if index is not None and index_value:
        losses += losses_of_indices(run, call.name, index_value, texts.node(index.parameter), call.system)
    if call.name in CASTS:
        losses += _of_cast(call, texts)
    if call.name in UPDATES:
        losses += _of_update(call, texts)
    elif call.system.name == "jax":
        losses += _of_joins(call, texts)
        losses += losses_of_rounded_numbers(call)
        if call.name in COMPARED:
            losses += _of_compared(call, texts)
    return losses


def check_scalar(run: Run, value: Value, dtype: str) -> None:
    """Record the losses of a call of a scalar type, ``jnp.uint8(300)``."""
    in_modes: list[list[Loss]] = []
    for system in jax_systems(run):
        losses = [*_truncation(dtype, system)]
        numbers = _numbers(value)
        if numbers:
            losses += number_losses(LossValue(NUMBER, numbers), dtype, system, raises=True)
            losses += rounding_losses(numbers, dtype, system)
        in_modes.append(losses)
    tell_losses(run, in_modes)


def tell_losses(run: Run, in_modes: Sequence[Sequence[Loss]], place: Place | None = None) -> None:
    """Record the losses that occur in every mode that JAX may be in.

    Args:
        run: the run.
        in_modes: the losses in each mode.
        place: the expression; by default, the current one.
    """
    shared = set.intersection(*({loss.code for loss in losses} for losses in in_modes)) if in_modes else set()
    if not shared:
        return
    place = place or run.place
    told = run.records.verdicts.get((place, run.context), {})
    for code in shared:
        if code is DTYPE_WIDENING and DTYPE_UPCAST.name in told:
            continue  # the upcast says more
        loss = next(loss for loss in in_modes[0] if loss.code is code)
        # The loss has the source of the arguments, the verdict of `meet` the origins of their dtypes.
        origins = told[code.name].origins if code is DTYPE_WIDENING and code.name in told else NO_ORIGIN
        tell(run, place, code, loss.message, loss.advice, raises=loss.raises, origins=origins)


def loss_value(value: Value, bound: str = "") -> LossValue | None:
    """A value as the rules of losses read it; None if one of its alternatives is unknown.

    Args:
        value: the value.
        bound: the limit that a number sets; see `jaxtyping_promo.diagnostics.values.Value`.
    """
    from .arrays import alternatives

    known = alternatives(value)
    return None if known is None else LossValue(tuple(dict.fromkeys(known)), _constants(value), bound)


def _constants(value: Value) -> tuple[int | float, ...]:
    constants = (item.constant for item in value if isinstance(item, (Number, NumPyArray)))
    return tuple(constant for constant in constants if constant is not ABSENT and is_plain_number(constant))


def _numbers(value: Value) -> tuple[int | float, ...]:
    """The constants of a value that is a Python number, or a float limit such as ``jnp.finfo(dtype).max``."""
    is_number = all(
        isinstance(item, Number) or (isinstance(item, NumPyArray) and isinstance(item.constant, float))
        for item in value
    )
    return _constants(value) if is_number and not has_several_dtypes_of_numpy(value) else ()


def _truncations(call: FunctionCall) -> Iterator[Loss]:
    """A 64-bit dtype argument while x64 is off. Nobody asks for the dtype of a NumPy array, ``x.dtype``."""
    for part in call.rule.parts or (call.rule,):
        if part.dtype is not None and part.dtype in call.arguments.dtypes:
            dtypes = [item for item in call.bound.get(part.dtype, ()) if isinstance(item, Dtype)]
            is_read = any(origin.kind == "accident" and not origin.is_default
                          for item in dtypes for origin in item.origins or ())  # fmt: skip
            if part.which in ("", "inexact", "whole_byte") and not is_read:
                yield from _truncation(call.arguments.dtypes[part.dtype], call.system)
            return


def _truncation(dtype: str | None, system: System) -> Iterator[Loss]:
    if dtype is not None and dtype in system.truncated:
        narrow = system.truncated[dtype]
        message = f"{dtype} is not available while x64 is off: the result is {narrow}"
        yield Loss(DTYPE_TRUNCATION, message, f"Write jnp.{narrow}, or switch x64 on")


def _of_numbers(run: Run, call: FunctionCall, conversion: Numbers, texts: ArgumentTexts) -> Iterator[Loss]:
    """Constants that the dtype of a function's result can't hold."""
    rule, arguments, system = call.rule, call.arguments, call.system
    if conversion.fills is not None and not _fills(call, is_default=conversion.fills):
        return
    targets = conversion.targets(rule, arguments, system)
    if not targets:
        return
    ends = [name for name in conversion.ends if name in call.bound][-1:]
    for name in conversion.parameters:
        for leaf in _leaves(run, call.bound.get(name, ())):
            yield from _of_fraction(call, leaf, targets[0])
            value = LossValue(NUMBER, _numbers(leaf), conversion.bound)
            unparsed = parsed_losses(value, targets[0], system) if conversion.parsed else ()
            if unparsed:
                yield from texts.filled(unparsed, (name,))
                continue
            if name in ends:
                lowered = (number - 1 if isinstance(number, int) else number for number in value.numbers)
                value = value._replace(numbers=tuple(lowered))
            by_target = [
                number_losses(value, target, system, raises=conversion.raises, asks=rule.dtype is not None)
                for target in targets
            ]
            if value.numbers and all(by_target):
                yield from texts.filled(by_target[0], (name,))
            elif value.numbers and name not in ends and None not in targets:
                yield from rounding_losses(value.numbers, targets[0] or "", system)


def _of_fraction(call: FunctionCall, leaf: Value, target: str | None) -> Iterator[Loss]:
    """A Python float of unknown value that is converted to the integer dtype of another array."""
    if call.name not in CONVERTERS or target not in FORMATS or FORMATS[target].kind != "int":
        return
    dtype = only(call.bound.get(call.rule.dtype or "", ()), Dtype)
    is_float = bool(leaf) and all(isinstance(item, Number) and item.kind == "float" for item in leaf)
    if dtype is not None and dtype.origins is not None and is_float and not _constants(leaf):
        message = f"a Python float is converted to {target} here: fractions are lost"
        yield Loss(DTYPE_RANGE, message, "Use the number itself, or write int(...) if that is meant")


def _fills(call: FunctionCall, *, is_default: bool) -> bool:
    """Whether a call certainly fills the items whose index is out of bounds."""
    from .values import constant_of

    mode = call.bound.get("mode")
    return is_default if not mode else constant_of(mode) == "fill"


def _leaves(run: Run, value: Any, depth: int = 0) -> Iterator[Value]:
    """The numbers in an argument, which may be a nested list of some."""
    if isinstance(value, list):
        for each in value:
            yield from _leaves(run, each, depth + 1)
        return
    items = known_items(run, value) if depth < 8 and only(value, (Tuple, Object)) else None
    if items is None:
        yield value
        return
    for item in items:
        yield from _leaves(run, item, depth + 1)


def _of_cast(call: FunctionCall, texts: ArgumentTexts) -> Iterator[Loss]:
    """A cast that loses values of its argument."""
    target = call.arguments.dtypes.get(call.rule.dtype) if call.rule.dtype is not None else None
    name = CASTS[call.name]
    operands = call.values.get(name) or [call.bound.get(name, ())]
    value = loss_value(operands[0])
    if target is not None and value is not None and call.system.scalars.get(target, target) in call.system.nodes:
        yield from texts.filled(cast_losses(value, target, call.system), (name,))


def _of_update(call: FunctionCall, texts: ArgumentTexts) -> Iterator[Loss]:
    """An update, ``x.at[i].set(y)``, that loses values of the new items."""
    update = UPDATES[call.name]
    array, values = call.bound.get(update.array, ()), call.bound.get(update.values, ())
    operands = loss_value(array), loss_value(values)
    if operands[0] is not None and operands[1] is not None:
        losses = update_losses(operands[0], operands[1], call.system, warns=update.warns)
        yield from texts.filled(losses, (update.array, update.values))


def _of_joins(call: FunctionCall, texts: ArgumentTexts) -> Iterator[Loss]:
    """The losses where a function promotes several arguments to a common dtype."""
    seen: set[tuple[str, ...]] = set()
    for part in call.rule.parts or (call.rule,):
        names = part.joining or part.operands
        if names in seen or (part.dtype is not None and part.dtype in call.arguments.dtypes):
            continue
        seen.add(names)
        known = [*_joined_values(call, names)]
        values = [value for _, value in known if value is not None]
        if len(known) >= 2 and len(values) == len(known):
            parameters = tuple(name for name, _ in known)
            losses = _of_values(part, values, call.system, call.name)
            items = [item for name in names for value in call.values.get(name, ()) for item in value]
            if call.name in COMPARISON_FUNCTIONS and hold_positions(items):
                losses = tuple(loss for loss in losses if loss.code is not DTYPE_RANGE)
            yield from texts.filled(losses, parameters)


def _joined_values(call: FunctionCall, names: Sequence[str]) -> Iterator[tuple[str, LossValue | None]]:
    """The operands that a rule joins, with their parameters; None for an unknown operand."""
    bounds = BOUNDS.get(call.name, {})
    for name in names:
        if name not in call.arguments.operands:
            continue
        if call.arguments.operands[name] is None:
            yield name, None
            continue
        for index, value in enumerate(call.values.get(name, ())):
            own = f"{name}[{index}]" if len(call.values[name]) > 1 else name
            yield own, loss_value(value, bounds.get(name, ""))


def _of_values(rule: Rule, values: list[LossValue], system: System, fullname: str) -> tuple[Loss, ...]:
    """The losses when a function promotes these values to a common dtype."""
    op = COMPARISON_FUNCTIONS.get(fullname, rule.operator)
    if op is not None:
        losses = binary_losses(op, values[0], values[1], system) if len(values) == 2 else ()
        is_update = fullname.startswith("jax.Array.at.")  # JAX converts the new values, so that no exponent is known
        return tuple(loss for loss in losses if not (is_update and loss.code is DTYPE_PROMOTION))
    return joined_losses(written_name(fullname), values, system, is_inexact=rule.makes_inexact)


def _of_compared(call: FunctionCall, texts: ArgumentTexts) -> Iterator[Loss]:
    """The losses of operands that a function compares; their common dtype itself is not its result."""
    names = COMPARED[call.name]
    values = [loss_value(call.bound[name]) for name in names if name in call.bound]
    known = [value for value in values if value is not None]
    if len(known) == 2:
        losses = joined_losses(written_name(call.name), known, call.system)
        numeric = tuple(loss for loss in losses if loss.code in (DTYPE_OVERFLOW, DTYPE_RANGE))
        yield from texts.filled(numeric, names)
