"""Loops, branches, derivatives and indices that JAX rejects, compared with mypy's reports.

A report for a call that JAX accepts is a fault. Rejected calls without a report are counted, up to a stated limit. With
``--exhaustive`` every combination is tried, otherwise a sample.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
from itertools import product
from pathlib import Path

import pytest
from checkers import Mypy
from checkers.mypy import ini

pytestmark = [pytest.mark.once, pytest.mark.slow]

SAMPLE = 200
"""The number of calls of each kind without ``--exhaustive``."""
SEED = 7
VALUES = {
    "1": "int",
    "1.0": "float",
    "1j": "complex",
    "True": "bool",
    "b": "Array[bool_]",
    "u": "Array[uint8]",
    "i": "Array[int32]",
    "g": "Array[bfloat16]",
    "h": "Array[float16]",
    "f": "Array[float32]",
    "c": "Array[complex64]",
    "wi": "Array[weak_int]",
    "wf": "Array[weak_float]",
}
"""Numbers and variables, and the variables' declared types."""
BODIES = (
    *("s", "s * 1", "s * 0.5", "s / 2", "s + h", "s + f", "s + 1j", "s + wf", "s + i", "(s + 1) * 1.0", "s > 0"),
    *("jnp.sqrt(s)", "s * np.float32(2)", "s.astype(jnp.int8)", "jnp.asarray(s, jnp.float16)", "lax.exp(s * 1.0)"),
)
"""The results of a loop body for a leaf `s` of the carry."""
CARRIES = {
    "fori_loop": "lax.fori_loop(0, 2, lambda k, s: {body}, {init})",
    "while_loop": "lax.while_loop(lambda s: False, lambda s: {body}, {init})",
    "scan": "lax.scan(lambda s, v: ({body}, s), {init}, jnp.arange(3))",
    "tuple": "lax.fori_loop(0, 2, lambda k, t: (t[0], (lambda s: {body})(t[1])), (f, {init}))",
    "dict": (
        'lax.scan(lambda t, _: ({{"a": (lambda s: {body})(t["a"]), "n": t["n"] + 1}}, None), '
        '{{"a": {init}, "n": 0}}, None, length=2)'
    ),
    "nested": (
        'lax.fori_loop(0, 2, lambda k, t: ([t[0][0]], {{"m": (lambda s: {body})(t[1]["m"])}}), ([u], {{"m": {init}}}))'
    ),
    "unpacked": (
        'lax.while_loop(lambda t: False, lambda t: {{**t, "a": (lambda s: {body})(t["a"])}}, {{"a": {init}, "n": u}})'
    ),
    "checkpoint": "lax.scan(jax.checkpoint(lambda s, v: ({body}, None)), {init}, jnp.arange(3))",
    "jit": "lax.fori_loop(0, 2, jax.jit(lambda k, s: {body}), {init})",
    "compiled": "jax.jit(lambda: lax.fori_loop(0, 2, lambda k, s: {body}, {init}))()",
    "within": "lax.scan(lambda t, v: (lax.fori_loop(0, 2, lambda k, s: {body}, t), None), {init}, jnp.arange(3))",
    "number": "lax.fori_loop(0, 2, lambda k, t: ((lambda s: {body})(t[0]), t[1] + t[0]), ({init}, 0))",
}
BRANCHES = {
    "cond": "lax.cond(b, lambda: {a}, lambda: {b})",
    "operand": "lax.cond(b, lambda s: s, lambda s: {b}, {a})",
    "switch": "lax.switch(0, [lambda: {a}, lambda: {a}, lambda: {b}])",
    "tree": 'lax.cond(b, lambda: ({{"k": {a}}}, 1), lambda: ({{"k": {b}}}, 2))',
    "checkpoint": "lax.cond(b, jax.checkpoint(lambda s: s), lambda s: {b}, {a})",
}
FUNCTIONS = (
    *(
        "s",
        "s * 0.5",
        "s * 1j",
        "s > 0",
        "s.real",
        "jnp.abs(s)",
        "s.astype(jnp.int32)",
        "s + f",
        "1",
        "1.0",
        "{{'k': s}}['k']",
    ),
)
DERIVATIVES = {
    "grad": "jax.grad(lambda s: {body})({x})",
    "value_and_grad": "jax.value_and_grad(lambda s: {body})({x})",
    "allow_int": "jax.grad(lambda s: {body}, allow_int=True)({x})",
    "holomorphic": "jax.grad(lambda s: {body}, holomorphic=True)({x})",
    "argnums": "jax.grad(lambda p, s: {body}, argnums=1)(f, {x})",
    "several": "jax.grad(lambda s, p: {body}, argnums=(0, 1))({x}, f)",
    "has_aux": "jax.grad(lambda s: ({body}, s), has_aux=True)({x})",
    "tree": 'jax.grad(lambda t: (lambda s: {body})(t["a"]) + 0)({{"a": {x}}})',
    "jit": "jax.jit(jax.grad(lambda s: {body}))({x})",
    "jacrev": "jax.jacrev(lambda s: {body})({x})",
    "jacfwd": "jax.jacfwd(lambda s: {body} + 0)({x})",
    "hessian": "jax.hessian(lambda s: {body})({x})",
}
LINEAR = {
    "jvp": "jax.jvp(lambda s: s * 0.5, ({x},), ({t},))",
    "vjp": "jax.vjp(lambda s: s * 0.5, {x})[1]({t})",
    "vjp of a dict": 'jax.vjp(lambda s: {{"k": s * 2}}, {x})[1]({{"k": {t}}})',
    "linearize": "jax.linearize(lambda s: s * 2, {x})[1]({t})",
}
INDICES = (
    *("a[{i}]", "a[0, {i}]", "a[{i}:]", "a[:, :{i}]", "a.at[{i}].set(0)", "a.at[0, {i}].add(1)", "jnp.take(a, {i})"),
    *("a.take({i})", "lax.dynamic_index_in_dim(a, {i})", "lax.dynamic_slice(a, ({i}, {i}), (1, 1))"),
    *("lax.dynamic_slice_in_dim(a, {i}, 1)", "lax.dynamic_update_slice(a, a, ({i}, {i}))", "jnp.delete(a, {i})"),
    *("lax.switch({i}, [lambda: 1, lambda: 2])", "jnp.put(a, {i}, 0, inplace=False)", "jnp.insert(a, {i}, 0)"),
    *(
        "jnp.choose({i}, [a, a])",
        "a[jnp.reshape({i}, (1, 1)), 0]",
        "jnp.take_along_axis(a, jnp.reshape({i}, (1, 1)), 0)",
    ),
)
HEAD = """import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jaxtyping_promo import Array, bfloat16, bool_, complex64, float16, float32, int32, uint8, weak_float, weak_int
"""
RUN = """
import json, sys, warnings
warnings.simplefilter("ignore")
import jax, jax.numpy as jnp, numpy as np
from jax import lax
jax.config.update("jax_enable_x64", sys.argv[1] == "x64")
names = dict(b=jnp.bool_(True), u=jnp.uint8(1), i=jnp.int32(1), g=jnp.bfloat16(1), h=jnp.float16(1), f=jnp.float32(1),
             c=jnp.complex64(1), wi=jnp.asarray(1), wf=jnp.asarray(1.0), a=jnp.ones((2, 3), jnp.float32))
errors = []
for expression in json.load(open("expressions.json")):
    try:
        traced = []  # JAX compiles nothing while it traces
        jax.eval_shape(lambda: traced.append(eval(expression, {**globals(), **names})))
        errors.append("")
    except Exception as error:
        errors.append(f"{type(error).__name__}: {error}".splitlines()[0])
print(json.dumps(errors))
"""
ELSEWHERE = (
    "requires ndarray or scalar",
    "unhashable",
    "not subscriptable",
    "has no attribute",
    "No constant handler",
    "out of bounds",
    "a bytes-like object",
    "sqrt requires",
    "exp requires",
    "unsupported operand",
    "does not accept dtype",
    "lt does not",
    "gt does not",
    "incompatible shapes",
    "TracerBoolConversionError",
    "Too many indices",
    "boolean indices",
    "must be concrete",
    "ConcretizationTypeError",
    "to be called",
)
"""Parts of error messages about other things than carries, branches, derivatives and indices."""


