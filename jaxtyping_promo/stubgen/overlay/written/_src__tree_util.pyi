# What types can say of pytrees: those of arrays in the containers that every pytree registry knows.
from collections.abc import Callable, Mapping, Sequence
from typing import Any, overload
from typing_extensions import TypeAlias, TypeVar

from jax._src.pjit import Unknown
from jaxtyping_promo.array import Array, _General

ArrayTree: TypeAlias = Array[Any] | None | Mapping[Any, "ArrayTree"] | Sequence["ArrayTree"]
_Key = TypeVar("_Key")
_Leaf = TypeVar("_Leaf")
_A = TypeVar("_A", bound=Array[Any])

# What is unknown fits the first as well: it may be a tree of its own.
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

class _GeneralMaps(_General):
    tree_map = (4,)
