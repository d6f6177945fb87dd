"""JAX's options that change dtypes, and the marks by which the mypy plugin shares their values between modules.

`option_value` and `environment_value` read a setting's value from Python code and from environment variables.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

OPTIONS = {
    "jax_enable_x64": "x64",
    "jax_default_dtype_bits": "x64",
    "jax_numpy_dtype_promotion": "promotion",
    "jax_explicit_x64_dtypes": "requests",
}
"""JAX's options, and the setting that each one changes: a key of the configuration, or "requests" for 64-bit requests.

`jax_numpy_rank_promotion` is missing: no dtype depends on it.
"""

CONTEXTS = {
    "enable_x64": "x64",
    "disable_x64": "x64",
    "numpy_dtype_promotion": "promotion",
    "explicit_x64_dtypes": "requests",
}
"""JAX's context managers by the last part of their names, and the setting that each one changes."""

ENVIRONMENT = {option.upper(): key for option, key in OPTIONS.items()}
"""The environment variables from which JAX reads its options, and the setting that each one changes."""

VALUES: Mapping[str, tuple[bool | str, ...]] = {
    "x64": (False, True),
    "promotion": ("standard", "strict"),
    "requests": ("truncated", "kept", "refused"),
}
"""The possible values of each setting, JAX's default first."""

MARKS: Mapping[str, tuple[str, bool | str]] = {
    "x64_off": ("x64", False),
    "x64_on": ("x64", True),
    "standard": ("promotion", "standard"),
    "strict": ("promotion", "strict"),
    "truncated": ("requests", "truncated"),
    "kept": ("requests", "kept"),
    "refused": ("requests", "refused"),
}
"""A mark for each value of a setting. A mark is a module of the stubs: modules that set the value depend on it."""

SHOWN = "shown"
"""The mark of modules that may get a note about the environment: modules of the program itself that import JAX."""


def option_value(key: str, value: object) -> bool | str | None:
    """The setting's value for a Python value; None if it is unknown."""
    if key == "requests":
        return {"allow": "kept", "warn": "truncated", "error": "refused"}.get(str(value))
    return next((allowed for allowed in VALUES[key] if type(allowed) is type(value) and allowed == value), None)


def environment_value(key: str, text: str) -> bool | str | None:
    """The setting's value for the text of an environment variable; None if it is unknown."""
    if key != "x64":
        return option_value(key, text)
    word = text.lower()
    return True if word in ("y", "yes", "t", "true", "on", "1") else False if word in _OFF else None


_OFF = ("n", "no", "f", "false", "off", "0")
