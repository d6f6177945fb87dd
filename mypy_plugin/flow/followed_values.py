"""Chooses the assigned values that the plugin follows in a file, and wraps them in marker calls."""

from __future__ import annotations

from collections.abc import Sequence

from mypy.nodes import (
    AssignmentExpr,
    AssignmentStmt,
    CallExpr,
    DictExpr,
    DictionaryComprehension,
    Expression,
    ForStmt,
    GeneratorExpr,
    LambdaExpr,
    ListExpr,
    MatchStmt,
    MemberExpr,
    MypyFile,
    NameExpr,
    OperatorAssignmentStmt,
    RefExpr,
    StarExpr,
    TempNode,
    TupleExpr,
    TypeInfo,
    Var,
)
from mypy.plugin import CheckerPluginInterface
from mypy.types import TupleType, Type

from ..any_type import ANYTHING
from ..known_dtypes import known_dtypes, position_of, refined_at
from ..mypy_compat.expressions import is_deferred
from ..mypy_compat.modules import loaded_modules
from ..types.array_types import holds_arrays, unfolded
from ..variables.assignment_marker import inner_value, is_marked, items_around, marked, marker_class
from ..variables.assignment_record import Assignments, Site
from ..variables.assignments import assignments_of
from ..variables.keys import flattened, key_of
from ..variables.lambda_defaults import pass_defaults
from ..variables.symbols import variable
from ..variables.written_values import is_literal
from .assigning_statements import type_for_mypy
from .assignment import is_declared_open, overrides_inferred
from .binder import declare
from .changing_captures import has_changing_captures, with_open_results
from .evaluated_values import evaluated_type, expected_type
from .match_subjects import MatchSubject, is_narrowed_subject, notes_before
from .nested_literals import joined, joined_tuple, may_be_joined
from .read_values import marked_reads
from .tested_values import is_class_check
from .unpacked_literals import unpacked_tuple

CONTAINERS = ("list", "dict", "set", "tuple", "defaultdict", "OrderedDict", "deque")
"""The classes whose calls may create an empty container, for which mypy infers an item type later."""


class FollowedValue:
    """An assigned value, alone or with the other values of its statement: ``a, b = b, a``.

    Args:
        site: the place of the assignment.
    """

    def __init__(self, site: Site) -> None:
        self.site = site
        self.later: list[FollowedValue] = []
        """For the first value of a statement: the values that the same statement assigns after it."""
        self._type: Type | None = None
        self.is_only_joined = False
        """Whether the plugin only joins containers of several dtypes, and leaves the variable's type to mypy."""

    def type_for_mypy(self, api: CheckerPluginInterface, assignments: Assignments, expected: Type | None) -> Type:
        """The type that mypy uses for the value."""
        if not self.site.lvalues:  # it is no assigned value
            t = joined(api, self.site.value, api.get_expression_type(self.site.value, expected))
            takes_tuple = expected is not None and isinstance(unfolded(expected), TupleType)
            return t if takes_tuple else joined_tuple(api, t)
        if self.is_only_joined:
            return self._joined(api, expected)
        for other in self.later:  # Python evaluates every value before it assigns the first
            other._type = other._joined(api, expected_type(api, other.site))
        value = self._type or self._joined(api, expected)
        self._type = None
        if has_changing_captures(assignments, self.site.value):
            value = with_open_results(value)
        return value if is_deferred(api) else type_for_mypy(api, assignments, self.site, value)

    def _joined(self, api: CheckerPluginInterface, expected: Type | None) -> Type:
        """The type of the value, where containers that differ only in dtypes are one type."""
        t = evaluated_type(api, self.site, expected)
        if isinstance(self.site.statement, AssignmentStmt | AssignmentExpr):
            t = refined_at(api, self.site.value, t, expected_type(api, self.site) or expected)
        if (
            not holds_arrays(t)
            and (unpacked := unpacked_tuple(api, self.site.lvalues[-1], self.site.value)) is not None
        ):
            return unpacked if not holds_arrays(unpacked) else t
        t = joined(api, self.site.value, t)
        return joined_tuple(api, t) if isinstance(self.site.statement, ForStmt) else t


