"""Variables that hold arrays of one dtype after another: no error, and the dtype of where they are read."""

from __future__ import annotations

import runpy

import pytest
from checkers import Mypy
from checkers.mypy import ini

PROGRAM = """\
import jax
import jax.numpy as jnp
from jaxtyping_promo import Array, bfloat16, float32

def made(n: int) -> Array[float32]:
    return jnp.zeros(n)

def program(n: int, c: bool) -> None:
    x = made(n)
    seen(x)  # Array[float32]
    x = x.astype(jnp.bfloat16)
    seen(x)  # Array[bfloat16]
    y = x.T
    y = y > 0
    seen(y)  # Array[bool_]
    z = x[0]
    z += jnp.float32(1)
    seen(z)  # Array[float32]
    w = -x
    w = w.sum(dtype=jnp.float32)
    seen(w)  # Array[float32]
    if c:
        q = jnp.zeros(n)
    else:
        q = jnp.zeros(n, jnp.int8)
    seen(q)  # Array[float32] | Array[int8]
    for _ in range(2):
        z = (z * 2).astype(jnp.float16)
        seen(z)  # Array[float16]
    seen(z)  # Array[float32] | Array[float16]
    a, b = jnp.zeros(n), jnp.zeros(n)
    a = a.astype(jnp.int8)
    seen(a)  # Array[int8]
    seen(b)  # Array[float32]
    l, u = jnp.linalg.slogdet(jnp.eye(n))
    u = u > 0
    seen(l)  # Array[float32]
    seen(u)  # Array[bool_]
    try:
        r = jnp.zeros(n)
        r = r.astype(jnp.int8)
    except ValueError:
        r = jnp.zeros(n, jnp.int32)
    seen(r)  # Array[int8] | Array[int32]
    with jax.named_scope("s"):
        s = jnp.arange(n)
        s = s / 2
    seen(s)  # Array[float32]
    match n:
        case 3:
            m = jnp.zeros(n)
        case _:
            m = jnp.zeros(n, jnp.int8)
    seen(m)  # Array[float32] | Array[int8]
"""
WRONG = """\
def wrong(n: int) -> None:
    x: Array[float32] = jnp.zeros(n)
    x = x.astype(jnp.bfloat16)  # declared
    y = jnp.zeros(n)
    y = "text"  # no array
    once = jnp.zeros(n)
    takes(once.astype(jnp.int8))  # of one dtype

def takes(x: Array[float32]) -> None: ...
"""
SEEN = """
found: list[str] = []

def seen(x: object) -> None:
    found.append(str(x.dtype) if isinstance(x, jax.Array) else "no array")
"""
EXPECTED = {n: line.split("# ")[1] for n, line in enumerate(PROGRAM.splitlines(), 1) if "# " in line}


@pytest.mark.parametrize("redefinition", [False, True])
def test_each_is_of_the_dtype_that_it_has_there(redefinition, tmp_path):
    (tmp_path / "program.py").write_text(PROGRAM.replace("seen(", "reveal_type("))
    (tmp_path / "mypy.ini").write_text(ini(mypy=f"allow_redefinition = {redefinition}"))
    report = Mypy().check("program.py", folder=tmp_path)
    revealed = {n: {*line.revealed[0].split(" | ")} for (_, n), line in report.lines.items() if line.revealed}
    assert revealed == {n: {*stated.split(" | ")} for n, stated in EXPECTED.items()}
    assert not any(line.errors for line in report.lines.values()), report.output


@pytest.mark.parametrize("c", [False, True])
def test_it_is_so_when_it_is_run(c, tmp_path):
    (tmp_path / "program.py").write_text(PROGRAM + SEEN)
    names = runpy.run_path(str(tmp_path / "program.py"))
    dtypes = names["found"]
    names["program"](3, c)
    expected = list(EXPECTED.values())
    loop = expected.index("Array[float16]")
    expected.insert(loop, expected[loop])  # twice
    assert len(dtypes) == len(expected)
    for dtype, stated in zip(dtypes, expected, strict=True):
        assert f"Array[{dtype}]".replace("[bool]", "[bool_]") in stated.split(" | ")


def test_what_is_declared_and_what_is_no_array_are_errors_as_ever(tmp_path):
    (tmp_path / "program.py").write_text(PROGRAM.partition("def ")[0] + WRONG)
    (tmp_path / "mypy.ini").write_text(ini())
    report = Mypy().check("program.py", folder=tmp_path)
    wrong = (PROGRAM.partition("def ")[0] + WRONG).splitlines()
    assert {n for (_, n), line in report.lines.items() if line.errors} == {
        n for n, line in enumerate(wrong, 1) if "# " in line
    }


def test_elsewhere_nothing_is_known_of_them(tmp_path):
    """A function may be called at any time, so it sees what a variable is declared as."""
    text = "import jax.numpy as jnp\nx = jnp.zeros(3)\ndef f() -> None:\n    reveal_type(x)\nx = x.astype(jnp.int8)\n"
    (tmp_path / "program.py").write_text(text)
    (tmp_path / "mypy.ini").write_text(ini())
    assert Mypy().check("program.py", folder=tmp_path).line("program.py", 4).revealed == ["Array[Any]"]
