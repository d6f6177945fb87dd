"""What an operation loses although JAX computes it: range, precision, memory, the kind of an array.

The findings follow from the limits of the dtypes in `jaxtyping_promo.formats`, and from the values of numbers where
they are known. A code is found only if it holds for every dtype that the operands may have.

>>> from jaxtyping_promo import get_system
>>> ids, offsets = Value((Operand(("uint32",)),)), Value((Operand(("int32",)),))
>>> [(loss.code.name, loss.message) for loss in binary_losses("add", ids, offsets, get_system("jax"))][0]
('dtype-range', 'uint32 + int32 is int32 here: values from 2147483648 on become negative')
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import islice, product
from typing import NamedTuple

from ..dtype_info import dtype_info
from ..exceptions import UnknownSystemError
from ..formats import COMPONENTS, FORMATS, KINDS, losses
from ..inference.operand import Alternatives, Operand, is_known
from ..operators import BINARY, COMPARISONS
from ..system import System
from ..systems import get_system
from .codes import (
    DTYPE_IMPLICIT,
    DTYPE_KIND,
    DTYPE_OVERFLOW,
    DTYPE_PRECISION,
    DTYPE_RANGE,
    DTYPE_SCATTER,
    DTYPE_WIDENING,
    Code,
)
from .numbers import becomes, fits, overflow_threshold, smallest_positive

MOST_COMBINATIONS = 64
"""The largest number of combinations of dtypes that is looked at."""
MOST_FINDINGS = 4096
"""The number of operations whose findings are kept: programs apply the same few operators to the same few dtypes."""

BITWISE = ("and", "or", "xor")
TIMES = {2: "twice", 4: "four times", 8: "eight times"}


class Value(NamedTuple):
    """An operand with the values that it may have.

    Attributes:
        operand: its dtypes.
        numbers: the values of a Python number, as far as the program shows them; empty if none is known.
        bound: ``"low"`` or ``"high"`` for a number that other values are limited by, as by `jax.numpy.clip`.
    """

    operand: Alternatives
    numbers: tuple[int | float, ...] = ()
    bound: str = ""


class Loss(NamedTuple):
    """A finding.

    Attributes:
        code: its error code.
        message: what happens, and why it matters.
        advice: what to write instead; ``{0}``, ``{1}``, ... stand for the source text of the operands.
        raises: whether JAX raises an error when the program runs.
    """

    code: Code
    message: str
    advice: str
    raises: bool = False


class Side(NamedTuple):
    """One operand with one of the dtypes that it may have.

    Attributes:
        place: its position among the operands, for the advice.
        dtype: its dtype as the program has it, NumPy's before JAX converts it.
        node: the same once JAX has converted it: a dtype, a weak type, or the name of a Python scalar type.
        held: the concrete dtype that the values are held in.
        operand: where it comes from.
        numbers: the values of a Python number.
        bound: what the number limits; see `Value`.
    """

    place: int
    dtype: str
    node: str
    held: str
    operand: Operand
    numbers: tuple[int | float, ...]
    bound: str

    @property
    def is_number(self) -> bool:
        """Whether it is a Python number."""
        return self.operand.is_python_scalar

    @property
    def text(self) -> str:
        """The dtype as a message names it."""
        if self.operand.is_numpy:
            return f"NumPy {self.dtype}"
        return f"weak {self.held}" if dtype_info(self.node).is_weak else self.node


# --------------------------------------------------------------------------------------------- operators, functions


@lru_cache(MOST_FINDINGS)
def binary_losses(op: str, left: Value, right: Value, system: System) -> tuple[Loss, ...]:
    """What ``left op right`` loses.

    Args:
        op: a key of `jaxtyping_promo.operators.BINARY`.
        left, right: the operands.
        system: the promotion system.
    """
    return _certain(_of_pair(op, one, other, system) for one, other in _pairs(left, right, system))


def _pairs(left: Value, right: Value, system: System) -> Iterator[tuple[Side, Side]]:
    """The pairs of dtypes that two operands may have; none if there are too many or some are unknown."""
    for one, other in _combinations((left, right), system):
        variable = one.operand.variable
        if variable is None or variable != other.operand.variable or one.dtype == other.dtype:
            yield one, other


def _combinations(values: Sequence[Value], system: System) -> list[tuple[Side, ...]]:
    sides = [[*_sides(place, value, system)] for place, value in enumerate(values)]
    if any(side is None for choices in sides for side in choices):
        return []
    found = [*islice(product(*sides), MOST_COMBINATIONS + 1)]
    return found if len(found) <= MOST_COMBINATIONS else []  # type: ignore[return-value]


def _sides(place: int, value: Value, system: System) -> Iterator[Side | None]:
    """Each dtype that an operand may have; None for one of which nothing is known."""
    for operand in value.operand:
        for dtype, node in zip(operand.dtypes, operand.entering(system), strict=True):
            if not is_known(system, node):
                yield None
                return
            held = system.node(node)
            yield Side(place, dtype, node, system.defaults.get(held, held), operand, value.numbers, value.bound)


def _certain(combinations: Iterable[Iterable[Loss]]) -> tuple[Loss, ...]:
    """The findings whose codes hold for all combinations, in the words of the first."""
    found: dict[str, Loss] | None = None
    for each in combinations:
        codes: dict[str, Loss] = {}
        for loss in each:
            codes.setdefault(loss.code.name, loss)
        found = codes if found is None else {name: loss for name, loss in found.items() if name in codes}
        if not found:
            return ()
    return tuple((found or {}).values())


def _of_pair(op: str, left: Side, right: Side, system: System) -> Iterator[Loss]:
    join = system.promote(left.node, right.node)
    if join is None or system.binary(op, left.node, right.node) is None:
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
    held = _held(system, target)
    verb = f"compares as {held}" if op in COMPARISONS else f"is {held} here"
    written = symbol.format("{0}", "{1}")
    for number, array in ((left, right), (right, left)):
        if number.is_number and not array.is_number:
            yield from _of_number(number, array, held, system, op, written, is_left=number is left)
    yield from _of_join((left, right), join, target, f"{shown} {verb}", system)
    is_of_integers = all(dtype_info(side.node).is_integer for side in (left, right))
    if op == "truediv" and is_of_integers and (left.is_number or right.is_number):
        yield Loss(DTYPE_KIND, f"{shown} is {held}", f"Use // for integers, or write the cast: {_cast(held)}")


def joined_losses(name: str, values: Sequence[Value], system: System, *, is_inexact: bool = False) -> tuple[Loss, ...]:
    """What a function loses that converts its operands to their common dtype.

    Args:
        name: the function as users write it.
        values: the operands that it joins.
        system: the promotion system.
        is_inexact: whether it makes floats of integers, as `jax.numpy.arctan2` does.
    """
    return _joined(name, tuple(values), system, is_inexact)


@lru_cache(MOST_FINDINGS)
def _joined(name: str, values: tuple[Value, ...], system: System, is_inexact: bool) -> tuple[Loss, ...]:
    return _certain(_of_all(name, sides, system, is_inexact) for sides in _combinations(values, system))


def _of_all(name: str, sides: tuple[Side, ...], system: System, is_inexact: bool) -> Iterator[Loss]:
    join: str | None = sides[0].node
    for side in sides[1:]:
        if join is not None and system.node(side.node) != system.node(join):
            join = system.promote(join, side.node)
    target = None if join is None else system.unary("truediv", join) if is_inexact else join
    if join is None or target is None:
        return
    held = _held(system, target)
    for number in sides:
        array = next((side for side in sides if not side.is_number), None)
        if number.is_number and array is not None:
            yield from _of_number(number, array, held, system, name, "", is_left=False)
    dtypes = " and ".join(dict.fromkeys(side.text for side in sides))
    yield from _of_join(sides, join, target, f"{name} of {dtypes} is {held} here", system)


# ----------------------------------------------------------------------------------------------------------- numbers


def _of_number(
    number: Side, array: Side, target: str, system: System, op: str, written: str, *, is_left: bool
) -> Iterator[Loss]:
    """What becomes of a Python number beside an array.

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
            yield _raised(value, default, array, target)
        elif target not in FORMATS or fits(value, target):
            continue
        elif FORMATS[target].kind == "int":
            if isinstance(value, int) and _is_harmful(number, target, value, op, is_left=is_left):
                yield Loss(DTYPE_OVERFLOW, *_wraps(value, target, array, system, op, written))
        elif number.bound != ("low" if value < 0 else "high") and (op != "floordiv" or is_left):
            # A bound may as well be infinite, and so may a divisor whose quotient is rounded down.
            yield _inexact(value, target, array, written)


