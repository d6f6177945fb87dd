"""Every public name in the stubs that has a docstring at run time also has one in an editor."""

from __future__ import annotations

import ast
import importlib
import inspect
from pathlib import Path
from typing import NamedTuple

import pytest
from lsprotocol import types

pytestmark = [pytest.mark.once, pytest.mark.slow]

STUBS = Path(__file__).parents[2] / "stubs"
PACKAGES = {"jax": "jax-stubs", "jaxtyping_promo": "jaxtyping_promo-stubs"}
NOT_IN_SOURCE = {
    "jax.api_util.flatten_fun": "its docstring is that of `functools.partial`, by which JAX makes it",
    "jax.api_util.flatten_fun_nokwargs": "the same",
    "jax.numpy.promote_types": "JAX's own stub says that it is NumPy's, whose docstrings are not in its source",
}


class Name(NamedTuple):
    """A public name of a module."""

    module: str
    name: str

    def __str__(self) -> str:
        return f"{self.module}.{self.name}"


def names() -> list[Name]:
    documented_names = []
    for package, folder in PACKAGES.items():
        for path in sorted((STUBS / folder).rglob("*.pyi")):
            parts = [package, *path.relative_to(STUBS / folder).with_suffix("").parts]
            if parts[-1] == "__init__":
                parts.pop()
            if not any(part.startswith("_") for part in parts):
                module = ".".join(parts)
                documented_names += [Name(module, name) for name in public(path) if documented(module, name)]
    return documented_names


def public(path: Path) -> list[str]:
    """The names that a stub defines or exports."""
    public_names = []
    for node in ast.parse(path.read_text()).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            public_names.append(node.name)
        elif isinstance(node, ast.ImportFrom):
            public_names += [alias.name for alias in node.names if alias.asname == alias.name]
        elif isinstance(node, ast.AnnAssign | ast.Assign):
            public_names.append(ast.unparse(node.target if isinstance(node, ast.AnnAssign) else node.targets[0]))
    return [name for name in dict.fromkeys(public_names) if not name.startswith("_")]


def documented(module: str, name: str) -> bool:
    """Whether people wrote the docstring. Python generates docstrings for dataclasses."""
    member = getattr(importlib.import_module(module), name, None)
    text = getattr(member, "__doc__", None)
    if not text or inspect.ismodule(member) or not callable(member) or hasattr(member, "__origin__"):
        return False
    owner = getattr(member, "__module__", None) or type(member).__module__
    return (
        owner.split(".")[0] in PACKAGES and not text.startswith(f"{name}(") and f"{module}.{name}" not in NOT_IN_SOURCE
    )


@pytest.mark.parametrize(
    "server", ["pyright", pytest.param("basedpyright", marks=pytest.mark.exhaustive)], indirect=True
)
def test_every_public_name(server, record_cases, request):
    every = names()
    asked = every[:: 1 if request.config.getoption("exhaustive") else 5]
    modules = list(dict.fromkeys(name.module for name in asked))
    document = server.open("".join(f"import {module}\n" for module in modules) + "".join(f"{name}\n" for name in asked))
    lacking = []
    for line, name in enumerate(asked, len(modules)):
        document.cursor = types.Position(line, len(name.module) + 1)
        _, _, docstring = document.hover().partition("\n---\n")
        if not docstring:
            lacking.append(str(name))
    document.close()
    record_cases(len(asked), len(lacking))
    assert len(every) > 1300
    assert lacking == []


@pytest.mark.parametrize("server", ["pyright", "basedpyright", "ty"], indirect=True)
def test_every_member_of_an_array(server, record_cases):
    tree = ast.parse((STUBS / "jaxtyping_promo-stubs" / "array.pyi").read_text())
    array = next(node for node in tree.body if isinstance(node, ast.ClassDef) and node.name == "Array")
    members = dict.fromkeys(n.name for n in array.body if isinstance(n, ast.FunctionDef) and n.name[0] != "_")
    head = "from jaxtyping_promo import Array, float32\ndef f(x: Array[float32]) -> None:\n"
    document = server.open(head + "".join(f"    x.{member}\n" for member in members))
    lacking = []
    for line, member in enumerate(members, head.count("\n")):
        document.cursor = types.Position(line, 7)
        if "\n---\n" not in document.hover():
            lacking.append(member)
    document.close()
    record_cases(len(members), len(lacking))
    assert len(members) > 70
    assert lacking == []
