"""The stub of `jaxtyping_promo.typing`: the types of JEP 12049, permissive for inputs and strict for outputs."""

from __future__ import annotations

from ..system import System
from .header import header

TEXT = '''"""The typing names of JEP 12049: permissive for inputs, strict for outputs."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal, Never, Protocol, SupportsIndex, overload, runtime_checkable
from typing_extensions import TypeAlias

import numpy as np

from .array import Array as Array
from .dtypes import bool_, generic

class SupportsDType(Protocol):
    """An object with a dtype: an array, a scalar type of JAX, a shape and dtype struct."""

    @property
    def dtype(self) -> Any: ...

class _NumPyOperators(np.number[Any]):  # type: ignore[misc]
OPERATORS
# `np.number` without its type arguments. These would be Any in an invariant position. Beside a NumPy array, pyright
# would then try each of NumPy's overloads for an operator, in several times the time. By its bases it is assignable to
# a NumPy number. NumPy's scalars match it by their members.
# The class has a private outer class, since messages of type checkers show the inner name alone.
class _NumPy:
    @runtime_checkable
    class NumPyNumber(_NumPyOperators, Protocol):  # type: ignore[misc]
        """A NumPy number, `np.number`."""

        # Only pyright looks for it among the members of a protocol, if `isinstance(x, ArrayLike)` may be unsafe: for an
        # array, which has all other members by name.
        __slots__ = ()
        # The first members are missing in other classes, since pyright stops at the first missing member: in arrays and
        # Python scalars, in NumPy arrays, and in NumPy's bool.
        def byteswap(self, inplace: Literal[False] = ..., /) -> Any: ...
        @property
        def ndim(self) -> Literal[0]: ...
        def __pos__(self) -> Any: ...
        def __array__(self, /) -> np.ndarray: ...
        # Protocols, such as that of `sum`, have these methods. mypy finds no overloads of them in complex numbers.
        def __add__(self, other: Any, /) -> Any: ...
        def __radd__(self, other: Any, /) -> Any: ...
        def __sub__(self, other: Any, /) -> Any: ...
        def __rsub__(self, other: Any, /) -> Any: ...
        def __neg__(self) -> Any: ...
        def __abs__(self) -> Any: ...
        def __float__(self) -> float: ...
        def __int__(self) -> int: ...
        @property
        def shape(self) -> tuple[()]: ...
        @property
        def dtype(self) -> Any: ...
        @property
        def itemsize(self) -> int: ...
        @property
        def nbytes(self) -> int: ...
        @property
        def size(self) -> Literal[1]: ...
        @property
        def real(self) -> Any: ...
        @property
        def imag(self) -> Any: ...
        @property
        def T(self) -> Any: ...

_NumPyNumber: TypeAlias = _NumPy.NumPyNumber

# Without type arguments, which `isinstance` rejects.
ArrayLike: TypeAlias = Array | np.ndarray | np.bool | _NumPyNumber | bool | int | float | complex
# For a checker, the names are ordinary strings. An editor offers them when a dtype is written as a string.
_DTypeName: TypeAlias = Literal[NAMES]
DTypeLike: TypeAlias = _DTypeName | str | type[Any] | np.dtype[Any] | SupportsDType
ShapeLike: TypeAlias = Sequence[SupportsIndex]
DType: TypeAlias = np.dtype[Any]
Shape: TypeAlias = tuple[int, ...]

# Arrays of which at least one has an unknown dtype: a parameter for an item accepts an array of any dtype.
class _ListWithUnknown(Protocol):
    def __iter__(self) -> Iterator[ArrayLike]: ...
    def append(self, object: Array[generic], /) -> None: ...

class _TupleWithUnknown(Protocol):
    def __iter__(self) -> Iterator[ArrayLike]: ...
    def __lt__(self, value: tuple[Array[generic], ...], /) -> bool: ...

_WithUnknown: TypeAlias = _ListWithUnknown | _TupleWithUnknown | Sequence[Array[Never]]

class NamedShape(tuple[int, ...]):
    """A shape in which further axes have names instead of positions."""

    named_sizes: Mapping[str, int]
    def __new__(cls, /, *positional: SupportsIndex, **named: SupportsIndex) -> NamedShape: ...
    @property
    def positional(self) -> tuple[int, ...]: ...
    @property
    def names(self) -> tuple[str, ...]: ...
    @property
    def positional_rank(self) -> int: ...
    @property
    def named_rank(self) -> int: ...
    @property
    def rank(self) -> int: ...
    @property
    def total(self) -> int: ...
    @overload
    def __getitem__(self, axis: SupportsIndex | str, /) -> int: ...
    @overload
    def __getitem__(self, axis: slice, /) -> tuple[int, ...]: ...

def specified_dtype(value: object) -> str: ...
'''

# `self` is Any because of ty: after `isinstance` has excluded a class, ty drops the bases that a number matches by.
OPERATOR = """\
    @overload
    def {name}(self: Any, other: Array[Any], /) -> Array[{result}]: ...
    @overload
    def {name}(self: Any, other: Any, /) -> Any: ...
"""
METHOD = """\
    def {name}(self: Any, *args: Any, **kwargs: Any) -> Any: ...
"""
ATTRIBUTE = """\
    @property
    def {name}(self: Any) -> Any: ...
"""
ARITHMETIC = [f"__{reflected}{name}__" for name in ("mul", "truediv", "pow") for reflected in ("", "r")]
COMPARISONS = ["__lt__", "__le__", "__gt__", "__ge__"]
METHODS = """
    __getitem__ all any argmax argmin argsort astype choose clip compress conj conjugate copy cumprod cumsum dump dumps
    flatten item max mean min prod ravel repeat reshape round searchsorted squeeze std sum swapaxes take to_device
    tobytes tofile tolist trace transpose var view
"""
ATTRIBUTES = "base data device flags flat mT strides"
"""Members of `np.number` that the protocol does not have; NumPy's stub names a class for their ``self``."""


def render(system: System) -> str:
    """The text of ``typing.pyi`` for a promotion system. Editors offer the names of its dtypes in strings."""
    strong = [n.rstrip("_") for n in system.nodes if n not in system.defaults]
    operators = [OPERATOR.format(name=name, result="Any") for name in ARITHMETIC]
    operators += [OPERATOR.format(name=name, result="bool_") for name in COMPARISONS]
    operators += [METHOD.format(name=name) for name in METHODS.split()]
    operators += [ATTRIBUTE.format(name=name) for name in ATTRIBUTES.split()]
    text = TEXT.replace("NAMES", ", ".join(f'"{name}"' for name in strong))
    return header() + text.replace("OPERATORS", "".join(operators))
