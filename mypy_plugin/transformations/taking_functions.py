"""The functions of JAX that accept functions, whose calls with lambdas mypy checks once."""

from __future__ import annotations

from ..jax_names import WRAPPERS
from ..trees.tree_functions import MAPS_WITH_PATH, TREE_MAPS
from ..trees.tree_leaves import REDUCTIONS
from .derivatives import DIFFERENTIATED, GRADIENTS, JACOBIANS
from .generic_signatures import CUSTOM_DERIVATIVES
from .loops import ASSOCIATIVE_SCAN, BRANCHES, LOOPS

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
        *MAPS_WITH_PATH,
        *REDUCTIONS,
        "jax._src.api.eval_shape",
        *CUSTOM_DERIVATIVES,
        ASSOCIATIVE_SCAN,
        "jax._src.pmap.pmap",
    )
)
