"""Functions as importers call them: with any arguments that their declarations allow, at any time after the import.

What a function computes from such arguments holds for every call, unless it reads a mutable object that some function
of the module changes: an earlier call may have changed it. So each function is watched.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from .call_memo import CallMemo
from .records import Records
from .values import Class, Object, Site, Value
from .watch import Watch

if TYPE_CHECKING:
    from .definitions import Definition, FunctionNode
    from .run import Run

MUTABLE = ("list", "dict", "set", "instance", "iterator")
"""The kinds of objects that a function which was not seen to its end may change."""


class ImporterContexts:
    """What the functions of a module read and change when importers call them.

    Args:
        run: the run.
        frame: the frame of the module.

    Attributes:
        records: the records of functions that other code of the program calls, too.
    """

    def __init__(self, run: Run, frame: Site) -> None:
        self._run, self._frame = run, frame
        self.records, self._memo = Records(), CallMemo()
        self._watches: dict[FunctionNode, Watch] = {}
        self._changed: set[Site] = set()
        self._is_cut = self._takes_instance = False

    @contextmanager
    def of(self, definition: Definition, *, is_repeated: bool) -> Iterator[None]:
        """Watch the interpretation of a function, whose arguments `note_arguments` sees.

        Args:
            definition: the function.
            is_repeated: whether other contexts have recorded the function, so that this one tells no findings.
        """
        self._takes_instance = False
        run, watch = self._run, Watch()
        records, memo, outer, cut = run.records, run.memo, run.base.watch, run.cut_entries
        if is_repeated:
            run.records, run.memo = self.records, self._memo
        run.base.watch = watch
        try:
            yield
        finally:
            run.records, run.memo, run.base.watch = records, memo, outer
            self._changed |= (watch.effects | watch.written.keys()) - {self._frame}
            is_cut = run.cut_entries > cut
            self._is_cut |= is_cut
            if not self._takes_instance and not is_cut:
                self._watches[definition.node] = watch

    def note_arguments(self, run: Run, _: Definition, arguments: dict[str, Value]) -> bool:
        """Note whether an argument is an instance: one of a derived class, which overrides methods, may come in."""
        items = [item for value in arguments.values() for item in value]
        self._takes_instance = any(
            isinstance(item, Class) or (isinstance(item, Object) and run.object(item).kind == "instance")
            for item in items
        )
        return True

    @property
    def lasting(self) -> Iterator[FunctionNode]:
        """The functions whose values do not depend on what other functions have changed."""
        base = self._run.base
        for node, watch in self._watches.items():
            reads = {site for site in watch.reads if site in base} - {self._frame}
            if reads & self._changed:
                continue
            if not (self._is_cut and any(base[site].kind in MUTABLE for site in reads)):
                yield node
