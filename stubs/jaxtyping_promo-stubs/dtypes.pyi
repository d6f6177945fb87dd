# Generated for jax by `python -m jaxtyping_promo.stubgen`. Do not edit: change the tables or the generator.

"""The dtypes, and what they promote to."""

from typing import Any, Generic
from typing_extensions import TypeVar

import numpy as np

from .array import Array

_R_co = TypeVar("_R_co", covariant=True)
_D = TypeVar("_D")
_S = TypeVar("_S", bound=generic)

class DTypeMeta(type):
    @property
    def name(cls) -> str: ...
    @property
    def dtype(cls) -> np.dtype[Any]: ...

class generic(metaclass=DTypeMeta):
    """Any dtype."""
    # At run time this is JAX's scalar type, `jnp.float32(1)`: for checkers it is the same class.
    def __new__(cls: type[_S], x: Any = ..., /) -> Array[_S]: ...  # type: ignore[misc]

class number(generic):
    """Any number: an integer or an inexact one, not a bool."""

class integer(number):
    """Any integer."""

class unsignedinteger(integer):
    """Any unsigned integer."""

class signedinteger(integer):
    """Any signed integer."""

class inexact(number):
    """Any floating-point number, real or complex."""

class floating(inexact):
    """Any real floating-point number."""

class complexfloating(inexact):
    """Any complex floating-point number."""

# The rows of the promotion table. A dtype's bases say what it makes with others; nothing else uses them.
class _Concrete(generic): ...
class _NumPy(generic, Generic[_R_co]): ...
class _Requested(generic, Generic[_R_co]): ...
class _Join_bool_(generic, Generic[_R_co]): ...
class _Join_uint8(generic, Generic[_R_co]): ...
class _Join_uint16(generic, Generic[_R_co]): ...
class _Join_uint32(generic, Generic[_R_co]): ...
class _Join_uint64(generic, Generic[_R_co]): ...
class _Join_int8(generic, Generic[_R_co]): ...
class _Join_int16(generic, Generic[_R_co]): ...
class _Join_int32(generic, Generic[_R_co]): ...
class _Join_int64(generic, Generic[_R_co]): ...
class _Join_bfloat16(generic, Generic[_R_co]): ...
class _Join_float16(generic, Generic[_R_co]): ...
class _Join_float32(generic, Generic[_R_co]): ...
class _Join_float64(generic, Generic[_R_co]): ...
class _Join_complex64(generic, Generic[_R_co]): ...
class _Join_complex128(generic, Generic[_R_co]): ...
class _Join_weak_int(generic, Generic[_R_co]): ...
class _Join_weak_float(generic, Generic[_R_co]): ...
class _Join_weak_complex(generic, Generic[_R_co]): ...
class _Add(generic, Generic[_D, _R_co]): ...
class _Sub(generic, Generic[_D, _R_co]): ...
class _Truediv(generic, Generic[_D, _R_co]): ...
class _Floordiv(generic, Generic[_D, _R_co]): ...
class _Pow(generic, Generic[_D, _R_co]): ...
class _Lshift(generic, Generic[_D, _R_co]): ...
class _And(generic, Generic[_D, _R_co]): ...
class _Abs(generic, Generic[_D, _R_co]): ...
# Sets of dtypes that overloads speak of: a checker compares faster with a class than with a union.
class _Group1(generic): ...
class _Group2(generic): ...
class _Group3(generic): ...
class _Group4(generic): ...
class _Group5(generic): ...
class _Group6(generic): ...
class _Group7(generic): ...

class bool_(
    _Concrete,
    _Group4,
    _NumPy[np.bool],
    _Requested[bool_],
    _Join_bool_[bool_],
    _Join_uint8[uint8],
    _Join_uint16[uint16],
    _Join_uint32[uint32],
    _Join_uint64[uint64],
    _Join_int8[int8],
    _Join_int16[int16],
    _Join_int32[int32],
    _Join_int64[int64],
    _Join_bfloat16[bfloat16],
    _Join_float16[float16],
    _Join_float32[float32],
    _Join_float64[float64],
    _Join_complex64[complex64],
    _Join_complex128[complex128],
    _Join_weak_int[weak_int],
    _Join_weak_float[weak_float],
    _Join_weak_complex[weak_complex],
    _Add[bool_, bool_],
    _Truediv[bool_, float32],
    _Floordiv[bool_, int32],
    _Pow[bool_, int32],
    _Lshift[bool_, int32],
    _And[bool_, bool_],
    _Abs[bool_, bool_],
):
    """True or false."""

