"""Writes the table of rejected dtypes in docs/evidence/functions.md: calls rejected by JAX and reported by mypy.

``python tests/oracle/accepted_report.py FILE...`` reads the measurements of ``measure_accepted_dtypes.py --measure``
and checks the same calls with mypy. It tries every dtype of each argument, and pairs of operands with the dtypes of
`PAIRED`. ``--pyright FILE`` checks them with pyright and x64 off; the stubs state ``Array[Never]`` for a call that JAX
rejects.
"""

from __future__ import annotations

import ast
import contextlib
import itertools
import json
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path += [str(Path(__file__).parents[1] / folder) for folder in ("static", "oracle", "shared")]

import jax
from checkers import Pyright
from checkers.mypy import ini
from measure_accepted_dtypes import records
from mypy import api
from oracles.accepted_fit import REFUSED, TAKEN, extra, operands
from oracles.functions import SCALARS, functions_with_a_rule, run, trace
from pages import rewrite

from jaxtyping_promo import get_system

DOCS = Path(__file__).parents[2] / "docs/evidence"
MEASURED, PAGE = DOCS / "accepted.json", DOCS / "functions.md"
BEGIN, END = "<!-- generated: python tests/oracle/accepted_report.py -->", "<!-- end of rejected dtypes -->"
PAIRED = ("int32", "float32", "weak_float")
"""The dtypes that are paired with every dtype."""
OFF, ON, PYRIGHT = "With x64 off", "With x64 on", "In pyright, with x64 off"
BLOCK, PROGRAM, PYRIGHT_PROGRAM = 50, 12_000, 3_000
"""The maximal numbers of lines in a function and in a program. Checkers keep a whole program in memory."""
ERROR = re.compile(r"^program\.py:(\d+): error: .*\[([\w-]+)\]$")

NEVER = "Array[Never]"
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


def program(calls: list[str], statement: str, *, x64: bool) -> tuple[str, dict[int, str]]:
    """A program with a line for each call, and the call of each line."""
    system = get_system("jax", x64=x64)
    arrays = [f"a_{node}: jax.Array[jp.{node}]" for node in system.nodes]
    parameters = ", ".join([*arrays, *(f"a_{name}: {name}" for name in SCALARS), "key: jax.Array[jp.uint32]"])
    modules = sorted({n.rpartition(".")[0] for n in functions_with_a_rule()} - {"jax.Array", "jax.Array.at"})
    text = ["import jax", "import jax.numpy as jnp", "import jaxtyping_promo as jp", *(f"import {m}" for m in modules)]
    where: dict[int, str] = {}
    for index, call in enumerate(calls):
        if index % BLOCK == 0:
            text.append(f"def block_{index}({parameters}) -> None:")
        text.append(f"    {statement.format(call)}")
        where[len(text)] = call
    return "\n".join(text) + "\n", where


def reported(calls: list[str], *, x64: bool) -> dict[str, str]:
    """The error code that mypy reports at each call; empty if the call has no error."""
    text, where = program(calls, "{}", x64=x64)
    with TemporaryDirectory() as folder:
        Path(folder, "program.py").write_text(text, encoding="utf-8")
        Path(folder, "mypy.ini").write_text(ini(x64=x64), encoding="utf-8")
        with contextlib.chdir(folder):
            out, err, _ = api.run(["program.py", "--no-error-summary", "--hide-error-context", "--no-pretty"])
    assert not err, err
    codes = dict.fromkeys(calls, "")
    for line in out.splitlines():
        if match := ERROR.match(line):
            call = where.get(int(match[1]))
            if call is not None and (not codes[call] or match[2] in REFUSALS):
                codes[call] = match[2]
    return codes


def rejected_in_pyright(calls: list[str]) -> dict[str, str]:
    """Pyright's report at each call: the codes of errors, or the type ``Array[Never]``; empty if there is neither."""
    text, where = program(calls, "reveal_type({})", x64=False)
    with TemporaryDirectory() as folder:
        Path(folder, "program.py").write_text(text, encoding="utf-8")
        report = Pyright().check("program.py", folder=Path(folder))
    lines = {call: report.line("program.py", number) for number, call in where.items()}
    return {call: NEVER if "Never" in line.revealed else ", ".join(line.codes) for call, line in lines.items()}


def is_taken(call: str, shape: tuple[int, ...], *, x64: bool) -> bool:
    """Whether JAX accepts one call.

    An argument that is measured alone needs only one dtype of the other arguments with which JAX accepts it. The
    call may have another one.
    """
    return _answers(trace, call, shape, lambda arrays: [{}], x64=x64)


