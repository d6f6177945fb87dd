"""The interpreter's speed: ``python -m benchmarks.interpreter_speed [--packages [NAME ...]] [--steps]``.

It prints ratios to compare: milliseconds a line for the programs of the tests; for each form of
nesting, the steps (evaluated syntax nodes) at 8 levels over those at 4, which is 2 if they grow linearly, about 16
if each level doubles them; and the seconds (of the processor) and megabytes of a ``check`` of whole packages, each in a
process of its own, with its steps, the number of entry points that a budget cuts, and the array expressions whose
dtype is known. ``--steps`` lists the functions of each package that take most of the steps.
"""

from __future__ import annotations

import argparse
import ast
import multiprocessing
import resource
import time
from collections import Counter
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from jaxtyping_promo.diagnostics.codes import PRESETS
from jaxtyping_promo.interpreter.program import Program
from jaxtyping_promo.interpreter.report import count_known, findings, values
from jaxtyping_promo.interpreter.run import Run
from jaxtyping_promo.interpreter.values import Value

PROGRAMS = Path(__file__).parents[1] / "tests" / "plugin" / "programs"
PACKAGES = ("optax", "equinox", "flax")
HEADER = "import jax\nimport jax.numpy as jnp\n"


def _scans(levels: int) -> str:
    """Each body scans the body before it; every carry starts as a weak number, so that each loop takes two turns."""
    text = HEADER + "def body0(c, x):\n    return c * x, c\n"
    for level in range(1, levels):
        text += f"def body{level}(c, x):\n    d, _ = jax.lax.scan(body{level - 1}, 1.0, x[None])\n    return c * d, c\n"
    return text + f"reveal_type(jax.lax.scan(body{levels - 1}, 1.0, jnp.zeros(3, jnp.bfloat16)))\n"


def _dict_carries(levels: int) -> str:
    """Carries that are dicts, so that each body makes an object, and gets another one in each turn."""
    text = HEADER + "def body0(c, x):\n    return {'c': c['c'] * x}, [c['c']]\n"
    for level in range(1, levels):
        text += (
            f"def body{level}(c, x):\n    d, _ = jax.lax.scan(body{level - 1}, {{'c': 1.0}}, x[None])\n"
            "    return {'c': c['c'] * d['c']}, [c['c']]\n"
        )
    return text + f"reveal_type(jax.lax.scan(body{levels - 1}, {{'c': 1.0}}, jnp.zeros(3, jnp.bfloat16)))\n"


def _passed_carries(levels: int) -> str:
    """Each scan starts with the carry of the scan around it."""
    text = HEADER + "def body0(c, x):\n    return c * x, None\n"
    for level in range(1, levels):
        text += (
            f"def body{level}(c, x):\n    d, _ = jax.lax.scan(body{level - 1}, c, x[None])\n    return d * x, None\n"
        )
    return text + f"reveal_type(jax.lax.scan(body{levels - 1}, 1.0, jnp.zeros(3, jnp.bfloat16)))\n"


def _nested_lambdas(levels: int) -> str:
    inner = "x * 2"
    for level in range(levels):
        inner = f"(lambda y{level}: {inner})(x)"
    return f"{HEADER}f = lambda x: {inner}\nreveal_type(f(jnp.zeros(3)))\n"


def _gradients(levels: int) -> str:
    function = "lambda x: (x * x).sum()"
    for _ in range(levels):
        function = f"lambda x: jax.grad({function})(x).sum()"
    return f"{HEADER}f = {function}\nreveal_type(f(jnp.zeros(3)))\n"


def _call_chain(levels: int) -> str:
    text = HEADER + "def f0(x):\n    return x * 2\n"
    for level in range(1, levels * 10):
        text += f"def f{level}(x):\n    return f{level - 1}(x) + 1\n"
    return text + f"reveal_type(f{levels * 10 - 1}(jnp.zeros(3)))\n"


def _double_calls(levels: int) -> str:
    text = HEADER + "def f0(x):\n    return x * 2\n"
    for level in range(1, levels):
        text += f"def f{level}(x):\n    return f{level - 1}(x) + f{level - 1}(x)\n"
    return text + f"reveal_type(f{levels - 1}(jnp.zeros(3)))\n"


def _doubled_dicts(levels: int) -> str:
    text = HEADER + "def f0(x):\n    return {'x': x['x'] * 2}\n"
    for level in range(1, levels):
        text += (
            f"def f{level}(x):\n    a = f{level - 1}(dict(x))\n    b = f{level - 1}({{'x': a['x']}})\n"
            "    return {'x': a['x'] + b['x']}\n"
        )
    return text + f"reveal_type(f{levels - 1}({{'x': jnp.zeros(3)}}))\n"


def _recursions(levels: int) -> str:
    """Functions that call themselves with unknown arguments, and the next one twice."""
    text = HEADER + "import unknown_library\ndef f0(tree):\n    return tree\n"
    for level in range(1, levels):
        text += (
            f"def f{level}(tree):\n    for child in tree:\n        f{level}(child)\n"
            f"    return f{level - 1}(tree), f{level - 1}(tree)\n"
        )
    return text + f"reveal_type(f{levels - 1}(unknown_library.tree()))\n"


def _escaping_functions(levels: int) -> str:
    """Unknown code gets a function that calls the next one twice."""
    return _double_calls(levels) + f"import unknown_library\nunknown_library.run(f{levels - 1})\n"