class uint1(
    unsignedinteger,
    _Concrete,
    _Group2,
    _Group5,
    _Group6,
    _Group7,
    _Requested[uint1],
    _Join_bool_[uint1],
    _Join_weak_int[uint1],
    _Add[uint1, uint1],
    _Sub[uint1, uint1],
    _Truediv[uint1, uint1],
    _Floordiv[uint1, uint1],
    _Lshift[uint1, uint1],
    _And[uint1, uint1],
    _Abs[uint1, uint1],
):
    """Unsigned integer of 1 bit."""

class uint2(
    unsignedinteger,
    _Concrete,
    _Group2,
    _Group5,
    _Group6,
    _Group7,
    _Requested[uint2],
    _Join_bool_[uint2],
    _Join_weak_int[uint2],
    _Add[uint2, uint2],
    _Sub[uint2, uint2],
    _Truediv[uint2, uint2],
    _Floordiv[uint2, uint2],
    _Lshift[uint2, uint2],
    _And[uint2, uint2],
    _Abs[uint2, uint2],
):
    """Unsigned integer of 2 bits."""

class uint4(
    unsignedinteger,
    _Concrete,
    _Group2,
    _Group5,
    _Group6,
    _Group7,
    _Requested[uint4],
    _Join_bool_[uint4],
    _Join_weak_int[uint4],
    _Add[uint4, uint4],
    _Sub[uint4, uint4],
    _Truediv[uint4, float32],
    _Floordiv[uint4, uint4],
    _Lshift[uint4, uint4],
    _And[uint4, uint4],
    _Abs[uint4, uint4],
):
    """Unsigned integer of 4 bits."""

class uint8(
    unsignedinteger,
    _Concrete,
    _Group3,
    _Group4,
    _Group6,
    _Group7,
    _NumPy[np.uint8],
    _Requested[uint8],
    _Join_bool_[uint8],
    _Join_uint8[uint8],
    _Join_uint16[uint16],
    _Join_uint32[uint32],
    _Join_uint64[uint64],
    _Join_int8[int16],
    _Join_int16[int16],
    _Join_int32[int32],
    _Join_int64[int64],
    _Join_bfloat16[bfloat16],
    _Join_float16[float16],
    _Join_float32[float32],
    _Join_float64[float64],
    _Join_complex64[complex64],
    _Join_complex128[complex128],
    _Join_weak_int[uint8],
    _Join_weak_float[weak_float],
    _Join_weak_complex[weak_complex],
    _Add[uint8, uint8],
    _Sub[uint8, uint8],
    _Truediv[uint8, float32],
    _Floordiv[uint8, uint8],
    _Pow[uint8, uint8],
    _Lshift[uint8, uint8],
    _And[uint8, uint8],
    _Abs[uint8, uint8],
):
    """Unsigned integer of 8 bits."""

class uint16(
    unsignedinteger,
    _Concrete,
    _Group3,
    _Group4,
    _Group6,
    _Group7,
    _NumPy[np.uint16],
    _Requested[uint16],
    _Join_bool_[uint16],
    _Join_uint8[uint16],
    _Join_uint16[uint16],
    _Join_uint32[uint32],
    _Join_uint64[uint64],
    _Join_int8[int32],
    _Join_int16[int32],
    _Join_int32[int32],
    _Join_int64[int64],
    _Join_bfloat16[bfloat16],
    _Join_float16[float16],
    _Join_float32[float32],
    _Join_float64[float64],
    _Join_complex64[complex64],
    _Join_complex128[complex128],
    _Join_weak_int[uint16],
    _Join_weak_float[weak_float],
    _Join_weak_complex[weak_complex],
    _Add[uint16, uint16],
    _Sub[uint16, uint16],
    _Truediv[uint16, float32],
    _Floordiv[uint16, uint16],
    _Pow[uint16, uint16],
    _Lshift[uint16, uint16],
    _And[uint16, uint16],
    _Abs[uint16, uint16],
):
    """Unsigned integer of 16 bits."""

class uint32(
    unsignedinteger,
    _Concrete,
    _Group3,
    _Group4,
    _Group7,
    _NumPy[np.uint32],
    _Requested[uint32],
    _Join_bool_[uint32],
    _Join_uint8[uint32],
    _Join_uint16[uint32],
    _Join_uint32[uint32],
    _Join_uint64[uint64],
    _Join_int8[int32],
    _Join_int16[int32],
    _Join_int32[int32],
    _Join_int64[int64],
    _Join_bfloat16[bfloat16],
    _Join_float16[float16],
    _Join_float32[float32],
    _Join_float64[float64],
    _Join_complex64[complex64],
    _Join_complex128[complex128],
    _Join_weak_int[uint32],
    _Join_weak_float[weak_float],
    _Join_weak_complex[weak_complex],
    _Add[uint32, uint32],
    _Sub[uint32, uint32],
    _Truediv[uint32, float32],
    _Floordiv[uint32, uint32],
    _Pow[uint32, uint32],
    _Lshift[uint32, uint32],
    _And[uint32, uint32],
    _Abs[uint32, uint32],
):
    """Unsigned integer of 32 bits."""

