"""Statements of a program that seem to raise an error always: what stands behind them is still reached."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import pytest
from abstract import same

from jaxtyping_promo.interpreter.program import Program
from jaxtyping_promo.interpreter.values import Array, Unknown

LIBRARY = """
def fail(box):
    box.x = None
    raise ValueError("this library is not understood")
"""
PROGRAM = """
    import jax.numpy as jnp
    from library import fail

    half = jnp.ones(3, jnp.float16)

    class Box:
        x = half

    box, other = Box(), Box()
    result = fail(box)
    x, y, z = half * 2, box.x, other.x
"""


def test_code_behind_such_a_statement_is_reached(tmp_path: Path) -> None:
    (tmp_path / "installed").mkdir()
    (tmp_path / "installed" / "library.py").write_text(LIBRARY)
    path = tmp_path / "program.py"
    path.write_text(dedent(PROGRAM))
    run = Program([path], folders=[str(tmp_path / "installed")]).interpret()
    variables = run.base[run.modules["program"]].fields
    (x,), (y,), (z,), (result,) = (variables[name] for name in ("x", "y", "z", "result"))
    assert isinstance(x, Array)
    assert isinstance(z, Array)
    assert x.dtype == z.dtype == "float16"
    assert isinstance(y, Unknown)
    assert isinstance(result, Unknown)


def test_a_raise_of_the_program_is_believed() -> None:
    same("""
    import jax.numpy as jnp

    half = jnp.ones(3, jnp.float16)

    def fail(text):
        raise ValueError(text)

    def twice(x):
        if x is None:
            fail("no array")
        return x * 2

    reveal_type(twice(half))
    """)


DEFINITIONS = """
    import jax.numpy as jnp
    from library import fail

    half = jnp.ones(3, jnp.float16)

    class Box:
        x = half

    box = Box()

    {definition}
        pass

    x, y = half * 2, box.x
"""


@pytest.mark.parametrize(
    "definition", ["@fail(box)\n    def f():", "def f(x=fail(box)):", "def f(*, x=fail(box)):", "class f(fail(box)):",
                   "@fail(box)\n    class f:"]
)  # fmt: skip
def test_code_behind_such_a_definition_is_reached(definition: str, tmp_path: Path) -> None:
    (tmp_path / "installed").mkdir()
    (tmp_path / "installed" / "library.py").write_text(LIBRARY)
    path = tmp_path / "program.py"
    path.write_text(dedent(DEFINITIONS.replace("{definition}", definition)))
    run = Program([path], folders=[str(tmp_path / "installed")]).interpret()
    variables = run.base[run.modules["program"]].fields
    (x,), (y,), (f,) = (variables[name] for name in ("x", "y", "f"))
    assert isinstance(x, Array)
    assert x.dtype == "float16"
    assert isinstance(y, Unknown)
    assert isinstance(f, Unknown)
