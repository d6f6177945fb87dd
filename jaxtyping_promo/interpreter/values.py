"""Abstract values: what an expression may be, as far as the interpreter knows.

A `Value` is a tuple of *alternatives*, each an object of one of the classes below. An empty value means that the
expression can't have a value: JAX or Python raises, or the code is never reached. A value with `Unknown` has no other
alternative. `join` merges the values of two paths.

>>> shown(join((Number("int", 1),), (Number("float", ABSENT),)))
'int 1 | float'
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, field, replace
from typing import Any, Final, TypeAlias

from .definitions import Definition
from .makers import Maker, merged_makers
from .origins import NO_ORIGIN, Origins, merged_origins

MOST_ALTERNATIVES = 24
"""The largest number of alternatives of a value; a value with more is unknown."""
LARGEST_TUPLE = 20_000
"""The largest size of a tuple with all that it holds; a larger one is unknown."""
MOST_CONSTANTS = 8
"""The largest number of constants of one class that a value keeps apart."""

Site: TypeAlias = tuple[Hashable, ...]
"""An object's place of allocation: the syntax node, the calling context, and a counter if the place is not unique."""
Shape: TypeAlias = tuple[int | str | None, ...]
"""The size of each axis: a number, the name of a jaxtyping axis, or None if unknown."""


class Absent:
    """The class of `ABSENT`."""

    def __repr__(self) -> str:
        return "ABSENT"


ABSENT: Final = Absent()
"""Stands for a constant that is not known."""


@dataclass(frozen=True, slots=True)
class Unknown:
    """Nothing is known. It absorbs every other alternative.

    Attributes:
        cause: why, in a clause that names the unknown function or construct.
        place: the source position where knowledge was lost: path, line, column, end line, end column.

    The cause and the place are shown to users; no result depends on them, so all unknown values are equal.
    """

    cause: str = field(compare=False)
    place: tuple[Any, ...] = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class Array:
    """An array of JAX, a tracer included.

    Attributes:
        dtype: a dtype or weak type of JAX's promotion system, ``"key<fry>"`` for random keys, or None if unknown.
        shape: the size of each axis; None if the number of axes is unknown.
        origins: the expressions that chose the dtype.
        is_struct: whether it is a ``jax.ShapeDtypeStruct``, which has a dtype and a shape, and no operators.
        cause: why the dtype is unknown.
        traced: whether a transformation traces it, so that its values are not known when the operation is chosen.
            None if unknown. It matters for exponents.
        maker: the operation that a rounding rule asks for, such as the product that made the array.
        trail: how it comes from differentiated weak arrays; see `weak_derivatives`. None if unknown.
    """

    dtype: str | None
    shape: Shape | None = None
    origins: Origins = NO_ORIGIN
    is_struct: bool = False
    cause: str = ""
    traced: bool | None = None
    maker: Maker | None = None
    trail: tuple[tuple[int, str], ...] | None = None


@dataclass(frozen=True, slots=True)
class NumPyArray:
    """An array or a scalar of NumPy.

    Attributes:
        dtype: NumPy's dtype by the project's name, ``"float64"``; None if unknown.
        shape: the size of each axis; ``()`` for a scalar or an array without axes; None if unknown.
        is_scalar: whether it is a NumPy scalar, such as ``np.float64(1)``; None if unknown.
        constant: the number, if a scalar's value is known.
        origins: the expressions that chose the dtype.
        item: the number that has the largest magnitude of the items that the program writes out, if it is known.
        is_asked: whether the program asks for a 64-bit integer dtype by name, for values that are not known.
    """

    dtype: str | None
    shape: Shape | None = None
    is_scalar: bool | None = False
    constant: Any = ABSENT
    origins: Origins = NO_ORIGIN
    item: Any = ABSENT
    is_asked: bool = False

    def __post_init__(self) -> None:
        if self.constant is not ABSENT and self.dtype is not None:
            object.__setattr__(self, "constant", _as_scalar(self.constant, self.dtype))


