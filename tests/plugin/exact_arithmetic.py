"""Random operations on random values, computed exactly and by JAX. mypy must report the results that differ.

``python tests/plugin/exact_arithmetic.py --programs 5000 --seed 1`` prints the operations with a wrong report. Each
program is one operation. The exact result is computed with Python's integers and fractions.

- If JAX wraps, overflows or changes a sign, the line must have a report of `REPORTS`. This holds if the result's dtype
could represent the exact result, or if an operand did not fit. - If mypy reports ``dtype-overflow``, JAX raises an
error, or the result for usual values is wrong or constant.
"""

from __future__ import annotations

import argparse
import math
import operator
import random
import re
import sys
import tempfile
import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import ml_dtypes
import numpy as np

Exact = Callable[..., Any]

REPORTS = ("dtype-overflow", "dtype-range", "dtype-scatter")
DTYPES = ("int8", "uint8", "int16", "uint16", "int32", "uint32", "float16", "bfloat16", "float32")
USUAL = (0, 1, 2, 3, 100)
"""The usual values of array elements."""
NUMBERS = (0, 1, -1, 2, 100, 127, 128, 200, 255, 256, 300, -129, 1000, 40000, 65535, 65536, 70000, 2**31 - 1, 2**31)
FLOATS = (0.5, 2.0, 1e5, -1e5, 7e4, 1e39)
ARITHMETIC = {"+": operator.add, "-": operator.sub, "*": operator.mul, "//": operator.floordiv, "%": operator.mod}
COMPARISONS = {"<": operator.lt, "<=": operator.le, "==": operator.eq, "!=": operator.ne, ">": operator.gt}
COUNTS = (0, 1, 7, 8, 16, 31, 32, 200, 255, 256, 257, 300, 511, 512, 65536, 65537)
"""Counts of bits by which integers are shifted."""
OPTIONS: dict[str, Exact] = {
    "jnp.max({}[None], 0, initial={})": max,
    "jnp.min({}[None], 0, initial={})": min,
    "jnp.pad({}, (0, 6), constant_values={})[6:]": lambda _, number: number,
    "jnp.take({}, jnp.arange(6) + 9, fill_value={})": lambda _, number: number,
    "{}.at[jnp.arange(6) + 9].get(mode='fill', fill_value={})": lambda _, number: number,
}
"""Functions that convert a number to an array's dtype, each with its result for an item and the number."""
FUNCTIONS = {"jnp.minimum": min, "jnp.maximum": max, "jnp.add": operator.add, "jnp.multiply": operator.mul}
HEADER = """\
import jax.numpy as jnp
from jaxtyping_promo import Array, bool_, {dtypes}


def program(c: Array[bool_], {parameters}) -> None:
"""
LINE = re.compile(r".*?:(\d+): (?:error|note): .*?\[(dtype-[\w-]+)\]$")


@dataclass(frozen=True)
class Operation:
    """One line of the program.

    Attributes:
        text: the expression.
        exact: the exact result for elements of the operands.
        operands: names of arrays, or numbers.
        is_comparison: whether its result is a bool.
    """

    text: str
    exact: Exact
    operands: tuple[Any, ...]
    is_comparison: bool = False


def operations(count: int, seed: int) -> list[Operation]:
    """Random operations."""
    choose = random.Random(seed)
    return [_operation(choose) for _ in range(count)]


def _operation(choose: random.Random) -> Operation:
    array = f"a_{choose.choice(DTYPES)}"
    number = choose.choice(NUMBERS if choose.random() < 0.7 or "int" in array else FLOATS)
    other: Any = f"b_{choose.choice(DTYPES)}" if choose.random() < 0.5 else number
    pair = (array, other) if choose.random() < 0.7 else (other, array)
    kind = choose.randrange(8)
    if kind in (0, 1):
        symbol, function = choose.choice([*ARITHMETIC.items()])
        return Operation(f"{_shown(pair[0])} {symbol} {_shown(pair[1])}", function, pair)
    if kind == 2:
        symbol, function = choose.choice([*COMPARISONS.items()])
        return Operation(f"{_shown(pair[0])} {symbol} {_shown(pair[1])}", function, pair, is_comparison=True)
    if kind == 3:
        name, function = choose.choice([*FUNCTIONS.items()])
        return Operation(f"{name}({_shown(pair[0])}, {_shown(pair[1])})", function, pair)
    if kind == 4:
        if choose.random() < 0.5:
            return Operation(f"jnp.where(c, {_shown(pair[0])}, {_shown(pair[1])})", _alternately, (*pair, "c"))
        low, high = sorted((number, choose.choice((127, 300, 40000, 70000))))
        return Operation(f"jnp.clip({array}, {low}, {high})", _clipped, (array, low, high))
    if kind == 5:
        return _shift(choose) if choose.random() < 0.7 else _membership(array, number)
    if kind == 6:
        text, function = choose.choice([*OPTIONS.items()])
        return Operation(text.format(array, number), function, (array, number))
    if choose.random() < 0.5:
        return Operation(f"{array}.at[:].set({_shown(other)})", lambda _, new: new, (array, other))
    dtype = choose.choice(DTYPES)
    return Operation(f"jnp.full(2, {number}, jnp.{dtype})", lambda value: value, (number,))


