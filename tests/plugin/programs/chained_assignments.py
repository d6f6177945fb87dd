"""Several variables and attributes that one statement assigns, one of which a function or method assigns anew."""

import jax.numpy as jnp


class Model:
    def __init__(self) -> None:
        self.x = self.y = jnp.ones(3)

    def run(self) -> None:
        self.x = z = jnp.ones(3)
        self.change()
        reveal_type(self.x)
        reveal_type(z)

    def change(self) -> None:
        self.x = jnp.arange(3)


def main() -> None:
    a = g = jnp.ones(3) > 0

    def change() -> None:
        nonlocal a
        a = jnp.ones(3)

    change()
    reveal_type(a)
    reveal_type(g)
    b = c = jnp.ones(3)
    b = b > 0
    reveal_type(b)
    reveal_type(c)


Model().run()
main()