class uint64(
    unsignedinteger,
    _Concrete,
    _Group3,
    _Group4,
    _Group7,
    _NumPy[np.uint64],
    _Requested[uint32],
    _Join_bool_[uint64],
    _Join_uint8[uint64],
    _Join_uint16[uint64],
    _Join_uint32[uint64],
    _Join_uint64[uint64],
    _Join_int8[weak_float],
    _Join_int16[weak_float],
    _Join_int32[weak_float],
    _Join_int64[weak_float],
    _Join_bfloat16[bfloat16],
    _Join_float16[float16],
    _Join_float32[float32],
    _Join_float64[float64],
    _Join_complex64[complex64],
    _Join_complex128[complex128],
    _Join_weak_int[uint64],
    _Join_weak_float[weak_float],
    _Join_weak_complex[weak_complex],
    _Add[uint64, uint64],
    _Sub[uint64, uint64],
    _Truediv[uint64, float64],
    _Floordiv[uint64, uint64],
    _Pow[uint64, uint64],
    _Lshift[uint64, uint64],
    _And[uint64, uint64],
    _Abs[uint64, uint64],
):
    """Unsigned integer of 64 bits."""
    def __new__(cls, x: Any = ..., /) -> Array[uint32]: ...  # type: ignore[misc]

class int1(
    signedinteger,
    _Concrete,
    _Group2,
    _Group5,
    _Group6,
    _Group7,
    _Requested[int1],
    _Join_bool_[int1],
    _Join_weak_int[int1],
    _Add[int1, int1],
    _Sub[int1, int1],
    _Truediv[int1, int1],
    _Floordiv[int1, int1],
    _Lshift[int1, int1],
    _And[int1, int1],
    _Abs[int1, int8],
):
    """Signed integer of 1 bit."""

class int2(
    signedinteger,
    _Concrete,
    _Group2,
    _Group5,
    _Group6,
    _Group7,
    _Requested[int2],
    _Join_bool_[int2],
    _Join_weak_int[int2],
    _Add[int2, int2],
    _Sub[int2, int2],
    _Truediv[int2, int2],
    _Floordiv[int2, int2],
    _Lshift[int2, int2],
    _And[int2, int2],
):
    """Signed integer of 2 bits."""

class int4(
    signedinteger,
    _Concrete,
    _Group2,
    _Group5,
    _Group6,
    _Group7,
    _Requested[int4],
    _Join_bool_[int4],
    _Join_weak_int[int4],
    _Add[int4, int4],
    _Sub[int4, int4],
    _Truediv[int4, float32],
    _Floordiv[int4, int4],
    _Lshift[int4, int4],
    _And[int4, int4],
):
    """Signed integer of 4 bits."""

class int8(
    signedinteger,
    _Concrete,
    _Group3,
    _Group4,
    _Group6,
    _Group7,
    _NumPy[np.int8],
    _Requested[int8],
    _Join_bool_[int8],
    _Join_uint8[int16],
    _Join_uint16[int32],
    _Join_uint32[int32],
    _Join_uint64[weak_float],
    _Join_int8[int8],
    _Join_int16[int16],
    _Join_int32[int32],
    _Join_int64[int64],
    _Join_bfloat16[bfloat16],
    _Join_float16[float16],
    _Join_float32[float32],
    _Join_float64[float64],
    _Join_complex64[complex64],
    _Join_complex128[complex128],
    _Join_weak_int[int8],
    _Join_weak_float[weak_float],
    _Join_weak_complex[weak_complex],
    _Add[int8, int8],
    _Sub[int8, int8],
    _Truediv[int8, float32],
    _Floordiv[int8, int8],
    _Pow[int8, int8],
    _Lshift[int8, int8],
    _And[int8, int8],
    _Abs[int8, int8],
):
    """Signed integer of 8 bits."""

class int16(
    signedinteger,
    _Concrete,
    _Group3,
    _Group4,
    _Group6,
    _Group7,
    _NumPy[np.int16],
    _Requested[int16],
    _Join_bool_[int16],
    _Join_uint8[int16],
    _Join_uint16[int32],
    _Join_uint32[int32],
    _Join_uint64[weak_float],
    _Join_int8[int16],
    _Join_int16[int16],
    _Join_int32[int32],
    _Join_int64[int64],
    _Join_bfloat16[bfloat16],
    _Join_float16[float16],
    _Join_float32[float32],
    _Join_float64[float64],
    _Join_complex64[complex64],
    _Join_complex128[complex128],
    _Join_weak_int[int16],
    _Join_weak_float[weak_float],
    _Join_weak_complex[weak_complex],
    _Add[int16, int16],
    _Sub[int16, int16],
    _Truediv[int16, float32],
    _Floordiv[int16, int16],
    _Pow[int16, int16],
    _Lshift[int16, int16],
    _And[int16, int16],
    _Abs[int16, int16],
):
    """Signed integer of 16 bits."""

