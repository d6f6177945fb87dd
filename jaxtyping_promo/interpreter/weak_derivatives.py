"""Whether the derivative of a weak array is weak, too.

JAX derives each operation by its own rule. The cotangent of a weak operand is weak with some operations, such as
products, and strong with others, such as the square root of an array with axes. Where JAX converts a weak operand to a
strong dtype, it converts the cotangent back, so what comes behind does not matter. A sum of cotangents is weak only if
all of them are.

Arrays that certainly come from differentiated weak arrays by operations below are noted by identity with a `Trail`.
All other arrays that a transformation traces have no trail, and what comes from them has none. The derivative is then
weak or strong.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from ..dtypes import WEAK_TYPES
from ..formats import FORMATS
from .pytrees import map_leaves
from .values import Array, Dtype, External, Number, NumPyArray, Singleton, Text, Tuple, Value, each, only

if TYPE_CHECKING:
    from .run import Run

STATE: Final = "weak derivatives"
WEAK: Final = "weak"
STRONG: Final = "strong"
COMPILED: Final = "weak by a compiled function"
"""As weak, but what a strong cotangent becomes is not known, as JAX may make the cotangents weak again."""
Trail = tuple[tuple[int, str], ...]
"""By the number of a differentiated array whether a weak cotangent becomes a weak or a strong one of that array.

An array that is not in the trail has no part in the result.
"""
CONSTANTS: Final = (Number, NumPyArray, Text, Dtype, External, Singleton)

KEEPING: Final = frozenset(
    ("add", "sub", "mul", "truediv", "neg", "pos", "abs", "subtract", "multiply", "divide", "negative", "sin", "cos",
     "exp", "log", "tanh", "real", "conj", "sum", "mean", "max", "min", "reshape", "ravel", "transpose")
)  # fmt: skip
"""The operations whose weak operands get weak cotangents if the result's cotangent is weak."""
CONVERTING: Final = frozenset(
    ("add", "sub", "mul", "truediv", "subtract", "multiply", "divide", "sum", "mean", "max", "min", "astype", "maximum",
     "minimum")
)  # fmt: skip
"""The operations that first convert weak operands, if their result is strong."""
DIFFERENTIABLE: Final = KEEPING | CONVERTING
"""The operations whose strong operands certainly get a cotangent."""
TO_REAL: Final = frozenset(("abs", "absolute", "real", "imag"))
"""The operations that give complex operands strong cotangents, if their result is real."""


class WeakDerivatives:
    """The arrays of one derivative whose trails are known.

    Arrays of other trails are never equal, so two paths that merge keep a trail only if both have it.

    Attributes:
        arrays: the arrays by identity. A changed copy of an array is another one, and has no known trail.
        count: the number of differentiated arrays.
    """

    def __init__(self) -> None:
        self.arrays: dict[int, Array] = {}
        self.count = 0

    def note(self, array: Array, trail: Trail) -> Value:
        """A copy of an array with a trail."""
        made = replace(array, trail=trail)
        self.arrays[id(made)] = made
        return (made,)

    def trail(self, value: Value) -> Trail | None:
        """The trail of an array; None if it is not known."""
        known = self.arrays.get(id(only(value, Array)))
        if known is not None:
            return known.trail
        return () if all(map(_is_constant, value)) else None

    def mark(self, run: Run, tree: Value, label: Any) -> Value:
        """A tree of differentiated arrays, of which each is told from all others."""

        def marked(leaf: Value) -> Value:
            item = only(leaf, Array)
            if item is None:
                return leaf
            self.count += 1
            return self.note(item, ((self.count, WEAK),) if item.dtype in WEAK_TYPES else ())

        return map_leaves(run, tree, marked, label)

    @contextmanager
    def following(self, run: Run) -> Iterator[None]:
        """The code that is differentiated."""
        outer = run.models.get(STATE)
        run.models[STATE] = self if self.count else None
        try:
            yield
        finally:
            run.models[STATE] = outer

    def strength(self, argument: Value, results: Sequence[Value], *, is_given: bool) -> str | None:
        """Whether the gradient of a weak array is weak or strong; None if it is not known.

        Args:
            argument: the array.
            results: the arrays that are differentiated.
            is_given: whether the program gives the cotangents; else they are weak where the result is.
        """
        start = self.trail(argument)
        if not start:
            return None
        number, found = start[0][0], set()
        for result in results:
            array, trail = only(result, Array), self.trail(result)
            if trail is None or array is None or array.dtype is None:
                return None
            passed = dict(trail).get(number)
            if passed is not None:
                if is_given and array.dtype in WEAK_TYPES:
                    return None
                found.add(passed)
        return STRONG if STRONG in found else WEAK


