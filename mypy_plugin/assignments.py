"""What a file assigns to its variables and attributes, and to which of them more than once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import NamedTuple, TypeAlias

from mypy.nodes import (
    MDEF,
    AssignmentStmt,
    CallExpr,
    ClassDef,
    ComplexExpr,
    ConditionalExpr,
    Context,
    Decorator,
    Expression,
    FakeInfo,
    FloatExpr,
    ForStmt,
    FuncDef,
    IndexExpr,
    IntExpr,
    LambdaExpr,
    ListExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    Node,
    OperatorAssignmentStmt,
    RefExpr,
    StarExpr,
    StrExpr,
    TupleExpr,
    TypeInfo,
    UnaryExpr,
    Var,
    WithStmt,
)

from .files import OfFiles
from .names import NODES
from .statements import blocks

Lvalue: TypeAlias = NameExpr | MemberExpr


class Target(NamedTuple):
    """A variable, or an attribute of a class's instance, where it is assigned a value.

    Attributes:
        lvalue: the expression that names it there.
        var: the variable or attribute.
        is_first: whether the value is the first, and mypy has yet to infer the type.
    """

    lvalue: Lvalue
    var: Var
    is_first: bool


Targets: TypeAlias = "Target | list[Targets] | None"
"""What a value is assigned to: one, or those of a tuple; None for what is assigned once, or is none of both."""


class Assignments(NamedTuple):
    """Those of a file.

    Attributes:
        targets: by the value; of ``x += value`` by the expression `x`, since mypy makes an operator of both.
        numbers: the variables that are assigned a number, too.
        others: those that are assigned a number, a text or None.
        names: those that are assigned what another variable or an attribute holds.
        anything: the first assignments to those that may hold anything: what is assigned a dtype class, be it then or
            later, in the bodies of classes, too, of which one may inherit from the other; or a number and, elsewhere,
            an item of what a function of JAX's returns, as a loop makes an array of the number.
        functions: the variables that are assigned just once, a lambda or what a call returns.
        single: the values that are all that a variable or attribute is assigned.
    """

    targets: dict[Context, Targets]
    numbers: set[Var]
    others: set[Var]
    names: set[Var]
    anything: list[Target]
    functions: dict[Var, Expression]
    single: set[Context]


class _Scope(NamedTuple):
    """A class, and the name that its methods give to its instance; no class outside of one."""

    info: TypeInfo | None
    self_name: str


def assignments(tree: MypyFile) -> Assignments:
    """The assignments to what is assigned more than once, and the dtypes in the bodies of classes; stubs have none."""
    if tree.is_stub:
        return Assignments({}, set(), set(), set(), [], {}, set())
    values: list[tuple[Expression, Targets]] = []
    alone: dict[Var, Expression | None] = {}
    repeated: set[Var] = set()
    in_classes: defaultdict[str, list[Target]] = defaultdict(list)
    for statement, scope in _statements(tree.defs, _Scope(None, "")):
        for value, lvalue in _assigned(statement):
            targets = _targets(lvalue, scope)
            for target in [targets] if isinstance(targets, Target) else flat(targets):
                if target.var in alone:
                    repeated.add(target.var)
                    alone[target.var] = None
                else:
                    alone[target.var] = value if target.is_first and target is targets else None
            if value is None:
                continue
            values.append((value, targets))
            in_class = _in_class(lvalue) if _is_dtype(value) else None
            if in_class is not None:
                in_classes[in_class.lvalue.name].append(in_class)
    found = [(value, kept) for value, targets in values if (kept := _kept(targets, repeated)) is not None]
    numbers = {target.var for value, targets in found if _is_number(value) for target in flat(targets)}
    without_array = {target.var for value, targets in found if _is_none_or_text(value) for target in flat(targets)}
    names = {target.var for value, target in found if isinstance(value, RefExpr) and isinstance(target, Target)}
    dtypes = {target.var for value, targets in found if _is_dtype(value) for target in flat(targets)}
    returned = {target.var for value, target in values if isinstance(target, Target) and _is_of_jax(value)}
    items = {t.var for value, t in found if isinstance(t, Target) and _indexed(value) in returned}
    first = [target for _, targets in found for target in flat(targets) if target.is_first]
    return Assignments(
        dict(found),
        numbers,
        numbers | without_array,
        names,
        [
            *(target for targets in in_classes.values() if len(targets) > 1 for target in targets),
            *(target for target in first if target.var in dtypes | (numbers & items)),
        ],
        {var: value for var, value in alone.items() if isinstance(value, CallExpr | LambdaExpr)},
        {value for value in alone.values() if value is not None},
    )


def flat(targets: Targets) -> Iterator[Target]:
    """The variables and attributes, be they in tuples or not."""
    if isinstance(targets, Target):
        yield targets
    else:
        for each in targets or ():
            yield from flat(each)


def _kept(targets: Targets, repeated: set[Var]) -> Targets:
    """Those of some variables; None if there is none among them."""
    if targets is None or isinstance(targets, Target):
        return targets if targets is not None and targets.var in repeated else None
    found = [_kept(each, repeated) for each in targets]
    return None if all(each is None for each in found) else found


def _targets(lvalue: Expression, scope: _Scope) -> Targets:
    if isinstance(lvalue, TupleExpr | ListExpr):
        return [_targets(item, scope) for item in lvalue.items]
    return _target(lvalue.expr if isinstance(lvalue, StarExpr) else lvalue, scope)


assignments_of = OfFiles(assignments)


def _target(lvalue: Expression, scope: _Scope) -> Target | None:
    match lvalue:
        case NameExpr(node=Var() as var) if lvalue.kind != MDEF:
            return Target(lvalue, var, lvalue.is_inferred_def)
        case MemberExpr(expr=NameExpr(name=name)) if scope.info is not None and name == scope.self_name:
            symbol = scope.info.names.get(lvalue.name)
            if symbol is not None and isinstance(symbol.node, Var):
                return Target(lvalue, symbol.node, lvalue.is_inferred_def)
    return None


def _in_class(lvalue: Expression) -> Target | None:
    """A variable that is assigned in the body of a class."""
    if isinstance(lvalue, NameExpr) and lvalue.kind == MDEF and isinstance(lvalue.node, Var):
        return Target(lvalue, lvalue.node, is_first=True)
    return None


def _assigned(statement: Node) -> Iterator[tuple[Expression | None, Expression]]:
    """What a statement assigns to, by the values; None for a value that is no expression of the statement's.

    A value that goes to several variables, ``a = b = x``, is None, too, unless it is a literal.
    """
    match statement:
        case AssignmentStmt(lvalues=[NameExpr() | MemberExpr() as lvalue], rvalue=value):
            yield (value if statement.unanalyzed_type is None else None), lvalue
        case AssignmentStmt(lvalues=[TupleExpr(items=items) as lvalue], rvalue=TupleExpr(items=values)) if len(
            items
        ) == len(values) and not _has_star(lvalue):
            yield from zip(values, items, strict=True)
        case AssignmentStmt(lvalues=[lvalue], rvalue=value) if not _has_star(lvalue):
            yield value, lvalue
        case AssignmentStmt(lvalues=lvalues, rvalue=value):
            literal = value if _is_number(value) or _is_none_or_text(value) else None
            yield from ((literal, lvalue) for lvalue in lvalues)
        case OperatorAssignmentStmt(lvalue=lvalue):
            yield lvalue, lvalue
        case ForStmt(index=lvalue):
            yield None, lvalue
        case WithStmt(target=targets):
            yield from ((None, target) for target in targets if target is not None)


def _has_star(lvalue: Expression) -> bool:
    return isinstance(lvalue, StarExpr) or (
        isinstance(lvalue, TupleExpr | ListExpr) and any(map(_has_star, lvalue.items))
    )


def _is_dtype(value: Expression) -> bool:
    if isinstance(value, ConditionalExpr):
        return _is_dtype(value.if_expr) or _is_dtype(value.else_expr)
    return isinstance(value, RefExpr) and isinstance(value.node, TypeInfo) and value.node.fullname in NODES


def _is_of_jax(value: Expression) -> bool:
    """Whether it is a call of a function of JAX's."""
    return (
        isinstance(value, CallExpr) and isinstance(value.callee, RefExpr) and value.callee.fullname.startswith("jax.")
    )


