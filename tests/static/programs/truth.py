"""JAX's results, as the oracle measures them, for operands of every type that a program may have."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from typing import Any

import jax
import numpy as np
from made_once import value_made_once
from oracles import jax as oracle
from oracles.cells import SCALARS

from jaxtyping_promo.operators import BINARY

from .operations import NUMPY_ARRAYS, NUMPY_SCALARS, Operation

Truth = dict[Operation, str | None]
"""The dtype of each operation, or None if JAX rejects it."""


def truth(*, x64: bool, strict: bool) -> Truth:
    """The dtype of every operation on arrays and Python scalars."""
    dtypes = oracle.results(x64=x64, strict=strict)
    return {Operation(op, tuple(operands)): dtype for (op, *operands), dtype in dtypes.items()}


def numpy_truth(*, x64: bool, strict: bool) -> Truth:
    """The dtype of every operation on an array and a NumPy array or scalar, on either side.

    As for arrays in the oracle, 64-bit results are measured with x64 on.
    """
    dtypes = dict(_computed(x64=x64, strict=strict))
    if x64:
        return dtypes
    wide = _computed(x64=True, strict=strict, arrays=oracle.WIDE)
    joins = oracle.promotions(x64=False, strict=strict)
    for operation, dtype in dtypes.items():
        entering = _entering(operation)
        if not set(entering.operands).isdisjoint(oracle.WIDE):
            join = joins[tuple(operand.rpartition(" ")[2] for operand in entering.operands)]
            if join in oracle.WIDE or (dtype is None and wide[entering] is not None):
                dtypes[operation] = wide[entering]
    return dtypes


def numpy_values() -> dict[str, Any]:
    """A NumPy array and a NumPy scalar of each dtype, by operand."""
    arrays = {name: np.ones((2, 2), scalar) for name, scalar in NUMPY_ARRAYS.items()}
    return arrays | {name: scalar(SCALARS["int"]) for name, scalar in NUMPY_SCALARS.items()}


@value_made_once
def _computed(*, x64: bool, strict: bool, arrays: tuple[str, ...] = ()) -> Truth:
    values = numpy_values()

    def every_pair(made: Mapping[str, Any]) -> Truth:
        operands = {**made, **values}
        pairs = [pair for a, v in itertools.product(arrays or made, values) for pair in ((a, v), (v, a))]
        return {
            Operation(op, pair): oracle.operate(operands, op, *pair) for op, pair in itertools.product(BINARY, pairs)
        }

    return oracle.traced(every_pair, x64=x64, strict=strict)


def _entering(operation: Operation) -> Operation:
    """The operation with the NumPy operand as JAX converts it when x64 is off."""
    return Operation(operation.operator, tuple(map(_entering_operand, operation.operands)))


def _entering_operand(operand: str) -> str:
    kind, space, dtype = operand.partition(" ")
    if not space:
        return operand
    with jax.enable_x64(False):
        kept = jax.dtypes.canonicalize_dtype(dtype.rstrip("_"))
    return f"{kind} {kept.name}".replace("bool", "bool_")
