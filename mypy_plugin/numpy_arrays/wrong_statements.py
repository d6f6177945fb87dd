"""Tells the calls for which NumPy's stubs state a wrong dtype, by the tables of `jaxtyping_promo.rules.numpy_stubs`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple, TypeAlias

from mypy.nodes import Expression
from mypy.plugin import FunctionContext, MethodContext
from mypy.types import AnyType, Instance, NoneType, TupleType, Type, get_proper_type

from ...inference.numpy_dtypes import joined_with_number
from ...inference.operand import PLATFORM_DTYPES
from ...rules.numpy_stubs import (
    DOUBLE,
    EXACT,
    EXACT_SECOND,
    FOURIER,
    JOINED,
    SINGLE,
    STRONG_NUMBERS,
    WRONG,
    WRONG_OF_SCALARS,
    WRONG_OF_UNKNOWN,
)
from ...system import PYTHON_SCALARS
from ..types.operands import is_ndarray, known_dtype
from .operand_dtypes import OF_LIST, element, has_unknown_dtype, numpy_dtypes
from .public_names import GENERATORS

Context: TypeAlias = FunctionContext | MethodContext


class Given(NamedTuple):
    """An argument of a call.

    Attributes:
        parameter: the name of its parameter; None if the signature has none.
        type: its type.
    """

    parameter: str | None
    type: Type


def given_arguments(ctx: Context, corrected_types: Mapping[Expression, Type]) -> list[Given]:
    """The arguments of a call that are not None.

    Args:
        ctx: the call.
        corrected_types: the types of arguments for which mypy infers a wrong type.
    """
    return [
        Given(name, corrected_types.get(expression, t))
        for name, expressions, types in zip(ctx.callee_arg_names, ctx.args, ctx.arg_types, strict=True)
        for expression, t in zip(expressions, types, strict=True)
        if not isinstance(get_proper_type(t), NoneType)
    ]


def is_wrong(name: str, ctx: Context, stated: Type, given: list[Given]) -> bool:
    """Whether the stubs state a wrong dtype.

    Args:
        name: the name of the function or method.
        ctx: the call.
        stated: the result that the stubs state.
        given: the arguments.
    """
    operand_types = [*_owner(ctx), *(argument.type for argument in given)]
    if not operand_types:
        return False
    if _is_wrong_of_first(name, stated, *operand_types):
        return True
    return not any(argument.parameter == "dtype" for argument in given) and (
        _has_several_dtypes(operand_types[0])
        or (name in WRONG_OF_UNKNOWN and any(map(has_unknown_dtype, operand_types)))
        or (name in JOINED and _is_changed_by_others(name, stated, given))
    )


def _owner(ctx: Context) -> list[Type]:
    """The array or scalar whose method is called; a random generator is no operand."""
    if not isinstance(ctx, MethodContext):
        return []
    is_generator = isinstance(ctx.type, Instance) and ctx.type.type.fullname in GENERATORS
    return [] if is_generator else [ctx.type]


def _is_wrong_of_first(name: str, stated: Type, first: Type, *others: Type) -> bool:
    """Whether the stubs state a wrong dtype for the dtype of the first operand."""
    wrong_dtypes, of_scalars = WRONG.get(name, ()), WRONG_OF_SCALARS.get(name, ())
    if name in FOURIER and known_dtype(stated) in DOUBLE:
        wrong_dtypes = SINGLE
    if not wrong_dtypes and not of_scalars:
        return False
    node, is_scalar = element(get_proper_type(first))
    if node not in wrong_dtypes and not (is_scalar and node in of_scalars):
        return False
    return name not in EXACT_SECOND or not others or element(get_proper_type(others[0]))[0] in EXACT


def _has_several_dtypes(t: Type) -> bool:
    """Whether a tuple holds an array beside items of other dtypes. The stubs state the dtype of one of them."""
    proper = get_proper_type(t)
    if not isinstance(proper, TupleType):
        return False
    items = [get_proper_type(item) for item in proper.items]
    has_array = any(isinstance(item, Instance) and is_ndarray(item) for item in items)
    return has_array and len({dtype for item in items for dtype in _as_array(item)}) > 1


def _is_changed_by_others(name: str, stated: Type, given: Iterable[Given]) -> bool:
    """Whether the dtype of another argument than the first changes that of the result."""
    proper = get_proper_type(stated)
    results = proper.items if isinstance(proper, TupleType) else [proper]
    stated_dtypes = {
        each for t in results if (dtype := known_dtype(t)) for each in PLATFORM_DTYPES.get(dtype, (dtype,))
    }
    joined = [argument.type for argument in given if argument.parameter in JOINED[name]]
    return any(
        _joined(stated_dtype, dtype) != stated_dtype
        for t in joined
        if not isinstance(get_proper_type(t), AnyType)
        for dtype in (_as_array(t) if name in STRONG_NUMBERS else numpy_dtypes(t))
        for stated_dtype in stated_dtypes
    )


def _joined(stated: str, dtype: str) -> str | None:
    """The dtype of an array together with a Python number, which is weak, or another array.

    None if NumPy lacks the array's dtype: a function may keep bfloat16, as ``np.select`` does, or not, as ``np.clip``.
    """
    return joined_with_number(stated, dtype) if dtype in PYTHON_SCALARS else dtype


def _as_array(t: Type) -> tuple[str, ...]:
    """The dtypes of the array that NumPy makes of a value."""
    return tuple(OF_LIST.get(dtype, dtype) for dtype in numpy_dtypes(t))
