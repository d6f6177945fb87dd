"""The places of a program with x64 on or off: the interpreter tells the plugin which mode holds at each place."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from jaxtyping_promo.mypy_plugin.modes.jax_modes import Modes
from jaxtyping_promo.mypy_plugin.modes.recorded_switches import NO_PROGRAM
from jaxtyping_promo.mypy_plugin.modes.switch_scan import CONFIGS, PARSERS, WORDS, switches_in

from jaxtyping_promo.config import Options
from jaxtyping_promo.interpreter.modes_at_places import modes_at_places
from jaxtyping_promo.interpreter.shared_imports import SharedImports
from jaxtyping_promo.jax_options import CONTEXTS, ENVIRONMENT, OPTIONS

pytestmark = pytest.mark.once

IMPORTS = """\
import contextlib, functools, os, subprocess, sys
import jax
from jax import config, lax
import jax.numpy as jnp

"""


def programs(text: str) -> dict[str, str]:
    """The programs in a text, by the comments above them."""
    parts = re.split(r"^# (.*)\n", text, flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


KNOWN = programs("""\
# at the top
print()
config.update('jax_enable_x64', True)
print()
config.update('jax_enable_x64', False)
print()

# in functions
config.update('jax_enable_x64', True)
def f():
    print()
f()

# later in a function
def f():
    config.update('jax_enable_x64', True)
    print()
f()

# in a class
class A:
    config.update('jax_enable_x64', True)
    print()
print()

# in a block
with jax.enable_x64(True):
    print()
print()

# in two blocks
with jax.enable_x64(True), jax.enable_x64(False):
    print()
print()

# in a block without a value
with jax.enable_x64():
    print()
print()

# by a decorator
@jax.enable_x64(True)
def f():
    print()
f()
print()

# by an alias
cfg = jax.config
cfg.update('jax_enable_x64', True)
print()

# by a method's alias
update = jax.config.update
update('jax_enable_x64', True)
print()

# by keywords
config.update(name='jax_enable_x64', val=True)
print()

# in a lambda at once
with jax.enable_x64(True):
    lax.cond(True, lambda: print(0), lambda: print(0))
print()

# in a transformed lambda
with jax.enable_x64(True):
    jax.vmap(lambda x: print(x))(jnp.zeros(3))

# in a comprehension
with jax.enable_x64(True):
    [print() for _ in range(2)]
    sum(print(0) for _ in range(2))

# in a block of another
with jax.enable_x64(True):
    with jax.disable_jit():
        print()
print()

# in a block that switches
with jax.enable_x64(True):
    config.update('jax_enable_x64', False)
    print()

# in both branches
if len('') > 0:
    config.update('jax_enable_x64', True)
else:
    config.update('jax_enable_x64', True)
print()

# in a block of a function
def f():
    with jax.enable_x64(True):
        def g(x):
            print()
            return x
        lax.map(g, jnp.zeros(2))
        g(1)
f()

# by another option
config.update('jax_platforms', 'cpu')
print()
os.environ['HOME'] = '/'
print()

# in another dict
options = {}
options.update({'jax_enable_x64': True})
options['JAX_ENABLE_X64'] = '1'
print()

# for another process
env = dict(os.environ, JAX_ENABLE_X64='1')
print()

# for another process by a joined dict
env = {**os.environ, 'JAX_ENABLE_X64': '1'}
env = os.environ.copy() | {'JAX_ENABLE_X64': '1'}
env = os.environ | dict(JAX_ENABLE_X64='1')
print()

# for another process by an argument
subprocess.run([sys.executable, '-c', ''], env={'JAX_ENABLE_X64': '1', 'PATH': os.environ['PATH']})
print()

# where it is read
print(config.jax_enable_x64, os.environ.get('JAX_ENABLE_X64'), config.read('jax_enable_x64'))
print()

# in a block's function
with jax.enable_x64(True):
    def f():
        config.update('jax_enable_x64', False)
    f()
    print()

# by the manager's name
manager = jax.enable_x64
with manager(True):
    print()
print()

# in a branch
if len('') == 0:
    config.update('jax_enable_x64', True)
print()

# at last
try:
    pass
finally:
    config.update('jax_enable_x64', len('') == 0)
print()

# in a case
match len(''):
    case 0:
        config.update('jax_enable_x64', True)
print()

# by a value
flag = True
config.update('jax_enable_x64', flag)
print()

# by a name
name = 'jax_enable_x64'
config.update(name, True)
print()

# by arguments
arguments = ('jax_enable_x64', True)
config.update(*arguments)
print()

