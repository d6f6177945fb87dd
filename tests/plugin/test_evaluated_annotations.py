"""``jax.Array[jnp.float32]`` in annotations: mypy reports an error if and only if Python raises one."""

from __future__ import annotations

from pathlib import Path

import pytest
from checkers import Mypy
from checkers.mypy import ini

HEAD = """\
from typing import TYPE_CHECKING, Optional, cast
import jax
import jax as j
import jax.numpy as jnp
import jaxtyping_promo as jp
from jax import Array as A, numpy as n
from jax.numpy import ndarray
x = jnp.ones(3)
"""
CODE = {
    "parameter": "def f(x: jax.Array[jnp.float32]) -> None: ...",
    "result": "def f() -> A[jnp.float32]:\n    return x",
    "keyword": "def f(*, x: 'int | None' = None, y: j.Array[jnp.float32] = x) -> None: ...",
    "starred": "def f(*x: jnp.ndarray[jnp.float32], **y: n.ndarray[jnp.float32]) -> None: ...",
    "in another type": "def f(x: Optional[list[ndarray[jnp.float32]]] = None) -> None: ...",
    "union": "def f(x: jax.Array[jnp.float32] | None) -> None: ...",
    "variable": "y: jax.Array[jnp.float32] = x",
    "attribute": "class C:\n    y: jax.Array[jnp.float32]",
    "method": "class C:\n    @staticmethod\n    def f(y: jax.Array[jnp.float32]) -> None: ...",
    "alias": "Alias = jax.Array[jnp.float32]",
    "cast": "y = cast(jax.Array[jnp.float32], x)",
    "decorated": "@jax.jit\ndef f(x: jax.Array[jnp.float32]) -> jax.Array:\n    return x",
    "nested": "def f() -> None:\n    def g(x: jax.Array[jnp.float32]) -> None: ...\nf()",
    "in a branch": "if x.ndim == 1:\n    def f(x: jax.Array[jnp.float32]) -> None: ...",
    "quoted": "def f(x: 'jax.Array[jnp.float32]') -> 'list[A[jnp.float32]]':\n    return [x]",
    "quoted inside": "def f(x: 'jax.Array[jnp.float32] | None', y: list['jax.Array[jnp.int8]']) -> None: ...",
    "local variable": "def f() -> None:\n    y: jax.Array[jnp.float32] = x\n    print(y)\nf()",
    "quoted cast": "y = cast('jax.Array[jnp.float32]', x)",
    "for checkers": "if TYPE_CHECKING:\n    Alias = jax.Array[jnp.float32]\n    def f(x: A[jnp.float32]) -> None: ...",
    "of the package": "def f(x: jp.Array[jnp.float32]) -> None: ...\nAlias = jp.Array[jnp.float32]",
    "without dtype": "def f(x: jax.Array) -> A:\n    return x",
    "indexed": "y = x[0] + jnp.ones(3)[jnp.arange(2)]",
}
FUTURE = "from __future__ import annotations\n"


@pytest.mark.slow
def test_an_error_where_python_raises(tmp_path: Path) -> None:
    programs = {f"{head}{HEAD}{code}\n": name for name, code in CODE.items() for head in ("", FUTURE)}
    files = {f"program_{number}.py": text for number, text in enumerate(programs)}
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    (tmp_path / "mypy.ini").write_text(ini())
    report = Mypy().check(*files, folder=tmp_path)
    raised, reported = set(), set()
    for name, text in files.items():
        try:
            exec(compile(text, name, "exec", dont_inherit=True), {"__name__": "program"})
        except TypeError:
            raised.add(programs[text] + (", future" if text.startswith(FUTURE) else ""))
        error_lines = [line for (file, _), line in report.lines.items() if file == name and line.errors]
        assert {code for line in error_lines for code in line.codes} <= {"dtype-annotation"}, report.output
        if error_lines:
            reported.add(programs[text] + (", future" if text.startswith(FUTURE) else ""))
    assert reported == raised
    assert {"parameter", "alias, future", "result"} <= raised
    assert not {"quoted", "parameter, future"} & raised


@pytest.mark.long
def test_an_older_target_alone(tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(f"{HEAD}{CODE['parameter']}\n")
    for version, is_error in (("3.13", True), ("3.14", False)):
        (tmp_path / "mypy.ini").write_text(ini(mypy=f"python_version = {version}"))
        report = Mypy().check("program.py", folder=tmp_path)
        assert [bool(line.errors) for line in report.lines.values() if line.errors] == [True] * is_error, report.output
