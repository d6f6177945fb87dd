"""What JAX computes, as the oracle finds it out, for operands of every type that a program may have."""

from __future__ import annotations

import itertools
import warnings
from collections.abc import Mapping
from typing import Any

import numpy as np
from oracles import jax as oracle
from oracles.cells import FUNCTIONS, SCALARS, answer

from jaxtyping_promo.rules.operators import BINARY

from .operations import NUMPY_ARRAYS, NUMPY_SCALARS, Operation


def numpy_values() -> dict[str, Any]:
    """A NumPy array and a NumPy scalar of each dtype, by operand."""
    values = {name: np.ones((2, 2), scalar) for name, scalar in NUMPY_ARRAYS.items()}
    return {**values, **{name: scalar(SCALARS["int"]) for name, scalar in NUMPY_SCALARS.items()}}


def truth(*, x64: bool, strict: bool) -> dict[Operation, str | None]:
    """The dtype of every operation on arrays and Python scalars, or None where JAX rejects it."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # that 64-bit dtypes are truncated
        found = oracle.results(x64=x64, strict=strict)
    return {Operation(op, tuple(operands)): dtype for (op, *operands), dtype in found.items()}


def numpy_truth(*, x64: bool, strict: bool) -> dict[Operation, str | None]:
    """The dtype of every operation on an array and a NumPy array or scalar, on either side."""
    values = numpy_values()

    def every_pair(arrays: Mapping[str, Any]) -> dict[Operation, str | None]:
        operands = {**arrays, **values}
        pairs = [pair for a, v in itertools.product(arrays, values) for pair in ((a, v), (v, a))]
        return {
            Operation(op, pair): answer(
                lambda op=op, pair=pair: FUNCTIONS[op](*(operands[name] for name in pair)), oracle.dtype_name, oracle.ERRORS
            )
            for op, pair in itertools.product(BINARY, pairs)
        }

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return oracle.traced(every_pair, x64=x64, strict=strict)