def _as_scalar(number: Any, dtype: str) -> Any:
    """A number as a NumPy scalar of a dtype holds it: ``np.float32(-1)`` holds -1.0; absent if that is not known."""
    if type(number) not in (bool, int, float):
        return number
    try:
        if dtype.startswith(("float", "bfloat")):
            return float(number)
        if dtype.startswith(("int", "uint")):
            return int(number)
    except (OverflowError, ValueError):
        return ABSENT
    return number


@dataclass(frozen=True, slots=True)
class Number:
    """A Python number.

    Attributes:
        kind: ``"bool"``, ``"int"``, ``"float"`` or ``"complex"``.
        constant: the number, if it is known.
        axis: the name of the jaxtyping axis whose unknown size it is, ``n`` in ``n, d = x.shape``.
    """

    kind: str
    constant: Any = ABSENT
    axis: str | None = None


@dataclass(frozen=True, slots=True)
class Text:
    """A string or a bytes object: ``kind`` is ``"str"`` or ``"bytes"``."""

    constant: Any = ABSENT
    kind: str = "str"


@dataclass(frozen=True, slots=True)
class Singleton:
    """``None``, ``Ellipsis`` or ``NotImplemented``, by its type's name."""

    kind: str


@dataclass(frozen=True, slots=True)
class Dtype:
    """A dtype as an object of the program.

    Attributes:
        name: the dtype; None if unknown.
        form: ``"jax"`` for ``jnp.float32``, ``"numpy"`` for ``np.float32`` (both are called to make a value), or
            ``"instance"`` for ``jnp.dtype("float32")`` and ``x.dtype``.
        origins: if the dtype was read off an array, the origins of the array's dtype.
    """

    name: str | None
    form: str = "instance"
    origins: Origins | None = None


@dataclass(frozen=True, slots=True)
class ArrayType:
    """A jaxtyping annotation as an object of the program: ``Float32[Array, "b d"]``.

    Attributes:
        name: jaxtyping's name, ``"Float32"``.
        arrays: the array type, as a value.
        text: the string of the axes; None if it is unknown.
    """

    name: str
    arrays: Value
    text: str | None


@dataclass(frozen=True, slots=True)
class Tuple:
    """A tuple with a known number of items; a named tuple has a class."""

    items: tuple[Value, ...]
    cls: Site | None = None
    size: int = field(init=False, compare=False, repr=False, default=1)
    """The number of values in it, at any depth; an object that occurs twice counts twice."""

    def __post_init__(self) -> None:
        size = 1
        for item in self.items:
            for one in item:
                size += one.size if type(one) is Tuple else 1
        if size > 1:
            object.__setattr__(self, "size", size)


@dataclass(frozen=True, slots=True)
class Items:
    """An iterable of unknown length that is read only, such as a generator: the value of every item."""

    item: Value
    kind: str = "iterator"


@dataclass(frozen=True, slots=True)
class Range:
    """A ``range`` with known bounds."""

    start: int
    stop: int
    step: int = 1


@dataclass(frozen=True, slots=True)
class Slice:
    """A ``slice`` object."""

    start: Value
    stop: Value
    step: Value


@dataclass(frozen=True, slots=True)
class Object:
    """An object on the heap: a list, dict, set or instance."""

    site: Site


@dataclass(frozen=True, slots=True)
class Function:
    """A function of the program with the frame in which it was defined.

    Attributes:
        definition: the syntax of the function.
        frame: the enclosing frame.
        defaults: the values of default parameters.
        cls: the class in whose body the function was defined, for ``super()``.
        version: how often its frame has made a function of the definition before; None if unknown.
    """

    definition: Definition
    frame: Site
    defaults: tuple[tuple[str, Value], ...] = ()
    cls: Site | None = None
    version: int | None = 0


@dataclass(frozen=True, slots=True)
class BoundMethod:
    """A function that passes an object as its first argument."""

    function: Any
    receiver: Any


