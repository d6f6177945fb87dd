"""Corrects the results of NumPy functions for dtype classes, ``dtype=jnp.float32``, and lists, ``np.asarray([1, 2])``.

mypy chooses the wrong overload of NumPy's stubs for both. A dtype class is also a ``np.dtype[Any]`` to a checker, which
matches the first overload for any dtype. The items of a list are inferred from the expected type, so integers match an
overload for ``list[float]``. The same happens to the dtype of an array that a nested call creates.

So mypy checks the call again, with the type that the argument has without context. ``jnp.float32`` gets the type of
``np.float32``. A dtype that NumPy does not have gets the type of an unknown string.

If NumPy's stubs are wrong about the argument itself (`jaxtyping_promo.rules.numpy_stubs`), the result is unknown.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TypeAlias, TypeVar

from mypy.nodes import CallExpr, Expression, TempNode
from mypy.plugin import CheckerPluginInterface, FunctionContext, MethodContext
from mypy.subtypes import is_subtype
from mypy.types import (
    AnyType,
    CallableType,
    Instance,
    Overloaded,
    ProperType,
    TupleType,
    Type,
    TypeType,
    TypeVarType,
    UninhabitedType,
    UnionType,
    get_proper_type,
)

from ...inference.operand import has_dtype, possible_dtypes
from ...inference.operators import MOST_ANSWERS
from ...operators import FORWARD, REFLECTED
from ...rules.numpy_stubs import (
    ACCUMULATIONS,
    AVERAGES,
    DOUBLE,
    EXACT,
    EXACT_SECOND,
    FOURIER,
    SINGLE,
    WRONG,
    WRONG_OF_SCALARS,
    accumulated,
)
from ...systems import get_system
from ..any_type import ANYTHING
from ..jax_names import ARRAY_DTYPE, NODES, NUMPY_OPERATOR_CLASSES
from ..mypy_compat import current_file
from ..types.expression_types import arguments_of, synthetic_call, type_of, type_without_context
from ..types.numpy_types import corrected_calls, scalar_type, with_scalar_type, without_scalar_types
from ..types.operands import is_ndarray, operands
from .nested_questions import NestedQuestions

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

        def correcting(ctx: C) -> Type:
            with self._questions.asking():
                corrected_types = self._corrected_types(ctx)
                corrected_result = _result(ctx, corrected_types) if corrected_types else None
            if name in ACCUMULATIONS and "dtype" not in _given_parameters(ctx):
                corrected_result = _accumulated(ctx, corrected_result or ctx.default_return_type, corrected_types)
            elif _is_wrong(name, ctx, corrected_result or ctx.default_return_type, corrected_types):
                corrected_result = without_scalar_types(corrected_result or ctx.default_return_type)
            if name in AVERAGES and _is_of_unknown_dtype(ctx):
                corrected_result = ANYTHING
            if corrected_result is not None:
                corrected_result = _expected(ctx, corrected_result)
                ctx = ctx._replace(default_return_type=corrected_result)
            return ctx.default_return_type if hook is None else hook(ctx)

        return correcting

    def corrected_operators(self, hooks: dict[str, Hook[MethodContext]]) -> dict[str, Hook[MethodContext]]:
        """The hooks of operators. Operators of NumPy's classes get the dtype that NumPy computes from both operands."""
        methods = {method: (op, False) for method, op in FORWARD.items()}
        methods |= {method: (op, True) for method, op in REFLECTED.items()}
        return {
            name: self._corrected_operator(*methods[method], hook) if owner in NUMPY_OPERATOR_CLASSES else hook
            for name, hook in hooks.items()
            for owner, _, method in [name.rpartition(".")]
        }

    def _corrected_operator(self, op: str, is_reflected: bool, hook: Hook[MethodContext]) -> Hook[MethodContext]:
        """The hook of one operator of a NumPy class."""

        def correcting(ctx: MethodContext) -> Type:
            result = hook(ctx)
            if result is not ctx.default_return_type or not ctx.arg_types or len(ctx.arg_types[0]) != 1:
                return result
            t, expression = ctx.arg_types[0][0], ctx.args[0][0]
            with self._questions.asking():
                other = self._corrected_type(ctx.api, expression, get_proper_type(t)) or t
            return _expected(
                ctx, _operator_result(ctx, op, *((other, ctx.type) if is_reflected else (ctx.type, other)))
            )

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
        is_list = isinstance(t, TupleType) or (isinstance(t, Instance) and t.type.fullname == "builtins.list")
        is_made = isinstance(expression, CallExpr) and isinstance(t, Instance) and is_ndarray(t)
        if not is_list and not is_made:
            return None
        if expression not in self._questions.answers:
            self._questions.answers[expression] = type_without_context(api, expression)
        own_type = _with_floats(api, get_proper_type(self._questions.answers[expression]))
        return None if own_type == t else own_type


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


def _expected(ctx: FunctionContext | MethodContext, corrected: Type) -> Type:
    """A corrected result, without its dtype if only the uncorrected one is what the place of the call expects.

    The call is noted, so that a variable whose first value it is accepts what NumPy's stubs make of later values.
    """
    if corrected != ctx.default_return_type:
        corrected_calls(current_file(ctx.api)).add(ctx.context)
    expected = ctx.api.type_context[-1]
    is_unexpected = (
        expected is not None and is_subtype(ctx.default_return_type, expected) and not is_subtype(corrected, expected)
    )
    return without_scalar_types(corrected) if is_unexpected else corrected


