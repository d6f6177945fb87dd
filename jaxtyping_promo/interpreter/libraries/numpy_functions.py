"""Functions and methods of NumPy, by its own rules; where NumPy meets JAX's arrays, JAX's rules hold."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from ..arrays import NUMPY_DEFAULTS, numpy_system
from ..call import Call
from ..iteration import item_of, known_items
from ..origins import accident
from ..values import (
    ABSENT,
    ANY_FLOAT,
    ANY_INT,
    NONE,
    Array,
    Items,
    Number,
    NumPyArray,
    Object,
    Opaque,
    Shape,
    Tuple,
    Unknown,
    Value,
    constant_of,
    only,
)
from .dtype_values import dtype_name
from .function_shapes import result_shape

if TYPE_CHECKING:
    from ..run import Run

FLOATING: Final = frozenset(
    """arccos arccosh arcsin arcsinh arctan arctanh cbrt cos cosh exp exp2 expm1 log log10 log1p log2 sin sinh sqrt tan
    tanh deg2rad rad2deg degrees radians arctan2 hypot mean std var median""".split()
)
KEPT: Final = frozenset(
    """abs absolute ceil floor rint sign square reshape transpose ravel tile repeat flip roll sort squeeze expand_dims
    negative conj copy triu tril max min amax amin clip maximum minimum concatenate stack hstack vstack cumsum outer dot
    matmul diff where swapaxes moveaxis ascontiguousarray broadcast_to real pad split full_like zeros_like ones_like
    diag diagonal take around round append unique meshgrid""".split()
)
MADE: Final = frozenset(("zeros", "ones", "empty", "eye", "identity", "linspace", "logspace", "full", "arange", "array",
                         "asarray", "geomspace"))  # fmt: skip
BOOLS: Final = frozenset("isnan isinf isfinite any all logical_not logical_and logical_or isclose allclose equal".split())


def call_numpy(run: Run, name: str, call: Call) -> Value:
    """Call a function of NumPy."""
    short = name.rpartition(".")[2]
    if name.startswith("numpy.random"):
        return _random(run, name, short, call)
    values = list(call.arguments)
    dtype = call.keywords.get("dtype", () if short not in ("zeros", "ones", "array", "asarray", "empty") else call.get(1, "dtype"))
    bound = {f"x{index}": value for index, value in enumerate(values)} | call.keywords
    shape = result_shape(run, name, bound)
    origins = accident(run.place, f"np.{short}")
    if any(isinstance(item, Array) for value in values for item in value) and short not in MADE:
        return _of_jax(run, short, call)
    if dtype and dtype != NONE:
        return (NumPyArray(dtype_name(dtype), shape if short in ("zeros", "ones") else None, False, origins=origins),)
    if short in ("zeros", "ones", "empty", "eye", "identity", "linspace", "logspace", "geomspace"):
        return (NumPyArray("float64", shape, False, origins=origins),)
    if short in BOOLS:
        return (NumPyArray("bool_", None, None, origins=origins),)
    if short in ("argsort", "argmax", "argmin", "searchsorted", "count_nonzero"):
        return (NumPyArray("int64", None, None, origins=origins),)
    if short in ("array", "asarray", "arange", "full", "prod", "sum") or short in FLOATING or short in KEPT:
        operands = values[1:] if short in ("full", "where") else values if short in ("arange",) or len(values) > 1 else values[:1]
        if short in ("max", "min", "sum", "prod", "mean", "std", "var", "reshape", "transpose", "repeat", "tile", "cumsum",
                     "concatenate", "stack", "expand_dims", "roll", "take", "diff", "triu", "tril", "sort"):  # fmt: skip
            operands = values[:1]
        joined = _common(run, operands)
        if joined is None:
            return (NumPyArray(None, shape, None, origins=origins),)
        if short in FLOATING:
            joined = numpy_system().unary("truediv", joined) if "int" in joined or joined == "bool_" else joined
            if joined is not None and "int8" in joined:
                joined = None
        if short in ("prod", "sum") and joined is not None:
            joined = "int64" if joined in ("bool_", "int8", "int16", "int32") else joined
        constant = _computed(short, values)
        is_scalar = None if shape is None else shape == () and short not in MADE
        return (NumPyArray(joined, shape, is_scalar, constant, origins),)
    if short in ("finfo", "iinfo"):
        return run.unknown(name)
    from .externals import unknown_call

    return unknown_call(run, name, call)


def _computed(short: str, values: list[Value]) -> Any:
    """The number that a function returns for a number, if it is computed by Python's own `math`."""
    import math

    constant = constant_of(values[0]) if len(values) == 1 else ABSENT
    if isinstance(constant, (int, float)) and short in ("sqrt", "exp", "log", "sin", "cos"):
        try:
            return getattr(math, short)(constant)
        except (ValueError, OverflowError):
            return ABSENT
    return ABSENT


