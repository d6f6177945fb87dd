"""Lists and dicts that change through another holder: their items have no known dtype."""

from collections.abc import Generator
from contextvars import ContextVar
from dataclasses import dataclass
from functools import partial
from types import SimpleNamespace
from typing import NamedTuple
from typing import TypedDict
from typing import cast
from typing import overload
import itertools
import jax
import jax.numpy as jnp
import queue


def case_0() -> None:
    def main() -> None:
        xs = [jnp.ones(2, jnp.bfloat16)]
        ys = xs
        ys += (jnp.ones(2),)
        reveal_type(xs[-1])

    main()


def case_1() -> None:
    def main() -> None:
        d = {"a": jnp.ones(2, jnp.bfloat16)}
        e = d
        e |= {"a": jnp.ones(2)}
        reveal_type(d["a"])

    main()


def case_2() -> None:
    def main() -> None:
        train = val = {"loss": jnp.ones(2, jnp.bfloat16)}
        val["loss"] = jnp.ones(2)
        reveal_type(train["loss"])

    main()


def case_3() -> None:
    def main() -> None:
        d = {"a": jnp.ones(2, jnp.bfloat16)}

        def put(k: str, to: dict[str, jax.Array] = d) -> None:
            to[k] = jnp.ones(2)

        put("a")
        reveal_type(d["a"])

    main()


def case_4() -> None:
    def fill(z: list[jax.Array]) -> None:
        z.append(jnp.ones(2))

    def main() -> None:
        xs = [jnp.ones(2, jnp.bfloat16)]
        partial(fill, xs)()
        reveal_type(xs[-1])

    main()


def case_5() -> None:
    def fill(z: list[jax.Array]) -> None:
        z.append(jnp.ones(2))

    def main() -> None:
        xs = [jnp.ones(2, jnp.bfloat16)]
        hooks = [fill]
        for hook in hooks:
            hook(xs)
        reveal_type(xs[-1])

    main()


def case_6() -> None:
    class Hook:
        def __call__(self, z: list[jax.Array]) -> None:
            z.append(jnp.ones(2))

    def main() -> None:
        xs = [jnp.ones(2, jnp.bfloat16)]
        hook = Hook()
        hook(xs)
        reveal_type(xs[-1])

    main()


def case_7() -> None:
    class R:
        def __init__(self, z: list[jax.Array]) -> None:
            self.z = z

        def __enter__(self) -> list[jax.Array]:
            return self.z

        def __exit__(self, *a: object) -> None:
            pass

    def main() -> None:
        xs = [jnp.ones(2, jnp.bfloat16)]
        with R(xs) as zs:
            zs.append(jnp.ones(2))
        reveal_type(xs[-1])

    main()


def case_8() -> None:
    class R:
        def __init__(self, z: list[jax.Array]) -> None:
            self.z = z

        @property
        def it(self) -> list[jax.Array]:
            return self.z

    def main() -> None:
        xs = [jnp.ones(2, jnp.bfloat16)]
        R(xs).it.append(jnp.ones(2))
        reveal_type(xs[-1])

    main()


def case_9() -> None:
    class R:
        def __init__(self, z: list[jax.Array]) -> None:
            self.z = z

        def __getitem__(self, i: int) -> list[jax.Array]:
            return self.z

    def main() -> None:
        xs = [jnp.ones(2, jnp.bfloat16)]
        R(xs)[0].append(jnp.ones(2))
        reveal_type(xs[-1])

    main()


def case_10() -> None:
    class R(NamedTuple):
        z: list[jax.Array]

    def main() -> None:
        xs = [jnp.ones(2, jnp.bfloat16)]
        r = R(xs)
        r.z.append(jnp.ones(2))
        reveal_type(xs[-1])

    main()


def case_11() -> None:
    class R(TypedDict):
        z: list[jax.Array]

    def main() -> None:
        xs = [jnp.ones(2, jnp.bfloat16)]
        r = R(z=xs)
        r["z"].append(jnp.ones(2))
        reveal_type(xs[-1])

    main()


def case_12() -> None:
    def fill(z: list[jax.Array], v: jax.Array) -> None:
        z.append(v)

    def main() -> None:
        xs = [jnp.ones(2, jnp.bfloat16)]
        args = (xs, jnp.ones(2))
        fill(*args)
        reveal_type(xs[-1])

    main()


def case_13() -> None:
    def main() -> None:
        xs = [jnp.ones(2, jnp.bfloat16)]
        d = dict.fromkeys("ab", xs)
        d["a"].append(jnp.ones(2))
        reveal_type(xs[-1])

    main()


def case_14() -> None:
    def main() -> None:
        xs = [jnp.ones(2, jnp.bfloat16)]
        for q in itertools.chain([xs]):
            q.append(jnp.ones(2))
        reveal_type(xs[-1])

    main()


def case_15() -> None:
    def main() -> None:
        xs = [jnp.ones(2, jnp.bfloat16)]
        for _, q in sorted({"a": xs}.items()):
            q.append(jnp.ones(2))
        reveal_type(xs[-1])

    main()


