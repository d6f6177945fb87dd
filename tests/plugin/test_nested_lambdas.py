"""Nested lambdas: mypy's time does not multiply with each level, and each lambda keeps its own types."""

from __future__ import annotations

import jax
import jax.numpy as jnp
import pytest
from checkers import Mypy
from checkers.mypy import ini
from jax import lax

pytestmark = pytest.mark.once

LEVELS = 10
"""The number of levels. If mypy checked each body twice per level, it would check the innermost a thousand times."""
OF_MYPY = {"generic function": 5}
"""The number of levels of forms for which mypy's time multiplies without the plugin, too."""
HEADER = """from collections.abc import Callable
from typing import TypeVar

import jax
import jax.numpy as jnp
from jax import lax
from jaxtyping_promo import Array, float16, float32

T = TypeVar("T")

def applied(f: Callable[[T], T], x: T) -> T:
    return f(x)

def check(x: Array[float16], f: Array[float32], flag: bool) -> None:
"""
NESTED = {
    "scan": "lax.scan(lambda c, t: ({body}, None), {value}, None, 2)[0]",
    "scan over rows": "lax.scan(lambda c, t: ({body}, t), {value}, x)[0]",
    "weak scan": "lax.scan(lambda c, t: ({body}, None), 1.0, None, 2)[0] * {value}",
    "fori_loop": "lax.fori_loop(0, 3, lambda _, c: {body}, {value})",
    "while_loop": "lax.while_loop(lambda c: c.sum() < 0, lambda c: {body}, {value})",
    "map": "lax.map(lambda c: {body}, {value}[None])[0]",
    "cond": "lax.cond(x.sum() > 0, lambda c: {body}, lambda c: c, {value})",
    "cond of nothing": "lax.cond(x.sum() > 0, lambda: {body}, lambda: x)",
    "switch": "lax.switch(0, [lambda c: {body}, lambda c: c], {value})",
    "jit": "jax.jit(lambda c: {body})({value})",
    "jit of what is outside": "jax.jit(lambda c: {body})(x)",
    "vmap": "jax.vmap(lambda c: {body})({value}[None])[0]",
    "checkpoint": "jax.checkpoint(lambda c: {body})({value})",
    "vjp": "jax.vjp(lambda c: {body}, {value})[0]",
    "jvp": "jax.jvp(lambda c: {body}, ({value},), ({value},))[1]",
    "tree.map": "jax.tree.map(lambda c: {body}, {value})",
    "tree.reduce": "jax.tree.reduce(lambda c, d: {body}, [{value}, {value}])",
    "called in place": "(lambda c: {body})({value})",
    "generic function": "applied(lambda c: {body}, {value})",
    "carried in": "lax.fori_loop(0, 3, lambda _, c: c * 2, {body})",
}
"""A call with a lambda, whose body contains the next call."""


def nested(form: str, levels: int = LEVELS) -> str:
    text = "c * 2" if "lambda:" not in form and "_, c: c" not in form else "x * 2"
    for level in range(levels):
        text = form.format(body=text, value="x" if level == levels - 1 or "lambda:" in form else "c")
    return text


def revealed(lines: list[str], folder, configuration: str | None = None) -> list[list[str]]:
    text = HEADER + "".join(f"    {line}\n" for line in lines)
    (folder / "program.py").write_text(text)
    (folder / "mypy.ini").write_text(configuration or ini())
    report = Mypy().check("program.py", folder=folder)
    first = HEADER.count("\n") + 1
    assert not [line.errors for line in report.lines.values() if line.errors], report.output
    return [report.lines["program.py", first + n].revealed for n in range(len(lines)) if "reveal_type" in lines[n]]


@pytest.mark.long
def test_time_is_not_multiplied(tmp_path) -> None:
    """One program has all forms. One more level must not multiply the time."""
    programs = [nested(form, OF_MYPY.get(name, LEVELS)) for name, form in NESTED.items()]
    revealed_types = revealed([f"reveal_type({program})" for program in programs], tmp_path)
    x = jnp.ones(2, jnp.float16)
    for kind, form, types in zip(NESTED, NESTED.values(), revealed_types, strict=True):
        ran = eval(nested(form, 2), {"jax": jax, "lax": lax, "x": x, "applied": lambda f, x: f(x)})
        assert types[-1] == "Array[float16]", kind
        assert ran.dtype == jnp.float16, kind


