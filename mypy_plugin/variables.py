"""Variables that hold arrays of one dtype after another: ``x = x.astype(jnp.bfloat16)``.

mypy gives a variable the type of what it is first assigned, for good, and calls what has another dtype later an error.
So a variable that is assigned more than once is declared as an array of unknown dtype, and mypy's binder, which follows
the flow of a program, knows its dtype from one assignment to the next. mypy's ``allow_redefinition`` does so itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import TypeAlias, TypeVar

from mypy.nodes import (
    MDEF,
    AssignmentStmt,
    Block,
    ClassDef,
    Context,
    Decorator,
    Expression,
    ForStmt,
    FuncDef,
    IfStmt,
    ListExpr,
    MatchStmt,
    MypyFile,
    NameExpr,
    Node,
    OperatorAssignmentStmt,
    OverloadedFuncDef,
    StarExpr,
    TryStmt,
    TupleExpr,
    Var,
    WhileStmt,
    WithStmt,
)
from mypy.plugin import AttributeContext, CheckerPluginInterface, FunctionContext, MethodContext
from mypy.types import AnyType, Instance, TupleType, Type, get_proper_type

from .names import ARRAY
from .results import unknown

C = TypeVar("C", bound=AttributeContext | FunctionContext | MethodContext)
AnyContext: TypeAlias = AttributeContext | FunctionContext | MethodContext
Hook: TypeAlias = Callable[[C], Type]

Definitions: TypeAlias = dict[Context, list[NameExpr | None]]

MOST_FILES = 8
"""The number of files whose definitions are kept: mypy goes to and fro where they import each other."""

KNOWN: dict[Expression, Type] = {}
"""The types of what such variables are first assigned, for who asks mypy for the types of expressions."""


class Variables:
    """The variables of the files under check that are assigned more than once.

    Attributes:
        looks: the hook of what has no other.
    """

    def __init__(self) -> None:
        self.looks: Callable[[AnyContext], Type] = self.widened(_default)
        self._files: dict[MypyFile, tuple[object, Definitions]] = {}

    def definitions(self, tree: MypyFile) -> Definitions:
        """What variables of a file are the first of several values of, by the expression."""
        found = self._files.get(tree)
        if found is None or found[0] is not tree.defs:  # the daemon puts new statements into the same file
            found = (tree.defs, _definitions(tree))
            self._files = dict([*self._files.items()][-MOST_FILES:]) | {tree: found}
        return found[1]

    def all_widened(self, hooks: dict[str, Hook[C]]) -> dict[str, Hook[C]]:
        """Hooks by name, each as `widened` makes it."""
        return {name: self.widened(hook) for name, hook in hooks.items()}

    def widened(self, hook: Hook[C]) -> Hook[C]:
        """A hook that tells what it finds to the binder, where it is the first of several values."""

        def widening(ctx: C) -> Type:
            found = hook(ctx)
            names = self.definitions(ctx.api.tree).get(ctx.context)  # type: ignore[attr-defined]
            if names is None:
                return found
            result = get_proper_type(found)
            items = result.items if isinstance(result, TupleType) else [result]
            if len(names) != len(items) or ctx.api.current_node_deferred:  # type: ignore[attr-defined]
                return result
            if ctx.api.options.export_types and isinstance(ctx.context, Expression):
                KNOWN[ctx.context] = result
            wide = [
                _declared(ctx.api, name, item) if name and _is_known(item) else item
                for name, item in zip(names, items, strict=True)
            ]
            return result.copy_modified(items=wide) if isinstance(result, TupleType) else wide[0]

        return widening


def _is_known(t: Type) -> bool:
    """Whether a type is that of an array of known dtype."""
    proper = get_proper_type(t)
    if not isinstance(proper, Instance) or proper.type.fullname != ARRAY or not proper.args:
        return False
    return not isinstance(get_proper_type(proper.args[0]), AnyType)


def _declared(api: CheckerPluginInterface, name: NameExpr, array: Type) -> Type:
    """The type that a variable gets for good; the binder gets what it holds at first."""
    proper = get_proper_type(array)
    assert isinstance(name.node, Var) and isinstance(proper, Instance)
    name.node.type = wide = unknown(proper.type)
    api.binder.put(name, array)  # type: ignore[attr-defined]
    return wide


def _default(ctx: AnyContext) -> Type:
    """What is known without a hook."""
    return ctx.default_attr_type if isinstance(ctx, AttributeContext) else ctx.default_return_type


def _definitions(tree: MypyFile) -> Definitions:
    """What variables that are assigned more than once are first assigned, and these; those of classes are left out."""
    if tree.is_stub:
        return {}
    counts: Counter[Node | None] = Counter()
    values: dict[Context, list[Expression]] = {}
    for statement in _statements(tree.defs):
        counts.update(name.node for lvalue in _lvalues(statement) for name in _names(lvalue))
        if isinstance(statement, AssignmentStmt) and len(statement.lvalues) == 1 and statement.unanalyzed_type is None:
            (lvalue,), value = statement.lvalues, statement.rvalue
            lvalues = lvalue.items if isinstance(lvalue, TupleExpr) else [lvalue]
            if isinstance(lvalue, TupleExpr) and isinstance(value, TupleExpr) and len(lvalues) == len(value.items):
                values.update((item, [each]) for each, item in zip(lvalues, value.items, strict=True))
            else:
                values[value] = lvalues

    def of_several(lvalue: Expression) -> NameExpr | None:
        if not isinstance(lvalue, NameExpr) or not lvalue.is_inferred_def or lvalue.kind == MDEF:
            return None
        return lvalue if isinstance(lvalue.node, Var) and counts[lvalue.node] > 1 else None

    found = {value: [of_several(lvalue) for lvalue in lvalues] for value, lvalues in values.items()}
    return {value: names for value, names in found.items() if any(names)}


def _statements(statements: Iterable[Node]) -> Iterator[Node]:
    """Statements, and those in them."""
    for statement in statements:
        yield statement
        for block in _blocks(statement):
            if block is not None:
                yield from _statements(block.body)


def _blocks(statement: Node) -> list[Block | None]:
    match statement:
        case Decorator(func=func):
            return _blocks(func)
        case OverloadedFuncDef(items=items):
            return [block for item in items for block in _blocks(item)]
        case ClassDef(defs=body):
            return [body]
        case IfStmt():
            return [*statement.body, statement.else_body]
        case MatchStmt():
            return [*statement.bodies]
        case ForStmt() | WhileStmt():
            return [statement.body, statement.else_body]
        case TryStmt():
            return [statement.body, *statement.handlers, statement.else_body, statement.finally_body]
        case FuncDef() | WithStmt():
            return [statement.body]
        case Block():
            return [statement]
    return []


def _lvalues(statement: Node) -> list[Expression]:
    match statement:
        case AssignmentStmt(lvalues=lvalues):
            return [*lvalues]
        case OperatorAssignmentStmt(lvalue=lvalue) | ForStmt(index=lvalue):
            return [lvalue]
        case WithStmt(target=targets):
            return [target for target in targets if target is not None]
    return []


def _names(lvalue: Expression) -> Iterator[NameExpr]:
    if isinstance(lvalue, NameExpr):
        yield lvalue
    elif isinstance(lvalue, TupleExpr | ListExpr):
        for item in lvalue.items:
            yield from _names(item)
    elif isinstance(lvalue, StarExpr):
        yield from _names(lvalue.expr)
