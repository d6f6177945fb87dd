"""Computes the shapes that functions and methods of arrays return, from arrays and literal arguments.

`Expressions` creates an `ArrayFunctions` for each function that it follows.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from mypy.nodes import ARG_NAMED, ARG_POS, CallExpr, Context, Expression, MemberExpr

from ...jaxtyping import shape_rules
from ...jaxtyping.shapes import Shape, ShapeError, Size, shown_shape
from ...rules.jax_numpy import SCALAR_TYPES
from .literals import NOT_LITERAL, Literal, literal_value
from .values import Arguments, Dimension, Items, Repeated, Value, array_shape

NUMPY = "jax.numpy."
MODULES = (NUMPY, "jax.nn.", "jax.lax.", "jax.random.")
"""The prefixes of the functions' full names. Only functions of `jax.numpy` take axes and shapes as it does."""

ELEMENTWISE = frozenset(
    (
        "abs", "absolute", "negative", "positive", "exp", "exp2", "expm1", "log", "log2", "log10", "log1p",
        "sqrt", "square", "cbrt", "reciprocal", "sign", "sin", "cos", "tan", "arcsin", "arccos", "arctan",
        "sinh", "cosh", "tanh", "arcsinh", "arccosh", "arctanh", "floor", "ceil", "trunc", "rint", "isnan",
        "isinf", "isfinite", "logical_not", "invert", "conj", "conjugate", "real", "imag", "angle", "deg2rad",
        "rad2deg", "zeros_like", "ones_like", "empty_like", "relu", "sigmoid", "softplus", "silu", "gelu",
        "elu", "leaky_relu", "tril", "triu", "log_sigmoid", "stop_gradient", "nan_to_num", "rsqrt", "erf",
    )
)  # fmt: skip
"""Functions of one array whose result has its shape."""
OF_TWO = frozenset(
    (
        "add", "subtract", "multiply", "divide", "true_divide", "floor_divide", "mod", "remainder", "power",
        "maximum", "minimum", "fmax", "fmin", "arctan2", "hypot", "logaddexp", "logaddexp2", "equal",
        "not_equal", "less", "less_equal", "greater", "greater_equal", "logical_and", "logical_or",
        "logical_xor", "bitwise_and", "bitwise_or", "bitwise_xor", "left_shift", "right_shift", "copysign",
        "nextafter", "isclose",
    )
)  # fmt: skip
"""Functions of two arrays whose result has the shape that they broadcast to."""
REDUCTIONS = frozenset(
    (
        "sum", "prod", "mean", "max", "min", "amax", "amin", "all", "any", "std", "var", "nansum", "nanmean",
        "nanmax", "nanmin",
    )
)  # fmt: skip
"""Reductions with the parameters `axis` and `keepdims`."""
ARG_REDUCTIONS = frozenset(["argmax", "argmin"])
SAME_WITH_AXIS = frozenset(("softmax", "log_softmax", "flip", "sort", "argsort"))
"""Functions along an axis whose result has the shape of the array."""
CUMULATIVE = frozenset(("cumsum", "cumprod", "cummax", "cummin"))
"""Functions whose result has the shape of the array if an axis is given."""
RANDOM = {"normal": 1, "uniform": 1, "truncated_normal": 3, "randint": 1, "gumbel": 1, "exponential": 1, "laplace": 1}
"""Functions of `jax.random` whose result has the shape of an argument, and that argument's position."""
CREATION = frozenset(["zeros", "ones", "empty", "full"])
SAME_METHODS = frozenset(
    (
        "astype", "copy", "conj", "conjugate", "clip", "round", "block_until_ready",
    )
)  # fmt: skip
"""Methods whose result has the shape of the array."""
UPDATES = frozenset(("set", "add", "multiply", "divide", "power", "min", "max", "mul", "subtract", "apply"))
"""The methods of ``x.at[index]``, whose result has the shape of ``x``."""
OF_TWO_ARRAYS = {"matmul": shape_rules.matmul, "dot": shape_rules.dot, "outer": shape_rules.outer}
"""Functions of two arrays that are no elementwise functions, and their rules."""


