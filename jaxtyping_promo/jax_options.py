"""JAX's options that dtypes depend on: their names, and the marks that the mypy plugin passes between modules."""

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
"""JAX's options, and what each of them decides: a key of the configuration, or what a 64-bit request becomes.

`jax_numpy_rank_promotion` is not among them: JAX raises or warns by it, and no dtype depends on it.
"""

CONTEXTS = {
    "enable_x64": "x64",
    "disable_x64": "x64",
    "numpy_dtype_promotion": "promotion",
    "explicit_x64_dtypes": "requests",
}
"""JAX's context managers, by the last part of their names, and what each of them decides."""

ENVIRONMENT = {option.upper(): key for option, key in OPTIONS.items()}
"""The variables of the environment that JAX reads its options from."""

VALUES: Mapping[str, tuple[bool | str, ...]] = {
    "x64": (False, True),
    "promotion": ("standard", "strict"),
    "requests": ("truncated", "kept", "refused"),
}
"""What each of them may be, JAX's default first."""

MARKS: Mapping[str, tuple[str, bool | str]] = {
    "x64_off": ("x64", False),
    "x64_on": ("x64", True),
    "standard": ("promotion", "standard"),
    "strict": ("promotion", "strict"),
    "truncated": ("requests", "truncated"),
    "kept": ("requests", "kept"),
    "refused": ("requests", "refused"),
}
"""A mark for each value: it is a module of the stubs, which modules depend on that switch the option to the value."""

SHOWN = "shown"
"""The mark of the modules whose messages users see: those that import JAX and are not installed."""


def option_value(key: str, value: object) -> bool | str | None:
    """What an option is set to by a Python value; None if that is not known."""
    if key == "requests":
        return {"allow": "kept", "warn": "truncated", "error": "refused"}.get(str(value))
    return next((known for known in VALUES[key] if type(known) is type(value) and known == value), None)


def environment_value(key: str, text: str) -> bool | str | None:
    """What an option is set to by the text of an environment variable; None if that is not known."""
    if key != "x64":
        return option_value(key, text)
    word = text.lower()
    return True if word in ("y", "yes", "t", "true", "on", "1") else False if word in _OFF else None


_OFF = ("n", "no", "f", "false", "off", "0")
