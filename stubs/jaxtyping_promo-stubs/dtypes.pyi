# Generated for jax by `python -m jaxtyping_promo.stubgen`. Do not edit: change the tables or the generator.

"""The dtypes, and their promotion."""

from typing import Any, Generic
from typing_extensions import TypeVar

from numpy import dtype as _np_dtype, float64 as _np_float64

from ._promotion import (
    _Bound_add,
    _Bound_sub,
    _Bound_truediv,
    _Bound_pow,
    _Bound_lt,
    _Made13,
    _Made14,
    _Made32,
    _Made33,
    _Made19,
    _Made29,
    _Made30,
    _Made34,
    _Made35,
    _Made43,
    _Same,
    _Neg,
    _Pos,
    _Abs,
    _Invert,
    _Results1,
    _Results2,
    _Results3,
    _Results4,
    _Results5,
    _Results6,
    _Results7,
    _Results8,
    _Results9,
    _Results10,
    _Results11,
    _Results12,
    _Third1,
    _Third2,
    _add_bool_,
    _add_uint1,
    _add_uint2,
    _add_uint4,
    _add_uint8,
    _add_uint16,
    _add_uint32,
    _add_uint64,
    _add_int1,
    _add_int2,
    _add_int4,
    _add_int8,
    _add_int16,
    _add_int32,
    _add_int64,
    _add_float4_e2m1fn,
    _add_float6_e2m3fn,
    _add_float6_e3m2fn,
    _add_float8_e3m4,
    _add_float8_e4m3,
    _add_float8_e8m0fnu,
    _add_float8_e4m3b11fnuz,
    _add_float8_e4m3fn,
    _add_float8_e4m3fnuz,
    _add_float8_e5m2,
    _add_float8_e5m2fnuz,
    _add_bfloat16,
    _add_float16,
    _add_float32,
    _add_float64,
    _add_complex64,
    _add_complex128,
    _add_weak_int,
    _add_weak_float,
    _add_weak_complex,
    _sub_bool_,
    _truediv_bool_,
    _truediv_uint4,
    _truediv_uint8,
    _truediv_uint64,
    _truediv_int4,
    _truediv_int8,
    _truediv_int64,
    _truediv_weak_int,
    _floordiv_bool_,
    _floordiv_uint8,
    _floordiv_uint16,
    _floordiv_uint32,
    _floordiv_uint64,
    _floordiv_int8,
    _floordiv_int16,
    _floordiv_int32,
    _floordiv_int64,
    _floordiv_bfloat16,
    _floordiv_float16,
    _floordiv_float32,
    _floordiv_float64,
    _Refused,
    _floordiv_weak_int,
    _floordiv_weak_float,
    _pow_bool_,
    _pow_uint1,
    _pow_uint2,
    _pow_uint4,
    _pow_uint8,
    _pow_uint16,
    _pow_uint32,
    _pow_uint64,
    _pow_int1,
    _pow_int2,
    _pow_int4,
    _pow_int8,
    _pow_int16,
    _pow_weak_int,
    _pow_weak_float,
    _pow_weak_complex,
    _matmul_bool_,
    _matmul_uint1,
    _matmul_uint2,
    _matmul_uint4,
    _matmul_uint8,
    _matmul_uint16,
    _matmul_uint32,
    _matmul_uint64,
    _matmul_int1,
    _matmul_int2,
    _matmul_int4,
    _matmul_int8,
    _matmul_int16,
    _matmul_int32,
    _matmul_int64,
    _matmul_float4_e2m1fn,
    _matmul_float6_e2m3fn,
    _matmul_float6_e3m2fn,
    _matmul_float8_e3m4,
    _matmul_float8_e4m3,
    _matmul_float8_e8m0fnu,
    _matmul_float8_e4m3b11fnuz,
    _matmul_float8_e4m3fn,
    _matmul_float8_e4m3fnuz,
    _matmul_float8_e5m2,
    _matmul_float8_e5m2fnuz,
    _matmul_bfloat16,
    _matmul_float16,
    _matmul_float32,
    _matmul_float64,
    _matmul_complex64,
    _matmul_complex128,
    _matmul_weak_int,
    _matmul_weak_float,
    _matmul_weak_complex,
    _lshift_bool_,
    _lshift_uint8,
    _lshift_uint16,
    _lshift_uint32,
    _lshift_uint64,
    _lshift_int8,
    _lshift_int16,
    _lshift_int32,
    _lshift_int64,
    _lshift_weak_int,
    _and_bool_,
    _lt_bool_,
    _lt_uint1,
    _lt_uint2,
    _lt_uint4,
    _lt_uint8,
    _lt_uint64,
    _lt_int1,
    _lt_int2,
    _lt_int4,
    _lt_float4_e2m1fn,
    _lt_float6_e2m3fn,
    _lt_float6_e3m2fn,
    _lt_float8_e3m4,
    _lt_float8_e4m3,
    _lt_float8_e8m0fnu,
    _lt_float8_e4m3b11fnuz,
    _lt_float8_e4m3fn,
    _lt_float8_e4m3fnuz,
    _lt_float8_e5m2,
    _lt_float8_e5m2fnuz,
    _lt_bfloat16,
    _lt_float64,
    _rfloordiv_bool_,
    _rfloordiv_uint1,
    _rfloordiv_uint2,
    _rfloordiv_uint4,
    _rfloordiv_uint8,
    _rfloordiv_uint16,
    _rfloordiv_uint32,
    _rfloordiv_uint64,
    _rfloordiv_int1,
    _rfloordiv_int2,
    _rfloordiv_int4,
    _rfloordiv_int8,
    _rfloordiv_int16,
    _rfloordiv_int32,
    _rfloordiv_int64,
    _rfloordiv_float4_e2m1fn,
    _rfloordiv_float6_e2m3fn,
    _rfloordiv_float6_e3m2fn,
    _rfloordiv_float8_e3m4,
    _rfloordiv_float8_e4m3,
    _rfloordiv_float8_e8m0fnu,
    _rfloordiv_float8_e4m3b11fnuz,
    _rfloordiv_float8_e4m3fn,
    _rfloordiv_float8_e4m3fnuz,
    _rfloordiv_float8_e5m2,
    _rfloordiv_float8_e5m2fnuz,
    _rfloordiv_bfloat16,
    _rfloordiv_float16,
    _rfloordiv_float32,
    _rfloordiv_float64,
    _ReflectedRefused,
    _rfloordiv_weak_int,
    _rfloordiv_weak_float,
    _rpow_bool_,
    _rpow_uint8,
    _rpow_uint16,
    _rpow_uint32,
    _rpow_uint64,
    _rpow_int8,
    _rpow_int16,
    _rpow_int32,
    _rpow_int64,
    _rpow_bfloat16,
    _rpow_float16,
    _rpow_float32,
    _rpow_float64,
    _rpow_complex64,
    _rpow_complex128,
    _rpow_weak_float,
    _rpow_weak_complex,
    _rlshift_bool_,
    _rlshift_uint8,
    _rlshift_uint16,
    _rlshift_uint32,
    _rlshift_uint64,
    _rlshift_int8,
    _rlshift_int16,
    _rlshift_int32,
    _rlshift_int64,
    _rlshift_weak_int,
    _rand_bool_,
)
from .array import Array

_R_co = TypeVar("_R_co", covariant=True)
_E_contra = TypeVar("_E_contra", contravariant=True)
_S = TypeVar("_S", bound=generic)

class DTypeMeta(type):
    @property
    def name(cls) -> str: ...
    dtype: _np_dtype[Any]
    def __eq__(cls, other: object, /) -> bool: ...
    def __hash__(cls) -> int: ...

class generic(metaclass=DTypeMeta):
    """Any dtype."""
    # At run time, `jnp.float32(1)` calls JAX's scalar type. For checkers it is the same class.
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

# The members that checkers read from a dtype; programs do not use them.
class _Concrete(generic): ...
class _Truncated(generic): ...
class _Several:  # the join of arrays of several dtypes, for the mypy plugin
    class _0(generic): ...
    class _1(_0): ...
    class _2(_1): ...
    class _3(_2): ...
    class _4(_3): ...
    class _5(_4): ...
    class generic(_5): ...
class _Number(_np_float64, Any): ...  # the mypy plugin infers it for some variables
class _Requested(generic, Generic[_R_co]): ...
class _Has(generic, Generic[_R_co]): ...
class _Weak(_Has[_R_co], Generic[_R_co]): ...
class _Over(generic, Generic[_R_co, _E_contra]): ...
class _WeakOver(_Over[_R_co, _E_contra], Generic[_R_co, _E_contra]): ...
class _Takes(generic, Generic[_R_co, _E_contra]): ...
class _WeakTakes(_Takes[_R_co, _E_contra], Generic[_R_co, _E_contra]): ...
# A node and the nodes below it. Rows name these classes, which have no rows, since these would lead back.
class _UpTo_bool_(generic): ...
class _UpTo_weak_int(generic): ...
class _UpTo_uint8(generic): ...
class _UpTo_int8(generic): ...
class _UpTo_uint16(generic): ...
class _UpTo_uint32(generic): ...
class _UpTo_int16(generic): ...
class _UpTo_int32(generic): ...
class _UpTo_weak_float(generic): ...
class _UpTo_bfloat16(generic): ...
class _UpTo_float16(generic): ...
class _UpTo_weak_complex(generic): ...
class _UpTo_float32(generic): ...
class _UpTo_complex64(generic): ...
class _Beside1(generic): ...
class _Beside2(generic): ...
class _Beside3(generic): ...
class _Beside4(generic): ...
class _Beside5(generic): ...
class _Beside6(generic): ...
class _Beside7(generic): ...
class _Beside8(generic): ...

# The rows of the promotion table: a dtype's results with others. zuban must read them before the dtypes.
class _Row_bool__1(
    _Results1[float32, bfloat16, float16, complex64, bool_],
    _Results2[int32, float32, int8, int16],
    _Bound_add[_add_bool_, _add_bool_],
    _Bound_sub[_sub_bool_, _sub_bool_],
    _Bound_truediv[_truediv_bool_, _truediv_bool_],
    _Bound_pow[_pow_bool_, _pow_bool_],
    _Bound_lt[_lt_bool_, _lt_bool_],
    _Results3[bool_, float32, bool_],
): ...
class _Row_bool__2(
    _Results4[uint8, uint16, uint32, float32, int32, bool_],
    _Results6[_floordiv_bool_, _floordiv_bool_, _matmul_bool_, _matmul_bool_, _lshift_bool_, _lshift_bool_, _and_bool_, _and_bool_, _rfloordiv_bool_, _rfloordiv_bool_, _rpow_bool_, _rpow_bool_, _rlshift_bool_, _rlshift_bool_, _rand_bool_, _rand_bool_],
    _Made19[int32],
    _Results7[uint8, uint16, uint32],
    _Results8[int8, int16, int32],
    _Results9[bfloat16, float16, float32],
    _Made34[bool_],
    _Results10[int32, bool_],
): ...
class _Row_bool__3(
    _Results11[uint8, uint16, uint32],
    _Results12[int8, int16, int32],
    _Same[bool_],
    _Pos[bool_],
    _Abs[bool_],
    _Invert[bool_],
): ...
class _Row_bool_(
    _Row_bool__1,
    _Row_bool__2,
    _Row_bool__3,
): ...

