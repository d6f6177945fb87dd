"""From dtypes back to mypy's types."""

from __future__ import annotations

from collections.abc import Sequence
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
    TypeOfAny,
    TypeVarType,
    UnionType,
    get_proper_type,
)

from ...inference import Answer, Result
from ..jax_names import ARRAY, ARRAY_DTYPE, ARRAY_MODULE, DTYPES_MODULE, ancestors
from ..per_file_cache import OfFiles
from .operands import array_info

MOST_ALTERNATIVES = 4
"""The longest union of dtypes that a message shows; a longer one becomes the category above all of them."""


MUTABLE = ("typing.MutableSequence", "typing.MutableMapping", "typing.AbstractSet")
"""The classes of what gets further items in place."""


def unknown(array: TypeInfo) -> Instance:
    """``Array[Any]``."""
    return Instance(array, [AnyType(TypeOfAny.special_form)])


def array_class(api: CheckerPluginInterface) -> TypeInfo | None:
    """The class `Array`, if the program has it."""
    module = api.modules.get(ARRAY_MODULE)  # type: ignore[attr-defined]
    node = module.names["Array"].node if module else None
    return node if isinstance(node, TypeInfo) else None


def array_of_answer(api: CheckerPluginInterface, array: TypeInfo, answer: Answer) -> Instance:
    """The array that an operation returns: of unknown dtype if it has no known result."""
    if not isinstance(answer, Result):
        return unknown(array)
    if isinstance(answer.variable, TypeVarType):
        return Instance(array, [answer.variable])
    return array_of(api, array, answer.dtypes)


def array_of(api: CheckerPluginInterface, array: TypeInfo, dtypes: Sequence[str]) -> Instance:
    """An array of some dtypes: the same object each time, since mypy keeps the types of a module's expressions."""
    known = _arrays(api.modules[DTYPES_MODULE])  # type: ignore[attr-defined]
    key: tuple[TypeInfo | str, ...] = (array, *dtypes)
    if key not in known:
        known[key] = Instance(array, [dtype_type(api, dtypes)])
    return known[key]


def _no_arrays(dtypes: MypyFile) -> dict[tuple[TypeInfo | str, ...], Instance]:
    """The arrays of the dtypes in a module, as long as none has been asked for."""
    return {}


_arrays = OfFiles(_no_arrays)


def dtype_type(api: CheckerPluginInterface, dtypes: Sequence[str]) -> Type:
    """The dtype class, the union of a few, or the narrowest category of many."""
    distinct = list(dict.fromkeys(dtypes))
    if len(distinct) > MOST_ALTERNATIVES:
        common = [c for c in ancestors(distinct[0]) if all(c in ancestors(node) for node in distinct)]
        distinct = common[:1]
    # By the module's own names: the package may not have the module among its names, as mypy's lookup asks for.
    names = api.modules[DTYPES_MODULE].names  # type: ignore[attr-defined]
    classes: list[Type] = [Instance(names[node].node, []) for node in distinct]
    # Not simplified: a weak dtype is a subclass of its default dtype, but promotes in another way.
    return classes[0] if len(classes) == 1 else UnionType(classes)


@overload
def unfolded(t: None) -> None: ...
@overload
def unfolded(t: Type) -> ProperType: ...
def unfolded(t: Type | None) -> ProperType | None:
    """The type behind an alias; of a recursive one, which has no end, nothing is known."""
    return AnyType(TypeOfAny.special_form) if isinstance(t, TypeAliasType) and t.is_recursive else get_proper_type(t)


def with_items(default: TupleType, items: list[Type]) -> TupleType:
    """A tuple with other items; the classes of those with names are generic in the items' dtypes."""
    fallback = default.partial_fallback
    dtypes = [p.args[0] for item in items if isinstance(p := get_proper_type(item), Instance) and p.args]
    if len(fallback.args) == len(dtypes) == len(items):
        fallback = fallback.copy_modified(args=dtypes)
    return default.copy_modified(items=items, fallback=fallback)


def holds_arrays(t: Type | None) -> bool:
    """Whether it is an array, an array's dtype, or a type whose parts or arguments are."""
    proper = unfolded(t)
    if isinstance(proper, TupleType | UnionType):
        return any(map(holds_arrays, proper.items))
    if not isinstance(proper, Instance):
        return False
    is_array = array_info(proper.type) is not None or proper.type.fullname == ARRAY_DTYPE
    return is_array or any(map(holds_arrays, proper.args))


def holds_containers(t: Type | None) -> bool:
    """Whether it is a list, dict, set or the like with arrays in it, which may come to hold others."""
    proper = unfolded(t)
    if isinstance(proper, TupleType | UnionType):
        return any(map(holds_containers, proper.items))
    if not isinstance(proper, Instance) or array_info(proper.type) is not None:
        return False
    is_mutable = any(proper.type.has_base(name) for name in MUTABLE)
    return any(map(holds_arrays if is_mutable else holds_containers, proper.args))


def without_dtypes(t: Type) -> Type:
    """A type with arrays of unknown dtype: what the stubs say of dtypes is for one configuration, not for this one.

    An array's dtype, which JAX's own annotations say is any dtype of NumPy's, is unknown as a whole.
    """
    proper = unfolded(t)
    if isinstance(proper, TupleType):
        return with_items(proper, [without_dtypes(item) for item in proper.items])
    if isinstance(proper, UnionType):
        return UnionType([without_dtypes(item) for item in proper.items])
    if isinstance(proper, Instance):
        if array_info(proper.type) is not None:
            return unknown(proper.type) if proper.type.fullname == ARRAY else proper
        if proper.type.fullname == ARRAY_DTYPE:
            return AnyType(TypeOfAny.special_form)
        return proper.copy_modified(args=[without_dtypes(argument) for argument in proper.args])
    return t
