"""Finds a function's variables that hold lists which nobody changes: ``arrays = [jnp.asarray(x) for x in args]``."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator

from mypy.nodes import (
    ARG_STAR,
    Argument,
    AssignmentStmt,
    CallExpr,
    Expression,
    ExpressionStmt,
    ForStmt,
    FuncItem,
    GeneratorExpr,
    ListComprehension,
    ListExpr,
    MemberExpr,
    NameExpr,
    Node,
    OperatorAssignmentStmt,
    RefExpr,
    StarExpr,
    TupleExpr,
    Var,
)

from ..syntax_tree import nodes_in
from ..variables.assignment_marker import inner_value
from ..variables.keys import targets_of

READERS = frozenset(f"builtins.{name}" for name in ("enumerate", "iter", "len", "list", "tuple", "zip"))
"""The functions of Python that only read a list and keep no reference to it."""


def variables_only_read(function: FuncItem) -> frozenset[Var]:
    """The variables of a function that are assigned, and otherwise only used in ways that do not change a list."""
    uses: Counter[Var] = Counter()
    harmless: Counter[Var] = Counter()
    for node in nodes_in([function.body]):
        if isinstance(node, NameExpr):
            uses.update(_named([node]))
        harmless.update(_named(_harmless_uses(node)))
    return frozenset(variable for variable, count in uses.items() if harmless[variable] == count)


def lists_built(function: FuncItem) -> dict[Var, list[Expression]]:
    """The variables whose lists a function makes and extends under one name, with the expressions of all items."""
    items: defaultdict[Var, list[Expression]] = defaultdict(list)
    uses: Counter[Var] = Counter()
    known: Counter[Var] = Counter()
    own: set[Var] = set()
    for node in nodes_in([function.body]):
        if isinstance(node, NameExpr):
            uses.update(_named([node]))
        if isinstance(node, AssignmentStmt):
            own.update(_named(target for target in node.lvalues if isinstance(target, NameExpr) and target.is_new_def))
        added = _items_added(node)
        if added is not None:
            name, new = added
            items[name] += new
            known[name] += 1
        elif not isinstance(node, AssignmentStmt):
            known.update(_named(_harmless_uses(node)))
    own -= {argument.variable for argument in function.arguments}
    return {
        variable: found for variable, found in items.items() if variable in own and known[variable] == uses[variable]
    }


def _named(nodes: Iterable[Node | Argument]) -> Iterator[Var]:
    """The variables that some nodes name, without the calls that the plugin adds around values."""
    for node in nodes:
        named = inner_value(node) if isinstance(node, Expression) else node
        if isinstance(named, NameExpr) and isinstance(named.node, Var):
            yield named.node


def _items_added(node: Node | Argument) -> tuple[Var, list[Expression]] | None:
    """The variable whose list a statement makes or extends, and the expressions of the new items."""
    match node:
        case AssignmentStmt(lvalues=[NameExpr(node=Var() as variable)], rvalue=value):
            return _added(variable, inner_value(value))
        case OperatorAssignmentStmt(op="+", lvalue=NameExpr(node=Var() as variable), rvalue=value):
            return _added(variable, inner_value(value))
        case ExpressionStmt(
            expr=CallExpr(callee=MemberExpr(name=name, expr=NameExpr(node=Var() as variable)), args=[new])
        ):
            if name == "append":
                return variable, [inner_value(new)]
            return _added(variable, inner_value(new)) if name == "extend" else None
    return None


def _added(variable: Var, rows: Expression) -> tuple[Var, list[Expression]] | None:
    """The items of a literal or comprehension; None if they are unknown."""
    match rows:
        case ListExpr(items=items) | TupleExpr(items=items):
            starred = any(isinstance(item, StarExpr) for item in items)
            return None if starred else (variable, [*map(inner_value, items)])
        case ListComprehension(generator=GeneratorExpr(left_expr=item)) | GeneratorExpr(left_expr=item):
            return variable, [item]
    return None


def _harmless_uses(node: Node | Argument) -> list[Expression]:
    """The variables in a node's children that the node assigns as a whole, or only reads."""
    match node:
        case AssignmentStmt():
            return [target for target in targets_of(node) if isinstance(target, NameExpr)]
        case ForStmt(expr=rows):
            return [rows]
        case GeneratorExpr(sequences=sequences):
            return [*map(inner_value, sequences)]
        case StarExpr(expr=rows):
            return [rows]
        case CallExpr(callee=RefExpr(fullname=name), args=arguments) if name in READERS:
            return arguments
        case CallExpr(args=arguments, arg_kinds=kinds):
            return [argument for argument, kind in zip(arguments, kinds, strict=True) if kind is ARG_STAR]
    return []