def _is_harmful(number: Side, dtype: str, value: int, op: str, *, is_left: bool) -> bool:
    """Whether the result is wrong if an integer wraps."""
    known = FORMATS[dtype]
    if op in BITWISE and -(1 << known.bits) < value < 1 << known.bits:
        return False  # as a mask it has the bits that are meant
    if op in ("lshift", "rshift") and not is_left:
        return False  # a shift by more than all bits leaves nothing, by whatever number
    held = becomes(value, dtype)
    if number.bound == "high":
        return value < known.low or held != known.high
    return number.bound != "low" or value > known.high or held != known.low


def _raised(value: int, default: str, array: Side, target: str) -> Loss:
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


def _wraps(value: int, dtype: str, array: Side, system: System, op: str, written: str) -> tuple[str, str]:
    """What a number that wraps becomes, and what to write instead."""
    found = becomes(value, dtype)
    verb = f"is compared as {found}" if op in COMPARISONS else f"becomes {found}"
    known = FORMATS[dtype]
    holds = f"{dtype} holds {int(known.low)} to {int(known.high)}"
    wider = _wider_integer(value, dtype, system)
    if wider is None or not written:
        return f"{value} does not fit {dtype}, it {verb}", f"{holds}: use a smaller number, or a wider dtype"
    cast = f"{{{array.place}}}.astype(jnp.{wider})"
    fixed = written.replace(f"{{{array.place}}}", cast)
    return f"{value} does not fit {dtype}, it {verb}", f"{holds}. Cast first: {fixed}"


