"""The casts that errors propose: the library accepts the cast operands, and no operand loses its kind."""

from __future__ import annotations

import operator
import re
import warnings
from collections.abc import Callable, Iterator
from typing import Any

import array_api_strict
import jax
import numpy as np
import pytest
from jax import lax
from oracles.functions import NOT_COMPUTED, known_nodes
from suites import sampled

from jaxtyping_promo import System, get_system
from jaxtyping_promo.advice import explain_refusal, explain_unary_refusal
from jaxtyping_promo.formats import FORMATS, KINDS
from jaxtyping_promo.operators import BINARY, UNARY

pytestmark = pytest.mark.once

SCALARS: dict[str, Any] = {"bool": True, "int": 1, "float": 1.0, "complex": 1j}
LAX: dict[str, Callable[..., Any]] = {
    "add": lax.add, "sub": lax.sub, "mul": lax.mul, "truediv": lax.div, "mod": lax.rem, "pow": lax.pow,
    "matmul": lax.dot, "lshift": lax.shift_left, "rshift": lax.shift_right_arithmetic,
    "and": lax.bitwise_and, "or": lax.bitwise_or, "xor": lax.bitwise_xor,
    "lt": lax.lt, "le": lax.le, "eq": lax.eq, "ne": lax.ne, "gt": lax.gt, "ge": lax.ge,
    "neg": lax.neg, "abs": lax.abs, "invert": lax.bitwise_not, "round": lax.round,
}  # fmt: skip
"""The functions of `jax.lax` for operators; ``//``, ``divmod`` and unary ``+`` have none."""
MODES = [
    *sampled(
        (("jax", False, False), ("jax", False, True), ("jax", True, False), ("jax.lax", False, False)),
        one_in=4,
        slow_one_in=4,
    ),
    *(pytest.param(*mode, marks=pytest.mark.exhaustive) for mode in (("jax", True, True), ("jax.lax", True, False))),
]

CAST = re.compile(r"cast (?:(both operands|the (\S+) operand) )?with \.(?:astype|to)\(\w+\.(\w+)\)")
CONVERTED = re.compile(r"convert the (bool|int|float) with (int|float|complex)\(\)")
INSTEAD: dict[str, Callable[..., Any]] = {
    'use "^"': lambda x, y: x ^ y,
    'use "~"': lambda x: ~x,
    'use "/"': lambda x, y: x / y,
    "compare first, as in (x != 0) & (y != 0)": lambda x, y: (x != 0) & (y != 0),
    "compare first, as in (x != 0) | (y != 0)": lambda x, y: (x != 0) | (y != 0),
    "compare first, as in (x != 0) ^ (y != 0)": lambda x, y: (x != 0) ^ (y != 0),
    "compare, as in x == 0": lambda x: x == 0,
    "multiply by a power of two": lambda x, *_: x * 2,
    "divide by a power of two": lambda x, *_: x / 2,
    "apply it to the real parts, x.real": lambda x, y: x.real % y.real,
    "compare abs(x) or x.real": lambda x, y: (x.real < y.real, abs(x) < abs(y)),
    "apply it to x.real and x.imag": lambda x: (round(x.real), round(x.imag)),
    'use "*" to scale an array': lambda x, y: x * y,
}
"""Code that errors propose instead of a cast."""


def function(system: System, op: str) -> Callable[..., Any] | None:
    """The library's result for an operator."""
    if system.name == "jax.lax":
        return LAX.get(op)
    return {"divmod": divmod, "and": operator.and_, "or": operator.or_, "round": round}.get(op) or getattr(operator, op)


def kind(system: System, node: str) -> int:
    """The rank of a dtype's kind: bools, integers, floats, complex numbers."""
    held = system.node(node)
    return KINDS.index(FORMATS[system.defaults.get(held, held)].kind)


def obeyed(system: System, advice: str, names: tuple[str, ...], values: tuple[Any, ...]) -> tuple[Any, ...]:
    """The operands after the proposed casts."""
    if converted := CONVERTED.search(advice):
        make = {"int": int, "float": float, "complex": complex}[converted[2]]
        values = tuple(make(v) if n == converted[1] else v for n, v in zip(names, values, strict=True))
    proposal = CAST.search(advice)
    if proposal is None:
        return values
    operand, dtype = proposal[2], proposal[3]
    places = range(len(names))
    cast = {p for p in places if operand in (None, names[p])}
    assert cast
    target = {"bool": "bool_"}.get(dtype, dtype)
    assert all(kind(system, names[place]) <= kind(system, target) for place in cast), (names, advice)
    assert not any(names[place] in SCALARS for place in cast), (names, advice)
    return tuple(v.astype(dtype.rstrip("_")) if p in cast else v for p, v in zip(places, values, strict=True))


