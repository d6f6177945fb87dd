"""A dtype as the type of a value is an error at the annotation alone. As a type argument it is valid."""

from __future__ import annotations

import jax
import jax.numpy as jnp
import pytest
from checkers import Mypy
from checkers.mypy import ini

from jaxtyping_promo.dtypes import DTYPES

pytestmark = pytest.mark.once

PROGRAM = """\
from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, NamedTuple, Optional, TypeAlias, TypeVar
import jax.numpy as jnp
import jaxtyping_promo as jp
from jaxtyping_promo import Array

F_co = TypeVar("F_co", bound=jp.floating, covariant=True)
H = TypeVar("H", jnp.float16, jnp.float32)
Half = jnp.float16 | jnp.bfloat16
One = jnp.float16

class Box(Generic[F_co]):
    x: Array[F_co]

class Narrow(Box[jnp.float32]): ...

class Pair(NamedTuple):
    a: jnp.int32  # wrong
    b: Array[jnp.int32]

@dataclass
class State:
    step: jnp.int32  # wrong
    dtype: type[jnp.float32]
    other: Optional[type[jnp.float32]] = None

def f(n: jnp.int32, x: Array[jnp.int32], y: Array[jnp.float32 | jnp.int8]) -> None:  # wrong
    v: jnp.int8 = n + 1  # wrong
    w: Array[Half] = jnp.zeros(3, jnp.float16)
    b: Box[jnp.float32] = Box()
    print(v + 1, w, b.x, range(n), n / x)

def g(x: Optional[jnp.int8] = None) -> tuple["jnp.float32", ...]:  # wrong
    return ()

def h(x: Callable[[jnp.int8], jnp.int16], y: "jp.floating | None") -> jnp.float32 | jnp.float64:  # wrong
    return y or x(3)

def k(a: Array[F_co], d: type[F_co], e: Array[H], k: dict[str, type[jnp.int8]]) -> Array[F_co]:
    return a

def m(c: Callable[[Array[jnp.int8]], Array[jnp.int16]], a: Array[One], e: Array[jp.floating]) -> None: ...

def aliases(a: One, b: dict[str, Half], c: Array[Half], d: type[Half], e: Box[One]) -> None:
    print(a + 1, b["x"] + 1)

Score = Callable[[jnp.float32, Array], jnp.float32]  # wrong
Named: TypeAlias = dict[str, tuple[jnp.int8, Array]]  # wrong
Nested = Optional[Callable[[list[jnp.float16]], Array]]  # wrong
Either = Array | Callable[[Array], jnp.float32]  # wrong
Dtypes = Optional[type[jnp.float32]]
Functions = Callable[[type[jnp.float32], Array[jnp.int8]], Array[jnp.int8]]

def aliases_of_more(score: Score, named: Named, nested: Nested, either: Either, dtypes: Dtypes, fs: Functions) -> Array:
    return score(named["x"][0], named["x"][1]) * 2.0 + score(jnp.ones(3), jnp.ones(3))[0]

def generic(box: Box[jnp.float32], boxes: list[Box[jnp.float16]]) -> None: ...
"""


def test_each_is_an_error_where_it_stands(tmp_path):
    (tmp_path / "program.py").write_text(PROGRAM)
    (tmp_path / "mypy.ini").write_text(ini())
    report = Mypy().check("program.py", folder=tmp_path)
    errors = {n: line.errors for (_, n), line in report.lines.items() if line.errors}
    assert {*errors} == {n for n, line in enumerate(PROGRAM.splitlines(), 1) if "# wrong" in line}, report.output
    assert 'No array is an instance of "jnp.int32": write Array[jnp.int32]' in report.output


@pytest.mark.parametrize("name", [name for name in DTYPES if hasattr(jnp, name)])
def test_no_array_is_an_instance(name):
    dtype = getattr(jnp, name)

    def traced():  # XLA can't make arrays of every dtype
        x = jnp.zeros((), dtype)
        assert not isinstance(x, dtype)
        return x

    jax.eval_shape(traced)
    assert not isinstance(jnp.zeros(()), dtype)
