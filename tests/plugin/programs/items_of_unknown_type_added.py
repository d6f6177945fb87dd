"""Lists and dicts of a known dtype to which a comprehension or generator adds items of unknown type."""

import jax.numpy as jnp
from jaxtyping_promo import Array, float16, float32

F = Array[float32]
H = Array[float16]


def f(x: F, h: H, m=2) -> None:
    a = [v for v in (x, x)]
    a.extend(t * m for t in [h])
    reveal_type(a[2])
    b = [x * 1]
    b.extend([t * m for t in [h]])
    reveal_type(b[1])
    c = [x * 1]
    c += (t * m for t in [h])
    reveal_type(c[1])
    d = {"a": x}
    d.update({k: t * m for k, t in {"a": h}.items()})
    reveal_type(d["a"])
    e = {"a": x}
    e.update((k, t * m) for k, t in {"a": h}.items())
    reveal_type(e["a"])


def main() -> None:
    x = jnp.arange(3, dtype=jnp.float32)
    f(x, x.astype(jnp.float16))
