"""Numbers that become 1: `check` tells those that JAX treats as 1, and no others."""

from __future__ import annotations

from pathlib import Path

import jax.numpy as jnp
import numpy as np
import pytest
from test_upcasts import told

from jaxtyping_promo.diagnostics.numbers import rounded

CODE = "dtype-rounding"
VALUES = [0.25, 0.5, 0.99609375, 1.0, 1.0078125, 2.0, 3.0]
"""Numbers that bfloat16 and float16 hold exactly."""

TOLD = [
    ("bfloat16", "x * {}", 0.999),
    ("bfloat16", "{} * x", 1.001),
    ("bfloat16", "x / {}", 0.999),
    ("bfloat16", "{} ** x", 0.999),
    ("float16", "x * {}", 0.9999),
    ("float32", "x * {}", 1 - 1e-8),
    ("bfloat16", "x > {}", 0.999),
    ("bfloat16", "x <= {}", 0.999),
    ("bfloat16", "{} < x", 0.999),
    ("bfloat16", "x >= {}", 1.001),
    ("bfloat16", "x == {}", 1.001),
    ("float32", "jnp.clip(x, 0.1, {})", 1 - 1e-8),
    ("bfloat16", "jnp.minimum(x, {})", 0.999),
    ("bfloat16", "jnp.multiply({}, x)", 0.999),
    ("bfloat16", "jnp.power({}, x)", 0.999),
    ("bfloat16", "jnp.greater(x, {})", 0.999),
    ("bfloat16", "x.clip(0.1, {})", 0.999),
    ("bfloat16", "jnp.full(4, {}, jnp.bfloat16)", 0.999),
    ("bfloat16", "jnp.asarray({}, x.dtype)", 0.999),
    ("bfloat16", "jnp.bfloat16({})", 0.999),
]
SILENT = [
    ("bfloat16", "x * {}", 0.99),
    ("bfloat16", "x * {}", 1.0),
    ("float16", "x * {}", 0.999),
    ("float32", "x * {}", 1 - 1e-7),
    ("bfloat16", "x.astype(jnp.float32) * {}", 0.999),
    ("bfloat16", "x < {}", 0.999),
    ("bfloat16", "x >= {}", 0.999),
    ("bfloat16", "{} <= x", 0.999),
    ("bfloat16", "x > {}", 1.001),
    ("bfloat16", "x * (1 - {})", 0.999),
]


@pytest.mark.parametrize(("dtype", "expression", "number"), TOLD)
def test_a_number_that_jax_treats_as_1_is_told(tmp_path: Path, dtype: str, expression: str, number: float) -> None:
    x = jnp.array(VALUES, dtype)
    names = {"jnp": jnp, "x": x}
    held, one = (eval(expression.format(f"({each!r})"), names) for each in (number, 1.0))
    assert np.array_equal(held, one)
    exact = (
        eval(expression.format(f"({number!r})"), {"jnp": np, "x": np.array(VALUES)})
        if "bfloat16" not in expression
        else None
    )
    assert exact is None or "x.dtype" in expression or not np.array_equal(exact, np.asarray(held, np.float64))
    text = f"x = jnp.array({VALUES}, jnp.{dtype})\nz = {expression.format(f'({number!r})')}"
    (finding,) = told(tmp_path, text)
    assert finding.code.name == CODE
    assert "becomes exactly 1" in finding.message


@pytest.mark.parametrize(("dtype", "expression", "number"), SILENT)
def test_a_number_that_changes_the_result_is_silent(tmp_path: Path, dtype: str, expression: str, number: float) -> None:
    x = jnp.array(VALUES, dtype)
    text = expression.format(f"({number!r})")
    result = eval(text, {"jnp": jnp, "x": x})
    exact = eval(text.replace(".astype(jnp.float32)", ""), {"x": np.array(VALUES)})
    if result.dtype == bool:
        assert np.array_equal(result, exact)
    else:
        assert number == 1 or not np.array_equal(result, x)
    assert told(tmp_path, f"x = jnp.array({VALUES}, jnp.{dtype})\nz = {text}") == []


ORIGINS = [
    "decay = 0.999\nz = x * decay",
    "def ema(m, decay=0.999): return m * decay\nema(x)",
    "class Ema:\n    decay = 0.999\n    def __call__(self, m): return m * self.decay\nEma()(x)",
    "class Ema:\n    def __init__(self, decay=0.999): self.decay = decay\n    def __call__(self, m): return m * self.decay\n"
    "Ema()(x)",
    "config = {'b2': 0.999}\nz = config['b2'] * x",
    "z = jax.tree.map(lambda m: 0.999 * m, {'w': x})",
    "decays = [0.999, 0.9]\nfor decay in decays:\n    z = decay * x",
]


@pytest.mark.parametrize("text", ORIGINS)
def test_a_number_is_followed_to_its_operation(tmp_path: Path, text: str) -> None:
    (finding,) = told(tmp_path, text)
    assert finding.code.name == CODE


def test_a_number_in_a_package_is_told_at_the_call(tmp_path: Path) -> None:
    text = """
    import optax
    params = {"w": x}
    optimizer = optax.adam(1e-3)
    state = optimizer.init(params)
    updates, state = optimizer.update(params, state, params)
    """
    (finding,) = told(tmp_path, text)
    assert (finding.code.name, finding.place.path) == (CODE, str(tmp_path / "p.py"))
    assert "_tree_math.py" in finding.message


@pytest.mark.parametrize("dtype", ["bfloat16", "float16", "float32"])
def test_rounding_to_one_agrees_with_jax(dtype: str) -> None:
    precision = {"bfloat16": 8, "float16": 11, "float32": 24}[dtype]
    unit = 2.0**-precision
    for factor in (-3, -2, -1, -0.75, -0.5, -0.499, -0.25, 0.25, 0.5, 0.75, 0.999, 1, 1.001, 1.5, 2, 3):
        number = 1 + factor * unit
        assert (rounded(number, precision) == 1) == (float(jnp.asarray(number, dtype)) == 1), number
