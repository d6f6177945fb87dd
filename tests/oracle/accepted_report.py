"""Writes the table of rejected dtypes in docs/evidence/functions.md: calls rejected by JAX and reported by mypy.

``python tests/oracle/accepted_report.py FILE...`` reads the measurements of ``measure_accepted_dtypes.py --measure``
and checks the same calls with mypy. It tries every dtype of each argument, and pairs of operands with the dtypes of
`PAIRED`.
"""

from __future__ import annotations

import ast
import itertools
import json
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path += [str(Path(__file__).parents[1] / folder) for folder in ("static", "oracle", "shared")]

import jax
from checkers.mypy import ini
from measure_accepted_dtypes import records
from mypy import api
from oracles.accepted_fit import REFUSED, TAKEN, extra, operands
from oracles.functions import SCALARS, functions_with_a_rule, trace
from pages import rewrite

from jaxtyping_promo import get_system

DOCS = Path(__file__).parents[2] / "docs/evidence"
MEASURED, PAGE = DOCS / "accepted.json", DOCS / "functions.md"
BEGIN, END = "<!-- generated: python tests/oracle/accepted_report.py -->", "<!-- end of rejected dtypes -->"
PAIRED = ("int32", "float32", "weak_float")
"""The dtypes that are paired with every dtype."""
OFF, ON = "With x64 off", "With x64 on"
BLOCK, PROGRAM = 50, 12_000
"""The maximal numbers of lines in a function and in a program. mypy keeps a whole program in memory."""
ERROR = re.compile(r"^program\.py:(\d+): error: .*\[([\w-]+)\]$")

REFUSALS = ("dtype-unsupported", "dtype-promotion", "dtype-index")
"""The error codes that mypy reports for calls that JAX rejects."""

Line = tuple[str, str, int, tuple[int, ...]]
"""A call, the module of the function, JAX's answer, and the shape of the arrays."""


def lines(record: dict) -> Iterator[Line]:
    """The calls of one function, as lines of a program."""
    module = record["name"].rpartition(".")[0]
    for form in record["forms"]:
        named, shape = {p["name"]: p for p in form["probes"]}, tuple(form["shape"])
        usual = {p["name"]: p["base"] for p in form["probes"] if p["base"]}
        working = next((nodes for *nodes, answer in form["grid"] if answer == TAKEN), None)
        own = [p["name"] for p in operands(form)]
        chosen = dict(zip(own, working or (), strict=False))
        if "lambda" in form["text"] and "jax." in form["text"]:
            continue  # the operand is an argument of the function that the call returns
        for name, answers in form["singles"].items():
            if own and working is None:
                continue
            for node, answer in answers.items():
                if extra(form) in (None, named[name]["parameter"]) or named[name]["is_dtype"]:
                    yield code(record["name"], form["text"], {**usual, **chosen, name: node}), module, answer, shape
        if extra(form) is not None:
            continue
        for *nodes, answer in form["grid"]:
            if len({*nodes}) == 1 or not {*nodes}.isdisjoint(PAIRED):
                text = code(record["name"], form["text"], {**usual, **dict(zip(own, nodes, strict=True))})
                yield text, module, answer, shape


def code(fullname: str, text: str, nodes: dict[str, str]) -> str:
    tree = ast.parse(text, mode="eval")
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and node.id == "f":
            node.id = fullname
        elif isinstance(node, ast.Name) and node.id == "DTYPE":
            dtype = nodes.get("DTYPE", "int16")
            node.id = dtype if dtype in SCALARS else f"jnp.{dtype}"
        elif isinstance(node, ast.Name) and node.id in nodes:
            node.id = f"a_{nodes[node.id]}"
    return ast.unparse(tree).replace("KEY", "key")


def reported(calls: list[str], *, x64: bool) -> dict[str, str]:
    """The error code that mypy reports at each call; empty if the call has no error."""
    system = get_system("jax", x64=x64)
    arrays = [f"a_{node}: jax.Array[jp.{node}]" for node in system.nodes]
    parameters = ", ".join([*arrays, *(f"a_{name}: {name}" for name in SCALARS), "key: jax.Array[jp.uint32]"])
    modules = sorted({n.rpartition(".")[0] for n in functions_with_a_rule()} - {"jax.Array", "jax.Array.at"})
    text = ["import jax", "import jax.numpy as jnp", "import jaxtyping_promo as jp", *(f"import {m}" for m in modules)]
    where: dict[int, str] = {}
    for index, call in enumerate(calls):
        if index % BLOCK == 0:
            text.append(f"def block_{index}({parameters}) -> None:")
        text.append(f"    {call}")
        where[len(text)] = call
    with TemporaryDirectory() as folder:
        Path(folder, "program.py").write_text("\n".join(text) + "\n", encoding="utf-8")
        Path(folder, "mypy.ini").write_text(ini(x64=x64), encoding="utf-8")
        import os

        here = os.getcwd()
        os.chdir(folder)
        try:
            out, err, _ = api.run(["program.py", "--no-error-summary", "--hide-error-context", "--no-pretty"])
        finally:
            os.chdir(here)
    assert not err, err
    codes = dict.fromkeys(calls, "")
    for line in out.splitlines():
        if match := ERROR.match(line):
            call = where.get(int(match[1]))
            if call is not None and (not codes[call] or match[2] in REFUSALS):
                codes[call] = match[2]
    return codes


