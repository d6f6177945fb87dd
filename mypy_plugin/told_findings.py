"""What the interpreter has found in each file, so that the plugin does not report the same problem a second time.

`interpreter_findings` reports before mypy checks the file. A refusal that the plugin or mypy itself reports replaces
such a report, since mypy goes on as after an error only there.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import NamedTuple

from mypy.nodes import Context
from mypy.plugin import CheckerPluginInterface

from ..diagnostics.codes import DTYPE_IMPLICIT, DTYPE_UPCAST, DTYPE_WIDENING, ERROR, Code
from .mypy_compat.messages import ErrorInfo, ErrorsOfRun, current_path, errors_in, errors_of_run, listen
from .run_state import OfRun

SAME = dict.fromkeys((DTYPE_WIDENING.name, DTYPE_IMPLICIT.name), DTYPE_UPCAST.name)
"""Codes of the plugin that need no report beside a code of the interpreter, which tells the same with its cause."""


class _Told:
    """The reports of the interpreter in one file, in mypy's errors."""

    def __init__(self, errors: ErrorsOfRun) -> None:
        self.errors = errors
        self.reports: list[_Report] = []


class _Report(NamedTuple):
    """A report of the interpreter: its code, the lines of its expression, its cause, and its lines in mypy's errors."""

    code: str
    line: int
    end_line: int
    cause: str
    infos: Sequence[ErrorInfo]


class ToldFindings:
    """The reports by file."""

    def __init__(self) -> None:
        self._files: dict[str, _Told] = {}

    def begin_file(self, api: CheckerPluginInterface) -> None:
        """Forget what was told about the file when mypy checked it before."""
        self._files.pop(current_path(api), None)

    def note(
        self, api: CheckerPluginInterface, code: Code, place: Context, cause: str, infos: Sequence[ErrorInfo]
    ) -> None:
        """Note a report with its lines, and with the file and line of its cause."""
        path = current_path(api)
        cause = cause or f"{os.path.basename(path)}:{place.line}"
        report = _Report(code.name, place.line, place.end_line or place.line, cause, infos)
        self._files.setdefault(path, _Told(errors_of_run(api))).reports.append(report)
        listen(api, self._see)

    def has_line(self, path: str, info: ErrorInfo) -> bool:
        """Whether a line of mypy's errors belongs to a report of the interpreter."""
        told = self._files.get(path)
        return told is not None and any(info is one for report in told.reports for one in report.infos)

    def _see(self, path: str, info: ErrorInfo) -> None:
        """Let an error that mypy is about to add replace the report of the interpreter."""
        if info.severity == ERROR and info.code is not None:
            self.replace(path, info.code.code, info.line)

    def replace(self, path: str, code: str, line: int) -> None:
        """Remove the report of the interpreter with the code of an error, whose expression contains its line."""
        told = self._files.get(path)
        earlier = [one for one in told.reports if one.code == code and one.line <= line <= one.end_line] if told else []
        if told is None or not earlier:
            return
        infos = errors_in(told.errors, path)
        for info in (each for one in earlier for each in one.infos):
            # The interpreter's reports come before mypy's own, and mypy replaces them in their order.
            place = next((number for number, each in enumerate(infos) if each is info), None)
            if place is not None:
                del infos[place]
        told.reports = [one for one in told.reports if one not in earlier]

    def has_at(self, api: CheckerPluginInterface, code: Code, place: Context) -> bool:
        """Whether the interpreter has reported in the same line what a code of the plugin tells with less detail."""
        told = self._files.get(current_path(api))
        same = SAME.get(code.name)
        return told is not None and any(one.code == same and one.line == place.line for one in told.reports)


told_findings = OfRun(ToldFindings)
"""What the interpreter has found in the files of a run."""
