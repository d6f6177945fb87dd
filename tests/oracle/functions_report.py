"""Writes the table in docs/evidence/functions.md: the functions of each module in mypy with the plugin, and in JAX.

``python tests/oracle/functions_report.py`` measures all modules, or the named ones. ``--exhaustive`` tries every dtype
and pair instead of a few of each kind. docs/evidence/functions.json keeps the results of the other modules.
"""

from __future__ import annotations

import ast
import inspect
import itertools
import json
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path += [str(Path(__file__).parents[1] / folder) for folder in ("static", "oracle", "shared")]

import jax
from checkers import Mypy
from checkers.mypy import ini
from oracles.calls import FIXED
from oracles.functions import JAX, SCALARS, THIN, Calls, Case, call_texts, functions_with_a_rule, predicts_each_dtype
from pages import rewrite

from jaxtyping_promo import get_system
from jaxtyping_promo.rules.tables import rule, rules

DOCS = Path(__file__).parents[2] / "docs" / "evidence"
MEASURED, PAGE, TABLES = DOCS / "functions.json", DOCS / "functions.md", DOCS / "tables" / "functions.md"
BEGIN, END = "<!-- generated: python tests/oracle/functions_report.py -->", "<!-- end of what is generated -->"
BLOCK = 50
"""The maximal number of lines in a function. mypy is slow for long functions."""
GROUP = 6
"""The number of modules in one run of mypy, which takes seconds to start. Results are saved after each run."""
PROGRAM = 20_000
"""The maximal number of lines in a program. mypy keeps all types of a program in memory."""
DTYPE = re.compile(r"Array\[([^\[\]]*)\]")
CLASSES = {"jax.Array": jax.Array, "jax.Array.at": type(jax.numpy.zeros(1).at[0])}


def public(module: str) -> set[str]:
    """The public functions of a module, or methods and attributes of a class."""
    owner = CLASSES.get(module) or import_module(module)
    names = {name for name in dir(owner) if not name.startswith("_")}
    if module in CLASSES:
        return names
    members = {name: getattr(owner, name) for name in names}
    return {n for n, m in members.items() if callable(m) and not inspect.isclass(m) and not inspect.ismodule(m)}


def coverage(module: str) -> dict[str, int]:
    """The number of functions of a module, and how many have each kind of rule."""
    rules = {name: rule(f"{module}.{name}", JAX) for name in public(module)}
    arrays = {name: r for name, r in rules.items() if r is None or r.kind != "none"}
    given = sum(r is not None and r.kind in ("function", "keys") for r in arrays.values())
    return {
        "functions": len(rules),
        "without arrays": len(rules) - len(arrays),
        "of a given function, or keys": given,
        "arrays": len(arrays) - given,
        "without a rule": sum(r is None for r in arrays.values()),
        "dtype known": sum(r is not None and predicts_each_dtype(r) for r in arrays.values()),
    }


def measure(modules: Sequence[str], nodes: tuple[str, ...] | None) -> dict[str, dict[str, int]]:
    """The calls that JAX accepts for functions of some modules, and mypy's verdicts with the plugin."""
    counts = {module: {"cases": 0, "right": 0, "unknown": 0, "mismatches": 0} for module in modules}
    unknown: dict[str, list[str]] = {}
    for x64 in (False, True):
        lines: dict[str, tuple[str, Case]] = {}
        for name in functions_with_a_rule():
            module = name.rpartition(".")[0]
            if module in modules:
                lines |= {text: (module, case) for text, case in tried(name, x64, nodes)}
        programs = itertools.batched(lines.items(), PROGRAM)
        answered = itertools.chain.from_iterable(answers({t: c for t, (_, c) in p}, x64) for p in programs)
        for text, case, revealed in answered:
            is_known = revealed and "Any" not in revealed
            shown = spread(revealed or [], case)
            right = is_known and len(shown) == len(case.jax)
            alternatives = [{*dtype.split(" | ")} for dtype in shown]
            right = right and all(
                {a, *weak(a)} & predicted for predicted, a in zip(alternatives, case.jax, strict=True)
            )
            verdict = "right" if right else "mismatches" if is_known or revealed is None else "unknown"
            module = lines[text][0]
            counts[module]["cases"] += 1
            counts[module][verdict] += 1
            line = f"{text} (x64: {x64}): {revealed}, JAX: {case.jax}"
            if verdict == "mismatches":
                print(f"  {line}", flush=True)
            elif verdict == "unknown":
                unknown.setdefault(text.partition("(")[0], []).append(line)
    for name, unknown_calls in unknown.items():
        print(f"  {name} unknown: {len(unknown_calls)}, such as {unknown_calls[len(unknown_calls) // 2]}", flush=True)
    return counts


def tried(name: str, x64: bool, nodes: tuple[str, ...] | None) -> Iterator[tuple[str, Case]]:
    """The calls of one function as lines of a program."""
    function_rule = rule(name, JAX)
    for way in range(len(call_texts(name, function_rule))):
        calls = Calls(name, x64, way=way)
        cases = calls.computed(nodes)
        if any(part.dtype for part in function_rule.parts or (function_rule,)):
            cases += calls.with_dtype(nodes)
        for case in cases:
            text = code(calls, case)
            if case.jax and "lambda" not in text:
                yield text, case


