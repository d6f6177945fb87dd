"""Numbers of another module: mypy knows the class of the first value, and the program replaces it by an array.

The results are compared with the program that runs.
"""

from __future__ import annotations

import os
import runpy
import sys
import time
from pathlib import Path

import pytest
from checkers import Mypy
from checkers.mypy import ini
from mypy_processes import end_daemon, run_mypy

COUNTERS = """\
import time
from dataclasses import dataclass

import jax
import numpy as np

SCALE = 1.0
WIDE = 1.0
RATE: float = 1
FIXED = 2
GROWN = 2
TABLE = {"rate": 1, "decay": 0.5}
RATES = [1, 0.5]
ONLY_INTS = [1, 2]
COUNTS = {"a": 0}
STACK = [0.0]

def count(value):
    COUNTS["a"] = value

def push(value):
    STACK.append(value)

def set_scale(value):
    global SCALE
    SCALE = value

def set_wide() -> None:
    global WIDE
    WIDE = np.float64(2)

def grow() -> None:
    global GROWN
    GROWN += 1

class Total:
    total = 0
    count = 0
    loss = 0.0

    def add(self, value):
        self.total = self.total + value
        self.count += 1

class Timer:
    def __init__(self, rate: float = 1, steps: int = 0):
        self.value = 0.0
        self.rate = rate
        self.steps = steps
        self.size = len("abc")
        self.elapsed = 0

    def update(self, value):
        self.value = value

    def tick(self, by=1):
        self.steps += 1
        self.elapsed += by

class Derived(Timer):
    pass

@dataclass
class Config:
    rate: float = 1
    decay: float = 0.5
    steps: int = 3
"""
RECORDING = """\
from counters import Total

LATEST = Total()

def record(value):
    LATEST.loss = value
"""
LIMITS = """\
SIZE: float = abs(-2)
STEP = max(1, 0.5)
COUNT = len("abc")
"""
PROGRAM = """\
import jax.numpy as jnp
import numpy as np
import counters
import limits
import recording
from counters import RATES, WIDE, Config, Derived, Timer, Total
from limits import SIZE

h = jnp.ones(3, jnp.bfloat16)
i = jnp.arange(3)
total = Total()
total.add(jnp.ones(3))
timer = Timer()
timer.update(jnp.ones(3))
timer.tick(jnp.float32(1))
derived = Derived(2)
derived.update(i)
config = Config()
counters.set_scale(np.float32(2))
counters.set_wide()
counters.grow()
counters.count(jnp.float32(1))
counters.push(jnp.float32(1))
recording.record(jnp.float32(1))

reveal_type(h * total.total)
reveal_type(h * -total.total)
reveal_type(h * (total.total + 1))
reveal_type(jnp.maximum(h, total.total))
reveal_type(jnp.asarray(total.total))
reveal_type(h * total.count)
reveal_type(i * total.count)
reveal_type(h * timer.value)
reveal_type(jnp.full(3, timer.value))
reveal_type(jnp.where(h > 0, h, timer.value))
reveal_type(i * timer.rate)
reveal_type(i * timer.steps)
reveal_type(i * timer.size)
reveal_type(h * timer.elapsed)
reveal_type(h * derived.value)
reveal_type(i + derived.value)
reveal_type(h * counters.SCALE)
reveal_type(h * counters.WIDE)
reveal_type(h * WIDE)
reveal_type(i * counters.RATE)
reveal_type(i * counters.FIXED)
reveal_type(i * counters.GROWN)
reveal_type(i * config.rate)
reveal_type(i * config.decay)
reveal_type(i * config.steps)
reveal_type(h * recording.LATEST.loss)
reveal_type(i * counters.TABLE["rate"])
reveal_type(i * RATES[0])
reveal_type(i * counters.ONLY_INTS[0])
reveal_type(h * counters.COUNTS["a"])
reveal_type(h * counters.STACK[1])
reveal_type(h * sum(counters.STACK))
reveal_type(i * SIZE)
reveal_type(i * limits.STEP)
reveal_type(i * limits.COUNT)
for rate in RATES:
    reveal_type(i * rate)
for name, value in counters.TABLE.items():
    reveal_type(i * value)

def inside() -> None:
    reveal_type(h * total.total)
    reveal_type(h * total.count)

inside()
"""
MODULES = {"counters": COUNTERS, "limits": LIMITS, "recording": RECORDING, "program": PROGRAM}
KNOWN = {
    *("h * total.count", "i * total.count", "i * timer.steps", "i * timer.size"),
    *("i * counters.FIXED", "i * counters.GROWN", "i * config.decay", "i * config.steps"),
    *("i * counters.ONLY_INTS[0]", "i * limits.COUNT"),
}
"""The results of numbers that only numbers of one class replace."""


