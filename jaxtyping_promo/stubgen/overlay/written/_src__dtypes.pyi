# JAX's imports from ml_dtypes, whose sources would cost a checker more time. The limits in `finfo` are scalars of NumPy or
# ml_dtypes, and programs use them as Python floats. So their types are unknown, as without these stubs.
from typing import Any
from typing_extensions import Self

import numpy as _np
from jaxtyping_promo.dtypes import generic

class finfo(_np.finfo[Any]):
    """Machine limits for floating point types, those of ml_dtypes as well."""

    def __new__(cls, dtype: Any) -> finfo: ...

class iinfo:
    """Machine limits for integer types, those of ml_dtypes as well."""

    kind: str
    bits: int
    min: int
    max: int
    dtype: _np.dtype[Any]
    def __init__(self, int_type: Any) -> None: ...

# The dtype of random keys, for annotations: Array[jax.dtypes.prng_key]. An array's type argument is a `generic` of ours.
# NumPy's `__new__` is abstract, and a checker accepts no abstract class in is_array(x, jax.dtypes.prng_key).
class prng_key(extended, generic):
    def __new__(cls, /, *args: Any, **kwargs: Any) -> Self: ...
