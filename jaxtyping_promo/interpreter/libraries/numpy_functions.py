"""Functions, methods and operators of NumPy, by its own rules; where NumPy meets JAX's arrays, JAX's rules hold."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Final

from ...inference.answer import Refusal, Result
from ...inference.arguments import Items as ArgumentItems
from ...inference.numpy_arguments import dtype_of_list, read_arguments
from ...inference.numpy_functions import infer_numpy
from ...inference.numpy_kinds import ANY_ARRAY, ANY_VALUE, ARRAY, PYTHON, SCALAR, Kinds
from ...inference.numpy_operators import infer_numpy_binary, infer_numpy_unary
from ...inference.numpy_values import NumpyAnswer, NumpyValue
from ...inference.operand import Alternatives, Operand
from ...rules.numpy_tables import NumpyRule, numpy_rule
from ..call import Call
from ..iteration import item_of, known_items, new_sequence
from ..modes import jax_systems
from ..origins import Origins, accident, settled
from ..values import (
    ABSENT,
    BOTTOM,
    NONE,
    Array,
    Items,
    Method,
    Number,
    NumPyArray,
    Object,
    Opaque,
    Shape,
    Tuple,
    Value,
    constant_of,
    joined,
    only,
)
from .dtype_values import requested_dtype
from .function_shapes import result_shape
from .numpy_items import with_item, with_large_number

if TYPE_CHECKING:
    from ..run import Run

COMPUTED: Final = {
    name: getattr(math, name) for name in ("sqrt", "exp", "log", "sin", "cos", "tan", "tanh", "floor", "ceil")
}
"""Functions of a number that Python's `math` computes, too."""
IN_PLACE: Final = frozenset(("fill", "sort", "put", "setflags", "tofile", "partition", "resize", "itemset"))
"""Methods that change an array and return None."""


def call_numpy(run: Run, name: str, call: Call) -> Value:
    """Call a function of NumPy by its full name."""
    if name in ("numpy.random.default_rng", "numpy.random.Generator"):
        return (Opaque("numpy.random.Generator"),)
    if name == "numpy.random.RandomState":
        return (Opaque("numpy.random.RandomState"),)
    from .numpy_methods import call_of_array

    of_array = call_of_array(run, name, call)
    if of_array is not None:
        return of_array
    rule = numpy_rule(name)
    if rule is None:
        from .externals import unknown_call

        return unknown_call(run, name, call)
    return NumpyCall(run, rule, name, call).value()


def call_numpy_method(run: Run, name: str, receiver: NumPyArray, call: Call) -> Value:
    """``array.method(...)``, or an attribute that is no method."""
    if name in IN_PLACE:
        return NONE
    if name in ("astype",) and not call.get(0, "dtype"):
        return (receiver,)
    if name in ("item", "tolist") and receiver.constant is not ABSENT:
        from ..values import of_constant

        return of_constant(receiver.constant)
    if name in ("item", "tolist"):
        from .array_methods import python_value

        return python_value(run, receiver, name)
    rule = numpy_rule(f"numpy.ndarray.{name}")
    if rule is None:
        return run.unknown(f"the method {name} of a NumPy array")
    bound = call.with_arguments([(receiver,), *call.arguments])
    return NumpyCall(run, rule, f"numpy.ndarray.{name}", bound).value()


def call_generator(run: Run, owner: str, name: str, call: Call) -> Value:
    """``rng.normal(...)`` of a NumPy random generator."""
    rule = numpy_rule(f"{owner}.{name}")
    if rule is None:
        return run.unknown(f"the method {name} of a NumPy random generator")
    lost: Value = (Opaque(owner),)
    return NumpyCall(run, rule, f"{owner}.{name}", call.with_arguments([lost, *call.arguments])).value()


def kinds_of_item(item: Any) -> Kinds:
    """The kinds of a NumPy value or number, as far as its shape is known."""
    if isinstance(item, Number):
        return PYTHON
    if isinstance(item, NumPyArray):
        if item.is_scalar:
            return SCALAR
        if item.shape:
            return ARRAY
        if item.is_scalar is False:
            return ANY_ARRAY if item.shape is None else frozenset(("0-d array",))
        return ANY_VALUE
    return (ARRAY if item.shape else ANY_ARRAY) if isinstance(item, Array) else ANY_VALUE


