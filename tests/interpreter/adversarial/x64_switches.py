import jax, jax.numpy as jnp, numpy as np

x = jnp.ones(3)
reveal_type(jnp.asarray(np.ones(2)))
with jax.enable_x64(True):
    y = jnp.ones(3)
    reveal_type(y)
    reveal_type(x + y)
    reveal_type(jnp.arange(3))
    reveal_type(x * np.float64(2))
    reveal_type(jnp.asarray(np.ones(2)))

    def inner():
        return jnp.zeros(2) + 1

    z = inner()
reveal_type(z)
reveal_type(z + x[:2])
reveal_type(inner())
reveal_type(jnp.asarray(z))
reveal_type(z.astype(float))
jax.config.update("jax_enable_x64", True)
reveal_type(jnp.ones(2))
reveal_type(jnp.asarray(1) * jnp.int8(1))
reveal_type(x.sum())
reveal_type(jnp.mean(jnp.arange(3)))


@jax.jit
def f(a):
    return a * jnp.ones(3)


reveal_type(f(x))
jax.config.update("jax_enable_x64", False)
reveal_type(f(x))
reveal_type(f(1))
reveal_type(jnp.float64(2))


def switch(flag):
    jax.config.update("jax_enable_x64", flag)
    try:
        return jnp.ones(1)
    finally:
        jax.config.update("jax_enable_x64", False)


reveal_type(switch(True))
reveal_type(jnp.ones(1))


class X64:
    def __enter__(self):
        self.old = jax.config.jax_enable_x64
        jax.config.update("jax_enable_x64", True)

    def __exit__(self, *a):
        jax.config.update("jax_enable_x64", self.old)


with X64():
    reveal_type(jnp.ones(1))
reveal_type(jnp.ones(1))
try:
    with X64():
        raise KeyError("x")
except KeyError:
    reveal_type(jnp.ones(1))
with jax.numpy_dtype_promotion("strict"):
    reveal_type(x * 2)
    try:
        x * jnp.bfloat16(2)
        reveal_type("unreached")
    except Exception:
        reveal_type("strict")
reveal_type(x * jnp.bfloat16(2))
for flag in (True, False):
    with jax.enable_x64(flag):
        reveal_type(jnp.zeros(1) * jnp.float32(1))


def gen():
    with jax.enable_x64(True):
        yield jnp.ones(1)
    yield jnp.ones(1)


reveal_type([v for v in gen()])
