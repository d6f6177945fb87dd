"""The attributes and items of values that functions without dtypes have made: every dtype in the program is known."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from checkers.mypy import PLUGIN, imported

pytestmark = pytest.mark.once

PROGRAM = Path(__file__).parent / "programs" / "parts_of_values.py"
INI = f"[mypy]\nplugins = {PLUGIN}\ncheck_untyped_defs = True\n"


def test_all_parts_are_known(tmp_path: Path) -> None:
    """Two have several dtypes there. `test_whole_programs` compares the dtypes with the running program."""
    shutil.copytree(imported(INI), tmp_path / "cache")
    (tmp_path / "mypy.ini").write_text(INI)
    shutil.copy(PROGRAM, tmp_path / "program.py")
    command = [Path(sys.executable).parent / "mypy", "--cache-dir=cache", "program.py"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    revealed = re.findall(r'program.py:(\d+): note: Revealed type is "(.*)"', done.stdout)
    assert len(revealed) == PROGRAM.read_text().count("reveal_type(")
    assert len([line for line, text in revealed if "Any" in text]) == 2, done.stdout


DECLARED_UNIONS = """
import dataclasses
from typing import NamedTuple

import jax
import jax.numpy as jnp
from jaxtyping import Array, Float

PATTERN = "\\d"


class Settings:
    trainable: bool = True


class Layer(NamedTuple):
    weights: Float[Array, "n"] | Settings
    bias: jax.Array | Settings


class Model(NamedTuple):
    layer: Layer
    scale: jax.Array


def make():
    values = Model(Layer(jnp.ones(3), jnp.zeros(3, jnp.int8)), jnp.ones(3, jnp.float16))
    settings = Model(Layer(Settings(), Settings()), jnp.ones(3, jnp.bfloat16))
    return values, settings


values, settings = make()
settings.layer.weights.trainable = False
first = values.layer.weights[:-1]
values = values._replace(layer=values.layer._replace(weights="none"))
_, others = make()
reveal_type(others.scale)


@dataclasses.dataclass
class Edge:
    pass


@dataclasses.dataclass
class Warm(Edge):
    on: jax.Array


@dataclasses.dataclass
class Parameters:
    edge: Edge | None
    x: jax.Array


def updated(parameters: Parameters, x: jax.Array) -> Parameters:
    return dataclasses.replace(parameters, x=x)


def edge(parameters: Parameters, is_new: bool) -> jax.Array:
    assert isinstance(parameters.edge, Warm)
    if is_new:
        parameters = updated(parameters, jnp.ones(3))
    return parameters.edge.on  # mypy forgets the class of `edge`
"""


def test_inference_neither_adds_nor_hides_errors(tmp_path: Path) -> None:
    """mypy takes the result of `make` for `Any`, and accepts every attribute of it, whatever a field declares.

    The errors are those of mypy alone, in the last line. Escape sequences that Python warns about give no output.
    """
    shutil.copytree(imported(INI), tmp_path / "cache")
    (tmp_path / "mypy.ini").write_text(INI)
    (tmp_path / "program.py").write_text(DECLARED_UNIONS)
    command = [Path(sys.executable).parent / "mypy", "--cache-dir=cache", "program.py"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    last = len(DECLARED_UNIONS.splitlines())
    assert re.findall(r"program.py:(\d+): error", done.stdout) == [str(last)] * 2, done.stdout
    assert re.search(r'Revealed type is ".*bfloat16', done.stdout) and not done.stderr, done.stdout + done.stderr
