import jax, jax.numpy as jnp, numpy as np
from functools import partial
import optax

h = jnp.ones((3, 2), jnp.bfloat16)
params = {"w": h, "b": jnp.zeros(2)}


@partial(jax.jit, static_argnames=("n", "use_bias"))
def step(params, x, *, n=1, use_bias=True):
    def loss(p):
        y = x @ p["w"]
        if use_bias:
            y = y + p["b"]
        return (y**n).mean()

    g = jax.grad(loss)(params)
    return jax.tree.map(lambda p, g: p - 0.1 * g, params, g), loss(params)


p, l = step(dict(params), jnp.ones((4, 3)))
reveal_type((p, l))
p, l = step(p, jnp.ones((4, 3), jnp.bfloat16), n=2, use_bias=False)
reveal_type((p, l))
tx = optax.adam(1e-3)
opt_state = tx.init(params)
reveal_type(opt_state[0].mu)
reveal_type(opt_state[0].count)
g = jax.tree.map(jnp.ones_like, params)
for _ in range(2):
    updates, opt_state = tx.update(g, opt_state, params)
    params = optax.apply_updates(params, updates)
    reveal_type(updates)
    reveal_type(params)
chain = optax.chain(optax.clip_by_global_norm(1.0), optax.sgd(0.1, momentum=0.9))
s = chain.init(params)
u, s = chain.update(g, s)
reveal_type(u)


class Scheduler:
    def __init__(self, base):
        self.base = base
        self._step = 0

    @property
    def lr(self):
        return self.base * (0.5**self._step)

    def __call__(self):
        self._step += 1
        return self.lr


sched = Scheduler(np.float32(0.1))
reveal_type(sched())
reveal_type(h * sched.lr)
reveal_type(h * float(sched.lr))
s2 = Scheduler(0.1)
reveal_type(h * s2())
ema = jax.tree.map(lambda x: x.astype(jnp.float32), params)
for i in range(3):
    ema = jax.tree.map(lambda e, p: e * 0.9 + p * 0.1, ema, params)
reveal_type(ema)
scaler = {"scale": 2.0**15, "good": 0}


def scaled_step(params, scaler, bad):
    g = jax.tree.map(lambda p: p * scaler["scale"], params)
    finite = jax.tree.reduce(lambda a, b: a & jnp.isfinite(b).all(), g, True)
    g = jax.tree.map(lambda x: x / scaler["scale"], g)
    scaler = {**scaler, "scale": scaler["scale"] / 2 if bad else scaler["scale"], "good": scaler["good"] + 1}
    return jax.tree.map(lambda p, x: jnp.where(finite, p - x, p), params, g), scaler, finite


params, scaler, fin = scaled_step(params, scaler, False)
reveal_type((params, scaler, fin))
params, scaler, fin = jax.jit(scaled_step, static_argnums=2)(params, scaler, True)
reveal_type((params, scaler, fin))


@jax.jit
def weak(x, y=1.0):
    return x * y, y


reveal_type(weak(h))
reveal_type(weak(h, 2))
reveal_type(weak(h, jnp.float32(2)))
reveal_type(jax.jit(lambda: 1.0)())
reveal_type(jax.jit(lambda x: x)(True))
reveal_type(jax.jit(lambda d: d)({"a": 1, "n": None}))
reveal_type(jax.checkpoint(lambda x: x * 2)(1.5))
rng = jax.random.key(0)
k1, k2 = jax.random.split(rng)
reveal_type(jax.random.normal(k1, (2,), jnp.bfloat16))
reveal_type(jax.random.bernoulli(k2, 0.5, (2,)))
reveal_type(jax.random.randint(k1, (2,), 0, 3))
reveal_type(jax.random.categorical(k1, jnp.ones((2, 3))))
reveal_type(jax.nn.one_hot(jnp.arange(3), 3))
reveal_type(jax.nn.softmax(h, axis=-1))
reveal_type(jax.nn.relu(h))
reveal_type(jnp.einsum("ij,jk->ik", h, jnp.ones((2, 2))))
reveal_type(jnp.argmax(h, -1))
reveal_type(jnp.take(h, jnp.array([0]), axis=0))
reveal_type(h[jnp.arange(2)].astype(float))