class _Row_uint1_1(
    _Bound_add[_add_uint1, _add_uint1],
    _Bound_sub[_add_uint1, _add_uint1],
    _Bound_truediv[_add_uint1, _add_uint1],
    _Bound_pow[_pow_uint1, _pow_uint1],
    _Bound_lt[_lt_uint1, _lt_uint1],
    _Results3[uint1, uint1, bool_],
    _Results5[uint1, uint1],
    _Results6[_add_uint1, _add_uint1, _matmul_uint1, _matmul_uint1, _add_uint1, _add_uint1, _add_uint1, _add_uint1, _rfloordiv_uint1, _rfloordiv_uint1, _ReflectedRefused, _ReflectedRefused, _rfloordiv_uint1, _rfloordiv_uint1, _rfloordiv_uint1, _rfloordiv_uint1],
): ...
class _Row_uint1_2(
    _Made19[uint1],
    _Made29[uint1],
    _Made34[uint1],
    _Results10[uint1, uint1],
    _Made43[uint1],
    _Same[uint1],
    _Neg[uint1],
    _Pos[uint1],
): ...
class _Row_uint1_3(
    _Abs[uint1],
    _Invert[uint1],
): ...
class _Row_uint1(
    _Row_uint1_1,
    _Row_uint1_2,
    _Row_uint1_3,
): ...

class _Row_uint2_1(
    _Bound_add[_add_uint2, _add_uint2],
    _Bound_sub[_add_uint2, _add_uint2],
    _Bound_truediv[_add_uint2, _add_uint2],
    _Bound_pow[_pow_uint2, _pow_uint2],
    _Bound_lt[_lt_uint2, _lt_uint2],
    _Results3[uint2, uint2, bool_],
    _Results5[uint2, uint2],
    _Results6[_add_uint2, _add_uint2, _matmul_uint2, _matmul_uint2, _add_uint2, _add_uint2, _add_uint2, _add_uint2, _rfloordiv_uint2, _rfloordiv_uint2, _ReflectedRefused, _ReflectedRefused, _rfloordiv_uint2, _rfloordiv_uint2, _rfloordiv_uint2, _rfloordiv_uint2],
): ...
class _Row_uint2_2(
    _Made19[uint2],
    _Made29[uint2],
    _Made34[uint2],
    _Results10[uint2, uint2],
    _Made43[uint2],
    _Same[uint2],
    _Neg[uint2],
    _Pos[uint2],
): ...
class _Row_uint2_3(
    _Abs[uint2],
    _Invert[uint2],
): ...
class _Row_uint2(
    _Row_uint2_1,
    _Row_uint2_2,
    _Row_uint2_3,
): ...

class _Row_uint4_1(
    _Bound_add[_add_uint4, _add_uint4],
    _Bound_sub[_add_uint4, _add_uint4],
    _Bound_truediv[_truediv_uint4, _truediv_uint4],
    _Bound_pow[_pow_uint4, _pow_uint4],
    _Bound_lt[_lt_uint4, _lt_uint4],
    _Results3[uint4, float32, bool_],
    _Results5[uint4, float32],
    _Results6[_add_uint4, _add_uint4, _matmul_uint4, _matmul_uint4, _add_uint4, _add_uint4, _add_uint4, _add_uint4, _rfloordiv_uint4, _rfloordiv_uint4, _ReflectedRefused, _ReflectedRefused, _rfloordiv_uint4, _rfloordiv_uint4, _rfloordiv_uint4, _rfloordiv_uint4],
): ...
class _Row_uint4_2(
    _Made19[uint4],
    _Made29[uint4],
    _Made34[uint4],
    _Results10[uint4, uint4],
    _Made43[uint4],
    _Same[uint4],
    _Neg[uint4],
    _Pos[uint4],
): ...
class _Row_uint4_3(
    _Abs[uint4],
    _Invert[uint4],
): ...
class _Row_uint4(
    _Row_uint4_1,
    _Row_uint4_2,
    _Row_uint4_3,
): ...

class _Row_uint8_1(
    _Results1[float32, bfloat16, float16, complex64, bool_],
    _Results2[int32, float32, int16, int16],
    _Bound_add[_add_uint8, _add_uint8],
    _Bound_sub[_add_uint8, _add_uint8],
    _Bound_truediv[_truediv_uint8, _truediv_uint8],
    _Bound_pow[_pow_uint8, _pow_uint8],
    _Bound_lt[_lt_uint8, _lt_uint8],
    _Results3[uint8, float32, bool_],
): ...
class _Row_uint8_2(
    _Results4[uint8, uint16, uint32, float32, uint8, bool_],
    _Results5[uint8, float32],
    _Made32[float32],
    _Made33[complex64],
    _Results6[_floordiv_uint8, _floordiv_uint8, _matmul_uint8, _matmul_uint8, _lshift_uint8, _lshift_uint8, _lshift_uint8, _lshift_uint8, _rfloordiv_uint8, _rfloordiv_uint8, _rpow_uint8, _rpow_uint8, _rlshift_uint8, _rlshift_uint8, _rlshift_uint8, _rlshift_uint8],
    _Made19[uint8],
    _Results7[uint8, uint16, uint32],
    _Results8[int16, int16, int32],
): ...
class _Row_uint8_3(
    _Results9[bfloat16, float16, float32],
    _Made29[uint8],
    _Made34[uint8],
    _Results10[uint8, uint8],
    _Results11[uint8, uint16, uint32],
    _Results12[int16, int16, int32],
    _Made43[uint8],
    _Same[uint8],
): ...
class _Row_uint8_4(
    _Neg[uint8],
    _Pos[uint8],
    _Abs[uint8],
    _Invert[uint8],
    _Third1[int16, _Beside1],
): ...
class _Row_uint8(
    _Row_uint8_1,
    _Row_uint8_2,
    _Row_uint8_3,
    _Row_uint8_4,
): ...

class _Row_uint16_1(
    _Results1[float32, bfloat16, float16, complex64, bool_],
    _Results2[int32, float32, int32, int32],
    _Bound_add[_add_uint16, _add_uint16],
    _Bound_sub[_add_uint16, _add_uint16],
    _Bound_truediv[_truediv_uint8, _truediv_uint8],
    _Bound_pow[_pow_uint16, _pow_uint16],
    _Bound_lt[_lt_uint8, _lt_uint8],
    _Results3[uint16, float32, bool_],
): ...
class _Row_uint16_2(
    _Results4[uint16, uint16, uint32, float32, uint16, bool_],
    _Results5[uint16, float32],
    _Made32[float32],
    _Made33[complex64],
    _Results6[_floordiv_uint16, _floordiv_uint16, _matmul_uint16, _matmul_uint16, _lshift_uint16, _lshift_uint16, _lshift_uint16, _lshift_uint16, _rfloordiv_uint16, _rfloordiv_uint16, _rpow_uint16, _rpow_uint16, _rlshift_uint16, _rlshift_uint16, _rlshift_uint16, _rlshift_uint16],
    _Made19[uint16],
    _Results7[uint16, uint16, uint32],
    _Results8[int32, int32, int32],
): ...
class _Row_uint16_3(
    _Results9[bfloat16, float16, float32],
    _Made29[uint16],
    _Made34[uint16],
    _Results10[uint16, uint16],
    _Results11[uint16, uint16, uint32],
    _Results12[int32, int32, int32],
    _Made43[uint16],
    _Same[uint16],
): ...
class _Row_uint16_4(
    _Neg[uint16],
    _Pos[uint16],
    _Abs[uint16],
    _Invert[uint16],
    _Third1[int32, _Beside2],
): ...
class _Row_uint16(
    _Row_uint16_1,
    _Row_uint16_2,
    _Row_uint16_3,
    _Row_uint16_4,
): ...

class _Row_uint32_1(
    _Results1[float32, bfloat16, float16, complex64, bool_],
    _Results2[int32, float32, int32, int32],
    _Bound_add[_add_uint32, _add_uint32],
    _Bound_sub[_add_uint32, _add_uint32],
    _Bound_truediv[_truediv_uint8, _truediv_uint8],
    _Bound_pow[_pow_uint32, _pow_uint32],
    _Bound_lt[_lt_uint8, _lt_uint8],
    _Results3[uint32, float32, bool_],
): ...
class _Row_uint32_2(
    _Results4[uint32, uint32, uint32, float32, uint32, bool_],
    _Results5[uint32, float32],
    _Made32[float32],
    _Made33[complex64],
    _Results6[_floordiv_uint32, _floordiv_uint32, _matmul_uint32, _matmul_uint32, _lshift_uint32, _lshift_uint32, _lshift_uint32, _lshift_uint32, _rfloordiv_uint32, _rfloordiv_uint32, _rpow_uint32, _rpow_uint32, _rlshift_uint32, _rlshift_uint32, _rlshift_uint32, _rlshift_uint32],
    _Made19[uint32],
    _Results7[uint32, uint32, uint32],
    _Results8[int32, int32, int32],
): ...
class _Row_uint32_3(
    _Results9[bfloat16, float16, float32],
    _Made29[uint32],
    _Made34[uint32],
    _Made35[uint32],
    _Results10[uint32, uint32],
    _Results11[uint32, uint32, uint32],
    _Results12[int32, int32, int32],
    _Made43[uint32],
): ...
class _Row_uint32_4(
    _Same[uint32],
    _Neg[uint32],
    _Pos[uint32],
    _Abs[uint32],
    _Invert[uint32],
    _Third1[int32, _Beside2],
): ...
class _Row_uint32(
    _Row_uint32_1,
    _Row_uint32_2,
    _Row_uint32_3,
    _Row_uint32_4,
): ...

class _Row_uint64_1(
    _Results1[float32, bfloat16, float16, complex64, bool_],
    _Bound_add[_add_uint64, _add_uint64],
    _Bound_sub[_add_uint64, _add_uint64],
    _Bound_truediv[_truediv_uint64, _truediv_uint64],
    _Bound_pow[_pow_uint64, _pow_uint64],
    _Bound_lt[_lt_uint64, _lt_uint64],
    _Results3[uint64, float64, bool_],
    _Results4[uint64, uint64, uint64, float64, uint64, bool_],
): ...
class _Row_uint64_2(
    _Results5[uint64, float64],
    _Made32[float32],
    _Made33[complex64],
    _Results6[_floordiv_uint64, _floordiv_uint64, _matmul_uint64, _matmul_uint64, _lshift_uint64, _lshift_uint64, _lshift_uint64, _lshift_uint64, _rfloordiv_uint64, _rfloordiv_uint64, _rpow_uint64, _rpow_uint64, _rlshift_uint64, _rlshift_uint64, _rlshift_uint64, _rlshift_uint64],
    _Made19[uint64],
    _Results7[uint64, uint64, uint64],
    _Results9[bfloat16, float16, float32],
    _Made29[uint64],
): ...
class _Row_uint64_3(
    _Made34[uint64],
    _Made35[uint64],
    _Results10[uint64, uint64],
    _Results11[uint64, uint64, uint64],
    _Made43[uint64],
    _Same[uint64],
    _Neg[uint64],
    _Pos[uint64],
): ...
class _Row_uint64_4(
    _Abs[uint64],
    _Invert[uint64],
): ...
class _Row_uint64(
    _Row_uint64_1,
    _Row_uint64_2,
    _Row_uint64_3,
    _Row_uint64_4,
): ...

