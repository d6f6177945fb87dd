"""Programs to check: the same operators, once on `jax.Array`, once on arrays of declared dtypes.

They are shaped as people write them: modules of functions of twenty operators, one or two to a line, on parameters and
earlier results, some with a Python scalar, and only the signature declared. What a function returns is declared with
the dtype that the core computes, so a checker that has not followed every step reports an error.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path

from jaxtyping_promo import get_system
from jaxtyping_promo.rules.operators import REFLECTABLE, SYMBOLS

FUNCTION, MODULE = 20, 1_000
"""Operators in a function, and in a module."""

DTYPES = ("bool_", "uint8", "int8", "uint32", "int32", "bfloat16", "float16", "float32", "complex64")
LITERALS = {"bool": "True", "int": "2", "float": "0.5", "complex": "1j"}
OFTEN = ("add", "sub", "mul", "mul", "truediv")
SELDOM = ("pow", "floordiv", "mod", "matmul", "and", "or", "xor", "lshift", "lt", "ge", "eq", "ne")
SYSTEM = get_system("jax")

IMPORTS = "from __future__ import annotations\n\nimport jax\n"
OURS = f"from jaxtyping_promo import Array, {', '.join(DTYPES)}\n"
PLAIN = "from jax import Array\n"

Statements = Callable[[dict[str, str], random.Random], Iterator[str]]
"""The statements of a function on values of known dtypes, to which they add theirs."""


def write_program(folder: Path, operators: int, *, dtypes: bool) -> Path:
    """Write modules with that many operators in all.

    Args:
        folder: where to; it is made.
        operators: a multiple of `FUNCTION`. With none, there is one module that imports what all others import.
        dtypes: whether arrays are declared with their dtypes, or as plain `jax.Array`.
    """
    return write_modules(folder, operators, _statements, IMPORTS, dtypes=dtypes)


def write_modules(folder: Path, count: int, statements: Statements, imports: str, *, dtypes: bool) -> Path:
    """Write modules of functions, each of as many statements as have `FUNCTION` things of which `count` are wanted."""
    folder.mkdir(parents=True)
    chooser = random.Random(20)  # both programs must be the same
    header = imports + (OURS if dtypes else PLAIN)
    for number, first in enumerate(range(0, max(count, 1), MODULE)):
        size = min(MODULE, count - first) // FUNCTION
        functions = "".join(f"\n\n{_function(index, statements, chooser, dtypes)}" for index in range(size))
        (folder / f"module_{count}_{number}.py").write_text(header + functions)
    return folder


def _function(index: int, statements: Statements, chooser: random.Random, dtypes: bool) -> str:
    values = {f"x{i}": chooser.choice(DTYPES) for i in range(4)}
    parameters = ", ".join(f"{name}: {_annotation(dtype, dtypes)}" for name, dtype in values.items())
    lines = list(statements(values, chooser))
    last, dtype = list(values.items())[-1]
    body = "\n".join(f"    {line}" for line in (*lines, f"return {last}"))
    return f"def function_{index}({parameters}) -> {_annotation(dtype, dtypes)}:\n{body}\n"


def _annotation(dtype: str, dtypes: bool) -> str:
    return f"Array[{dtype}]" if dtypes else "Array"


def _statements(values: dict[str, str], chooser: random.Random) -> Iterator[str]:
    """Assignments with `FUNCTION` operators in all; the values that they add go into `values`."""
    left = FUNCTION
    while left:
        expression, dtype = _operation(chooser.choice(list(values)), values, chooser)
        left -= 1
        if left and chooser.random() < 0.4:
            nested = {**values, f"({expression})": dtype}
            expression, dtype = _operation(f"({expression})", nested, chooser)
            left -= 1
        name = f"y{len(values)}"
        values[name] = dtype
        yield f"{name} = {expression}"


def _operation(first: str, values: dict[str, str], chooser: random.Random) -> tuple[str, str]:
    """An operator that takes the first operand, with another one that goes with it, and the dtype of the result."""
    while True:
        op = chooser.choice(OFTEN if chooser.random() < 0.75 else SELDOM)
        if chooser.random() < 0.3 and op != "matmul":
            scalar = chooser.choice(list(LITERALS))
            second, kind = LITERALS[scalar], scalar
        else:
            second = chooser.choice(list(values))
            kind = values[second]
        operands, dtypes = (first, second), (values[first], kind)
        # Not `2 == x`: plain JAX's checker takes that for a bool.
        if kind in LITERALS and op in REFLECTABLE and chooser.random() < 0.3:
            operands, dtypes = operands[::-1], dtypes[::-1]
        result = SYSTEM.binary(op, *dtypes)
        if result in DTYPES:
            return f" {SYMBOLS[op]} ".join(operands), result
