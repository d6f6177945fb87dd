# Loops. The final carry has the type that the body returns for the initial carry. At the start, Python scalars and NumPy
# arrays become arrays, and weak arrays get the dtype that the body returns. In these cases the body's parameter is unknown.
# A scan over None has separate overloads, since mypy would infer another type for a lambda beside `None`.
from collections.abc import Callable, Mapping, Sequence
import numpy as _np
from typing import Any, overload
from typing_extensions import TypeAlias, TypeVar, Unpack

from jax._src.tree_util import ArrayTree
from jaxtyping_promo.array import Array, _General
from jaxtyping_promo.dtypes import _Requested, generic, weak_complex, weak_float, weak_int

_R = TypeVar("_R", bound=generic)
_Carry = TypeVar("_Carry")
_Carried = TypeVar("_Carried")
_X = TypeVar("_X")
_Y = TypeVar("_Y")
_Tree = TypeVar("_Tree", bound=ArrayTree)
# Pytrees with such a leaf: as one of the first items of a tuple, or as every item of another sequence or a mapping.
PytreeOfNumbers: TypeAlias = (
    complex | _np.generic | _np.ndarray[Any, Any] | Mapping[Any, "PytreeOfNumbers"] | Sequence["PytreeOfNumbers"]
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
