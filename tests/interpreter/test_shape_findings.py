"""Shapes that contradict jaxtyping annotations: `check` reports functions that fail under jaxtyping with beartype.

Each program has a function `main`, which jaxtyping and beartype check when it is called. Axes of different names have
different sizes.
"""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import beartype
import jax.numpy as jnp
import jaxtyping
import pytest
from random_jaxtyping_programs import fails, program, reported

from jaxtyping_promo.interpreter.program import Program
from jaxtyping_promo.interpreter.report import Finding, findings

HEAD = """\
import functools

import jax
import jax.numpy as jnp
import pytest
from beartype import beartype
from jaxtyping import Array, Float32, Int32, jaxtyped

checked = jaxtyped(typechecker=beartype)
Matrix = Float32[Array, "n d"]


@checked
def rows(x: Float32[Array, "n m"]) -> Float32[Array, "n"]:
    return jnp.sum(x, axis=1)


@checked
def vector(x: Float32[Array, "n"]) -> Float32[Array, ""]:
    return x[0]


"""
CALLED_WITH = {"n": 2, "d": 3, "k": 4}
"""The sizes of the axes of the arguments of `main`, by their names."""

WRONG = {
    "rank of the result": (
        'def main(x: Float32[Array, "n d"]) -> Float32[Array, "n"]:\n    return x * 2',
        'The returned array has axes "n d", and is declared with "n": the array has 2 axes, not 1',
    ),
    "names in another order": (
        'def main(x: Matrix) -> Float32[Array, "n d"]:\n    return x.T',
        'The returned array has axes "d n", and is declared with "n d": axis "d" is not axis "n"',
    ),
    "a size of the shape": (
        'def main(x: Matrix) -> Float32[Array, "d"]:\n    n, d = x.shape\n    return jnp.zeros(n)',
        'The returned array has axes "n", and is declared with "d": axis "n" is not axis "d"',
    ),
    "an argument": (
        "def main(x: Matrix):\n    return rows(x[0])",
        'The argument has axes "d", and the parameter is declared with "n m": the array has 1 axis, not 2',
    ),
    "an argument by name": (
        "def main(x: Matrix):\n    return rows(x=x[0])",
        'The argument has axes "d", and the parameter is declared with "n m": the array has 1 axis, not 2',
    ),
    "an argument of a partial call": (
        "def main(x: Matrix):\n    return functools.partial(rows)(x[0])",
        'The argument has axes "d", and the parameter is declared with "n m": the array has 1 axis, not 2',
    ),
    "an argument under jit": (
        "def main(x: Matrix):\n    return jax.jit(rows)(x[0])",
        'The argument has axes "d", and the parameter is declared with "n m": the array has 1 axis, not 2',
    ),
    "the result of a call": (
        'def main(x: Matrix) -> Float32[Array, "d"]:\n    return rows(x)',
        'The returned array has axes "n", and is declared with "d": axis "n" is not axis "d"',
    ),
    "operands": (
        'def main(x: Matrix, y: Float32[Array, "n d"]):\n    return x @ y',
        'Operands with axes "n d" and "n d": @ contracts an axis of size d with one of size n',
    ),
    "numbers": (
        "def main(x: Matrix):\n    return jnp.zeros((2, 3)) + jnp.zeros((2, 4))",
        'Operands with axes "2 3" and "2 4": sizes 3 and 4 can\'t be broadcast',
    ),
    "an axis of a reduction": (
        "def main(x: Matrix):\n    return jnp.sum(x, axis=2)",
        'JAX rejects this for axes "n d": there is no axis 2 in an array with 2 axes',
    ),
    "too many indices": (
        "def main(x: Matrix):\n    return x[0, 0, 0]",
        'JAX rejects this for axes "n d": 3 indices for an array with 2 axes',
    ),
    "arrays in a list": (
        "def main(x: Matrix):\n    return jnp.stack([x, x[0]])",
        "JAX rejects this: stacked arrays differ in the number of axes",
    ),
    "axes of vmap": (
        'def main(x: Matrix, y: Float32[Array, "k"]):\n    return jax.vmap(lambda a, b: a * b)(x, y)',
        "vmap maps axes of sizes n and k",
    ),
    "a gradient": (
        "def main(x: Matrix):\n    return jax.grad(lambda y: y * 2.0)(x)",
        'The function whose gradient is taken returns an array with axes "n d"',
    ),
    "a carry": (
        "def main(x: Matrix):\n    return jax.lax.scan(lambda c, r: (c[None], r), x[0], x)",
        'The carry of the loop has axes "d", and the body returns "1 d"',
    ),
    "unpacked sizes": (
        "def main(x: Matrix):\n    n, d, k = x.shape",
        "2 values are assigned to 3 variables",
    ),
    "the fields of a module": (
        'import equinox as eqx\n\n\nclass Layer(eqx.Module):\n    w: Float32[Array, "out in"]\n    b: Float32[Array, "out"]\n\n\n'
        "Layer = checked(Layer)\n\n\ndef main(x: Matrix):\n    return Layer(x, x[0])",
        'The argument has axes "d", and the parameter is declared with "out": "out" is n and d at once',
    ),
    "behind an undecided condition": (
        'def main(x: Matrix) -> Float32[Array, "n"]:\n    if x.shape[0] > 1:\n        return x[0]\n    return x[:, 0]',
        'The returned array has axes "d", and is declared with "n": axis "d" is not axis "n"',
    ),
    "in a loop": (
        "def main(x: Matrix):\n    for row in x:\n        vector(row)\n        rows(row)",
        'The argument has axes "d", and the parameter is declared with "n m": the array has 1 axis, not 2',
    ),
}
"""Programs that fail, and what is reported."""

