"""Tests that pytest and unittest skip are no contexts."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

from jaxtyping_promo.diagnostics.codes import PRESETS
from jaxtyping_promo.interpreter.program import Program
from jaxtyping_promo.interpreter.report import findings
from jaxtyping_promo.interpreter.run import Systems

PROGRAM = """
import unittest

import jax
import jax.numpy as jnp
import numpy as np
import pytest


@pytest.mark.skipif(not jax.config.jax_enable_x64, reason="x64 is off")
def test_of_x64():
    jnp.zeros(3, jnp.bfloat16) * np.float32(2)  # with x64


@pytest.mark.skip(reason="later")
def test_later():
    jnp.zeros(3, jnp.bfloat16) * np.float32(2)


@pytest.mark.skipif(jax.config.jax_enable_x64, reason="x64 is on")
def test_of_x32():
    jnp.zeros(3, jnp.bfloat16) * np.float32(2)  # without x64


class Test(unittest.TestCase):
    @unittest.skipUnless(jax.config.jax_enable_x64, "x64 is off")
    def test_of_x64(self):
        jnp.zeros(3, jnp.bfloat16) * np.float32(2)  # with x64

    @unittest.skipIf(jax.config.jax_enable_x64, "x64 is on")
    def test_of_x32(self):
        jnp.zeros(3, jnp.bfloat16) * np.float32(2)  # without x64
"""


def told(path: Path, *, x64: bool) -> list[str]:
    path.write_text(dedent(PROGRAM))
    run = Program([path], systems=Systems(x64=x64)).interpret()
    found = findings(run, lambda _: True, lambda _, code: PRESETS["default"][code.name])
    return [PROGRAM.splitlines()[one.place.line - 1].partition("  # ")[2] for one in found]


def test_a_skipped_test_is_not_interpreted(tmp_path: Path) -> None:
    assert told(tmp_path / "test_program.py", x64=False) == ["without x64"] * 2
    assert told(tmp_path / "test_program.py", x64=True) == ["with x64"] * 2