class int32(
    signedinteger,
    _Concrete,
    _Group3,
    _Group4,
    _Group7,
    _NumPy[np.int32],
    _Requested[int32],
    _Join_bool_[int32],
    _Join_uint8[int32],
    _Join_uint16[int32],
    _Join_uint32[int32],
    _Join_uint64[weak_float],
    _Join_int8[int32],
    _Join_int16[int32],
    _Join_int32[int32],
    _Join_int64[int64],
    _Join_bfloat16[bfloat16],
    _Join_float16[float16],
    _Join_float32[float32],
    _Join_float64[float64],
    _Join_complex64[complex64],
    _Join_complex128[complex128],
    _Join_weak_int[int32],
    _Join_weak_float[weak_float],
    _Join_weak_complex[weak_complex],
    _Add[int32, int32],
    _Sub[int32, int32],
    _Truediv[int32, float32],
    _Floordiv[int32, int32],
    _Pow[int32, int32],
    _Lshift[int32, int32],
    _And[int32, int32],
    _Abs[int32, int32],
):
    """Signed integer of 32 bits."""

class int64(
    signedinteger,
    _Concrete,
    _Group3,
    _Group4,
    _Group7,
    _NumPy[np.int64],
    _Requested[int32],
    _Join_bool_[int64],
    _Join_uint8[int64],
    _Join_uint16[int64],
    _Join_uint32[int64],
    _Join_uint64[weak_float],
    _Join_int8[int64],
    _Join_int16[int64],
    _Join_int32[int64],
    _Join_int64[int64],
    _Join_bfloat16[bfloat16],
    _Join_float16[float16],
    _Join_float32[float32],
    _Join_float64[float64],
    _Join_complex64[complex64],
    _Join_complex128[complex128],
    _Join_weak_int[int64],
    _Join_weak_float[weak_float],
    _Join_weak_complex[weak_complex],
    _Add[int64, int64],
    _Sub[int64, int64],
    _Truediv[int64, float64],
    _Floordiv[int64, int64],
    _Pow[int64, int64],
    _Lshift[int64, int64],
    _And[int64, int64],
    _Abs[int64, int64],
):
    """Signed integer of 64 bits."""
    def __new__(cls, x: Any = ..., /) -> Array[int32]: ...  # type: ignore[misc]

class float4_e2m1fn(
    floating,
    _Concrete,
    _Group2,
    _Group5,
    _Group7,
    _Requested[float4_e2m1fn],
    _Join_bool_[float4_e2m1fn],
    _Join_uint8[float4_e2m1fn],
    _Join_uint16[float4_e2m1fn],
    _Join_uint32[float4_e2m1fn],
    _Join_uint64[float4_e2m1fn],
    _Join_int8[float4_e2m1fn],
    _Join_int16[float4_e2m1fn],
    _Join_int32[float4_e2m1fn],
    _Join_int64[float4_e2m1fn],
    _Join_weak_int[float4_e2m1fn],
    _Join_weak_float[float4_e2m1fn],
    _Add[float4_e2m1fn, float4_e2m1fn],
    _Sub[float4_e2m1fn, float4_e2m1fn],
    _Truediv[float4_e2m1fn, float4_e2m1fn],
    _Floordiv[float4_e2m1fn, float4_e2m1fn],
    _Pow[float4_e2m1fn, float4_e2m1fn],
    _Abs[float4_e2m1fn, float4_e2m1fn],
):
    """4-bit float: 2 exponent bits, 1 mantissa bit, finite numbers only."""

class float6_e2m3fn(
    floating,
    _Concrete,
    _Group2,
    _Group5,
    _Group7,
    _Requested[float6_e2m3fn],
    _Join_bool_[float6_e2m3fn],
    _Join_uint8[float6_e2m3fn],
    _Join_uint16[float6_e2m3fn],
    _Join_uint32[float6_e2m3fn],
    _Join_uint64[float6_e2m3fn],
    _Join_int8[float6_e2m3fn],
    _Join_int16[float6_e2m3fn],
    _Join_int32[float6_e2m3fn],
    _Join_int64[float6_e2m3fn],
    _Join_weak_int[float6_e2m3fn],
    _Join_weak_float[float6_e2m3fn],
    _Add[float6_e2m3fn, float6_e2m3fn],
    _Sub[float6_e2m3fn, float6_e2m3fn],
    _Truediv[float6_e2m3fn, float6_e2m3fn],
    _Floordiv[float6_e2m3fn, float6_e2m3fn],
    _Pow[float6_e2m3fn, float6_e2m3fn],
    _Abs[float6_e2m3fn, float6_e2m3fn],
):
    """6-bit float: 2 exponent bits, 3 mantissa bits, finite numbers only."""