def dtypes_at_run_time(folder: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, list[str]]:
    """The dtype of each revealed expression of the program, one for each time that it is revealed."""
    dtypes: dict[str, list[str]] = {}

    def reveal(value: object) -> object:
        frame = sys._getframe(1)
        text = PROGRAM.splitlines()[frame.f_lineno - 1].strip()
        name = value.dtype.name
        dtypes.setdefault(text, []).append(f"weak_{name[:-2]}" if value.weak_type else name)
        return value

    monkeypatch.syspath_prepend(folder)
    runpy.run_path(str(folder / "program.py"), {"reveal_type": reveal})
    for module in ("counters", "limits", "recording"):
        del sys.modules[module]
    return dtypes


def test_a_number_that_may_be_replaced_has_no_wrong_dtype(tmp_path, monkeypatch):
    for name, text in MODULES.items():
        (tmp_path / f"{name}.py").write_text(text)
    (tmp_path / "mypy.ini").write_text(ini())
    report = Mypy().check("program.py", folder=tmp_path)
    assert not any(line.errors for line in report.lines.values()), report.output
    at_run_time = dtypes_at_run_time(tmp_path, monkeypatch)
    assert len(at_run_time) > 25
    for number, text in enumerate(PROGRAM.splitlines(), 1):
        if not text.strip().startswith("reveal_type"):
            continue
        (revealed,) = report.line("program.py", number).revealed
        possible = revealed.replace("Array[", "").replace("]", "").split(" | ")
        assert {*at_run_time[text.strip()]} <= {*possible} or possible == ["Any"], (text, revealed)
        expression = text.strip().removeprefix("reveal_type(").removesuffix(")")
        is_changeable = text.startswith(" ")  # other code may change the object before the function is called again
        assert (len(possible) == 1 and possible != ["Any"]) or expression not in KNOWN or is_changeable, (
            text,
            revealed,
        )


BODIES = ("pass", "self.total = self.total + value", "self.total = 3")
EDITED = "class Total:\n    total = 0\n\n    def add(self, value):\n        {}\n"
USER = "import jax.numpy as jnp\nfrom edited import Total\n\nt = Total()\nt.add(jnp.ones(3))\n"
USER += "reveal_type(jnp.ones(3, jnp.bfloat16) * t.total)\n"


@pytest.mark.long
@pytest.mark.parametrize("command", ["mypy", pytest.param("dmypy run", marks=pytest.mark.exhaustive)])
def test_an_edit_of_a_method_changes_the_dtypes_elsewhere(command, tmp_path):
    (tmp_path / "user.py").write_text(USER)
    (tmp_path / "mypy.ini").write_text(ini())
    program, *options = command.split()
    second = int(time.time())
    revealed: list[str] = []
    for body in (*BODIES, BODIES[1]):
        path = tmp_path / "edited.py"
        path.write_text(EDITED.format(body))
        second += 2
        os.utime(path, (second, second))
        separator = ["--"] if options else []
        arguments = [program, *options, *separator, "user.py", "edited.py"]
        done = run_mypy(arguments, tmp_path)
        revealed += [
            line.rpartition("Array[")[2].split(".")[-1] for line in done.stdout.splitlines() if "Array[" in line
        ]
    if options:
        end_daemon(tmp_path)
    assert [text.strip(']"') for text in revealed] == ["bfloat16", "float32", "bfloat16", "float32"]


LATER = """\
from collections.abc import Callable, Sequence

import jax.numpy as jnp
from jaxtyping_promo import Array, float32

STEPS = 3

def later(x: Array[float32]) -> Callable[..., tuple[Array, ...]]:
    def run(
        n: int = 4, scale: float = 0.5, steps: int = STEPS, rate: float = 1, size: float | None = None,
        weights: Sequence[float] = (0.1, 0.5), mixed: Sequence[float] = (1, 2), *, most: int
    ) -> tuple[Array, ...]:
        rows, columns = x.shape
        (first,), second = x[0].shape, 3
        reveal_type(jnp.arange(n))
        reveal_type(jnp.sin(scale))
        reveal_type(jnp.arange(steps))
        reveal_type(jnp.sin(rate))
        reveal_type(jnp.arange(most))
        reveal_type(jnp.arange(rows))
        reveal_type(jnp.arange(first + second))
        if size is not None:
            reveal_type(jnp.sin(size))
        reveal_type(jnp.array(weights))
        reveal_type(jnp.array(mixed))
        reveal_type(x[0] / max(n - 1, 1))
        for i in range(n):
            reveal_type(jnp.arange(i))
        for i in range(most):
            reveal_type(jnp.arange(i))
        return (
            jnp.arange(n), jnp.sin(scale), jnp.arange(steps), jnp.sin(rate), jnp.arange(most), jnp.arange(columns),
            jnp.arange(first), jnp.sin(size), jnp.array(weights), jnp.array(mixed), x[0] / max(n - 1, 1),
            jnp.arange(i), jnp.arange(i),
        )
    return run
"""


