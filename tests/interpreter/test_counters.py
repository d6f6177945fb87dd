"""Counters in narrow dtypes: where they stop or wrap agrees with JAX, and which sums count as counters."""

from __future__ import annotations

from pathlib import Path

import jax.numpy as jnp
import pytest
from jax import lax
from test_upcasts import told

from jaxtyping_promo.interpreter.counters import COUNTED, limit_of

CODE = "dtype-counter"
HEAD = """
c = jnp.zeros((), jnp.bfloat16)
class S(NamedTuple):
    count: jax.Array
    loss: jax.Array
"""


@pytest.mark.parametrize("dtype", COUNTED)
@pytest.mark.parametrize("step", [1, 2, 3, 7, 0.5, 0.1, 0.001, 1e-5])
def test_the_limit_agrees_with_jax(dtype: str, step: float) -> None:
    limit = limit_of(dtype, step)
    if isinstance(step, float) and "int" in dtype:
        assert limit is None
        return
    assert limit is not None

    def counted(turns: int) -> float:
        return float(lax.fori_loop(0, turns, lambda i, total: total + step, jnp.zeros((), dtype)))

    assert counted(limit.turns) == limit.value
    assert counted(limit.turns + 1) == limit.becomes
    if "int" not in dtype:
        assert counted(limit.turns - 1) < limit.value


TOLD = [
    "lax.scan(lambda c, x: (c + 1, None), c, length=1000)",
    "lax.scan(lambda c, x: (c + 1, x), c, jnp.zeros(300))",
    "lax.scan(lambda c, x: (1 + c, x), c, unknown())",
    "lax.while_loop(lambda c: c < 1000, lambda c: c + 1, c)",
    "lax.fori_loop(0, 300, lambda i, s: {'n': s['n'] + 1, 'x': s['x'] * 2}, {'n': c, 'x': c})",
    "lax.fori_loop(0, 200, lambda i, n: n + 1, jnp.zeros((), jnp.int8))",
    "lax.fori_loop(0, 2000, lambda i, t: t + 0.1, c)",
    "n = c\nfor i in range(1000):\n    n = n + 1",
    "n = c\nfor i in unknown():\n    n += 1",
    "n = c\nwhile unknown():\n    n = 2 + n",
    "s = S(c, c)\ndef step(s): return s._replace(count=s.count + 1)\nwhile unknown():\n    s = step(s)",
    "def step(s): return s._replace(count=s.count + 1)\nstep(S(c, c))",
    "def step(s): return S(count=s.count + 1, loss=s.loss)\nstep(S(c, c))",
    "class O:\n    def __init__(self): self.t = c\n    def step(self): self.t = self.t + 1\nO().step()",
    "class O:\n    def __init__(self): self.t = c\n    def step(self): self.t += 1\nO().step()",
    "def step(state):\n    state['step'] += 1\nstep({'step': c})",
]


@pytest.mark.parametrize("text", TOLD)
def test_a_counter_is_told(tmp_path: Path, text: str) -> None:
    (finding,) = told(tmp_path, HEAD + text)
    assert finding.code.name == CODE


SILENT = [
    "lax.scan(lambda c, x: (c + 1, None), c, length=256)",
    "lax.scan(lambda c, x: (c + 1, x), c, jnp.zeros(100))",
    "lax.fori_loop(0, 127, lambda i, n: n + 1, jnp.zeros((), jnp.int8))",
    "lax.fori_loop(0, 500, lambda i, n: n + 1, jnp.zeros((), jnp.int32))",
    "lax.fori_loop(0, 500, lambda i, n: n + 1, jnp.zeros((), jnp.float32))",
    "lax.fori_loop(0, 500, lambda i, n: jnp.tanh(n) + 1, c)",  # no sum of the carry itself
    "lax.fori_loop(0, 500, lambda i, n: jnp.where(n > 9, 0, n + 1), c)",  # starts again
    "lax.fori_loop(0, 500, lambda i, n: n + i.astype(n.dtype), c)",
    "lax.fori_loop(0, 500, lambda i, n: n - 1, c)",
    "lax.fori_loop(0, 500, lambda i, s: (s[1], s[0] + 1), (c, x.sum()))[0]",
    "n = c\nfor i in range(10):\n    n = n + 1",
    "n = c\nfor i in range(100):\n    n = n + 1",
    "n = c + 1",
    "n = c\nfor i in unknown():\n    m = n + 1",
    "def f(count, loss): return loss\nf(count=c + 1, loss=c)",
    "s = S(c, c)\ns = s._replace(count=s.count + 1)",  # once
    "class O:\n    def __init__(self):\n        self.t = c\n        self.t = self.t + 1\nO()",
    "batch = {'x': x}\ndef shifted(batch):\n    batch['x'] = batch['x'] + 1\nshifted(batch)",  # no scalar
]


@pytest.mark.parametrize("text", SILENT)
def test_other_sums_are_silent(tmp_path: Path, text: str) -> None:
    assert told(tmp_path, HEAD + text) == []
