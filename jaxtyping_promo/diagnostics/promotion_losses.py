"""Finds the losses of operands that JAX promotes: range, precision, memory, the kind of an array.

The findings follow from the limits of the dtypes in `jaxtyping_promo.formats`, and from the values of numbers where
they are known. A code is found only if it holds for every dtype that the operands may have.

>>> from jaxtyping_promo import get_system
>>> ids, offsets = Value((Operand(("uint32",)),)), Value((Operand(("int32",)),))
>>> [(loss.code.name, loss.message) for loss in binary_losses("add", ids, offsets, get_system("jax"))][0]
('dtype-range', 'uint32 + int32 is int32 here: values from 2147483648 on become negative')
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from ..dtype_info import dtype_info
from ..exceptions import UnknownSystemError
from ..formats import FORMATS, KINDS, losses, times
from ..operators import BINARY, COMPARISONS
from ..rules.evaluation import join as common_dtype
from ..system import System
from ..systems import get_system
from .codes import DTYPE_IMPLICIT, DTYPE_KIND, DTYPE_PRECISION, DTYPE_PROMOTION, DTYPE_RANGE, DTYPE_WIDENING
from .effects import range_effect, rounding_effect
from .loss import MOST_OPERATIONS, Loss, certain_losses
from .number_losses import beside_array
from .numbers import fits
from .values import Side, Value, combinations, held_dtype, pairs

NEGATIVE_POWER = "Integers can't be raised to negative powers: JAX raises a TypeError"


@lru_cache(MOST_OPERATIONS)
def binary_losses(op: str, left: Value, right: Value, system: System) -> tuple[Loss, ...]:
    """Find the losses of ``left op right``.

    Args:
        op: a key of `jaxtyping_promo.operators.BINARY`.
        left, right: the operands.
        system: the promotion system.
    """
    return certain_losses(_of_pair(op, one, other, system) for one, other in pairs(left, right, system))


def _of_pair(op: str, left: Side, right: Side, system: System) -> Iterator[Loss]:
    join = system.promote(left.node, right.node)
    if join is None or system.binary(op, left.node, right.node) is None:
        return
    if op == "pow" and system.name == "jax" and _is_negative_power(left, right):
        yield Loss(DTYPE_PROMOTION, NEGATIVE_POWER, f"Cast first: {_cast(left, 'float32')} ** {{1}}", raises=True)
        return
    if (
        op == "pow"
        and dtype_info(right.node).is_integer
        and (right.is_number or right.operand.origin == "numpy scalar")
    ):
        return  # an exponent that is known is not converted
    target = system.unary("truediv", join) if op == "truediv" else join
    if target is None:
        return
    symbol = f"{{}} {BINARY[op]} {{}}" if op != "divmod" else "divmod({}, {})"
    shown = symbol.format(left.text, right.text)
    held = held_dtype(system, target)
    verb = f"compares as {held}" if op in COMPARISONS else f"is {held} here"
    written = symbol.format("{0}", "{1}")
    for number, array in ((left, right), (right, left)):
        if number.is_number and not array.is_number:
            yield from beside_array(number, array, held, system, op, written, is_left=number is left)
    yield from _of_join((left, right), join, target, f"{shown} {verb}", system)
    is_of_integers = all(dtype_info(side.node).is_integer for side in (left, right))
    if op == "truediv" and is_of_integers and (left.is_number or right.is_number):
        array = right if left.is_number else left
        yield Loss(DTYPE_KIND, f"{shown} is {held}", f"Use // for integers, or write the cast: {_cast(array, held)}")


def _is_negative_power(base: Side, exponent: Side) -> bool:
    """Whether an array of bools or integers is raised to a number, and the number is a negative integer for certain."""
    info = dtype_info(base.node)
    return (
        not base.is_number
        and (info.is_integer or info.kind == "bool")
        and (exponent.is_number or exponent.operand.origin == "numpy scalar")
        and bool(exponent.numbers)
        and all(isinstance(value, int) and value < 0 for value in exponent.numbers)
    )


def joined_losses(name: str, values: Sequence[Value], system: System, *, is_inexact: bool = False) -> tuple[Loss, ...]:
    """Find the losses of a function that converts its operands to their common dtype.

    Args:
        name: the function as users write it.
        values: the operands that it joins.
        system: the promotion system.
        is_inexact: whether it makes floats of integers, as `jax.numpy.arctan2` does.
    """
    return _joined(name, tuple(values), system, is_inexact)


@lru_cache(MOST_OPERATIONS)
def _joined(name: str, values: tuple[Value, ...], system: System, is_inexact: bool) -> tuple[Loss, ...]:
    return certain_losses(_of_all(name, sides, system, is_inexact) for sides in combinations(values, system))


def _of_all(name: str, sides: tuple[Side, ...], system: System, is_inexact: bool) -> Iterator[Loss]:
    join = common_dtype(system, [side.node for side in sides])
    target = None if join is None else system.unary("truediv", join) if is_inexact else join
    if join is None or target is None:
        return
    held = held_dtype(system, target)
    for number in sides:
        array = next((side for side in sides if not side.is_number), None)
        if number.is_number and array is not None:
            yield from beside_array(number, array, held, system, name, "", is_left=False)
    dtypes = " and ".join(dict.fromkeys(side.text for side in sides))
    yield from _of_join(sides, join, target, f"{name} of {dtypes} is {held} here", system)


def _of_join(sides: Sequence[Side], join: str, target: str, result: str, system: System) -> Iterator[Loss]:
    """Find the losses of arrays that are converted to a common dtype.

    Args:
        sides: the operands.
        join: their common dtype.
        target: the dtype that they are converted to.
        result: the operation and its result, for the messages.
        system: the promotion system.
    """
    held = held_dtype(system, target)
    arrays = [side for side in sides if not side.is_number]
    if held not in FORMATS or any(side.held not in FORMATS for side in arrays):
        return
    is_of_integers = _is_of_integers(arrays) and FORMATS[held_dtype(system, join)].kind == "float"
    for side in arrays:
        if side.node == "weak_float":
            continue  # as ``jnp.where(mask, 1.0, 0.0)`` makes it: an array of numbers that fit nearly any float dtype
        effect = range_effect(side.held, held, is_of_integers=is_of_integers)
        if effect:
            yield Loss(DTYPE_RANGE, f"{result}: {effect}", _range_advice(side, arrays, held, system))
            break
    else:
        for side in arrays:
            if side.node == "weak_float":
                continue
            if FORMATS[side.held].precision > FORMATS[held].precision and FORMATS[side.held].kind != "bool":
                yield Loss(
                    DTYPE_PRECISION,
                    f"{result}: {rounding_effect(side.held, held)}",
                    _precision_advice(side, arrays, held, system),
                )
                break
    yield from _widening(sides, held_dtype(system, join), result, system)
    yield from _kind(sides, join, held, result)
    yield from _implicit(arrays, held, result, system)


def _is_of_integers(arrays: Sequence[Side]) -> bool:
    """Whether all operands are strong integers, of several dtypes."""
    is_strong = all(FORMATS[side.held].kind == "int" and not dtype_info(side.node).is_weak for side in arrays)
    return is_strong and len({side.held for side in arrays}) > 1


def _range_advice(side: Side, arrays: Sequence[Side], target: str, system: System) -> str:
    """The cast after which no operand loses range, if there is one. Otherwise the choice that the user has to make."""
    best: tuple[tuple[int, int], str] | None = None
    for one in arrays:
        others = [other for other in arrays if other is not one]
        for dtype in system.nodes:
            if dtype not in FORMATS or dtype in system.truncated or FORMATS[dtype].kind != FORMATS[one.held].kind:
                continue
            if any(loss.what == "range" for loss in losses(one.held, dtype)):
                continue
            join = common_dtype(system, [dtype, *(other.node for other in others)])
            held = None if join is None else held_dtype(system, join)
            if held is None or _loses_range([dtype, *(other.node for other in others)], arrays, held, system):
                continue
            rounded = sum(FORMATS[each.held].precision > FORMATS[held].precision for each in (*arrays, one))
            candidate = ((rounded, FORMATS[held].bits), f"Cast first: {_cast(one, dtype)}")
            if best is None or candidate[0] < best[0]:
                best = candidate
    if best is not None:
        return best[1]
    meant = f"write the cast that is meant: {_cast(side, target)}"
    if _x64_cures(arrays, system):
        return f"No dtype holds both while x64 is off: switch it on, or {meant}"
    return f"No dtype holds both: {meant}" if len(arrays) == 2 else f"{meant[0].upper()}{meant[1:]}"


def _loses_range(nodes: Sequence[str], arrays: Sequence[Side], held: str, system: System) -> bool:
    """Whether an operand loses range in the common dtype after some operands have been cast.

    Args:
        nodes: the nodes of the operands after the casts.
        arrays: the operands before the casts.
        held: the common dtype.
        system: the promotion system.
    """
    is_of_integers = (
        all(dtype_info(node).is_integer and not dtype_info(node).is_weak for node in nodes)
        and len({held_dtype(system, node) for node in nodes}) > 1
        and FORMATS[held].kind == "float"
    )
    return any(range_effect(each.held, held, is_of_integers=is_of_integers) for each in arrays)


def _x64_cures(arrays: Sequence[Side], system: System) -> bool:
    """Whether no operand loses range with x64 on."""
    if system.x64:
        return False
    try:
        wide = get_system(system.name, x64=True)
    except UnknownSystemError:
        return False
    join = common_dtype(wide, [side.node for side in arrays])
    if join is None:
        return False
    is_of_integers = _is_of_integers(arrays) and FORMATS[held_dtype(wide, join)].kind == "float"
    return not any(range_effect(s.held, held_dtype(wide, join), is_of_integers=is_of_integers) for s in arrays)


def _precision_advice(side: Side, arrays: Sequence[Side], target: str, system: System) -> str:
    precision = max(FORMATS[each.held].precision for each in arrays)
    wide = next((name for name in ("float32", "float64") if precision <= FORMATS[name].precision), None)
    if wide is None or wide in system.truncated or FORMATS[target].kind == "complex":
        return f"Write the cast if that is meant: {_cast(side, target)}"
    floats = [other for other in arrays if other is not side and FORMATS[other.held].kind == "float"]
    return f"Cast first: {_cast(floats[0] if floats else side, wide)}"


def _widening(sides: Sequence[Side], join: str, result: str, system: System) -> Iterator[Loss]:
    """A result that is wider than every JAX array among the operands, by NumPy's dtypes or by the lattice."""
    ours = [side for side in sides if not side.is_number and not side.operand.is_numpy]
    strong = [side for side in ours if not dtype_info(side.node).is_weak]
    if not strong or join not in FORMATS or any(FORMATS[side.held].kind == "bool" for side in strong):
        return
    width = max(FORMATS[side.held].bits for side in strong)
    factor = FORMATS[join].bits // width
    foreign = [side for side in sides if side.operand.is_numpy]
    if factor < 2 or (len({side.held for side in strong}) < 2 and not foreign):
        return
    if foreign and _is_held_as_number(ours, foreign, join, system):
        return
    memory = f"{result}, {times(factor)} the memory"
    if foreign:
        side = max(foreign, key=lambda side: FORMATS[side.held].bits)
        array = strong[0]
        kind = FORMATS[side.held].kind
        is_scalar = side.operand.origin == "numpy scalar"
        if is_scalar and array.held in FORMATS and not all(fits(number, array.held) for number in side.numbers):
            yield Loss(DTYPE_WIDENING, memory, f"If that is not meant, use a number that fits {array.held}")
        elif is_scalar and system.promote(array.node, kind) == array.node:
            yield Loss(DTYPE_WIDENING, memory, f"A Python number does not widen: {kind}({{{side.place}}})")
        else:
            yield Loss(DTYPE_WIDENING, memory, f"Convert it first: jnp.asarray({{{side.place}}}, jnp.{array.held})")
        return
    wide = max(strong, key=lambda side: FORMATS[side.held].bits)
    casts = " and ".join(_cast(side, wide.held) for side in strong if side.held != wide.held)
    yield Loss(DTYPE_WIDENING, memory, f"If all values fit, cast first: {casts}")


