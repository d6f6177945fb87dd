"""Tells numbers, arrays and transformed functions apart: a variable may change from a number to an array."""

from __future__ import annotations

from collections.abc import Iterable

from mypy.subtypes import is_subtype
from mypy.types import Instance, NoneType, TupleType, Type, get_proper_type

from ..jax_names import ARRAY, SCALARS
from ..types.array_types import holds_arrays, holds_containers

TRANSFORMED = ("jax._src.api.", "jax._src.pjit.", "jax._src.custom_derivatives.")
"""The prefixes of the full names of the stubs' classes for transformed functions."""


def is_instance(t: Type | None, names: Iterable[str]) -> bool:
    """Whether a type is an instance of one of the classes, not counting subclasses."""
    proper = get_proper_type(t)
    return isinstance(proper, Instance) and proper.type.fullname in names


def is_array(t: Type | None) -> bool:
    """Whether a type is the class `Array`, of any dtype."""
    return is_instance(t, (ARRAY,))


def is_transformed_function(t: Type | None) -> bool:
    """Whether a type is a function that JAX has transformed."""
    proper = get_proper_type(t)
    return isinstance(proper, Instance) and proper.type.fullname.startswith(TRANSFORMED)


def may_be_number(t: Type | None) -> bool:
    """Whether a type is a Python number, or a NumPy array or scalar."""
    proper = get_proper_type(t)
    return isinstance(proper, Instance) and (
        proper.type.fullname in SCALARS or proper.type.fullname.startswith("numpy.")
    )


def may_hold_number(t: Type) -> bool:
    """Whether a type is a number, or a tuple with a number: a loop turns a carry `(0, key)` into arrays."""
    proper = get_proper_type(t)
    return any(map(may_hold_number, proper.items)) if isinstance(proper, TupleType) else may_be_number(proper)


def is_replaceable(declared: Type, value: Type) -> bool:
    """Whether the plugin lets a variable with this inferred type hold a value that mypy would reject."""
    if is_instance(value, SCALARS):
        return is_instance(declared, [ARRAY])  # loss = loss.item()
    return (
        may_hold_number(declared)
        or holds_arrays(declared)
        or is_transformed_function(declared)
        or holds_containers(value)
    )


def as_wide_as_declared(value: Type, declared: Type) -> Type:
    """The type of a value, or the declared type where a call may replace a flag or None unseen.

    mypy narrows an attribute to the value that it gets, also across the call of a method that assigns it again.
    """
    is_none = isinstance(get_proper_type(value), NoneType)
    is_flag = is_instance(value, ["builtins.bool"]) and is_instance(declared, ["builtins.bool"])
    return declared if (is_none or is_flag) and is_subtype(value, declared) else value
