"""Every function in the stubs has a result type, with a dtype only if its rule gives one."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import jax
import pytest

from jaxtyping_promo.rules.parser import parse
from jaxtyping_promo.rules.tables import rules

pytestmark = pytest.mark.once

STUBS = Path(__file__).parents[2] / "stubs"
FILES = sorted(STUBS.rglob("*.pyi"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(STUBS)))
def test_every_function_names_its_result(file):
    """zuban infers `None`, instead of `Any`, for a function without a result annotation."""
    functions = [node for node in ast.walk(ast.parse(file.read_text())) if isinstance(node, ast.FunctionDef)]
    assert [node.name for node in functions if node.returns is None] == []


def test_there_are_functions():
    assert "def tree_unflatten(" in (STUBS / "jax-stubs" / "_src" / "tree_util.pyi").read_text()


KNOWN = re.compile(r"\bArray\[(?!Any\])")
NEVER_GIVEN = ("None", "_NoArgument")
"""The types of parameters that an overload accepts only with their default."""


def stub_of(module: str) -> Path:
    """The stub of a public module of JAX."""
    folder = STUBS.joinpath("jax-stubs", *module.split(".")[1:])
    return folder / "__init__.pyi" if folder.is_dir() else folder.with_suffix(".pyi")


@pytest.mark.parametrize(
    "name", [n for n, text in rules().items() if parse(text).unless and stub_of(n.rpartition(".")[0]).exists()]
)
def test_the_dtype_is_unknown_if_a_call_passes_an_excluded_parameter(name):
    module, _, function = name.rpartition(".")
    for node in ast.parse(stub_of(module).read_text()).body:
        if isinstance(node, ast.FunctionDef) and node.name == function and KNOWN.search(ast.unparse(node.returns)):
            arguments = (a for a in ast.walk(node.args) if isinstance(a, ast.arg) and a.annotation)
            taken = {a.arg for a in arguments if ast.unparse(a.annotation) not in NEVER_GIVEN}
            assert taken.isdisjoint(parse(rules()[name]).unless), ast.unparse(node)


JAX = Path(jax.__file__).parent
UNSPOKEN = "(*args: Any, **kwargs: Any) -> Any"
"""The functions of private modules that exist only for their docstrings."""


def functions(body: Sequence[ast.stmt], owner: str = "") -> Iterator[tuple[str, ast.FunctionDef]]:
    """The functions and methods of a module, by their names."""
    for node in body:
        if isinstance(node, ast.FunctionDef):
            yield owner + node.name, node
        elif isinstance(node, ast.ClassDef):
            yield from functions(node.body, f"{owner}{node.name}.")


def may_be_none(file: Path) -> set[str]:
    """The functions of a file that may return None or another value."""
    by_name = functions(ast.parse(file.read_text()).body)
    return {name for name, node in by_name if node.returns and ast.unparse(node.returns).endswith(" | None")}


def test_a_result_that_may_be_none_is_one_of_the_stub_as_well():
    """Otherwise, with JAX alone, an attribute of the result would be an error that the stubs hide."""
    lost, kept = [], 0
    for file in (STUBS / "jax-stubs").rglob("*.pyi"):
        source = (JAX / file.relative_to(STUBS / "jax-stubs")).with_suffix(".py")
        names = may_be_none(source) if source.exists() else set()
        for name, node in functions(ast.parse(file.read_text()).body):
            assert node.returns is not None
            if name in names and not ast.unparse(node).partition(":\n")[0].endswith(UNSPOKEN):
                kept += "None" in ast.unparse(node.returns)
                if ast.unparse(node.returns) == "Any":
                    lost.append((file.name, name))
    assert lost == []
    assert kept > 20
