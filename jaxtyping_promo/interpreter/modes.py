"""Modes: x64 and strict promotion are state of the abstract run, in an object of the heap.

A switch that cannot be followed makes the modes unknown, and with them only the results that differ between the modes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from ..system import System
from ..systems import get_system
from .heap import HeapObject
from .values import ABSENT, NONE, Function, Site, Transformed, Value, constant_of, joined, of_bool, of_constant, only

if TYPE_CHECKING:
    from .definitions import Definition
    from .run import Run

MODES: Final[Site] = ("modes",)
"""The site of the heap object that holds the modes."""
X64, PROMOTION, DISABLE_JIT = "jax_enable_x64", "jax_numpy_dtype_promotion", "jax_disable_jit"
EXPLICIT_X64 = "jax_explicit_x64_dtypes"
"""The option by which 64-bit dtypes that are requested by name are kept."""
EVERY: Final[Mapping[Any, tuple[bool | str, ...]]] = {
    X64: (False, True),
    PROMOTION: ("standard", "strict"),
    EXPLICIT_X64: ("warn", "allow", "error"),
}
"""The options that change dtypes, and their values."""
OTHER_CONTEXT = "another trace context"
"""Stands for meshes, devices, and the options of JAX that are not listed: within them, `jit` may trace again."""
TRACE_OPTIONS: Final[Mapping[str, str | None]] = {
    "jax_default_matmul_precision": None,
    "jax_numpy_rank_promotion": "allow",
    OTHER_CONTEXT: "",
}
"""Options that change no dtype but belong to the key of a trace, with the values that they have at the start."""
UNTRACED_OPTIONS: Final = frozenset(
    ("jax_compilation_cache_dir", "jax_debug_infs", "jax_debug_nans", "jax_enable_compilation_cache",
     "jax_explain_cache_misses", "jax_log_compiles", "jax_logging_level", "jax_platform_name", "jax_platforms",
     "jax_persistent_cache_min_compile_time_secs", "jax_persistent_cache_min_entry_size_bytes",
     "jax_traceback_filtering", "jax_transfer_guard")
)  # fmt: skip
"""Options that are set at the start of many programs, and with which `jit` finds its earlier traces."""
SWITCHED = "x64 is switched"
"""The key of `Run.models` that is there if some code of the program switches x64."""


def set_up_modes(run: Run, *, x64: bool | None, strict: bool | None) -> None:
    """Set the modes at the start of a program; None stands for both."""
    promotion = of_constant("standard") if not strict else of_constant("strict")
    if strict is None:
        promotion = of_constant("standard") + of_constant("strict")
    values = {X64: of_bool(x64), PROMOTION: promotion, EXPLICIT_X64: of_constant("warn"), DISABLE_JIT: of_bool(False)}
    values |= {name: NONE if word is None else of_constant(word) for name, word in TRACE_OPTIONS.items()}
    fields: dict[Any, Value] = {option: _or_others(run, option, value) for option, value in values.items()}
    fields |= {set_globally(option): fields[option] for option in values}
    fields |= {in_block(option): of_bool(False) for option in values}
    run.base[MODES] = HeapObject("instance", fields)


def set_globally(option: str) -> tuple[str, str]:
    """The field with the value that ``jax.config.update`` has set, which holds outside of blocks."""
    return ("globally", option)


def in_block(option: str) -> tuple[str, str]:
    """The field that tells whether a block such as ``with jax.enable_x64(True)`` sets the option."""
    return ("in block", option)


def _or_others(run: Run, option: str, value: Value) -> Value:
    """A value of an option, or one that other code may give it at any time."""
    return joined((value, *(of_constant(other) for name, other in run.systems.others if name == option)))


def jax_systems(run: Run, name: str = "jax") -> list[System]:
    """The promotion systems of the modes that JAX may be in.

    Args:
        run: the run.
        name: ``"jax"``, or ``"jax.lax"``.
    """
    modes = run.live[MODES].fields
    return _systems(name, modes[X64], modes[PROMOTION], modes[EXPLICIT_X64])


@lru_cache(64)
def _systems(name: str, x64: Value, promotion: Value, explicit: Value) -> list[System]:
    flag, word = constant_of(x64), constant_of(promotion)
    flags = [bool(flag)] if flag is not ABSENT else [False, True]
    if constant_of(explicit) not in ("warn", "error"):
        flags = [False, True]  # JAX keeps 64-bit dtypes that are requested by name
    stricts = [word == "strict"] if word is not ABSENT else [False, True]
    if name == "jax.lax":
        stricts = [False]  # it promotes nothing in either mode
    return [get_system(name, x64=x, strict=s) for x in flags for s in stricts]


def set_mode(run: Run, name: Value, value: Value) -> None:
    """``jax.config.update(name, value)``. What the top level of a module sets is kept even if its path ends later."""
    option = constant_of(name)
    is_at_top = not run.stack and not run.uncertainty
    is_certain = is_at_top and option is not ABSENT and constant_of(value) is not ABSENT
    is_believed = run.systems.believes_top_level and is_certain and run.source.path in run.program_files
    if is_believed or (X64 if option is ABSENT else option) not in run.systems.fixed:
        _set_mode(run, option, value)
    if option == X64:
        run.models[SWITCHED] = True
    if is_at_top:
        run.models["modes", run.source.path] = run.live[MODES].copy()


def keep_modes(run: Run, path: str) -> None:
    """Set the modes that the top level of a module has set before its path ended."""
    modes = run.models.get(("modes", path))
    if isinstance(modes, HeapObject):
        run.base[MODES] = modes


def _set_mode(run: Run, option: Any, value: Value) -> None:
    constant = constant_of(value)
    if option is ABSENT:
        for name, words in EVERY.items():
            if name not in run.systems.fixed:
                set_option(run, name, joined(map(of_constant, words)), may_keep=name == PROMOTION)
        set_option(run, OTHER_CONTEXT, run.unknown("an option of JAX"))
    elif option in (X64, DISABLE_JIT):
        set_option(run, option, of_bool(None if constant is ABSENT else bool(constant)))
    elif option in EVERY:
        set_option(run, option, value if isinstance(constant, str) else joined(map(of_constant, EVERY[option])))
    elif option in TRACE_OPTIONS:
        is_known = isinstance(constant, str) or constant is None
        set_option(run, option, value if is_known else run.unknown(f"the option {option}"))
    elif option not in UNTRACED_OPTIONS:
        set_option(run, OTHER_CONTEXT, run.unknown(f"the option {option}"))


def set_option(run: Run, option: str, value: Value, *, may_keep: bool = False) -> None:
    """Give an option a value, which holds outside of blocks that set it."""
    value = _or_others(run, option, value)
    run.write(MODES, set_globally(option), value, weak=may_keep)
    block = constant_of(run.live[MODES].fields[in_block(option)])
    if block is not True:
        run.write(MODES, option, value, weak=may_keep or block is ABSENT)


def enter_block(run: Run, option: str, value: Value) -> None:
    """Enter a block that sets an option."""
    run.write(MODES, option, value)
    run.write(MODES, in_block(option), of_bool(True))


@contextmanager
def in_modes_of(run: Run, definition: Definition) -> Iterator[None]:
    """Code in the modes that the decorators of a function set."""
    before = dict(run.live[MODES].fields)
    blocks: dict[str, Value] = run.models.get(("decorating modes", definition.node), {})
    for option, value in blocks.items():
        enter_block(run, option, value)
    yield
    for option in blocks if run.heap is not None else ():
        leave_block(run, option, before)


def note_decorating_mode(run: Run, decorator: Value, function: Value) -> None:
    """Note the mode that a decorator such as ``@jax.enable_x64(True)`` sets for a function, if it is one."""
    manager, item = only(decorator, Transformed), only(function)
    while isinstance(item, Transformed):
        item = only(item.function)
    if manager is not None and manager.kind == "mode" and isinstance(item, Function):
        modes = run.models.setdefault(("decorating modes", item.definition.node), {})
        modes[constant_of(manager.option("name"))] = manager.option("value")


def leave_block(run: Run, option: str, before: Mapping[Any, Value]) -> None:
    """Leave a block that sets an option.

    Args:
        run: the run.
        option: the option.
        before: the modes of JAX before the block.
    """
    outer = constant_of(before[in_block(option)])
    globally = run.live[MODES].fields[set_globally(option)]
    run.write(MODES, in_block(option), before[in_block(option)])
    value = before[option] if outer else globally
    run.write(MODES, option, value if outer is not ABSENT else joined((before[option], globally)))
