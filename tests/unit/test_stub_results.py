"""Every function of the stubs names its result: zuban takes one that does not for `None`, not for `Any`."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

STUBS = Path(__file__).parents[2] / "stubs"
FILES = sorted(STUBS.rglob("*.pyi"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(STUBS)))
def test_every_function_names_its_result(file):
    functions = [node for node in ast.walk(ast.parse(file.read_text())) if isinstance(node, ast.FunctionDef)]
    assert [node.name for node in functions if node.returns is None] == []


def test_there_are_functions():
    assert "def tree_unflatten(" in (STUBS / "jax-stubs" / "_src" / "tree_util.pyi").read_text()
