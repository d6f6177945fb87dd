"""Instances of the program's generic classes: ``Box(x)`` may hold an array of another dtype later.

mypy infers ``Box[Array[float16]]`` from the first value, and reports a value of another dtype. With JAX's own class
both values have the same type. So the dtypes in such an instance are unknown, unless the program declares them.
"""

from __future__ import annotations

from mypy.nodes import COVARIANT, CallExpr, TypeInfo
from mypy.plugin import FunctionContext, MethodContext
from mypy.subtypes import infer_class_variances
from mypy.types import Instance, TupleType, Type, TypeVarType, UninhabitedType, UnionType, get_proper_type

from ..any_type import ANYTHING
from ..types.array_types import holds_arrays, unfolded, without_dtypes
from ..types.dtype_arguments import dtype_class
from ..types.operands import array_info
from ..variables.generic_results import returns_variable
from .wrapper_classes import value_type

FOLLOWED = (
    *("builtins.", "typing.", "types.", "itertools.", "functools.", "_functools.", "contextlib.", "asyncio."),
    *("concurrent.futures.", "collections.deque", "collections.OrderedDict", "collections.defaultdict"),
    *("_collections_abc.", "numpy.", "jax.", "jaxtyping_promo."),
)
"""The prefixes of classes whose items never change, or are followed where they change."""
MAP = "builtins.map"
DEFAULT_DICT = "collections.defaultdict"


def with_open_instances(ctx: FunctionContext | MethodContext, result: Type) -> Type:
    """The result of a call, without the dtypes that mypy infers for the type variables of a class."""
    if not isinstance(ctx.context, CallExpr) or (isinstance(ctx, MethodContext) and result == ctx.type):
        return result
    opened = _opened(result)
    return result if opened == result or not returns_variable(ctx.api, ctx.context) else opened


def of_open_instances(ctx: FunctionContext) -> Type:
    """Hook of `MAP`, whose function may be a generic class."""
    return with_open_instances(ctx, ctx.default_return_type)


def default_dict(ctx: FunctionContext) -> Type:
    """Hook of `DEFAULT_DICT`: its values may have other dtypes than the default.

    mypy infers the keys from a later statement, but only if the class of the values has no type argument. So the keys
    of a dict of arrays may be anything.
    """
    proper = unfolded(ctx.default_return_type)
    if not isinstance(proper, Instance) or len(proper.args) != 2:
        return proper
    key, value = proper.args
    is_dtype = dtype_class(value) is not None
    if not holds_arrays(value) and not is_dtype:
        return proper
    keys = ANYTHING if isinstance(get_proper_type(key), UninhabitedType) else key
    return proper.copy_modified(args=[keys, ANYTHING if is_dtype else without_dtypes(value)])


def _opened(t: Type) -> Type:
    """A type with instances of changeable generic classes without dtypes."""
    proper = unfolded(t)
    if isinstance(proper, UnionType):
        return UnionType.make_union([_opened(item) for item in proper.items])
    if isinstance(proper, TupleType):
        return proper.copy_modified(items=[_opened(item) for item in proper.items])
    if not isinstance(proper, Instance) or not proper.args or array_info(proper.type) is not None:
        return t
    is_changeable = value_type(proper) is None and not proper.type.fullname.startswith(FOLLOWED)
    if is_changeable:
        infer_class_variances(proper.type)
    return proper.copy_modified(
        args=[
            without_dtypes(argument)
            if is_changeable and not _is_covariant(proper.type, position)
            else _opened(argument)
            for position, argument in enumerate(proper.args)
        ]
    )


def _is_covariant(info: TypeInfo, position: int) -> bool:
    """Whether no method or attribute of a class accepts a value of its type variable."""
    variables = info.defn.type_vars
    variable = variables[position] if position < len(variables) else None
    return isinstance(variable, TypeVarType) and variable.variance == COVARIANT
