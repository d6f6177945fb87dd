# All members of `Array` except operators, written by hand. `python -m jaxtyping_promo.stubgen` inserts the operators at
# the mark and writes the result to `stubs/`. Parameters are at least as permissive as those of `jax.Array` in JAX 0.12.
# A result without a dtype has no rule yet.
"""The array: one class for device arrays and tracers, generic in its dtype."""

from _typeshed import (
    SupportsAdd,
    SupportsMod,
    SupportsMul,
    SupportsRAdd,
    SupportsRMod,
    SupportsRMul,
    SupportsRSub,
    SupportsSub,
)
from abc import ABCMeta
from collections.abc import Callable, Iterator, Sequence
from types import ModuleType
from typing import Any, Generic, Literal, Never, overload
from typing_extensions import TypeAlias, TypeVar, disjoint_base

import numpy as np

from ._promotion import (
    # ROWS
)
from .dtypes import *
from .dtypes import _Concrete as _Concrete, _Has as _Has, _Requested as _Requested
from .typing import ArrayLike, DTypeLike, _NumPyNumber

_D_co = TypeVar("_D_co", bound=generic, covariant=True, default=Any)
_D = TypeVar("_D", bound=generic)
_R = TypeVar("_R", bound=generic)
_A = TypeVar("_A")
_A_co = TypeVar("_A_co", covariant=True)
_O_contra = TypeVar("_O_contra", contravariant=True)

_Axis: TypeAlias = int | Sequence[int] | None
_Device: TypeAlias = Any
_Sharding: TypeAlias = Any
_Precision: TypeAlias = Any
_StaticScalar: TypeAlias = np.bool | _NumPyNumber | bool | int | float | complex
_NotArray: TypeAlias = np.ndarray | _StaticScalar

class ArrayMeta(ABCMeta):
    """Makes `isinstance` answer for device arrays and tracers alike."""

    def register(cls, subclass: type[_A]) -> type[_A]:
        """Make a class of another library an array; also as a decorator."""

class _DType(np.dtype[Any], Generic[_D_co]):  # type: ignore[misc]
    """The NumPy dtype of an array. Functions with a dtype parameter read this package's dtype from it."""

class _NoArgument:
    """The parameter type of first overloads, which no argument matches. A checker with unknown arguments uses the first
    overload, so its result is unknown: `functools.partial` in mypy, `jax.tree.map` in pyright."""

class _Operators:
    """Marks the class whose operators the mypy plugin computes."""

class _JaxModule:
    """The base of a class in each stub of a public module of JAX, with the version of JAX that the stub is made from."""

class _General:
    """Marks a class that lists functions of its module whose results the mypy plugin computes."""

class _Assigned:
    """Wraps each value that a program assigns to a variable whose dtype the mypy plugin follows."""

    def __call__(self, value: Any, /) -> Any: ...

class _Sums(
    SupportsAdd[_O_contra, _A_co],
    SupportsRAdd[_O_contra, _A_co],
    SupportsSub[_O_contra, _A_co],
    SupportsRSub[_O_contra, _A_co],
    SupportsMul[_O_contra, _A_co],
    SupportsRMul[_O_contra, _A_co],
    SupportsMod[_O_contra, _A_co],
    SupportsRMod[_O_contra, _A_co],
):
    """States the result of `operator.add`, `sub`, `mul` and `mod` for an array: an array of unknown dtype. When pyrefly
    compares operators with a protocol, it uses one member of a union, and releases before 1.4 report an error."""