class _Row_int1_1(
    _Bound_add[_add_int1, _add_int1],
    _Bound_sub[_add_int1, _add_int1],
    _Bound_truediv[_add_int1, _add_int1],
    _Bound_pow[_pow_int1, _pow_int1],
    _Bound_lt[_lt_int1, _lt_int1],
    _Results3[int1, int1, bool_],
    _Results5[int1, int1],
    _Results6[_add_int1, _add_int1, _matmul_int1, _matmul_int1, _add_int1, _add_int1, _add_int1, _add_int1, _rfloordiv_int1, _rfloordiv_int1, _ReflectedRefused, _ReflectedRefused, _rfloordiv_int1, _rfloordiv_int1, _rfloordiv_int1, _rfloordiv_int1],
): ...
class _Row_int1_2(
    _Made19[int1],
    _Made29[int1],
    _Results10[int1, int1],
    _Made43[int1],
    _Same[int1],
    _Neg[int1],
    _Pos[int1],
    _Abs[int8],
): ...
class _Row_int1_3(
    _Invert[int1],
): ...
class _Row_int1(
    _Row_int1_1,
    _Row_int1_2,
    _Row_int1_3,
): ...

class _Row_int2_1(
    _Bound_add[_add_int2, _add_int2],
    _Bound_sub[_add_int2, _add_int2],
    _Bound_truediv[_add_int2, _add_int2],
    _Bound_pow[_pow_int2, _pow_int2],
    _Bound_lt[_lt_int2, _lt_int2],
    _Results3[int2, int2, bool_],
    _Results5[int2, int2],
    _Results6[_add_int2, _add_int2, _matmul_int2, _matmul_int2, _add_int2, _add_int2, _add_int2, _add_int2, _rfloordiv_int2, _rfloordiv_int2, _ReflectedRefused, _ReflectedRefused, _rfloordiv_int2, _rfloordiv_int2, _rfloordiv_int2, _rfloordiv_int2],
): ...
class _Row_int2_2(
    _Made19[int2],
    _Made29[int2],
    _Made34[int2],
    _Results10[int2, int2],
    _Made43[int2],
    _Same[int2],
    _Neg[int2],
    _Pos[int2],
): ...
class _Row_int2_3(
    _Invert[int2],
): ...
class _Row_int2(
    _Row_int2_1,
    _Row_int2_2,
    _Row_int2_3,
): ...

class _Row_int4_1(
    _Bound_add[_add_int4, _add_int4],
    _Bound_sub[_add_int4, _add_int4],
    _Bound_truediv[_truediv_int4, _truediv_int4],
    _Bound_pow[_pow_int4, _pow_int4],
    _Bound_lt[_lt_int4, _lt_int4],
    _Results3[int4, float32, bool_],
    _Results5[int4, float32],
    _Results6[_add_int4, _add_int4, _matmul_int4, _matmul_int4, _add_int4, _add_int4, _add_int4, _add_int4, _rfloordiv_int4, _rfloordiv_int4, _ReflectedRefused, _ReflectedRefused, _rfloordiv_int4, _rfloordiv_int4, _rfloordiv_int4, _rfloordiv_int4],
): ...
class _Row_int4_2(
    _Made19[int4],
    _Made29[int4],
    _Made34[int4],
    _Results10[int4, int4],
    _Made43[int4],
    _Same[int4],
    _Neg[int4],
    _Pos[int4],
): ...
class _Row_int4_3(
    _Invert[int4],
): ...
class _Row_int4(
    _Row_int4_1,
    _Row_int4_2,
    _Row_int4_3,
): ...

class _Row_int8_1(
    _Results1[float32, bfloat16, float16, complex64, bool_],
    _Results2[int32, float32, int8, int16],
    _Bound_add[_add_int8, _add_int8],
    _Bound_sub[_add_int8, _add_int8],
    _Bound_truediv[_truediv_int8, _truediv_int8],
    _Bound_pow[_pow_int8, _pow_int8],
    _Bound_lt[_lt_uint8, _lt_uint8],
    _Results3[int8, float32, bool_],
): ...
class _Row_int8_2(
    _Results4[int16, int32, int32, float32, int8, bool_],
    _Results5[int8, float32],
    _Made32[float32],
    _Made33[complex64],
    _Results6[_floordiv_int8, _floordiv_int8, _matmul_int8, _matmul_int8, _lshift_int8, _lshift_int8, _lshift_int8, _lshift_int8, _rfloordiv_int8, _rfloordiv_int8, _rpow_int8, _rpow_int8, _rlshift_int8, _rlshift_int8, _rlshift_int8, _rlshift_int8],
    _Made19[int8],
    _Results7[int16, int32, int32],
    _Results8[int8, int16, int32],
): ...
class _Row_int8_3(
    _Results9[bfloat16, float16, float32],
    _Made29[int8],
    _Made34[int8],
    _Results10[int8, int8],
    _Results11[int16, int32, int32],
    _Results12[int8, int16, int32],
    _Made43[int8],
    _Same[int8],
): ...
class _Row_int8_4(
    _Neg[int8],
    _Pos[int8],
    _Abs[int8],
    _Invert[int8],
    _Third1[int16, _Beside3],
    _Third2[int32, _Beside4],
): ...
class _Row_int8(
    _Row_int8_1,
    _Row_int8_2,
    _Row_int8_3,
    _Row_int8_4,
): ...

class _Row_int16_1(
    _Results1[float32, bfloat16, float16, complex64, bool_],
    _Results2[int32, float32, int16, int16],
    _Bound_add[_add_int16, _add_int16],
    _Bound_sub[_add_int16, _add_int16],
    _Bound_truediv[_truediv_int8, _truediv_int8],
    _Bound_pow[_pow_int16, _pow_int16],
    _Bound_lt[_lt_uint8, _lt_uint8],
    _Results3[int16, float32, bool_],
): ...
class _Row_int16_2(
    _Results4[int16, int32, int32, float32, int16, bool_],
    _Results5[int16, float32],
    _Made32[float32],
    _Made33[complex64],
    _Results6[_floordiv_int16, _floordiv_int16, _matmul_int16, _matmul_int16, _lshift_int16, _lshift_int16, _lshift_int16, _lshift_int16, _rfloordiv_int16, _rfloordiv_int16, _rpow_int16, _rpow_int16, _rlshift_int16, _rlshift_int16, _rlshift_int16, _rlshift_int16],
    _Made19[int16],
    _Results7[int16, int32, int32],
    _Results8[int16, int16, int32],
): ...
class _Row_int16_3(
    _Results9[bfloat16, float16, float32],
    _Made29[int16],
    _Made34[int16],
    _Results10[int16, int16],
    _Results11[int16, int32, int32],
    _Results12[int16, int16, int32],
    _Made43[int16],
    _Same[int16],
): ...
class _Row_int16_4(
    _Neg[int16],
    _Pos[int16],
    _Abs[int16],
    _Invert[int16],
    _Third1[int32, _Beside4],
): ...
class _Row_int16(
    _Row_int16_1,
    _Row_int16_2,
    _Row_int16_3,
    _Row_int16_4,
): ...

class _Row_int32_1(
    _Results1[float32, bfloat16, float16, complex64, bool_],
    _Results2[int32, float32, int32, int32],
    _Bound_add[_add_int32, _add_int32],
    _Bound_sub[_add_int32, _add_int32],
    _Bound_truediv[_truediv_int8, _truediv_int8],
    _Bound_pow[_add_int32, _add_int32],
    _Bound_lt[_lt_uint8, _lt_uint8],
    _Results3[int32, float32, bool_],
): ...
class _Row_int32_2(
    _Results4[int32, int32, int32, float32, int32, bool_],
    _Results5[int32, float32],
    _Made32[float32],
    _Made33[complex64],
    _Results6[_floordiv_int32, _floordiv_int32, _matmul_int32, _matmul_int32, _lshift_int32, _lshift_int32, _lshift_int32, _lshift_int32, _rfloordiv_int32, _rfloordiv_int32, _rpow_int32, _rpow_int32, _rlshift_int32, _rlshift_int32, _rlshift_int32, _rlshift_int32],
    _Made19[int32],
    _Results7[int32, int32, int32],
    _Results8[int32, int32, int32],
): ...
class _Row_int32_3(
    _Results9[bfloat16, float16, float32],
    _Made29[int32],
    _Made34[int32],
    _Made35[int32],
    _Results10[int32, int32],
    _Results11[int32, int32, int32],
    _Results12[int32, int32, int32],
    _Made43[int32],
): ...
class _Row_int32_4(
    _Same[int32],
    _Neg[int32],
    _Pos[int32],
    _Abs[int32],
    _Invert[int32],
): ...
class _Row_int32(
    _Row_int32_1,
    _Row_int32_2,
    _Row_int32_3,
    _Row_int32_4,
): ...

class _Row_int64_1(
    _Results1[float32, bfloat16, float16, complex64, bool_],
    _Results2[int64, float64, int64, int64],
    _Bound_add[_add_int64, _add_int64],
    _Bound_sub[_add_int64, _add_int64],
    _Bound_truediv[_truediv_int64, _truediv_int64],
    _Bound_pow[_add_int64, _add_int64],
    _Bound_lt[_lt_uint64, _lt_uint64],
    _Results3[int64, float64, bool_],
): ...
class _Row_int64_2(
    _Results4[int64, int64, int64, float64, int64, bool_],
    _Results5[int64, float64],
    _Made32[float32],
    _Made33[complex64],
    _Results6[_floordiv_int64, _floordiv_int64, _matmul_int64, _matmul_int64, _lshift_int64, _lshift_int64, _lshift_int64, _lshift_int64, _rfloordiv_int64, _rfloordiv_int64, _rpow_int64, _rpow_int64, _rlshift_int64, _rlshift_int64, _rlshift_int64, _rlshift_int64],
    _Made19[int64],
    _Results7[int64, int64, int64],
    _Results8[int64, int64, int64],
): ...
class _Row_int64_3(
    _Results9[bfloat16, float16, float32],
    _Made29[int64],
    _Made34[int64],
    _Made35[int64],
    _Results10[int64, int64],
    _Results11[int64, int64, int64],
    _Results12[int64, int64, int64],
    _Made43[int64],
): ...
class _Row_int64_4(
    _Same[int64],
    _Neg[int64],
    _Pos[int64],
    _Abs[int64],
    _Invert[int64],
): ...
class _Row_int64(
    _Row_int64_1,
    _Row_int64_2,
    _Row_int64_3,
    _Row_int64_4,
): ...