def _wider_integer(value: int, dtype: str, system: System) -> str | None:
    """The narrowest integer dtype that holds a number and another dtype."""
    known = FORMATS[dtype]
    wider = [
        name
        for name in system.nodes
        if name in FORMATS
        and name not in system.truncated
        and FORMATS[name].kind == "int"
        and FORMATS[name].low <= min(value, known.low)
        and FORMATS[name].high >= max(value, known.high)
    ]
    return min(wider, key=lambda name: FORMATS[name].bits, default=None)


def _inexact(value: int | float, dtype: str, array: Side | None, written: str) -> Loss:
    """What becomes of a number that is too large or too small for a float dtype."""
    found = becomes(value, dtype)
    wider = "float32" if FORMATS[COMPONENTS.get(dtype, dtype)].bits < 32 else "float64"
    cast = (
        f": {written.replace(f'{{{array.place}}}', f'{{{array.place}}}.astype(jnp.{wider})')}"
        if array and written
        else ""
    )
    if found == 0:
        least = smallest_positive(dtype)
        assert least is not None
        return Loss(
            DTYPE_RANGE,
            f"{value} becomes 0 in {dtype}, whose smallest positive value is {float(least):.2g}",
            f"Use a larger number, or cast first{cast}" if cast else "Use a larger number, or a wider dtype",
        )
    high = FORMATS[COMPONENTS.get(dtype, dtype)].high
    return Loss(
        DTYPE_OVERFLOW,
        f"{_shown(value)} does not fit {dtype}, it becomes {_shown(found)}",
        f"{dtype} goes up to {_shown(high)}" + (f". Cast first{cast}" if cast else ": use a wider dtype"),
    )


def _shown(value: int | float) -> str:
    if isinstance(value, int):
        return str(value)
    if math.isnan(value):
        return "NaN"
    if not math.isfinite(value):
        return str(value)
    return str(int(value)) if abs(value) < 1e6 and value == int(value) else f"{value:.3g}"


# ------------------------------------------------------------------------------------------------------------- joins


def _of_join(sides: Sequence[Side], join: str, target: str, result: str, system: System) -> Iterator[Loss]:
    """What arrays lose that are converted to a common dtype.

    Args:
        sides: the operands.
        join: their common dtype.
        target: the dtype that they are converted to.
        result: the operation and its result, for the messages.
        system: the promotion system.
    """
    held = _held(system, target)
    arrays = [side for side in sides if not side.is_number]
    if held not in FORMATS or any(side.held not in FORMATS for side in arrays):
        return
    is_of_integers = _is_of_integers(arrays) and FORMATS[_held(system, join)].kind == "float"
    for side in arrays:
        if side.node == "weak_float":
            continue  # as ``jnp.where(mask, 1.0, 0.0)`` makes it: an array of numbers that fit nearly any float dtype
        effect = _range_effect(side.held, held, is_of_integers=is_of_integers)
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
                    f"{result}: {_rounding(side.held, held)}",
                    _precision_advice(side, arrays, held, system),
                )
                break
    yield from _widening(sides, _held(system, join), result, system)
    yield from _kind(sides, join, held, result)
    yield from _implicit(arrays, held, result, system)


