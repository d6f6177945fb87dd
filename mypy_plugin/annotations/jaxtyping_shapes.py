"""Follows shapes through the bodies of functions whose parameters have jaxtyping annotations.

When mypy begins to check a file, the plugin follows each function once, from its parameters to its results. Shapes are
known from annotations and from one-line rules. A call of an annotated function binds the names of its axes to the
shapes of the arguments, as jaxtyping does at run time. Unknown shapes stay unknown, and only certain contradictions of
an annotation are reported.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from mypy.nodes import (
    ARG_NAMED,
    ARG_NAMED_OPT,
    ARG_OPT,
    ARG_POS,
    AssertStmt,
    AssignmentExpr,
    AssignmentStmt,
    Block,
    CallExpr,
    ClassDef,
    ComparisonExpr,
    ConditionalExpr,
    Context,
    Decorator,
    DelStmt,
    DictionaryComprehension,
    Expression,
    ExpressionStmt,
    ForStmt,
    FuncDef,
    GeneratorExpr,
    GlobalDecl,
    IfStmt,
    IndexExpr,
    LambdaExpr,
    ListComprehension,
    MatchStmt,
    MemberExpr,
    NameExpr,
    Node,
    NonlocalDecl,
    OperatorAssignmentStmt,
    OpExpr,
    OverloadedFuncDef,
    RefExpr,
    ReturnStmt,
    SetComprehension,
    TryStmt,
    TupleExpr,
    UnaryExpr,
    Var,
    WhileStmt,
    WithStmt,
)
from mypy.plugin import CheckerPluginInterface
from mypy.types import CallableType, Type

from ...diagnostics.codes import SHAPE_MISMATCH
from ...jaxtyping.dimensions import Axis
from ...jaxtyping.shapes import (
    Shape,
    ShapeError,
    Size,
    bind,
    broadcast,
    is_name,
    matmul,
    names_of,
    of_axes,
    shown_shape,
    substituted,
)
from ..mypy_compat import current_file
from ..report import is_reported, refuse_at
from ..statements import blocks
from ..syntax_tree import children
from .jaxtyping_axes import axes_text, declared_axes
from .jaxtyping_calls import NOT_LITERAL, CallShapes, literal_value

KEEPING = frozenset(
    (
        "jax.jit", "jax._src.api.jit", "jaxtyping.jaxtyped", "jaxtyping._decorator.jaxtyped", "beartype.beartype",
        "beartype._decor.decormain.beartype", "typeguard.typechecked", "typeguard._decorators.typechecked",
        "equinox.filter_jit", "equinox._jit.filter_jit", "functools.wraps",
    )
)  # fmt: skip
"""Decorators that leave a function's parameters and result as they are."""
WITH_SCOPES = (LambdaExpr, ListComprehension, SetComprehension, DictionaryComprehension, GeneratorExpr)
"""Expressions that have variables of their own."""
ELEMENTWISE = frozenset(("+", "-", "*", "/", "//", "%", "**", "&", "|", "^", "<<", ">>"))

Environment: TypeAlias = dict[str, Shape]
"""The shapes of the local variables that have a known one."""


def check_shapes(api: CheckerPluginInterface) -> None:
    """Report what contradicts jaxtyping's annotations in the file under check."""
    tree = current_file(api)
    if tree.is_stub or not is_reported(api, SHAPE_MISMATCH):
        return
    for function in _functions(tree.defs):
        if _is_annotated(function):
            _Function(api, function).check()


def _functions(nodes: Sequence[Node]) -> Iterator[FuncDef]:
    """The functions of a file, also within classes and other functions."""
    left = [*nodes]
    while left:
        node = left.pop()
        match node:
            case FuncDef():
                yield node
                left.append(node.body)
            case Decorator(func=function):
                left.append(function)
            case OverloadedFuncDef(items=items):
                left += items
            case ClassDef(defs=body):
                left += body.body
            case Block(body=statements, is_unreachable=False):
                left += statements
            case IfStmt() | ForStmt() | WhileStmt() | TryStmt() | WithStmt():
                left += [child for block in blocks(node) for child in block.body]


def _is_annotated(function: FuncDef) -> bool:
    """Whether any parameter, or the result, has the string of a jaxtyping annotation."""
    declared = function.type
    if not isinstance(declared, CallableType) or function.is_generator or function.is_coroutine:
        return False
    return any(axes_text(t) is not None for t in (*declared.arg_types, declared.ret_type))


