import jax.numpy as jnp
import optax
from flax import nnx


class MLP(nnx.Module):
    def __init__(self, n, *, rngs):
        self.a = nnx.Linear(n, 4, rngs=rngs)
        self.b = nnx.Linear(4, 4, rngs=rngs, dtype=jnp.bfloat16, param_dtype=jnp.bfloat16)
        self.norm = nnx.LayerNorm(4, rngs=rngs)
        self.scale = nnx.Param(jnp.ones((4,), jnp.bfloat16))
        self.drop = nnx.Dropout(0.1, rngs=rngs)

    def __call__(self, x):
        x = nnx.relu(self.a(x))
        x = self.drop(x)
        y = self.b(x)
        return self.norm(x), y * self.scale, self.scale[...] + 1


model = MLP(3, rngs=nnx.Rngs(0))
p, q, r = model(jnp.ones((2, 3)))
gd, st = nnx.split(model)
k = st["a"]["kernel"]
k0 = k.value
k1 = k[...]
m2 = nnx.merge(gd, st)
o = m2(jnp.ones((2, 3)))[1]


def loss(m, x):
    return jnp.mean(m(x)[0])


l, g = nnx.value_and_grad(loss)(model, jnp.ones((2, 3)))
g0 = g["b"]["kernel"].value
opt = nnx.Optimizer(model, optax.adam(1e-3), wrt=nnx.Param)
opt.update(model, g)
z = model.b.kernel.value


@nnx.jit
def step(m, o, x):
    l, g = nnx.value_and_grad(loss)(m, x)
    o.update(m, g)
    return l


e = step(model, opt, jnp.ones((2, 3)))
z1 = model.b.kernel[...]
z2 = model.scale + 1
