"""Finds the losses of explicit casts, and of updates such as ``x.at[0].set(y)``.

`cast_losses` and `update_losses` take the possible values of an operand and return findings.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from ..formats import FORMATS
from ..system import System
from .codes import DTYPE_OVERFLOW, DTYPE_RANGE, DTYPE_SCATTER
from .effects import range_effect, rounding_effect
from .loss import MOST_OPERATIONS, Loss, certain_losses
from .number_losses import out_of_float_range, raised, wraps
from .numbers import fits
from .values import Side, Value, combinations, held_dtype, pairs


@lru_cache(MOST_OPERATIONS)
def cast_losses(value: Value, target: str, system: System) -> tuple[Loss, ...]:
    """Find the loss of an explicit cast that looks harmless: between floats of the same width.

    A cast to a narrower dtype, or to another kind, is taken to be meant.
    """
    return certain_losses(_of_cast(side, target, system) for (side,) in combinations((value,), system))


def _of_cast(side: Side, target: str, system: System) -> Iterator[Loss]:
    held = held_dtype(system, target)
    if side.held not in FORMATS or held not in FORMATS or side.is_number:
        return
    a, b = FORMATS[side.held], FORMATS[held]
    effect = range_effect(side.held, held)
    if effect and a.kind == b.kind == "float" and a.bits == b.bits:
        yield Loss(DTYPE_RANGE, f"{side.text} is cast to {held}: {effect}", "Use float32, which holds both")


@lru_cache(MOST_OPERATIONS)
def update_losses(array: Value, update: Value, system: System, *, warns: bool = True) -> tuple[Loss, ...]:
    """Find the losses of the values with which an array is updated, as in ``x.at[0].set(y)``.

    Args:
        array: the array, which stands for operand 0 in the advice.
        update: the new values, operand 1.
        system: the promotion system.
        warns: whether JAX warns if the dtype of the values does not fit.
    """
    return certain_losses(_of_update(*pair, system, warns=warns) for pair in pairs(array, update, system))


def _of_update(array: Side, update: Side, system: System, *, warns: bool) -> Iterator[Loss]:
    if array.held not in FORMATS or update.held not in FORMATS:
        return
    if update.is_number:
        default = system.defaults["weak_int"]
        for value in update.numbers:
            if not isinstance(value, int) or FORMATS[array.held].kind == "bool" or fits(value, array.held):
                if isinstance(value, int) and not fits(value, default) and array.held not in (default, f"u{default}"):
                    yield raised(value, default, array.held)
                elif FORMATS[array.held].kind in ("float", "complex") and not fits(value, array.held):
                    yield out_of_float_range(value, array.held, system, None, "")
            elif not fits(value, default) and array.held not in (f"u{default}",):
                yield raised(value, default, array.held)
            elif FORMATS[array.held].kind == "int":
                message, _ = wraps(value, array.held, array, system, "", "")
                number_format = FORMATS[array.held]
                yield Loss(
                    DTYPE_OVERFLOW, message, f"{array.held} holds {int(number_format.low)} to {int(number_format.high)}"
                )
            else:
                yield out_of_float_range(value, array.held, system, None, "")
    join = system.promote(array.held, update.node)  # an array that is updated is never weak
    if join is None:
        return  # JAX rejects it
    meant = f"{{1}}.astype(jnp.{array.held})"
    if held_dtype(system, join) == array.held:
        effect = None if update.is_number else range_effect(update.held, array.held)
        if effect:
            message = f"{update.text} values are cast to {array.held} here: {effect}"
            yield Loss(DTYPE_RANGE, message, f"Write the cast if that is meant: {meant}")
        return
    a, b = FORMATS[update.held], FORMATS[array.held]
    if a.kind in ("float", "complex") and b.kind in ("bool", "int"):
        effect = "fractions are lost"
    elif a.kind == "complex" and b.kind != "complex":
        effect = "imaginary parts are lost"
    elif b.kind == "bool":
        effect = "all but 0 become True"
    else:
        effect = range_effect(update.held, array.held) or rounding_effect(update.held, array.held)
    warning = ", and JAX warns" if warns else ""
    source = f"a Python {update.node}" if update.is_number else f"{update.text} values"
    verb = "is" if update.is_number else "are"
    wide = held_dtype(system, join)
    if not update.is_number and (range_effect(array.held, wide) or range_effect(update.held, wide)):
        advice = f"Write the cast if that is meant: {meant}"
    else:
        advice = f"Cast the array first: {{0}}.astype(jnp.{wide})"
        advice += "" if update.is_number else f", or the values: {meant}"
    yield Loss(DTYPE_SCATTER, f"{source} {verb} cast to {array.held} here: {effect}{warning}", advice)