def test_parameters_of_functions_that_others_call(tmp_path: Path) -> None:
    """Defaults and the sizes of shapes have the declared class; ``rate: float = 1`` may be of either class."""
    (tmp_path / "program.py").write_text(LATER)
    (tmp_path / "mypy.ini").write_text(ini(mypy="check_untyped_defs = True"))
    report = Mypy().check("program.py", folder=tmp_path)
    revealed = [line.revealed[0] for _, line in sorted(report.lines.items()) if line.revealed]
    (tmp_path / "program.py").write_text("def reveal_type(x): ...\n" + LATER)
    names = runpy.run_path(str(tmp_path / "program.py"))
    found = names["later"](names["jnp"].ones((2, 3)))(size=0.25, most=2)
    kinds = {"int32": "int32", "float32": "weak_float"}
    expected = [f"Array[{kinds[str(x.dtype)] if x.weak_type else x.dtype}]" for x in found]
    expected[3] = expected[9] = "Array[Any]"
    assert revealed == expected


SIZES = """\
from dataclasses import dataclass

class Layer:
    def __init__(self, dim: int, scale: float = 0.5, rate: float = 1):
        self.dim = dim
        self.half_dim = dim // 2
        self.scale = scale
        self.rate = rate
        self.steps = 0
        self.loss = 0.5

    def step(self, loss) -> None:
        self.steps += 1
        self.loss = loss

@dataclass
class Sizes:
    rows: int
    parents: tuple[int, ...]
    decay: float = 0.25
    limit: float = 1
"""
LAYERS = """\
import jax.numpy as jnp
from sizes import Layer, Sizes

i = jnp.arange(3)

class Dense(Layer):
    def shown(self) -> None:
        reveal_type(i / self.dim)
        reveal_type(jnp.arange(self.dim))
        reveal_type(i * self.half_dim)
        reveal_type(i * self.scale)
        reveal_type(i * self.rate)
        reveal_type(i * self.steps)
        reveal_type(i * self.loss)

def shown(sizes: Sizes, layer: Layer) -> None:
    rows = sizes.rows
    reveal_type(i * rows)
    reveal_type(jnp.array(sizes.parents))
    reveal_type(i * sizes.decay)
    reveal_type(i * sizes.limit)
    reveal_type(i * layer.dim)

dense = Dense(4)
dense.shown()
dense.step(jnp.float16(1))
dense.shown()
shown(Sizes(3, (1, 2)), dense)
"""
UNKNOWN = ("self.rate", "self.steps", "self.loss", "sizes.limit")
"""The attributes whose class mypy does not tell, since the program gives them others."""


def test_attributes_that_only_constructors_of_other_modules_set(tmp_path, monkeypatch):
    (tmp_path / "sizes.py").write_text(SIZES)
    (tmp_path / "layers.py").write_text(LAYERS)
    (tmp_path / "mypy.ini").write_text(ini())
    report = Mypy().check("layers.py", folder=tmp_path)
    revealed = {n: line.revealed[0] for (path, n), line in report.lines.items() if line.revealed}
    dtypes: dict[int, set[str]] = {}

    def reveal(value):
        dtypes.setdefault(sys._getframe(1).f_lineno, set()).add(
            f"weak_{value.dtype.name[:-2]}" if value.weak_type else value.dtype.name
        )

    monkeypatch.syspath_prepend(tmp_path)
    runpy.run_path(str(tmp_path / "layers.py"), {"reveal_type": reveal})
    del sys.modules["sizes"]
    for number, line in enumerate(LAYERS.splitlines(), 1):
        if "reveal_type" in line:
            is_unknown = any(name in line for name in UNKNOWN)
            assert revealed[number] == ("Array[Any]" if is_unknown else f"Array[{'/'.join(dtypes[number])}]"), line
