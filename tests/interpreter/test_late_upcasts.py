"""Products and reductions that are rounded to 16 bits before a cast to float32."""

from __future__ import annotations

import inspect
from functools import reduce
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from test_upcasts import told

from jaxtyping_promo.diagnostics.accumulation import ACCUMULATIONS, PRODUCT, REDUCTION

CODE = "dtype-late-upcast"
MATRIX = "m = jnp.ones((4, 4), jnp.bfloat16)\n"

CALLS: dict[str, Any] = {
    "jax.numpy.einsum": lambda f, x, **options: f("ij,jk->ik", x, x, **options),
    "jax.lax.dot_general": lambda f, x, **options: f(x, x, (((1,), (0,)), ((), ())), **options),
    "jax.lax.conv_general_dilated": lambda f, x, **options: f(x[None, None], x[None, None], (1, 1), "SAME", **options),
    "jax.lax.conv": lambda f, x, **options: f(x[None, None], x[None, None], (1, 1), "SAME", **options),
    "jax.lax.conv_with_general_padding": lambda f, x, **options: f(
        x[None, None], x[None, None], (1, 1), "SAME", (1, 1), (1, 1), **options
    ),
    "jax.lax.ragged_dot": lambda f, x, **options: f(x, x[None], jnp.array([x.shape[0]]), **options),
    "jax.lax.batch_matmul": lambda f, x, **options: f(x[None], x[None], **options),
    "jax.numpy.convolve": lambda f, x, **options: f(x[0], x[0], **options),
    "jax.numpy.correlate": lambda f, x, **options: f(x[0], x[0], **options),
    "jax.numpy.matvec": lambda f, x, **options: f(x, x[0], **options),
    "jax.numpy.vecmat": lambda f, x, **options: f(x[0], x, **options),
    "jax.lax.reduce_sum": lambda f, x, **options: f(x, (0, 1), **options),
    "jax.lax.reduce_prod": lambda f, x, **options: f(x, (0, 1), **options),
    "jax.numpy.trace": lambda f, x, **options: f(x, **options),
    **{
        f"jax.numpy.{name}": lambda f, x, **options: f(x, x, **options)
        for name in ("dot", "matmul", "tensordot", "vdot", "inner", "vecdot", "linalg.matmul", "linalg.tensordot",
                     "linalg.vecdot")
    },
    "jax.lax.dot": lambda f, x, **options: f(x, x, **options),
    "jax.Array.dot": lambda f, x, **options: f(x, x, **options),
}  # fmt: skip
"""How a function is called with a matrix; by default, with the matrix alone."""


def function(name: str) -> Any:
    found = reduce(getattr, name.split(".")[1:], jax)
    return (
        found
        if not name.startswith("jax.Array.")
        else lambda x, *rest, **options: getattr(x, name[10:])(*rest, **options)
    )


def result(name: str, x: Any, **options: Any) -> Any:
    call = CALLS.get(name, lambda f, x, **options: f(x, **options))
    return call(function(name), x, **options)


@pytest.mark.parametrize("name", ACCUMULATIONS)
def test_the_table_agrees_with_jax(name: str) -> None:
    accumulation = ACCUMULATIONS[name]
    parameters = inspect.signature(reduce(getattr, name.split(".")[1:], jax)).parameters
    of_width = [each for each in ("preferred_element_type", "dtype") if each in parameters]
    assert of_width == ([accumulation.parameter] if accumulation.parameter else [])
    x = jnp.asarray(np.random.default_rng(0).uniform(0.5, 1.5, (8, 8)), jnp.bfloat16)
    assert result(name, x).dtype == jnp.bfloat16  # the result is rounded
    wide = {accumulation.parameter: jnp.float32} if accumulation.parameter else {}
    asked = result(name, x, **wide) if wide else result(name, x.astype(jnp.float32))
    assert asked.dtype == jnp.float32
    operations = str(jax.make_jaxpr(lambda x: result(name, x))(x))
    assert ("f32[" in operations) == accumulation.is_wide


SUMS = [name for name, each in ACCUMULATIONS.items() if each in (PRODUCT, REDUCTION) and "prod" not in name]


@pytest.mark.parametrize("name", SUMS)
def test_a_result_that_is_asked_for_is_more_exact_than_a_late_cast(name: str) -> None:
    x = jnp.asarray(np.random.default_rng(1).uniform(0.5, 1.5, (32, 32)), jnp.bfloat16)
    with jax.enable_x64(True):
        exact = np.asarray(result(name, x.astype(jnp.float64)))
    late = np.asarray(result(name, x).astype(jnp.float32), np.float64)
    early = np.asarray(result(name, x, **{ACCUMULATIONS[name].parameter: jnp.float32}), np.float64)
    assert np.abs(early - exact).max() < np.abs(late - exact).max() / 16


