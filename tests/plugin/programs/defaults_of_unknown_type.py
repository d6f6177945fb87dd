"""Defaults of unknown type in `dict.get` and `dict.fromkeys`: the result is never None."""

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax


def f(x: jax.Array, y, d: dict[str, jax.Array], maybe: dict[str, jax.Array | None]) -> None:
    pair = lax.fori_loop(0, 2, lambda i, c: (c[0] + 1, c[1] * 2), (np.arange(3, dtype=np.int8), x))
    reveal_type(dict.fromkeys("ab", pair[1])["a"].astype(jnp.int8))
    reveal_type(d.get("b", pair[1]).astype(jnp.int8))
    items = dict.fromkeys("ab", y)
    reveal_type(d.get("b", items["a"]).astype(jnp.int8))
    reveal_type(getattr(x, "w", items["a"]).astype(jnp.int8))
    found = maybe.get("b", items["a"])
    reveal_type(found)
    missing = d.get("b", None)
    reveal_type(missing)


def main() -> None:
    f(jnp.ones(3), jnp.ones(3), {"a": jnp.ones(3)}, {"b": None})
