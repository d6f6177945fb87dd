# Functions with a custom derivative keep their signature. The first type argument is the type of the result.
from collections.abc import Callable, Sequence
from typing import Any, ClassVar, Concatenate, Generic
from typing_extensions import ParamSpec, TypeVar

from jax._src.pjit import Called

_ReturnValue = TypeVar("_ReturnValue", default=Any)
_P = ParamSpec("_P")
_F_co = TypeVar("_F_co", covariant=True, default=Callable[..., Any])

class custom_jvp(Generic[_ReturnValue, _F_co]):
    @property
    def fun(self) -> _F_co: ...
    nondiff_argnums: Sequence[int]
    nondiff_argnames: Sequence[str]
    jvp: Callable[..., tuple[_ReturnValue, _ReturnValue]] | None
    symbolic_zeros: bool
    def __init__(self: custom_jvp[_ReturnValue, Callable[_P, _ReturnValue]], fun: Callable[_P, _ReturnValue], nondiff_argnums: Sequence[int] = (), nondiff_argnames: Sequence[str] = ()) -> None: ...
    __getattr__: Any
    def defjvp(self, jvp: Callable[..., tuple[_ReturnValue, _ReturnValue]], symbolic_zeros: bool = False) -> Callable[..., tuple[_ReturnValue, _ReturnValue]]: ...
    def defjvps(self, *jvps: Callable[..., _ReturnValue] | None) -> None: ...
    __call__: ClassVar[Called[_F_co]]
class custom_vjp(Generic[_ReturnValue, _F_co]):
    def __init__(self: custom_vjp[_ReturnValue, Callable[_P, _ReturnValue]], fun: Callable[_P, _ReturnValue], nondiff_argnums: Sequence[int] = (), nondiff_argnames: Sequence[str] = ()) -> None: ...
    __getattr__: Any
    def defvjp(self, fwd: Callable[..., tuple[_ReturnValue, Any]], bwd: Callable[..., tuple[Any, ...]], symbolic_zeros: bool = False, optimize_remat: bool = False, generic_batching: bool = False) -> None: ...
    def defvjp_with_logs(self, fwd: Callable[..., tuple[_ReturnValue, Any]], bwd: Callable[..., tuple[tuple[Any, ...], dict[Any, Any] | None]], symbolic_zeros: bool = False, optimize_remat: bool = False, generic_batching: bool = False) -> None: ...
    def defvjp_with_accums(self, fwd: Callable[..., tuple[_ReturnValue, Any]], bwd: Callable[..., Any], symbolic_zeros: bool = False, optimize_remat: bool = False, generic_batching: bool = False) -> None: ...
    def defremat(self, fwd: Callable[..., tuple[_ReturnValue, Any]], rem: Callable[..., tuple[_ReturnValue, Any]], bwd: Callable[..., tuple[Any, ...]], generic_batching: bool = False) -> None: ...
    def defremat_with_logs(self, fwd: Callable[..., tuple[_ReturnValue, Any]], rem: Callable[..., tuple[_ReturnValue, Any]], bwd: Callable[..., tuple[tuple[Any, ...], dict[Any, Any] | None]], generic_batching: bool = False) -> None: ...
    __call__: ClassVar[Called[_F_co]]
    @property
    def fun(self) -> _F_co: ...
    nondiff_argnums: Any
    fwd: Callable[..., tuple[_ReturnValue, Any]] | None
    bwd: Callable[..., tuple[Any, ...]] | None
    symbolic_zeros: Any
    optimize_remat: Any
    with_logs: Any
    with_accums: Any
    generic_batching: Any
    remat_rules: tuple[Callable[..., Any], Callable[..., Any], Callable[..., Any], bool] | None
