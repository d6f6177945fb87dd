"""The dtypes that an expression has for every caller of its function."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

from jaxtyping_promo.interpreter.dtypes_at_places import Dtypes
from jaxtyping_promo.interpreter.lasting_dtypes import lasting_dtypes
from jaxtyping_promo.interpreter.program import Program
from jaxtyping_promo.interpreter.program_files import installed_folders

HEAD = "import jax.numpy as jnp\n\n\n"


def lasting(folder: Path, text: str, folders: Sequence[str] | None = None) -> dict[str, Dtypes]:
    """The lasting dtypes of a module by the source of the expressions; `folders` has the installed packages."""
    path = folder / "module.py"
    path.write_text(HEAD + text)
    program = Program([path], folders=folders, for_importers=True)
    run = program.interpret()
    lines = path.read_text().splitlines()
    found = lasting_dtypes(run, str(path), program.importers)
    return {lines[line - 1][column:end]: dtype for (line, column, last, end), dtype in found.items() if line == last}


BOXES = """\
_DEFAULTS = {"scale": 2.0}


def make(value):
    return {"w": value}


class Box:
    def __init__(self, value):
        self.items = [value]


def scaled(value):
    return value * _DEFAULTS["scale"]
"""
OF_BOXES = """\
import boxes

STATE = boxes.make(jnp.zeros(3, jnp.float16))


class Held:
    box = boxes.Box(jnp.zeros(3, jnp.float16))


def read():
    return STATE["w"] * 2


def read_box():
    return Held.box.items[0] * 3


def computed():
    return boxes.scaled(jnp.zeros(3, jnp.float16)) * 4
"""


def test_an_object_that_a_library_made_and_the_program_holds_may_change(tmp_path: Path) -> None:
    """What only the library holds stays: its defaults."""
    package = tmp_path / "site-packages" / "boxes"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text(BOXES)
    found = lasting(tmp_path, OF_BOXES, folders=[str(package.parent), *installed_folders()])
    assert found["boxes.scaled(jnp.zeros(3, jnp.float16)) * 4"] == "float16"
    assert not {'STATE["w"] * 2', "Held.box.items[0] * 3"} & found.keys()


def test_a_result_that_no_argument_changes_lasts(tmp_path: Path) -> None:
    text = "def f(x):\n    y = jnp.zeros(3, jnp.float16)\n    return y * 2, x * y\n\n\nf(jnp.ones(3))\n"
    found = lasting(tmp_path, text)
    assert found["y * 2"] == "float16"
    assert "x * y" not in found


CHANGED = {
    "a list": """
        STATE = [jnp.zeros(3, jnp.float16)]

        def change():
            STATE[0] = jnp.ones(3)

        def read(x):
            return STATE[0] * 2
    """,
    "a list that a lambda changes": """
        STATE = [jnp.zeros(3, jnp.float16)]
        change = lambda value: STATE.__setitem__(0, value)

        def read(x):
            return STATE[0] * 2
    """,
    "a captured variable": """
        def make():
            value = jnp.zeros(3, jnp.float16)

            def get():
                return value

            def put(new):
                nonlocal value
                value = new

            return get, put

        get, put = make()

        def read(x):
            return get() * 2
    """,
    "an attribute": """
        class Box:
            v = jnp.zeros(3, jnp.float16)

            def put(self, v):
                self.v = v

        BOX = Box()

        def read(x):
            return BOX.v * 2
    """,
    "a mutable default": """
        def cached(new=None, cache=[jnp.zeros(3, jnp.float16)]):
            if new is not None:
                cache[0] = new
            return cache[0]

        def read(x):
            return cached() * 2
    """,
    "a method of a parameter": """
        class Layer:
            def made(self):
                return jnp.zeros(3, jnp.float16)

        def read(layer: Layer):
            return layer.made() * 2
    """,
    "a method of an item of a parameter": """
        class Layer:
            def made(self):
                return jnp.zeros(3, jnp.float16)

        def read(layers: list[Layer]):
            return layers[0].made() * 2
    """,
    "a method of the own class": """
        class Layer:
            def made(self):
                return jnp.zeros(3, jnp.float16)

            def doubled(self):
                return self.made() * 2
    """,
    "an object that a generator hands out": """
        def read(x):
            kept = [jnp.zeros(3, jnp.float16)]
            yield kept
            kept[0] * 2
    """,
    "a global variable": """
        STATE = jnp.zeros(3, jnp.float16)

        def change(value):
            global STATE
            STATE = value

        def read(x):
            return STATE * 2
    """,
}
"""Programs in whose last product an operand may have another dtype when the function is called."""


@pytest.mark.parametrize("name", CHANGED)
def test_what_other_code_may_change_does_not_last(tmp_path: Path, name: str) -> None:
    assert not [text for text in lasting(tmp_path, dedent(CHANGED[name])) if text.endswith("* 2")]


def test_a_global_variable_of_another_module_does_not_last(tmp_path: Path) -> None:
    switch = "def set_dtype(new):\n    global DTYPE\n    DTYPE = new\n"
    (tmp_path / "settings.py").write_text(f"import jax.numpy as jnp\n\nDTYPE = jnp.float16\n\n\n{switch}")
    assert not lasting(tmp_path, "import settings\n\n\ndef read(x):\n    return jnp.zeros(3, settings.DTYPE) * 2\n")


def test_a_switch_of_x64_leaves_nothing_that_depends_on_it(tmp_path: Path) -> None:
    text = (
        "import jax\n\n\ndef switch():\n    jax.config.update('jax_enable_x64', True)\n\n\n"
        "def made(x):\n    return jnp.zeros(3) * 2\n"
    )
    assert "jnp.zeros(3) * 2" not in lasting(tmp_path, text)


def test_statements_that_store_into_objects_are_left_out(tmp_path: Path) -> None:
    text = "def f(holder):\n    holder.y = jnp.zeros(3) + 1\n    z = jnp.zeros(4) + 1\n    return z\n"
    found = lasting(tmp_path, text)
    assert "jnp.zeros(3) + 1" not in found
    assert found["jnp.zeros(4) + 1"] == "float32"


TESTS = """\
import unittest
import jax.numpy as jnp
import pytest

def made(n):
    return jnp.ones(n, jnp.float16)

class TestMade(unittest.TestCase):
    def setUp(self):
        self.w = made(2)

    def test_twice(self):
        first = made(3)
        seen(first)
        seen(self.w)
        seen(first * 2.0)

    def helper(self):
        seen(made(4))

@pytest.mark.parametrize("n", [1, 2])
def test_sizes(n):
    second = made(n)
    seen(second)
    seen(second * n)
"""


def test_tests_have_dtypes_and_their_helpers_have_none(tmp_path):
    """pytest calls a test as the interpreter does. Another module may call a helper."""
    path = tmp_path / "made_test.py"
    path.write_text(TESTS)
    program = Program([path], most_steps_of_tests=30_000, for_importers=True)
    found = lasting_dtypes(program.interpret(), str(path), program.importers)
    lines = TESTS.splitlines()
    known = {lines[line - 1][column:end]: dtype for (line, column, _, end), dtype in found.items()}
    dtypes: list[str] = []
    names: dict[str, Any] = {"seen": lambda x: dtypes.append(x.dtype.name)}
    exec(TESTS, names)
    case = names["TestMade"]("test_twice")
    case.setUp()
    case.test_twice()
    names["test_sizes"](2)
    texts = ("first", "self.w", "first * 2.0", "second")
    assert {text: known.get(text) for text in texts} == dict(zip(texts, dtypes, strict=False))
    assert not {"made(4)", "second * n", "n"} & known.keys()