@dataclass(frozen=True, slots=True)
class Descriptor:
    """``property``, ``staticmethod``, ``classmethod`` or ``cached_property`` around a function."""

    kind: str
    function: Value
    setter: Value = ()


@dataclass(frozen=True, slots=True)
class Class:
    """A class of the program, by the heap object that holds its attributes."""

    site: Site


@dataclass(frozen=True, slots=True)
class Super:
    """The result of ``super()``: the class whose bases are searched, and the receiver."""

    cls: Site
    receiver: Any


@dataclass(frozen=True, slots=True)
class Module:
    """A module whose source is interpreted."""

    name: str


@dataclass(frozen=True, slots=True)
class External:
    """A name of a library that is modelled by full name: ``jax.numpy.sin``, ``builtins.len``, or the module itself."""

    name: str


@dataclass(frozen=True, slots=True)
class Partial:
    """``functools.partial``: a callable with its first arguments.

    Attributes:
        function: the function.
        arguments: its first arguments.
        keywords: its keyword arguments.
        is_tree: whether JAX takes the arguments for leaves of a pytree: ``jax.tree_util.Partial``.
    """

    function: Value
    arguments: tuple[Value, ...]
    keywords: tuple[tuple[str, Value], ...]
    is_tree: bool = False


@dataclass(frozen=True, slots=True)
class Transformed:
    """A function under a transformation, such as ``jax.jit``.

    Attributes:
        kind: the transformation: ``"jit"``, ``"grad"``, ``"vmap"``, ...
        function: the function.
        options: the other arguments of the transformation.
    """

    kind: str
    function: Value
    options: tuple[tuple[str, Value], ...] = ()

    def option(self, name: str, default: Value = ()) -> Value:
        """The value of an option of the transformation."""
        return next((value for key, value in self.options if key == name), default)


@dataclass(frozen=True, slots=True)
class Method:
    """A method of a value that is not an instance of a class of the program: ``xs.append``, ``x.astype``, ``x.at``."""

    name: str
    receiver: Any
    extra: Value = ()


@dataclass(frozen=True, slots=True)
class TreeDef:
    """The structure of a pytree; see `pytrees`."""

    structure: Any


@dataclass(frozen=True, slots=True)
class Opaque:
    """An object that holds no array and whose attributes and methods change nothing: a logger, a mesh, a lock."""

    name: str


Alternative: TypeAlias = Any
"""An object of one of the classes above."""
Value: TypeAlias = tuple[Alternative, ...]
"""The alternatives of an expression; see the module's docstring."""

BOTTOM: Final[Value] = ()
"""No value: the expression is never evaluated to the end."""
NONE: Final[Value] = (Singleton("NoneType"),)
ELLIPSIS: Final[Value] = (Singleton("ellipsis"),)
TRUE: Final[Value] = (Number("bool", True),)
FALSE: Final[Value] = (Number("bool", False),)
ANY_BOOL: Final[Value] = (Number("bool"),)
ANY_INT: Final[Value] = (Number("int"),)
ANY_FLOAT: Final[Value] = (Number("float"),)
ANY_STR: Final[Value] = (Text(),)


def of_constant(constant: object) -> Value:
    """The value of a literal: a number, a string, bytes, None or an ellipsis."""
    if constant is None:
        return NONE
    if constant is ...:
        return ELLIPSIS
    if isinstance(constant, (bool, int, float, complex)):
        if constant != constant:
            return (Number(type(constant).__name__),)  # NaN, which is not equal to itself
        return (Number(type(constant).__name__, constant),)
    if isinstance(constant, (str, bytes)):
        return (Text(constant, type(constant).__name__),)
    if isinstance(constant, tuple):
        return (Tuple(tuple(of_constant(item) for item in constant)),)
    return unknown(f"a constant of type {type(constant).__name__}")


def of_size(size: int | str | None) -> Value:
    """The size of an axis as a number of the program."""
    return (Number("int", ABSENT, size),) if isinstance(size, str) else ANY_INT if size is None else of_constant(size)


