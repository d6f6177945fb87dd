"""Declared types: the value of a parameter that an annotation describes.

Only what a declaration states is known: of `jax.Array` nothing but that it is an array, of a class the fields that it
declares.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any

from ..jaxtyping.names import EXACT
from .axes import NO_NAMES, AxisScope, axes_of_text, declared_axes, dtype_name
from .origins import Origins, chosen
from .values import (
    ANY_STR,
    BOTTOM,
    NONE,
    Array,
    ArrayType,
    Class,
    Dtype,
    External,
    Function,
    Items,
    Number,
    NumPyArray,
    Opaque,
    Text,
    Tuple,
    Unknown,
    Value,
    each,
    join,
    joined,
    only,
)

if TYPE_CHECKING:
    from .run import Run

DEEPEST = 4
ARRAY_NAMES = frozenset(("jax.Array", "jax.numpy.ndarray", "jaxtyping_promo.Array", "jaxtyping.Array", "chex.Array",
                         "jax.core.Tracer"))  # fmt: skip
NUMBERS = {
    "builtins.bool": ("bool",),
    "builtins.int": ("int",),
    "builtins.float": ("float", "int"),
    "builtins.complex": ("complex", "float", "int"),
}
"""The classes of numbers that an annotation allows: type checkers accept an int for a float (PEP 484)."""


def declared_arguments(
    run: Run, function: Function, receiver: Value = BOTTOM, *, names_axes: bool = False
) -> dict[str, Value]:
    """The values of a function's parameters by their annotations; parameters without one are unknown.

    Args:
        run: the run, in the frame where the function was defined.
        function: the function.
        receiver: the value of the first parameter of a method.
        names_axes: whether the names of jaxtyping axes are sizes, since no other function's axes are known.
    """
    definition = function.definition
    parameters, axes = definition.node.args, declared_axes(run, function)
    names = axes.names if names_axes and axes is not None else frozenset()
    bound: dict[str, Value] = {}
    for index, parameter in enumerate((*parameters.posonlyargs, *parameters.args, *parameters.kwonlyargs)):
        if index == 0 and receiver:
            bound[parameter.arg] = receiver
        elif parameter.annotation is not None:
            scope = AxisScope(names, path=parameter.arg if names_axes else "")
            bound[parameter.arg] = declared_value(run, parameter.annotation, parameter.arg, scope=scope)
        else:
            bound[parameter.arg] = run.unknown(f"the parameter {parameter.arg!r} of {definition.name} declares no type")
    return bound


def declared_value(run: Run, annotation: ast.expr, name: str, depth: int = 0, scope: AxisScope = NO_NAMES) -> Value:
    """The value of a variable that an annotation describes.

    Args:
        run: the run.
        annotation: the annotation, perhaps as a string.
        name: the variable's name, for causes.
        depth: how many fields of classes enclose the variable.
        scope: what the names of axes stand for.
    """
    if isinstance(annotation, ast.Constant) and isinstance(annotation.value, str):
        try:
            annotation = ast.parse(annotation.value, mode="eval").body
        except SyntaxError:
            return run.unknown(f"the annotation of {name!r} can't be read")
    if isinstance(annotation, ast.Constant) and annotation.value is None:
        return NONE
    if isinstance(annotation, ast.BinOp) and isinstance(annotation.op, ast.BitOr):
        left = declared_value(run, annotation.left, name, depth, scope)
        return join(left, declared_value(run, annotation.right, name, depth, scope))
    if isinstance(annotation, ast.Subscript):
        return _of_subscript(run, annotation, name, depth, scope)
    with run.records.paused():
        value = run.evaluate(annotation) if isinstance(annotation, (ast.Name, ast.Attribute)) else BOTTOM
    if not value:
        return _open(run, name)
    return each(value, lambda item: _of_class(run, item, name, annotation, depth, scope))


def _open(run: Run, name: str) -> Value:
    return run.unknown(f"the declaration of {name!r} does not say what it holds")


def _of_class(run: Run, item: Any, name: str, annotation: ast.expr, depth: int, scope: AxisScope) -> Value:
    """An instance of a class that an annotation names."""
    if isinstance(item, ArrayType):
        return _jaxtyping(run, item, name, annotation, scope)
    if isinstance(item, External):
        if item.name in ARRAY_NAMES:
            return (Array(None, None, cause=f"{name!r} is declared as an array without a dtype"),)
        if item.name in NUMBERS:
            return tuple(map(Number, NUMBERS[item.name]))
        if item.name == "builtins.str":
            return ANY_STR
        if item.name == "builtins.bytes":
            return (Text(kind="bytes"),)
        if item.name == "numpy.ndarray":
            return (NumPyArray(None, None, None),)
        if item.name in ("types.NoneType", "builtins.None"):
            return NONE
        if item.name == "jax.ShapeDtypeStruct":
            return (Array(None, None, is_struct=True, cause=f"{name!r} is declared without a dtype"),)
        return _open(run, name)
    if isinstance(item, Class) and depth < DEEPEST:
        return declared_instance(run, item, name, depth, scope)
    if isinstance(item, Dtype) and item.form == "jax":
        return _open(run, name)
    if isinstance(item, Opaque):
        return _open(run, name)
    return (item,) if isinstance(item, Unknown) else _open(run, name)


def declared_instance(run: Run, item: Class, name: str, depth: int = 0, scope: AxisScope = NO_NAMES) -> Value:
    """An instance of a class of the program whose fields are known by their declarations alone."""
    info = run.classes[item.site]
    fields = info.fields(run)
    outer_frame = run.frame
    values: dict[Any, Value] = {}
    run.frame = info.frame
    if info.node is not None:
        for field, annotation in fields.items():
            if annotation is not None:
                values[field] = declared_value(run, annotation, field, depth + 1, scope.of_field(field))
            else:
                values[field] = _open(run, field)
    run.frame = outer_frame
    if info.kind == "namedtuple":
        return (Tuple(tuple(values.get(field, _open(run, field)) for field in fields), info.site),)
    if info.kind == "enum":
        return joined(info.enum_members(run)) or _open(run, name)
    rest = _open(run, name)
    return run.allocate("instance", values, rest, cls=info.site, label=("declared", name, depth))


def _of_subscript(run: Run, annotation: ast.Subscript, name: str, depth: int, scope: AxisScope) -> Value:
    is_name = isinstance(annotation.value, (ast.Name, ast.Attribute))
    with run.records.paused():
        owner = only(run.evaluate(annotation.value)) if is_name else None
    full = owner.name if isinstance(owner, External) else ""
    short = full.rpartition(".")[2]
    parts = annotation.slice.elts if isinstance(annotation.slice, ast.Tuple) else [annotation.slice]
    if dtype_name(run, owner) is not None:
        with run.records.paused():
            return _of_class(run, only(run.evaluate(annotation)), name, annotation, depth, scope)
    if short == "Optional":
        return join(declared_value(run, parts[0], name, depth, scope), NONE)
    if short == "Union":
        return joined(declared_value(run, part, name, depth, scope) for part in parts)
    if short in ("Annotated", "Final", "ClassVar", "Static"):
        return declared_value(run, parts[0], name, depth, scope)
    if full in ARRAY_NAMES:
        return _array_of(run, parts[0], name, annotation)
    if short in ("list", "List", "Sequence", "Iterable", "Collection", "MutableSequence"):
        item = declared_value(run, parts[0], name, depth + 1, scope.of_each())
        if short in ("list", "List"):
            return run.allocate("list", rest=item, label=("declared", name, depth))
        return (Items(item, "tuple"),)
    if short in ("dict", "Dict", "Mapping", "MutableMapping") and len(parts) == 2:
        keys = declared_value(run, parts[0], name, depth + 1)
        return run.allocate(
            "dict",
            rest=declared_value(run, parts[1], name, depth + 1, scope.of_each()),
            keys=keys,
            label=("declared", name, depth),
        )
    if short in ("tuple", "Tuple"):
        if len(parts) == 2 and isinstance(parts[1], ast.Constant) and parts[1].value is ...:
            return (Items(declared_value(run, parts[0], name, depth + 1, scope.of_each()), "tuple"),)
        items = (declared_value(run, part, name, depth + 1, scope.of_item()) for part in parts)
        return (Tuple(tuple(items)),)
    if isinstance(owner, Class) and depth < DEEPEST:
        return declared_instance(run, owner, name, depth, scope)
    return _open(run, name)


def _origins(run: Run, annotation: ast.expr, text: str) -> Origins:
    from .places import place_of

    place = place_of(annotation, run.source.path) if hasattr(annotation, "lineno") else run.place
    return chosen(place, f"the declaration {text}")


def _array_of(run: Run, part: ast.expr, name: str, annotation: ast.expr) -> Value:
    """``Array[float32]`` of this package."""
    with run.records.paused():
        value = run.evaluate(part) if isinstance(part, (ast.Name, ast.Attribute)) else BOTTOM
    item = only(value)
    from ..dtypes import DTYPES

    short = (
        item.name.rpartition(".")[2] if isinstance(item, External) else item.name if isinstance(item, Dtype) else None
    )
    if short in DTYPES or short in ("weak_int", "weak_float", "weak_complex"):
        return (Array(short, None, _origins(run, annotation, f"Array[{short}]")),)
    return (Array(None, None, cause=f"{name!r} is declared as an array without an exact dtype"),)


def _jaxtyping(run: Run, array: ArrayType, name: str, annotation: ast.expr, scope: AxisScope) -> Value:
    """``Float32[Array, "batch dim"]``: the dtype, and the sizes of the axes."""
    axes = None if array.text is None else axes_of_text(array.text)
    shape = None if axes is None else scope.shape(axes)
    dtype = EXACT.get(array.name)
    origins = _origins(run, annotation, array.name) if dtype else frozenset()
    cause = "" if dtype else f"{name!r} is declared as {array.name}, which is several dtypes"
    return (Array(dtype, shape, origins, cause=cause),)