class _Row_float4_e2m1fn_1(
    _Results2[float4_e2m1fn, float4_e2m1fn, float4_e2m1fn, float4_e2m1fn],
    _Bound_add[_add_float4_e2m1fn, _add_float4_e2m1fn],
    _Bound_sub[_add_float4_e2m1fn, _add_float4_e2m1fn],
    _Bound_truediv[_add_float4_e2m1fn, _add_float4_e2m1fn],
    _Bound_pow[_add_float4_e2m1fn, _add_float4_e2m1fn],
    _Bound_lt[_lt_float4_e2m1fn, _lt_float4_e2m1fn],
    _Results3[float4_e2m1fn, float4_e2m1fn, bool_],
    _Results4[float4_e2m1fn, float4_e2m1fn, float4_e2m1fn, float4_e2m1fn, float4_e2m1fn, bool_],
): ...
class _Row_float4_e2m1fn_2(
    _Results5[float4_e2m1fn, float4_e2m1fn],
    _Made13[float4_e2m1fn],
    _Made32[float4_e2m1fn],
    _Results6[_add_float4_e2m1fn, _add_float4_e2m1fn, _matmul_float4_e2m1fn, _matmul_float4_e2m1fn, _Refused, _Refused, _Refused, _Refused, _rfloordiv_float4_e2m1fn, _rfloordiv_float4_e2m1fn, _rfloordiv_float4_e2m1fn, _rfloordiv_float4_e2m1fn, _ReflectedRefused, _ReflectedRefused, _ReflectedRefused, _ReflectedRefused],
    _Made19[float4_e2m1fn],
    _Results7[float4_e2m1fn, float4_e2m1fn, float4_e2m1fn],
    _Results8[float4_e2m1fn, float4_e2m1fn, float4_e2m1fn],
    _Made29[float4_e2m1fn],
): ...
class _Row_float4_e2m1fn_3(
    _Made30[float4_e2m1fn],
    _Made34[float4_e2m1fn],
    _Made35[float4_e2m1fn],
    _Same[float4_e2m1fn],
    _Neg[float4_e2m1fn],
    _Pos[float4_e2m1fn],
    _Abs[float4_e2m1fn],
): ...
class _Row_float4_e2m1fn(
    _Row_float4_e2m1fn_1,
    _Row_float4_e2m1fn_2,
    _Row_float4_e2m1fn_3,
): ...

class _Row_float6_e2m3fn_1(
    _Results2[float6_e2m3fn, float6_e2m3fn, float6_e2m3fn, float6_e2m3fn],
    _Bound_add[_add_float6_e2m3fn, _add_float6_e2m3fn],
    _Bound_sub[_add_float6_e2m3fn, _add_float6_e2m3fn],
    _Bound_truediv[_add_float6_e2m3fn, _add_float6_e2m3fn],
    _Bound_pow[_add_float6_e2m3fn, _add_float6_e2m3fn],
    _Bound_lt[_lt_float6_e2m3fn, _lt_float6_e2m3fn],
    _Results3[float6_e2m3fn, float6_e2m3fn, bool_],
    _Results4[float6_e2m3fn, float6_e2m3fn, float6_e2m3fn, float6_e2m3fn, float6_e2m3fn, bool_],
): ...
class _Row_float6_e2m3fn_2(
    _Results5[float6_e2m3fn, float6_e2m3fn],
    _Made13[float6_e2m3fn],
    _Made32[float6_e2m3fn],
    _Results6[_add_float6_e2m3fn, _add_float6_e2m3fn, _matmul_float6_e2m3fn, _matmul_float6_e2m3fn, _Refused, _Refused, _Refused, _Refused, _rfloordiv_float6_e2m3fn, _rfloordiv_float6_e2m3fn, _rfloordiv_float6_e2m3fn, _rfloordiv_float6_e2m3fn, _ReflectedRefused, _ReflectedRefused, _ReflectedRefused, _ReflectedRefused],
    _Made19[float6_e2m3fn],
    _Results7[float6_e2m3fn, float6_e2m3fn, float6_e2m3fn],
    _Results8[float6_e2m3fn, float6_e2m3fn, float6_e2m3fn],
    _Made29[float6_e2m3fn],
): ...
class _Row_float6_e2m3fn_3(
    _Made30[float6_e2m3fn],
    _Made34[float6_e2m3fn],
    _Made35[float6_e2m3fn],
    _Same[float6_e2m3fn],
    _Neg[float6_e2m3fn],
    _Pos[float6_e2m3fn],
    _Abs[float6_e2m3fn],
): ...
class _Row_float6_e2m3fn(
    _Row_float6_e2m3fn_1,
    _Row_float6_e2m3fn_2,
    _Row_float6_e2m3fn_3,
): ...

class _Row_float6_e3m2fn_1(
    _Results2[float6_e3m2fn, float6_e3m2fn, float6_e3m2fn, float6_e3m2fn],
    _Bound_add[_add_float6_e3m2fn, _add_float6_e3m2fn],
    _Bound_sub[_add_float6_e3m2fn, _add_float6_e3m2fn],
    _Bound_truediv[_add_float6_e3m2fn, _add_float6_e3m2fn],
    _Bound_pow[_add_float6_e3m2fn, _add_float6_e3m2fn],
    _Bound_lt[_lt_float6_e3m2fn, _lt_float6_e3m2fn],
    _Results3[float6_e3m2fn, float6_e3m2fn, bool_],
    _Results4[float6_e3m2fn, float6_e3m2fn, float6_e3m2fn, float6_e3m2fn, float6_e3m2fn, bool_],
): ...
class _Row_float6_e3m2fn_2(
    _Results5[float6_e3m2fn, float6_e3m2fn],
    _Made13[float6_e3m2fn],
    _Made32[float6_e3m2fn],
    _Results6[_add_float6_e3m2fn, _add_float6_e3m2fn, _matmul_float6_e3m2fn, _matmul_float6_e3m2fn, _Refused, _Refused, _Refused, _Refused, _rfloordiv_float6_e3m2fn, _rfloordiv_float6_e3m2fn, _rfloordiv_float6_e3m2fn, _rfloordiv_float6_e3m2fn, _ReflectedRefused, _ReflectedRefused, _ReflectedRefused, _ReflectedRefused],
    _Made19[float6_e3m2fn],
    _Results7[float6_e3m2fn, float6_e3m2fn, float6_e3m2fn],
    _Results8[float6_e3m2fn, float6_e3m2fn, float6_e3m2fn],
    _Made29[float6_e3m2fn],
): ...
class _Row_float6_e3m2fn_3(
    _Made30[float6_e3m2fn],
    _Made34[float6_e3m2fn],
    _Made35[float6_e3m2fn],
    _Same[float6_e3m2fn],
    _Neg[float6_e3m2fn],
    _Pos[float6_e3m2fn],
    _Abs[float6_e3m2fn],
): ...
class _Row_float6_e3m2fn(
    _Row_float6_e3m2fn_1,
    _Row_float6_e3m2fn_2,
    _Row_float6_e3m2fn_3,
): ...

class _Row_float8_e3m4_1(
    _Results2[float8_e3m4, float8_e3m4, float8_e3m4, float8_e3m4],
    _Bound_add[_add_float8_e3m4, _add_float8_e3m4],
    _Bound_sub[_add_float8_e3m4, _add_float8_e3m4],
    _Bound_truediv[_add_float8_e3m4, _add_float8_e3m4],
    _Bound_pow[_add_float8_e3m4, _add_float8_e3m4],
    _Bound_lt[_lt_float8_e3m4, _lt_float8_e3m4],
    _Results3[float8_e3m4, float8_e3m4, bool_],
    _Results4[float8_e3m4, float8_e3m4, float8_e3m4, float8_e3m4, float8_e3m4, bool_],
): ...
class _Row_float8_e3m4_2(
    _Results5[float8_e3m4, float8_e3m4],
    _Made13[float8_e3m4],
    _Made32[float8_e3m4],
    _Results6[_add_float8_e3m4, _add_float8_e3m4, _matmul_float8_e3m4, _matmul_float8_e3m4, _Refused, _Refused, _Refused, _Refused, _rfloordiv_float8_e3m4, _rfloordiv_float8_e3m4, _rfloordiv_float8_e3m4, _rfloordiv_float8_e3m4, _ReflectedRefused, _ReflectedRefused, _ReflectedRefused, _ReflectedRefused],
    _Made19[float8_e3m4],
    _Results7[float8_e3m4, float8_e3m4, float8_e3m4],
    _Results8[float8_e3m4, float8_e3m4, float8_e3m4],
    _Made29[float8_e3m4],
): ...
class _Row_float8_e3m4_3(
    _Made30[float8_e3m4],
    _Made34[float8_e3m4],
    _Made35[float8_e3m4],
    _Same[float8_e3m4],
    _Neg[float8_e3m4],
    _Pos[float8_e3m4],
    _Abs[float8_e3m4],
): ...
class _Row_float8_e3m4(
    _Row_float8_e3m4_1,
    _Row_float8_e3m4_2,
    _Row_float8_e3m4_3,
): ...

class _Row_float8_e4m3_1(
    _Results2[float8_e4m3, float8_e4m3, float8_e4m3, float8_e4m3],
    _Bound_add[_add_float8_e4m3, _add_float8_e4m3],
    _Bound_sub[_add_float8_e4m3, _add_float8_e4m3],
    _Bound_truediv[_add_float8_e4m3, _add_float8_e4m3],
    _Bound_pow[_add_float8_e4m3, _add_float8_e4m3],
    _Bound_lt[_lt_float8_e4m3, _lt_float8_e4m3],
    _Results3[float8_e4m3, float8_e4m3, bool_],
    _Results4[float8_e4m3, float8_e4m3, float8_e4m3, float8_e4m3, float8_e4m3, bool_],
): ...
class _Row_float8_e4m3_2(
    _Results5[float8_e4m3, float8_e4m3],
    _Made13[float8_e4m3],
    _Made32[float8_e4m3],
    _Results6[_add_float8_e4m3, _add_float8_e4m3, _matmul_float8_e4m3, _matmul_float8_e4m3, _Refused, _Refused, _Refused, _Refused, _rfloordiv_float8_e4m3, _rfloordiv_float8_e4m3, _rfloordiv_float8_e4m3, _rfloordiv_float8_e4m3, _ReflectedRefused, _ReflectedRefused, _ReflectedRefused, _ReflectedRefused],
    _Made19[float8_e4m3],
    _Results7[float8_e4m3, float8_e4m3, float8_e4m3],
    _Results8[float8_e4m3, float8_e4m3, float8_e4m3],
    _Made29[float8_e4m3],
): ...
class _Row_float8_e4m3_3(
    _Made30[float8_e4m3],
    _Made34[float8_e4m3],
    _Made35[float8_e4m3],
    _Same[float8_e4m3],
    _Neg[float8_e4m3],
    _Pos[float8_e4m3],
    _Abs[float8_e4m3],
): ...
class _Row_float8_e4m3(
    _Row_float8_e4m3_1,
    _Row_float8_e4m3_2,
    _Row_float8_e4m3_3,
): ...

