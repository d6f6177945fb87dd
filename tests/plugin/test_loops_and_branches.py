"""The results of loops and branches agree with JAX, for each pair of a carried value and a body."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from checkers import Mypy
from checkers.mypy import ini
from suites import others_long

pytestmark = pytest.mark.once

VALUES = {
    "1": "int",
    "1.0": "float",
    "1j": "complex",
    "True": "bool",
    "i": "Array[int32]",
    "h": "Array[float16]",
    "f": "Array[float32]",
    "c": "Array[complex64]",
    "wi": "Array[weak_int]",
    "wf": "Array[weak_float]",
}
"""Numbers and variables, with the declarations of the variables."""
BODIES = ("s", "s * 1", "s * 0.5", "s * 1j", "s / 2", "s + h", "s + f", "s * wf", "s + i", "(s + 1) * 1.0")
"""Bodies of loops as expressions of the carry `s`."""
LOOPS = {
    "fori_loop": "lax.fori_loop(0, 2, lambda k, s: {body}, {init})",
    "while_loop": "lax.while_loop(lambda s: jnp.abs(s) > 2, lambda s: {body}, {init})",
    "scan": "lax.scan(lambda s, v: ({body}, s), {init}, jnp.arange(3))[0]",
    "rows of scan": "lax.scan(lambda s, v: ({body}, s), {init}, jnp.arange(3))[1]",
}
PROGRAM = """import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jaxtyping_promo import Array, complex64, float16, float32, int32, weak_float, weak_int

def number(x: Array[float32], v: Array[float16]) -> tuple[Array[float32], int]:
    return x, 1

@jax.jit
def tree(v: Array[int32]) -> tuple[int, float]:
    return 3, 2.0

"""
OTHERS = (
    "jax.jit(lambda v: np.ones(3))(1)",
    "jax.jit(lambda v: (np.float32(1), 1, {'a': np.arange(2, dtype=np.int8)}))(h)[2]['a']",
    "tree(i)[0]",
    "lax.cond(b, lambda x: x * 2, lambda x: x + 1, 3)",
    "lax.map(lambda x: 1, h[None])",
    "lax.map(lambda x: (x * 2, 1.0), h[None])[1]",
    "lax.associative_scan(lambda p, q: p + q, (i * 0.5)[None])",
    "lax.scan(number, f, h[None])[1]",
)
RUN = """
import json, sys, warnings
warnings.simplefilter("ignore")
import jax
jax.config.update("jax_enable_x64", sys.argv[1] == "x64")
from program import *
from program import jnp, jax
names = {"i": jnp.int32(1), "h": jnp.float16(1), "f": jnp.float32(1), "c": jnp.complex64(1), "b": jnp.bool_(True)}
names |= {"wi": jnp.asarray(1), "wf": jnp.asarray(1.0)}
kinds = {"i": "weak_int", "f": "weak_float", "c": "weak_complex"}
dtypes = []
for expression in json.load(open("expressions.json")):
    try:
        traced = []  # JAX compiles nothing while it traces
        jax.eval_shape(lambda: traced.append(eval(expression, {**globals(), **names})))
    except TypeError:
        dtypes.append(None)
        continue
    [value] = traced
    if isinstance(value, (bool, int, float, complex)):
        dtypes.append(type(value).__name__)
        continue
    name = str(value.dtype).replace("bool", "bool_")
    dtypes.append(kinds.get(value.dtype.kind, name) if getattr(value, "weak_type", False) else name)
