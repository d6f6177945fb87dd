"""Finds the dtypes that NumPy may make of an operand or argument: an array, a number, or a list of them."""

from __future__ import annotations

from mypy.maptype import map_instance_to_supertype
from mypy.types import Instance, ProperType, TupleType, Type, UnionType, get_proper_type

from ...inference.operand import PLATFORM_DTYPES, possible_dtypes
from ...system import PYTHON_SCALARS
from ...systems.numpy import COMPLEX, DEFAULTS, FLOATS, INTEGERS, STRONG
from ...systems.scalars import SCALARS
from ..jax_names import NDARRAY, NUMPY_DTYPE
from ..types.operands import dtypes_of, is_ndarray, operands

ABSTRACT: dict[str, tuple[str, ...]] = {
    "numpy.generic": STRONG,
    "numpy.number": (*INTEGERS, *FLOATS, *COMPLEX),
    "numpy.integer": INTEGERS,
    "numpy.signedinteger": tuple(name for name in INTEGERS if name.startswith("int")),
    "numpy.unsignedinteger": tuple(name for name in INTEGERS if name.startswith("uint")),
    "numpy.inexact": (*FLOATS, *COMPLEX),
    "numpy.floating": FLOATS,
    "numpy.complexfloating": COMPLEX,
}
"""The dtypes of NumPy's scalar classes that stand for several, by full name."""
OF_LIST = {name: DEFAULTS.get(node, node) for name, node in SCALARS.items()}
"""The dtypes of arrays that NumPy makes of lists of Python numbers."""


def numpy_dtypes(t: Type) -> tuple[str, ...]:
    """All dtypes, or classes of Python numbers, that an operand of NumPy may have."""
    known = dtypes_of(t)
    if known is None:
        node, is_number = element(get_proper_type(t))
        known = (node if is_number else OF_LIST.get(node, node),) if node else None
    if known is not None:
        return tuple(each for dtype in known for each in PLATFORM_DTYPES.get(dtype, (dtype,)))
    scalar = _scalar_class(get_proper_type(t))
    return (*STRONG, *PYTHON_SCALARS) if scalar is None else ABSTRACT.get(scalar, STRONG)


def has_unknown_dtype(t: Type) -> bool:
    """Whether a value is a NumPy array or number of unknown dtype, or a list or tuple with one."""
    match proper := get_proper_type(t):
        case UnionType(items=items):
            return any(map(has_unknown_dtype, items))
        case TupleType(items=items):
            return any(map(has_unknown_dtype, items))
        case Instance(args=[item]) if proper.type.fullname == "builtins.list":
            return has_unknown_dtype(item)
    return _scalar_class(proper) is not None and dtypes_of(proper) is None


def element(t: ProperType) -> tuple[str, bool]:
    """The dtype of an operand, or of the items of a list; and whether the operand is a single number.

    The dtype is empty if it is unknown. The type arguments of an array are its shape and dtype, so they are no items.
    """
    alternatives = operands(t)
    if alternatives is not None:
        nodes = {*possible_dtypes(alternatives)}
        are_numbers = all(operand.origin != "numpy array" for operand in alternatives)
        return (nodes.pop(), are_numbers) if len(nodes) == 1 else ("", False)
    match t:
        case TupleType(items=[_, *_]):
            return _joined({element(get_proper_type(item))[0] for item in t.items}), False
        case Instance() if t.type.fullname == "builtins.range":
            return "int", False
        case Instance(args=[item, *_]) if not is_ndarray(t):
            return element(get_proper_type(item))[0], False
    return "", False


def _joined(nodes: set[str]) -> str:
    """The one dtype of a tuple's items, or the widest class of Python numbers; empty if the items are others."""
    if len(nodes) == 1:
        return nodes.pop()
    return max(nodes, key=PYTHON_SCALARS.index) if nodes <= {*PYTHON_SCALARS} else ""


def _scalar_class(t: ProperType) -> str | None:
    """The full name of the scalar class of a NumPy array or number; empty if it is unknown. None for other types."""
    if not isinstance(t, Instance):
        return None
    if not is_ndarray(t):
        return t.type.fullname if any(base.fullname == "numpy.generic" for base in t.type.mro) else None
    array = next(base for base in t.type.mro if base.fullname == NDARRAY)
    dtype = get_proper_type(map_instance_to_supertype(t, array).args[-1])
    if not isinstance(dtype, Instance) or dtype.type.fullname != NUMPY_DTYPE:
        return ""
    scalar = get_proper_type(dtype.args[0])
    return scalar.type.fullname if isinstance(scalar, Instance) else ""
