"""Lists and dicts of dtype classes accept other dtypes, and a dtype that comes out of them is unknown."""

from collections import defaultdict
from typing import Any
import jax
import jax.numpy as jnp


def case_0() -> None:
    def main() -> None:
        config = {"dtype": jnp.bfloat16}
        config["dtype"] = jnp.float32
        reveal_type(jnp.ones(2, config["dtype"]))

    main()


def case_1() -> None:
    def main() -> None:
        dtypes = [jnp.bfloat16]
        dtypes.append(jnp.float32)
        reveal_type(jnp.ones(2, dtypes[1]))

    main()


def case_2() -> None:
    def main() -> None:
        config = {"dtype": jnp.bfloat16}
        other = config
        other["dtype"] = jnp.float32
        reveal_type(jnp.ones(2, config["dtype"]))

    main()


def case_3() -> None:
    def main() -> None:
        config = {"a": {"dtype": jnp.bfloat16}}
        config["a"]["dtype"] = jnp.float32
        config["b"] = {"dtype": jnp.float16}
        reveal_type(jnp.ones(2, config["a"]["dtype"]))

    main()


def case_4() -> None:
    def main() -> None:
        pairs = [(jnp.bfloat16, 1)]
        pairs.append((jnp.float32, 2))
        reveal_type(jnp.ones(2, pairs[1][0]))

    main()


def case_5() -> None:
    def main() -> None:
        dtypes = defaultdict(lambda: jnp.bfloat16)
        dtypes["a"] = jnp.float32
        reveal_type(jnp.ones(2, dtypes["a"]))

    main()


def case_6() -> None:
    class Config:
        table = {"a": jnp.bfloat16}

    def main() -> None:
        Config.table["a"] = jnp.float32

    main()


def case_7() -> None:
    class Policy:
        stack = [jnp.bfloat16]

        def __init__(self, d):
            self.d = d

        def __enter__(self):
            self.stack.append(self.d)

        def __exit__(self, *a):
            self.stack.pop()

    def make():
        return jnp.ones(2, Policy.stack[-1])

    def main() -> None:
        with Policy(jnp.float32):
            reveal_type(make())

    main()


def case_8() -> None:
    dtypes = [jnp.bfloat16]

    def push(d: Any) -> None:
        dtypes.append(d)

    def main() -> None:
        push(jnp.float32)
        reveal_type(jnp.ones(2, dtypes[-1]))

    main()


def case_9() -> None:
    CONFIG = {"dtype": jnp.bfloat16}

    def configure(**k: Any) -> None:
        CONFIG.update(k)

    def make():
        return jnp.ones(2, CONFIG["dtype"])

    def main() -> None:
        configure(dtype=jnp.float32)
        reveal_type(make())
        reveal_type(jnp.ones(2, CONFIG["dtype"]))

    main()


case_0()
case_1()
case_2()
case_3()
case_4()
case_5()
case_6()
case_7()
case_8()
case_9()
