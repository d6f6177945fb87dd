"""The base classes of ``collections.abc``: their methods are read from a source, and call those of the program."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from ..values import Class, External, Value, only

if TYPE_CHECKING:
    from ..run import Run

STAND_IN: Final = "abstract classes of collections"
"""The name of the module whose classes stand for those of Python."""
NAMES: Final = (
    "Set", "MutableSet", "MappingView", "KeysView", "ItemsView", "ValuesView", "Mapping", "MutableMapping", "Sequence",
    "MutableSequence",
)  # fmt: skip
CLASSES: Final = {
    **{f"{module}.{name}": name for module in ("collections.abc", "typing") for name in NAMES},
    "typing.AbstractSet": "Set",
    "collections.UserDict": "UserDict",
}
"""The classes of the source by the full names of the classes that they stand for."""


def base_with_methods(run: Run, base: Value) -> Value:
    """The base class of a class statement, or the class of the source that stands for it."""
    item = only(base, External)
    name = CLASSES.get(item.name) if item is not None else None
    if name is None or run.source.name == STAND_IN:
        return base
    from ..imports import run_module
    from ..modules import Source

    site = run.modules.get(STAND_IN)
    if site is None:
        path = Path(__file__).parents[1] / "stand_ins" / "collections_abc.txt"
        site = run_module(run, Source(STAND_IN, str(path)))
    found = run.live[site].fields.get(name, base)
    return found if only(found, Class) is not None else base
