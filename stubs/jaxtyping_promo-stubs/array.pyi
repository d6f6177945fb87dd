# Generated for jax by `python -m jaxtyping_promo.stubgen`. Do not edit: change the tables or the generator.

"""The array: one class for device arrays and tracers, generic in its dtype."""

from _typeshed import (
    SupportsAdd,
    SupportsMod,
    SupportsMul,
    SupportsRAdd,
    SupportsRMod,
    SupportsRMul,
    SupportsRSub,
    SupportsSub,
)
from abc import ABCMeta
from collections.abc import Callable, Iterator, Sequence
from types import ModuleType
from typing import Any, Generic, Literal, Never, overload
from typing_extensions import TypeAlias, TypeVar, disjoint_base

from numpy import bool as _np_bool, dtype as _np_dtype, float64 as _np_float64, ndarray as _np_ndarray

from ._promotion import (
    _Neg as _Neg,
    _Pos as _Pos,
    _Abs as _Abs,
    _Invert as _Invert,
    _Method_add as _Method_add,
    _Method_sub as _Method_sub,
    _Method_truediv as _Method_truediv,
    _Method_floordiv as _Method_floordiv,
    _Method_pow as _Method_pow,
    _Method_matmul as _Method_matmul,
    _Method_lshift as _Method_lshift,
    _Method_and as _Method_and,
    _Method_lt as _Method_lt,
    _Method_rfloordiv as _Method_rfloordiv,
    _Method_rpow as _Method_rpow,
    _Method_rlshift as _Method_rlshift,
    _Method_rand as _Method_rand,
)
from .dtypes import *
from .dtypes import (
    _Truncated as _Truncated,
    _UpTo_bool_ as _UpTo_bool_,
    _UpTo_weak_int as _UpTo_weak_int,
    _UpTo_uint8 as _UpTo_uint8,
    _UpTo_int8 as _UpTo_int8,
    _UpTo_uint16 as _UpTo_uint16,
    _UpTo_uint32 as _UpTo_uint32,
    _UpTo_int16 as _UpTo_int16,
    _UpTo_int32 as _UpTo_int32,
    _UpTo_weak_float as _UpTo_weak_float,
    _UpTo_bfloat16 as _UpTo_bfloat16,
    _UpTo_float16 as _UpTo_float16,
    _UpTo_weak_complex as _UpTo_weak_complex,
    _UpTo_float32 as _UpTo_float32,
    _UpTo_complex64 as _UpTo_complex64,
)
from .dtypes import _Concrete as _Concrete, _Has as _Has, _Requested as _Requested
from .typing import ArrayLike, DTypeLike, _NumPyNumber

_D_co = TypeVar("_D_co", bound=generic, covariant=True, default=Any)
_D = TypeVar("_D", bound=generic)
_R = TypeVar("_R", bound=generic)
_A = TypeVar("_A")
_Kept = TypeVar("_Kept", bound=int32)
_Kept1 = TypeVar("_Kept1", bound=integer)
_Kept2 = TypeVar("_Kept2", bound=inexact)
_Kept3 = TypeVar("_Kept3", bound=number)
_Kept4 = TypeVar("_Kept4", bound=inexact | uint1 | uint2 | int1 | int2)
_Kept5 = TypeVar("_Kept5", bound=inexact | uint32 | int32)
_Kept6 = TypeVar("_Kept6", bound=floating | uint1 | uint2 | int1 | int2)
_Kept7 = TypeVar("_Kept7", bound=integer | floating | bool_)
_Kept8 = TypeVar("_Kept8", bound=inexact | uint8 | uint16 | uint32 | int8 | int16 | int32)
_A_co = TypeVar("_A_co", covariant=True)
_O_contra = TypeVar("_O_contra", contravariant=True)

_Axis: TypeAlias = int | Sequence[int] | None
_Device: TypeAlias = Any
_Sharding: TypeAlias = Any
_Precision: TypeAlias = Any
_StaticScalar: TypeAlias = _np_bool | _NumPyNumber | bool | int | float | complex
_NotArray: TypeAlias = _np_ndarray | _StaticScalar

class ArrayMeta(ABCMeta):
    """Makes `isinstance` answer for device arrays and tracers alike."""

    def register(cls, subclass: type[_A]) -> type[_A]:
        """Make a class of another library an array; also as a decorator."""

class _DType(_np_dtype[Any], Generic[_D_co]):  # type: ignore[misc]
    """The NumPy dtype of an array. Functions with a dtype parameter read this package's dtype from it."""

class _NoArgument:
    """The parameter type of first overloads, which no argument matches. A checker with unknown arguments uses the first
    overload, so its result is unknown: `functools.partial` in mypy, `jax.tree.map` in pyright."""

class _Operators:
    """Marks the class whose operators the mypy plugin computes."""

class _JaxModule:
    """The base of a class in each stub of a public module of JAX, with the version of JAX that the stub is made from."""

class _General:
    """Marks a class that lists functions of its module whose results the mypy plugin computes."""

class _Assigned:
    """Wraps each value that a program assigns to a variable whose dtype the mypy plugin follows."""

    def __call__(self, value: Any, /) -> Any: ...

class _Sums(
    SupportsAdd[_O_contra, _A_co],
    SupportsRAdd[_O_contra, _A_co],
    SupportsSub[_O_contra, _A_co],
    SupportsRSub[_O_contra, _A_co],
    SupportsMul[_O_contra, _A_co],
    SupportsRMul[_O_contra, _A_co],
    SupportsMod[_O_contra, _A_co],
    SupportsRMod[_O_contra, _A_co],
):
    """States the result of `operator.add`, `sub`, `mul` and `mod` for an array: an array of unknown dtype. When pyrefly
    compares operators with a protocol, it uses one member of a union, and releases before 1.4 report an error."""

