"""Numbers that a value of unknown type replaces: their class is unknown."""

from typing import Any
import jax
import jax.numpy as jnp
import json
import numpy as np


def case_0() -> None:
    def load() -> dict[str, Any]:
        return json.loads('{"lr": 0.5}')

    def main() -> None:
        config = {"lr": 1}
        config.update(load())
        reveal_type(jnp.ones(2, jnp.int32) * config["lr"])

    main()


def case_1() -> None:
    def load() -> dict[str, Any]:
        return json.loads('{"lr": 0.5}')

    def main() -> None:
        rates = (1, 2)
        rates = tuple(load().values())
        reveal_type(jnp.ones(2, jnp.int32) * rates[0])

    main()


def case_2() -> None:
    def load() -> dict[str, Any]:
        return json.loads('{"lr": 0.5}')

    def main() -> None:
        rate = 2
        for rate in load().values():
            pass
        reveal_type(jnp.ones(2, jnp.int32) * rate)

    main()


def case_3() -> None:
    def main() -> None:
        total = 0
        for v in np.array([1, 2], np.float32):
            total += v
        reveal_type(jnp.ones(2, jnp.bfloat16) * total)

    main()


def case_4() -> None:
    def main() -> None:
        losses = [0.0]
        losses.append(np.ones(2, np.float32)[0])
        reveal_type(jnp.ones(2, jnp.bfloat16) * losses[1])

    main()


def case_5() -> None:
    def load() -> Any:
        return json.loads('{"lr": 0.5}')

    def main() -> None:
        config = {"lr": 1}
        config |= load()
        reveal_type(jnp.ones(2, jnp.int32) * config["lr"])

    main()


def case_6() -> None:
    def main() -> None:
        losses = [0.0]
        losses[0] += np.array([1, 2], np.float32)[0]
        reveal_type(jnp.ones(2, jnp.bfloat16) * losses[0])

    main()


case_0()
case_1()
case_2()
case_3()
case_4()
case_5()
case_6()
