"""Signatures of JAX's functions and of ``Array``'s methods, read off the stubs that the package ships.

The stubs are text: nothing is imported. A function with overloads has the parameters of its last overload, which is the
most general one.
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


OVERLOADED: dict[str, tuple[str, ...]] = {
    "jax.numpy.astype": ("x", "dtype"),
    "jax.numpy.where": ("condition", "x", "y"),
    "jax.numpy.top_k": ("a", "k"),
    "jax.numpy.ldexp": ("x1", "x2"),
}
"""The positional parameters of functions whose last overload has fewer of them than another one."""


class Signature(NamedTuple):
    """The parameters of a function.

    Attributes:
        positional: the parameters that can be passed by position.
        variadic: the name of ``*args``, or an empty string.
        keyword_only: the parameters that are passed by name.
        keywords: the name of ``**kwargs``, or an empty string.
    """

    positional: tuple[str, ...]
    variadic: str
    keyword_only: tuple[str, ...]
    keywords: str

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
        return bound


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
def _definitions(module: str) -> dict[str, str]:
    """The last definition of each function in a stub, as one line; methods by ``Class.method``."""
    found: dict[str, str] = {}
    owner = ""
    for line in (_stub_text(module) or "").splitlines():
        match = _DEFINITION.match(line)
        if match is None:
            if line.startswith("class "):
                owner = re.match(r"class (\w+)", line)[1] + "."  # type: ignore[index]
            continue
        indent, name = match.groups()
        found[(owner if indent else "") + name] = line
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
def signature(fullname: str) -> Signature | None:
    """The signature of a function by its full name; None if the stubs do not have it."""
    module, _, name = fullname.rpartition(".")
    for _ in range(6):
        line = _definitions(module).get(name)
        if line is not None:
            parsed = _parsed(line)
            if parsed is not None and fullname in OVERLOADED:
                return parsed._replace(positional=OVERLOADED[fullname])
            if parsed is None or not (parsed.variadic == "args" and parsed.keywords and not parsed.positional):
                return parsed
            return None
        imported = _imports(module).get(name)
        if imported is None:
            return None
        module, name = imported
    return None


@cache
def method_signature(name: str) -> Signature | None:
    """The signature of a method of ``Array``, without ``self``."""
    folder = stub_folder()
    if folder is None:
        return None
    text = _array_definitions(folder.parent / "jaxtyping_promo-stubs").get(name)
    parsed = None if text is None else _parsed(text)
    return None if parsed is None else parsed._replace(positional=parsed.positional[1:])


@cache
def _array_definitions(folder: Path) -> dict[str, str]:
    found: dict[str, str] = {}
    path = folder / "array.pyi"
    for line in path.read_text().splitlines() if path.is_file() else []:
        match = _DEFINITION.match(line)
        if match is not None and match[1]:
            found[match[2]] = line
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
    return Signature(
        tuple(each.arg for each in (*arguments.posonlyargs, *arguments.args)),
        arguments.vararg.arg if arguments.vararg else "",
        tuple(each.arg for each in arguments.kwonlyargs),
        arguments.kwarg.arg if arguments.kwarg else "",
    )
