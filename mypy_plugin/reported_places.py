"""The places and messages of the errors that mypy has listed, so that no problem is reported twice."""

from __future__ import annotations

from mypy.nodes import Context
from mypy.plugin import CheckerPluginInterface

from ..diagnostics.codes import Code
from .mypy_compat.messages import ErrorInfo, reported_errors
from .run_state import OfRun


class _ReportedPlaces:
    """The places of the errors in one of mypy's lists, so that a file with many reports is not searched for each."""

    def __init__(self, errors: list[ErrorInfo]) -> None:
        self._errors = errors
        self._read: list[ErrorInfo] = []
        self._places: set[tuple[int, int, str]] = set()

    def describes(self, errors: list[ErrorInfo]) -> bool:
        """Whether a list is the list that was read before, and has only got errors at its end since then."""
        last = len(self._read) - 1
        return errors is self._errors and (last < 0 or (len(errors) > last and errors[last] is self._read[last]))

    def has(self, place: Context, code: Code) -> bool:
        """Whether the list has an error of a code at a place. Errors that were added are read first."""
        added = self._errors[len(self._read) :]
        self._read += added
        self._places.update((info.line, info.column, info.code.code) for info in added if info.code is not None)
        return (place.line, place.column, code.name) in self._places


class _LastFile:
    """The places of the errors in the file about which was asked last."""

    def __init__(self) -> None:
        self.places = _ReportedPlaces([])


_last_file = OfRun(_LastFile)


def is_reported_at(api: CheckerPluginInterface, place: Context, code: Code) -> bool:
    """Whether a code is already reported at a place."""
    last, listed = _last_file(api), reported_errors(api)
    if not last.places.describes(listed):
        last.places = _ReportedPlaces(listed)
    return last.places.has(place, code)
