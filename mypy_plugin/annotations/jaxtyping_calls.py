"""Computes the shapes that functions and methods of arrays return, from arrays and literal arguments.

`jaxtyping_shapes` creates a `CallShapes` for each function that it follows.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from mypy.nodes import (
    ARG_NAMED,
    ARG_POS,
    CallExpr,
    ComplexExpr,
    Context,
    EllipsisExpr,
    Expression,
    FloatExpr,
    IndexExpr,
    IntExpr,
    ListExpr,
    MemberExpr,
    NameExpr,
    RefExpr,
    SliceExpr,
    StrExpr,
    TupleExpr,
    UnaryExpr,
)

from ...jaxtyping import shapes
from ...jaxtyping.shapes import Shape, ShapeError, Size, shown_shape

NUMPY = "jax.numpy."
MODULES = (NUMPY, "jax.nn.", "jax.lax.")
"""The prefixes of the functions' full names. Only functions of `jax.numpy` take axes and shapes as it does."""

ELEMENTWISE = frozenset(
    (
        "abs", "absolute", "negative", "positive", "exp", "exp2", "expm1", "log", "log2", "log10", "log1p",
        "sqrt", "square", "cbrt", "reciprocal", "sign", "sin", "cos", "tan", "arcsin", "arccos", "arctan",
        "sinh", "cosh", "tanh", "arcsinh", "arccosh", "arctanh", "floor", "ceil", "trunc", "rint", "isnan",
        "isinf", "isfinite", "logical_not", "invert", "conj", "conjugate", "real", "imag", "angle", "deg2rad",
        "rad2deg", "zeros_like", "ones_like", "empty_like", "relu", "sigmoid", "softplus", "silu", "gelu",
        "elu", "leaky_relu", "log_sigmoid", "stop_gradient", "nan_to_num", "rsqrt", "erf",
    )
)  # fmt: skip
"""Functions of one array whose result has its shape."""
OF_TWO = frozenset(
    (
        "add", "subtract", "multiply", "divide", "true_divide", "floor_divide", "mod", "remainder", "power",
        "maximum", "minimum", "fmax", "fmin", "arctan2", "hypot", "logaddexp", "logaddexp2", "equal",
        "not_equal", "less", "less_equal", "greater", "greater_equal", "logical_and", "logical_or",
        "logical_xor", "bitwise_and", "bitwise_or", "bitwise_xor", "left_shift", "right_shift", "copysign",
        "nextafter",
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
SAME_WITH_AXIS = frozenset(("softmax", "log_softmax"))
"""Functions along an axis whose result has the shape of the array."""
CREATION = frozenset(["zeros", "ones", "empty", "full"])
SAME_METHODS = frozenset(
    (
        "astype", "copy", "conj", "conjugate", "clip", "round", "block_until_ready",
    )
)  # fmt: skip
"""Methods whose result has the shape of the array."""
NOT_LITERAL = object()
"""The placeholder of an expression that is not a literal."""

Literal: TypeAlias = object


def literal_value(expression: Expression | None) -> Literal:
    """The value of a literal, `NOT_LITERAL` for any other expression."""
    match expression:
        case IntExpr(value=value) | FloatExpr(value=value) | ComplexExpr(value=value) | StrExpr(value=value):
            return value
        case NameExpr(name="True" | "False" | "None" as name):
            return {"True": True, "False": False, "None": None}[name]
        case UnaryExpr(op="-", expr=inner):
            number = literal_value(inner)
            return -number if isinstance(number, int | float) else NOT_LITERAL
        case TupleExpr(items=items) | ListExpr(items=items):
            values = [*map(literal_value, items)]
            return NOT_LITERAL if NOT_LITERAL in values else tuple(values)
    return NOT_LITERAL


class CallShapes:
    """Finds the shapes of results.

    Args:
        shape_of: the shape of an expression's value, None if it is unknown.
        refuse: reports a contradiction.
    """

    def __init__(self, shape_of: Callable[[Expression], Shape | None], refuse: Callable[[Context, str], None]) -> None:
        self._shape_of, self._refuse = shape_of, refuse

    def attribute(self, name: str, shape: Shape | None) -> Shape | None:
        """The shape of an array's attribute."""
        if shape is None:
            return None
        return shape[::-1] if name in ("T",) else shape if name in ("real", "imag") else None

    def indexed(self, shape: Shape, index: Expression, place: Context) -> Shape | None:
        """The shape of an array's part."""
        items: list[shapes.Item] = []
        for each in index.items if isinstance(index, TupleExpr) else [index]:
            item = self._item(each)
            if item is NOT_LITERAL:
                return None
            items.append(item)
        return self._result(place, (shape,), lambda: shapes.indexed(shape, items))

    def _item(self, expression: Expression) -> object:
        match expression:
            case EllipsisExpr():
                return ...
            case SliceExpr(begin_index=begin, end_index=end, stride=stride):
                bounds = [None if each is None else literal_value(each) for each in (begin, end, stride)]
                return slice(*(each if each is None or isinstance(each, int) else "?" for each in bounds))
        value = literal_value(expression)
        if value is None or (isinstance(value, int) and not isinstance(value, bool)):
            return value
        return NOT_LITERAL

    def result(self, call: CallExpr) -> Shape | None:
        """The shape of a call's result. Its arguments are checked once."""
        arguments = [self._shape_of(argument) for argument in call.args]
        callee = call.callee
        fullname = callee.fullname if isinstance(callee, RefExpr) else ""
        module = next((m for m in MODULES if fullname.startswith(m)), None)
        if any(kind not in (ARG_POS, ARG_NAMED) for kind in call.arg_kinds):
            if isinstance(callee, MemberExpr) and module is None:
                self._shape_of(callee.expr)
            return None
        if module is not None:
            return self._function(fullname.removeprefix(module), call, arguments, is_numpy=module == NUMPY)
        if isinstance(callee, MemberExpr):
            array = self._shape_of(callee.expr)
            return None if array is None else self._method(callee.name, array, call)
        return None

    def _function(
        self, name: str, call: CallExpr, arguments: Sequence[Shape | None], *, is_numpy: bool
    ) -> Shape | None:
        positional = [s for s, kind in zip(arguments, call.arg_kinds, strict=True) if kind == ARG_POS]
        keywords = {*call.arg_names} - {None}
        first = positional[0] if positional else None
        if first is not None and name in ELEMENTWISE and len(positional) == 1 and keywords <= {"dtype"}:
            return first
        if name in SAME_WITH_AXIS and len(positional) == 1 and keywords <= {"axis"}:
            return first
        if name in OF_TWO and len(positional) == 2 and not keywords:
            return self._broadcast(call, positional)
        if not is_numpy:
            return None
        if name in CREATION:
            size = self._argument(call, 0, "shape")
            return None if size is None else self._sizes(size)
        if name in ("stack", "concatenate"):
            return self._joined(name, call)
        if name == "einsum":
            return self._einsum(call, positional)
        if first is None:
            return None
        if name == "where" and len(positional) == 3 and not keywords:
            return self._broadcast(call, positional)
        if name in ("matmul",) and len(positional) == 2:
            other = positional[1]
            return None if other is None else self._result(call, (first, other), lambda: shapes.matmul(first, other))
        return self._of_array(name, first, call, 1)

    def _method(self, name: str, array: Shape, call: CallExpr) -> Shape | None:
        if name in SAME_METHODS:
            return array
        if name in ("ravel", "flatten"):
            return self._flat(array)
        if name in ("reshape", "transpose") and call.arg_kinds and {*call.arg_kinds} == {ARG_POS}:
            first = call.args[0]
            items = call.args if len(call.args) > 1 or not isinstance(first, TupleExpr | ListExpr) else first.items
            if len(call.args) == 1 and items is call.args and not isinstance(literal_value(first), int):
                return None
            return self._rearranged(name, array, items, call)
        if name == "reshape":
            return None
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
            return self._result(call, (array,), lambda: shapes.reduced(array, axis, keepdims=keepdims))  # type: ignore[arg-type]
        if name == "transpose":
            axes = self._literal(call, offset, "axes", None)
            if axes is not None and not isinstance(axes, tuple):
                return None
            return self._result(call, (array,), lambda: shapes.transposed(array, axes))
        if name == "reshape":
            new = self._argument(call, offset, "shape")
            if not isinstance(new, TupleExpr | ListExpr | IntExpr | UnaryExpr):
                return None
            items = new.items if isinstance(new, TupleExpr | ListExpr) else [new]
            return self._rearranged(name, array, items, call)
        if name == "swapaxes" and len(call.args) == offset + 2 and not names:
            one, other = literal_value(call.args[offset]), literal_value(call.args[offset + 1])
            if isinstance(one, int) and isinstance(other, int):
                return self._result(call, (array,), lambda: shapes.swapped(array, one, other))
        if name == "expand_dims":
            axis = self._literal(call, offset, "axis", NOT_LITERAL)
            if axis is not None and _is_axis(axis):
                return self._result(call, (array,), lambda: shapes.expanded(array, axis))  # type: ignore[arg-type]
        if name == "squeeze":
            axis = self._literal(call, offset, "axis", None)
            if _is_axis(axis):
                return self._result(call, (array,), lambda: shapes.squeezed(array, axis))  # type: ignore[arg-type]
        if name == "ravel":
            return self._flat(array)
        return None

    def _rearranged(self, name: str, array: Shape, items: Sequence[Expression], call: CallExpr) -> Shape | None:
        if name == "transpose":
            axes = [*map(literal_value, items)]
            if not all(isinstance(axis, int) for axis in axes):
                return None
            return self._result(call, (array,), lambda: shapes.transposed(array, tuple(axes)))  # type: ignore[arg-type]
        sizes = tuple(map(self._size, items))
        is_plain = all(isinstance(size, int) for size in sizes)
        if not is_plain and -1 in sizes:
            return (None,) * len(sizes)
        return self._result(call, (array,), lambda: shapes.reshaped(array, sizes))

    def _flat(self, array: Shape) -> Shape:
        return array if len(array) == 1 else (shapes.product(array),)

    def _joined(self, name: str, call: CallExpr) -> Shape | None:
        arrays = call.args[0] if call.args and call.arg_kinds[0] == ARG_POS else None
        axis = self._literal(call, 1, "axis", 0)
        if not isinstance(arrays, ListExpr | TupleExpr) or not isinstance(axis, int) or isinstance(axis, bool):
            return None
        known = [shape for item in arrays.items if (shape := self._shape_of(item)) is not None]
        if not known or len(known) < len(arrays.items):
            return None
        made = shapes.stacked if name == "stack" else shapes.concatenated
        return self._result(call, known, lambda: made(known, axis))

    def _einsum(self, call: CallExpr, positional: Sequence[Shape | None]) -> Shape | None:
        text = literal_value(call.args[0]) if call.args else None
        operands = [shape for shape in positional[1:] if shape is not None]
        if not isinstance(text, str) or len(operands) < len(positional) - 1:
            return None
        return self._result(call, operands, lambda: shapes.einsum(text, operands))

    def _broadcast(self, call: CallExpr, arrays: Sequence[Shape | None]) -> Shape | None:
        known = [shape for shape in arrays if shape is not None]
        return self._result(call, known, lambda: shapes.broadcast(*known)) if len(known) == len(arrays) else None

    def _result(self, place: Context, arrays: Sequence[Shape], compute: Callable[[], Shape | None]) -> Shape | None:
        try:
            return compute()
        except ShapeError as error:
            axes = " and ".join(f'"{shown_shape(shape)}"' for shape in arrays)
            self._refuse(place, f"JAX rejects this for axes {axes}: {error}")
            return None

    # -------------------------------------------------------------------------------------------------- arguments

    def _argument(self, call: CallExpr, position: int | None, name: str) -> Expression | None:
        for n, (argument, kind, given) in enumerate(zip(call.args, call.arg_kinds, call.arg_names, strict=True)):
            if given == name or (kind == ARG_POS and n == position):
                return argument
        return None

    def _literal(self, call: CallExpr, position: int | None, name: str, default: Literal) -> Literal:
        argument = self._argument(call, position, name)
        return default if argument is None else literal_value(argument)

    def _sizes(self, expression: Expression) -> Shape | None:
        """The sizes that a shape argument says."""
        match expression:
            case TupleExpr(items=items) | ListExpr(items=items):
                return (
                    None if any(type(item).__name__ == "StarExpr" for item in items) else tuple(map(self._size, items))
                )
            case IntExpr(value=value):
                return (value,)
            case MemberExpr(expr=inner, name="shape"):
                return self._shape_of(inner)
            case IndexExpr(base=MemberExpr(expr=inner, name="shape"), index=IntExpr() | UnaryExpr()):
                return None if self._shape_of(inner) is None else (self._size(expression),)
        return None

    def _size(self, expression: Expression) -> Size:
        """A size: a number, or the size of an array's axis, ``x.shape[0]``."""
        value = literal_value(expression)
        if isinstance(value, int) and not isinstance(value, bool):
            return value
        match expression:
            case IndexExpr(base=MemberExpr(expr=inner, name="shape"), index=index):
                shape, axis = self._shape_of(inner), literal_value(index)
                if shape is not None and isinstance(axis, int) and -len(shape) <= axis < len(shape):
                    return shape[axis]
        return None


def _is_axis(value: Literal) -> bool:
    """Whether a literal is a valid argument for the parameter `axis`."""
    if isinstance(value, tuple):
        return all(isinstance(axis, int) for axis in value)
    return value is None or (isinstance(value, int) and not isinstance(value, bool))
