"""CuPy without a GPU: the type signatures of its ufuncs. Nothing is computed."""

from __future__ import annotations

from collections.abc import Iterator

import cupy
import numpy as np

from jaxtyping_promo import get_system

from .cells import Cell

VERSION = f"CuPy {cupy.__version__} (type signatures)"
CALL = "the type signatures of its ufuncs"

UFUNCS = {
    "add": cupy.add, "sub": cupy.subtract, "mul": cupy.multiply, "truediv": cupy.true_divide,
    "floordiv": cupy.floor_divide, "mod": cupy.remainder, "divmod": cupy.divmod, "pow": cupy.power,
    "lshift": cupy.left_shift, "rshift": cupy.right_shift, "and": cupy.bitwise_and, "xor": cupy.bitwise_xor,
    "or": cupy.bitwise_or, "lt": cupy.less, "le": cupy.less_equal, "eq": cupy.equal, "ne": cupy.not_equal,
    "gt": cupy.greater, "ge": cupy.greater_equal, "neg": cupy.negative, "pos": cupy.positive, "abs": cupy.absolute,
    "invert": cupy.invert,
}  # fmt: skip
# Signatures whose implementation raises: _subtract_boolean_error and similar functions.
BFLOAT16 = "E"  # CuPy has added it; NumPy does not know it
RAISING = {("sub", "??->?"), ("neg", "?->?"), ("pos", "?->?")}


def compute(op: str, *names: str) -> str | None:
    """The result of the first signature that the operands can be cast to, as CuPy chooses it."""
    for signature in UFUNCS[op].types:
        inputs, outputs = signature.split("->")
        if BFLOAT16 not in signature and all(
            np.can_cast(getattr(np, name), char) for name, char in zip(names, inputs, strict=True)
        ):
            return None if (op, signature) in RAISING else np.dtype(outputs[0]).name.replace("bool", "bool_")
    return None


def cells() -> Iterator[Cell]:
    system = get_system("cupy")
    dtypes = [name for name in system.nodes if name not in system.defaults]
    for op, ufunc in UFUNCS.items():
        for left in dtypes:
            if ufunc.nin == 1:
                yield Cell(system.title, "operators", op, (left,), system.unary(op, left), compute(op, left))
            else:
                for right in dtypes:
                    ours = system.binary(op, left, right)
                    yield Cell(system.title, "operators", op, (left, right), ours, compute(op, left, right))
