"""Tells where the value of an expression goes, so that a more exact type of it can cause no error in valid code.

An operand, or an argument of NumPy, may have any exact type. A variable that gets another value later needs a wide
type, and so does an item of a list, since mypy infers the type of the list from its first items.
"""

from __future__ import annotations

from enum import Enum, auto
from typing import TypeAlias

from mypy.nodes import (
    GDEF,
    LDEF,
    Argument,
    AssertStmt,
    AssignmentExpr,
    AssignmentStmt,
    CallExpr,
    ComparisonExpr,
    ConditionalExpr,
    Expression,
    ExpressionStmt,
    FuncDef,
    GeneratorExpr,
    IfStmt,
    IndexExpr,
    LambdaExpr,
    ListComprehension,
    ListExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    Node,
    OpExpr,
    RefExpr,
    ReturnStmt,
    RevealExpr,
    TupleExpr,
    UnaryExpr,
    WhileStmt,
)
from mypy.plugin import CheckerPluginInterface
from mypy.types import CallableType, Instance, Type, get_proper_type

from ..mypy_compat.expressions import stored_type
from ..mypy_compat.modules import current_file
from ..per_file_cache import OfFiles
from ..syntax_tree import children
from ..variables.assignment_marker import is_marked

Parents: TypeAlias = dict[Node, Node]

NUMPY_AND_JAX = ("numpy.", "jax.")
"""The prefixes of functions that may get an argument of any exact type."""
READERS = (
    *(f"builtins.{name}" for name in ("abs", "bool", "complex", "float", "int", "len", "print", "round", "str")),
    *(f"{module}.reveal_type" for module in ("builtins", "typing", "typing_extensions")),
)
"""The functions of Python that only read a number or an array."""


class Place(Enum):
    """Where a value goes.

    Attributes:
        OPERAND: an operand, the object of an attribute or index, or an argument of NumPy: mypy tries overloads on it.
        EXPECTED: a place with a declared type, or without any: a returned value, an argument, a statement.
        VARIABLE: a variable that mypy infers from this value.
        OTHER: a place from which mypy may infer another type: an item of a list, an argument of a generic function.
    """

    OPERAND = auto()
    EXPECTED = auto()
    VARIABLE = auto()
    OTHER = auto()


def place_of(api: CheckerPluginInterface, expression: Expression) -> tuple[Place, Node | None]:
    """Where the value of an expression goes, and the node that gets it."""
    parents = _parents(current_file(api))
    node: Node = expression
    if isinstance(expression, OpExpr) and expression not in parents:
        node = parents.get(expression.left, expression)  # mypy makes an operator of a call of ``divmod``
    is_item = is_part = False
    while True:
        parent = parents.get(node)
        place: Place | None = None
        match parent:
            case CallExpr() if is_marked(parent) and parent.args[0] is node:
                pass
            case OpExpr(op="and" | "or") | AssignmentExpr() | ListComprehension():
                pass
            case ConditionalExpr(cond=condition):
                place = Place.OPERAND if condition is node else None
            case ListExpr() | TupleExpr():
                is_item = True
            case GeneratorExpr(left_expr=item):
                place = None if item is node else Place.OPERAND
                is_item = True
            case CallExpr(callee=callee) if callee is node:
                return Place.OPERAND, parent
            case CallExpr():
                place = _place_of_argument(api, parent, is_item=is_item)
            case UnaryExpr(op="not") | RevealExpr():
                place = Place.OPERAND
            case UnaryExpr() | MemberExpr() | IndexExpr():  # no hook of the plugin computes these
                place = Place.OPERAND if isinstance(parent, IndexExpr) and parent.index is node else None
                is_part = True
            case OpExpr() | ComparisonExpr():
                place = Place.OTHER if is_item else Place.OPERAND
            case IfStmt() | WhileStmt() | AssertStmt() | ExpressionStmt():
                place = Place.OPERAND
            case ReturnStmt():
                place = Place.EXPECTED if _is_in_function(parents, parent) else Place.OTHER
            case AssignmentStmt(rvalue=value, lvalues=lvalues):
                place = _place_of_assigned(value, node, lvalues, is_item=is_item)
            case _:
                place = Place.OTHER
        if place is not None:
            return (Place.OTHER if is_part and place is Place.EXPECTED else place), parent
        assert parent is not None
        node = parent


def _place_of_argument(api: CheckerPluginInterface, call: CallExpr, *, is_item: bool) -> Place:
    callee = call.callee
    if isinstance(callee, RefExpr) and callee.fullname.startswith(NUMPY_AND_JAX):
        return Place.OPERAND
    if isinstance(callee, MemberExpr):
        owner = get_proper_type(stored_type(api, callee.expr))
        if isinstance(owner, Instance) and owner.type.fullname.startswith("numpy."):
            return Place.OPERAND
    if is_item:
        return Place.OTHER
    if isinstance(callee, RefExpr):
        if callee.fullname in READERS:
            return Place.OPERAND
        if isinstance(callee.node, FuncDef) and not _has_type_variables(callee.node.type):
            return Place.EXPECTED
    return Place.OTHER


def _has_type_variables(function: Type | None) -> bool:
    """Whether mypy infers a type variable of a function from its arguments."""
    proper = get_proper_type(function)
    return isinstance(proper, CallableType) and bool(proper.variables)


def _place_of_assigned(value: Expression, node: Node, lvalues: list[Expression], *, is_item: bool) -> Place:
    """The place of an assigned value: only of a variable, alone or in ``a, b = x, y``."""
    if len(lvalues) != 1:
        return Place.OTHER
    (lvalue,) = lvalues
    is_unpacked = isinstance(lvalue, TupleExpr)
    if is_item and (not is_unpacked or not isinstance(value, TupleExpr) or node is not value):
        return Place.OTHER  # an item of a tuple or list that a variable holds
    targets = lvalue.items if isinstance(lvalue, TupleExpr) else [lvalue]
    is_variable = all(isinstance(target, NameExpr) and target.kind in (LDEF, GDEF) for target in targets)
    return Place.VARIABLE if is_variable else Place.OTHER


def _is_in_function(parents: Parents, statement: Node) -> bool:
    """Whether a statement belongs to a function, and not to a lambda."""
    node: Node | None = statement
    while node is not None and not isinstance(node, FuncDef | LambdaExpr):
        node = parents.get(node)
    return isinstance(node, FuncDef)


def _find_parents(tree: MypyFile) -> Parents:
    """Maps each node of a file to the node that contains it."""
    parents: Parents = {}
    pending: list[Node | Argument] = [*tree.defs]
    while pending:
        node = pending.pop()
        inner = children(node)
        if isinstance(node, Node):
            for child in inner:
                if isinstance(child, Node):
                    parents[child] = node
        pending += inner
    return parents


_parents = OfFiles(_find_parents)

__all__ = ["Place", "place_of"]
