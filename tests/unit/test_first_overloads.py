"""The first overload of a function returns an unknown dtype, unless all overloads with a dtype return the same one.

Checkers use the first overload if the arguments are unknown: mypy and zuban for `functools.partial`, pyright for an
argument of type ``Callable[..., T]``, as in `jax.tree.map`.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from pathlib import Path

import pytest

from jaxtyping_promo.dtypes import DTYPES, WEAK_TYPES

pytestmark = pytest.mark.once

STUBS = Path(__file__).parents[2] / "stubs"
DTYPE = re.compile(rf"\b(?:{'|'.join([*DTYPES, *WEAK_TYPES])})\b")
FILES = [file for file in STUBS.rglob("*.pyi") if file.stem != "_promotion"]
"""The stubs without the stub of operators, since an array's operators come from the row of its dtype."""


def overloads(tree: ast.Module) -> dict[str, list[str]]:
    """The results of all overloads, by the name of the function or method."""
    by_function = defaultdict(list)
    owners: list[tuple[str, ast.Module | ast.ClassDef]] = [("", tree)]
    for owner, node in owners:
        owners += [(f"{owner}{each.name}.", each) for each in node.body if isinstance(each, ast.ClassDef)]
        for each in node.body:
            if isinstance(each, ast.FunctionDef) and "overload" in map(ast.unparse, each.decorator_list):
                by_function[f"{owner}{each.name}"].append(ast.unparse(each.returns) if each.returns else "")
    return by_function


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(STUBS)))
def test_the_first_overload_has_no_dtype(file):
    by_function = overloads(ast.parse(file.read_text()))
    wrong = {
        name: returns[0]
        for name, returns in by_function.items()
        if DTYPE.search(returns[0]) and len({each for each in returns if DTYPE.search(each)}) > 1
    }
    assert wrong == {}


def test_there_are_overloads():
    assert len(overloads(ast.parse((STUBS / "jax-stubs/numpy/__init__.pyi").read_text()))["sum"]) > 10
