"""The counter of ``fori_loop`` for every pair of bounds, known and traced."""

from __future__ import annotations

from itertools import product
from textwrap import indent

import jax.numpy as jnp
import numpy as np
from abstract import executed, interpreted
from jax import lax

BOUNDS = (
    "2", "True", "2.0", "jnp.int8(2)", "jnp.int16(2)", "jnp.int32(2)", "jnp.uint8(2)", "jnp.uint32(2)",
    "jnp.asarray(2)", "np.int8(2)", "np.int32(2)", "np.int64(2)", "x[0].astype(jnp.int8)", "x.shape[0]",
)  # fmt: skip
HEAD = """
import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
"""


def _accepted() -> list[tuple[str, str]]:
    """The pairs of bounds that JAX accepts."""
    names = {"jnp": jnp, "np": np, "x": jnp.arange(2)}
    found = []
    for lower, upper in product(BOUNDS, BOUNDS):
        try:
            lax.fori_loop(eval(lower, names), eval(upper, names), lambda i, carry: carry, 0.0)
        except TypeError:
            continue
        found.append((lower, upper))
    return found


def test_every_pair_of_bounds() -> None:
    pairs = _accepted()
    assert len(pairs) > 40
    calls = "".join(
        f"lax.fori_loop({lower}, {upper}, lambda i, carry: (reveal_type(i), carry)[1], 0.0)\n" for lower, upper in pairs
    )
    text = f"{HEAD}def f(x):\n{indent(calls, '    ')}\nf(jnp.arange(2))\njax.jit(f)(jnp.arange(2))\n"
    known, seen = interpreted(text), executed(text)
    assert known.keys() == seen.keys()
    wrong = {
        line: (known[line], texts)
        for line, texts in seen.items()
        if not texts <= known[line] and "array" not in known[line]
    }
    assert not wrong  # "array" is one of unknown dtype
    assert sum(known[line] == texts for line, texts in seen.items()) > len(pairs) // 2
