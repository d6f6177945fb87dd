"""Lists the plugin's reports about dtypes and shapes in real packages: ``python -m benchmarks.reports optax``.

mypy checks each package with the plugin and its default settings, functions without annotations included. The command
prints each report with its verdict in `benchmarks/judged_reports.tsv`. The exit code is 1 if a report has no verdict.
"""

from __future__ import annotations

import argparse
import csv
import json
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from jaxtyping_promo.diagnostics.codes import CODES

from .checkers import PLUGIN
from .environments import make_environments
from .measuring import environment
from .real_code import DOCUMENT, TABLES, copied, put, releases, total, work_folder
from .real_errors import UNTYPED

JUDGED = Path(__file__).parent / "judged_reports.tsv"
"""The verdicts: release, place, code, verdict and reason of each report."""
BEGIN, END = "<!-- python -m benchmarks.reports --write -->\n", "<!-- end of the reports -->"
VERDICTS = ("worth reading", "true", "false")
"""The verdicts on a report: true and worth a reader's time, true but useless to the reader, or false."""
UNJUDGED = ("no verdict", "")
SECONDS = 1800
"""The time limit of mypy for one package."""
Verdicts = dict[tuple[str, str, str], tuple[str, str]]


class Report(NamedTuple):
    """A report of the plugin, and all lines of its message."""

    place: str
    severity: str
    code: str
    text: str


def reports(output: str) -> Iterator[Report]:
    """The reports of the plugin in mypy's JSON output; a message continues in the notes for the same place."""
    report: Report | None = None
    before: tuple[object, ...] = ()
    for line in output.splitlines():
        message = json.loads(line)
        if message["code"] not in CODES:
            continue
        position = message["file"], message["line"], message["column"], message["code"]
        text = " / ".join(part for part in (message["message"], message["hint"]) if part)
        if report is not None and position == before:
            report = report._replace(text=f"{report.text} / {text}")
            continue
        if report is not None:
            yield report
        before = position
        report = Report(f"{message['file']}:{message['line']}", message["severity"], message["code"], text)
    if report is not None:
        yield report


def verdicts() -> Verdicts:
    """Verdicts and reasons, by release, place and code."""
    with JUDGED.open(newline="") as file:
        rows = csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        next(rows)
        return {(row[0], row[1], row[2]): (row[3], row[4]) for row in rows}


def source_lines(folder: Path) -> int:
    """The number of lines of a package's Python files."""
    return sum(len(file.read_bytes().splitlines()) for file in folder.rglob("*.py"))


def checked(package: str, python: Path, folder: Path) -> list[Report]:
    """The reports in a package that `copied` has copied."""
    output = _output(python, folder / "source", folder / "caches" / "ours", "-p", package)
    return [report for report in reports(output) if report.place.startswith(f"{package}/")]


def checked_program(program: Path, python: Path, folder: Path) -> list[Report]:
    """The reports in a folder of modules that are no package."""
    cache = folder / "caches" / "ours"
    # Folders of tests have modules of the same name, such as `conftest`.
    if (program / "__init__.py").exists():
        return [*reports(_output(python, program.parent, cache, "--explicit-package-bases", program.name))]
    output = _output(python, program, cache, "--explicit-package-bases", ".")
    return [report._replace(place=f"{program.name}/{report.place}") for report in reports(output)]


def _output(python: Path, source: Path, cache: Path, *chosen: str) -> str:
    """The output of mypy in a folder.

    Raises:
        RuntimeError: mypy crashes.
    """
    config = cache.with_name("reports.ini")
    config.parent.mkdir(exist_ok=True)
    config.write_text(PLUGIN + UNTYPED)
    options = [f"--config-file={config}", f"--cache-dir={cache}", "--output=json"]
    command = [str(python), "-m", "mypy", *options, *chosen]
    done = subprocess.run(command, cwd=source, env=environment(), capture_output=True, text=True, timeout=SECONDS)
    if done.returncode not in (0, 1) or "INTERNAL ERROR" in done.stdout + done.stderr:
        raise RuntimeError(f"mypy ended with {done.returncode}:\n{done.stdout[-2000:]}\n{done.stderr}")
    return done.stdout


def table(rows: dict[str, tuple[int, list[Report]]], judged: Verdicts) -> str:
    """The table of the documentation: lines, errors, notes and verdicts of each release."""
    lines = [
        f"| package | lines | errors | notes | notes in 1,000 lines | {' | '.join(VERDICTS)} |",
        f"| --- |{' ---: |' * (4 + len(VERDICTS))}",
    ]
    size, everything = 0, Counter[str]()
    for release, (count, listed) in sorted(rows.items(), key=lambda row: row[0].lower()):
        counts = _counts(release, listed, judged)
        lines.append(_row(release, count, counts))
        size += count
        everything += counts
    lines.append(_row("all", size, everything))
    return "\n".join(lines) + "\n"


