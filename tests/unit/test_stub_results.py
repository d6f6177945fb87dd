"""The results of functions in the stubs: each has one, and none has a dtype where the function's rule says nothing."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from jaxtyping_promo.rules.functions import rules
from jaxtyping_promo.rules.rule import parse

STUBS = Path(__file__).parents[2] / "stubs"
FILES = sorted(STUBS.rglob("*.pyi"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(STUBS)))
def test_every_function_names_its_result(file):
    """zuban takes one that does not for `None`, not for `Any`."""
    functions = [node for node in ast.walk(ast.parse(file.read_text())) if isinstance(node, ast.FunctionDef)]
    assert [node.name for node in functions if node.returns is None] == []


def test_there_are_functions():
    assert "def tree_unflatten(" in (STUBS / "jax-stubs" / "_src" / "tree_util.pyi").read_text()


KNOWN = re.compile(r"\bArray\[(?!Any\])")
NEVER_GIVEN = ("None", "_NoArgument")
"""The types of parameters that an overload only has for what is their default."""


def stub_of(module: str) -> Path:
    """The stub of a public module of JAX."""
    folder = STUBS.joinpath("jax-stubs", *module.split(".")[1:])
    return folder / "__init__.pyi" if folder.is_dir() else folder.with_suffix(".pyi")


@pytest.mark.parametrize(
    "name", [n for n, text in rules().items() if parse(text).unless and stub_of(n.rpartition(".")[0]).exists()]
)
def test_no_dtype_is_said_where_a_parameter_is_given_that_the_rule_excludes(name):
    module, _, function = name.rpartition(".")
    for node in ast.parse(stub_of(module).read_text()).body:
        if isinstance(node, ast.FunctionDef) and node.name == function and KNOWN.search(ast.unparse(node.returns)):
            arguments = (a for a in ast.walk(node.args) if isinstance(a, ast.arg) and a.annotation)
            taken = {a.arg for a in arguments if ast.unparse(a.annotation) not in NEVER_GIVEN}
            assert taken.isdisjoint(parse(rules()[name]).unless), ast.unparse(node)
