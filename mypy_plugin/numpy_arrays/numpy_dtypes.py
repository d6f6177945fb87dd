"""Corrects the results of NumPy functions for dtype classes, ``dtype=jnp.float32``, and lists, ``np.asarray([1, 2])``.

mypy chooses the wrong overload of NumPy's stubs for both. A dtype class is also a ``np.dtype[Any]`` to a checker, which
matches the first overload for any dtype. The items of a list are inferred from the expected type, so integers match an
overload for ``list[float]``. The same happens to the dtype of an array that a nested call creates.

So mypy checks the call again, with the type that the argument has without context. ``jnp.float32`` gets the type of
``np.float32``. A dtype that NumPy does not have gets the type of an unknown string.

Where several overloads of an inner call match, its type is a special kind of `Any`, for which mypy chooses the first
overload of the outer call: ``np.round(np.sqrt(2.0))``. The call is checked again with an ordinary `Any`.

If NumPy's stubs are wrong about the argument itself (`jaxtyping_promo.rules.numpy_stubs`), the result is unknown.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias, TypeVar

from mypy.nodes import CallExpr, ComparisonExpr, Expression, OpExpr, TempNode
from mypy.plugin import CheckerPluginInterface, FunctionContext, MethodContext
from mypy.subtypes import is_subtype
from mypy.type_visitor import TypeTranslator
from mypy.types import (
    AnyType,
    CallableType,
    Instance,
    Overloaded,
    ProperType,
    TupleType,
    Type,
    TypeAliasType,
    TypeOfAny,
    TypeType,
    TypeVarType,
    UninhabitedType,
    UnionType,
    get_proper_type,
)

from ...operators import FORWARD, REFLECTED
from ...rules.numpy_stubs import ACCUMULATIONS, accumulated
from ...rules.numpy_tables import NumpyRule
from ..any_type import ANYTHING
from ..jax_names import ARRAY_DTYPE, NODES, NUMPY_OPERATOR_CLASSES, SCALARS
from ..mypy_compat.modules import current_file
from ..types.array_types import any_part
from ..types.expression_types import arguments_of, has_failed, synthetic_call, type_of, type_without_context
from ..types.numpy_types import (
    corrected_calls,
    is_exact,
    scalar_type,
    unknown_result,
    with_scalar_type,
    without_scalar_types,
)
from ..types.operands import is_ndarray, known_dtype, operands
from .exact_results import Given, exact_operator, exact_result
from .nested_questions import NestedQuestions
from .numbers_for_arrays import has_unknown_argument, is_number_for_array, number_for_array
from .numpy_operators import operator_result
from .operand_dtypes import element
from .placed_results import is_open, is_refined, may_be_exact, placed, result_in_place
from .public_names import UFUNC, rule_of_function, rule_of_method
from .wrong_statements import Given as GivenArgument
from .wrong_statements import given_arguments, is_wrong

C = TypeVar("C", FunctionContext, MethodContext)
Hook: TypeAlias = Callable[[C], Type]

GENERIC = "jaxtyping_promo.dtypes.generic"
"""The base class of all dtype classes."""


class NumPyCalls:
    """Corrects calls of NumPy functions for which mypy infers a wrong argument type."""

    def __init__(self) -> None:
        self._questions: NestedQuestions[Expression, Type] = NestedQuestions()

    def corrected(self, fullname: str, hook: Hook[C] | None = None) -> Hook[C]:
        """A hook that returns the result of NumPy's stubs for the corrected argument types."""
        name = fullname.rpartition(".")[2]
        is_ufunc = fullname.startswith(UFUNC)

        def correcting(ctx: C) -> Type:
            with self._questions.asking():
                corrected_types = self._corrected_types(ctx)
                corrected_result = _result(ctx, corrected_types) if corrected_types else None
            stated, given = corrected_result or ctx.default_return_type, given_arguments(ctx, corrected_types)
            if is_wrong(name, ctx, stated, given):
                corrected_result = unknown_result(stated)
            elif name in ACCUMULATIONS and not any(argument.parameter == "dtype" for argument in given):
                corrected_result = _accumulated(ctx, stated, given)
            if corrected_result is not None:
                corrected_result = _expected(ctx, corrected_result)
            rule = _rule_of_call(fullname, ctx)
            if is_ufunc and hook is not None and is_open(ctx.default_return_type):
                number = hook(ctx)
                if not is_open(number):
                    return number
            with self._questions.asking():
                corrected_result = _exact(ctx, rule, corrected_result, corrected_types)
            with self._questions.asking():
                corrected_result = number_for_array(ctx) or corrected_result
            if corrected_result is not None:
                ctx = ctx._replace(default_return_type=corrected_result)
            return ctx.default_return_type if hook is None else hook(ctx)

        return correcting

    def corrected_operators(self, hooks: dict[str, Hook[MethodContext]]) -> dict[str, Hook[MethodContext]]:
        """The hooks of operators. Operators of NumPy's classes get the dtype that NumPy computes from both operands."""
        methods = {method: (op, False) for method, op in FORWARD.items()}
        methods |= {method: (op, True) for method, op in REFLECTED.items()}
        return {
            name: self._corrected_operator(*methods[method], hook)
            if owner in NUMPY_OPERATOR_CLASSES
            else self._compared(methods[method][0], hook)
            if owner in SCALARS
            else hook
            for name, hook in hooks.items()
            for owner, _, method in [name.rpartition(".")]
        }

    def _compared(self, op: str, hook: Hook[MethodContext]) -> Hook[MethodContext]:
        """The hook of ``==`` and ``!=`` of a Python number, whose result is a bool in Python's stubs."""

        def comparing(ctx: MethodContext) -> Type:
            result = hook(ctx)
            if result is not ctx.default_return_type or not ctx.arg_types or len(ctx.arg_types[0]) != 1:
                return result
            other = Given(ctx.args[0][0], ctx.arg_types[0][0])
            alternatives = operands(other.type)
            if not alternatives or not all(one.is_numpy for one in alternatives):
                return result
            number = Given(_left_operand(ctx, is_reflected=False), ctx.type)
            with self._questions.asking():
                exact = exact_operator(ctx, op, number, other, ANYTHING)
            return result if exact is ANYTHING else placed(ctx, result, exact)

        return comparing

    def _corrected_operator(self, op: str, is_reflected: bool, hook: Hook[MethodContext]) -> Hook[MethodContext]:
        """The hook of one operator of a NumPy class."""

        def correcting(ctx: MethodContext) -> Type:
            result = hook(ctx)
            if result is not ctx.default_return_type or not ctx.arg_types or len(ctx.arg_types[0]) != 1:
                return result
            t, expression = ctx.arg_types[0][0], ctx.args[0][0]
            with self._questions.asking():
                other = self._corrected_type(ctx.api, expression, get_proper_type(t)) or t
            result = operator_result(ctx, op, *((other, ctx.type) if is_reflected else (ctx.type, other)))
            if result is not ctx.default_return_type:
                result = _expected(ctx, result)
            if has_failed(ctx.api):
                return result
            if is_exact(result):
                return result_in_place(ctx, result)
            if not may_be_exact(ctx):
                return result
            left, right = Given(_left_operand(ctx, is_reflected=is_reflected), ctx.type), Given(expression, other)
            with self._questions.asking():
                exact = exact_operator(ctx, op, *((right, left) if is_reflected else (left, right)), result)
            return result if exact is result else placed(ctx, result, exact)

        return correcting

    def _corrected_types(self, ctx: FunctionContext | MethodContext) -> dict[Expression, Type]:
        """The arguments for which mypy infers a wrong type, and their corrected types."""
        return {
            expression: other
            for expressions, types in zip(ctx.args, ctx.arg_types, strict=True)
            for expression, t in zip(expressions, types, strict=True)
            if (other := self._corrected_type(ctx.api, expression, get_proper_type(t))) is not None
        }

    def _corrected_type(self, api: CheckerPluginInterface, expression: Expression, t: ProperType) -> Type | None:
        """The corrected type of an argument, or None if mypy's type is right."""
        names = _dtypes(t)
        if names:
            numpy_classes = {_numpy_class(api, name) for name in names}
            return (numpy_classes.pop() if len(numpy_classes) == 1 else None) or api.named_generic_type(
                "builtins.str", []
            )
        if isinstance(expression, TempNode):
            return None  # corrected
        if isinstance(t, AnyType) and is_refined(api, expression):
            return self._without_context(api, expression)
        if _is_ambiguous(t):
            return ANYTHING
        is_list = isinstance(t, TupleType) or (isinstance(t, Instance) and t.type.fullname == "builtins.list")
        is_computed = isinstance(expression, CallExpr) or is_refined(api, expression)
        is_made = is_computed and isinstance(t, Instance) and is_ndarray(t)
        if not is_list and not is_made:
            return None
        own_type = self._without_context(api, expression)
        if is_list and any_part(own_type, _is_ambiguous_part):
            return own_type.accept(_Unambiguous())
        own_type = _with_floats(api, get_proper_type(own_type))
        return None if own_type == t else own_type

    def _without_context(self, api: CheckerPluginInterface, expression: Expression) -> Type:
        if expression not in self._questions.answers:
            self._questions.answers[expression] = type_without_context(api, expression)
        return self._questions.answers[expression]


