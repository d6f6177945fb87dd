"""The plugin's error codes, for ``# type: ignore[...]`` and ``disable_error_code``."""

from __future__ import annotations

from typing import Final

from mypy.errorcodes import ErrorCode

DTYPE_PROMOTION: Final = ErrorCode(
    "dtype-promotion", "Check that an operator takes the dtypes of its operands", "Array dtypes"
)

DTYPE_TRUNCATION: Final = ErrorCode(
    "dtype-truncation", "Check that no 64-bit dtype is asked for while x64 is off (warn_truncation)", "Array dtypes"
)

DTYPE_CONFIGURATION: Final = ErrorCode(
    "dtype-configuration", "Note what a module switches in JAX and the configuration says otherwise", "Array dtypes"
)

DTYPE_ANNOTATION: Final = ErrorCode(
    "dtype-annotation", "Check that JAX's own class gets no type arguments where Python evaluates them", "Array dtypes"
)