VALID = {
    "joined shapes": "def main(x: Matrix):\n    y = x\n    for _ in range(1):\n        y = y[0]\n    return vector(y)",
    "a condition on a size": (
        'def main(x: Matrix) -> Float32[Array, "d"]:\n    if x.shape[0] == 5:\n        return x[0]\n    return x[0] * 2'
    ),
    "a loop over a size": (
        "def main(x: Matrix):\n    total = x[0]\n    for i in range(x.shape[0]):\n        total = total + x[i]\n"
        "    return vector(total)"
    ),
    "a product of sizes": "def main(x: Matrix):\n    n, d = x.shape\n    return vector(x.reshape(n * d))",
    "a size that is changed": (
        'def main(x: Matrix) -> Float32[Array, "d"]:\n    n = x.shape[0]\n    n += 1\n    return jnp.zeros(n)'
    ),
    "an expected error": "def main(x: Matrix):\n    with pytest.raises(Exception):\n        rows(x[0])",
    "a handled error": "def main(x: Matrix):\n    try:\n        return rows(x[0])\n    except Exception:\n        return x",
    "names of two functions": "def main(x: Matrix):\n    return rows(x) + rows(x * 2)",
    "a local name": 'def main(x: Matrix):\n    y: Float32[Array, "anything"] = x[0]\n    return y',
    "a broadcast axis": 'def main(x: Matrix, y: Float32[Array, "d"], z: Float32[Array, "1 d"]):\n    return x * y + z',
    "a variadic axis": (
        'def main(x: Float32[Array, "*batch d"]) -> Float32[Array, "*batch"]:\n    return jnp.sum(x, axis=-1)'
    ),
    "a symbolic size": 'def main(x: Float32[Array, "n"]) -> Float32[Array, "n-1"]:\n    return x[1:]',
    "a field with a converter": (
        'import equinox as eqx\n\n\nclass Head(eqx.Module):\n    b: Float32[Array, "3"] = eqx.field(converter=lambda b: b[:3])\n\n\n'
        "def main(x: Matrix):\n    return Head(jnp.zeros(5)).b + x"
    ),
    "an optional array": "def main(x: Matrix, y: Matrix | None = None):\n    return x if y is None else x + y",
    "a rank that is asked for": "def main(x: Matrix):\n    return rows(x) if x.ndim == 2 else vector(x)",
    "an array of indices": 'def main(x: Matrix, i: Int32[Array, "k"]) -> Float32[Array, "k d"]:\n    return x[i]',
    "a list that grows": (
        "def main(x: Matrix):\n    found = [x[0]]\n    while len(found) < 3:\n        found.append(x[0])\n"
        "    return rows(jnp.stack(found))"
    ),
}
"""Programs that run."""


def _arguments(main: object) -> list[object]:
    """Arguments for `main` whose axes have the sizes of their names."""
    arguments: list[object] = []
    for name, annotation in main.__annotations__.items():
        if name == "return" or not hasattr(annotation, "dim_str"):
            continue
        words = annotation.dim_str.split()
        sizes = [CALLED_WITH.get(word.strip("*"), 1 if word == "1" else 5) for word in words]
        arguments.append(jnp.zeros(sizes, jnp.int32 if "Int32" in annotation.__name__ else jnp.float32))
    return arguments


