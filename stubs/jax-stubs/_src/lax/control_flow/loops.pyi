# Generated from JAX 0.12.0.1 by `python -m jaxtyping_promo.stubgen`. Do not edit: change the rules or the generator.
from numpy import generic as _np_generic, ndarray as _np_ndarray
from collections.abc import Callable, Mapping, Sequence
from jax._src.tree_util import ArrayTree
from jaxtyping_promo.array import Array, _General
from jaxtyping_promo.dtypes import _Requested, generic, weak_complex, weak_float, weak_int
from typing import Any, overload
from typing_extensions import TypeAlias, TypeVar, Unpack

_R = TypeVar("_R", bound=generic)
_Carry = TypeVar("_Carry")
_Carried = TypeVar("_Carried")
_X = TypeVar("_X")
_Y = TypeVar("_Y")
_Tree = TypeVar("_Tree", bound=ArrayTree)
PytreeOfNumbers: TypeAlias = (
    complex | _np_generic | _np_ndarray[Any, Any] | Mapping[Any, "PytreeOfNumbers"] | Sequence["PytreeOfNumbers"]
    | tuple["PytreeOfNumbers", Unpack[tuple[Any, ...]]]
    | tuple[Any, "PytreeOfNumbers", Unpack[tuple[Any, ...]]]
    | tuple[Any, Any, "PytreeOfNumbers", Unpack[tuple[Any, ...]]]
    | tuple[Any, Any, Any, "PytreeOfNumbers", Unpack[tuple[Any, ...]]]
    | tuple[Any, Any, Any, Any, "PytreeOfNumbers", Unpack[tuple[Any, ...]]]
    | tuple[Any, Any, Any, Any, Any, "PytreeOfNumbers", Unpack[tuple[Any, ...]]]
)
PytreeOfWeakArrays: TypeAlias = (
    Array[weak_int] | Array[weak_float] | Array[weak_complex] | Mapping[Any, "PytreeOfWeakArrays"] | Sequence["PytreeOfWeakArrays"]
    | tuple["PytreeOfWeakArrays", Unpack[tuple[Any, ...]]]
    | tuple[Any, "PytreeOfWeakArrays", Unpack[tuple[Any, ...]]]
    | tuple[Any, Any, "PytreeOfWeakArrays", Unpack[tuple[Any, ...]]]
    | tuple[Any, Any, Any, "PytreeOfWeakArrays", Unpack[tuple[Any, ...]]]
    | tuple[Any, Any, Any, Any, "PytreeOfWeakArrays", Unpack[tuple[Any, ...]]]
    | tuple[Any, Any, Any, Any, Any, "PytreeOfWeakArrays", Unpack[tuple[Any, ...]]]
)
@overload
def scan(f: Callable[[Any, Any], tuple[Any, _Y]], init: PytreeOfNumbers, xs: None = None, length: int | None = None, reverse: bool = False, unroll: int | bool = 1, _split_transpose: bool = False) -> tuple[Any, _Y]: ...
@overload
def scan(f: Callable[[Any, _X], tuple[Any, _Y]], init: PytreeOfNumbers, xs: _X | None, length: int | None = None, reverse: bool = False, unroll: int | bool = 1, _split_transpose: bool = False) -> tuple[Any, _Y]: ...
@overload
def scan(f: Callable[[Any, Any], tuple[_Carried, _Y]], init: PytreeOfWeakArrays, xs: None = None, length: int | None = None, reverse: bool = False, unroll: int | bool = 1, _split_transpose: bool = False) -> tuple[_Carried, _Y]: ...
@overload
def scan(f: Callable[[Any, _X], tuple[_Carried, _Y]], init: PytreeOfWeakArrays, xs: _X | None, length: int | None = None, reverse: bool = False, unroll: int | bool = 1, _split_transpose: bool = False) -> tuple[_Carried, _Y]: ...
@overload
def scan(f: Callable[[_Carry, Any], tuple[_Carried, _Y]], init: _Carry, xs: None = None, length: int | None = None, reverse: bool = False, unroll: int | bool = 1, _split_transpose: bool = False) -> tuple[_Carried, _Y]: ...
@overload
def scan(f: Callable[[_Carry, _X], tuple[_Carried, _Y]], init: _Carry, xs: _X | None, length: int | None = None, reverse: bool = False, unroll: int | bool = 1, _split_transpose: bool = False) -> tuple[_Carried, _Y]: ...
@overload
def while_loop(cond_fun: Callable[[Any], Any], body_fun: Callable[[Any], Any], init_val: PytreeOfNumbers) -> Any: ...
@overload
def while_loop(cond_fun: Callable[[Any], Any], body_fun: Callable[[Any], _Carried], init_val: PytreeOfWeakArrays) -> _Carried: ...
@overload
def while_loop(cond_fun: Callable[[_Carry], Any], body_fun: Callable[[_Carry], _Carried], init_val: _Carry) -> _Carried: ...
@overload
def fori_loop(lower: Any, upper: Any, body_fun: Callable[[Any, Any], Any], init_val: PytreeOfNumbers, *, unroll: int | bool | None = None) -> Any: ...
@overload
def fori_loop(lower: Any, upper: Any, body_fun: Callable[[Any, Any], _Carried], init_val: PytreeOfWeakArrays, *, unroll: int | bool | None = None) -> _Carried: ...
@overload
def fori_loop(lower: Any, upper: Any, body_fun: Callable[[Any, _Carry], _Carried], init_val: _Carry, *, unroll: int | bool | None = None) -> _Carried: ...
@overload
def map(f: Callable[[Any], _Tree], xs: Any, *, batch_size: int | None = None) -> _Tree: ...
@overload
def map(f: Any, xs: Any, *, batch_size: int | None = None) -> Any: ...
@overload
def associative_scan(fn: Callable[..., Any], elems: Array[_Requested[_R]], reverse: bool = False, axis: int = 0) -> Array[_R]: ...
@overload
def associative_scan(fn: Callable[..., Any], elems: PytreeOfWeakArrays, reverse: bool = False, axis: int = 0) -> Any: ...  # strong
@overload
def associative_scan(fn: Callable[..., Any], elems: _Tree, reverse: bool = False, axis: int = 0) -> _Tree: ...
@overload
def associative_scan(fn: Callable[..., Any], elems: Any, reverse: bool = False, axis: int = 0) -> Any: ...
class _GeneralScans(_General):  # an array of several dtypes would match the first overload
    associative_scan = 1, 2, 3
def cumlogsumexp(*args: Any, **kwargs: Any) -> Any:
    """Computes a cumulative logsumexp along `axis`."""
def cummax(*args: Any, **kwargs: Any) -> Any:
    """Computes a cumulative maximum along `axis`."""
def cummin(*args: Any, **kwargs: Any) -> Any:
    """Computes a cumulative minimum along `axis`."""
def cumprod(*args: Any, **kwargs: Any) -> Any:
    """Computes a cumulative product along `axis`."""
def cumsum(*args: Any, **kwargs: Any) -> Any:
    """Computes a cumulative sum along `axis`."""
cumlogsumexp_p: Any
cummax_p: Any
cummin_p: Any
cumprod_p: Any
cumsum_p: Any
scan_p: Any
while_p: Any
def __getattr__(name: str) -> Any: ...
