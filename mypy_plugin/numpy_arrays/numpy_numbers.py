"""Types the numbers that NumPy's universal functions return, as in ``x / np.sqrt(d)``.

Such a number promotes as an array does: float64 and bfloat16 give float32. NumPy's stubs leave its type open, and mypy
calls no hook for an operator on such a value. So it gets its type where it is an operand of an array, or an argument of
a JAX function.

Elsewhere it keeps its open type, since a variable that holds it may get another value later. But a variable that only
holds a float64, or results of float64 and Python numbers, has the type ``_Number | Any``. That is assignable to
anything, and anything is assignable to it, while `operands` reads it as float64.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from mypy.nodes import (
    ARG_POS,
    Argument,
    CallExpr,
    ComparisonExpr,
    Context,
    Expression,
    MypyFile,
    Node,
    OpExpr,
    RefExpr,
    UnaryExpr,
)
from mypy.plugin import CheckerPluginInterface, MethodContext
from mypy.types import AnyType, Instance, LiteralType, Type, get_proper_type

from ...rules.numpy_number_functions import made
from ..jax_names import SCALARS
from ..mypy_compat.modules import current_file
from ..per_file_cache import OfFiles
from ..syntax_tree import children
from ..types.expression_types import type_without_context
from ..types.operands import array_dtype, as_array, number_or_anything, numpy_scalar, operands
from ..variables.assignments import assignments_of
from .nested_questions import NestedQuestions

METHODS = tuple(f"numpy._typing._ufunc._UFunc_Nin{count}_Nout1.__call__" for count in (1, 2))
"""The full names of the methods that call universal functions."""

ARRAY_FUNCTIONS = ("jax.numpy.", "jax.nn.", "jax.random.", "jax.scipy.")
"""The prefixes of JAX functions that accept a NumPy number as an array."""

FLOAT64 = "numpy.float64"
Parents: TypeAlias = dict[Expression, Expression]
Hook: TypeAlias = Callable[[MethodContext], Type]


class NumPyNumbers:
    """Types NumPy's numbers in the files under check."""

    def __init__(self) -> None:
        self._parents = OfFiles(_parents)
        self._questions: NestedQuestions[Expression, bool] = NestedQuestions()
        self._values = OfFiles(_no_values)

    def hook(self, ctx: MethodContext) -> Type:
        """Hook of universal functions: the type of the number where an array uses it, else mypy's type."""
        call = ctx.context
        if not isinstance(call, CallExpr) or not isinstance(get_proper_type(ctx.default_return_type), AnyType):
            return ctx.default_return_type
        number_type = _number_type(ctx)
        if number_type is None:
            return ctx.default_return_type
        if self._is_used_by_array(ctx.api, call):
            return number_type
        if self._questions.depth:
            return ctx.default_return_type
        tree: MypyFile = current_file(ctx.api)
        with self._questions.asking():
            value = _value_around(ctx.api, call, self._parents(tree))
        number = number_or_anything(ctx.api)
        if value not in assignments_of(tree).single or _number_class(number_type) != "float64" or number is None:
            return ctx.default_return_type
        self._values(tree).add(value)
        return number if value is call else number_type

    def of_values(self, hook: Hook) -> Hook:
        """The hook of an operator on NumPy numbers, whose result may be the value of a variable."""

        def keeping(ctx: MethodContext) -> Type:
            result = hook(ctx)
            tree: MypyFile = current_file(ctx.api)
            is_value = ctx.context in self._values(tree) and _number_class(result) == "float64"
            return (number_or_anything(ctx.api) or result) if is_value else result

        return keeping

    def _is_used_by_array(self, api: CheckerPluginInterface, call: CallExpr) -> bool:
        """Whether a number ends up as an operand of an array, directly or through other operators.

        Other operands may be calls of universal functions, whose hooks ask the same question. A nested question is
        answered once for each call.
        """
        if call not in self._questions.answers:
            self._questions.answers[call] = False
            with self._questions.asking():
                parents = self._parents(current_file(api))
                is_used_by_array = _is_used_by_array(api, call, parents)
            if self._questions.depth:
                self._questions.answers[call] = is_used_by_array
            return is_used_by_array
        return self._questions.answers[call]


