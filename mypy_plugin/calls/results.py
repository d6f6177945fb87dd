"""Combines the declared result of a function with the dtypes that its body returns.

`inferred_calls` asks `refined` for the type of a call.
"""

from __future__ import annotations

from collections.abc import Sequence

from mypy.subtypes import is_subtype
from mypy.typeops import make_simplified_union
from mypy.types import (
    AnyType,
    CallableType,
    Instance,
    NoneType,
    ProperType,
    TupleType,
    Type,
    TypeType,
    UninhabitedType,
    UnionType,
    flatten_nested_unions,
    get_proper_type,
)

from ..installed_packages import is_in_known_library
from ..jax_names import ARRAY_DTYPE, JAXTYPING
from ..modes.possible_modes import agreement
from ..trees.pytrees import is_of_arrays
from ..types.array_types import any_part, holds_containers, unfolded
from ..types.dtype_arguments import dtype_class
from ..types.operands import array_dtype, array_info


def is_open(declared: Type) -> bool:
    """Whether a declared type leaves a dtype open: it is or contains `Any`, or an array of unknown dtype."""
    return any_part(declared, _is_open_part)


def _is_open_part(t: ProperType) -> bool | None:
    if isinstance(t, Instance) and array_info(t.type) is not None:
        return not t.args or array_dtype(t.args[0]) is None
    return True if isinstance(t, AnyType) else None


def holds_categories(t: Type) -> bool:
    """Whether a type contains an array of one of jaxtyping's categories, such as `Float`, which has several dtypes."""
    return any_part(t, _is_of_category)


def _is_of_category(t: ProperType) -> bool | None:
    if not isinstance(t, Instance) or array_info(t.type) is None:
        return None
    dtype = get_proper_type(t.args[0]) if t.args else None
    return isinstance(dtype, Instance) and dtype.type.fullname in JAXTYPING


def holds_dtypes(t: Type) -> bool:
    """Whether an array of known dtype, or its dtype object, is somewhere in a type."""
    return any_part(t, _is_known_array)


def _is_known_array(t: ProperType) -> bool | None:
    if not isinstance(t, Instance) or (array_info(t.type) is None and t.type.fullname != ARRAY_DTYPE):
        return None
    return bool(t.args) and array_dtype(t.args[0]) is not None


def names_dtype(t: Type) -> bool:
    """Whether a type is that of a dtype that an argument may name: of ``x.dtype`` or of `jnp.float32`."""
    return is_dtype_object(t) or dtype_class(t) is not None


def as_class(t: Type) -> Type:
    """A type, or ``type[float32]`` for that of the class `float32` itself.

    mypy takes the latter for a function, which it compares with None as if it could be None.
    """
    info = dtype_class(t)
    return t if info is None else TypeType(Instance(info, []))


def is_dtype_object(t: Type) -> bool:
    """Whether a type is the known dtype of an array: the type of ``x.dtype``."""
    proper = unfolded(t)
    return isinstance(proper, Instance) and proper.type.fullname == ARRAY_DTYPE and holds_dtypes(t)


def may_be_function(t: Type) -> bool:
    """Whether a value of a type may be a function."""
    proper = unfolded(t)
    if isinstance(proper, UnionType):
        return any(map(may_be_function, proper.items))
    is_protocol = isinstance(proper, Instance) and proper.type.is_protocol and proper.type.get("__call__") is not None
    return is_protocol or isinstance(proper, CallableType)


def is_other_class(declared: Type, made: Type) -> bool:
    """Whether a value is an object of another class than declared, such as a subclass, whose methods may differ."""
    expected, found = unfolded(declared), unfolded(made)
    if not isinstance(expected, Instance) or is_in_known_library(expected.type.fullname):
        return False
    return isinstance(found, Instance) and found.type is not expected.type


def has_no_assumption(t: Type) -> bool:
    """Whether all dtypes in a type are known."""
    return not is_open(t)


def joined_type(results: Sequence[Type]) -> Type | None:
    """The common type of all results; None if they have none."""
    reachable = [
        member
        for t in results
        for member in flatten_nested_unions([t])
        if not isinstance(get_proper_type(member), UninhabitedType)
    ]
    if not reachable:
        return None
    common: Type | None = reachable[0]
    for other in reachable[1:]:
        common = None if common is None else agreement(common, other)
    return common


def refined(declared: Type, made: Type) -> Type | None:
    """A declared type with the dtypes of the inferred type; None if it adds nothing."""
    expected, inferred = unfolded(declared), unfolded(made)
    if isinstance(inferred, AnyType) or not is_open(expected):
        return None
    if isinstance(expected, AnyType):
        # A list or dict whose declaration allows any items may later get items other than arrays.
        is_stated = is_of_arrays(inferred) and holds_dtypes(inferred) and not holds_containers(inferred)
        return inferred if is_stated else None
    if isinstance(expected, UnionType):
        if not holds_dtypes(inferred) or not is_subtype(inferred, expected):
            return None
        members = [inferred, *(item for item in expected.items if isinstance(get_proper_type(item), NoneType))]
        return make_simplified_union(members)
    if (
        isinstance(expected, TupleType)
        and isinstance(inferred, TupleType)
        and len(expected.items) == len(inferred.items)
    ):
        items = [refined(e, f) or e for e, f in zip(expected.items, inferred.items, strict=True)]
        return expected.copy_modified(items=items) if any(map(holds_dtypes, items)) else None
    if isinstance(expected, Instance) and isinstance(inferred, Instance) and expected.type is inferred.type:
        if array_info(expected.type) is not None:
            return inferred if holds_dtypes(inferred) else None
        args = [refined(e, f) or e for e, f in zip(expected.args, inferred.args, strict=True)]
        return expected.copy_modified(args=args) if any(map(holds_dtypes, args)) else None
    if holds_dtypes(inferred) and is_subtype(inferred, expected):
        return inferred
    return None
