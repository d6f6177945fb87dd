"""``isinstance``, ``issubclass``, ``type`` and ``callable``: what they answer for abstract values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from ..classes import class_of, is_subclass
from ..coroutines import is_asynchronous
from ..iteration import is_view
from ..values import (
    Array,
    BoundMethod,
    Class,
    Dtype,
    External,
    Function,
    Items,
    Method,
    Module,
    Number,
    NumPyArray,
    Object,
    Opaque,
    Partial,
    Range,
    Singleton,
    Slice,
    Text,
    Transformed,
    TreeDef,
    Tuple,
    Unknown,
    Value,
    each,
    of_bool,
)

if TYPE_CHECKING:
    from ..run import Run

CALLABLE = (BoundMethod, Class, External, Function, Partial, Transformed, Method)
JAX_ARRAYS: Final = frozenset(("jax.Array", "jax.numpy.ndarray", "jaxtyping_promo.Array", "jax.core.Array"))
UNIONS: Final[dict[str, tuple[type, ...]]] = {
    "jax.typing.ArrayLike": (Array, NumPyArray, Number), "chex.Array": (Array, NumPyArray),
    "chex.Numeric": (Array, NumPyArray, Number), "chex.Scalar": (Number,),
}  # fmt: skip
"""The unions of arrays of JAX and NumPy, and Python numbers."""
UNION_WORDS: Final = ("Like", "Scalar", "Numeric", "Number", "Tree", "Array", "Shape", "Key")
"""The ends of names of libraries that may be unions of classes, with numbers, strings or None among them."""
ABSTRACT_VALUES: Final = frozenset(
    (
        "jax.core.ShapedArray",
        "jax.core.AbstractValue",
        "jax.interpreters.ad.UndefinedPrimal",
        "jax.interpreters.ad.Zero",
    )
)
"""The classes that stand for arrays inside JAX's own rules."""
ABSTRACT: Final[dict[str, tuple[str, ...]]] = {
    "Mapping": ("dict",), "MutableMapping": ("dict",), "Sequence": ("list", "tuple", "str", "range"),
    "MutableSequence": ("list",), "Set": ("set",), "Sized": ("list", "tuple", "str", "dict", "set", "range", "view"),
    "Iterable": ("list", "tuple", "str", "dict", "set", "range", "iterator", "view"),
    "Collection": ("list", "tuple", "str", "dict", "set", "range", "view"),
    "Container": ("list", "tuple", "str", "dict", "set", "range", "view"),
    "Iterator": ("iterator",), "Generator": ("iterator",),
}  # fmt: skip
"""The abstract classes of ``collections.abc``, with the builtin kinds that belong to them."""
NUMBERS: Final[dict[str, tuple[str, ...]]] = {
    "Number": ("bool", "int", "float", "complex"), "Complex": ("bool", "int", "float", "complex"),
    "Real": ("bool", "int", "float"), "Rational": ("bool", "int"), "Integral": ("bool", "int"),
}  # fmt: skip
"""The abstract classes of ``numbers``."""


NO_INSTANCES: Final = (
    Array, NumPyArray, Number, Text, Tuple, Singleton, Function, Range, Slice, Items, Partial, BoundMethod, Module,
)  # fmt: skip
"""The values that are no instances of a class of the program."""
SINGLETON_TYPES: Final = {
    "types.NoneType": "NoneType", "types.EllipsisType": "ellipsis", "types.NotImplementedType": "NotImplementedType",
}  # fmt: skip
"""The types of None, ``...`` and ``NotImplemented``, with the kind of `Singleton`."""
KNOWN_LIBRARIES: Final = ("jax.", "numpy.", "math.", "builtins.", "operator.", "functools.", "itertools.")
"""The beginnings of the names of functions and constants that are no instances of a class of the program."""


def _is_of_known_library(item: Any) -> bool:
    return isinstance(item, External) and item.name.startswith(KNOWN_LIBRARIES)


def is_instance(run: Run, value: Value, classes: Value) -> Value:
    """``isinstance(value, classes)``."""
    candidates = _flattened(classes)

    def one(item: Any) -> Value:
        outcomes = [_is_instance(run, item, cls) for cls in candidates]
        if True in outcomes:
            return of_bool(True)
        return of_bool(False if all(outcome is False for outcome in outcomes) else None)

    return each(value, one)


