"""PyTorch: `torch.result_type`, and the operators of `torch.Tensor` on the CPU."""

from __future__ import annotations

from collections.abc import Iterator

import torch

from jaxtyping_promo import get_system
from jaxtyping_promo.system import ZERO_DIM

from .cells import FUNCTIONS, SCALARS, Cell, answer, operator_cells, promotion_cells

VERSION = f"PyTorch {torch.__version__.partition('+')[0]}"
CALL = "`torch.result_type`; the operators of `torch.Tensor` on the CPU"


def dtype_name(value: object) -> str:
    name = str(value.dtype).removeprefix("torch.")
    return ("bool_" if name == "bool" else name) + (ZERO_DIM if value.ndim == 0 else "")


def value(name: str) -> object:
    if name in SCALARS:
        return SCALARS[name]
    dtype = getattr(torch, name.removesuffix(ZERO_DIM).rstrip("_"))
    return torch.ones(() if name.endswith(ZERO_DIM) else (2, 2)).to(dtype)


def result_type(left: str, right: str) -> str | None:
    try:
        result = torch.result_type(value(left), value(right))
    except RuntimeError:
        return None
    # result_type gives a dtype; the operands tell the category.
    arrays = [name for name in (left, right) if name not in SCALARS]
    zero_dim = bool(arrays) and all(name.endswith(ZERO_DIM) for name in arrays)
    return dtype_name(torch.empty(() if zero_dim else (1,), dtype=result))


def compute(op: str, *names: str) -> str | None:
    # NotImplementedError, a missing kernel, is a RuntimeError.
    return answer(lambda: FUNCTIONS[op](*map(value, names)), dtype_name, (RuntimeError, TypeError, ValueError))


def cells() -> Iterator[Cell]:
    system = get_system("torch")
    yield from promotion_cells(system, result_type)
    yield from operator_cells(system, compute)
