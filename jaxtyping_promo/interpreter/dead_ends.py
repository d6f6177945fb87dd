"""Statements of the program that seem to raise an error always, although the program does not say so.

A program that people run rarely ends in the middle. If it does here, something on the way was probably understood
wrongly. So the code behind such a statement stays reached: the variables that the statement assigns are unknown, and
so is every object that it reads, since it may have changed them. A ``raise`` of the program itself is believed, and so
is ``sys.exit()``.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Final

from .values import Object

if TYPE_CHECKING:
    from .heap import Heap
    from .run import Run

SIMPLE: Final = (ast.Expr, ast.Assign, ast.AnnAssign, ast.AugAssign)
DEFINITIONS: Final = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
"""The statements that end only by an error; a definition by one in a decorator, a default, a base or a class's body."""


def state_before(run: Run, statement: ast.stmt) -> Heap | None:
    """The state to which `resume` may return after a statement; None if its end would be believed."""
    if run.heap is None or run.handlers or run.uncertainty or run.fixpoint:
        return None
    if run.source.path not in run.program_files or not _may_end(statement):
        return None
    if run.believes_refusals:
        return None
    run.is_end_meant = False
    before = run.heap
    run.heap = before.branch()
    return before


def _may_end(statement: ast.stmt) -> bool:
    """Whether a statement evaluates something that may raise an error."""
    if isinstance(statement, DEFINITIONS):
        return isinstance(statement, ast.ClassDef) or bool(_evaluated(statement))
    return isinstance(statement, SIMPLE) and not isinstance(statement.value, ast.Constant | ast.Name | None)


def _evaluated(statement: ast.stmt) -> list[ast.AST]:
    """The parts of a statement that are evaluated where it stands: not the body of a function."""
    if isinstance(statement, ast.ClassDef):
        return [*statement.decorator_list, *statement.bases, *statement.keywords]
    if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef):
        parameters = statement.args
        return [*statement.decorator_list, *parameters.defaults, *filter(None, parameters.kw_defaults)]
    return [statement]


def resume(run: Run, statement: ast.stmt, before: Heap) -> None:
    """Go on behind a statement that ended in an error which the program does not raise itself."""
    if run.is_end_meant:
        return
    run.heap, run.node = before, statement
    cause = "a statement seems to raise an error always"
    was_on, run.records.is_on = run.records.is_on, False
    for node in (each for part in _evaluated(statement) for each in ast.walk(part)):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and run.heap is not None:
            for item in run.evaluate(node):
                if isinstance(item, Object):
                    run.escape((item,), cause)
    run.records.is_on = was_on
    if isinstance(statement, DEFINITIONS):
        if run.heap is not None:
            run.assign_name(statement.name, run.unknown(cause))
        return
    targets = statement.targets if isinstance(statement, ast.Assign) else [getattr(statement, "target", None)]
    for target in targets:
        for node in ast.walk(target) if target is not None else ():
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and run.heap is not None:
                run.assign_name(node.id, run.unknown(cause))


def mean_end(run: Run) -> None:
    """Note that the program itself ends the path that runs, as by ``raise`` or ``sys.exit()``."""
    if run.source.path in run.program_files:
        run.is_end_meant = True
