"""Context managers of libraries: what ``with`` makes of them, and what leaving them changes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from ..generator_contexts import entered_at_once
from ..modes import OTHER_CONTEXT, enter_block, leave_block
from ..values import External, Method, Opaque, Transformed, Value, each, of_constant

if TYPE_CHECKING:
    from ..run import Run


MESHES: Final = ("jax.make_mesh()", "jax.Mesh()", "jax.sharding.Mesh()", "jax.interpreters.pxla.Mesh()")
"""The objects of `jax` that are context managers within which `jit` may trace again."""


def with_trace_contexts(run: Run, manager: Value) -> Value:
    """A context manager, where a mesh is one that sets a part of the key of traces."""

    def one(item: Any) -> Value:
        if isinstance(item, Opaque) and item.name in MESHES:
            options = ("name", of_constant(OTHER_CONTEXT)), ("value", run.unknown("a mesh"))
            return (Transformed("mode", (), options),)
        return (item,)

    return each(manager, one)


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
