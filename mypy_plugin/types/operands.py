"""Reads mypy's types as operands of the inference core: which dtypes a value of a type may have.

Hooks call `operands` for each argument, or `dtypes_of` if the dtypes are enough.
"""

from __future__ import annotations

from mypy.maptype import map_instance_to_supertype
from mypy.nodes import CallExpr, Expression, NameExpr, TypeInfo, Var
from mypy.plugin import CheckerPluginInterface
from mypy.types import (
    Instance,
    LiteralType,
    NoneType,
    ProperType,
    Type,
    TypeVarType,
    UnionType,
    get_proper_type,
    get_proper_types,
)

from ...inference.operand import PLATFORM_DTYPES, Alternatives, Operand, possible_dtypes
from ..any_type import ANYTHING
from ..jax_names import (
    ARRAY,
    DTYPES_MODULE,
    JAXTYPING_OPERANDS,
    JOINED,
    MEMBERS,
    NDARRAY,
    NODES,
    NUMBER,
    NUMPY_DTYPE,
    NUMPY_KINDS,
    NUMPY_SCALARS,
    NUMPY_WIDTHS,
    RANDOM_KEY,
    SCALARS,
    SEVERAL,
)
from ..mypy_compat.expressions import stored_type
from ..mypy_compat.modules import current_file, loaded_modules
from ..variables.assignment_marker import inner_value
from ..variables.assignments import assignments_of
from ..variables.keys import key_of
from ..variables.number_classes import shown_number
from .expression_types import type_without_context

BY_CLASS: dict[str, Operand] = {
    **{name: Operand((node,)) for name, node in (NODES | JOINED).items()},
    **{name: Operand(nodes) for name, nodes in (MEMBERS | JAXTYPING_OPERANDS).items()},
}
"""Maps the full name of a dtype class, the type argument of an array, to its dtypes."""


def operands(t: Type) -> Alternatives | None:
    """One operand for each member of a union; None if any member has an unknown dtype or is no operand."""
    proper = get_proper_type(t)
    if isinstance(proper, UnionType):
        alternatives: list[Operand] = []
        for item in proper.items[: 1 if _may_be_anything(proper) else None]:
            operand = _operand(get_proper_type(item))
            if operand is None:
                return None
            alternatives.append(operand)
        return tuple(alternatives)
    operand = _operand(proper)
    return None if operand is None else (operand,)


def dtypes_of(t: Type) -> tuple[str, ...] | None:
    """All dtypes that a value of this type may have; None if they are unknown."""
    alternatives = operands(t)
    return None if alternatives is None else possible_dtypes(alternatives)


def known_dtype(t: Type) -> str | None:
    """The dtype of an array; None if it may have several."""
    dtypes = dtypes_of(t)
    return dtypes[0] if dtypes is not None and len(dtypes) == 1 else None


def number_or_anything(api: CheckerPluginInterface) -> Type | None:
    """The type of a value that mypy treats as `Any` and `operands` reads as NumPy's float64.

    It is None if the program does not load the stubs.
    """
    module = loaded_modules(api).get(DTYPES_MODULE)
    symbol = module.names.get(NUMBER.rpartition(".")[2]) if module else None
    if symbol is None or not isinstance(symbol.node, TypeInfo):
        return None
    return UnionType([Instance(symbol.node, []), ANYTHING])


def _may_be_anything(t: UnionType) -> bool:
    """Whether a union is the type that `number_or_anything` returns."""
    first = get_proper_type(t.items[0])
    return isinstance(first, Instance) and first.type.fullname == NUMBER


def _operand(t: ProperType) -> Operand | None:
    """The operand that a value of this type is; None if its dtype is unknown or it is no operand."""
    if isinstance(t, LiteralType):
        t = t.fallback
    if not isinstance(t, Instance):
        if isinstance(t, TypeVarType) and not t.values:
            return _operand(get_proper_type(t.upper_bound))
        return None
    array = as_array(t)
    if array is not None:
        return array_dtype(array.args[0])
    if t.type.fullname in SCALARS:
        return Operand((SCALARS[t.type.fullname],))
    node = numpy_node(t)
    if node is not None:
        return Operand((node,), origin="numpy array" if is_ndarray(t) else "numpy scalar")
    # JAX converts a number of a derived class, such as a member of an `IntEnum`, as a number of the class itself.
    scalar = next((SCALARS[base.fullname] for base in t.type.mro if base.fullname in SCALARS), None)
    return None if scalar is None or is_of_numpy(t.type) else Operand((scalar,))


def is_of_numpy(info: TypeInfo) -> bool:
    """Whether NumPy defines a class or one of its bases."""
    return any(base.module_name.partition(".")[0] == "numpy" for base in info.mro)


def is_python_number(t: Type | None) -> bool:
    """Whether a type is `bool`, `int`, `float` or `complex`."""
    proper = get_proper_type(t)
    return isinstance(proper, Instance) and proper.type.fullname in SCALARS


