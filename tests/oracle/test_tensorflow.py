"""The systems ``tensorflow``, ``tensorflow-numpy`` and ``tensorflow-numpy-safe`` agree with the installed TensorFlow.

TensorFlow is large, so a separate command installs and tests it: see docs/evidence/systems.md.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from oracles import tensorflow as oracle

from jaxtyping_promo import get_system

MODE = """
from oracles import tensorflow_numpy as oracle
cells = list(oracle.cells({name!r}))
assert len(cells) == 361, len(cells)
print([str(cell) for cell in cells if cell.ours != cell.theirs])
"""


def test_every_cell_is_tensorflows():
    cells = list(oracle.cells())
    assert len(cells) > 7000
    assert [str(cell) for cell in cells if cell.ours != cell.theirs] == []


@pytest.mark.parametrize("name", ["tensorflow-numpy", "tensorflow-numpy-safe"])
def test_every_cell_of_the_numpy_behaviour(name):
    # The behaviour is switched on for a whole process.
    command = [sys.executable, "-c", MODE.format(name=name)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=Path(__file__).parent, check=False)
    assert (done.returncode, done.stdout.strip()) == (0, "[]"), done.stderr


def test_the_real_library_is_not_symmetric():
    """The counterexample to commutativity that `laws tensorflow` shows first."""
    tensorflow = get_system("tensorflow")
    assert oracle.add("float32", "int") == tensorflow.promote("float32", "int") == "float32"
    assert oracle.add("int", "float32") is tensorflow.promote("int", "float32") is None