def case_16() -> None:
    def main() -> None:
        xs = [jnp.ones(2, jnp.bfloat16)]
        for q in {"a": xs}.values():
            q += [jnp.ones(2)]
        reveal_type(xs[-1])

    main()


def case_17() -> None:
    def main() -> None:
        xs = [jnp.ones(2, jnp.bfloat16)]
        table = {"get": lambda: xs}
        table["get"]().append(jnp.ones(2))
        reveal_type(xs[-1])

    main()


def case_18() -> None:
    def main() -> None:
        xs = [jnp.ones(2, jnp.bfloat16)]
        match xs:
            case list() as q:
                q.append(jnp.ones(2))
        reveal_type(xs[-1])

    main()


def case_19() -> None:
    @dataclass
    class K:
        z: list[jax.Array]

    def main() -> None:
        xs = [jnp.ones(2, jnp.bfloat16)]
        match K(xs):
            case K(z=q):
                q.append(jnp.ones(2))
        reveal_type(xs[-1])

    main()


def case_20() -> None:
    def main() -> None:
        xs = [jnp.ones(2, jnp.bfloat16)]
        q = cast(list[jax.Array], xs)
        q.append(jnp.ones(2))
        reveal_type(xs[-1])

    main()


def case_21() -> None:
    def main() -> None:
        xs = [jnp.ones(2, jnp.bfloat16)]
        state = SimpleNamespace(losses=xs)
        state.losses.append(jnp.ones(2))
        reveal_type(xs[-1])

    main()


def case_22() -> None:
    def main() -> None:
        xs = [jnp.ones(2, jnp.bfloat16)]
        q: queue.Queue[list[jax.Array]] = queue.Queue()
        q.put(xs)
        q.get().append(jnp.ones(2))
        reveal_type(xs[-1])

    main()


def case_23() -> None:
    def main() -> None:
        xs = [jnp.ones(2, jnp.bfloat16)]
        log = ContextVar("log", default=xs)
        log.get().append(jnp.ones(2))
        reveal_type(xs[-1])

    main()


def case_24() -> None:
    def main() -> None:
        xs = [jnp.ones(2, jnp.bfloat16)]
        try:
            raise KeyError("a", xs)
        except KeyError as e:
            e.args[1].append(jnp.ones(2))
        reveal_type(xs[-1])

    main()


def case_25() -> None:
    def main() -> None:
        xs = [jnp.ones(2, jnp.bfloat16)]

        def ret() -> Generator[int, None, list[jax.Array]]:
            yield 1
            return xs

        def outer() -> Generator[int, None, None]:
            z = yield from ret()
            z.append(jnp.ones(2))

        list(outer())
        reveal_type(xs[-1])

    main()


def case_26() -> None:
    def sink() -> Generator[None, list[jax.Array], None]:
        while True:
            z = yield
            z.append(jnp.ones(2))

    def main() -> None:
        xs = [jnp.ones(2, jnp.bfloat16)]
        s = sink()
        next(s)
        s.send(xs)
        reveal_type(xs[-1])

    main()


def case_27() -> None:
    @overload
    def fill(z: list[jax.Array]) -> None: ...
    @overload
    def fill(z: int) -> None: ...
    def fill(z: list[jax.Array] | int) -> None:
        if isinstance(z, list):
            z.append(jnp.ones(2))

    def main() -> None:
        xs = [jnp.ones(2, jnp.bfloat16)]
        fill(xs)
        reveal_type(xs[-1])

    main()


def case_28() -> None:
    def main() -> None:
        xs = [jnp.ones(2, jnp.bfloat16)]
        groups = {"a": xs}
        groups["a"] += [jnp.ones(2)]
        reveal_type(xs[-1])

    main()


def case_29() -> None:
    class Stack(list[list[jax.Array]]):
        pass

    def main() -> None:
        xs = [jnp.ones(2, jnp.bfloat16)]
        s = Stack([xs])
        s[0].append(jnp.ones(2))
        reveal_type(xs[-1])

    main()


def case_30() -> None:
    def main() -> None:
        xs = [jnp.ones(2, jnp.bfloat16)]
        for n, *rest in [(xs, xs)]:
            rest[0].append(jnp.ones(2))
        reveal_type(xs[-1])

    main()


def case_31() -> None:
    def main() -> None:
        xs = [jnp.ones(2, jnp.bfloat16)]
        (lambda z: z.append(jnp.ones(2)))(xs)

    main()


def case_32() -> None:
    def main() -> None:
        xs = [jnp.ones(2, jnp.bfloat16)]
        add = partial(list.append, xs)
        add(jnp.ones(2))
        reveal_type(xs[-1])

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
case_10()
case_11()
case_12()
case_13()
case_14()
case_15()
case_16()
case_17()
case_18()
case_19()
case_20()
case_21()
case_22()
case_23()
case_24()
case_25()
case_26()
case_27()
case_28()
case_29()
case_30()
case_31()
case_32()