def _is_held_as_number(ours: Sequence[Side], foreign: Sequence[Side], join: str, system: System) -> bool:
    """Whether Python numbers in place of NumPy's operands would give the same dtype, as 0.5 beside integers does."""
    kinds = [FORMATS[side.held].kind for side in foreign if side.held in FORMATS]
    number = common_dtype(system, [*(side.node for side in ours), *kinds])
    return number is not None and held_dtype(system, number) == join


def _kind(sides: Sequence[Side], join: str, target: str, result: str) -> Iterator[Loss]:
    """A number that changes the kind of an array."""
    arrays = [side for side in sides if not side.is_number and side.operand.origin != "numpy scalar"]
    numbers = [side for side in sides if side.is_number or side.operand.origin == "numpy scalar"]
    if not arrays or not numbers or FORMATS[target].kind == "bool":
        return
    highest = max(KINDS.index(FORMATS[side.held].kind) for side in arrays)
    is_raised = max(KINDS.index(FORMATS[number.held].kind) for number in numbers) > highest
    if is_raised and KINDS.index(FORMATS[target].kind) > highest:
        array = arrays[0]
        yield Loss(DTYPE_KIND, result.replace(" here", ""), f"Write the cast: {_cast(array, target)}")


def _implicit(arrays: Sequence[Side], target: str, result: str, system: System) -> Iterator[Loss]:
    """Two strong dtypes that JAX promotes by itself."""
    strong = [side for side in arrays if not dtype_info(side.node).is_weak]
    if len({side.held for side in strong}) < 2:
        return
    message = result.replace(" here", " by implicit promotion")
    casts = [_cast(side, target) for side in strong if side.held != target]
    noun = "cast" if len(casts) == 1 else "casts"
    yield Loss(DTYPE_IMPLICIT, message, f"Write the {noun}: {' and '.join(casts)}")


def _cast(side: Side, dtype: str) -> str:
    """The cast of an operand, for the advice."""
    return f"{{{side.place}}}.astype(jnp.{dtype})"
