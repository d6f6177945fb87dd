"""Valid code in which the plugin has no error: variables that hold an array's items, and elsewhere other values."""

import jax
import jax.numpy as jnp


def shifted(index):
    if len(index) == 2:
        dx, dy = index
        dz = 0
    else:
        dx, dy, dz = jnp.asarray(index, jnp.int32)
    return dx + dy + dz


def sampled(count: int) -> jax.Array:
    total, subkey = jnp.zeros(3), None
    key = jax.random.PRNGKey(0)
    for _ in range(count):
        key, subkey = jax.random.split(key)
        total += jax.random.normal(subkey, (3,))
        subkey = None
    return total


def last() -> None:
    first, other = jax.random.split(jax.random.PRNGKey(0))
    print(first)
    first, other = None, 3
    print(first, other)


def both(is_random: bool) -> None:
    if is_random:
        forward, backward = jax.random.split(jax.random.PRNGKey(0))
    else:
        forward = backward = None
    print(forward, backward)
    loss = total = 0.0
    for _ in range(2):
        loss = jnp.ones(2).sum()
        total += loss
    print(loss, total)


both(True)
both(False)


class Sampler:
    def __init__(self, device: str) -> None:
        self.device, self.key = device, jax.random.PRNGKey(0)

    def what_draws(self, is_here: bool) -> object:
        if is_here:
            self.key, source = jax.random.split(self.key)
        else:
            source = self.device
        return source


print(Sampler("cpu").what_draws(True), Sampler("cpu").what_draws(False))
print(shifted((1, 2)), shifted((1, 2, 3)), sampled(2))
last()