def code_table(rows: dict[str, tuple[int, list[Report]]], judged: Verdicts) -> str:
    """The table of the documentation: reports and verdicts of each code."""
    lines = [f"| code | reports | {' | '.join(VERDICTS)} |", f"| --- | ---: |{' ---: |' * len(VERDICTS)}"]
    for code in CODES:
        counts, total = Counter[str](), 0
        for release, (_, listed) in rows.items():
            some = [report for report in listed if report.code == code]
            counts += _counts(release, some, judged)
            total += len(some)
        if total:
            lines.append(f"| `{code}` | {total:,} | {' | '.join(f'{counts[verdict]:,}' for verdict in VERDICTS)} |")
    return "\n".join(lines) + "\n"


def kept_rows(page: Path, measured: Iterable[str], judged: Verdicts) -> dict[str, tuple[int, list[Report]]]:
    """The packages of the written table that are not measured now: their lines, and their judged reports.

    A release of a package replaces its other releases.
    """
    known = {*measured}
    names = known | {release.rpartition(" ")[0] for release in known}
    _, _, written = page.read_text(encoding="utf-8").partition(BEGIN)
    rows: dict[str, tuple[int, list[Report]]] = {}
    for line in written.partition(END)[0].splitlines()[2:]:
        release, lines = (cell.strip() for cell in line.split("|")[1:3])
        if release == "all" or release in names or release.rpartition(" ")[0] in names:
            continue
        listed = [Report(place, CODES[code].severity, code, "") for (name, place, code) in judged if name == release]
        rows[release] = int(lines.replace(",", "")), listed
    return rows


def _counts(release: str, listed: Sequence[Report], judged: Verdicts) -> Counter[str]:
    counts = Counter(report.severity for report in listed)
    counts.update(judged.get((release, report.place, report.code), UNJUDGED)[0] for report in listed)
    return counts


def _row(release: str, lines: int, counts: Counter[str]) -> str:
    judged = " | ".join(f"{counts[verdict]:,}" for verdict in VERDICTS)
    density = 1000 * counts["note"] / max(lines, 1)
    return f"| {release} | {lines:,} | {counts['error']:,} | {counts['note']:,} | {density:.2f} | {judged} |"


def main(argv: list[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.reports", description=__doc__)
    parser.add_argument("packages", nargs="*", help="installed packages by the name that is imported, such as optax")
    parser.add_argument(
        "--programs", nargs="+", type=Path, default=[], help="folders of programs, one in each subfolder"
    )
    parser.add_argument("--keep", type=Path, help="a folder for mypy's caches and the copies of the packages")
    parser.add_argument("--tsv", type=Path, help="write the reports, in the form of benchmarks/judged_reports.tsv")
    parser.add_argument("--write", action="store_true", help="write the rows of these packages in docs/evidence")
    arguments = parser.parse_args(argv)

    judged, names = verdicts(), releases(arguments.packages)
    rows: dict[str, tuple[int, list[Report]]] = {}
    with work_folder(arguments.keep) as folder:
        python = make_environments(folder / "environments").ours
        copied(arguments.packages, folder)
        for package in arguments.packages:
            listed = checked(package, python, folder)
            rows[names[package]] = source_lines(folder / "source" / package), listed
            _show(names[package], *rows[names[package]], judged)
        for programs in arguments.programs:
            parts = sorted(part for part in programs.resolve().iterdir() if any(part.glob("*.py")))
            every = [report for part in parts for report in checked_program(part, python, folder)]
            name = f"{programs.resolve().parent.name}/{programs.name}"
            rows[name] = source_lines(programs), every
            _show(name, *rows[name], judged)
    unjudged = sum(
        (name, report.place, report.code) not in judged for name, (_, listed) in rows.items() for report in listed
    )
    if arguments.tsv:
        arguments.tsv.write_text("".join(_tsv_rows(rows, judged)))
    print(code_table(rows, judged))
    if arguments.write:
        rows |= kept_rows(TABLES, rows, judged)
        put(TABLES, table(rows, judged), BEGIN, END)
        put(DOCUMENT, f"{total(table(rows, judged))}\n{code_table(rows, judged)}", BEGIN, END)
    if unjudged:
        print(f"{unjudged} reports without a verdict", file=sys.stderr)
    return int(bool(unjudged))


def _show(name: str, size: int, listed: Sequence[Report], judged: Verdicts) -> None:
    """Print the reports of a package."""
    print(f"{name}, {size} lines: {len(listed)} reports", flush=True)
    for report in listed:
        verdict, reason = judged.get((name, report.place, report.code), UNJUDGED)
        print(f"  {report.place}: {report.severity}: {report.text}  [{report.code}]\n    {verdict}: {reason}")


def _tsv_rows(rows: dict[str, tuple[int, list[Report]]], judged: Verdicts) -> Iterator[str]:
    """The lines of the file of verdicts, each with the report behind it."""
    for name, (_, listed) in rows.items():
        for report in listed:
            verdict = judged.get((name, report.place, report.code), UNJUDGED)
            yield "\t".join((name, report.place, report.code, *verdict, report.text)) + "\n"


if __name__ == "__main__":
    raise SystemExit(main())
