"""NumPy's rules have an answer, if only an unknown one, for every dtype of JAX, also for those that NumPy lacks."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest

from jaxtyping_promo.dtypes import DTYPES
from jaxtyping_promo.inference import Arguments, Operand
from jaxtyping_promo.inference.numpy_arguments import dtype_of_list
from jaxtyping_promo.inference.numpy_dtypes import joined_with_number
from jaxtyping_promo.inference.numpy_functions import infer_numpy
from jaxtyping_promo.inference.numpy_operators import infer_numpy_binary, infer_numpy_unary
from jaxtyping_promo.operators import BINARY, UNARY
from jaxtyping_promo.rules.numpy_tables import NumpyRule, numpy_rule, numpy_rules
from jaxtyping_promo.system import PYTHON_SCALARS
from jaxtyping_promo.systems import get_system

NUMPY_DTYPES = get_system("numpy").nodes
FOREIGN = tuple(name for name in DTYPES if name not in NUMPY_DTYPES)
"""The dtypes and weak types that NumPy's promotion system lacks."""
PARTNERS = ("bool_", "int8", "int64", "float16", "float32", "complex128", *PYTHON_SCALARS)
PAIRS = [
    *((one, one) for one in FOREIGN),
    *(pair for one in FOREIGN for other in (*PARTNERS, "bfloat16", "int4") for pair in ((one, other), (other, one))),
]


def operand(dtype: str) -> tuple[Operand]:
    return (Operand((dtype,), origin="array" if dtype in PYTHON_SCALARS else "numpy array"),)


def calls(rule: NumpyRule, one: str, other: str) -> Iterator[Arguments]:
    """Calls with a dtype for the first operand and another for the others, with ``out``, ``dtype``, or neither."""
    names = rule.operands or ("x",)
    for given in (tuple(name for name in names if name != "out"), names):
        operands = {name: (operand(other if index else one),) for index, name in enumerate(given)}
        yield Arguments(frozenset(given), operands)
        if "dtype" in rule.signature.parameters:
            for dtype in (one, other):
                yield Arguments(frozenset((*given, "dtype")), operands, {"dtype": dtype})


def test_some_dtypes_are_foreign_to_numpy() -> None:
    assert {"bfloat16", "int4", "uint2", "float8_e4m3fn", "float0"} & {*FOREIGN} >= {"bfloat16", "int4"}


@pytest.mark.parametrize("name", sorted(numpy_rules()))
def test_every_rule_has_an_answer(name: str) -> None:
    rule = numpy_rule(name)
    assert rule is not None
    for one, other in PAIRS:
        for arguments in calls(rule, one, other):
            assert infer_numpy(rule, arguments).form


def test_every_operator_has_an_answer() -> None:
    for op, (one, other), in_place in product(BINARY, PAIRS, (False, True)):
        assert infer_numpy_binary(op, operand(one), operand(other), in_place=in_place).values
    for op, one in product((*UNARY, "round"), FOREIGN):
        assert infer_numpy_unary(op, operand(one)).values


def test_every_list_has_a_dtype_or_none() -> None:
    for pair in PAIRS:
        assert dtype_of_list(pair) in (None, *FOREIGN, *NUMPY_DTYPES)


def test_a_number_joins_no_foreign_dtype() -> None:
    assert {joined_with_number(dtype, number) for dtype, number in product(FOREIGN, PYTHON_SCALARS)} == {None}
    assert joined_with_number("int8", "int") == "int8"
    assert joined_with_number("int8", "float") == "float64"
