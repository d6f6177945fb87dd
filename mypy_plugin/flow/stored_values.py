"""Whether another module may assign an attribute of an object."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping
from typing import NamedTuple

from mypy.plugin import CheckerPluginInterface

from ..body_fingerprints import depend_on_bodies
from ..installed_packages import is_in_known_library, is_of_program
from ..mypy_compat.modules import current_file, loaded_modules
from .stored_names import stored_names

MOST_MODULES = 300
"""The largest number of modules that are searched for code that stores other values."""


class StoredValues:
    """The names under which the modules under check store values."""

    def __init__(self) -> None:
        self._known: dict[str, _Reached] = {}

    def clear(self) -> None:
        """Forget everything."""
        self._known.clear()

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


class _Reached(NamedTuple):
    """A module and all modules of the program that it imports, directly or through others.

    Attributes:
        modules: the modules; empty if they are too many to search.
        storing: the modules that assign each attribute outside a constructor, by its name.
    """

    modules: frozenset[str] = frozenset()
    storing: Mapping[str, set[str]] = {}


def _reached(api: CheckerPluginInterface) -> _Reached:
    """Search the module under check and the modules that it imports."""
    pending, seen = [current_file(api).fullname], {current_file(api).fullname}
    storing: defaultdict[str, set[str]] = defaultdict(set)
    while pending:
        module = pending.pop()
        tree = current_file(api) if module == current_file(api).fullname else loaded_modules(api)[module]
        names = stored_names(tree.path, module)
        for attribute in names.attributes:
            storing[attribute].add(module)
        for imported in names.imports:
            other = loaded_modules(api).get(imported)
            if imported in seen or other is None or is_in_known_library(imported):
                continue
            if is_of_program(other):
                seen.add(imported)
                pending.append(imported)
        if len(seen) > MOST_MODULES:
            return _Reached()
    return _Reached(frozenset(seen), storing)