class _Row_float8_e8m0fnu_1(
    _Results2[float8_e8m0fnu, float8_e8m0fnu, float8_e8m0fnu, float8_e8m0fnu],
    _Bound_add[_add_float8_e8m0fnu, _add_float8_e8m0fnu],
    _Bound_sub[_add_float8_e8m0fnu, _add_float8_e8m0fnu],
    _Bound_truediv[_add_float8_e8m0fnu, _add_float8_e8m0fnu],
    _Bound_pow[_add_float8_e8m0fnu, _add_float8_e8m0fnu],
    _Bound_lt[_lt_float8_e8m0fnu, _lt_float8_e8m0fnu],
    _Results3[float8_e8m0fnu, float8_e8m0fnu, bool_],
    _Results4[float8_e8m0fnu, float8_e8m0fnu, float8_e8m0fnu, float8_e8m0fnu, float8_e8m0fnu, bool_],
): ...
class _Row_float8_e8m0fnu_2(
    _Results5[float8_e8m0fnu, float8_e8m0fnu],
    _Made13[float8_e8m0fnu],
    _Made32[float8_e8m0fnu],
    _Results6[_add_float8_e8m0fnu, _add_float8_e8m0fnu, _matmul_float8_e8m0fnu, _matmul_float8_e8m0fnu, _Refused, _Refused, _Refused, _Refused, _rfloordiv_float8_e8m0fnu, _rfloordiv_float8_e8m0fnu, _rfloordiv_float8_e8m0fnu, _rfloordiv_float8_e8m0fnu, _ReflectedRefused, _ReflectedRefused, _ReflectedRefused, _ReflectedRefused],
    _Made19[float8_e8m0fnu],
    _Results7[float8_e8m0fnu, float8_e8m0fnu, float8_e8m0fnu],
    _Results8[float8_e8m0fnu, float8_e8m0fnu, float8_e8m0fnu],
    _Made29[float8_e8m0fnu],
): ...
class _Row_float8_e8m0fnu_3(
    _Made30[float8_e8m0fnu],
    _Made34[float8_e8m0fnu],
    _Made35[float8_e8m0fnu],
    _Same[float8_e8m0fnu],
    _Neg[float8_e8m0fnu],
    _Pos[float8_e8m0fnu],
    _Abs[float8_e8m0fnu],
): ...
class _Row_float8_e8m0fnu(
    _Row_float8_e8m0fnu_1,
    _Row_float8_e8m0fnu_2,
    _Row_float8_e8m0fnu_3,
): ...

class _Row_float8_e4m3b11fnuz_1(
    _Results2[float8_e4m3b11fnuz, float8_e4m3b11fnuz, float8_e4m3b11fnuz, float8_e4m3b11fnuz],
    _Bound_add[_add_float8_e4m3b11fnuz, _add_float8_e4m3b11fnuz],
    _Bound_sub[_add_float8_e4m3b11fnuz, _add_float8_e4m3b11fnuz],
    _Bound_truediv[_add_float8_e4m3b11fnuz, _add_float8_e4m3b11fnuz],
    _Bound_pow[_add_float8_e4m3b11fnuz, _add_float8_e4m3b11fnuz],
    _Bound_lt[_lt_float8_e4m3b11fnuz, _lt_float8_e4m3b11fnuz],
    _Results3[float8_e4m3b11fnuz, float8_e4m3b11fnuz, bool_],
    _Results4[float8_e4m3b11fnuz, float8_e4m3b11fnuz, float8_e4m3b11fnuz, float8_e4m3b11fnuz, float8_e4m3b11fnuz, bool_],
): ...
class _Row_float8_e4m3b11fnuz_2(
    _Results5[float8_e4m3b11fnuz, float8_e4m3b11fnuz],
    _Made13[float8_e4m3b11fnuz],
    _Made32[float8_e4m3b11fnuz],
    _Results6[_add_float8_e4m3b11fnuz, _add_float8_e4m3b11fnuz, _matmul_float8_e4m3b11fnuz, _matmul_float8_e4m3b11fnuz, _Refused, _Refused, _Refused, _Refused, _rfloordiv_float8_e4m3b11fnuz, _rfloordiv_float8_e4m3b11fnuz, _rfloordiv_float8_e4m3b11fnuz, _rfloordiv_float8_e4m3b11fnuz, _ReflectedRefused, _ReflectedRefused, _ReflectedRefused, _ReflectedRefused],
    _Made19[float8_e4m3b11fnuz],
    _Results7[float8_e4m3b11fnuz, float8_e4m3b11fnuz, float8_e4m3b11fnuz],
    _Results8[float8_e4m3b11fnuz, float8_e4m3b11fnuz, float8_e4m3b11fnuz],
    _Made29[float8_e4m3b11fnuz],
): ...
class _Row_float8_e4m3b11fnuz_3(
    _Made30[float8_e4m3b11fnuz],
    _Made34[float8_e4m3b11fnuz],
    _Made35[float8_e4m3b11fnuz],
    _Same[float8_e4m3b11fnuz],
    _Neg[float8_e4m3b11fnuz],
    _Pos[float8_e4m3b11fnuz],
    _Abs[float8_e4m3b11fnuz],
): ...
class _Row_float8_e4m3b11fnuz(
    _Row_float8_e4m3b11fnuz_1,
    _Row_float8_e4m3b11fnuz_2,
    _Row_float8_e4m3b11fnuz_3,
): ...

class _Row_float8_e4m3fn_1(
    _Results2[float8_e4m3fn, float8_e4m3fn, float8_e4m3fn, float8_e4m3fn],
    _Bound_add[_add_float8_e4m3fn, _add_float8_e4m3fn],
    _Bound_sub[_add_float8_e4m3fn, _add_float8_e4m3fn],
    _Bound_truediv[_add_float8_e4m3fn, _add_float8_e4m3fn],
    _Bound_pow[_add_float8_e4m3fn, _add_float8_e4m3fn],
    _Bound_lt[_lt_float8_e4m3fn, _lt_float8_e4m3fn],
    _Results3[float8_e4m3fn, float8_e4m3fn, bool_],
    _Results4[float8_e4m3fn, float8_e4m3fn, float8_e4m3fn, float8_e4m3fn, float8_e4m3fn, bool_],
): ...
class _Row_float8_e4m3fn_2(
    _Results5[float8_e4m3fn, float8_e4m3fn],
    _Made13[float8_e4m3fn],
    _Made32[float8_e4m3fn],
    _Results6[_add_float8_e4m3fn, _add_float8_e4m3fn, _matmul_float8_e4m3fn, _matmul_float8_e4m3fn, _Refused, _Refused, _Refused, _Refused, _rfloordiv_float8_e4m3fn, _rfloordiv_float8_e4m3fn, _rfloordiv_float8_e4m3fn, _rfloordiv_float8_e4m3fn, _ReflectedRefused, _ReflectedRefused, _ReflectedRefused, _ReflectedRefused],
    _Made19[float8_e4m3fn],
    _Results7[float8_e4m3fn, float8_e4m3fn, float8_e4m3fn],
    _Results8[float8_e4m3fn, float8_e4m3fn, float8_e4m3fn],
    _Made29[float8_e4m3fn],
): ...
class _Row_float8_e4m3fn_3(
    _Made30[float8_e4m3fn],
    _Made34[float8_e4m3fn],
    _Made35[float8_e4m3fn],
    _Same[float8_e4m3fn],
    _Neg[float8_e4m3fn],
    _Pos[float8_e4m3fn],
    _Abs[float8_e4m3fn],
): ...
class _Row_float8_e4m3fn(
    _Row_float8_e4m3fn_1,
    _Row_float8_e4m3fn_2,
    _Row_float8_e4m3fn_3,
): ...

class _Row_float8_e4m3fnuz_1(
    _Results2[float8_e4m3fnuz, float8_e4m3fnuz, float8_e4m3fnuz, float8_e4m3fnuz],
    _Bound_add[_add_float8_e4m3fnuz, _add_float8_e4m3fnuz],
    _Bound_sub[_add_float8_e4m3fnuz, _add_float8_e4m3fnuz],
    _Bound_truediv[_add_float8_e4m3fnuz, _add_float8_e4m3fnuz],
    _Bound_pow[_add_float8_e4m3fnuz, _add_float8_e4m3fnuz],
    _Bound_lt[_lt_float8_e4m3fnuz, _lt_float8_e4m3fnuz],
    _Results3[float8_e4m3fnuz, float8_e4m3fnuz, bool_],
    _Results4[float8_e4m3fnuz, float8_e4m3fnuz, float8_e4m3fnuz, float8_e4m3fnuz, float8_e4m3fnuz, bool_],
): ...
class _Row_float8_e4m3fnuz_2(
    _Results5[float8_e4m3fnuz, float8_e4m3fnuz],
    _Made13[float8_e4m3fnuz],
    _Made32[float8_e4m3fnuz],
    _Results6[_add_float8_e4m3fnuz, _add_float8_e4m3fnuz, _matmul_float8_e4m3fnuz, _matmul_float8_e4m3fnuz, _Refused, _Refused, _Refused, _Refused, _rfloordiv_float8_e4m3fnuz, _rfloordiv_float8_e4m3fnuz, _rfloordiv_float8_e4m3fnuz, _rfloordiv_float8_e4m3fnuz, _ReflectedRefused, _ReflectedRefused, _ReflectedRefused, _ReflectedRefused],
    _Made19[float8_e4m3fnuz],
    _Results7[float8_e4m3fnuz, float8_e4m3fnuz, float8_e4m3fnuz],
    _Results8[float8_e4m3fnuz, float8_e4m3fnuz, float8_e4m3fnuz],
    _Made29[float8_e4m3fnuz],
): ...
class _Row_float8_e4m3fnuz_3(
    _Made30[float8_e4m3fnuz],
    _Made34[float8_e4m3fnuz],
    _Made35[float8_e4m3fnuz],
    _Same[float8_e4m3fnuz],
    _Neg[float8_e4m3fnuz],
    _Pos[float8_e4m3fnuz],
    _Abs[float8_e4m3fnuz],
): ...
class _Row_float8_e4m3fnuz(
    _Row_float8_e4m3fnuz_1,
    _Row_float8_e4m3fnuz_2,
    _Row_float8_e4m3fnuz_3,
): ...

class _Row_float8_e5m2_1(
    _Results2[float8_e5m2, float8_e5m2, float8_e5m2, float8_e5m2],
    _Bound_add[_add_float8_e5m2, _add_float8_e5m2],
    _Bound_sub[_add_float8_e5m2, _add_float8_e5m2],
    _Bound_truediv[_add_float8_e5m2, _add_float8_e5m2],
    _Bound_pow[_add_float8_e5m2, _add_float8_e5m2],
    _Bound_lt[_lt_float8_e5m2, _lt_float8_e5m2],
    _Results3[float8_e5m2, float8_e5m2, bool_],
    _Results4[float8_e5m2, float8_e5m2, float8_e5m2, float8_e5m2, float8_e5m2, bool_],
): ...
class _Row_float8_e5m2_2(
    _Results5[float8_e5m2, float8_e5m2],
    _Made13[float8_e5m2],
    _Made32[float8_e5m2],
    _Results6[_add_float8_e5m2, _add_float8_e5m2, _matmul_float8_e5m2, _matmul_float8_e5m2, _Refused, _Refused, _Refused, _Refused, _rfloordiv_float8_e5m2, _rfloordiv_float8_e5m2, _rfloordiv_float8_e5m2, _rfloordiv_float8_e5m2, _ReflectedRefused, _ReflectedRefused, _ReflectedRefused, _ReflectedRefused],
    _Made19[float8_e5m2],
    _Results7[float8_e5m2, float8_e5m2, float8_e5m2],
    _Results8[float8_e5m2, float8_e5m2, float8_e5m2],
    _Made29[float8_e5m2],
): ...
class _Row_float8_e5m2_3(
    _Made30[float8_e5m2],
    _Made34[float8_e5m2],
    _Made35[float8_e5m2],
    _Same[float8_e5m2],
    _Neg[float8_e5m2],
    _Pos[float8_e5m2],
    _Abs[float8_e5m2],
): ...
class _Row_float8_e5m2(
    _Row_float8_e5m2_1,
    _Row_float8_e5m2_2,
    _Row_float8_e5m2_3,
): ...

