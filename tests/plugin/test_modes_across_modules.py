"""Switches of x64 that other modules, methods, closures and callbacks notice: the mode that holds is possible."""

from __future__ import annotations

import ast
import json
import subprocess
import sys

import pytest
from jaxtyping_promo.mypy_plugin.modes.jax_modes import Modes
from jaxtyping_promo.mypy_plugin.modes.recorded_switches import Program
from jaxtyping_promo.mypy_plugin.modes.switch_scan import switches_in

from jaxtyping_promo.config import Options
from jaxtyping_promo.interpreter.modes_at_places import modes_at_places
from jaxtyping_promo.interpreter.shared_imports import SharedImports

pytestmark = [pytest.mark.once, pytest.mark.slow]

IMPORTS = "import jax\nimport jax.numpy as jnp\n"
PROGRAMS: dict[str, dict[str, str]] = {
    "block calls other": {
        "main.py": """\
import lib
lib.f()
with jax.enable_x64(True):
    lib.f()
    here()
here()
""",
        "lib.py": """\
def f() -> None:
    here()
""",
    },
    "callback table": {
        "main.py": """\
T = {}
def f() -> None:
    here()
T['f'] = f
with jax.enable_x64(True):
    T['f']()
T['f']()
""",
    },
    "kept lambda": {
        "main.py": """\
import lib
def make():
    with jax.enable_x64(True):
        g = lambda: here()
        g()
        lib.K.append(g)
make()
lib.run()
""",
        "lib.py": """\
K: list = []
def run():
    for k in K:
        k()
""",
    },
    "closure": {
        "main.py": """\
def make():
    with jax.enable_x64(True):
        def h():
            here()
        h()
        def k():
            h()
    return k
k = make()
k()
""",
    },
    "method override": {
        "main.py": """\
from lib import A
class B(A):
    x64 = True
    def flag(self) -> bool: return True
B().run()
A().run()
""",
        "lib.py": """\
class A:
    x64 = False
    def flag(self) -> bool: return False
    def run(self) -> None:
        with jax.enable_x64(self.x64):
            here()
        with jax.enable_x64(self.flag()):
            here()
        with jax.enable_x64(True):
            here()
        here()
""",
    },
    "property": {
        "main.py": """\
class A:
    @property
    def p(self):
        return here()
a = A()
a.p
with jax.enable_x64(True):
    a.p
""",
    },
    "update in block fn": {
        "main.py": """\
def on() -> None:
    jax.config.update('jax_enable_x64', True)
with jax.enable_x64(False):
    on()
    here()
here()
def f() -> None:
    here()
f()
""",
    },
    "imports switch": {
        "main.py": """\
import sw
here()
def f() -> None:
    here()
f()
import late
late.g()
""",
        "sw.py": """\
jax.config.update('jax_enable_x64', True)
here()
""",
        "late.py": """\
here()
def g() -> None:
    here()
""",
    },
    "before import": {
        "main.py": """\
jax.config.update('jax_enable_x64', True)
import lib
lib.f()
""",
        "lib.py": """\
here()
def f() -> None:
    here()
""",
    },
    "genexp": {
        "main.py": """\
with jax.enable_x64(True):
    g = (here() for _ in range(2))
    next(g)
next(g)
""",
    },
    "decorated method": {
        "main.py": """\
class A:
    @jax.enable_x64(True)
    def f(self) -> None:
        here()
        self.g()
    def g(self) -> None:
        here()
A().f()
A().g()
""",
    },
    "exception": {
        "main.py": """\
def f():
    with jax.enable_x64(True):
        raise ValueError
try:
    f()
except ValueError:
    here()
here()
""",
    },
    "ctx class": {
        "main.py": """\
class X64:
    def __enter__(self):
        self.old = jax.config.jax_enable_x64
        jax.config.update('jax_enable_x64', True)
    def __exit__(self, *a):
        jax.config.update('jax_enable_x64', self.old)
with X64():
    here()
here()
def f():
    here()
f()
with X64():
    f()
""",
    },
    "thread map": {
        "main.py": """\
import functools
def f(x):
    here()
    return x
def wrap(fn):
    @functools.wraps(fn)
    def inner(*a):
        with jax.enable_x64(True):
            return fn(*a)
    return inner
wrap(f)(1)
f(1)
@wrap
def g(x):
    here()
    return x
g(1)
""",
    },
    "recursive": {
        "main.py": """\
def f(n: int) -> None:
    here()
    if n:
        with jax.enable_x64(True):
            f(n - 1)
f(2)
""",
    },
    "class in block": {
        "main.py": """\
with jax.enable_x64(True):
    class A:
        w = here()
        def f(self):
            here()
    A().f()
A().f()
""",
    },
}
"""The files of programs that call `here` where the mode matters."""
RUNNER = """
import builtins, json, sys, jax

places = []
def here():
    frame = sys._getframe(1)
    places.append((frame.f_globals["__name__"], frame.f_lineno, bool(jax.config.jax_enable_x64)))
builtins.here = here
import main
print(json.dumps(places))
"""


@pytest.mark.parametrize("what", PROGRAMS)
def test_the_mode_that_holds_is_possible(what, tmp_path):
    texts = {file.removesuffix(".py"): IMPORTS + text for file, text in PROGRAMS[what].items()}
    for module, text in texts.items():
        (tmp_path / f"{module}.py").write_text(text)
    run = subprocess.run([sys.executable, "-c", RUNNER], cwd=tmp_path, check=True, capture_output=True, text=True)
    places = json.loads(run.stdout)
    assert places
    leaks = {module: switches_in(text).leaks for module, text in texts.items()}
    for module, text in texts.items():
        path = str(tmp_path / f"{module}.py")
        modes = Modes(module, Options(), switches_in(text), Program(leaks, {}, ""))
        program = SharedImports([]).interpret(path, modes.systems(of_others=True), for_importers=True)
        assert program.importers is not None and not program.faults
        known = modes_at_places(program.run, path, program.importers)
        calls = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Call)]
        for line, is_on in ((line, is_on) for name, line, is_on in places if name == module):
            [call] = (each for each in calls if each.lineno == line and ast.unparse(each) == "here()")
            at = modes.at((line, call.col_offset, call.end_lineno, call.end_col_offset), known)
            assert is_on in {mode.options.x64 for mode in at}, (module, line)