def _loops_over_calls(levels: int) -> str:
    text = HEADER + "def f0(x, n):\n    return x * 2\n"
    for level in range(1, levels):
        text += f"def f{level}(x, n):\n    for _ in range(n):\n        x = f{level - 1}(x, n) + 1\n    return x\n"
    return text + f"reveal_type(f{levels - 1}(jnp.zeros(3), int(input())))\n"


def _loops(levels: int) -> str:
    text = HEADER + "def f(x, n):\n"
    for level in range(levels):
        text += "    " * (level + 1) + f"for i{level} in range(n):\n"
    return text + "    " * (levels + 1) + "x = x * 2\n    return x\nreveal_type(f(jnp.zeros(3), int(input())))\n"


def _comprehensions(levels: int) -> str:
    element = "x * 2"
    for level in range(levels):
        element = f"[{element} for i{level} in range(n)]"
    return f"{HEADER}def f(x, n):\n    return {element}\nreveal_type(f(jnp.zeros(3), int(input())))\n"


def _handlers(levels: int) -> str:
    text = HEADER + "def f(x):\n"
    for level in range(levels):
        text += "    " * (level + 1) + "try:\n"
    text += "    " * (levels + 1) + "x = x * 2\n"
    for level in reversed(range(levels)):
        indent = "    " * (level + 1)
        text += f"{indent}except ValueError:\n{indent}    x = x + 1\n{indent}finally:\n{indent}    x = x + 1\n"
    return text + "    return x\nreveal_type(f(jnp.zeros(3)))\n"


NESTINGS: dict[str, Callable[[int], str]] = {
    "scans": _scans,
    "scans with dicts as carries": _dict_carries,
    "scans that start with the outer carry": _passed_carries,
    "lambdas": _nested_lambdas,
    "gradients": _gradients,
    "chain of calls": _call_chain,
    "each function calls the next one twice": _double_calls,
    "each function calls the next one twice with a dict": _doubled_dicts,
    "each function calls itself and the next one twice": _recursions,
    "calls of a function that escapes": _escaping_functions,
    "for loops": _loops,
    "for loops over calls": _loops_over_calls,
    "comprehensions": _comprehensions,
    "try with finally": _handlers,
}
"""A program for each form of nesting, by the number of levels."""


def interpret(text: str) -> Run:
    """Interpret a program's text."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "program.py")
        path.write_text(text)
        return Program([path], folders=[]).interpret()


def growth(write: Callable[[int], str], levels: int = 4) -> float:
    """The steps at twice the levels over those at the levels."""
    return interpret(write(2 * levels)).steps / interpret(write(levels)).steps


def milliseconds_a_line() -> float:
    """The time for the programs of the tests, each alone, over their lines."""
    texts = [path.read_text() for path in sorted(PROGRAMS.glob("*.py"))]
    interpret(texts[0])
    start = time.process_time()
    for text in texts:
        interpret(text)
    return 1000 * (time.process_time() - start) / sum(text.count("\n") for text in texts)


class Cost(NamedTuple):
    """What a check of a whole package takes."""

    lines: int
    seconds: float
    megabytes: float
    cut: int
    steps: int
    expressions: int
    known: int
    functions: list[tuple[str, int]]


def _count_steps() -> Counter[str]:
    """The steps of this process by function, from now on."""
    steps: Counter[str] = Counter()
    evaluate = Run.evaluate

    def counted(run: Run, node: ast.expr) -> Value:
        if run.stack:
            definition = run.stack[-1].definition
            steps[f"{definition.module}.{definition.qualname}"] += 1
        return evaluate(run, node)

    Run.evaluate = counted  # type: ignore[method-assign]
    return steps


def _measure_package(name: str, results: multiprocessing.Queue[Cost], *, counts_steps: bool) -> None:
    by_function = _count_steps() if counts_steps else Counter()
    spec = find_spec(name)
    assert spec is not None and spec.submodule_search_locations
    start = time.process_time()
    program = Program([spec.submodule_search_locations[0]])
    run = program.interpret()
    files = {str(file) for file in program.files}
    findings(run, files.__contains__, lambda _, code, *__: PRESETS["all"][code.name])
    seconds = time.process_time() - start
    lines = sum(Path(file).read_bytes().count(b"\n") for file in program.files)
    megabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    counts = count_known(values(run, files.__contains__))
    results.put(Cost(lines, seconds, megabytes, run.cut_entries, run.steps, *counts, by_function.most_common(10)))


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--packages", nargs="*", help=f"check whole installed packages, by default {', '.join(PACKAGES)}"
    )
    parser.add_argument("--steps", action="store_true", help="list the functions that take most of the steps")
    arguments = parser.parse_args()
    print(f"{milliseconds_a_line():8.2f} ms a line of the test programs (goal: 0.5)")
    for name, write in NESTINGS.items():
        print(f"{growth(write):8.2f} times the steps at 8 levels as at 4: {name}")
    context = multiprocessing.get_context("spawn")
    names = () if arguments.packages is None else arguments.packages or PACKAGES
    for name in names:
        results = context.Queue()
        process = context.Process(
            target=_measure_package, args=(name, results), kwargs={"counts_steps": arguments.steps}
        )
        process.start()
        cost = results.get()
        process.join()
        line = 1000 * cost.seconds / cost.lines
        print(f"{cost.seconds:8.1f} s, {cost.megabytes:.0f} MB: {name} ({cost.lines} lines, {line:.2f} ms a line; "
              f"{cost.steps} steps, {cost.cut} entries cut, {cost.known} of {cost.expressions} known)")  # fmt: skip
        for function, steps in cost.functions:
            print(f"{steps:16d} steps: {function}")


if __name__ == "__main__":
    main()
