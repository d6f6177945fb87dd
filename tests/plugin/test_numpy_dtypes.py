"""NumPy functions and methods with a dtype parameter, called with dtypes of JAX and NumPy, and functions of lists.

Each call is executed, and mypy's dtype is compared with the dtype of NumPy's result.
"""

from __future__ import annotations

import inspect
import warnings
from collections.abc import Callable, Iterator
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from checkers import Mypy
from checkers.mypy import ini

from jaxtyping_promo.dtypes import DTYPES

pytestmark = [pytest.mark.once, pytest.mark.slow]

FIRST: dict[str, str] = {
    **dict.fromkeys(("array", "asanyarray", "asarray", "asarray_chkfinite"), "[1, 2]"),
    **dict.fromkeys(("ascontiguousarray", "asfortranarray"), "[1, 2]"),
    **dict.fromkeys(("concat", "concatenate", "hstack", "stack", "vstack"), "[a, a]"),
    **dict.fromkeys(("empty", "ones", "zeros", "indices", "ndarray"), "(2,)"),
    **dict.fromkeys(("eye", "identity", "tri"), "2"),
    **dict.fromkeys(("geomspace", "linspace", "logspace"), "1, 2"),
    **dict.fromkeys(("cumulative_prod", "cumulative_sum"), "v"),
    "arange": "4",
    "frombuffer": "b'0123456789abcdef'",
    "fromiter": "[1, 2]",
    "fromstring": "'1 2'",
    "full": "(2,), 1",
    "full_like": "a, 1",
    "integers": "3",
    "randint": "3",
    "random": "3",
    "standard_exponential": "3",
    "standard_gamma": "1.0, 3",
    "standard_normal": "3",
    "setfield": "1",
}  # fmt: skip
"""The arguments before the dtype, if the first argument is no array."""
BY_NAME: dict[str, str] = {"fromstring": "sep=' '", "cumulative_prod": "axis=0", "cumulative_sum": "axis=0"}
"""Further keyword arguments."""
LEFT_OUT = {
    **dict.fromkeys(("datetime_data", "finfo", "isdtype", "recarray", "record", "void"), "makes no array"),
    **dict.fromkeys(("fromfile", "fromregex", "genfromtxt", "loadtxt", "memmap"), "reads a file"),
    "fromfunction": "returns what a function does",
    "dtype": "makes a dtype",
    "astype": "tried as a method",
    "setfield": "returns nothing",
}
"""The functions that are not tested, with the reason."""
OWNERS: dict[str, Any] = {
    "np": np,
    "np.linalg": np.linalg,
    "np.random": np.random,
    "a": np.ones((2, 2), np.float32),
    "i": np.ones((2, 2), np.int8),
    "s": np.float32(1),
    "np.random.default_rng(0)": np.random.default_rng(0),
    "np.random.RandomState(0)": np.random.RandomState(0),
}
"""The code for the owner of the functions."""
VALUES: dict[str, Any] = {
    "np": np,
    "jnp": jnp,
    "jax": jax,
    "a": OWNERS["a"],
    "i": OWNERS["i"],
    "s": OWNERS["s"],
    "v": np.ones(2),
}
HEADER = """\
import jax
import jax.numpy as jnp
import numpy as np
a = np.ones((2, 2), np.float32)
i = np.ones((2, 2), np.int8)
s = np.float32(1)
v = np.ones(2)
x = jnp.ones(3, jnp.float16)
"""
STEP = 11
"""Without ``--exhaustive``, the tests try one in so many calls."""
SOME = ("bool_", "int4", "uint32", "bfloat16", "float32", "complex64")
NUMPY = ("bool", "int8", "uint32", "float16", "float32", "complex64")


def functions() -> Iterator[tuple[str, str, inspect.Signature]]:
    """NumPy's functions and methods with a parameter for a dtype: the owner as code, the name and the signature."""
    for owner, value in OWNERS.items():
        for name in dir(value):
            member = getattr(value, name)
            if name.startswith("_") or not callable(member) or isinstance(member, np.ufunc):
                continue
            try:
                signature = inspect.signature(member)
            except ValueError:
                continue
            if "dtype" in signature.parameters:
                yield owner, name, signature


