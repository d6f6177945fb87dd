"""Docstrings in stubs, for what an editor cannot find a docstring of in the source behind the stub."""

from __future__ import annotations

import ast

END = ": ..."


def summary(definitions: list[ast.FunctionDef]) -> str:
    """The first paragraph of a function's docstring, on one line; of overloads, the one that has a docstring."""
    found = next((text for node in reversed(definitions) if (text := ast.get_docstring(node))), "")
    return " ".join(found.split("\n\n")[0].split())


def documented(lines: list[str], text: str) -> list[str]:
    """A function's stub with a docstring, which of overloads the first one has.

    Args:
        lines: the stub, in which each definition is one line.
        text: the docstring; if there is none, nothing changes.
    """
    first = next((i for i, line in enumerate(lines) if line.lstrip().startswith("def ")), None)
    if not text or first is None or not lines[first].endswith(END):
        return lines
    definition = lines[first].removesuffix(END)
    indent = " " * (len(definition) - len(definition.lstrip()) + 4)
    return [*lines[:first], f"{definition}:", f"{indent}{literal(text)}", *lines[first + 1 :]]


def literal(text: str) -> str:
    """A docstring as it stands in a file."""
    raw = "r" if "\\" in text else ""
    space = " " if text.endswith('"') else ""
    return f'{raw}"""{text}{space}"""'