def _is_of_integers(arrays: Sequence[Side]) -> bool:
    """Whether all operands are strong integers, of several dtypes."""
    is_strong = all(FORMATS[side.held].kind == "int" and not dtype_info(side.node).is_weak for side in arrays)
    return is_strong and len({side.held for side in arrays}) > 1


def _range_effect(source: str, target: str, *, is_of_integers: bool = False) -> str | None:
    """What happens to the values of a dtype that another one can't hold; None if it holds all of them.

    Args:
        source: the dtype.
        target: the other one.
        is_of_integers: whether integers alone become floats, so that rounding is a loss as well.
    """
    a, b = FORMATS[source], FORMATS[target]
    if a.kind == "bool" or b.kind == "bool" or (a.kind == "complex" and b.kind != "complex"):
        return None
    if b.kind == "int":
        if a.kind != "int" or (a.low >= b.low and a.high <= b.high):
            return None
        if a.low >= b.low and a.bits == b.bits:
            return f"values from {int(b.high) + 1} on become negative"
        if a.high <= b.high:
            return "negative values become large positive ones"
        outside = f"above {int(b.high)}" + (f" or below {int(b.low)}" if a.low < b.low else "")
        return f"values {outside} wrap around"
    threshold = overflow_threshold(target)
    if a.high >= threshold:
        return f"values from {_shown(_upwards(threshold))} on become {_shown(becomes(float(threshold), target))}"
    if is_of_integers and a.precision > b.precision:
        return f"integers above {2**b.precision} are rounded"
    return None


def _upwards(value: object) -> int | float:
    number = float(value)  # type: ignore[arg-type]
    return math.ceil(number) if number < 1e15 else number


def _rounding(source: str, target: str) -> str:
    a, b = FORMATS[source], FORMATS[target]
    if a.kind == "int":
        return f"integers above {2**b.precision} are rounded"
    return f"{a.precision} significant bits become {b.precision}"


def _range_advice(side: Side, arrays: Sequence[Side], target: str, system: System) -> str:
    """The cast after which no operand loses range, if there is one; else what the user has to decide."""
    best: tuple[tuple[int, int], str] | None = None
    for one in arrays:
        others = [other for other in arrays if other is not one]
        for dtype in system.nodes:
            if dtype not in FORMATS or dtype in system.truncated or FORMATS[dtype].kind != FORMATS[one.held].kind:
                continue
            if any(loss.what == "range" for loss in losses(one.held, dtype)):
                continue
            join: str | None = dtype
            for other in others:
                join = None if join is None else system.promote(join, other.node)
            held = None if join is None else _held(system, join)
            if held is None or any(_range_effect(e.held, held, is_of_integers=_is_of_integers(arrays)) for e in arrays):
                continue
            rounded = sum(FORMATS[each.held].precision > FORMATS[held].precision for each in (*arrays, one))
            found = ((rounded, FORMATS[held].bits), f"Cast first: {{{one.place}}}.astype(jnp.{dtype})")
            if best is None or found[0] < best[0]:
                best = found
    if best is not None:
        return best[1]
    cast = f"Cast first: {{{side.place}}}.astype(jnp.{target})"
    return f"{cast}, or switch x64 on" if _x64_cures(arrays, system) else cast


def _x64_cures(arrays: Sequence[Side], system: System) -> bool:
    """Whether no operand loses range with x64 on."""
    if system.x64:
        return False
    try:
        wide = get_system(system.name, x64=True)
    except UnknownSystemError:
        return False
    join: str | None = arrays[0].node
    for side in arrays[1:]:
        join = None if join is None else wide.promote(join, side.node)
    if join is None:
        return False
    is_of_integers = _is_of_integers(arrays) and FORMATS[_held(wide, join)].kind == "float"
    return not any(_range_effect(s.held, _held(wide, join), is_of_integers=is_of_integers) for s in arrays)


