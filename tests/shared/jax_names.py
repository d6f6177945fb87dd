"""The public modules of the installed JAX that have a stub, and their names."""

from __future__ import annotations

import ast
import importlib
import warnings
from functools import cache
from pathlib import Path
from types import ModuleType

import jax

from jaxtyping_promo.jax_source import Source

STUBS = Path(__file__).parents[2] / "stubs" / "jax-stubs"
SOURCE = Source(Path(jax.__file__).parent)


def stub_path(module: str) -> Path | None:
    """The stub of a module of JAX."""
    base = STUBS.joinpath(*module.split(".")[1:])
    return next((path for path in (base / "__init__.pyi", base.with_suffix(".pyi")) if path.exists()), None)


@cache
def defined(path: Path) -> frozenset[str]:
    """The names that a stub exports, including names that begin with an underscore."""
    names: set[str] = set()
    for node in ast.parse(path.read_text()).body:
        match node:
            case ast.Import(names=aliases) | ast.ImportFrom(names=aliases):
                names |= {alias.asname for alias in aliases if alias.asname is not None and alias.asname == alias.name}
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                names.add(name)
            case ast.AnnAssign(target=target) | ast.Assign(targets=[target]):
                names.add(ast.unparse(target))
    return frozenset(names)


@cache
def public_names(module: str) -> frozenset[str]:
    """The names of a running module, without modules: submodules appear only after something imports them."""
    imported = importlib.import_module(module)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # deprecated names count, too
        declared = {name for name in SOURCE.existing(module).exported if hasattr(imported, name)}
    return frozenset(declared) | {
        name
        for name, value in vars(imported).items()
        if not name.startswith("_") and name != "annotations" and not isinstance(value, ModuleType)
    }


COVERED = [name for name in SOURCE.public_modules() if stub_path(name)]
"""The public modules that have a stub."""
