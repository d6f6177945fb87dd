import jax, jax.numpy as jnp, numpy as np
from jax import lax

h, f = jnp.ones(2, jnp.bfloat16), jnp.ones(2)
cfg = {"dtype": jnp.bfloat16, "n": 0}


@jax.jit
def f1(x):
    cfg["n"] += 1
    return x.astype(cfg["dtype"])


reveal_type(f1(f))
cfg["dtype"] = jnp.float16
reveal_type(f1(f))
reveal_type(cfg["n"])
reveal_type(f1(jnp.ones(3)))
reveal_type(f1(jnp.ones(3, jnp.int8)))
reveal_type(cfg["n"])


class Cfg:
    scale = h

    def __init__(self):
        self.k = f


c = Cfg()


@jax.jit
def f2(x):
    return x * Cfg.scale * c.k


reveal_type(f2(h))
Cfg.scale = jnp.float32(1)
c.k = h
reveal_type(f2(h))
reveal_type(jax.vmap(f2)(jnp.ones((3, 2), jnp.bfloat16)))
reveal_type(jax.grad(lambda x: f2(x).sum())(h))


def outer(k):
    @jax.jit
    def inner(x):
        return x * k

    return inner


i1 = outer(h)
reveal_type(i1(h))
reveal_type(outer(f)(h))
for k in (h, f):
    g = jax.jit(lambda x: x * k)
    reveal_type(g(h))
k = jnp.float16(1)
reveal_type(g(h))


def body(c, x):
    return c, x * scale


scale = h
reveal_type(lax.scan(body, f, h)[1])
scale = f
reveal_type(lax.scan(body, f, h)[1])
reveal_type(lax.scan(body, h, h)[1])


def branch(x):
    return x * scale


reveal_type(lax.cond(True, branch, branch, h))
scale = h
reveal_type(lax.cond(True, branch, branch, h))
reveal_type(jax.vmap(branch)(h))
flag = True


@jax.jit
def f3(x):
    if flag:
        return {"a": x}
    return {"a": x, "b": x.astype(jnp.float16)}


reveal_type(f3(h))
flag = False
reveal_type(f3(h))
f3.clear_cache()


def train():
    state = {"p": h}

    @jax.jit
    def step(p, lr):
        return p - lr * p

    for i in range(3):
        state["p"] = step(state["p"], 0.1 if i < 2 else np.float32(0.1))
    return state


reveal_type(train())


def loop(n):
    p = h
    step = jax.jit(lambda p: p * 2)
    for _ in range(n):
        p = step(p)
    return p


reveal_type(loop(1000))


@jax.jit
def fact(n, x):
    return lax.fori_loop(0, n, lambda i, v: v * 2, x)


reveal_type(fact(3, h))
reveal_type(fact(jnp.int8(3), 1.0))


@jax.jit
def err(x):
    if x.dtype == jnp.float32:
        raise ValueError("no")
    return x


try:
    err(f)
except ValueError:
    reveal_type(err(h))
with jax.disable_jit():
    reveal_type(f1(f))
    reveal_type(cfg["n"] > 2)
hits = []


def note(x):
    hits.append(x.dtype)
    return x


jn = jax.jit(note)
jn(h)
jn(h)
jn(f)
note(h)
reveal_type(len(hits))
lr = 0.1


@jax.jit
def upd(p):
    return p - lr * p


reveal_type(upd(h))
lr = np.float32(0.1)
reveal_type(upd(h))
reveal_type(upd(jnp.ones((), jnp.bfloat16)))