def size_of(value: Value) -> int | str | None:
    """The size that a number of the program is; None if it is unknown."""
    constant = constant_of(value)
    if isinstance(constant, int):
        return constant
    return value[0].axis if len(value) == 1 and type(value[0]) is Number else None


def of_bool(constant: bool | None) -> Value:
    """A bool; None if it is not known."""
    return ANY_BOOL if constant is None else TRUE if constant else FALSE


def unknown(cause: str, place: tuple[Any, ...] = ()) -> Value:
    """An unknown value with its cause."""
    return (Unknown(cause, place),)


def is_unknown(value: Value) -> bool:
    """Whether nothing is known about a value."""
    return len(value) == 1 and type(value[0]) is Unknown


def only(value: Value, kind: type | tuple[type, ...] = object) -> Any:
    """The only alternative of a value if it is of some class; None otherwise."""
    return value[0] if len(value) == 1 and isinstance(value[0], kind) else None


def constant_of(value: Value) -> Any:
    """The constant that a value is: a number, string, None or a tuple of these; ABSENT if it is not known."""
    if len(value) != 1:
        return ABSENT
    item = value[0]
    kind = type(item)
    if kind is Number or kind is Text or kind is NumPyArray:
        return item.constant
    if kind is Singleton:
        return None if item.kind == "NoneType" else ABSENT
    if kind is Tuple:
        constants = tuple(constant_of(each) for each in item.items)
        return ABSENT if any(each is ABSENT for each in constants) else constants
    return ABSENT


def _merge_key(item: Alternative) -> Hashable:
    """The key under which alternatives are merged by `join`."""
    kind = type(item)
    if kind is Array:
        return (Array, item.dtype, item.is_struct)
    if kind is NumPyArray:
        return (NumPyArray, item.dtype)
    if kind is Tuple:
        return (Tuple, len(item.items), item.cls)
    if kind is Items:
        return Items
    if kind is Number and item.constant is ABSENT:
        return (Number, item.kind)
    if kind is Dtype:
        return (Dtype, item.name, item.form)
    return (kind, item)


def _merged(left: Alternative, right: Alternative) -> Alternative:
    """One alternative for two with the same merge key."""
    kind = type(left)
    if kind is Array:
        origins = merged_origins(left.origins, right.origins)
        shape = merged_shapes(left.shape, right.shape)
        traced = left.traced if left.traced == right.traced else None
        maker = merged_makers(left.maker, right.maker)
        trail = left.trail if left.trail == right.trail else None
        return replace(left, shape=shape, origins=origins, traced=traced, maker=maker, trail=trail)
    if kind is NumPyArray:
        return NumPyArray(
            left.dtype,
            merged_shapes(left.shape, right.shape),
            left.is_scalar if left.is_scalar == right.is_scalar else None,
            left.constant if _same_constant(left.constant, right.constant) else ABSENT,
            merged_origins(left.origins, right.origins),
        )
    if kind is Tuple:
        return Tuple(tuple(map(join, left.items, right.items)), left.cls)
    if kind is Items:
        return Items(join(left.item, right.item), left.kind)
    if kind is Number:
        return replace(left, axis=None)
    if kind is Dtype:
        if left.origins is None or right.origins is None:
            return replace(left, origins=None)
        return replace(left, origins=merged_origins(left.origins, right.origins))
    return left


def _same_constant(left: object, right: object) -> bool:
    return type(left) is type(right) and left == right


def merged_shapes(left: Shape | None, right: Shape | None) -> Shape | None:
    """The shape of an array that has one of two shapes."""
    if left == right or left is None:
        return left
    if right is None or len(left) != len(right):
        return None
    return tuple(a if a == b else None for a, b in zip(left, right, strict=True))


def shape_of_arrays(value: Value) -> Shape | None:
    """The one shape of a value that is an array of JAX or NumPy; None if it is unknown or no array."""
    shapes = {
        item.shape if isinstance(item, (Array, NumPyArray)) and not getattr(item, "is_struct", False) else None
        for item in value
    }
    return shapes.pop() if len(shapes) == 1 else None


