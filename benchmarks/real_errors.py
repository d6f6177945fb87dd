"""The errors of mypy and pyright in real packages, and the differences between two runs."""

from __future__ import annotations

import json
import re
import subprocess
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Literal, NamedTuple

from .checkers import BIN
from .measuring import environment

SECONDS = 600
"""The time limit of a checker for one package."""
UNTYPED = "check_untyped_defs = true\n"
Change = Literal["new", "gone"]
_MYPY = re.compile(r"(?P<place>[^:\n]+:\d+): error: (?P<text>.*?)(?:  \[(?P<code>[\w-]+)\])?")
_NO_OVERLOAD = re.compile('No overloads for "[^"]*" match the provided arguments')
"""pyright's error for a call of a function with overloads. Its error for the argument is mostly in the same line."""


class Error(NamedTuple):
    """An error, identified by place and code, since messages differ in the spelling of types."""

    place: str
    code: str
    count: int = 0
    """The number of errors with this code before it on the line."""


Errors = dict[Error, str]
"""Errors with their messages."""
Check = Callable[[Path, Sequence[str], Path], dict[str, Errors]]
"""Runs a checker in an environment on packages in a folder."""


class Difference(NamedTuple):
    """An error that only one side has."""

    change: Change
    error: Error
    text: str


def mypy_errors(config: str, caches: Path) -> Check:
    """mypy with a configuration. Each environment has its own cache."""

    def check(python: Path, packages: Sequence[str], folder: Path) -> dict[str, Errors]:
        (folder / "mypy.ini").write_text(config)
        cache = caches / python.parents[1].name
        options = ["--config-file=mypy.ini", f"--cache-dir={cache}", "--no-pretty", "--hide-error-context"]
        chosen = [part for package in packages for part in ("-p", package)]
        output = _output([python, "-m", "mypy", *options, *chosen], folder, len(packages))
        matches = [match for line in output.splitlines() if (match := _MYPY.fullmatch(line))]
        return _by_package(packages, ((m["place"], m["code"] or "", m["text"]) for m in matches))

    return check


def pyright_errors(python: Path, packages: Sequence[str], folder: Path) -> dict[str, Errors]:
    """pyright with its own settings."""
    output = _output([BIN / "pyright", "--outputjson", "--pythonpath", python, *packages], folder, len(packages))
    errors = [one for one in json.loads(output)["generalDiagnostics"] if one["severity"] == "error"]
    reported_errors = [
        (
            f"{Path(one['file']).relative_to(folder)}:{one['range']['start']['line'] + 1}",
            one.get("rule", ""),
            one["message"],
        )
        for one in errors
    ]
    return _by_package(packages, without_repeated_overloads(reported_errors))


def without_repeated_overloads(reported_errors: Sequence[tuple[str, str, str]]) -> list[tuple[str, str, str]]:
    """The errors of pyright by place, code and message, without "No overloads" in lines that have another error.

    pyright reports a wrong argument of an overloaded function twice: at the call, and at the argument. The error at the
    call counts if nothing else stands in its line: the argument is in another line, or an ignore comment covers only
    the argument's code.
    """
    others = {place for place, _, text in reported_errors if not _NO_OVERLOAD.fullmatch(text)}
    return [one for one in reported_errors if one[0] not in others or not _NO_OVERLOAD.fullmatch(one[2])]


def differences(plain: Errors, ours: Errors) -> list[Difference]:
    """The errors of only one side, by file and line."""
    new = [Difference("new", error, ours[error]) for error in ours if error not in plain]
    gone = [Difference("gone", error, plain[error]) for error in plain if error not in ours]
    return sorted(new + gone, key=lambda one: _by_line(one.error))


def read_errors(file: Path) -> Errors:
    """Read errors from a file."""
    return {Error(place, code, count): text for place, code, count, text in json.loads(file.read_text())}


def write_errors(file: Path, errors: Errors) -> None:
    """Write errors into a file."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps([[*error, text] for error, text in errors.items()], indent=0))


def _by_package(packages: Sequence[str], reported_errors: Iterable[tuple[str, str, str]]) -> dict[str, Errors]:
    """The errors of each package. Errors in other packages are left out."""
    counts: Counter[tuple[str, str]] = Counter()
    errors: dict[str, Errors] = {package: {} for package in packages}
    for place, code, text in reported_errors:
        package = place.partition("/")[0]
        if package in errors:
            errors[package][Error(place, code, counts[place, code])] = text
        counts[place, code] += 1
    return errors


def _output(command: list[str | Path], folder: Path, packages: int) -> str:
    """The output of a checker.

    Raises:
        RuntimeError: the checker crashes.
    """
    arguments = [str(part) for part in command]
    done = subprocess.run(
        arguments, cwd=folder, env=environment(), capture_output=True, text=True, timeout=SECONDS * packages
    )
    if done.returncode not in (0, 1) or "INTERNAL ERROR" in done.stdout + done.stderr:
        command_line = " ".join(arguments)
        raise RuntimeError(f"{command_line} ended with {done.returncode}:\n{done.stdout[-2000:]}\n{done.stderr}")
    return done.stdout


def _by_line(error: Error) -> tuple[str, int, str, int]:
    file, line = error.place.rsplit(":", 1)
    return file, int(line), error.code, error.count