print(json.dumps(dtypes))
"""


def differences(expressions: list[str], folder: Path, *, x64: bool) -> list[tuple[str, str | None, str]]:
    """The expressions for which mypy reports an error, or infers another dtype than JAX computes."""
    declared = ", ".join(f"{name}: {kind}" for name, kind in VALUES.items() if kind.startswith("Array"))
    text = PROGRAM + f"def check({declared}, b: bool) -> None:\n"
    first = text.count("\n") + 1
    (folder / "program.py").write_text(text + "".join(f"    reveal_type({e})\n" for e in expressions))
    (folder / "expressions.json").write_text(json.dumps(expressions))
    (folder / "mypy.ini").write_text(ini(x64=x64))
    command = [sys.executable, "-c", RUN, "x64" if x64 else "x32"]
    ran = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    assert not ran.returncode, ran.stderr
    report = Mypy().check("program.py", folder=folder)
    wrong = []
    for line, (expression, truth) in enumerate(zip(expressions, json.loads(ran.stdout), strict=True), first):
        answer = report.lines["program.py", line]
        revealed = answer.revealed[-1] if answer.revealed else "nothing"
        is_unknown = "Any" in revealed
        stated = revealed.removeprefix("Array[").removesuffix("]").split(" | ")
        if truth is not None and (answer.errors or not (is_unknown or truth in stated)):
            wrong.append((expression, truth, f"{revealed} {answer.errors}"))
    return wrong


@pytest.mark.slow
@pytest.mark.parametrize("x64", others_long([False, True], [False]), ids=["x32", "x64"])
def test_loops(x64: bool, tmp_path: Path) -> None:
    expressions = [form.format(body=body, init=init) for form in LOOPS.values() for body in BODIES for init in VALUES]
    wrong = differences(expressions, tmp_path, x64=x64)
    assert not wrong, "\n".join(map(str, wrong))


@pytest.mark.parametrize("x64", others_long([False, True], [False]), ids=["x32", "x64"])
def test_branches_and_others(x64: bool, tmp_path: Path) -> None:
    expressions = [
        form.format(a=a, b=b)
        for form in ("lax.cond(b, lambda: {a}, lambda: {b})", "lax.switch(0, [lambda: {a}, lambda: {b}])")
        for a in VALUES
        for b in VALUES
    ]
    wrong = differences([*expressions, *OTHERS], tmp_path, x64=x64)
    assert not wrong, "\n".join(map(str, wrong))


KNOWN = {
    "lax.cond(b, lambda: 1.0, lambda: f)": "Array[float32]",
    "lax.cond(b, lambda: f, lambda: 1.0)": "Array[weak_float]",
    "lax.switch(0, [lambda: 1.0, lambda: f])": "Array[weak_float]",
    "lax.fori_loop(0, 3, lambda k, s: s * 0.5, 1)": "Array[float32]",
    "lax.fori_loop(0, 3, lambda k, s: s * 1j, 1.0)": "Array[complex64]",
    "jax.jit(lambda v: np.ones(3))(1)": "Array[float32]",
    "lax.fori_loop(0, 2, lambda n, c: c, 1)": "Any",  # JAX returns a number that the body does not change
    "lax.scan(lambda c, v: (c, v), 0.5, h)[0]": "Any",
    "lax.fori_loop(0, 2, lambda n, c: (c[0], c[1] + 1), (1, 2))": "tuple[Any, Array[weak_int]]",
}


def test_known_and_unpacked_results(tmp_path: Path) -> None:
    text = PROGRAM + "def check(h: Array[float16], f: Array[float32], b: bool) -> None:\n"
    first = text.count("\n") + 1
    unpacked = (
        "last, count = lax.scan(lambda c, x: (c, 1), jnp.float32(0), h)",
        "end, ones = lax.scan(number, f, h)",
        "a, (n, m) = lax.scan(lambda c, x: (c, (1, 2.0)), f, h)",
    )
    (tmp_path / "program.py").write_text(
        text
        + "".join(f"    reveal_type({e})\n" for e in KNOWN)
        + "".join(f"    {line}\n" for line in unpacked)
        + "    reveal_type((last, count, end, ones, a, n, m))\n"
    )
    (tmp_path / "mypy.ini").write_text(ini())
    report = Mypy().check("program.py", folder=tmp_path)
    assert not [line.errors for line in report.lines.values() if line.errors], report.output
    assert [report.lines["program.py", n].revealed[-1] for n in range(first, first + len(KNOWN))] == [*KNOWN.values()]
    strong, weak = "Array[float32]", "Array[weak_int]"
    types = ", ".join((strong, weak, strong, weak, strong, weak, "Array[weak_float]"))
    [last] = [line.revealed[-1] for (_, n), line in report.lines.items() if n == first + len(KNOWN) + len(unpacked)]
    assert last == f"tuple[{types}]"


FITTING = (
    "a1: tuple[jax.Array, int] = lax.while_loop(lambda c: c[1] < 3, lambda c: (c[0], c[1] + 1), (f, 0))",
    "a2: int = lax.while_loop(lambda c: c < 3, lambda c: c + 1, 0)",
    "a3: int = lax.while_loop(lambda c: c < 3, lambda c: c + 1, n)",
    "a4: tuple[Array[float32], int] = lax.scan(lambda c, y: (c, 0), f, f)",
    "a5: float | Array[float32] = lax.fori_loop(0, 2, lambda i, c: c + 1, f)",
    "a6: list[jax.Array | None] = lax.fori_loop(0, 2, lambda i, c: c, [f])",
    "a7: tuple[jax.Array | None, jax.Array] = lax.scan(lambda c, y: (c + 1, y), f, f)",
    "a8: tuple[jax.Array, None] = lax.scan(lambda c, y: (c + 1, None), f, f)",
    "a9: Array[float32] = lax.fori_loop(0, 2, lambda i, c: c * 2.0, 1.0)",
)
"""Declared variables that fit the result of a loop, or that JAX alone accepts because the loop starts with a number."""
OTHERWISE_DECLARED = (
    "b1: float = lax.while_loop(lambda c: c.sum() < 3, lambda c: c + 1, f)",
    "b2: str = lax.while_loop(lambda c: c.sum() < 3, body, f)",
    "wants_text(lax.while_loop(lambda c: c.sum() < 3, body, f))",
    "b3: Array[float16] = lax.fori_loop(0, 2, lambda i, c: c + 1, f)",
    "b4: tuple[Array[int32], int] = lax.scan(lambda c, y: (c, 0), f, f)",
    "b5: tuple[float, int] = lax.while_loop(lambda c: c[1] < 3, lambda c: (c[0], c[1] + 1), (f, 0))",
    "b6: float | None = lax.fori_loop(lower=0, upper=2, body_fun=lambda i, c: c + 1, init_val=f)",
    "b7: tuple[str, jax.Array] = lax.scan(lambda c, y: (c, y), f, f)",
)
"""Variables and parameters whose declaration is not the result of a loop. mypy reports most of them with JAX alone."""


def test_results_that_are_declared_otherwise_are_errors(tmp_path: Path) -> None:
    functions = (
        "def wants_text(text: str) -> None: ...",
        "def body(c: Array[float32]) -> Array[float32]: return c + 1",
        "def check(f: Array[float32], n: int) -> None:",
    )
    lines = [*FITTING, *OTHERWISE_DECLARED]
    (tmp_path / "program.py").write_text(PROGRAM + "\n".join([*functions, *(f"    {line}" for line in lines)]) + "\n")
    (tmp_path / "mypy.ini").write_text(ini())
    report = Mypy().check("program.py", folder=tmp_path)
    first = PROGRAM.count("\n") + len(functions) + 1
    reported = [lines[n - first] for (_, n), line in report.lines.items() if line.errors]
    assert reported == [*OTHERWISE_DECLARED], report.output
