"""Docstrings in stubs, for definitions whose docstring an editor cannot find in the source behind the stub."""

from __future__ import annotations

import ast

END = ": ..."


def summary(definitions: list[ast.FunctionDef]) -> str:
    """The first paragraph of a function's docstring, on one line.

    Among several overloads, the overload with a docstring counts.
    """
    docstring = next((text for node in reversed(definitions) if (text := ast.get_docstring(node))), "")
    return " ".join(docstring.split("\n\n")[0].split())


def documented(lines: list[str], text: str) -> list[str]:
    """The stub of a function with a docstring. Of overloads, only the first one gets it.

    Args:
        lines: the stub, with one line for each definition.
        text: the docstring. Without one, the stub stays as it is.
    """
    first = next((i for i, line in enumerate(lines) if line.lstrip().startswith("def ")), None)
    if not text or first is None or not lines[first].endswith(END):
        return lines
    definition = lines[first].removesuffix(END)
    indent = " " * (len(definition) - len(definition.lstrip()) + 4)
    return [*lines[:first], f"{definition}:", f"{indent}{docstring_lines(text)}", *lines[first + 1 :]]


def docstring_lines(text: str) -> str:
    """The lines of a docstring in a file."""
    raw = "r" if "\\" in text else ""
    space = " " if text.endswith('"') else ""
    return f'{raw}"""{text}{space}"""'