def _precision_advice(side: Side, arrays: Sequence[Side], target: str, system: System) -> str:
    floats = [other for other in arrays if other is not side and FORMATS[other.held].kind == "float"]
    wide = "float32" if FORMATS[side.held].precision <= FORMATS["float32"].precision else "float64"
    if wide in system.truncated or FORMATS[target].kind == "complex":
        return f"Write the cast if that is meant: {{{side.place}}}.astype(jnp.{target})"
    return f"Cast first: {{{floats[0].place if floats else side.place}}}.astype(jnp.{wide})"


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
    memory = f"{result}, {TIMES.get(factor, f'{factor} times')} the memory"
    if foreign:
        side = max(foreign, key=lambda side: FORMATS[side.held].bits)
        array = strong[0]
        kind = {"bool": "bool", "int": "int", "float": "float", "complex": "complex"}[FORMATS[side.held].kind]
        if side.operand.origin == "numpy scalar" and system.promote(array.node, kind) == array.node:
            yield Loss(DTYPE_WIDENING, memory, f"A Python number does not widen: {kind}({{{side.place}}})")
        else:
            yield Loss(DTYPE_WIDENING, memory, f"Convert it first: jnp.asarray({{{side.place}}}, jnp.{array.held})")
        return
    wide, narrow = sorted(strong, key=lambda side: FORMATS[side.held].bits, reverse=True)[:2]
    yield Loss(DTYPE_WIDENING, memory, f"Cast first: {{{narrow.place}}}.astype(jnp.{wide.held})")


def _kind(sides: Sequence[Side], join: str, target: str, result: str) -> Iterator[Loss]:
    """A number that changes the kind of an array."""
    arrays = [side for side in sides if not side.is_number and side.operand.origin != "numpy scalar"]
    numbers = [side for side in sides if side.is_number or side.operand.origin == "numpy scalar"]
    if not arrays or not numbers or _base_kind(target) == "bool":
        return
    highest = max(KINDS.index(FORMATS[side.held].kind) for side in arrays)
    if KINDS.index(FORMATS[target].kind) > highest and max(KINDS.index(_base_kind(n.held)) for n in numbers) > highest:
        array = arrays[0]
        yield Loss(DTYPE_KIND, result.replace(" here", ""), f"Write the cast: {{{array.place}}}.astype(jnp.{target})")


def _base_kind(held: str) -> str:
    return FORMATS[held].kind


def _implicit(arrays: Sequence[Side], target: str, result: str, system: System) -> Iterator[Loss]:
    """Two strong dtypes that JAX promotes by itself."""
    strong = [side for side in arrays if not dtype_info(side.node).is_weak]
    if len({side.held for side in strong}) < 2:
        return
    side = next((side for side in strong if side.held != target), strong[0])
    message = result.replace(" here", " by implicit promotion")
    yield Loss(DTYPE_IMPLICIT, message, f"Write the cast: {{{side.place}}}.astype(jnp.{target})")


# ------------------------------------------------------------------------------------------------------- conversions


@lru_cache(MOST_FINDINGS)
def number_losses(value: Value, target: str | None, system: System, *, raises: bool) -> tuple[Loss, ...]:
    """What becomes of a number that a function converts to a dtype.

    Args:
        value: the number, which stands for operand 0 in the advice.
        target: the dtype; None for the default dtype of the number.
        system: the promotion system.
        raises: whether JAX raises an error for an integer that does not fit, rather than wrapping it.
    """
    found: list[Loss] = []
    for number in value.numbers:
        dtype = target or system.defaults["weak_int" if isinstance(number, int) else "weak_float"]
        dtype = system.defaults.get(dtype, system.truncated.get(dtype, dtype))
        if dtype not in FORMATS or FORMATS[dtype].kind == "bool" or fits(number, dtype):
            continue
        if FORMATS[dtype].kind != "int":
            found.append(_inexact(number, dtype, None, ""))
            continue
        known = FORMATS[dtype]
        wider = _wider_integer(int(number), dtype, system)
        instead = f": ask for jnp.{wider}" if wider is not None else ""
        holds = f"{dtype} holds {int(known.low)} to {int(known.high)}{instead}"
        if isinstance(number, float) and number != int(number):
            message = f"{number} does not fit {dtype}, it becomes {becomes(number, dtype)}"
            found.append(Loss(DTYPE_OVERFLOW, message, "Write an integer, or ask for a float dtype"))
        elif raises and isinstance(number, int):
            message = f"{number} does not fit {dtype}: JAX raises an OverflowError"
            found.append(Loss(DTYPE_OVERFLOW, message, holds, raises=True))
        else:
            found.append(
                Loss(DTYPE_OVERFLOW, f"{number} does not fit {dtype}, it becomes {becomes(number, dtype)}", holds)
            )
    return tuple(found[:1])


