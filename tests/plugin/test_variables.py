"""Variables that hold arrays of one dtype after another: no error, and the right dtype wherever they are read."""

from __future__ import annotations

import runpy

import pytest
from checkers import Mypy
from checkers.mypy import ini

pytestmark = pytest.mark.once

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
    seen(z)  # Array[float16]
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
    declared: jax.Array = jnp.zeros(n, jnp.int8)
    seen(declared)  # Array[int8]
    declared = declared / 2
    seen(declared)  # Array[float32]
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
    s = "text"
    s = jnp.zeros(n)  # no array
    n = jnp.zeros(n)  # declared, as a parameter
    once = jnp.zeros(n)
    takes(once.astype(jnp.int8))  # of one dtype

def takes(x: Array[float32]) -> None: ...
"""
OTHERS = """\
import jax
import jax.numpy as jnp
import numpy as np
from jaxtyping_promo import Array, float32

KEY = jax.random.key(0)
NAME = "first"

def program(x: Array[float32], n: int) -> None:
    loss = 0.0
    for i in range(n):
        loss += jnp.sqrt(x[i])
    seen(loss)  # Any
    r = 1
    if n:
        r = jnp.linalg.norm(x)
        seen(r)  # Array[float32]
    seen(r)  # Any
    c = np.ones(3)
    c = c * jnp.sqrt(x)
    seen(c)  # Array[float32]
    z = jnp.zeros(3)
    seen(z)  # Array[float32]
    z = 0.0
    seen(z)  # float
    z = x.astype(jnp.int8)
    seen(z)  # Array[int8]
    total = jnp.sum(x)
    total = total.item()
    seen(total)  # Any
    norm, most = jnp.linalg.norm(x), jnp.max(x)
    if n:
        norm, most = float(norm), most.item()
    seen(norm)  # Any
    j = jax.jacfwd(jnp.sin)
    j = jax.jit(j)
    j(x)
    v = jax.grad(jnp.sum)
    if n:
        v = jax.jit(v)
    v(x)
    dtype = jnp.float16
    seen(jnp.ones(3, dtype))  # Array[float16]
    if n == 3:
        dtype = jnp.float32
        seen(jnp.ones(3, dtype))  # Array[float32]
    seen(jnp.ones(3, dtype))  # Array[Any]
    chosen = None
    if n == 1:
        chosen = jnp.uint8
    else:
        chosen = jnp.uint16
    seen(jnp.ones(3, chosen))  # Array[Any]
    once = jnp.int8
    seen(jnp.ones(3, once))  # Array[int8]
    of_x = x.dtype
    seen(jnp.ones(3, of_x))  # Array[float32]
    if n == 2:
        of_x = np.dtype("float32")
    elif n == 3:
        of_x = jnp.promote_types(x, np.int8)
    else:
        of_x = jnp.zeros(3, jnp.int16).dtype
        seen(jnp.ones(3, of_x))  # Array[int16]
    seen(jnp.ones(3, of_x))  # Array[Any]
    steps, is_done = 0, False
    state = jax.lax.while_loop(lambda s: s[0] < n, lambda s: (s[0] + 1, s[1] | (x[0] > 0), s[2]), (steps, is_done, x))
    steps, is_done = state[0], state[1]
    seen(steps)  # Array[weak_int]
    first, second, _ = x
    seen(first)  # Array[float32]
    if n:
        first, second = NAME, second.astype(jnp.int8)
        seen(first)  # str
    seen(first)  # Any
    seen(second)  # Array[int8] | Array[float32]
    Model().halve()

class Config:
    dtype = jnp.float32
    other = jnp.int8

class Half(Config):
    dtype = jnp.float16

class Model:
    def __init__(self) -> None:
        self.x = jnp.ones(3)
        seen(self.x)  # Array[float32]
        self.once = jnp.ones(3, jnp.int8)
        self.f = jax.jacfwd(jnp.sin)
        self.f = jax.jit(self.f)
        self.total = 0
        self.dtype = jnp.float32
        self.dtype = jnp.float16

    def halve(this) -> None:
        this.x = this.x.astype(jnp.float16)
        seen(this.x)  # Array[float16]
        this.total += jnp.ones(3)
        this.read()

    def read(self) -> None:
        seen(self.x)  # Array[Any]
        seen(self.once)  # Array[int8]
        seen(self.total)  # Any
        seen(jnp.ones(3, Config.other))  # Array[int8]
        seen(jnp.ones(3, Half.dtype))  # Array[Any]
        self.f(self.x)
"""
SEEN = """
dtypes: list[str] = []

