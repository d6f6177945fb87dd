"""`promote_types` and `result_type`: the promotion rules as functions that a program calls at run time.

Both accept dtypes in any spelling, and the name of a promotion system.
"""

from __future__ import annotations

from .array import Array
from .dtype_like import CLASSES, SCALAR_NAMES, dtype_name
from .dtypes import DTYPES, complexfloating, floating, generic, signedinteger, unsignedinteger
from .exceptions import UnknownDTypeError
from .joining import join
from .system import ZERO_DIM, System
from .systems import get_system
from .typing import ArrayLike, DTypeLike, specified_dtype

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["promote_types", "result_type"]

_MOST_PAIRS = 4096
"""The number of pairs of dtypes whose promotion is cached; a program uses few."""

_promoted: dict[tuple[System, object, object], type[generic]] = {}
"""Cached results for pairs of dtype classes, since programs promote the same few pairs over and over."""

_WEAK_NODES: dict[type[generic], str] = {
    unsignedinteger: "weak_int",
    signedinteger: "weak_int",
    floating: "weak_float",
    complexfloating: "weak_complex",
}
"""The weak type of a weak array, by the kind of the dtype that it is stored in."""

_WIDEST_OF_SCALARS: dict[type, str] = {int: "int64", float: "float64", complex: "complex128"}


def promote_types(
    a: DTypeLike, b: DTypeLike, /, *, system: str = "jax", x64: bool = False, strict: bool = False
) -> type[generic]:
    """The dtype that two dtypes promote to.

    A 64-bit dtype keeps its width even with x64 off, as in `jax.numpy.promote_types`.

    Args:
        a, b: dtype classes of this package, names (``"int8"``, ``"weak_float"``, NumPy's ``"f4"``), NumPy dtypes and
            scalar types, JAX's scalar types, or Python's ``bool``, ``int``, ``float``, ``complex`` (weak, except
            ``bool``). For arrays, use `result_type`.
        system: the library whose rules apply: a name, or the path of a file that declares a system.
        x64: JAX's ``jax_enable_x64``.
        strict: JAX's ``jax_numpy_dtype_promotion = "strict"``.

    Returns:
        A dtype class of this package; its ``.name`` is JAX's name, or ``weak_int``, ``weak_float``, ``weak_complex``.

    Raises:
        PromotionError: the two have no promotion; the message gives the reason and a cast that helps.
        UnknownDTypeError: an argument is not a dtype, or not a dtype of the system.
        UnknownSystemError: there is no such system, or it has no such mode.
    """
    rules = get_system(system, x64=x64, strict=strict)
    try:
        return _promoted[rules, a, b]
    except (KeyError, TypeError):  # TypeError: the value is not hashable, and rejected as a dtype below
        pass
    result = _class(join(rules, specified_dtype(a), specified_dtype(b)))
    if isinstance(a, type) and isinstance(b, type):
        if len(_promoted) >= _MOST_PAIRS:
            _promoted.clear()
        _promoted[rules, a, b] = result
    return result


def result_type(
    *args: ArrayLike | DTypeLike, system: str = "jax", x64: bool = False, strict: bool = False
) -> type[generic]:
    """The dtype that any number of arrays, scalars and dtypes promote to.

    The rules are those of `jax.numpy.result_type`. With x64 off, NumPy arrays, NumPy scalars and dtypes given by name
    lose their 64 bits on entry. JAX arrays do not, but a result that had to be promoted has no 64 bits either.

    Where JAX returns the default dtype of a weak type, this function returns the weak type. ``None`` is no dtype here.

    Args:
        args: arguments as for `promote_types`, and arrays (weak if their ``weak_type`` is true), NumPy arrays and
            scalars, Python scalars, and other objects with a ``dtype``.
        system, x64, strict: as for `promote_types`.

    Returns:
        A dtype class of this package.

    Raises:
        TypeError: there are no arguments.
        PromotionError: two of the arguments have no promotion; the message gives the reason and a cast that helps.
        UnknownDTypeError: an argument has no dtype, or not a dtype of the system.
        UnknownSystemError: there is no such system, or it has no such mode.
    """
    if not args:
        raise TypeError("result_type needs at least one array, scalar or dtype")
    rules = get_system(system, x64=x64, strict=strict)
    operands = [_Operand(rules, arg) for arg in args]
    dtypes = [operand.dtype for operand in operands]
    weak = all(operand.weak for operand in operands)
    if weak and not (strict and len(args) > 1) and any(operand.unusual for operand in operands):
        return _weak_result(rules, dtypes)
    if dtypes[0] in rules.truncated and not weak and len(set(dtypes)) == 1:
        return _class(dtypes[0])  # arrays that have 64 bits already need no promotion to keep them
    result = join(rules, *(operand.node for operand in operands))
    return _class(rules.truncated.get(result, result))


class _Operand:
    """The facts about an argument of `result_type` that promotion depends on.

    Attributes:
        dtype: the name of the dtype that it is stored in.
        node: the node that it is promoted as.
        weak: whether it yields in promotion.
        unusual: whether it is weak, and not stored in the default dtype of its kind.
    """

    __slots__ = ("dtype", "node", "unusual", "weak")

    def __init__(self, rules: System, value: object) -> None:
        name = _stored_dtype_name(value)
        is_array = isinstance(value, Array)
        says_weak = is_array and getattr(value, "weak_type", False) is True
        self.node = _weak_node(name) if says_weak else name if is_array else rules.truncated.get(name, name)
        default = rules.defaults.get(rules.node(self.node))
        self.dtype = name if is_array and name in DTYPES else default or self.node
        self.weak = says_weak or default is not None
        self.unusual = default is not None and self.dtype != default
        if rules.zero_dim and getattr(value, "shape", None) == ():
            self.node += ZERO_DIM


def _stored_dtype_name(value: object) -> str:
    """The name of the dtype of a value: of a Python scalar, an array, or a dtype argument."""
    if type(value) in SCALAR_NAMES:
        return SCALAR_NAMES[type(value)]
    try:
        return dtype_name(value)
    except UnknownDTypeError:
        # JAX converts members of an IntEnum and similar scalars as NumPy does, so they are not weak.
        if not hasattr(value, "dtype"):
            for scalar_type, name in _WIDEST_OF_SCALARS.items():
                if isinstance(value, scalar_type):
                    return name
        raise


def _weak_result(rules: System, dtypes: Sequence[str]) -> type[generic]:
    """The result for weak operands of unusual widths: their strong dtypes promote, and the result is weak again.

    There is no weak unsigned type. Alone, a weak unsigned integer counts as JAX's default unsigned dtype.
    """
    result = join(rules, *dtypes)
    if issubclass(CLASSES[result], unsignedinteger):
        return CLASSES[rules.truncated.get("uint64", "uint64")]
    return CLASSES[_weak_node(result)]


def _weak_node(dtype: str) -> str:
    """The weak type as which a weak array with this dtype is promoted; a bool is never weak."""
    return next((node for kind, node in _WEAK_NODES.items() if issubclass(CLASSES[dtype], kind)), dtype)


def _class(result: str) -> type[generic]:
    """The dtype class of a node."""
    return CLASSES[result.removesuffix(ZERO_DIM)]
