"""Notes the parts of each value that a program assigns: ``params = init(key)``.

When mypy begins to check a file, the plugin puts a note before and after each assignment whose value may have parts of
known dtype. The note before the assignment keeps the parts that mypy forgets at the assignment. `flow.notes` says how a
note runs.
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
    ConditionalExpr,
    Decorator,
    DictExpr,
    Expression,
    ForStmt,
    FuncDef,
    FuncItem,
    IndexExpr,
    LambdaExpr,
    ListComprehension,
    ListExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    Node,
    RefExpr,
    StarExpr,
    Statement,
    StrExpr,
    TupleExpr,
    TypeInfo,
    Var,
)
from mypy.plugin import CheckerPluginInterface, MethodContext
from mypy.types import Instance, TupleType, Type

from ..any_type import ANYTHING
from ..flow.notes import call_of, is_note, note, result, run_temporary
from ..mypy_compat import current_file, is_deferred, is_unreachable, loaded_modules, store_type, stored_type
from ..per_file_cache import OfFiles
from ..syntax_tree import children
from ..transformations.loops import LOOPS
from ..transformations.transformed_calls import DIFFERENTIATED, EVAL_SHAPE
from ..trees.branch_results import BRANCHES
from ..types.array_types import unfolded
from ..types.expression_types import type_of
from ..variables.assignment_marker import inner_value, marker_class
from ..variables.assignment_record import CONSTRUCTORS
from ..variables.assignments import assignments_of
from ..variables.keys import Function, Key, flattened, key_of, targets_of
from .known_parts import KnownParts
from .local_lists import variables_only_read
from .part_places import Before, types_before
from .parts import EVERY, NOTHING, VALUE, Parts, below, type_in
from .results import is_open, is_other_class

WITHOUT_PARTS = ("jax.", "numpy.", "builtins.", "math.", "time.", "functools.")
"""The prefixes of functions whose results have no attributes or items of the program's."""
WITH_PARTS = ("jax.tree", "jax._src.tree", *DIFFERENTIATED, EVAL_SHAPE, *LOOPS, *BRANCHES)
"""The prefixes of functions among them whose results may be trees of the program's."""

PASSING_ITEMS = frozenset(f"builtins.{name}" for name in ("iter", "list", "next", "tuple"))
"""The functions of Python whose results have the items of their argument."""