# No class is both an array and an int: device arrays are C objects, and tracers have slots. zuban infers Any for a class
# that is named in its own bases, except in a string.
@disjoint_base
class Array(_Operators, _Sums["Array[Any] | _NotArray", "Array[Any]"], Generic[_D_co], metaclass=ArrayMeta):
    """An array, on a device or traced, with a dtype that checkers know: ``Array[float32]``.

    `isinstance(x, Array)` holds for device arrays and tracers; `is_array(x, float32)` looks at the dtype, too.
    """

    __hash__: None  # type: ignore[assignment]

    # OPERATORS

    def __bool__(self) -> bool: ...
    def __int__(self) -> int: ...
    def __float__(self) -> float: ...
    def __complex__(self) -> complex: ...
    def __index__(self) -> int: ...
    def __format__(self, format_spec: str, /) -> str: ...
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[Array[_D_co]]: ...
    def __reversed__(self) -> Iterator[Array[_D_co]]: ...
    def __contains__(self, value: ArrayLike, /) -> bool: ...
    def __getitem__(self, key: Any, /) -> Array[_D_co]: ...
    def __setitem__(self, key: Any, value: Any, /) -> None: ...
    def __buffer__(self, flags: int, /) -> memoryview: ...
    def __release_buffer__(self, view: memoryview, /) -> None: ...
    def __array_namespace__(self, *, api_version: str | None = None) -> ModuleType: ...
    def __dlpack__(self, *args: Any, **kwargs: Any) -> Any: ...
    def __dlpack_device__(self) -> Any: ...
    def __array__(self, dtype: Any = None, context: None = None, copy: bool | None = None) -> np.ndarray: ...

    @property
    def aval(self) -> Any:
        """The abstract value: shape and dtype."""
    @property
    def dtype(self) -> _DType[_D_co]:
        """The NumPy dtype."""
    @property
    def weak_type(self) -> bool:
        """Whether the dtype is weak: it yields to others in promotion."""
    @property
    def shape(self) -> tuple[int, ...]:
        """The length of each axis."""
    @property
    def ndim(self) -> int:
        """The number of axes."""
    @property
    def size(self) -> int:
        """The number of elements."""
    @property
    def itemsize(self) -> int:
        """The bytes of one element."""
    @property
    def nbytes(self) -> int:
        """The bytes of all elements."""
    @property
    def __numpy_dtype__(self) -> np.dtype[Any]: ...
    @property
    def T(self) -> Array[_D_co]:
        """The transpose: axes in reverse."""
    @property
    def mT(self) -> Array[_D_co]:
        """The matrix transpose: the last two axes exchanged."""
    real: _Part
    """The real part."""
    imag: _Part
    """The imaginary part."""
    @property
    def at(self) -> _IndexUpdateHelper[_D_co]:
        """Functional updates: ``x.at[index].set(value)``."""

    def all(self, axis: _Axis = None, out: None = None, keepdims: bool = False, *, where: ArrayLike | None = None) -> Array[bool_]:
        """Whether all elements are true, along all axes or the given ones: `jax.numpy.all`."""
    def any(self, axis: _Axis = None, out: None = None, keepdims: bool = False, *, where: ArrayLike | None = None) -> Array[bool_]:
        """Whether any element is true, along all axes or the given ones: `jax.numpy.any`."""
    def argmax(self, axis: int | None = None, out: None = None, keepdims: bool | None = None) -> Array[Any]:
        """The index of the largest element, of all or along an axis: `jax.numpy.argmax`."""
    def argmin(self, axis: int | None = None, out: None = None, keepdims: bool | None = None) -> Array[Any]:
        """The index of the smallest element, of all or along an axis: `jax.numpy.argmin`."""
    def argpartition(self, kth: int, axis: int = -1) -> Array[Any]:
        """The indices that partition the array around its k-th smallest element: `jax.numpy.argpartition`."""
    def argsort(self, axis: int | None = -1, *, kind: None = None, order: None = None, stable: bool = True, descending: bool = False) -> Array[Any]:
        """The indices that sort the array: `jax.numpy.argsort`."""
    @overload
    def astype(self, dtype: type[_R], copy: bool = False, device: _Device | _Sharding | None = None) -> Array[_R]:
        """The array with its elements cast to another dtype. Without x64, 64 bits become 32: `jax.numpy.astype`."""
    @overload
    def astype(self, dtype: DTypeLike | None, copy: bool = False, device: _Device | _Sharding | None = None) -> Array[Any]: ...
    def byteswap(self) -> Array[_D_co]:
        """The array with the bytes of each element in reverse."""
    def choose(self, choices: Sequence[ArrayLike], out: None = None, mode: str = "raise") -> Array[Any]:
        """Elements of several arrays, chosen by this integer array: `jax.numpy.choose`."""
    def clip(self, min: ArrayLike | None = None, max: ArrayLike | None = None) -> Array[Any]:
        """The elements, limited to an interval: `jax.numpy.clip`."""
    def compress(self, condition: ArrayLike, axis: int | None = None, *, out: None = None, size: int | None = None, fill_value: ArrayLike = 0) -> Array[_D_co]:
        """The slices along an axis for which a condition holds: `jax.numpy.compress`."""
    def conj(self) -> Array[_D_co]:
        """The complex conjugate: `jax.numpy.conj`."""
    def conjugate(self) -> Array[_D_co]:
        """The complex conjugate: `jax.numpy.conjugate`."""
    def copy(self) -> Array[_D_co]:
        """A copy: `jax.numpy.copy`."""
    def cumprod(self, axis: _Axis = None, dtype: DTypeLike | None = None, out: None = None) -> Array[Any]:
        """The cumulative products of the elements: `jax.numpy.cumprod`."""
    def cumsum(self, axis: _Axis = None, dtype: DTypeLike | None = None, out: None = None) -> Array[Any]:
        """The cumulative sums of the elements: `jax.numpy.cumsum`."""
    def diagonal(self, offset: int = 0, axis1: int = 0, axis2: int = 1) -> Array[_D_co]:
        """A diagonal: `jax.numpy.diagonal`."""
    def dot(self, b: ArrayLike, *, precision: _Precision = None, preferred_element_type: DTypeLike | None = None) -> Array[Any]:
        """The dot product with another array: `jax.numpy.dot`."""
    def flatten(self, order: str = "C", *, out_sharding: Any = None) -> Array[_D_co]:
        """The elements along one axis: `jax.numpy.ravel`."""
    @overload
    def item(self: Array[Never], *args: int) -> Any:
        """One element as a Python scalar."""
    @overload
    def item(self: Array[bool_], *args: int) -> bool: ...
    @overload
    def item(self: Array[integer], *args: int) -> int: ...
    @overload
    def item(self: Array[floating], *args: int) -> float: ...
    @overload
    def item(self: Array[complexfloating], *args: int) -> complex: ...
    @overload
    def item(self, *args: int) -> Any: ...
    def max(self, axis: _Axis = None, out: None = None, keepdims: bool = False, initial: ArrayLike | None = None, where: ArrayLike | None = None) -> Array[Any]:
        """The largest element, along all axes or the given ones: `jax.numpy.max`."""
    def mean(self, axis: _Axis = None, dtype: DTypeLike | None = None, out: None = None, keepdims: bool = False, *, where: ArrayLike | None = None) -> Array[Any]:
        """The mean, along all axes or the given ones: `jax.numpy.mean`."""
    def min(self, axis: _Axis = None, out: None = None, keepdims: bool = False, initial: ArrayLike | None = None, where: ArrayLike | None = None) -> Array[Any]:
        """The smallest element, along all axes or the given ones: `jax.numpy.min`."""
    def nonzero(self, *, fill_value: None | ArrayLike | tuple[ArrayLike, ...] = None, size: int | None = None) -> tuple[Array[Any], ...]:
        """The indices of the elements that are not zero: `jax.numpy.nonzero`."""
    def prod(self, axis: _Axis = None, dtype: DTypeLike | None = None, out: None = None, keepdims: bool = False, initial: ArrayLike | None = None, where: ArrayLike | None = None, promote_integers: bool = True) -> Array[Any]:
        """The product, along all axes or the given ones: `jax.numpy.prod`."""
    def ptp(self, axis: _Axis = None, out: None = None, keepdims: bool = False) -> Array[Any]:
        """The largest element minus the smallest: `jax.numpy.ptp`."""
    def ravel(self, order: str = "C", *, out_sharding: Any = None) -> Array[_D_co]:
        """The elements along one axis: `jax.numpy.ravel`."""
    def repeat(self, repeats: ArrayLike, axis: int | None = None, *, total_repeat_length: int | None = None, out_sharding: Any = None) -> Array[_D_co]:
        """Each element several times: `jax.numpy.repeat`."""
    def reshape(self, *args: Any, order: str = "C", out_sharding: Any = None) -> Array[_D_co]:
        """The same elements in another shape: `jax.numpy.reshape`."""
    def round(self, decimals: int = 0, out: None = None) -> Array[Any]:
        """The elements, rounded to a number of decimals: `jax.numpy.round`."""
    def searchsorted(self, v: ArrayLike, side: str = "left", sorter: ArrayLike | None = None, *, method: str = "scan") -> Array[Any]:
        """Where to insert values to keep the array sorted: `jax.numpy.searchsorted`."""
    def sort(self, axis: int | None = -1, *, kind: None = None, order: None = None, stable: bool = True, descending: bool = False) -> Array[_D_co]:
        """The elements in order along an axis: `jax.numpy.sort`."""
    def squeeze(self, axis: _Axis = None) -> Array[_D_co]:
        """The array without axes of length 1: `jax.numpy.squeeze`."""
    def std(self, axis: _Axis = None, dtype: DTypeLike | None = None, out: None = None, ddof: int = 0, keepdims: bool = False, *, where: ArrayLike | None = None, correction: float | None = None) -> Array[Any]:
        """The standard deviation, along all axes or the given ones: `jax.numpy.std`."""
    def sum(self, axis: _Axis = None, dtype: DTypeLike | None = None, out: None = None, keepdims: bool = False, initial: ArrayLike | None = None, where: ArrayLike | None = None, promote_integers: bool = True) -> Array[Any]:
        """The sum, along all axes or the given ones: `jax.numpy.sum`."""
    def swapaxes(self, axis1: int, axis2: int) -> Array[_D_co]:
        """The array with two axes exchanged: `jax.numpy.swapaxes`."""
    def take(self, indices: ArrayLike, axis: int | None = None, out: None = None, mode: str | None = None, unique_indices: bool = False, indices_are_sorted: bool = False, fill_value: ArrayLike | None = None) -> Array[_D_co]:
        """The elements at these indices: `jax.numpy.take`."""
    def tobytes(self, order: str = "C") -> bytes:
        """The bytes of all elements."""
    def tolist(self) -> Any:
        """The elements as nested lists of Python scalars."""
    def trace(self, offset: int | ArrayLike = 0, axis1: int = 0, axis2: int = 1, dtype: DTypeLike | None = None, out: None = None) -> Array[Any]:
        """The sum along a diagonal: `jax.numpy.trace`."""
    def transpose(self, *args: Any) -> Array[_D_co]:
        """The array with its axes in another order, by default in reverse: `jax.numpy.transpose`."""
    def var(self, axis: _Axis = None, dtype: DTypeLike | None = None, out: None = None, ddof: int = 0, keepdims: bool = False, *, where: ArrayLike | None = None, correction: float | None = None) -> Array[Any]:
        """The variance, along all axes or the given ones: `jax.numpy.var`."""
    def view(self, dtype: DTypeLike | None = None, type: None = None) -> Array[Any]:
        """The same bytes, read as another dtype."""

    def addressable_data(self, index: int) -> Array[_D_co]:
        """The shard with this index among the shards that this process can read."""
    def block_until_ready(self) -> Array[_D_co]:
        """Wait until the elements are computed, and return the array."""
    def copy_to_host_async(self) -> None:
        """Begin a copy to the host's memory, and do not wait for it."""
    def delete(self) -> None:
        """Free the array's memory now; the array cannot be used afterwards."""
    def devices(self) -> set[_Device]:
        """The devices that hold a part of the array."""
    def platform(self) -> str:
        """The platform of the devices: ``"cpu"``, ``"gpu"`` or ``"tpu"``."""
    def is_deleted(self) -> bool:
        """Whether the memory was freed by `delete` or by donation."""
    def on_device_size_in_bytes(self) -> int:
        """The bytes that the array uses on its devices."""
    def unsafe_buffer_pointer(self) -> int:
        """The address of the array's memory."""
    def to_device(self, device: _Device | _Sharding, *, stream: Any = None) -> Array[_D_co]:
        """A copy on another device or sharding."""
    @property
    def sharding(self) -> _Sharding:
        """How the array is divided among devices."""
    @property
    def committed(self) -> bool:
        """Whether the array is bound to its device."""
    @property
    def device(self) -> _Device | _Sharding:
        """The device that holds the array, or its sharding."""
    @property
    def addressable_shards(self) -> Sequence[Any]:
        """The shards that this process can read."""
    @property
    def global_shards(self) -> Sequence[Any]:
        """All shards, also those of other processes."""
    @property
    def is_fully_addressable(self) -> bool:
        """Whether this process can read every shard."""
    @property
    def is_fully_replicated(self) -> bool:
        """Whether each device has the whole array."""
    @property
    def traceback(self) -> Any:
        """The place in the program that created the array."""