def _shift(choose: random.Random) -> Operation:
    dtype, count = choose.choice([dtype for dtype in DTYPES if "int" in dtype]), choose.choice(COUNTS)
    if choose.random() < 0.5:
        return Operation(f"a_{dtype} >> {count}", lambda value, by: int(value) >> int(by), (f"a_{dtype}", count))
    low, high = map(int, limits(dtype))

    def shifted(value: Any, by: Any) -> int:
        """The bits that are left in the dtype; the exact product where none are left."""
        product = int(value) << int(by)
        return (product - low) % (high - low + 1) + low if 1 << int(by) <= high - low else product

    return Operation(f"a_{dtype} << {count}", shifted, (f"a_{dtype}", count))


def _membership(array: str, number: float) -> Operation:
    return Operation(f"jnp.isin({array}, {number})", operator.eq, (array, number), is_comparison=True)


def _shown(operand: Any) -> str:
    return operand if isinstance(operand, str) else f"({operand})" if operand < 0 else str(operand)


def _alternately(one: Any, other: Any, condition: Any) -> Any:
    return one if condition else other


def _clipped(value: Any, low: Any, high: Any) -> Any:
    return min(max(value, low), high)


# ------------------------------------------------------------------------------------------------------------ values


def limits(dtype: str) -> tuple[Fraction, Fraction]:
    """The smallest and largest finite value of a dtype."""
    info = np.iinfo(dtype) if "int" in dtype else ml_dtypes.finfo(dtype)
    return Fraction(int(info.min)) if "int" in dtype else Fraction(float(info.min)), Fraction(
        int(info.max) if "int" in dtype else float(info.max)
    )


def arrays(values: str) -> dict[str, jax.Array]:
    """The arrays of the program: some with usual values, some with the limits of their dtypes."""
    made: dict[str, jax.Array] = {"c": jnp.array([True, False, True, False, True, False])}
    for index, dtype in enumerate(DTYPES * 2):
        low, high = limits(dtype)
        ends = [0, 1, low, high, 3, high]
        own = [*USUAL, 5] if values == "usual" else ends if index < len(DTYPES) else ends[::-1]
        held = [float(v) if "float" in dtype else int(v) for v in own]
        made[f"{'ab'[index >= len(DTYPES)]}_{dtype}"] = jnp.array(np.array(held, getattr(jnp, dtype)))
    return made


def elements(value: Any, length: int) -> list[Any]:
    """The elements of an array as exact numbers; a number is repeated."""
    if not isinstance(value, jax.Array):
        return [Fraction(value)] * length
    listed = np.asarray(value).astype(np.float64 if value.dtype.name == "bfloat16" else value.dtype).ravel().tolist()
    return [Fraction(v) if isinstance(v, int | float) and math.isfinite(v) else v for v in listed]