def _operator_result(ctx: MethodContext, op: str, left: Type, right: Type) -> Type:
    """The result of an operator on NumPy operands, corrected where NumPy's stubs are wrong."""
    operand_dtypes = [_single_dtype(t) for t in (left, right)]
    stated = operands(ctx.default_return_type)
    if stated is None or len({*possible_dtypes(stated)}) != 1 or None in operand_dtypes:
        return ctx.default_return_type
    numpy_dtype = _numpy_result_dtype(op, *(node for node in operand_dtypes if node is not None))
    if numpy_dtype is None or numpy_dtype == stated[0].dtypes[0]:
        return ctx.default_return_type
    return with_scalar_type(ctx.api, ctx.default_return_type, numpy_dtype)


def _single_dtype(t: Type) -> str | None:
    """The dtype of an operand, or None unless there is exactly one."""
    alternatives = operands(t)
    return (
        alternatives[0].dtypes[0]
        if alternatives is not None and len(alternatives) == 1 and len(alternatives[0].dtypes) == 1
        else None
    )


@lru_cache(MOST_ANSWERS)
def _numpy_result_dtype(op: str, left: str, right: str) -> str | None:
    """The dtype of NumPy's result for two dtypes, or None if it is unknown."""
    system = get_system("numpy")
    are_known = has_dtype(system, left) and has_dtype(system, right)
    return system.binary(op, left, right) if are_known else None


def _with_floats(api: CheckerPluginInterface, t: ProperType) -> ProperType:
    """The type of a list; an empty list counts as a list of floats, since NumPy makes a float64 array of it."""
    if isinstance(t, UninhabitedType):
        return api.named_generic_type("builtins.float", [])
    if isinstance(t, Instance) and t.type.fullname == "builtins.list":
        return t.copy_modified(args=[_with_floats(api, get_proper_type(argument)) for argument in t.args])
    return t


def _given_parameters(ctx: FunctionContext | MethodContext) -> set[str | None]:
    """The names of the parameters that have an argument."""
    return {name for name, types in zip(ctx.callee_arg_names, ctx.arg_types, strict=True) if types}


def _accumulated(ctx: FunctionContext | MethodContext, stated: Type, corrected_types: dict[Expression, Type]) -> Type:
    """The result of a sum or similar function, corrected if NumPy accumulates in another dtype than its stubs say."""
    operand = ctx.type if isinstance(ctx, MethodContext) else _arguments(ctx, corrected_types)[0]
    accumulated_dtype, stated_dtype = accumulated(_element(get_proper_type(operand))[0]), _single_dtype(stated)
    is_right = (
        stated_dtype is None
        or accumulated_dtype is None
        or stated_dtype in (accumulated_dtype, "int_" if accumulated_dtype == "int64" else "uint")
    )
    return stated if is_right or accumulated_dtype is None else with_scalar_type(ctx.api, stated, accumulated_dtype)


def _arguments(ctx: FunctionContext | MethodContext, corrected_types: dict[Expression, Type]) -> list[Type]:
    """The type of the first argument of each parameter that has one."""
    return [corrected_types.get(e[0], types[0]) for e, types in zip(ctx.args, ctx.arg_types, strict=True) if types]


def _is_wrong(
    name: str, ctx: FunctionContext | MethodContext, stated: Type, corrected_types: dict[Expression, Type]
) -> bool:
    """Whether NumPy's stubs declare a wrong dtype for a function of these operands."""
    wrong_dtypes, of_scalars = WRONG.get(name, ()), WRONG_OF_SCALARS.get(name, ())
    if name in FOURIER and _single_dtype(stated) in DOUBLE:
        wrong_dtypes = SINGLE
    if not wrong_dtypes and not of_scalars:
        return False
    argument_types = [
        corrected_types.get(e[0], types[0]) for e, types in zip(ctx.args, ctx.arg_types, strict=True) if types
    ]
    first, *others = [ctx.type, *argument_types] if isinstance(ctx, MethodContext) else argument_types or [ANYTHING]
    node, is_scalar = _element(get_proper_type(first))
    if node not in wrong_dtypes and not (is_scalar and node in of_scalars):
        return False
    return name not in EXACT_SECOND or not others or _element(get_proper_type(others[0]))[0] in EXACT


def _element(t: ProperType) -> tuple[str, bool]:
    """The dtype of an operand, or of the items of a list; and whether the operand is a single number."""
    is_number = True
    while operands(t) is None:
        is_number = False
        match t:
            case TupleType(items=[item, *_]) | Instance(args=[item, *_]):
                t = get_proper_type(item)
            case Instance() if t.type.fullname == "builtins.range":
                return "int", False
            case _:
                return "", False
    alternatives = operands(t) or ()
    nodes = {*possible_dtypes(alternatives)}
    are_numbers = all(operand.origin != "numpy array" for operand in alternatives)
    return (nodes.pop(), is_number and are_numbers) if len(nodes) == 1 else ("", False)


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


def _is_of_unknown_dtype(ctx: FunctionContext | MethodContext) -> bool:
    """Whether a call is that of a method of an array whose dtype mypy does not know."""
    owner = ctx.type if isinstance(ctx, MethodContext) else None
    if not isinstance(owner, Instance) or not is_ndarray(owner) or len(owner.args) != 2:
        return False
    dtype = get_proper_type(owner.args[1])
    return not isinstance(dtype, Instance) or any(isinstance(get_proper_type(t), AnyType) for t in dtype.args)
