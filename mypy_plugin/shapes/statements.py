"""Follows shapes through the bodies of functions, from the annotations of the parameters to the results.

When mypy begins to check a file, the plugin follows each function once. Shapes are known from jaxtyping's annotations
and from one-line rules. Unknown shapes stay unknown, and only certain contradictions are reported.
"""

from __future__ import annotations

from collections.abc import Sequence

from mypy.nodes import (
    Argument,
    AssertStmt,
    AssignmentStmt,
    Block,
    ClassDef,
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
    ReturnStmt,
    TryStmt,
    WhileStmt,
    WithStmt,
)
from mypy.plugin import CheckerPluginInterface
from mypy.types import CallableType, Type

from ...diagnostics.codes import SHAPE_MISMATCH
from ...jaxtyping.names import MODULE
from ...jaxtyping.shapes import Size
from ..annotations.jaxtyping_axes import declared_axes
from ..mypy_compat.modules import current_file, loaded_modules
from ..severities import is_reported
from ..syntax_tree import children
from .annotation_checks import AnnotationChecks, parameter_names
from .assigned_names import AssignedNames
from .declared_values import attribute_type, declared_value, field_sizes, has_axes
from .expected_errors import expects_error, may_suppress
from .expressions import Expressions
from .function_places import Place, functions_in
from .values import (
    Arguments,
    Environment,
    Local,
    Object,
    ShapesOfExpressions,
    Value,
    array_shape,
    joined,
    without_names,
)

MOST_NESTED = 3
"""The number of loops in each other whose variables are followed."""


def check_shapes(api: CheckerPluginInterface) -> ShapesOfExpressions | None:
    """Report contradictions of shapes in the file under check, if the program uses jaxtyping.

    Returns:
        The shapes of the expressions in the file; None if the program does not use jaxtyping.
    """
    tree = current_file(api)
    if tree.is_stub or MODULE not in loaded_modules(api):
        return None
    shapes = ShapesOfExpressions()
    if is_reported(api, SHAPE_MISMATCH):
        names = AssignedNames()
        for place in functions_in(tree.defs):
            if place.function.type is not None or api.options.check_untyped_defs:
                Statements(api, names, shapes).check(place)
    return shapes


class Statements(Expressions):
    """Follows the statements of one function."""

    def __init__(self, api: CheckerPluginInterface, assigned: AssignedNames, shapes: ShapesOfExpressions) -> None:
        super().__init__(api, shapes)
        self._assigned_names = assigned
        self._annotations = AnnotationChecks(self._report_contradiction)
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
            self._names = parameter_names(declared)
        self._block(function.body)

    def _parameters(self, place: Place) -> Environment:
        """The values of a function's parameters."""
        function, declared = place.function, place.function.type
        assigned = self._assigned_names.anywhere_in(function.body)
        environment: Environment = {}
        if isinstance(declared, CallableType):
            names = parameter_names(declared)
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
        is_quiet = _has_branches(node) or (isinstance(node.type, CallableType) and has_axes(node.type))
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
            case WithStmt() if expects_error(statement):
                self._forget(statement)
            case WithStmt() if not any(map(may_suppress, statement.expr)):
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
                self._set(name, self._transformations.decorated(statement, Local(function, dict(self._environment))))
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
        if declared_axes(statement.type) is None:
            declared = declared_value(statement.type, self._names)
            return value if declared is None or type(declared) is type(value) else declared
        return self._annotations.variable(name, statement, value, self._names)

    def _field(self, target: MemberExpr, value: Value, place: Expression) -> None:
        """Compare the value that a field gets with the field's annotation."""
        owner, shape = self._value(target.expr), array_shape(value)
        if not isinstance(owner, Object) or shape is None:
            return
        t = attribute_type(owner, target.name)
        axes = declared_axes(t)
        if axes is not None:
            bound = field_sizes(owner.path, axes)
            self._annotations.declared(target.name, t, shape, bound, place)

    def _return(self, statement: ReturnStmt, expression: Expression | None) -> None:
        """Follow a `return` statement, and compare its value with the declared result."""
        value = None if expression is None else self._value(expression)
        self._results.append(value)
        if self._returned is not None and value is not None:
            bound: dict[str, Size] = {name: name for name in self._names}
            self._annotations.returned(self._returned, value, bound, expression or statement)


def _has_branches(function: FuncDef) -> bool:
    """Whether a function has statements that may be meant for some shapes only."""
    left: list[Node] = [function.body]
    while left:
        node = left.pop()
        if isinstance(node, IfStmt | MatchStmt | TryStmt | WithStmt):
            return True
        left += [child for child in children(node) if not isinstance(child, Argument | Expression)]
    return False
