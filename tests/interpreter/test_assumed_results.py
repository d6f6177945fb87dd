"""Closures that a factory returns get assumed inputs, and the state that their sibling makes."""

from __future__ import annotations

from pathlib import Path

import jax
import jax.numpy as jnp
import pytest

from jaxtyping_promo.diagnostics.codes import PRESETS
from jaxtyping_promo.interpreter.assumptions import parse_assumptions
from jaxtyping_promo.interpreter.program import Program
from jaxtyping_promo.interpreter.report import findings

HEAD = """\
from typing import Any, Callable, NamedTuple
import jax
import jax.numpy as jnp


class State(NamedTuple):
    count: jax.Array
    mean: Any


class Transformation(NamedTuple):
    init: Callable
    update: Callable


"""


def told(path: Path, text: str) -> list[int]:
    """The lines of a program with a finding under the assumption, counted from its first line."""
    path.write_text(HEAD + text)
    run = Program([path], assumptions=parse_assumptions(["float=bfloat16"])).interpret()
    shown = findings(run, lambda _: True, lambda _, code: PRESETS["default"][code.name])
    assert all(finding.hypotheses == ("float=bfloat16",) for finding in shown)
    return [finding.place.line - HEAD.count("\n") for finding in shown]


def widened(text: str, call: str) -> bool:
    """Whether a call of the program gives a float32 array for a bfloat16 one."""
    names: dict[str, object] = {}
    exec(HEAD + text, names)
    x = jax.ShapeDtypeStruct((3,), jnp.bfloat16)
    result = jax.eval_shape(lambda x: eval(call, {**names, "x": x}), x)
    return any(leaf.dtype == jnp.float32 for leaf in jax.tree.leaves(result))


BY_CLASS = """\
def scale(decays: tuple[float, float] = (0.9, 0.99)):
    def init_fn(params):
        return State(jnp.zeros([], jnp.int32), jax.tree.map(jnp.zeros_like, params))

    def update_fn(updates, state: State, params=None):
        if params is None:
            raise ValueError("params are missing")
        count = state.count + 1
        factor = 1 - decays[0]**count
        mean = jax.tree.map(lambda m, g: decays[1] * m + FACTOR * g, state.mean, updates)
        return mean, State(count, mean)

    return Transformation(init_fn, update_fn)
"""
BY_NAME = """\
def trace():
    def init(params):
        return jnp.zeros([], jnp.int32), jax.tree.map(jnp.ones_like, params)

    def update(updates, state, params=None):
        count, mean = state
        return jax.tree.map(lambda g, m: g + m FACTOR, updates, mean), (count + 1, mean)

    return init, update
"""
ALONE = """\
def scaled(scale: jax.Array):
    def inner(y):
        return jnp.exp(y) * scale FACTOR

    return inner
"""


@pytest.mark.parametrize(
    ("text", "wide", "narrow", "line", "call"),
    [
        (BY_CLASS, "factor", "factor.astype(g.dtype)", 10, "scale().update(x, scale().init(x), x)[0]"),
        (BY_NAME, "* jnp.zeros(3)", "* 2.0", 7, "trace()[1](x, trace()[0](x))[0]"),
        (ALONE, "* jnp.ones(3)", "* 1.5", 3, "scaled(x)(x)"),
    ],
)
def test_closures_get_assumed_inputs(tmp_path, text, wide, narrow, line, call):
    path = tmp_path / "library.py"
    program = text.replace("FACTOR", wide)
    assert widened(program, call) and told(path, program) == [line]
    program = text.replace("FACTOR", narrow)
    assert not widened(program, call) and told(path, program) == []


def test_a_state_of_unknown_origin_stays_open(tmp_path):
    text = """\
def make():
    def update(updates, state):
        return updates * state["scale"]

    def other(x, state: State):
        return jnp.exp(x) * state.count

    return update, other
"""
    assert told(tmp_path / "library.py", text) == []


DEFAULTS = """\
def square(x):
    return jnp.square(x) + jnp.zeros(3)

def distance(x, y, metric=square):
    return metric(jnp.exp(x) - y)

def start(x, dtype=jnp.float32):
    return jnp.exp(x) + jnp.zeros(3, dtype)

def flagged(x, is_wide=False):
    return jnp.exp(x) + (jnp.zeros(3) if is_wide else x)
"""


def test_open_parameters_get_defaults_that_are_names(tmp_path):
    assert widened(DEFAULTS, "distance(x, x)") and widened(DEFAULTS, "start(x)")
    assert told(tmp_path / "library.py", DEFAULTS) == [2, 8, 11]  # a flag stays open
