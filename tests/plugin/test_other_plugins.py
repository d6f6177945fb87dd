"""Other plugins beside ours. Our plugin has a hook for most calls, and mypy asks only the first plugin with a hook."""

from __future__ import annotations

from pathlib import Path

import pytest
from checkers import Mypy
from checkers.mypy import ini
from suites import others_long

pytestmark = pytest.mark.once

PARTIALS = """\
from functools import partial
from typing import Callable

from jaxtyping_promo import Array, float16

def function(a: int, b: str) -> float: ...

def program(one: Callable[[Array], Array] | Callable[[Array], float], x: Array[float16]) -> None:
    reveal_type(partial(function, 1)("b"))
    partial(function, 1)(2)
    partial(function, "a")
    reveal_type(partial(one)(x))
"""

COUNTING = """\
from collections.abc import Callable

from mypy.plugin import FunctionContext, MethodContext, Plugin
from mypy.types import Type

class Counting(Plugin):
    def get_function_hook(self, fullname: str) -> Callable[[FunctionContext], Type] | None:
        return as_int if fullname == "program.counted" else None

    def get_method_hook(self, fullname: str) -> Callable[[MethodContext], Type] | None:
        return as_int if fullname == "program.Owner.method" else None

def as_int(ctx):
    return ctx.api.named_generic_type("builtins.int", [])

def plugin(version: str) -> type[Plugin]:
    return Counting
"""
PROGRAM = """\
import jax.numpy as jnp

def counted() -> object: ...

class Owner:
    def method(self) -> object: ...

reveal_type(counted())
reveal_type(Owner().method())
reveal_type(jnp.zeros(3, jnp.int8))
"""


def test_mypy_itself_checks_partials(tmp_path):
    (tmp_path / "program.py").write_text(PARTIALS)
    (tmp_path / "mypy.ini").write_text(ini())
    report = Mypy().check("program.py", folder=tmp_path)
    assert report.line("program.py", 9).revealed == ["float"]
    assert [report.line("program.py", number).errors[0][0] for number in (10, 11)] == ["arg-type", "arg-type"]
    assert report.line("program.py", 12).errors == []


OF_MYPY = """\
from collections.abc import Iterator
from contextlib import contextmanager
from enum import Enum
from functools import partial, singledispatch
from typing import TypedDict

class Options(TypedDict, total=False):
    rate: int
    name: str

class Kind(Enum):
    ONE = "one"

@contextmanager
def opened(x: int) -> Iterator[int]:
    yield x

@singledispatch
def shown(x: object) -> str:
    return ""

options: Options = {"rate": 1}
reveal_type(options.get("rate", 0))
reveal_type(options.setdefault("rate", 2))
reveal_type(options.pop("name"))
reveal_type(options | {"rate": 3})
reveal_type((2**3, 2**-1, int("2") ** 2, pow(2, -1)))
reveal_type((Kind.ONE.value, Kind("one").name))
reveal_type(opened)
reveal_type(shown(1))
reveal_type(partial(int, "3")())
reveal_type(dict(a=1).get("a"))
options.pop("rates")
"""


def test_the_types_of_mypy_itself_are_the_same(tmp_path: Path) -> None:
    """mypy's own plugin knows the methods of typed dicts, powers of ints and members of enums."""
    outputs = []
    for name, configuration in (("with", ini()), ("without", "[mypy]\n")):
        folder = tmp_path / name
        folder.mkdir()
        (folder / "program.py").write_text(OF_MYPY)
        (folder / "mypy.ini").write_text(configuration)
        outputs.append(Mypy().check("program.py", folder=folder).output)
    assert outputs[0] == outputs[1]
    assert outputs[0].count("Revealed type") == 10


@pytest.mark.slow
@pytest.mark.parametrize("is_first", others_long([True, False], [False]))
def test_another_plugin_still_gives_its_types(is_first, tmp_path):
    (tmp_path / "counting.py").write_text(COUNTING)
    (tmp_path / "program.py").write_text(PROGRAM)
    plugins = ["jaxtyping_promo.mypy_plugin", "counting.py"]
    text = ini().replace(plugins[0], ", ".join(plugins if is_first else reversed(plugins)))
    (tmp_path / "mypy.ini").write_text(text)
    report = Mypy().check("program.py", folder=tmp_path)
    assert [report.line("program.py", number).revealed for number in (8, 9, 10)] == [["int"], ["int"], ["Array[int8]"]]