def _no_values(tree: MypyFile) -> set[Context]:
    """An empty set, for the values of a file's variables that are such numbers."""
    return set()


def with_numbers(hooks: dict[str, Hook]) -> dict[str, Hook]:
    """The method hooks, with the hooks that type NumPy numbers added."""
    numbers = NumPyNumbers()
    corrected = {name: numbers.of_values(hook) if name.startswith("numpy.") else hook for name, hook in hooks.items()}
    return corrected | dict.fromkeys(METHODS, numbers.hook)


def _number_type(ctx: MethodContext) -> Type | None:
    """The type of the number that a call returns."""
    function = ctx.type
    name = get_proper_type(function.args[0]) if isinstance(function, Instance) and function.args else None
    if not isinstance(name, LiteralType) or any(kind != ARG_POS for kinds in ctx.arg_kinds for kind in kinds):
        return None
    types = [t for each in ctx.arg_types for t in each]
    numbers = [_number_class(t) or "" for t in types]
    dtype = made(str(name.value), tuple(numbers))
    if dtype == "float64":
        return ctx.api.named_generic_type(FLOAT64, [])
    return types[numbers.index(dtype)] if dtype in numbers else None


def _number_class(t: Type) -> str | None:
    """The name of a number's class, as `made` expects it."""
    proper = get_proper_type(t)
    if isinstance(proper, LiteralType):
        proper = proper.fallback
    return (SCALARS.get(proper.type.fullname) or numpy_scalar(proper)) if isinstance(proper, Instance) else None


def _value_around(api: CheckerPluginInterface, number_expression: Expression, parents: Parents) -> Expression:
    """The largest expression around a number whose other operands are all Python numbers."""
    while isinstance(parent := parents.get(number_expression), OpExpr):
        other = _number_class(
            type_without_context(api, parent.right if parent.left is number_expression else parent.left)
        )
        if other not in ("int", "float"):
            break
        number_expression = parent
    return number_expression


def _is_used_by_array(api: CheckerPluginInterface, made: Expression, parents: Parents) -> bool:
    """Whether an expression is an operand of an array, directly or through other operators."""
    match parents.get(made):
        case UnaryExpr() as parent:
            return _is_used_by_array(api, parent, parents)
        case (OpExpr() | ComparisonExpr(operands=[_, _])) as parent:
            first, second = (parent.left, parent.right) if isinstance(parent, OpExpr) else parent.operands
            other = second if first is made else first
            t = get_proper_type(type_without_context(api, other))
            if isinstance(t, Instance) and (array := as_array(t)):
                return array_dtype(array.args[0]) is not None
            is_number = operands(t) is not None or (isinstance(t, AnyType) and _is_of_numpy(other))
            return is_number and _is_used_by_array(api, parent, parents)
        case CallExpr(callee=RefExpr(fullname=name)) as parent if parent.callee is not made:
            return name.startswith(ARRAY_FUNCTIONS) or (
                _is_of_numpy(parent) and _is_used_by_array(api, parent, parents)
            )
    return False


def _is_of_numpy(expression: Expression) -> bool:
    """Whether an expression is the result of a NumPy function, whose type may depend on the context."""
    match expression:
        case CallExpr(callee=RefExpr(fullname=name)):
            return name.startswith("numpy.")
        case OpExpr(left=left, right=right):
            return _is_of_numpy(left) or _is_of_numpy(right)
        case UnaryExpr(expr=inner):
            return _is_of_numpy(inner)
    return False


def _parents(tree: MypyFile) -> Parents:
    """Maps each operand and argument in a file to the expression that contains it."""
    parents: Parents = {}
    left: list[Node | Argument] = [*tree.defs]
    while left:
        node = left.pop()
        match node:
            case OpExpr():
                parents |= {node.left: node, node.right: node}
            case ComparisonExpr():
                parents |= dict.fromkeys(node.operands, node)
            case UnaryExpr():
                parents[node.expr] = node
            case CallExpr():
                parents |= dict.fromkeys(node.args, node)
        left.extend(children(node))
    return parents
