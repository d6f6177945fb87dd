"""The dtypes: JAX's 32, PyTorch's complex32, three weak types, and the categories of NumPy and JAX.

The classes are names for types and have no instances. Their order is that of a promotion table: bool, unsigned, signed,
float, complex, weak. Sources: ``jax.dtypes``, ``ml_dtypes`` 0.5 and NumPy's scalar hierarchy.
"""

from __future__ import annotations

from .exceptions import UnknownDTypeError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, NoReturn


class DTypeMeta(type):
    """The metaclass of dtype classes: it prints a class as its name, and gives NumPy and JAX its `numpy.dtype`."""

    def __repr__(cls) -> str:
        return cls.__name__

    def __call__(cls, *args: object, **kwargs: object) -> NoReturn:
        """Raise an error, since dtype classes have no instances.

        Raises:
            TypeError: always.
        """
        raise TypeError(f"{cls.__name__} is a dtype and has no instances; make an array of it with your array library")

    @property
    def name(cls) -> str:
        """JAX's name of the dtype; ``weak_int``, ``weak_float`` and ``weak_complex`` for the weak types."""
        return cls.__name__

    @property
    def dtype(cls) -> Any:
        """The `numpy.dtype` of this class, so that NumPy and JAX accept the class as a dtype.

        Raises:
            UnknownDTypeError: the class is a weak type or a category, which correspond to no single NumPy dtype.
        """
        if cls.__name__ not in DTYPES:
            raise UnknownDTypeError(f"{cls.__name__} is not a concrete dtype; concrete dtypes: {', '.join(DTYPES)}")
        import numpy

        scalar_type = getattr(numpy, cls.__name__, None)
        if scalar_type is None:
            import ml_dtypes

            scalar_type = getattr(ml_dtypes, cls.__name__, None)
        if scalar_type is None:
            raise UnknownDTypeError(f"neither NumPy nor ml_dtypes has the dtype {cls.__name__}")
        return numpy.dtype(scalar_type)


class generic(metaclass=DTypeMeta):
    """Any dtype."""


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


class bool_(generic):
    """True or false."""


class uint1(unsignedinteger):
    """Unsigned integer of 1 bit."""


class uint2(unsignedinteger):
    """Unsigned integer of 2 bits."""


class uint4(unsignedinteger):
    """Unsigned integer of 4 bits."""


class uint8(unsignedinteger):
    """Unsigned integer of 8 bits."""


class uint16(unsignedinteger):
    """Unsigned integer of 16 bits."""


class uint32(unsignedinteger):
    """Unsigned integer of 32 bits."""


class uint64(unsignedinteger):
    """Unsigned integer of 64 bits."""


class int1(signedinteger):
    """Signed integer of 1 bit."""


class int2(signedinteger):
    """Signed integer of 2 bits."""


class int4(signedinteger):
    """Signed integer of 4 bits."""


class int8(signedinteger):
    """Signed integer of 8 bits."""


class int16(signedinteger):
    """Signed integer of 16 bits."""


class int32(signedinteger):
    """Signed integer of 32 bits."""


class int64(signedinteger):
    """Signed integer of 64 bits."""


class float4_e2m1fn(floating):
    """4-bit float: 2 exponent bits, 1 mantissa bit, finite numbers only."""


class float6_e2m3fn(floating):
    """6-bit float: 2 exponent bits, 3 mantissa bits, finite numbers only."""


class float6_e3m2fn(floating):
    """6-bit float: 3 exponent bits, 2 mantissa bits, finite numbers only."""


class float8_e3m4(floating):
    """8-bit float: 3 exponent bits, 4 mantissa bits, IEEE style."""


class float8_e4m3(floating):
    """8-bit float: 4 exponent bits, 3 mantissa bits, IEEE style."""


class float8_e8m0fnu(floating):
    """8-bit scale: 8 exponent bits, no mantissa, no sign."""


class float8_e4m3b11fnuz(floating):
    """8-bit float: 4 exponent bits (bias 11), 3 mantissa bits, no infinities, one zero."""


class float8_e4m3fn(floating):
    """8-bit float: 4 exponent bits, 3 mantissa bits, no infinities."""


class float8_e4m3fnuz(floating):
    """8-bit float: 4 exponent bits, 3 mantissa bits, no infinities, one zero."""


class float8_e5m2(floating):
    """8-bit float: 5 exponent bits, 2 mantissa bits, IEEE style."""


class float8_e5m2fnuz(floating):
    """8-bit float: 5 exponent bits, 2 mantissa bits, no infinities, one zero."""


class bfloat16(floating):
    """16-bit float with float32's range: 8 exponent bits, 7 mantissa bits."""


class float16(floating):
    """IEEE half precision: 5 exponent bits, 10 mantissa bits."""


class float32(floating):
    """IEEE single precision: 8 exponent bits, 23 mantissa bits."""


class float64(floating):
    """IEEE double precision: 11 exponent bits, 52 mantissa bits."""


class complex32(complexfloating):
    """Two float16: real and imaginary part. PyTorch has it; JAX and NumPy do not."""


class complex64(complexfloating):
    """Two float32: real and imaginary part."""


class complex128(complexfloating):
    """Two float64: real and imaginary part."""


# Python scalars have weak types. Each weak type is a subclass of its default dtype, and yields to any other dtype of
# its kind in promotion. With x64 on, the default dtype has 64 bits; the stubs of that configuration say so to checkers.


class weak_int(int32):
    """A Python int, or an array of Python ints only: an int32 (x64: int64) that yields in promotion."""


class weak_float(float32):
    """A Python float, or an array without an explicit width: a float32 (x64: float64) that yields in promotion."""


class weak_complex(complex64):
    """A Python complex, or an array of Python complex: a complex64 (x64: complex128) that yields in promotion."""


def _concrete(root: type[generic]) -> dict[str, type[generic]]:
    """The concrete dtypes below a category, by name."""
    concrete = {}
    for cls in root.__subclasses__():
        if cls.__name__ not in _WEAK_NAMES and cls.__name__ not in _CATEGORY_NAMES:
            concrete[cls.__name__] = cls
        concrete |= _concrete(cls)
    return concrete


_WEAK_NAMES = ("weak_int", "weak_float", "weak_complex")
_CATEGORY_NAMES = (
    "generic",
    "number",
    "integer",
    "unsignedinteger",
    "signedinteger",
    "inexact",
    "floating",
    "complexfloating",
)

CATEGORIES: dict[str, type[generic]] = {name: globals()[name] for name in _CATEGORY_NAMES}
"""The abstract categories by name, the widest first."""

DTYPES: dict[str, type[generic]] = {"bool_": bool_, **_concrete(number)}
"""The concrete dtypes by name: bool, unsigned, signed, float, complex; by width within each kind."""

WEAK_TYPES: dict[str, type[generic]] = {name: globals()[name] for name in _WEAK_NAMES}
"""The weak types by name."""

__all__ = [*CATEGORIES, *DTYPES, *WEAK_TYPES]
