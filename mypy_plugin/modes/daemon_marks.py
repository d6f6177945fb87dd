"""The marks of switches that mypy's daemon has read, which decide whether it has to restart."""

from __future__ import annotations

from .switches_in_files import Texts, marks_of


class _Daemon:
    """The marks that the files of the program had when mypy's daemon read them.

    Attributes:
        restarts: a number that changes when the daemon has to restart, because the marks have changed.
        is_built: whether the daemon has checked the program once.
    """

    def __init__(self) -> None:
        self.restarts = 0
        self.is_built = False
        self._marks: dict[str, tuple[str, tuple[str, ...]]] = {}
        self._is_late = False

    def has_learnt(self) -> None:
        """All modules know the switches that were added since the daemon started."""
        self._is_late = False

    def read(self, module: str, path: str, marks: tuple[str, ...]) -> None:
        """The daemon has read a file, or is about to."""
        earlier = self._marks.get(path, ("", ()))[1]
        if self.is_built and marks != earlier:
            self._is_late = True  # modules checked before do not know these marks
        self._marks[path] = (module, marks)

    def asked_again(self, texts: Texts) -> None:
        """The daemon asks for the plugin's version, before it looks for changed files."""
        if not self._marks:
            return
        self.is_built = True
        if self._is_late or any(
            marks_of(texts.switches_of(m, path)) != marks for path, (m, marks) in self._marks.items()
        ):
            self.restarts += 1
            self._is_late = False


DAEMON = _Daemon()
"""The state of the running mypy daemon, if this process is a daemon."""