def is_decided_by_dtypes(call: str, shape: tuple[int, ...], *, x64: bool) -> bool:
    """Whether JAX also rejects a call of concrete arrays, of zeros among them, and of arrays of other shapes."""
    names = [*dict.fromkeys(re.findall(r"\ba_(\w+)", call))]

    def of_zeros(arrays: dict[str, object]) -> Iterator[dict[str, object]]:
        yield {}
        for name in names:
            with contextlib.suppress(Exception):
                yield {name: jax.numpy.zeros_like(arrays[name])}

    def of_other_shapes(arrays: dict[str, object]) -> Iterator[dict[str, object]]:
        for name in names:
            for change in (
                lambda a: a[..., :1],
                lambda a: a[..., 0],
                lambda a: a[None],
                lambda a: jax.numpy.tile(a, 8),
                *(lambda a, size=size: jax.numpy.tile(a, 6)[..., :size] for size in (2, 4, 8, 16)),
            ):
                with contextlib.suppress(Exception):  # the array is a Python scalar, or has no dimension
                    yield {name: change(arrays[name])}
        with contextlib.suppress(Exception):
            yield {name: arrays[name].reshape(-1)[0] for name in names if name not in SCALARS}

    return not (_answers(run, call, shape, of_zeros, x64=x64) or _answers(trace, call, shape, of_other_shapes, x64=x64))


def _answers(
    measuring: Callable[..., None],
    call: str,
    shape: tuple[int, ...],
    changes: Callable[[dict[str, object]], Iterable[dict[str, object]]],
    *,
    x64: bool,
) -> bool:
    """Whether JAX accepts a call with one of several changes of its arrays."""
    for module in {name.rpartition(".")[0] for name in functions_with_a_rule()} - {"jax.Array", "jax.Array.at"}:
        import_module(module)
    accepted: list[bool] = []

    def ask(arrays: dict[str, object]) -> None:
        for changed in changes(arrays):
            names = {f"a_{name}": array for name, array in {**arrays, **changed}.items()}
            with contextlib.suppress(Exception):
                eval(call, {"jax": jax, "jnp": jax.numpy, "key": jax.random.key_data(jax.random.key(0)), **names})
                accepted.append(True)

    measuring(get_system("jax", x64=x64), shape, ask)
    return bool(accepted)


def measure(paths: list[Path], chosen: list[str], *, in_pyright: bool = False) -> dict[str, dict[str, Counter]]:
    """The counts of each module by mode, and by the answers of JAX and the checker."""
    by_mode: dict[str, dict[str, Counter]] = defaultdict(lambda: defaultdict(Counter))
    examples: dict[tuple[str, str], list[str]] = defaultdict(list)
    for path in paths:
        every = [*records(path)]
        if not every:
            continue
        x64 = every[0]["x64"]
        counts = by_mode[PYRIGHT if in_pyright else ON if x64 else OFF]
        calls = {
            text: (module, answer, record["name"], shape)
            for record in every
            if not chosen or record["name"].startswith(tuple(chosen))
            for text, module, answer, shape in lines(record)
            if answer in (REFUSED, TAKEN)
        }
        for some in itertools.batched(calls, PYRIGHT_PROGRAM if in_pyright else PROGRAM):
            found = rejected_in_pyright([*some]) if in_pyright else reported([*some], x64=x64)
            for text, error in found.items():
                module, answer, name, shape = calls[text]
                is_reported = bool(error) if in_pyright else error in REFUSALS
                if is_reported and answer == TAKEN and not is_taken(text, shape, x64=x64):
                    answer = REFUSED
                is_missed = answer == REFUSED and not is_reported
                if is_missed and not in_pyright and not is_decided_by_dtypes(text, shape, x64=x64):
                    kind = "values or shapes decide"
                elif answer == REFUSED:
                    kind = "refused and reported" if is_reported else "refused and not reported"
                else:
                    kind = "taken and reported" if is_reported else "taken"
                counts[module][kind] += 1
                if kind in ("refused and not reported", "taken and reported"):
                    examples[kind, name].append(f"{text}  {error}")
    for (kind, name), texts in examples.items():
        print(f"{kind} {name}: {len(texts)}, such as {texts[len(texts) // 2]}", flush=True)
    return by_mode


COLUMNS = (
    *("taken", "taken and reported", "refused and reported", "refused and not reported", "values or shapes decide"),
)


def tables(by_mode: dict[str, dict[str, dict[str, int]]]) -> Iterator[str]:
    yield f"With JAX {jax.__version__}. JAX takes *refused* calls with another dtype of an argument. Where *values or"
    yield "shapes decide*, JAX also takes the call with concrete arrays instead of traced ones, or with another shape."
    for mode in (OFF, ON, PYRIGHT):
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
    chosen = [name for name in sys.argv[1:] if not name.endswith((".jsonl", "--pyright"))]
    measured = measure(files, chosen, in_pyright="--pyright" in sys.argv)
    known = json.loads(MEASURED.read_text(encoding="utf-8")) if MEASURED.exists() else {}
    for mode, counts in measured.items():
        known[mode] = dict(sorted({**known.get(mode, {}), **counts}.items()))
    MEASURED.write_text(json.dumps(dict(sorted(known.items())), indent=2) + "\n", encoding="utf-8")
    if BEGIN in PAGE.read_text(encoding="utf-8"):
        rewrite(PAGE, BEGIN, END, tables(known))
    for line in tables(known):
        print(line)
