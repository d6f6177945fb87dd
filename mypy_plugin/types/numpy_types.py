"""Reads and writes dtypes in the types of NumPy's own stubs, such as ``ndarray[Any, dtype[float32]]``.

The hooks of `numpy_arrays` replace scalar types with it.
"""

from __future__ import annotations

from collections.abc import Collection

from mypy.nodes import Context, MypyFile, TypeAlias, TypeInfo
from mypy.plugin import CheckerPluginInterface
from mypy.types import AnyType, Instance, ProperType, TupleType, Type, UnionType, get_proper_type

from ...dtype_like import NUMPY_TYPES
from ...inference import Result
from ...inference.numpy_kinds import ANY_ARRAY, PYTHON, SCALAR
from ...inference.numpy_values import NumpyAnswer, NumpyValue
from ...inference.operand import PLATFORM_DTYPES
from ...system import PYTHON_SCALARS
from ..any_type import ANYTHING
from ..jax_names import SCALARS
from ..mypy_compat.modules import loaded_modules
from ..per_file_cache import OfFiles
from .operands import is_ndarray, numpy_node

NUMPY_GENERIC = "numpy.generic"
"""The base class of all NumPy scalar types."""


def _no_calls(tree: MypyFile) -> dict[Context, Type]:
    """An empty table of calls for a file."""
    return {}


corrected_calls = OfFiles(_no_calls)
"""The calls in a file whose results have another dtype than NumPy's stubs say, with the type that the stubs state."""


def scalar_type(api: CheckerPluginInterface, node: str) -> Instance | None:
    """NumPy's scalar type for a dtype, or None if NumPy has none."""
    module = loaded_modules(api).get("numpy")
    name = node if node in PLATFORM_DTYPES else NUMPY_TYPES.get(node)
    symbol = module.names[name].node if module is not None and name is not None and name in module.names else None
    if isinstance(symbol, TypeAlias):
        target = get_proper_type(symbol.target)
        return target if isinstance(target, Instance) else None
    if not isinstance(symbol, TypeInfo):
        return None
    return Instance(symbol, [v.default if v.has_default() else ANYTHING for v in symbol.defn.type_vars])


def without_scalar_types(t: Type) -> Type:
    """A NumPy type with `Any` in place of every array's dtype, and of every scalar."""
    proper = get_proper_type(t)
    if isinstance(proper, TupleType):
        fallback = get_proper_type(without_scalar_types(proper.partial_fallback))
        assert isinstance(fallback, Instance)
        return proper.copy_modified(items=[without_scalar_types(item) for item in proper.items], fallback=fallback)
    if isinstance(proper, UnionType):
        return UnionType([without_scalar_types(item) for item in proper.items])
    if not isinstance(proper, Instance):
        return t
    if any(base.fullname == NUMPY_GENERIC for base in proper.type.mro):
        return ANYTHING
    return proper.copy_modified(args=[without_scalar_types(argument) for argument in proper.args])


def unknown_result(t: Type) -> Type:
    """The type of a result of NumPy of which no dtype is known. A Python number in NumPy's stubs may be NumPy's own."""
    stripped = get_proper_type(without_scalar_types(t))
    return ANYTHING if isinstance(stripped, Instance) and stripped.type.fullname in SCALARS else stripped


def with_scalar_type(api: CheckerPluginInterface, t: Type, node: str) -> Type:
    """The type of a NumPy array or scalar with another dtype.

    The dtype becomes `Any` if NumPy has no scalar type for it.
    """
    proper, scalar = get_proper_type(t), scalar_type(api, node)
    if scalar is None or not isinstance(proper, Instance):
        return without_scalar_types(t)
    if not is_ndarray(proper):
        return scalar
    shape, dtype = proper.args
    dtype_class = get_proper_type(dtype)
    return (
        proper.copy_modified(args=[shape, dtype_class.copy_modified(args=[scalar])])
        if isinstance(dtype_class, Instance)
        else t
    )


