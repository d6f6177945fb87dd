"""Marks the reads whose dtype only the interpreter knows: ``aux["loss"]`` where mypy takes `aux` for anything.

mypy asks no plugin about a name, nor about an attribute or item of `Any`. So each such read that the interpreter knows
is wrapped in a marker call, except where mypy narrows variables by its form.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from mypy.nodes import (
    Argument,
    AssertStmt,
    AssertTypeExpr,
    CallExpr,
    ComparisonExpr,
    ConditionalExpr,
    DelStmt,
    Expression,
    ForStmt,
    FuncDef,
    FuncItem,
    IfStmt,
    IndexExpr,
    MatchStmt,
    MemberExpr,
    MypyFile,
    NameExpr,
    Node,
    OpExpr,
    RefExpr,
    RevealExpr,
    SymbolNode,
    TypeInfo,
    UnaryExpr,
    WhileStmt,
)
from mypy.patterns import Pattern

from ..known_dtypes import JAX_PREFIX
from ..syntax_tree import child_names, children
from ..variables.assignment_marker import is_marked, marked

NARROWING = (AssertStmt, ComparisonExpr, DelStmt, Pattern)
"""The nodes in which mypy reads the form of a value, or in which a value is no read."""
KINDS = (NameExpr, MemberExpr, IndexExpr)
"""The expressions that read a variable, an attribute or an item."""
TESTS = frozenset(("builtins.isinstance", "builtins.issubclass", "builtins.callable", "builtins.hasattr"))
TARGETS = frozenset(("callee", "decorators", "indices", "lvalue", "lvalues", "target", "types", "base_type_exprs"))
"""The attributes of nodes that hold no values that are read."""


def marked_reads(tree: MypyFile, marker: TypeInfo, is_known: Callable[[Expression], bool]) -> Iterator[CallExpr]:
    """Wrap reads in marker calls.

    Args:
        tree: the file.
        marker: the class of the marker.
        is_known: whether the interpreter knows the value of an expression.

    Yields: The calls.
    """

    def is_open(read: Expression) -> bool:
        """Whether the interpreter knows a read of which mypy may know nothing."""
        is_kind = isinstance(read, MemberExpr | IndexExpr) or (isinstance(read, NameExpr) and read.node in parameters)
        return is_kind and is_known(read)

    pending: list[Node | Argument] = [tree]
    parameters: set[SymbolNode] = set()
    while pending:
        node = pending.pop()
        parameters |= {each.variable for each in _open_parameters(node)}
        if isinstance(node, NARROWING) or _is_test(node):
            continue
        if isinstance(node, CallExpr) and is_marked(node):
            if isinstance(node.args[0], KINDS) and is_known(node.args[0]):
                yield node  # wrapped when mypy's daemon checked the file before
            pending += children(node.args[0])
            continue
        if isinstance(node, CallExpr) and node.analyzed is not None:
            form = node.analyzed
            pending.append(form)
            if isinstance(form, RevealExpr | AssertTypeExpr) and isinstance(form.expr, KINDS) and is_known(form.expr):
                # mypy's daemon makes the form anew from the arguments.
                form.expr = node.args[0] = call = marked(marker, form.expr)
                yield call
        else:
            for name in child_names(type(node)):  # type: ignore[arg-type]  # classes are hashable
                if name not in TARGETS and not _is_condition(node, name):
                    yield from _marked_below(node, name, marker, is_open)
        pending += children(node)


def _open_parameters(node: Node | Argument) -> list[Argument]:
    """The parameters without annotation of a function, and those of lambdas in a call of JAX.

    mypy infers what a lambda returns. Another one in the same variable, list or dict may return another dtype.
    """
    functions: list[Node] = [node] if isinstance(node, FuncDef) else []
    if isinstance(node, CallExpr) and isinstance(node.callee, RefExpr) and node.callee.fullname.startswith(JAX_PREFIX):
        functions += node.args
    parameters = [each for function in functions if isinstance(function, FuncItem) for each in function.arguments]
    return [each for each in parameters if each.type_annotation is None]


def _is_test(node: Node | Argument) -> bool:
    """Whether an expression is a test by which mypy narrows variables."""
    match node:
        case CallExpr(callee=RefExpr(fullname=fullname)):
            return fullname in TESTS
        case OpExpr(op="and" | "or") | UnaryExpr(op="not"):
            return True
    return False


def _is_condition(node: Node | Argument, name: str) -> bool:
    """Whether an attribute of a node holds a condition, a subject of `match`, or a variable that is assigned."""
    match node:
        case IfStmt() | WhileStmt():
            return name == "expr"
        case ConditionalExpr():
            return name == "cond"
        case ForStmt():
            return name == "index"
        case MatchStmt():
            return name == "subject"
    return name == "condlists"


def _marked_below(
    node: Node | Argument, name: str, marker: TypeInfo, is_open: Callable[[Expression], bool]
) -> Iterator[CallExpr]:
    """Wrap the reads that an attribute of a node holds, alone or in a list."""
    child = getattr(node, name)
    if isinstance(child, Expression) and is_open(child):
        call = marked(marker, child)
        setattr(node, name, call)
        yield call
    elif isinstance(child, list):
        for position, item in enumerate(child):
            if isinstance(item, Expression) and is_open(item):
                child[position] = call = marked(marker, item)
                yield call
