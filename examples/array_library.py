"""A small array library without JAX: arrays backed by NumPy, and tracers, which promote as JAX arrays do.

Both classes are registered with `jaxtyping_promo.Array`. So functions that ask ``isinstance(x, Array)`` or
``is_array(x, float32)`` accept both. Run this file to see it.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from dataclasses import dataclass, field
from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np

from jaxtyping_promo import (
    Array,
    ArrayLike,
    PromotionError,
    float32,
    generic,
    get_system,
    int8,
    is_array,
    result_type,
    weak_complex,
    weak_float,
    weak_int,
)
from jaxtyping_promo.joining import join, why_not

RULES = get_system("jax")
ARITHMETIC = ("add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "lshift", "rshift", "and", "xor", "or")
COMPARISONS = ("lt", "le", "eq", "ne", "gt", "ge")
BINARY = (*ARITHMETIC, *COMPARISONS)
UNARY = ("neg", "pos", "abs", "invert")
FUNCTIONS = {op: getattr(operator, op, None) or getattr(operator, f"{op}_") for op in (*BINARY, *UNARY)}

if TYPE_CHECKING:
    Base = Array[Any]  # tells type checkers the same as Array.register tells isinstance
else:
    Base = object


class Operators(Base):
    """The attributes and operators that device arrays and tracers share."""

    def __init__(self, dtype: type[generic], shape: tuple[int, ...]) -> None:
        self._dtype = dtype
        self._shape = shape

    @property
    def dtype(self) -> Any:
        return self._dtype

    @property
    def shape(self) -> tuple[int, ...]:
        return self._shape

    @property
    def ndim(self) -> int:
        return len(self.shape)

    @property
    def size(self) -> int:
        return prod(self.shape)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.dtype}{list(self.shape)})"

    __hash__ = None
    __array_ufunc__ = None  # NumPy leaves `numpy_array + array` to this class


def operator_method(op: str, *, reflected: bool = False) -> Callable[..., Any]:
    def method(self: Operators, *others: Any) -> Any:
        if not all(isinstance(other, ArrayLike) for other in others):
            return NotImplemented
        return apply(op, *others, self) if reflected else apply(op, self, *others)

    return method


for _op in FUNCTIONS:
    setattr(Operators, f"__{_op}__", operator_method(_op))
    if _op in ARITHMETIC:
        setattr(Operators, f"__r{_op}__", operator_method(_op, reflected=True))


@Array.register
class DeviceArray(Operators):
    """An array with values."""

    def __init__(self, value: np.ndarray[Any, Any], dtype: type[generic]) -> None:
        super().__init__(dtype, value.shape)
        self.value = value.astype(held(dtype))


@Array.register
class Tracer(Operators):
    """An array without values, which records the operators that are applied to it."""

    def __init__(self, program: Program, dtype: type[generic], shape: tuple[int, ...]) -> None:
        super().__init__(dtype, shape)
        self.program = program


@dataclass
class Program:
    """The recorded steps of a traced function."""

    inputs: list[Tracer] = field(default_factory=list)
    steps: list[tuple[Tracer, str, tuple[Any, ...]]] = field(default_factory=list)
    output: Any = None

    def __call__(self, *arrays: ArrayLike) -> Any:
        """Run the program on arrays."""
        known: dict[int, Any] = {id(tracer): array for tracer, array in zip(self.inputs, arrays, strict=True)}
        for result, op, operands in self.steps:
            known[id(result)] = apply(op, *(known.get(id(operand), operand) for operand in operands))
        return known.get(id(self.output), self.output)

    def __str__(self) -> str:
        names = {id(tracer): f"x{i}" for i, tracer in enumerate([*self.inputs, *(step[0] for step in self.steps)])}
        lines = ["program of " + ", ".join(f"{names[id(tracer)]}: {tracer!r}" for tracer in self.inputs)]
        for result, op, operands in self.steps:
            arguments = " ".join(names.get(id(operand), repr(operand)) for operand in operands)
            lines.append(f"  {names[id(result)]}: {result!r} = {op} {arguments}")
        return "\n".join(lines)


def held(dtype: type[generic]) -> np.dtype[Any]:
    """The NumPy dtype of an array's values. A weak type is a subclass of its default dtype."""
    weak = issubclass(dtype, (weak_int, weak_float, weak_complex))
    return np.dtype(dtype.__base__ if weak else dtype)


def asarray(value: Any, dtype: type[generic] | None = None) -> DeviceArray:
    """An array of a dtype, by default that of the value."""
    if isinstance(value, DeviceArray) and dtype in (None, value.dtype):
        return value
    values = value.value if isinstance(value, DeviceArray) else np.asarray(value)
    return DeviceArray(values, dtype or result_type(value if isinstance(value, ArrayLike) else values))


def apply(op: str, *operands: ArrayLike) -> DeviceArray | Tracer:
    """Apply an operator to arrays and scalars, or record it if an operand is a tracer.

    Raises:
        PromotionError: the rules reject the dtypes of the operands.
    """
    nodes = [node(operand) for operand in operands]
    result = RULES.binary(op, *nodes) if op in BINARY else RULES.unary(op, *nodes)
    if result is None:
        raise PromotionError(why_not(RULES, op, *nodes))
    for operand in operands:
        if isinstance(operand, Tracer):
            shape = np.broadcast_shapes(*(o.shape if isinstance(o, Array) else np.shape(o) for o in operands))
            traced = Tracer(operand.program, result_type(result), shape)
            operand.program.steps.append((traced, op, operands))
            return traced
    joined = result_type(join(RULES, *nodes))
    return DeviceArray(np.asarray(FUNCTIONS[op](*(asarray(o, joined).value for o in operands))), result_type(result))


def node(operand: ArrayLike) -> str:
    """The node of an operand in promotion. A few operators distinguish Python scalars from weak arrays."""
    return type(operand).__name__ if type(operand) in (bool, int, float, complex) else result_type(operand).name


def trace(function: Callable[..., Any], *examples: ArrayLike) -> Program:
    """The program of a function, for arguments of the shapes and dtypes of the examples."""
    program = Program()
    arrays = [asarray(example) for example in examples]
    program.inputs = [Tracer(program, array.dtype, array.shape) for array in arrays]
    program.output = function(*program.inputs)
    return program


def half_of_square(x: Array[Any]) -> Any:
    """Half of the square of an array of any library."""
    assert isinstance(x, Array), f"{type(x).__name__} is not an array"
    return x * x / 2


def main() -> None:
    x = asarray([1, 2, 3], int8)
    print(f"{x} * 0.5 is {x * 0.5}; it is an Array: {isinstance(x, Array)}, of int8: {is_array(x, int8)}")
    program = trace(half_of_square, x)
    print(program)
    print(f"which gives {program(x).value}, of float32: {is_array(program(x), float32)}")
    try:
        asarray(True) - asarray(False)
    except PromotionError as error:
        print(f"refused: {error}")


if __name__ == "__main__":
    main()