TOLD = [
    "z = (m @ m).astype(jnp.float32)",
    "z = (m @ m).astype('float32')",
    "z = jnp.einsum('ij,jk->ik', m, m).astype(jnp.float32)",
    "z = jnp.float32(jnp.dot(x, x))",
    "z = jnp.asarray(jnp.tensordot(m, m), jnp.float32)",
    "z = lax.convert_element_type(jnp.matmul(m, m), jnp.float32)",
    "z = jnp.astype(m.dot(m), jnp.float32)",
    "z = lax.dot_general(m, m, (((1,), (0,)), ((), ()))).astype(jnp.float32)",
    "z = jnp.sum(m).astype(jnp.float32)",
    "z = m.mean(-1).astype(jnp.float32)",
    "z = jnp.var(m).astype(jnp.float32)",
    "z = jnp.cumsum(x).astype(jnp.float32)",
    "z = jax.nn.logsumexp(m, axis=-1).astype(jnp.float32)",
    "z = jax.nn.softmax(m).astype(jnp.float32)",
    "z = m @ m\nz = z.astype(jnp.float32)",
    "z = (m @ m).reshape(2, 8)[0].astype(jnp.float32)",
    "z = jnp.transpose(m @ m).astype(jnp.float32)",
    "def f(a, b):\n    logits = a @ b\n    return logits.astype(jnp.float32)\nf(m, m)",
    "def f(a, b):\n    return (a @ b).astype(jnp.float32)\njax.jit(jax.vmap(f))(m[None], m[None])",
]


@pytest.mark.parametrize("text", TOLD)
def test_a_late_upcast_is_told_at_the_product(tmp_path: Path, text: str) -> None:
    (finding,) = told(tmp_path, MATRIX + text)
    assert finding.code.name == CODE
    assert "rounds its result to bfloat16" in finding.message


SILENT = [
    "z = jnp.matmul(m, m, preferred_element_type=jnp.float32).astype(jnp.float32)",
    "z = jnp.matmul(m, m, preferred_element_type=jnp.bfloat16).astype(jnp.float32)",  # asked for
    "z = jnp.sum(m, dtype=jnp.float32)",
    "z = jnp.sum(m, dtype=jnp.bfloat16).astype(jnp.float32)",
    "z = jnp.sum(m.astype(jnp.float32))",
    "z = (m.astype(jnp.float32) @ m.astype(jnp.float32)).astype(jnp.float32)",
    "z = (m @ m).astype(jnp.bfloat16)",
    "z = (m @ m + m).astype(jnp.float32)",  # rounded by the sum, too
    "z = jnp.max(m).astype(jnp.float32)",
    "z = m.astype(jnp.float32)",
    "def norm(a):\n    return a.astype(jnp.float32) * 2\nz = norm(m @ m)",  # of the callee's own accord
    "i = jnp.ones((4, 4), jnp.int8)\nz = (i @ i).astype(jnp.float32)",
    "z = jnp.where(x > 0, jnp.dot(x, x), x).astype(jnp.float32)",
    "p = jax.nn.softmax(x)\nz = p[jnp.argsort(p)].astype(jnp.float32)",  # picked out for a plot
    "z = (m @ m if unknown() else m).astype(jnp.float32)",
]


@pytest.mark.parametrize("text", SILENT)
def test_other_casts_are_silent(tmp_path: Path, text: str) -> None:
    assert told(tmp_path, MATRIX + text) == []


def test_a_product_of_unknown_dtypes_is_told_since_the_cast_expects_a_narrow_one(tmp_path: Path) -> None:
    text = "def f(a, b):\n    logits = jnp.einsum('ij,jk->ik', a, b)\n    return logits.astype(jnp.float32)"
    (finding,) = told(tmp_path, text)
    assert (finding.code.name, finding.context) == (CODE, "declared")
    assert "the dtype of its operands" in finding.message


@pytest.mark.parametrize(
    "text",
    [
        "def f(a, b): return jnp.sum(a).astype(jnp.float32)",  # of a mask, maybe
        "def f(a, b): return (a @ b).astype(jnp.float32)",  # no operator of arrays is known
        "def f(a, b): return jnp.dot(a, b).astype(b.dtype)",
    ],
)
def test_other_unknown_results_are_silent(tmp_path: Path, text: str) -> None:
    assert told(tmp_path, text) == []
