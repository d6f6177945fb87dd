"""The promotion systems by name, each declared in a module of its own and built when it is first asked for."""

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
"""System name to the module that declares it."""

MODES: dict[str, tuple[str, ...]] = {"jax": ("x64", "strict"), "jax.lax": ("x64",)}
"""The switches that a system has."""

CUSTOM_SUFFIX = ".toml"
"""A name that ends so is the path of a file that declares a system of the user's own."""

_built: dict[tuple[str, bool, bool], System] = {}


def get_system(name: str, *, x64: bool = False, strict: bool = False) -> System:
    """The promotion system of this name, in this mode.

    Args:
        name: a key of `MODULES`, or the path of a TOML file that declares a system (see `systems.toml_file`).
        x64: the mode in which 64-bit dtypes are on.
        strict: the mode in which only safe weak promotion is allowed.

    Raises:
        UnknownSystemError: no system has this name, or it has no such mode.
        ConfigError: the TOML file cannot be read, or does not declare a system.
        LatticeError: the edges that it declares are no partial order with unique joins.
    """
    key = (name, x64, strict)
    try:
        return _built[key]
    except KeyError:
        pass
    custom = str(name).endswith(CUSTOM_SUFFIX)
    if not custom and name not in MODULES:
        raise UnknownSystemError(
            f"unknown promotion system {quoted(name)}; systems: {', '.join(MODULES)}, or the path of a {CUSTOM_SUFFIX}"
            " file"
        )
    for mode, on in (("x64", x64), ("strict", strict)):
        if on and mode not in MODES.get(name, ()):
            modes = ", ".join(MODES.get(name, ())) or "none"
            raise UnknownSystemError(f"the promotion system {quoted(name)} has no mode {mode!r}; it has: {modes}")
    if custom:
        from .toml_file import load

        return load(name)
    system: System = import_module(f".{MODULES[name]}", __name__).system(name, x64=x64, strict=strict)
    _built[key] = system
    return system
