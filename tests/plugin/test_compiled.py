"""``jax.jit`` of functions that return a scalar, and of methods that override others."""

from __future__ import annotations

import runpy

import jax
import pytest
from checkers import Mypy
from checkers.mypy import ini

pytestmark = pytest.mark.once

PROGRAM = """\
from functools import partial

import jax
import jax.numpy as jnp

class Game:
    @partial(jax.jit, static_argnums=(0,))
    def reward(self, key, state, scale=None):
        return state

    @staticmethod
    @jax.jit
    def score(points: jax.Array) -> jax.Array:
        return points

    def observed(self, state: jax.Array) -> jax.Array:
        return state

    @partial(jax.jit, static_argnums=(0,))
    def same(self, state: jax.Array) -> jax.Array:
        return state

class Chess(Game):
    @partial(jax.jit, static_argnums=(0,))
    def reward(self, key, board, scale=None):
        return 2 * board

    @staticmethod
    @jax.jit
    def score(pieces: jax.Array) -> jax.Array:
        return pieces.sum()

    @jax.jit(static_argnums=(0,))
    def observed(self, board: jax.Array) -> jax.Array:
        return -board

    @partial(jax.jit, static_argnums=(0,))
    def same(self, state: jax.Array) -> jax.Array:
        return state

def program(game: Chess, x: jax.Array) -> None:
    print(game.reward(x, board=x), game.score(x), game.observed(board=x), game.same(x))

program(Chess(), jnp.ones(3))
"""
SCALARS = """
@jax.jit
def plain(x: float) -> float:
    return x

@jax.jit(static_argnums=1)
def with_options(x: float, n: int) -> float:
    return x

@partial(jax.jit, static_argnums=1)
def with_a_partial(x: float, n: int) -> float:
    return x

reveal_type(plain(1.0))
reveal_type(with_options(1.0, 2))
reveal_type(with_a_partial(1.0, 2))
"""
TOO_MANY = "\ndef wrong(game: Chess, x: jax.Array) -> None:\n    game.same(x, x)\n"
WRONG = """
class Go(Game):
    @partial(jax.jit, static_argnums=(0,))
    def same(self, state: str) -> jax.Array:
        raise ValueError(state)
"""


def test_parameters_may_have_other_names(tmp_path):
    """mypy accepts these methods without compilation, too."""
    (tmp_path / "program.py").write_text(PROGRAM)
    (tmp_path / "mypy.ini").write_text(ini())
    report = Mypy().check("program.py", folder=tmp_path)
    assert not any(line.errors for line in report.lines.values()), report.output
    runpy.run_path(str(tmp_path / "program.py"))


def test_a_declared_scalar_is_an_array(tmp_path):
    """The result of a compiled function declared to return a scalar is an array whose dtype depends on the argument."""
    (tmp_path / "program.py").write_text(PROGRAM + SCALARS)
    (tmp_path / "mypy.ini").write_text(ini())
    report = Mypy().check("program.py", folder=tmp_path)
    revealed = [r for line in report.lines.values() for r in line.revealed]
    names = runpy.run_path(str(tmp_path / "program.py"), {"reveal_type": lambda _: None})
    compiled = names["plain"](1.0), names["with_options"](1.0, 2), names["with_a_partial"](1.0, 2)
    assert all(isinstance(result, jax.Array) and result.weak_type for result in compiled)
    assert revealed == ["Array[weak_float]"] * 3, report.output


def test_other_types_are_an_error_and_calls_check_their_parameters(tmp_path):
    (tmp_path / "program.py").write_text(PROGRAM + TOO_MANY + WRONG)
    (tmp_path / "mypy.ini").write_text(ini())
    report = Mypy().check("program.py", folder=tmp_path)
    lines = (PROGRAM + TOO_MANY + WRONG).splitlines()
    codes = {lines[n - 1].strip(): line.codes for (_, n), line in report.lines.items() if line.errors}
    assert codes == {
        "game.same(x, x)": ["call-arg"],
        "def same(self, state: str) -> jax.Array:": ["override"],
    }
