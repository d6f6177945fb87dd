"""Finds the exact type of NumPy's result, such as ``np.sin(halves)``, where NumPy's stubs leave the dtype open.

The dtype follows from NumPy's own rules (`jaxtyping_promo.rules.numpy_tables`), which the interpreter applies, too.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, TypeAlias

from mypy.nodes import (
    ARG_NAMED,
    ARG_POS,
    CallExpr,
    Expression,
    GeneratorExpr,
    IndexExpr,
    IntExpr,
    ListComprehension,
    ListExpr,
    MemberExpr,
    NameExpr,
    SliceExpr,
    StarExpr,
    StrExpr,
    TempNode,
    TupleExpr,
)
from mypy.plugin import CheckerPluginInterface, FunctionContext, MethodContext
from mypy.types import AnyType, Instance, LiteralType, NoneType, TupleType, Type, UnionType, get_proper_type

from ...inference.arguments import Items
from ...inference.numpy_arguments import dtype_of_list, read_arguments
from ...inference.numpy_functions import infer_numpy
from ...inference.numpy_kinds import ANY_VALUE, ARRAY, PYTHON, SCALAR, Kinds
from ...inference.numpy_operators import infer_numpy_binary
from ...inference.operand import Alternatives, Operand
from ...rules.numpy_tables import NumpyRule
from ...rules.signature import Bound
from ..mypy_compat.expressions import stored_type
from ..types.dtype_arguments import dtype_argument
from ..types.expression_types import arguments_of, type_without_context
from ..types.numpy_types import with_answer
from ..types.operands import argument_type, is_ndarray, operands
from ..variables.assignment_marker import inner_value

Context: TypeAlias = FunctionContext | MethodContext
LISTS = ("builtins.list", "builtins.tuple")
MOST_ITEMS = 1_000
"""The largest number of items of a list that are read."""


class Given(NamedTuple):
    """An argument of a call: its expression and its type."""

    expression: Expression
    type: Type


def exact_result(ctx: Context, rule: NumpyRule, stated: Type, corrected_types: Mapping[Expression, Type]) -> Type:
    """The result of a call of NumPy by its rule; the type that NumPy's stubs state if it is exact, or no rule fits.

    Args:
        ctx: the call.
        rule: the rule of the function.
        stated: the type that NumPy's stubs state.
        corrected_types: the types of arguments for which mypy infers a wrong type.
    """
    bound = _bound(ctx, rule, corrected_types)
    if bound is None:
        return stated
    reader = _Reader(ctx.api)
    arguments, kinds = read_arguments(rule, bound, reader)
    answer = infer_numpy(rule, arguments, kinds)
    requested = [dtype for dtype in arguments.dtypes.values() if dtype is not None]
    return with_answer(ctx.api, stated, answer, {*reader.dtypes, *requested})


def exact_operator(ctx: Context, op: str, left: Given, right: Given, stated: Type) -> Type:
    """The result of an operator by NumPy's rules; see `exact_result`.

    Args:
        ctx: the call of the operator's method.
        op: a key of `jaxtyping_promo.operators.BINARY`.
        left, right: the operands.
        stated: the type that NumPy's stubs state.
    """
    reader = _Reader(ctx.api)
    one = reader.array_of_list(left) if reader.is_list(left) else reader.operand(left)
    other = reader.array_of_list(right) if reader.is_list(right) else reader.operand(right)
    if one is None or other is None:
        return stated
    answer = infer_numpy_binary(op, one, other, kinds=(reader.kinds(left), reader.kinds(right)))
    return with_answer(ctx.api, stated, answer, reader.dtypes)


def _bound(ctx: Context, rule: NumpyRule, corrected_types: Mapping[Expression, Type]) -> Bound[Given] | None:
    """The arguments of a call by the parameters of the rule; None if some are starred, or unknown to the rule."""
    call = ctx.context
    if not isinstance(call, CallExpr):
        return None
    types = {
        expression: t
        for expressions, of_parameter in zip(ctx.args, ctx.arg_types, strict=True)
        for expression, t in zip(expressions, of_parameter, strict=True)
    }
    positional: list[Given] = []
    keywords: dict[str, Given] = {}
    if isinstance(ctx, MethodContext) and rule.signature.parameters[:1] == ("self",):
        owner = call.callee.expr if isinstance(call.callee, MemberExpr) else TempNode(ctx.type, context=call)
        positional.append(Given(owner, ctx.type))
    elif rule.signature.parameters[:1] == ("self",):
        return None
    for argument in arguments_of(call):
        t = corrected_types.get(argument.value, types.get(argument.value))
        if t is None or argument.kind not in (ARG_POS, ARG_NAMED):
            return None
        given = Given(argument.value, t)
        if argument.kind == ARG_POS:
            positional.append(given)
        else:
            keywords[argument.name or ""] = given
    return rule.signature.bind(positional, keywords)


class _Reader:
    """Reads arguments of mypy's types for NumPy's rules (`NumpyReader`).

    Attributes:
        dtypes: the dtypes of all operands that have been read.
    """

    def __init__(self, api: CheckerPluginInterface) -> None:
        self._api = api
        self.dtypes: set[str] = set()

    def is_none(self, value: Given) -> bool:
        """Whether an argument is None."""
        return isinstance(get_proper_type(value.type), NoneType)

    def is_number(self, value: Given) -> bool:
        """Whether an argument is a Python number."""
        found = operands(value.type)
        return found is not None and all(one.is_python_scalar for one in found)

    def is_list(self, value: Given) -> bool:
        """Whether an argument is a list or tuple."""
        if isinstance(inner_value(value.expression), ListExpr | TupleExpr | ListComprehension):
            return True
        proper = get_proper_type(value.type)
        if isinstance(proper, AnyType):
            return False
        if isinstance(proper, UnionType):
            return any(self.is_list(Given(value.expression, item)) for item in proper.items)
        return operands(proper) is None and not (isinstance(proper, Instance) and is_ndarray(proper))

    def literal(self, value: Given) -> str | None:
        """The text of a literal argument."""
        expression = inner_value(value.expression)
        if isinstance(expression, NameExpr) and expression.name in ("True", "False"):
            return expression.name
        if isinstance(expression, StrExpr | IntExpr):
            return str(expression.value)
        proper = get_proper_type(value.type)
        return str(proper.value) if isinstance(proper, LiteralType) else None

    def dtype(self, value: Given) -> str | None:
        """The dtype that an argument names."""
        return dtype_argument(self._api, inner_value(value.expression), value.type)

    def alternatives(self, value: Given) -> Alternatives | None:
        """The operand that an array or number is."""
        return self.operand(value)

    def operand(self, value: Given) -> Alternatives | None:
        """The operand that an array or number is; None for JAX's arrays, which NumPy converts by the mode of x64."""
        if self._is_length(value.expression):
            return (Operand(("int",)),)
        found = operands(argument_type(self._api, value.type, value.expression))
        if found is None or any(one.origin == "array" and not one.is_python_scalar for one in found):
            return None
        self.dtypes |= {dtype for one in found for dtype in one.dtypes}
        return found

    def _is_length(self, expression: Expression) -> bool:
        """Whether an expression is the length of an axis, ``x.shape[-1]``, of which NumPy's stubs tell no type."""
        match inner_value(expression):
            case IndexExpr(base=MemberExpr(name="shape", expr=array), index=index) if not isinstance(index, SliceExpr):
                proper = get_proper_type(stored_type(self._api, array))
                return isinstance(proper, Instance) and is_ndarray(proper)
        return False

    def array_of_list(self, value: Given) -> Alternatives | None:
        """The array that NumPy makes of a list."""
        dtypes = self._leaves(value)
        dtype = None if dtypes is None else dtype_of_list(dtypes)
        if dtype is None:
            return None
        self.dtypes |= {*dtypes} if dtypes else {dtype}
        return (Operand((dtype,), origin="numpy array"),)

    def items(self, value: Given) -> Items | None:
        """The operands in a sequence of arrays."""
        items = _items(inner_value(value.expression))
        if items is None:
            proper = get_proper_type(value.type)
            if isinstance(proper, TupleType):
                return self._all([Given(value.expression, item) for item in proper.items])
            if isinstance(proper, Instance) and proper.type.fullname in LISTS and proper.args:
                return self._all([Given(TempNode(proper.args[0]), proper.args[0])])
            single = self.operand(value)
            return None if single is None else (single,)
        return self._all([self._given(item) for item in items])

    def _all(self, items: list[Given]) -> Items | None:
        found = [self.array_of_list(item) if self.is_list(item) else self.operand(item) for item in items]
        known = tuple(one for one in found if one is not None)
        return known if known and len(known) == len(found) else None

    def kinds(self, value: Given) -> Kinds:
        """The kinds that an argument may have. As in NumPy's stubs, an array of unknown shape counts as one."""
        if self._is_length(value.expression):
            return PYTHON
        found = operands(value.type)
        if found is not None:
            return frozenset(kind for one in found for kind in _kinds(one))
        proper = get_proper_type(value.type)
        return ARRAY if isinstance(proper, Instance) and is_ndarray(proper) else ANY_VALUE

    def _given(self, item: Expression) -> Given:
        """An item of a list with its own type, which the expected type of the list does not change."""
        return Given(item, type_without_context(self._api, item))

    def _leaves(self, value: Given) -> list[str] | None:
        """The dtype of each number or array in nested lists, in their order; None if one is unknown."""
        expression = inner_value(value.expression)
        items = _items(expression)
        if items is not None:
            dtypes: list[str] = []
            for item in items:
                given = self._given(item)
                found = self._leaves(given) if self.is_list(given) else self._leaf(given)
                if found is None:
                    return None
                dtypes += found
            return dtypes
        return self._leaves_of_type(value.type)

    def _leaf(self, value: Given) -> list[str] | None:
        found = self.operand(value)
        dtypes = {dtype for one in found or () for dtype in one.dtypes}
        return [*dtypes] if len(dtypes) == 1 else None

    def _leaves_of_type(self, t: Type) -> list[str] | None:
        """The dtype of the items of a list that is no literal; a list of Python's numbers may hold other numbers."""
        proper = get_proper_type(t)
        if isinstance(proper, Instance) and proper.type.fullname in LISTS and proper.args:
            return self._leaves_of_type(proper.args[0])
        found = operands(proper)
        dtypes = {dtype for one in found or () for dtype in one.dtypes}
        is_numpy = found is not None and all(one.is_numpy for one in found)
        return [*dtypes] if is_numpy and len(dtypes) == 1 else None


def _kinds(operand: Operand) -> Kinds:
    if operand.origin == "numpy array":
        return ARRAY
    return SCALAR if operand.origin == "numpy scalar" else PYTHON


def _items(expression: Expression) -> list[Expression] | None:
    """The items of a list or tuple literal, or the one expression for all items of a comprehension."""
    match expression:
        case ListExpr(items=items) | TupleExpr(items=items):
            return None if len(items) > MOST_ITEMS or any(isinstance(item, StarExpr) for item in items) else items
        case ListComprehension(generator=GeneratorExpr(left_expr=item)):
            return [item]
    return None


__all__ = ["Given", "exact_operator", "exact_result"]
