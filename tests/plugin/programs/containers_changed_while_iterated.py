"""Lists and dicts that get items of another dtype while a loop or an iterator goes through them."""

import jax.numpy as jnp


def main() -> None:
    mask = jnp.ones(3) > 0
    xs = [jnp.ones(3, jnp.bfloat16), jnp.ones(3, jnp.bfloat16)]
    for _, e in enumerate(xs):
        xs[1:] = [mask]
        reveal_type(e)
    ys = [jnp.ones(3, jnp.bfloat16)]
    for f in ys:
        reveal_type(f)
        if len(ys) < 3:
            ys.append(f > 0)
    us = [jnp.ones(3, jnp.bfloat16)]
    also = us
    for g in us:
        reveal_type(g)
        if len(us) < 2:
            also.append(mask)
    ds = {"a": jnp.ones(3, jnp.bfloat16), "b": jnp.ones(3, jnp.bfloat16)}
    for _, h in ds.items():
        ds["b"] = mask
        reveal_type(h)
    vs = [jnp.ones(3, jnp.bfloat16)]
    iterator = iter(vs)
    vs.append(mask)
    next(iterator)
    reveal_type(next(iterator))
    ws = [jnp.ones(3, jnp.bfloat16)]
    mapped = map(lambda t: t, ws)
    ws[0] = mask
    reveal_type(next(mapped))
    zs = [jnp.ones(3, jnp.bfloat16)]
    items = (t * 2 for t in zs)
    zs[0] = mask
    reveal_type(next(items))
    ps = [jnp.ones(3, jnp.bfloat16)]
    for p in list(ps):  # a copy keeps its items
        reveal_type(p)
        ps.append(mask)
