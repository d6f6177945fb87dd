"""Hand-written definitions in the folder ``written``, for types that JAX's annotations omit.

A file is named after JAX's module, ``_src__api.pyi`` for ``jax._src.api``. Public modules import the names from there,
as in JAX.
"""

from __future__ import annotations

import ast
from importlib.resources import files

from .stub import Stub

FOLDER = "written"


class Template:
    """The definitions of one file.

    Args:
        text: the text of the file: imports, type variables, classes and functions.

    Attributes:
        names: every name in the file.
        defined: the names that the file defines itself.
        classes: the names of classes.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        body = ast.parse(text).body
        self.imports = [node for node in body if isinstance(node, ast.Import | ast.ImportFrom)]
        self.statements = [node for node in body if node not in self.imports]
        self.classes = {node.name for node in body if isinstance(node, ast.ClassDef)}
        self.defined = self.classes | {node.name for node in body if isinstance(node, ast.FunctionDef)}
        for node in body:
            if isinstance(node, ast.Assign | ast.AnnAssign):
                self.defined.add(ast.unparse(node.targets[0] if isinstance(node, ast.Assign) else node.target))
        exported = (alias for node in self.imports for alias in node.names)
        self.names = self.defined | {alias.asname or "" for alias in exported if _is_public(alias)}
        self.defined.discard("__getattr__")

    def add_to(self, stub: Stub) -> None:
        """Add all definitions to the stub of their module."""
        for node in self.imports:
            for alias in node.names:
                if isinstance(node, ast.Import):
                    local = stub.use_module(alias.name)
                elif _is_public(alias) and alias.asname:
                    stub.export(node.module or "", alias.name, alias.asname)
                    continue
                else:
                    local = stub.use(node.module or "", alias.name, as_itself=True)
                if local != (alias.asname or alias.name):
                    raise ValueError(
                        f"{stub.module}: {alias.name} is {local} here, and {alias.asname} in what is written by hand"
                    )
        lines = self.text.splitlines()
        for statement in self.statements:
            if isinstance(statement, ast.FunctionDef) and statement.name == "__getattr__":
                continue
            first = min([statement.lineno, *(d.lineno for d in getattr(statement, "decorator_list", ()))])
            stub.lines += lines[first - 1 : statement.end_lineno]


def _is_public(alias: ast.alias) -> bool:
    return alias.asname is not None and not alias.asname.startswith("_")


def templates() -> dict[str, Template]:
    """Every file by its module."""
    by_class = {}
    for path in files(__package__).joinpath(FOLDER).iterdir():
        if path.name.endswith(".pyi"):
            module = path.name.removesuffix(".pyi").replace("__", ".")
            by_class[f"jax.{module}"] = Template(path.read_text())
    return by_class
