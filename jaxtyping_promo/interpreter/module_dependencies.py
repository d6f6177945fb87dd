"""The modules on which the values of a module depend, so that mypy checks it again when one of them changes.

Importing any module runs the whole package above it, so most modules that were read do not matter. Those that do have a
function that was called, or data that was imported: any value but a function or a module.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .values import External, Function, Module, Value

if TYPE_CHECKING:
    from .definitions import Definition
    from .run import Run


def note_import(run: Run, bound: str, module: str, name: str, value: Value) -> None:
    """Note that the module that runs reads a name of another module.

    Args:
        run: the run.
        bound: the name by which the module that runs knows it.
        module: the other module.
        name: the name there.
        value: the value of the name.
    """
    if not all(isinstance(item, Function | Module | External) for item in value):
        run.records.imported_data[run.source.path, bound] = module, name


def modules_behind(run: Run, path: str) -> set[str]:
    """The files on which the values of a file depend, without the file itself.

    A module that only passes a name on counts, but not what else it imports.
    """
    names_in: dict[str, list[tuple[str, str]]] = {}
    for (reader, _), origin in run.records.imported_data.items():
        names_in.setdefault(reader, []).append(origin)
    found: set[str] = set()
    seen: set[Definition | tuple[str, str] | str] = {path}
    pending: list[Definition | tuple[str, str] | str] = [path]  # functions, names of modules, and top levels
    while pending:
        one = pending.pop()
        reached: list[Definition | tuple[str, str] | str] = []
        if isinstance(one, tuple):
            source = run.finder.source_of(one[0])
            if source is None:
                continue
            found.add(source.path)
            reached.append(run.records.imported_data.get((source.path, one[1]), source.path))
        else:
            file = one if isinstance(one, str) else one.path
            found.add(file)
            reached += [*run.records.calls.get(one, ()), *names_in.get(file, ())]
        pending += [each for each in reached if each not in seen]
        seen.update(reached)
    return found - {path}