class Outcome:
    """The outcome of an operation for some values.

    Attributes:
        raised: whether JAX raises an OverflowError.
        differs: whether an element is wrong because of wrapping, overflow or a sign.
        is_explained: whether the operands of all wrong elements fit, and their exact results do not.
        values: the elements of the result.
    """

    def __init__(self, operation: Operation, given: dict[str, jax.Array]) -> None:
        self.raised = self.differs = False
        self.is_explained = True
        self.values: list[Any] = []
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                result = eval(operation.text, {"jnp": jnp, **given})
        except OverflowError:
            self.raised = True
            return
        length = result.size
        operands = [elements(given.get(o, o) if isinstance(o, str) else o, length) for o in operation.operands]
        self.values = elements(result, length)
        computed = result.dtype.name if not operation.is_comparison else _joined(operation, given)
        for actual, inputs in zip(self.values, zip(*operands, strict=True), strict=True):
            try:
                exact = operation.exact(*inputs)
            except ZeroDivisionError:
                continue
            if _is_same(actual, exact, computed, is_comparison=operation.is_comparison, inputs=inputs):
                continue
            self.differs = True
            low, high = limits(computed)
            numbers = [value for value in inputs if not isinstance(value, bool)]
            fitting = all(low <= value <= high for value in numbers)
            self.is_explained &= fitting and (operation.is_comparison or not low <= exact <= high)


def _joined(operation: Operation, given: dict[str, jax.Array]) -> str:
    names = [given[o] if isinstance(o, str) else o for o in operation.operands]
    return str(jnp.result_type(*names).name)


def _is_same(actual: Any, exact: Any, dtype: str, *, is_comparison: bool, inputs: Sequence[Any]) -> bool:
    """Whether a result equals the exact result, perhaps rounded."""
    if is_comparison:
        low, high = limits(dtype)
        is_rounded = "float" in dtype and all(low <= value <= high for value in inputs)
        return bool(actual) == bool(exact) or is_rounded
    if "int" in dtype:
        return bool(actual == exact)
    if not isinstance(actual, Fraction):
        return False
    return not exact or (actual > 0) == (exact > 0) or not actual


# ------------------------------------------------------------------------------------------------------------ mypy


def program(lines: Sequence[Operation]) -> str:
    """The text of a program of operations, one on each line."""
    parameters = ", ".join(f"{name}_{dtype}: Array[{dtype}]" for name in "ab" for dtype in DTYPES)
    header = HEADER.format(dtypes=", ".join(DTYPES), parameters=parameters)
    return header + "".join(f"    {operation.text}\n" for operation in lines)


FIRST = HEADER.count("\n") + 1


def reported(output: str) -> dict[int, set[str]]:
    """The codes that mypy reports, by the position of the operation."""
    codes_by_position: dict[int, set[str]] = {}
    for match in filter(None, map(LINE.match, output.splitlines())):
        codes_by_position.setdefault(int(match[1]) - FIRST, set()).add(match[2])
    return codes_by_position


def mistakes(lines: Sequence[Operation], output: str) -> Iterator[str]:
    """The operations for which mypy has too few or too many reports."""
    codes = reported(output)
    usual, ends = arrays("usual"), arrays("ends")
    for position, operation in enumerate(lines):
        codes_here = codes.get(position, set())
        outcomes = [Outcome(operation, usual), Outcome(operation, ends)]
        is_wrong = any(o.raised or (o.differs and not o.is_explained) for o in outcomes)
        if is_wrong and codes_here.isdisjoint(REPORTS):
            yield f"not reported: {operation.text}"
        if "dtype-overflow" in codes_here:
            is_constant = operation.is_comparison and len({*outcomes[0].values, *outcomes[1].values}) == 1
            if not (is_constant or any(o.raised or o.differs for o in outcomes)):
                yield f"reported, and right: {operation.text}"


def check(count: int, seed: int, run: Callable[[str, Path], str]) -> list[str]:
    """The mistakes in some operations.

    Args:
        count: the number of operations.
        seed: the seed of the random choices.
        run: runs mypy on a program in a folder, and returns its output.
    """
    tried = operations(count, seed)
    with tempfile.TemporaryDirectory() as folder:
        return [*mistakes(tried, run(program(tried), Path(folder)))]


def main() -> int:
    """Print the mistakes. The exit code is 1 if there are any."""
    import subprocess

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--programs", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()

    def run(text: str, folder: Path) -> str:
        (folder / "program.py").write_text(text)
        (folder / "mypy.ini").write_text("[mypy]\nplugins = jaxtyping_promo.mypy_plugin\n")
        command = [sys.executable, "-m", "mypy", "program.py"]
        return subprocess.run(command, cwd=folder, capture_output=True, text=True).stdout

    wrong = check(arguments.programs, arguments.seed, run)
    print(*wrong, f"{arguments.programs} programs, {len(wrong)} mistakes", sep="\n")
    return bool(wrong)


if __name__ == "__main__":
    raise SystemExit(main())