class float6_e3m2fn(
    floating,
    _Concrete,
    _Group2,
    _Group5,
    _Group7,
    _Requested[float6_e3m2fn],
    _Join_bool_[float6_e3m2fn],
    _Join_uint8[float6_e3m2fn],
    _Join_uint16[float6_e3m2fn],
    _Join_uint32[float6_e3m2fn],
    _Join_uint64[float6_e3m2fn],
    _Join_int8[float6_e3m2fn],
    _Join_int16[float6_e3m2fn],
    _Join_int32[float6_e3m2fn],
    _Join_int64[float6_e3m2fn],
    _Join_weak_int[float6_e3m2fn],
    _Join_weak_float[float6_e3m2fn],
    _Add[float6_e3m2fn, float6_e3m2fn],
    _Sub[float6_e3m2fn, float6_e3m2fn],
    _Truediv[float6_e3m2fn, float6_e3m2fn],
    _Floordiv[float6_e3m2fn, float6_e3m2fn],
    _Pow[float6_e3m2fn, float6_e3m2fn],
    _Abs[float6_e3m2fn, float6_e3m2fn],
):
    """6-bit float: 3 exponent bits, 2 mantissa bits, finite numbers only."""

class float8_e3m4(
    floating,
    _Concrete,
    _Group2,
    _Group5,
    _Group7,
    _Requested[float8_e3m4],
    _Join_bool_[float8_e3m4],
    _Join_uint8[float8_e3m4],
    _Join_uint16[float8_e3m4],
    _Join_uint32[float8_e3m4],
    _Join_uint64[float8_e3m4],
    _Join_int8[float8_e3m4],
    _Join_int16[float8_e3m4],
    _Join_int32[float8_e3m4],
    _Join_int64[float8_e3m4],
    _Join_weak_int[float8_e3m4],
    _Join_weak_float[float8_e3m4],
    _Add[float8_e3m4, float8_e3m4],
    _Sub[float8_e3m4, float8_e3m4],
    _Truediv[float8_e3m4, float8_e3m4],
    _Floordiv[float8_e3m4, float8_e3m4],
    _Pow[float8_e3m4, float8_e3m4],
    _Abs[float8_e3m4, float8_e3m4],
):
    """8-bit float: 3 exponent bits, 4 mantissa bits, IEEE style."""

class float8_e4m3(
    floating,
    _Concrete,
    _Group2,
    _Group5,
    _Group7,
    _Requested[float8_e4m3],
    _Join_bool_[float8_e4m3],
    _Join_uint8[float8_e4m3],
    _Join_uint16[float8_e4m3],
    _Join_uint32[float8_e4m3],
    _Join_uint64[float8_e4m3],
    _Join_int8[float8_e4m3],
    _Join_int16[float8_e4m3],
    _Join_int32[float8_e4m3],
    _Join_int64[float8_e4m3],
    _Join_weak_int[float8_e4m3],
    _Join_weak_float[float8_e4m3],
    _Add[float8_e4m3, float8_e4m3],
    _Sub[float8_e4m3, float8_e4m3],
    _Truediv[float8_e4m3, float8_e4m3],
    _Floordiv[float8_e4m3, float8_e4m3],
    _Pow[float8_e4m3, float8_e4m3],
    _Abs[float8_e4m3, float8_e4m3],
):
    """8-bit float: 4 exponent bits, 3 mantissa bits, IEEE style."""

class float8_e8m0fnu(
    floating,
    _Concrete,
    _Group2,
    _Group5,
    _Group7,
    _Requested[float8_e8m0fnu],
    _Join_bool_[float8_e8m0fnu],
    _Join_uint8[float8_e8m0fnu],
    _Join_uint16[float8_e8m0fnu],
    _Join_uint32[float8_e8m0fnu],
    _Join_uint64[float8_e8m0fnu],
    _Join_int8[float8_e8m0fnu],
    _Join_int16[float8_e8m0fnu],
    _Join_int32[float8_e8m0fnu],
    _Join_int64[float8_e8m0fnu],
    _Join_weak_int[float8_e8m0fnu],
    _Join_weak_float[float8_e8m0fnu],
    _Add[float8_e8m0fnu, float8_e8m0fnu],
    _Sub[float8_e8m0fnu, float8_e8m0fnu],
    _Truediv[float8_e8m0fnu, float8_e8m0fnu],
    _Floordiv[float8_e8m0fnu, float8_e8m0fnu],
    _Pow[float8_e8m0fnu, float8_e8m0fnu],
    _Abs[float8_e8m0fnu, float8_e8m0fnu],
):
    """8-bit scale: 8 exponent bits, no mantissa, no sign."""

