import jax, jax.numpy as jnp, numpy as np
from typing import NamedTuple, Optional


class State(NamedTuple):
    params: dict
    mu: Optional[dict]
    step: jax.Array


h = lambda *s: jnp.ones(s, jnp.bfloat16)


def batches(n, seed=0):
    rng = np.random.default_rng(seed)
    for i in range(n):
        yield rng.normal(size=(2, 3)).astype(np.float32 if i % 2 else np.float16), {"i": i}


def prefetch(it, size=2):
    buf = []
    for item in it:
        buf.append(item)
        if len(buf) >= size:
            yield buf.pop(0)
    while buf:
        yield buf.pop(0)


def train(state, data, clip=None):
    losses = []
    for x, info in prefetch(data):

        def loss(p):
            return ((x @ p["w"]) ** 2).mean()

        l, g = jax.value_and_grad(loss)(state.params)
        if clip is not None:
            g = jax.tree.map(lambda v: jnp.clip(v, -clip, clip), g)
        mu = g if state.mu is None else jax.tree.map(lambda m, v: 0.9 * m + v, state.mu, g)
        state = State(jax.tree.map(lambda p, m: p - 0.1 * m, state.params, mu), mu, state.step + 1)
        losses.append(l)
        reveal_type(l)
    return state, losses


s, ls = train(State({"w": h(3, 2)}, None, jnp.int32(0)), batches(3))
reveal_type(s)
reveal_type(ls)
s, ls = train(s, batches(2), clip=np.float32(1))
reveal_type(s)
gen = batches(4)
reveal_type(next(gen)[0])
reveal_type(next(gen)[0])
for x, _ in gen:
    reveal_type(x)
    break
reveal_type([a.dtype.name for a, _ in gen])
reveal_type(next(gen, "done"))


def fib():
    a, b = jnp.int8(0), 1
    while True:
        yield a
        a, b = b, a + b


f = fib()
reveal_type([next(f) for _ in range(4)])


def window(xs, n):
    it = iter(xs)
    win = tuple(v for _, v in zip(range(n), it))
    yield win
    for v in it:
        win = win[1:] + (v,)
        yield win


reveal_type(list(window([h(1), jnp.ones(1), 2], 2)))


def acc():
    total = jnp.zeros((), jnp.bfloat16)
    while (v := (yield total)) is not None:
        total = total + v
    return total


a = acc()
next(a)
reveal_type(a.send(1))
reveal_type(a.send(jnp.float32(1)))
try:
    a.send(None)
except StopIteration as e:
    r = e.value
    reveal_type(r)
