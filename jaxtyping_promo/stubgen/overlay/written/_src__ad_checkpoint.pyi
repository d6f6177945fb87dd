# A rematerialized function has the signature of the original. `checkpoint_name` returns its argument's type.
from collections.abc import Callable, Iterable, Sequence
from typing import Any, overload
from typing_extensions import TypeVar

from jax._src.tree_util import ArrayTree

_Tree = TypeVar("_Tree", bound=ArrayTree)
_F = TypeVar("_F", bound=Callable[..., Any])

def checkpoint(fun: _F, *, prevent_cse: bool | Sequence[bool] = True, policy: Callable[..., bool] | None = None, static_argnums: int | tuple[int, ...] = (), static_argnames: str | Iterable[str] = ()) -> _F: ...
def remat(fun: _F, *, prevent_cse: bool | Sequence[bool] = True, policy: Callable[..., bool] | None = None, static_argnums: int | tuple[int, ...] = ()) -> _F: ...
@overload
def checkpoint_name(x: _Tree, name: str) -> _Tree: ...
@overload
def checkpoint_name(x: Any, name: str) -> Any: ...
