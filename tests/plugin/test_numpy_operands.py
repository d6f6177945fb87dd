"""NumPy operators and functions whose operands have several or unknown dtypes: no dtype is stated that NumPy lacks.

NumPy's stubs often state the dtype of one operand, or float64 where a dtype is unknown.
"""

from __future__ import annotations

import inspect
import itertools
import re
import warnings
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from checkers import Mypy
from checkers.mypy import ini

pytestmark = [pytest.mark.once, pytest.mark.slow]

FLOATS = ("float16", "float32", "float64")
INTEGERS = ("int8", "int32", "int64", "uint8", "uint64")
NUMBERS = (*INTEGERS, *FLOATS, "complex64", "complex128")
UNKNOWN: dict[str, tuple[str, tuple[str, ...]]] = {
    "n": ("np.ndarray", ("bool_", *NUMBERS)),
    "v": ("np.ndarray[tuple[int], np.dtype[Any]]", ("bool_", *NUMBERS)),
    "f": ("npt.NDArray[np.floating]", FLOATS),
    "i": ("npt.NDArray[np.integer]", INTEGERS),
    "c": ("npt.NDArray[np.number]", NUMBERS),
    "g": ("np.number", NUMBERS),
    "h": ("np.floating", FLOATS),
    "a": ("Any", ("bool_", *NUMBERS)),
}
"""The parameters of unknown dtype: their annotations, and the dtypes of their values."""
NUMPY_SCALARS = ("g", "h")
KNOWN = {
    "i8": "np.ones(2, np.int8)",
    "i64": "np.ones(2, np.int64)",
    "f16": "np.ones(2, np.float16)",
    "f32": "np.ones(2, np.float32)",
    "f64": "np.ones(2)",
    "c64": "np.ones(2, np.complex64)",
    "mask": "np.ones(2, dtype=bool)",
    "s64": "np.float64(0.5)",
    "half": "0.5",
    "one": "1",
    "both": "[0.5, 1.5]",
    "pair": "(1, 0.5)",
}
"""The variables of known dtype."""
STEP = 11
"""Without ``--exhaustive``, the tests try one in so many calls."""
OPERATORS = ("+", "-", "*", "/", "//", "%", "**", "@", "&", "|", "^", "<<", "<", "==")
MODULES: dict[str, Any] = {"np": np, "np.fft": np.fft, "np.linalg": np.linalg}
NO_ARRAYS = re.compile(r"_|save|load|from|set|get|show|test|info|memmap|putmask|place|copyto|fill_diagonal|put$|einsum")
"""The beginnings of the names of functions that make no array of their arguments."""
KEYWORDS = frozenset(
    (
        *("weights", "default", "fill_value", "prepend", "append", "a_min", "a_max", "min", "max", "period", "dx", "x"),
        *("q", "fweights", "bins", "initial", "left", "right"),
    )
)
"""The parameters beside the first that may take an array or a number."""


OF_NUMPY_NUMBERS = ("np.trim_zeros((s64, half))", "np.trim_zeros((half, s64))")
"""Calls that return items of a tuple as they are, of which one is a NumPy number."""


def functions() -> Iterator[tuple[str, Callable[..., Any]]]:
    """The functions of NumPy's public modules, with their names as code."""
    for module, value in MODULES.items():
        for name in sorted(dir(value)):
            member = getattr(value, name)
            if callable(member) and not isinstance(member, type) and not NO_ARRAYS.match(name):
                yield f"{module}.{name}", member


def parameters(function: Callable[..., Any]) -> list[str]:
    try:
        return [*inspect.signature(function).parameters]
    except ValueError:
        return []


def calls_of_known_operands(*, every: bool) -> Iterator[str]:
    """Calls of functions with arguments of several dtypes."""
    pairs = tuple(KNOWN) if every else ("i8", "f16", "half")
    for op in OPERATORS:
        yield from (f"{one} {op} {other}" for one, other in itertools.product(KNOWN, KNOWN))
    for name, function in functions():
        names = parameters(function)
        for one, other in itertools.product(pairs, pairs):
            yield f"{name}({one}, {other})"
            if f"{name}(({one}, {other}))" not in OF_NUMPY_NUMBERS:
                yield f"{name}(({one}, {other}))"
        for one, other in itertools.product(pairs if every else ("f16", "i64"), ("half", "f64")):
            yield from (f"{name}({one}, {key}={other})" for key in names if key in KEYWORDS)
            yield f"{name}({one}, {other}, {other})"
            yield f"{name}([{one} > 0], [{one}], {other})"
    for owner, name in itertools.product(
        ("i8", "f16"), ("clip", "dot", "mean", "sum", "round", "searchsorted", "trace")
    ):
        yield from (f"{owner}.{name}({other})" for other in KNOWN)
        yield from (f"{owner}.{name}({one}, {other})" for one in ("half", "one") for other in ("f64", "one"))