class float8_e4m3b11fnuz(
    floating,
    _Concrete,
    _Group2,
    _Group5,
    _Group7,
    _Requested[float8_e4m3b11fnuz],
    _Join_bool_[float8_e4m3b11fnuz],
    _Join_uint8[float8_e4m3b11fnuz],
    _Join_uint16[float8_e4m3b11fnuz],
    _Join_uint32[float8_e4m3b11fnuz],
    _Join_uint64[float8_e4m3b11fnuz],
    _Join_int8[float8_e4m3b11fnuz],
    _Join_int16[float8_e4m3b11fnuz],
    _Join_int32[float8_e4m3b11fnuz],
    _Join_int64[float8_e4m3b11fnuz],
    _Join_weak_int[float8_e4m3b11fnuz],
    _Join_weak_float[float8_e4m3b11fnuz],
    _Add[float8_e4m3b11fnuz, float8_e4m3b11fnuz],
    _Sub[float8_e4m3b11fnuz, float8_e4m3b11fnuz],
    _Truediv[float8_e4m3b11fnuz, float8_e4m3b11fnuz],
    _Floordiv[float8_e4m3b11fnuz, float8_e4m3b11fnuz],
    _Pow[float8_e4m3b11fnuz, float8_e4m3b11fnuz],
    _Abs[float8_e4m3b11fnuz, float8_e4m3b11fnuz],
):
    """8-bit float: 4 exponent bits (bias 11), 3 mantissa bits, no infinities, one zero."""

class float8_e4m3fn(
    floating,
    _Concrete,
    _Group2,
    _Group5,
    _Group7,
    _Requested[float8_e4m3fn],
    _Join_bool_[float8_e4m3fn],
    _Join_uint8[float8_e4m3fn],
    _Join_uint16[float8_e4m3fn],
    _Join_uint32[float8_e4m3fn],
    _Join_uint64[float8_e4m3fn],
    _Join_int8[float8_e4m3fn],
    _Join_int16[float8_e4m3fn],
    _Join_int32[float8_e4m3fn],
    _Join_int64[float8_e4m3fn],
    _Join_weak_int[float8_e4m3fn],
    _Join_weak_float[float8_e4m3fn],
    _Add[float8_e4m3fn, float8_e4m3fn],
    _Sub[float8_e4m3fn, float8_e4m3fn],
    _Truediv[float8_e4m3fn, float8_e4m3fn],
    _Floordiv[float8_e4m3fn, float8_e4m3fn],
    _Pow[float8_e4m3fn, float8_e4m3fn],
    _Abs[float8_e4m3fn, float8_e4m3fn],
):
    """8-bit float: 4 exponent bits, 3 mantissa bits, no infinities."""

class float8_e4m3fnuz(
    floating,
    _Concrete,
    _Group2,
    _Group5,
    _Group7,
    _Requested[float8_e4m3fnuz],
    _Join_bool_[float8_e4m3fnuz],
    _Join_uint8[float8_e4m3fnuz],
    _Join_uint16[float8_e4m3fnuz],
    _Join_uint32[float8_e4m3fnuz],
    _Join_uint64[float8_e4m3fnuz],
    _Join_int8[float8_e4m3fnuz],
    _Join_int16[float8_e4m3fnuz],
    _Join_int32[float8_e4m3fnuz],
    _Join_int64[float8_e4m3fnuz],
    _Join_weak_int[float8_e4m3fnuz],
    _Join_weak_float[float8_e4m3fnuz],
    _Add[float8_e4m3fnuz, float8_e4m3fnuz],
    _Sub[float8_e4m3fnuz, float8_e4m3fnuz],
    _Truediv[float8_e4m3fnuz, float8_e4m3fnuz],
    _Floordiv[float8_e4m3fnuz, float8_e4m3fnuz],
    _Pow[float8_e4m3fnuz, float8_e4m3fnuz],
    _Abs[float8_e4m3fnuz, float8_e4m3fnuz],
):
    """8-bit float: 4 exponent bits, 3 mantissa bits, no infinities, one zero."""