def _indexed(value: Expression) -> Node | None:
    """The variable of which it is an item."""
    return value.base.node if isinstance(value, IndexExpr) and isinstance(value.base, NameExpr) else None


def _is_number(value: Expression) -> bool:
    if isinstance(value, UnaryExpr):
        return _is_number(value.expr)
    is_bool = isinstance(value, NameExpr) and value.fullname in ("builtins.True", "builtins.False")
    return is_bool or isinstance(value, IntExpr | FloatExpr | ComplexExpr)


def _is_none_or_text(value: Expression) -> bool:
    return isinstance(value, StrExpr) or (isinstance(value, NameExpr) and value.fullname == "builtins.None")


def _statements(statements: Iterable[Node], scope: _Scope) -> Iterator[tuple[Node, _Scope]]:
    """Statements, and those in them."""
    for statement in statements:
        yield statement, scope
        inner = _inside(statement, scope)
        for block in blocks(statement):
            yield from _statements(block.body, inner)


def _inside(statement: Node, scope: _Scope) -> _Scope:
    match statement:
        case ClassDef(info=info):
            return _Scope(None if isinstance(info, FakeInfo) else info, "")
        case FuncDef(arguments=[first, *_]) if scope.info is not None and not scope.self_name:
            return _Scope(scope.info, first.variable.name)
        case Decorator(func=func):
            return _inside(func, scope)
    return scope
