"""The promotion systems of this package by name. Each is declared in a separate module."""

from __future__ import annotations

from importlib import import_module

from ..exceptions import UnknownSystemError, quoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..system import System

MODULES: dict[str, str] = {
    "jax": "jax",
    "jax.lax": "jax_lax",
    "numpy": "numpy",
    "torch": "torch",
    "tensorflow": "tensorflow",
    "tensorflow-numpy": "tensorflow_numpy",
    "tensorflow-numpy-safe": "tensorflow_numpy",
    "array-api": "array_api",
    "dask": "dask",
    "cupy": "cupy",
    "option-0": "jep9407",
    "option-1": "jep9407",
    "option-1-closed": "jep9407",
    "option-2": "jep9407",
    "option-2-closed": "jep9407",
    "option-3": "jep9407",
    "option-3-closed": "jep9407",
}
"""The module that declares each system, by the name of the system."""

MODES: dict[str, tuple[str, ...]] = {"jax": ("x64", "strict"), "jax.lax": ("x64",)}
"""The modes of each system, by its name."""

CUSTOM_SUFFIX = ".toml"
"""A name with this suffix is the path of a file that declares a user's system."""

_built: dict[tuple[str, bool, bool], System] = {}


def builtin_system(name: str, *, x64: bool = False, strict: bool = False) -> System:
    """A promotion system of this package; the same object each time.

    Args:
        name: a key of `MODULES`.
        x64, strict: the modes, as for `get_system`.

    Raises:
        UnknownSystemError: no system has this name, or it lacks a mode.
    """
    key = (name, x64, strict)
    if key in _built:
        return _built[key]
    if name not in MODULES:
        raise UnknownSystemError(
            f"unknown promotion system {quoted(name)}; systems: {', '.join(MODULES)}, or the path of a {CUSTOM_SUFFIX}"
            " file"
        )
    check_modes(name, MODES.get(name, ()), x64=x64, strict=strict)
    system: System = import_module(f"{__package__}.{MODULES[name]}").system(name, x64=x64, strict=strict)
    _built[key] = system
    return system


def check_modes(name: str, modes: tuple[str, ...], *, x64: bool, strict: bool) -> None:
    """Raise an error for a requested mode that a system lacks.

    Args:
        name: the name of the system.
        modes: the modes that it has.
        x64, strict: whether each mode is requested.

    Raises:
        UnknownSystemError: the system lacks a requested mode.
    """
    for mode, on in (("x64", x64), ("strict", strict)):
        if on and mode not in modes:
            raise UnknownSystemError(
                f"the promotion system {quoted(name)} has no mode {mode!r}; it has: {', '.join(modes) or 'none'}"
            )