class PartNotes:
    """The notes in the files under check.

    Args:
        parts: the parts of values that are known.
    """

    def __init__(self, parts: KnownParts) -> None:
        self._parts = parts
        self._files = OfFiles(_Notes)
        self._only_read: dict[FuncItem, frozenset[Var]] = {}
        """The variables of each function whose lists it never changes."""

    def look(self, api: CheckerPluginInterface) -> None:
        """Put the notes into the file that mypy is checking, if that has not been done yet."""
        notes = self._files(current_file(api))
        if not notes.is_complete:
            notes.write(api)

    def hook(self, marker: Callable[[MethodContext], Type]) -> Callable[[MethodContext], Type]:
        """The method hook of the marker, which also runs notes."""
        return lambda ctx: result(ctx) if self._run(ctx) else marker(ctx)

    def _run(self, ctx: MethodContext) -> bool:
        """Run the note that a call belongs to; False if the call is no note."""
        if run_temporary(ctx):
            return True
        call, api = ctx.context, ctx.api
        if not isinstance(call, CallExpr) or not isinstance(api, TypeChecker):
            return False
        notes = self._files(api.tree)
        loop = notes.loops.get(call)
        if loop is not None:
            if not is_unreachable(api) and not is_deferred(api):
                self._begin_turn(api, notes, loop)
            return True
        noted = notes.by_call.get(call)
        if noted is None:
            return False
        if is_unreachable(api):
            return True
        if call is noted.first:
            noted.before = types_before(api, noted.places)
            noted.early = dict(self._parts.variables(api, noted.statement.rvalue))
            return True
        statement = noted.statement
        self._parts.early = noted.early
        value = inner_value(statement.rvalue)
        for lvalue in statement.lvalues:
            # mypy keeps the type of a variable's value, but not that of an item or attribute that may hold anything.
            parts_of = self._parts.whole if isinstance(lvalue, IndexExpr | MemberExpr) else self._parts.of
            parts = NOTHING if is_deferred(api) else parts_of(api, value)
            if isinstance(lvalue, MemberExpr) and self._parts.is_in_body():
                parts = _with_own_arguments(api, value, parts)
            if _hides_class(api, lvalue, value):
                parts = NOTHING
            if _is_new_list(value) and not isinstance(lvalue, MemberExpr) and not self._is_only_read(noted, lvalue):
                parts = NOTHING  # the program may change the list by this name
            self._assign(api, notes, noted, lvalue, parts)
        self._parts.early = {}
        return True

    def _is_only_read(self, noted: _Noted, lvalue: Expression) -> bool:
        """Whether a function under check for a call never changes the list that it assigns to a variable."""
        if not isinstance(lvalue, NameExpr) or noted.function is None or not self._parts.is_in_body():
            return False
        if noted.function not in self._only_read:
            self._only_read[noted.function] = variables_only_read(noted.function)
        return lvalue.node in self._only_read[noted.function]

    def _begin_turn(self, api: TypeChecker, notes: _Notes, loop: _Loop) -> None:
        """Note the parts of the loop variables."""
        for target, rows in iterated(loop.statement):
            parts = below(self._parts.of(api, rows), ("[", EVERY))
            if parts:
                self._assign(api, notes, loop, target, parts)

    def _assign(self, api: TypeChecker, notes: _Notes, noted: _Noted | _Loop, lvalue: Expression, parts: Parts) -> None:
        """Note the parts of one target of an assignment, which may be a tuple of targets."""
        if isinstance(lvalue, TupleExpr | ListExpr):
            is_plain = not any(isinstance(item, StarExpr) for item in lvalue.items)
            for position, item in enumerate(lvalue.items):
                inner = below(parts, ("[", position)) or below(parts, ("[", EVERY))
                self._assign(api, notes, noted, item, inner if is_plain else NOTHING)
            return
        if isinstance(lvalue, StarExpr):
            lvalue = lvalue.expr
        root = root_of_items(lvalue)
        if isinstance(lvalue, IndexExpr) and literal(lvalue) == LITERAL_NO:
            lvalue, parts = root, NOTHING  # any item may be another one from here on
        elif (moving := _list_of_item(api, lvalue)) is not None:
            lvalue, parts = moving, NOTHING  # methods such as `insert` and `reverse` move the items
        key = key_of(root)
        is_seen = key is not None and (key not in notes.elsewhere or isinstance(noted, _Loop))
        is_followed = is_seen and key is not None and assignments_of(api.tree).is_followed(key, noted.function)
        self._parts.put(api, lvalue, parts if is_followed else NOTHING, noted.before)


class _Noted:
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


class _Loop:
    """A loop with a note at the beginning of its body.

    Attributes:
        statement: the loop.
        function: the function that contains it.
        before: nothing, since each turn forgets what the loop variables held before.
    """

    def __init__(self, statement: ForStmt, function: Function) -> None:
        self.statement, self.function = statement, function
        self.before: Before = ()


class _Notes:
    """The notes of a file, by their calls.

    Attributes:
        by_call: the assignments with notes, by the calls of both.
        loops: the loops with notes, by the calls of these.
        elsewhere: the variables and attributes that other statements assign as well, such as `for` and `with`.
        is_complete: whether the file has its notes.
    """

    def __init__(self, tree: MypyFile) -> None:
        self.by_call: dict[CallExpr, _Noted] = {}
        self.loops: dict[CallExpr, _Loop] = {}
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
            if isinstance(statement, AssignmentStmt) and _may_need_note(statement, function):
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
            noted = _Noted(inner, function, call_of(first))
            for call in (call_of(first), call_of(last)):
                self.by_call[call] = noted
                store_type(api, call, ANYTHING)
        for loop, function in loops:  # now, since this changes the positions of the other statements
            if not (loop.body.body and is_note(loop.body.body[0])):
                loop.body.body.insert(0, note(marker, loop))
            call = call_of(loop.body.body[0])
            self.loops[call] = _Loop(loop, function)
            store_type(api, call, ANYTHING)


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


def _may_have_items(tree: MypyFile, rows: Expression) -> bool:
    """Whether a loop iterates over the result of a call, which may be that of a generator, also through a variable."""
    if isinstance(rows, NameExpr):
        key = key_of(rows)
        rows = inner_value(assignments_of(tree).functions.get(key, rows)) if key is not None else rows
    match rows:
        case CallExpr(analyzed=None, callee=RefExpr(fullname=fullname)):
            return fullname in PASSING_ITEMS or not fullname.startswith(WITHOUT_PARTS)
    return False


