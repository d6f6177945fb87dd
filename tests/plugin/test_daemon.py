"""mypy's daemon agrees with a run without cache after each edit, including edits that change no types."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from checkers.mypy import PLUGIN, imported
from mypy_processes import end_daemon, run_mypy

pytestmark = [pytest.mark.once, pytest.mark.slow]

INI = f"[mypy]\nplugins = {PLUGIN}\ncheck_untyped_defs = True\n"
LISTS = """\
import jax.numpy as jnp
L = [jnp.zeros(3)]
def add() -> None:
    L.append(jnp.zeros(3, jnp.int8))
def read() -> None:
    reveal_type(L[-1])
L.append(jnp.zeros(3, jnp.int8))
"""
ATTRIBUTES = """\
import jax.numpy as jnp
def early() -> None:
    jnp.zeros(3)
class Base:
    dtype = jnp.float32
    def make(self) -> None:
        reveal_type(jnp.zeros(3, self.dtype))
class Sub(Base):
    dtype = jnp.bfloat16
"""
VARIABLES = """\
import jax
import jax.numpy as jnp
x = jnp.zeros(3)
x = x > 0
y = jnp.ones(3)
def read() -> None:
    reveal_type(x)
    reveal_type(y)
    with jax.enable_x64(True):
        reveal_type(jnp.zeros(3))
    reveal_type(jax.lax.scan(lambda c, z: (c + z, z), y, y)[0])
"""
USED = """\
import jax.numpy as jnp
import variables
def use(n: int) -> None:
    reveal_type(variables.y * 2)
    reveal_type(jnp.where(variables.x, variables.y, n))
"""
PROGRAM = {"lists.py": LISTS, "attributes.py": ATTRIBUTES, "variables.py": VARIABLES, "used.py": USED}


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """A program and a configuration."""
    (tmp_path / "mypy.ini").write_text(INI)
    for name, text in PROGRAM.items():
        (tmp_path / name).write_text(text)
    for cache in (".mypy_cache", "cold"):
        shutil.copytree(imported(INI), tmp_path / cache)
    yield tmp_path
    end_daemon(tmp_path)


def messages_and_restart(folder: Path, *command: str) -> tuple[list[str], bool]:
    """The messages, sorted, and whether the daemon restarted."""
    done = run_mypy([*command, *PROGRAM], folder)
    assert "INTERNAL ERROR" not in done.stdout + done.stderr, done
    return sorted(line for line in done.stdout.splitlines() if ".py:" in line), "Restarting" in done.stdout


def cold(folder: Path) -> list[str]:
    """The output of mypy when its cache has only the imports."""
    with_imports = folder / "copy"
    shutil.copytree(folder / "cold", with_imports)
    lines, _ = messages_and_restart(folder, "mypy", f"--cache-dir={with_imports}")
    shutil.rmtree(with_imports)
    return lines


def test_edits(folder):
    expected = cold(folder)
    assert len(expected) == 9, expected
    assert messages_and_restart(folder, "dmypy", "run", "--") == (expected, False)
    for name, text in PROGRAM.items():  # a comment
        (folder / name).write_text(f"{text}# c\n")
        assert messages_and_restart(folder, "dmypy", "run", "--") == (expected, False), name
    (folder / "variables.py").write_text(VARIABLES.replace("ones(3)", "ones(3, jnp.float16)"))
    changed = cold(folder)
    assert changed != expected
    assert messages_and_restart(folder, "dmypy", "run", "--") == (changed, False)
    (folder / "lists.py").write_text(LISTS.replace(".append(", ".count("))
    (folder / "attributes.py").write_text(ATTRIBUTES.replace("bfloat16", "float32"))
    (folder / "variables.py").write_text(VARIABLES.replace("ones(3)", "ones(3, jnp.int8)"))
    without = cold(folder)
    assert without != changed
    assert messages_and_restart(folder, "dmypy", "run", "--") == (without, False)
    for name, text in PROGRAM.items():
        (folder / name).write_text(text)
    assert messages_and_restart(folder, "dmypy", "run", "--") == (expected, False)
