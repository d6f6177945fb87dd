"""Compares mypy's types and errors with running programs."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Literal

from checkers.mypy import CONFIGURATION, IMPORTS, PLUGIN, imported
from made_once import folder_made_once, value_made_once

from .modules import modules_of
from .plain import plain_environment
from .stated import admits, is_known, read

_MESSAGE = re.compile(
    r"(?P<file>[^:\n]+):(?P<line>\d+):(?:(?P<column>\d+):)? (?P<kind>error|note): "
    r"(?P<text>.*?)(?:  \[(?P<code>[\w-]+)\])?"
)
_CRASH = re.compile(r"(?P<file>[^:\n]+):(?P<line>\d+): error: INTERNAL ERROR")
_REVEALED = re.compile(r'Revealed type is "(.*)"')
EXECUTION = Path(__file__).parent / "execution.py"
MYPY = str(Path(sys.executable).parent / "mypy")
SHOWN = ["--no-error-summary", "--hide-error-context", "--no-pretty", "--show-column-numbers"]


@dataclass(frozen=True)
class Fault:
    """A place where mypy and the running program contradict each other.

    Attributes:
        kind: ``"wrong"`` if a value has another type than mypy infers, ``"false error"`` if mypy reports an error in code
            that runs, ``"hidden error"`` if a statement raises and mypy reports nothing, ``"unseen"`` if mypy reveals
            no type where the program ran, ``"crash"`` if mypy or the program crashes.
        line, column: the place, counted from 1.
    """

    file: str
    line: int
    column: int
    kind: Literal["wrong", "false error", "hidden error", "unseen", "crash"]
    text: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}: {self.kind}: {self.text}"


@dataclass
class Checked:
    """mypy's messages for the modules of a program, or the line at which it has an internal error."""

    revealed: dict[str, list[str]] = field(default_factory=dict)
    errors: list[tuple[int, int, str]] = field(default_factory=list)
    crash: int | None = None

    def since(self, first: int) -> Checked:
        """The messages from a line on."""
        return Checked(self.revealed, [error for error in self.errors if error[0] >= first], self.crash)


@dataclass(frozen=True)
class Comparison:
    """The result of a comparison: the faults, and the checked places by how much mypy knows about them."""

    counts: Counter[str] = field(default_factory=Counter)
    faults: list[Fault] = field(default_factory=list)

    def __add__(self, other: Comparison) -> Comparison:
        return Comparison(self.counts + other.counts, self.faults + other.faults)

    @property
    def checkpoints(self) -> int:
        """The number of places that were compared."""
        return self.counts.total()


HEADER = "# [tool.jaxtyping-promo]"
"""Marks a program that has its configuration in comments, which start in its first line."""


def options_of(program: Path) -> dict[str, str]:
    """The configuration in a program's first lines."""
    lines = program.read_text().splitlines()
    options: dict[str, str] = {}
    if lines[0] == HEADER:
        for line in lines[1:]:
            if not line.startswith("# "):
                break
            name, _, value = line.removeprefix("# ").partition(" = ")
            options[name] = value.strip('"')
    return options


def by_configuration(programs: Sequence[Path]) -> Iterator[tuple[dict[str, str], list[Path]]]:
    """The configurations of programs, each with the programs that are checked and run together.

    A program that changes JAX's configuration is alone, because the others would have other results.
    """
    groups: dict[tuple[str, tuple[tuple[str, str], ...]], list[Path]] = {}
    for program in programs:
        switches = any(name in program.read_text() for name in ("jax.config", "jax.enable_x64"))
        key = (program.name if switches else "", tuple(options_of(program).items()))
        groups.setdefault(key, []).append(program)
    for (_, options), group in groups.items():
        yield dict(options), group


def compare_each(programs: Sequence[Path]) -> Comparison:
    """Compare programs with configurations of their own. mypy runs once for each configuration."""
    comparison = Comparison()
    for options, group in by_configuration(programs):
        comparison += compare(group, options)
    return comparison


def configuration(options: Mapping[str, object]) -> str:
    """The text of a `mypy.ini` with the plugin and options of this project."""
    lines = [f"{name} = {value}" for name, value in options.items()]
    return "\n".join(["[mypy]", f"plugins = {PLUGIN}", "check_untyped_defs = True", "[jaxtyping-promo]", *lines, ""])


