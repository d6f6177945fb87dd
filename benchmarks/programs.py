"""Generated programs with the same operators on plain `jax.Array`, on arrays of declared dtypes, and on NumPy arrays.

They resemble real code: modules of functions with twenty operators on parameters and earlier results. A line has one or
two operators, some with a Python scalar. Only the signatures are declared. The result of a function is declared
with the dtype that the core computes, so that a checker that misses a step reports an error.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from jaxtyping_promo import get_system
from jaxtyping_promo.operators import REFLECTABLE, SYMBOLS
from jaxtyping_promo.system import System

FUNCTION, MODULE = 20, 1_000
"""The number of operators in a function, and in a module."""

LITERALS = {"bool": "True", "int": "2", "float": "0.5", "complex": "1j"}
OFTEN = ("add", "sub", "mul", "mul", "truediv")
SELDOM = ("pow", "floordiv", "mod", "matmul", "and", "or", "xor", "lshift", "lt", "ge", "eq", "ne")


class Arrays(NamedTuple):
    """The kind of arrays of a program."""

    dtypes: tuple[str, ...]
    """The dtypes of operands and results."""
    imports: str
    parameter: str
    """The annotation of an array, with its dtype in braces."""
    returned: str
    """The annotation of a function's result."""
    system: System = get_system("jax")


_JAX = ("bool_", "uint8", "int8", "uint32", "int32", "bfloat16", "float16", "float32", "complex64")
OURS = Arrays(_JAX, f"import jax\nfrom jaxtyping_promo import Array, {', '.join(_JAX)}\n", "Array[{}]", "Array[{}]")
PLAIN = Arrays(_JAX, "import jax\nfrom jax import Array\n", "Array", "Array")
NUMPY = Arrays(
    ("bool_", "uint8", "int8", "uint32", "int32", "int64", "float16", "float32", "float64", "complex64", "complex128"),
    "from typing import Any\n\nimport numpy as np\nimport numpy.typing as npt\n",
    "npt.NDArray[np.{}]",
    "npt.NDArray[Any]",  # NumPy's stubs lack some of these dtypes
    get_system("numpy"),
)

Values = dict[str, str]
"""The dtypes of the values in a function, by name."""
Statements = Callable[[Values, Arrays, random.Random], Iterator[str]]
"""Makes the statements of a function, and adds their results to the values."""


def write_program(folder: Path, operators: int, arrays: Arrays) -> Path:
    """Write modules with a number of operators in all.

    Args:
        folder: the folder, which is made.
        operators: a multiple of `FUNCTION`. With 0, there is one module with the imports of all others.
        arrays: the kind of arrays.
    """
    return write_modules(folder, operators, arrays, operations)


def write_modules(folder: Path, count: int, arrays: Arrays, statements: Statements, imports: str = "") -> Path:
    """Write modules of functions with `count` operators or calls in all, `FUNCTION` in each function."""
    folder.mkdir(parents=True)
    chooser = random.Random(20)  # the programs to compare must be the same
    header = f"from __future__ import annotations\n\n{imports}{arrays.imports}"
    for number, first in enumerate(range(0, max(count, 1), MODULE)):
        size = min(MODULE, count - first) // FUNCTION
        functions = "".join(f"\n\n{_function(index, arrays, statements, chooser)}" for index in range(size))
        (folder / f"module_{count}_{number}.py").write_text(header + functions)
    return folder


def _function(index: int, arrays: Arrays, statements: Statements, chooser: random.Random) -> str:
    values = {f"x{i}": chooser.choice(arrays.dtypes) for i in range(4)}
    parameters = ", ".join(f"{name}: {arrays.parameter.format(dtype)}" for name, dtype in values.items())
    lines = list(statements(values, arrays, chooser))
    last, dtype = list(values.items())[-1]
    body = "\n".join(f"    {line}" for line in (*lines, f"return {last}"))
    return f"def function_{index}({parameters}) -> {arrays.returned.format(dtype)}:\n{body}\n"


def operations(values: Values, arrays: Arrays, chooser: random.Random) -> Iterator[str]:
    """Assignments with `FUNCTION` operators in all. They add their results to `values`."""
    left = FUNCTION
    while left:
        expression, dtype = _operation(chooser.choice(list(values)), values, arrays, chooser)
        left -= 1
        if left and chooser.random() < 0.4:
            nested = {**values, f"({expression})": dtype}
            expression, dtype = _operation(f"({expression})", nested, arrays, chooser)
            left -= 1
        name = f"y{len(values)}"
        values[name] = dtype
        yield f"{name} = {expression}"


def _operation(first: str, values: Values, arrays: Arrays, chooser: random.Random) -> tuple[str, str]:
    """An operator on the first operand and another accepted operand, and the dtype of the result."""
    while True:
        op = chooser.choice(OFTEN if chooser.random() < 0.75 else SELDOM)
        if chooser.random() < 0.3 and op != "matmul":
            scalar = chooser.choice(list(LITERALS))
            second, kind = LITERALS[scalar], scalar
        else:
            second = chooser.choice(list(values))
            kind = values[second]
        operands, dtypes = (first, second), (values[first], kind)
        # 2 == x is left out: checkers with plain JAX infer a bool.
        if kind in LITERALS and op in REFLECTABLE and chooser.random() < 0.3:
            operands, dtypes = operands[::-1], dtypes[::-1]
        result = arrays.system.binary(op, *dtypes)
        if result in arrays.dtypes:
            return f" {SYMBOLS[op]} ".join(operands), result