def _is_ambiguous(t: ProperType) -> bool:
    """Whether a type is the result of a call for which several overloads match, in mypy's words a special `Any`."""
    return isinstance(t, AnyType) and t.type_of_any == TypeOfAny.special_form


def _is_ambiguous_part(t: ProperType) -> bool | None:
    return _is_ambiguous(t) or None


class _Unambiguous(TypeTranslator):
    """Replaces the kind of `Any` that is the result of an ambiguous overload. mypy takes the first overload for it."""

    def visit_any(self, t: AnyType) -> Type:
        """Replace `Any`."""
        return ANYTHING if _is_ambiguous(t) else t

    def visit_type_alias_type(self, t: TypeAliasType) -> Type:
        """Keep an alias."""
        return t


def _result(ctx: FunctionContext | MethodContext, corrected_types: dict[Expression, Type]) -> Type | None:
    """The result by NumPy's stubs of a call in which some arguments have corrected types."""
    call = ctx.context
    if not isinstance(call, CallExpr):
        return None
    arguments = [
        argument._replace(value=TempNode(corrected_types[argument.value], context=argument.value))
        if argument.value in corrected_types
        else argument
        for argument in arguments_of(call)
    ]
    result = type_of(ctx.api, synthetic_call(call.callee, arguments, call))
    return without_scalar_types(ctx.default_return_type) if result is None else result


