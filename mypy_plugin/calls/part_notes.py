"""Notes the parts of each value that a program assigns: ``params = init(key)``.

When mypy begins to check a file, the plugin puts a note after each assignment whose value may have parts of known
dtype. `flow.notes` says how a note runs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from mypy.checker import TypeChecker
from mypy.literals import literal
from mypy.nodes import (
    LITERAL_NO,
    Argument,
    AssignmentStmt,
    Block,
    CallExpr,
    ClassDef,
    DictExpr,
    Expression,
    ExpressionStmt,
    FuncDef,
    IndexExpr,
    LambdaExpr,
    ListExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    Node,
    RefExpr,
    Statement,
    StrExpr,
    TupleExpr,
    TypeInfo,
)
from mypy.plugin import CheckerPluginInterface, MethodContext
from mypy.types import Type

from ..flow.assignment_marker import inner_value, marker_class
from ..flow.assignments import Function, assignments_of, key_of
from ..flow.notes import is_note, note, result, run_temporary
from ..mypy_compat import current_file, is_deferred, is_unreachable, loaded_modules
from ..per_file_cache import OfFiles
from ..syntax_tree import children
from .known_parts import NOTHING, KnownParts, Parts, below

WITHOUT_PARTS = ("jax.", "numpy.", "builtins.", "math.", "time.", "functools.")
"""The prefixes of functions whose results have no attributes or items of the program's."""


class PartNotes:
    """The notes in the files under check.

    Args:
        parts: the parts of values that are known.
    """

    def __init__(self, parts: KnownParts) -> None:
        self._parts = parts
        self._files = OfFiles(_Notes)

    def look(self, api: CheckerPluginInterface) -> None:
        """Put the notes into the file that mypy is checking, if that has not been done yet."""
        notes = self._files(current_file(api))
        if not notes.is_complete:
            notes.write(api)

    def hook(self, marker: Callable[[MethodContext], Type]) -> Callable[[MethodContext], Type]:
        """The method hook of the marker, which also runs notes."""
        return lambda ctx: result(ctx) if self._run(ctx) else marker(ctx)

    def _run(self, ctx: MethodContext) -> bool:
        if run_temporary(ctx):
            return True
        call, api = ctx.context, ctx.api
        tree: MypyFile = current_file(api)
        place = self._files(tree).by_call.get(call) if isinstance(call, CallExpr) else None
        if place is None or not isinstance(api, TypeChecker):
            return False
        if is_unreachable(api) or is_deferred(api):
            return True
        statement, function = place
        parts = self._parts.of(api, inner_value(statement.rvalue))
        for lvalue in statement.lvalues:
            self._assign(api, lvalue, statement.rvalue, parts, function)
        return True

    def _assign(
        self, api: TypeChecker, lvalue: Expression, value: Expression, parts: Parts, function: Function
    ) -> None:
        if isinstance(lvalue, TupleExpr | ListExpr):
            for position, item in enumerate(lvalue.items):
                self._assign(api, item, value, below(parts, ("[", position)), function)
            return
        root = _root(lvalue)
        if isinstance(lvalue, IndexExpr):
            if literal(lvalue) == LITERAL_NO:
                lvalue, parts = root, NOTHING  # any item may be another one from here on
            else:
                parts = self._parts.whole(api, inner_value(value))
        key = key_of(root)
        is_followed = key is not None and assignments_of(api.tree).is_followed(key, function)
        self._parts.put(api, lvalue, parts if is_followed else NOTHING)


class _Notes:
    """The notes of a file, by their calls."""

    def __init__(self, tree: MypyFile) -> None:
        self.by_call: dict[CallExpr, tuple[AssignmentStmt, Function]] = {}
        self.is_complete = tree.is_stub
        self._tree = tree

    def write(self, api: CheckerPluginInterface) -> None:
        """Put a note after each assignment that may need one."""
        marker = marker_class(loaded_modules(api))
        if marker is None:
            return
        self.is_complete = True
        for block, position, function in _assignments(self._tree):
            statement = block[position]
            if isinstance(statement, Block):
                inner, written = statement.body
                assert isinstance(inner, AssignmentStmt) and isinstance(written, ExpressionStmt)
                assert isinstance(written.expr, CallExpr)
                self.by_call[written.expr] = inner, function
            elif isinstance(statement, AssignmentStmt) and _may_need_note(statement):
                written, call = note(marker, statement)
                around = Block([statement, written])
                around.set_line(statement)
                block[position] = around
                self.by_call[call] = statement, function


def _assignments(tree: MypyFile) -> Iterator[tuple[list[Statement], int, Function]]:
    """The assignments of a file, with or without a note, and the functions that contain them."""
    pending: list[tuple[Node | Argument, Function]] = [(statement, None) for statement in tree.defs]
    yield from _in(tree.defs, None)
    while pending:
        node, function = pending.pop()
        if isinstance(node, ClassDef):
            inside = [inner for inner in node.defs.body if isinstance(inner, FuncDef) or hasattr(inner, "func")]
            pending += [(inner, None) for inner in inside]
            continue
        if isinstance(node, Block):
            if node.is_unreachable:
                continue
            if not _is_noted(node):
                yield from _in(node.body, function)
        inner_function = node if isinstance(node, FuncDef | LambdaExpr) else function
        pending += [(child, inner_function) for child in children(node)]


def _in(statements: list[Statement], function: Function) -> Iterator[tuple[list[Statement], int, Function]]:
    for position, statement in enumerate(statements):
        if isinstance(statement, AssignmentStmt) or (isinstance(statement, Block) and _is_noted(statement)):
            yield statements, position, function


def _is_noted(block: Block) -> bool:
    """Whether a block is an assignment with its note."""
    return len(block.body) == 2 and isinstance(block.body[0], AssignmentStmt) and is_note(block.body[1])


def _may_need_note(statement: AssignmentStmt) -> bool:
    if any(isinstance(_without_items(lvalue), IndexExpr) for lvalue in statement.lvalues):
        return True
    return _may_have_parts(inner_value(statement.rvalue)) and getattr(statement, "is_alias_def", False) is False


def _may_have_parts(value: Expression) -> bool:
    match value:
        case CallExpr(analyzed=None, callee=RefExpr(fullname=fullname)):
            return not fullname.startswith(WITHOUT_PARTS) or fullname.startswith(("jax.tree", "jax._src.tree"))
        case CallExpr(analyzed=DictExpr()):
            return False
        case CallExpr(analyzed=None):
            return True
        case DictExpr(items=pairs):
            return bool(pairs)
        case TupleExpr(items=items):
            return any(map(_may_have_parts, map(inner_value, items)))
        case NameExpr(node=TypeInfo()) | MemberExpr(node=TypeInfo()):
            return False
        case NameExpr() | MemberExpr() | IndexExpr(index=StrExpr()):
            return True
    return False


def _without_items(lvalue: Expression) -> Expression:
    return (
        lvalue if not isinstance(lvalue, TupleExpr | ListExpr) or not lvalue.items else _without_items(lvalue.items[0])
    )


def _root(lvalue: Expression) -> Expression:
    """The variable or attribute whose item an expression is."""
    while isinstance(lvalue, IndexExpr):
        lvalue = lvalue.base
    return lvalue
