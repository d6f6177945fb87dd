"""Processes: scripts and test files are programs of their own, so each has its own modes of JAX.

``jax.config.update("jax_enable_x64", True)`` in a test file says nothing of the library. Functions that nothing calls
are interpreted in the modes that their own module sets, or in which the scripts leave JAX if these agree, and else in
those of the start.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from .heap import HeapObject
from .modes import MODES
from .module_effects import state_behind
from .test_entries import has_tests

if TYPE_CHECKING:
    from .modules import Source
    from .run import Run


class Processes:
    """The modes of the scripts and test files of a program.

    Args:
        run: the run.
    """

    def __init__(self, run: Run) -> None:
        self.run = run
        self._tests: dict[str, HeapObject] = {}
        self._scripts: dict[str, HeapObject] = {}
        self._is_settled = False

    @contextmanager
    def of(self, source: Source) -> Iterator[None]:
        """Run code of a file in the modes of its process, and keep what it changes."""
        own = self._tests if has_tests(source) else self._scripts if source.name.startswith("__main__") else None
        modes = self.run.models.get(("modes", source.path)) if self._is_settled else None
        if own is None and not isinstance(modes, HeapObject):
            yield
            return
        shared = self.run.base[MODES]
        self.run.base[MODES] = modes if own is None else own.get(source.path, shared)
        try:
            with state_behind(self.run, source):
                yield
        finally:
            if own is not None:
                own[source.path] = self.run.base[MODES]
            self.run.base[MODES] = shared

    def settle(self) -> None:
        """Set the modes for functions that nothing calls: those of the scripts, if they agree."""
        self._is_settled = True
        fields = [modes.fields for modes in self._scripts.values()]
        if fields and all(each == fields[0] for each in fields[1:]):
            self.run.base[MODES] = next(iter(self._scripts.values()))
