"""The items that generators yield, in loops and with `next`."""

import jax
import jax.numpy as jnp

def dataloader(arrays, batch_size, *, key):
    dataset_size = arrays[0].shape[0]
    indices = jnp.arange(dataset_size)
    while True:
        perm = jax.random.permutation(key, indices)
        (key,) = jax.random.split(key, 1)
        start = 0
        end = batch_size
        while end < dataset_size:
            batch_perm = perm[start:end]
            yield tuple(array[batch_perm] for array in arrays)
            start = end
            end = start + batch_size

def pairs(x, n):
    for i in range(n):
        yield x * i, jnp.arange(3)

def singles(x):
    yield x
    yield x + 1

def mixed(x):
    yield x
    yield x.astype(jnp.float32)

def use(x, n):
    s = jnp.zeros(3, x.dtype)
    for a, b in pairs(x, n):
        s = s + a
    return s

def main() -> None:
    key = jax.random.key(0)
    x = jnp.ones((6, 3), jnp.bfloat16)
    y = jnp.ones((6, 3), jnp.bfloat16)
    it = dataloader((x, y), 2, key=key)
    for step, (a, b) in zip(range(3), it):
        reveal_type(a)
        reveal_type(b)
    for a, b in pairs(x, 2):
        reveal_type(a)
        reveal_type(b)
    for p in singles(x):
        reveal_type(p)
        p = p.astype(jnp.float16)
        reveal_type(p)
    for i, p in enumerate(singles(x)):
        reveal_type(p)
    for m in mixed(x):
        reveal_type(m)
    first = next(it)
    reveal_type(first[0])
    u, v = next(it)
    reveal_type(u)
    reveal_type(use(x[0], 2))
main()









