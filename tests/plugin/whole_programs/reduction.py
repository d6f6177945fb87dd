"""Cuts programs down to the statements that show a fault."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from .comparison import Fault
from .search import SearchResult, examine, kind_of

ROUNDS = 40


@dataclass
class _Program:
    """A program that is being reduced."""

    text: str
    kind: str
    pieces: int
    done: bool = False


def reduced(programs: Sequence[tuple[str, Fault]], *, x64: bool) -> list[str]:
    """Programs with as few statements as still show a fault of the same kind. Each has one fault."""
    work = [_Program(text, kind_of(fault, text), 2) for text, fault in programs]
    for _ in range(ROUNDS):
        candidates: dict[str, tuple[_Program, str]] = {}
        for number, program in enumerate(work):
            if not program.done:
                for part, text in enumerate(_without_parts(program.text, program.pieces)):
                    if _compiles(text):
                        candidates[f"r{number}_{part}.py"] = program, text
        if all(program.done for program in work):
            break
        outcome = (
            examine({name: text for name, (_, text) in candidates.items()}, x64=x64) if candidates else SearchResult()
        )
        shorter: dict[int, list[str]] = {}
        for name, faults in outcome.faults.items():
            program, text = candidates[name]
            if any(kind_of(fault, text) == program.kind for fault in faults):
                shorter.setdefault(id(program), []).append(text)
        for program in work:
            if id(program) in shorter:
                program.text = min(shorter[id(program)], key=len)
                program.pieces = max(2, program.pieces // 2)
            elif program.pieces >= len(_statements(ast.parse(program.text.replace("@TYPES@", "TYPES")))):
                program.done = True
            else:
                program.pieces *= 2
    return [program.text for program in work]


def _compiles(text: str) -> bool:
    """Whether a program compiles: reduction may have removed the variable of a `nonlocal`."""
    try:
        compile(text.replace("@TYPES@", ""), "program", "exec")
    except SyntaxError:
        return False
    return True


def _statements(tree: ast.Module) -> list[tuple[list[ast.stmt], ast.stmt]]:
    """All statements, and the blocks that contain them."""
    return [(block, node) for block in _blocks(tree) for node in block]


def _blocks(tree: ast.AST) -> Iterator[list[ast.stmt]]:
    for node in ast.walk(tree):
        for field in ("body", "orelse", "finalbody"):
            block = getattr(node, field, None)
            if isinstance(block, list) and block:
                yield block


def _without_parts(text: str, pieces: int) -> Iterator[str]:
    """The program without one part of its statements, for each of the given number of parts."""
    text = text.replace("@TYPES@", "TYPES")
    number = len(_statements(ast.parse(text)))
    pieces = min(pieces, number)
    for piece in range(pieces):
        tree = ast.parse(text)
        statements = _statements(tree)
        for block, node in statements[piece * number // pieces : (piece + 1) * number // pieces]:
            is_types = isinstance(node, ast.Expr) and ast.unparse(node) == "TYPES"
            if not is_types and node in block:
                block.remove(node)
        for node in ast.walk(tree):
            for field in ("body",):
                block = getattr(node, field, None)
                if isinstance(block, list) and not block and not isinstance(node, ast.Module):
                    block.append(ast.Pass())
        yield "\n".join("@TYPES@" if line == "TYPES" else line for line in ast.unparse(tree).splitlines())