def _left_operand(ctx: MethodContext, *, is_reflected: bool) -> Expression:
    """The operand whose method computes an operator."""
    operation = ctx.context
    if isinstance(operation, OpExpr):
        return operation.right if is_reflected else operation.left
    if isinstance(operation, ComparisonExpr) and len(operation.operands) == 2:
        return operation.operands[is_reflected]
    return TempNode(ctx.type, context=operation)


def _expected(ctx: FunctionContext | MethodContext, corrected: Type) -> Type:
    """A corrected result, without its dtype if only the uncorrected one is what the place of the call expects.

    The call is noted, so that a variable whose first value it is accepts what NumPy's stubs make of later values.
    """
    if corrected != ctx.default_return_type and not has_failed(ctx.api):
        # mypy asks first without the context of an outer call's overload, which may change what the stubs state.
        corrected_calls(current_file(ctx.api)).setdefault(ctx.context, ctx.default_return_type)
    if is_number_for_array(ctx.api, ctx.default_return_type) and not has_unknown_argument(ctx):
        return ctx.default_return_type
    expected = ctx.api.type_context[-1]
    is_unexpected = (
        expected is not None and is_subtype(ctx.default_return_type, expected) and not is_subtype(corrected, expected)
    )
    return without_scalar_types(corrected) if is_unexpected else corrected


