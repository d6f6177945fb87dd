"""Results of NumPy's universal functions for numbers agree with NumPy: every function, every number."""

from itertools import product

import numpy as np
import pytest

from jaxtyping_promo.rules.numpy_number_functions import BINARY, FLOATS, INEXACT, KEEPING, WIDE_INTEGERS, made

pytestmark = pytest.mark.once

PYTHON = {"int": 2, "float": 0.5}
NUMBERS = {name: getattr(np, name)(2) for name in (*FLOATS, *WIDE_INTEGERS) if name not in PYTHON} | PYTHON
UNSIGNED = {"uint32", "uint64", "uint"}
FUNCTIONS = {f.__name__: f for f in vars(np).values() if isinstance(f, np.ufunc) and f.nin < 3 and f.nout == 1}
OF_ARRAYS = {name for name, function in FUNCTIONS.items() if function.signature}


@pytest.mark.parametrize("name", sorted(INEXACT | KEEPING))
def test_the_result_is_numpys(name: str) -> None:
    for numbers in product(NUMBERS, repeat=2 if name in BINARY else 1):
        result = _result(name, numbers)
        is_float = result.startswith("float")
        # A table of kinds can't express that signed with unsigned integers give a float.
        mixed = name in KEEPING and set(numbers) & UNSIGNED and set(numbers) <= {*WIDE_INTEGERS}
        assert made(name, numbers) == (result if is_float and not mixed else None), (name, numbers)


@pytest.mark.parametrize("name", sorted({*FUNCTIONS} - OF_ARRAYS - {"float_power"}))  # always returns float64
def test_the_functions_that_make_floats_are_known(name: str) -> None:
    numbers = ("float",) * FUNCTIONS[name].nin
    is_float = _result(name, numbers).startswith("float")
    assert (made(name, numbers) is not None) == is_float


@pytest.mark.parametrize("numbers", [("bool",), ("complex",), ("int8",), ("float", "complex128"), (), ("float",) * 3])
def test_other_operands_have_no_rule(numbers: tuple[str, ...]) -> None:
    assert made("sqrt", numbers) is None
    assert made("hypot", numbers) is None


def _result(name: str, numbers: tuple[str, ...]) -> str:
    try:
        with np.errstate(all="ignore"):
            return str(FUNCTIONS[name](*(NUMBERS[number] for number in numbers)).dtype)
    except TypeError:
        return "refused"
