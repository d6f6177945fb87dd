# What JAX has from ml_dtypes. The limits in `finfo` are scalars of NumPy or ml_dtypes, and are used as Python's floats: so they are
# unknown, as they are without these stubs.
from typing import Any

import numpy as _np
from ml_dtypes import iinfo as _iinfo

class finfo(_np.finfo[Any]):
    """Machine limits for floating point types, those of ml_dtypes as well."""

    def __new__(cls, dtype: Any) -> finfo: ...

class iinfo(_iinfo):
    """Machine limits for integer types, those of ml_dtypes as well."""

    def __init__(self, int_type: Any) -> None: ...
