"""The dtypes of NumPy's promotion system, as the inference of NumPy's functions and operators sees them."""

from __future__ import annotations

from ..rules.numpy_ml_dtypes import ML_FLOATS, PROXY
from ..rules.vocabulary import requested
from ..system import PYTHON_SCALARS
from ..systems import get_system
from .arguments import MOST_COMBINATIONS, Slots
from .operand import PLATFORM_DTYPES

NUMPY = get_system("numpy")
"""NumPy's promotion system."""


def is_known(dtype: str) -> bool:
    """Whether the rules have a result for a dtype. JAX's weak types are no dtypes of NumPy."""
    return dtype in PYTHON_SCALARS or (dtype in NUMPY.nodes and dtype not in NUMPY.defaults)


def joined_with_number(dtype: str, number: str) -> str | None:
    """The dtype of an array together with a Python number; None if NumPy itself has no such dtype.

    Args:
        dtype: the dtype of the array, which may be a dtype of JAX that NumPy lacks.
        number: the name of a Python scalar type.
    """
    return NUMPY.promote(dtype, number) if is_known(dtype) else None


def on_this_platform(dtype: str) -> str:
    """The dtype, or the default integer of NumPy 2, which has 64 bits on all platforms of 64 bits."""
    return PLATFORM_DTYPES[dtype][1] if dtype in PLATFORM_DTYPES else dtype


def with_proxy(dtypes: tuple[str, ...]) -> tuple[tuple[str, ...], str | None]:
    """The dtypes of operands with a dtype of NumPy for the float of ml_dtypes that all of them have, and this float.

    If only some of the operands have it, the dtypes stay as they are: functions promote it each in their way.
    """
    first = dtypes[0] if dtypes else ""
    if first in ML_FLOATS and {*dtypes} == {first}:
        return (PROXY,) * len(dtypes), first
    return dtypes, None


def has_ml_float(slots: Slots) -> bool:
    """Whether an operand may have a float of ml_dtypes."""
    return any(dtype in ML_FLOATS for _, one in slots for operand in one for dtype in operand.dtypes)


def stored_if_all_weak(dtypes: tuple[str, ...]) -> tuple[str, ...]:
    """The dtypes of operands: Python numbers that stand alone have NumPy's default dtypes."""
    if all(dtype in PYTHON_SCALARS for dtype in dtypes):
        return tuple(requested(NUMPY, dtype) for dtype in dtypes)
    return dtypes


def combinations_of(slots: Slots) -> list[tuple[str, ...]] | None:
    """The combinations of dtypes that operands may have; None if there are too many to look at."""
    combinations: list[tuple[str, ...]] = [()]
    for _, alternatives in slots:
        choices = dict.fromkeys(on_this_platform(dtype) for operand in alternatives for dtype in operand.dtypes)
        combinations = [(*before, dtype) for before in combinations for dtype in choices]
        if len(combinations) > MOST_COMBINATIONS:
            return None
    return combinations