def _raises(text: str) -> bool:
    """Whether `main` fails under jaxtyping's checks."""
    space: dict[str, object] = {"__name__": __name__}
    exec(compile(HEAD + text, "program", "exec", dont_inherit=True), space)
    main = space["main"]
    arguments = _arguments(main)
    assert arguments
    try:
        jaxtyping.jaxtyped(main, typechecker=beartype.beartype)(*arguments)
    except (TypeError, ValueError, IndexError, jaxtyping.TypeCheckError):
        return True
    return False


def _found(text: str, folder: Path) -> list[Finding]:
    path = folder / "program.py"
    path.write_text(text)
    run_of = Program([path])
    run = run_of.interpret()
    assert not run_of.errors
    every = findings(run, lambda shown: shown == str(path), lambda path, code, is_refused=False: "error")
    return [finding for finding in every if finding.code.name == "shape-mismatch"]


def _skip_without_equinox(text: str) -> None:
    if "equinox" in text:
        pytest.importorskip("equinox")


@pytest.mark.parametrize("name", WRONG)
def test_what_fails_is_reported(name: str, tmp_path: Path) -> None:
    text, message = WRONG[name]
    _skip_without_equinox(text)
    assert _raises(text)
    assert [finding.message for finding in _found(HEAD + text + "\n", tmp_path)] == [message]


@pytest.mark.parametrize("name", VALID)
def test_what_runs_is_not_reported(name: str, tmp_path: Path) -> None:
    _skip_without_equinox(VALID[name])
    assert not _raises(VALID[name])
    assert _found(HEAD + VALID[name] + "\n", tmp_path) == []


PROGRAMS = Path(__file__).parents[1] / "plugin" / "jaxtyping_programs"


@pytest.mark.parametrize("name", ["shapes.py", "shapes_through_classes.py"])
def test_the_programs_of_the_plugin(name: str, tmp_path: Path) -> None:
    lines = (PROGRAMS / name).read_text().splitlines()
    wrong = {n for n, line in enumerate(lines, 1) if "# wrong" in line}
    assert {finding.place.line for finding in _found("\n".join(lines), tmp_path)} == wrong


DECLARED_FUNCTION = (
    "from collections.abc import Callable\n\n\n"
    'def main(x: Matrix, f: Callable[[Float32[Array, "n"]], Float32[Array, ""]] = vector):\n    return f(x)'
)


@pytest.mark.xfail(strict=True, reason="docs/reference/limits.md: the parameters of a Callable are not compared")
def test_an_argument_of_a_declared_function(tmp_path: Path) -> None:
    assert _raises(DECLARED_FUNCTION)
    assert _found(HEAD + DECLARED_FUNCTION + "\n", tmp_path)


@pytest.mark.slow
def test_random_functions(tmp_path: Path) -> None:
    text, functions = program(60, seed=8)
    errors = reported(text, {finding.place.line for finding in _found(text, tmp_path)})
    failing = fails(text, functions)
    assert errors <= failing
    assert len(errors) >= 0.7 * len(failing) >= 15


CALLED = dedent("""\
    import jax.numpy as jnp
    from jaxtyping import Array, Float32


    def column_sums(x: Float32[Array, "rows columns"]) -> Float32[Array, "columns"]:
        return jnp.sum(x, axis=1)


    column_sums(jnp.ones((2, 2)))
    column_sums(jnp.ones((2, 3)))
""")


def test_a_function_that_is_called_is_compared_with_its_own_names(tmp_path: Path) -> None:
    found = _found(CALLED, tmp_path)
    assert [finding.message for finding in found] == [
        'The returned array has axes "rows", and is declared with "columns": axis "rows" is not axis "columns"'
    ]


def test_shapes_that_jax_rejects_are_left_to_jax_where_jaxtyping_is_not_used(tmp_path: Path) -> None:
    """The import of this package is none of jaxtyping."""
    text = "import jax.numpy as jnp\nfrom {} import Float32\n\ny = jnp.zeros((2, 3)) + jnp.zeros((2, 4))\n"
    assert [finding.code.name for finding in _found(text.format("jaxtyping"), tmp_path)] == ["shape-mismatch"]
    assert not _found(text.format("jaxtyping_promo"), tmp_path)