def _rule_of_call(fullname: str, ctx: FunctionContext | MethodContext) -> NumpyRule | None:
    """The rule of a function or method; None if it has no rule."""
    return rule_of_method(fullname, ctx.type) if isinstance(ctx, MethodContext) else rule_of_function(fullname)


def _exact(
    ctx: FunctionContext | MethodContext,
    rule: NumpyRule | None,
    corrected_result: Type | None,
    corrected_types: dict[Expression, Type],
) -> Type | None:
    """The result with the dtypes of NumPy's rule where neither NumPy's stubs nor their correction tells them."""
    known = ctx.default_return_type if corrected_result is None else corrected_result
    if has_failed(ctx.api):
        return corrected_result
    if is_exact(known):
        wide = result_in_place(ctx, known)
        return corrected_result if wide is known else wide
    if rule is None or not may_be_exact(ctx):
        return corrected_result
    exact = exact_result(ctx, rule, known, corrected_types)
    return corrected_result if exact is known else placed(ctx, known, exact)


def _with_floats(api: CheckerPluginInterface, t: ProperType) -> ProperType:
    """The type of a list; an empty list counts as a list of floats, since NumPy makes a float64 array of it."""
    if isinstance(t, UninhabitedType):
        return api.named_generic_type("builtins.float", [])
    if isinstance(t, Instance) and t.type.fullname == "builtins.list":
        return t.copy_modified(args=[_with_floats(api, get_proper_type(argument)) for argument in t.args])
    return t


def _accumulated(ctx: FunctionContext | MethodContext, stated: Type, given: list[GivenArgument]) -> Type:
    """The result of a sum or similar function, corrected if NumPy accumulates in another dtype than its stubs say."""
    operand = ctx.type if isinstance(ctx, MethodContext) else given[0].type
    accumulated_dtype, stated_dtype = accumulated(element(get_proper_type(operand))[0]), known_dtype(stated)
    is_right = (
        stated_dtype is None
        or accumulated_dtype is None
        or stated_dtype in (accumulated_dtype, "int_" if accumulated_dtype == "int64" else "uint")
    )
    return stated if is_right or accumulated_dtype is None else with_scalar_type(ctx.api, stated, accumulated_dtype)


def _dtypes(t: ProperType) -> list[str]:
    """The full names of the dtype classes that an argument names, itself or as ``x.dtype``; empty if it names none."""
    if isinstance(t, UnionType):
        names_of_items = [_dtypes(get_proper_type(item)) for item in t.items]
        return [name for names in names_of_items for name in names] if all(names_of_items) else []
    if isinstance(t, Overloaded):
        t = t.items[0]
    match t:
        case TypeType(item=held):
            pass
        case CallableType() if t.is_type_obj():
            held = t.get_instance_type()
        case Instance(args=[item]) if t.type.fullname == ARRAY_DTYPE:
            held = get_proper_type(item)
            if not isinstance(held, Instance):
                return [GENERIC]
        case _:
            return []
    if isinstance(held, TypeVarType):
        held = get_proper_type(held.upper_bound)
    is_dtype = isinstance(held, Instance) and any(base.fullname == GENERIC for base in held.type.mro)
    return [held.type.fullname] if is_dtype and isinstance(held, Instance) else []


def _numpy_class(api: CheckerPluginInterface, fullname: str) -> Type | None:
    """The type of NumPy's scalar class for a dtype class: of ``np.float32`` for ``jnp.float32``."""
    scalar = scalar_type(api, NODES.get(fullname, ""))
    return None if scalar is None else TypeType.make_normalized(scalar)
