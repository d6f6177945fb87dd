"""Reads programs without arrays: the cases of mypy's test data, and installed packages."""

from __future__ import annotations

import ast
import re
import sys
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from mypy.options import PER_MODULE_OPTIONS

IMPORTS = "import jax, jax.numpy as jnp"
"""The statement that makes a module one that the plugin treats as JAX code."""
_SECTION = re.compile(r"\[(?P<kind>\w+)(?: +(?P<argument>[^\]]*))?\]")
_EXPECTED = re.compile(r"\s*# [ENW]:.*")
_FUTURE = re.compile(r"from __future__ import [^(]*$")
_FLAG = re.compile(r"--(?P<name>[a-z-]+)(?:[ =](?P<value>[^-\s]\S*))?")


class Case(NamedTuple):
    """A module to check, with the other files that it imports.

    Attributes:
        name: the name of the case.
        file: the file of the module.
        text: its text.
        others: the texts of the other files by path.
    """

    name: str
    file: str
    text: str
    others: Mapping[str, str]

    def write(self, folder: Path) -> None:
        """Write all files into a folder."""
        for path, text in ((self.file, self.text), *self.others.items()):
            file = folder / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)

    def changed(self, change: Callable[[str], str]) -> Case:
        """The case with all texts changed, except those that Python could not compile afterwards."""
        texts = {path: change(text) for path, text in ((self.file, self.text), *self.others.items())}
        before = {self.file: self.text, **self.others}
        after = {path: text if _is_valid(text) else before[path] for path, text in texts.items()}
        return self._replace(text=after.pop(self.file), others=after)


def cases_of_test_data(files: Iterable[Path]) -> Iterator[Case]:
    """The cases of mypy's test data that Python can parse, and whose files hide no installed module."""
    for file in files:
        for name, sections in _sections(file.read_text()):
            case = _case(re.sub(r"\W", "_", f"{file.stem}_{name}"), sections)
            if case is not None:
                yield case


def case_of_package(folder: Path) -> Case:
    """A copy of a package whose modules import JAX, and a module that imports all of them."""
    texts = {
        str(file.relative_to(folder.parent)): text
        for file in sorted(folder.rglob("*.py"))
        if _is_valid(text := file.read_text(errors="replace"))
    }
    names = [re.sub(r"(/__init__)?\.py$", "", path).replace("/", ".") for path in texts]
    modules = [name for name in names if all(part.isidentifier() for part in name.split("."))]
    text = "".join(f"import {name}\n" for name in modules)
    others = {path: _with_jax(text) for path, text in texts.items()}
    return Case(folder.name, f"modules_of_{folder.name}.py", f"{IMPORTS}\n{text}", others)


def _sections(text: str) -> Iterator[tuple[str, list[tuple[str, str, str]]]]:
    """The name of each case with its sections: the kind, the argument and the text."""
    name, sections = "", list[tuple[str, str, str]]()
    lines: list[str] = []
    kind = argument = ""
    for line in [*text.splitlines(), "[case ]"]:
        header = _SECTION.fullmatch(line.strip()) if line.startswith("[") else None
        if header is None:
            lines.append(line[1:] if line.startswith("\\[") else line)
            continue
        if name:
            sections.append((kind, argument, "\n".join(lines) + "\n"))
        kind, argument, lines = header["kind"], header["argument"] or "", []
        if kind == "case":
            if name:
                yield name, sections
            name, sections = argument, []


def _case(name: str, sections: Iterable[tuple[str, str, str]]) -> Case | None:
    """The case with these sections; None if it can't be checked beside others."""
    main, others = "", dict[str, str]()
    for kind, argument, text in sections:
        # A section may have comments behind an expected error, which are no code.
        code = "\n".join(_EXPECTED.sub("", line) for line in text.split("\n") if not line.startswith("--"))
        if kind == "case":
            main = code
        elif kind == "file" and argument.endswith((".py", ".pyi")):
            others[argument] = code
    if not all(map(_is_valid, (main, *others.values()))) or any(map(_hides, others)):
        return None
    flags = "".join(f"{comment}\n" for comment in _comments(main))
    return Case(name, f"{name}.py", flags + _with_jax(main), others)


def _comments(text: str) -> Iterator[str]:
    """The flags of a case that mypy accepts for one module, as comments for mypy."""
    for flags in re.findall(r"^# flags\d?: (.*)$", text, re.MULTILINE):
        for flag in _FLAG.finditer(flags):
            option = flag["name"].replace("-", "_")
            positive = re.sub("^(no|dis)_?", "", option)
            if option in PER_MODULE_OPTIONS or positive in PER_MODULE_OPTIONS or f"dis{option}" in PER_MODULE_OPTIONS:
                value = f'="{flag["value"]}"' if flag["value"] else ""
                yield f"# mypy: {flag['name']}{value}"


def _with_jax(text: str) -> str:
    """The text of a module that imports JAX."""
    lines = text.split("\n")
    futures = [number for number, line in enumerate(lines) if _FUTURE.match(line)]
    lines.insert(futures[-1] + 1 if futures else 0, IMPORTS)
    return "\n".join(lines)


def _is_valid(text: str) -> bool:
    """Whether Python compiles a text. mypy ends the whole run at a syntax error."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            compile(text, "case", "exec", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
        except (SyntaxError, ValueError):
            return False
    return True


def _hides(path: str) -> bool:
    """Whether a file has the name of a module of the standard library or of an installed package."""
    top = path.split("/")[0].partition(".")[0]
    return top in sys.stdlib_module_names or find_spec(top) is not None
