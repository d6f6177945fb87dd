"""The results of loops and branches as JAX traces them, and the words about carries and branches that it rejects."""

from __future__ import annotations

import pytest
from abstract import same, written

from jaxtyping_promo.interpreter.program import Program
from jaxtyping_promo.interpreter.run import Systems

RESULTS = """
import jax.numpy as jnp
from jax import lax

one, half = jnp.float32(1), jnp.ones(2, jnp.bfloat16)
reveal_type(lax.scan(lambda c, x: (c + one, c), 1.0, jnp.arange(3)))
reveal_type(lax.scan(lambda c, x: (c + half[0], c), 1j, jnp.arange(3)))
reveal_type(lax.fori_loop(0, 3, lambda i, c: c * 0.5, 1))
reveal_type(lax.cond(one > 0, lambda: 1.0, lambda: one))
reveal_type(lax.cond(one > 0, lambda: one, lambda: 1.0))
reveal_type(lax.switch(0, [lambda: 1.0, lambda: one]))
reveal_type(lax.switch(0, [lambda: one, lambda: 1.0]))
"""


def test_results() -> None:
    same(RESULTS)


WORDS = {
    "lax.scan(lambda c, x: ((c[0], {'m': c[1]['m'] * one}), None), (one, {'m': half}), None, 2)": (
        'The carry of lax.scan must keep its dtype: carry[1]["m"] is bfloat16 and becomes float32',
        "Return (c[1]['m'] * one).astype(jnp.bfloat16), or start with float32",
    ),
    "lax.fori_loop(0, 2, lambda i, c: c / 2, jnp.int32(8))": (
        "The carry of lax.fori_loop must keep its dtype: carry is int32 and becomes float32",
        "Start with float32",
    ),
    "lax.cond(one > 0, lambda: (one, 2), lambda: (one, half[0]))": (
        "The branches of lax.cond must return the same dtypes: result[1] is int32 in true_fun and bfloat16 in false_fun",
        "Return jnp.bfloat16(2)",
    ),
    "jax.grad(lambda p: p['w'].sum())({'w': half, 'n': jnp.arange(3)})": (
        'jax.grad needs float arguments, and argument 1 at ["n"] is int32',
        "Write jnp.arange(3).astype(jnp.float32), or pass allow_int=True, which makes gradients of dtype float0",
    ),
}


@pytest.mark.parametrize("expression", WORDS)
def test_words(expression: str) -> None:
    head = "import jax\nimport jax.numpy as jnp\nfrom jax import lax\n"
    values = "one, half = jnp.float32(1), jnp.ones(2, jnp.bfloat16)\n"
    names: dict[str, object] = {}
    exec(head + values, names)
    with pytest.raises(TypeError):
        eval(expression, names)
    with written(head + values + expression + "\n") as files:
        program = Program(files, systems=Systems())
        program.interpret()
    told = [each for verdicts in program.run.records.verdicts.values() for each in verdicts.values() if each.raises]
    assert [(each.message, each.advice) for each in told] == [WORDS[expression]]
