"""The methods of `Array` that have a rule: their overloads, with the parameters of ``array_members.pyi``."""

from __future__ import annotations

import ast
import re
from dataclasses import replace

from ..rules.rule import Rule
from ..rules.tables import rule
from ..system import System
from .docstrings import documented
from .overlay.join_overloads import unknown_arrays
from .overlay.rule_overloads import Results
from .overlay.several_operands import as_one
from .overlay.signatures import Parameter
from .overlay.spelling import Spelling
from .overlay.versions import Versions

UPDATE = "_IndexUpdateRef"
CLASSES = {"Array": "jax.Array.{}", UPDATE: "jax.Array.at.{}", "_Part": "jax.Array.real"}
"""The stub's classes whose methods have rules, each with the prefix of the rules' names."""


class _Here:
    """A stand-in for the stub of `Array`'s own module, which already has every name except type variables."""

    def __init__(self) -> None:
        self.variables: dict[str, str] = {}

    def use(self, module: str, name: str) -> str:
        return name

    def use_module(self, module: str) -> str:
        return "np"

    def builtin(self, name: str) -> str:
        return name

    def variable(self, name: str, definition: str) -> str:
        if name in ("_R", "_D", "_E"):
            return name
        local = next((variable for variable, text in self.variables.items() if text == definition), None)
        if local is None:
            local = f"{name}{len(self.variables) or ''}"
            self.variables[local] = definition
        return local


def with_rules(text: str, system: System) -> str:
    """The stub of `Array`'s module in which methods with a rule have overloads by dtype.

    Args:
        text: the stub. A method has one definition or several overloads. The last overload has every parameter.
        system: the promotion system.
    """
    stub = _Here()
    results = Results(system, Spelling(stub, system))  # type: ignore[arg-type]
    lines: list[str | None] = [*text.split("\n")]
    for cls in (n for n in ast.parse(text).body if isinstance(n, ast.ClassDef) and n.name in CLASSES):
        replaced: dict[str, list[str]] = {}
        spans: dict[str, list[tuple[int, int]]] = {}
        docstrings: dict[str, str] = {}
        for node in (n for n in cls.body if isinstance(n, ast.FunctionDef)):
            first = min([node.lineno, *(d.lineno for d in node.decorator_list)])
            spans.setdefault(node.name, []).append((first - 1, node.end_lineno or node.lineno))
            fullname = CLASSES[cls.name].format(node.name)
            method_rule = rule(fullname)
            if method_rule is None or method_rule.keeps_self or "property" in map(ast.unparse, node.decorator_list):
                continue  # unchanged
            if cls.name == "Array":
                versions = Versions.of(system, (method_rule.text,), fullname)
                written = results.function(node.name, _parameters(node), versions, overloaded=False)
                new = written.lines if written else []
            else:
                new = _by_array(results.spelling, method_rule, cls.name, node)
            if new:
                replaced[node.name] = new
                docstrings.setdefault(node.name, ast.get_docstring(node) or "")
        for name, new in replaced.items():
            start, end = spans[name][0][0], spans[name][-1][1]
            lines[start:end] = [None] * (end - start)
            lines[start] = "\n".join(f"    {line}" for line in documented(new, docstrings[name]))
    variables = [
        f'{local} = TypeVar("{local}", {definition.removeprefix("TypeVar(")}'
        for local, definition in stub.variables.items()
    ]
    joined = "\n".join(line for line in lines if line is not None)
    return re.sub(r"(?m)^(_A = TypeVar\(.*\))$", lambda m: "\n".join([m[1], *variables]), joined, count=1)


def _by_array(spelling: Spelling, method_rule: Rule, cls: str, function: ast.FunctionDef) -> list[str]:
    """The overloads of a method whose result depends only on the array, such as a method of `at`."""
    parameters = _parameters(function)
    overloads = []
    unknown = unknown_arrays(spelling.system)
    for text, result in as_one(Versions.of(spelling.system, (method_rule.text,)), spelling):
        if text.startswith("Array["):
            text = unknown if text.startswith(unknown) else text  # without Python scalars
            first, second = ("self", "") if cls == UPDATE else ("", text)
            typed = [
                replace(p, annotation=text.replace("Array[", f"{cls}[", 1) if p.name == first else second)
                if index == (0 if first else 1)
                else p
                for index, p in enumerate(parameters)
            ]
            overloads.append((typed, result))
    return spelling.definitions(function.name, [*overloads, (parameters, "Array[Any]")], overloaded=True)


def _parameters(function: ast.FunctionDef) -> list[Parameter]:
    arguments = function.args
    positional = [*arguments.posonlyargs, *arguments.args]
    defaults = [None] * (len(positional) - len(arguments.defaults)) + list(arguments.defaults)
    parameters = [
        Parameter(a.arg, ast.unparse(a.annotation) if a.annotation else "", ast.unparse(d) if d else None, "any")
        for a, d in zip(positional, defaults, strict=True)
    ]
    parameters += [
        Parameter(a.arg, ast.unparse(a.annotation) if a.annotation else "", ast.unparse(d) if d else None, "keyword")
        for a, d in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
    ]
    return parameters
