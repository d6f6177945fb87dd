"""Generated programs with calls of JAX's functions. The module `programs` generates programs with operators."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path

from jaxtyping_promo import get_system
from jaxtyping_promo.inference import Arguments, Operand
from jaxtyping_promo.inference.acceptance import unsupported_call
from jaxtyping_promo.rules.clauses import accepted_dtypes
from jaxtyping_promo.rules.evaluation import result
from jaxtyping_promo.rules.tables import rule, system_name

from .programs import FUNCTION, Arrays, Values, write_modules

CALLS: dict[str, tuple[str, ...]] = {
    "jax.Array": (
        "{self}.argmax()",
        "{self}.astype(jnp.bfloat16)",
        "{self}.max()",
        "{self}.mean(axis=0)",
        "{self}.reshape(2, -1)",
        "{self}.sum()",
    ),
    "jax.lax": ("jax.lax.add({x}, {y})", "jax.lax.stop_gradient({x})"),
    "jax.nn": ("jax.nn.gelu({x})", "jax.nn.relu({x})", "jax.nn.softmax({x}, axis=-1)"),
    "jax.numpy": (
        "jnp.abs({x})",
        "jnp.add({x}, {y})",
        "jnp.asarray({a}, jnp.float16)",
        "jnp.concatenate([{arrays}, {arrays}])",
        "jnp.cumsum({a})",
        "jnp.dot({a}, {b})",
        "jnp.exp({x})",
        "jnp.expand_dims({a}, 0)",
        "jnp.full_like({a}, 0)",
        "jnp.isfinite({x})",
        "jnp.log1p({x})",
        "jnp.maximum({x}, {y})",
        "jnp.mean({a}, axis=1)",
        "jnp.ones((2, 3), jnp.float32)",
        "jnp.power({x}, {y})",
        "jnp.reshape({a}, (2, 3))",
        "jnp.sqrt({x})",
        "jnp.square({x})",
        "jnp.stack([{arrays}, {arrays}, {arrays}])",
        "jnp.sum({a})",
        "jnp.tanh({x})",
        "jnp.transpose({a})",
        "jnp.where({condition}, {x}, {y})",
        "jnp.zeros(3, dtype=jnp.int8)",
        "jnp.zeros_like({a})",
    ),
}
"""Calls by the function whose rule gives the result. Parameters in braces get arrays."""

DTYPE = re.compile(r"\bjnp\.(b?float\d+|int\d+)\b")
"""A dtype argument."""
IMPORTS = "import jax.numpy as jnp\n"


def write_calls(folder: Path, calls: int, arrays: Arrays) -> Path:
    """Write modules with a number of calls in all, as `programs.write_program` does with operators."""
    return write_modules(folder, calls, arrays, _statements, IMPORTS)


def _statements(values: Values, arrays: Arrays, chooser: random.Random) -> Iterator[str]:
    for _ in range(FUNCTION):
        call, dtype = _call(values, arrays, chooser)
        name = f"y{len(values)}"
        values[name] = dtype
        yield f"{name} = {call}"


def _call(values: Values, arrays: Arrays, chooser: random.Random) -> tuple[str, str]:
    """A call on some of the values, and the dtype of its result."""
    while True:
        owner, text = chooser.choice([(owner, text) for owner, texts in CALLS.items() for text in texts])
        operands: dict[str, list[str]] = {}

        def choose(parameter: re.Match[str], operands: dict[str, list[str]] = operands) -> str:
            value = chooser.choice(list(values))
            operands.setdefault(parameter[1], []).append(values[value])
            return value

        call = re.sub(r"{(\w+)}", choose, text)
        name = text.partition("(")[0].rpartition(".")[2]
        fullname = f"{owner}.{name}"
        dtype = _result(fullname, operands, DTYPE.search(text))
        if dtype in arrays.dtypes and _is_accepted(fullname, operands):
            return call, dtype


def _is_accepted(fullname: str, operands: dict[str, list[str]]) -> bool:
    """Whether JAX accepts arrays of these dtypes."""
    known = {name: tuple((Operand((dtype,)),) for dtype in dtypes) for name, dtypes in operands.items()}
    arguments = Arguments(frozenset(operands), known)
    return unsupported_call(fullname, accepted_dtypes(fullname), arguments, get_system(system_name(fullname))) is None


def _result(fullname: str, operands: dict[str, list[str]], dtype: re.Match[str] | None) -> str | None:
    """The dtype that the core computes for a call."""
    function_rule = rule(fullname)
    assert function_rule is not None, fullname
    given = {name: nodes if name in function_rule.starred else nodes[0] for name, nodes in operands.items()}
    return result(function_rule, get_system(system_name(fullname)), given, dtype[1] if dtype else None)