class _Function:
    """A function that is followed."""

    def __init__(self, api: CheckerPluginInterface, function: FuncDef) -> None:
        self._api, self._function = api, function
        declared = function.type
        assert isinstance(declared, CallableType)
        self._returned = declared_axes(declared.ret_type)
        parameters = [
            (name, axes)
            for name, t, kind in zip(declared.arg_names, declared.arg_types, declared.arg_kinds, strict=True)
            if name is not None and not kind.is_star() and (axes := declared_axes(t)) is not None
        ]
        self._names = names_of([axes for _, axes in parameters])
        self._changed = frozenset(_changed_elsewhere(function.body))
        self._environment: Environment = {}
        for name, axes in parameters:
            self._set(name, of_axes(axes, self._names))
        self._calls = CallShapes(self._shape, self._refuse)

    def check(self) -> None:
        self._block(self._function.body)

    # ------------------------------------------------------------------------------------------------- statements

    def _set(self, name: str, shape: Shape | None) -> None:
        if shape is None or name in self._changed:
            self._environment.pop(name, None)
        else:
            self._environment[name] = shape

    def _block(self, block: Block | None) -> bool:
        """Follow a block; whether the program may go on behind it."""
        if block is None:
            return True
        if block.is_unreachable:
            return False
        return all(self._statement(statement) for statement in block.body)

    def _statement(self, statement: Node) -> bool:
        match statement:
            case AssignmentStmt():
                self._assignment(statement)
            case OperatorAssignmentStmt(op=op, lvalue=left, rvalue=right):
                shape = self._operator(op, left, right, statement)
                if isinstance(left, NameExpr):
                    self._set(left.name, shape)
            case ReturnStmt(expr=value):
                self._return(statement, value)
                return False
            case ExpressionStmt(expr=value):
                self._shape(value)
            case Block():
                return self._block(statement)
            case IfStmt(expr=conditions, body=bodies, else_body=other):
                for condition in conditions:
                    self._shape(condition)
                return self._branches([*bodies, other])
            case MatchStmt(subject=subject, bodies=bodies):
                self._shape(subject)
                self._forget(statement)
                return self._branches([*bodies, None])
            case ForStmt() | WhileStmt() | TryStmt() | WithStmt():
                self._repeated(statement)
            case DelStmt():
                self._forget(statement)
            case FuncDef(name=name) | Decorator(func=FuncDef(name=name)) | ClassDef(name=name):
                self._set(name, None)
            case _:
                if type(statement).__name__ in ("RaiseStmt", "BreakStmt", "ContinueStmt"):
                    return False
                if isinstance(statement, AssertStmt):
                    self._shape(statement.expr)
        return True

    def _branches(self, blocks: Sequence[Block | None]) -> bool:
        before = dict(self._environment)
        ends: list[Environment] = []
        for block in blocks:
            self._environment = dict(before)
            if self._block(block):
                ends.append(self._environment)
        self._environment = before
        if not ends:
            return False
        self._environment = {
            name: shape for name, shape in ends[0].items() if all(end.get(name) == shape for end in ends[1:])
        }
        return True

    def _repeated(self, statement: ForStmt | WhileStmt | TryStmt | WithStmt) -> None:
        """A statement whose blocks may run any number of times, or in part."""
        self._forget(statement)
        before = dict(self._environment)
        for child in children(statement):
            if isinstance(child, Block):
                self._block(child)
                self._environment = dict(before)
            elif isinstance(child, Expression):
                self._shape(child)

    def _forget(self, statement: Node) -> None:
        """Forget the variables that a statement assigns, wherever in it."""
        for name in _assigned(statement):
            self._environment.pop(name, None)

    def _assignment(self, statement: AssignmentStmt) -> None:
        if len(statement.lvalues) == 1 and isinstance(statement.lvalues[0], NameExpr):
            name = statement.lvalues[0].name
            shape = self._shape(statement.rvalue)
            axes = declared_axes(statement.type) if statement.unanalyzed_type is not None else None
            if axes is not None:
                bound: dict[str, Size] = {each: each for each in self._names}
                text = axes_text(statement.type)
                if shape is not None and not self._fits(shape, axes, bound, statement.rvalue, f'"{name}" is', text):
                    shape = None
                declared = None if any(a.is_variadic for a in axes) else substituted(axes, bound)
                shape = declared if shape is None else shape
            self._set(name, shape)
            return
        lvalues = statement.lvalues
        if len(lvalues) == 1 and isinstance(lvalues[0], TupleExpr) and isinstance(statement.rvalue, TupleExpr):
            targets, values = lvalues[0].items, statement.rvalue.items
            if len(targets) == len(values) and all(isinstance(target, NameExpr) for target in targets):
                shapes = [*map(self._shape, values)]
                for target, shape in zip(targets, shapes, strict=True):
                    if isinstance(target, NameExpr):
                        self._set(target.name, shape)
                return
        self._shape(statement.rvalue)
        self._forget(statement)

    def _return(self, statement: ReturnStmt, value: Expression | None) -> None:
        shape = None if value is None else self._shape(value)
        declared = self._function.type
        if shape is not None and self._returned is not None and isinstance(declared, CallableType):
            bound: dict[str, Size] = {name: name for name in self._names}
            place = value or statement
            self._fits(shape, self._returned, bound, place, "The returned array has", axes_text(declared.ret_type))

    def _fits(
        self, shape: Shape, axes: Sequence[Axis], bound: dict[str, Size], place: Context, subject: str, text: str | None
    ) -> bool:
        """Whether a shape may have the axes of an annotation; otherwise an error is reported."""
        try:
            bind(shape, axes, bound)
        except ShapeError as error:
            verb = "" if subject.endswith("has") else " declared with"
            has = f'{subject} axes "{shown_shape(shape)}"' if not verb else f'{subject}{verb} axes "{text}"'
            rest = f', and is declared with "{text}"' if not verb else f', and its value has "{shown_shape(shape)}"'
            self._refuse(place, f"{has}{rest}: {error}")
            return False
        return True

    def _refuse(self, place: Context, message: str) -> None:
        refuse_at(self._api, place, SHAPE_MISMATCH, message)

    # ------------------------------------------------------------------------------------------------ expressions

    def _shape(self, expression: Expression) -> Shape | None:
        """The shape of an expression's value; None if it is unknown. Its subexpressions are checked once."""
        if isinstance(expression, WITH_SCOPES):
            return None
        match expression:
            case NameExpr(name=name):
                return self._environment.get(name) if isinstance(expression.node, Var | None) else None
            case OpExpr(op=op, left=left, right=right):
                return self._operator(op, left, right, expression)
            case UnaryExpr(op=op, expr=inner):
                shape = self._shape(inner)
                return None if op == "not" else shape
            case ComparisonExpr(operators=[op], operands=[left, right]) if op in ("<", "<=", ">", ">=", "==", "!="):
                return self._operator("+", left, right, expression)
            case ConditionalExpr(cond=condition, if_expr=left, else_expr=right):
                self._shape(condition)
                one, other = self._shape(left), self._shape(right)
                return one if one == other else None
            case CallExpr():
                return self._call(expression)
            case IndexExpr(base=base, index=index):
                shape = self._shape(base)
                return None if shape is None else self._calls.indexed(shape, index, expression)
            case MemberExpr(expr=inner, name=name):
                return self._calls.attribute(name, self._shape(inner))
            case AssignmentExpr(value=value):
                return self._shape(value)
        number = literal_value(expression)
        if isinstance(number, bool | int | float | complex):
            return ()
        if number is NOT_LITERAL and not isinstance(expression, RefExpr):
            for child in children(expression):
                if isinstance(child, Expression):
                    self._shape(child)
        return None

    def _operator(self, op: str, left: Expression, right: Expression, place: Context) -> Shape | None:
        one, other = self._shape(left), self._shape(right)
        if one is None or other is None:
            return None
        try:
            if op == "@":
                return matmul(one, other)
            return broadcast(one, other) if op in ELEMENTWISE else None
        except ShapeError as error:
            self._refuse(place, f'Operands with axes "{shown_shape(one)}" and "{shown_shape(other)}": {error}')
            return None

    def _call(self, call: CallExpr) -> Shape | None:
        callee = call.callee
        if isinstance(callee, RefExpr):
            declared = _declared(callee)
            if declared is not None:
                return self._annotated_call(call, declared)
        return self._calls.result(call)

    def _annotated_call(self, call: CallExpr, declared: CallableType) -> Shape | None:
        """The shape of an annotated function's result. Arguments that contradict its parameters are reported."""
        bound: dict[str, Size] = {}
        is_certain = True
        for t, argument in _arguments(call, declared):
            shape = self._shape(argument)
            axes = declared_axes(t)
            if axes is None:
                continue
            if shape is None:
                is_certain &= not any(map(is_name, axes))
                continue
            text = axes_text(t)
            try:
                bind(shape, axes, bound)
            except ShapeError as error:
                self._refuse(
                    argument,
                    f'The argument has axes "{shown_shape(shape)}", and the parameter is declared with '
                    f'"{text}": {error}',
                )
                return None
        returned = declared_axes(declared.ret_type)
        return None if returned is None else substituted(returned, bound)


