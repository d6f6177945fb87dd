# Pytrees that types can describe: arrays in the containers that every pytree registry knows.
from collections.abc import Callable, Mapping, Sequence
from typing import Any, overload
from typing_extensions import TypeAlias, TypeVar

from jax._src.pjit import Unknown
from jaxtyping_promo.array import Array, _General

ArrayTree: TypeAlias = Array[Any] | None | Mapping[Any, "ArrayTree"] | Sequence["ArrayTree"]
_Key = TypeVar("_Key")
_Leaf = TypeVar("_Leaf")
_A = TypeVar("_A", bound=Array[Any])
_T = TypeVar("_T")

# An unknown argument also matches the first overload: it may be a pytree of another kind.
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
