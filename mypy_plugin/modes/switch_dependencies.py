"""Shares the switches of JAX options that each module contains with all other modules of the program.

mypy checks modules one by one, loads some from its cache, and distributes them to several workers. All workers know
which module depends on which. So a module with a switch gets a dependency on a module of the stubs that stands for the
switch: a mark (`get_additional_deps`). The module `_switches`, which mypy reads again in each run, collects all marks
when it is analyzed. The collection is part of the interface of `Array`'s module. If it changes, mypy checks all modules
with arrays again.

mypy's daemon does not analyze `_switches` again. But it asks for the plugin's version before each run, and restarts if
the version has changed. So the plugin looks for changed files then. A module that is added to the program later is
recorded in `_switches` when it is checked, and all other modules depend on that record.
"""

from __future__ import annotations

from typing import Final
from uuid import uuid4

from mypy.nodes import Import, ImportFrom, MypyFile, TypeInfo, Var
from mypy.options import Options

from ...jax_options import SHOWN
from ..installed_packages import is_installed
from ..jax_names import ARRAY_MODULE
from ..mypy_compat.modules import is_module_found
from .daemon_marks import DAEMON
from .recorded_switches import MARK, STATE_TRIGGER, SWITCHES_MODULE
from .switches_in_files import Texts, marks_of
from .tests_and_benchmarks import has_note

WRITTEN: Final = f"{SWITCHES_MODULE}._Written"
"""The base of the class in `_switches` for which mypy calls a hook."""


class Marks:
    """Gives modules the dependencies that carry their switches to other modules.

    Args:
        options: mypy's options.
        texts: reads the files under check.
    """

    def __init__(self, options: Options, texts: Texts) -> None:
        self._options, self._texts = options, texts
        self._is_daemon = options.fine_grained_incremental
        self._are_found: bool | None = None

    def dependencies(self, file: MypyFile) -> list[tuple[int, str, int]]:
        """The additional dependencies of a module, for mypy's hook."""
        if file.fullname == ARRAY_MODULE:
            return [(10, SWITCHES_MODULE, -1)]
        marks = marks_of(self._texts.switches_of(file.fullname, file.path))
        if self._is_daemon:
            DAEMON.read(file.fullname, file.path, marks)
        if not is_installed(file.path) and not file.is_stub and _imports_jax(file) and has_note(file, at_top=False):
            marks = (*marks, SHOWN)
        if not marks or not self._are_stubs_found():
            return []
        return [(10, module, -1) for module in (SWITCHES_MODULE, *map(MARK.format, marks))]

    def cached(self, module: str, path: str) -> None:
        """Tell the daemon about a module that mypy may load from its cache."""
        if self._is_daemon:
            DAEMON.read(module, path, marks_of(self._texts.switches_of(module, path)))

    def _are_stubs_found(self) -> bool:
        """Whether mypy finds the module `_switches`."""
        if self._are_found is None:
            self._are_found = self._find_stubs()
        return self._are_found

    def _find_stubs(self) -> bool:
        """Search for the module `_switches` where mypy searches for modules."""
        try:
            return is_module_found(SWITCHES_MODULE, self._options)
        except Exception:  # mypy itself reports errors in its paths
            return False


def _imports_jax(file: MypyFile) -> bool:
    """Whether a file imports JAX."""
    names = (name for one in file.imports if isinstance(one, Import) for name, _ in one.ids)
    modules = (one.id for one in file.imports if isinstance(one, ImportFrom))
    return any(name.partition(".")[0] == "jax" for name in (*names, *modules))


def is_read_anew(module: str) -> bool:
    """Whether mypy must analyze a module again in each run, instead of loading it from its cache."""
    return module == SWITCHES_MODULE


def stamp() -> str:
    """A text that no cache contains."""
    return uuid4().hex


def depend_on_switches(tree: MypyFile) -> None:
    """Make mypy's daemon check a module's functions again when the recorded switches change."""
    targets = {tree.fullname}
    for name, symbol, _ in tree.local_definitions():
        if not isinstance(symbol.node, TypeInfo | Var):
            targets.add(name)
    tree.plugin_deps.setdefault(STATE_TRIGGER, set()).update(targets)
