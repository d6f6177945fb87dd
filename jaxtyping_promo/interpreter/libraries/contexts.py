"""Context managers of libraries: what ``with`` makes of them, and what leaving them changes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from ..modes import MODES, PROMOTION, X64
from ..values import External, Method, Opaque, Transformed, Value

if TYPE_CHECKING:
    from ..run import Run


SavedModes: TypeAlias = tuple[tuple[str, Value], ...]
"""The options that the enclosing ``with`` statements set, with their values before, the outermost first."""


def saved_modes(run: Run) -> SavedModes:
    """The modes to which the enclosing ``with`` statements return."""
    saved: SavedModes = run.models.get("saved modes", ())
    return saved


def set_saved_modes(run: Run, saved: SavedModes) -> None:
    """Note the modes to which the enclosing ``with`` statements return."""
    run.models["saved modes"] = saved


def entered(run: Run, item: Any) -> Value | None:
    """The value of ``with item as x`` for a manager of a library; None if it is an instance of the program."""
    match item:
        case Opaque(name="contextlib.ExitStack"):
            return (item,)
        case Opaque() | External():
            return (Opaque(f"{item.name}.__enter__()"),)
        case Transformed(kind="mode"):
            option = item.option("name")[0].constant
            set_saved_modes(run, (*saved_modes(run), (option, run.live[MODES].fields[option])))
            run.write(MODES, option, item.option("value"))
            return (Opaque("jax mode"),)
        case Transformed(kind="contextmanager"):
            return item.function
        case Method():
            return (Opaque(f"{item.name}()"),)
    return None


def left(run: Run, item: Any) -> bool:
    """Leave a manager of a library; False if it is an instance of the program."""
    if isinstance(item, Transformed) and item.kind == "mode":
        saved = saved_modes(run)
        if saved and run.heap is not None:
            set_saved_modes(run, saved[:-1])
            run.write(MODES, *saved[-1])
        return True
    return isinstance(item, (Opaque, External, Transformed, Method))


MODE_OPTIONS = {"jax.enable_x64": X64, "jax.numpy_dtype_promotion": PROMOTION}
"""The context managers that set a mode, with its option."""