def ways(owner: str, name: str, signature: inspect.Signature) -> Iterator[str]:
    """The calls of a function with ``DTYPE``, by name and by position."""
    is_method = owner.startswith(("a", "i", "s", "np.random."))
    first = FIRST.get(name, "" if is_method or name == "ndarray" else "a")
    named = f", {BY_NAME[name]}" if name in BY_NAME else ""
    dtype = signature.parameters["dtype"]
    if dtype.kind is not dtype.POSITIONAL_ONLY:
        yield f"{owner}.{name}({', '.join(filter(None, (first, 'dtype=DTYPE')))}{named})"
    if dtype.kind is dtype.KEYWORD_ONLY:
        return
    given = first.count(", ") + 1 if first and not first.startswith(("[", "(")) else 1 if first else 0
    given = 2 if first == "(2,), 1" else given
    between = [p.default for p in list(signature.parameters.values())[given:] if p.kind is not p.KEYWORD_ONLY]
    place = [*signature.parameters].index("dtype") - given
    yield f"{owner}.{name}({', '.join(filter(None, (first, *map(repr, between[:place]), 'DTYPE')))}{named})"


CALLS = sorted(
    {
        call
        for owner, name, signature in functions()
        if name not in LEFT_OUT or (name == "astype" and owner != "np")
        for call in ways(owner, name, signature)
    }
)
OTHERS = (
    "np.zeros(2, np.dtype(DTYPE))",
    "np.zeros(2, x.astype(DTYPE).dtype)",
    "np.add(a, a, dtype=DTYPE)",
    "np.add.reduce(a, dtype=DTYPE)",
)
LISTS = (
    *("[1, 2, 3]", "[True, False]", "[1.5, 2.5]", "[1, 2.5]", "[True, 1]", "[True, 1.5]", "[1j, 2]", "[]", "(1, 2)"),
    *("[[1, 2], [3, 4]]", "[[True, False], [False, True]]", "[[1, 2], [2.5, 3]]", "[[1.5, 2.5], [2.5, 3.5]]"),
    *("[(1, 2), (3, 4)]", "([1, 2], [3, 4])", "((1, 2), (3, 4))", "[[[1], [2]], [[3], [4]]]", "[np.float32(1)]"),
    *("[np.int8(1), 2]", "[np.int8(1), 2.5]", "[np.int8(1), np.float32(1)]"),
    *("[np.zeros(3, np.float32), np.zeros(3, np.int8)]", "[[1, 2], [True, False]]", "list((1, 2))"),
    *("[0] * 3", "[n for n in (1, 2)]", "[np.asarray([1, 2])]", "1", "True", "range(3)"),
)  # fmt: skip
"""Lists and other values that NumPy converts to arrays."""


def executed(call: str) -> str | None:
    """The dtype of the NumPy array or scalar that a call returns. None if it raises, or returns something else."""
    with warnings.catch_warnings(), jax.enable_x64(True):
        warnings.simplefilter("ignore")
        try:
            value = eval(call, VALUES | {"x": jnp.ones(3, jnp.float16)})
        except Exception:
            return None
    return value.dtype.name if isinstance(value, np.ndarray | np.generic) else None


def inferred(calls: list[str], tmp_path: Any) -> dict[str, str | None]:
    """The dtypes that mypy infers for NumPy arrays after JAX converts them. None if mypy reports an error."""
    (tmp_path / "program.py").write_text(
        HEADER + "\n".join(f"reveal_type(jnp.asarray({call}))" for call in calls) + "\n"
    )
    (tmp_path / "mypy.ini").write_text(ini(x64=True))
    report = Mypy().check("program.py", folder=tmp_path)
    lines = (report.line("program.py", HEADER.count("\n") + 1 + number) for number in range(len(calls)))
    return {c: None if line.errors else line.revealed[0].removeprefix("Array[").removesuffix("]")
            for c, line in zip(calls, lines, strict=True)}  # fmt: skip


def compared(
    calls: list[str], tmp_path: Any, record_cases: Callable[[int, int], None]
) -> tuple[dict[str, str], int, list[str]]:
    """The calls with a wrong dtype, the number of known dtypes, and the calls with errors."""
    truth = {call: dtype for call in calls if (dtype := executed(call)) is not None}
    dtypes = inferred([*truth], tmp_path)
    names = {"bool": "bool_"}
    alternatives = {c: (d or "Any").split(" | ") for c, d in dtypes.items()}  # one of several dtypes
    wrong = {
        c: f"{dtypes[c]}, NumPy: {t}"
        for c, t in truth.items()
        if {*alternatives[c]}.isdisjoint(("Any", names.get(t, t)))
    }
    record_cases(len(truth), len(wrong))
    return (
        wrong,
        sum(d not in (None, "Any") for d in dtypes.values()),
        [c for c, d in dtypes.items() if d is None],
    )


