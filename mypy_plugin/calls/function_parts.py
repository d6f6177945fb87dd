"""Reads a function's body once: its variables, return statements and assignments.

`body_check` uses the `FunctionParts` to check the body for one call after another.
"""

from __future__ import annotations

from collections.abc import Iterator

from mypy.nodes import (
    Argument,
    AssignmentStmt,
    AwaitExpr,
    Block,
    CallExpr,
    ClassDef,
    Expression,
    ExpressionStmt,
    ForStmt,
    FuncDef,
    FuncItem,
    GlobalDecl,
    IfStmt,
    IndexExpr,
    LambdaExpr,
    MemberExpr,
    NameExpr,
    Node,
    NonlocalDecl,
    RefExpr,
    ReturnStmt,
    StrExpr,
    SuperExpr,
    TupleExpr,
    Var,
    YieldExpr,
    YieldFromExpr,
)
from mypy.types import AnyType, get_proper_type

from ..syntax_tree import children
from ..variables.keys import flattened
from .known_loops import is_followed_loop

REGISTERED = frozenset(f"numbers.{name}" for name in ("Complex", "Integral", "Rational", "Real"))
"""The classes of numbers that are registered at run time alone. mypy lets an int be a `numbers.Number`."""
UNFOLLOWED = (AwaitExpr, ClassDef, GlobalDecl, NonlocalDecl)
"""The nodes that make a body unsuitable for a check by call."""


class FunctionParts:
    """The parts of a function that a check of its body changes or reads.

    Attributes:
        is_followed: whether the body can be checked for one call after another.
        returns: the function's own return statements, each with its block.
        inferred: the variables whose types mypy infers, including variables of nested functions.
        definitions: the names at which these variables get their types.
        functions: the function and its nested functions.
        assigned: the parameters of all `functions` that are assigned another value.
        fixed: the function's own parameters that keep their argument.
        changed_attributes: the names of attributes that are assigned.
        conditions: all `if` statements, also in functions inside it.
        assignments: all assignments, also in functions inside it.
        loops: the loops that may be copied for each item, and the blocks that contain them.
        captured: the variables that it uses and does not assign itself, with an expression that names each.
        yields: the values that a generator yields; None if it also yields those of another iterator.
    """

    def __init__(self, function: FuncItem) -> None:
        self.is_followed = not function.is_coroutine
        self.returns: list[tuple[Block, ReturnStmt]] = []
        self.inferred: list[Var] = []
        self.definitions: list[NameExpr | MemberExpr] = []
        self.functions: list[FuncItem] = [function]
        self.assigned: set[Var] = set()
        self.changed_attributes: set[str] = set()
        self.conditions: list[IfStmt] = []
        self.assignments: list[AssignmentStmt] = []
        self.loops: list[tuple[Block, ForStmt]] = []
        self.captured: dict[Var, NameExpr] = {}
        self.yields: list[Expression | None] | None = []
        self._parameters = {argument.variable for argument in function.arguments}
        self._read(function)
        self.fixed = {argument.variable for argument in function.arguments} - self.assigned

    def _read(self, function: FuncItem) -> None:
        """Read the body, and the functions inside it."""
        pending: list[tuple[Node | Argument, bool]] = [(function.body, True)]
        variables: dict[Var, None] = {}
        while pending:
            node, is_own = pending.pop()
            match node:
                case Block(is_unreachable=True):
                    continue
                case Block(body=body) if is_own:
                    self.returns += [(node, s) for s in body if isinstance(s, ReturnStmt)]
                case IfStmt():
                    self.conditions.append(node)
                case AssignmentStmt():
                    self.assignments.append(node)
                case FuncDef() | LambdaExpr():
                    self.functions.append(node)
                    self._parameters |= {argument.variable for argument in node.arguments}
                    is_own = False
                case NameExpr(node=Var() as var):
                    is_any = var.name == "_" and isinstance(get_proper_type(var.type), AnyType)  # as mypy declares it
                    self.captured.setdefault(var, node)
                    if node.is_new_def and var.is_inferred and not is_any:
                        variables[var] = None
                        self.definitions.append(node)
                case MemberExpr(is_new_def=True):
                    self.is_followed = False
                case YieldExpr(expr=value) if is_own and self.yields is not None:
                    self.yields.append(value)
                case YieldFromExpr() if is_own:
                    self.yields = None
            if isinstance(node, Block):
                self.loops += [(node, s) for s in node.body if isinstance(s, ForStmt) and is_followed_loop(s)]
            if isinstance(node, UNFOLLOWED) or _tests_registered_class(node):
                self.is_followed = False
            for lvalue in _lvalues(node):
                match lvalue:
                    case NameExpr(node=Var() as var) if var in self._parameters:
                        self.assigned.add(var)
                    case MemberExpr(name=name):
                        self.changed_attributes.add(name)
            pending += [(child, is_own) for child in children(node)]
        self.inferred = [*variables]
        for variable in (*variables, *self._parameters):
            self.captured.pop(variable, None)


def _tests_registered_class(node: Node | Argument) -> bool:
    """Whether an expression is ``isinstance(n, numbers.Real)`` or the like.

    Python's and NumPy's numbers are registered with these classes at run time. mypy takes them for unrelated classes,
    and the code for such numbers for unreachable.
    """
    match node:
        case CallExpr(callee=RefExpr(fullname="builtins.isinstance"), args=[_, classes]):
            tested = classes.items if isinstance(classes, TupleExpr) else [classes]
            return any(isinstance(one, RefExpr) and one.fullname in REGISTERED for one in tested)
    return False


def calls_initializer_late(function: FuncItem) -> bool:
    """Whether an initializer calls a base class's initializer after its first statement.

    Both may set the same attributes.
    """
    pending: list[tuple[Node | Argument, bool]] = [(function.body, True)]
    while pending:
        node, is_first = pending.pop()
        if isinstance(node, SuperExpr | MemberExpr) and node.name == "__init__" and not is_first:
            return True
        inner = children(node)
        if isinstance(node, Block):
            statements = [s for s in inner if not (isinstance(s, ExpressionStmt) and isinstance(s.expr, StrExpr))]
            pending += [(s, is_first and s is statements[0]) for s in statements]
        else:
            pending += [(child, is_first and isinstance(node, ExpressionStmt | CallExpr)) for child in inner]
    return False


def _lvalues(node: Node | Argument) -> Iterator[Node]:
    """The targets to which a statement or expression assigns values."""
    for name in ("lvalues", "lvalue", "index", "target"):
        if isinstance(node, IndexExpr):
            return
        targets = getattr(node, name, None)
        if targets is not None:
            yield from flattened(t for t in (targets if isinstance(targets, list) else [targets]) if t is not None)
