"""The methods and functions of Python that change a list, deque, dict or set in place, and whether they add items.

Every module that asks what may change a container reads these tables.
"""

from __future__ import annotations

from typing import Final, Literal, NamedTuple, TypeAlias

Kind: TypeAlias = Literal["list", "deque", "dict", "set"]


class Change(NamedTuple):
    """The effect of a method or function on a container.

    Attributes:
        kinds: the containers that have the method, or that the function accepts.
        adds: ``"item"`` if the last argument becomes an item, ``"items"`` if all items of the argument do, and "" if
            items are only moved or removed.
    """

    kinds: tuple[Kind, ...]
    adds: Literal["item", "items", ""] = ""


SEQUENCES: Final[tuple[Kind, ...]] = ("list", "deque")
ALL: Final[tuple[Kind, ...]] = ("list", "deque", "dict", "set")

METHODS: Final[dict[str, Change]] = {
    "append": Change(SEQUENCES, "item"),
    "appendleft": Change(("deque",), "item"),
    "extend": Change(SEQUENCES, "items"),
    "extendleft": Change(("deque",), "items"),
    "insert": Change(SEQUENCES, "item"),
    "add": Change(("set",), "item"),
    "setdefault": Change(("dict",), "item"),
    "update": Change(("dict", "set"), "items"),
    "symmetric_difference_update": Change(("set",), "items"),
    "intersection_update": Change(("set",)),
    "difference_update": Change(("set",)),
    "subtract": Change(("dict",)),
    "pop": Change(ALL),
    "popleft": Change(("deque",)),
    "popitem": Change(("dict",)),
    "remove": Change(("list", "deque", "set")),
    "discard": Change(("set",)),
    "clear": Change(ALL),
    "reverse": Change(SEQUENCES),
    "sort": Change(("list",)),
    "rotate": Change(("deque",)),
    "move_to_end": Change(("dict",)),
    "__setitem__": Change(("list", "deque", "dict"), "item"),
    "__delitem__": Change(("list", "deque", "dict")),
    "__iadd__": Change(SEQUENCES, "items"),
    "__imul__": Change(SEQUENCES),
    "__ior__": Change(("dict", "set"), "items"),
    "__ixor__": Change(("set",), "items"),
    "__iand__": Change(("set",)),
    "__isub__": Change(("set",)),
}
"""The methods that change a container."""

FUNCTIONS: Final[dict[str, Change]] = {
    "_operator.setitem": Change(("list", "deque", "dict"), "item"),
    "_operator.delitem": Change(("list", "deque", "dict")),
    "_operator.iadd": Change(SEQUENCES, "items"),
    "_operator.iconcat": Change(SEQUENCES, "items"),
    "_operator.imul": Change(SEQUENCES),
    "_operator.ior": Change(("dict", "set"), "items"),
    "_operator.ixor": Change(("set",), "items"),
    "_operator.iand": Change(("set",)),
    "_operator.isub": Change(("set",)),
    "_heapq.heappush": Change(("list",), "item"),
    "_heapq.heappushpop": Change(("list",), "item"),
    "_heapq.heapreplace": Change(("list",), "item"),
    "_heapq.heappop": Change(("list",)),
    "_heapq.heapify": Change(("list",)),
    "_heapq.heappush_max": Change(("list",), "item"),
    "_heapq.heappushpop_max": Change(("list",), "item"),
    "_heapq.heapreplace_max": Change(("list",), "item"),
    "_heapq.heappop_max": Change(("list",)),
    "_heapq.heapify_max": Change(("list",)),
    "_bisect.insort": Change(("list",), "item"),
    "_bisect.insort_left": Change(("list",), "item"),
    "_bisect.insort_right": Change(("list",), "item"),
    "random.shuffle": Change(("list",)),
}
"""The functions that change the container that is their first argument.

They have the names that mypy gives them: without the underscore, each is in the module that programs import.
"""

ADDING: Final = frozenset(name for name, change in METHODS.items() if change.adds)
"""The methods that add items to a container."""
ADDING_ITEMS: Final = frozenset(name for name, change in METHODS.items() if change.adds == "items")
"""The methods among them that add the items of their argument."""
ADDING_FUNCTIONS: Final = frozenset(
    full for name, change in FUNCTIONS.items() if change.adds for full in (name, name.removeprefix("_"))
)
"""The full names of the functions that add items to their first argument."""


def methods_adding(kind: Kind, adds: str) -> tuple[str, ...]:
    """The methods of a kind of container that add an ``"item"``, or all ``"items"`` of their argument."""
    return tuple(name for name, change in METHODS.items() if kind in change.kinds and change.adds == adds)
