import jax, jax.numpy as jnp
from jax import lax

x = jnp.ones((5, 3), jnp.bfloat16)


def f(carry, row):
    total, count, best = carry
    total = total + row
    count = count + 1
    best = jnp.where(count > 2, row, best)
    return (total, count, best), (row * 2, {"n": count, "none": None})


(t, c, b), (ys, d) = lax.scan(f, (jnp.zeros(3), 0, jnp.zeros(3, jnp.bfloat16)), x)
reveal_type((t, c, b, ys, d))
reveal_type((ys.shape, d["n"].shape))
out = lax.scan(lambda c, _: (c * 1.0, c), 1, None, length=3)
reveal_type(out)
out = lax.scan(lambda c, _: (c * 2, c), 1.0, None, length=3)
reveal_type(out)
w = lax.while_loop(lambda s: s[0] < 3, lambda s: (s[0] + 1, s[1] * 2, s[2]), (0, jnp.float16(1), None))
reveal_type(w)
fo = lax.fori_loop(0, 3, lambda i, v: v + i.astype(v.dtype), jnp.ones(2, jnp.bfloat16))
reveal_type(fo)
fo2 = lax.fori_loop(0, 3, lambda i, v: v + i, jnp.zeros((), jnp.int32))
reveal_type(fo2)
fo3 = lax.fori_loop(0, 3, lambda i, v: (i, v[1]), (0, 2.0))
reveal_type(fo3)
cd = lax.cond(x[0, 0] > 0, lambda a: a.astype(jnp.float32), lambda a: a * jnp.float32(2), x[0])
reveal_type(cd)
cd2 = lax.cond(True, lambda: 1, lambda: 2)
reveal_type(cd2)
cd3 = lax.cond(x[0, 0] > 0, lambda a: (a, 1.0), lambda a: (a, 2.0), x[0])
reveal_type(cd3)
sw = lax.switch(1, [lambda v: v, lambda v: v * 2, lambda v: -v], x)
reveal_type(sw)
mp = lax.map(lambda r: r.sum() * 2, x)
reveal_type(mp)
ac = lax.associative_scan(jnp.add, x)
reveal_type(ac)
vm = jax.vmap(lambda a, b: (a * b, b), in_axes=(0, None), out_axes=(1, None))(x, 2.0)
reveal_type((vm, vm[0].shape))
vm2 = jax.vmap(lambda p: p["w"] + p["b"], in_axes=({"w": 0, "b": None},))({"w": x, "b": jnp.float32(1)})
reveal_type((vm2, vm2.shape))
vm3 = jax.vmap(jax.vmap(lambda a: a + 1, in_axes=1, out_axes=1))(jnp.ones((2, 3, 4), jnp.int8))
reveal_type((vm3, vm3.shape))
pm = jax.vmap(lambda a, *, s: a * s)(x, s=jnp.ones(5))
reveal_type(pm)


def nested(x):
    def inner(c, y):
        c2, z = lax.scan(lambda a, b: (a + b, a * y), c, jnp.arange(3.0))
        return c2, z

    return lax.scan(inner, jnp.float32(0), x)


reveal_type(nested(jnp.ones(4, jnp.float32)))
reveal_type(jax.jit(nested)(jnp.ones(4, jnp.bfloat16)))
cum = jnp.cumsum(x, axis=0)
reveal_type(cum)
reveal_type(lax.reduce(x, jnp.bfloat16(0), lax.add, (0,)))
reveal_type(lax.dynamic_slice(x, (0, 0), (2, 2)))
reveal_type(lax.dynamic_update_slice(x, jnp.ones((1, 1), jnp.bfloat16), (0, 0)))
reveal_type(lax.top_k(x, 2))
reveal_type(lax.iota(jnp.int16, 3))
reveal_type(lax.select(x > 0, x, x))
reveal_type(lax.convert_element_type(1.0, jnp.float16))
reveal_type(lax.full_like(x, 2))
reveal_type(lax.rsqrt(x))
