"""The assignments and loops of a file between which mypy runs notes, and the walk that puts the notes there."""

from __future__ import annotations

from collections.abc import Iterator

from mypy.literals import literal
from mypy.nodes import (
    LITERAL_NO,
    Argument,
    AssignmentStmt,
    Block,
    CallExpr,
    ClassDef,
    Decorator,
    Expression,
    ForStmt,
    FuncDef,
    IndexExpr,
    LambdaExpr,
    MypyFile,
    Node,
    RefExpr,
    Statement,
    TupleExpr,
)
from mypy.plugin import CheckerPluginInterface

from ..any_type import ANYTHING
from ..flow.notes import call_of, is_note, note
from ..mypy_compat.expressions import store_type
from ..mypy_compat.modules import loaded_modules
from ..syntax_tree import children
from ..variables.assignment_marker import inner_value, marker_class
from ..variables.keys import Function, Key, flattened, key_of, targets_of
from .noted_values import may_have_items, may_need_note
from .part_places import Before
from .parts import Parts


class NotedAssignment:
    """An assignment between its two notes.

    Attributes:
        statement: the assignment.
        function: the function that contains it.
        first: the call of the note before it.
        places: the variables, attributes and items that it assigns.
        before: the types in the binder of these places and their parts, at the first note.
        early: the parts of the variables in the value, at the first note.
    """

    def __init__(self, statement: AssignmentStmt, function: Function, first: CallExpr) -> None:
        self.statement, self.function, self.first = statement, function, first
        self.places = [
            root_of_items(lvalue) if literal(lvalue) == LITERAL_NO else lvalue
            for lvalue in flattened(statement.lvalues)
        ]
        self.before: Before = ()
        self.early: dict[Expression, Parts] = {}


class NotedLoop:
    """A loop with a note at the beginning of its body.

    Attributes:
        statement: the loop.
        function: the function that contains it.
        before: nothing, since each turn forgets what the loop variables held before.
    """

    def __init__(self, statement: ForStmt, function: Function) -> None:
        self.statement, self.function = statement, function
        self.before: Before = ()


class Notes:
    """The notes of a file, by their calls.

    Attributes:
        by_call: the assignments with notes, by the calls of both.
        loops: the loops with notes, by the calls of these.
        elsewhere: the variables and attributes that other statements assign as well, such as `for` and `with`.
        is_complete: whether the file has its notes.
    """

    def __init__(self, tree: MypyFile) -> None:
        self.by_call: dict[CallExpr, NotedAssignment] = {}
        self.loops: dict[CallExpr, NotedLoop] = {}
        self.elsewhere: set[Key] = set()
        self.is_complete = tree.is_stub
        self._tree = tree

    def write(self, api: CheckerPluginInterface) -> None:
        """Put a note before and after each assignment that may need one."""
        marker = marker_class(loaded_modules(api))
        if marker is None:
            return
        self.is_complete = True
        loops: list[tuple[ForStmt, Function]] = []
        found = [*_assignments(self._tree, self.elsewhere, loops)]
        wanted: set[Key] = set()
        for block, position, function in found:
            statement = block[position]
            if isinstance(statement, AssignmentStmt) and may_need_note(statement, function):
                wanted |= {*_keys(statement)}
        for block, position, function in found:
            statement = block[position]
            if isinstance(statement, Block):
                first, inner, last = statement.body
            elif isinstance(statement, AssignmentStmt) and not wanted.isdisjoint(_keys(statement)):
                first, inner, last = note(marker, statement), statement, note(marker, statement)
                around = Block([first, inner, last])
                around.set_line(statement)
                block[position] = around
            else:
                continue
            assert isinstance(inner, AssignmentStmt)
            noted = NotedAssignment(inner, function, call_of(first))
            for call in (call_of(first), call_of(last)):
                self.by_call[call] = noted
                store_type(api, call, ANYTHING)
        for loop, function in loops:  # now, since this changes the positions of the other statements
            if not (loop.body.body and is_note(loop.body.body[0])):
                loop.body.body.insert(0, note(marker, loop))
            call = call_of(loop.body.body[0])
            self.loops[call] = NotedLoop(loop, function)
            store_type(api, call, ANYTHING)


def _assignments(
    tree: MypyFile, elsewhere: set[Key], loops: list[tuple[ForStmt, Function]]
) -> Iterator[tuple[list[Statement], int, Function]]:
    """The assignments of a file, with or without notes, and the functions that contain them.

    Args:
        tree: the file.
        elsewhere: gets the variables and attributes that other statements assign.
        loops: gets the loops over values that may have items of known dtype, and the functions that contain them.
    """
    pending: list[tuple[Node | Argument, Function]] = [(statement, None) for statement in tree.defs]
    yield from _in(tree.defs, None)
    while pending:
        node, function = pending.pop()
        for target in () if isinstance(node, AssignmentStmt) else targets_of(node):
            key = key_of(root_of_items(target))
            if key is not None:
                elsewhere.add(key)
        if isinstance(node, ForStmt) and any(may_have_items(tree, rows) for _, rows in iterated(node)):
            loops.append((node, function))
        if isinstance(node, ClassDef):
            pending += [(inner, None) for inner in node.defs.body if isinstance(inner, FuncDef | Decorator)]
            continue
        if isinstance(node, Block):
            if node.is_unreachable:
                continue
            if not _is_noted(node):
                yield from _in(node.body, function)
        inner_function = node if isinstance(node, FuncDef | LambdaExpr) else function
        pending += [(child, inner_function) for child in children(node)]


def _in(statements: list[Statement], function: Function) -> Iterator[tuple[list[Statement], int, Function]]:
    """The assignments that are directly in a block."""
    for position, statement in enumerate(statements):
        if isinstance(statement, AssignmentStmt) or (isinstance(statement, Block) and _is_noted(statement)):
            yield statements, position, function


def _is_noted(block: Block) -> bool:
    """Whether a block is an assignment with its notes."""
    return len(block.body) == 3 and isinstance(block.body[1], AssignmentStmt) and is_note(block.body[2])


def _keys(statement: AssignmentStmt) -> Iterator[Key]:
    """The variables and attributes that a statement assigns, or whose items it assigns."""
    for lvalue in flattened(statement.lvalues):
        key = key_of(root_of_items(lvalue))
        if key is not None:
            yield key


def iterated(loop: ForStmt) -> Iterator[tuple[Expression, Expression]]:
    """The targets of a loop that hold items, each with the expression that it iterates over."""
    targets = loop.index.items if isinstance(loop.index, TupleExpr) else []
    match inner_value(loop.expr):
        case CallExpr(callee=RefExpr(fullname="builtins.enumerate"), args=[rows, *_]):
            if len(targets) == 2:
                yield targets[1], rows
        case CallExpr(callee=RefExpr(fullname="builtins.zip"), args=columns):
            if len(targets) == len(columns):
                yield from zip(targets, columns, strict=True)
        case rows:
            yield loop.index, rows


def root_of_items(lvalue: Expression) -> Expression:
    """The variable or attribute whose item an expression is."""
    while isinstance(lvalue, IndexExpr):
        lvalue = lvalue.base
    return lvalue