class _Row_float8_e5m2fnuz_1(
    _Results2[float8_e5m2fnuz, float8_e5m2fnuz, float8_e5m2fnuz, float8_e5m2fnuz],
    _Bound_add[_add_float8_e5m2fnuz, _add_float8_e5m2fnuz],
    _Bound_sub[_add_float8_e5m2fnuz, _add_float8_e5m2fnuz],
    _Bound_truediv[_add_float8_e5m2fnuz, _add_float8_e5m2fnuz],
    _Bound_pow[_add_float8_e5m2fnuz, _add_float8_e5m2fnuz],
    _Bound_lt[_lt_float8_e5m2fnuz, _lt_float8_e5m2fnuz],
    _Results3[float8_e5m2fnuz, float8_e5m2fnuz, bool_],
    _Results4[float8_e5m2fnuz, float8_e5m2fnuz, float8_e5m2fnuz, float8_e5m2fnuz, float8_e5m2fnuz, bool_],
): ...
class _Row_float8_e5m2fnuz_2(
    _Results5[float8_e5m2fnuz, float8_e5m2fnuz],
    _Made13[float8_e5m2fnuz],
    _Made32[float8_e5m2fnuz],
    _Results6[_add_float8_e5m2fnuz, _add_float8_e5m2fnuz, _matmul_float8_e5m2fnuz, _matmul_float8_e5m2fnuz, _Refused, _Refused, _Refused, _Refused, _rfloordiv_float8_e5m2fnuz, _rfloordiv_float8_e5m2fnuz, _rfloordiv_float8_e5m2fnuz, _rfloordiv_float8_e5m2fnuz, _ReflectedRefused, _ReflectedRefused, _ReflectedRefused, _ReflectedRefused],
    _Made19[float8_e5m2fnuz],
    _Results7[float8_e5m2fnuz, float8_e5m2fnuz, float8_e5m2fnuz],
    _Results8[float8_e5m2fnuz, float8_e5m2fnuz, float8_e5m2fnuz],
    _Made29[float8_e5m2fnuz],
): ...
class _Row_float8_e5m2fnuz_3(
    _Made30[float8_e5m2fnuz],
    _Made34[float8_e5m2fnuz],
    _Made35[float8_e5m2fnuz],
    _Same[float8_e5m2fnuz],
    _Neg[float8_e5m2fnuz],
    _Pos[float8_e5m2fnuz],
    _Abs[float8_e5m2fnuz],
): ...
class _Row_float8_e5m2fnuz(
    _Row_float8_e5m2fnuz_1,
    _Row_float8_e5m2fnuz_2,
    _Row_float8_e5m2fnuz_3,
): ...

class _Row_bfloat16_1(
    _Results1[float32, bfloat16, float32, complex64, bool_],
    _Results2[bfloat16, bfloat16, bfloat16, bfloat16],
    _Bound_add[_add_bfloat16, _add_bfloat16],
    _Bound_sub[_add_bfloat16, _add_bfloat16],
    _Bound_truediv[_add_bfloat16, _add_bfloat16],
    _Bound_pow[_add_bfloat16, _add_bfloat16],
    _Bound_lt[_lt_bfloat16, _lt_bfloat16],
    _Results3[bfloat16, bfloat16, bool_],
): ...
class _Row_bfloat16_2(
    _Results4[bfloat16, bfloat16, bfloat16, bfloat16, bfloat16, bool_],
    _Results5[bfloat16, bfloat16],
    _Made13[bfloat16],
    _Made14[complex64],
    _Made32[bfloat16],
    _Made33[complex64],
    _Results6[_floordiv_bfloat16, _floordiv_bfloat16, _matmul_bfloat16, _matmul_bfloat16, _Refused, _Refused, _Refused, _Refused, _rfloordiv_bfloat16, _rfloordiv_bfloat16, _rpow_bfloat16, _rpow_bfloat16, _ReflectedRefused, _ReflectedRefused, _ReflectedRefused, _ReflectedRefused],
    _Made19[bfloat16],
): ...
class _Row_bfloat16_3(
    _Results7[bfloat16, bfloat16, bfloat16],
    _Results8[bfloat16, bfloat16, bfloat16],
    _Results9[bfloat16, float32, float32],
    _Made29[bfloat16],
    _Made30[bfloat16],
    _Made34[bfloat16],
    _Made35[bfloat16],
    _Same[bfloat16],
): ...
class _Row_bfloat16_4(
    _Neg[bfloat16],
    _Pos[bfloat16],
    _Abs[bfloat16],
    _Third1[float32, _Beside5],
    _Third2[complex64, _Beside6],
): ...
class _Row_bfloat16(
    _Row_bfloat16_1,
    _Row_bfloat16_2,
    _Row_bfloat16_3,
    _Row_bfloat16_4,
): ...

class _Row_float16_1(
    _Results1[float32, float32, float16, complex64, bool_],
    _Results2[float16, float16, float16, float16],
    _Bound_add[_add_float16, _add_float16],
    _Bound_sub[_add_float16, _add_float16],
    _Bound_truediv[_add_float16, _add_float16],
    _Bound_pow[_add_float16, _add_float16],
    _Bound_lt[_lt_bfloat16, _lt_bfloat16],
    _Results3[float16, float16, bool_],
): ...
class _Row_float16_2(
    _Results4[float16, float16, float16, float16, float16, bool_],
    _Results5[float16, float16],
    _Made13[float16],
    _Made14[complex64],
    _Made32[float16],
    _Made33[complex64],
    _Results6[_floordiv_float16, _floordiv_float16, _matmul_float16, _matmul_float16, _Refused, _Refused, _Refused, _Refused, _rfloordiv_float16, _rfloordiv_float16, _rpow_float16, _rpow_float16, _ReflectedRefused, _ReflectedRefused, _ReflectedRefused, _ReflectedRefused],
    _Made19[float16],
): ...
class _Row_float16_3(
    _Results7[float16, float16, float16],
    _Results8[float16, float16, float16],
    _Results9[float32, float16, float32],
    _Made29[float16],
    _Made30[float16],
    _Made34[float16],
    _Made35[float16],
    _Same[float16],
): ...
class _Row_float16_4(
    _Neg[float16],
    _Pos[float16],
    _Abs[float16],
    _Third1[float32, _Beside7],
    _Third2[complex64, _Beside6],
): ...
class _Row_float16(
    _Row_float16_1,
    _Row_float16_2,
    _Row_float16_3,
    _Row_float16_4,
): ...

class _Row_float32_1(
    _Results1[float32, float32, float32, complex64, bool_],
    _Results2[float32, float32, float32, float32],
    _Bound_add[_add_float32, _add_float32],
    _Bound_sub[_add_float32, _add_float32],
    _Bound_truediv[_add_float32, _add_float32],
    _Bound_pow[_add_float32, _add_float32],
    _Bound_lt[_lt_bfloat16, _lt_bfloat16],
    _Results3[float32, float32, bool_],
): ...
class _Row_float32_2(
    _Results4[float32, float32, float32, float32, float32, bool_],
    _Results5[float32, float32],
    _Made13[float32],
    _Made14[complex64],
    _Made32[float32],
    _Made33[complex64],
    _Results6[_floordiv_float32, _floordiv_float32, _matmul_float32, _matmul_float32, _Refused, _Refused, _Refused, _Refused, _rfloordiv_float32, _rfloordiv_float32, _rpow_float32, _rpow_float32, _ReflectedRefused, _ReflectedRefused, _ReflectedRefused, _ReflectedRefused],
    _Made19[float32],
): ...
class _Row_float32_3(
    _Results7[float32, float32, float32],
    _Results8[float32, float32, float32],
    _Results9[float32, float32, float32],
    _Made29[float32],
    _Made30[float32],
    _Made34[float32],
    _Made35[float32],
    _Same[float32],
): ...
class _Row_float32_4(
    _Neg[float32],
    _Pos[float32],
    _Abs[float32],
    _Third1[complex64, _Beside6],
): ...
class _Row_float32(
    _Row_float32_1,
    _Row_float32_2,
    _Row_float32_3,
    _Row_float32_4,
): ...

class _Row_float64_1(
    _Results1[float64, float64, float64, complex128, bool_],
    _Results2[float64, float64, float64, float64],
    _Bound_add[_add_float64, _add_float64],
    _Bound_sub[_add_float64, _add_float64],
    _Bound_truediv[_add_float64, _add_float64],
    _Bound_pow[_add_float64, _add_float64],
    _Bound_lt[_lt_float64, _lt_float64],
    _Results3[float64, float64, bool_],
): ...
class _Row_float64_2(
    _Results4[float64, float64, float64, float64, float64, bool_],
    _Results5[float64, float64],
    _Made13[float64],
    _Made14[complex128],
    _Made32[float64],
    _Made33[complex128],
    _Results6[_floordiv_float64, _floordiv_float64, _matmul_float64, _matmul_float64, _Refused, _Refused, _Refused, _Refused, _rfloordiv_float64, _rfloordiv_float64, _rpow_float64, _rpow_float64, _ReflectedRefused, _ReflectedRefused, _ReflectedRefused, _ReflectedRefused],
    _Made19[float64],
): ...
class _Row_float64_3(
    _Results7[float64, float64, float64],
    _Results8[float64, float64, float64],
    _Results9[float64, float64, float64],
    _Made29[float64],
    _Made30[float64],
    _Made34[float64],
    _Made35[float64],
    _Same[float64],
): ...
class _Row_float64_4(
    _Neg[float64],
    _Pos[float64],
    _Abs[float64],
): ...
class _Row_float64(
    _Row_float64_1,
    _Row_float64_2,
    _Row_float64_3,
    _Row_float64_4,
): ...

