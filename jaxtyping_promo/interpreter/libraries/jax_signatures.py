"""Signatures of JAX's functions and of ``Array``'s methods, read off the stubs that the package ships.

The stubs are text: nothing is imported. A function has one signature for each set of parameters of its overloads.
"""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

from ..call import Call
from ..values import Value

_DEFINITION = re.compile(r"^( *)(?:async )?def (\w+)\(")
_IMPORT = re.compile(r"^from ([\w.]+) import \(?([^)]*?)\)?$", re.MULTILINE | re.DOTALL)


class Signature(NamedTuple):
    """The parameters of a function.

    Attributes:
        positional: the parameters that can be passed by position.
        variadic: the name of ``*args``, or an empty string.
        keyword_only: the parameters that are passed by name.
        keywords: the name of ``**kwargs``, or an empty string.
        required: the parameters without a default.
    """

    positional: tuple[str, ...]
    variadic: str
    keyword_only: tuple[str, ...]
    keywords: str
    required: frozenset[str] = frozenset()

    def bind(self, call: Call) -> dict[str, Value | list[Value]] | None:
        """The arguments by parameter; variadic ones as a list. None if Python rejects the call."""
        bound: dict[str, Value | list[Value]] = dict(zip(self.positional, call.arguments, strict=False))
        extra = call.arguments[len(self.positional) :]
        if extra and not self.variadic:
            return None
        if self.variadic:
            bound[self.variadic] = extra
        for name, value in call.keywords.items():
            if name in bound or (name not in (*self.positional, *self.keyword_only) and not self.keywords):
                return None
            bound[name] = value
        return bound if self.required <= bound.keys() else None


@cache
def stub_folder() -> Path | None:
    """The folder of the stubs of JAX, in a checkout or an installation."""
    package = Path(__file__).parents[2]
    for folder in (package.parent / "jax-stubs", package.parent / "stubs" / "jax-stubs"):
        if folder.is_dir():
            return folder
    return None


@cache
def _stub_text(module: str) -> str | None:
    """The text of a module's stub."""
    folder = stub_folder()
    if folder is None:
        return None
    base = folder.joinpath(*module.split(".")[1:])
    for path in (base / "__init__.pyi", base.with_name(base.name + ".pyi")):
        if path.is_file():
            return path.read_text()
    return None


@cache
def _definitions(module: str) -> dict[str, list[str]]:
    """The definitions of each function in a stub, each as one line; methods by ``Class.method``."""
    found: dict[str, list[str]] = {}
    owner = ""
    for line in (_stub_text(module) or "").splitlines():
        match = _DEFINITION.match(line)
        if match is None:
            if line.startswith("class "):
                owner = re.match(r"class (\w+)", line)[1] + "."  # type: ignore[index]
            continue
        indent, name = match.groups()
        found.setdefault((owner if indent else "") + name, []).append(line)
    return found


@cache
def _imports(module: str) -> dict[str, tuple[str, str]]:
    """The names that a stub imports from other modules of JAX, with the module and the name there."""
    found: dict[str, tuple[str, str]] = {}
    for source, names in _IMPORT.findall(_stub_text(module) or ""):
        if not source.startswith("jax"):
            continue
        for each in names.replace("\n", " ").split(","):
            original, _, alias = each.strip().partition(" as ")
            if original.strip():
                found[(alias or original).strip()] = (source, original.strip())
    return found


@cache
def signatures(fullname: str) -> tuple[Signature, ...]:
    """The signatures of a function by its full name, the most general first; empty if the stubs do not have it."""
    module, _, name = fullname.rpartition(".")
    for _ in range(6):
        lines = _definitions(module).get(name)
        if lines is not None:
            parsed = [_parsed(line) for line in reversed(lines)]
            known = dict.fromkeys(each for each in parsed if each is not None)
            return tuple(each for each in known if not _says_nothing(each))
        imported = _imports(module).get(name)
        if imported is None:
            return ()
        module, name = imported
    return ()


def _says_nothing(parsed: Signature) -> bool:
    return parsed.variadic == "args" and bool(parsed.keywords) and not parsed.positional


def bind_arguments(fullname: str, call: Call) -> tuple[Signature, dict[str, Value | list[Value]]] | None:
    """The arguments of a call by parameter, with the signature that fits; None if none does."""
    for each in signatures(fullname):
        bound = each.bind(call)
        if bound is not None:
            return each, bound
    return None


def bind_method(name: str, call: Call) -> dict[str, Value | list[Value]] | None:
    """The arguments of a method of ``Array`` by parameter, without ``self``; None if Python rejects the call."""
    for each in method_signatures(name):
        bound = each.bind(call)
        if bound is not None:
            return bound
    return None


@cache
def method_signatures(name: str) -> tuple[Signature, ...]:
    """The signatures of a method of ``Array``, without ``self``; empty if the stub has no such method."""
    folder = stub_folder()
    if folder is None:
        return ()
    lines = _array_definitions(folder.parent / "jaxtyping_promo-stubs").get(name, [])
    parsed = dict.fromkeys(each for each in map(_parsed, reversed(lines)) if each is not None)
    return tuple(
        each._replace(positional=each.positional[1:], required=each.required - {each.positional[0]})
        for each in parsed
        if each.positional
    )


@cache
def _array_definitions(folder: Path) -> dict[str, list[str]]:
    """The definitions of the methods of ``Array``; other classes of the stub come before it."""
    found: dict[str, list[str]] = {}
    path = folder / "array.pyi"
    is_array = False
    for line in path.read_text().splitlines() if path.is_file() else []:
        if line.startswith("class "):
            is_array = line.startswith("class Array(")
        match = _DEFINITION.match(line)
        if match is not None and match[1] and is_array:
            found.setdefault(match[2], []).append(line)
    return found


def _parsed(line: str) -> Signature | None:
    try:
        tree = ast.parse(line.strip() if line.rstrip().endswith("...") else line.strip().rstrip(":") + ": ...")
    except SyntaxError:
        return None
    node = tree.body[0]
    if not isinstance(node, ast.FunctionDef):
        return None
    arguments = node.args
    positional = tuple(each.arg for each in (*arguments.posonlyargs, *arguments.args))
    by_name = zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
    required = {*positional[: len(positional) - len(arguments.defaults)]}
    required |= {each.arg for each, default in by_name if default is None}
    return Signature(
        positional,
        arguments.vararg.arg if arguments.vararg else "",
        tuple(each.arg for each in arguments.kwonlyargs),
        arguments.kwarg.arg if arguments.kwarg else "",
        frozenset(required),
    )