def numpy_operand(run: Run, item: Any) -> Operand | None:
    """An alternative as the rules of NumPy read it; None if its dtype is unknown."""
    if isinstance(item, Number):
        return Operand((item.kind,))
    if isinstance(item, NumPyArray) and item.dtype is not None:
        return Operand((item.dtype,), origin="numpy scalar" if item.is_scalar else "numpy array")
    if isinstance(item, Array) and item.dtype is not None and not item.dtype.startswith("key"):
        stored = {system.stored(item.dtype) for system in jax_systems(run)}
        return Operand((stored.pop(),), origin="numpy array") if len(stored) == 1 else None
    return None


def numpy_alternatives(run: Run, value: Value) -> Alternatives | None:
    """A value as the rules of NumPy read it; None if an alternative is unknown."""
    operands = [numpy_operand(run, item) for item in value]
    return None if None in operands or not operands else tuple(one for one in operands if one is not None)


def of_numpy_value(value: NumpyValue, shape: Shape | None, origins: Origins, constant: Any = ABSENT) -> Value:
    """An abstract value for one value that NumPy returns."""
    if not isinstance(value.answer, Result):
        if isinstance(value.answer, Refusal):
            return BOTTOM
        return (NumPyArray(None, shape, _is_scalar(value.kinds, shape), origins=origins),)
    found: list[Any] = []
    for dtype in value.answer.dtypes:
        if dtype in ("bool", "int", "float", "complex"):
            found.append(Number(dtype, constant))
        else:
            found.append(
                NumPyArray(dtype, _shape(value.kinds, shape), _is_scalar(value.kinds, shape), constant, origins)
            )
    return tuple(found)


def _is_scalar(kinds: Kinds, shape: Shape | None) -> bool | None:
    if kinds == SCALAR:
        return True
    if "numpy scalar" not in kinds or shape:
        return False
    return True if shape == () and "0-d array" not in kinds else None


def _shape(kinds: Kinds, shape: Shape | None) -> Shape | None:
    return () if not kinds & ARRAY else shape


def numpy_binary(run: Run, op: str, left: Any, right: Any, shape: Shape | None, *, in_place: bool = False) -> Value:
    """An operator on NumPy's values and Python numbers."""
    operands = [numpy_operand(run, item) for item in (left, right)]
    alternatives = [None if operand is None else (operand,) for operand in operands]
    kinds = (kinds_of_item(left), kinds_of_item(right))
    answer = infer_numpy_binary(op, alternatives[0], alternatives[1], in_place=in_place, kinds=kinds)
    origins = settled([item.origins for item in (left, right) if isinstance(item, NumPyArray)])
    origins = origins or accident(run.place, "a NumPy value")
    result = joined(of_numpy_value(value, shape, origins) for value in answer.values)
    return with_large_number(op, left, right, result)


def numpy_unary(run: Run, op: str, item: NumPyArray) -> Value:
    """A unary operator on a NumPy value."""
    operand = numpy_operand(run, item)
    answer = infer_numpy_unary(op, None if operand is None else (operand,), kinds=kinds_of_item(item))
    constant = -item.constant if op == "neg" and isinstance(item.constant, float) else ABSENT
    return joined(of_numpy_value(value, item.shape, item.origins, constant) for value in answer.values)


MOST_AXES = 64
"""The largest number of axes of NumPy's arrays: a list that holds itself has more."""
MOST_ITEMS = 100_000
"""The largest number of items of nested lists that are read."""


