"""`Array[jax.dtypes.prng_key]` in annotations: it accepts keys, rejects other arrays, and is no dtype of the plugin."""

from __future__ import annotations

import sys
from pathlib import Path

from checkers import Mypy
from checkers.mypy import ini

PROGRAM = """\
from __future__ import annotations

import jax
import jax.numpy as jnp
from jaxtyping_promo import Array

def use(key: Array[jax.dtypes.prng_key]) -> None:
    reveal_type(key)
    reveal_type(key[0])
    reveal_type(jax.random.split(key))
    reveal_type(jax.random.normal(key))
    reveal_type(key == key)
    reveal_type(jax.random.key_data(key))

use(jax.random.key(0))
use(jnp.ones(3))
use(jax.random.PRNGKey(0))
"""
REVEALED = ["Array[prng_key]", "Array[prng_key]", "Array[Any]", "Array[float32]", "Array[bool_]", "Array[uint32]"]


def test_annotations_of_random_keys(tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(PROGRAM)
    (tmp_path / "mypy.ini").write_text(ini())
    report = Mypy(python=sys.executable).check("program.py", folder=tmp_path)
    lines = [report.line("program.py", number) for number in range(1, PROGRAM.count("\n") + 1)]
    assert [line.revealed[0] for line in lines if line.revealed] == REVEALED
    assert [line.codes for line in lines[-3:]] == [[], ["arg-type"], ["arg-type"]]
    assert not any(line.errors for line in lines[:-3])