def _flattened(classes: Value) -> list[Any]:
    found: list[Any] = []
    for item in classes:
        if isinstance(item, Tuple):
            for inner in item.items:
                found += _flattened(inner) or [None]
        else:
            found.append(item)
    return found


def builtin_kind(run: Run, item: Any) -> str | None:
    """The name of the builtin class of a value: ``"list"``; None for others."""
    match item:
        case Number(kind=kind) | Text(kind=kind):
            return kind
        case Tuple():
            return "tuple"
        case Range():
            return "range"
        case Slice():
            return "slice"
        case Items(kind=kind):
            return kind
        case Method() if is_view(item):
            return "view"
        case Singleton(kind=kind):
            return kind
        case Object(site=site):
            found = run.live.get(site)
            if found is None or found.kind == "instance":
                return None
            return "coroutine" if is_asynchronous(run, item) else found.kind
    return None


def _is_instance(run: Run, item: Any, cls: Any) -> bool | None:
    if cls is None or isinstance(item, Unknown) or isinstance(cls, Unknown):
        return None
    info = class_of(run, item)
    if info is not None and isinstance(cls, (Class, External)):
        known = is_subclass(run, info, cls)
        if known is False and isinstance(cls, External) and cls.name.endswith(".Callable"):
            return info.find(run, "__call__") is not None
        if (
            known is False
            and isinstance(cls, External)
            and (
                cls.name.startswith("collections.abc") or (cls.name.startswith("typing.") and cls.name not in info.mro)
            )
        ):
            return info.kind == "namedtuple" if cls.name.endswith(("Sequence", "Iterable", "Sized")) else None
        return known
    if isinstance(cls, Class):
        owner = run.classes[cls.site]
        if _is_protocol(owner.mro):
            return None
        if isinstance(item, Object) and run.live.get(item.site) is not None and run.object(item).kind != "instance":
            return False if not owner.is_open else None
        return False if isinstance(item, NO_INSTANCES) or _is_of_known_library(item) else None
    if isinstance(cls, Singleton):
        return bool(item == cls)
    if isinstance(cls, Dtype) and cls.form == "numpy":
        if isinstance(item, NumPyArray):
            same = item.dtype == cls.name if item.dtype is not None else None
            return False if item.is_scalar is False or same is False else True if same and item.is_scalar else None
        if isinstance(item, Number) and cls.name == "float64":
            return False
        return False if isinstance(item, (Array, Number, Text, Tuple, Singleton, Object, Function)) else None
    if isinstance(cls, External):
        return _is_instance_of_library(run, item, cls.name)
    return None


def _is_protocol(mro: list[Any]) -> bool:
    return "typing.Protocol" in mro or "typing_extensions.Protocol" in mro


