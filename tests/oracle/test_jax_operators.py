"""The system ``jax`` agrees with the installed JAX: every operator on every pair of operands, in every mode."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from typing import Any

import jax
import numpy as np
import pytest
from oracles import jax as oracle
from suites import sampled

from jaxtyping_promo import System, get_system
from jaxtyping_promo.dtypes import DTYPES
from jaxtyping_promo.operators import BINARY

EACH_MODE = [
    pytest.param(x64, strict, id=f"{'x64' if x64 else 'x32'}-{'strict' if strict else 'standard'}")
    for x64, strict in oracle.MODES
]
MODES = sampled(EACH_MODE, one_in=4)
ONE_MODE = sampled(EACH_MODE, one_in=4, slow_one_in=4)
"""The modes of a test that takes long: all but the first are long."""
PARTNERS = ("bool_", "uint32", "int8", "bfloat16", "weak_int", "weak_float")
"""With these arrays, every NumPy operand is tried under every operator; with all arrays, under ``+``."""


def ours(system: System, operator: str, *operands: str) -> str | None:
    return system.binary(operator, *operands) if len(operands) == 2 else system.unary(operator, *operands)


@pytest.mark.slow
@pytest.mark.parametrize(("x64", "strict"), MODES)
def test_every_operator_on_arrays_and_python_scalars(x64, strict, record_cases):
    system = get_system("jax", x64=x64, strict=strict)
    results = oracle.results(x64=x64, strict=strict)
    assert len(results) > 18_000  # 28 dtypes, 3 weak types and 4 scalars: every supported JAX has at least these
    wrong = {operation: (ours(system, *operation), result) for operation, result in results.items()}
    wrong = {operation: answers for operation, answers in wrong.items() if answers[0] != answers[1]}
    record_cases(len(results), len(wrong))
    assert wrong == {}


@pytest.mark.long
def test_operators_that_are_not_traced_in_line_give_the_same():
    operators = ("add", "pow", "divmod")
    results = oracle.results(x64=True, strict=False)

    def ask(arrays: Mapping[str, Any]) -> oracle.Answers:
        operands = {**arrays, **oracle.SCALARS}
        with jax.disable_jit(False):
            return {question: oracle.operate(operands, *question) for question in results if question[0] in operators}

    called = oracle.traced(ask, x64=True, strict=False)
    assert len(called) > 3000
    assert called == {question: results[question] for question in called}


def numpy_operands() -> dict[str, Any]:
    """A NumPy array and a NumPy scalar of each dtype, by kind and dtype."""
    dtypes = {name: DTYPES[name].dtype for name in DTYPES if oracle.has(name)}
    arrays = {f"ndarray {name}": np.ones((2, 2), dtype) for name, dtype in dtypes.items()}
    return arrays | {f"scalar {name}": dtype.type(3) for name, dtype in dtypes.items()}


def expected(system: System, operator: str, left: str, right: str, values: Mapping[str, Any]) -> str | None:
    """Our answer for an operation with a NumPy operand, which JAX truncates on entry."""
    if operator == "matmul" and any(name.startswith("scalar") for name in (left, right)):
        return None  # the operand has no dimension to contract
    if operator == "pow" and isinstance(values.get(right), np.integer):
        right = "int"  # JAX knows the exponent while it traces
    names = [name.partition(" ")[2] or name for name in (left, right)]
    return system.binary(operator, *(system.truncated.get(name, name) for name in names))


@pytest.mark.slow
@pytest.mark.parametrize(("x64", "strict"), ONE_MODE)
def test_every_operator_on_arrays_and_numpy_operands(x64, strict, record_cases):
    system = get_system("jax", x64=x64, strict=strict)
    values = numpy_operands()

    def every_pair(arrays: Mapping[str, Any]) -> oracle.Answers:
        operands = {**arrays, **values}
        partners = [name for name in arrays if x64 or name not in oracle.WIDE]
        pairs = [("add", a, v) for a, v in itertools.product(partners, values)]
        pairs += itertools.product((op for op in BINARY if op != "add"), PARTNERS, values)
        questions = [question for op, a, v in pairs for question in ((op, a, v), (op, v, a))]
        return {question: oracle.operate(operands, *question) for question in questions}

    results = oracle.traced(every_pair, x64=x64, strict=strict)
    assert len(results) > 12_000
    wrong = {
        (*question, result) for question, result in results.items() if expected(system, *question, values) != result
    }
    record_cases(len(results), len(wrong))
    assert wrong == set()