class FollowedValues:
    """The assigned values of a file, by their marker calls.

    Attributes:
        by_call: the values that the plugin follows.
        copies: the values in copies of functions' bodies, which mypy makes for type variables with values.
        reads: the marker calls around values of which only the interpreter knows the dtype.
        subjects: the subjects of `match` statements, by the calls of the notes before these.
        is_complete: whether all values have been marked.
    """

    def __init__(self, tree: MypyFile) -> None:
        self.by_call: dict[CallExpr, FollowedValue] = {}
        self.copies: dict[CallExpr, Expression] = {}
        self.reads: set[CallExpr] = set()
        self.subjects: dict[CallExpr, MatchSubject] = {}
        self.is_complete = tree.is_stub
        self._tree = tree

    def mark(self, api: CheckerPluginInterface) -> None:
        """Wrap the assigned values of the file in marker calls."""
        marker = marker_class(loaded_modules(api))
        if marker is None:
            return  # the program has not loaded the stubs yet
        self.is_complete = True
        assignments = assignments_of(self._tree)
        for call in assignments.called_lambdas:
            pass_defaults(call)
        for lvalue, is_single in assignments.open_firsts():
            var = variable(api, lvalue)
            if var is not None and (not is_single or overrides_inferred(var)):
                declare(lvalue, var, ANYTHING)
        simultaneous: dict[AssignmentStmt, list[Site]] = {}
        matched: list[FollowedValue] = []
        for site in assignments.sites:
            statement = site.statement
            if isinstance(statement, AssignmentStmt) and inner_value(statement.rvalue) is not site.value:
                simultaneous.setdefault(statement, []).append(site)
            elif isinstance(site.value, LambdaExpr):
                if isinstance(statement, AssignmentStmt) and has_changing_captures(assignments, site.value):
                    self._put(site, marker)
            elif _may_be_marked(site.value) and not _is_read_by_form(site):
                is_followed = _is_followed(assignments, site)
                is_declaration = getattr(statement, "unanalyzed_type", None) is not None
                if not is_followed and (is_declaration or not may_be_joined(site.value)):
                    continue
                if isinstance(statement, MatchStmt) and is_narrowed_subject(site.value):
                    one = FollowedValue(site)
                    matched.append(one)
                else:
                    one = self._put(site, marker)
                one.is_only_joined = not is_followed
        if matched:
            self._match(api, marker, matched)
        for holder, value in assignments.iterated:
            if may_be_joined(value) and not is_class_check(holder):
                self._put(Site(holder, value, [], None), marker)
        for sites in simultaneous.values():
            followed = [site for site in sites if _may_be_marked(site.value)]
            if any(_is_followed(assignments, site) for site in followed):
                values = [self._put(site, marker) for site in followed]
                values[0].later = values[1:]
            else:
                for site in filter(lambda site: may_be_joined(site.value), followed):
                    self._put(site, marker).is_only_joined = True
        known = known_dtypes(api).in_file(api)
        if known:
            self.reads |= {*marked_reads(self._tree, marker, lambda read: position_of(read) in known)}

    def _match(self, api: CheckerPluginInterface, marker: TypeInfo, values: Sequence[FollowedValue]) -> None:
        """Put notes before the `match` statements whose subjects mypy narrows."""
        by_statement = {value.site.statement: value for value in values}
        for note_call, statement in notes_before(api, self._tree, marker, by_statement):
            value = by_statement[statement]
            call = marked(marker, value.site.value)
            self.by_call[call] = value
            self.subjects[note_call] = MatchSubject(value.site, statement, call, value.is_only_joined)

    def _put(self, site: Site, marker: TypeInfo) -> FollowedValue:
        """Wrap one value in a marker call, or find the call that already wraps it."""
        value, statement = FollowedValue(site), site.statement
        call = _call_around(statement, site.value)
        if call is None:
            call = marked(marker, site.value)
            match statement:
                case AssignmentStmt(rvalue=literal) if (items := items_around(literal, site.value)) is not None:
                    items[items.index(site.value)] = call
                case AssignmentStmt() | OperatorAssignmentStmt():
                    statement.rvalue = call
                case AssignmentExpr():
                    statement.value = call
                case ForStmt():
                    statement.expr = call
                case MatchStmt():
                    statement.subject = call
                case (
                    GeneratorExpr(sequences=values) | DictionaryComprehension(sequences=values) | CallExpr(args=values)
                ):
                    values[values.index(site.value)] = call
                case MemberExpr():
                    statement.expr = call
        self.by_call[call] = value
        return value