def _is_instance_of_library(run: Run, item: Any, name: str) -> bool | None:
    module, _, short = name.rpartition(".")
    if name == "builtins.object":
        return True
    if name in JAX_ARRAYS:
        return isinstance(item, Array) and not item.is_struct
    if name in UNIONS:
        if isinstance(item, (Opaque, External)) or (isinstance(item, Number) and item.kind == "complex"):
            return None
        return isinstance(item, UNIONS[name]) and not (isinstance(item, Array) and item.is_struct)
    if name == "jax.core.Tracer":
        return None if isinstance(item, Array) and not item.is_struct else False
    if module == "jax._src.literals":
        return None if isinstance(item, Array) and not item.is_struct else False
    if name in ABSTRACT_VALUES:
        return None if isinstance(item, Array) and item.is_struct else False
    if name == "jax.ShapeDtypeStruct":
        return isinstance(item, Array) and item.is_struct
    if name == "numpy.ndarray":
        if isinstance(item, NumPyArray):
            return None if item.is_scalar is None else not item.is_scalar
        return False
    if name in ("numpy.generic", "numpy.number", "numpy.floating", "numpy.integer", "numpy.bool_", "numpy.inexact"):
        if isinstance(item, NumPyArray) and item.is_scalar is not False:
            return True if item.is_scalar and short == "generic" else None
        return False
    if name in ("numpy.dtype", "jax.numpy.dtype"):
        return isinstance(item, Dtype) and item.form == "instance"
    if module == "builtins":
        return _is_builtin_instance(run, item, short)
    if module.startswith(("flax.", "haiku")) and isinstance(item, (Array, NumPyArray, Number, Text, Singleton, Tuple)):
        return False
    if short == "Callable" and module in ("typing", "collections.abc"):
        return isinstance(item, (*CALLABLE, Dtype))
    if short == "Hashable":
        return None
    if module in ("collections.abc", "typing") and short in ABSTRACT:
        kind = builtin_kind(run, item)
        if kind is not None:
            return None if kind == "view" and short == "Set" else kind in ABSTRACT[short]
        if isinstance(item, (Array, NumPyArray)):
            return None if short in ("Iterable", "Sized", "Container", "Collection") else False
        return False if isinstance(item, (Function, Dtype, Class, Number)) else None
    if module == "numbers" and short in NUMBERS:
        kind = builtin_kind(run, item)
        if isinstance(item, NumPyArray):
            return None
        return kind in NUMBERS[short] if not isinstance(item, (Object,)) or kind is not None else False
    if module == "functools" and short == "partial":
        return isinstance(item, Partial)
    if name in SINGLETON_TYPES:
        kind = builtin_kind(run, item)
        return kind == SINGLETON_TYPES[name] if kind is not None else False if isinstance(item, NO_INSTANCES) else None
    if module == "types" and short in ("FunctionType", "LambdaType"):
        return isinstance(item, Function)
    if module == "types" and short == "MethodType":
        return isinstance(item, BoundMethod)
    if module == "types" and short in ("ModuleType",):
        return isinstance(item, Module)
    if module == "collections" and short in ("OrderedDict", "defaultdict"):
        return None if builtin_kind(run, item) == "dict" else False
    if isinstance(item, (Number, Text, Singleton)):
        return None if short.endswith(UNION_WORDS) else False
    return None


def _is_builtin_instance(run: Run, item: Any, name: str) -> bool | None:
    kind = builtin_kind(run, item)
    if kind is not None:
        return kind == name or (kind == "bool" and name == "int") or (kind == "set" and name == "frozenset" and None)
    if name == "type":
        return isinstance(item, (Class, Dtype)) if not isinstance(item, External) else None
    if isinstance(item, NumPyArray):
        if name == "float" and item.is_scalar is not False:
            return None if item.dtype in (None, "float64") else False
        return False
    if isinstance(item, (Array, Function, Partial, Transformed, BoundMethod, Class, Dtype, Module)):
        return False
    return None


def type_of(run: Run, value: Value) -> Value:
    """``type(value)``."""

    def one(item: Any) -> Value:
        info = class_of(run, item)
        if info is not None:
            return (Class(info.site),)
        kind = builtin_kind(run, item)
        if isinstance(item, Singleton):
            return (External(next(name for name, each in SINGLETON_TYPES.items() if each == kind)),)
        if kind is not None and kind not in ("coroutine", "iterator", "view"):
            return (External(f"builtins.{kind}"),)
        if isinstance(item, Array):
            return (External("jax.ShapeDtypeStruct"),) if item.is_struct else (Opaque("the class of a jax.Array"),)
        if isinstance(item, Function):
            return (External("types.FunctionType"),)
        if isinstance(item, (Transformed, Partial, BoundMethod, TreeDef)):
            return (Opaque("the class of a callable"),)
        if isinstance(item, NumPyArray):
            if item.is_scalar is False:
                return (External("numpy.ndarray"),)
            return (Dtype(item.dtype, "numpy"),) if item.is_scalar else run.unknown("the type of a NumPy value")
        return (item,) if isinstance(item, Unknown) else run.unknown(f"the type of a {type(item).__name__}")

    return each(value, one)


def is_callable(run: Run, value: Value) -> Value:
    """``callable(value)``."""

    def one(item: Any) -> Value:
        info = class_of(run, item)
        if info is not None and isinstance(item, Object):
            return of_bool(True if info.find(run, "__call__") is not None else None if info.is_open else False)
        if isinstance(item, (*CALLABLE, Dtype)) and not is_view(item):
            return of_bool(True)
        return of_bool(None if isinstance(item, Unknown) else False)

    return each(value, one)
