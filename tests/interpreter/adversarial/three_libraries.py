import jax, jax.numpy as jnp
import flax.linen as nn
from flax import nnx
from flax.training import train_state
import optax


class MLP(nn.Module):
    width: int
    dtype: object = jnp.bfloat16

    @nn.compact
    def __call__(self, x, train=False):
        for i in range(2):
            x = nn.Dense(self.width, dtype=self.dtype, name=f"d{i}")(x)
            x = nn.relu(x)
        x = nn.BatchNorm(use_running_average=not train)(x)
        x = nn.Dropout(0.1, deterministic=not train)(x)
        return nn.Dense(1)(x)


m = MLP(4)
x = jnp.ones((2, 3))
v = m.init({"params": jax.random.key(0), "dropout": jax.random.key(1)}, x, train=True)
reveal_type(jax.tree.map(lambda a: a.dtype.name, v["params"]["d0"]))
reveal_type(m.apply(v, x))
out, upd = m.apply(v, x, train=True, mutable=["batch_stats"], rngs={"dropout": jax.random.key(2)})
reveal_type((out, upd["batch_stats"]["BatchNorm_0"]))
state = train_state.TrainState.create(apply_fn=m.apply, params=v["params"], tx=optax.sgd(0.1))


@jax.jit
def step(state, batch, stats):
    def loss(p):
        y, u = state.apply_fn(
            {"params": p, "batch_stats": stats},
            batch,
            train=True,
            mutable=["batch_stats"],
            rngs={"dropout": jax.random.key(0)},
        )
        return (y**2).mean(), u

    (l, u), g = jax.value_and_grad(loss, has_aux=True)(state.params)
    return state.apply_gradients(grads=g), l, u["batch_stats"]


s, l, st = step(state, x, v["batch_stats"])
reveal_type((l, s.step, s.params["Dense_0"]["bias"], st["BatchNorm_0"]["mean"]))
half = jax.tree.map(lambda a: a.astype(jnp.bfloat16), v)
reveal_type(m.apply(half, x.astype(jnp.bfloat16)))


class Net(nnx.Module):
    def __init__(self, rngs):
        self.l1 = nnx.Linear(3, 4, rngs=rngs, dtype=jnp.bfloat16)
        self.count = nnx.Variable(jnp.zeros((), jnp.int32))
        self.bn = nnx.BatchNorm(4, rngs=rngs)

    def __call__(self, x):
        self.count[...] += 1
        return self.bn(nnx.relu(self.l1(x)))


net = Net(nnx.Rngs(0))
reveal_type(net(x))
reveal_type(net.count[...])
opt = nnx.Optimizer(net, optax.adam(1e-3), wrt=nnx.Param)


@nnx.jit
def tstep(net, opt, x):
    def loss(n):
        return (n(x) ** 2).mean()

    l, g = nnx.value_and_grad(loss)(net)
    opt.update(net, g)
    return l


for _ in range(2):
    reveal_type(tstep(net, opt, x))
reveal_type(net.l1.kernel[...])
gd, params, rest = nnx.split(net, nnx.Param, ...)
reveal_type(jax.tree.map(lambda a: a.dtype.name, nnx.to_pure_dict(params)))
merged = nnx.merge(gd, jax.tree.map(lambda a: a.astype(jnp.bfloat16), params), rest)
reveal_type(merged.l1.kernel[...])
reveal_type(merged(x.astype(jnp.bfloat16)))
import equinox as eqx


class E(eqx.Module):
    w: jax.Array
    b: jax.Array | None
    act: object = eqx.field(static=True)

    def __init__(self, key, dtype, bias=True):
        self.w = jax.random.normal(key, (3, 3), dtype)
        self.b = jnp.zeros(3) if bias else None
        self.act = jax.nn.gelu

    def __call__(self, x):
        y = self.w @ x
        return self.act(y if self.b is None else y + self.b)


e = E(jax.random.key(0), jnp.bfloat16, bias=False)
reveal_type(e(jnp.ones(3, jnp.bfloat16)))
reveal_type(jax.vmap(e)(jnp.ones((2, 3))))
e2 = eqx.tree_at(lambda m: m.w, e, replace_fn=lambda w: w.astype(jnp.float32))
reveal_type((e.w, e2.w))


@eqx.filter_value_and_grad
def loss(m, x):
    return m(x).sum()


reveal_type(loss(e, jnp.ones(3, jnp.bfloat16))[1].w)
params, static = eqx.partition(e, eqx.is_array)
reveal_type(eqx.combine(params, static)(jnp.ones(3)))
es = [E(k, d) for k, d in zip(jax.random.split(jax.random.key(0)), (jnp.bfloat16, jnp.float32))]
reveal_type([m(jnp.ones(3, jnp.bfloat16)) for m in es])
