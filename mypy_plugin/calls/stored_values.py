"""Whether the program may store another value in a part of an object: in ``params["w"]``, or in ``state.mu``."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping
from typing import NamedTuple

from mypy.plugin import CheckerPluginInterface
from mypy.types import Instance, Type, get_proper_type

from ..flow.stored_names import EVERYTHING, StoredNames, stored_names
from ..installed_packages import is_in_known_library, is_installed, is_of_program
from ..mypy_compat.modules import current_file, loaded_modules
from ..operators.wrapper_classes import value_type
from .body_fingerprints import depend_on_bodies
from .parts import EVERY, VALUE, Parts, Path
from .updated_trees import is_strong_array

MOST_MODULES = 300
"""The largest number of modules that are searched for code that stores other values."""


def is_stable(stored: StoredNames, path: Path) -> bool:
    """Whether no code stores another value at a path. A number is an index of a tuple, which nobody can change."""
    holder = ""
    for kind, name in path:
        if kind == "[" and not (isinstance(name, str) and name != EVERY) and holder in stored.lists:
            return False
        holder = str(name) if kind == "." else ""
        if kind == "." and (stored.any_attribute or name in stored.attributes):
            return False
        if kind == "[" and isinstance(name, str) and name != EVERY and (stored.any_key or name in stored.keys):
            return False
    return True


def keeps_value(stored: StoredNames, path: Path, t: Type) -> bool:
    """Whether a part keeps its type: no code gives a wrapper at this path, such as a `Param` of flax, another value.

    An optimizer makes weak values strong.
    """
    proper = get_proper_type(t)
    value = value_type(proper) if isinstance(proper, Instance) else None
    if value is None:
        return True
    names = [name for kind, name in path if kind == "." and (kind, name) != VALUE]
    return not stored.any_value and is_strong_array(value) and stored.values.isdisjoint(names[-1:])


class StoredValues:
    """The names under which the modules under check store values."""

    def __init__(self) -> None:
        self._known: dict[str, _Reached] = {}

    def clear(self) -> None:
        """Forget everything."""
        self._known.clear()

    def names(self, api: CheckerPluginInterface) -> StoredNames:
        """The names under which the module under check, and all modules that it imports, store values."""
        return self._reached(api).names

    def is_stored_outside(self, api: CheckerPluginInterface, attribute: str, modules: Collection[str]) -> bool:
        """Whether another module than the given ones may assign an attribute of this name, outside a constructor."""
        reached = self._reached(api)
        return not reached.modules or not reached.storing.get(attribute, frozenset()).issubset(modules)

    def _reached(self, api: CheckerPluginInterface) -> _Reached:
        """The modules that the module under check imports. It depends on their bodies from now on."""
        tree = current_file(api)
        known = self._known.get(tree.fullname)
        if known is None:
            known = self._known[tree.fullname] = _reached(api)
        depend_on_bodies(api, known.modules)
        return known

    def stable(self, api: CheckerPluginInterface, parts: Parts) -> Parts:
        """The parts in which nobody stores other values."""
        if not parts:
            return parts
        stored = self.names(api)
        return {path: t for path, t in parts.items() if is_stable(stored, path) and keeps_value(stored, path, t)}


class _Reached(NamedTuple):
    """A module and all modules of the program that it imports, directly or through others.

    Attributes:
        names: the names under which they store values.
        modules: the modules; empty if they are too many to search.
        storing: the modules that assign each attribute outside a constructor, by its name.
    """

    names: StoredNames
    modules: frozenset[str] = frozenset()
    storing: Mapping[str, set[str]] = {}


def _reached(api: CheckerPluginInterface) -> _Reached:
    """Search the module under check and the modules that it imports."""
    pending, seen = [current_file(api).fullname], {current_file(api).fullname}
    found: list[StoredNames] = []
    storing: defaultdict[str, set[str]] = defaultdict(set)
    own: list[StoredNames] = []
    while pending:
        module = pending.pop()
        tree = current_file(api) if module == current_file(api).fullname else loaded_modules(api)[module]
        names = stored_names(tree.path, module)
        found.append(names)
        for attribute in names.attributes:
            storing[attribute].add(module)
        if not is_installed(tree.path):
            own.append(names)
        for imported in names.imports:
            other = loaded_modules(api).get(imported)
            if imported in seen or other is None or is_in_known_library(imported):
                continue
            if is_of_program(other):
                seen.add(imported)
                pending.append(imported)
        if len(seen) > MOST_MODULES:
            return _Reached(EVERYTHING)
    return _Reached(
        StoredNames(
            frozenset().union(*(names.keys for names in found)),
            frozenset().union(*(names.attributes for names in found)),
            any(names.any_key for names in found),
            any(names.any_attribute for names in found),
            frozenset().union(*(names.converted for names in found)),
            lists=frozenset().union(*(names.lists for names in found)),
            any_list=any(names.any_list for names in found),
            values=frozenset().union(*(names.values for names in own)),
            any_value=any(names.any_value for names in own),
        ),
        frozenset(seen),
        storing,
    )
