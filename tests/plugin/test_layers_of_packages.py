"""Objects whose classes belong to an installed package: the dtypes of their attributes, and results of their methods.

mypy reveals the dtypes that JAX computes, or an unknown dtype, and prints the same in cold and warm runs and in its
daemon, also after the program or the package has changed.
"""

from __future__ import annotations

import os
import re
import runpy
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from checkers.mypy import PLUGIN, imported
from mypy_processes import end_daemon, run_mypy

pytestmark = [pytest.mark.once, pytest.mark.slow]

INI = f"[mypy]\nplugins = {PLUGIN}\n"

LAYERS = """
from typing import Any, Callable, Sequence, cast, overload

import jax
import jax.numpy as jnp


def default_dtype():
    if jax.config.jax_enable_x64:
        return jnp.float64
    else:
        return jnp.float32


def made(shape: tuple[int, ...], dtype: Any) -> jax.Array:
    if jnp.issubdtype(dtype, jnp.complexfloating):
        return jnp.ones(shape, jnp.complex64)
    else:
        return jnp.ones(shape, dtype)


class Linear:
    weight: jax.Array
    bias: jax.Array | None
    activation: Callable

    def __init__(
        self, n: int, use_bias: bool = True, dtype=None, activation: Callable = jnp.tanh, mode: str = "plain"
    ) -> None:
        dtype = default_dtype() if dtype is None else dtype
        padding = "same"
        if n == 1:
            padding = ((0, 0),)
        self.weight = made((n, n), dtype)
        self.bias = made((n,), dtype) if use_bias else None
        self.activation = activation
        self.mode = mode
        self.count = jnp.zeros(n, jnp.int32)
        self.padding = padding

    def __call__(self, x: jax.Array) -> jax.Array:
        x = self.weight @ x
        if self.bias is not None:
            x = x + cast(jax.Array, self.bias)
        return self.activation(x)

    def counted(self) -> None:
        self.count = self.count + 0.5


class Norm:
    def __init__(self, dtype=jnp.float32) -> None:
        self.scale = jnp.ones((), dtype)

    @overload
    def __call__(self, x: jax.Array) -> jax.Array: ...
    @overload
    def __call__(self, x: jax.Array, state: int) -> tuple[jax.Array, int]: ...
    def __call__(self, x: jax.Array, state: int | None = None) -> jax.Array | tuple[jax.Array, int]:
        out = (x * self.scale).astype(x.dtype)
        return out if state is None else (out, state)


class Chain:
    def __init__(self, layers: Sequence[Any]) -> None:
        self.layers = tuple(layers)

    def __call__(self, x: jax.Array) -> jax.Array:
        for layer in self.layers:
            x = layer(x)
        return x
"""

PROGRAM = """
import jax
import jax.numpy as jnp
from toylayers import Chain, Linear, Norm


class Model:
    def __init__(self, n, dtype=None):
        self.first = Linear(n, dtype=dtype)
        self.others = [Linear(n, False, dtype), jax.nn.relu, Norm()]
        self.same = [Linear(n, dtype=dtype) for _ in range(2)]

    def __call__(self, x):
        x = self.first(x)
        for layer in self.others:
            x = layer(x)
        for layer in self.same:
            x = layer(x)
        return x


class Changed:
    def __init__(self, n):
        self.parts = [Linear(n), Linear(n)]

    def add(self):
        self.parts.append(Linear(3, dtype=jnp.complex64))

    def __call__(self, x):
        for part in self.parts:
            x = part(x)
        return x


def choose(flag, x):
    if flag:
        layer = Linear(3, activation=jnp.sin)
    else:
        layer = Linear(3, activation=jnp.abs)
    return layer(x), layer.activation(x)


def changing(x):
    layer = Linear(3)
    layer.counted()
    return layer.count


halves, floats = jnp.ones(3, jnp.float16), jnp.ones(3)
layer = Linear(3)
reveal_type(layer.weight)
reveal_type(layer.bias)
reveal_type(layer(halves))
reveal_type(Linear(3, dtype=jnp.float16)(halves))
reveal_type(Linear(3, False, jnp.complex64)(halves))
reveal_type(Linear(3, dtype=jnp.bfloat16).weight)
reveal_type(Norm()(halves))
reveal_type(Norm()(halves, 1)[0])
model = Model(3)
reveal_type(model(halves))
reveal_type(jax.vmap(model)(jnp.ones((2, 3), jnp.float16)))
small = Model(3, jnp.float16)
reveal_type(small.first.weight)
reveal_type(small(halves))
reveal_type(small(floats))
changed = Changed(3)
changed.add()
reveal_type(changed(halves))
reveal_type(changing(halves))
reveal_type(choose(True, halves)[0])
reveal_type(choose(halves.ndim > 0, jnp.ones(3, jnp.complex64))[1])
reveal_type(Chain([Linear(3), Norm()])(halves))
cast = jax.tree.map(lambda leaf: leaf.astype(jnp.bfloat16), {"w": layer.weight})
reveal_type(cast["w"])
"""