class float8_e5m2(
    floating,
    _Concrete,
    _Group2,
    _Group5,
    _Group7,
    _Requested[float8_e5m2],
    _Join_bool_[float8_e5m2],
    _Join_uint8[float8_e5m2],
    _Join_uint16[float8_e5m2],
    _Join_uint32[float8_e5m2],
    _Join_uint64[float8_e5m2],
    _Join_int8[float8_e5m2],
    _Join_int16[float8_e5m2],
    _Join_int32[float8_e5m2],
    _Join_int64[float8_e5m2],
    _Join_weak_int[float8_e5m2],
    _Join_weak_float[float8_e5m2],
    _Add[float8_e5m2, float8_e5m2],
    _Sub[float8_e5m2, float8_e5m2],
    _Truediv[float8_e5m2, float8_e5m2],
    _Floordiv[float8_e5m2, float8_e5m2],
    _Pow[float8_e5m2, float8_e5m2],
    _Abs[float8_e5m2, float8_e5m2],
):
    """8-bit float: 5 exponent bits, 2 mantissa bits, IEEE style."""

class float8_e5m2fnuz(
    floating,
    _Concrete,
    _Group2,
    _Group5,
    _Group7,
    _Requested[float8_e5m2fnuz],
    _Join_bool_[float8_e5m2fnuz],
    _Join_uint8[float8_e5m2fnuz],
    _Join_uint16[float8_e5m2fnuz],
    _Join_uint32[float8_e5m2fnuz],
    _Join_uint64[float8_e5m2fnuz],
    _Join_int8[float8_e5m2fnuz],
    _Join_int16[float8_e5m2fnuz],
    _Join_int32[float8_e5m2fnuz],
    _Join_int64[float8_e5m2fnuz],
    _Join_weak_int[float8_e5m2fnuz],
    _Join_weak_float[float8_e5m2fnuz],
    _Add[float8_e5m2fnuz, float8_e5m2fnuz],
    _Sub[float8_e5m2fnuz, float8_e5m2fnuz],
    _Truediv[float8_e5m2fnuz, float8_e5m2fnuz],
    _Floordiv[float8_e5m2fnuz, float8_e5m2fnuz],
    _Pow[float8_e5m2fnuz, float8_e5m2fnuz],
    _Abs[float8_e5m2fnuz, float8_e5m2fnuz],
):
    """8-bit float: 5 exponent bits, 2 mantissa bits, no infinities, one zero."""

class bfloat16(
    floating,
    _Concrete,
    _Group7,
    _Requested[bfloat16],
    _Join_bool_[bfloat16],
    _Join_uint8[bfloat16],
    _Join_uint16[bfloat16],
    _Join_uint32[bfloat16],
    _Join_uint64[bfloat16],
    _Join_int8[bfloat16],
    _Join_int16[bfloat16],
    _Join_int32[bfloat16],
    _Join_int64[bfloat16],
    _Join_bfloat16[bfloat16],
    _Join_float16[float32],
    _Join_float32[float32],
    _Join_float64[float64],
    _Join_complex64[complex64],
    _Join_complex128[complex128],
    _Join_weak_int[bfloat16],
    _Join_weak_float[bfloat16],
    _Join_weak_complex[complex64],
    _Add[bfloat16, bfloat16],
    _Sub[bfloat16, bfloat16],
    _Truediv[bfloat16, bfloat16],
    _Floordiv[bfloat16, bfloat16],
    _Pow[bfloat16, bfloat16],
    _Abs[bfloat16, bfloat16],
):
    """16-bit float with float32's range: 8 exponent bits, 7 mantissa bits."""

class float16(
    floating,
    _Concrete,
    _Group7,
    _NumPy[np.float16],
    _Requested[float16],
    _Join_bool_[float16],
    _Join_uint8[float16],
    _Join_uint16[float16],
    _Join_uint32[float16],
    _Join_uint64[float16],
    _Join_int8[float16],
    _Join_int16[float16],
    _Join_int32[float16],
    _Join_int64[float16],
    _Join_bfloat16[float32],
    _Join_float16[float16],
    _Join_float32[float32],
    _Join_float64[float64],
    _Join_complex64[complex64],
    _Join_complex128[complex128],
    _Join_weak_int[float16],
    _Join_weak_float[float16],
    _Join_weak_complex[complex64],
    _Add[float16, float16],
    _Sub[float16, float16],
    _Truediv[float16, float16],
    _Floordiv[float16, float16],
    _Pow[float16, float16],
    _Abs[float16, float16],
):
    """IEEE half precision: 5 exponent bits, 10 mantissa bits."""

