"""Follows shapes through the bodies of functions, from the annotations of the parameters to the results.

When mypy begins to check a file, the plugin follows each function once. Shapes are known from jaxtyping's annotations
and from one-line rules. Unknown shapes stay unknown, and only certain contradictions are reported.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from mypy.nodes import (
    Argument,
    AssertStmt,
    AssignmentStmt,
    Block,
    CallExpr,
    ClassDef,
    Context,
    Decorator,
    DelStmt,
    Expression,
    ExpressionStmt,
    ForStmt,
    FuncDef,
    IfStmt,
    LambdaExpr,
    MatchStmt,
    MemberExpr,
    NameExpr,
    Node,
    OperatorAssignmentStmt,
    OverloadedFuncDef,
    RefExpr,
    ReturnStmt,
    TryStmt,
    WhileStmt,
    WithStmt,
)
from mypy.plugin import CheckerPluginInterface
from mypy.types import CallableType, Instance, NoneType, TupleType, Type, UnionType, get_proper_type

from ...diagnostics.codes import SHAPE_MISMATCH
from ...jaxtyping.dimensions import Axis
from ...jaxtyping.names import MODULE
from ...jaxtyping.shapes import Shape, ShapeError, Size, bind, names_of, shown_shape, substituted
from ..annotations.jaxtyping_axes import axes_text, declared_axes
from ..mypy_compat import current_file, loaded_modules
from ..severities import is_reported
from ..statements import blocks
from ..syntax_tree import children
from .assigned_names import AssignedNames
from .declared_values import attribute_type, declared_value, field_sizes, has_axes
from .expressions import Expressions
from .values import Arguments, Environment, Items, Local, Object, Value, array_shape, joined, without_names

MOST_NESTED = 3
"""The number of loops in each other whose variables are followed."""
EXPECTED_ERRORS = ("raises", "warns", "assertRaises", "assertRaisesRegex", "suppress")
"""The names of functions in a ``with`` statement whose block is expected to fail."""


def check_shapes(api: CheckerPluginInterface) -> None:
    """Report contradictions of shapes in the file under check, if the program uses jaxtyping."""
    tree = current_file(api)
    if tree.is_stub or MODULE not in loaded_modules(api) or not is_reported(api, SHAPE_MISMATCH):
        return
    names = AssignedNames()
    for place in _functions(tree.defs):
        if place.function.type is not None or api.options.check_untyped_defs:
            Statements(api, names).check(place)


class Place(NamedTuple):
    """A function, its class if it is a method, and the functions around it, from the outside in."""

    function: FuncDef
    owner: ClassDef | None
    around: tuple[Place, ...]


def _functions(nodes: Sequence[Node]) -> Iterator[Place]:
    """The functions of a file, also within classes and other functions."""
    left: list[tuple[Node, ClassDef | None, tuple[Place, ...]]] = [(node, None, ()) for node in reversed(nodes)]
    while left:
        node, owner, around = left.pop()
        inner: Sequence[Node] = ()
        match node:
            case FuncDef():
                place = Place(node, owner, around)
                yield place
                inner, owner, around = [node.body], None, (*around, place)
            case Decorator(func=function):
                inner = [function]
            case OverloadedFuncDef(items=items):
                inner = items
            case ClassDef(defs=body):
                inner, owner = body.body, node
            case Block(body=statements, is_unreachable=False):
                inner = statements
            case IfStmt() | ForStmt() | WhileStmt() | TryStmt() | WithStmt():
                inner = [child for block in blocks(node) for child in block.body]
        left += [(child, owner, around) for child in reversed(inner)]


class Statements(Expressions):
    """Follows the statements of one function."""

    def __init__(self, api: CheckerPluginInterface, assigned: AssignedNames) -> None:
        super().__init__(api)
        self._assigned_names = assigned
        self._returned: Type | None = None
        self._names: frozenset[str] = frozenset()
        self._results: list[Value] = []
        self._nesting = 0

    def check(self, place: Place) -> None:
        """Follow a function from its parameters."""
        function = place.function
        self._changed = self._assigned_names.changed_elsewhere(function.body)
        declared = function.type
        self._environment = self._parameters(place)
        own = {argument.variable.name for argument in function.arguments} | self._assigned_names.anywhere_in(
            function.body
        )
        for outer in reversed(place.around):
            own |= self._assigned_names.anywhere_in(outer.function.body)
            for name, value in self._parameters(outer).items():
                if name not in own:
                    self._environment[name] = without_names(value)
            own |= {argument.variable.name for argument in outer.function.arguments}
        if isinstance(declared, CallableType):
            is_plain = not function.is_generator and not function.is_coroutine
            self._returned = declared.ret_type if is_plain else None
            self._names = names_of([axes for t in _plain_parameters(declared) for axes in _all_axes(t)])
        self._block(function.body)

    def _parameters(self, place: Place) -> Environment:
        """The values of a function's parameters."""
        function, declared = place.function, place.function.type
        assigned = self._assigned_names.anywhere_in(function.body)
        environment: Environment = {}
        if isinstance(declared, CallableType):
            types = _plain_parameters(declared)
            names = names_of([axes for t in types for axes in _all_axes(t)])
            for name, t, kind in zip(declared.arg_names, declared.arg_types, declared.arg_kinds, strict=True):
                value = declared_value(t, names) if not kind.is_star() else None
                if isinstance(value, Object):
                    value = Object(value.info, None if name in assigned else name)
                if value is not None and name is not None and name not in self._changed:
                    environment[name] = value
        is_method = place.owner is not None and not function.is_static and not function.is_class
        if is_method and place.owner is not None and function.arguments:
            name = function.arguments[0].variable.name
            environment[name] = Object(place.owner.info, None if name in assigned else name)
        return environment

    def _run(self, function: Local, arguments: Arguments) -> Value:
        """The result of a call of a function of the program, whose body is followed."""
        node = function.node
        if isinstance(node, LambdaExpr):
            return super()._run(function, arguments)
        if node.is_generator or node.is_coroutine:
            return None
        before = self._returned, self._names, self._results, self._changed
        environment = self._local_variables(function, arguments)
        self._returned, self._names, self._results = None, frozenset(), []
        self._changed |= self._assigned_names.changed_elsewhere(node.body)
        is_quiet = _branches(node) or (isinstance(node.type, CallableType) and has_axes(node.type))
        try:
            with self._scope(environment, is_quiet=is_quiet):
                self._block(node.body)
                return joined(self._results)
        finally:
            self._returned, self._names, self._results, self._changed = before

    # ------------------------------------------------------------------------------------------------- statements

    def _block(self, block: Block | None) -> bool:
        """Follow a block; whether the program may go on behind it."""
        if block is None:
            return True
        if block.is_unreachable:
            return False
        return all(self._statement(statement) for statement in block.body)

    def _statement(self, statement: Node) -> bool:
        """Follow a statement; False if the statements after it are not reached."""
        self._cache.clear()
        match statement:
            case AssignmentStmt():
                self._assignment(statement)
            case OperatorAssignmentStmt(op=op, lvalue=left, rvalue=right):
                value = self._operator(op, left, right, statement)
                if isinstance(left, NameExpr):
                    self._set(left.name, value)
            case ReturnStmt(expr=returned):
                self._return(statement, returned)
                return False
            case ExpressionStmt(expr=expression):
                self._value(expression)
            case Block():
                return self._block(statement)
            case IfStmt():
                return self._if(statement)
            case MatchStmt(subject=subject, bodies=bodies):
                self._value(subject)
                self._forget(statement)
                return self._branches([*bodies, None])
            case WithStmt() if _expects_error(statement):
                self._forget(statement)
            case WithStmt() if not any(map(_may_suppress, statement.expr)):
                for expression in statement.expr:
                    self._value(expression)
                for target in statement.target:
                    self._forget(target)
                return self._block(statement.body)
            case ForStmt() | WhileStmt() | TryStmt() | WithStmt():
                self._repeated(statement)
            case DelStmt():
                self._forget(statement)
            case FuncDef(name=name):
                self._set(name, Local(statement, dict(self._environment)))
            case Decorator(func=FuncDef(name=name) as function):
                self._set(name, self._functions.decorated(statement, Local(function, dict(self._environment))))
            case ClassDef(name=name):
                self._set(name, None)
            case _:
                if type(statement).__name__ in ("RaiseStmt", "BreakStmt", "ContinueStmt"):
                    return False
                if isinstance(statement, AssertStmt):
                    self._value(statement.expr)
        return True

    def _if(self, statement: IfStmt) -> bool:
        """Follow an `if` statement, without the branches that a shape rules out; False if every branch leaves."""
        reached: list[Block | None] = []
        for condition, body in zip(statement.expr, statement.body, strict=True):
            truth = self._truth(condition)
            if truth is not False:
                reached.append(body)
            if truth:
                break
        else:
            reached.append(statement.else_body)
        return self._branches(reached)

    def _branches(self, bodies: Sequence[Block | None]) -> bool:
        """Follow alternative blocks and join their ends; False if every block leaves."""
        before = dict(self._environment)
        ends: list[Environment] = []
        for block in bodies:
            self._environment = dict(before)
            self._cache.clear()
            if self._block(block):
                ends.append(self._environment)
        self._environment = before
        self._cache.clear()
        if not ends:
            return False
        joins = {name: joined([end.get(name) for end in ends]) for name in ends[0]}
        self._environment = {name: value for name, value in joins.items() if value is not None}
        return True

    def _repeated(self, statement: ForStmt | WhileStmt | TryStmt | WithStmt) -> None:
        """Follow a statement whose blocks may run any number of times, or in part."""
        assigned = self._assigned_names.anywhere_in(statement)
        kept = assigned & self._environment.keys()
        recorded, self._nesting = self._assigned, self._nesting + 1
        # A variable keeps the common part of its value before the statement and of all values that it gets.
        while kept and self._nesting <= MOST_NESTED:
            self._assigned = {}
            with self._scope(dict(self._environment), is_quiet=True):
                self._follow_blocks(statement, assigned - kept)
            before = {name: self._environment[name] for name in kept}
            after = {name: joined([value, self._assigned.get(name, value)]) for name, value in before.items()}
            if after == before:
                break
            self._environment.update(after)
            kept = frozenset(name for name, value in after.items() if value is not None)
        else:
            kept = frozenset()
        self._assigned, self._nesting = recorded, self._nesting - 1
        if recorded is not None:
            recorded.update(dict.fromkeys(assigned - kept))
        self._follow_blocks(statement, assigned - kept)

    def _follow_blocks(self, statement: ForStmt | WhileStmt | TryStmt | WithStmt, unknown: frozenset[str]) -> None:
        """Follow each block of a statement from the variables before it, leaving out unknown variables."""
        element = self._element_of(statement.expr) if isinstance(statement, ForStmt) else None
        for name in unknown:
            self._environment.pop(name, None)
        self._cache.clear()
        before = dict(self._environment)
        for child in children(statement):
            if isinstance(child, Block):
                if isinstance(statement, ForStmt) and child is statement.body:
                    self._assign(statement.index, element)
                self._block(child)
                self._environment = dict(before)
                self._cache.clear()
            elif isinstance(child, Expression) and not isinstance(statement, ForStmt):
                self._value(child)

    def _forget(self, statement: Node | None) -> None:
        """Forget the variables that a statement assigns, wherever in it."""
        for name in () if statement is None else self._assigned_names.anywhere_in(statement):
            self._environment.pop(name, None)
            if self._assigned is not None:
                self._assigned[name] = None
        self._cache.clear()

    def _assignment(self, statement: AssignmentStmt) -> None:
        """Follow an assignment statement."""
        value = self._value(statement.rvalue)
        if len(statement.lvalues) != 1:
            self._forget(statement)
            return
        target = statement.lvalues[0]
        if isinstance(target, NameExpr):
            if statement.unanalyzed_type is not None:
                value = self._declared_variable(target.name, statement, value)
            self._set(target.name, value)
        elif isinstance(target, MemberExpr):
            self._field(target, value, statement.rvalue)
        else:
            self._forget(statement)
            self._assign(target, value)

    def _declared_variable(self, name: str, statement: AssignmentStmt, value: Value) -> Value:
        """The value of a local variable with an annotation; an error if the assigned value contradicts it."""
        axes, shape = declared_axes(statement.type), array_shape(value)
        if axes is None:
            declared = declared_value(statement.type, self._names)
            return value if declared is None or type(declared) is type(value) else declared
        bound: dict[str, Size] = {each: each for each in self._names}
        text = axes_text(statement.type)
        if shape is not None and not self._agrees(shape, axes, bound, statement.rvalue, f'"{name}" is', text):
            shape = None
        declared = None if any(a.is_variadic for a in axes) else substituted(axes, bound)
        return declared if shape is None else shape

    def _field(self, target: MemberExpr, value: Value, place: Expression) -> None:
        """Compare the value that a field gets with the field's annotation."""
        owner, shape = self._value(target.expr), array_shape(value)
        if not isinstance(owner, Object) or shape is None:
            return
        t = attribute_type(owner, target.name)
        axes = declared_axes(t)
        if axes is not None:
            bound = field_sizes(owner.path, axes)
            self._agrees(shape, axes, bound, place, f'"{target.name}" is', axes_text(t))

    def _return(self, statement: ReturnStmt, expression: Expression | None) -> None:
        """Follow a `return` statement, and compare its value with the declared result."""
        value = None if expression is None else self._value(expression)
        self._results.append(value)
        if self._returned is not None and value is not None:
            bound: dict[str, Size] = {name: name for name in self._names}
            self._check_returned(self._returned, value, bound, expression or statement)

    def _check_returned(self, t: Type, value: Value, bound: dict[str, Size], place: Context) -> None:
        """Compare a returned value, or an item of it, with the declared type."""
        proper = get_proper_type(t)
        match proper, value:
            case TupleType(items=types), Items(items=values) if len(types) == len(values):
                for each, item in zip(types, values, strict=True):
                    self._check_returned(each, item, bound, place)
            case Instance(), _:
                axes, shape = declared_axes(proper), array_shape(value)
                if axes is not None and shape is not None:
                    self._agrees(shape, axes, bound, place, "The returned array has", axes_text(proper))
            case UnionType(items=types), _:
                arrays = [each for each in types if axes_text(each) is not None]
                if len(arrays) == 1 and isinstance(value, tuple) and _only_arrays(types):
                    self._check_returned(arrays[0], value, bound, place)

    def _agrees(
        self, shape: Shape, axes: Sequence[Axis], bound: dict[str, Size], place: Context, subject: str, text: str | None
    ) -> bool:
        """Whether a shape may have the axes of an annotation; otherwise an error is reported."""
        try:
            bind(shape, axes, bound)
        except ShapeError as error:
            verb = "" if subject.endswith("has") else " declared with"
            has = f'{subject} axes "{shown_shape(shape)}"' if not verb else f'{subject}{verb} axes "{text}"'
            rest = f', and is declared with "{text}"' if not verb else f', and its value has "{shown_shape(shape)}"'
            self._report_contradiction(place, f"{has}{rest}: {error}")
            return False
        return True


