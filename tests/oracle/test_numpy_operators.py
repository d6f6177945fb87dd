"""Operators of NumPy's arrays, scalars and arrays without dimensions, in place too, agree with NumPy."""

from __future__ import annotations

import itertools
import warnings
from collections.abc import Iterator
from typing import Any

import ml_dtypes
import numpy as np
import pytest
from oracles.cells import FUNCTIONS
from oracles.numpy_functions import DTYPES, NUMBERS, kind_of, operand_of

from jaxtyping_promo.inference import Operand, Refusal, Result
from jaxtyping_promo.inference.numpy_operators import infer_numpy_binary, infer_numpy_unary
from jaxtyping_promo.operators import BINARY, IN_PLACE, UNARY
from jaxtyping_promo.rules.numpy_ml_dtypes import ML_FLOATS
from jaxtyping_promo.system import PYTHON_SCALARS

FORMS = ("array", "numpy scalar", "0-d array")
ML_DTYPES = tuple(dtype for dtype in ML_FLOATS if hasattr(ml_dtypes, dtype))
VALUES = {**NUMBERS, "int": 3, "float": 3.0, "complex": 3j}
"""Other exponents than those with which some powers take a shortcut."""
ERRORS = (TypeError, ValueError)


def value(dtype: str, form: str) -> Any:
    if dtype in VALUES:
        return VALUES[dtype]
    scalar = getattr(ml_dtypes, dtype, None) or getattr(np, dtype)
    if form == "numpy scalar":
        return scalar(1)
    return np.ones(() if form == "0-d array" else 2, scalar)


def name(value: Any) -> str:
    if type(value) in (bool, int, float, complex):
        return type(value).__name__
    return value.dtype.name.replace("bool", "bool_")


def computed(function: Any, *values: Any) -> tuple[str, str] | None:
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        try:
            result = function(*values)
        except ERRORS:
            return None
    result = result[0] if isinstance(result, tuple) else result
    return name(result), kind_of(result)


def is_right(answer: Any, theirs: tuple[str, str] | None) -> bool:
    """Whether a known answer is NumPy's: refused where NumPy raises an error."""
    one = answer.values[0]
    if theirs is None:
        return isinstance(one.answer, Refusal)
    dtype, kind = theirs
    is_one_of = isinstance(one.answer, Result) and (dtype in one.answer.dtypes or dtype + "_" in one.answer.dtypes)
    return is_one_of and (kind in one.kinds or dtype == "bool")


def pairs(dtypes: tuple[str, ...]) -> Iterator[tuple[str, str, str, str]]:
    """Two dtypes with their forms, at least one of which is NumPy's."""
    for left, right in itertools.product((*dtypes, *PYTHON_SCALARS), repeat=2):
        for forms in itertools.product(FORMS, repeat=2):
            is_repeated = (left in NUMBERS and forms[0] != "array") or (right in NUMBERS and forms[1] != "array")
            if not is_repeated and not {left, right} <= {*NUMBERS}:
                yield left, forms[0], right, forms[1]


def function_of(op: str) -> Any:
    import operator

    return getattr(operator, f"i{op}")


@pytest.mark.parametrize("op", BINARY)
def test_every_pair_gives_numpys_dtype_and_kind(op: str, record_cases) -> None:
    wrong, count = [], 0
    for left, form, right, other_form in pairs(DTYPES):
        if op == "matmul" and "0-d array" in (form, other_form):
            continue  # NumPy rejects the array for its dimensions
        count += 1
        answer = infer_numpy_binary(op, (operand_of(left, form),), (operand_of(right, other_form),))
        theirs = computed(FUNCTIONS[op], value(left, form), value(right, other_form))
        if not is_right(answer, theirs):
            wrong.append((left, form, right, other_form, theirs, answer))
    record_cases(count, len(wrong))
    assert wrong == []


@pytest.mark.parametrize("op", [op for op in IN_PLACE if op != "matmul"])
def test_an_array_keeps_its_dtype_in_place_or_numpy_rejects_the_cast(op: str, record_cases) -> None:
    wrong, count = [], 0
    for left, form, right, other_form in pairs(DTYPES):
        if left in NUMBERS or (form == "0-d array" and other_form == "array" and right not in NUMBERS):
            continue  # NumPy does not broadcast to fewer dimensions
        count += 1
        answer = infer_numpy_binary(op, (operand_of(left, form),), (operand_of(right, other_form),), in_place=True)
        theirs = computed(function_of(op), value(left, form), value(right, other_form))
        if not is_right(answer, theirs):
            wrong.append((left, form, right, other_form, theirs, answer))
    record_cases(count, len(wrong))
    assert wrong == []


@pytest.mark.parametrize("op", UNARY)
def test_unary_operators_give_numpys_dtype_and_kind(op: str) -> None:
    for dtype, form in itertools.product((*DTYPES, *ML_DTYPES), FORMS[: 3 if op != "round" else 0]):
        answer = infer_numpy_unary(op, (operand_of(dtype, form),))
        assert is_right(answer, computed(FUNCTIONS[op], value(dtype, form))), (dtype, form)
    for dtype in DTYPES if op == "round" else ():
        answer = infer_numpy_unary(op, (operand_of(dtype, "numpy scalar"),))
        theirs = computed(round, value(dtype, "numpy scalar"))
        assert theirs is None or is_right(answer, theirs), dtype


@pytest.mark.parametrize("op", BINARY)
def test_floats_of_ml_dtypes_give_numpys_dtype(op: str, record_cases) -> None:
    wrong, count = [], 0
    for dtype in ML_DTYPES:
        for other in (*DTYPES, *PYTHON_SCALARS, dtype):
            for pair in {(dtype, other), (other, dtype)}:
                count += 1
                answer = infer_numpy_binary(op, *((operand_of(one, "array"),) for one in pair))
                theirs = computed(FUNCTIONS[op], *(value(one, "array") for one in pair))
                if not is_right(answer, theirs):
                    wrong.append((pair, theirs, answer))
    record_cases(count, len(wrong))
    assert wrong == []


def test_a_bool_to_the_power_of_two_is_int8() -> None:
    bools = (operand_of("bool_", "array"),)
    answer = infer_numpy_binary("pow", bools, (Operand(("int",)),))
    assert {*answer.values[0].answer.dtypes} == {(value("bool_", "array") ** n).dtype.name for n in (2, 3)}


def test_two_dtypes_of_ml_dtypes_are_unknown() -> None:
    answer = infer_numpy_binary("add", (operand_of("bfloat16", "array"),), (operand_of("float8_e5m2", "array"),))
    assert not isinstance(answer.values[0].answer, Result | Refusal)