# No class is both an array and an int: device arrays are C objects, and tracers have slots. zuban infers Any for a class
# that is named in its own bases, except in a string.
@disjoint_base
class Array(_Operators, _Sums["Array[Any] | _NotArray", "Array[Any]"], Generic[_D_co], metaclass=ArrayMeta):
    """An array, on a device or traced, with a dtype that checkers know: ``Array[float32]``.

    `isinstance(x, Array)` holds for device arrays and tracers; `is_array(x, float32)` looks at the dtype, too.
    """

    __hash__: None  # type: ignore[assignment]


    @_Method_add[_D_co]
    def __add__(self, other: Any, /) -> Any:
        """``self + other``"""
    @_Method_sub[_D_co]
    def __sub__(self, other: Any, /) -> Any:
        """``self - other``"""
    @_Method_add[_D_co]
    def __mul__(self, other: Any, /) -> Any:
        """``self * other``"""
    @_Method_truediv[_D_co]
    def __truediv__(self, other: Any, /) -> Any:
        """``self / other``"""
    @_Method_floordiv[_D_co]
    def __floordiv__(self, other: Any, /) -> Any:
        """``self // other``"""
    @_Method_floordiv[_D_co]
    def __mod__(self, other: Any, /) -> Any:
        """``self % other``"""
    def __divmod__(self, other: ArrayLike, /) -> tuple[Array[Any], Array[Any]]:
        """``divmod(self, other)``"""
    @_Method_pow[_D_co]
    def __pow__(self, other: Any, /) -> Any:
        """``self ** other``"""
    @_Method_matmul[_D_co]
    def __matmul__(self, other: Any, /) -> Any:
        """``self @ other``"""
    @_Method_lshift[_D_co]
    def __lshift__(self, other: Any, /) -> Any:
        """``self << other``"""
    @_Method_lshift[_D_co]
    def __rshift__(self, other: Any, /) -> Any:
        """``self >> other``"""
    @_Method_and[_D_co]
    def __and__(self, other: Any, /) -> Any:
        """``self & other``"""
    @_Method_and[_D_co]
    def __xor__(self, other: Any, /) -> Any:
        """``self ^ other``"""
    @_Method_and[_D_co]
    def __or__(self, other: Any, /) -> Any:
        """``self | other``"""
    @_Method_lt[_D_co]
    def __lt__(self, other: Any, /) -> Any:
        """``self < other``"""
    @_Method_lt[_D_co]
    def __le__(self, other: Any, /) -> Any:
        """``self <= other``"""
    @_Method_lt[_D_co]
    def __eq__(self, other: Any, /) -> Any:
        """``self == other``"""
    @_Method_lt[_D_co]
    def __ne__(self, other: Any, /) -> Any:
        """``self != other``"""
    @_Method_lt[_D_co]
    def __gt__(self, other: Any, /) -> Any:
        """``self > other``"""
    @_Method_lt[_D_co]
    def __ge__(self, other: Any, /) -> Any:
        """``self >= other``"""
    @_Method_add[_D_co]
    def __radd__(self, other: Any, /) -> Any:
        """``other + self``, for an operand that is no array."""
    @_Method_sub[_D_co]
    def __rsub__(self, other: Any, /) -> Any:
        """``other - self``, for an operand that is no array."""
    @_Method_add[_D_co]
    def __rmul__(self, other: Any, /) -> Any:
        """``other * self``, for an operand that is no array."""
    @_Method_truediv[_D_co]
    def __rtruediv__(self, other: Any, /) -> Any:
        """``other / self``, for an operand that is no array."""
    @_Method_rfloordiv[_D_co]
    def __rfloordiv__(self, other: Any, /) -> Any:
        """``other // self``, for an operand that is no array."""
    @_Method_rfloordiv[_D_co]
    def __rmod__(self, other: Any, /) -> Any:
        """``other % self``, for an operand that is no array."""
    def __rdivmod__(self, other: ArrayLike, /) -> tuple[Array[Any], Array[Any]]:
        """``divmod(other, self)``, for an operand that is no array."""
    @_Method_rpow[_D_co]
    def __rpow__(self, other: Any, /) -> Any:
        """``other ** self``, for an operand that is no array."""
    @_Method_matmul[_D_co]
    def __rmatmul__(self, other: Any, /) -> Any:
        """``other @ self``, for an operand that is no array."""
    @_Method_rlshift[_D_co]
    def __rlshift__(self, other: Any, /) -> Any:
        """``other << self``, for an operand that is no array."""
    @_Method_rlshift[_D_co]
    def __rrshift__(self, other: Any, /) -> Any:
        """``other >> self``, for an operand that is no array."""
    @_Method_rand[_D_co]
    def __rand__(self, other: Any, /) -> Any:
        """``other & self``, for an operand that is no array."""
    @_Method_rand[_D_co]
    def __rxor__(self, other: Any, /) -> Any:
        """``other ^ self``, for an operand that is no array."""
    @_Method_rand[_D_co]
    def __ror__(self, other: Any, /) -> Any:
        """``other | self``, for an operand that is no array."""
    @overload
    def __neg__(self: Array[Never]) -> Array[Any]:
        """``-self``"""
    @overload
    def __neg__(self: Array[_Has[_Neg[_R]]]) -> Array[_R]: ...
    @overload
    def __neg__(self: Array[bool_]) -> Never: ...
    @overload
    def __neg__(self: Array[generic]) -> Array[_D_co]: ...
    @overload
    def __neg__(self: Array[Any]) -> Array[Any]: ...
    @overload
    def __pos__(self: Array[Never]) -> Array[Any]:
        """``+self``"""
    @overload
    def __pos__(self: Array[_Has[_Pos[_R]]]) -> Array[_R]: ...
    @overload
    def __pos__(self: Array[generic]) -> Array[_D_co]: ...
    @overload
    def __pos__(self: Array[Any]) -> Array[Any]: ...
    @overload
    def __abs__(self: Array[Never]) -> Array[Any]:
        """``abs(self)``"""
    @overload
    def __abs__(self: Array[_Has[_Abs[_R]]]) -> Array[_R]: ...
    @overload
    def __abs__(self: Array[int2 | int4]) -> Never: ...
    @overload
    def __abs__(self: Array[unsignedinteger]) -> Array[_D_co]: ...
    @overload
    def __abs__(self: Array[floating]) -> Array[_D_co]: ...
    @overload
    def __abs__(self: Array[Any]) -> Array[Any]: ...
    @overload
    def __invert__(self: Array[Never]) -> Array[Any]:
        """``~self``"""
    @overload
    def __invert__(self: Array[_Has[_Invert[_R]]]) -> Array[_R]: ...
    @overload
    def __invert__(self: Array[integer]) -> Array[_D_co]: ...
    @overload
    def __invert__(self: Array[bool_ | integer]) -> Array[Any]: ...
    @overload
    def __round__(self: Array[Never]) -> Array[Any]:
        """``round(self)``"""
    @overload
    def __round__(self: Array[bool_]) -> Never: ...
    @overload
    def __round__(self: Array[Any]) -> Array[int32]: ...
    @overload
    def __round__(self, ndigits: int) -> Array[_D_co]: ...

    def __bool__(self) -> bool: ...
    def __int__(self) -> int: ...
    def __float__(self) -> float: ...
    def __complex__(self) -> complex: ...
    def __index__(self) -> int: ...
    def __format__(self, format_spec: str, /) -> str: ...
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[Array[_D_co]]: ...
    def __reversed__(self) -> Iterator[Array[_D_co]]: ...
    def __contains__(self, value: ArrayLike, /) -> bool: ...
    def __getitem__(self, key: Any, /) -> Array[_D_co]: ...
    def __setitem__(self, key: Any, value: Any, /) -> None: ...
    def __buffer__(self, flags: int, /) -> memoryview: ...
    def __release_buffer__(self, view: memoryview, /) -> None: ...
    def __array_namespace__(self, *, api_version: str | None = None) -> ModuleType: ...
    def __dlpack__(self, *args: Any, **kwargs: Any) -> Any: ...
    def __dlpack_device__(self) -> Any: ...
    def __array__(self, dtype: Any = None, context: None = None, copy: bool | None = None) -> _np_ndarray: ...

    @property
    def aval(self) -> Any:
        """The abstract value: shape and dtype."""
    @property
    def dtype(self) -> _DType[_D_co]:
        """The NumPy dtype."""
    @property
    def weak_type(self) -> bool:
        """Whether the dtype is weak: it yields to others in promotion."""
    @property
    def shape(self) -> tuple[int, ...]:
        """The length of each axis."""
    @property
    def ndim(self) -> int:
        """The number of axes."""
    @property
    def size(self) -> int:
        """The number of elements."""
    @property
    def itemsize(self) -> int:
        """The bytes of one element."""
    @property
    def nbytes(self) -> int:
        """The bytes of all elements."""
    @property
    def __numpy_dtype__(self) -> _np_dtype[Any]: ...
    @property
    def T(self) -> Array[_D_co]:
        """The transpose: axes in reverse."""
    @property
    def mT(self) -> Array[_D_co]:
        """The matrix transpose: the last two axes exchanged."""
    real: _Part
    """The real part."""
    imag: _Part
    """The imaginary part."""
    @property
    def at(self) -> _IndexUpdateHelper[_D_co]:
        """Functional updates: ``x.at[index].set(value)``."""

    def all(self, axis: _Axis = None, out: None = None, keepdims: bool = False, *, where: ArrayLike | None = None) -> Array[bool_]:
        """Whether all elements are true, along all axes or the given ones: `jax.numpy.all`."""
    def any(self, axis: _Axis = None, out: None = None, keepdims: bool = False, *, where: ArrayLike | None = None) -> Array[bool_]:
        """Whether any element is true, along all axes or the given ones: `jax.numpy.any`."""
    def argmax(self, axis: int | None = None, out: None = None, keepdims: bool | None = None) -> Array[int32]:
        """The index of the largest element, of all or along an axis: `jax.numpy.argmax`."""
    def argmin(self, axis: int | None = None, out: None = None, keepdims: bool | None = None) -> Array[int32]:
        """The index of the smallest element, of all or along an axis: `jax.numpy.argmin`."""
    @overload
    def argpartition(self: Array[_Truncated], kth: int, axis: int = -1) -> Array[Any]:
        """The indices that partition the array around its k-th smallest element: `jax.numpy.argpartition`."""
    @overload
    def argpartition(self: Array[_Kept], kth: int, axis: int = -1) -> Array[_Kept]: ...
    @overload
    def argpartition(self: Array[weak_float], kth: int, axis: int = -1) -> Array[weak_int]: ...
    @overload
    def argpartition(self: Array[uint1 | uint2 | uint4 | uint8 | uint16 | uint32 | int1 | int2 | int4 | int8 | int16 | float4_e2m1fn | float6_e2m3fn | float6_e3m2fn | float8_e3m4 | float8_e4m3 | float8_e8m0fnu | float8_e4m3b11fnuz | float8_e4m3fn | float8_e4m3fnuz | float8_e5m2 | float8_e5m2fnuz | bfloat16 | float16 | float32], kth: int, axis: int = -1) -> Array[int32]: ...
    @overload
    def argpartition(self: Array[complex64], kth: int, axis: int = -1) -> Array[Never]: ...
    @overload
    def argpartition(self, kth: int, axis: int = -1) -> Array[Any]: ...
    def argsort(self, axis: int | None = -1, *, kind: None = None, order: None = None, stable: bool = True, descending: bool = False) -> Array[int32]:
        """The indices that sort the array: `jax.numpy.argsort`."""
    @overload
    def astype(self, dtype: _NoArgument, copy: bool = False, device: _Device | _Sharding | None = None) -> Array[Any]:
        """The array with its elements cast to another dtype. Without x64, 64 bits become 32: `jax.numpy.astype`."""
    @overload
    def astype(self, dtype: type[bool], copy: bool = False, device: _Device | _Sharding | None = None) -> Array[bool_]: ...
    @overload
    def astype(self, dtype: type[int], copy: bool = False, device: _Device | _Sharding | None = None) -> Array[int32]: ...
    @overload
    def astype(self, dtype: type[float], copy: bool = False, device: _Device | _Sharding | None = None) -> Array[float32]: ...
    @overload
    def astype(self, dtype: type[complex], copy: bool = False, device: _Device | _Sharding | None = None) -> Array[complex64]: ...
    @overload
    def astype(self, dtype: type[_Requested[_R]] | _DType[_Requested[_R]], copy: bool = False, device: _Device | _Sharding | None = None) -> Array[_R]: ...
    @overload
    def astype(self, dtype: DTypeLike | None, copy: bool = False, device: _Device | _Sharding | None = None) -> Array[Any]: ...
    @overload
    def byteswap(self: Array[_Truncated]) -> Array[Any]:
        """The array with the bytes of each element in reverse."""
    @overload
    def byteswap(self: Array[_Requested[_R]]) -> Array[_R]: ...
    @overload
    def byteswap(self: Array[_R]) -> Array[_R]: ...
    @overload
    def byteswap(self) -> Array[Any]: ...
    def choose(self, choices: Sequence[ArrayLike], out: None = None, mode: str = "raise") -> Array[Any]:
        """Elements of several arrays, chosen by this integer array: `jax.numpy.choose`."""
    @overload
    def clip(self: Array[_Truncated], min: ArrayLike | None = None, max: ArrayLike | None = None) -> Array[Any]:
        """The elements, limited to an interval: `jax.numpy.clip`."""
    @overload
    def clip(self, min: Array[_Truncated] | _np_ndarray[Any, Any] | bool | _np_float64, max: ArrayLike | None = None) -> Array[Any]: ...
    @overload
    def clip(self, min: ArrayLike | None, max: Array[_Truncated] | _np_ndarray[Any, Any] | bool | _np_float64) -> Array[Any]: ...
    @overload
    def clip(self, min: ArrayLike | None = None, *, max: Array[_Truncated] | _np_ndarray[Any, Any] | bool | _np_float64) -> Array[Any]: ...
    @overload
    def clip(self: Array[bool_], min: Array[_UpTo_bool_] | None = None, max: Array[_UpTo_bool_] | None = None) -> Array[bool_]: ...
    @overload
    def clip(self: Array[_UpTo_bool_], min: Array[bool_], max: Array[_UpTo_bool_] | None = None) -> Array[bool_]: ...
    @overload
    def clip(self: Array[_UpTo_bool_], min: Array[_UpTo_bool_] | None, max: Array[bool_]) -> Array[bool_]: ...
    @overload
    def clip(self: Array[weak_int], min: Array[_UpTo_weak_int] | None = None, max: Array[_UpTo_weak_int] | None = None) -> Array[weak_int]: ...
    @overload
    def clip(self: Array[_UpTo_weak_int], min: Array[weak_int], max: Array[_UpTo_weak_int] | None = None) -> Array[weak_int]: ...
    @overload
    def clip(self: Array[_UpTo_weak_int], min: Array[_UpTo_weak_int] | None, max: Array[weak_int]) -> Array[weak_int]: ...
    @overload
    def clip(self: Array[uint8], min: Array[_UpTo_uint8] | None = None, max: Array[_UpTo_uint8] | None = None) -> Array[uint8]: ...
    @overload
    def clip(self: Array[_UpTo_uint8], min: Array[uint8], max: Array[_UpTo_uint8] | None = None) -> Array[uint8]: ...
    @overload
    def clip(self: Array[_UpTo_uint8], min: Array[_UpTo_uint8] | None, max: Array[uint8]) -> Array[uint8]: ...
    @overload
    def clip(self: Array[int8], min: Array[_UpTo_int8] | None = None, max: Array[_UpTo_int8] | None = None) -> Array[int8]: ...
    @overload
    def clip(self: Array[_UpTo_int8], min: Array[int8], max: Array[_UpTo_int8] | None = None) -> Array[int8]: ...
    @overload
    def clip(self: Array[_UpTo_int8], min: Array[_UpTo_int8] | None, max: Array[int8]) -> Array[int8]: ...
    @overload
    def clip(self: Array[uint16], min: Array[_UpTo_uint16] | None = None, max: Array[_UpTo_uint16] | None = None) -> Array[uint16]: ...
    @overload
    def clip(self: Array[_UpTo_uint16], min: Array[uint16], max: Array[_UpTo_uint16] | None = None) -> Array[uint16]: ...
    @overload
    def clip(self: Array[_UpTo_uint16], min: Array[_UpTo_uint16] | None, max: Array[uint16]) -> Array[uint16]: ...
    @overload
    def clip(self: Array[uint32], min: Array[_UpTo_uint32] | None = None, max: Array[_UpTo_uint32] | None = None) -> Array[uint32]: ...
    @overload
    def clip(self: Array[_UpTo_uint32], min: Array[uint32], max: Array[_UpTo_uint32] | None = None) -> Array[uint32]: ...
    @overload
    def clip(self: Array[_UpTo_uint32], min: Array[_UpTo_uint32] | None, max: Array[uint32]) -> Array[uint32]: ...
    @overload
    def clip(self: Array[int16], min: Array[_UpTo_int16] | None = None, max: Array[_UpTo_int16] | None = None) -> Array[int16]: ...
    @overload
    def clip(self: Array[_UpTo_int16], min: Array[int16], max: Array[_UpTo_int16] | None = None) -> Array[int16]: ...
    @overload
    def clip(self: Array[_UpTo_int16], min: Array[_UpTo_int16] | None, max: Array[int16]) -> Array[int16]: ...
    @overload
    def clip(self: Array[int32], min: Array[_UpTo_int32] | None = None, max: Array[_UpTo_int32] | None = None) -> Array[int32]: ...
    @overload
    def clip(self: Array[_UpTo_int32], min: Array[int32], max: Array[_UpTo_int32] | None = None) -> Array[int32]: ...
    @overload
    def clip(self: Array[_UpTo_int32], min: Array[_UpTo_int32] | None, max: Array[int32]) -> Array[int32]: ...
    @overload
    def clip(self: Array[weak_float], min: Array[_UpTo_weak_float] | None = None, max: Array[_UpTo_weak_float] | None = None) -> Array[weak_float]: ...
    @overload
    def clip(self: Array[_UpTo_weak_float], min: Array[weak_float], max: Array[_UpTo_weak_float] | None = None) -> Array[weak_float]: ...
    @overload
    def clip(self: Array[_UpTo_weak_float], min: Array[_UpTo_weak_float] | None, max: Array[weak_float]) -> Array[weak_float]: ...
    @overload
    def clip(self: Array[bfloat16], min: Array[_UpTo_bfloat16] | None = None, max: Array[_UpTo_bfloat16] | None = None) -> Array[bfloat16]: ...
    @overload
    def clip(self: Array[_UpTo_bfloat16], min: Array[bfloat16], max: Array[_UpTo_bfloat16] | None = None) -> Array[bfloat16]: ...
    @overload
    def clip(self: Array[_UpTo_bfloat16], min: Array[_UpTo_bfloat16] | None, max: Array[bfloat16]) -> Array[bfloat16]: ...
    @overload
    def clip(self: Array[float16], min: Array[_UpTo_float16] | None = None, max: Array[_UpTo_float16] | None = None) -> Array[float16]: ...
    @overload
    def clip(self: Array[_UpTo_float16], min: Array[float16], max: Array[_UpTo_float16] | None = None) -> Array[float16]: ...
    @overload
    def clip(self: Array[_UpTo_float16], min: Array[_UpTo_float16] | None, max: Array[float16]) -> Array[float16]: ...
    @overload
    def clip(self: Array[weak_complex], min: Array[_UpTo_weak_complex] | None = None, max: Array[_UpTo_weak_complex] | None = None) -> Array[weak_complex]: ...
    @overload
    def clip(self: Array[_UpTo_weak_complex], min: Array[weak_complex], max: Array[_UpTo_weak_complex] | None = None) -> Array[weak_complex]: ...
    @overload
    def clip(self: Array[_UpTo_weak_complex], min: Array[_UpTo_weak_complex] | None, max: Array[weak_complex]) -> Array[weak_complex]: ...
    @overload
    def clip(self: Array[float32], min: Array[_UpTo_float32] | None = None, max: Array[_UpTo_float32] | None = None) -> Array[float32]: ...
    @overload
    def clip(self: Array[_UpTo_float32], min: Array[float32], max: Array[_UpTo_float32] | None = None) -> Array[float32]: ...
    @overload
    def clip(self: Array[_UpTo_float32], min: Array[_UpTo_float32] | None, max: Array[float32]) -> Array[float32]: ...
    @overload
    def clip(self: Array[complex64], min: Array[_UpTo_complex64] | None = None, max: Array[_UpTo_complex64] | None = None) -> Array[complex64]: ...
    @overload
    def clip(self: Array[_UpTo_complex64], min: Array[complex64], max: Array[_UpTo_complex64] | None = None) -> Array[complex64]: ...
    @overload
    def clip(self: Array[_UpTo_complex64], min: Array[_UpTo_complex64] | None, max: Array[complex64]) -> Array[complex64]: ...
    @overload
    def clip(self: Array[_Kept1], min: int | None = None, max: int | None = None) -> Array[_Kept1]: ...
    @overload
    def clip(self: Array[_UpTo_weak_int], min: int | None = None, max: int | None = None) -> Array[weak_int]: ...
    @overload
    def clip(self: Array[_Kept2], min: float | None = None, max: float | None = None) -> Array[_Kept2]: ...
    @overload
    def clip(self: Array[_UpTo_weak_float], min: float | None = None, max: float | None = None) -> Array[weak_float]: ...
    @overload
    def clip(self, min: ArrayLike | None = None, max: ArrayLike | None = None) -> Array[Any]: ...
    @overload
    def compress(self: Array[_Truncated], condition: ArrayLike, axis: int | None = None, *, out: None = None, size: int | None = None, fill_value: ArrayLike = 0) -> Array[Any]:
        """The slices along an axis for which a condition holds: `jax.numpy.compress`."""
    @overload
    def compress(self: Array[weak_int], condition: ArrayLike, axis: int | None = None, *, out: None = None, fill_value: ArrayLike = 0) -> Array[weak_int]: ...
    @overload
    def compress(self: Array[weak_float], condition: ArrayLike, axis: int | None = None, *, out: None = None, fill_value: ArrayLike = 0) -> Array[weak_float]: ...
    @overload
    def compress(self: Array[weak_complex], condition: ArrayLike, axis: int | None = None, *, out: None = None, fill_value: ArrayLike = 0) -> Array[weak_complex]: ...
    @overload
    def compress(self: Array[weak_int | weak_float | weak_complex], condition: ArrayLike, axis: int | None = None, *, out: None = None, size: int | None = None, fill_value: ArrayLike = 0) -> Array[Any]: ...
    @overload
    def compress(self: Array[_R], condition: ArrayLike, axis: int | None = None, *, out: None = None, size: int | None = None, fill_value: ArrayLike = 0) -> Array[_R]: ...
    @overload
    def compress(self, condition: ArrayLike, axis: int | None = None, *, out: None = None, size: int | None = None, fill_value: ArrayLike = 0) -> Array[Any]: ...
    def conj(self) -> Array[_D_co]:
        """The complex conjugate: `jax.numpy.conj`."""
    def conjugate(self) -> Array[_D_co]:
        """The complex conjugate: `jax.numpy.conjugate`."""
    def copy(self) -> Array[_D_co]:
        """A copy: `jax.numpy.copy`."""
    @overload
    def cumprod(self, *, dtype: _NoArgument) -> Array[Any]:
        """The cumulative products of the elements: `jax.numpy.cumprod`."""
    @overload
    def cumprod(self, axis: _Axis = None, *, dtype: _NoArgument, out: None = None) -> Array[Any]: ...
    @overload
    def cumprod(self, axis: _Axis = None, *, dtype: type[bool], out: None = None) -> Array[bool_]: ...
    @overload
    def cumprod(self, axis: _Axis = None, *, dtype: type[int], out: None = None) -> Array[int32]: ...
    @overload
    def cumprod(self, axis: _Axis = None, *, dtype: type[float], out: None = None) -> Array[float32]: ...
    @overload
    def cumprod(self, axis: _Axis = None, *, dtype: type[complex], out: None = None) -> Array[complex64]: ...
    @overload
    def cumprod(self, axis: _Axis = None, *, dtype: type[_Requested[_R]] | _DType[_Requested[_R]], out: None = None) -> Array[_R]: ...
    @overload
    def cumprod(self: Array[_Truncated], axis: _Axis = None, *, out: None = None) -> Array[Any]: ...
    @overload
    def cumprod(self: Array[_Requested[_Kept3]], axis: _Axis = None, *, out: None = None) -> Array[_Kept3]: ...
    @overload
    def cumprod(self: Array[bool_], axis: _Axis = None, *, out: None = None) -> Array[int32]: ...
    @overload
    def cumprod(self: Array[_Kept3], axis: _Axis = None, *, out: None = None) -> Array[_Kept3]: ...
    @overload
    def cumprod(self, axis: _Axis = None, dtype: DTypeLike | None = None, out: None = None) -> Array[Any]: ...
    @overload
    def cumsum(self, *, dtype: _NoArgument) -> Array[Any]:
        """The cumulative sums of the elements: `jax.numpy.cumsum`."""
    @overload
    def cumsum(self, axis: _Axis = None, *, dtype: _NoArgument, out: None = None) -> Array[Any]: ...
    @overload
    def cumsum(self, axis: _Axis = None, *, dtype: type[bool], out: None = None) -> Array[bool_]: ...
    @overload
    def cumsum(self, axis: _Axis = None, *, dtype: type[int], out: None = None) -> Array[int32]: ...
    @overload
    def cumsum(self, axis: _Axis = None, *, dtype: type[float], out: None = None) -> Array[float32]: ...
    @overload
    def cumsum(self, axis: _Axis = None, *, dtype: type[complex], out: None = None) -> Array[complex64]: ...
    @overload
    def cumsum(self, axis: _Axis = None, *, dtype: type[_Requested[_R]] | _DType[_Requested[_R]], out: None = None) -> Array[_R]: ...
    @overload
    def cumsum(self: Array[_Truncated], axis: _Axis = None, *, out: None = None) -> Array[Any]: ...
    @overload
    def cumsum(self: Array[_Requested[_Kept3]], axis: _Axis = None, *, out: None = None) -> Array[_Kept3]: ...
    @overload
    def cumsum(self: Array[bool_], axis: _Axis = None, *, out: None = None) -> Array[int32]: ...
    @overload
    def cumsum(self: Array[_Kept3], axis: _Axis = None, *, out: None = None) -> Array[_Kept3]: ...
    @overload
    def cumsum(self, axis: _Axis = None, dtype: DTypeLike | None = None, out: None = None) -> Array[Any]: ...
    @overload
    def diagonal(self: Array[_Truncated], offset: int = 0, axis1: int = 0, axis2: int = 1) -> Array[Any]:
        """A diagonal: `jax.numpy.diagonal`."""
    @overload
    def diagonal(self: Array[weak_int], *, axis1: int = 0, axis2: int = 1) -> Array[int32]: ...
    @overload
    def diagonal(self: Array[weak_float], *, axis1: int = 0, axis2: int = 1) -> Array[float32]: ...
    @overload
    def diagonal(self: Array[weak_complex], *, axis1: int = 0, axis2: int = 1) -> Array[complex64]: ...
    @overload
    def diagonal(self: Array[weak_int | weak_float | weak_complex], offset: int = 0, axis1: int = 0, axis2: int = 1) -> Array[Any]: ...
    @overload
    def diagonal(self: Array[_R], offset: int = 0, axis1: int = 0, axis2: int = 1) -> Array[_R]: ...
    @overload
    def diagonal(self, offset: int = 0, axis1: int = 0, axis2: int = 1) -> Array[Any]: ...
    @overload
    def dot(self, *, b: ArrayLike, preferred_element_type: _NoArgument) -> Array[Any]:
        """The dot product with another array: `jax.numpy.dot`."""
    @overload
    def dot(self, b: ArrayLike, *, precision: _Precision = None, preferred_element_type: _NoArgument) -> Array[Any]: ...
    @overload
    def dot(self, b: ArrayLike, *, precision: _Precision = None, preferred_element_type: type[bool]) -> Array[bool_]: ...
    @overload
    def dot(self, b: ArrayLike, *, precision: _Precision = None, preferred_element_type: type[int]) -> Array[int32]: ...
    @overload
    def dot(self, b: ArrayLike, *, precision: _Precision = None, preferred_element_type: type[float]) -> Array[float32]: ...
    @overload
    def dot(self, b: ArrayLike, *, precision: _Precision = None, preferred_element_type: type[complex]) -> Array[complex64]: ...
    @overload
    def dot(self, b: ArrayLike, *, precision: _Precision = None, preferred_element_type: type[_Requested[_R]] | _DType[_Requested[_R]]) -> Array[_R]: ...
    @overload
    def dot(self: Array[_Truncated], b: ArrayLike, *, precision: _Precision = None) -> Array[Any]: ...
    @overload
    def dot(self, b: Array[_Truncated] | _np_ndarray[Any, Any] | bool | _np_float64, *, precision: _Precision = None) -> Array[Any]: ...
    @overload
    def dot(self: Array[bool_], b: Array[_UpTo_bool_], *, precision: _Precision = None) -> Array[bool_]: ...
    @overload
    def dot(self: Array[_UpTo_bool_], b: Array[bool_], *, precision: _Precision = None) -> Array[bool_]: ...
    @overload
    def dot(self: Array[weak_int], b: Array[_UpTo_weak_int], *, precision: _Precision = None) -> Array[weak_int]: ...
    @overload
    def dot(self: Array[_UpTo_weak_int], b: Array[weak_int], *, precision: _Precision = None) -> Array[weak_int]: ...
    @overload
    def dot(self: Array[uint8], b: Array[_UpTo_uint8], *, precision: _Precision = None) -> Array[uint8]: ...
    @overload
    def dot(self: Array[_UpTo_uint8], b: Array[uint8], *, precision: _Precision = None) -> Array[uint8]: ...
    @overload
    def dot(self: Array[int8], b: Array[_UpTo_int8], *, precision: _Precision = None) -> Array[int8]: ...
    @overload
    def dot(self: Array[_UpTo_int8], b: Array[int8], *, precision: _Precision = None) -> Array[int8]: ...
    @overload
    def dot(self: Array[uint16], b: Array[_UpTo_uint16], *, precision: _Precision = None) -> Array[uint16]: ...
    @overload
    def dot(self: Array[_UpTo_uint16], b: Array[uint16], *, precision: _Precision = None) -> Array[uint16]: ...
    @overload
    def dot(self: Array[uint32], b: Array[_UpTo_uint32], *, precision: _Precision = None) -> Array[uint32]: ...
    @overload
    def dot(self: Array[_UpTo_uint32], b: Array[uint32], *, precision: _Precision = None) -> Array[uint32]: ...
    @overload
    def dot(self: Array[int16], b: Array[_UpTo_int16], *, precision: _Precision = None) -> Array[int16]: ...
    @overload
    def dot(self: Array[_UpTo_int16], b: Array[int16], *, precision: _Precision = None) -> Array[int16]: ...
    @overload
    def dot(self: Array[int32], b: Array[_UpTo_int32], *, precision: _Precision = None) -> Array[int32]: ...
    @overload
    def dot(self: Array[_UpTo_int32], b: Array[int32], *, precision: _Precision = None) -> Array[int32]: ...
    @overload
    def dot(self: Array[weak_float], b: Array[_UpTo_weak_float], *, precision: _Precision = None) -> Array[weak_float]: ...
    @overload
    def dot(self: Array[_UpTo_weak_float], b: Array[weak_float], *, precision: _Precision = None) -> Array[weak_float]: ...
    @overload
    def dot(self: Array[bfloat16], b: Array[_UpTo_bfloat16], *, precision: _Precision = None) -> Array[bfloat16]: ...
    @overload
    def dot(self: Array[_UpTo_bfloat16], b: Array[bfloat16], *, precision: _Precision = None) -> Array[bfloat16]: ...
    @overload
    def dot(self: Array[float16], b: Array[_UpTo_float16], *, precision: _Precision = None) -> Array[float16]: ...
    @overload
    def dot(self: Array[_UpTo_float16], b: Array[float16], *, precision: _Precision = None) -> Array[float16]: ...
    @overload
    def dot(self: Array[weak_complex], b: Array[_UpTo_weak_complex], *, precision: _Precision = None) -> Array[weak_complex]: ...
    @overload
    def dot(self: Array[_UpTo_weak_complex], b: Array[weak_complex], *, precision: _Precision = None) -> Array[weak_complex]: ...
    @overload
    def dot(self: Array[float32], b: Array[_UpTo_float32], *, precision: _Precision = None) -> Array[float32]: ...
    @overload
    def dot(self: Array[_UpTo_float32], b: Array[float32], *, precision: _Precision = None) -> Array[float32]: ...
    @overload
    def dot(self: Array[complex64], b: Array[_UpTo_complex64], *, precision: _Precision = None) -> Array[complex64]: ...
    @overload
    def dot(self: Array[_UpTo_complex64], b: Array[complex64], *, precision: _Precision = None) -> Array[complex64]: ...
    @overload
    def dot(self: Array[uint8], b: Array[int8], *, precision: _Precision = None) -> Array[int16]: ...
    @overload
    def dot(self: Array[uint16 | uint32], b: Array[int8 | int16], *, precision: _Precision = None) -> Array[int32]: ...
    @overload
    def dot(self: Array[int8], b: Array[uint8], *, precision: _Precision = None) -> Array[int16]: ...
    @overload
    def dot(self: Array[int8 | int16], b: Array[uint16 | uint32], *, precision: _Precision = None) -> Array[int32]: ...
    @overload
    def dot(self: Array[bfloat16], b: Array[float16], *, precision: _Precision = None) -> Array[float32]: ...
    @overload
    def dot(self: Array[bfloat16 | float16 | float32], b: Array[weak_complex], *, precision: _Precision = None) -> Array[complex64]: ...
    @overload
    def dot(self: Array[float16], b: Array[bfloat16], *, precision: _Precision = None) -> Array[float32]: ...
    @overload
    def dot(self: Array[weak_complex], b: Array[bfloat16 | float16 | float32], *, precision: _Precision = None) -> Array[complex64]: ...
    @overload
    def dot(self: Array[_Kept1], b: int, *, precision: _Precision = None) -> Array[_Kept1]: ...
    @overload
    def dot(self: Array[_UpTo_weak_int], b: int, *, precision: _Precision = None) -> Array[weak_int]: ...
    @overload
    def dot(self: Array[_Kept2], b: float, *, precision: _Precision = None) -> Array[_Kept2]: ...
    @overload
    def dot(self: Array[_UpTo_weak_float], b: float, *, precision: _Precision = None) -> Array[weak_float]: ...
    @overload
    def dot(self, b: ArrayLike, *, precision: _Precision = None, preferred_element_type: DTypeLike | None = None) -> Array[Any]: ...
    def flatten(self, order: str = "C", *, out_sharding: Any = None) -> Array[_D_co]:
        """The elements along one axis: `jax.numpy.ravel`."""
    @overload
    def item(self: Array[Never], *args: int) -> Any:
        """One element as a Python scalar."""
    @overload
    def item(self: Array[bool_], *args: int) -> bool: ...
    @overload
    def item(self: Array[integer], *args: int) -> int: ...
    @overload
    def item(self: Array[floating], *args: int) -> float: ...
    @overload
    def item(self: Array[complexfloating], *args: int) -> complex: ...
    @overload
    def item(self, *args: int) -> Any: ...
    @overload
    def max(self: Array[_Truncated], axis: _Axis = None, out: None = None, keepdims: bool = False, initial: ArrayLike | None = None, where: ArrayLike | None = None) -> Array[Any]:
        """The largest element, along all axes or the given ones: `jax.numpy.max`."""
    @overload
    def max(self: Array[_Requested[_R]], axis: _Axis = None, out: None = None, keepdims: bool = False, initial: ArrayLike | None = None, where: ArrayLike | None = None) -> Array[_R]: ...
    @overload
    def max(self: Array[_R], axis: _Axis = None, out: None = None, keepdims: bool = False, initial: ArrayLike | None = None, where: ArrayLike | None = None) -> Array[_R]: ...
    @overload
    def max(self, axis: _Axis = None, out: None = None, keepdims: bool = False, initial: ArrayLike | None = None, where: ArrayLike | None = None) -> Array[Any]: ...
    @overload
    def mean(self, *, dtype: _NoArgument) -> Array[Any]:
        """The mean, along all axes or the given ones: `jax.numpy.mean`."""
    @overload
    def mean(self, axis: _Axis = None, *, dtype: _NoArgument, out: None = None, keepdims: bool = False, where: ArrayLike | None = None) -> Array[Any]: ...
    @overload
    def mean(self, axis: _Axis = None, *, dtype: type[bool], out: None = None, keepdims: bool = False, where: ArrayLike | None = None) -> Array[bool_]: ...
    @overload
    def mean(self, axis: _Axis = None, *, dtype: type[int], out: None = None, keepdims: bool = False, where: ArrayLike | None = None) -> Array[int32]: ...
    @overload
    def mean(self, axis: _Axis = None, *, dtype: type[float], out: None = None, keepdims: bool = False, where: ArrayLike | None = None) -> Array[float32]: ...
    @overload
    def mean(self, axis: _Axis = None, *, dtype: type[complex], out: None = None, keepdims: bool = False, where: ArrayLike | None = None) -> Array[complex64]: ...
    @overload
    def mean(self, axis: _Axis = None, *, dtype: type[_Requested[_R]] | _DType[_Requested[_R]], out: None = None, keepdims: bool = False, where: ArrayLike | None = None) -> Array[_R]: ...
    @overload
    def mean(self: Array[_Truncated], axis: _Axis = None, *, out: None = None, keepdims: bool = False, where: ArrayLike | None = None) -> Array[Any]: ...
    @overload
    def mean(self: Array[_Requested[_Kept4]], axis: _Axis = None, *, out: None = None, keepdims: bool = False, where: ArrayLike | None = None) -> Array[_Kept4]: ...
    @overload
    def mean(self: Array[bool_ | uint4 | uint8 | uint16 | uint32 | int4 | int8 | int16 | int32], axis: _Axis = None, *, out: None = None, keepdims: bool = False, where: ArrayLike | None = None) -> Array[float32]: ...
    @overload
    def mean(self: Array[_Kept4], axis: _Axis = None, *, out: None = None, keepdims: bool = False, where: ArrayLike | None = None) -> Array[_Kept4]: ...
    @overload
    def mean(self, axis: _Axis = None, dtype: DTypeLike | None = None, out: None = None, keepdims: bool = False, *, where: ArrayLike | None = None) -> Array[Any]: ...
    @overload
    def min(self: Array[_Truncated], axis: _Axis = None, out: None = None, keepdims: bool = False, initial: ArrayLike | None = None, where: ArrayLike | None = None) -> Array[Any]:
        """The smallest element, along all axes or the given ones: `jax.numpy.min`."""
    @overload
    def min(self: Array[_Requested[_R]], axis: _Axis = None, out: None = None, keepdims: bool = False, initial: ArrayLike | None = None, where: ArrayLike | None = None) -> Array[_R]: ...
    @overload
    def min(self: Array[_R], axis: _Axis = None, out: None = None, keepdims: bool = False, initial: ArrayLike | None = None, where: ArrayLike | None = None) -> Array[_R]: ...
    @overload
    def min(self, axis: _Axis = None, out: None = None, keepdims: bool = False, initial: ArrayLike | None = None, where: ArrayLike | None = None) -> Array[Any]: ...
    @overload
    def nonzero(self, *, size: int | None = None) -> tuple[Array[int32], ...]:
        """The indices of the elements that are not zero: `jax.numpy.nonzero`."""
    @overload
    def nonzero(self, *, fill_value: None | ArrayLike | tuple[ArrayLike, ...] = None, size: int | None = None) -> tuple[Array[Any], ...]: ...
    @overload
    def prod(self, *, dtype: _NoArgument) -> Array[Any]:
        """The product, along all axes or the given ones: `jax.numpy.prod`."""
    @overload
    def prod(self, axis: _Axis = None, *, dtype: _NoArgument, out: None = None, keepdims: bool = False, initial: ArrayLike | None = None, where: ArrayLike | None = None) -> Array[Any]: ...
    @overload
    def prod(self, axis: _Axis = None, *, dtype: type[bool], out: None = None, keepdims: bool = False, initial: ArrayLike | None = None, where: ArrayLike | None = None) -> Array[bool_]: ...
    @overload
    def prod(self, axis: _Axis = None, *, dtype: type[int], out: None = None, keepdims: bool = False, initial: ArrayLike | None = None, where: ArrayLike | None = None) -> Array[int32]: ...
    @overload
    def prod(self, axis: _Axis = None, *, dtype: type[float], out: None = None, keepdims: bool = False, initial: ArrayLike | None = None, where: ArrayLike | None = None) -> Array[float32]: ...
    @overload
    def prod(self, axis: _Axis = None, *, dtype: type[complex], out: None = None, keepdims: bool = False, initial: ArrayLike | None = None, where: ArrayLike | None = None) -> Array[complex64]: ...
    @overload
    def prod(self, axis: _Axis = None, *, dtype: type[_Requested[_R]] | _DType[_Requested[_R]], out: None = None, keepdims: bool = False, initial: ArrayLike | None = None, where: ArrayLike | None = None) -> Array[_R]: ...
    @overload
    def prod(self: Array[_Truncated], axis: _Axis = None, *, out: None = None, keepdims: bool = False, initial: ArrayLike | None = None, where: ArrayLike | None = None) -> Array[Any]: ...
    @overload
    def prod(self: Array[_Requested[_Kept5]], axis: _Axis = None, *, out: None = None, keepdims: bool = False, initial: ArrayLike | None = None, where: ArrayLike | None = None) -> Array[_Kept5]: ...
    @overload
    def prod(self: Array[bool_ | int1 | int2 | int4 | int8 | int16], axis: _Axis = None, *, out: None = None, keepdims: bool = False, initial: ArrayLike | None = None, where: ArrayLike | None = None) -> Array[int32]: ...
    @overload
    def prod(self: Array[uint1 | uint2 | uint4 | uint8 | uint16], axis: _Axis = None, *, out: None = None, keepdims: bool = False, initial: ArrayLike | None = None, where: ArrayLike | None = None) -> Array[uint32]: ...
    @overload
    def prod(self: Array[_Kept5], axis: _Axis = None, *, out: None = None, keepdims: bool = False, initial: ArrayLike | None = None, where: ArrayLike | None = None) -> Array[_Kept5]: ...
    @overload
    def prod(self, axis: _Axis = None, dtype: DTypeLike | None = None, out: None = None, keepdims: bool = False, initial: ArrayLike | None = None, where: ArrayLike | None = None) -> Array[Any]: ...
    @overload
    def prod(self, axis: _Axis = None, dtype: DTypeLike | None = None, out: None = None, keepdims: bool = False, initial: ArrayLike | None = None, where: ArrayLike | None = None, promote_integers: bool = True) -> Array[Any]: ...
    @overload
    def ptp(self: Array[_Truncated], axis: _Axis = None, out: None = None, keepdims: bool = False) -> Array[Any]:
        """The largest element minus the smallest: `jax.numpy.ptp`."""
    @overload
    def ptp(self: Array[_Requested[_Kept3]], axis: _Axis = None, out: None = None, keepdims: bool = False) -> Array[_Kept3]: ...
    @overload
    def ptp(self: Array[bool_], axis: _Axis = None, out: None = None, keepdims: bool = False) -> Array[Never]: ...
    @overload
    def ptp(self: Array[_Kept3], axis: _Axis = None, out: None = None, keepdims: bool = False) -> Array[_Kept3]: ...
    @overload
    def ptp(self, axis: _Axis = None, out: None = None, keepdims: bool = False) -> Array[Any]: ...
    def ravel(self, order: str = "C", *, out_sharding: Any = None) -> Array[_D_co]:
        """The elements along one axis: `jax.numpy.ravel`."""
    @overload
    def repeat(self: Array[_Truncated], repeats: ArrayLike, axis: int | None = None, *, total_repeat_length: int | None = None, out_sharding: Any = None) -> Array[Any]:
        """Each element several times: `jax.numpy.repeat`."""
    @overload
    def repeat(self: Array[weak_int], repeats: ArrayLike, axis: int | None = None, *, out_sharding: Any = None) -> Array[weak_int]: ...
    @overload
    def repeat(self: Array[weak_float], repeats: ArrayLike, axis: int | None = None, *, out_sharding: Any = None) -> Array[weak_float]: ...
    @overload
    def repeat(self: Array[weak_complex], repeats: ArrayLike, axis: int | None = None, *, out_sharding: Any = None) -> Array[weak_complex]: ...
    @overload
    def repeat(self: Array[weak_int | weak_float | weak_complex], repeats: ArrayLike, axis: int | None = None, *, total_repeat_length: int | None = None, out_sharding: Any = None) -> Array[Any]: ...
    @overload
    def repeat(self: Array[_R], repeats: ArrayLike, axis: int | None = None, *, total_repeat_length: int | None = None, out_sharding: Any = None) -> Array[_R]: ...
    @overload
    def repeat(self, repeats: ArrayLike, axis: int | None = None, *, total_repeat_length: int | None = None, out_sharding: Any = None) -> Array[Any]: ...
    def reshape(self, *args: Any, order: str = "C", out_sharding: Any = None) -> Array[_D_co]:
        """The same elements in another shape: `jax.numpy.reshape`."""
    @overload
    def round(self: Array[_Truncated], decimals: int = 0, out: None = None) -> Array[Any]:
        """The elements, rounded to a number of decimals: `jax.numpy.round`."""
    @overload
    def round(self: Array[weak_int], *, out: None = None) -> Array[weak_int]: ...
    @overload
    def round(self: Array[weak_float], *, out: None = None) -> Array[weak_float]: ...
    @overload
    def round(self: Array[weak_complex], *, out: None = None) -> Array[weak_complex]: ...
    @overload
    def round(self: Array[bool_], decimals: int = 0, out: None = None) -> Array[Never]: ...
    @overload
    def round(self: Array[weak_int | weak_float | weak_complex], decimals: int = 0, out: None = None) -> Array[Any]: ...
    @overload
    def round(self: Array[_Kept3], decimals: int = 0, out: None = None) -> Array[_Kept3]: ...
    @overload
    def round(self, decimals: int = 0, out: None = None) -> Array[Any]: ...
    def searchsorted(self, v: ArrayLike, side: str = 'left', sorter: ArrayLike | None = None, *, method: str = 'scan') -> Array[int32]:
        """Where to insert values to keep the array sorted: `jax.numpy.searchsorted`."""
    def sort(self, axis: int | None = -1, *, kind: None = None, order: None = None, stable: bool = True, descending: bool = False) -> Array[_D_co]:
        """The elements in order along an axis: `jax.numpy.sort`."""
    def squeeze(self, axis: _Axis = None) -> Array[_D_co]:
        """The array without axes of length 1: `jax.numpy.squeeze`."""
    @overload
    def std(self, *, dtype: _NoArgument) -> Array[Any]:
        """The standard deviation, along all axes or the given ones: `jax.numpy.std`."""
    @overload
    def std(self: Array[_Truncated], axis: _Axis = None, *, out: None = None, ddof: int = 0, keepdims: bool = False, where: ArrayLike | None = None, correction: float | None = None) -> Array[Any]: ...
    @overload
    def std(self: Array[_Requested[_Kept6]], axis: _Axis = None, *, out: None = None, ddof: int = 0, keepdims: bool = False, where: ArrayLike | None = None, correction: float | None = None) -> Array[_Kept6]: ...
    @overload
    def std(self: Array[bool_ | uint4 | uint8 | uint16 | uint32 | int4 | int8 | int16 | int32 | complex64], axis: _Axis = None, *, out: None = None, ddof: int = 0, keepdims: bool = False, where: ArrayLike | None = None, correction: float | None = None) -> Array[float32]: ...
    @overload
    def std(self: Array[_Kept6], axis: _Axis = None, *, out: None = None, ddof: int = 0, keepdims: bool = False, where: ArrayLike | None = None, correction: float | None = None) -> Array[_Kept6]: ...
    @overload
    def std(self, axis: _Axis = None, dtype: DTypeLike | None = None, out: None = None, ddof: int = 0, keepdims: bool = False, *, where: ArrayLike | None = None, correction: float | None = None) -> Array[Any]: ...
    @overload
    def sum(self, *, dtype: _NoArgument) -> Array[Any]:
        """The sum, along all axes or the given ones: `jax.numpy.sum`."""
    @overload
    def sum(self, axis: _Axis = None, *, dtype: _NoArgument, out: None = None, keepdims: bool = False, initial: ArrayLike | None = None, where: ArrayLike | None = None) -> Array[Any]: ...
    @overload
    def sum(self, axis: _Axis = None, *, dtype: type[bool], out: None = None, keepdims: bool = False, initial: ArrayLike | None = None, where: ArrayLike | None = None) -> Array[bool_]: ...
    @overload
    def sum(self, axis: _Axis = None, *, dtype: type[int], out: None = None, keepdims: bool = False, initial: ArrayLike | None = None, where: ArrayLike | None = None) -> Array[int32]: ...
    @overload
    def sum(self, axis: _Axis = None, *, dtype: type[float], out: None = None, keepdims: bool = False, initial: ArrayLike | None = None, where: ArrayLike | None = None) -> Array[float32]: ...
    @overload
    def sum(self, axis: _Axis = None, *, dtype: type[complex], out: None = None, keepdims: bool = False, initial: ArrayLike | None = None, where: ArrayLike | None = None) -> Array[complex64]: ...
    @overload
    def sum(self, axis: _Axis = None, *, dtype: type[_Requested[_R]] | _DType[_Requested[_R]], out: None = None, keepdims: bool = False, initial: ArrayLike | None = None, where: ArrayLike | None = None) -> Array[_R]: ...
    @overload
    def sum(self: Array[_Truncated], axis: _Axis = None, *, out: None = None, keepdims: bool = False, initial: ArrayLike | None = None, where: ArrayLike | None = None) -> Array[Any]: ...
    @overload
    def sum(self: Array[_Requested[_Kept5]], axis: _Axis = None, *, out: None = None, keepdims: bool = False, initial: ArrayLike | None = None, where: ArrayLike | None = None) -> Array[_Kept5]: ...
    @overload
    def sum(self: Array[bool_ | int1 | int2 | int4 | int8 | int16], axis: _Axis = None, *, out: None = None, keepdims: bool = False, initial: ArrayLike | None = None, where: ArrayLike | None = None) -> Array[int32]: ...
    @overload
    def sum(self: Array[uint1 | uint2 | uint4 | uint8 | uint16], axis: _Axis = None, *, out: None = None, keepdims: bool = False, initial: ArrayLike | None = None, where: ArrayLike | None = None) -> Array[uint32]: ...
    @overload
    def sum(self: Array[_Kept5], axis: _Axis = None, *, out: None = None, keepdims: bool = False, initial: ArrayLike | None = None, where: ArrayLike | None = None) -> Array[_Kept5]: ...
    @overload
    def sum(self, axis: _Axis = None, dtype: DTypeLike | None = None, out: None = None, keepdims: bool = False, initial: ArrayLike | None = None, where: ArrayLike | None = None) -> Array[Any]: ...
    @overload
    def sum(self, axis: _Axis = None, dtype: DTypeLike | None = None, out: None = None, keepdims: bool = False, initial: ArrayLike | None = None, where: ArrayLike | None = None, promote_integers: bool = True) -> Array[Any]: ...
    def swapaxes(self, axis1: int, axis2: int) -> Array[_D_co]:
        """The array with two axes exchanged: `jax.numpy.swapaxes`."""
    def take(self, indices: ArrayLike, axis: int | None = None, out: None = None, mode: str | None = None, unique_indices: bool = False, indices_are_sorted: bool = False, fill_value: ArrayLike | None = None) -> Array[_D_co]:
        """The elements at these indices: `jax.numpy.take`."""
    def tobytes(self, order: str = "C") -> bytes:
        """The bytes of all elements."""
    def tolist(self) -> Any:
        """The elements as nested lists of Python scalars."""
    @overload
    def trace(self, *, dtype: _NoArgument) -> Array[Any]:
        """The sum along a diagonal: `jax.numpy.trace`."""
    @overload
    def trace(self, offset: int | ArrayLike = 0, axis1: int = 0, axis2: int = 1, *, dtype: _NoArgument, out: None = None) -> Array[Any]: ...
    @overload
    def trace(self, offset: int | ArrayLike = 0, axis1: int = 0, axis2: int = 1, *, dtype: type[bool], out: None = None) -> Array[bool_]: ...
    @overload
    def trace(self, offset: int | ArrayLike = 0, axis1: int = 0, axis2: int = 1, *, dtype: type[int], out: None = None) -> Array[int32]: ...
    @overload
    def trace(self, offset: int | ArrayLike = 0, axis1: int = 0, axis2: int = 1, *, dtype: type[float], out: None = None) -> Array[float32]: ...
    @overload
    def trace(self, offset: int | ArrayLike = 0, axis1: int = 0, axis2: int = 1, *, dtype: type[complex], out: None = None) -> Array[complex64]: ...
    @overload
    def trace(self, offset: int | ArrayLike = 0, axis1: int = 0, axis2: int = 1, *, dtype: type[_Requested[_R]] | _DType[_Requested[_R]], out: None = None) -> Array[_R]: ...
    @overload
    def trace(self: Array[_Truncated], offset: int | ArrayLike = 0, axis1: int = 0, axis2: int = 1, *, out: None = None) -> Array[Any]: ...
    @overload
    def trace(self: Array[_Requested[_Kept5]], offset: int | ArrayLike = 0, axis1: int = 0, axis2: int = 1, *, out: None = None) -> Array[_Kept5]: ...
    @overload
    def trace(self: Array[bool_ | int1 | int2 | int4 | int8 | int16], offset: int | ArrayLike = 0, axis1: int = 0, axis2: int = 1, *, out: None = None) -> Array[int32]: ...
    @overload
    def trace(self: Array[uint1 | uint2 | uint4 | uint8 | uint16], offset: int | ArrayLike = 0, axis1: int = 0, axis2: int = 1, *, out: None = None) -> Array[uint32]: ...
    @overload
    def trace(self: Array[_Kept5], offset: int | ArrayLike = 0, axis1: int = 0, axis2: int = 1, *, out: None = None) -> Array[_Kept5]: ...
    @overload
    def trace(self, offset: int | ArrayLike = 0, axis1: int = 0, axis2: int = 1, dtype: DTypeLike | None = None, out: None = None) -> Array[Any]: ...
    def transpose(self, *args: Any) -> Array[_D_co]:
        """The array with its axes in another order, by default in reverse: `jax.numpy.transpose`."""
    @overload
    def var(self, *, dtype: _NoArgument) -> Array[Any]:
        """The variance, along all axes or the given ones: `jax.numpy.var`."""
    @overload
    def var(self: Array[_Truncated], axis: _Axis = None, *, out: None = None, ddof: int = 0, keepdims: bool = False, where: ArrayLike | None = None, correction: float | None = None) -> Array[Any]: ...
    @overload
    def var(self: Array[_Requested[_Kept6]], axis: _Axis = None, *, out: None = None, ddof: int = 0, keepdims: bool = False, where: ArrayLike | None = None, correction: float | None = None) -> Array[_Kept6]: ...
    @overload
    def var(self: Array[bool_ | uint4 | uint8 | uint16 | uint32 | int4 | int8 | int16 | int32 | complex64], axis: _Axis = None, *, out: None = None, ddof: int = 0, keepdims: bool = False, where: ArrayLike | None = None, correction: float | None = None) -> Array[float32]: ...
    @overload
    def var(self: Array[_Kept6], axis: _Axis = None, *, out: None = None, ddof: int = 0, keepdims: bool = False, where: ArrayLike | None = None, correction: float | None = None) -> Array[_Kept6]: ...
    @overload
    def var(self, axis: _Axis = None, dtype: DTypeLike | None = None, out: None = None, ddof: int = 0, keepdims: bool = False, *, where: ArrayLike | None = None, correction: float | None = None) -> Array[Any]: ...
    @overload
    def view(self, *, dtype: _NoArgument) -> Array[Any]:
        """The same bytes, read as another dtype."""
    @overload
    def view(self: Array[_R], *, type: None = None) -> Array[_R]: ...
    @overload
    def view(self, dtype: DTypeLike | None = None, type: None = None) -> Array[Any]: ...

    def addressable_data(self, index: int) -> Array[_D_co]:
        """The shard with this index among the shards that this process can read."""
    def block_until_ready(self) -> Array[_D_co]:
        """Wait until the elements are computed, and return the array."""
    def copy_to_host_async(self) -> None:
        """Begin a copy to the host's memory, and do not wait for it."""
    def delete(self) -> None:
        """Free the array's memory now; the array cannot be used afterwards."""
    def devices(self) -> set[_Device]:
        """The devices that hold a part of the array."""
    def platform(self) -> str:
        """The platform of the devices: ``"cpu"``, ``"gpu"`` or ``"tpu"``."""
    def is_deleted(self) -> bool:
        """Whether the memory was freed by `delete` or by donation."""
    def on_device_size_in_bytes(self) -> int:
        """The bytes that the array uses on its devices."""
    def unsafe_buffer_pointer(self) -> int:
        """The address of the array's memory."""
    def to_device(self, device: _Device | _Sharding, *, stream: Any = None) -> Array[_D_co]:
        """A copy on another device or sharding."""
    @property
    def sharding(self) -> _Sharding:
        """How the array is divided among devices."""
    @property
    def committed(self) -> bool:
        """Whether the array is bound to its device."""
    @property
    def device(self) -> _Device | _Sharding:
        """The device that holds the array, or its sharding."""
    @property
    def addressable_shards(self) -> Sequence[Any]:
        """The shards that this process can read."""
    @property
    def global_shards(self) -> Sequence[Any]:
        """All shards, also those of other processes."""
    @property
    def is_fully_addressable(self) -> bool:
        """Whether this process can read every shard."""
    @property
    def is_fully_replicated(self) -> bool:
        """Whether each device has the whole array."""
    @property
    def traceback(self) -> Any:
        """The place in the program that created the array."""