def _of_jax(run: Run, short: str, call: Call) -> Value:
    """A function of NumPy that gets an array of JAX converts it to one of NumPy."""
    return (NumPyArray(None, None, None, origins=accident(run.place, f"np.{short}")),)


def _common(run: Run, values: list[Value]) -> str | None:
    """The dtype that NumPy gives to some numbers, arrays and nested lists."""
    system = numpy_system()
    result: str | None = None
    pending = list(values)
    while pending:
        value = pending.pop()
        if isinstance(only(value), (Tuple, Object, Items)):
            items = known_items(run, value)
            pending += items if items is not None else [item_of(run, value)]
            continue
        for item in value:
            if isinstance(item, Number):
                dtype: str | None = NUMPY_DEFAULTS[item.kind]
            elif isinstance(item, (NumPyArray, Array)) and item.dtype in system.nodes:
                dtype = item.dtype
            else:
                return None
            result = dtype if result is None or dtype is None else system.promote(result, dtype)
            if result is None:
                return None
    return result


def _random(run: Run, name: str, short: str, call: Call) -> Value:
    if short in ("default_rng", "RandomState", "seed", "SeedSequence"):
        return (Opaque("numpy.random"),)
    return (NumPyArray(None, None, None, origins=accident(run.place, f"np.random.{short}")),)


def call_numpy_method(run: Run, name: str, receiver: NumPyArray, call: Call) -> Value:
    """``array.method(...)``."""
    if name == "astype":
        return (NumPyArray(dtype_name(call.get(0, "dtype")), receiver.shape, receiver.is_scalar, origins=receiver.origins),)
    if name in ("item", "__float__", "__int__"):
        if receiver.dtype is None:
            return run.unknown("the number of a NumPy array of unknown dtype")
        return ANY_INT if "int" in receiver.dtype else ANY_FLOAT if "float" in receiver.dtype else run.unknown(name)
    if name in ("reshape", "transpose", "copy", "ravel", "squeeze", "max", "min", "flatten", "swapaxes", "repeat", "take",
                "round", "clip"):  # fmt: skip
        shape: Shape | None = result_shape(run, f"numpy.ndarray.{name}", {"self": (receiver,)} | call.keywords)
        shape = shape if not call.arguments else None
        return (NumPyArray(receiver.dtype, shape, None, origins=receiver.origins),)
    if name in ("any", "all"):
        return (NumPyArray("bool_", None, None, origins=receiver.origins),)
    if name in ("sum", "mean", "std", "prod", "cumsum", "var", "dot") and receiver.dtype in ("float32", "float64"):
        return (NumPyArray(receiver.dtype, None, None, origins=receiver.origins),)
    if name in ("fill", "sort", "put", "setflags", "tofile"):
        return NONE
    return (NumPyArray(None, None, None, origins=receiver.origins),) if name != "tolist" else (Unknown("a list of numbers"),)
