"""What the call that runs has read, made and changed: the heap notes it for the memo of calls."""

from __future__ import annotations

from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .heap import HeapObject
    from .values import Site, Value

ALLOCATED = frozenset(("list", "dict", "set", "instance", "frame", "comprehension", "kwargs", "iterator"))
"""The first parts of the sites of objects that nothing but the code that makes them can find."""


class Watch:
    """The accesses of one call, with those of the calls inside of it.

    Attributes:
        reads: the sites of the objects that were read.
        names: the variables that were read in older frames, with their values; None where a frame lacks the name.
        created: the sites of the objects that the call has made, and that still exist.
        renewed: the sites of older objects that an allocation of the call has joined to its own.
        written: the older objects that were changed, as they were before; None for one that did not exist.
        effects: those of them that the program itself has changed, so that a handler may see it. The others are
            narrowed by a condition, or joined to a new object of the same place.
        rewritten: the older objects in which the call has stored what they hold already.
        told: the keys of the records of the call that belong to a context: the table, the place and the context.
        tells_of_packages: whether a verdict is about a file outside of the program, so that it is shown at the call.
    """

    __slots__ = ("created", "effects", "names", "reads", "renewed", "rewritten", "tells_of_packages", "told", "written")

    def __init__(self) -> None:
        self.reads: set[Site] = set()
        self.names: dict[tuple[Site, str], Value | None] = {}
        self.created: set[Site] = set()
        self.renewed: set[Site] = set()
        self.written: dict[Site, HeapObject | None] = {}
        self.effects: set[Site] = set()
        self.rewritten: set[Site] = set()
        self.told: list[tuple[str, tuple[Any, int]]] = []
        self.tells_of_packages = False

    def note_added(self, site: Site, old: HeapObject | None) -> None:
        """Note an object that is added to the heap, and the one that it replaces."""
        if site in self.created:
            return
        if old is None and (site[0] in ALLOCATED or self._is_of_own_frame(site)) and site not in self.written:
            self.created.add(site)
        else:
            self.renewed.add(site)
            self.written.setdefault(site, old)
            if site[0] not in ALLOCATED:
                self.effects.add(site)

    def _is_of_own_frame(self, site: Site) -> bool:
        """Whether an object notes the traces of a function whose frame the call has made."""
        return site[0] == "traces" and site[1] in self.created

    def note_freed(self, site: Site, old: HeapObject) -> None:
        """Note an object that is removed from the heap."""
        if site in self.created:
            self.created.discard(site)
            self.reads.discard(site)
        else:
            self.written.setdefault(site, old)
            self.effects.add(site)

    def forget(self, garbage: AbstractSet[Site]) -> None:
        """Forget objects that the call has made, and that nothing refers to any more."""
        self.created -= garbage
        self.reads -= garbage
        self.renewed -= garbage
        self.rewritten -= garbage
        for key in [key for key in self.names if key[0] in garbage]:
            del self.names[key]

    def note_result(
        self,
        reads: Iterable[tuple[Site, object]],
        names: Iterable[tuple[Site, str, Value | None]],
        others: Iterable[Site],
        rewritten: Iterable[Site],
    ) -> None:
        """Note the accesses of an earlier call, whose result is used."""
        created = self.created
        self.rewritten.update(site for site in rewritten if site not in created)
        self.reads.update(site for site, _ in reads if site not in created)
        self.reads.update(site for site in others if site not in created)
        self.names.update({(site, name): value for site, name, value in names if site not in created})

    def include(self, inner: Watch) -> None:
        """Add the accesses of a call that this call has made."""
        created = self.created
        created |= inner.created
        created.update(site for site in inner.written if self._is_of_own_frame(site))
        self.reads.update(site for site in inner.reads if site not in created)
        for key, value in inner.names.items():
            if key[0] not in created:
                self.names[key] = value
        for site, old in inner.written.items():
            if site not in created:
                self.written.setdefault(site, old)
        self.effects.update(site for site in inner.effects if site not in created)
        self.rewritten.update(site for site in inner.rewritten if site not in created)
        self.renewed |= inner.renewed
        self.told += inner.told
        self.tells_of_packages |= inner.tells_of_packages


class Base(dict[Any, Any]):
    """The objects of modules that are loaded.

    Attributes:
        watch: notes the accesses to the heap; None outside of calls.
    """

    watch: Watch | None = None
