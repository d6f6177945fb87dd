"""Lists that change through an object that keeps them, where no type says so."""

from concurrent.futures import Future, ThreadPoolExecutor

import jax
import jax.numpy as jnp


def fill(xs: list[jax.Array]) -> None:
    xs.append(jnp.ones(2))


class Keeper:
    def __setitem__(self, key: int, xs: list[jax.Array]) -> None:
        fill(xs)


def main() -> None:
    xs = [jnp.ones(2, jnp.bfloat16)]
    with ThreadPoolExecutor() as executor:
        list(executor.map(fill, [xs]))
    reveal_type(xs[-1])
    ys = [jnp.ones(2, jnp.bfloat16)]
    future: Future[list[jax.Array]] = Future()
    future.set_result(ys)
    future.result().append(jnp.ones(2))
    reveal_type(ys[-1])
    zs = [jnp.ones(2, jnp.bfloat16)]
    Keeper()[0] = zs
    reveal_type(zs[-1])


main()
