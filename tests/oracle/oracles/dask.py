"""Dask: `dask.array.result_type`, and the operators of `dask.array.Array`, which know dtypes without computing."""

from __future__ import annotations

from collections.abc import Iterator

import dask
import dask.array as da
import numpy as np

from jaxtyping_promo import get_system

from .cells import FUNCTIONS, SCALARS, Cell, answer, operator_cells, promotion_cells
from .numpy import dtype_name

VERSION = f"Dask {dask.__version__} with NumPy {np.__version__}"
CALL = "`dask.array.result_type`; the operators of `dask.array.Array`"

VALUES = {
    name: da.ones((2, 2), dtype=getattr(np, name), chunks=2)
    for name in get_system("dask").nodes
    if not name.startswith("weak_")
} | SCALARS


def result_type(left: str, right: str) -> str:
    return np.dtype(da.result_type(VALUES[left], VALUES[right])).name.replace("bool", "bool_")


def compute(op: str, *names: str) -> str | None:
    def call() -> object:
        result = FUNCTIONS[op](*(VALUES[name] for name in names))
        if result is NotImplemented:
            raise TypeError(op)  # Python's result if a method is no dunder, as in round(x)
        return result

    with np.errstate(all="ignore"):
        return answer(call, dtype_name, (TypeError, ValueError, AttributeError, NotImplementedError))


def cells() -> Iterator[Cell]:
    system = get_system("dask")
    yield from promotion_cells(system, result_type)
    yield from operator_cells(system, compute)
