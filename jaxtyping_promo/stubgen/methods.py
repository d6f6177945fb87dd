"""The methods of `Array` that a rule speaks of: their overloads, from the parameters in ``array_members.pyi``."""

from __future__ import annotations

import ast
import re

from ..rules.functions import rule
from ..rules.jax_array import RULES
from ..system import System
from .docstrings import documented
from .overlay.results import Results
from .overlay.signatures import Parameter

CLASS = "jax.Array"


class _Here:
    """Stands for the stub of `Array`'s own module: every name is already there, but for the variables."""

    def __init__(self) -> None:
        self.variables: dict[str, str] = {}

    def use(self, module: str, name: str) -> str:
        return name

    def use_module(self, module: str) -> str:
        return "np"

    def builtin(self, name: str) -> str:
        return name

    def variable(self, name: str, definition: str) -> str:
        if name in ("_R", "_D"):
            return name
        local = next((known for known, text in self.variables.items() if text == definition), None)
        if local is None:
            local = f"{name}{len(self.variables) or ''}"
            self.variables[local] = definition
        return local


class _Annotations:
    def __init__(self) -> None:
        self.stub = _Here()


def with_rules(text: str, system: System) -> str:
    """The stub of `Array`'s module with the results of its methods by their rules.

    Args:
        text: the stub, whose methods by a rule have one definition or several overloads; the last has every parameter.
        system: whose promotion applies.
    """
    annotations = _Annotations()
    results = Results(system, annotations)  # type: ignore[arg-type]
    cls = next(n for n in ast.parse(text).body if isinstance(n, ast.ClassDef) and n.name == "Array")
    lines: list[str | None] = [*text.split("\n")]
    replaced: dict[str, list[str]] = {}
    spans: dict[str, list[tuple[int, int]]] = {}
    docstrings: dict[str, str] = {}
    for node in cls.body:
        if isinstance(node, ast.FunctionDef) and node.name in RULES[CLASS]:
            first = min([node.lineno, *(d.lineno for d in node.decorator_list)])
            spans.setdefault(node.name, []).append((first - 1, node.end_lineno or node.lineno))
            found = rule(f"{CLASS}.{node.name}")
            if found is None or found.keeps_self or "property" in map(ast.unparse, node.decorator_list):
                continue  # as it is written; there are no overloads of properties
            written = results.function(node.name, _parameters(node), found.text, overloaded=False)
            if written:
                replaced[node.name] = written
                docstrings.setdefault(node.name, ast.get_docstring(node) or "")
    for name, new in replaced.items():
        start, end = spans[name][0][0], spans[name][-1][1]
        lines[start:end] = [None] * (end - start)
        lines[start] = "\n".join(f"    {line}" for line in documented(new, docstrings[name]))
    variables = [
        f'{local} = TypeVar("{local}", {definition.removeprefix("TypeVar(")}'
        for local, definition in annotations.stub.variables.items()
    ]
    joined = "\n".join(line for line in lines if line is not None)
    return re.sub(r"(?m)^(_A = TypeVar\(.*\))$", lambda m: "\n".join([m[1], *variables]), joined, count=1)


def _parameters(function: ast.FunctionDef) -> list[Parameter]:
    arguments = function.args
    positional = [*arguments.posonlyargs, *arguments.args]
    defaults = [None] * (len(positional) - len(arguments.defaults)) + list(arguments.defaults)
    found = [
        Parameter(a.arg, ast.unparse(a.annotation) if a.annotation else "", ast.unparse(d) if d else None, "any")
        for a, d in zip(positional, defaults, strict=True)
    ]
    found += [
        Parameter(a.arg, ast.unparse(a.annotation) if a.annotation else "", ast.unparse(d) if d else None, "keyword")
        for a, d in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
    ]
    return found