def environment(options: Mapping[str, object]) -> dict[str, str]:
    """The environment variables with which JAX runs in the configured mode."""
    changed = {"JAX_PLATFORMS": "cpu"}
    if "x64" in options:
        changed["JAX_ENABLE_X64"] = str(int(str(options["x64"]).lower() == "true"))
    if "promotion" in options:
        changed["JAX_NUMPY_DTYPE_PROMOTION"] = str(options["promotion"]).strip("\"'")
    return changed


def check(programs: Sequence[Path], options: Mapping[str, object], appended: str = "") -> dict[str, Checked]:
    """Run mypy with the plugin on programs with different names, each with some code appended to it."""
    text = configuration(options)
    return _checked({program.name: program.read_text() + appended for program in programs}, text, imported(text))


def check_plain(texts: Mapping[str, str]) -> dict[str, Checked]:
    """Run mypy on programs, given by name, without the plugin and the stubs."""
    text = "[mypy]\ncheck_untyped_defs = True\n"
    folder = folder_made_once("mypy with JAX alone", _make_plain)
    python = folder / "plain" / "bin" / "python"
    return _checked(texts, text, folder / "cache", f"--python-executable={python}")


def _make_plain(folder: Path) -> None:
    python = plain_environment(folder / "plain")
    (folder / CONFIGURATION).write_text("[mypy]\ncheck_untyped_defs = True\n")
    program = IMPORTS.replace("import jaxtyping_promo\n", "")
    command = [MYPY, f"--python-executable={python}", f"--cache-dir={folder / 'cache'}", "-c", program]
    subprocess.run(command, cwd=folder, capture_output=True, check=True)


def _checked(texts: Mapping[str, str], configuration: str, cache: Path, *mypy: str) -> dict[str, Checked]:
    """mypy's messages by program. If mypy crashes on a program, it runs again without that program."""
    files = {name: modules_of(name, text) for name, text in texts.items()}
    programs = {file: name for name, modules in files.items() for file in modules}
    crashed: dict[str, Checked] = {}
    while True:
        left = {file: text for name in texts.keys() - crashed.keys() for file, text in files[name].items()}
        ran = _ran(left, configuration, cache, *mypy)
        if ran.returncode in (0, 1):
            break
        place = _CRASH.search(ran.stdout + ran.stderr)
        if place is None or place["file"] not in left:
            raise RuntimeError(f"mypy ended with {ran.returncode}\n{ran.stdout[-2000:]}\n{ran.stderr[-2000:]}")
        crashed[programs[place["file"]]] = Checked(crash=int(place["line"]))
    checked = crashed | {name: Checked() for name in texts if name not in crashed}
    for output in ran.stdout.splitlines():
        message = _MESSAGE.fullmatch(output)
        if message is None or message["file"] not in programs:
            continue
        one = checked[programs[message["file"]]]
        line, column = int(message["line"]), int(message["column"] or 0)
        revealed = _REVEALED.fullmatch(message["text"])
        if revealed:
            one.revealed.setdefault(f"{line}:{column}", []).append(revealed[1])
        elif message["kind"] == "error":
            one.errors.append((line, column, f"{message['text']}  [{message['code']}]"))
    return checked


