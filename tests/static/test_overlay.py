"""The overlay for JAX without the plugin: what mypy and pyright reveal of jax.numpy is what rules say, or unknown."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from checkers import Checker, Mypy, Pyright
from oracles.functions import call_text, covered, expected, free_names

from jaxtyping_promo import get_system
from jaxtyping_promo.rules.functions import rule, system_name

SYSTEM = get_system("jax")
NODES = tuple(n for n in SYSTEM.nodes if n not in SYSTEM.truncated)
PAIR_NODES = (
    "bool_",
    "uint8",
    "int8",
    "int32",
    "uint32",
    "bfloat16",
    "float16",
    "float32",
    "complex64",
    *SYSTEM.defaults,
)
"""Of each kind one, and those whose joins are not among the two: the operators' tests have every pair."""
FEW = ("int8", "float16", "weak_float")
"""What the functions are tried with that are not jax.numpy's; the conformance suite has more."""
SCALARS = ("bool", "int", "float", "complex")
OTHERS = {"bools": "bool_", "ints": "int32", "floats": "float32"}
DTYPE = re.compile(r"Array\[([^\[\]]*)\]")
HEAD = """\
import jax
import jax.numpy as jnp
import jaxtyping_promo as jp

"""
BLOCK = 50
"""The lines of one function: checkers give up on long ones."""


class Call(NamedTuple):
    """A call of a function, and the dtypes of the arrays that it returns."""

    code: str
    dtypes: tuple[str, ...]


def variable(node: str) -> str:
    return f"a_{node}"


def calls(*, each_function: bool) -> Iterator[Call]:
    """Each function, or one for each rule, with each dtype; of two arrays one for each rule, with each pair."""
    seen = set()
    for name in covered():
        found = rule(name)
        text = call_text(name, found)
        operands = free_names(text)
        is_numpy = name.rpartition(".")[0] == "jax.numpy"
        if not (is_numpy or each_function) or "lambda" in text:
            continue
        if len(operands) == 2 or not each_function:
            if found.text in seen:
                continue
            seen.add(found.text)
        for nodes in _cases(operands) if is_numpy else (dict.fromkeys(operands, node) for node in FEW):
            if ("[" in text or "self" in nodes) and not set(SCALARS).isdisjoint(nodes.values()):
                continue  # no array
            wanted = expected(found, get_system(system_name(name)), nodes, 1)
            if None not in wanted:
                yield Call(_code(name, text, nodes), tuple(w for w in wanted if w))


def _cases(operands: tuple[str, ...]) -> Iterator[dict[str, str]]:
    if len(operands) == 2:
        for left in (*PAIR_NODES, "int", "float"):
            yield from ({operands[0]: left, operands[1]: right} for right in (*PAIR_NODES, "int", "float"))
    else:
        yield from (dict.fromkeys(operands, node) for node in (*NODES, *SCALARS))


def _code(name: str, text: str, nodes: dict[str, str]) -> str:
    text = re.sub(r"\bf\(", f"{name.replace('jax.numpy', 'jnp')}(", text, count=1)
    for operand, node in {**OTHERS, **nodes}.items():
        text = re.sub(rf"(?<![\w.'])\b{operand}\b(?!=)(?!')", variable(node), text)
    return text


def program(lines: list[Call]) -> tuple[str, dict[int, Call]]:
    """A program that reveals the calls, and the calls by their lines."""
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


# mypy takes its results from the plugin, and tries overloads slowly: it has one function for each rule.
@pytest.mark.parametrize(("checker", "each_function"), [(Mypy, False), (Pyright, True)], ids=["mypy", "pyright"])
def test_a_dtype_is_right_or_unknown(checker: type[Checker], each_function: bool, tmp_path: Path) -> None:
    lines = list(dict.fromkeys(calls(each_function=each_function)))
    text, where = program(lines)
    (tmp_path / "program.py").write_text(text)
    report = checker().check("program.py", folder=tmp_path)
    wrong, errors, known = [], [], 0
    for number, call in where.items():
        said = report.line("program.py", number)
        errors += [(call.code, said.errors)] if said.errors else []
        revealed = [d for t in said.revealed for d in DTYPE.findall(t)]
        wanted = call.dtypes * len(revealed) if len(call.dtypes) == 1 else call.dtypes
        answers = list(zip(revealed, wanted, strict=False))
        wrong += [(call.code, revealed, call.dtypes)] if any(r not in ("Any", w) for r, w in answers) else []
        known += bool(answers) and all(r == w for r, w in answers)
    assert not wrong, f"{len(wrong)} wrong dtypes"
    assert not errors, f"{len(errors)} calls that JAX takes are errors"
    assert known >= 0.6 * len(lines)
