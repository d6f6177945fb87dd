"""When an upcast is told: accidents, slots that keep their dtype or lose it, casts in the expression, leaks."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import Any

import pytest

from jaxtyping_promo.diagnostics.codes import PRESETS
from jaxtyping_promo.interpreter.causes import one_for_each_cause
from jaxtyping_promo.interpreter.program import Program
from jaxtyping_promo.interpreter.report import Finding, findings

HEAD = """
import jax, jax.numpy as jnp, numpy as np
from jax import lax
from typing import NamedTuple
from dataclasses import dataclass, replace
x = jnp.ones(4, jnp.bfloat16)
y = jnp.ones(4, jnp.float16)
wide = jnp.ones(4, jnp.float32)
"""


def told(tmp_path: Path, text: str, preset: str = "default", **options: object) -> list[Finding]:
    path = tmp_path / "p.py"
    path.write_text(HEAD + textwrap.dedent(text))
    run = Program([str(path)], **options).interpret()
    return findings(run, lambda shown: shown == str(path), lambda _, code: PRESETS[preset][code.name])


ACCIDENTS = [
    "x * jnp.zeros(4)",
    "x + np.arange(4.0)",
    "x + np.ones(4, dtype=np.float32)",
    "x / np.sqrt(4)",
    "x * np.float32(2)",
    "x * jnp.array([0.5, 1, 2, 3])",
    "x + jnp.arange(4) / 4",
    "x * jnp.linspace(0, 1, 4)",
    "x + jax.random.normal(jax.random.key(0), (4,))",
    "x + jax.nn.initializers.normal()(jax.random.key(0), (4,))",
    "jnp.where(x > 0, x, jnp.zeros(4))",
    "jnp.concatenate([x, jnp.zeros(4)])",
    "jnp.maximum(x, np.zeros(4))",
    "jnp.einsum('i,i->', x, jnp.ones(4))",
    "x @ jnp.ones((4, 4))",
    "x * wide.astype(jnp.zeros(1).dtype)",
    "x + jnp.zeros(4, jnp.ones(3).dtype)",
    "x * jnp.ones(4, {jnp.zeros(1).dtype}.pop())",
    "x * jnp.ones(4, set(each.dtype for each in [jnp.zeros(1), jnp.ones(2)]).pop())",
    "x * jnp.ones(4, jnp.finfo(jnp.zeros(1).dtype).dtype)",
    "x * jnp.ones(4, (lambda d: d if d not in ['complex4', 'complex64'] else None)(jnp.zeros(1).dtype))",
]


def test_alternatives_of_one_operand_do_not_meet(tmp_path: Path) -> None:
    text = """
    import os
    either = jnp.zeros(4) if len(os.environ) > 1 else x
    jnp.sum(either)
    jnp.broadcast_to(either, (2, 4))
    jnp.maximum(either, 0.5)
    jnp.maximum(either, x)
    """
    lines = [finding.place.line - HEAD.count("\n") for finding in told(tmp_path, text)]
    assert lines == [7]  # only there, a float32 array may meet a bfloat16 one


def test_an_accident_beside_a_reported_upcast_is_told_too(tmp_path: Path) -> None:
    text = """
    first = x * jnp.zeros(4)
    second = x @ (np.eye(4) + first)
    third = x - first
    eye = np.eye(4)
    fourth = eye - x @ eye
    fifth = x @ fourth
    """
    lines = {finding.place.line: finding.message for finding in told(tmp_path, text)}
    start = HEAD.count("\n") + 2
    assert [*lines] == [start, start + 1, start + 4]  # the third and the last line only follow
    assert "np.eye" in lines[start + 1]


@pytest.mark.parametrize("expression", ACCIDENTS)
def test_an_accident_is_told(tmp_path: Path, expression: str) -> None:
    (finding,) = told(tmp_path, f"z = {expression}")
    assert finding.code.name == "dtype-upcast"
    assert "twice the memory" in finding.message
    assert finding.advice


SILENT = [
    "x * wide",  # chosen
    "x * jnp.zeros(4, jnp.float32)",
    "x * jnp.zeros(4, dtype='float32')",
    "x * np.ones(4).astype(np.float32).astype(jnp.bfloat16)",
    "x * jnp.zeros(4).astype(jnp.float32)",  # an accident that is cast by choice
    "x * (wide + jnp.zeros(4))",  # one chosen operand settles it
    "jnp.matmul(x, jnp.ones((4, 4), jnp.float32))",
    "(x * jnp.zeros(4)).astype(x.dtype)",  # cast back in the same expression
    "jnp.bfloat16(x * jnp.zeros(4))",
    "jnp.asarray(x * jnp.zeros(4), jnp.bfloat16)",
    "jax.lax.convert_element_type(x * jnp.zeros(4), jnp.bfloat16)",
    "jax.nn.softmax(x + np.arange(4.0)).astype(jnp.bfloat16)",
    "jnp.asarray(x * np.sqrt(4), x.dtype)",
    "lax.convert_element_type(x * np.sqrt(4), jnp.bfloat16)",
    "x * 2.0",
    "x * float(np.sqrt(4))",
    "x * jnp.arange(4)",
    "x * jnp.asarray(2.0)",  # weak
]


@pytest.mark.parametrize("expression", SILENT)
def test_choices_and_casts_are_silent(tmp_path: Path, expression: str) -> None:
    assert told(tmp_path, f"z = {expression}") == []


ROTARY = """
def rotate(x, positions):
    angles = positions[:, None] / 10_000 ** (jnp.arange(2) / 2)
    sin, cos = jnp.sin(angles), jnp.cos(angles)
    first, second = jnp.split(x, 2, axis=-1)
    turned = jnp.concatenate([first * cos - second * sin, second * cos + first * sin], axis=-1)
    return {result}