EDITS = {
    "none": ("main.py", "", ""),
    "dtype of a model": ("main.py", "small = Model(3, jnp.float16)", "small = Model(3, jnp.bfloat16)"),
    "list of layers": ("main.py", "jax.nn.relu, Norm()", "jax.nn.relu, Norm(), Linear(3, dtype=jnp.complex64)"),
    "default of the package": ("site-packages/toylayers/__init__.py", "return jnp.float32", "return jnp.bfloat16"),
    "method of the package": ("site-packages/toylayers/__init__.py", "self.weight @ x", "(self.weight @ x) * 1j"),
}
SOME = ("none", "method of the package")
"""The edits that a run without ``--exhaustive`` tries."""
UNKNOWN = ("changed(halves)", "changing(halves)", "choose(halves.ndim")
"""The expressions whose dtype may be unknown: their list or attribute changes, or is one of two functions."""


def computed(folder: Path) -> list[str]:
    """The dtypes that JAX computes, in the order of the calls."""
    found: list[str] = []

    def reveal(value: object) -> None:
        found.append("weak " * getattr(value, "weak_type", False) + str(getattr(value, "dtype", type(value))))

    sys.modules.pop("toylayers", None)
    runpy.run_path(str(folder / "main.py"), init_globals={"reveal_type": reveal})
    return found


def messages(folder: Path, *command: str) -> list[str]:
    """The messages of a run."""
    done = run_mypy([*command, "main.py"], folder, {"MYPYPATH": str(folder / "site-packages")})
    assert "INTERNAL ERROR" not in done.stdout + done.stderr, done
    return [line for line in done.stdout.splitlines() if line.startswith("main.py:")]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    (tmp_path / "mypy.ini").write_text(INI)
    package = tmp_path / "site-packages" / "toylayers"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text(LAYERS)
    (package / "py.typed").touch()
    (tmp_path / "main.py").write_text(PROGRAM)
    shutil.copytree(imported(INI), tmp_path / ".mypy_cache")
    monkeypatch.syspath_prepend(str(tmp_path / "site-packages"))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    yield tmp_path
    end_daemon(tmp_path)


def test_dtypes_in_each_kind_of_run(folder: Path, request: pytest.FixtureRequest) -> None:
    names = EDITS if request.config.getoption("exhaustive") else SOME
    calls = [line for line in PROGRAM.splitlines() if line.startswith("reveal_type")]
    for second, edit in enumerate(names, start=1):
        name, old, new = EDITS[edit]
        path = folder / name
        text = path.read_text()
        assert old in text, edit
        path.write_text(text.replace(old, new, 1))
        os.utime(path, (2_000_000_000 + 2 * second,) * 2)
        output = messages(folder, "mypy")
        revealed = [line.partition("Revealed type is ")[2] for line in output if "Revealed type" in line]
        for call, shown, dtype in zip(calls, revealed, computed(folder), strict=True):
            known = re.findall(r"dtypes\.(\w+)", shown)
            is_unknown = any(text in call for text in UNKNOWN)
            forms = [dtype.removeprefix("weak "), *(["weak_float"] if dtype == "weak float32" else [])]
            assert known in ([form] for form in forms) or (is_unknown and not known), (edit, call, shown, dtype)
        shutil.rmtree(folder / "cold", ignore_errors=True)
        shutil.copytree(imported(INI), folder / "cold")
        assert output == messages(folder, "mypy", "--cache-dir=cold"), edit
        assert output == messages(folder, "dmypy", "run", "--", "--cache-dir=of_daemon"), edit
