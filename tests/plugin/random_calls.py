"""Tries random programs of several modules whose functions declare no dtypes: ``random_calls.py --programs 300``.

Each program has a library of functions, methods, data classes, named tuples and closures, and two modules that call it
with different dtypes. It runs, and mypy checks it. At each `reveal_type`, mypy must infer the type of the value in the
running program, or an unknown dtype. The command prints for each form of call how many checkpoints have a known dtype.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections import Counter
from pathlib import Path
from random import Random

sys.path += [str(Path(__file__).resolve().parents[1] / folder) for folder in ("static", "shared")]
os.environ.setdefault("JAX_PLATFORMS", "cpu")

from random_call_forms import ARRAYS, DTYPES, FLOAT_ARRAYS, FLOATS, FORMS
from whole_programs.comparison import Checked, Fault, check, contradictions, run
from whole_programs.stated import is_known, read

FUNCTIONS = ("tanh", "exp", "abs", "square", "sum", "mean", "zeros_like", "sign")
BATCH = 20
"""The number of programs in one run of mypy."""
FORMS_OF_PROGRAM = 4
"""The number of further forms in one program."""

HEADER = """\
import dataclasses
import functools
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
from jax import lax
"""


class Names:
    """The parts of a random library, which later parts and callers use.

    Args:
        seed: of the program.
    """

    def __init__(self, seed: int) -> None:
        self.seed, self.random = seed, Random(seed)
        self.unary: list[str] = []
        self.binary: list[str] = []
        self.lines: list[str] = []
        self.calls: list[tuple[str, str]] = []
        """The names of further forms, and the expressions of their callers."""

    def value(self, *names: str, depth: int = 2) -> str:
        """A random expression of arrays."""
        r = self.random
        if depth == 0 or r.random() < 0.2:
            return r.choice(names)
        inner = [self.value(*names, depth=depth - 1) for _ in range(2)]
        choices = [
            f"({inner[0]} {r.choice('+-*')} {inner[1]})",
            f"({inner[0]} * {r.choice(['2', '0.5', 'True'])})",
            f"jnp.{r.choice(FUNCTIONS)}({inner[0]})",
            f"jnp.{r.choice(['maximum', 'minimum'])}({inner[0]}, {inner[1]})",
            f"jnp.where({inner[0]} > 0, {inner[0]}, {inner[1]})",
            f"{inner[0]}.astype(jnp.{r.choice(DTYPES)})",
            f"jax.nn.{r.choice(['relu', 'gelu'])}({inner[0]})",
        ]
        if self.unary:
            choices += [f"{r.choice(self.unary)}({inner[0]})"] * 2
        if self.binary:
            choices += [f"{r.choice(self.binary)}({inner[0]}, {inner[1]})"] * 2
        return r.choice(choices)

    def add(self, text: str) -> None:
        """Add statements to the library."""
        self.lines.append(text)


def library(seed: int) -> Names:
    """A random library."""
    names = Names(seed)
    r = names.random
    for number in range(r.randint(3, 5)):
        name = f"one{number}"
        form = r.randrange(6)
        typed = r.random() < 0.6
        head = f"def {name}(x: jax.Array) -> jax.Array:" if typed else f"def {name}(x):"
        body = names.value("x")
        if form == 0:
            names.add(f"@jax.jit\n{head}\n    return {body}")
        elif form == 1:
            names.add(
                f"{head}\n    y = {body}\n    if y.ndim > 5:\n        return {names.value('x', 'y')}\n    return y"
            )
        elif form == 2:
            names.add(f"{head}\n    for _ in range(2):\n        x = {names.value('x')}\n    return x")
        elif form == 3:
            names.add(f"{head}\n    def inner(z):\n        return {names.value('x', 'z')}\n    return inner({body})")
        elif form == 4:
            test = r.choice(["jnp.issubdtype(x.dtype, jnp.floating)", "x.dtype == jnp.int8"])
            names.add(f"{head}\n    if {test}:\n        return {body}\n    return {names.value('x')}")
        else:
            names.add(f"{head}\n    return {body}")
        names.unary.append(name)
        name = f"two{number}"
        head = f"def {name}(x: jax.Array, y: jax.Array) -> jax.Array:" if typed else f"def {name}(x, y):"
        names.add(f"{head}\n    return {names.value('x', 'y')}")
        names.binary.append(name)
    typed = r.choice(["Any", "jax.Array"])
    a, b = (names.value("x", "y") for _ in range(2))
    returned = r.choice(["", " -> dict[str, Any]"]) if typed == "Any" else " -> dict[str, jax.Array]"
    names.add(f"def init(x: {typed}, y: {typed}){returned}:\n    return {{'a': {a}, 'b': {b}}}")
    names.add(
        f"def init_in_steps(x, y):\n    made = {{}}\n    made['a'] = {b}\n    if x.ndim > 0:\n"
        f"        made['b'] = {a}\n    else:\n        made['b'] = {b}\n    return made"
    )
    names.add(f"def both(params, x):\n    return {names.value('params[chr(97)]', 'x').replace('chr(97)', repr('a'))}")
    step = names.value("params['a']", "params['b']", "x")
    other = names.value("params['a']", "params['b']", "x")
    names.add(f"def step(params, x):\n    return {{'a': {step}, 'b': {other}}}, {names.value('x')}")
    names.add("jitted = jax.jit(step)")
    frozen = r.choice(["", "(frozen=True)"])
    names.add(
        f"@dataclasses.dataclass{frozen}\nclass Data:\n    p: jax.Array\n    q: Any\n"
        f"    def value(self, x: jax.Array) -> jax.Array:\n        return {names.value('self.p', 'self.q', 'x')}\n"
        f"    def changed(self, x):\n        return Data({names.value('self.p', 'x')}, self.q)\n"
    )
    names.add("class Pair(NamedTuple):\n    s: jax.Array\n    t: jax.Array\n")
    names.add(f"def pair(x, y):\n    return Pair({names.value('x', 'y')}, t={names.value('x', 'y')})")
    changes = r.random() < 0.3
    change = f"    def set(self, x):\n        self.u = {names.value('x')}\n" if changes else ""
    names.add(
        f"class Object:\n    def __init__(self, x, scale=2):\n        self.u = {names.value('x')}\n"
        f"        self.v = init(x, {names.value('x')})\n        self.scale = scale\n"
        f"    def __call__(self, x):\n        return {names.value('self.u', 'x')} * self.scale\n"
        f"    def deep(self, x: jax.Array) -> jax.Array:\n        return both(self.v, x)\n" + change
    )
    if r.random() < 0.3:
        names.add(f"def spoil(params, x):\n    params['{r.choice('ab')}'] = {names.value('x')}")
    for number, form in enumerate(r.sample(sorted(FORMS), FORMS_OF_PROGRAM)):
        drawn = FORMS[form](names, number)
        names.add(drawn.library)
        names.calls.append((form, drawn.caller))
    return names


def caller(names: Names, module: str) -> str:
    """A random module that calls the library."""
    r = names.random
    lines = [f"import {module} as lib", f"from {module} import *"]
    arrays = ARRAYS
    body = [f"{x} = jnp.ones((3, 3), jnp.{r.choice(DTYPES)})" for x in arrays]
    body += [f"{f} = jnp.ones((3, 3), jnp.{r.choice(FLOATS)})" for f in FLOAT_ARRAYS]
    text = "\n".join(names.lines)

    def shown(expression: str) -> None:
        body.append(f"reveal_type({expression})")

    for name in names.unary:
        shown(f"{name}({r.choice(arrays)})")
    for name in names.binary:
        shown(f"lib.{name}({r.choice(arrays)}, {r.choice(arrays)})")
    for number, made in enumerate(("init", "init_in_steps")):
        p = f"p{number}"
        body.append(f"{p} = {made}({r.choice(arrays)}, {r.choice(arrays)})")
        shown(f"{p}['a']")
        shown(f"both({p}, {r.choice(arrays)})")
        if r.random() < 0.5:
            body.append(f"for _ in range({r.randint(0, 3)}):")
            body.append(f"    reveal_type({p}['b'])")
            body.append(f"    {p}, y = {r.choice(['step', 'jitted'])}({p}, {r.choice(arrays)})")
            body.append("    reveal_type(y)")
        if "def spoil" in text and r.random() < 0.7:
            body.append(f"lib.spoil({p}, {r.choice(arrays)})")
        if r.random() < 0.3:
            body.append(f"if {p}['a'].ndim > {r.randint(0, 2)}:")
            body.append(f"    {p} = {{'a': {r.choice(arrays)}, 'b': {p}['a']}}")
        if r.random() < 0.3:
            body.append(
                f"{p} = jax.tree.map(lambda v: {r.choice(['v * 2', 'v + x0', 'v.astype(jnp.float16)', 'v > 0'])}, {p})"
            )
        shown(f"{p}['a']")
        shown(f"{p}['b']")
    body.append(f"d = Data({r.choice(arrays)}, q={r.choice(arrays)})")
    shown("d.p")
    shown(f"d.value({r.choice(arrays)})")
    body.append(f"e = d.changed({r.choice(arrays)})")
    shown("e.p")
    shown("e.q")
    if "frozen" not in text and r.random() < 0.4:
        body.append(f"e.p = {r.choice(arrays)}")
        shown("e.p")
    body.append(f"f = dataclasses.replace(e, q={r.choice(arrays)})")
    shown("f.q")
    shown(f"f.value({r.choice(arrays)})")
    body.append(f"t = pair({r.choice(arrays)}, {r.choice(arrays)})")
    shown("t.s")
    body.append(f"t = t._replace(s={r.choice(arrays)})")
    shown("t.s")
    shown("t.t")
    shown("t[1]")
    body.append(f"o = Object({r.choice(arrays)})")
    shown("o.u")
    if "def set" in text:
        body.append(f"o.set({r.choice(arrays)})")
        shown("o.u")
    shown(f"o({r.choice(arrays)})")
    shown(f"o.deep({r.choice(arrays)})")
    shown("o.v['b']")
    floats = [f"jnp.ones(3, jnp.{r.choice(FLOATS)})" for _ in range(2)]
    tree = f"{{'a': {floats[0]}, 'b': {floats[1]}}}"
    body.append("loss = lambda w, v: jnp.sum(w['a'] * v + w['b']).astype(jnp.float32)")
    body.append(f"g = jax.grad(loss)({tree}, 2.0)")
    shown("g['a']")
    body.append(f"carry, ys = lax.scan(lambda c, v: (c, {r.choice(names.unary)}(v)), x0, x1)")
    shown("ys")
    for form, text_of_caller in names.calls:
        for line in text_of_caller.strip().splitlines():
            blank, show, expression = line.partition("show ")
            body.append(line if not show or blank.strip() else f"{blank}reveal_type({expression})  # {form}")
    if r.random() < 0.5:
        body = ["def main():", *("    " + line for line in body), ""]
        if r.random() < 0.5:
            body.insert(0, "@functools.lru_cache")
            body[1] = "def main() -> None:"
    return "\n".join([HEADER, *lines, *body, ""])


def written(seed: int) -> dict[str, str]:
    """The modules of a random program, the library first."""
    names = library(seed)
    module = f"lib{seed}"
    modules = {f"{module}.py": "\n".join([HEADER, *names.lines, ""])}
    modules |= {f"main{seed}{letter}.py": caller(names, module) for letter in "ab"}
    return modules


class Outcome:
    """The outcome of several programs.

    Attributes:
        counts: the checkpoints by form and by whether mypy knows the dtype.
        faults: the contradictions between mypy and the running programs.
    """

    def __init__(self) -> None:
        self.counts: Counter[tuple[str, str]] = Counter()
        self.faults: list[Fault] = []

    def __iadd__(self, other: Outcome) -> Outcome:
        self.counts += other.counts
        self.faults += other.faults
        return self

    @property
    def checkpoints(self) -> int:
        """The number of checkpoints."""
        return self.counts.total()

    def known(self, form: str | None = None) -> int:
        """The number of checkpoints whose dtype mypy knows; those of one form, if it is given."""
        return sum(n for (name, kind), n in self.counts.items() if kind != "unknown" and form in (None, name))

    def shares(self) -> str:
        """The share of known checkpoints of each form."""
        totals: Counter[str] = Counter()
        for (form, _), n in self.counts.items():
            totals[form] += n
        return ", ".join(f"{form} {self.known(form) / n:.0%} of {n:,}" for form, n in sorted(totals.items()))


def compared(seeds: range) -> Outcome:
    """Run random programs, and compare them with mypy's types.

    Silent losses and other reports are off: the programs are not written to be right.
    """
    outcome = Outcome()
    with tempfile.TemporaryDirectory() as name:
        paths = []
        for seed in seeds:
            for file, text in written(seed).items():
                path = Path(name) / file
                path.write_text(text)
                paths.append(path)
        checked, ran = check(paths, {}), run(paths, {}, traced=paths)  # traced programs compile nothing
        for path in paths:
            _, faults = contradictions(path.name, checked[path.name], ran[path.name])
            outcome.faults += [fault for fault in faults if _matters(fault)]
            outcome.counts += _counted(path.read_text().splitlines(), checked[path.name], ran[path.name]["values"])
    return outcome


def _counted(lines: list[str], checked: Checked, values: dict[str, object]) -> Counter[tuple[str, str]]:
    """The checkpoints of a program by form and by whether mypy knows the dtype. Some are reached in no run."""
    counts: Counter[tuple[str, str]] = Counter()
    for place in values:
        form = lines[int(place.partition(":")[0]) - 1].partition("  # ")[2] or "basic"
        kinds = {is_known(read(text)) for text in checked.revealed.get(place, ())}
        if kinds:
            counts[form, kinds.pop() if len(kinds) == 1 else "unknown"] += 1
    return counts


def _matters(fault: Fault) -> bool:
    """Whether a fault is one of calls: a wrong type or a crash. mypy hides no error of these programs."""
    return fault.kind in ("wrong", "unseen") or fault.text.startswith("mypy")


def main() -> int:
    """Run the command. It returns 1 if there is a fault."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--programs", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0, help="of the first program; the next one's is one more")
    parser.add_argument("--keep", type=Path, help="a folder for the programs that have faults")
    arguments = parser.parse_args()
    total = Outcome()
    for first in range(arguments.seed, arguments.seed + arguments.programs, BATCH):
        outcome = compared(range(first, min(first + BATCH, arguments.seed + arguments.programs)))
        total += outcome
        for fault in outcome.faults:
            print(fault)
            seed = int("".join(filter(str.isdigit, fault.file)))
            if arguments.keep:
                arguments.keep.mkdir(parents=True, exist_ok=True)
                for file, text in written(seed).items():
                    (arguments.keep / file).write_text(text)
        print(f"from {first}: {total.checkpoints:,} checkpoints, {total.known():,} known, {len(total.faults)} faults")
        print(f"  {total.shares()}", flush=True)
    return int(bool(total.faults))


if __name__ == "__main__":
    sys.exit(main())