@lru_cache(MOST_FINDINGS)
def cast_losses(value: Value, target: str, system: System) -> tuple[Loss, ...]:
    """What an explicit cast loses that looks harmless: between floats of the same width.

    A cast to a narrower dtype, or to another kind, is taken to be meant.
    """
    return _certain(_of_cast(side, target, system) for (side,) in _combinations((value,), system))


def _of_cast(side: Side, target: str, system: System) -> Iterator[Loss]:
    held = _held(system, target)
    if side.held not in FORMATS or held not in FORMATS or side.is_number:
        return
    a, b = FORMATS[side.held], FORMATS[held]
    effect = _range_effect(side.held, held)
    if effect and a.kind == b.kind == "float" and a.bits == b.bits:
        yield Loss(DTYPE_RANGE, f"{side.text} is cast to {held}: {effect}", "Use float32, which holds both")


@lru_cache(MOST_FINDINGS)
def update_losses(array: Value, update: Value, system: System, *, warns: bool = True) -> tuple[Loss, ...]:
    """What the values lose that an array is updated with, as in ``x.at[0].set(y)``.

    Args:
        array: the array, which stands for operand 0 in the advice.
        update: the new values, operand 1.
        system: the promotion system.
        warns: whether JAX warns of a dtype that does not fit.
    """
    return _certain(_of_update(*pair, system, warns=warns) for pair in _pairs(array, update, system))


def _of_update(array: Side, update: Side, system: System, *, warns: bool) -> Iterator[Loss]:
    if array.held not in FORMATS or update.held not in FORMATS:
        return
    if update.is_number:
        default = system.defaults["weak_int"]
        for value in update.numbers:
            if not isinstance(value, int) or FORMATS[array.held].kind == "bool" or fits(value, array.held):
                if isinstance(value, int) and not fits(value, default) and array.held not in (default, f"u{default}"):
                    yield _raised(value, default, array, array.held)
                elif FORMATS[array.held].kind in ("float", "complex") and not fits(value, array.held):
                    yield _inexact(value, array.held, None, "")
            elif not fits(value, default) and array.held not in (f"u{default}",):
                yield _raised(value, default, array, array.held)
            elif FORMATS[array.held].kind == "int":
                message, _ = _wraps(value, array.held, array, system, "", "")
                known = FORMATS[array.held]
                yield Loss(DTYPE_OVERFLOW, message, f"{array.held} holds {int(known.low)} to {int(known.high)}")
            else:
                yield _inexact(value, array.held, None, "")
    join = system.promote(array.node, update.node)
    if join is not None and _held(system, join) == array.held:
        effect = None if update.is_number else _range_effect(update.held, array.held)
        if effect:
            message = f"{update.text} values are cast to {array.held} here: {effect}"
            yield Loss(DTYPE_RANGE, message, f"Cast first: {{1}}.astype(jnp.{array.held})")
        return
    a, b = FORMATS[update.held], FORMATS[array.held]
    if a.kind in ("float", "complex") and b.kind in ("bool", "int"):
        effect = "fractions are lost"
    elif a.kind == "complex" and b.kind != "complex":
        effect = "imaginary parts are lost"
    elif b.kind == "bool":
        effect = "all but 0 become True"
    else:
        effect = _range_effect(update.held, array.held) or _rounding(update.held, array.held)
    warning = ", and JAX warns" if warns else ""
    source = f"a Python {update.node}" if update.is_number else f"{update.text} values"
    verb = "is" if update.is_number else "are"
    wanted = f"{{0}}.astype(jnp.{_held(system, join)})" if join is not None else "the array"
    explicit = f"{{1}}.astype(jnp.{array.held})" if not update.is_number else None
    advice = f"Cast the array first: {wanted}" + (f", or the values: {explicit}" if explicit else "")
    yield Loss(DTYPE_SCATTER, f"{source} {verb} cast to {array.held} here: {effect}{warning}", advice)


# ------------------------------------------------------------------------------------------------------------- words


def _held(system: System, node: str) -> str:
    """The concrete dtype that a node is held in."""
    found = system.node(node)
    return system.defaults.get(found, found)


def _cast(dtype: str) -> str:
    return f"{{0}}.astype(jnp.{dtype})"