class _Row_complex64_1(
    _Results1[complex64, complex64, complex64, complex64, bool_],
    _Results2[complex64, complex64, complex64, complex64],
    _Bound_add[_add_complex64, _add_complex64],
    _Bound_sub[_add_complex64, _add_complex64],
    _Bound_truediv[_add_complex64, _add_complex64],
    _Bound_pow[_add_complex64, _add_complex64],
    _Bound_lt[_lt_bfloat16, _lt_bfloat16],
    _Results3[complex64, complex64, bool_],
): ...
class _Row_complex64_2(
    _Results4[complex64, complex64, complex64, complex64, complex64, bool_],
    _Results5[complex64, complex64],
    _Made13[complex64],
    _Made14[complex64],
    _Made32[complex64],
    _Made33[complex64],
    _Results6[_Refused, _Refused, _matmul_complex64, _matmul_complex64, _Refused, _Refused, _Refused, _Refused, _ReflectedRefused, _ReflectedRefused, _rpow_complex64, _rpow_complex64, _ReflectedRefused, _ReflectedRefused, _ReflectedRefused, _ReflectedRefused],
    _Made34[complex64],
): ...
class _Row_complex64_3(
    _Made35[complex64],
    _Same[complex64],
    _Neg[complex64],
    _Pos[complex64],
    _Abs[float32],
): ...
class _Row_complex64(
    _Row_complex64_1,
    _Row_complex64_2,
    _Row_complex64_3,
): ...

class _Row_complex128_1(
    _Results1[complex128, complex128, complex128, complex128, bool_],
    _Results2[complex128, complex128, complex128, complex128],
    _Bound_add[_add_complex128, _add_complex128],
    _Bound_sub[_add_complex128, _add_complex128],
    _Bound_truediv[_add_complex128, _add_complex128],
    _Bound_pow[_add_complex128, _add_complex128],
    _Bound_lt[_lt_float64, _lt_float64],
    _Results3[complex128, complex128, bool_],
): ...
class _Row_complex128_2(
    _Results4[complex128, complex128, complex128, complex128, complex128, bool_],
    _Results5[complex128, complex128],
    _Made13[complex128],
    _Made14[complex128],
    _Made32[complex128],
    _Made33[complex128],
    _Results6[_Refused, _Refused, _matmul_complex128, _matmul_complex128, _Refused, _Refused, _Refused, _Refused, _ReflectedRefused, _ReflectedRefused, _rpow_complex128, _rpow_complex128, _ReflectedRefused, _ReflectedRefused, _ReflectedRefused, _ReflectedRefused],
    _Made34[complex128],
): ...
class _Row_complex128_3(
    _Made35[complex128],
    _Same[complex128],
    _Neg[complex128],
    _Pos[complex128],
    _Abs[float64],
): ...
class _Row_complex128(
    _Row_complex128_1,
    _Row_complex128_2,
    _Row_complex128_3,
): ...

class _Row_weak_int_1(
    _Results1[float32, bfloat16, float16, complex64, bool_],
    _Results2[int32, float32, int8, int16],
    _Bound_add[_add_weak_int, _add_weak_int],
    _Bound_sub[_add_weak_int, _add_weak_int],
    _Bound_truediv[_truediv_weak_int, _truediv_weak_int],
    _Bound_pow[_pow_weak_int, _pow_weak_int],
    _Bound_lt[_lt_bool_, _lt_bool_],
    _Results3[weak_int, weak_float, bool_],
): ...
class _Row_weak_int_2(
    _Results4[uint8, uint16, uint32, float32, int32, bool_],
    _Results5[weak_int, weak_float],
    _Made13[weak_float],
    _Made14[weak_complex],
    _Made32[weak_float],
    _Made33[weak_complex],
    _Results6[_floordiv_weak_int, _floordiv_weak_int, _matmul_weak_int, _matmul_weak_int, _lshift_weak_int, _lshift_weak_int, _lshift_weak_int, _lshift_weak_int, _rfloordiv_weak_int, _rfloordiv_weak_int, _rpow_bool_, _rpow_bool_, _rlshift_weak_int, _rlshift_weak_int, _rlshift_weak_int, _rlshift_weak_int],
    _Made19[weak_int],
): ...
class _Row_weak_int_3(
    _Results7[uint8, uint16, uint32],
    _Results8[int8, int16, int32],
    _Results9[bfloat16, float16, float32],
    _Made29[weak_int],
    _Made30[weak_float],
    _Made34[weak_int],
    _Made35[weak_int],
    _Results10[weak_int, weak_int],
): ...
class _Row_weak_int_4(
    _Results11[uint8, uint16, uint32],
    _Results12[int8, int16, int32],
    _Made43[weak_int],
    _Same[weak_int],
    _Neg[weak_int],
    _Pos[weak_int],
    _Abs[weak_int],
    _Invert[weak_int],
): ...
class _Row_weak_int(
    _Row_weak_int_1,
    _Row_weak_int_2,
    _Row_weak_int_3,
    _Row_weak_int_4,
): ...

class _Row_weak_float_1(
    _Results1[float32, bfloat16, float16, complex64, bool_],
    _Results2[weak_float, weak_float, weak_float, weak_float],
    _Bound_add[_add_weak_float, _add_weak_float],
    _Bound_sub[_add_weak_float, _add_weak_float],
    _Bound_truediv[_add_weak_float, _add_weak_float],
    _Bound_pow[_pow_weak_float, _pow_weak_float],
    _Bound_lt[_lt_uint8, _lt_uint8],
    _Results3[weak_float, weak_float, bool_],
): ...
class _Row_weak_float_2(
    _Results4[weak_float, weak_float, weak_float, weak_float, weak_float, bool_],
    _Results5[weak_float, weak_float],
    _Made13[weak_float],
    _Made14[weak_complex],
    _Made32[weak_float],
    _Made33[weak_complex],
    _Results6[_floordiv_weak_float, _floordiv_weak_float, _matmul_weak_float, _matmul_weak_float, _Refused, _Refused, _Refused, _Refused, _rfloordiv_weak_float, _rfloordiv_weak_float, _rpow_weak_float, _rpow_weak_float, _ReflectedRefused, _ReflectedRefused, _ReflectedRefused, _ReflectedRefused],
    _Made19[weak_float],
): ...
class _Row_weak_float_3(
    _Results7[weak_float, weak_float, weak_float],
    _Results8[weak_float, weak_float, weak_float],
    _Results9[bfloat16, float16, float32],
    _Made29[weak_float],
    _Made30[weak_float],
    _Made34[weak_float],
    _Made35[weak_float],
    _Same[weak_float],
): ...
class _Row_weak_float_4(
    _Neg[weak_float],
    _Pos[weak_float],
    _Abs[weak_float],
): ...
class _Row_weak_float(
    _Row_weak_float_1,
    _Row_weak_float_2,
    _Row_weak_float_3,
    _Row_weak_float_4,
): ...

class _Row_weak_complex_1(
    _Results1[complex64, complex64, complex64, complex64, bool_],
    _Results2[weak_complex, weak_complex, weak_complex, weak_complex],
    _Bound_add[_add_weak_complex, _add_weak_complex],
    _Bound_sub[_add_weak_complex, _add_weak_complex],
    _Bound_truediv[_add_weak_complex, _add_weak_complex],
    _Bound_pow[_pow_weak_complex, _pow_weak_complex],
    _Bound_lt[_lt_bfloat16, _lt_bfloat16],
    _Results3[weak_complex, weak_complex, bool_],
): ...
class _Row_weak_complex_2(
    _Results4[weak_complex, weak_complex, weak_complex, weak_complex, weak_complex, bool_],
    _Results5[weak_complex, weak_complex],
    _Made13[weak_complex],
    _Made14[weak_complex],
    _Made32[weak_complex],
    _Made33[weak_complex],
    _Results6[_Refused, _Refused, _matmul_weak_complex, _matmul_weak_complex, _Refused, _Refused, _Refused, _Refused, _ReflectedRefused, _ReflectedRefused, _rpow_weak_complex, _rpow_weak_complex, _ReflectedRefused, _ReflectedRefused, _ReflectedRefused, _ReflectedRefused],
    _Made34[weak_complex],
): ...
class _Row_weak_complex_3(
    _Made35[weak_complex],
    _Same[weak_complex],
    _Neg[weak_complex],
    _Pos[weak_complex],
    _Abs[weak_float],
    _Third1[complex64, _Beside8],
): ...
class _Row_weak_complex(
    _Row_weak_complex_1,
    _Row_weak_complex_2,
    _Row_weak_complex_3,
): ...

class bool_(_Has[_Row_bool_], _Concrete, _Requested[bool_], _Over[bool_, _UpTo_bool_], _Takes[bool_, Array[_UpTo_bool_]], _UpTo_bool_, _UpTo_weak_int, _UpTo_uint8, _UpTo_int8, _UpTo_uint16, _UpTo_uint32, _UpTo_int16, _UpTo_int32, _UpTo_weak_float, _UpTo_bfloat16, _UpTo_float16, _UpTo_weak_complex, _UpTo_float32, _UpTo_complex64):
    """True or false."""

class uint1(_Has[_Row_uint1], unsignedinteger, _Concrete, _Requested[uint1], _Over[uint1, uint1 | _UpTo_weak_int], _Takes[uint1, Array[uint1] | Array[_UpTo_weak_int] | int]):
    """Unsigned integer of 1 bit."""

class uint2(_Has[_Row_uint2], unsignedinteger, _Concrete, _Requested[uint2], _Over[uint2, uint2 | _UpTo_weak_int], _Takes[uint2, Array[uint2] | Array[_UpTo_weak_int] | int]):
    """Unsigned integer of 2 bits."""

class uint4(_Has[_Row_uint4], unsignedinteger, _Concrete, _Requested[uint4], _Over[uint4, uint4 | _UpTo_weak_int], _Takes[uint4, Array[uint4] | Array[_UpTo_weak_int] | int]):
    """Unsigned integer of 4 bits."""

class uint8(_Has[_Row_uint8], unsignedinteger, _Concrete, _Requested[uint8], _Over[uint8, _UpTo_uint8], _Takes[uint8, Array[_UpTo_uint8] | int], _Beside3, _UpTo_uint8, _UpTo_uint16, _UpTo_uint32, _UpTo_int16, _UpTo_int32, _UpTo_weak_float, _UpTo_bfloat16, _UpTo_float16, _UpTo_weak_complex, _UpTo_float32, _UpTo_complex64):
    """Unsigned integer of 8 bits."""

class uint16(_Has[_Row_uint16], unsignedinteger, _Concrete, _Requested[uint16], _Over[uint16, _UpTo_uint16], _Takes[uint16, Array[_UpTo_uint16] | int], _Beside4, _UpTo_uint16, _UpTo_uint32, _UpTo_int32, _UpTo_weak_float, _UpTo_bfloat16, _UpTo_float16, _UpTo_weak_complex, _UpTo_float32, _UpTo_complex64):
    """Unsigned integer of 16 bits."""

class uint32(_Has[_Row_uint32], unsignedinteger, _Concrete, _Requested[uint32], _Over[uint32, _UpTo_uint32], _Takes[uint32, Array[_UpTo_uint32] | int], _Beside4, _UpTo_uint32, _UpTo_int32, _UpTo_weak_float, _UpTo_bfloat16, _UpTo_float16, _UpTo_weak_complex, _UpTo_float32, _UpTo_complex64):
    """Unsigned integer of 32 bits."""

class uint64(_Has[_Row_uint64], unsignedinteger, _Concrete, _Truncated, _Requested[Any]):
    """Unsigned integer of 64 bits."""
    def __new__(cls, x: Any = ..., /) -> Array[Any]: ...  # type: ignore[misc]