class NumpyCall:
    """One call of a function of NumPy that has a rule; reads its arguments for the rule (`NumpyReader`)."""

    def __init__(self, run: Run, rule: NumpyRule, name: str, call: Call) -> None:
        self.run, self.rule, self.name, self.call = run, rule, name, call
        self.origins: list[Origins] = []

    def value(self) -> Value:
        """The value that the function returns."""
        call, rule = self.call, self.rule
        if not call.is_exact:
            return self.run.unknown(f"the arguments of {self.name} are not known")
        bound = rule.signature.bind(call.arguments, call.keywords)
        if bound is None:
            return BOTTOM
        arguments, kinds = read_arguments(rule, bound, self)
        answer = infer_numpy(rule, arguments, kinds)
        shape = result_shape(self.run, self.name, self._for_shapes(bound.arguments, bound.variadic))
        origins = settled(self.origins) if self.name.startswith("numpy.ndarray") else frozenset()
        origins = origins or accident(self.run.place, "np." + self.name.removeprefix("numpy."))
        return self._of_answer(answer, shape, origins)

    def _of_answer(self, answer: NumpyAnswer, shape: Shape | None, origins: Origins) -> Value:
        values = [of_numpy_value(value, shape, origins, self._constant()) for value in answer.values]
        match answer.form:
            case "value":
                return with_item(self.run, self.name, self.call, values[0])
            case "tuple":
                return (Tuple(tuple(values)),)
            case "list":
                return new_sequence(self.run, None, values[0])
            case "none":
                return self.run.unknown(f"the result of {self.name} is no array")
        return self.run.unknown(f"{self.name} returns different kinds of values")

    def _constant(self) -> Any:
        """The number that a function returns for one number."""
        short = self.name.rpartition(".")[2]
        if short not in COMPUTED or len(self.call.arguments) != 1 or self.call.keywords:
            return ABSENT
        number = constant_of(self.call.arguments[0])
        if not isinstance(number, (int, float)) or isinstance(number, bool):
            return ABSENT
        try:
            return float(COMPUTED[short](number))
        except (ValueError, OverflowError):
            return ABSENT

    def _for_shapes(self, bound: dict[str, Value], variadic: tuple[Value, ...]) -> dict[str, Any]:
        named: dict[str, Any] = dict(bound)
        if variadic and self.rule.signature.variadic:
            named[self.rule.signature.variadic] = list(variadic)
        return {
            name: value for name, value in named.items() if name not in ("out", "where") or self.name == "numpy.where"
        }

    def is_none(self, value: Value) -> bool:
        """Whether an argument is None."""
        return value == NONE

    def is_number(self, value: Value) -> bool:
        """Whether an argument is a Python number."""
        return all(isinstance(item, Number) for item in value)

    def is_list(self, value: Value) -> bool:
        """Whether an argument is a list or tuple."""
        return bool(only(value, (Tuple, Object, Items, Method)))

    def literal(self, value: Value) -> str | None:
        """The text of a constant."""
        constant = constant_of(value)
        return None if constant is ABSENT else str(constant)

    def dtype(self, value: Value) -> str | None:
        """The dtype that an argument names."""
        return requested_dtype(value)

    def kinds(self, value: Value) -> Kinds:
        """The kinds that an argument may have."""
        return frozenset(kind for item in value for kind in kinds_of_item(item))

    def alternatives(self, value: Value) -> Alternatives | None:
        """An array or a number as the rules read it; its origins are those of the result."""
        self.origins += [item.origins for item in value if isinstance(item, (NumPyArray, Array)) and item.origins]
        return numpy_alternatives(self.run, value)

    def array_of_list(self, value: Value) -> Alternatives | None:
        """The array that NumPy makes of a nested list of numbers and arrays."""
        known = self._of_list(value)
        return None if known is None else (known,)

    def items(self, value: Value) -> ArgumentItems | None:
        """The operands of a parameter that takes a sequence of arrays."""
        if any(isinstance(item, (NumPyArray, Array)) for item in value):
            alternatives = numpy_alternatives(self.run, value)
            return None if alternatives is None else (alternatives,)
        items = known_items(self.run, value)
        found: list[Any] = []
        for item in items if items is not None else [item_of(self.run, value)]:
            if only(item, (Tuple, Object, Items)):
                known = self._of_list(item)
                found.append(None if known is None else (known,))
            else:
                found.append(numpy_alternatives(self.run, item))
        return None if None in found else tuple(found)

    def _of_list(self, value: Value) -> Operand | None:
        """The array that NumPy makes of a nested list of numbers and arrays."""
        leaves: list[Value] = []
        pending = [(value, 0)]
        while pending:
            one, depth = pending.pop()
            if depth > MOST_AXES or len(pending) > MOST_ITEMS:
                return None
            if only(one, (Tuple, Object, Items, Method)):
                items = known_items(self.run, one)
                pending += [(item, depth + 1) for item in (items if items is not None else [item_of(self.run, one)])]
            else:
                leaves.append(one)
        operands = [numpy_operand(self.run, item) for leaf in reversed(leaves) for item in leaf]
        known = [operand.dtypes[0] for operand in operands if operand is not None]
        dtype = dtype_of_list(known) if len(known) == len(operands) else None
        return None if dtype is None else Operand((dtype,), origin="numpy array")
