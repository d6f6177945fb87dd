"""The shapes that the interpreter knows are those of JAX, for each function with a rule and for several shapes."""

from __future__ import annotations

import ast
from functools import cache
from itertools import cycle, permutations
from pathlib import Path
from tempfile import TemporaryDirectory

import jax
import jax.numpy as jnp
import pytest
from oracles.calls import FIXED, KEY
from oracles.functions import JAX, call_texts, free_names, functions_with_a_rule
from suites import long

from jaxtyping_promo.diagnostics.codes import SHAPE_MISMATCH
from jaxtyping_promo.interpreter.program import Program
from jaxtyping_promo.interpreter.pytrees import flatten
from jaxtyping_promo.interpreter.run import Run
from jaxtyping_promo.interpreter.values import Array, Value, only
from jaxtyping_promo.rules.tables import rule

SHAPES = ((2, 3, 4), (2, 3), (3,), (), (1, 4), (3, 3), (2, 1, 3, 3))
"""The shapes of the operands, beside the one of the table of calls. All but the first run under ``--exhaustive``."""
ONE_IN = 15
"""All but one in so many functions of a module run under ``--exhaustive``."""
NAMES = {"f": "", "KEY": KEY, "DTYPE": "jnp.int16"}
MODULES = sorted({name.rpartition(".")[0] for name in functions_with_a_rule()})
RARE = [name for name in MODULES if name.startswith("jax.scipy.") and name != "jax.scipy.linalg"]
"""Modules whose tests are long: JAX takes long to compile their functions."""
NOT_CALLED = ("jax.Array.to_device", "jax.Array.addressable_data")
"""Methods whose argument is a device."""


WITH_OPTIONS = (
    "jax.random.beta(jax.random.key(0), jnp.ones((3, 2)), 1.0)",
    "jax.random.normal(jax.random.key(0))",
    "jax.random.normal(jax.random.key(0), (3,))",
    "jax.random.uniform(jax.random.key(0), (3,), minval=0.0, maxval=2.0)",
    "jax.random.bernoulli(jax.random.key(0), jnp.ones(4))",
    "jax.random.bernoulli(jax.random.key(0))",
    "jnp.linspace(0.0, 1.0, 5)",
    "jnp.linspace(jnp.zeros(2), 1.0, 5)",
    "jnp.linspace(0, 1, num=7)",
    "jax.lax.cumsum(jnp.ones((2, 3)))",
    "jnp.cumsum(jnp.ones((2, 3)))",
    "jax.nn.identity(jnp.ones((2, 3)))",
    "jnp.sort(jnp.ones((2, 3)), axis=None)",
    "jnp.argsort(jnp.ones((2, 3)), axis=None)",
    "jnp.roll(jnp.ones((2, 3)), 1)",
    "jnp.take(jnp.ones((2, 3)), jnp.array([0, 1, 1, 1]))",
    "jnp.eye(3, 4)",
    "jnp.eye(3)",
    "jnp.where(jnp.ones(3) > 0, jnp.ones((2, 1)), 0)",
    "jnp.sum(jnp.ones((2, 3)), axis=-1, keepdims=True)",
    "jnp.sum(jnp.ones((2, 3, 4)), axis=(0, 2))",
    "jnp.stack([jnp.ones(3)] * 2, axis=-1)",
    "jnp.concatenate([jnp.ones((2, 3))] * 2, axis=-1)",
    "jnp.repeat(jnp.ones((2, 3)), 2)",
    "jnp.repeat(jnp.ones((2, 3)), 2, axis=0)",
    "jnp.tile(jnp.ones((2, 3)), (2, 1))",
    "jnp.pad(jnp.ones((2, 3)), 1)",
    "jnp.diag(jnp.ones(3))",
    "jnp.expand_dims(jnp.ones(3), (0, 2))",
    "jnp.squeeze(jnp.ones((1, 3, 1)), 0)",
    "jnp.moveaxis(jnp.ones((2, 3, 4)), 0, -1)",
    "jnp.atleast_2d(jnp.ones(3))",
    "jnp.outer(jnp.ones(3), jnp.ones(2))",
    "jnp.dot(jnp.ones((2, 3)), jnp.ones(3))",
    "jnp.arange(3) @ jnp.ones((3, 2))",
    "jnp.argmax(jnp.ones((3, 2)), axis=0)",
    "jax.nn.one_hot(jnp.array([1, 2]), 5)",
    "jax.nn.one_hot(jnp.array([1, 2]), 5, axis=0)",
    "jnp.unravel_index(jnp.array([1, 2]), (2, 2))[0]",
    "jax.random.categorical(jax.random.key(0), jnp.ones((3, 2)))",
    "jax.random.choice(jax.random.key(0), 5, (3,))",
    "jax.random.split(jax.random.key(0), 3)",
    "jax.random.randint(jax.random.key(0), (2,), 0, 3)",
    "jnp.ones((2, 3))[None, :, 0]",
    "jnp.ones((2, 3))[jnp.array([0, 1, 1])]",
    "jnp.ones((2, 3))[..., ::2]",
    "jnp.ones((2, 3)).T",
    "jnp.vstack([jnp.ones(3)] * 2)",
    "jnp.split(jnp.ones(6), 3)[0]",
    'jnp.einsum("ij,kj->ik", jnp.ones((2, 3)), jnp.ones((5, 3)))',
    "jnp.mean(jnp.ones((2, 3)))",
    "jax.lax.top_k(jnp.ones((2, 3)), 2)[0]",
)
"""Calls with optional arguments, which are not in the table."""


