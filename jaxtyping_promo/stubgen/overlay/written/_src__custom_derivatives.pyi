# Functions with a derivative of their own are called as they are without. A type argument alone is the result's type.
from collections.abc import Callable, Sequence
from typing import Any, Concatenate, Generic
from typing_extensions import ParamSpec, TypeVar

_ReturnValue = TypeVar("_ReturnValue", default=Any)
_P = ParamSpec("_P", default=...)

class custom_jvp(Generic[_ReturnValue, _P]):
    fun: Callable[_P, _ReturnValue]
    nondiff_argnums: Sequence[int]
    nondiff_argnames: Sequence[str]
    jvp: Callable[..., tuple[_ReturnValue, _ReturnValue]] | None
    symbolic_zeros: bool
    def __init__(self, fun: Callable[_P, _ReturnValue], nondiff_argnums: Sequence[int] = (), nondiff_argnames: Sequence[str] = ()) -> None: ...
    __getattr__: Any
    def defjvp(self, jvp: Callable[..., tuple[_ReturnValue, _ReturnValue]], symbolic_zeros: bool = False) -> Callable[..., tuple[_ReturnValue, _ReturnValue]]: ...
    def defjvps(self, *jvps: Callable[..., _ReturnValue] | None) -> None: ...
    def __call__(self, *args: _P.args, **kwargs: _P.kwargs) -> _ReturnValue: ...
class custom_vjp(Generic[_ReturnValue, _P]):
    def __init__(self, fun: Callable[_P, _ReturnValue], nondiff_argnums: Sequence[int] = (), nondiff_argnames: Sequence[str] = ()) -> None: ...
    __getattr__: Any
    def defvjp(self, fwd: Callable[..., tuple[_ReturnValue, Any]], bwd: Callable[..., tuple[Any, ...]], symbolic_zeros: bool = False, optimize_remat: bool = False, generic_batching: bool = False) -> None: ...
    def defvjp_with_logs(self, fwd: Callable[..., tuple[_ReturnValue, Any]], bwd: Callable[..., tuple[tuple[Any, ...], dict[Any, Any] | None]], symbolic_zeros: bool = False, optimize_remat: bool = False, generic_batching: bool = False) -> None: ...
    def defvjp_with_accums(self, fwd: Callable[..., tuple[_ReturnValue, Any]], bwd: Callable[..., Any], symbolic_zeros: bool = False, optimize_remat: bool = False, generic_batching: bool = False) -> None: ...
    def defremat(self, fwd: Callable[..., tuple[_ReturnValue, Any]], rem: Callable[..., tuple[_ReturnValue, Any]], bwd: Callable[..., tuple[Any, ...]], generic_batching: bool = False) -> None: ...
    def defremat_with_logs(self, fwd: Callable[..., tuple[_ReturnValue, Any]], rem: Callable[..., tuple[_ReturnValue, Any]], bwd: Callable[..., tuple[tuple[Any, ...], dict[Any, Any] | None]], generic_batching: bool = False) -> None: ...
    def __call__(self, *args: _P.args, **kwargs: _P.kwargs) -> _ReturnValue: ...
    fun: Callable[_P, _ReturnValue]
    nondiff_argnums: Any
    fwd: Callable[..., tuple[_ReturnValue, Any]] | None
    bwd: Callable[..., tuple[Any, ...]] | None
    symbolic_zeros: Any
    optimize_remat: Any
    with_logs: Any
    with_accums: Any
    generic_batching: Any
    remat_rules: tuple[Callable[..., Any], Callable[..., Any], Callable[..., Any], bool] | None
