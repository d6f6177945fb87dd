"""Positions in 16-bit floats: told where JAX gives neighbours the same result, and silent elsewhere."""

from __future__ import annotations

import textwrap
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax import lax
from test_upcasts import told

from jaxtyping_promo.interpreter.positions import exact_up_to

CODE = "dtype-positions"
HEAD = "n = unknown()\nw = jnp.full(4, 0.5, jnp.bfloat16)\nbf = jnp.bfloat16\n"
NAMES = {"jax": jax, "jnp": jnp, "lax": lax, "n": 4096, "w": jnp.full(4, 0.5, jnp.bfloat16), "bf": jnp.bfloat16}

TOLD = [
    "jnp.sin(jnp.arange(n, dtype=bf))",
    "jnp.sin(jnp.arange(n).astype(bf))",
    "jnp.cos(jnp.arange(n)[:, None] * w)",
    "jnp.sin(jnp.outer(jnp.arange(n, dtype=bf), w))",
    "jnp.sin(jnp.einsum('i,j->ij', jnp.arange(n, dtype=bf), w))",
    "lax.sin(jnp.concatenate([jnp.arange(n, dtype=bf)[:, None] * w] * 2, axis=-1))",
    "jnp.sin((jnp.arange(n, dtype=bf)[:, None] * w).astype(jnp.float32))",
    "jnp.sin(jnp.arange(n, dtype=bf).astype(jnp.float32))",
    "jnp.sin(jnp.arange(n, dtype=jnp.float16))",
    "jnp.sin(lax.iota(bf, 4096))",
    "jnp.sin(lax.broadcasted_iota(jnp.int32, (4096, 1), 0) * w)",
    "jnp.sin((jnp.cumsum(jnp.ones(4096, jnp.int32)) - 1).astype(bf))",
    "jnp.sin((jnp.arange(n) + 1).astype(bf))",
    "jnp.arange(1024).astype(bf) / 1024",
    "jnp.arange(4096, dtype=jnp.float16) * 0.5",
    "jnp.arange(n).astype(bf)[:, None] == jnp.arange(n).astype(bf)",
    "jnp.arange(n, dtype=bf) < jnp.asarray(n - 1, bf)",
]


@pytest.mark.parametrize("expression", TOLD)
def test_rounded_positions_are_told(tmp_path: Path, expression: str) -> None:
    result = np.asarray(eval(expression, NAMES), np.float64)
    same = np.all(result[1:] == result[:-1], axis=tuple(range(1, result.ndim)))
    if "==" in expression:
        same = result.sum(0) > 1
    wide = NAMES | {"bf": jnp.float32, "w": NAMES["w"].astype(jnp.float32)}
    exact = np.asarray(eval(expression.replace("float16", "float32"), wide), np.float64)
    assert same[255:].any() and not np.array_equal(exact, result)
    found = [finding for finding in told(tmp_path, f"{HEAD}z = {expression}") if finding.code.name == CODE]
    assert len(found) == 1 or ("==" in expression and len(found) == 2)


SILENT = [
    "jnp.sin(jnp.arange(257, dtype=bf))",
    "jnp.sin(jnp.arange(2049, dtype=jnp.float16))",
    "jnp.arange(256).astype(bf) / 256",
    "jnp.sin(jnp.arange(n, dtype=jnp.float32))",
    "jnp.sin(jnp.arange(n, dtype=jnp.float32)[:, None] * w)",
    "jnp.sin((jnp.arange(n, dtype=jnp.float32)[:, None] * w).astype(bf))",
    "10000.0 ** (jnp.arange(0, n, 2, dtype=bf) / 64)",  # features, not positions
    "jnp.arange(n, dtype=bf) < 4",
    "jnp.arange(n) < jnp.arange(4)",
    "w[jnp.arange(n) % 4]",
    "jnp.sin(jnp.zeros(8, bf))",
]


@pytest.mark.parametrize("expression", SILENT)
def test_other_positions_are_silent(tmp_path: Path, expression: str) -> None:
    found = told(tmp_path, f"{HEAD}z = {expression}")
    assert [finding for finding in found if finding.code.name == CODE] == []


@pytest.mark.parametrize("dtype", ["bfloat16", "float16"])
def test_the_limit_agrees_with_jax(dtype: str) -> None:
    limit = exact_up_to(dtype)
    integers = jnp.arange(2 * limit)
    held = integers.astype(dtype).astype(jnp.int32) == integers
    assert bool(held[: limit + 1].all()) and not bool(held[limit + 1])


def test_positions_are_followed_through_a_call(tmp_path: Path) -> None:
    text = """
    def rotated(x, positions):
        angles = positions[..., None].astype(x.dtype) * w
        return jnp.cos(angles)
    z = rotated(x, jnp.arange(n))
    """
    (finding,) = told(tmp_path, HEAD + textwrap.dedent(text))
    assert (finding.code.name, finding.place.line) == (CODE, 14)
    assert "jnp.arange are rounded" in finding.message  # no number, since n is unknown
    assert "jnp.cos" in finding.message


def test_positions_are_compared_with_no_huge_number(tmp_path: Path) -> None:
    head = "step = jnp.full((3, 1), 4, dtype=jnp.uint32)\n"
    assert told(tmp_path, head + "z = jnp.greater(jnp.expand_dims(jnp.arange(5), 0), step)") == []
    assert told(tmp_path, head + "z = jnp.arange(5)[None] < step") == []
    for text in ("jnp.ones(3, jnp.int32) < step", "jnp.arange(5)[None] + step"):
        assert [finding.code.name for finding in told(tmp_path, head + f"z = {text}")] == ["dtype-range"]