def calls_of_unknown_operands(*, every: bool) -> Iterator[str]:
    """Operators on operands of unknown dtype, and calls of functions with one."""
    known = tuple(KNOWN) if every else ("i8", "f16", "mask", "half", "both", "pair")
    for one in UNKNOWN if every else ("n", "v", "f", "g", "a"):
        for op in OPERATORS:
            for other in known:
                yield f"{one} {op} {other}"
                if f"{other} {op} {one}" not in (
                    "both * a",
                    "pair * a",
                ):  # longer lists to mypy: the class of `a` is not known
                    yield f"{other} {op} {one}"
            yield from (f"{one} {op} {other}" for other in UNKNOWN)
        yield from (f"-{one}", f"abs({one})", f"{one}[0]", f"divmod({one}, f16)[0]", f"divmod(half, {one})[1]")
        for name in ("mean", "std", "sum", "round", "cumsum", "conj", "real", "T", "max", "argmax"):
            yield f"{one}.{name}" if name in ("real", "T") else f"{one}.{name}()"
    for (name, _), one in itertools.product(functions(), ("n", "v", "c", "g") if every else ("v",)):
        for arguments in (
            "{}",
            "{}, 1",
            "{}, {}",
            "{}, f32",
            "f32, {}",
            "{}, half",
            "1, {}",
            "[{}, f32]",
            "{} > 0, {}, 1",
        ):
            yield f"{name}({arguments.replace('{}', one)})"


def values(call: str) -> Iterator[Any]:
    """The values of a call, for each combination of dtypes of its parameters of unknown dtype."""
    names = [name for name in UNKNOWN if re.search(rf"(?<![\w.]){name}\b(?!\()", call)]
    for dtypes in itertools.product(*(UNKNOWN[name][1] for name in names)):
        given = {
            name: getattr(np, dtype)(1) if name in NUMPY_SCALARS else np.ones(2, dtype)
            for name, dtype in zip(names, dtypes, strict=True)
        }
        with warnings.catch_warnings(), np.errstate(all="ignore"):
            warnings.simplefilter("ignore")
            try:
                yield eval(call, {"np": np, **{name: eval(text, {"np": np}) for name, text in KNOWN.items()}, **given})
            except Exception:  # NumPy raises many kinds of errors
                continue


def dtypes_of_calls(calls: Iterable[str]) -> dict[str, set[str]]:
    """The dtypes of NumPy's results. Each item of a tuple or list counts as a call of its own."""
    found: dict[str, set[str]] = {}
    for call in dict.fromkeys(calls):
        for value in values(call):
            is_several = isinstance(value, tuple | list)
            for item, one in enumerate(value[:4]) if is_several else [(0, value)]:
                if isinstance(one, np.ndarray | np.generic):
                    dtype = {"bool": "bool_"}.get(one.dtype.name, one.dtype.name)
                    found.setdefault(f"{call}[{item}]" if is_several else call, set()).add(dtype)
    return found


def compared(calls: Iterable[str], tmp_path: Path, record_cases: Callable[[int, int], None]) -> tuple[int, list[str]]:
    """The number of calls of known dtype, and the calls for which mypy infers a dtype that NumPy does not compute."""
    truth = dtypes_of_calls(calls)
    lines = ["import numpy as np", "import numpy.typing as npt", "import jax.numpy as jnp", "from typing import Any"]
    places: dict[int, str] = {}
    for number, call in enumerate(truth):
        if number % 200 == 0:  # mypy is slow in one long function
            lines.append(f"def f{number}({', '.join(f'{name}: {t}' for name, (t, _) in UNKNOWN.items())}) -> None:")
            lines += [f"    {name} = {text}" for name, text in KNOWN.items()]
        lines.append(f"    reveal_type(jnp.asarray({call}))")
        places[len(lines)] = call
    (tmp_path / "program.py").write_text("\n".join(lines) + "\n")
    (tmp_path / "mypy.ini").write_text(ini(x64=True))
    report = Mypy().check("program.py", folder=tmp_path)
    wrong, known = [], 0
    for line, call in places.items():
        at = report.line("program.py", line)
        if at.errors or not at.revealed:  # NumPy's stubs reject the call
            continue
        dtypes = {*re.findall(r"\w+", at.revealed[0])} - {"Array"}
        known += "Any" not in dtypes
        if "Any" not in dtypes and not truth[call] <= dtypes:
            wrong.append(f"{call}: {at.revealed[0]}, NumPy: {' '.join(sorted(truth[call]))}")
    record_cases(len(truth), len(wrong))
    return known, wrong


def test_operands_of_several_dtypes(tmp_path, record_cases, request):
    every = request.config.getoption("exhaustive")
    step = 1 if every else STEP
    known, wrong = compared([*calls_of_known_operands(every=every)][::step], tmp_path, record_cases)
    assert wrong == [], "\n".join(wrong)
    assert known > 300 / step


def test_operands_of_unknown_dtype(tmp_path, record_cases, request):
    every = request.config.getoption("exhaustive")
    step = 1 if every else STEP
    known, wrong = compared([*calls_of_unknown_operands(every=every)][::step], tmp_path, record_cases)
    assert wrong == [], "\n".join(wrong)
    assert known > 80 / step  # comparisons, and functions whose results do not depend on the dtype


def test_numpy_numbers_beside_python_numbers(tmp_path, record_cases):
    _, wrong = compared(OF_NUMPY_NUMBERS, tmp_path, record_cases)
    assert wrong == [], "\n".join(wrong)
