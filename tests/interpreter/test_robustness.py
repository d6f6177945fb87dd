"""Hostile files end in a clear line or a result: they have no effect, and the interpreter has no fault and no hang."""

from __future__ import annotations

import sys
import sysconfig
from importlib.util import find_spec
from pathlib import Path

import pytest

from jaxtyping_promo.interpreter.program import Program

MOST_STEPS = 500_000

ERRORS = {
    "def f(:\n": "invalid syntax, line 1",
    "x = 1\n\x00": "null bytes",
    "# -*- coding: nonsense -*-\n": "unknown encoding",
}
if sys.version_info >= (3, 12):  # Python 3.11 reads it
    ERRORS["x = a" + ".b" * 20_000 + "\n"] = "nested too deeply"
HOSTILE = {
    "doubled tuples": "x = ()\n" + "x = (x, x)\n" * 200 + "y = x == x\nz = {x: hash(x)}\n",
    "doubled sequences": "x, s = [1], 'ab'\n" + "x = x + x\ns = s + s\n" * 60,
    "doubled trees": "import jax\nd = {}\n" + "d = dict(a=d, b=d)\n" * 100 + "jax.tree.map(lambda x: x, d)\n",
    "huge numbers": "x = 9 ** 9 ** 9\ny = 1 << (1 << 40)\nz = 'a' * 10**12\nw = round(float('inf'))\nv = 1 / 0\n",
    "huge texts": "a = '%1000000000d' % 5\nb = '{:>1000000000}'.format(5)\nc = 'x'.ljust(10**12)\n",
    "huge ranges": "a = range(10**30)\nb = list(range(10**12))\nc = len(a)\nd = sum(a)\nfor i in a: pass\n",
    "recursion": "def f(n): return g(n) + g(n)\ndef g(n): return f(n) + f(n + 1)\nf(0)\n"
    "w = (lambda x: x(x))(lambda x: x(x))\n",
    "containers in themselves": "import jax\nimport jax.numpy as jnp\nx = []\nx.append(x)\njnp.array(x)\n"
    "jax.tree.map(len, x)\nx == x\nsum(x)\n",
    "endless": "import itertools\nfor i in itertools.count(): pass\nwhile True: pass\nx = 1\n",
    "classes": "class A(A): pass\nclass B:\n    def __getattr__(self, n): return getattr(self, n)\nB().x\n"
    "class C:\n    def __init__(self): self.c = C()\nC()\n",
    "an object as its own __call__": "class A: pass\nA.__call__ = A()\nA()()\n",
    "strange patterns": "class A:\n    __match_args__ = (None, 1)\nmatch A():\n    case A(1, 2): x = 1\n",
    "deep calls": "f = lambda x: x\nx = " + "f(" * 80 + "1" + ")" * 80 + "\n",
    "many branches": "x = int(input())\nif x == 0: pass\n" + "".join(f"elif x == {i}: y = {i}\n" for i in range(2000)),
}


@pytest.mark.parametrize(("text", "message"), ERRORS.items(), ids=range(len(ERRORS)))
def test_a_file_that_cannot_be_read_is_one_line(text: str, message: str, tmp_path: Path) -> None:
    """The other files are checked."""
    (tmp_path / "bad.py").write_text(text)
    (tmp_path / "good.py").write_text("import jax.numpy as jnp\nreveal_type(jnp.zeros(3))\n")
    program = Program([tmp_path], folders=[])
    run = program.interpret()
    (error,) = program.errors.values()
    assert message in error
    assert "\n" not in error
    assert [*run.records.revealed.values()] == [[{"array": "float32"}]]


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_a_hostile_file_has_an_end(text: str, tmp_path: Path) -> None:
    path = tmp_path / "hostile.py"
    path.write_text(text)
    program = Program([path], folders=[])
    run = program.interpret()
    assert not program.faults
    assert run.steps < MOST_STEPS


def test_modules_that_import_each_other(tmp_path: Path) -> None:
    (tmp_path / "one.py").write_text("import two\nfrom two import y\nx = 1\n")
    (tmp_path / "two.py").write_text("import one\nfrom one import x\ny = 2\n")
    program = Program([tmp_path], folders=[])
    program.interpret()
    assert not program.errors


def test_nothing_under_check_is_executed(tmp_path: Path) -> None:
    effect = tmp_path / "effect"
    (tmp_path / "imported.py").write_text(f"open({str(effect)!r}, 'w')\n")
    (tmp_path / "program.py").write_text(
        f"import os, sys, imported\nos.mkdir({str(effect)!r})\nexec('import imported')\nsys.exit(3)\n"
    )
    Program([tmp_path], folders=[str(tmp_path)]).interpret()
    assert not effect.exists()


def library_tests() -> list[Path]:
    """The files of the standard library's own tests."""
    return sorted(Path(sysconfig.get_path("stdlib"), "test").glob("test_*.py"))


@pytest.mark.exhaustive
@pytest.mark.parametrize("path", library_tests(), ids=lambda path: path.stem)
def test_a_file_of_the_standard_library(path: Path, tmp_path: Path) -> None:
    """A copy is read outside of the package `test`, so that its imports are not interpreted, too."""
    copy = tmp_path / path.name
    copy.write_bytes(path.read_bytes())
    program = Program([copy], folders=[])
    program.interpret()
    assert not program.faults


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", ["click", "rich", "pygments"])
def test_a_package_without_jax(name: str) -> None:
    spec = find_spec(name)
    if spec is None or not spec.submodule_search_locations:
        pytest.skip("not installed")
    program = Program([spec.submodule_search_locations[0]])
    program.interpret()
    assert not program.faults
