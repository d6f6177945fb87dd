# Generated from JAX 0.12.0.1 by `python -m jaxtyping_promo.stubgen`. Do not edit: change the rules or the generator.
from typing import Any

from dataclasses import field as _static
from jax._src.tree_util import tree_leaves as _leaves
from jax._src.tree_util import tree_map as _map
from jax._src.tree_util import tree_reduce as _reduce

static = _static
leaves = _leaves
map = _map
reduce = _reduce
def all(*args: Any, **kwargs: Any) -> Any:
    """Call all() over the leaves of a tree."""
def broadcast(*args: Any, **kwargs: Any) -> Any:
    """Broadcasts a tree prefix into the full structure of a given tree."""
def flatten(*args: Any, **kwargs: Any) -> Any:
    """Flattens a pytree."""
def flatten_with_path(*args: Any, **kwargs: Any) -> Any:
    """Flattens a pytree like ``tree_flatten``, but also returns each leaf's key path."""
def leaves_with_path(*args: Any, **kwargs: Any) -> Any:
    """Gets the leaves of a pytree like ``tree_leaves`` and returns each leaf's key path."""
def map_with_path(*args: Any, **kwargs: Any) -> Any:
    """Maps a multi-input function over pytree key path and args to produce a new pytree."""
def reduce_associative(*args: Any, **kwargs: Any) -> Any:
    """Perform a reduction over a pytree with an associative binary operation."""
def structure(*args: Any, **kwargs: Any) -> Any:
    """Gets the treedef for a pytree."""
def transpose(*args: Any, **kwargs: Any) -> Any:
    """Transform a tree having tree structure (outer, inner) into one having structure (inner, outer)."""
def unflatten(*args: Any, **kwargs: Any) -> Any:
    """Reconstructs a pytree from the treedef and the leaves."""
def __getattr__(name: str) -> Any: ...