def seen(x: object) -> None:
    dtypes.append(str(x.dtype) if isinstance(x, jax.Array) else "no array")
"""
EXPECTED = {n: line.split("# ")[1] for n, line in enumerate(PROGRAM.splitlines(), 1) if "# " in line}


@pytest.mark.slow
@pytest.mark.parametrize("redefinition", ["", pytest.param("allow_redefinition = True", marks=pytest.mark.long)])
def test_each_is_of_the_dtype_that_it_has_there(redefinition, tmp_path):
    (tmp_path / "program.py").write_text(PROGRAM.replace("seen(", "reveal_type("))
    (tmp_path / "mypy.ini").write_text(ini(mypy=redefinition))
    report = Mypy().check("program.py", folder=tmp_path)
    revealed = {n: {*line.revealed[0].split(" | ")} for (_, n), line in report.lines.items() if line.revealed}
    assert revealed == {n: {*stated.split(" | ")} for n, stated in EXPECTED.items()}
    assert not any(line.errors for line in report.lines.values()), report.output


@pytest.mark.parametrize("c", [False, True])
def test_it_is_so_when_it_is_run(c, tmp_path):
    (tmp_path / "program.py").write_text(PROGRAM + SEEN)
    names = runpy.run_path(str(tmp_path / "program.py"))
    dtypes = names["dtypes"]
    names["program"](3, c)
    expected = list(EXPECTED.values())
    loop = expected.index("Array[float16]")
    expected.insert(loop, expected[loop])  # assigned twice
    assert len(dtypes) == len(expected)
    for dtype, stated in zip(dtypes, expected, strict=True):
        assert f"Array[{dtype}]".replace("[bool]", "[bool_]") in stated.split(" | ")


def test_declared_variables_and_other_values_stay_errors(tmp_path):
    (tmp_path / "program.py").write_text(PROGRAM.partition("def ")[0] + WRONG)
    (tmp_path / "mypy.ini").write_text(ini())
    report = Mypy().check("program.py", folder=tmp_path)
    wrong = (PROGRAM.partition("def ")[0] + WRONG).splitlines()
    assert {n for (_, n), line in report.lines.items() if line.errors} == {
        n for n, line in enumerate(wrong, 1) if "# " in line
    }


def test_a_function_finds_a_variable_as_the_module_leaves_it(tmp_path):
    """Nothing in the module calls the function before the end."""
    text = "import jax.numpy as jnp\nx = jnp.zeros(3)\ndef f() -> None:\n    reveal_type(x)\nx = x.astype(jnp.int8)\n"
    (tmp_path / "program.py").write_text(text)
    (tmp_path / "mypy.ini").write_text(ini())
    assert Mypy().check("program.py", folder=tmp_path).line("program.py", 4).revealed == ["Array[int8]"]


def test_numbers_transformed_functions_dtypes_and_attributes(tmp_path):
    (tmp_path / "program.py").write_text(OTHERS.replace("seen(", "reveal_type("))
    (tmp_path / "mypy.ini").write_text(ini())
    report = Mypy().check("program.py", folder=tmp_path)
    stated = {n: line.split("# ")[1] for n, line in enumerate(OTHERS.splitlines(), 1) if "# " in line}
    assert {n: line.revealed[0] for (_, n), line in report.lines.items() if line.revealed} == stated
    assert not any(line.errors for line in report.lines.values()), report.output
    (tmp_path / "program.py").write_text(OTHERS + SEEN)
    names = runpy.run_path(str(tmp_path / "program.py"))
    names["program"](names["jnp"].ones(3), 3)


def test_the_result_of_an_overload_that_does_not_match_is_not_assigned(tmp_path):
    """mypy asks the plugin about each overload that it tries. `lax.pmean` has overloads that return floats."""
    text = (
        "from typing import overload\nimport jax\nimport jax.numpy as jnp\n\n"
        "@overload\ndef doubled(x: int) -> int: ...\n@overload\ndef doubled(x: jax.Array) -> jax.Array: ...\n"
        "def doubled(x: int | jax.Array) -> int | jax.Array:\n    return x + x\n\n"
        "def program(x: jax.Array) -> None:\n    y = jnp.mean(x, 0)\n    y = jax.lax.pmean(y, axis_name='i')\n"
        "    z = jnp.zeros(3)\n    z = doubled(z)\n    reveal_type(z)\n"
    )
    (tmp_path / "program.py").write_text(text)
    (tmp_path / "mypy.ini").write_text(ini())
    report = Mypy().check("program.py", folder=tmp_path)
    assert report.line("program.py", text.count("\n")).revealed == ["Array[float32]"]
    assert not any(line.errors for line in report.lines.values()), report.output
