"""The dtypes that an expression has for every caller of its function."""

from __future__ import annotations

from pathlib import Path

from jaxtyping_promo.interpreter.lasting_dtypes import lasting_dtypes
from jaxtyping_promo.interpreter.program import Program

HEAD = "import jax.numpy as jnp\n\n\n"


def lasting(folder: Path, text: str) -> dict[str, str]:
    """The lasting dtypes of a module by the source of the expressions."""
    path = folder / "module.py"
    path.write_text(HEAD + text)
    program = Program([path], for_importers=True)
    run = program.interpret()
    lines = path.read_text().splitlines()
    found = lasting_dtypes(run, str(path), program.importers)
    return {lines[line - 1][column:end]: dtype for (line, column, last, end), dtype in found.items() if line == last}


def test_a_result_that_no_argument_changes_lasts(tmp_path: Path) -> None:
    text = "def f(x):\n    y = jnp.zeros(3, jnp.float16)\n    return y * 2, x * y\n\n\nf(jnp.ones(3))\n"
    found = lasting(tmp_path, text)
    assert found["y * 2"] == "float16"
    assert "x * y" not in found


def test_what_another_function_changes_does_not_last(tmp_path: Path) -> None:
    text = (
        "STATE = [jnp.zeros(3, jnp.float16)]\nKEPT = [jnp.zeros(3, jnp.float16)]\n\n\n"
        "def change():\n    STATE[0] = jnp.ones(3)\n\n\n"
        "def read(x):\n    return STATE[0] * 2\n\n\ndef kept(x):\n    return KEPT[0] * 2\n"
    )
    found = lasting(tmp_path, text)
    assert "STATE[0] * 2" not in found
    assert found["KEPT[0] * 2"] == "float16"


def test_a_method_may_be_overridden(tmp_path: Path) -> None:
    text = (
        "class Layer:\n    def made(self):\n        return jnp.zeros(3, jnp.float16)\n\n"
        "    def doubled(self):\n        return self.made() * 2\n\n\n"
        "def of_layer(layer: Layer):\n    return layer.made() * 3\n"
    )
    found = lasting(tmp_path, text)
    assert not {"self.made() * 2", "layer.made() * 3"} & found.keys()


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
