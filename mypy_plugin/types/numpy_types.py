"""Reads and writes dtypes in the types of NumPy's own stubs, such as ``ndarray[Any, dtype[float32]]``.

The hooks of `numpy_arrays` replace scalar types with it.
"""

from __future__ import annotations

from mypy.nodes import Context, MypyFile, TypeAlias, TypeInfo
from mypy.plugin import CheckerPluginInterface
from mypy.types import Instance, TupleType, Type, UnionType, get_proper_type

from ...dtype_like import NUMPY_TYPES
from ..any_type import ANYTHING
from ..jax_names import SCALARS
from ..mypy_compat import loaded_modules
from ..per_file_cache import OfFiles
from .operands import is_ndarray

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
    name = NUMPY_TYPES.get(node)
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
