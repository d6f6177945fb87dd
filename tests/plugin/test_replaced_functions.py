"""Functions and values that a file replaces, or imports from several modules: no dtype of the first, and no error."""

from __future__ import annotations

import runpy
import sys

from checkers import Mypy
from checkers.mypy import ini

FAST = """\
import jax.numpy as jnp

WEIGHTS = jnp.ones(3, jnp.float16)

def act(x):
    return x * 2

def kept(x):
    return x * 2

class Layer:
    def step(self, x):
        return x * 2

    def kept(self, x):
        return x * 2
"""
SLOW = """\
import jax.numpy as jnp

WEIGHTS = jnp.ones(3)

def act(x):
    return x * 0.5
"""
PROGRAM = """\
import jax.numpy as jnp
import fast

try:
    import missing  # type: ignore[import-not-found]
    from fast import WEIGHTS, act
except ImportError:
    from slow import WEIGHTS, act

def half(x):
    return x * 0.5

def half_of(self, x):
    return x * 0.5

fast.act = half
fast.Layer.step = half_of  # type: ignore[method-assign]
x = jnp.ones(3, jnp.int8)
reveal_type(WEIGHTS)
reveal_type(act(x))
reveal_type(fast.act(x))
reveal_type(fast.Layer().step(x))
reveal_type(fast.kept(x))
reveal_type(fast.Layer().kept(x))
"""


def test_a_replaced_function_does_not_count(tmp_path, monkeypatch):
    for name, text in (("fast", FAST), ("slow", SLOW), ("program", PROGRAM)):
        (tmp_path / f"{name}.py").write_text(text)
    (tmp_path / "mypy.ini").write_text(ini())
    report = Mypy().check("program.py", folder=tmp_path)
    assert not any(line.errors for line in report.lines.values()), report.output
    revealed = [text for _, line in sorted(report.lines.items()) for text in line.revealed]
    dtypes: list[str] = []
    monkeypatch.syspath_prepend(tmp_path)
    runpy.run_path(str(tmp_path / "program.py"), {"reveal_type": lambda value: dtypes.append(value.dtype.name)})
    for module in ("fast", "slow"):
        del sys.modules[module]
    assert dtypes == ["float32"] * 4 + ["int8"] * 2
    assert {*revealed[:4]} <= {"Any", "Array[Any]", "Array[weak_float]"}
    assert revealed[4:] == ["Array[int8]"] * 2