def follow_weak(run: Run, name: str, operands: Iterable[Value], result: Value) -> Value:
    """The result of an operation, with its trail if that is known."""
    state: WeakDerivatives | None = run.models.get(STATE)
    if state is None:
        return result
    made, operands = only(result, Array), [*operands]
    trail = _trail_of_result(run, state, name, operands, made) if made is not None else None
    if made is not None and trail is not None:
        return state.note(made, trail)
    return forget_trail(run, operands, result)


def forget_trail(run: Run, operands: Iterable[Value], result: Value) -> Value:
    """The result of an operation that is not followed.

    It may be an operand itself. It may count as not traced although only some of the operands are.
    """
    state: WeakDerivatives | None = run.models.get(STATE)
    if state is None:
        return result
    if all(state.trail(operand) == () for operand in operands):
        return without_trail(result)
    return map_leaves(run, result, lambda leaf: without_trail(leaf, is_constant=False), ("operation", id(run.node)))


def _trail_of_result(
    run: Run, state: WeakDerivatives, name: str, operands: Iterable[Value], made: Array
) -> Trail | None:
    if made.dtype is None or not _is_followed(made.dtype):
        return None
    trail: dict[int, str] = {}
    for operand in operands:
        passed = _passed(run, state, name, operand, made)
        if passed is None:
            return None
        for number, strength in passed:
            new = COMPILED if run.staged and strength == WEAK else strength
            strengths = (new, trail.get(number, new))
            trail[number] = next(one for one in (STRONG, COMPILED, WEAK) if one in strengths)
    return tuple(sorted(trail.items()))


def _passed(run: Run, state: WeakDerivatives, name: str, operand: Value, made: Array) -> Trail | None:
    """What an operand adds to the trail of the result; None if it is not known."""
    trail = state.trail(operand)
    if not trail:
        return trail
    item = only(operand, Array)
    if item is None or item.dtype is None or made.dtype is None:
        return None
    is_weak, becomes_weak = item.dtype in WEAK_TYPES, made.dtype in WEAK_TYPES
    if not is_weak:
        # Behind a conversion to a strong dtype, all cotangents of the weak array are weak, if there are any.
        is_passed = name in DIFFERENTIABLE or all(strength != STRONG for _, strength in trail)
        return trail if is_passed and not becomes_weak else None
    if item.dtype != made.dtype and _is_complex(item.dtype) and not _is_complex(made.dtype):
        is_certain = becomes_weak and name in TO_REAL and not run.staged
        if not is_certain or any(strength == COMPILED for _, strength in trail):
            return None
        return tuple((number, STRONG) for number, _ in trail)
    if _is_complex(item.dtype) != _is_complex(made.dtype):
        return None
    return trail if name in (KEEPING if becomes_weak else CONVERTING) else None


def _is_constant(item: Any) -> bool:
    """Whether a value certainly does not come from a differentiated array."""
    if isinstance(item, Tuple):
        return all(_is_constant(one) for part in item.items for one in part)
    return isinstance(item, CONSTANTS) or (isinstance(item, Array) and item.traced is False)


def _is_complex(dtype: str) -> bool:
    return "complex" in dtype


def _is_followed(dtype: str) -> bool:
    return dtype in ("weak_float", "weak_complex") or (dtype in FORMATS and FORMATS[dtype].kind in ("float", "complex"))


def without_trail(leaf: Value, *, is_constant: bool = True) -> Value:
    """A leaf whose way from differentiated arrays is not known.

    Args:
        leaf: the leaf.
        is_constant: whether arrays that are not traced certainly do not come from differentiated arrays.
    """

    def one(item: Any) -> Value:
        if not isinstance(item, Array) or (item.trail is None and (is_constant or item.traced is not False)):
            return (item,)
        return (replace(item, trail=None, traced=item.traced if is_constant or item.traced else None),)

    return each(leaf, one)
