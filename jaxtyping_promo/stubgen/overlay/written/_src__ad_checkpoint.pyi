# A rematerialized function is called as the function is.
from collections.abc import Callable, Iterable, Sequence
from typing import Any
from typing_extensions import TypeVar

_F = TypeVar("_F", bound=Callable[..., Any])

def checkpoint(fun: _F, *, prevent_cse: bool | Sequence[bool] = True, policy: Callable[..., bool] | None = None, static_argnums: int | tuple[int, ...] = (), static_argnames: str | Iterable[str] = ()) -> _F: ...
def remat(fun: _F, *, prevent_cse: bool | Sequence[bool] = True, policy: Callable[..., bool] | None = None, static_argnums: int | tuple[int, ...] = ()) -> _F: ...