def proposed(
    system: System, compute: Callable[..., Any], names: tuple[str, ...], values: tuple[Any, ...], advice: str
) -> Iterator[tuple[Callable[..., Any], tuple[Any, ...]]]:
    """The proposals: functions and their operands."""
    cast, instead = (
        CAST.search(advice) or CONVERTED.search(advice),
        [INSTEAD[text] for text in INSTEAD if text in advice],
    )
    if cast and instead and ", and " in advice:
        yield instead[0], obeyed(system, advice, names, values)
        return
    yield from ((way, values) for way in instead)
    if cast:
        yield compute, obeyed(system, advice, names, values)


def refused(system: System, nodes: tuple[str, ...]) -> Iterator[tuple[str, tuple[str, ...], str]]:
    """The operators and operands that the system rejects, with the proposals."""
    for op in BINARY:
        for left in nodes:
            for right in nodes:
                both_scalars = left in SCALARS and right in SCALARS
                if not both_scalars and system.binary(op, left, right) is None:
                    yield op, (left, right), explain_refusal(system, op, left, right)[1]
    for op in UNARY:
        for node in nodes:
            if node not in SCALARS and system.unary(op, node) is None:
                yield op, (node,), explain_unary_refusal(system, op, node)[1]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "x64", "strict"), MODES)
def test_jax_runs_the_proposed_code(name, x64, strict, record_cases):
    system = get_system(name, x64=x64, strict=strict)
    nodes = tuple(n for n in known_nodes(system) if n not in NOT_COMPUTED)
    shapes = {
        n: jax.ShapeDtypeStruct((2, 2), system.defaults.get(n, n).rstrip("_"), weak_type=n in system.defaults)
        for n in nodes
    }
    tried, failed = 0, []

    def inside(arrays: dict[str, Any]) -> None:
        nonlocal tried
        for op, names, advice in refused(system, (*nodes, *SCALARS)):
            compute = function(system, op)
            if compute is None:
                continue
            values = tuple((arrays | SCALARS)[name] for name in names)
            ways = [*proposed(system, compute, names, values, advice)]
            if not ways:
                failed.append((op, names, advice))
            for way, operands in ways:
                tried += 1
                try:
                    way(*operands)
                except Exception as error:
                    failed.append((op, names, advice, str(error)[:80]))

    promotion = "strict" if strict else "standard"
    with jax.enable_x64(x64), jax.numpy_dtype_promotion(promotion), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        jax.eval_shape(inside, shapes)
    record_cases(tried, len(failed))
    assert failed == []
    assert tried > 1000


def test_numpy_runs_the_proposed_code(record_cases):
    system = get_system("numpy")
    nodes = tuple(n for n in system.nodes if hasattr(np, n))
    tried, failed = 0, []
    for op, names, advice in refused(system, (*nodes, *SCALARS)):
        if op == "round":
            continue  # NumPy arrays lack this method
        values = tuple(SCALARS[n] if n in SCALARS else np.ones((2, 2), n.rstrip("_")) for n in names)
        compute = function(system, op)
        for way, operands in [*proposed(system, compute, names, values, advice)] or [(None, ())]:
            tried += 1
            try:
                way(*operands)
            except Exception as error:
                failed.append((op, names, advice, str(error)[:80]))
    record_cases(tried, len(failed))
    assert failed == []


def test_the_array_api_promotes_the_proposed_operands(record_cases):
    system = get_system("array-api")
    nodes = [n for n in system.nodes if hasattr(array_api_strict, n.rstrip("_"))]
    pairs = [(a, b) for a in nodes for b in nodes if system.promote(a, b) is None]
    cast = re.compile(r"cast (both operands|the (\S+) operand) with xp.astype\(..., xp.(\w+)\)")
    failed = []
    for pair in pairs:
        advice = explain_refusal(system, None, *pair)[1]
        proposal = cast.search(advice)
        assert proposal, (pair, advice)
        names = ["bool_" if proposal[3] == "bool" else proposal[3] if proposal[2] in (None, n) else n for n in pair]
        dtypes = [getattr(array_api_strict, n.rstrip("_")) for n in names]
        try:
            array_api_strict.result_type(*dtypes)
        except TypeError:
            failed.append((pair, advice))
    record_cases(len(pairs), len(failed))
    assert failed == []


@pytest.mark.parametrize(("name", "x64", "strict"), [*MODES, ("torch", False, False), ("tensorflow", False, False)])
def test_no_cast_loses_a_kind(name, x64, strict):
    system = get_system(name, x64=x64, strict=strict)
    for _, names, advice in refused(system, (*system.nodes, *system.scalars)):
        proposal = CAST.search(advice)
        if proposal:
            target = {"bool": "bool_"}.get(proposal[3], proposal[3])
            cast = [n for n in names if proposal[2] in (None, n)]
            assert all(kind(system, n) <= kind(system, target) for n in cast), (names, advice)
