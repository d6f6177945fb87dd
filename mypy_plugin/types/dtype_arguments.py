"""Reads dtype arguments in the checked code: dtype classes, scalar types, Python types, strings and dtype objects.

`arguments` calls `dtype_argument` for each parameter that is a dtype.
"""

from __future__ import annotations

from mypy.nodes import CallExpr, Expression, MemberExpr, RefExpr, TypeInfo
from mypy.plugin import CheckerPluginInterface
from mypy.types import (
    AnyType,
    CallableType,
    FunctionLike,
    Instance,
    LiteralType,
    Overloaded,
    ProperType,
    Type,
    TypeType,
    get_proper_type,
)

from ...dtype_like import dtype_name
from ...dtypes import DTYPES
from ...exceptions import UnknownDTypeError
from ...inference import possible_dtypes
from ...rules.jax_numpy import SCALAR_TYPES
from ..jax_names import ARRAY_DTYPE, NODES, NUMPY_DTYPE, SCALARS
from ..mypy_compat.expressions import stored_type
from ..mypy_compat.modules import current_file
from ..variables.assignments import assignments_of
from ..variables.keys import key_of
from ..variables.symbols import variable
from .operands import array_dtype, numpy_scalar, operands

JAX_SCALAR_TYPES: dict[str, str] = {f"jax.numpy.{name}": dtype for name, dtype in SCALAR_TYPES.items()}
"""Maps the full name of a JAX scalar type, such as ``jax.numpy.float32``, to its dtype.

JAX declares it as a variable.
"""

DTYPE_MAKERS = ("jax.numpy.dtype", "numpy.dtype")
"""The functions that turn a dtype argument into a dtype object."""


def dtype_argument(api: CheckerPluginInterface, expression: Expression, t: Type) -> str | None:
    """The dtype that an argument names, or the name of a Python scalar type; None if it is unknown."""
    if isinstance(expression, RefExpr) and expression.fullname in JAX_SCALAR_TYPES:
        return JAX_SCALAR_TYPES[expression.fullname]
    owner_type = stored_type(api, expression.expr) if isinstance(expression, MemberExpr) else None
    if isinstance(expression, MemberExpr) and expression.name == "dtype" and owner_type is not None:
        owner_operands = operands(owner_type)
        if owner_operands is not None:
            nodes = possible_dtypes(owner_operands)
            return nodes[0] if len(nodes) == 1 and nodes[0] not in SCALARS.values() else None  # a number has no dtype
    if isinstance(expression, CallExpr) and isinstance(expression.callee, RefExpr) and len(expression.args) == 1:
        argument = expression.args[0]
        argument_type = stored_type(api, argument)
        if expression.callee.fullname in DTYPE_MAKERS and argument_type is not None:
            return _as_dtype_object(dtype_argument(api, argument, argument_type))
    named = _dtype_of_type(get_proper_type(t))
    return None if _may_hold_another(api, expression, named) else named


def _may_hold_another(api: CheckerPluginInterface, expression: Expression, named: str | None) -> bool:
    """Whether a variable or attribute with a dtype is also assigned a value that names another dtype, or may do so."""
    key, var = key_of(expression), variable(api, expression)
    if named is None or key is None or var is None or not var.is_inferred:
        return False
    assignments = assignments_of(current_file(api))
    if isinstance(get_proper_type(var.type), AnyType) and len(assignments.assigned_in[key]) < 2:
        return False  # mypy's binder knows the value
    values: list[Expression] = assignments.values.get(key, [])
    types = [stored_type(api, value) for value in values] if len(values) > 1 else []
    return any(t is None or _dtype_of_type(get_proper_type(t)) != named for t in types)


def dtype_class(t: Type | None) -> TypeInfo | None:
    """The class that names a dtype, if a type is that of the class itself: the type of `jnp.float32`."""
    info = class_itself(t)
    return info if info is not None and info.fullname in NODES else None


def class_itself(t: Type | None) -> TypeInfo | None:
    """The class, if a type is that of a class itself, such as `jnp.float32` or `jnp.floating`."""
    proper = get_proper_type(t)
    instance = proper.item if isinstance(proper, TypeType) else None
    if isinstance(proper, FunctionLike) and proper.is_type_obj():
        return proper.type_object()
    return instance.type if isinstance(instance, Instance) else None


def _as_dtype_object(dtype: str | None) -> str | None:
    """The dtype that a dtype object has for an argument: a Python type becomes NumPy's default dtype, 64 bits wide."""
    return (_dtype_of_text(dtype) or dtype) if dtype else None


def _dtype_of_type(t: ProperType) -> str | None:
    """The dtype named by a value of this type, or by the class that this type is."""
    if isinstance(t, Instance) and t.last_known_value is not None:
        t = t.last_known_value
    if isinstance(t, LiteralType):
        return _dtype_of_text(t.value) if isinstance(t.value, str) else None
    if isinstance(t, Instance):
        return _dtype_of_object(t)
    if isinstance(t, Overloaded):
        t = t.items[0]
    instance: Type | None = None
    if isinstance(t, TypeType):
        instance = t.item
    elif isinstance(t, CallableType) and t.is_type_obj():
        instance = t.get_instance_type()
    proper = get_proper_type(instance) if instance is not None else None
    if not isinstance(proper, Instance):
        return None
    name = proper.type.fullname
    return SCALARS.get(name) or NODES.get(name) or numpy_scalar(proper)


def _dtype_of_object(t: Instance) -> str | None:
    """The dtype of a dtype object: ``np.dtype[np.float32]``, or the ``dtype`` attribute of an array."""
    if t.type.fullname == ARRAY_DTYPE and t.args:
        operand = array_dtype(t.args[0])
        return operand.dtypes[0] if operand is not None and len(operand.dtypes) == 1 else None
    if t.type.fullname == NUMPY_DTYPE and t.args:
        scalar = get_proper_type(t.args[0])
        return numpy_scalar(scalar) if isinstance(scalar, Instance) else None
    return None


def _dtype_of_text(text: str) -> str | None:
    """The dtype that a string names, such as ``"float32"`` or ``"f4"``; None if it names no dtype that JAX has."""
    try:
        name = dtype_name(text)
    except UnknownDTypeError:
        return None
    return name if name in DTYPES else None
