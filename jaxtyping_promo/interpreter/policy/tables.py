"""Tables: the functions and names that a policy is compared with."""

from __future__ import annotations

import re
from typing import Final

from ...diagnostics.accumulation import ACCUMULATIONS, PRODUCT

CONTRACTIONS: Final = frozenset(
    [name for name, accumulation in ACCUMULATIONS.items() if accumulation == PRODUCT]
    + ["jax.numpy.linalg.multi_dot", "jax.lax.conv_transpose", "jax.lax.batch_matmul", "jax.lax.ragged_dot_general"]
    + ["jax.nn.scaled_matmul", "jax.scipy.signal.convolve", "jax.scipy.signal.convolve2d"]
)
"""Functions that sum products in the dtype of their result."""
RUNNING_SUMS: Final = frozenset(
    [f"jax.numpy.{name}" for name in "cumsum cumprod nancumsum nancumprod cumulative_sum cumulative_prod".split()]
    + ["jax.lax.cumsum", "jax.lax.cumprod", "jax.lax.cumlogsumexp", "jax.Array.cumsum", "jax.Array.cumprod"]
    + ["jax.ops.segment_sum", "jax.ops.segment_prod", "jax.lax.psum", "jax.lax.psum_scatter", "jax.lax.pmean"]
)
"""Functions that round each partial sum to the dtype of their result."""
NORMS: Final = frozenset(("jax.numpy.linalg.norm", "jax.numpy.linalg.vector_norm", "jax.nn.standardize"))
"""Norms, wherever they stand."""
STATISTICS: Final = frozenset(
    [f"jax.{owner}.{name}" for owner in ("numpy", "Array") for name in ("mean", "var", "std", "sum")]
    + ["jax.numpy.average", "jax.numpy.nanmean", "jax.numpy.nanvar"]
)
"""The statistics of a normalisation, which count in functions and classes whose name says norm."""
NORMS_OF_OPTAX: Final = frozenset(("global_norm", "safe_norm", "tree_norm"))
"""Functions of optax that return a norm."""
MOMENTS: Final = frozenset(
    """mu nu trace momentum velocity ema exp_avg exp_avg_sq sum_of_squares sum_of_squared_grads moments moment
    first_moment second_moment first_moments second_moments adam_m adam_v""".split()
)
"""The names of an optimizer's moments, as fields of a state."""
SHORT_MOMENTS: Final = ("m", "v")
"""The names of both moments of Adam, which count if both are fields of one state."""
GRADIENTS: Final = frozenset(("grad", "grads", "gradient", "gradients", "updates"))
"""Parameters that hold gradients."""
PARAMETERS: Final = frozenset(("params", "parameters", "weights", "weight", "kernel", "bias", "embedding_table"))
"""Parameters that hold the weights of a model."""

_WORDS: Final = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")


def words(name: str) -> list[str]:
    """The words of a name: of ``RMSNorm_fn``, ``rms``, ``norm`` and ``fn``."""
    return [word.lower() for word in _WORDS.findall(name)]


def says_norm(qualname: str) -> bool:
    """Whether the name of a function, or of an enclosing class or function, says that it is a norm."""
    return any(word == "norm" or word.endswith("norm") for word in words(qualname))


def says_loss(name: str) -> bool:
    """Whether the name of a function says that it returns a loss."""
    return any(word in ("loss", "losses") for word in words(name))