class ArrayFunctions:
    """Finds the values of calls of JAX's functions and of methods of arrays.

    Args:
        value_of: the value of an expression.
        report_contradiction: reports a contradiction.
    """

    def __init__(
        self,
        value_of: Callable[[Expression], Value],
        report_contradiction: Callable[[Context, str], None],
    ) -> None:
        self._value_of, self._report_contradiction = value_of, report_contradiction

    def _shape_of(self, expression: Expression) -> Shape | None:
        return array_shape(self._value_of(expression))

    def attribute(self, name: str, shape: Shape) -> Value:
        """The value of an array's attribute."""
        match name:
            case "T":
                return shape[::-1]
            case "mT" if len(shape) > 1:
                return (*shape[:-2], shape[-1], shape[-2])
            case "real" | "imag":
                return shape
            case "shape":
                return Items(tuple(map(Dimension, shape)))
            case "ndim":
                return Dimension(len(shape))
            case "size":
                return Dimension(shape_rules.product(shape))
        return None

    def indexed(self, shape: Shape, items: Sequence[shape_rules.Item], place: Context) -> Shape | None:
        """The shape of an array's part; see `Indices`."""
        return self._result(place, (shape,), lambda: shape_rules.indexed(shape, items))

    def function(self, fullname: str, call: CallExpr, arguments: Arguments) -> Value:
        """The value of a call of one of JAX's functions; None if it is unknown."""
        module = next((m for m in MODULES if fullname.startswith(m)), "")
        if any(kind not in (ARG_POS, ARG_NAMED) for kind in call.arg_kinds):
            return None
        name, positional = fullname.removeprefix(module), [*map(array_shape, arguments.positional)]
        if module == "jax.random.":
            return self._random(name, call, arguments)
        return self._function(name, call, positional, is_numpy=module == NUMPY)

    def _random(self, name: str, call: CallExpr, arguments: Arguments) -> Value:
        """The value of a call of a function of ``jax.random``."""
        if name == "split":
            number = self._argument(call, 1, "num")
            value = Dimension(2) if number is None else self._value_of(number)
            count = value.size if isinstance(value, Dimension) else None
            return Items((None,) * count) if isinstance(count, int) and 0 <= count <= 100 else None
        if name not in RANDOM:
            return None
        size = self._argument(call, RANDOM[name], "shape")
        if size is None:
            return () if name != "randint" and "key" in {*call.arg_names} | {"key"} and not arguments.named else None
        return self._sizes(size)

    def _function(self, name: str, call: CallExpr, positional: Sequence[Shape | None], *, is_numpy: bool) -> Value:
        """The value of a call of a function of JAX or NumPy on arrays; None if no rule fits."""
        first = positional[0] if positional else None
        value = self._same_shape(name, call, positional)
        if value is not None or not is_numpy:
            return value
        value = self._created(name, call, positional)
        if value is not None or first is None:
            return value
        return self._of_arrays(name, call, first, positional)

    def _same_shape(self, name: str, call: CallExpr, positional: Sequence[Shape | None]) -> Value:
        """The value of a function that `jax.numpy` shares with other modules, most of them elementwise."""
        keywords = _keywords(call)
        first = positional[0] if positional else None
        if first is not None and name in ELEMENTWISE and len(positional) == 1 and keywords <= {"dtype"}:
            return first
        if name in SAME_WITH_AXIS and len(positional) == 1 and keywords <= {"axis"}:
            is_flattened = "axis" in keywords and literal_value(self._argument(call, None, "axis")) is None
            return None if is_flattened else first
        if name in OF_TWO and len(positional) == 2 and not keywords:
            return self._broadcast(call, positional)
        if name == "one_hot" and first is not None and not keywords & {"axis"} and len(call.args) >= 2:
            number = self._argument(call, 1, "num_classes")
            return (*first, self._size(number)) if number is not None else None
        if name == "logsumexp" and first is not None and len(positional) <= 2 and keywords <= {"axis", "keepdims"}:
            return self._of_array("sum", first, call, 1)
        return None

    def _created(self, name: str, call: CallExpr, positional: Sequence[Shape | None]) -> Value:
        """The value of a function of `jax.numpy` that makes an array of sizes, numbers or a list of arrays."""
        keywords = _keywords(call)
        if name in CREATION:
            size = self._argument(call, 0, "shape")
            return None if size is None else self._sizes(size)
        if name in ("stack", "concatenate"):
            return self._joined(name, call)
        if name == "einsum":
            return self._einsum(call, positional)
        if name == "arange" and len(call.args) - ("dtype" in keywords) == 1 and len(positional) >= 1:
            return (self._size(call.args[0]),) if isinstance(self._value_of(call.args[0]), Dimension) else (None,)
        if name in ("eye", "identity") and len(positional) == 1 and keywords <= {"dtype"}:
            return (self._size(call.args[0]),) * 2
        if name in ("array", "asarray") and len(positional) == 1 and keywords <= {"dtype"}:
            return self._nested(self._value_of(call.args[0]))
        return None

    def _of_arrays(self, name: str, call: CallExpr, first: Shape, positional: Sequence[Shape | None]) -> Value:
        """The value of a function of `jax.numpy` on one array or several."""
        keywords = _keywords(call)
        if name in SCALAR_TYPES and len(call.args) == 1:  # jnp.float32(x)
            return first
        if name == "where" and len(positional) == 3 and not keywords:
            return self._broadcast(call, positional)
        if name in OF_TWO_ARRAYS and len(positional) == 2 and not keywords:
            second, made = positional[1], OF_TWO_ARRAYS[name]
            return None if second is None else self._result(call, (first, second), lambda: made(first, second))
        if name == "take_along_axis" and len(positional) >= 2:
            other, axis = positional[1], self._literal(call, 2, "axis", NOT_LITERAL)
            if other is None or not isinstance(axis, int) or keywords - {"axis"}:
                return None
            return self._result(call, (first, other), lambda: shape_rules.taken_along(first, other, axis))
        if name == "split" and len(call.args) >= 2:
            return self._split(first, call)
        if name in CUMULATIVE and keywords <= {"axis", "dtype"}:
            return first if isinstance(self._literal(call, 1, "axis", None), int) else None
        if name == "broadcast_to" and len(call.args) == 2:
            return self._sizes(call.args[1])
        return self._of_array(name, first, call, 1)

    def _split(self, array: Shape, call: CallExpr) -> Value:
        """The value of ``jnp.split(array, count, axis)``."""
        count, axis = literal_value(call.args[1]), self._literal(call, 2, "axis", 0)
        if not isinstance(count, int) or not isinstance(axis, int) or call.arg_kinds[1] != ARG_POS or count > 100:
            return None
        part = self._result(call, (array,), lambda: shape_rules.split(array, count, axis))
        return None if part is None else Items((part,) * count)

    def _nested(self, value: Value) -> Shape | None:
        """The shape of an array that is made of lists, numbers and arrays."""
        if not isinstance(value, Items):
            return array_shape(value)
        inner = [*map(self._nested, value.items)]
        known_shapes = [shape for shape in inner if shape is not None]
        if (
            not known_shapes
            or len(known_shapes) < len(inner)
            or any(len(shape) != len(known_shapes[0]) for shape in known_shapes)
        ):
            return None
        sizes = zip(*known_shapes, strict=True)
        return (len(inner), *(each[0] if len({*each}) == 1 else None for each in sizes))

    def method(self, callee: MemberExpr, array: Shape, call: CallExpr) -> Value:
        """The value of a call of an array's method."""
        if any(kind not in (ARG_POS, ARG_NAMED) for kind in call.arg_kinds):
            return None
        name = callee.name
        if name in SAME_METHODS:
            return array
        if name in ("ravel", "flatten"):
            return self._flat(array)
        if name == "reshape" and call.arg_kinds and {*call.arg_kinds} == {ARG_POS}:
            sizes = self._sizes(call.args[0]) if len(call.args) == 1 else tuple(map(self._size, call.args))
            return None if sizes is None else self._reshaped(array, sizes, call)
        if name == "transpose" and call.arg_kinds and {*call.arg_kinds} == {ARG_POS}:
            axes = literal_value(call.args[0]) if len(call.args) == 1 else tuple(map(literal_value, call.args))
            axes = (axes,) if isinstance(axes, int) else axes
            if not isinstance(axes, tuple) or not all(isinstance(axis, int) for axis in axes):
                return None
            return self._result(call, (array,), lambda: shape_rules.transposed(array, axes))
        if name == "reshape":
            return None
        if name == "dot" and len(call.args) == 1:
            other = self._shape_of(call.args[0])
            return None if other is None else self._result(call, (array, other), lambda: shape_rules.dot(array, other))
        return self._of_array(name, array, call, 0)

    def _of_array(self, name: str, array: Shape, call: CallExpr, offset: int) -> Shape | None:
        """A function of one array and literal arguments, or the method of the same name."""
        names = {*call.arg_names} - {None}
        if name in REDUCTIONS | ARG_REDUCTIONS:
            if not names <= {"axis", "keepdims", "dtype", "ddof", "correction"} or len(call.args) > offset + 2:
                return None
            axis = self._literal(call, offset, "axis", None)
            keepdims = self._literal(call, None, "keepdims", default=False)
            if not isinstance(keepdims, bool) or not _is_axis(axis):
                return None
            return self._result(call, (array,), lambda: shape_rules.reduced(array, axis, keepdims=keepdims))  # type: ignore[arg-type]
        if name == "transpose":
            axes = self._literal(call, offset, "axes", None)
            if axes is not None and not isinstance(axes, tuple):
                return None
            return self._result(call, (array,), lambda: shape_rules.transposed(array, axes))
        if name == "reshape":
            new = self._argument(call, offset, "shape")
            sizes = None if new is None else self._sizes(new)
            return None if sizes is None else self._reshaped(array, sizes, call)
        if name == "swapaxes" and len(call.args) == offset + 2 and not names:
            one, other = literal_value(call.args[offset]), literal_value(call.args[offset + 1])
            if isinstance(one, int) and isinstance(other, int):
                return self._result(call, (array,), lambda: shape_rules.swapped(array, one, other))
        if name == "expand_dims":
            axis = self._literal(call, offset, "axis", NOT_LITERAL)
            if axis is not None and _is_axis(axis):
                return self._result(call, (array,), lambda: shape_rules.expanded(array, axis))  # type: ignore[arg-type]
        if name == "squeeze":
            axis = self._literal(call, offset, "axis", None)
            if _is_axis(axis):
                return self._result(call, (array,), lambda: shape_rules.squeezed(array, axis))  # type: ignore[arg-type]
        if name == "ravel":
            return self._flat(array)
        return None

    def _reshaped(self, array: Shape, sizes: Shape, call: CallExpr) -> Shape | None:
        return self._result(call, (array,), lambda: shape_rules.reshaped(array, sizes))

    def _flat(self, array: Shape) -> Shape:
        return array if len(array) == 1 else (shape_rules.product(array),)

    def _joined(self, name: str, call: CallExpr) -> Shape | None:
        """The shape of ``jnp.stack(arrays)`` or ``jnp.concatenate(arrays)``."""
        arrays = self._value_of(call.args[0]) if call.args and call.arg_kinds[0] == ARG_POS else None
        axis = self._literal(call, 1, "axis", 0)
        if not isinstance(axis, int) or isinstance(axis, bool):
            return None
        if isinstance(arrays, Repeated):
            return self._joined_repeated(name, array_shape(arrays.item), axis)
        if not isinstance(arrays, Items):
            return None
        known_shapes = [shape for item in arrays.items if (shape := array_shape(item)) is not None]
        if not known_shapes or len(known_shapes) < len(arrays.items):
            return None
        made = shape_rules.stacked if name == "stack" else shape_rules.concatenated
        return self._result(call, known_shapes, lambda: made(known_shapes, axis))

    def _joined_repeated(self, name: str, shape: Shape | None, axis: int) -> Shape | None:
        """The shape of any number of joined arrays of the same shape."""
        rank = None if shape is None else len(shape) + (name == "stack")
        if shape is None or rank is None or not -rank <= axis < rank:
            return None
        position = axis % rank
        return (*shape[:position], None, *shape[position + (name != "stack") :])

    def _einsum(self, call: CallExpr, positional: Sequence[Shape | None]) -> Shape | None:
        """The shape of ``jnp.einsum(text, *arrays)``."""
        text = literal_value(call.args[0]) if call.args else None
        operands = [shape for shape in positional[1:] if shape is not None]
        if not isinstance(text, str) or len(operands) < len(positional) - 1:
            return None
        return self._result(call, operands, lambda: shape_rules.einsum(text, operands))

    def _broadcast(self, call: CallExpr, arrays: Sequence[Shape | None]) -> Shape | None:
        """The shape that arrays have after broadcasting; None if one of them is unknown."""
        known_shapes = [shape for shape in arrays if shape is not None]
        return (
            self._result(call, known_shapes, lambda: shape_rules.broadcast(*known_shapes))
            if len(known_shapes) == len(arrays)
            else None
        )

    def _result(self, place: Context, arrays: Sequence[Shape], compute: Callable[[], Shape | None]) -> Shape | None:
        """The shape that a rule computes; a contradiction is reported, and gives None."""
        try:
            return compute()
        except ShapeError as error:
            axes = " and ".join(f'"{shown_shape(shape)}"' for shape in arrays)
            self._report_contradiction(place, f"JAX rejects this for axes {axes}: {error}")
            return None

    # -------------------------------------------------------------------------------------------------- arguments

    def _argument(self, call: CallExpr, position: int | None, name: str) -> Expression | None:
        """The argument at a position or with a name, or None."""
        for n, (argument, kind, argument_name) in enumerate(
            zip(call.args, call.arg_kinds, call.arg_names, strict=True)
        ):
            if argument_name == name or (kind == ARG_POS and n == position):
                return argument
        return None

    def _literal(self, call: CallExpr, position: int | None, name: str, default: Literal) -> Literal:
        argument = self._argument(call, position, name)
        return default if argument is None else literal_value(argument)

    def _sizes(self, expression: Expression) -> Shape | None:
        """The sizes that a shape argument says."""
        value = self._value_of(expression)
        if isinstance(value, Dimension):
            return (value.size,)
        if not isinstance(value, Items):
            return None
        return tuple(item.size if isinstance(item, Dimension) else None for item in value.items)

    def _size(self, expression: Expression) -> Size:
        """A size: a number, or the size of an array's axis, ``x.shape[0]``."""
        value = self._value_of(expression)
        return value.size if isinstance(value, Dimension) else None


def _is_axis(value: Literal) -> bool:
    """Whether a literal is a valid argument for the parameter `axis`."""
    if isinstance(value, tuple):
        return all(isinstance(axis, int) for axis in value)
    return value is None or (isinstance(value, int) and not isinstance(value, bool))


def _keywords(call: CallExpr) -> set[str]:
    """The names of a call's keyword arguments."""
    return {name for name in call.arg_names if name is not None}
