"""The table of a heap's objects, of which a branch takes a copy in no time, however many objects there are.

A table has two layers: a dictionary that copies share and nobody changes, and the entries that are new since then. A
copy copies the second layer alone. When that layer has grown, both become one new shared dictionary.
"""

from __future__ import annotations

from collections.abc import ItemsView, Iterator, KeysView
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from .heap import HeapObject
    from .values import Site

MISSING: Final[Any] = object()
"""Stands for an entry that the upper layer does not have; None there stands for a removed entry."""
LARGEST_LAYER: Final = 64
"""The upper layer may have this many entries, and one more for each `SHARE` entries of the shared layer."""
SHARE: Final = 32


class HeapTable:
    """Objects by their sites.

    Args:
        shared: entries that nobody changes from now on.
        own: the entries over them.

    Attributes:
        shared, own: the two layers.
    """

    __slots__ = ("own", "shared")

    def __init__(self, shared: dict[Site, HeapObject] | None = None, own: dict[Site, Any] | None = None) -> None:
        self.shared: dict[Site, HeapObject] = {} if shared is None else shared
        self.own: dict[Site, Any] = {} if own is None else own

    def copy(self) -> HeapTable:
        """A table with the same entries."""
        if len(self.own) > LARGEST_LAYER + len(self.shared) // SHARE:
            self.shared, self.own = self._merged(), {}
        return HeapTable(self.shared, dict(self.own))

    def _merged(self) -> dict[Site, HeapObject]:
        """All entries in one dictionary."""
        if not self.own:
            return self.shared
        merged = {**self.shared, **self.own}
        if None in self.own.values():
            merged = {site: found for site, found in merged.items() if found is not None}
        return merged

    def get(self, site: Site) -> HeapObject | None:
        """The object of a site; None if there is none."""
        found = self.own.get(site, MISSING)
        return self.shared.get(site) if found is MISSING else found

    def __getitem__(self, site: Site) -> HeapObject:
        found = self.get(site)
        if found is None:
            raise KeyError(site)
        return found

    def __setitem__(self, site: Site, new: HeapObject) -> None:
        self.own[site] = new

    def __contains__(self, site: Site) -> bool:
        return self.get(site) is not None

    def __iter__(self) -> Iterator[Site]:
        return iter(self._merged())

    def pop(self, site: Site) -> HeapObject | None:
        """Remove an object. Returns it; None if there is none."""
        found = self.get(site)
        if found is not None:
            if site in self.shared:
                self.own[site] = None
            else:
                del self.own[site]
        return found

    def keys(self) -> KeysView[Site]:
        """The sites."""
        return self._merged().keys()

    def items(self) -> ItemsView[Site, HeapObject]:
        """The sites and objects, as they are now."""
        return dict(self._merged()).items()
