"""Random functions with jaxtyping annotations, checked by mypy and, when they run, by jaxtyping with beartype.

``python tests/plugin/random_jaxtyping_programs.py --functions 300 --seed 1`` writes a program, and compares mypy's
reports with the calls that fail. Axes with different names have different sizes, so that a contradiction of names
fails, too.
"""

from __future__ import annotations

import argparse
import random
import sys
from pathlib import Path
from typing import Any, NamedTuple

import beartype
import jax.numpy as jnp
import jaxtyping

SIZES = {"a": 2, "b": 3, "c": 4, "d": 5}
DTYPES = {"Float32": "float32", "BFloat16": "bfloat16", "Int32": "int32", "Float": "float32", "Int": "int32"}
HEAD = "import jax.numpy as jnp\nfrom jaxtyping import Array, BFloat16, Float, Float32, Int, Int32\n"


class Function(NamedTuple):
    """A function: its name, its text, and the axes and dtypes of its parameters."""

    name: str
    text: str
    parameters: list[tuple[str, list[str]]]


def _expression(rng: random.Random, names: list[str], callees: list[Function], depth: int) -> str:
    if depth == 0 or rng.random() < 0.15:
        return rng.choice(names)
    x = _expression(rng, names, callees, depth - 1)
    y = _expression(rng, names, callees, depth - 1)
    forms = [
        f"({x} + {y})", f"({x} * 2)", f"({x} @ {y})", f"{x}.T", f"jnp.sum({x}, axis={rng.choice((0, -1, 1, None))})",
        f"jnp.exp({x})", f"{x}.mean(axis=0, keepdims=True)", f"{x}[0]", f"{x}[:, None]", f"{x}.astype(jnp.float32)",
        f"jnp.swapaxes({x}, 0, 1)", f"jnp.stack([{x}, {x}])", f"jnp.where({x} > 0, {x}, 0)", f"jnp.maximum({x}, {y})",
        f"jnp.concatenate([{x}, {y}], axis=0)", f"{x}.reshape(-1)", f"jnp.einsum('ij,kj->ik', {x}, {y})",
    ]  # fmt: skip
    if callees:
        callee = rng.choice(callees)
        given = [_expression(rng, names, [], depth - 1) for _ in callee.parameters]
        forms += [f"{callee.name}({', '.join(given)})"] * 3
    return rng.choice(forms)


def _function(rng: random.Random, number: int, made: list[Function]) -> Function:
    callees = rng.sample(made, min(len(made), 3)) if number % 3 == 0 else []
    parameters = [(rng.choice([*DTYPES]), rng.choices([*SIZES], k=rng.randint(0, 3))) for _ in range(rng.randint(1, 2))]
    names = ["x", "y"][: len(parameters)]
    signature = ", ".join(
        f'{name}: {dtype}[Array, "{" ".join(axes)}"]' for name, (dtype, axes) in zip(names, parameters, strict=True)
    )
    value = _expression(rng, names, callees, rng.randint(1, 3))
    axes, dtype = _result(rng, names, parameters, value, made)
    text = f'def f{number}({signature}) -> {dtype}[Array, "{axes}"]:\n    z = {value}\n    return z\n'
    return Function(f"f{number}", text, parameters)


def _result(
    rng: random.Random, names: list[str], parameters: list[tuple[str, list[str]]], value: str, made: list[Function]
) -> tuple[str, str]:
    """The axes and the dtype that the function declares: often the actual result, often something else."""
    space: dict[str, Any] = {"jnp": jnp}
    exec(HEAD + "".join(function.text for function in made), space)
    try:
        returned = eval(value, space | dict(zip(names, map(_array, parameters), strict=True)))
    except (TypeError, ValueError, IndexError):
        return " ".join(rng.choices([*SIZES], k=2)), rng.choice([*DTYPES])
    declared = {name for _, axes in parameters for name in axes}
    by_size = {size: name for name, size in SIZES.items() if name in declared}
    axes = [by_size.get(size, str(size)) for size in returned.shape]
    if rng.random() < 0.4:
        axes = rng.choice((axes[::-1], axes[1:], [*axes, "a"], [rng.choice([*SIZES]) for _ in axes]))
    fitting = [name for name, dtype in DTYPES.items() if dtype == returned.dtype.name]
    right = rng.choice(fitting) if fitting else "Float"
    return " ".join(axes), right if rng.random() < 0.7 else rng.choice([*DTYPES])


def _array(parameter: tuple[str, list[str]]) -> Any:
    dtype, axes = parameter
    return jnp.ones([SIZES[axis] for axis in axes], DTYPES[dtype])


def program(functions: int, seed: int) -> tuple[str, list[Function]]:
    """A program of random functions. Each may call functions before it."""
    rng = random.Random(seed)
    made: list[Function] = []
    for number in range(functions):
        made.append(_function(rng, number, made))
    return HEAD + "".join(function.text for function in made), made


def fails(text: str, functions: list[Function]) -> set[str]:
    """The functions that raise an error if they are called with arrays that match their parameters."""
    space: dict[str, Any] = {}
    exec(text, space)
    for function in functions:
        space[function.name] = jaxtyping.jaxtyped(space[function.name], typechecker=beartype.beartype)
    failing = set()
    for function in functions:
        try:
            space[function.name](*map(_array, function.parameters))
        except (TypeError, ValueError, IndexError, jaxtyping.TypeCheckError):
            failing.add(function.name)
    return failing


def reported(text: str, lines: set[int]) -> set[str]:
    """The functions that contain the given lines."""
    functions, name = set(), ""
    for n, line in enumerate(text.splitlines(), 1):
        if line.startswith("def "):
            name = line[4 : line.index("(")]
        if n in lines:
            functions.add(name)
    return functions


def main() -> None:
    """Compare one program."""
    sys.path[:0] = [str(Path(__file__).parents[1] / folder) for folder in ("static", "shared")]
    from tempfile import TemporaryDirectory

    from checkers import Mypy
    from checkers.mypy import ini

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--functions", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    text, functions = program(options.functions, options.seed)
    with TemporaryDirectory() as folder:
        Path(folder, "program.py").write_text(text)
        Path(folder, "mypy.ini").write_text(ini())
        report = Mypy().check("program.py", folder=Path(folder))
    errors = reported(text, {n for (_, n), line in report.lines.items() if line.errors})
    failing = fails(text, functions)
    print(f"{len(functions)} functions, {len(failing)} fail, {len(errors & failing)} of these reported")
    for name in sorted(errors - failing):
        print("false:", next(f.text for f in functions if f.name == name))


if __name__ == "__main__":
    main()