class int1(_Has[_Row_int1], signedinteger, _Concrete, _Requested[int1], _Over[int1, int1 | _UpTo_weak_int], _Takes[int1, Array[int1] | Array[_UpTo_weak_int] | int]):
    """Signed integer of 1 bit."""

class int2(_Has[_Row_int2], signedinteger, _Concrete, _Requested[int2], _Over[int2, int2 | _UpTo_weak_int], _Takes[int2, Array[int2] | Array[_UpTo_weak_int] | int]):
    """Signed integer of 2 bits."""

class int4(_Has[_Row_int4], signedinteger, _Concrete, _Requested[int4], _Over[int4, int4 | _UpTo_weak_int], _Takes[int4, Array[int4] | Array[_UpTo_weak_int] | int]):
    """Signed integer of 4 bits."""

class int8(_Has[_Row_int8], signedinteger, _Concrete, _Requested[int8], _Over[int8, _UpTo_int8], _Takes[int8, Array[_UpTo_int8] | int], _Beside1, _Beside2, _UpTo_int8, _UpTo_int16, _UpTo_int32, _UpTo_weak_float, _UpTo_bfloat16, _UpTo_float16, _UpTo_weak_complex, _UpTo_float32, _UpTo_complex64):
    """Signed integer of 8 bits."""

class int16(_Has[_Row_int16], signedinteger, _Concrete, _Requested[int16], _Over[int16, _UpTo_int16], _Takes[int16, Array[_UpTo_int16] | int], _Beside2, _UpTo_int16, _UpTo_int32, _UpTo_weak_float, _UpTo_bfloat16, _UpTo_float16, _UpTo_weak_complex, _UpTo_float32, _UpTo_complex64):
    """Signed integer of 16 bits."""

class int32(_Has[_Row_int32], signedinteger, _Concrete, _Requested[int32], _Over[int32, _UpTo_int32], _Takes[int32, Array[_UpTo_int32] | int], _UpTo_int32, _UpTo_weak_float, _UpTo_bfloat16, _UpTo_float16, _UpTo_weak_complex, _UpTo_float32, _UpTo_complex64):
    """Signed integer of 32 bits."""

class int64(_Has[_Row_int64], signedinteger, _Concrete, _Truncated, _Requested[Any]):
    """Signed integer of 64 bits."""
    def __new__(cls, x: Any = ..., /) -> Array[Any]: ...  # type: ignore[misc]

class float4_e2m1fn(_Has[_Row_float4_e2m1fn], floating, _Concrete, _Requested[float4_e2m1fn], _Over[float4_e2m1fn, float4_e2m1fn | _UpTo_weak_float], _Takes[float4_e2m1fn, Array[float4_e2m1fn] | Array[_UpTo_weak_float] | float]):
    """4-bit float: 2 exponent bits, 1 mantissa bit, finite numbers only."""

class float6_e2m3fn(_Has[_Row_float6_e2m3fn], floating, _Concrete, _Requested[float6_e2m3fn], _Over[float6_e2m3fn, float6_e2m3fn | _UpTo_weak_float], _Takes[float6_e2m3fn, Array[float6_e2m3fn] | Array[_UpTo_weak_float] | float]):
    """6-bit float: 2 exponent bits, 3 mantissa bits, finite numbers only."""

class float6_e3m2fn(_Has[_Row_float6_e3m2fn], floating, _Concrete, _Requested[float6_e3m2fn], _Over[float6_e3m2fn, float6_e3m2fn | _UpTo_weak_float], _Takes[float6_e3m2fn, Array[float6_e3m2fn] | Array[_UpTo_weak_float] | float]):
    """6-bit float: 3 exponent bits, 2 mantissa bits, finite numbers only."""

class float8_e3m4(_Has[_Row_float8_e3m4], floating, _Concrete, _Requested[float8_e3m4], _Over[float8_e3m4, float8_e3m4 | _UpTo_weak_float], _Takes[float8_e3m4, Array[float8_e3m4] | Array[_UpTo_weak_float] | float]):
    """8-bit float: 3 exponent bits, 4 mantissa bits, IEEE style."""

class float8_e4m3(_Has[_Row_float8_e4m3], floating, _Concrete, _Requested[float8_e4m3], _Over[float8_e4m3, float8_e4m3 | _UpTo_weak_float], _Takes[float8_e4m3, Array[float8_e4m3] | Array[_UpTo_weak_float] | float]):
    """8-bit float: 4 exponent bits, 3 mantissa bits, IEEE style."""

class float8_e8m0fnu(_Has[_Row_float8_e8m0fnu], floating, _Concrete, _Requested[float8_e8m0fnu], _Over[float8_e8m0fnu, float8_e8m0fnu | _UpTo_weak_float], _Takes[float8_e8m0fnu, Array[float8_e8m0fnu] | Array[_UpTo_weak_float] | float]):
    """8-bit scale: 8 exponent bits, no mantissa, no sign."""

class float8_e4m3b11fnuz(_Has[_Row_float8_e4m3b11fnuz], floating, _Concrete, _Requested[float8_e4m3b11fnuz], _Over[float8_e4m3b11fnuz, float8_e4m3b11fnuz | _UpTo_weak_float], _Takes[float8_e4m3b11fnuz, Array[float8_e4m3b11fnuz] | Array[_UpTo_weak_float] | float]):
    """8-bit float: 4 exponent bits (bias 11), 3 mantissa bits, no infinities, one zero."""

class float8_e4m3fn(_Has[_Row_float8_e4m3fn], floating, _Concrete, _Requested[float8_e4m3fn], _Over[float8_e4m3fn, float8_e4m3fn | _UpTo_weak_float], _Takes[float8_e4m3fn, Array[float8_e4m3fn] | Array[_UpTo_weak_float] | float]):
    """8-bit float: 4 exponent bits, 3 mantissa bits, no infinities."""

class float8_e4m3fnuz(_Has[_Row_float8_e4m3fnuz], floating, _Concrete, _Requested[float8_e4m3fnuz], _Over[float8_e4m3fnuz, float8_e4m3fnuz | _UpTo_weak_float], _Takes[float8_e4m3fnuz, Array[float8_e4m3fnuz] | Array[_UpTo_weak_float] | float]):
    """8-bit float: 4 exponent bits, 3 mantissa bits, no infinities, one zero."""

class float8_e5m2(_Has[_Row_float8_e5m2], floating, _Concrete, _Requested[float8_e5m2], _Over[float8_e5m2, float8_e5m2 | _UpTo_weak_float], _Takes[float8_e5m2, Array[float8_e5m2] | Array[_UpTo_weak_float] | float]):
    """8-bit float: 5 exponent bits, 2 mantissa bits, IEEE style."""

class float8_e5m2fnuz(_Has[_Row_float8_e5m2fnuz], floating, _Concrete, _Requested[float8_e5m2fnuz], _Over[float8_e5m2fnuz, float8_e5m2fnuz | _UpTo_weak_float], _Takes[float8_e5m2fnuz, Array[float8_e5m2fnuz] | Array[_UpTo_weak_float] | float]):
    """8-bit float: 5 exponent bits, 2 mantissa bits, no infinities, one zero."""

class bfloat16(_Has[_Row_bfloat16], floating, _Concrete, _Requested[bfloat16], _Over[bfloat16, _UpTo_bfloat16], _Takes[bfloat16, Array[_UpTo_bfloat16] | float], _Beside7, _Beside8, _UpTo_bfloat16, _UpTo_float32, _UpTo_complex64):
    """16-bit float with float32's range: 8 exponent bits, 7 mantissa bits."""

class float16(_Has[_Row_float16], floating, _Concrete, _Requested[float16], _Over[float16, _UpTo_float16], _Takes[float16, Array[_UpTo_float16] | float], _Beside5, _Beside8, _UpTo_float16, _UpTo_float32, _UpTo_complex64):
    """IEEE half precision: 5 exponent bits, 10 mantissa bits."""

class float32(_Has[_Row_float32], floating, _Concrete, _Requested[float32], _Over[float32, _UpTo_float32], _Takes[float32, Array[_UpTo_float32] | float], _Beside8, _UpTo_float32, _UpTo_complex64):
    """IEEE single precision: 8 exponent bits, 23 mantissa bits."""

class float64(_Has[_Row_float64], floating, _Concrete, _Truncated, _Requested[Any]):
    """IEEE double precision: 11 exponent bits, 52 mantissa bits."""
    def __new__(cls, x: Any = ..., /) -> Array[Any]: ...  # type: ignore[misc]

class complex64(_Has[_Row_complex64], complexfloating, _Concrete, _Requested[complex64], _Over[complex64, _UpTo_complex64], _Takes[complex64, Array[_UpTo_complex64] | float], _UpTo_complex64):
    """Two float32: real and imaginary part."""

class complex128(_Has[_Row_complex128], complexfloating, _Concrete, _Truncated, _Requested[Any]):
    """Two float64: real and imaginary part."""
    def __new__(cls, x: Any = ..., /) -> Array[Any]: ...  # type: ignore[misc]

class weak_int(_Weak[_Row_weak_int], _WeakOver[weak_int, _UpTo_weak_int], _WeakTakes[weak_int, Array[_UpTo_weak_int] | int], int32, _UpTo_weak_int, _UpTo_uint8, _UpTo_int8, _UpTo_uint16, _UpTo_uint32, _UpTo_int16):
    """A Python int, or an array of Python ints only: an int32 (x64: int64) that yields in promotion."""

class weak_float(_Weak[_Row_weak_float], _WeakOver[weak_float, _UpTo_weak_float], _WeakTakes[weak_float, Array[_UpTo_weak_float] | float], float32, _UpTo_weak_float, _UpTo_bfloat16, _UpTo_float16, _UpTo_weak_complex):
    """A Python float, or an array without an explicit width: a float32 (x64: float64) that yields in promotion."""

class weak_complex(_Weak[_Row_weak_complex], _WeakOver[weak_complex, _UpTo_weak_complex], _WeakTakes[weak_complex, Array[_UpTo_weak_complex] | float], complex64, _Beside6, _UpTo_weak_complex):
    """A Python complex, or an array of Python complex: a complex64 (x64: complex128) that yields in promotion."""

class _Joined:  # the weak dtypes when the mypy plugin joins them with their default dtypes
    class weak_int(int32): ...
    class weak_float(float32): ...
    class weak_complex(complex64): ...

class _JoinedX64:  # the weak dtypes when the mypy plugin joins them with their default dtypes
    class weak_int(int64): ...
    class weak_float(float64): ...
    class weak_complex(complex128): ...

class complex32(complexfloating):
    """Two float16: real and imaginary part. PyTorch has it; JAX and NumPy do not."""

class _Jaxtyping:  # the categories of jaxtyping's annotations, for the mypy plugin
    class UInt(generic): ...
    class Int(generic): ...
    class Integer(generic): ...
    class Float(generic): ...
    class Complex(generic): ...
    class Inexact(generic): ...
    class Real(generic): ...
    class Num(generic): ...
    class _Last(generic): ...

CATEGORIES: dict[str, type[generic]]
DTYPES: dict[str, type[generic]]
WEAK_TYPES: dict[str, type[generic]]
