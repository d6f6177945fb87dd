"""Evaluates expressions to the values that they certainly have: shapes of arrays, sizes, tuples, objects, functions.

The types of expressions are not known yet, since mypy has not checked the file. So values come from declared types,
literals and the rules of shapes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from mypy.nodes import (
    ARG_NAMED,
    ARG_POS,
    AssignmentExpr,
    CallExpr,
    ComparisonExpr,
    ConditionalExpr,
    Context,
    Decorator,
    DictionaryComprehension,
    Expression,
    FuncDef,
    GeneratorExpr,
    IndexExpr,
    LambdaExpr,
    ListComprehension,
    ListExpr,
    MemberExpr,
    NameExpr,
    OpExpr,
    RefExpr,
    SetComprehension,
    StarExpr,
    TupleExpr,
    TypeInfo,
    UnaryExpr,
    Var,
)
from mypy.plugin import CheckerPluginInterface
from mypy.types import CallableType, Instance, get_proper_type

from ...diagnostics.codes import SHAPE_MISMATCH
from ...jaxtyping.names import EXACT
from ...jaxtyping.shapes import Shape, ShapeError, shown_shape
from ..report import fail_expression_at
from ..syntax_tree import children
from ..types.operands import array_dtype
from ..variables.assignment_marker import inner_value
from .array_functions import MODULES, UPDATES, ArrayFunctions
from .declared_values import attribute, declared_value, has_axes
from .function_calls import FunctionCalls
from .indices import Indices
from .literals import NOT_LITERAL, literal_value
from .transformed_functions import Transformations
from .value_operators import COMPARISONS, combined, compared, length, unpacked
from .values import (
    Arguments,
    Class,
    Declared,
    Dimension,
    Environment,
    Items,
    Local,
    Object,
    Partial,
    Repeated,
    ShapesOfExpressions,
    Value,
    array_shape,
    joined,
    without_lists,
)

INTEGERS = frozenset(EXACT[name] for name in EXACT if name.startswith(("Int", "UInt")))
MOST_STEPS = 200_000
"""The number of expressions that are evaluated in a file at most."""


class Expressions:
    """Evaluates the expressions of one function.

    Args:
        api: mypy's checker, which reports errors.
        shapes: records the shapes of the expressions.
    """

    def __init__(self, api: CheckerPluginInterface, shapes: ShapesOfExpressions) -> None:
        self._api, self._shapes = api, shapes
        self._environment: Environment = {}
        self._changed: frozenset[str] = frozenset()
        self._cache: dict[Expression, Value] = {}
        self._is_quiet = False
        self._steps = 0
        self._assigned: Environment | None = None
        self._functions = FunctionCalls(self._run, self._report_contradiction)
        self._transformations = Transformations(self._functions.call, self._report_contradiction)
        self._arrays = ArrayFunctions(self._value, self._report_contradiction)
        self._indices = Indices(self._value, self._is_integer)

    def _report_contradiction(self, place: Context, message: str) -> None:
        if not self._is_quiet:
            fail_expression_at(self._api, place, SHAPE_MISMATCH, message)

    def _set(self, name: str, value: Value) -> None:
        """Assign a value to a name."""
        value = without_lists(value)
        if value is None or name in self._changed:
            self._environment.pop(name, None)
        else:
            self._environment[name] = value
        if self._assigned is not None:
            self._assigned[name] = joined([self._assigned.get(name, value), value])
        self._cache.clear()

    @contextmanager
    def _scope(self, environment: Environment, *, is_quiet: bool = False) -> Iterator[None]:
        """Evaluate with other variables in this block."""
        before = self._environment, self._cache, self._is_quiet
        self._environment, self._cache, self._is_quiet = environment, {}, is_quiet or self._is_quiet
        try:
            yield
        finally:
            self._environment, self._cache, self._is_quiet = before

    def _run(self, function: Local, arguments: Arguments) -> Value:
        """The value that a lambda returns; `Statements` runs functions with statements."""
        node = function.node
        if not isinstance(node, LambdaExpr):
            return None
        with self._scope(self._local_variables(function, arguments)):
            return self._value(node.expr())

    def _local_variables(self, function: Local, arguments: Arguments) -> Environment:
        """The variables that a lambda or function sees: those around it that are unchanged, and its parameters."""
        node = function.node
        environment = {
            name: value for name, value in function.environment.items() if self._environment.get(name) == value
        }
        arguments_left = iter(arguments.positional)
        for argument in node.arguments:
            name = argument.variable.name
            environment.pop(name, None)
            if argument.kind.is_star():
                arguments_left = iter(())
                continue
            value = arguments.named[name] if name in arguments.named else next(arguments_left, None)
            if value is not None:
                environment[name] = value
        return environment

    # ------------------------------------------------------------------------------------------------- expressions

    def _shape(self, expression: Expression) -> Shape | None:
        """The shape of an expression's value as an array; None if it is unknown."""
        return array_shape(self._value(expression))

    def _value(self, expression: Expression) -> Value:
        """The value of an expression; errors in the expression are reported the first time."""
        if expression in self._cache:
            return self._cache[expression]
        self._steps += 1
        value = self._evaluated(expression) if self._steps <= MOST_STEPS else None
        self._cache[expression] = value
        self._shapes.record(expression, value)
        return value

    def _evaluated(self, expression: Expression) -> Value:
        """The value of an expression."""
        match expression:
            case NameExpr(name=name):
                if name in self._environment:
                    return self._environment[name]
                return self._named(expression)
            case OpExpr(op="and" | "or", left=left, right=right):
                return joined([self._value(left), self._value(right)])
            case OpExpr(op=op, left=left, right=right):
                return self._operator(op, left, right, expression)
            case UnaryExpr(op=op, expr=inner):
                value = self._value(inner)
                if isinstance(value, Dimension):
                    return Dimension(-value.size if op == "-" and isinstance(value.size, int) else None)
                return None if op == "not" else array_shape(value)
            case ComparisonExpr(operators=[op], operands=[left, right]) if op in COMPARISONS:
                return self._operator("+", left, right, expression)
            case ConditionalExpr(cond=condition, if_expr=left, else_expr=right):
                truth = self._truth(condition)
                if truth is not None:
                    return self._value(left if truth else right)
                return joined([self._value(left), self._value(right)])
            case CallExpr():
                return self._call(expression)
            case IndexExpr(base=base, index=index):
                return self._item(self._value(base), index, expression)
            case MemberExpr():
                return self._attribute(expression)
            case AssignmentExpr(value=inner):
                return self._value(inner)
            case LambdaExpr():
                return Local(expression, dict(self._environment))
            case TupleExpr(items=items):
                return self._items(items, is_list=False)
            case ListExpr(items=items):
                return self._items(items, is_list=True)
            case ListComprehension(generator=generator) | SetComprehension(generator=generator):
                return self._comprehension(generator)
            case GeneratorExpr():
                return self._comprehension(expression)
            case DictionaryComprehension():
                return None
        number = literal_value(expression)
        if isinstance(number, int) and not isinstance(number, bool):
            return Dimension(number)
        if isinstance(number, bool | float | complex):
            return ()
        if number is NOT_LITERAL and not isinstance(expression, RefExpr):
            for child in children(expression):
                if isinstance(child, Expression):
                    self._value(child)
        return None

    def _named(self, expression: RefExpr) -> Value:
        """The value of a name outside the function, or of an attribute of a module."""
        if isinstance(expression, NameExpr) and expression.name in ("True", "False"):
            return ()
        match expression.node:
            case FuncDef(type=CallableType() as signature, info=info) if not info and has_axes(signature):
                return Declared(signature)
            case Decorator(func=FuncDef(type=CallableType() as signature, info=info)) as decorated if not info:
                if has_axes(signature):
                    return self._transformations.decorated(decorated, Declared(signature))
            case TypeInfo() as info:
                return Class(info)
            case Var(is_inferred=False, type=t, is_self=False) as variable if t is not None:
                is_own = variable.is_cls or "." not in variable.fullname
                return None if is_own or variable.name in self._changed else declared_value(t)
        return None

    def _items(self, items: Sequence[Expression], *, is_list: bool) -> Value:
        """The value of a tuple or list literal."""
        values: list[Value] = []
        is_known = True
        for item in items:
            value = self._value(item.expr if isinstance(item, StarExpr) else item)
            if not isinstance(item, StarExpr):
                values.append(value)
            elif isinstance(value, Items):
                values += value.items
            else:
                is_known = False
        return Items(tuple(values), is_list) if is_known else None

    def _comprehension(self, generator: GeneratorExpr) -> Value:
        """The value of a comprehension or generator."""
        environment = dict(self._environment)
        with self._scope(environment):
            for index, sequence, conditions in zip(
                generator.indices, generator.sequences, generator.condlists, strict=True
            ):
                self._assign(index, self._element_of(sequence))
                for condition in conditions:
                    self._value(condition)
            item = self._value(generator.left_expr)
        return None if item is None else Repeated(item, is_list=True)

    def _element_of(self, sequence: Expression) -> Value:
        """The value of the variable of a loop over a sequence."""
        sequence = inner_value(sequence)
        if isinstance(sequence, CallExpr) and isinstance(sequence.callee, RefExpr):
            name = sequence.callee.fullname
            if name == "builtins.range":
                for argument in sequence.args:
                    self._value(argument)
                return Dimension(None)
            if name == "builtins.enumerate" and len(sequence.args) == 1:
                return Items((Dimension(None), self._element_of(sequence.args[0])))
            kinds = [*zip(sequence.args, sequence.arg_kinds, strict=True)]
            if name in ("builtins.zip", "builtins.reversed") and not any(kind.is_star() for _, kind in kinds):
                each = tuple(self._element_of(argument) for argument, kind in kinds if kind == ARG_POS)
                return each[0] if name.endswith("reversed") and each else Items(each)
        match self._value(sequence):
            case tuple() as shape if shape:
                return shape[1:]
            case Items(items=items):
                return joined(items)
            case Repeated(item=item):
                return item
        return None

    def _assign(self, target: Expression, value: Value) -> None:
        """Assign a value to a variable, or to the variables of a tuple."""
        if isinstance(target, NameExpr):
            self._set(target.name, value)
        elif isinstance(target, TupleExpr | ListExpr):
            self._unpack(target.items, value)
        elif isinstance(target, StarExpr):
            self._assign(target.expr, None)

    def _unpack(self, targets: Sequence[Expression], value: Value) -> None:
        """Assign the items of a value to several targets."""
        count, values = len(targets), unpacked(value, len(targets))
        stars = [n for n, target in enumerate(targets) if isinstance(target, StarExpr)]
        if stars and isinstance(value, Items) and len(value.items) >= count - 1:
            after = count - stars[0] - 1
            middle = value.items[stars[0] : len(value.items) - after]
            rest = value.items[len(value.items) - after :]
            for target, item in zip(targets, (*value.items[: stars[0]], Items(middle), *rest), strict=True):
                self._assign(target.expr if isinstance(target, StarExpr) else target, item)
            return
        for n, target in enumerate(targets):
            self._assign(target, values[n] if values is not None and not stars else None)
        if values is None and isinstance(value, Items) and not stars:
            number = f"{len(value.items)} values are" if len(value.items) != 1 else "1 value is"
            self._report_contradiction(targets[0], f"{number} assigned to {count} variables")

    # --------------------------------------------------------------------------------- operators, items, attributes

    def _operator(self, op: str, left: Expression, right: Expression, place: Context) -> Value:
        """The value of a binary operator; a contradiction of shapes is reported, and gives None."""
        try:
            return combined(op, self._value(left), self._value(right))
        except ShapeError as error:
            left_shape, right_shape = self._shape(left), self._shape(right)
            if left_shape is not None and right_shape is not None:
                axes = f'"{shown_shape(left_shape)}" and "{shown_shape(right_shape)}"'
                self._report_contradiction(place, f"Operands with axes {axes}: {error}")
            return None

    def _truth(self, condition: Expression) -> bool | None:
        """Whether a condition on sizes is true; None if it is unknown."""
        self._value(condition)
        match condition:
            case ComparisonExpr(operators=[op], operands=[left, right]):
                return compared(op, self._value(left), self._value(right))
            case UnaryExpr(op="not", expr=inner):
                truth = self._truth(inner)
                return None if truth is None else not truth
        return None

    def _item(self, value: Value, index: Expression, place: Context) -> Value:
        """The value of ``value[index]``."""
        match value:
            case tuple() as shape:
                read = self._indices.items(index)
                return None if read is None else self._arrays.indexed(shape, read, place)
            case Items(items=items):
                number = self._value(index)
                if isinstance(number, Dimension) and isinstance(number.size, int):
                    return items[number.size] if -len(items) <= number.size < len(items) else None
                part = self._indices.slice_of(index)
                return Items(items[part]) if part is not None else None
            case Repeated(item=item):
                return item if isinstance(self._value(index), Dimension) else None
        self._value(index)
        return None

    def _attribute(self, expression: MemberExpr) -> Value:
        """The value of an attribute of a module, array or object."""
        if isinstance(expression.node, FuncDef | Decorator | TypeInfo) or (
            isinstance(expression.node, Var) and "." in expression.node.fullname and not expression.node.info
        ):
            return self._named(expression)
        owner, name = self._value(expression.expr), expression.name
        match owner:
            case tuple() as shape:
                return self._arrays.attribute(name, shape)
            case Object():
                return attribute(owner, name)
        return None

    def _is_integer(self, expression: Expression) -> bool:
        """Whether an index certainly is an array of integers, and no mask."""
        node = expression.node if isinstance(expression, RefExpr) else None
        t = get_proper_type(node.type) if isinstance(node, Var) and not node.is_inferred else None
        if not isinstance(t, Instance) or not t.args:
            return False
        dtype = array_dtype(t.args[0])
        return dtype is not None and bool(dtype.dtypes) and {*dtype.dtypes} <= INTEGERS

    # --------------------------------------------------------------------------------------------------------- calls

    def _call(self, call: CallExpr) -> Value:
        """The value of a call."""
        callee = call.callee
        arguments = self._arguments(call)
        fullname = callee.fullname if isinstance(callee, RefExpr) else ""
        if fullname == "functools.partial" and arguments.positional:
            return Partial(arguments.positional[0], arguments.from_position(1).with_named(arguments.named))
        if fullname == "builtins.len" and len(arguments.positional) == 1:
            return length(arguments.positional[0])
        transformed = self._transformations.transformed(fullname, arguments, call)
        if transformed is not None:
            return transformed
        if fullname.startswith(MODULES):
            return self._arrays.function(fullname, call, arguments)
        if isinstance(callee, MemberExpr):
            if callee.name in UPDATES and isinstance(callee.expr, IndexExpr):
                at = callee.expr.base
                if isinstance(at, MemberExpr) and at.name == "at":
                    return self._shape(at.expr)
            owner = self._value(callee.expr) if not isinstance(callee.node, FuncDef | TypeInfo) else None
            if isinstance(owner, tuple):
                return self._arrays.method(callee, owner, call)
        return self._functions.call(self._value(callee), arguments, call)

    def _arguments(self, call: CallExpr) -> Arguments:
        """The values of a call's arguments, by position and by name."""
        positional: list[Value] = []
        named: dict[str, Value] = {}
        places: dict[int | str, Expression] = {}
        is_complete = True
        for argument, kind, name in zip(call.args, call.arg_kinds, call.arg_names, strict=True):
            value = self._value(argument)
            if kind == ARG_POS and is_complete:
                places[len(positional)] = argument
                positional.append(value)
            elif kind == ARG_NAMED and name is not None:
                places[name] = argument
                named[name] = value
            elif kind != ARG_POS:
                is_complete = False
        return Arguments(tuple(positional), named, places, is_complete)
