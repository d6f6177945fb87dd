# A mapped function has the signature of the original, and can be lowered.
from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Any, overload
from typing_extensions import TypeVar

from jax._src.pjit import JitWrapped, Unknown

_F = TypeVar("_F", bound=Callable[..., Any])

@overload
def pmap(fun: Unknown, axis_name: Hashable | None = None, *, in_axes: int | None | Sequence[Any] = 0, out_axes: Any = 0, static_broadcasted_argnums: int | Iterable[int] = (), devices: Sequence[Any] | None = None, backend: str | None = None, axis_size: int | None = None, donate_argnums: int | Iterable[int] = ()) -> Any: ...
@overload
def pmap(fun: _F, axis_name: Hashable | None = None, *, in_axes: int | None | Sequence[Any] = 0, out_axes: Any = 0, static_broadcasted_argnums: int | Iterable[int] = (), devices: Sequence[Any] | None = None, backend: str | None = None, axis_size: int | None = None, donate_argnums: int | Iterable[int] = ()) -> JitWrapped[_F]: ...
@overload
def pmap(fun: _F, axis_name: Hashable | None = None, *, in_axes: int | None | Sequence[Any] = 0, out_axes: Any = 0, static_broadcasted_argnums: int | Iterable[int] = (), devices: Sequence[Any] | None = None, backend: str | None = None, axis_size: int | None = None, donate_argnums: int | Iterable[int] = ()) -> Any: ...