class _Renamed(ast.NodeTransformer):
    """The code of a call with the full name of the function, and with arrays of some shapes, in turn, for its names."""

    def __init__(self, fullname: str, names: tuple[str, ...], *shapes: tuple[int, ...]) -> None:
        each = dict(zip(names, cycle(shapes), strict=False))
        self._values = {
            **{name: f"jnp.ones({each.get(name, shapes[0])}, jnp.{dtype})" for name, dtype in FIXED.items()},
            **{name: f"jnp.ones({shape})" for name, shape in each.items()},
            **NAMES,
            "f": fullname,
        }

    def visit_Name(self, node: ast.Name) -> ast.expr:
        text = self._values.get(node.id)
        return node if text is None else ast.parse(text, mode="eval").body


def calls(fullname: str, shapes: tuple[tuple[int, ...], ...]) -> list[str]:
    """The calls of a function that JAX accepts."""
    found: dict[str, None] = {}
    for text, own_shape in call_texts(fullname, rule(fullname, JAX)):
        for shape in dict.fromkeys((own_shape, *shapes)):
            code = ast.unparse(_Renamed(fullname, free_names(text), shape).visit(ast.parse(text, mode="eval")))
            found[code] = None
    return [code for code in found if computed(code) is not None]


@cache
def computed(code: str) -> tuple[tuple[int, ...], ...] | None:
    """The shapes of the arrays that JAX returns; None if it rejects the call."""
    try:
        result = eval(code, {"jax": jax, "jnp": jnp})
    except Exception:
        return None
    return tuple(leaf.shape for leaf in jax.tree.leaves(result) if isinstance(leaf, jax.Array))


def known(codes: list[str]) -> tuple[Run, list[Value]]:
    """The values of expressions, by the interpreter."""
    definitions = (f"r{index} = {code}" for index, code in enumerate(codes))
    lines = ["import jax, jaxtyping", "import jax.numpy as jnp", *definitions]
    with TemporaryDirectory() as folder:
        path = Path(folder) / "calls_of_functions.py"
        path.write_text("\n".join(lines) + "\n")
        program = Program([path])
        run = program.interpret()
    frame = run.base[run.modules["calls_of_functions"]]
    return run, [frame.fields.get(f"r{index}", ()) for index in range(len(codes))]


