"""The products and reductions of JAX that round their result to the dtype of 16-bit operands.

`interpreter.late_upcasts` reads the table, and so do the checks of a policy. Its test compares each line with the
operations that JAX traces.
"""

from __future__ import annotations

from typing import Final, NamedTuple


class Accumulation(NamedTuple):
    """How a function adds or multiplies many numbers of 16 bits.

    Attributes:
        parameter: the parameter that asks for a wider result; empty if the operand must be cast.
        is_wide: whether JAX computes in float32 and rounds the result at the end. It leaves products of matrices to the
            hardware, and other functions compute in the dtype of the operand.
    """

    parameter: str
    is_wide: bool


PRODUCT: Final = Accumulation("preferred_element_type", is_wide=False)
REDUCTION: Final = Accumulation("dtype", is_wide=True)
PREFIX_SUM: Final = Accumulation("dtype", is_wide=False)
OF_CAST_OPERAND: Final = Accumulation("", is_wide=True)
"""Functions without such a parameter, which widen at least their sums."""
OF_NARROW_OPERAND: Final = Accumulation("", is_wide=False)

_PRODUCTS: Final = (
    "dot", "matmul", "einsum", "tensordot", "vdot", "inner", "vecdot", "convolve", "correlate",
    "linalg.matmul", "linalg.tensordot", "linalg.vecdot",
)  # fmt: skip
_PRODUCTS_OF_LAX: Final = (
    "dot", "dot_general", "conv_general_dilated", "conv", "conv_with_general_padding", "ragged_dot",
)  # fmt: skip
_REDUCTIONS: Final = ("sum", "mean", "var", "std", "prod", "trace")

SOFTMAX: Final = (
    "jax.nn.softmax", "jax.nn.log_softmax", "jax.nn.logsumexp",
    "jax.scipy.special.softmax", "jax.scipy.special.log_softmax", "jax.scipy.special.logsumexp",
)  # fmt: skip
"""Softmax and log-sum-exp."""

ACCUMULATIONS: Final[dict[str, Accumulation]] = {
    **dict.fromkeys((f"jax.numpy.{name}" for name in _PRODUCTS), PRODUCT),
    **dict.fromkeys((f"jax.lax.{name}" for name in _PRODUCTS_OF_LAX), PRODUCT),
    "jax.Array.dot": PRODUCT,
    **dict.fromkeys((f"jax.numpy.{name}" for name in _REDUCTIONS), REDUCTION),
    **dict.fromkeys((f"jax.Array.{name}" for name in _REDUCTIONS), REDUCTION),
    **dict.fromkeys((f"jax.numpy.{name}" for name in ("nansum", "nanprod", "nanvar", "nanstd")), REDUCTION),
    "jax.numpy.nanmean": PREFIX_SUM,
    "jax.numpy.cumsum": PREFIX_SUM,
    "jax.numpy.cumprod": PREFIX_SUM,
    "jax.Array.cumsum": PREFIX_SUM,
    "jax.Array.cumprod": PREFIX_SUM,
    **dict.fromkeys(SOFTMAX, OF_CAST_OPERAND),
    "jax.nn.logmeanexp": OF_CAST_OPERAND,
    "jax.nn.standardize": OF_CAST_OPERAND,
    "jax.numpy.linalg.norm": OF_CAST_OPERAND,
    "jax.numpy.average": OF_CAST_OPERAND,
    "jax.numpy.matvec": OF_NARROW_OPERAND,
    "jax.numpy.vecmat": OF_NARROW_OPERAND,
    "jax.lax.batch_matmul": OF_NARROW_OPERAND,
    "jax.lax.cumlogsumexp": OF_NARROW_OPERAND,
    "jax.lax.cumsum": OF_NARROW_OPERAND,
    "jax.lax.cumprod": OF_NARROW_OPERAND,
    "jax.lax.reduce_sum": OF_NARROW_OPERAND,
    "jax.lax.reduce_prod": OF_NARROW_OPERAND,
}
"""The functions and methods that round, by full name."""