def kinds() -> dict[str, list[str]]:
    """The calls of each kind."""
    values = list(VALUES)
    return {
        "carries": [
            form.format(body=body, init=init) for form, body, init in product(CARRIES.values(), BODIES, values)
        ],
        "branches": [form.format(a=a, b=b) for form, a, b in product(BRANCHES.values(), values, values)],
        "derivatives": [
            form.format(body=body.replace("{{", "{").replace("}}", "}"), x=x)
            for form, body, x in product(DERIVATIVES.values(), FUNCTIONS, values)
        ],
        "linear": [form.format(x=x, t=t) for form, x, t in product(LINEAR.values(), values, values)],
        "indices": [form.format(i=i) for form, i in product(INDICES, values)],
    }


MOST_SILENT = {"carries": 0.05, "branches": 0.02, "derivatives": 0.04, "linear": 0.02, "indices": 0.03}
"""For each kind, the largest share of rejected calls that mypy may leave unreported."""


def compared(expressions: list[str], folder: Path, *, x64: bool) -> tuple[list[str], list[str], int]:
    """The accepted calls with a report, the rejected calls without a report, and the number of rejected calls."""
    declared = ", ".join(f"{name}: {kind}" for name, kind in VALUES.items() if kind.startswith("Array"))
    text = f"{HEAD}\ndef check({declared}, a: Array[float32]) -> None:\n"
    first = text.count("\n") + 1
    (folder / "program.py").write_text(text + "".join(f"    {e}\n" for e in expressions))
    (folder / "expressions.json").write_text(json.dumps(expressions))
    (folder / "mypy.ini").write_text(ini(x64=x64))
    command = [sys.executable, "-c", RUN, "x64" if x64 else "x32"]
    ran = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    assert not ran.returncode, ran.stderr
    report = Mypy().check("program.py", folder=folder)
    false, silent, rejected = [], [], 0
    for line, (expression, error) in enumerate(zip(expressions, json.loads(ran.stdout), strict=True), first):
        answer = report.lines.get(("program.py", line))
        errors = [] if answer is None else answer.errors
        if not error and errors:
            false.append(f"{expression}: {errors}")
        if error and not any(part in error for part in ELSEWHERE):
            rejected += 1
            if not errors:
                silent.append(f"{expression}: {error}")
    return false, silent, rejected


@pytest.mark.parametrize(
    "x64", [pytest.param(False, id="x32"), pytest.param(True, id="x64", marks=pytest.mark.exhaustive)]
)
def test_calls_that_jax_rejects(x64: bool, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    sampled = random.Random(SEED + x64)
    chosen = {
        kind: calls if request.config.getoption("exhaustive") else sampled.sample(calls, min(SAMPLE, len(calls)))
        for kind, calls in kinds().items()
    }
    for kind, calls in chosen.items():
        folder = tmp_path / kind
        folder.mkdir()
        false, silent, rejected = compared(calls, folder, x64=x64)
        print(f"{kind}: {len(calls)} calls, {rejected} rejected, {len(silent)} silent, {len(false)} false")
        assert not false, "\n".join(false)
        assert rejected > len(calls) / 10
        assert len(silent) <= MOST_SILENT[kind] * rejected, "\n".join(silent)