def test_every_function_is_tried() -> None:
    tried = {name for _, name, _ in functions()} - {*LEFT_OUT}
    assert {*LEFT_OUT} <= {name for _, name, _ in functions()}
    assert all(executed_with_float32 for executed_with_float32 in map(tried_at_all, tried)), [
        n for n in tried if not tried_at_all(n)
    ]


def tried_at_all(name: str) -> bool:
    """Whether NumPy accepts some call of a function with a dtype."""
    calls = (c for c in CALLS if f".{name}(" in c)
    return any(executed(c.replace("DTYPE", dtype)) for c in calls for dtype in ("jnp.float32", "np.int8"))


def test_a_dtype_class_is_its_dtype(tmp_path, record_cases, request):
    every = request.config.getoption("exhaustive")
    classes = [f"jnp.{name}" for name in (DTYPES if every else SOME) if hasattr(jnp, name)]
    calls = [c.replace("DTYPE", dtype) for c in (*CALLS, *OTHERS) for dtype in classes][:: 1 if every else STEP]
    wrong, known, errors = compared(calls, tmp_path, record_cases)
    assert wrong == {}
    assert known > len(calls) / (4 if every else 3)  # NumPy's own rules leave more open for dtypes that it lacks
    # NumPy's stubs reject some arguments that NumPy accepts.
    assert not errors or inferred([c.replace("jnp.", "np.") for c in errors], tmp_path) == {
        c.replace("jnp.", "np."): None for c in errors
    }


def test_dtypes_of_numpy_are_right(tmp_path, record_cases, request):
    calls = [c.replace("DTYPE", f"np.{name}") for c in CALLS for name in NUMPY]
    calls = calls[:: 1 if request.config.getoption("exhaustive") else STEP]
    wrong, known, _ = compared(calls, tmp_path, record_cases)
    assert wrong == {}
    assert known > len(calls) / 3


CREATION = """
array asarray asanyarray asarray_chkfinite ascontiguousarray asfortranarray atleast_1d atleast_2d atleast_3d copy
concatenate stack hstack vstack block full_like ones_like zeros_like empty_like ravel squeeze flip sort unique tile
sum prod mean cumsum cumprod max min diff angle vander i0 trace diag tril triu sinc sort_complex round std var
linalg.norm linalg.svdvals linalg.eigvalsh linalg.inv linalg.diagonal fft.fft fft.fftn median average
"""
"""Functions of one array."""
NUMBERS = (
    "quantile({}, 1)",
    "quantile({}, 0.5)",
    "linspace({}, 1)",
    "percentile({}, 50)",
    "full((2,), {})",
    "repeat({}, 2)",
)
SCALARS = ("bool_", "int8", "int32", "uint8", "uint32", "float16", "float32", "float64", "complex64")


def test_lists_and_arrays_have_the_dtypes_that_numpy_makes_of_them(tmp_path, record_cases, request):
    step = 1 if request.config.getoption("exhaustive") else STEP
    operands = (*LISTS, *(f"np.ones(3, np.{name})" for name in SCALARS), *(f"np.{name}(1)" for name in SCALARS))
    functions = (*(f"np.{name}({{}})" for name in CREATION.split()), *(f"np.{call}" for call in NUMBERS))
    calls = [f.format(o) for f in functions for o in operands]
    wrong, known, _ = compared(calls[::step], tmp_path, record_cases)
    assert wrong == {}
    assert known > 500 / step


def test_operators_on_operands_of_numpy_have_the_dtype_that_numpy_makes(tmp_path, record_cases, request):
    step = 1 if request.config.getoption("exhaustive") else STEP
    numpy = [*(f"np.ones(3, np.{name})" for name in SCALARS), *(f"np.{name}(1)" for name in SCALARS)]
    others = [*numpy, "1", "1.5", "1j", "True"]
    calls = [f"{a} {op} {b}" for op in ("+", "/", "**", "&") for a in numpy for b in others]
    wrong, known, _ = compared(calls[::step], tmp_path, record_cases)
    assert wrong == {}
    assert known > 400 / step
