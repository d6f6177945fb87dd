"""Notes the parts of each value that a program assigns: ``params = init(key)``.

When mypy begins to check a file, the plugin puts a note before and after each assignment whose value may have parts of
known dtype. The note before the assignment keeps the parts that mypy forgets at the assignment. `flow.notes` says how a
note runs.
"""

from __future__ import annotations

from collections.abc import Callable

from mypy.literals import literal
from mypy.nodes import (
    LITERAL_NO,
    CallExpr,
    Expression,
    FuncItem,
    IndexExpr,
    ListComprehension,
    ListExpr,
    MemberExpr,
    NameExpr,
    RefExpr,
    StarExpr,
    StrExpr,
    TupleExpr,
    Var,
)
from mypy.plugin import CheckerPluginInterface, MethodContext
from mypy.types import Instance, TupleType, Type

from ..any_type import ANYTHING
from ..flow.notes import result, run_temporary
from ..mypy_compat.binder import is_unreachable
from ..mypy_compat.expressions import is_deferred, stored_type
from ..mypy_compat.modules import current_file
from ..per_file_cache import OfFiles
from ..types.array_types import unfolded
from ..types.expression_types import type_of
from ..variables.assignment_marker import inner_value
from ..variables.assignments import assignments_of
from ..variables.keys import key_of
from .known_parts import KnownParts
from .local_lists import variables_only_read
from .noted_assignments import NotedAssignment, NotedLoop, Notes, iterated, root_of_items
from .part_places import types_before
from .parts import EVERY, NOTHING, VALUE, Parts, subtree, type_in
from .results import is_open, is_other_class


class PartNotes:
    """The notes in the files under check.

    Args:
        parts: the parts of values that are known.
    """

    def __init__(self, parts: KnownParts) -> None:
        self._parts = parts
        self._files = OfFiles(Notes)
        self._only_read: dict[FuncItem, frozenset[Var]] = {}
        """The variables of each function whose lists it never changes."""

    def prepare_file(self, api: CheckerPluginInterface) -> None:
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
        if not isinstance(call, CallExpr):
            return False
        notes = self._files(current_file(api))
        if (loop := notes.loops.get(call)) is not None:
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
        else:
            self._end_assignment(api, notes, noted)
        return True

    def _end_assignment(self, api: CheckerPluginInterface, notes: Notes, noted: NotedAssignment) -> None:
        """Note the parts of the targets of an assignment, after mypy has checked it."""
        self._parts.early = noted.early
        value = inner_value(noted.statement.rvalue)
        for lvalue in noted.statement.lvalues:
            self._assign(api, notes, noted, lvalue, self._parts_for(api, noted, lvalue, value))
        self._parts.early = {}

    def _parts_for(
        self, api: CheckerPluginInterface, noted: NotedAssignment, lvalue: Expression, value: Expression
    ) -> Parts:
        """The parts of a value that a target may keep."""
        if is_deferred(api) or _hides_class(api, lvalue, value):
            return NOTHING
        if _is_new_list(value) and not isinstance(lvalue, MemberExpr) and not self._is_only_read(noted, lvalue):
            return NOTHING  # the program may change the list by this name
        # mypy keeps the type of a variable's value, but not that of an item or attribute that may hold anything.
        parts_of = self._parts.with_own_type if isinstance(lvalue, IndexExpr | MemberExpr) else self._parts.of
        parts = parts_of(api, value)
        if isinstance(lvalue, MemberExpr) and self._parts.is_in_body():
            return _with_own_arguments(api, value, parts)
        return parts

    def _is_only_read(self, noted: NotedAssignment, lvalue: Expression) -> bool:
        """Whether a function under check for a call never changes the list that it assigns to a variable."""
        if not isinstance(lvalue, NameExpr) or noted.function is None or not self._parts.is_in_body():
            return False
        if noted.function not in self._only_read:
            self._only_read[noted.function] = variables_only_read(noted.function)
        return lvalue.node in self._only_read[noted.function]

    def _begin_turn(self, api: CheckerPluginInterface, notes: Notes, loop: NotedLoop) -> None:
        """Note the parts of the loop variables."""
        for target, rows in iterated(loop.statement):
            parts = subtree(self._parts.of(api, rows), ("[", EVERY))
            if parts:
                self._assign(api, notes, loop, target, parts)

    def _assign(
        self,
        api: CheckerPluginInterface,
        notes: Notes,
        noted: NotedAssignment | NotedLoop,
        lvalue: Expression,
        parts: Parts,
    ) -> None:
        """Note the parts of one target of an assignment, which may be a tuple of targets."""
        if isinstance(lvalue, TupleExpr | ListExpr):
            is_plain = not any(isinstance(item, StarExpr) for item in lvalue.items)
            for position, item in enumerate(lvalue.items):
                inner = subtree(parts, ("[", position)) or subtree(parts, ("[", EVERY))
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
        is_seen = key is not None and (key not in notes.elsewhere or isinstance(noted, NotedLoop))
        is_followed = is_seen and key is not None and assignments_of(current_file(api)).is_followed(key, noted.function)
        self._parts.narrow_parts(api, lvalue, parts if is_followed else NOTHING, noted.before)


def _with_own_arguments(api: CheckerPluginInterface, value: Expression, parts: Parts) -> Parts:
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


def _hides_class(api: CheckerPluginInterface, lvalue: Expression, value: Expression) -> bool:
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
