"""The promotion systems by name: systems of this package, and systems that a TOML file declares.

`get_system` returns a system in a mode.
"""

from __future__ import annotations

from .builtin import CUSTOM_SUFFIX, MODES, MODULES, builtin_system, check_modes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..system import System


def get_system(name: str, *, x64: bool = False, strict: bool = False) -> System:
    """The promotion system with a name, in a mode.

    Args:
        name: a key of `MODULES`, or the path of a TOML file that declares a system (see `systems.toml_file`).
        x64: whether 64-bit dtypes are on.
        strict: whether only weak types may be promoted.

    Raises:
        UnknownSystemError: no system has this name, or the system lacks a requested mode.
        ConfigError: the TOML file cannot be read, or does not declare a system.
        LatticeError: the declared edges are not a partial order with unique joins.
    """
    if str(name).endswith(CUSTOM_SUFFIX):
        from .toml_file import load

        check_modes(name, (), x64=x64, strict=strict)
        return load(name)
    return builtin_system(name, x64=x64, strict=strict)


__all__ = ["CUSTOM_SUFFIX", "MODES", "MODULES", "get_system"]
