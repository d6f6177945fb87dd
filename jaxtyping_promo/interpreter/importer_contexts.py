"""Functions as importers call them: with any arguments that their declarations allow, at any time after the import.

What a function computes from such arguments holds for every call, unless it reads a mutable object that is older than
the call: other code may have changed it. So each function is watched.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from typing import TYPE_CHECKING

from .call_memo import CallMemo
from .heap import Heap, reachable
from .iterators import STAND_IN
from .modes import MODES
from .program_files import is_installed
from .records import Records
from .syntax import walk
from .values import Class, Site, Value, join
from .values_in import functions_in
from .watch import Watch

if TYPE_CHECKING:
    from .definitions import Definition, FunctionNode
    from .modules import Source
    from .run import Run

MUTABLE = ("list", "dict", "set", "instance", "iterator")
"""The kinds of objects that other code may change."""


class ImporterContexts:
    """What the functions of a module read and change when importers call them.

    Args:
        run: the run.
        frame: the frame of the module.

    Attributes:
        records: the records of functions that other code of the program calls, too.
        complete: the functions that were interpreted as a whole, without generators.
        kept_functions: the functions that may be called when the function that made them has ended, by the identity of
            their nodes.
        returning_iterators: the functions that return an iterator, or never return.
    """

    def __init__(self, run: Run, frame: Site) -> None:
        self._run, self._frame = run, frame
        self.records, self._memo = Records(), CallMemo()
        self._watches: dict[FunctionNode, Watch] = {}
        self._changed: set[Site] = set()
        self._takes_instance = False
        self._watch = Watch()
        self._keeps_modes = False
        """Whether the function that was interpreted last has the modes at its end that it began with."""
        self._returns_iterator = True
        self.complete: set[FunctionNode] = set()
        self.kept_functions: set[int] = set()
        self.returning_iterators: set[FunctionNode] = set()

    @contextmanager
    def of(self, definition: Definition, *, is_repeated: bool) -> Iterator[None]:
        """Watch the interpretation of a function, whose arguments `note_arguments` sees.

        Args:
            definition: the function.
            is_repeated: whether other contexts have recorded the function, so that this one tells no findings.
        """
        self._takes_instance = self._keeps_modes = False
        self._returns_iterator = True
        run, watch = self._run, Watch()
        self._watch = watch
        records, memo, outer, cut = run.records, run.memo, run.base.watch, run.cut_entries
        self._memo.has_rules |= memo.has_rules
        if is_repeated:
            run.records, run.memo = self.records, self._memo
        run.base.watch = watch
        try:
            yield
        finally:
            run.records, run.memo, run.base.watch = records, memo, outer
            kept = {self._frame, MODES} if self._keeps_modes else {self._frame}
            self._changed |= (watch.effects | watch.written.keys()) - kept
            is_cut = run.cut_entries > cut
            if self._returns_iterator:
                self.returning_iterators.add(definition.node)
            if not is_cut and not definition.is_generator:
                self.complete.add(definition.node)
                if not self._takes_instance:
                    self._watches[definition.node] = watch

    def note_arguments(self, run: Run, _: Definition, arguments: dict[str, Value]) -> bool:
        """Note whether an argument is an instance: one of a derived class, which overrides methods, may come in."""
        values = [*arguments.values()]
        self._takes_instance = any(isinstance(item, Class) for value in values for item in value) or any(
            run.live[site].kind == "instance" for value in values for site in reachable(run.live, value)
        )
        return True

    def note_end(self, run: Run, result: Value) -> bool:
        """Note whether a function changes the modes of JAX, and whether others may call functions in it later."""
        if run.heap is None:
            return True
        before, after = run.base[MODES].fields, run.live[MODES].fields
        self._keeps_modes = all(join(value, after[option]) == value for option, value in before.items())
        sites = {*self._watch.effects, *reachable(run.live, result)}
        objects = [found for site in sites if (found := run.live.peek(site)) is not None]
        self._returns_iterator = any(found.kind == "iterator" for found in objects)
        values = [result, *(value for found in objects for value in found.values)]
        self.kept_functions.update(map(id, functions_in(values)))
        return True

    @property
    def lasting(self) -> Iterator[FunctionNode]:
        """The functions whose values depend on nothing that other code may change."""
        for node, watch in self._watches.items():
            names = (site for site, _ in watch.names)
            if not any(map(self._may_change, {*watch.reads, *names})):
                yield node

    def _may_change(self, site: Site) -> bool:
        """Whether other code may change an object that is older than the call: a mutable one, or a captured frame."""
        base = self._run.base
        if site not in base or site == self._frame:
            return False
        if site == MODES or site[0] == "rules":  # a program gives a function its custom rules once
            return site in self._changed
        if site[1:] == (STAND_IN,):
            return False  # it holds the interpreter's own functions
        if base[site].kind == "frame":
            return site[0] != "module" or site in self._changed or self._assigns_globals(site[1])
        return (base[site].kind in MUTABLE and not self._is_of_library(site)) or site in self._changed

    def _is_of_library(self, site: Site) -> bool:
        """Whether an installed package has made an object that no variable of the program leads to."""
        is_made_there = len(site) > 1 and isinstance(site[1], int) and site[1] not in self._nodes_of_program
        return is_made_there and site not in self._held_by_program

    @cached_property
    def _held_by_program(self) -> set[Site]:
        """The objects to which variables of the program's modules, and attributes of its classes, lead."""
        run, heap = self._run, Heap(self._run.base)
        modules = [run.modules.get(source.name) for source in run.finder.sources if not is_installed(source.path)]
        classes = [info.site for info in run.classes.values() if not is_installed(info.path)]
        holders = [run.base[site] for site in (*modules, *classes) if site is not None and site in run.base]
        values = (value for holder in holders for value in holder.fields.values())
        return {site for value in values for site in reachable(heap, value)}

    @cached_property
    def _nodes_of_program(self) -> set[int]:
        """The identities of the syntax nodes in the program's own files."""
        sources = (source for source in self._run.finder.sources if not is_installed(source.path))
        return {id(node) for source in sources for node in walk(source.tree)}

    def _assigns_globals(self, module: object) -> bool:
        """Whether a function of another module assigns one of its variables."""
        source = self._run.finder.source_of(str(module))
        return source is None or bool(global_names(self._run, source))


def global_names(run: Run, source: Source) -> set[str]:
    """The variables of a module that its functions assign by ``global``."""
    found: set[str] | None = run.models.get(("globals", source.path))
    if found is None:
        found = {name for node in walk(source.tree) if isinstance(node, ast.Global) for name in node.names}
        run.models["globals", source.path] = found
    return found