class float32(
    floating,
    _Concrete,
    _Group7,
    _NumPy[np.float32],
    _Requested[float32],
    _Join_bool_[float32],
    _Join_uint8[float32],
    _Join_uint16[float32],
    _Join_uint32[float32],
    _Join_uint64[float32],
    _Join_int8[float32],
    _Join_int16[float32],
    _Join_int32[float32],
    _Join_int64[float32],
    _Join_bfloat16[float32],
    _Join_float16[float32],
    _Join_float32[float32],
    _Join_float64[float64],
    _Join_complex64[complex64],
    _Join_complex128[complex128],
    _Join_weak_int[float32],
    _Join_weak_float[float32],
    _Join_weak_complex[complex64],
    _Add[float32, float32],
    _Sub[float32, float32],
    _Truediv[float32, float32],
    _Floordiv[float32, float32],
    _Pow[float32, float32],
    _Abs[float32, float32],
):
    """IEEE single precision: 8 exponent bits, 23 mantissa bits."""

class float64(
    floating,
    _Concrete,
    _Group7,
    _NumPy[np.float64],
    _Requested[float32],
    _Join_bool_[float64],
    _Join_uint8[float64],
    _Join_uint16[float64],
    _Join_uint32[float64],
    _Join_uint64[float64],
    _Join_int8[float64],
    _Join_int16[float64],
    _Join_int32[float64],
    _Join_int64[float64],
    _Join_bfloat16[float64],
    _Join_float16[float64],
    _Join_float32[float64],
    _Join_float64[float64],
    _Join_complex64[complex128],
    _Join_complex128[complex128],
    _Join_weak_int[float64],
    _Join_weak_float[float64],
    _Join_weak_complex[complex128],
    _Add[float64, float64],
    _Sub[float64, float64],
    _Truediv[float64, float64],
    _Floordiv[float64, float64],
    _Pow[float64, float64],
    _Abs[float64, float64],
):
    """IEEE double precision: 11 exponent bits, 52 mantissa bits."""
    def __new__(cls, x: Any = ..., /) -> Array[float32]: ...  # type: ignore[misc]

class complex64(
    complexfloating,
    _Concrete,
    _Group5,
    _Group7,
    _NumPy[np.complex64],
    _Requested[complex64],
    _Join_bool_[complex64],
    _Join_uint8[complex64],
    _Join_uint16[complex64],
    _Join_uint32[complex64],
    _Join_uint64[complex64],
    _Join_int8[complex64],
    _Join_int16[complex64],
    _Join_int32[complex64],
    _Join_int64[complex64],
    _Join_bfloat16[complex64],
    _Join_float16[complex64],
    _Join_float32[complex64],
    _Join_float64[complex128],
    _Join_complex64[complex64],
    _Join_complex128[complex128],
    _Join_weak_int[complex64],
    _Join_weak_float[complex64],
    _Join_weak_complex[complex64],
    _Add[complex64, complex64],
    _Sub[complex64, complex64],
    _Truediv[complex64, complex64],
    _Pow[complex64, complex64],
    _Abs[complex64, float32],
):
    """Two float32: real and imaginary part."""

class complex128(
    complexfloating,
    _Concrete,
    _Group5,
    _Group7,
    _NumPy[np.complex128],
    _Requested[complex64],
    _Join_bool_[complex128],
    _Join_uint8[complex128],
    _Join_uint16[complex128],
    _Join_uint32[complex128],
    _Join_uint64[complex128],
    _Join_int8[complex128],
    _Join_int16[complex128],
    _Join_int32[complex128],
    _Join_int64[complex128],
    _Join_bfloat16[complex128],
    _Join_float16[complex128],
    _Join_float32[complex128],
    _Join_float64[complex128],
    _Join_complex64[complex128],
    _Join_complex128[complex128],
    _Join_weak_int[complex128],
    _Join_weak_float[complex128],
    _Join_weak_complex[complex128],
    _Add[complex128, complex128],
    _Sub[complex128, complex128],
    _Truediv[complex128, complex128],
    _Pow[complex128, complex128],
    _Abs[complex128, float64],
):
    """Two float64: real and imaginary part."""
    def __new__(cls, x: Any = ..., /) -> Array[complex64]: ...  # type: ignore[misc]

class weak_int(int32, _Group1):
    """A Python int, or an array made of nothing but Python ints: an int32 (x64: int64) that yields in promotion."""

class weak_float(float32, _Group1):
    """A Python float, or an array that nothing gave a width: a float32 (x64: float64) that yields in promotion."""

class weak_complex(complex64, _Group1):
    """A Python complex, or an array like it: a complex64 (x64: complex128) that yields in promotion."""

class complex32(complexfloating):
    """Two float16: real and imaginary part. PyTorch has it; JAX and NumPy do not."""

CATEGORIES: dict[str, type[generic]]
DTYPES: dict[str, type[generic]]
WEAK_TYPES: dict[str, type[generic]]
