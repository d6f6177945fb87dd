"""The stubs of jax.numpy without the plugin: mypy and pyright reveal the rule's dtype, or an unknown dtype."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import NamedTuple

import pytest
from checkers import Checker, Mypy, Pyright
from oracles.functions import call_text, expected, free_names, functions_with_a_rule

from jaxtyping_promo import get_system
from jaxtyping_promo.rules.tables import rule, system_name

pytestmark = pytest.mark.slow

SYSTEM = get_system("jax")
NODES = tuple(n for n in SYSTEM.nodes if n not in SYSTEM.truncated)
FEW = ("int8", "float16", "weak_float")
"""The dtypes to try for functions outside jax.numpy; ``tests/static/conformance_report.py`` tries more."""
SCALARS = ("bool", "int", "float", "complex")
OTHERS = {"bools": "bool_", "ints": "int32", "floats": "float32"}
DTYPE = re.compile(r"Array\[([^\[\]]*)\]")
HEAD = """\
import jax
import jax.numpy as jnp
import jaxtyping_promo as jp

"""
BLOCK = 50
"""The maximal number of lines in a function. Checkers give up on long functions."""


class Call(NamedTuple):
    """A call of a function, and the possible dtypes of each array that it returns."""

    code: str
    dtypes: tuple[tuple[str, ...], ...]


def variable(node: str) -> str:
    return f"a_{node}"


def calls(nodes: tuple[str, ...], pairs: tuple[str, ...]) -> Iterator[Call]:
    """A call of each rule's function with some dtypes. A function of two arrays gets pairs."""
    seen = set()
    for name in functions_with_a_rule():
        function_rule = rule(name)
        text = call_text(name, function_rule)
        operands = free_names(text)
        is_numpy = name.rpartition(".")[0] == "jax.numpy"
        if name.startswith("jax.scipy.stats."):
            continue  # the conformance suite covers them, with the arguments that each needs
        if "lambda" in text or (name.rpartition(".")[0], function_rule.text) in seen:
            continue
        seen.add((name.rpartition(".")[0], function_rule.text))
        if not is_numpy:
            cases = [dict.fromkeys(operands, node) for node in FEW[: len(nodes)]]
        elif len(operands) == 2:
            cases = [dict(zip(operands, pair, strict=True)) for pair in product(pairs, repeat=2)]
        else:
            cases = [dict.fromkeys(operands, node) for node in nodes]
        for case in cases:
            if ("[" in text or "self" in case) and not set(SCALARS).isdisjoint(case.values()):
                continue  # no array
            wanted = expected(function_rule, get_system(system_name(name)), case, len(function_rule.parts) or 1)
            if None not in wanted:
                yield Call(_code(name, text, case), tuple(w for w in wanted if w))


def _code(name: str, text: str, nodes: dict[str, str]) -> str:
    text = re.sub(r"\bf\(", f"{name.replace('jax.numpy', 'jnp')}(", text, count=1)
    for operand, node in {**OTHERS, **nodes}.items():
        text = re.sub(rf"(?<![\w.'])\b{operand}\b(?!=)(?!')", variable(node), text)
    return text


def program(lines: list[Call]) -> tuple[str, dict[int, Call]]:
    """A program that reveals the calls, and the calls by line."""
    parameters = ", ".join(
        [*(f"{variable(n)}: jax.Array[jp.{n}]" for n in SYSTEM.nodes), *(f"{variable(n)}: {n}" for n in SCALARS)]
    )
    text, where = HEAD.rstrip("\n").split("\n"), {}
    for index, call in enumerate(lines):
        if index % BLOCK == 0:
            text.append(f"def block_{index}({parameters}) -> None:")
        text.append(f"    reveal_type({call.code})")
        where[len(text)] = call
    return "\n".join([*text, ""]), where


# mypy gets its results from the plugin, and tries overloads slowly.
@pytest.mark.parametrize(
    ("checker", "nodes", "pairs"),
    [
        pytest.param(Mypy, ("float16",), ("int8",), id="mypy"),
        pytest.param(Pyright, (*NODES[::5], *SCALARS[::2]), ("int8", "float32", "float"), id="pyright"),
        pytest.param(
            *(Pyright, (*NODES, *SCALARS), (*FEW, "bool_", "uint8", "float32", "float")),
            id="pyright-each dtype",
            marks=pytest.mark.long,
        ),
    ],
)
def test_a_dtype_is_right_or_unknown(
    checker: type[Checker], nodes: tuple[str, ...], pairs: tuple[str, ...], tmp_path: Path
) -> None:
    lines = list(dict.fromkeys(calls(nodes, pairs)))
    text, where = program(lines)
    (tmp_path / "program.py").write_text(text)
    report = checker().check("program.py", folder=tmp_path)
    wrong, errors, known = [], [], 0
    for number, call in where.items():
        answer = report.line("program.py", number)
        errors += [(call.code, answer.errors)] if answer.errors else []
        revealed = [d for t in answer.revealed for d in DTYPE.findall(t)]
        wanted = call.dtypes * len(revealed) if len(call.dtypes) == 1 else call.dtypes
        answers = list(zip(revealed, wanted, strict=False))
        wrong += [(call.code, revealed, call.dtypes)] if any(w != (r,) for r, w in answers if r != "Any") else []
        known += bool(answers) and all(w == (r,) for r, w in answers)
    assert not wrong, f"{len(wrong)} wrong dtypes"
    assert not errors, f"{len(errors)} calls that JAX takes are errors"
    assert known >= 0.5 * len(lines)
