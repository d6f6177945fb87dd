"""Which types may have parts that are arrays of unknown dtype."""

from __future__ import annotations

from mypy.nodes import TypeInfo, Var
from mypy.types import AnyType, Instance, TupleType, Type, TypedDictType, UnionType

from ..installed_packages import is_in_known_library
from ..types.array_types import unfolded
from ..types.operands import array_info
from ..types.tuples import is_plain_tuple
from .results import is_open


class PartHolders:
    """The classes whose objects may have such parts."""

    def __init__(self) -> None:
        self._classes: dict[TypeInfo, bool] = {}

    def clear(self) -> None:
        """Forget everything."""
        self._classes.clear()

    def includes(self, t: Type, _seen: frozenset[TypeInfo] = frozenset()) -> bool:
        """Whether a value of a type may have attributes or items that are arrays of unknown dtype."""
        proper = unfolded(t)
        if isinstance(proper, TupleType):
            is_plain = is_plain_tuple(proper)
            return any(self.includes(item, _seen) if is_plain else is_open(item) for item in proper.items)
        if isinstance(proper, UnionType):
            return any(self.includes(item, _seen) for item in proper.items)
        if isinstance(proper, AnyType | TypedDictType):
            return True
        if not isinstance(proper, Instance) or array_info(proper.type) is not None:
            return False
        if proper.args and any(self.includes(item, _seen) or is_open(item) for item in proper.args):
            return True
        info = proper.type
        if is_in_known_library(info.fullname) or info.is_enum or info in _seen:
            return False
        if info not in self._classes:
            self._classes[info] = any(
                self._is_open_attribute(symbol.node, _seen | {info})
                for base in info.mro
                if not is_in_known_library(base.fullname)
                for symbol in base.names.values()
            )
        return self._classes[info]

    def _is_open_attribute(self, node: object, seen: frozenset[TypeInfo]) -> bool:
        if not isinstance(node, Var):
            return False
        t = node.type
        return t is None or is_open(t) or self.includes(t, seen)