MIXED = "lax.scan(lambda c, t: (jax.vmap(lambda c: {body})(c[None])[0], t), {value}, x)[0]"


def test_kinds_in_each_other(tmp_path) -> None:
    [types] = revealed([f"reveal_type({nested(MIXED, LEVELS // 2)})"], tmp_path)
    assert types[-1] == "Array[float16]"


TWICE = "jax.jit(lambda v: jax.jit(lambda w: w * {closed})(v))(x)"


def test_variables_that_a_lambda_closes_over(tmp_path) -> None:
    """The plugin infers the same lambda for several dtypes of a variable that it closes over."""
    lines = [
        "g = lambda v: jax.jit(lambda w: w * v)(x[0])",
        "reveal_type(g(x))",
        "reveal_type(g(f))",
        "reveal_type((g(x), g(f), g(x > 0)))",
        "z: Array[float16] | Array[float32] = x",
        "z = f",
        f"reveal_type({TWICE.format(closed='z')})",
    ]
    three = "tuple[Array[float16], Array[float32], Array[float16]]"
    assert revealed(lines, tmp_path) == [["Array[float16]"], ["Array[float32]"], [three], ["Array[float32]"]]


def test_an_error_within_a_lambda_is_reported_once(tmp_path) -> None:
    program = nested(NESTED["scan"], 3).replace("c * 2", "c.no_such")
    (tmp_path / "program.py").write_text(f"{HEADER}    {program}\n")
    (tmp_path / "mypy.ini").write_text(ini())
    report = Mypy().check("program.py", folder=tmp_path)
    [line] = [line for line in report.lines.values() if line.errors]
    assert line.errors == [("attr-defined", '"Array[float16]" has no attribute "no_such"')]


UNIONS = ("Moments | None", "float | jax.Array", "jax.Array | np.ndarray | None", "Moments | jax.Array")
OF_UNIONS = (
    "lax.scan(lambda c, t: (c, t), {value}, x)",
    "lax.scan(lambda c, t: (c, t), ({value}, x), ({value}, x))",
    "lax.fori_loop(0, 3, lambda _, c: c, {value})",
    "lax.fori_loop(0, 3, lambda _, c: lax.fori_loop(0, 3, lambda _, d: d, c), {value})",
    "lax.while_loop(lambda c: True, lambda c: c, {value})",
    "lax.while_loop(lambda c: True, lambda c: c, ({value}, x))",
    "lax.cond(x.sum() > 0, lambda c: c, lambda c: c, {value})",
    "lax.cond(x.sum() > 0, lambda: {value}, lambda: x)",
    "lax.switch(0, [lambda c: c, lambda c: c], {value})",
    "lax.map(lambda c: c, {value})",
    "jax.tree.map(lambda c: c, {value})",
    "jax.tree.map(lambda c, d: c, {value}, {value})",
    "jax.vmap(lambda c: c)({value})",
    "jax.jit(lambda c: c)({value})",
)


def test_arguments_that_are_unions_end_no_check(tmp_path):
    """mypy checks a call with a union argument once for each member, and keeps a list of members in progress."""
    lines = [form.format(value=f"u{n}") for form in OF_UNIONS for n in range(len(UNIONS))]
    parameters = ", ".join(f"u{n}: {union}" for n, union in enumerate(UNIONS))
    (tmp_path / "program.py").write_text(
        "from typing import NamedTuple\n\nimport jax\nimport numpy as np\nfrom jax import lax\n\n"
        "class Moments(NamedTuple):\n    n: jax.Array\n\n"
        f"def check(x: jax.Array, {parameters}) -> None:\n" + "".join(f"    {line}\n" for line in lines)
    )
    (tmp_path / "mypy.ini").write_text(ini())
    report = Mypy().check("program.py", folder=tmp_path)
    assert "INTERNAL ERROR" not in report.output, report.output
    wrong = {place: line.errors for place, line in report.lines.items() if line.errors}
    assert wrong == {}, report.output
