"""Variables and calls of kinds that real packages have, which run, and in which mypy may not report an error."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest
from checkers import Mypy
from checkers.mypy import ini

pytestmark = pytest.mark.once

PROGRAM = """\
from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any, NamedTuple, TypeVar, overload

import jax
import jax.numpy as jnp
import numpy as np

A = TypeVar("A", bound=jax.Array)
Pair = tuple[jax.Array, jax.Array] | tuple[np.ndarray, np.ndarray]


class Step(NamedTuple):
    x: jax.Array


class Control:
    def __init__(self) -> None:
        self.reset_ = jax.jit(lambda key: Step(key))
        self.step = None
        self.value = None

    def reset(self, x: jax.Array) -> None:
        self.step = self.reset_(x)
        self.value, _ = jax.value_and_grad(lambda x: x.sum())(x)


def devices(chosen: Sequence[Any] | None, sharded: bool):
    if chosen is None:
        local = jax.local_devices()
    else:
        local = chosen
    several = jax.local_devices()
    several = tuple(several)
    count = jax.process_count()
    count = 0.5
    return local, several, count


@jax.jit
def approximate(x: jax.Array) -> tuple[jax.Array, Step]:
    return x, Step(x)


def named_tuple(x: jax.Array, tree: jax.Array | dict[str, jax.Array]):
    state, _ = approximate(x)
    value, _ = state, tree
    return value


def unpacked(pair: Pair, which: int, x: jax.Array):
    if which == 1:
        a, b = jax.jit(lambda x: (x, x))(x)
    elif which == 2:
        a, b = pair
    else:
        a, b = x, x
    if which:
        c, d = pair
    else:
        c, d = x, None
    arrays = [x, x]
    if which:
        e, f = pair
    else:
        e, f = arrays
    g, (h, i) = 1, pair
    h = x
    j = k = pair
    j, k = pair
    return a, b, c, d, e, f, g, h, i, j, k


def dtypes(x: jax.Array, leaves: list[jax.Array], convert: bool):
    one = {leaf.dtype for leaf in leaves} if convert else {np.asarray(leaf).dtype for leaf in leaves}
    two = [leaf.dtype for leaf in leaves]
    two.append(np.dtype("int8"))
    three = {"a": x.dtype}
    three["b"] = np.dtype("int8")
    three.update(c=np.dtype("int8"))
    four = [x.dtype] + [np.dtype("int8")]
    five = [(leaf.shape, leaf.dtype) for leaf in leaves]
    five.append(((3,), np.dtype("int8")))
    six: set[np.dtype] = {x.dtype}
    six |= {np.dtype("int8")}
    return one, two, three, four, five, six


def smooth(a: jax.Array, b: jax.Array, window: int = 3, *, scale: float = 1.0) -> jax.Array:
    return a + b * window * scale


def starred(args: Any, x: jax.Array):
    jax.jit(smooth)(*args, window=3)
    jax.jit(smooth, static_argnames="window")(*args, window=3, scale=2.0)
    jax.jit(smooth)(x, *args[:1], window=3)
    jax.jit(smooth)(*list(args), window=3)
    jax.value_and_grad(smooth)(*args, window=3)
    jax.grad(smooth)(*args, window=3)
    jax.jit(smooth)(*args, 3)
    jax.jit(smooth)(*args, 3, scale=2.0)
    jax.jit(smooth)(x, *args[:1], 3)
    jax.jit(smooth)(*args[:1], *args[1:], window=3)
    jax.jit(smooth)(*(x, x), *[3])
    jax.value_and_grad(smooth)(*args, 3)
    jax.jit(jax.jacfwd(smooth))(*list(args), 3)
    Blur(2.0).blur(*args, 3)
    y: jax.Array = jax.jit(first)(*args, 3)
    return y


def first(a: A, b: jax.Array, window: int) -> A:
    return a


class Blur:
    def __init__(self, scale: float) -> None:
        self.scale = scale

    @functools.partial(jax.jit, static_argnums=0)
    def blur(self, a: jax.Array, b: jax.Array, window: int) -> jax.Array:
        return a + b * window * self.scale


compile_first = functools.partial(jax.jit, static_argnums=0)
map_second = functools.partial(jax.vmap, in_axes=(None, 0))


@functools.partial(compile_first, donate_argnums=1)
def scaled(n: int, x: jax.Array) -> jax.Array:
    return x * n


def options(x: jax.Array):
    compile_first(smooth, static_argnums=2, inline=True)(x, x, 3)
    map_second(smooth, out_axes=0)(x[0], x)
    map_second(smooth, in_axes=(0, None))(x, x[0])
    functools.partial(jax.pmap, axis_name="i")(smooth, in_axes=(0, None), donate_argnums=1)
    jax._src.dispatch.xla_primitive_callable  # ``import jax`` imports its private modules, too
    return scaled(2, x)


def texts(x: jax.Array, n: jax.Array):
    return "{:.3f} {:d} {:s}".format(x, n, str(n)), format(x, ".3f"), "%.3f" % x


@overload
def total(x: int) -> jax.Array: ...
@overload
def total(x: str) -> jax.Array: ...
def total(x):
    value = 0.0
    for _ in range(2):
        value += jnp.ones(3)
    return value


class Sums:
    @overload
    def total(self, x: int) -> jax.Array: ...
    @overload
    def total(self, x: str) -> jax.Array: ...
    def total(self, x):
        value = 0.0
        value = jnp.ones(3)
        return value

    @overload
    @staticmethod
    def start(x: int) -> jax.Array: ...
    @overload
    @staticmethod
    def start(x: str) -> jax.Array: ...
    @staticmethod
    def start(x):
        value = 0
        value = jnp.ones(3)
        return value