def join(left: Value, right: Value) -> Value:
    """The value of an expression that has either of two values. Returns `left` itself if it covers `right`."""
    if left is right or not right:
        return left
    if not left:
        return right
    if type(left[0]) is Unknown:
        return left
    if type(right[0]) is Unknown:
        return right
    if left == right:
        return left
    merged = {_merge_key(item): item for item in left}
    changed = False
    for item in right:
        key = _merge_key(item)
        old = merged.get(key)
        if old is None:
            merged[key] = item
            changed = True
        elif old is not item and old != item:
            new = _merged(old, item)
            if new != old:
                merged[key] = new
                changed = True
    if not changed:
        return left
    result = tuple(merged.values())
    if len(result) > 2:
        result = _limited(result)
    return result


def _limited(value: Value) -> Value:
    """The same alternatives without numbers and strings that a number or string of unknown value covers."""
    constants: dict[tuple[type, str], int] = {}
    covered: set[tuple[type, str]] = set()
    for item in value:
        if isinstance(item, (Number, Text)):
            key = (type(item), item.kind)
            constants[key] = constants.get(key, 0) + 1
            if item.constant is ABSENT or constants[key] > MOST_CONSTANTS:
                covered.add(key)
    if covered:
        kept: dict[Any, None] = {}
        for item in value:
            is_covered = isinstance(item, (Number, Text)) and (type(item), item.kind) in covered
            kept[_without_constant(item) if is_covered else item] = None
        value = tuple(kept)
    return value if len(value) <= MOST_ALTERNATIVES else unknown("the value has too many alternatives")


def _without_constant(item: Number | Text) -> Number | Text:
    """A number or string of which the class is known alone."""
    return Number(item.kind) if isinstance(item, Number) else replace(item, constant=ABSENT)


def joined(values: Iterable[Value]) -> Value:
    """The join of several values."""
    result: Value = BOTTOM
    for value in values:
        result = join(result, value)
    return result


def each(value: Value, function: Callable[[Alternative], Value]) -> Value:
    """The join of a function's results for every alternative of a value."""
    if len(value) == 1:
        return function(value[0])
    return joined(function(item) for item in value)


def without_constants(value: Value) -> Value:
    """The same value with the classes of numbers and strings only."""

    def weakened(item: Alternative) -> Value:
        if isinstance(item, (Number, Text)):
            return (_without_constant(item),)
        if type(item) is Tuple:
            return (Tuple(tuple(map(without_constants, item.items)), item.cls),)
        return (item,)

    return each(value, weakened)


def shown(value: Value) -> str:
    """A value in words, for messages and tests: ``float32[3] | None``."""
    return " | ".join(map(_shown, value)) if value else "no value"


def _shown(item: Alternative) -> str:
    match item:
        case Array(dtype=dtype, shape=shape) | NumPyArray(dtype=dtype, shape=shape):
            sizes = "" if shape is None else "[" + ",".join("?" if n is None else str(n) for n in shape) + "]"
            text = f"{dtype or 'array'}{sizes}"
            return f"NumPy {text}" if type(item) is NumPyArray else text
        case Number(kind=kind, constant=constant):
            return kind if constant is ABSENT else f"{kind} {constant!r}"
        case Text(constant=constant):
            return "str" if constant is ABSENT else repr(constant)
        case Singleton(kind=kind):
            return "None" if kind == "NoneType" else kind
        case Tuple(items=items):
            return f"({', '.join(map(shown, items))})"
        case Items(item=each_item):
            return f"items of {shown(each_item)}"
        case Unknown(cause=cause):
            return f"unknown ({cause})"
        case Dtype(name=name):
            return f"dtype {name}"
        case External(name=name) | Module(name=name):
            return name
        case Function(definition=definition):
            return f"function {definition.name}"
        case _:
            return type(item).__name__