def _declared(callee: RefExpr) -> CallableType | None:
    """The signature of an annotated function, if the name is one, and its decorators leave it as it is."""
    node = callee.node
    if isinstance(node, Decorator):
        if not all(_keeps(decorator) for decorator in node.original_decorators):
            return None
        node = node.func
    if not isinstance(node, FuncDef) or node.info:
        return None
    declared = node.type
    if not isinstance(declared, CallableType):
        return None
    return declared if any(axes_text(t) is not None for t in (*declared.arg_types, declared.ret_type)) else None


def _keeps(decorator: Expression) -> bool:
    if isinstance(decorator, CallExpr):
        inner = decorator.args[0] if decorator.args else None
        if isinstance(decorator.callee, RefExpr) and decorator.callee.fullname == "functools.partial":
            return inner is not None and _keeps(inner)
        return _keeps(decorator.callee)
    return isinstance(decorator, RefExpr) and decorator.fullname in KEEPING


def _arguments(call: CallExpr, declared: CallableType) -> Iterator[tuple[Type | None, Expression]]:
    """The arguments of a call, with the types of the parameters that take them."""
    positional = [
        t for t, kind in zip(declared.arg_types, declared.arg_kinds, strict=True) if kind in (ARG_POS, ARG_OPT)
    ]
    by_name = {
        name: t
        for name, t, kind in zip(declared.arg_names, declared.arg_types, declared.arg_kinds, strict=True)
        if kind in (ARG_POS, ARG_OPT, ARG_NAMED, ARG_NAMED_OPT)
    }
    is_plain = True
    for n, (argument, kind, name) in enumerate(zip(call.args, call.arg_kinds, call.arg_names, strict=True)):
        is_plain &= not kind.is_star()
        if kind == ARG_POS and is_plain and n < len(positional):
            yield positional[n], argument
        else:
            yield by_name.get(name) if kind == ARG_NAMED else None, argument


