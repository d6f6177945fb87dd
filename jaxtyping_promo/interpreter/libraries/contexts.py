"""Context managers of libraries: what ``with`` makes of them, and what leaving them changes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..generator_contexts import entered_at_once
from ..modes import enter_block, leave_block
from ..values import External, Method, Opaque, Transformed, Value

if TYPE_CHECKING:
    from ..run import Run


def entered(run: Run, item: Any) -> Value | None:
    """The value of ``with item as x`` for a manager of a library; None if it is an instance of the program."""
    match item:
        case Opaque(name="contextlib.ExitStack"):
            return (item,)
        case Opaque() | External():
            return (Opaque(f"{item.name}.__enter__()"),)
        case Transformed(kind="mode"):
            option = item.option("name")[0].constant
            enter_block(run, option, item.option("value"))
            return (Opaque("jax mode"),)
        case Transformed(kind="contextmanager"):
            return item.function
        case Transformed(kind="generator context"):
            return entered_at_once(run, item)
        case Method():
            return (Opaque(f"{item.name}()"),)
    return None


def left(run: Run, item: Any, before: dict[Any, Value]) -> bool:
    """Leave a manager of a library; False if it is an instance of the program.

    Args:
        run: the run.
        item: the manager.
        before: the modes of JAX before the manager was entered.
    """
    if isinstance(item, Transformed) and item.kind == "mode":
        option = item.option("name")[0].constant
        leave_block(run, option, before)
        return True
    return isinstance(item, (Opaque, External, Transformed, Method))
