"""The stubs of JAX's public modules define exactly the names of the installed JAX."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest
from jax_names import COVERED, SOURCE, STUBS, defined, public_names, stub_path

from jaxtyping_promo.stubgen.overlay.earlier_names import EARLIER_NAMES

pytestmark = pytest.mark.once

WITHOUT_STUB = (
    "cloud_tpu_init",
    "collect_profile",
    "example_libraries",
    "experimental",
    "extend",
    "test_util",
    "tools",
)
"""The public parts of JAX that checkers read from its source, by the first part of their names."""
AVAILABLE = """
import sys, jax
for name in sys.argv[1:]:
    value = jax
    for part in name.split(".")[1:]:
        value = getattr(value, part, None)
    if value is not None and value is sys.modules.get(name):
        print(name)
"""
"""A program that prints which modules are attributes after ``import jax``."""


PUBLIC_STUBS = sorted(path for path in STUBS.rglob("*.pyi") if "_src" not in path.parts)


def test_modules_without_stubs() -> None:
    others = [name.split(".") for name in SOURCE.public_modules() if name not in COVERED]
    assert {parts[1] for parts in others} <= set(WITHOUT_STUB)
    assert len(COVERED) > 80


@pytest.mark.parametrize("name", COVERED)
def test_every_public_name_is_defined(name: str) -> None:
    path = stub_path(name)
    assert path is not None
    assert public_names(name) - defined(path) == set()


def test_names_that_jax_removed_are_not_defined() -> None:
    removed = {f"jax.{name}" for name in SOURCE.existing("jax").removed} | {
        f"jax.core.{name}" for name in SOURCE.existing("jax.core").removed
    }
    assert removed
    for full_name in removed:
        module, _, name = full_name.rpartition(".")
        path = stub_path(module)
        assert path is not None
        if name not in {each for names in EARLIER_NAMES.get(module, {}).values() for each in names}:
            assert name not in defined(path), full_name


@pytest.mark.parametrize("path", PUBLIC_STUBS, ids=lambda path: path.relative_to(STUBS).as_posix())
def test_no_fallback(path: Path) -> None:
    """A public stub has no ``__getattr__``, and imports only names that a private stub defines."""
    assert "__getattr__" not in defined(path)
    for node in ast.parse(path.read_text()).body:
        if not isinstance(node, ast.ImportFrom) or node.module is None or node.module.split(".")[0] != "jax":
            continue
        source = stub_path(node.module)
        assert source is not None, node.module
        for alias in node.names:
            is_module = SOURCE.has(f"{node.module}.{alias.name}")
            assert is_module or alias.name in defined(source), f"{node.module} has no {alias.name}"


def test_submodules_that_import_jax_makes_available() -> None:
    """A submodule that is an attribute after ``import jax`` is also an attribute in the stub."""
    done = subprocess.run([sys.executable, "-c", AVAILABLE, *COVERED], capture_output=True, text=True, check=True)
    available = done.stdout.split()
    assert len(available) > 60
    for module in available[1:]:
        parent, _, name = module.rpartition(".")
        path = stub_path(parent)
        assert path is not None
        assert name in defined(path), module