class _Part:
    """The real or imaginary part of an array. For a complex array it has another dtype."""

    @overload
    def __get__(self, array: Array[_Truncated] | _np_ndarray[Any, Any], owner: Any) -> Array[Any]:
        """The part of an array."""
    @overload
    def __get__(self, array: Array[weak_int], owner: Any) -> Array[weak_int]: ...
    @overload
    def __get__(self, array: Array[weak_float], owner: Any) -> Array[weak_float]: ...
    @overload
    def __get__(self, array: Array[weak_complex], owner: Any) -> Array[weak_float]: ...
    @overload
    def __get__(self, array: Array[_Kept7], owner: Any) -> Array[_Kept7]: ...
    @overload
    def __get__(self, array: Array[complex64], owner: Any) -> Array[float32]: ...
    @overload
    def __get__(self, array: Any, owner: Any) -> Array[Any]: ...

class _IndexUpdateHelper(Generic[_D_co]):
    def __getitem__(self, index: Any, /) -> _IndexUpdateRef[_D_co]: ...

class _IndexUpdateRef(Generic[_D_co]):
    """An array and the place in it that an update changes. The result has the array's dtype."""

    array: Array[_D_co]
    index: Any
    def get(self, *, indices_are_sorted: bool = False, unique_indices: bool = False, mode: Any = None, fill_value: ArrayLike | None = None, out_sharding: Any = None, wrap_negative_indices: bool = True, strategy: str = "auto") -> Array[_D_co]:
        """The elements at the place."""
    def set(self, values: Any, *, indices_are_sorted: bool = False, unique_indices: bool = False, mode: Any = None, fill_value: ArrayLike | None = None, out_sharding: Any = None, wrap_negative_indices: bool = True) -> Array[_D_co]:
        """The array with the elements at the place replaced."""
    def add(self, values: Any, *, indices_are_sorted: bool = False, unique_indices: bool = False, mode: Any = None, out_sharding: Any = None, wrap_negative_indices: bool = True) -> Array[_D_co]:
        """The array with values added at the place."""
    def subtract(self, values: Any, *, indices_are_sorted: bool = False, unique_indices: bool = False, mode: Any = None, out_sharding: Any = None, wrap_negative_indices: bool = True) -> Array[_D_co]:
        """The array with values subtracted at the place."""
    def mul(self, values: Any, *, indices_are_sorted: bool = False, unique_indices: bool = False, mode: Any = None, out_sharding: Any = None, wrap_negative_indices: bool = True) -> Array[_D_co]:
        """The array with the elements at the place multiplied."""
    def multiply(self, values: Any, *, indices_are_sorted: bool = False, unique_indices: bool = False, mode: Any = None, out_sharding: Any = None, wrap_negative_indices: bool = True) -> Array[_D_co]:
        """The array with the elements at the place multiplied."""
    @overload
    def divide(self: _IndexUpdateRef[_Truncated] | _np_ndarray[Any, Any], values: Any, *, indices_are_sorted: bool = False, unique_indices: bool = False, mode: Any = None, out_sharding: Any = None, wrap_negative_indices: bool = True) -> Array[Any]:
        """The array with the elements at the place divided."""
    @overload
    def divide(self: _IndexUpdateRef[weak_int], values: Any, *, indices_are_sorted: bool = False, unique_indices: bool = False, mode: Any = None, out_sharding: Any = None, wrap_negative_indices: bool = True) -> Array[weak_float]: ...
    @overload
    def divide(self: _IndexUpdateRef[weak_float], values: Any, *, indices_are_sorted: bool = False, unique_indices: bool = False, mode: Any = None, out_sharding: Any = None, wrap_negative_indices: bool = True) -> Array[weak_float]: ...
    @overload
    def divide(self: _IndexUpdateRef[weak_complex], values: Any, *, indices_are_sorted: bool = False, unique_indices: bool = False, mode: Any = None, out_sharding: Any = None, wrap_negative_indices: bool = True) -> Array[weak_complex]: ...
    @overload
    def divide(self: _IndexUpdateRef[_Kept4], values: Any, *, indices_are_sorted: bool = False, unique_indices: bool = False, mode: Any = None, out_sharding: Any = None, wrap_negative_indices: bool = True) -> Array[_Kept4]: ...
    @overload
    def divide(self: _IndexUpdateRef[bool_ | uint4 | uint8 | uint16 | uint32 | int4 | int8 | int16 | int32], values: Any, *, indices_are_sorted: bool = False, unique_indices: bool = False, mode: Any = None, out_sharding: Any = None, wrap_negative_indices: bool = True) -> Array[float32]: ...
    @overload
    def divide(self, values: Any, *, indices_are_sorted: bool = False, unique_indices: bool = False, mode: Any = None, out_sharding: Any = None, wrap_negative_indices: bool = True) -> Array[Any]: ...
    @overload
    def power(self: _IndexUpdateRef[_Truncated] | _np_ndarray[Any, Any], values: Any, *, indices_are_sorted: bool = False, unique_indices: bool = False, mode: Any = None, out_sharding: Any = None, wrap_negative_indices: bool = True) -> Array[Any]:
        """The array with the elements at the place raised to a power."""
    @overload
    def power(self: _IndexUpdateRef[weak_int], values: Any, *, indices_are_sorted: bool = False, unique_indices: bool = False, mode: Any = None, out_sharding: Any = None, wrap_negative_indices: bool = True) -> Array[int32]: ...
    @overload
    def power(self: _IndexUpdateRef[weak_float], values: Any, *, indices_are_sorted: bool = False, unique_indices: bool = False, mode: Any = None, out_sharding: Any = None, wrap_negative_indices: bool = True) -> Array[weak_float]: ...
    @overload
    def power(self: _IndexUpdateRef[weak_complex], values: Any, *, indices_are_sorted: bool = False, unique_indices: bool = False, mode: Any = None, out_sharding: Any = None, wrap_negative_indices: bool = True) -> Array[weak_complex]: ...
    @overload
    def power(self: _IndexUpdateRef[bool_], values: Any, *, indices_are_sorted: bool = False, unique_indices: bool = False, mode: Any = None, out_sharding: Any = None, wrap_negative_indices: bool = True) -> Array[int32]: ...
    @overload
    def power(self: _IndexUpdateRef[_Kept8], values: Any, *, indices_are_sorted: bool = False, unique_indices: bool = False, mode: Any = None, out_sharding: Any = None, wrap_negative_indices: bool = True) -> Array[_Kept8]: ...
    @overload
    def power(self, values: Any, *, indices_are_sorted: bool = False, unique_indices: bool = False, mode: Any = None, out_sharding: Any = None, wrap_negative_indices: bool = True) -> Array[Any]: ...
    def min(self, values: Any, *, indices_are_sorted: bool = False, unique_indices: bool = False, mode: Any = None, out_sharding: Any = None, wrap_negative_indices: bool = True) -> Array[_D_co]:
        """The array with the smaller of the two at the place."""
    def max(self, values: Any, *, indices_are_sorted: bool = False, unique_indices: bool = False, mode: Any = None, out_sharding: Any = None, wrap_negative_indices: bool = True) -> Array[_D_co]:
        """The array with the larger of the two at the place."""
    def apply(self, func: Callable[[Any], Any], *, indices_are_sorted: bool = False, unique_indices: bool = False, mode: Any = None, wrap_negative_indices: bool = True) -> Array[_D_co]:
        """The array with a function applied at the place."""