z = rotate(jnp.ones((3, 4), jnp.bfloat16), jnp.arange(3))
"""


def test_rotary_positions_that_are_cast_back_later_are_silent(tmp_path: Path) -> None:
    assert not told(tmp_path, ROTARY.replace("{result}", "turned.astype(x.dtype)"))
    assert told(tmp_path, ROTARY.replace("{result}", "turned"))


def test_a_cast_in_a_later_statement_is_told(tmp_path: Path) -> None:
    assert len(told(tmp_path, "z = x * jnp.zeros(4)\nz = z.astype(x.dtype)")) == 1


def test_a_cast_to_another_wide_dtype_is_told(tmp_path: Path) -> None:
    assert len(told(tmp_path, "z = (x * jnp.zeros(4)).astype(jnp.float32)")) == 1


KEPT = [
    "acc = jnp.zeros(4)\nacc = acc + x",
    "acc = jnp.zeros(4)\nacc += x",
    "acc = jnp.zeros(4)\nfor _ in range(3):\n    acc = 0.9 * acc + 0.1 * x * x",
    "acc = jnp.zeros(4)\nfor g in unknown():\n    acc = acc + x",
    "acc = jnp.zeros(4)\nwhile unknown():\n    acc = acc + x",
    "s = {'m': jnp.zeros(4)}\ns['m'] = s['m'] + x",
    "s = [jnp.zeros(4)]\ns[0] = s[0] + x",
    "s = {'m': jnp.zeros(4)}\ns = jax.tree.map(lambda m: m + x, s)",
    "class A:\n    def __init__(self): self.m = jnp.zeros(4)\n    def add(self): self.m = self.m + x\nA().add()",
    "class S(NamedTuple):\n    m: jax.Array\n    n: jax.Array\ns = S(jnp.zeros(4), x)\ns = s._replace(m=s.m + x)",
    "@dataclass\nclass S:\n    m: jax.Array\ns = S(jnp.zeros(4))\ns = replace(s, m=s.m + x)",
    "def step(m, g): return m + g\nm = jnp.zeros(4)\nm = step(m, x)",
    "total, _ = lax.scan(lambda t, g: (t + g, None), jnp.zeros(()), x)",
    "total = lax.fori_loop(0, 3, lambda i, t: t + x, jnp.zeros(4))",
    "total = lax.while_loop(lambda t: t.sum() < 3, lambda t: t + x, jnp.zeros(4))",
]


@pytest.mark.parametrize("text", KEPT)
def test_an_accumulator_keeps_its_dtype(tmp_path: Path, text: str) -> None:
    assert told(tmp_path, text) == []


@pytest.mark.parametrize("text", KEPT[:1] + KEPT[2:5])
def test_an_accumulator_is_told_where_it_leaks(tmp_path: Path, text: str) -> None:
    (finding,) = told(tmp_path, text + "\nz = x + acc")
    assert finding.message.startswith('bfloat16 becomes float32 in "+", twice the memory: "acc" is float32')


def test_a_carry_is_told_where_it_leaks(tmp_path: Path) -> None:
    (finding,) = told(tmp_path, KEPT[-3] + "\nz = x + total")
    assert '"total"' in finding.message


WIDENED = [
    ("p = x\np = p - 0.1 * wide", '"p" was bfloat16 and becomes float32 by "-"'),
    ("p = x\np -= 0.1 * wide", '"p" was bfloat16'),
    ("p = {'w': x}\np['w'] = p['w'] * wide", "the item 'w' was bfloat16"),
    ("p = [x]\np[0] = p[0] * wide", "the item 0 was bfloat16"),
    ("p = {'w': x}\np = jax.tree.map(lambda a: a - wide, p)", '"p" (leaf w) was bfloat16'),
    ("class A:\n    def __init__(self): self.p = x\na = A()\na.p = a.p * wide", 'the attribute "p" was bfloat16'),
    ("def step(p): return {k: v - wide for k, v in p.items()}\np = {'w': x}\np = step(p)", '"p" (leaf w) was bfloat16'),
    ("p = x\nfor g in unknown():\n    p = p - 0.1 * wide", '"p" was bfloat16'),
    ("def f():\n    global x\n    x = x * wide\nf()", '"x" was bfloat16'),
]


@pytest.mark.parametrize(("text", "message"), WIDENED)
def test_a_slot_that_becomes_wider_is_told(tmp_path: Path, text: str, message: str) -> None:
    (finding,) = told(tmp_path, text)
    assert finding.message.startswith(message)
    assert finding.advice.startswith("Cast the result back: (")


def test_a_slot_with_a_cast_is_silent(tmp_path: Path) -> None:
    assert told(tmp_path, "p = x\np = p - (0.1 * wide).astype(p.dtype)\np = (p * wide).astype(p.dtype)") == []
    assert told(tmp_path, "p = x\np = p.astype(jnp.float32)\np = wide") == []


def test_a_slot_that_the_next_statement_casts_back_is_silent(tmp_path: Path) -> None:
    assert told(tmp_path, "p = x\np = p - 0.1 * wide\np = p.astype(x.dtype)") == []
    assert len(told(tmp_path, "p = x\np = p - 0.1 * wide\nq = p.astype(x.dtype)")) == 1
    assert len(told(tmp_path, "p = x\np = p - 0.1 * wide\np = p.astype(jnp.float32)")) == 1
    assert len(told(tmp_path, "p = x\np = p * jnp.ones(4)\np = p.astype(x.dtype)")) == 1  # by accident


def test_followers_are_counted(tmp_path: Path) -> None:
    (finding,) = told(tmp_path, "z = x * jnp.zeros(4)\nw = z + x\nv = w * x")
    assert finding.followers >= 4


def test_two_causes_are_two_findings(tmp_path: Path) -> None:
    assert len(told(tmp_path, "a = x * jnp.zeros(4)\nb = x * np.ones(4)")) == 2


def test_a_helper_names_the_line_of_the_call_and_of_the_origin(tmp_path: Path) -> None:
    text = "def scale(a, s):\n    return a * s\nscale(x, x)\ns = np.sqrt(3.0)\nscale(x, s)"
    (finding,) = told(tmp_path, text)
    first = len(HEAD.splitlines()) + 1
    assert finding.place.line == first + 1
    assert finding.message.endswith(f'"s" is float32 by np.sqrt (line {first + 3}), passed in on line {first + 4}')
    assert finding.advice == "A Python number does not widen: float(s)"


def test_advice_names_the_operand(tmp_path: Path) -> None:
    assert [each.advice for each in told(tmp_path, "m = jnp.ones(4)\nz = x * m")] == [
        "Cast the wide operand: m.astype(jnp.bfloat16)"
    ]
    assert [each.advice for each in told(tmp_path, "m = np.ones(4)\nz = x * (m + 1)")] == [
        "Convert the NumPy array: jnp.asarray(m + 1, jnp.bfloat16)"
    ]


def test_the_default_of_a_parameter_is_an_accident(tmp_path: Path) -> None:
    text = "def table(n, dtype=jnp.float32):\n    return jnp.ones(n, dtype)\n"
    (finding,) = told(tmp_path, text + "z = x * table(4)")
    assert "the default of the parameter 'dtype'" in finding.message
    assert told(tmp_path, text + "z = x * table(4, jnp.float32)") == []
    assert told(tmp_path, text + "z = x * table(4, x.dtype)") == []
    assert told(tmp_path, "def f(a, dtype=jnp.float32): return a.astype(dtype)\nz = x * f(x)") == []  # a cast


def test_a_number_converted_to_a_default_dtype_is_a_choice(tmp_path: Path) -> None:
    assert told(tmp_path, "def f(a, dtype=jnp.float32): return a / jnp.sqrt(3).astype(dtype)\nz = f(x)") == []
    assert told(tmp_path, "def f(a, dtype=jnp.float32): return a * jnp.asarray(0.5, dtype)\nz = f(x)") == []


def test_a_default_dtype_is_the_same_object(tmp_path: Path) -> None:
    text = "def f(dtype=jnp.float32):\n    return jnp.zeros(4) if dtype is jnp.float32 else x\nz = x * f()"
    assert len(told(tmp_path, text)) == 1
    text = "sizes = {jnp.float32: wide}\ndef f(dtype=jnp.float32):\n    return sizes[dtype]\nz = f() * jnp.ones(4)"
    assert told(tmp_path, text) == []


COMMON = """
import jax.numpy as jnp

