"""Operators on random keys and on gradients of integers: the interpreter reports exactly those that JAX rejects."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any

import jax
import pytest

from jaxtyping_promo.interpreter.program import Program
from jaxtyping_promo.operators import ARITHMETIC, BINARY, UNARY

HEAD = """\
import jax
import jax.numpy as jnp
import numpy as np

keys = jax.random.split(jax.random.key(0), 3)
key = keys[0]
tangent = jax.grad(lambda x: (x * 1.0).sum(), allow_int=True)(jnp.arange(3))
"""
OTHERS = ("1", "1.5", "True", "jnp.ones(3)", "jnp.uint32(1)", "np.ones(3)", "np.uint32(1)")
UNARY_FORMS = {"neg": "-{}", "pos": "+{}", "abs": "abs({})", "invert": "~{}"}


def expressions() -> list[str]:
    """Every operator on a key, or on the gradient of an integer, with operands of each kind."""
    pairs = [("keys", "key"), ("tangent", "tangent")]
    pairs += [pair for one in ("key", "tangent") for other in OTHERS for pair in ((one, other), (other, one))]
    binary = [f"{left} {BINARY[op]} {right}" for op in BINARY if op != "divmod" for left, right in pairs]
    return binary + [form.format(one) for form in UNARY_FORMS.values() for one in ("key", "tangent")]


def value_in_jax(expression: str, names: dict[str, Any]) -> Any:
    """The value of an expression; None if JAX or NumPy rejects it."""
    try:
        return eval(expression, names)
    except (TypeError, ValueError):
        return None


@pytest.mark.once
def test_every_operator(tmp_path: Path) -> None:
    assert {*UNARY_FORMS} == {*UNARY} - {"round"} and "divmod" in ARITHMETIC
    names: dict[str, Any] = {}
    exec(HEAD, names)
    lines = expressions()
    values = {line: value_in_jax(line, names) for line in lines}
    path = tmp_path / "program.py"
    path.write_text(HEAD + "".join(f"value_{number} = {line}\n" for number, line in enumerate(lines)))
    records = Program([path]).interpret().records
    first = HEAD.count("\n") + 1
    refused = {
        lines[place.line - first]
        for (place, _), verdicts in records.verdicts.items()
        if place.line >= first and verdicts["dtype-promotion"].raises
    }
    rejected = {line for line, value in values.items() if value is None}
    of_numpy = {line for line in rejected if "tangent" in line and ("==" in line or "!=" in line)}
    assert len(of_numpy) > 5 and refused == rejected - of_numpy  # NumPy compares gradients, and JAX rejects some
    accepted = [line for line, value in values.items() if isinstance(value, jax.Array)]
    known = {ast.unparse(each.node): [*each.arrays] for each in records.expressions.values()}
    assert {line: known[line] for line in accepted} == {
        "keys == key": ["bool_"],
        "keys != key": ["bool_"],
        "+key": ["key<fry>"],
    }
