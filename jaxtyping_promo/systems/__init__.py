"""The promotion systems by name, each declared in a module of its own and built when it is first asked for."""

from __future__ import annotations

from importlib import import_module

from ..exceptions import UnknownSystemError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..system import System

MODULES: dict[str, str] = {"jax": "jax"}
"""System name to the module that declares it."""

MODES: dict[str, tuple[str, ...]] = {"jax": ("x64", "strict")}
"""The switches that a system has."""

_built: dict[tuple[str, bool, bool], System] = {}


def get_system(name: str, *, x64: bool = False, strict: bool = False) -> System:
    """The promotion system of this name, in this mode.

    Raises:
        UnknownSystemError: no system has this name, or it has no such mode.
    """
    key = (name, x64, strict)
    try:
        return _built[key]
    except KeyError:
        pass
    if name not in MODULES:
        raise UnknownSystemError(f"unknown promotion system {name!r}; systems: {', '.join(MODULES)}")
    for mode, on in (("x64", x64), ("strict", strict)):
        if on and mode not in MODES.get(name, ()):
            raise UnknownSystemError(
                f"the promotion system {name!r} has no mode {mode!r}; it has: {', '.join(MODES.get(name, ())) or 'none'}"
            )
    system: System = import_module(f".{MODULES[name]}", __name__).system(x64=x64, strict=strict)
    _built[key] = system
    return system
