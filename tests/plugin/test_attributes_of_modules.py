"""Attributes of another module and of its classes that a program replaces: no error, and no dtype of the old value."""

from __future__ import annotations

import os
import sys
import time

import jax
import pytest
from checkers import Mypy
from checkers.mypy import ini
from mypy_processes import end_daemon, run_mypy

SETTINGS = """\
import jax.numpy as jnp

W = jnp.zeros(2, jnp.int8)
TABLE = {"w": jnp.zeros(2, jnp.int8)}
LIST = [jnp.zeros(2, jnp.int8)]


class Settings:
    w = jnp.zeros(2, jnp.int8)
    v = jnp.zeros(2, jnp.int8)

    def __init__(self, n: int) -> None:
        self.u = jnp.zeros(n, jnp.int8)


def w():
    return W


def first():
    return LIST[0]
"""
PROGRAM = """\
import jax.numpy as jnp
import settings

x = jnp.ones(2, jnp.float16)
settings.W = x
settings.TABLE["w"] = x
settings.LIST[0] = x
settings.Settings.w = x
settings.Settings.v += 1.5
one = settings.Settings(2)
one.u += 1.5
reveal_type(settings.W)
reveal_type(settings.w())
reveal_type(settings.TABLE["w"])
reveal_type(settings.first())
reveal_type(settings.Settings.w)
reveal_type(settings.Settings.v)
reveal_type(one.u)
"""


def test_a_replaced_attribute_has_its_new_dtype_or_none(tmp_path, monkeypatch):
    (tmp_path / "settings.py").write_text(SETTINGS)
    (tmp_path / "program.py").write_text(PROGRAM)
    (tmp_path / "mypy.ini").write_text(ini())
    report = Mypy().check("program.py", folder=tmp_path)
    assert not any(line.errors for line in report.lines.values()), report.output
    revealed = [text for _, line in sorted(report.lines.items()) for text in line.revealed]
    values: list[jax.Array] = []
    monkeypatch.syspath_prepend(tmp_path)
    exec(PROGRAM, {"reveal_type": values.append})
    del sys.modules["settings"]
    assert [value.dtype.name for value in values] == ["float16"] * 5 + ["float32"] * 2
    for text, value in zip(revealed, values, strict=True):
        assert text in ("Any", "Array[Any]", f"Array[{'weak_float' if value.weak_type else value.dtype.name}]")


READER = """\
import jax.numpy as jnp
import settings

{}
reveal_type(settings.W)
reveal_type(settings.Settings.w)
reveal_type(settings.Settings(2).u)
"""
ASSIGNING = ("", "settings.W = settings.Settings.w = settings.Settings(2).u = jnp.ones(2)")


@pytest.mark.long
@pytest.mark.parametrize("command", ["mypy", pytest.param("dmypy run", marks=pytest.mark.exhaustive)])
def test_an_edit_takes_the_dtypes_and_gives_them_back(command, tmp_path):
    (tmp_path / "settings.py").write_text(SETTINGS)
    (tmp_path / "mypy.ini").write_text(ini())
    program, *options = command.split()
    separator = ["--"] if options else []
    arguments = [program, *options, *separator, "reader.py", "settings.py"]
    second = int(time.time())
    known: list[int] = []
    for statement in (*ASSIGNING, *ASSIGNING):
        path = tmp_path / "reader.py"
        path.write_text(READER.format(statement))
        second += 2
        os.utime(path, (second, second))
        done = run_mypy(arguments, tmp_path)
        assert done.stdout.count("Revealed") == 3, done.stdout
        known.append(done.stdout.count("int8"))
    if options:
        end_daemon(tmp_path)
    assert known == [3, 1, 3, 1]  # another instance has its own attribute
