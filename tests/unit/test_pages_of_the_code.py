"""The pages under *How it works* name modules and functions that exist."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = sorted((ROOT / "docs" / "how-it-works").glob("*.md"))
FOLDERS = ("jaxtyping_promo", "mypy_plugin", "tests", "benchmarks", "examples", ".ci")
OTHER_LIBRARIES = ("jax", "lax", "np")
"""The names under which pages mention functions of other libraries; some are names of our modules as well."""
IN_STUBS = ("Array.__add__",)
"""Names that only the stubs define."""
SPAN = re.compile(r"`([\w./-]+)`")


@cache
def modules() -> tuple[Path, ...]:
    return tuple(path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py"))


def named(path: str) -> list[Path]:
    """The modules whose path ends in the given one."""
    end = Path(path).parts
    return [module for module in modules() if module.parts[-len(end) :] == end]


@cache
def definitions(module: Path) -> frozenset[str]:
    """The names of functions, classes, methods and variables in a module."""
    nodes = [*ast.walk(ast.parse(module.read_text(encoding="utf-8")))]
    defined = {node.name for node in nodes if isinstance(node, ast.FunctionDef | ast.ClassDef)}
    return frozenset(defined | {node.id for node in nodes if isinstance(node, ast.Name)})


def is_found(text: str) -> bool:
    """Whether a page's text names an existing module, ``report.py``, or a name in it, ``report.fail_expression``."""
    if (ROOT / text).exists():
        return True
    if text.endswith(".py"):
        return bool(named(text))
    path, *names = text.split(".")
    if path in OTHER_LIBRARIES or text in IN_STUBS:
        return True
    if path[0].isupper():
        return any({path, *names} <= definitions(module) for module in modules())
    found = named(f"{path}.py")
    return not found or any({*names} <= definitions(module) for module in found)


@pytest.mark.parametrize("page", PAGES, ids=[page.name for page in PAGES])
def test_named_modules_and_functions_exist(page):
    spans = {*SPAN.findall(page.read_text(encoding="utf-8"))}
    named_here = {text for text in spans if text.endswith(".py") or re.fullmatch(r"[\w/]*\w\.\w[\w.]*", text)}
    assert [text for text in sorted(named_here) if not is_found(text)] == []


def test_the_pages_name_modules_and_functions():
    text = "".join(page.read_text(encoding="utf-8") for page in PAGES)
    assert {"report.py", "report.fail_expression", "System.binary"} <= {*SPAN.findall(text)}
    assert not is_found("no_such_module.py")
    assert not is_found("report.no_such_function")