def is_taken(call: str, shape: tuple[int, ...], *, x64: bool) -> bool:
    """Whether JAX accepts one call.

    An argument that is measured alone is taken if JAX accepts it beside some dtype of the other arguments, which may
    be another one than in the call.
    """
    answers: list[bool] = []

    def ask(arrays: dict[str, object]) -> None:
        for module in {name.rpartition(".")[0] for name in functions_with_a_rule()} - {"jax.Array", "jax.Array.at"}:
            import_module(module)
        names = {f"a_{name}": array for name, array in arrays.items()}
        try:
            eval(call, {"jax": jax, "jnp": jax.numpy, "key": jax.random.key_data(jax.random.key(0)), **names})
        except Exception:
            answers.append(False)
        else:
            answers.append(True)

    trace(get_system("jax", x64=x64), shape, ask)
    return answers[0]


def measure(paths: list[Path], chosen: list[str]) -> dict[str, dict[str, Counter]]:
    """The counts of each module by mode, and by the answers of JAX and mypy."""
    by_mode: dict[str, dict[str, Counter]] = defaultdict(lambda: defaultdict(Counter))
    examples: dict[tuple[str, str], list[str]] = defaultdict(list)
    for path in paths:
        every = [*records(path)]
        if not every:
            continue
        x64 = every[0]["x64"]
        counts = by_mode[ON if x64 else OFF]
        calls = {
            text: (module, answer, record["name"], shape)
            for record in every
            if not chosen or record["name"].startswith(tuple(chosen))
            for text, module, answer, shape in lines(record)
            if answer in (REFUSED, TAKEN)
        }
        for program in itertools.batched(calls, PROGRAM):
            for text, error in reported([*program], x64=x64).items():
                module, answer, name, shape = calls[text]
                is_reported = error in REFUSALS
                if is_reported and answer == TAKEN and not is_taken(text, shape, x64=x64):
                    answer = REFUSED
                if answer == REFUSED:
                    kind = "refused and reported" if is_reported else "refused and not reported"
                else:
                    kind = "taken and reported" if is_reported else "taken"
                counts[module][kind] += 1
                if kind in ("refused and not reported", "taken and reported"):
                    examples[kind, name].append(f"{text}  {error}")
    for (kind, name), texts in examples.items():
        print(f"{kind} {name}: {len(texts)}, such as {texts[len(texts) // 2]}", flush=True)
    return by_mode


COLUMNS = ("taken", "taken and reported", "refused and reported", "refused and not reported")


def tables(by_mode: dict[str, dict[str, dict[str, int]]]) -> Iterator[str]:
    yield f"With JAX {jax.__version__}. JAX takes *refused* calls with another dtype of an argument."
    for mode in (OFF, ON):
        if mode in by_mode:
            yield ""
            yield f"### {mode}"
            yield ""
            yield from table(by_mode[mode])


def table(counts: dict[str, dict[str, int]]) -> Iterator[str]:
    yield f"| module | {' | '.join(COLUMNS)} | share of the refused that is reported |"
    yield f"| --- |{' ---: |' * (len(COLUMNS) + 1)}"
    sums: Counter = Counter()
    for module, module_counts in sorted(counts.items()):
        sums.update(module_counts)
        yield row(f"`{module}`", module_counts)
    yield row("in all", sums)


def row(name: str, counts: dict[str, int]) -> str:
    refused = counts.get(COLUMNS[2], 0) + counts.get(COLUMNS[3], 0)
    share = f"{counts.get(COLUMNS[2], 0) / refused:.1%}" if refused else ""
    return f"| {name} | {' | '.join(f'{counts.get(column, 0):,}' for column in COLUMNS)} | {share} |"


if __name__ == "__main__":
    files = [Path(name) for name in sys.argv[1:] if name.endswith(".jsonl")]
    chosen = [name for name in sys.argv[1:] if not name.endswith(".jsonl")]
    measured = measure(files, chosen)
    known = json.loads(MEASURED.read_text(encoding="utf-8")) if MEASURED.exists() else {}
    for mode, counts in measured.items():
        known[mode] = dict(sorted({**known.get(mode, {}), **counts}.items()))
    MEASURED.write_text(json.dumps(dict(sorted(known.items())), indent=2) + "\n", encoding="utf-8")
    if BEGIN in PAGE.read_text(encoding="utf-8"):
        rewrite(PAGE, BEGIN, END, tables(known))
    for line in tables(known):
        print(line)
