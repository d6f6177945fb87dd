"""Finds Python numbers that do not fit the dtype that they are converted to.

`number_losses` is for numbers that a function converts, `beside_array` for numbers in operators on arrays.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from ..formats import COMPONENTS, FORMATS
from ..operators import COMPARISONS
from ..system import System
from .codes import DTYPE_OVERFLOW, DTYPE_RANGE
from .effects import shown_number
from .loss import MOST_OPERATIONS, Loss
from .numbers import becomes, fits, smallest_positive
from .values import Side, Value

BITWISE = ("and", "or", "xor")
SATURATING = ("jax", "jax.lax")
"""The systems in which a shift by all bits, or by more, is 0. Other libraries raise, or leave it to the hardware."""


@lru_cache(MOST_OPERATIONS)
def parsed_losses(value: Value, target: str | None, system: System) -> tuple[Loss, ...]:
    """Find the loss of an integer that JAX converts to the default integer first, before a function converts it.

    Args:
        value: the number.
        target: the dtype to which the function converts it; None for the default dtype.
        system: the promotion system.
    """
    default = system.defaults["weak_int"]
    numbers = [number for number in value.numbers if isinstance(number, int) and not fits(number, default)]
    return tuple(raised(number, default, target or default) for number in numbers[:1])


@lru_cache(MOST_OPERATIONS)
def number_losses(
    value: Value, target: str | None, system: System, *, raises: bool, asks: bool = True
) -> tuple[Loss, ...]:
    """Find the loss of a number that a function converts to a dtype.

    Args:
        value: the number, which stands for operand 0 in the advice.
        target: the dtype; None for the default dtype of the number.
        system: the promotion system.
        raises: whether JAX raises an error for an integer that does not fit, rather than wrapping it.
        asks: whether a call may ask for another dtype.
    """
    losses: list[Loss] = []
    for number in value.numbers:
        dtype = target or system.defaults["weak_int" if isinstance(number, int) else "weak_float"]
        dtype = system.defaults.get(dtype, system.truncated.get(dtype, dtype))
        if dtype not in FORMATS or FORMATS[dtype].kind == "bool" or fits(number, dtype):
            continue
        if _is_unlimited(value.bound, number, dtype):
            continue
        if FORMATS[dtype].kind != "int":
            losses.append(out_of_float_range(number, dtype, system, None, ""))
            continue
        number_format = FORMATS[dtype]
        remedy = _other_integer(int(number), dtype, system) if asks else "use a number that fits"
        holds = f"{dtype} holds {int(number_format.low)} to {int(number_format.high)}: {remedy}"
        if isinstance(number, float) and number != int(number):
            message = f"{number} does not fit {dtype}, it becomes {becomes(number, dtype)}"
            losses.append(Loss(DTYPE_OVERFLOW, message, "Write an integer" + ", or ask for a float dtype" * asks))
        elif raises and isinstance(number, int):
            message = f"{number} does not fit {dtype}: JAX raises an OverflowError"
            losses.append(Loss(DTYPE_OVERFLOW, message, holds, raises=True))
        else:
            losses.append(
                Loss(DTYPE_OVERFLOW, f"{number} does not fit {dtype}, it becomes {becomes(number, dtype)}", holds)
            )
    return tuple(losses[:1])


def beside_array(
    number: Side, array: Side, target: str, system: System, op: str, written: str, *, is_left: bool
) -> Iterator[Loss]:
    """Find the loss of a Python number beside an array.

    Args:
        number: the number.
        array: the array.
        target: the dtype that both are converted to.
        system: the promotion system.
        op: the operator, or the name of a function.
        written: the operation in the words of the advice.
        is_left: whether the number is the left operand.
    """
    default = system.defaults["weak_int"]
    for value in number.numbers:
        if isinstance(value, int) and not fits(value, default):
            yield raised(value, default, target)
        elif op == "lshift" and number.place == 1 and _shifts_all_bits(value, target, system):
            yield Loss(DTYPE_OVERFLOW, *_no_bits_left(int(value), target, array, system, written))
        elif target not in FORMATS or fits(value, target):
            continue
        elif FORMATS[target].kind == "int":
            if isinstance(value, int) and _is_harmful(number, target, value, op, is_left=is_left):
                message, advice = wraps(value, target, array, system, op, written, is_left=is_left)
                is_count = op == "lshift" and number.place == 1
                yield Loss(DTYPE_OVERFLOW, message, _usual_counts(target) if is_count else advice)
        elif not _is_unlimited(number.bound, value, target) and (op != "floordiv" or is_left):
            # A divisor whose quotient is rounded down may as well be infinite.
            yield out_of_float_range(value, target, system, array, written)


def _is_harmful(number: Side, dtype: str, value: int, op: str, *, is_left: bool) -> bool:
    """Whether the result is wrong if an integer wraps."""
    number_format = FORMATS[dtype]
    if op in BITWISE and -(1 << number_format.bits) < value < 1 << number_format.bits:
        return False  # as a mask it has the bits that are meant
    held = becomes(value, dtype)
    if op in ("lshift", "rshift") and not is_left:
        return 0 <= held < number_format.bits  # a shift by all bits or more leaves nothing, by whatever number
    return not _is_unlimited(number.bound, value, dtype)


def _shifts_all_bits(count: int | float, dtype: str, system: System) -> bool:
    """Whether no bit of an integer is left after a shift to the left, so that the result is always 0."""
    if dtype not in FORMATS or FORMATS[dtype].kind != "int" or not isinstance(count, int):
        return False
    if system.name not in SATURATING:
        return False
    return not 0 <= becomes(count, dtype) < FORMATS[dtype].bits


def _no_bits_left(count: int, dtype: str, array: Side, system: System, written: str) -> tuple[str, str]:
    """The message and the advice for a shift to the left by all bits of a dtype, or by more."""
    number_format = FORMATS[dtype]
    message = f"{dtype} << {count} is always 0: {dtype} has {number_format.bits} bits"
    usual = _usual_counts(dtype)
    if count < 0:
        return message, usual
    low, high = int(number_format.low) << count, int(number_format.high) << count
    wider = _wider_integer((low, high), dtype, system)
    if wider is None or not written:
        return message, usual if wider is None else f"{usual}, or cast first with .astype(jnp.{wider})"
    cast = f"{{{array.place}}}.astype(jnp.{wider})"
    return message, f"Cast first: {written.replace(f'{{{array.place}}}', cast)}"


def _usual_counts(dtype: str) -> str:
    """The advice for a count of bits that an integer dtype does not have."""
    return f"Shift by 0 to {FORMATS[dtype].bits - 1}"


def _is_unlimited(bound: str, value: int | float, dtype: str) -> bool:
    """Whether a number that does not fit a dtype limits its values no more after its conversion than before."""
    number_format = FORMATS[dtype]
    if number_format.kind != "int":
        return bound == ("low" if value < 0 else "high")
    held = becomes(value, dtype)
    if bound == "high":
        return value >= number_format.low and held == number_format.high
    return bound == "low" and value <= number_format.high and held == number_format.low


def raised(value: int, default: str, target: str) -> Loss:
    """An integer that JAX refuses to convert, since it does not fit the default integer."""
    kind = FORMATS[target].kind if target in FORMATS else ""
    if kind in ("float", "complex"):
        advice = f"Write it as a float: {value}.0"
    elif kind == "int" and fits(value, target):
        advice = f"Write jnp.{target}({value})"
    elif default == "int32":
        advice = "Switch x64 on, or use a smaller number"
    else:
        advice = "Use a smaller number"
    return Loss(DTYPE_OVERFLOW, f"{value} does not fit {default}: JAX raises an OverflowError", advice, raises=True)


def wraps(
    value: int, dtype: str, array: Side, system: System, op: str, written: str, *, is_left: bool = False
) -> tuple[str, str]:
    """The message and the advice for a number that wraps."""
    converted = becomes(value, dtype)
    verb = f"is compared as {converted}" if op in COMPARISONS else f"becomes {converted}"
    number_format = FORMATS[dtype]
    holds = f"{dtype} holds {int(number_format.low)} to {int(number_format.high)}"
    wider = _wider_integer((value, *_results(value, dtype, op, is_left=is_left)), dtype, system)
    if wider is None and op == "mul":
        wider = _wider_integer((value,), dtype, system)
    if wider is None or not written:
        remedy = "" if wider is None else f", or jnp.{wider}"
        return f"{value} does not fit {dtype}, it {verb}", f"{holds}: use a number that fits{remedy}"
    cast = f"{{{array.place}}}.astype(jnp.{wider})"
    fixed = written.replace(f"{{{array.place}}}", cast)
    return f"{value} does not fit {dtype}, it {verb}", f"{holds}. Cast first: {fixed}"


def _other_integer(value: int, dtype: str, system: System) -> str:
    """The remedy for a number that a function converts: another integer dtype, which need not hold the first one."""
    wider = _wider_integer((value,), dtype, system)
    if wider is not None:
        return f"ask for jnp.{wider}"
    names = [
        name
        for name in (*system.nodes, *system.truncated)
        if name in FORMATS
        and FORMATS[name].kind == "int"
        and FORMATS[name].bits >= FORMATS[dtype].bits
        and fits(value, name)
    ]
    if not names:
        return "use a number that fits"
    is_signed = FORMATS[dtype].low < 0
    name = min(
        names, key=lambda name: (name in system.truncated, FORMATS[name].bits, (FORMATS[name].low < 0) != is_signed)
    )
    return f"switch x64 on and ask for jnp.{name}" if name in system.truncated else f"ask for jnp.{name}"


def _results(value: int, dtype: str, op: str, *, is_left: bool) -> tuple[int, ...]:
    """The smallest and the largest result of an array of integers and a number; empty if they are not considered."""
    low, high = int(FORMATS[dtype].low), int(FORMATS[dtype].high)
    match op:
        case "add":
            return low + value, high + value
        case "sub":
            return (value - high, value - low) if is_left else (low - value, high - value)
        case "mul":
            return min(low * value, high * value), max(low * value, high * value)
    return ()


def _wider_integer(values: tuple[int, ...], dtype: str, system: System) -> str | None:
    """The narrowest integer dtype that holds some numbers and another dtype."""
    number_format = FORMATS[dtype]
    wider = [
        name
        for name in system.nodes
        if name in FORMATS
        and name not in system.truncated
        and FORMATS[name].kind == "int"
        and FORMATS[name].low <= min(*values, number_format.low)
        and FORMATS[name].high >= max(*values, number_format.high)
    ]
    return min(wider, key=lambda name: FORMATS[name].bits, default=None)


def _wider_float(value: int | float, dtype: str, system: System) -> str | None:
    """The float or complex dtype to which a number fits; None if it fits to none that is wider."""
    kind = FORMATS[dtype].kind
    for name in ("float32", "float64") if kind == "float" else ("complex64", "complex128"):
        if name not in system.truncated and FORMATS[name].bits > FORMATS[dtype].bits and fits(value, name):
            return name
    return None


def out_of_float_range(value: int | float, dtype: str, system: System, array: Side | None, written: str) -> Loss:
    """The loss of a number that is too large or too small for a float dtype."""
    converted = becomes(value, dtype)
    wider = _wider_float(value, dtype, system)
    cast = ""
    if wider is not None and array is not None and written:
        cast = f": {written.replace(f'{{{array.place}}}', f'{{{array.place}}}.astype(jnp.{wider})')}"
    remedy = "" if wider is None else ", or a wider dtype"
    if converted == 0:
        least = smallest_positive(dtype)
        assert least is not None
        return Loss(
            DTYPE_RANGE,
            f"{value} becomes 0 in {dtype}, whose smallest positive value is {float(least):.2g}",
            f"Use a larger number, or cast first{cast}" if cast else f"Use a larger number{remedy}",
        )
    high = FORMATS[COMPONENTS.get(dtype, dtype)].high
    return Loss(
        DTYPE_OVERFLOW,
        f"{shown_number(value)} does not fit {dtype}, it becomes {shown_number(converted)}",
        f"{dtype} goes up to {shown_number(high)}"
        + (f". Cast first{cast}" if cast else f": use a smaller number{remedy}"),
    )
