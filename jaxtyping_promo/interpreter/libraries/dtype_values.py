"""Dtypes as values: what names a dtype, calls of scalar classes, and the attributes of dtype objects."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from ...dtype_info import dtype_info
from ...dtypes import DTYPES
from ..arrays import in_modes, is_traced, strong
from ..call import Call
from ..enum_members import data_of
from ..origins import Origins, accident, chosen
from ..values import (
    ABSENT,
    ANY_INT,
    BOTTOM,
    NONE,
    Array,
    Dtype,
    External,
    Method,
    Number,
    NumPyArray,
    Opaque,
    Text,
    Unknown,
    Value,
    constant_of,
    each,
    of_constant,
)
from .names import NUMPY_DTYPES

if TYPE_CHECKING:
    from ..run import Run

PYTHON_TYPES: Final = {"builtins.bool": "bool", "builtins.int": "int", "builtins.float": "float",
                       "builtins.complex": "complex"}  # fmt: skip
CHARACTERS: Final = {
    "f": "float32", "d": "float64", "e": "float16", "i": "int32", "l": "int64", "q": "int64", "b": "int8",
    "B": "uint8", "h": "int16", "H": "uint16", "I": "uint32", "L": "uint64", "F": "complex64", "D": "complex128",
    "?": "bool_", "f2": "float16", "f4": "float32", "f8": "float64", "i1": "int8", "i2": "int16", "i4": "int32",
    "i8": "int64", "u1": "uint8", "u2": "uint16", "u4": "uint32", "u8": "uint64", "c8": "complex64",
    "c16": "complex128", "b1": "bool_",
}  # fmt: skip
"""NumPy's short names of dtypes."""


def requested_dtype(value: Value) -> str | None:
    """The dtype that a dtype argument names, as the core reads it: a dtype, or the name of a Python type."""
    if len(value) != 1:
        return None
    item = value[0]
    if isinstance(item, Dtype):
        return item.name
    if isinstance(item, Text) and isinstance(item.constant, str):
        return _named(item.constant)
    if isinstance(item, External):
        return PYTHON_TYPES.get(item.name)
    return None


def _named(text: str) -> str | None:
    if text == "bool":
        return "bool_"
    if text in ("int", "float", "complex"):
        return text
    if text in DTYPES:
        return text
    return CHARACTERS.get(text.lstrip("<>=|")) or NUMPY_DTYPES.get(text)


DTYPE_NAME: Final = re.compile("(u?int|b?float|complex)[0-9]+")
"""The names of dtypes by their kind and width: ``complex64``, but not ``<c8``."""


def dtype_name(value: Value) -> str | None:
    """The dtype of a dtype object, of a name, or of an array; None if unknown."""
    name = requested_dtype(value)
    if name in ("bool", "int", "float", "complex"):
        return {"bool": "bool_", "int": "int64", "float": "float64", "complex": "complex128"}[name]
    return name


def names_no_dtype(item: Any) -> bool:
    """Whether a string has the form of a dtype's name, and no dtype of JAX has this name: ``complex4``."""
    name = constant_of((item,)) if isinstance(item, Text) else None
    return isinstance(name, str) and DTYPE_NAME.fullmatch(name) is not None and name not in DTYPES


def dtype_origins(run: Run, value: Value, why: str) -> Origins:
    """The origin of an array that is made with a dtype argument: the argument's own array, or the program's choice."""
    item = value[0] if len(value) == 1 else None
    if isinstance(item, Dtype) and item.origins is not None:
        return item.origins
    return chosen(run.place, why)


def call_dtype(run: Run, item: Dtype, call: Call) -> Value:
    """``jnp.float32(x)``, ``np.float32(x)``."""
    argument = each(call.get(0, "x"), lambda one: data_of(run, one))
    if item.name is None:
        return run.unknown("a dtype that is not known is called")
    if item.form == "instance":
        return BOTTOM
    shape: Any = ()
    constant: Any = ABSENT
    if argument and len(argument) == 1:
        one = argument[0]
        if isinstance(one, (Array, NumPyArray)):
            shape = one.shape
        elif not isinstance(one, Number):
            shape = None
        else:
            constant = one.constant
    if item.form == "numpy":
        origins = accident(run.place, f"a NumPy {item.name}")
        return (NumPyArray(item.name, shape, shape == (), constant, origins),)
    from ..call_findings import check_scalar
    from ..late_upcasts import check_cast
    from ..slots import note_cast

    check_scalar(run, argument, item.name)
    check_cast(run, argument, item.name)
    note_cast(run, argument, item.name)
    origins = chosen(run.place, f"jnp.{item.name}")
    name = item.name
    traced = is_traced(run, argument, is_conversion=True)
    return in_modes(run, lambda system: (Array(system.truncated.get(name, name), shape, origins, traced=traced),))


def dtype_attribute(run: Run, item: Dtype, name: str) -> Value:
    """An attribute of a dtype object or scalar class."""
    known = None if item.name is None or item.name not in DTYPES else dtype_info(item.name)
    match name:
        case "name" | "__name__":
            return (
                (Text(item.name.removesuffix("_") if item.name == "bool_" else item.name),) if item.name else (Text(),)
            )
        case "itemsize":
            return ANY_INT if known is None else of_constant(max(1, (known.bits or 8) // 8))
        case "kind":
            return (Text(),) if known is None else of_constant(_kind(item.name or "", known.kind))
        case "dtype":
            return (Dtype(item.name, "instance", item.origins),)
        case "type":
            return (Dtype(item.name, "numpy", item.origins),)
        case "shape":
            return of_constant(())
        case "char" | "str":
            return (Text(),)
        case "newbyteorder" | "isbuiltin" | "num":
            return (Opaque(f"dtype.{name}"),)
        case "fields" | "names" | "base":
            return NONE
    return (Method(name, item),)


def _kind(name: str, kind: str) -> str:
    if name == "bfloat16" or name.startswith(("float8", "float4", "float6")):
        return "V"
    return {"bool": "b", "unsigned": "u", "signed": "i", "float": "f", "complex": "c"}.get(kind, "V")


def dtype_of(run: Run, value: Value) -> Value:
    """``x.dtype`` of an array, number or dtype."""

    def one(item: Any) -> Value:
        if isinstance(item, Array):
            if item.dtype is None:
                return (Unknown(item.cause or "the dtype of an array is unknown", run.place),)
            dtype = strong(run, item.dtype)
            return (Dtype(dtype, "instance", item.origins),)
        if isinstance(item, NumPyArray):
            return (Dtype(item.dtype, "instance", item.origins),)
        if isinstance(item, Number):
            dtype = strong(run, {"bool": "bool_"}.get(item.kind, f"weak_{item.kind}"))
            return (Dtype(dtype, "instance"),)
        if isinstance(item, Dtype):
            return (Dtype(item.name, "instance", item.origins),)
        if isinstance(item, Unknown):
            return (item,)
        name = dtype_name((item,))
        return (Dtype(name, "instance"),) if name else run.unknown(f"the dtype of a {type(item).__name__}")

    return each(value, one)


def constant_text(value: Value) -> str | None:
    """A string constant; None if unknown."""
    constant = constant_of(value)
    return constant if isinstance(constant, str) else None
