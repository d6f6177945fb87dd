"""Properties and descriptors whose setters store another dtype than they get."""

from typing import Any
import jax
import jax.numpy as jnp


def case_0() -> None:
    class Params:
        def __init__(self) -> None:
            self._lr = jnp.ones(2, jnp.bfloat16)

        @property
        def lr(self) -> jax.Array:
            return self._lr

        @lr.setter
        def lr(self, v: jax.Array) -> None:
            self._lr = v.astype(jnp.bfloat16)

    def main() -> None:
        p = Params()
        p.lr = jnp.ones(2)
        reveal_type(p.lr)

    main()


def case_1() -> None:
    class Cast:
        def __set_name__(self, o: type, n: str) -> None:
            self.n = "_" + n

        def __get__(self, o: Any, t: Any = None) -> jax.Array:
            return getattr(o, self.n)

        def __set__(self, o: Any, v: jax.Array) -> None:
            setattr(o, self.n, v.astype(jnp.bfloat16))

    class M:
        w = Cast()

    def main() -> None:
        m = M()
        m.w = jnp.ones(2)
        reveal_type(m.w)

    main()


case_0()
case_1()