def as_array(t: Instance) -> Instance | None:
    """The instance as an `Array`; None if its class is not derived from `Array`."""
    info = array_info(t.type)
    if info is t.type:
        return t
    return None if info is None else map_instance_to_supertype(t, info)


def array_info(info: TypeInfo) -> TypeInfo | None:
    """The stubs' class `Array` among the bases of a class; None if it is missing.

    JAX's own `Array` has no type parameter and does not count.
    """
    for base in info.mro:
        if base.fullname == ARRAY and base.type_vars:
            return base
    return None


def array_dtype(t: Type) -> Operand | None:
    """The dtypes that the type argument of an `Array` stands for; None if they are unknown."""
    proper = get_proper_type(t)
    if isinstance(proper, Instance):
        if proper.type.fullname in (SEVERAL, RANDOM_KEY):
            return None
        # A subclass of a dtype, such as the overlay's class behind jnp.float32, is that dtype.
        return next((BY_CLASS[base.fullname] for base in proper.type.mro if base.fullname in BY_CLASS), None)
    if isinstance(proper, TypeVarType):
        bound = array_dtype(proper.upper_bound) if not proper.values else None
        return None if bound is None else Operand(bound.dtypes, proper)
    if isinstance(proper, UnionType):
        nodes: dict[str, None] = {}
        for item in proper.items:
            operand = array_dtype(item)
            if operand is None:
                return None
            nodes.update(dict.fromkeys(operand.dtypes))
        return Operand(tuple(nodes))
    return None


def numpy_node(t: Instance) -> str | None:
    """The dtype of a NumPy array or scalar type; None if the type does not say."""
    if is_ndarray(t):
        ndarray = next(base for base in t.type.mro if base.fullname == NDARRAY)
        array = map_instance_to_supertype(t, ndarray)
        dtype = get_proper_type(array.args[-1])
        if not isinstance(dtype, Instance) or dtype.type.fullname != NUMPY_DTYPE:
            return None
        scalar = get_proper_type(dtype.args[0])
        return numpy_scalar(scalar) if isinstance(scalar, Instance) else None
    return numpy_scalar(t)


def is_ndarray(t: Instance) -> bool:
    """Whether a class is NumPy's array or derived from it."""
    return t.type.has_base(NDARRAY)


def argument_type(api: CheckerPluginInterface, t: Type, expression: Expression) -> Type:
    """The type of an argument, inferred without the influence of the parameter that receives it.

    mypy infers `np.ones(3, np.float16)` for an `ArrayLike` parameter as an array of any dtype. Such calls are inferred
    again without that context. A number that may be of another class than mypy says becomes a union of classes.
    """
    proper = get_proper_type(t)
    if isinstance(proper, Instance) and array_info(proper.type) is not None:
        return t
    expression = inner_value(expression)
    t = shown_number(api, t, expression)
    proper = get_proper_type(t)
    if isinstance(expression, NameExpr) and isinstance(proper, Instance):
        return ANYTHING if _may_have_other_value(api, expression, proper) else t
    if not isinstance(expression, CallExpr) or not isinstance(proper, Instance):
        return t
    if not is_ndarray(proper) or numpy_node(proper) is not None:
        return t
    return type_without_context(api, expression)


def _may_have_other_value(api: CheckerPluginInterface, name: NameExpr, t: Instance) -> bool:
    """Whether a variable with a NumPy value is also assigned a value of another dtype.

    The variable then keeps its first type for mypy: if mypy reports the assignment, and if it does not know the dtype.
    """
    node, key = numpy_node(t), key_of(name)
    if node is None or key is None or not isinstance(name.node, Var) or not name.node.is_inferred:
        return False
    values: list[Expression] = assignments_of(current_file(api)).values.get(key, [])
    stored = [get_proper_type(stored_type(api, value)) for value in values] if len(values) > 1 else []
    checked = [one for one in stored if one is not None and not isinstance(one, NoneType)]
    return any(not isinstance(one, Instance) or numpy_node(one) != node for one in checked)


def numpy_scalar(t: Instance) -> str | None:
    """The dtype of a NumPy scalar type: ``signedinteger[_8Bit]`` is int8."""
    name = t.type.fullname
    if name in NUMPY_SCALARS:
        return NUMPY_SCALARS[name]
    if name in NUMPY_KINDS and t.args:
        width = get_proper_type(t.args[0])
        widths = get_proper_types(width.items) if isinstance(width, UnionType) else [width]
        kind, parts = NUMPY_KINDS[name]
        nodes = tuple(
            f"{kind}{parts * NUMPY_WIDTHS[one.type.fullname]}"
            for one in widths
            if isinstance(one, Instance) and one.type.fullname in NUMPY_WIDTHS
        )
        if len(nodes) < len(widths):
            return None
        if len(nodes) > 1:
            return next((name for name, both in PLATFORM_DTYPES.items() if {*both} == {*nodes}), None)
        return nodes[0] if f"jaxtyping_promo.dtypes.{nodes[0]}" in NODES else None
    return None
