"""The severities of error codes: the defaults, changed by the configuration and by mypy's own options.

`report` asks here before it reports. Hooks ask `is_reported` before a costly search for a problem.
"""

from __future__ import annotations

from mypy.plugin import CheckerPluginInterface

from ..diagnostics.codes import ERROR, NOTE, OFF, Code
from .file_options import file_options
from .mypy_codes import mypy_code
from .mypy_compat.messages import current_options, is_file_ignored


def severity(api: CheckerPluginInterface, code: Code) -> str:
    """The severity of a code in the current file.

    mypy's own options for codes take precedence over the configuration.
    """
    error_code = mypy_code(code)
    options = current_options(api)
    if error_code in options.disabled_error_codes:
        return OFF
    configured = file_options(api).severity(code.name)
    return NOTE if configured == OFF and error_code in options.enabled_error_codes else configured


def refusal_severity(api: CheckerPluginInterface, code: Code) -> str:
    """The severity of a code in the current file where JAX raises an error.

    A code that is a note elsewhere, or not reported, is an error there, unless the user switches it off by its name.
    """
    if code.severity == ERROR:
        return severity(api, code)
    if mypy_code(code) in current_options(api).disabled_error_codes:
        return OFF
    return OFF if file_options(api).is_switched_off(code.name) else ERROR


def is_shown(api: CheckerPluginInterface) -> bool:
    """Whether mypy shows the errors of the file under check; it hides errors in installed packages."""
    return not is_file_ignored(api) and not current_options(api).ignore_errors


def is_reported(api: CheckerPluginInterface, *codes: Code) -> bool:
    """Whether the current file reports any of the codes, so that it is worth looking for the problem."""
    return is_shown(api) and any(severity(api, code) != OFF for code in codes)
