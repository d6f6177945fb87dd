"""NumPy functions of JAX arrays: NumPy decides which of them return JAX arrays, and with which dtype."""

from __future__ import annotations

import contextlib
import io
import warnings
from functools import cache
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from oracles.functions import dtype_name
from truth import admits, interpreted

from jaxtyping_promo.rules.numpy_methods import RETURNING_JAX, RETURNING_JAX_FOR_SOME

pytestmark = [pytest.mark.once, pytest.mark.slow]

ARRAYS = {
    "matrix": "jnp.ones((2, 3), jnp.float32)",
    "half": "jnp.ones((2, 3), jnp.bfloat16)",
    "weak": "jnp.arange(3) * 1.0",
    "weak_int": "jnp.asarray(1) * 1",
    "weak_complex": "jnp.asarray(1j)",
    "integers": "jnp.arange(6, dtype=jnp.int32).reshape(2, 3)",
    "small": "jnp.zeros(3, jnp.uint8)",
    "bools": "jnp.arange(3) > 1",
    "complexes": "jnp.ones((2, 3), jnp.complex64)",
    "cube": "jnp.ones((2, 1, 3), jnp.float16)",
}
FEW = ("half", "weak")
"""The arrays for functions that convert JAX arrays to NumPy arrays."""
CALLS = (
    *("{}(X)", "{}(X, 1)", "{}(X, 0)", "{}(X, 0, 1)", "{}(X, (3, 2))", "{}(X, [0, 1])", "{}(X, 2.0)", "{}(X, 0, 0)"),
    *("{}(X, X)", "{}(X, n)", "{}(n, X)", "{}([X, X])", "{}((X, X), 0)", "{}(n > 0, X)", "{}([True] * 3, X)"),
    *("{}(X, [X, X, X])", "{}(n.astype(int), [X, X, X])", "{}(3, X[..., 0])", "{}(X, i)", "{}(X, i, -1)", "{}(X, [1])"),
    *("{}(X, axis=0)", "{}(X, keepdims=True)", "{}(X, dtype=jnp.float16)", "{}(X, axis=0, dtype=float)", "{}(a=X)"),
    *("{}(X, ddof=1)", "{}(X, initial=1)", "{}(X, where=X > 0)", "{}(X, shape=(-1,), copy=True)", "{}(X, sorter=i)"),
)
"""Calls of any function; those that NumPy or JAX rejects are left out. ``X`` is a JAX array, ``n`` a NumPy array."""
SKIPPED = {"info", "save", "savetxt", "savez", "savez_compressed", "show_config", "show_runtime", "mintypecode"}
FUNCTIONS = {
    prefix + name: function
    for prefix, module in (("", np), ("linalg.", np.linalg), ("fft.", np.fft))
    for name in module.__all__
    if name not in SKIPPED and callable(function := getattr(module, name)) and not isinstance(function, type)
}


@cache
def results() -> dict[str, tuple[str, Any]]:
    """The array and the result of each call that works."""
    found: dict[str, tuple[str, Any]] = {}
    names = {"np": np, "jnp": jnp, "n": np.arange(3.0), "i": jnp.zeros((2, 1), jnp.int32)}
    with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
        warnings.simplefilter("ignore")
        arrays = {name: eval(text, names) for name, text in ARRAYS.items()}
        for function in sorted(FUNCTIONS):
            for array in ARRAYS if function in (*RETURNING_JAX, *RETURNING_JAX_FOR_SOME) else FEW:
                for call in CALLS:
                    text = call.replace("X", array).format(f"np.{function}")
                    with contextlib.suppress(Exception):  # NumPy and JAX raise many kinds of errors
                        found[text] = function, eval(text, {**names, array: arrays[array]})
    return found


def has_jax(result: Any) -> bool:
    if isinstance(result, list | tuple):
        return any(map(has_jax, result))
    return isinstance(result, jax.Array)


def recorded(result: Any) -> list[dict[str, Any]]:
    """A result as `truth.admits` reads it, with NumPy's values as arrays, and as scalars; another test compares this."""
    return [_recorded(result, kind) for kind in ("ndarray", "scalar")]


def _recorded(result: Any, kind: str) -> dict[str, Any]:
    if isinstance(result, list | tuple):
        return {"list" if isinstance(result, list) else "tuple": [_recorded(item, kind) for item in result]}
    if isinstance(result, jax.Array):
        return {"array": dtype_name(result)}
    if isinstance(result, np.ndarray | np.generic):
        return {kind: str(result.dtype)}
    return {"object": [cls.__name__ for cls in type(result).__mro__]}


def test_the_table_is_that_of_the_functions_that_return_jax_arrays():
    assert {name for name, result in results().values() if has_jax(result)} == {*RETURNING_JAX, *RETURNING_JAX_FOR_SOME}


@pytest.mark.parametrize("is_annotated", [False, True], ids=["made", "annotated"])
def test_the_interpreter_knows_what_they_return(is_annotated, record_cases):
    lines = ["import jax.numpy as jnp", "import numpy as np", "", "n = np.arange(3.0)"]
    lines += ["i = jnp.zeros((2, 1), jnp.int32)", *(f"{name} = {text}" for name, text in ARRAYS.items())]
    lines += ["def calls(i, " + ", ".join(ARRAYS) + "):"] if is_annotated else ["if True:"]
    expected: dict[int, tuple[str, Any]] = {}
    for text, (_, result) in results().items():
        lines.append(f"    reveal_type({text})")
        expected[len(lines)] = text, result
    lines += ["calls(i, " + ", ".join(ARRAYS) + ")"] if is_annotated else []
    found: dict[int, list[Any]] = {}
    for place, values in interpreted("program.py", "\n".join(lines), {}).items():
        found.setdefault(int(place.split(":")[0]), []).extend(values)
    wrong = [
        f"{text}: {found[line]}, is {recorded(result)[0]}"
        for line, (text, result) in expected.items()
        if line in found and not any(admits(stated, shown) for stated in found[line] for shown in recorded(result))
    ]
    of_jax = [line for line, (_, result) in expected.items() if isinstance(result, jax.Array)]
    known = [line for line in of_jax if any("array" in one for stated in found.get(line, ()) for one in stated)]
    record_cases(len(expected), len(wrong))
    assert wrong == []
    assert len(found) > 0.99 * len(expected)
    assert len(known) > 0.9 * len(of_jax)