def spread(revealed: list[str], case: Case) -> list[str]:
    """The revealed dtypes. A list's item type is repeated for each array in the list."""
    if len(set(revealed)) == 1 and len(revealed) > len(case.jax):
        return revealed[:1] * len(case.jax)
    return revealed + revealed[-1:] * (len(case.jax) - len(revealed))


def weak(actual: str) -> tuple[str, ...]:
    """The dtype of a weak array whose width differs from the width of the weak type."""
    return (actual.removeprefix("weak "),) if actual.startswith("weak ") else ()


def code(calls: Calls, case: Case) -> str:
    """A call as it stands in a program."""
    tree = ast.parse(calls.code_with(case.dtype), mode="eval")
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and node.id == "f":
            node.id = calls.fullname
        elif isinstance(node, ast.Name) and node.id in (*case.nodes, *FIXED):
            node.id = f"a_{case.nodes.get(node.id) or FIXED[node.id]}"
    dtype = case.dtype or "int16"
    spelled = dtype if dtype in SCALARS else f"jnp.{dtype}"
    return ast.unparse(tree).replace("DTYPE", spelled).replace("KEY", "key")


def answers(lines: dict[str, Case], x64: bool) -> Iterator[tuple[str, Case, list[str] | None]]:
    """Each call with the dtypes that mypy reveals, or None if it reports an error."""
    system = get_system("jax", x64=x64)
    arrays = [f"a_{node}: jax.Array[jp.{node}]" for node in system.nodes]
    parameters = ", ".join([*arrays, *(f"a_{name}: {name}" for name in SCALARS), "key: jax.Array[jp.uint32]"])
    imports = [
        f"import {module}" for module in sorted({n.rpartition(".")[0] for n in functions_with_a_rule()} - set(CLASSES))
    ]
    text = ["import jax", "import jax.numpy as jnp", "import jaxtyping_promo as jp", *imports]
    where = {}
    for index, (line, case) in enumerate(lines.items()):
        if index % BLOCK == 0:
            text.append(f"def block_{index}({parameters}) -> None:")
        text.append(f"    reveal_type({line})")
        where[len(text)] = line, case
    with TemporaryDirectory() as folder:
        Path(folder, "program.py").write_text("\n".join(text) + "\n", encoding="utf-8")
        Path(folder, "mypy.ini").write_text(ini(x64=x64), encoding="utf-8")
        report = Mypy().check("program.py", folder=Path(folder))
    for number, (line, case) in where.items():
        answer = report.line("program.py", number)
        yield line, case, None if answer.errors else [d for shown in answer.revealed for d in DTYPE.findall(shown)]


def update(modules: list[str], nodes: tuple[str, ...] | None) -> None:
    """Measure some modules, and keep the results of the others."""
    measured = json.loads(MEASURED.read_text(encoding="utf-8")) if MEASURED.exists() else {}
    for group in itertools.batched(modules, GROUP):
        print(*group, flush=True)
        for module, counts in measure(group, nodes).items():
            measured[module] = counts | {"exhaustive": nodes is None}
        MEASURED.write_text(json.dumps(dict(sorted(measured.items())), indent=2) + "\n", encoding="utf-8")
    write(measured)


def write(measured: dict[str, dict[str, int]]) -> None:
    """Write the summary, and the page with every module."""
    rewrite(PAGE, BEGIN, END, table(measured, family))
    rewrite(TABLES, BEGIN, END, table(measured, str))


def family(module: str) -> str:
    """The package of a module: jax.scipy for jax.scipy.stats.norm."""
    return ".".join(module.split(".")[:2])


def table(measured: dict[str, dict[str, int]], name: Callable[[str], str]) -> Iterator[str]:
    """The lines of a table with one row for each name that modules have in common."""
    every = all(counts.get("exhaustive") for counts in measured.values())
    tried = "every dtype and every pair of dtypes" if every else "some dtypes of each kind"
    yield f"With JAX {jax.__version__}. *Tried* are calls that JAX takes, x64 off and on, of {tried};"
    yield "*mismatches* are other dtypes than JAX's, and errors."
    yield ""
    columns = [*coverage("jax.nn"), "tried", "right", "unknown", "mismatches"]
    yield f"| module | {' | '.join(columns)} |"
    yield f"| --- |{' --- |' * len(columns)}"
    rows: dict[str, list[int]] = {}
    for module in sorted({function.rpartition(".")[0] for function in rules(JAX)}):
        counts = measured.get(module, {})
        row = [
            *coverage(module).values(),
            *(counts.get(key, 0) for key in ("cases", "right", "unknown", "mismatches")),
        ]
        before = rows.setdefault(name(module), [0] * len(columns))
        rows[name(module)] = [a + b for a, b in zip(before, row, strict=True)]
    for title, row in rows.items():
        yield f"| `{title}` | {' | '.join(f'{count:,}' for count in row)} |"
    yield f"| all | {' | '.join(f'{sum(column):,}' for column in zip(*rows.values(), strict=True))} |"


if __name__ == "__main__":
    chosen = [name for name in sys.argv[1:] if name != "--exhaustive"]
    every = sorted({name.rpartition(".")[0] for name in functions_with_a_rule()})
    update(chosen or every, None if "--exhaustive" in sys.argv else THIN)