def product(x, y):
    dtype = jnp.result_type(x, y)
    return x.astype(dtype) * y.astype(dtype)
"""
"""A package whose function converts its arguments to a common dtype."""


def test_a_common_dtype_of_a_package_is_told_at_the_call(tmp_path: Path) -> None:
    (tmp_path / "common.py").write_text(COMMON)
    head = "from common import product\n"
    (finding,) = told(tmp_path, f"{head}z = product(x, jnp.zeros(4))")
    assert "bfloat16 becomes float32 in jnp.result_type" in finding.message
    assert told(tmp_path, f"{head}a = product(x, x)\nb = product(x, wide)\nc = product(wide, wide)") == []


def test_a_common_dtype_that_the_program_asks_for_is_silent(tmp_path: Path) -> None:
    assert told(tmp_path, f"{COMMON}\nz = product(x, jnp.zeros(4))") == []
    assert told(tmp_path, "z = x.astype(jnp.promote_types(x.dtype, jnp.float32))") == []


def test_paths_that_join(tmp_path: Path) -> None:
    accidents = "m = jnp.zeros(4) if unknown() else jnp.ones(4)\nz = x * m"
    assert len(told(tmp_path, accidents)) == 1
    assert told(tmp_path, "m = jnp.zeros(4) if unknown() else wide\nz = x * m") == []
    assert told(tmp_path, "m = jnp.zeros(4) if unknown() else unknown()\nz = x * m") == []


def test_every_alternative_counts(tmp_path: Path) -> None:
    """A narrow alternative beside an accident is told, although a wide one comes last."""
    assert len(told(tmp_path, "a = x if unknown() else wide\nz = a * jnp.zeros(4)")) == 1
    assert len(told(tmp_path, "a = wide if unknown() else x\nz = a * jnp.zeros(4)")) == 1


def test_leaks_are_off_by_default(tmp_path: Path) -> None:
    text = "def f(a):\n    s = jnp.mean(a.astype(jnp.float32))\n    return a * s\nz = f(x)"
    assert told(tmp_path, text) == []
    codes = {each.code.name: each for each in told(tmp_path, text, "all")}
    assert codes["dtype-leak"].message == 'f returns float32, twice the memory: bfloat16 became wider by "*"'
    assert codes["dtype-leak"].advice == "Cast the result back: (a * s).astype(jnp.bfloat16)"


def test_a_wide_argument_is_no_leak(tmp_path: Path) -> None:
    text = "def f(a, s):\n    return a * s\nz = f(x, wide)"
    assert "dtype-leak" not in {each.code.name for each in told(tmp_path, text, "all")}


def test_x64_tells_only_a_chosen_narrow_side(tmp_path: Path) -> None:
    head = 'jax.config.update("jax_enable_x64", True)\n'
    assert len(told(tmp_path, head + "z = wide * jnp.ones(4)")) == 1
    assert told(tmp_path, head + "def f(dtype=jnp.float32): return jnp.ones(4, dtype)\nz = f() * jnp.ones(4)") == []


@pytest.mark.long
def test_findings_do_not_depend_on_the_hash_seed(tmp_path: Path) -> None:
    texts = [*KEPT, *(text for text, _ in WIDENED), *(f"z = {each}" for each in ACCIDENTS)]
    for index, text in enumerate(texts):
        (tmp_path / f"p{index}.py").write_text(HEAD + textwrap.dedent(text) + "\nz = x + np.ones(4) + jnp.zeros(4)\n")
    command = [
        sys.executable,
        "-m",
        "jaxtyping_promo",
        "check",
        "--format",
        "json",
        "--values",
        "--reports",
        "all",
        ".",
    ]
    models = str(Path(__file__).parent / "models")
    outputs = set()
    for seed in ("0", "1", "2", "77"):
        result = subprocess.run(
            [*command, models], cwd=tmp_path, env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, text=True
        )
        assert result.stdout, result.stderr
        outputs.add(result.stdout)
    assert len(outputs) == 1


FOLDS = ("sum(found.values(), start=0.0)", "functools.reduce(operator.add, found.values())")


@pytest.mark.parametrize("key", ["str(random.random())", "random.choice('ab')"])
@pytest.mark.parametrize("fold", FOLDS)
def test_a_fold_of_items_that_may_have_one_dtype_is_silent(tmp_path: Path, fold: str, key: str) -> None:
    either = "jnp.bfloat16 if random.random() < 0.5 else jnp.float32"
    fill = f"for n in range(random.randint(0, 9)):\n    found[{key}] = jnp.ones(3, {either})\n"
    program = f"import functools, operator, random\nfound = dict()\n{fill}total = {fold}\n"
    assert told(tmp_path, program, "all") == []


def test_the_start_of_a_sum_is_mixed_with_each_item(tmp_path: Path) -> None:
    program = "xs = [x for _ in range(int(x[0]))]\ntotal = sum(xs, start=jnp.zeros(4))\n"
    assert [finding.code.name for finding in told(tmp_path, program)] == ["dtype-upcast"]


NEVER_TOGETHER = [
    "value * value",
    "value + jnp.exp(value)",
    "jnp.exp(value)",
    "jnp.asarray(value)",
    "jnp.where(value > 0, value, 2 * value)",
    "jnp.concatenate([value, -value])",
]
"""Expressions whose operands are all narrow or all wide."""


@pytest.mark.parametrize("expression", NEVER_TOGETHER)
def test_operands_whose_dtypes_one_condition_decides(tmp_path: Path, expression: str) -> None:
    text = f"""
    import sys

    def compute(value=None):
        if value is None:
            value = jnp.zeros(4)
        return {expression}

    compute(x if len(sys.argv) > 1 else None)
    """
    assert not told(tmp_path, text)


def test_one_operand_with_several_dtypes(tmp_path: Path) -> None:
    text = """
    import sys

    def compute(value=None):
        if value is None:
            value = jnp.zeros(4)
        chosen = jnp.where(x > 0, x, value)
        return chosen, x + value

    compute(x if len(sys.argv) > 1 else None)
    """
    assert len(told(tmp_path, text)) == 2


def test_items_that_go_back_to_their_own_array_are_silent(tmp_path: Path) -> None:
    text = """
    def spline(w):
        weights = jnp.zeros(3)
        weights = weights.at[0].set(0.5 * w * w)
        weights = weights.at[1].set(((1 + w) * weights[0] + (3 - w) * weights[0]) / 3)
        return weights

    spline(x[0])
    """
    assert not told(tmp_path, text)
    assert len(told(tmp_path, text.replace("return weights", "return w * weights"))) == 1


WITHOUT_WIDE_OPERAND = [
    "x + y",
    "x * y",
    "x @ y",
    "x // y",
    "jnp.where(x > 0, x, y)",
    "jnp.concatenate([x, y])",
    "jnp.stack([x, y, x])",
    "jnp.dot(x, y)",
    "jnp.einsum('i,i->', x, y)",
    "jnp.maximum(x, y)",
    "jnp.arctan2(x, y)",
    "jnp.linspace(x, y, 3)",
    "jnp.append(x, y)",
    "jnp.select([x > 0], [x], y)",
    "jnp.clip(x, y)",
]


@pytest.mark.parametrize("expression", WITHOUT_WIDE_OPERAND)
def test_narrow_operands_without_a_common_narrow_dtype(tmp_path: Path, expression: str) -> None:
    """The result is wider than each operand, so no operand is called the wide one. The advice makes the result narrow."""
    (finding,) = told(tmp_path, f"z = {expression}")
    names: dict[str, Any] = {}
    exec(HEAD, names)
    assert eval(expression, names).dtype == "float32"
    assert finding.code.name == "dtype-widening"
    assert finding.message.endswith(" is float32 here, twice the memory")
    assert "bfloat16" in finding.message and "float16" in finding.message.replace("bfloat16", "")
    cast = finding.advice.removeprefix("If all values fit, cast first: ")
    assert cast == "y.astype(jnp.bfloat16)"
    assert eval(re.sub(r"\by\b", cast, expression), names).dtype == "bfloat16"
    assert finding.origin is not None
    assert [finding.origin.place.line, *(each.place.line for each in finding.other_origins)] == [6, 7]


def test_narrow_operands_without_a_common_narrow_dtype_beside_a_wide_one(tmp_path: Path) -> None:
    (finding,) = told(tmp_path, "z = jnp.concatenate([x, y, jnp.ones(4)])")
    assert finding.code.name == "dtype-upcast"
    assert finding.message == (
        'bfloat16 and float16 become float32 in jnp.concatenate, twice the memory: "jnp.ones(4)" is float32 by '
        "the default of jnp.ones, and no 16-bit dtype holds both"
    )
    assert finding.advice == "Cast all operands to one dtype: .astype(jnp.bfloat16) or .astype(jnp.float16)"
    assert not told(tmp_path, "z = jnp.concatenate([x, y, wide])")


def test_the_advice_of_a_shared_cause_is_that_of_the_operation(tmp_path: Path) -> None:
    """A cast of the wide operand is not enough beside bfloat16 and float16, so both lines are told."""
    path = tmp_path / "p.py"
    path.write_text(HEAD + "a = jnp.ones(4)\nb = jnp.concatenate([x, y, a])\nc = jnp.where(x > 0, x, a)\n")
    run = Program([str(path)]).interpret()
    found = one_for_each_cause(run, findings(run, lambda shown: True, lambda _, code: PRESETS["default"][code.name]))
    assert [finding.advice.partition(":")[0] for finding in found] == [
        "Cast all operands to one dtype",
        "Cast the wide operand",
    ]


@pytest.mark.parametrize(
    "text", ["z = (x + y).astype(jnp.bfloat16)", "z = x < y", "d = jnp.result_type(x, y)", "z = x + y\nz = z * x"]
)
def test_narrow_operands_that_are_cast_back_or_told_already(tmp_path: Path, text: str) -> None:
    assert len(told(tmp_path, text)) == text.count("\n")


def test_narrow_operands_of_a_function_that_computes_in_float32(tmp_path: Path) -> None:
    import jax.numpy as jnp

    assert jnp.fft.irfft(jnp.ones(4, jnp.bfloat16)).dtype == "float32"
    (finding,) = told(tmp_path, "z = jnp.fft.irfft(x)")
    assert (
        finding.message == "bfloat16 becomes float32 in jax.numpy.fft.irfft, twice the memory: it computes in float32"
    )
    assert finding.advice == "Cast the result back: .astype(jnp.bfloat16)"


def test_narrow_operands_of_a_call_with_items_of_a_dict(tmp_path: Path) -> None:
    text = """
    def of_params(params, ints):
        return jnp.mean(params["w"] * ints + params["b"])

    of_params({"w": x, "b": y}, jnp.ones(4, jnp.int8))
    """
    (finding,) = told(tmp_path, text)
    assert finding.message == "bfloat16 + float16 is float32 here, twice the memory"
    assert finding.advice == 'If all values fit, cast first: params["b"].astype(jnp.bfloat16)'
    assert [call.function for call in finding.calls] == ["of_params"]


@pytest.mark.parametrize("expression", ["i + u", "jnp.stack([i, u])", "jnp.where(i > 0, i, u)"])
def test_integers_without_a_common_dtype_of_their_width(tmp_path: Path, expression: str) -> None:
    names: dict[str, Any] = {}
    text = "i, u = jnp.ones(4, jnp.int8), jnp.ones(4, jnp.uint8)\n"
    exec(HEAD + text, names)
    assert eval(expression, names).dtype == "int16"
    (finding,) = told(tmp_path, f"{text}z = {expression}")
    assert finding.message.endswith(" is int16 here, twice the memory")
    assert finding.advice == "If all values fit, cast first: u.astype(jnp.int8)"
