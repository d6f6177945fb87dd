"""The plugin's error codes, for ``# type: ignore[...]`` and ``disable_error_code``."""

from __future__ import annotations

from typing import Final

from mypy.errorcodes import ErrorCode

DTYPE_PROMOTION: Final = ErrorCode(
    "dtype-promotion", "Check that an operator takes the dtypes of its operands", "Array dtypes"
)
