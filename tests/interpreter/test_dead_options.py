"""Options that change no dtype: what `check --audit` reports, and what it leaves out."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import pytest

from jaxtyping_promo.diagnostics.codes import NOTE
from jaxtyping_promo.interpreter.program import Program
from jaxtyping_promo.interpreter.report import findings

IMPORTS = "import abc\nimport jax\nimport jax.numpy as jnp\nimport typing\nfrom flax import linen as nn\n"


def dead(folder: Path, text: str) -> list[str]:
    path = folder / "layers.py"
    path.write_text(IMPORTS + dedent(text).lstrip("\n"))
    run = Program([path], audit=True).interpret()
    shown = findings(run, lambda file: file == str(path), lambda *_: NOTE)
    return [one.message.split('"')[1] for one in shown if one.code.name == "dtype-dead-option"]


@pytest.mark.parametrize(
    "text",
    [
        "def mask(n, dtype): return jnp.ones(n, jnp.float32)",
        "def mask(n, *, dtype=jnp.float32): return jnp.ones(n)",
        "def make(n, dtype): return jnp.ones(n)\ndef mask(n, param_dtype): return make(n, param_dtype)\nmake(3, None)",
        "def mask(x, softmax_in_fp32: bool = True): return jax.nn.softmax(x)",
        """
        class Layer(nn.Module):
            dtype: object = jnp.float32
            @nn.compact
            def __call__(self, x):
                return nn.Dense(4)(x.astype(jnp.float32))
        """,
    ],
)
def test_dead_options(text, tmp_path):
    assert len(dead(tmp_path, text)) >= 1


@pytest.mark.parametrize(
    "text",
    [
        "def mask(n, dtype): return jnp.ones(n, dtype)",
        "def mask(x, dtype=None): return x if dtype is None else x.astype(jnp.float32)",
        "def mask(x, dtype): return x.astype(jnp.float32) if dtype == jnp.int8 else x",
        "def mask(n, dtype): return unknown(n, dtype)",
        "def mask(n, dtype): return unknown(n)(dtype)",
        "def mask(n, dtype):\n    del dtype\n    return jnp.ones(n)",
        "def mask(n, dtype): return jnp.ones(n), locals()",
        "def mask(n, dtype): return lambda: jnp.ones(n, dtype)",
        "def mask(n, dtype): ...",
        "def mask(x, dtype=None):\n    if dtype is None:\n        return x + 1\n    return x * 2",  # chooses other code
        "def mask(n, dtype): raise NotImplementedError",
        "def mask(n, dtype, **rest): return jnp.ones(n)",
        "def init(n, dtype): return jnp.ones(n)\ndef use(f=init): return f(3, None)",  # an initializer, as a value
        "class A(abc.ABC):\n    @abc.abstractmethod\n    def mask(self, n, dtype): return jnp.ones(n)",
        "class A(typing.Protocol):\n    def mask(self, n, dtype): return jnp.ones(n)",
        "class A:\n    def mask(self, n, dtype): return jnp.ones(n)\nclass B(A): ...",
        "class B(unknown.A):\n    def mask(self, n, dtype): return jnp.ones(n)",
        """
        class A:
            def cache(self, n, dtype): return jnp.ones(n)
        class B:
            def cache(self, n, dtype): return jnp.ones(n, dtype)
        """,
        """
        @jax.custom_vjp
        def f(x, dtype): return x
        """,
        """
        def attend(x, force_fp32_for_softmax: bool = True):
            if force_fp32_for_softmax:
                x = x.astype(jnp.float32)
            return jax.nn.softmax(x)
        """,
        """
        class Layer(nn.Module):
            dtype: object = jnp.float32
            @nn.compact
            def __call__(self, x):
                return nn.Dense(4, dtype=self.dtype)(x)
        """,
        "class Layer(nn.Module):\n    dtype: object = jnp.float32\n    def __call__(self, x): return other(self, x)",
    ],
)
def test_live_options_and_slots(text, tmp_path):
    assert dead(tmp_path, text) == []


def test_without_the_flag_nothing_is_audited(tmp_path):
    path = tmp_path / "layers.py"
    path.write_text(IMPORTS + "def mask(n, dtype): return jnp.ones(n, jnp.float32)\n")
    run = Program([path]).interpret()
    assert findings(run, lambda _: True, lambda *_: NOTE) == []
