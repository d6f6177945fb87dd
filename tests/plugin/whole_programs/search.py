"""Tries random programs, and keeps the faults of mypy with the plugin that mypy with JAX alone does not have."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from . import generator
from .comparison import Fault, check, check_plain, contradictions, is_within, run, since
from .modules import first_comparable_line
from .program_words import PLAIN_TYPES, TYPES

CONCRETE = 20
"""One program in this number is compiled and executed, also while it is written. The others are traced."""
COMMENT = '"executed"\n'
"""The first line of a program that is executed."""


@dataclass
class SearchResult:
    """The results for random programs.

    Attributes:
        programs: the number of programs that ran.
        broken: the programs that did not run to their end; they are not compared.
        counts: the number of checkpoints by how much mypy knows about them.
        faults: the faults by the text of the program, without its array types.
    """

    programs: int = 0
    broken: list[str] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)
    faults: dict[str, list[Fault]] = field(default_factory=dict)

    def __iadd__(self, other: SearchResult) -> SearchResult:
        self.programs += other.programs
        self.broken += other.broken
        self.counts += other.counts
        self.faults |= other.faults
        return self


def is_concrete(text: str) -> bool:
    """Whether a program is compiled and executed; the others are traced."""
    return text.startswith(COMMENT)


def write(seeds: Sequence[int], *, x64: bool) -> dict[str, str]:
    """Random programs by the names of their files."""
    mode = "x64" if x64 else "x32"
    texts = {}
    for seed in seeds:
        concrete = seed % CONCRETE == 0
        try:
            text = generator.program(seed, x64=x64, concrete=concrete)
        except Exception:  # what the writer tries last, without a check, may raise
            continue
        texts[f"p{seed}_{mode}.py"] = COMMENT + text if concrete else text
    return texts


def examine(texts: Mapping[str, str], *, x64: bool, checks: bool = False) -> SearchResult:
    """Run programs, check the programs that ran to their end with mypy, and compare.

    Args:
        texts: the programs by name.
        x64: whether x64 is on.
        checks: whether the plugin takes dtypes from the interpreter.
    """
    # A number that does not fit is no error in a random program.
    options = {"x64": x64, "dtype-overflow": "off", "check": "dtypes" if checks else "off"}
    outcome = SearchResult()
    with TemporaryDirectory() as name:
        programs = []
        for program, text in texts.items():
            path = Path(name) / program
            path.write_text(text.replace("@TYPES@", TYPES))
            programs.append(path)
        traced = [path for path in programs if not is_concrete(texts[path.name])]
        ran = run(programs, options, traced=traced)
        outcome.broken = [program for program, one in ran.items() if one["raised"]]
        valid = [path for path in programs if path.name not in outcome.broken]
        checked = check(valid, options) if valid else {}

        def faults_in(path: Path, ran: Mapping[str, Any]) -> tuple[Counter[str], list[Fault]]:
            """The kinds of checkpoints of a program that ran, and its faults."""
            first = first_comparable_line(texts[path.name].replace("@TYPES@", TYPES))
            counts, faults = contradictions(path.name, checked[path.name].since(first), since(ran[path.name], first))
            # JAX may reject code that a random program does not run.
            return counts, [fault for fault in faults if not _is_unreached(fault, ran[path.name]["unreached"])]

        faulty: dict[str, list[Fault]] = {}
        for path in valid:
            counts, faults = faults_in(path, ran)
            outcome.counts += counts
            if faults:
                faulty[path.name] = faults
        # A traced exponent without axes is promoted, and one whose value JAX knows is not.
        again = [path for path in traced if path.name in faulty]
        executed = run(again, options) if again else {}
        for path in again:
            if not executed[path.name]["raised"]:
                faults = [fault for fault in faulty.pop(path.name) if fault in faults_in(path, executed)[1]]
                if faults:
                    faulty[path.name] = faults
    outcome.programs = len(valid)
    outcome.faults = _of_the_plugin(faulty, texts)
    return outcome


def _is_unreached(fault: Fault, unreached: Sequence[str]) -> bool:
    """Whether mypy reports an error in a block that does not run."""
    return fault.kind == "false error" and any(is_within(fault.line, lines) for lines in unreached)


def _of_the_plugin(faulty: Mapping[str, list[Fault]], texts: Mapping[str, str]) -> dict[str, list[Fault]]:
    """The faults that mypy does not have with JAX alone.

    After an assignment of another type, which mypy reports with JAX alone as well, the variable keeps its first type in
    the whole function.
    """
    plain = check_plain({name: texts[name].replace("@TYPES@", PLAIN_TYPES) for name in faulty}) if faulty else {}
    own_faults: dict[str, list[Fault]] = {}
    for name, faults in faulty.items():
        errors = {line for line, _, _ in plain[name].errors}
        reported = _functions_with(errors, texts[name].replace("@TYPES@", PLAIN_TYPES))
        kept = [
            fault
            for fault in faults
            if fault.kind == "crash"
            or (fault.kind == "unseen" and f"{fault.line}:{fault.column}" in plain[name].revealed)
            or (
                fault.kind in ("wrong", "false error")
                and fault.line not in errors
                and not any(is_within(fault.line, lines) for lines in reported)
            )
        ]
        if kept:
            own_faults[name] = kept
    return own_faults


def _functions_with(errors: set[int], text: str) -> list[str]:
    """The lines of the functions in which mypy reports errors in assignments."""
    functions = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef)]
    return [
        f"{function.lineno}-{function.end_lineno}"
        for function in functions
        for node in ast.walk(function)
        if isinstance(node, ast.Assign | ast.AugAssign | ast.AnnAssign) and node.lineno in errors
    ]


def kind_of(fault: Fault, text: str) -> str:
    """The key of faults of one kind: the text without dtypes, names and numbers, and the revealed types."""
    line = text.replace("@TYPES@", TYPES).splitlines()[fault.line - 1]
    at = re.match(r"\W*(reveal_type\(.)?\w*(\.\w+)*", line.strip())
    shown = re.sub(r"Array\[\w+\]", "Array", fault.text)
    shown = re.sub(r"(Array( \| | or |, )?)+", "Array ", shown)
    where = re.sub(r"\b[a-z]{1,2}\b", "_", at[0]) if at else ""
    return re.sub(r"[0-9]+", "#", f"{fault.kind}: {shown[:90]} at {where}")