# by keyword arguments
arguments = dict(name='jax_enable_x64', val=True)
config.update(**arguments)
print()

# in an expression
len('') == 0 and config.update('jax_enable_x64', True)
print()

# in a lambda
f = lambda: config.update('jax_enable_x64', True)
f()
print()

# by the object
def switch(options):
    options.update('jax_enable_x64', True)
switch(jax.config)
print()

# by the manager's value
flag = True
with jax.enable_x64(flag):
    print()
print()
""")
"""Programs in which the mode is known everywhere, by the form of the switch."""
OPEN = programs("""\
# by a manager of a function
def x64():
    return jax.enable_x64(True)
with x64():
    print()
print()

# in a called function
def f():
    config.update('jax_enable_x64', True)
print()
f()
print()

# in a loop
for flag in (False, True):
    print()
    config.update('jax_enable_x64', flag)
print()

# in a while loop
n = 0
while n < 2:
    print()
    config.update('jax_enable_x64', True)
    n += 1
print()

# in a try block
try:
    print()
    config.update('jax_enable_x64', True)
    1 / 0
except ZeroDivisionError:
    print()

# in a handler
try:
    1 / 0
except ZeroDivisionError:
    config.update('jax_enable_x64', True)
print()

# by a partial
f = functools.partial(config.update, 'jax_enable_x64')
f(True)
print()

# by a stored manager
manager = jax.enable_x64(True)
with manager:
    print()
print()

# by a stack
with contextlib.ExitStack() as stack:
    stack.enter_context(jax.enable_x64(True))
    print()
print()

# by entering
manager = jax.enable_x64(True)
manager.__enter__()
print()
manager.__exit__(None, None, None)
print()

# by a generator
@contextlib.contextmanager
def x64():
    with jax.enable_x64(True):
        yield
with x64():
    print()
print()

# by its internals
from jax._src import config as c
c.enable_x64.set_global(True)
print()

# in a function that is called later
with jax.enable_x64(True):
    def f():
        print()
    f()
f()

# in a lambda that is called later
with jax.enable_x64(True):
    f = lambda: print()
f()

# in a jitted lambda
with jax.enable_x64(True):
    f = jax.jit(lambda x: print(x))
f(1)

# in a generator
with jax.enable_x64(True):
    g = (print() for _ in range(2))
next(g)

# in a map
with jax.enable_x64(True):
    g = map(lambda x: print(x), [1])
list(g)

# in a decorated generator
@jax.enable_x64(True)
def g():
    print()
    yield
next(g())

# in a decorated inner function
@jax.enable_x64(True)
def f():
    def g():
        print()
    return g
f()()

# in functions that a block calls
def f():
    print()
with jax.enable_x64(True):
    f()
f()

# in functions that a block transforms
def f(x):
    print()
    return x
with jax.enable_x64(True):
    jax.jit(f)(1)
f(1)

# in functions that a block gives to other code
def f(x):
    print()
    return x
with jax.enable_x64(True):
    lax.map(f, jnp.zeros(2))
f(1)

# in functions that a decorated function calls
def f():
    print()
@jax.enable_x64(True)
def g():
    f()
g()
f()

# in a method that a block calls
class A:
    def f(self):
        print()
with jax.enable_x64(True):
    A().f()
A().f()

# before and after
def f():
    print()
f()
config.update('jax_enable_x64', True)
f()

# between
config.update('jax_enable_x64', True)
def f():
    print()
f()
config.update('jax_enable_x64', False)
f()

# in the environment
os.environ["JAX_ENABLE_X64"] = "1"
print()

# in the environment's default
from os import environ
environ.setdefault("JAX_ENABLE_X64", "1")
print()

# in the environment by a function
from os import putenv
putenv("JAX_ENABLE_X64", "1")
print()

# in an updated environment
os.environ.update({"JAX_ENABLE_X64": "1"})
print()

# in an environment by keywords
os.environ.update(JAX_ENABLE_X64="1")
print()

# in a joined environment
os.environ |= {"JAX_ENABLE_X64": "1"}
print()

# in an environment by a name
name = "JAX_ENABLE_X64"
os.environ[name] = "1"
print()

# in a patched environment
from unittest import mock
with mock.patch.dict("os.environ", {"JAX_ENABLE_X64": "1"}):
    print()

# by an attribute
try:
    jax.config.jax_enable_x64 = True
except AttributeError:
    pass
print()

# by an attribute's name
try:
    setattr(jax.config, "jax_enable_x64", True)
