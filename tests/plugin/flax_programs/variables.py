import operator

import jax
import jax.numpy as jnp
from flax import nnx

w = nnx.Param(jnp.ones((3, 3), jnp.bfloat16))
statistic = nnx.BatchStat(jnp.arange(3))
c = nnx.Variable(jnp.ones(3, jnp.complex64))
flags = nnx.Variable(jnp.ones(3, bool))
x = jnp.ones((3, 3))
half = jnp.ones((3, 3), jnp.float16)

reveal_type(jnp.ones((2, 3)) @ w)
reveal_type(w @ x)
reveal_type(w * x)
reveal_type(x * w)
reveal_type(w * half)
reveal_type(half - w)
reveal_type(w * 0.5)
reveal_type(0.5 * w)
reveal_type(2 // w)
reveal_type(w / jnp.int32(2))
reveal_type(w**2)
reveal_type(w**x)
reveal_type(w % half)
reveal_type(w + w)
reveal_type(w - statistic)
reveal_type(-w)
reveal_type(+w)
reveal_type(abs(w))
reveal_type(abs(c))
reveal_type(~flags)
reveal_type(~statistic)
reveal_type(statistic / 2)
reveal_type(statistic << 1)
reveal_type(statistic & flags)
reveal_type(flags | True)
reveal_type(operator.mul(w, x))
reveal_type(operator.neg(w))
reveal_type(w.value)
reveal_type(w.get_value())
reveal_type(w[...])
reveal_type(w.value + x)
reveal_type(w.get_value() * half)
reveal_type(w[0] * x)
reveal_type(nnx.map(lambda path, leaf: leaf.astype(jnp.float16), {"a": x})["a"])
reveal_type(nnx.cond(True, lambda a: a * 2, lambda a: a + 1, half))

moving = nnx.BatchStat(jnp.zeros((3, 3)))
moving.value = half
reveal_type(moving.value)
reveal_type(moving * half)
moving.set_value(w.value)
reveal_type(moving.value)
reveal_type(moving.get_value())
reveal_type(half + moving)
reveal_type(-moving)
reveal_type(abs(moving))
w[...] = x
reveal_type(w.value)
reveal_type(w * 2)


class Linear(nnx.Module):
    def __init__(self) -> None:
        self.kernel = nnx.Param(jnp.ones((3, 3), jnp.bfloat16))
        self.mean = nnx.BatchStat(jnp.zeros(3, jnp.float16))
        self.count = nnx.Variable(jnp.array(0))

    def __call__(self, x: jax.Array) -> jax.Array:
        reveal_type(self.kernel * jnp.ones(3))
        reveal_type(self.kernel + 1)
        self.mean.value = self.mean * 0.9 + x.mean(0) * 0.1
        reveal_type(self.mean.value)
        reveal_type(self.mean + self.kernel)
        self.count.value += 1
        return x @ self.kernel


reveal_type(Linear()(x))
