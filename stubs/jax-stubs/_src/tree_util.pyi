# Generated from JAX 0.12.0.1 by `python -m jaxtyping_promo.stubgen`. Do not edit: change the rules or the generator.
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from jax._src.pjit import Unknown
from jaxtyping_promo.array import Array, _General
from typing import Any, overload
from typing_extensions import Self, TypeAlias, TypeVar

ArrayTree: TypeAlias = Array[Any] | None | Mapping[Any, "ArrayTree"] | Sequence["ArrayTree"]
_Key = TypeVar("_Key")
_Leaf = TypeVar("_Leaf")
_A = TypeVar("_A", bound=Array[Any])
_T = TypeVar("_T")
@overload
def tree_map(f: Callable[..., Any], tree: dict[Any, Unknown] | list[Unknown], *rest: Any) -> Any: ...
@overload
def tree_map(f: Callable[..., _Leaf], tree: Array[Any], *rest: Array[Any]) -> _Leaf: ...
@overload
def tree_map(f: Callable[..., _Leaf], tree: dict[_Key, _A], *rest: dict[_Key, Any]) -> dict[_Key, _Leaf]: ...
@overload
def tree_map(f: Callable[..., _Leaf], tree: list[_A], *rest: list[Any]) -> list[_Leaf]: ...
@overload
def tree_map(f: Callable[..., Any], tree: Any, *rest: Any, is_leaf: Callable[[Any], bool] | None = None) -> Any: ...
@overload
def tree_leaves(tree: dict[Any, Unknown] | list[Unknown], is_leaf: None = None) -> list[Any]: ...
@overload
def tree_leaves(tree: _A | dict[Any, _A] | list[_A], is_leaf: None = None) -> list[_A]: ...
@overload
def tree_leaves(tree: Any, is_leaf: Callable[[Any], bool] | None = None) -> list[Any]: ...
@overload
def tree_reduce(function: Callable[[_T, Any], _T], tree: Any, initializer: _T | Unspecified = ..., is_leaf: Callable[[Any], bool] | None = None) -> _T: ...
@overload
def tree_reduce(function: Callable[[Any, Any], _T], tree: Any, initializer: Any, is_leaf: Callable[[Any], bool] | None = None) -> _T: ...  # a number that becomes an array
class _GeneralMaps(_General):
    tree_map = (4,)
    tree_leaves = (2,)
class Partial(partial):
    def __new__(klass, func: Any, *args: Any, **kw: Any) -> Self: ...
class Unspecified: ...
def all_leaves(*args: Any, **kwargs: Any) -> Any:
    """Tests whether all elements in the given iterable are all leaves."""
def flatten_one_level(*args: Any, **kwargs: Any) -> Any:
    """Flatten the given pytree node by one level."""
def flatten_one_level_with_keys(*args: Any, **kwargs: Any) -> Any:
    """Flatten the given pytree node by one level, with keys."""
def is_tree_node(*args: Any, **kwargs: Any) -> Any:
    """Returns True if the type is a registered PyTree node type."""
def keystr(*args: Any, **kwargs: Any) -> Any:
    """Helper to pretty-print a tuple of keys."""
def register_dataclass(*args: Any, **kwargs: Any) -> Any:
    """Extends the set of types that are considered internal nodes in pytrees."""
def register_pytree_node(*args: Any, **kwargs: Any) -> Any:
    """Extends the set of types that are considered internal nodes in pytrees."""
def register_pytree_node_class(*args: Any, **kwargs: Any) -> Any:
    """Extends the set of types that are considered internal nodes in pytrees."""
def register_pytree_with_keys(*args: Any, **kwargs: Any) -> Any:
    """Extends the set of types that are considered internal nodes in pytrees."""
def register_pytree_with_keys_class(*args: Any, **kwargs: Any) -> Any:
    """Extends the set of types that are considered internal nodes in pytrees."""
def register_static(*args: Any, **kwargs: Any) -> Any:
    """Registers `cls` as a pytree with no leaves."""
def tree_all(*args: Any, **kwargs: Any) -> Any:
    """Alias of :func:`jax.tree.all`."""
def tree_broadcast(*args: Any, **kwargs: Any) -> Any:
    """Alias of :func:`jax.tree.broadcast`."""
def tree_flatten(*args: Any, **kwargs: Any) -> Any:
    """Alias of :func:`jax.tree.flatten`."""
def tree_flatten_with_path(*args: Any, **kwargs: Any) -> Any:
    """Alias of :func:`jax.tree.flatten_with_path`."""
def tree_leaves_with_path(*args: Any, **kwargs: Any) -> Any:
    """Alias of :func:`jax.tree.leaves_with_path`."""
def tree_map_with_path(*args: Any, **kwargs: Any) -> Any:
    """Alias of :func:`jax.tree.map_with_path`."""
def tree_reduce_associative(*args: Any, **kwargs: Any) -> Any:
    """Alias of :func:`jax.tree.reduce_associative`."""
def tree_structure(*args: Any, **kwargs: Any) -> Any:
    """Alias of :func:`jax.tree.structure`."""
def tree_transpose(*args: Any, **kwargs: Any) -> Any:
    """Alias of :func:`jax.tree.transpose`."""
def tree_unflatten(*args: Any, **kwargs: Any) -> Any:
    """Alias of :func:`jax.tree.unflatten`."""
def treedef_children(*args: Any, **kwargs: Any) -> Any:
    """Return a list of treedefs for immediate children"""
def treedef_is_leaf(*args: Any, **kwargs: Any) -> Any:
    """Return True if the treedef represents a leaf."""
def treedef_tuple(*args: Any, **kwargs: Any) -> Any:
    """Makes a tuple treedef from an iterable of child treedefs."""
def __getattr__(name: str) -> Any: ...
