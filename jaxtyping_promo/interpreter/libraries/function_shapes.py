"""Shapes of the results of JAX's and NumPy's functions, by groups of functions that treat shapes alike."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final

from ...jaxtyping import shape_rules
from ..iteration import known_items
from ..shape_findings import result_or_none
from ..shapes import applied, attempt, broadcast_shapes, matmul_shape
from ..values import (
    ABSENT,
    BOTTOM,
    NONE,
    Array,
    Items,
    Number,
    NumPyArray,
    Object,
    Shape,
    Tuple,
    Value,
    constant_of,
    only,
    size_of,
)

if TYPE_CHECKING:
    from ..run import Run

Bound = Mapping[str, Any]

NOT_OPERANDS = frozenset(
    ("dtype", "axis", "out", "where", "keepdims", "device", "precision", "preferred_element_type", "initial", "ddof",
     "out_sharding", "b", "return_sign", "approximate", "decimals", "promote_integers")
)  # fmt: skip
"""The parameters that are no arrays, or do not change the shape."""

ELEMENTWISE: Final = frozenset(
    """abs absolute add and arccos arccosh arcsin arcsinh arctan arctan2 arctanh around astype atan2 bitwise_and
    bitwise_not bitwise_or bitwise_xor cbrt ceil clip conj conjugate copysign cos cosh deg2rad degrees divide equal
    exp exp2 expit expm1 fabs float_power floor floor_divide fmax fmin fmod full_like greater greater_equal
    heaviside hypot imag invert isfinite isinf isnan less less_equal log log10 log1p log2 log_sigmoid log_softmax
    logaddexp logical_and logical_not logical_or logical_xor maximum minimum mod multiply nan_to_num negative
    not_equal ones_like positive power rad2deg real reciprocal remainder right_shift left_shift rint round rsqrt
    sign signbit sin sinc sinh softmax sort sqrt square subtract tan tanh true_divide trunc where zeros_like select
    relu gelu silu swish sigmoid elu leaky_relu softplus erf erf_inv logistic mul sub div max min neg asarray array
    copy stop_gradient celu selu glu_ mish relu6 hard_sigmoid hard_swish hard_tanh soft_sign integer_pow pow rem
    is_finite nextafter convert_element_type empty_like argsort standardize lgamma digamma gammaln flip roll tril
    triu cumlogsumexp""".split()
)
REDUCTIONS: Final = frozenset(
    """sum mean max min prod any all amax amin std var argmax argmin logsumexp count_nonzero nansum nanmean nanmax
    nanmin median ptp norm average nanstd nanvar""".split()
)
CREATION: Final = frozenset(
    """zeros ones full empty normal uniform bernoulli gumbel randint truncated_normal exponential laplace rademacher
    cauchy logistic bits poisson gamma beta""".split()
)


NO_PARAMETERS: Final = frozenset(("key", "shape", "dtype", "mode", "method", "max_iters", "out_sharding"))
"""The arguments of random functions that are no parameters of the distribution."""


def result_shape(run: Run, name: str, bound: Bound) -> Shape | None:
    """The shape of a function's result; None if unknown. A call that JAX rejects for the shapes is reported.

    Args:
        run: the run.
        name: the function's full name.
        bound: the arguments by parameter; the array of a method is ``self``.
    """
    values = [each for value in bound.values() for each in (value if isinstance(value, list) else [value])]
    shapes = [shape_of_value(value) for value in values if any(isinstance(one, (Array, NumPyArray)) for one in value)]
    found: Shape | None = result_or_none(
        run, run.node, "JAX rejects this for axes", shapes, lambda: _result_shape(run, name, bound)
    )
    return found


def _result_shape(run: Run, name: str, bound: Bound) -> Shape | None:
    module, _, short = name.rpartition(".")
    if name == "jax.random.split":
        return _key_split(run, bound)
    if module == "jax.lax" and short in ("max", "min"):
        return _elementwise(bound)
    if module in ("jax.numpy", "numpy") and short in ("max", "min"):
        return _reduced(run, bound)
    if module in ("jax.Array", "numpy.ndarray") and short in ("max", "min"):
        return _reduced(run, bound)
    if short in REDUCTIONS:
        return _reduced(run, bound)
    if short in ("sort", "argsort") and bound.get("axis", BOTTOM) == NONE:
        return _ravel(run, bound)
    if short in ("array", "asarray") and "ndmin" not in bound:
        return nested_shape(run, _first(bound))
    if short in ELEMENTWISE:
        return sizes_of(run, bound["shape"]) if bound.get("shape", NONE) != NONE else _elementwise(bound)
    if short in CREATION:
        return _created(run, bound)
    if name == "jax.nn.identity":
        return shape_of_value(_first(bound))
    special = SPECIAL.get(short)
    return None if special is None else special(run, bound)


def shape_of_value(value: Any) -> Shape | None:
    """The shape of an argument; None if unknown."""
    if isinstance(value, list) or not value:
        return None
    shapes = {
        item.shape if isinstance(item, (Array, NumPyArray)) else () if isinstance(item, Number) else None
        for item in value
    }
    return shapes.pop() if len(shapes) == 1 else None


DEEPEST_LITERAL = 8
"""The deepest nesting of sequences that are made an array; a list may hold itself."""


def nested_shape(run: Run, value: Any, depth: int = 0) -> Shape | None:
    """The shape of the array that is made of a value: of an array or number, or of nested sequences of them."""
    if isinstance(value, list) or only(value, (Tuple, Object)) is None or depth > DEEPEST_LITERAL:
        return shape_of_value(value)
    items = known_items(run, value)
    shapes = [nested_shape(run, item, depth + 1) for item in items or ()]
    return None if items is None or not items or None in shapes else attempt(shape_rules.stacked, shapes, 0)


def _first(bound: Bound) -> Any:
    return next(iter(bound.values()), ())


def _elementwise(bound: Bound) -> Shape | None:
    operands = [value for name, value in bound.items() if name not in NOT_OPERANDS and value != NONE]
    if any(isinstance(value, list) for value in operands):
        return None
    return broadcast_shapes([shape_of_value(value) for value in operands]) if operands else None


def _created(run: Run, bound: Bound) -> Shape | None:
    """The shape of a new array: as requested, and of random numbers otherwise that of the parameters."""
    if bound.get("shape", NONE) != NONE:
        return sizes_of(run, bound["shape"])
    if "key" not in bound:
        return None
    parameters = [value for name, value in bound.items() if name not in NO_PARAMETERS and value != NONE]
    return broadcast_shapes([shape_of_value(value) for value in parameters]) if parameters else ()


def _reduced(run: Run, bound: Bound) -> Shape | None:
    axis = constant_of(bound.get("axis", NONE))
    keepdims = constant_of(bound.get("keepdims", ())) if "keepdims" in bound else False
    shape = shape_of_value(_first(bound))
    if axis is ABSENT or keepdims is ABSENT:
        return None
    if shape is None:
        return () if axis is None and not keepdims else None
    return applied(lambda: shape_rules.reduced(shape, axis, keepdims=bool(keepdims)))


def sizes_of(run: Run, value: Any) -> Shape | None:
    """A shape argument: a number, or a sequence of numbers."""
    if isinstance(value, list):
        items: list[Value] | None = value
        if len(value) == 1 and not _is_size(value[0]):
            items = known_items(run, value[0])
        if any(isinstance(one, Items) for each in value for one in each):
            return None
    else:
        if _is_size(value) or isinstance(constant_of(value), int):
            return (size_of(value),)
        items = known_items(run, value)
    if items is None:
        return None
    return tuple(map(size_of, items))


def _is_size(value: Value) -> bool:
    """Whether a value is the size of one axis, and no sequence of sizes."""
    return bool(value) and all(isinstance(item, Number) for item in value)


def _reshape(run: Run, bound: Bound) -> Shape | None:
    new = next((bound[name] for name in ("shape", "args", "newshape", "new_sizes") if name in bound), None)
    sizes = None if new is None else sizes_of(run, new)
    if sizes is None:
        return None
    return applied(shape_rules.reshaped, shape_of_value(_first(bound)), sizes)


def _broadcast_to(run: Run, bound: Bound) -> Shape | None:
    return sizes_of(run, bound["shape"]) if "shape" in bound else None


def _constant_axis(value: Any) -> Any:
    return constant_of(value) if not isinstance(value, list) else ABSENT


def _expand_dims(run: Run, bound: Bound) -> Shape | None:
    axis = _constant_axis(bound.get("axis", bound.get("dimensions", ())))
    shape = shape_of_value(_first(bound))
    return None if shape is None or axis is ABSENT else applied(shape_rules.expanded, shape, axis)


def _squeeze(run: Run, bound: Bound) -> Shape | None:
    axis = _constant_axis(bound.get("axis", NONE))
    shape = shape_of_value(_first(bound))
    return None if shape is None or axis is ABSENT else applied(shape_rules.squeezed, shape, axis)


def _ravel(run: Run, bound: Bound) -> Shape | None:
    shape = shape_of_value(_first(bound))
    return (None,) if shape is None else (shape_rules.product(shape),)


def _transpose(run: Run, bound: Bound) -> Shape | None:
    shape = shape_of_value(_first(bound))
    axes = bound.get("axes", bound.get("permutation", bound.get("args", NONE)))
    if isinstance(axes, list):
        axes = NONE if not axes else axes[0] if len(axes) == 1 and known_items(run, axes[0]) else axes
    if isinstance(axes, list):
        order: Any = tuple(constant_of(axis) for axis in axes)
    else:
        items = known_items(run, axes) if axes != NONE else None
        order = None if axes == NONE else tuple(constant_of(item) for item in items) if items is not None else ABSENT
    if shape is None or order is ABSENT or (order is not None and ABSENT in order):
        return None
    return applied(shape_rules.transposed, shape, order)


def _swapaxes(run: Run, bound: Bound) -> Shape | None:
    shape = shape_of_value(_first(bound))
    axes = [_constant_axis(bound.get(name, ())) for name in ("axis1", "axis2")]
    return None if shape is None or ABSENT in axes else applied(shape_rules.swapped, shape, *axes)


def _moveaxis(run: Run, bound: Bound) -> Shape | None:
    shape = shape_of_value(_first(bound))
    source, target = (constant_of(bound.get(name, ())) for name in ("source", "destination"))
    if shape is None or not isinstance(source, int) or not isinstance(target, int):
        return None
    if not (-len(shape) <= source < len(shape) and -len(shape) <= target < len(shape)):
        return None
    order = [axis for axis in range(len(shape)) if axis != source % len(shape)]
    order.insert(target % len(shape), source % len(shape))
    return tuple(shape[axis] for axis in order)


def _matmul(run: Run, bound: Bound) -> Shape | None:
    values = list(bound.values())
    return matmul_shape(shape_of_value(values[0]), shape_of_value(values[1])) if len(values) > 1 else None


def _dot(run: Run, bound: Bound) -> Shape | None:
    values = list(bound.values())
    if len(values) < 2:
        return None
    left, right = shape_of_value(values[0]), shape_of_value(values[1])
    return None if left is None or right is None else applied(shape_rules.dot, left, right)


def _dot_general(run: Run, bound: Bound) -> Shape | None:
    """The batch axes, and the axes of both operands that are neither batch axes nor contracted."""
    left, right = shape_of_value(bound.get("lhs", ())), shape_of_value(bound.get("rhs", ()))
    numbers = known_items(run, bound.get("dimension_numbers", ()))
    pairs = [known_items(run, pair) for pair in numbers] if numbers is not None and len(numbers) == 2 else [None]
    if left is None or right is None or any(pair is None or len(pair) != 2 for pair in pairs):
        return None
    axes = [sizes_of(run, each) for pair in pairs if pair is not None for each in pair]
    if any(each is None or not all(isinstance(axis, int) for axis in each) for each in axes):
        return None
    known: list[tuple[Any, ...]] = [each for each in axes if each is not None]
    shapes = (left, right, left, right)
    if any(not 0 <= axis < len(shape) for each, shape in zip(known, shapes, strict=True) for axis in each):
        return None
    kept = tuple(size for axis, size in enumerate(left) if axis not in (*known[0], *known[2]))
    kept += tuple(size for axis, size in enumerate(right) if axis not in (*known[1], *known[3]))
    return (*(left[axis] for axis in known[2]), *kept)


def _outer(run: Run, bound: Bound) -> Shape | None:
    values = list(bound.values())
    if len(values) < 2:
        return None
    left, right = shape_of_value(values[0]), shape_of_value(values[1])
    return None if left is None or right is None else applied(shape_rules.outer, left, right)


def _parts(run: Run, bound: Bound) -> list[Shape] | None:
    first = _first(bound)
    items = first if isinstance(first, list) else known_items(run, first)
    shapes = [shape_of_value(item) for item in items] if items else [None]
    return None if None in shapes else [shape for shape in shapes if shape is not None]


def _concatenate(run: Run, bound: Bound) -> Shape | None:
    shapes, axis = _parts(run, bound), _constant_axis(bound.get("axis", bound.get("dimension", ())))
    axis = 0 if "axis" not in bound and "dimension" not in bound else axis
    return None if shapes is None or not isinstance(axis, int) else applied(shape_rules.concatenated, shapes, axis)


def _stack(run: Run, bound: Bound) -> Shape | None:
    shapes, axis = _parts(run, bound), _constant_axis(bound.get("axis", ())) if "axis" in bound else 0
    return None if shapes is None or not isinstance(axis, int) else applied(shape_rules.stacked, shapes, axis)


def _eye(run: Run, bound: Bound) -> Shape | None:
    rows = size_of(bound.get("N", bound.get("n", ())))
    return (rows, size_of(bound["M"]) if bound.get("M", NONE) != NONE else rows)


def _arange(run: Run, bound: Bound) -> Shape | None:
    names = ("start", "start_or_stop", "stop", "step")  # NumPy's first parameter has another name
    given = [bound[name] for name in names if bound.get(name, NONE) != NONE]
    numbers = [constant_of(value) for value in given]
    if not numbers or any(not isinstance(number, int) for number in numbers):
        return (size_of(given[0]) if len(given) == 1 else None,)
    try:
        return (len(range(*numbers)),)
    except (ValueError, OverflowError):
        return (None,)


def _linspace(run: Run, bound: Bound) -> Shape | None:
    number = size_of(bound["num"]) if "num" in bound else 50
    ends = broadcast_shapes([shape_of_value(bound.get(name, ())) for name in ("start", "stop")])
    if ends is None or "axis" in bound or "retstep" in bound:
        return None
    return (number, *ends)


def _one_hot(run: Run, bound: Bound) -> Shape | None:
    shape = shape_of_value(_first(bound))
    return None if shape is None or "axis" in bound else (*shape, size_of(bound.get("num_classes", ())))


def _split(run: Run, bound: Bound) -> Shape | None:
    shape = shape_of_value(_first(bound))
    count, axis = (
        constant_of(bound.get("indices_or_sections", ())),
        constant_of(bound.get("axis", ())) if "axis" in bound else 0,
    )
    if shape is None:
        return None
    if not isinstance(count, int) or not isinstance(axis, int):
        return (None,) * len(shape)
    return applied(shape_rules.split, shape, count, axis)


def _einsum(run: Run, bound: Bound) -> Shape | None:
    subscripts = constant_of(bound.get("subscripts", ()))
    operands = bound.get("operands", [])
    if not isinstance(subscripts, str) or not isinstance(operands, list):
        return None
    shapes = [shape_of_value(value) for value in operands]
    if None in shapes:
        result = subscripts.replace(" ", "").partition("->")[2]
        return (None,) * len(result) if result and "." not in result else None
    return applied(shape_rules.einsum, subscripts, shapes)


def _take(run: Run, bound: Bound) -> Shape | None:
    shape, indices = shape_of_value(_first(bound)), shape_of_value(bound.get("indices", ()))
    axis = constant_of(bound["axis"]) if bound.get("axis", NONE) != NONE else None
    if shape is None or indices is None or not isinstance(axis, int) or not -len(shape) <= axis < len(shape):
        return indices if "axis" not in bound else None
    axis %= len(shape)
    return (*shape[:axis], *indices, *shape[axis + 1 :])


def _taken_along(run: Run, bound: Bound) -> Shape | None:
    shape, indices = shape_of_value(_first(bound)), shape_of_value(bound.get("indices", ()))
    axis = constant_of(bound.get("axis", ()))
    if shape is None or indices is None or not isinstance(axis, int):
        return None
    return applied(shape_rules.taken_along, shape, indices, axis)


def _key_split(run: Run, bound: Bound) -> Shape | None:
    key = shape_of_value(bound.get("key", ()))
    number = size_of(bound["num"]) if "num" in bound else 2
    return None if key is None or number is None else (number, *key)


def _same(run: Run, bound: Bound) -> Shape | None:
    return shape_of_value(_first(bound))


def _permutation(run: Run, bound: Bound) -> Shape | None:
    number = constant_of(bound.get("x", NONE))
    return (number,) if isinstance(number, int) else shape_of_value(bound.get("x", ()))


def _cumulative(run: Run, bound: Bound) -> Shape | None:
    shape = shape_of_value(_first(bound))
    if "operand" in bound:  # of `jax.lax`, whose axis is 0 by default
        return shape
    axis = constant_of(bound.get("axis", NONE))
    if axis is None:
        return (None,) if shape is None else (shape_rules.product(shape),)
    return shape


SPECIAL: Final[dict[str, Callable[[Any, Bound], Shape | None]]] = {
    "reshape": _reshape, "broadcast_to": _broadcast_to, "expand_dims": _expand_dims, "squeeze": _squeeze,
    "ravel": _ravel, "flatten": _ravel, "transpose": _transpose, "swapaxes": _swapaxes,
    "moveaxis": _moveaxis, "matmul": _matmul, "dot": _dot,
    "dot_general": _dot_general,
    "outer": _outer, "concatenate": _concatenate, "concat": _concatenate, "stack": _stack, "eye": _eye,
    "identity": _eye, "arange": _arange, "linspace": _linspace, "one_hot": _one_hot, "split": _split,
    "einsum": _einsum, "take": _take, "take_along_axis": _taken_along, "PRNGKey": lambda run, bound: (2,),
    "key": lambda run, bound: (), "fold_in": lambda run, bound: shape_of_value(bound.get("key", ())),
    "cumsum": _cumulative, "cumprod": _cumulative, "nancumsum": _cumulative, "nancumprod": _cumulative,
    "clone": _same, "permutation": _permutation, "vdot": lambda run, bound: (),
}  # fmt: skip
