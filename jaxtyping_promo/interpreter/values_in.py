"""The functions of the program that a value holds, so that code may call them later."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from .values import Function, Items, Partial, Tuple, Value

if TYPE_CHECKING:
    from .definitions import FunctionNode


def functions_in(values: Iterable[Value]) -> Iterator[FunctionNode]:
    """The syntax nodes of the functions in values, without those in the objects to which they refer."""
    pending: list[Any] = [item for value in values for item in value]
    while pending:
        item = pending.pop()
        if isinstance(item, Function):
            yield item.definition.node
        elif isinstance(item, Tuple | Items):
            pending += [each for value in (item.items if isinstance(item, Tuple) else (item.item,)) for each in value]
        else:
            inner = getattr(item, "function", ())
            pending += inner if isinstance(inner, tuple) else (inner,)
            if isinstance(item, Partial):
                pending += [each for value in (*item.arguments, *dict(item.keywords).values()) for each in value]
