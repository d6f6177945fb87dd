"""`Array.item` fits wherever a number is expected."""

import jax
import jax.numpy as jnp


def case_0() -> None:
    def main() -> None:
        total = 0
        for _ in range(2):
            total += jnp.ones(2).mean().item()

    main()


def case_1() -> None:
    def main() -> None:
        best = 0
        best = jnp.ones(2).mean().item()

    main()


def case_2() -> None:
    def main() -> None:
        log = {"loss": 0}
        log["loss"] = jnp.ones(2).mean().item()

    main()


def case_3() -> None:
    def main() -> None:
        ok = (jnp.ones(2) > 0).all().item()
        ok = jnp.ones(2).mean().item()

    main()


def case_4() -> None:
    def main() -> None:
        names = {1: "a"}
        print(names.get(jnp.ones(2)[0].item()))

    main()


case_0()
case_1()
case_2()
case_3()
case_4()
