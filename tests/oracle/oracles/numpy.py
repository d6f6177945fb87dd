"""NumPy: `numpy.result_type`, and the operators of `numpy.ndarray`."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from jaxtyping_promo import get_system

from .cells import FUNCTIONS, SCALARS, Cell, answer, operator_cells, promotion_cells

VERSION = f"NumPy {np.__version__}"
CALL = "`numpy.result_type`; the operators of `numpy.ndarray`"


def dtype_name(value: object) -> str:
    return np.dtype(value.dtype).name.replace("bool", "bool_")


def result_type(*names: str) -> str:
    operands = [SCALARS.get(name, getattr(np, name, None)) for name in names]
    return np.result_type(*operands).name.replace("bool", "bool_")


def value(name: str) -> object:
    return SCALARS[name] if name in SCALARS else np.ones(2, getattr(np, name))


def compute(op: str, *names: str) -> str | None:
    with np.errstate(all="ignore"):
        return answer(lambda: FUNCTIONS[op](*map(value, names)), dtype_name, (TypeError, ValueError))


def cells() -> Iterator[Cell]:
    system = get_system("numpy")
    yield from promotion_cells(system, result_type)
    yield from operator_cells(system, compute)
