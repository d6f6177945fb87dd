"""Values of declared types: arrays by the strings of their annotations, objects by their classes.

The axes of a field are other names than those of a function's parameters. They carry the path of the object in front,
``self.out``, since two objects of the same class may have different sizes.
"""

from __future__ import annotations

from mypy.nodes import Decorator, Expression, FuncDef, RefExpr, TypeInfo, Var
from mypy.types import CallableType, Instance, TupleType, Type, TypeType, UnpackType, get_proper_type

from ...jaxtyping.dimensions import Axis
from ...jaxtyping.shapes import Shape, Size, is_name, of_axes
from ..annotations.jaxtyping_axes import axes_text, declared_axes
from .values import Class, Declared, Dimension, Items, Object, Repeated, Value, without_names

KEEPING = frozenset(("jit", "jaxtyped", "beartype", "typechecked", "filter_jit", "wraps", "checkpoint", "remat"))
"""The names of decorators that leave a function's parameters and result as they are."""
KEEPING_PACKAGES = ("jax.", "jaxtyping.", "beartype.", "typeguard.", "equinox.", "functools.")
PASSED_ON = frozenset(("builtins.staticmethod", "builtins.classmethod", "abc.abstractmethod", "typing.override"))
"""Decorators of methods that leave the annotations as they are."""
SEQUENCES = frozenset(("builtins.list", "builtins.tuple", "typing.Sequence", "typing.Iterable"))
"""Types with any number of items of one type."""
PROPERTIES = frozenset(("builtins.property", "functools.cached_property"))


def declared_value(t: Type | None, names: frozenset[str] = frozenset(), path: str | None = None) -> Value:
    """The value of a variable, parameter or field of a declared type.

    Args:
        t: the type.
        names: the axes that stand for one size within the function.
        path: the object whose field it is, or None if it is no field.
    """
    proper = get_proper_type(t)
    match proper:
        case CallableType():
            return Declared(proper) if has_axes(proper) else None
        case TupleType(partial_fallback=Instance(type=info)) if info.tuple_type is not None:
            return Object(info, path)
        case TupleType(items=items):
            if any(isinstance(item, UnpackType) for item in items):
                return None
            return Items(tuple(declared_value(item, names, path) for item in items))
        case TypeType(item=Instance(type=info)):
            return Class(info)
        case Instance(type=info):
            return _instance(proper, info, names, path)
    return None


def _instance(t: Instance, info: TypeInfo, names: frozenset[str], path: str | None) -> Value:
    """The value that a declared class stands for."""
    text = axes_text(t)
    if text is not None:
        axes = declared_axes(t)
        return None if axes is None else of_axes(axes, names) if path is None else _field(axes, path)
    if info.fullname in SEQUENCES and t.args:
        item = declared_value(t.args[0], names, path)
        return None if item is None else Repeated(item)
    if info.fullname == "builtins.int":
        return Dimension(None)
    if info.fullname in ("builtins.float", "builtins.bool", "builtins.complex"):
        return ()
    if info.fullname.startswith(("builtins.", "typing.", "jax.", "jaxtyping_promo.", "numpy.")):
        return None
    return Object(info, path)


def _field(axes: tuple[Axis, ...], path: str) -> Shape | None:
    """The shape of a field. The names of its axes belong to the object: ``self.head.dim``."""
    names = frozenset(axis.text for axis in axes if is_name(axis))
    shape = of_axes(axes, names)
    if shape is None:
        return None
    return tuple(f"{path}.{size}" if isinstance(size, str) else size for size in shape)


def attribute(owner: Object, name: str) -> Value:
    """The value of a field, method or property of an object."""
    symbol = owner.info.get(name)
    match symbol.node if symbol is not None else None:
        case Var(is_inferred=False, type=t) if t is not None:
            value = declared_value(t, path=owner.path or "")
            if owner.path is None:
                return without_names(value)
            return Object(value.info, f"{owner.path}.{name}") if isinstance(value, Object) else value
        case FuncDef(type=CallableType() as signature) as function:
            return Declared(signature, is_bound=not function.is_static)
        case Decorator(func=FuncDef(type=CallableType() as signature) as function) as decorated:
            if any(name_of(d) in PROPERTIES for d in decorated.original_decorators):
                return declared_value(signature.ret_type)
            if all(keeps(d) or name_of(d) in PASSED_ON for d in decorated.original_decorators):
                return Declared(signature, is_bound=not function.is_static)
    return None


def attribute_type(owner: Object, name: str) -> Type | None:
    """The declared type of a field, or None."""
    symbol = owner.info.get(name)
    node = symbol.node if symbol is not None else None
    return node.type if isinstance(node, Var) and not node.is_inferred else None


def tuple_items(owner: Object) -> tuple[Value, ...] | None:
    """The values of the fields of a named tuple; None for other objects."""
    named = owner.info.tuple_type
    if named is None:
        return None
    values = [declared_value(item, path=owner.path or "") for item in named.items]
    return tuple(values if owner.path is not None else map(without_names, values))


def field_sizes(path: str | None, axes: tuple[Axis, ...]) -> dict[str, Size]:
    """The sizes that the names of a field's axes have in an object."""
    if path is None:
        return {}
    return {axis.text: f"{path}.{axis.text}" for axis in axes if is_name(axis)}


def has_axes(signature: CallableType) -> bool:
    """Whether any parameter, or the result, has the string of a jaxtyping annotation."""
    left: list[Type] = [*signature.arg_types, signature.ret_type]
    while left:
        proper = get_proper_type(left.pop())
        if axes_text(proper) is not None:
            return True
        if isinstance(proper, TupleType):
            left += proper.items
    return False


def keeps(decorator: Expression) -> bool:
    """Whether a decorator leaves the parameters and the result of a function as they are."""
    name = name_of(decorator)
    return name.startswith(KEEPING_PACKAGES) and name.rpartition(".")[2] in KEEPING


def name_of(decorator: Expression) -> str:
    """The full name of a decorator. For ``partial(jax.jit, ...)`` it is the name of the inner decorator."""
    callee, arguments = getattr(decorator, "callee", None), getattr(decorator, "args", None)
    if callee is not None:
        if isinstance(callee, RefExpr) and callee.fullname == "functools.partial" and arguments:
            return name_of(arguments[0])
        return name_of(callee)
    return decorator.fullname or "" if isinstance(decorator, RefExpr) else ""
