"""Every class of Python's syntax has a transfer function, or is part of a class that has one."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from jaxtyping_promo.interpreter import expressions, statements
from jaxtyping_promo.interpreter.program import Program
from jaxtyping_promo.interpreter.run import EXPRESSIONS, STATEMENTS

assert expressions and statements  # their import fills the tables

ESCAPING = {
    "TemplateStr": "a template holds its values for code that is not known (Python 3.14)",
    "Interpolation": "a part of a template (Python 3.14)",
}
"""The classes without a transfer function: whatever they touch is unknown from then on."""
PATTERNS = {
    "MatchValue": "case 1:", "MatchSingleton": "case None:", "MatchSequence": "case [a, b]:",
    "MatchMapping": "case {'a': a}:", "MatchClass": "case dict():", "MatchStar": "case [*a]:", "MatchAs": "case a:",
    "MatchOr": "case 1 | 2:",
}  # fmt: skip
"""A case for each class of patterns."""
REMOVED = ("Num", "Str", "Bytes", "NameConstant", "Ellipsis", "AugLoad", "AugStore", "Param", "Suite")
"""Classes that old versions of Python had, and that no parser makes any more."""


def classes_below(base: type[ast.AST]) -> list[type[ast.AST]]:
    """The classes of syntax nodes of this version of Python."""
    found = [getattr(ast, name) for name in dir(ast) if name not in REMOVED and not name.startswith("_")]
    return [each for each in found if isinstance(each, type) and issubclass(each, base) and each is not base]


@pytest.mark.parametrize("cls", classes_below(ast.expr), ids=lambda cls: cls.__name__)
def test_an_expression_has_a_transfer_function(cls: type[ast.AST]) -> None:
    assert cls in EXPRESSIONS or cls.__name__ in ESCAPING


@pytest.mark.parametrize("cls", classes_below(ast.stmt), ids=lambda cls: cls.__name__)
def test_a_statement_has_a_transfer_function(cls: type[ast.AST]) -> None:
    assert cls in STATEMENTS or cls.__name__ in ESCAPING


def test_every_pattern_has_a_case() -> None:
    assert {cls.__name__ for cls in classes_below(ast.pattern)} == PATTERNS.keys()


@pytest.mark.parametrize("case", PATTERNS.values(), ids=PATTERNS.keys())
def test_a_pattern_keeps_what_the_subject_is(case: str, tmp_path: Path) -> None:
    """The subject is unknown to the patterns; the variable is an array behind each of them."""
    path = tmp_path / "pattern.py"
    path.write_text(
        "import jax.numpy as jnp\n"
        "def f(subject):\n"
        "    x = jnp.zeros(3, jnp.int8)\n"
        "    match subject:\n"
        f"        {case}\n"
        "            x = jnp.zeros(3, jnp.int16)\n"
        "    reveal_type(x)\n"
        "f(input())\n"
    )
    program = Program([path], folders=[])
    revealed = [*program.interpret().records.revealed.values()]
    assert not program.faults
    dtypes = {each["array"] for value in revealed for each in value}
    assert "int16" in dtypes or dtypes == {"int8"}


def test_a_class_without_a_transfer_function_escapes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(STATEMENTS, ast.AugAssign)
    path = tmp_path / "escape.py"
    path.write_text(
        "import jax.numpy as jnp\nx = [jnp.zeros(3)]\ny = jnp.zeros(3)\nz = 1\nz += len(x)\n"
        "reveal_type(x[0])\nreveal_type(z)\nreveal_type(y)\n"
    )
    first, second, third = Program([path], folders=[]).interpret().records.revealed.values()
    assert "unknown" in first[0] and "unknown" in second[0]
    assert third == [{"array": "float32"}]
