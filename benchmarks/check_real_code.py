"""What `check` reports in real repositories: `python -m benchmarks.check_real_code CHECKOUT:FOLDER... --output FILE`.

Each checkout is checked without and with assumed dtypes, in a process of its own, which gives the seconds and the peak
memory. ``--output`` keeps the findings as JSON, also for projects of earlier runs. ``--write`` puts the table into
`docs/evidence/check-on-real-code.md`, with the verdicts of `benchmarks/judged_check.tsv`.
"""

from __future__ import annotations

import argparse
import csv
import json
import os
import resource
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

DOCUMENT = Path(__file__).parents[1] / "docs" / "evidence" / "check-on-real-code.md"
JUDGED = Path(__file__).parent / "judged_check.tsv"
"""The verdicts: project, place, code, verdict by reading, verdict by running, and the reason."""
BEGIN, END = "<!-- python -m benchmarks.check_real_code --write -->\n", "<!-- end of what it writes -->"
CONTEXTS: dict[str, tuple[str, ...]] = {"as it is": (), "float=bfloat16": ("--assume", "float=bfloat16")}
"""The options of each run."""
VERDICTS = ("worth reading", "true", "false")
SECONDS = 2400
"""The time limit of one run."""


def measured(checkout: Path, folder: str, options: Iterable[str]) -> dict[str, Any]:
    """The findings of one run, with its seconds and peak memory."""
    command = [sys.executable, "-m", "jaxtyping_promo", "check", *folder.split(","), "--json", *options]
    process = subprocess.Popen(command, cwd=checkout, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    start = time.perf_counter()
    output, error = process.communicate(timeout=SECONDS)
    seconds = time.perf_counter() - start
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    if not output:
        raise SystemExit(f"{checkout}: {error}")
    report = json.loads(output)
    return {
        "findings": report["findings"],
        "summary": report["summary"],
        "seconds": seconds,
        "processor": usage.ru_utime + usage.ru_stime,
        "memory": usage.ru_maxrss / 1024,
    }


def in_own_process(checkout: Path, folder: str, options: Iterable[str]) -> dict[str, Any]:
    """`measured` in a fresh process, since the peak memory of children is a maximum over all of them."""
    code = (
        "import json, sys; from pathlib import Path; from benchmarks.check_real_code import measured;"
        "print(json.dumps(measured(Path(sys.argv[1]), sys.argv[2], sys.argv[3:])))"
    )
    command = [sys.executable, "-c", code, str(checkout), folder, *options]
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[1])}
    return dict(json.loads(subprocess.run(command, capture_output=True, text=True, check=True, env=environment).stdout))


def lines_of(checkout: Path, folder: str) -> int:
    """The lines of the Python files below the folders of a checkout."""
    files = (file for each in folder.split(",") for file in (checkout / each).rglob("*.py"))
    return sum(file.read_bytes().count(b"\n") for file in files)


def verdicts() -> dict[tuple[str, str, str], tuple[str, str]]:
    """The verdicts by project, place and code: by reading, and by running."""
    if not JUDGED.exists():
        return {}
    with JUDGED.open(encoding="utf-8", newline="") as file:
        rows = csv.DictReader(file, delimiter="\t")
        return {(row["project"], row["place"], row["code"]): (row["verdict"], row["run"]) for row in rows}


def table(results: Mapping[str, Any]) -> Iterator[str]:
    """The lines of the page."""
    heads = "project folders commit lines run seconds MB known not_checked errors notes for_1,000_lines".split()
    yield "| " + " | ".join(head.replace("_", " ") for head in heads) + " |"
    yield "| --- | --- | --- | ---: | --- |" + " ---: |" * (len(heads) - 5)
    codes: dict[str, Counter[str]] = {name: Counter() for name in CONTEXTS}
    lines = 0
    for project, result in sorted(results.items()):
        lines += result["lines"]
        for name in CONTEXTS:
            run = result["runs"][name]
            found = Counter(finding["severity"] for finding in run["findings"])
            codes[name].update(finding["code"] for finding in run["findings"])
            rate = 1000 * len(run["findings"]) / result["lines"]
            summary = run["summary"]
            known = 100 * summary["known"] / max(summary["expressions"], 1)
            folders = "all" if result["folder"] == "." else result["folder"].replace(",", ", ")
            numbers = (f"{run['processor']:.0f}", f"{run['memory']:.0f}", f"{known:.0f} %", len(summary["errors"]),
                       found["error"], found["note"], f"{rate:.2f}")  # fmt: skip
            cells = (project, folders, result["commit"], f"{result['lines']:,}", name, *numbers)
            yield "| " + " | ".join(map(str, cells)) + " |"
    yield ""
    yield "| code | " + " | ".join(CONTEXTS) + " |"
    yield "| --- | " + " | ".join("---:" for _ in CONTEXTS) + " |"
    for code in sorted({code for counts in codes.values() for code in counts}):
        yield f"| {code} | " + " | ".join(str(codes[name][code]) for name in CONTEXTS) + " |"
    rates = (f"{1000 * counts.total() / max(lines, 1):.2f}" for counts in codes.values())
    yield "| for 1,000 lines | " + " | ".join(rates) + " |"
    yield ""
    yield from judged(results)


def judged(results: Mapping[str, Any]) -> Iterator[str]:
    """The table of verdicts on the findings of these results."""
    known = verdicts()
    found = {
        (project, f"{finding['path']}:{finding['line']}", finding["code"])
        for project, result in results.items()
        for run in result["runs"].values()
        for finding in run["findings"]
    }
    read = Counter(known[key][0] for key in found if key in known)
    ran = Counter(known[key][1] for key in found if key in known and known[key][1])
    yield f"| verdict on {sum(read.values())} of {len(found)} findings | by reading | by running |"
    yield "| --- | ---: | ---: |"
    for verdict in VERDICTS:
        yield f"| {verdict} | {read[verdict]} | {ran[verdict]} |"


def main() -> None:
    """Check the projects, keep the results, and write the page."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("projects", nargs="*", help="CHECKOUT:FOLDER[,FOLDER...], folders in a checkout")
    parser.add_argument("--output", type=Path, required=True)
    parser.add_argument("--write", action="store_true")
    arguments = parser.parse_args()
    results: dict[str, Any] = json.loads(arguments.output.read_text()) if arguments.output.exists() else {}
    for project in arguments.projects:
        checkout, _, folder = project.partition(":")
        root = Path(checkout)
        commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], cwd=root, capture_output=True, text=True)
        runs = {name: in_own_process(root, folder, options) for name, options in CONTEXTS.items()}
        lines = lines_of(root, folder)
        results[root.name] = {"commit": commit.stdout.strip(), "folder": folder, "lines": lines, "runs": runs}
        arguments.output.write_text(json.dumps(results))
        print(root.name, {name: len(run["findings"]) for name, run in runs.items()}, flush=True)
    text = "\n".join(table(results)) + "\n"
    print(text)
    if arguments.write:
        page = DOCUMENT.read_text(encoding="utf-8")
        begin, end = page.index(BEGIN) + len(BEGIN), page.index(END)
        DOCUMENT.write_text(page[:begin] + text + page[end:], encoding="utf-8")


if __name__ == "__main__":
    main()