class _Part:
    """The real or imaginary part of an array. For a complex array it has another dtype."""

    def __get__(self, array: Any, owner: Any, /) -> Array[Any]:
        """The part of an array."""

class _IndexUpdateHelper(Generic[_D_co]):
    def __getitem__(self, index: Any, /) -> _IndexUpdateRef[_D_co]: ...

class _IndexUpdateRef(Generic[_D_co]):
    """An array and the place in it that an update changes. The result has the array's dtype."""

    array: Array[_D_co]
    index: Any
    def get(self, *, indices_are_sorted: bool = False, unique_indices: bool = False, mode: Any = None, fill_value: ArrayLike | None = None, out_sharding: Any = None, wrap_negative_indices: bool = True, strategy: str = "auto") -> Array[_D_co]:
        """The elements at the place."""
    def set(self, values: Any, *, indices_are_sorted: bool = False, unique_indices: bool = False, mode: Any = None, fill_value: ArrayLike | None = None, out_sharding: Any = None, wrap_negative_indices: bool = True) -> Array[_D_co]:
        """The array with the elements at the place replaced."""
    def add(self, values: Any, *, indices_are_sorted: bool = False, unique_indices: bool = False, mode: Any = None, out_sharding: Any = None, wrap_negative_indices: bool = True) -> Array[_D_co]:
        """The array with values added at the place."""
    def subtract(self, values: Any, *, indices_are_sorted: bool = False, unique_indices: bool = False, mode: Any = None, out_sharding: Any = None, wrap_negative_indices: bool = True) -> Array[_D_co]:
        """The array with values subtracted at the place."""
    def mul(self, values: Any, *, indices_are_sorted: bool = False, unique_indices: bool = False, mode: Any = None, out_sharding: Any = None, wrap_negative_indices: bool = True) -> Array[_D_co]:
        """The array with the elements at the place multiplied."""
    def multiply(self, values: Any, *, indices_are_sorted: bool = False, unique_indices: bool = False, mode: Any = None, out_sharding: Any = None, wrap_negative_indices: bool = True) -> Array[_D_co]:
        """The array with the elements at the place multiplied."""
    def divide(self, values: Any, *, indices_are_sorted: bool = False, unique_indices: bool = False, mode: Any = None, out_sharding: Any = None, wrap_negative_indices: bool = True) -> Array[Any]:
        """The array with the elements at the place divided."""
    def power(self, values: Any, *, indices_are_sorted: bool = False, unique_indices: bool = False, mode: Any = None, out_sharding: Any = None, wrap_negative_indices: bool = True) -> Array[Any]:
        """The array with the elements at the place raised to a power."""
    def min(self, values: Any, *, indices_are_sorted: bool = False, unique_indices: bool = False, mode: Any = None, out_sharding: Any = None, wrap_negative_indices: bool = True) -> Array[_D_co]:
        """The array with the smaller of the two at the place."""
    def max(self, values: Any, *, indices_are_sorted: bool = False, unique_indices: bool = False, mode: Any = None, out_sharding: Any = None, wrap_negative_indices: bool = True) -> Array[_D_co]:
        """The array with the larger of the two at the place."""
    def apply(self, func: Callable[[Any], Any], *, indices_are_sorted: bool = False, unique_indices: bool = False, mode: Any = None, wrap_negative_indices: bool = True) -> Array[_D_co]:
        """The array with a function applied at the place."""