def _ran(texts: Mapping[str, str], configuration: str, cache: Path, *mypy: str) -> subprocess.CompletedProcess[str]:
    """Run mypy on files, given by name."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        (folder / CONFIGURATION).write_text(configuration)
        for file, text in texts.items():
            (folder / file).write_text(text)
        shutil.copytree(cache, folder / "cache")
        command = [MYPY, *SHOWN, *mypy, f"--cache-dir={folder / 'cache'}", *texts]
        return subprocess.run(command, cwd=folder, capture_output=True, text=True)


def run(programs: Sequence[Path], options: Mapping[str, object], *, traced: Sequence[Path] = ()) -> dict[str, Any]:
    """Run programs with JAX in one process, so that each operation is compiled once.

    Args:
        programs: programs with different names.
        options: the configuration.
        traced: programs whose `main` JAX traces without compilation.
    """
    with TemporaryDirectory() as name:
        arguments = Path(name) / "arguments.json"
        names = [str(program.resolve()) for program in programs]
        arguments.write_text(json.dumps({"programs": names, "traced": [str(p.resolve()) for p in traced]}))
        command = [sys.executable, str(EXECUTION), str(arguments)]
        ran = subprocess.run(command, env=os.environ | environment(options), capture_output=True, text=True)
        answers: dict[str, Any] = {}
        for number, program in enumerate(programs):
            answer = Path(name) / f"{number}.json"
            if not answer.exists():
                raise RuntimeError(f"{program} did not run to its end\n{ran.stderr[-2000:]}")
            answers[program.name] = json.loads(answer.read_text())
    return answers


@value_made_once
def _run_once(texts: tuple[tuple[str, str], ...], options: tuple[tuple[str, object], ...]) -> dict[str, Any]:
    """The values of programs, given by path and text."""
    return run([Path(path) for path, _ in texts], dict(options))


def run_once(programs: Sequence[Path], options: Mapping[str, object]) -> dict[str, Any]:
    """Run programs with JAX in one process, and only once for all tests of these programs."""
    return _run_once(tuple((str(path), path.read_text()) for path in programs), tuple(options.items()))


def compare(programs: Sequence[Path], options: Mapping[str, object]) -> Comparison:
    """Run mypy and JAX on programs with different names, and compare."""
    checked, ran = check(programs, options), run_once(programs, options)
    counts: Counter[str] = Counter()
    faults: list[Fault] = []
    for program in programs:
        own_counts, own_faults = contradictions(program.name, checked[program.name], ran[program.name])
        counts += own_counts
        faults += own_faults
    return Comparison(counts, faults)


def contradictions(name: str, checked: Checked, ran: Mapping[str, Any]) -> tuple[Counter[str], list[Fault]]:
    """Compare mypy's messages for a program with its run."""
    counts: Counter[str] = Counter()
    faults: list[Fault] = []
    if checked.crash is not None:
        return counts, [Fault(name, checked.crash, 1, "crash", "mypy ends with an internal error")]
    for place, values in ran["values"].items():
        line, column = map(int, place.split(":"))
        stated = [read(text) for text in checked.revealed.get(place, ())]
        if not stated:
            faults.append(Fault(name, line, column, "unseen", f"is {_texts(values)}"))
            continue
        kinds = {is_known(one) for one in stated}
        counts["unknown" if len(kinds) > 1 or len(set(stated)) > 1 else kinds.pop()] += 1
        wrong = [value for value in values if not any(admits(one, value) for one in stated)]
        if wrong:
            text = " or ".join(map(str, dict.fromkeys(stated)))
            faults.append(Fault(name, line, column, "wrong", f"stated {text}, is {_texts(wrong)}"))
    refused = {lines: error for lines, error in ran["raised"].items() if lines != "main"}
    for line, column, text in checked.errors:
        if not any(is_within(line, lines) for lines in refused):
            faults.append(Fault(name, line, column, "false error", text))
    for lines, error in refused.items():
        if not any(is_within(line, lines) for line, _, _ in checked.errors):
            faults.append(Fault(name, int(lines.partition("-")[0]), 1, "hidden error", error.splitlines()[0]))
    if "main" in ran["raised"]:
        faults.append(Fault(name, 1, 1, "crash", ran["raised"]["main"]))
    return counts, faults


def since(ran: Mapping[str, Any], first: int) -> dict[str, Any]:
    """The record of a run, with the values from a line on."""
    values = {place: value for place, value in ran["values"].items() if int(place.partition(":")[0]) >= first}
    return {**ran, "values": values}


def is_within(line: int, lines: str) -> bool:
    """Whether a line is one of the lines ``"FIRST-LAST"``."""
    first, last = map(int, lines.split("-"))
    return first <= line <= last


def _texts(values: Iterable[Any]) -> str:
    return " or ".join(map(_text, values))


def _text(value: Any) -> str:
    if "array" in value:
        return f"Array[{value['array']}]"
    if "object" in value:
        return str(value["object"][0])
    for kind in ("tuple", "list"):
        if kind in value:
            return f"{kind}({', '.join(map(_text, value[kind]))})"
    if "dict" in value:
        return f"dict({', '.join(_text(item) for _, item in value['dict'])})"
    return " ".join(f"{kind} {name}" for kind, name in value.items())
