"""From dtypes back to mypy's types."""

from __future__ import annotations

from collections.abc import Iterable

from mypy.nodes import TypeInfo
from mypy.plugin import CheckerPluginInterface
from mypy.types import AnyType, Instance, Type, TypeOfAny, UnionType

from .names import ARRAY_MODULE, DTYPES_MODULE, ancestors

MOST_ALTERNATIVES = 4
"""The longest union of dtypes that a message shows; a longer one becomes the category above all of them."""


def unknown(array: TypeInfo) -> Instance:
    """``Array[Any]``."""
    return Instance(array, [AnyType(TypeOfAny.special_form)])


def array_class(api: CheckerPluginInterface) -> TypeInfo | None:
    """The class `Array`, if the program has it."""
    module = api.modules.get(ARRAY_MODULE)  # type: ignore[attr-defined]
    node = module.names["Array"].node if module else None
    return node if isinstance(node, TypeInfo) else None


def dtype_type(api: CheckerPluginInterface, nodes: Iterable[str]) -> Type:
    """The dtype class, the union of a few, or the narrowest category of many."""
    distinct = list(dict.fromkeys(nodes))
    if len(distinct) > MOST_ALTERNATIVES:
        common = [c for c in ancestors(distinct[0]) if all(c in ancestors(node) for node in distinct)]
        distinct = common[:1]
    # By the module's own names: the package may not have the module among its names, as mypy's lookup asks for.
    names = api.modules[DTYPES_MODULE].names  # type: ignore[attr-defined]
    classes: list[Type] = [Instance(names[node].node, []) for node in distinct]
    # Not simplified: a weak dtype is a subclass of its default dtype, but promotes in another way.
    return classes[0] if len(classes) == 1 else UnionType(classes)
