"""Stubs import only from modules with a stub. Otherwise a checker would read half of JAX's source."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

pytestmark = pytest.mark.once

STUBS = Path(__file__).parents[2] / "stubs" / "jax-stubs"
FILES = sorted(STUBS.rglob("*.pyi"))


def imported(tree: ast.Module) -> set[str]:
    """The modules of JAX from which a stub imports."""
    modules: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module and not node.level:
            modules.add(node.module)
        elif isinstance(node, ast.Import):
            modules.update(alias.name for alias in node.names)
    return {name for name in modules if name.split(".")[0] == "jax"}


def has_stub(module: str) -> bool:
    path = STUBS.joinpath(*module.split(".")[1:])
    return path.with_suffix(".pyi").exists() or (path / "__init__.pyi").exists()


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(STUBS)))
def test_modules_that_a_stub_imports_have_stubs(file):
    assert [name for name in imported(ast.parse(file.read_text())) if not has_stub(name)] == []


OURS = STUBS.parent / "jaxtyping_promo-stubs"


@pytest.mark.parametrize("file", sorted(OURS.rglob("*.pyi")), ids=lambda file: str(file.relative_to(OURS)))
def test_our_own_stubs_import_from_stubs(file):
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.ImportFrom) and node.level:
            path = file.parents[node.level - 1].joinpath(*(node.module or "").split("."))
            assert path.with_suffix(".pyi").exists() or (path / "__init__.pyi").exists(), ast.unparse(node)


def test_there_are_imports():
    assert "jax._src.core" in imported(ast.parse((STUBS / "lax" / "__init__.pyi").read_text()))
