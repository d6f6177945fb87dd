"""What a module of a program changes in other modules: another entry point of the program may run without it.

`check` runs each module once, in the order of the files. Yet a process may start with any of them, and imports the
others in its own order. So a change of another module's objects, such as ``config.dtype = jnp.bfloat16``, is one of two
possible states for the modules that run later. The module itself, what imports it first, its tests and its ``main``
have the state that it leaves behind.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

from .heap import HeapObject, joined_objects
from .modes import MODES

if TYPE_CHECKING:
    from .heap_table import HeapTable
    from .modules import Source
    from .run import Run
    from .values import Site

UNFINISHED: Final = "objects of modules that run"
"""The objects of modules whose top level has not ended, with the name of the module."""
CHANGEABLE: Final = ("frame", "class", "instance", "list", "dict", "set")


def begin(run: Run, source: Source, frame: Site) -> None:
    """Note that the top level of a module begins."""
    run.models.setdefault(UNFINISHED, {})[frame] = source.name


def publish_unfinished(run: Run, objects: HeapTable) -> None:
    """Let a module that is imported see the objects of the module that imports it."""
    unfinished = run.models.setdefault(UNFINISHED, {})
    unfinished.update((site, run.source.name) for site in objects if site not in run.base)
    for site, found in objects.items():
        run.base[site] = _as_seen_by_others(run, site, found)


def publish(run: Run, source: Source, objects: HeapTable) -> None:
    """Let all modules see the objects of a module whose top level has ended."""
    own = run.models.setdefault(("state behind", source.path), {})
    for site, found in objects.items():
        seen = run.base[site] = _as_seen_by_others(run, site, found)
        if seen is not found:
            own[site] = found


def end(run: Run, source: Source) -> None:
    """Note that the top level of a module has ended: from now on, its objects are changed by other modules alone."""
    unfinished = run.models.get(UNFINISHED, {})
    for site in [site for site, name in unfinished.items() if name == source.name]:
        del unfinished[site]


def _as_seen_by_others(run: Run, site: Any, found: HeapObject) -> HeapObject:
    """An object with the values that it had before, if a module of a program of several files changes it."""
    old = run.base.get(site)
    if old is None or old is found or len(run.program_files) < 2 or site == MODES or found.kind not in CHANGEABLE:
        return found
    if site in run.models.get(UNFINISHED, ()) or old.kind != found.kind or old.equals(found):
        return found
    return _either(old, found)


def _either(old: HeapObject, new: HeapObject) -> HeapObject:
    """An object that may be changed. The keys of a dict stay known, as those of a registry of classes."""
    if old.kind != "dict" or not old.fields.keys() <= new.fields.keys() or old.escape or new.escape:
        return joined_objects(old, new)
    common = {key: new.fields[key] for key in old.fields}
    before = new.copy()
    before.fields = common
    result = joined_objects(old, before)
    result.fields.update((key, value) for key, value in new.fields.items() if key not in common)
    result.is_summary = result.is_summary or len(common) < len(new.fields)
    return result


@contextmanager
def state_behind(run: Run, source: Source) -> Iterator[None]:
    """Run code of a script or test file in the state that its top level leaves behind."""
    own: dict[Any, HeapObject] = run.models.get(("state behind", source.path), {})
    shared = {site: run.base[site] for site in own if site in run.base}
    run.base.update({site: own[site] for site in shared})
    try:
        yield
    finally:
        run.base.update(shared)
