"""The functions of JAX that accept functions, whose calls with lambdas mypy checks once."""

from __future__ import annotations

from ..jax_names import WRAPPERS
from .derivatives import DIFFERENTIATED, GRADIENTS, JACOBIANS
from .generic_signatures import CUSTOM_DERIVATIVES
from .loops import ASSOCIATIVE_SCAN, BRANCHES, LOOPS, REDUCTIONS

TREE_MAPS = (
    "jax._src.tree.map",
    "jax._src.tree_util.tree_map",
    "jax.tree.map_with_path",
    "jax.tree_util.tree_map_with_path",
)
"""``jax.tree.map`` and ``jax.tree.map_with_path`` by the names of their definitions."""

TAKING_FUNCTIONS = frozenset(
    (
        *WRAPPERS,
        "jax.vmap",
        "jax._src.api.jit",
        *GRADIENTS,
        *JACOBIANS,
        *DIFFERENTIATED,
        *BRANCHES,
        *LOOPS,
        *TREE_MAPS,
        *REDUCTIONS,
        "jax._src.api.eval_shape",
        *CUSTOM_DERIVATIVES,
        ASSOCIATIVE_SCAN,
        "jax._src.pmap.pmap",
    )
)