except AttributeError:
    pass
print()

# by flags
if len(""):
    jax.config.parse_flags_with_absl()
print()

# in a method of the program that is called like an array's
class Model:
    def update(self):
        print()
with jax.enable_x64(True):
    Model().update()
Model().update()

# in a default
def f(x=config.update('jax_enable_x64', True)):
    print()
print()
f()
""")
"""Programs in which the mode may be unknown at some place."""

RUNNER = """
import builtins, json, sys, jax

places = []
def here(x=None, *others):
    frame = sys._getframe(1)
    line, column = next(iter([(p[0], p[2]) for p in [list(frame.f_code.co_positions())[frame.f_lasti // 2]]]))
    places.append((line, column, bool(jax.config.jax_enable_x64)))
    return x
builtins.print, show = here, print
for text in json.load(sys.stdin):
    jax.config.update("jax_enable_x64", False)
    places.clear()
    try:
        exec(compile(text, "program", "exec"), {"__name__": "program"})
    finally:
        jax.config.update("jax_enable_x64", False)
        jax.clear_caches()
    show(json.dumps(places), file=sys.stderr)
"""


@pytest.fixture(scope="module")
def executed() -> dict[str, list[tuple[int, int, bool]]]:
    """The places that each program reaches, and whether x64 is on at each."""
    texts = [*KNOWN.values(), *OPEN.values()]
    done = subprocess.run(
        [sys.executable, "-c", RUNNER],
        input=json.dumps([IMPORTS + text for text in texts]),
        check=True,
        capture_output=True,
        text=True,
    )
    lines = [line for line in done.stderr.splitlines() if line.startswith("[")]
    return {text: [(n, c, on) for n, c, on in json.loads(line)] for text, line in zip(texts, lines, strict=True)}


def inferred(text: str, folder: Path, options: Options | None = None) -> dict[tuple[int, int], set[bool]]:
    """Whether x64 may be on at each call of a program, by the line and column."""
    options = Options() if options is None else options
    modes = Modes("program", options, switches_in(IMPORTS + text), NO_PROGRAM)
    path = folder / "program.py"
    path.write_text(IMPORTS + text)
    program = SharedImports([]).interpret(str(path), modes.systems(of_others=True), for_importers=True)
    assert program.importers is not None and not program.faults
    known = modes_at_places(program.run, str(path), program.importers) if modes.are_several else {}
    calls = [node for node in ast.walk(ast.parse(IMPORTS + text)) if isinstance(node, ast.Call)]
    return {
        (call.lineno, call.col_offset): {mode.options.x64 for mode in modes.at(position, known)}
        for call in reversed(calls)  # `print()` instead of a call inside of it
        if (position := (call.lineno, call.col_offset, call.end_lineno, call.end_col_offset))
    }


@pytest.mark.parametrize("what", KNOWN)
def test_switches_that_can_be_followed_are_known(what, executed, tmp_path):
    text = KNOWN[what]
    assert executed[text]
    modes = inferred(text, tmp_path)
    assert [modes[line, column] for line, column, _ in executed[text]] == [{is_on} for *_, is_on in executed[text]]


@pytest.mark.parametrize("what", OPEN)
def test_the_mode_that_holds_is_possible(what, executed, tmp_path):
    text = OPEN[what]
    assert executed[text]
    modes = inferred(text, tmp_path)
    assert all(is_on in modes[line, column] for line, column, is_on in executed[text]), modes


@pytest.mark.parametrize("what", [*KNOWN, *OPEN])
def test_the_mode_that_holds_is_possible_without_the_interpreter(what, executed):
    text = {**KNOWN, **OPEN}[what]
    modes = Modes("program", Options(), switches_in(IMPORTS + text), NO_PROGRAM)
    possible = {mode.options.x64 for mode in modes.at((1, 0, 1, 0), {})}
    assert possible >= {is_on for *_, is_on in executed[text]}


@pytest.mark.parametrize("what", KNOWN)
def test_a_configuration_that_holds_changes_no_mode(what, executed, tmp_path):
    text = KNOWN[what]
    modes = {is_on: inferred(text, tmp_path, Options(x64=is_on)) for is_on in (False, True)}
    assert all(is_on in modes[is_on][line, column] for line, column, is_on in executed[text])


@pytest.mark.parametrize("name", [*OPTIONS, *ENVIRONMENT, *CONTEXTS, *CONFIGS, *PARSERS])
def test_modules_that_name_a_switch_are_parsed(name):
    assert any(word in name for word in WORDS)