def _assigned(node: Node) -> Iterator[str]:
    """The names that are assigned anywhere in a statement."""
    left: list[object] = [node]
    while left:
        each = left.pop()
        match each:
            case NameExpr(name=name) if each.is_inferred_def or each.is_new_def:
                yield name
            case AssignmentStmt(lvalues=lvalues):
                for lvalue in lvalues:
                    yield from _names_in(lvalue)
            case OperatorAssignmentStmt(lvalue=lvalue) | ForStmt(index=lvalue) | DelStmt(expr=lvalue):
                yield from _names_in(lvalue)
            case WithStmt(target=targets):
                for target in targets:
                    if target is not None:
                        yield from _names_in(target)
            case TryStmt(vars=names):
                for variable in names:
                    if variable is not None:
                        yield from _names_in(variable)
            case AssignmentExpr(target=target):
                yield from _names_in(target)
            case MatchStmt():
                for pattern in each.patterns:
                    yield from _captured(pattern)
            case FuncDef(name=name) | ClassDef(name=name):
                yield name
                continue
        if isinstance(each, Node):
            left += children(each)


def _captured(node: object) -> Iterator[str]:
    if isinstance(node, NameExpr):
        yield node.name
    if isinstance(node, Node):
        for attribute in ("name", "rest", "capture"):
            inner = getattr(node, attribute, None)
            if isinstance(inner, NameExpr):
                yield inner.name
        for child in children(node):
            yield from _captured(child)


def _names_in(node: Node) -> Iterator[str]:
    if isinstance(node, NameExpr):
        yield node.name
    elif not isinstance(node, IndexExpr | MemberExpr):
        for child in children(node):
            if isinstance(child, Node):
                yield from _names_in(child)


def _changed_elsewhere(body: Block) -> Iterator[str]:
    """The names that a function shares with others, or assigns within an expression."""
    left: list[object] = [body]
    while left:
        each = left.pop()
        match each:
            case GlobalDecl(names=names) | NonlocalDecl(names=names):
                yield from names
            case AssignmentExpr(target=target):
                yield from _names_in(target)
        if isinstance(each, Node):
            left += children(each)
