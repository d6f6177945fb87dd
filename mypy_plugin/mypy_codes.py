"""The plugin's error codes for mypy, for ``# type: ignore[...]`` and ``disable_error_code``.

`report` asks `mypy_code` for the code of an error.
"""

from __future__ import annotations

from typing import Final

from mypy.errorcodes import ErrorCode

from ..diagnostics.codes import CODES, Code

CATEGORY: Final = "Array dtypes"

MYPY_CODES: Final[dict[str, ErrorCode]] = {
    code.name: ErrorCode(code.name, code.summary, CATEGORY) for code in CODES.values()
}
"""mypy's error code by the name of each code. All are enabled for mypy, since `report` applies the severities."""


def mypy_code(code: Code) -> ErrorCode:
    """mypy's error code for a code of the registry."""
    return MYPY_CODES[code.name]


def link_line(code: Code) -> str:
    """The last line of a report: the address of the code's page."""
    return f"See {code.page}"