def shapes_of(run: Run, value: Value) -> list[tuple[object, ...] | None]:
    """The shape of each array in a value; None if it is not known."""
    arrays = [only(leaf, Array) for leaf in flatten(run, value)[0]]
    return [None if array is None else array.shape for array in arrays]


def is_possible(shape: tuple[object, ...] | None, real: tuple[int, ...]) -> bool:
    """Whether a known shape, in which a size may be unknown, admits the shape that JAX returns."""
    return shape is None or (
        len(shape) == len(real) and all(size in (None, own) for size, own in zip(shape, real, strict=True))
    )


@pytest.mark.slow
@pytest.mark.parametrize("module", [long(name) if name in RARE else name for name in MODULES])
def test_each_known_shape_is_jaxs(module: str, request: pytest.FixtureRequest) -> None:
    is_exhaustive = request.config.getoption("exhaustive")
    shapes = SHAPES if is_exhaustive else SHAPES[:1]
    names = [name for name in functions_with_a_rule() if name.rpartition(".")[0] == module and name not in NOT_CALLED]
    codes = [code for name in names[:: 1 if is_exhaustive else ONE_IN] for code in calls(name, shapes)]
    assert wrong_shapes(codes) == []


def reported(run: Run) -> set[int]:
    """The lines of the findings about shapes, counted from the first call."""
    found = (place for (place, _), told in run.records.verdicts.items() for one in told.values()
             if one.code is SHAPE_MISMATCH)  # fmt: skip
    return {place.line - 3 for place in found}


def wrong_shapes(codes: list[str]) -> list[str]:
    """The calls whose known shapes are not those that JAX returns, and those that JAX accepts and check reports."""
    run, values = known(codes)
    wrong = [f"{codes[number]}: reported" for number in reported(run) if computed(codes[number]) is not None]
    for code, value in zip(codes, values, strict=True):
        shapes, real = shapes_of(run, value), computed(code) or ()
        if len(shapes) == len(real) and not all(map(is_possible, shapes, real)):
            wrong.append(f"{code}: JAX {real}, known {shapes}")
    return wrong


@pytest.mark.slow
def test_each_known_shape_with_options_is_jaxs() -> None:
    assert wrong_shapes(list(WITH_OPTIONS)) == []


UNEVEN = ((2, 3), (3,), (3, 2), (1, 3), (2, 2, 3), (4, 3), ())
"""The shapes of the operands of one call, of which JAX accepts some pairs."""


def uneven_calls(fullname: str) -> list[str]:
    """Calls of a function whose operands differ in their shapes, whether JAX accepts them or not."""
    found: dict[str, None] = {}
    for text, _ in call_texts(fullname, rule(fullname, JAX)):
        names = tuple(name for name in free_names(text) if name not in NAMES)
        for shapes in permutations(UNEVEN, 2) if len(names) > 1 else ():
            found[ast.unparse(_Renamed(fullname, names, *shapes).visit(ast.parse(text, mode="eval")))] = None
    return list(found)


@pytest.mark.slow
@pytest.mark.parametrize("module", ["jax.numpy", "jax.lax", "jax.nn", "jax.Array", "jax.random"])
def test_jax_rejects_each_call_whose_shapes_are_reported(module: str, request: pytest.FixtureRequest) -> None:
    is_exhaustive = request.config.getoption("exhaustive")
    names = [name for name in functions_with_a_rule() if name.rpartition(".")[0] == module and name not in NOT_CALLED]
    codes = [code for name in names[:: 1 if is_exhaustive else 4] for code in uneven_calls(name)]
    run, _ = known(codes)
    told = reported(run)
    assert [codes[number] for number in sorted(told) if computed(codes[number]) is not None] == []
    assert len(told) > 0.05 * len(codes) or module in ("jax.nn", "jax.random")