def _keys(statement: AssignmentStmt) -> Iterator[Key]:
    """The variables and attributes that a statement assigns, or whose items it assigns."""
    for lvalue in flattened(statement.lvalues):
        key = key_of(root_of_items(lvalue))
        if key is not None:
            yield key


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
        if isinstance(node, ForStmt) and any(_may_have_items(tree, rows) for _, rows in iterated(node)):
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


def _may_need_note(statement: AssignmentStmt, function: Function) -> bool:
    """Whether an assignment may change the known parts of a variable or attribute."""
    lvalues = [*flattened(statement.lvalues)]
    if any(isinstance(lvalue, IndexExpr) for lvalue in lvalues):
        return True
    if isinstance(function, FuncDef) and isinstance(inner_value(statement.rvalue), ListComprehension):
        return True
    if isinstance(function, FuncDef) and any(map(_is_own_attribute, lvalues)):
        if function.type is None:
            return True  # for mypy, such an attribute may hold anything
        value = inner_value(statement.rvalue)
        if function.name in CONSTRUCTORS and isinstance(value, ConditionalExpr | ListExpr | ListComprehension):
            return True
    return _may_have_parts(inner_value(statement.rvalue)) and getattr(statement, "is_alias_def", False) is False


def _is_own_attribute(lvalue: Expression) -> bool:
    """Whether an expression is ``self.name``."""
    return isinstance(lvalue, MemberExpr) and isinstance(lvalue.expr, NameExpr) and _is_self(lvalue.expr.node)


def _is_self(node: object) -> bool:
    return isinstance(node, Var) and node.is_self


def _with_own_arguments(api: TypeChecker, value: Expression, parts: Parts) -> Parts:
    """The parts of a new object whose class has type arguments, as in ``self.kernel = Param(weights)``.

    mypy infers them from the declaration of the attribute, which may leave the dtype open.
    """
    held = unfolded(type_in(parts) or ANYTHING)
    if not isinstance(value, CallExpr) or not isinstance(held, Instance) or not held.args or not is_open(held):
        return parts
    t = type_of(api, value)
    if not isinstance(t, Instance) or t.type is not held.type or is_open(t):
        return parts
    return {**parts, (VALUE,): t}


def _hides_class(api: TypeChecker, lvalue: Expression, value: Expression) -> bool:
    """Whether a variable is declared as a base class of the object that it gets. Methods are those of the object."""
    var = lvalue.node if isinstance(lvalue, NameExpr) else None
    if not isinstance(var, Var) or var.is_inferred or var.type is None:
        return False
    t = stored_type(api, value)
    return t is not None and is_other_class(var.type, t)


def _is_new_list(value: Expression) -> bool:
    """Whether a value is a new list: a literal, a comprehension, or the copy of another one."""
    match value:
        case ListExpr() | ListComprehension() | CallExpr(callee=RefExpr(fullname="builtins.list")):
            return True
    return False


def _may_have_parts(value: Expression) -> bool:
    """Whether a value may have attributes or items of known dtype."""
    match value:
        case CallExpr(callee=RefExpr(fullname=fullname)) if fullname in PASSING_ITEMS:
            return True
        case CallExpr(analyzed=None, callee=RefExpr(fullname=fullname)):
            return not fullname.startswith(WITHOUT_PARTS) or fullname.startswith(WITH_PARTS)
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


def _list_of_item(api: CheckerPluginInterface, place: Expression) -> Expression | None:
    """The outermost container, and no tuple, in which an item or part of an item has its place by a number."""
    found = None
    while isinstance(place, IndexExpr | MemberExpr):
        inner = place.base if isinstance(place, IndexExpr) else place.expr
        if isinstance(place, IndexExpr) and not isinstance(place.index, StrExpr):
            t = stored_type(api, inner)
            found = found if isinstance(unfolded(t), TupleType) else inner
        place = inner
    return found


def root_of_items(lvalue: Expression) -> Expression:
    """The variable or attribute whose item an expression is."""
    while isinstance(lvalue, IndexExpr):
        lvalue = lvalue.base
    return lvalue