def _call_around(statement: object, value: Expression) -> CallExpr | None:
    """The marker call that wraps a value, or None."""
    candidates: Sequence[Expression]
    match statement:
        case AssignmentStmt(rvalue=literal) if (items := items_around(literal, value)) is not None:
            candidates = items
        case AssignmentStmt(rvalue=one) | OperatorAssignmentStmt(rvalue=one) | AssignmentExpr(value=one):
            candidates = [one]
        case ForStmt(expr=one) | MatchStmt(subject=one):
            candidates = [one]
        case MemberExpr(expr=one):
            candidates = [one]
        case GeneratorExpr(sequences=values) | DictionaryComprehension(sequences=values) | CallExpr(args=values):
            candidates = values
        case _:
            return None
    return next((one for one in candidates if is_marked(one) and inner_value(one) is value), None)


def _is_followed(assignments: Assignments, site: Site) -> bool:
    """Whether the plugin has to follow an assignment, because mypy's inferred type may be wrong later."""
    if isinstance(site.statement, AssignmentStmt) and site.statement.unanalyzed_type is not None:
        return is_declared_open(site.lvalues[0])
    if is_literal(site.value):
        key = key_of(site.lvalues[0])
        return key is not None and not assignments.is_followed(key, site.function)
    for lvalue in flattened(site.lvalues):
        key = key_of(lvalue)
        if isinstance(site.statement, AssignmentExpr) and key in assignments.unannotated:  # a lambda's parameter
            return True
        if key is not None:
            var = lvalue.node if isinstance(lvalue, NameExpr) else None
            return not isinstance(var, Var) or var.is_inferred or not assignments.is_followed(key, site.function)
    return False


def _is_read_by_form(site: Site) -> bool:
    """Whether mypy reads the form of a value: ``match (x := y)``, or a literal with another length than a target."""
    value = site.value
    if isinstance(site.statement, MatchStmt):
        return isinstance(value, AssignmentExpr)
    if isinstance(site.statement, ForStmt) or not isinstance(value, TupleExpr | ListExpr):
        return False
    if any(isinstance(item, StarExpr) for item in value.items):
        return False
    return any(_has_other_length(target, len(value.items)) for target in site.lvalues)


def _has_other_length(target: Expression, count: int) -> bool:
    """Whether a number of items is too small or too large for a tuple of targets."""
    if not isinstance(target, TupleExpr | ListExpr):
        return False
    is_starred = any(isinstance(item, StarExpr) for item in target.items)
    return count < len(target.items) - 1 if is_starred else count != len(target.items)


def _may_be_marked(value: Expression) -> bool:
    """Whether mypy uses only the type of a value.

    If it also inspects the expression, a marker call would disturb it.
    """
    match value:
        case LambdaExpr() | TempNode() | StarExpr():
            return False
        case ListExpr(items=[]) | DictExpr(items=[]) | TupleExpr(items=[]):
            return False
        case RefExpr(node=node):
            return isinstance(node, Var) or (isinstance(value, MemberExpr) and node is None)
        case CallExpr(callee=RefExpr(node=TypeInfo() as made), args=args):
            return isinstance(value.analyzed, DictExpr | None) and not (
                made.name in CONTAINERS and (not args or made.name == "defaultdict")
            )
    return getattr(value, "analyzed", None) is None
