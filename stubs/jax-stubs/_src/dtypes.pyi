# Generated from JAX 0.12.0.1 by `python -m jaxtyping_promo.stubgen`. Do not edit: change the rules or the generator.
from builtins import type as _builtins_type
from numpy import dtype as _np_dtype, finfo as _np_finfo, generic as _np_generic
from dataclasses import dataclass
from jaxtyping_promo.dtypes import generic
from typing import Any, ClassVar
from typing_extensions import Self

class finfo(_np_finfo[Any]):
    """Machine limits for floating point types, those of ml_dtypes as well."""

    def __new__(cls, dtype: Any) -> finfo: ...
class iinfo:
    """Machine limits for integer types, those of ml_dtypes as well."""

    kind: str
    bits: int
    min: int
    max: int
    dtype: _np_dtype[Any]
    def __init__(self, int_type: Any) -> None: ...
class prng_key(extended, generic):
    def __new__(cls, /, *args: Any, **kwargs: Any) -> Self: ...
class ExtendedDType:
    @property
    def type(self) -> _builtins_type[Any]: ...
    _rules: Any
class InvalidInputException(TypeError): ...
@dataclass(frozen=True)
class PrimalTangentDType(ExtendedDType):
    primal_dtype: Any
    tangent_dtype: Any
    name: str
    type: ClassVar[Any]
    def __repr__(self) -> str: ...
    @property
    def _rules(self) -> Any: ...
class TypePromotionError(ValueError): ...
class _CanonicalizeValueHandlersDict:
    def __getitem__(self, key: Any) -> Any: ...
    def __setitem__(self, key: Any, value: Any) -> None: ...
class extended(_np_generic): ...
class primal_tangent_dtype_scalar(extended): ...
def canonicalize_dtype(*args: Any, **kwargs: Any) -> Any:
    """Convert from a dtype to a canonical dtype based on config.x64_enabled."""
def isdtype(*args: Any, **kwargs: Any) -> Any:
    """Returns a boolean indicating whether a provided dtype is of a specified kind."""
def issubdtype(*args: Any, **kwargs: Any) -> Any:
    """Returns True if first argument is a typecode lower/equal in type hierarchy."""
def itemsize_bits(*args: Any, **kwargs: Any) -> Any:
    """Number of bits per element for the dtype."""
def primal_tangent_dtype(*args: Any, **kwargs: Any) -> Any: ...
def result_type(*args: Any, **kwargs: Any) -> Any:
    """Convenience function to apply JAX argument dtype promotion."""
def scalar_type_of(*args: Any, **kwargs: Any) -> Any:
    """Return the scalar type associated with a JAX value."""
def __getattr__(name: str) -> Any: ...