"""
RUNS = """
x = jnp.float32(2)
xs = jnp.ones(3)
Control().reset(xs)
devices(None, True)
devices(jax.devices(), False)
for which in range(3):
    unpacked((np.ones(3), np.ones(3)), which, xs[:2])
dtypes(xs, [xs], True)
named_tuple(xs, xs)
starred((x, x), x)
options(xs)
assert total(1).shape == Sums().total(1).shape == Sums.start("").shape == (3,)
assert texts(x, jnp.int32(3)) == ("2.000 3 3", "2.000", "2.000")
"""


@pytest.mark.long
def test_no_error(tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(PROGRAM + RUNS)
    (tmp_path / "mypy.ini").write_text(ini(mypy="check_untyped_defs = True"))
    runpy.run_path(str(tmp_path / "program.py"))
    report = Mypy().check("program.py", folder=tmp_path)
    assert [line.errors for line in report.lines.values() if line.errors] == [], report.output


WRONG = """\

pair: Pair = (jnp.ones(3), jnp.ones(3))
jax.jit(smooth)(*(x, x, 3), window=3)
jax.jit(smooth)(*(x, x), windo=3)
jax.jit(smooth)(*[x, x], window="3")
jax.jit(smooth)(*[x], x, x, x, x)
jax.jit(smooth)(*[x, x], 3, scale="2")
map_second(smooth, out_axis=0)
"""


def test_assignments_that_stay_errors(tmp_path: Path) -> None:
    text = PROGRAM + "\nx = jnp.float32(2)\n" + WRONG
    (tmp_path / "program.py").write_text(text)
    (tmp_path / "mypy.ini").write_text(ini(mypy="check_untyped_defs = True"))
    report = Mypy().check("program.py", folder=tmp_path)
    first = text[: text.index("jax.jit(smooth)(*(x, x, 3)")].count("\n") + 1
    assert [line.codes for line in (report.line("program.py", n) for n in range(first, first + 6))] == [
        ["misc"],
        ["call-arg"],
        ["arg-type"],
        ["call-arg", "call-arg", "arg-type", "arg-type"],
        ["arg-type"],
        ["call-arg"],
    ], report.output


END_OF_BUDGET = """\
from functools import partial

import jax
import jax.numpy as jnp


@partial(jax.jit, static_argnums=(3, 4))
def sums(params, points, indices, size, inside):
    any_inside, by_model = jnp.any(points > 0, axis=1), points.sum(0)
    total = by_model.sum()
    return (total, any_inside, by_model, by_model.mean()), jnp.arange(3), any_inside


@partial(jax.jit, static_argnums=(3, 4, 5))
def taken(params, points, indices, size, inside, total, starts, mask):
    def step(carry, x):
        i, mask = x
        take, n = carry
        take = take.at[n].add(pairs)
        return (take, n + 1), None

    pairs = jnp.stack([indices, indices], axis=1)
    take = jnp.zeros((total, 2), dtype=int)
    (take, _), _ = jax.lax.scan(step, (take, 0), (starts, mask))
    return take


def chosen(params, points, indices, size, inside):
    (total, by_point, by_model, mean), starts, mask = sums(params, points, indices, size, inside)
    by_model = jnp.arange(indices.shape[0])[by_model > 0]
    total = total.item()
    take = taken(params, points, indices, size, inside, total, starts, mask)
    return take[:, 0], take[:, 1], by_model


x = jnp.ones((4, 2))
for size in [1, 2]:
    first, second, third = chosen(x, x, jnp.arange(3), size, lambda x: x > 0)
    print(first.shape, second.shape, third.shape)
"""


def test_budget_that_ends_within_a_call(tmp_path: Path) -> None:
    """Variables get types although mypy evaluates the call twice, and the budget of a large package ends in between."""
    package = tmp_path / "package"
    package.mkdir()
    for number in range(300):
        (package / f"other_{number}.py").touch()
    (package / "__init__.py").touch()
    (package / "program.py").write_text(END_OF_BUDGET)
    (tmp_path / "mypy.ini").write_text(ini(mypy="check_untyped_defs = True"))
    report = Mypy().check("package/program.py", folder=tmp_path)
    assert [line.errors for line in report.lines.values() if line.errors] == [], report.output


ITERATORS = """\
import itertools

import jax
import jax.numpy as jnp


def repeated(*trees):
    leaves, is_leaf = [], []
    for tree in trees:
        leaves_i, _ = jax.tree.flatten(tree)
        leaves.append(leaves_i)
        is_leaf.append(len(leaves_i) == 1)
    repeat = lambda leaf: itertools.repeat(leaf[0], 2)
    leaves = [repeat(leaves_i) if is_leaf_i else leaves_i for leaves_i, is_leaf_i in zip(leaves, is_leaf)]
    return [[*leaves_i] for leaves_i in leaves]


repeated(jnp.ones(3), [jnp.ones(3), jnp.ones(3)])
"""


@pytest.mark.xfail(strict=True, reason="mypy reports this of every list of lists, also without the plugin")
def test_lists_that_become_iterators(tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(ITERATORS)
    (tmp_path / "mypy.ini").write_text(ini(mypy="check_untyped_defs = True"))
    runpy.run_path(str(tmp_path / "program.py"))
    report = Mypy().check("program.py", folder=tmp_path)
    assert [line.errors for line in report.lines.values() if line.errors] == [], report.output
