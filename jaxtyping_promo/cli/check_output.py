"""The output of ``check``: findings with their source lines, or JSON."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from rich.console import Console
from rich.text import Text

from ..diagnostics.codes import ERROR
from ..interpreter.modules import Source
from ..interpreter.origins import Origin
from ..interpreter.places import Place
from ..interpreter.report import ExpressionValue, Finding, shown_calls
from ..interpreter.run import Run
from ..interpreter.source_texts import source_of, text_of

CONTEXTS: Final = {
    "called": "called by these files",
    "recorded": "with recorded dtypes",
    "assumed": "with assumed dtypes",
    "declared": "with declared types alone, as no call reaches them",
}
"""How the summary names the contexts of functions."""
PACKAGES: Final = (
    ("missing", "by packages that are not installed", "install the packages in the environment in which check runs"),
    ("libraries", "by library functions without a model", "annotate the results that are arrays"),
)
"""The causes of unknown dtypes that are packages: the key of the summary, the cause, and what helps."""
MOST_PACKAGES: Final = 3
"""The most packages that the summary names as a cause of unknown dtypes."""
MOST_CALLS = 6
"""The most calls of a chain that are shown."""


def position(run: Run, place: Place) -> dict[str, Any]:
    """A place as JSON has it: lines and columns from 1, columns in characters."""
    source = source_of(run, place.path)
    column = place.column + 1 if source is None else source.column(place.line, place.column)
    end = place.end_column + 1 if source is None else source.column(place.end_line, place.end_column)
    return {
        "path": shown_path(place.path),
        "line": place.line,
        "column": column,
        "end_line": place.end_line,
        "end_column": end,
    }


def shown_path(path: str) -> str:
    """A path relative to the current folder, if it lies below."""
    relative = os.path.relpath(path)
    return path if relative.startswith("..") else relative


def as_json(
    run: Run, found: Sequence[Finding], arrays: Sequence[ExpressionValue] | None, summary: Mapping[str, Any]
) -> dict[str, Any]:
    """The report as JSON; docs/reference/cli.md describes it."""
    report: dict[str, Any] = {"findings": [finding_as_json(run, finding) for finding in found]}
    if arrays is not None:
        report["values"] = [
            {
                **position(run, value.place),
                "dtypes": list(value.dtypes),
                "weak": value.weak,
                **({"numpy": True} if value.is_numpy else {}),
                **({"cause": value.cause} if value.cause else {}),
            }
            for value in arrays
        ]
    report["summary"] = dict(summary)
    return report


def _origin_as_json(run: Run, origin: Origin) -> dict[str, Any]:
    at = position(run, origin.place)
    return {key: at[key] for key in ("path", "line", "column")} | {"text": text_of(run, origin.place)}


def finding_as_json(run: Run, finding: Finding) -> dict[str, Any]:
    """One finding as JSON."""
    result: dict[str, Any] = {
        **position(run, finding.place),
        "code": finding.code.name,
        "severity": finding.severity,
        "message": finding.message,
        "advice": finding.advice,
        "context": finding.context,
        "followers": finding.followers,
        **({"hypotheses": list(finding.hypotheses)} if finding.hypotheses else {}),
    }
    if finding.origin is not None:
        result["origin"] = _origin_as_json(run, finding.origin)
    if finding.other_origins:
        result["other_origins"] = [_origin_as_json(run, origin) for origin in finding.other_origins]
    result["calls"] = _calls_as_json(run, finding)
    if finding.also:
        result["also"] = [
            {**position(run, other.place), "context": other.context, "calls": _calls_as_json(run, other)}
            for other in finding.also
        ]
    return result


def _calls_as_json(run: Run, finding: Finding) -> list[dict[str, Any]]:
    return [
        {key: at[key] for key in ("path", "line", "column")} | {"function": call.function}
        for call in finding.calls
        for at in (position(run, call.place),)
    ]


def print_findings(run: Run, found: Sequence[Finding], summary: Mapping[str, Any]) -> None:
    """Print the findings with their source lines."""
    console = Console(highlight=False, soft_wrap=True)
    for finding in found:
        print_finding(console, run, finding)
    for path, error in summary["errors"].items():
        console.print(Text(f"{shown_path(path)}: not checked: {error}", style="bold red"))
    for unmatched in summary.get("unmatched", ()):
        console.print(Text(_unmatched(unmatched), style="yellow"))
    errors = sum(finding.severity == ERROR for finding in found)
    notes, files = len(found) - errors, summary["files"]
    counted = f"{_counted(errors, 'error')}, {_counted(notes, 'note')} in {_counted(files, 'file')}"
    known = f"{summary['known']} of {summary['expressions']} array expressions have a known dtype"
    console.print(f"{counted}; {known}")
    for line in _lines_of_summary(summary):
        console.print(Text(line))


def _unmatched(pattern: Mapping[str, Any]) -> str:
    """The warning about a pattern that matches nothing."""
    close = " or ".join(f'"{name}"' for name in pattern["close"])
    hint = f"; did you mean {close}?" if close else ""
    return f'warning: "{pattern["pattern"]}" in {pattern["in"]} matches no {pattern["names"]}{hint}'


def _lines_of_summary(summary: Mapping[str, Any]) -> Iterator[str]:
    """The lines about what is not known, and what to do about it."""
    if "unknown" in summary:
        causes = _causes(summary["unknown"])
        yield f"unknown: {', '.join(f'{number} {words}' for number, words, _ in causes)}"
        yield f"to know more: {causes[0][2]}"
    if "missing" in summary:
        yield f"not installed here: {', '.join(summary['missing'])}"
    if "imported" in summary:
        files = ", ".join(f"{shown_path(path)} ({number})" for path, number in summary["imported"].items())
        yield f"more in imported files, which this command does not show: {files}"
    functions = summary["functions"]
    if functions["declared"]:
        counted = ", ".join(f"{functions[name]} {words}" for name, words in CONTEXTS.items() if functions[name])
        yield f"{_counted(sum(functions.values()), 'function')}: {counted}"
    if "reach" in summary:
        reach = summary["reach"]
        yield f"to give at least {reach['functions']} of the {functions['declared']} assumed dtypes: {reach['command']}"


def _causes(unknown: Mapping[str, Any]) -> list[tuple[int, str, str]]:
    """The causes of unknown dtypes, the most frequent first: the number of expressions, the cause, and what helps."""
    causes = []
    if "inputs" in unknown:
        helps = "check the files that call these functions, too, or state dtypes with --assume"
        causes.append((unknown["inputs"], "by inputs whose dtype no call, annotation or assumption states", helps))
    for key, words, helps in PACKAGES:
        packages = unknown.get(key, {})
        if packages:
            names = ", ".join([*packages][:MOST_PACKAGES]) + (", ..." if len(packages) > MOST_PACKAGES else "")
            causes.append((sum(packages.values()), f"{words} ({names})", helps))
    if "others" in unknown:
        causes.append(
            (unknown["others"], "by other causes", "check --json --values names the cause of each expression")
        )
    return sorted(causes, key=lambda cause: -cause[0])


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def print_finding(console: Console, run: Run, finding: Finding) -> None:
    """Print one finding: place and message, source line and caret, cause, calls, advice."""
    at = position(run, finding.place)
    style = "bold red" if finding.severity == ERROR else "bold cyan"
    head = Text(f"{at['path']}:{at['line']}:{at['column']}: ")
    head.append(finding.severity, style=style)
    head.append(f": {finding.message}  ")
    head.append(f"[{finding.code.name}]", style="dim")
    console.print(head)
    source = source_of(run, finding.place.path)
    if source is not None:
        print_line(console, source, finding.place, at)
    for each in (finding.origin, *finding.other_origins):
        if each is not None:
            origin = position(run, each.place)
            console.print(Text(f"    from {origin['path']}:{origin['line']}: {text_of(run, each.place)}", style="dim"))
    if finding.calls:
        console.print(Text(f"    called: {shown_calls(finding.calls, finding.place.path, MOST_CALLS)}", style="dim"))
    if finding.hypotheses:
        console.print(Text(f"    assumed: {'; '.join(finding.hypotheses)}", style="dim"))
    if finding.also:
        console.print(Text(f"    also in {_lines(finding.also)}, for the same reason", style="dim"))
    if finding.followers:
        console.print(
            Text(f"    {_counted(finding.followers, 'more expression')} with another dtype because of it", style="dim")
        )
    if finding.advice:
        console.print(Text(f"    {finding.advice}"))


def _lines(found: Sequence[Finding]) -> str:
    """The lines of findings in one file: ``line 9``, or ``lines 9, 12 and 15``."""
    *others, last = sorted({finding.place.line for finding in found})
    return f"lines {', '.join(map(str, others))} and {last}" if others else f"line {last}"


def print_line(console: Console, source: Source, place: Place, at: Mapping[str, Any]) -> None:
    """Print a source line, with carets below the expression."""
    line = source.line(place.line)
    stripped = line.lstrip()
    indent = len(line) - len(stripped)
    end = at["end_column"] if place.end_line == place.line else len(line) + 1
    console.print(Text(f"    {stripped}"))
    console.print(Text("    " + " " * (at["column"] - 1 - indent) + "^" * max(1, end - at["column"]), style="cyan"))