def _plain_parameters(declared: CallableType) -> list[Type]:
    """The types of the parameters that are not starred."""
    return [t for t, kind in zip(declared.arg_types, declared.arg_kinds, strict=True) if not kind.is_star()]


def _only_arrays(types: Sequence[Type]) -> bool:
    """Whether a union has nothing but one annotated array that an array may be: ``Float[Array, "n"] | None``."""
    others = [get_proper_type(each) for each in types if axes_text(each) is None]
    return all(isinstance(other, NoneType) for other in others)


def _all_axes(t: Type) -> Iterator[tuple[Axis, ...]]:
    """The axes of the arrays in a parameter's type."""
    left: list[Type] = [t]
    while left:
        proper = get_proper_type(left.pop())
        axes = declared_axes(proper)
        if axes is not None:
            yield axes
        if isinstance(proper, TupleType) and proper.partial_fallback.type.tuple_type is None:
            left += proper.items


def _branches(function: FuncDef) -> bool:
    """Whether a function has statements that may be meant for some shapes only."""
    left: list[Node] = [function.body]
    while left:
        node = left.pop()
        if isinstance(node, IfStmt | MatchStmt | TryStmt | WithStmt):
            return True
        left += [child for child in children(node) if not isinstance(child, Argument | Expression)]
    return False


def _may_suppress(expression: Expression) -> bool:
    """Whether the block of a ``with`` statement may end early without an error behind it."""
    return not (isinstance(expression, CallExpr) and isinstance(expression.callee, RefExpr)) or _expects(expression)


def _expects_error(statement: WithStmt) -> bool:
    return any(map(_expects, statement.expr))


def _expects(expression: Expression) -> bool:
    callee = expression.callee if isinstance(expression, CallExpr) else None
    return isinstance(callee, NameExpr | MemberExpr) and callee.name in EXPECTED_ERRORS
