# Generated from JAX 0.12.0.1 by `python -m jaxtyping_promo.stubgen`. Do not edit: change the rules or the generator.
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from jaxtyping_promo.array import Array
from typing import Any, overload
from typing_extensions import Self, TypeAlias, TypeVar

ArrayTree: TypeAlias = Array[Any] | None | Mapping[Any, "ArrayTree"] | Sequence["ArrayTree"]
_Key = TypeVar("_Key")
_Leaf = TypeVar("_Leaf")
_A = TypeVar("_A", bound=Array[Any])
@overload
def tree_map(f: Callable[..., _Leaf], tree: Array[Any], *rest: Array[Any]) -> _Leaf: ...
@overload
def tree_map(f: Callable[..., _Leaf], tree: dict[_Key, _A], *rest: dict[_Key, Any]) -> dict[_Key, _Leaf]: ...
@overload
def tree_map(f: Callable[..., _Leaf], tree: list[_A], *rest: list[Any]) -> list[_Leaf]: ...
@overload
def tree_map(f: Callable[..., Any], tree: Any, *rest: Any, is_leaf: Callable[[Any], bool] | None = None) -> Any: ...
class Partial(partial):
    def __new__(klass, func: Any, *args: Any, **kw: Any) -> Self: ...
class Unspecified: ...

def __getattr__(name: str) -> Any: ...
