"""Compares what the interpreter knows at each `reveal_type` with the values of the running program."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from whole_programs.comparison import by_configuration, run_once
from whole_programs.modules import modules_of

from jaxtyping_promo.interpreter.program import Program
from jaxtyping_promo.interpreter.revealed import is_known
from jaxtyping_promo.interpreter.run import Systems


@dataclass
class Truth:
    """The result of a comparison.

    Attributes:
        counts: the checkpoints by how much is known: ``"known"``, ``"unknown"``, ``"other"``, ``"unreached"``.
        wrong: the places where the interpreter contradicts the run.
        causes: why values are unknown.
    """

    counts: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)
    causes: Counter[str] = field(default_factory=Counter)

    def __iadd__(self, other: Truth) -> Truth:
        self.counts += other.counts
        self.wrong += other.wrong
        self.causes += other.causes
        return self


TRACED = "\n\nif True:\n    import jax as jax_of_the_test\n    jax_of_the_test.eval_shape(main)\n"
"""The end of a program whose `main` JAX traces."""


def interpreted(name: str, text: str, options: Mapping[str, str], *, traced: bool = False) -> dict[str, list[Any]]:
    """What the interpreter knows at each `reveal_type` of a program, by ``"LINE:COLUMN"`` and context."""
    with TemporaryDirectory() as folder:
        files = []
        for file, part in modules_of(name, text).items():
            if traced and file == name and "def main(" in part:
                part += TRACED
            Path(folder, file).write_text(part)
            files.append(Path(folder, file))
        x64 = str(options.get("x64", "false")).lower() == "true"
        strict = options.get("promotion") == "strict"
        program = Program(files, systems=Systems(x64=x64, strict=strict))
        records = program.interpret().records
    found: dict[str, list[Any]] = {}
    for (place, _), value in records.revealed.items():
        found.setdefault(f"{place.line}:{place.column + 1}", []).append(value)
    return found


def compare(program: Path, values: Mapping[str, Any], options: Mapping[str, str], *, traced: bool = False) -> Truth:
    """Compare one program with its recorded values; `traced` tells whether JAX traced its `main`."""
    truth = Truth()
    stated = interpreted(program.name, program.read_text(), options, traced=traced)
    for place, seen in values.items():
        alternatives = stated.get(place)
        if not alternatives:
            truth.counts["unreached"] += 1
            continue
        kinds = {is_known(each) for each in alternatives}
        several = len({repr(each) for each in alternatives}) > 1 and len(seen) == 1
        truth.counts["unknown" if "unknown" in kinds or several else kinds.pop() if len(kinds) == 1 else "known"] += 1
        for value in alternatives:
            truth.causes.update(causes_in(value))
        bad = [value for value in seen if not any(admits(each, value) for each in alternatives)]
        if bad:
            truth.wrong.append(f"{program.name}:{place}: stated {alternatives}, is {bad}")
    return truth


def causes_in(value: list[dict[str, Any]]) -> list[str]:
    found = []
    for each in value:
        found += [each[key] for key in ("unknown", "unknown array") if key in each]
        for key in ("tuple", "list", "set"):
            for part in each.get(key, ()):
                found += causes_in(part)
        for key in ("items", "entries"):
            found += causes_in(each.get(key, []))
        for pair in each.get("dict", ()):
            found += causes_in(pair[1])
    return found


def admits(alternatives: Sequence[Mapping[str, Any]], value: Mapping[str, Any]) -> bool:
    """Whether a running program's value is one of the alternatives."""
    return any(_admits(each, value) for each in alternatives)


def _admits(one: Mapping[str, Any], value: Mapping[str, Any]) -> bool:
    if "unknown" in one:
        return True
    if "unknown array" in one:
        return "array" in value
    if "array" in one:
        if value.get("array") == "key":
            return str(one["array"]).startswith("key")
        return value.get("array") == one["array"]
    if "numpy" in one:
        dtype = value.get("ndarray", value.get("scalar", "")).replace("bool", "bool_")
        return dtype == one["numpy"] and (one["scalar"] is None or one["scalar"] == ("scalar" in value))
    for kind in ("tuple", "list"):
        if kind in one:
            items = value.get(kind, value.get("tuple" if kind == "list" else ""))
            if items is None:
                return "object" in value  # an iterator or a deque
            return len(items) == len(one[kind]) and all(map(admits, one[kind], items))
    if "items" in one:
        items = value.get("list", value.get("tuple"))
        return items is None or all(admits(one["items"], item) for item in items)
    if "dict" in one:
        pairs = value.get("dict")
        return (
            pairs is not None
            and len(pairs) == len(one["dict"])
            and all(
                any(admits(key, given[0]) and admits(item, given[1]) for key, item in one["dict"]) for given in pairs
            )
        )
    if "entries" in one:
        return "dict" in value and all(admits(one["entries"], given[1]) for given in value["dict"])
    if "object" in one:
        names = value.get("object")
        return names is not None and (
            one["object"] in names or one["object"] not in ("int", "float", "bool", "complex", "str", "NoneType")
        )
    return True


def compare_each(programs: Sequence[Path]) -> dict[str, Truth]:
    """Compare programs with configurations of their own; those that change JAX's configuration run alone."""
    found: dict[str, Truth] = {}
    for options, group in by_configuration(programs):
        ran = run_once(group, options)
        for program in group:
            found[program.name] = compare(program, ran[program.name]["values"], options)
    return found


if __name__ == "__main__":
    import sys

    total = Truth()
    for name, one in compare_each([Path(argument) for argument in sys.argv[1:]]).items():
        print(name, dict(one.counts), *one.wrong, sep="\n    " if one.wrong else " ")
        total += one
    print(dict(total.counts), "wrong", len(total.wrong))
    for cause, count in total.causes.most_common(60):
        print(count, cause)