def with_answer(api: CheckerPluginInterface, stated: Type, answer: NumpyAnswer, dtypes: Collection[str]) -> Type:
    """The type that NumPy's stubs state, with the dtypes of an answer where the stubs leave them open.

    Args:
        api: the type checker.
        stated: the type that the stubs state.
        answer: the values that NumPy returns.
        dtypes: the dtypes of the operands and dtype arguments, as `numpy_scalar` names them.
    """
    proper = get_proper_type(stated)
    if answer.form == "value":
        return _with_value(api, stated, answer.values[0], dtypes)
    if isinstance(proper, TupleType) and answer.form == "tuple" and len(proper.items) == len(answer.values):
        items = [_with_value(api, item, one, dtypes) for item, one in zip(proper.items, answer.values, strict=True)]
        return stated if items == proper.items else proper.copy_modified(items=items)
    is_list = isinstance(proper, Instance) and proper.type.fullname in ("builtins.list", "builtins.tuple")
    if not is_list or not isinstance(proper, Instance) or answer.form not in ("list", "tuple"):
        return stated
    if len({*answer.values}) != 1 or len(proper.args) != 1:
        return stated
    item = _with_value(api, proper.args[0], answer.values[0], dtypes)
    return stated if item is proper.args[0] else proper.copy_modified(args=[item])


def _with_value(api: CheckerPluginInterface, stated: Type, value: NumpyValue, dtypes: Collection[str]) -> Type:
    """The type of one value."""
    proper = get_proper_type(stated)
    if not isinstance(value.answer, Result) or len(value.answer.dtypes) != 1 or is_exact(proper):
        return stated
    (dtype,) = value.answer.dtypes
    is_array = value.kinds <= ANY_ARRAY
    if isinstance(proper, Instance):
        if is_ndarray(proper):
            is_array = value.kinds != SCALAR
        elif not proper.type.has_base(NUMPY_GENERIC) or value.kinds != SCALAR:
            return stated
    elif not isinstance(proper, AnyType) and not _is_open_union(proper):
        return stated
    if dtype in PYTHON_SCALARS:
        return api.named_generic_type(f"builtins.{dtype}", []) if value.kinds == PYTHON else stated
    if not is_array and value.kinds != SCALAR:
        return stated
    scalar = scalar_type(api, _of_platform(dtype, dtypes))
    if scalar is None or not is_array:
        return scalar or stated
    return _array_type(api, proper, scalar) or stated


def _is_open_union(t: ProperType) -> bool:
    """Whether a type is a union of NumPy's arrays and scalars, and perhaps `Any`."""
    if not isinstance(t, UnionType):
        return False
    items = [get_proper_type(item) for item in t.items]
    return all(isinstance(item, AnyType) or (isinstance(item, Instance) and _is_of_numpy(item)) for item in items)


def _is_of_numpy(t: Instance) -> bool:
    return is_ndarray(t) or t.type.has_base(NUMPY_GENERIC)


def is_number(t: Type) -> bool:
    """Whether a type is a number of NumPy or Python."""
    proper = get_proper_type(t)
    return isinstance(proper, Instance) and (proper.type.has_base(NUMPY_GENERIC) or proper.type.fullname in SCALARS)


def is_exact(t: Type) -> bool:
    """Whether a type tells one dtype, or is no array and no number of NumPy."""
    proper = get_proper_type(t)
    if isinstance(proper, TupleType):
        return all(map(is_exact, proper.items))
    if not isinstance(proper, Instance):
        return not isinstance(proper, AnyType | UnionType)
    if is_ndarray(proper) or proper.type.has_base(NUMPY_GENERIC):
        return numpy_node(proper) is not None
    if proper.type.fullname in ("builtins.list", "builtins.tuple"):
        return all(map(is_exact, proper.args))
    return True


def _of_platform(dtype: str, dtypes: Collection[str]) -> str:
    """The dtype, or NumPy's default integer if only that one can have led to it; its stubs spell it in another way."""
    if dtype == "int64" and {"int64", "uint32", "uint64"}.isdisjoint(dtypes):
        return "int_"
    return "uint" if dtype == "uint64" and {"uint64", "int64"}.isdisjoint(dtypes) else dtype


def _array_type(api: CheckerPluginInterface, stated: ProperType, scalar: Instance) -> Type | None:
    """The type of an array with the shape of the type that the stubs state."""
    numpy = loaded_modules(api).get("numpy")
    classes = [numpy.names[name].node for name in ("ndarray", "dtype")] if numpy is not None else []
    if not all(isinstance(one, TypeInfo) for one in classes) or not classes:
        return None
    array, dtype = (one for one in classes if isinstance(one, TypeInfo))
    shape: Type = api.named_generic_type("builtins.tuple", [ANYTHING])
    if isinstance(stated, Instance):
        if stated.type is not array or len(stated.args) != 2:
            return None
        shape = stated.args[0]
    return Instance(array, [shape, Instance(dtype, [scalar])])
