"""Turns the dtypes of the inference core into mypy's types, and removes dtypes from mypy's types.

Hooks call `array_of_answer` or `array_of` for the type that they return.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import overload

from mypy.nodes import MypyFile, TypeInfo
from mypy.plugin import CheckerPluginInterface
from mypy.types import (
    AnyType,
    Instance,
    ProperType,
    TupleType,
    Type,
    TypeAliasType,
    TypeVarId,
    TypeVarType,
    UnionType,
    get_proper_type,
    get_proper_types,
)

from ...inference import Answer, Result
from ..any_type import ANYTHING
from ..jax_names import ARRAY, ARRAY_DTYPE, ARRAY_MODULE, DTYPES_MODULE, JOINED, ancestors
from ..mypy_compat.modules import loaded_modules
from ..per_file_cache import OfFiles
from .operands import array_dtype, array_info

MOST_ALTERNATIVES = 4
"""The largest number of dtypes that a union lists. A longer union becomes the narrowest category that contains it."""


MUTABLE = ("typing.MutableSequence", "typing.MutableMapping", "typing.AbstractSet")
"""The base classes of containers that may get further items after they are created."""


def unknown_array(array: TypeInfo) -> Instance:
    """The type `Array[Any]`: an array of unknown dtype."""
    return Instance(array, [ANYTHING])


def array_class(api: CheckerPluginInterface) -> TypeInfo | None:
    """The class `Array`, or None if the program does not load the stubs."""
    module = loaded_modules(api).get(ARRAY_MODULE)
    node = module.names["Array"].node if module else None
    return node if isinstance(node, TypeInfo) else None


def array_of_answer(api: CheckerPluginInterface, array: TypeInfo, answer: Answer) -> Instance:
    """The array type that an operation returns; its dtype is unknown unless the inference core has a result."""
    if not isinstance(answer, Result):
        return unknown_array(array)
    if isinstance(answer.variable, TypeVarType):
        return Instance(array, [answer.variable])
    return array_of(api, array, answer.dtypes)


def array_of(api: CheckerPluginInterface, array: TypeInfo, dtypes: Sequence[str]) -> Instance:
    """The array type for some possible dtypes.

    Each combination is created once for each build, since mypy stores the type of every expression of a module.
    """
    arrays = _arrays(loaded_modules(api)[DTYPES_MODULE])
    key: tuple[TypeInfo | str, ...] = (array, *dtypes)
    if key not in arrays:
        arrays[key] = Instance(array, [dtype_type(api, dtypes)])
    return arrays[key]


def _no_arrays(dtypes: MypyFile) -> dict[tuple[TypeInfo | str, ...], Instance]:
    """An empty cache of array types for the module that declares the dtypes."""
    return {}


_arrays = OfFiles(_no_arrays)


def dtype_type(api: CheckerPluginInterface, dtypes: Sequence[str]) -> Type:
    """The type argument of `Array` for some dtypes: a dtype class, a union of a few, or a category of many."""
    distinct = list(dict.fromkeys(dtypes))
    if len(distinct) > MOST_ALTERNATIVES:
        common = [c for c in ancestors(distinct[0]) if all(c in ancestors(node) for node in distinct)]
        distinct = common[:1]
    # mypy's lookup by full name fails if the package does not import this module, so read the module's symbol table.
    names = loaded_modules(api)[DTYPES_MODULE].names
    infos = (names[node].node for node in distinct)
    classes: list[Type] = [Instance(info, []) for info in infos if isinstance(info, TypeInfo)]
    # A simplified union would drop weak dtypes, which are subclasses of their default dtypes but promote differently.
    return classes[0] if len(classes) == 1 else UnionType(classes)


def dtype_object(api: CheckerPluginInterface, node: str) -> Instance | None:
    """The type of the attribute `dtype` of an array; None if the program does not load the stubs."""
    module = loaded_modules(api).get(ARRAY_MODULE)
    info = module.names["_DType"].node if module else None
    return Instance(info, [dtype_type(api, [node])]) if isinstance(info, TypeInfo) else None


@overload
def unfolded(t: None) -> None: ...
@overload
def unfolded(t: Type) -> ProperType: ...
def unfolded(t: Type | None) -> ProperType | None:
    """The type that an alias stands for; a recursive alias has no end, so it becomes `Any`."""
    return ANYTHING if isinstance(t, TypeAliasType) and t.is_recursive else get_proper_type(t)


def with_items(default: TupleType, items: list[Type]) -> TupleType:
    """A copy of a tuple type with other items.

    A generic named tuple, such as the result of `qr`, gets the type arguments that its new items have.
    """
    fallback = default.partial_fallback
    declared = fallback.type.tuple_type
    found: dict[TypeVarId, Type] = {}
    for own, item in zip(get_proper_types(declared.items if declared else ()), get_proper_types(items), strict=False):
        if isinstance(own, TypeVarType):
            found[own.id] = item
        elif isinstance(own, Instance) and isinstance(item, Instance):
            pairs = zip(get_proper_types(own.args), item.args, strict=False)
            found |= {variable.id: argument for variable, argument in pairs if isinstance(variable, TypeVarType)}
    variables = zip(fallback.type.defn.type_vars, fallback.args, strict=False)
    args = [found.get(variable.id, old) for variable, old in variables]
    return default.copy_modified(items=items, fallback=fallback.copy_modified(args=args))


def with_weak_dtypes(api: CheckerPluginInterface, t: Type) -> Type:
    """A type with weak dtypes in place of the classes that stand for them in joins, except in containers.

    mypy drops such a class from a union with its default dtype when it narrows a variable to the union.
    """
    proper = unfolded(t)
    if isinstance(proper, TupleType | UnionType):
        items = [with_weak_dtypes(api, item) for item in proper.items]
        if all(new is old for new, old in zip(items, proper.items, strict=True)):
            return t
        return with_items(proper, items) if isinstance(proper, TupleType) else UnionType.make_union(items)
    array = array_info(proper.type) if isinstance(proper, Instance) else None
    union = get_proper_type(proper.args[0]) if isinstance(proper, Instance) and array is proper.type else None
    if array is None or not isinstance(union, UnionType):
        return t
    dtypes = array_dtype(union)
    is_join = any(isinstance(item, Instance) and item.type.fullname in JOINED for item in get_proper_types(union.items))
    return t if dtypes is None or not is_join else array_of(api, array, dtypes.dtypes)


def any_part(t: Type | None, test: Callable[[ProperType], bool | None]) -> bool:
    """Whether a test holds for a type, or for a type among its items or type arguments.

    Args:
        t: the type.
        test: the test; None if the items and type arguments of a type decide.
    """
    proper = unfolded(t)
    if isinstance(proper, TupleType | UnionType):
        return any(any_part(item, test) for item in proper.items)
    answer = None if proper is None else test(proper)
    if answer is not None:
        return answer
    return isinstance(proper, Instance) and any(any_part(argument, test) for argument in proper.args)


def holds_arrays(t: Type | None) -> bool:
    """Whether a type is an array, the dtype of an array, or has either among its items or type arguments."""
    return any_part(t, _is_array_or_dtype)


def _is_array_or_dtype(t: ProperType) -> bool | None:
    is_array = isinstance(t, Instance) and (array_info(t.type) is not None or t.type.fullname == ARRAY_DTYPE)
    return True if is_array else None


def holds_containers(t: Type | None) -> bool:
    """Whether a type is or contains a mutable container of arrays, which may get other arrays later."""
    proper = unfolded(t)
    if isinstance(proper, TupleType | UnionType):
        return any(map(holds_containers, proper.items))
    if not isinstance(proper, Instance) or array_info(proper.type) is not None:
        return False
    is_mutable = any(proper.type.has_base(name) for name in MUTABLE)
    return any(map(holds_arrays if is_mutable else holds_containers, proper.args))


def without_dtypes(t: Type) -> Type:
    """A type with every array's dtype replaced by `Any`.

    The stubs' own dtypes hold for one configuration only, which may differ from this one. `Array.dtype` becomes `Any`,
    since JAX annotates it as any NumPy dtype.
    """
    proper = unfolded(t)
    if isinstance(proper, TupleType):
        return with_items(proper, [without_dtypes(item) for item in proper.items])
    if isinstance(proper, UnionType):
        return UnionType.make_union([*dict.fromkeys(map(without_dtypes, proper.items))])
    if isinstance(proper, Instance):
        if array_info(proper.type) is not None:
            return unknown_array(proper.type) if proper.type.fullname == ARRAY else proper
        if proper.type.fullname == ARRAY_DTYPE:
            return ANYTHING
        return proper.copy_modified(args=[without_dtypes(argument) for argument in proper.args])
    return t


def without_concrete_dtypes(t: Type) -> Type:
    """A type with every array's dtype replaced by `Any`, except dtypes that type variables stand for."""
    proper = unfolded(t)
    is_variable = isinstance(proper, Instance) and any(isinstance(unfolded(arg), TypeVarType) for arg in proper.args)
    if isinstance(proper, TupleType):
        return with_items(proper, [*map(without_concrete_dtypes, proper.items)])
    return t if is_variable else without_dtypes(t)


def has_dtypes(t: Type) -> bool:
    """Whether the dtype of any array in a type is known, also where an alias names the type."""
    return any_part(t, _has_dtype)


def is_open(t: Type) -> bool:
    """Whether a type leaves a dtype open: it is or contains `Any`, or an array of unknown dtype."""
    return any_part(t, _is_open_part)


def _is_open_part(t: ProperType) -> bool | None:
    if isinstance(t, Instance) and array_info(t.type) is not None:
        return not t.args or array_dtype(t.args[0]) is None
    return True if isinstance(t, AnyType) else None


def has_no_dtypes(t: Type) -> bool:
    """Whether the dtypes of all arrays in a type are unknown."""
    return not has_dtypes(t)


def _has_dtype(t: ProperType) -> bool | None:
    if not isinstance(t, Instance) or array_info(t.type) is None:
        return True if isinstance(t, Instance) and t.type.fullname == ARRAY_DTYPE else None
    return t.type.fullname == ARRAY and t != unknown_array(t.type)
