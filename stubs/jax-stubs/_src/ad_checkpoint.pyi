# Generated from JAX 0.12.0.1 by `python -m jaxtyping_promo.stubgen`. Do not edit: change the rules or the generator.
from collections.abc import Callable, Iterable, Sequence
from typing import Any
from typing_extensions import TypeVar

_F = TypeVar("_F", bound=Callable[..., Any])
def checkpoint(fun: _F, *, prevent_cse: bool | Sequence[bool] = True, policy: Callable[..., bool] | None = None, static_argnums: int | tuple[int, ...] = (), static_argnames: str | Iterable[str] = ()) -> _F: ...
def remat(fun: _F, *, prevent_cse: bool | Sequence[bool] = True, policy: Callable[..., bool] | None = None, static_argnums: int | tuple[int, ...] = ()) -> _F: ...

def __getattr__(name: str) -> Any: ...
