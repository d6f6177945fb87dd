"""Modes: x64 and strict promotion are state of the abstract run, in an object of the heap.

A switch that cannot be followed makes the modes unknown, and with them only the results that differ between the modes.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from ..system import System
from ..systems import get_system
from .heap import HeapObject
from .values import ABSENT, Site, Value, constant_of, of_bool, of_constant

if TYPE_CHECKING:
    from .run import Run

MODES: Final[Site] = ("modes",)
"""The site of the heap object that holds the modes."""
X64, PROMOTION, DISABLE_JIT = "jax_enable_x64", "jax_numpy_dtype_promotion", "jax_disable_jit"
EXPLICIT_X64 = "jax_explicit_x64_dtypes"
"""The option by which 64-bit dtypes that are requested by name are kept."""
SWITCHED = "x64 is switched"
"""The key of `Run.models` that is there if some code of the program switches x64."""


def set_up_modes(run: Run, *, x64: bool | None, strict: bool | None) -> None:
    """Set the modes at the start of a program; None stands for both."""
    promotion = of_constant("standard") if not strict else of_constant("strict")
    if strict is None:
        promotion = of_constant("standard") + of_constant("strict")
    run.base[MODES] = HeapObject("instance", {X64: of_bool(x64), PROMOTION: promotion, DISABLE_JIT: of_bool(False)})


def jax_systems(run: Run, name: str = "jax") -> list[System]:
    """The promotion systems of the modes that JAX may be in.

    Args:
        run: the run.
        name: ``"jax"``, or ``"jax.lax"``.
    """
    modes = run.live[MODES]
    return _systems(name, modes.fields[X64], modes.fields[PROMOTION])


@lru_cache(64)
def _systems(name: str, x64: Value, promotion: Value) -> list[System]:
    flag, word = constant_of(x64), constant_of(promotion)
    flags = [bool(flag)] if flag is not ABSENT else [False, True]
    stricts = [word == "strict"] if word is not ABSENT else [False, True]
    if name == "jax.lax":
        stricts = [False]  # it promotes nothing in either mode
    return [get_system(name, x64=x, strict=s) for x in flags for s in stricts]


def set_mode(run: Run, name: Value, value: Value) -> None:
    """``jax.config.update(name, value)``. What the top level of a module sets is kept even if its path ends later."""
    _set_mode(run, name, value)
    if constant_of(name) == X64:
        run.models[SWITCHED] = True
    if not run.stack and not run.uncertainty:
        run.models["modes", run.source.path] = run.live[MODES].copy()


def keep_modes(run: Run, path: str) -> None:
    """Set the modes that the top level of a module has set before its path ended."""
    modes = run.models.get(("modes", path))
    if isinstance(modes, HeapObject):
        run.base[MODES] = modes


def _set_mode(run: Run, name: Value, value: Value) -> None:
    option = constant_of(name)
    if run.systems.x64 is not None and run.systems.is_fixed and option in (X64, ABSENT):
        if option is ABSENT:
            run.write(MODES, PROMOTION, of_constant("strict"), weak=True)
        return
    if option is ABSENT:
        run.write(MODES, X64, of_bool(None))
        run.write(MODES, DISABLE_JIT, of_bool(None))
        run.write(MODES, PROMOTION, of_constant("strict"), weak=True)
    elif option == X64:
        flag = constant_of(value)
        run.write(MODES, X64, of_bool(None if flag is ABSENT else bool(flag)))
    elif option == EXPLICIT_X64 and constant_of(value) not in ("warn", "error"):
        run.write(MODES, X64, of_bool(None))
    elif option == DISABLE_JIT:
        flag = constant_of(value)
        run.write(MODES, DISABLE_JIT, of_bool(None if flag is ABSENT else bool(flag)))
    elif option == PROMOTION:
        word = constant_of(value)
        known = value if isinstance(word, str) else of_constant("standard") + of_constant("strict")
        run.write(MODES, PROMOTION, known)
