"""Values that are one of several containers: aliases of a container that changes."""

from __future__ import annotations
import jax, jax.numpy as jnp


def by_or(c: bool) -> None:
    x = jnp.ones(3, jnp.bfloat16)
    n = jnp.arange(3)
    xs = [x]
    ys = xs or [n]
    ys[0] = n
    y = xs[0]
    y0 = ys[0]
    reveal_type(y)
    reveal_type(y0)


def by_conditional(c: bool) -> None:
    x = jnp.ones(3, jnp.bfloat16)
    n = jnp.arange(3)
    d = {"w": x}
    e = d if c else {"w": n}
    e["w"] = n
    y = d["w"]
    reveal_type(y)
    reveal_type(e["w"])


def by_default(c: bool) -> None:
    x = jnp.ones(3, jnp.bfloat16)
    n = jnp.arange(3)
    d = {"a": {"w": x}}
    e = d.get("a", {"w": n})
    e["w"] = n
    y = d["a"]["w"]
    reveal_type(y)


def by_or_directly(c: bool) -> None:
    x = jnp.ones(3, jnp.bfloat16)
    n = jnp.arange(3)
    d = {"w": x}
    (d or {"w": n})["w"] = n
    y = d["w"]
    reveal_type(y)
    xs = [x]
    (xs or [n]).append(n)
    z = xs[-1]
    (xs if c else [n]).insert(0, n)
    z0 = xs[0]
    reveal_type(z)
    reveal_type(z0)


def by_loop() -> None:
    x = jnp.ones(3, jnp.bfloat16)
    n = jnp.arange(3)
    d = {"w": x}
    e = {"w": n}
    for q in (d, e):
        q["w"] = n
    y = d["w"]
    reveal_type(y)
    for s in [x], [n]:
        s[0] = n
        reveal_type(s[0])


def by_walrus() -> None:
    x = jnp.ones(3, jnp.bfloat16)
    n = jnp.arange(3)
    d = {"w": x}
    if e := d or {"w": n}:
        e["w"] = n
    y = d["w"]
    reveal_type(y)
    t, f = 1, d or {"w": n}
    f["w"] = x
    y2 = d["w"]
    reveal_type(y2)
    reveal_type(t)


def by_chain(c: bool) -> None:
    x = jnp.ones(3, jnp.bfloat16)
    n = jnp.arange(3)
    d = {"w": x}
    e = {} or d or {"w": n}
    e["w"] = n
    y = d["w"]
    f = (d if c else e) if c else {"w": n}
    f["w"] = x
    y1 = d["w"]
    reveal_type(y)
    reveal_type(y1)
    xs = [x]
    es = [xs if c else [n]]
    es[0][0] = n
    y2 = xs[0]
    reveal_type(y2)
    zs = [v or [n] for v in [xs, xs]]
    zs[0][0] = x
    y3 = xs[0]
    reveal_type(y3)


by_or(True)
by_conditional(True)
by_default(True)
by_or_directly(True)
by_loop()
by_walrus()
by_chain(True)
