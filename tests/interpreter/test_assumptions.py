"""Assumed dtypes of open inputs: which inputs are floats, and what is found under an assumption."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from jaxtyping_promo.diagnostics.codes import PRESETS
from jaxtyping_promo.exceptions import ConfigError
from jaxtyping_promo.interpreter.assumptions import parse_assumptions
from jaxtyping_promo.interpreter.definitions import Definition
from jaxtyping_promo.interpreter.input_kinds import ModuleKinds, kinds_of_parameters
from jaxtyping_promo.interpreter.program import Program
from jaxtyping_promo.interpreter.report import findings


def kinds(text: str) -> dict[str, str]:
    node = ast.parse(text).body[0]
    assert isinstance(node, ast.FunctionDef)
    return dict(kinds_of_parameters(Definition(node, "p.py", "p", ast.Module([node], []))))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("def f(a): return jnp.exp(a)", {"a": "float"}),
        ("def f(a, b): return a[b]", {"b": "int"}),
        ("def f(a, b): return jax.random.normal(a, (3,)) * b.mean()", {"a": "key", "b": "float"}),
        ("def f(a, b): return jnp.where(a, b, 0)", {"a": "bool"}),
        ("def f(a): return ~a", {"a": "bool"}),
        ('def f(a: Int[Array, "n"], b: Float32[Array, ""]): ...', {"a": "int", "b": "float"}),
        ("def f(x, tokens, mask, rng): return x + 1", {"x": "float", "tokens": "int", "mask": "bool", "rng": "key"}),
        ("def f(labels): return jnp.log(jnp.clip(labels, 1e-8))", {"labels": "float"}),
        ("def f(labels): return jnp.exp(labels.reshape(-1))", {"labels": "float"}),
        ("def f(x): return x(1)", {}),  # a function
        ("def f(x): return x['w']", {}),  # a dict
        ("def f(a): return jnp.exp(a) + jnp.take(jnp.ones(3), a)", {}),  # evidence for two kinds
        ("def f(n, eps, axis): ...", {}),
        ("def f(a, b): return a @ b.T", {"a": "float", "b": "float"}),
        ("def f(a, b): return jnp.dot(a, b)", {"a": "float", "b": "float"}),
        ("def f(a):\n  b = a.T\n  return jnp.exp(b)", {"a": "float"}),  # by the value of another variable
        ("def f(a, b): return a + b.mean()", {"a": "float", "b": "float"}),  # beside a float
        ("def f(a): return jnp.concatenate([a, jnp.zeros(3)])", {"a": "float"}),
        ("def f(a): return a + jnp.zeros(3, dtype=int)", {}),
        ("def f(num_a, labels): return num_a * labels * jnp.ones(3)", {"labels": "int"}),  # by their names
        ("def f(a):\n  a = embed(a)\n  return jnp.exp(a)", {}),  # another value
        ("def f(a, is_last): return jnp.exp(a) * is_last", {"a": "float"}),
        ("def f(a, scale=2.0): return jnp.exp(a) * scale", {"a": "float"}),  # its default is a Python number
        ("def f(a):\n  chex.assert_type([a], float)", {"a": "float"}),
        ("def f(a: jax.Array): return a - 1", {"a": "float"}),
        ("def f(a: float): return jnp.exp(a)", {}),
        ('def f(a: Optional[Float[Array, "n"]], b: "Int[Array, ...] | None"): ...', {"a": "float", "b": "int"}),
        ('def f(x, w):\n  """x (complex64): poles\n  w: (float32) zeros\n  """\n  return x + w.mean()', {"w": "float"}),
        ("def f(a: jax.Array):\n  w = a[:, 1:2]\n  return a[:, 0:1] * (w // 2)", {}),  # integers
        ("def f(a: jax.Array, b: jax.Array): return a & b", {}),  # bits or bools
        ("def f(a: jax.Array, n): return a & (n == 3)", {"a": "bool"}),
        ("def f(a: jax.Array, b):\n  a |= ~b\n  return a", {"a": "bool", "b": "bool"}),
        ("def f(a: jax.Array, b: jax.Array): return (a >> 2) ^ b", {}),
        ("def f(position, x): return jnp.sin(position / x)", {"x": "float"}),
        ("def f(x, cells):\n  for _ in range(cells):\n    x = x / cells\n  return jnp.exp(x)", {"x": "float"}),
        ("def f(segment_pos: jax.Array): return segment_pos - 1", {}),
        ("def f(lengths, n): return jnp.arange(n)[None] < lengths[:, None]", {"lengths": "int"}),
        ("def f(a, n):\n  steps = jnp.arange(n)\n  return (steps >= jnp.expand_dims(a, 1)) + 1.0", {"a": "int"}),
        ("def f(a, n): return jnp.exp(a) * (jnp.arange(n) < a)", {}),  # evidence for two kinds
        ("def f(a, pad_id): return jnp.dot(a != pad_id, jnp.ones(3))", {"a": "int"}),
        ("def f(a): return jnp.where(a == 0.5, a, 1.0)", {"a": "float"}),
        ("def f(a, most): return jnp.arange(most) < jnp.concatenate([most - a, jnp.zeros(1)])", {"a": "float"}),
        ("def f(paddings): return 1.0 - paddings", {}),  # they may be bools
        ("def f(loss_mask): return jnp.exp(loss_mask) * (1 - loss_mask)", {"loss_mask": "float"}),
        ("def f(resets): return jnp.concatenate([jnp.zeros(1), resets])", {"resets": "bool"}),
    ],
)
def test_kinds_of_parameters(text, expected):
    assert kinds(text) == expected


PROGRAM = """\
import jax.numpy as jnp
import numpy as np

def scores(q, k):
    return q @ k.T / np.sqrt(q.shape[-1])

def cast(x):
    return x.astype(jnp.float32) * jnp.ones(3)

def tested(x):
    if x.dtype == jnp.bfloat16:
        x = x.astype(jnp.float32)
    return x * jnp.ones(3)
"""


def found(path: Path, *assumed: str) -> list[tuple[int, str, tuple[str, ...]]]:
    program = Program([path], assumptions=parse_assumptions(assumed))
    run = program.interpret()
    shown = findings(run, lambda _: True, lambda _, code: PRESETS["default"][code.name])
    return [(finding.place.line, finding.code.name, finding.hypotheses) for finding in shown]


def test_findings_under_an_assumption(tmp_path):
    path = tmp_path / "library.py"
    path.write_text(PROGRAM)
    assert found(path) == []  # nothing is known of the inputs
    assert found(path, "float=bfloat16") == [(5, "dtype-upcast", ("float=bfloat16",))]
    scores, tested = found(path, "float=bfloat16,float16,float32")
    assert scores == (5, "dtype-upcast", ("float=bfloat16", "float=float16"))
    assert tested == (13, "dtype-upcast", ("float=float16",))  # only bfloat16 is cast


def test_a_pattern_names_one_input(tmp_path):
    path = tmp_path / "library.py"
    path.write_text("import jax.numpy as jnp\ndef f(count): return count * jnp.ones(3)\n")
    assert found(path, "float=bfloat16") == []
    assert found(path, "library.f.count=bfloat16")[0][:2] == (2, "dtype-upcast")


def test_a_function_of_the_module_tells_the_kinds_of_its_arguments():
    tree = ast.parse("def g(x): return jnp.exp(x)\ndef f(a, b): return g(a)")
    node = tree.body[1]
    assert isinstance(node, ast.FunctionDef)
    assert ModuleKinds(tree).of(Definition(node, "p.py", "p", tree)) == {"a": "float"}


@pytest.mark.parametrize(
    ("module", "function", "expected"),
    [
        ("dot = jnp.vectorize(jnp.dot, signature='(n),(n)->()')", "def f(a, b): return dot(a, b)", "ab"),
        ("product = partial(jnp.vdot, precision='highest')", "def f(a, b): return product(a, b)", "ab"),
        ("def g(x): return jnp.exp(x)\nslope = jax.vmap(jax.grad(g))", "def f(a, b): return slope(a)", "a"),
        ("shifted = partial(jnp.exp, 2.0)", "def f(a, b): return shifted(a)", ""),
        ("table = dict(a=1)", "def f(a, b): return table(a)", ""),
        ("def g(x, y): return x + jnp.log(y)", "def f(a, b): return g(y=a, x=b)", "ab"),
        ("def g(x, *, y): return x, jnp.log(y)", "def f(a, b): return g(b, y=a)", "a"),
        ("def g(x, y): return x, jnp.log(y)", "def f(a, b): return g(*b, a)", ""),
        ("", "def f(a: jax.Array, b): return solve(cost=-a)", "a"),
        ("", "def f(a: jax.Array, b): return solve(not a)", ""),
    ],
)
def test_kinds_by_other_names_and_keywords(module, function, expected):
    tree = ast.parse(f"{module}\n{function}")
    node = tree.body[-1]
    assert isinstance(node, ast.FunctionDef)
    found = ModuleKinds(tree).of(Definition(node, "p.py", "p", "f"))
    assert found == dict.fromkeys(expected, "float")


def test_imported_functions_tell_the_kinds_of_their_arguments(tmp_path):
    (tmp_path / "tools.py").write_text("import jax.numpy as jnp\ndef norm(matrix): return jnp.exp(matrix)\n")
    path = tmp_path / "library.py"
    path.write_text(
        "import jax.numpy as jnp\n"
        "import tools\n"
        "from tools import norm as length\n"
        "def f(a): return length(a) * jnp.ones(3)\n"
        "def g(b): return tools.norm(b) * jnp.ones(3)\n"
        "def h(c): return tools.other(c) * jnp.ones(3)\n"
    )
    assert [line for line, _, _ in found(path, "float=bfloat16")] == [4, 5]


REFUSING = """\
import jax
import jax.numpy as jnp


def inverse(matrix):
    return jnp.linalg.inv(matrix)[..., ::-1]


class Normal:
    def __init__(self, cov: jax.Array | None = None, precision: jax.Array | None = None, tril: jax.Array | None = None):
        if cov is not None:
            self.tril = jnp.linalg.cholesky(cov)
        elif precision is not None:
            self.tril = jnp.swapaxes(inverse(precision), -1, -2)
        elif tril is not None:
            self.tril = tril

    def sample(self, key):
        return self.tril @ jax.random.normal(key, (3,))


class Refused:
    def __init__(self, cov: jax.Array):
        self.cov = cov
        self.tril = jnp.linalg.cholesky(cov)
"""


def test_an_object_that_jax_refuses_to_make_is_no_receiver(tmp_path):
    path = tmp_path / "library.py"
    path.write_text(REFUSING)
    lines = [number for number, line in enumerate(REFUSING.splitlines(), 1) if "linalg" in line or "@" in line]
    assert sorted({line for line, _, _ in found(path, "float=bfloat16")}) == lines


METHODS = """\
from typing import NamedTuple
import jax
import jax.numpy as jnp
from jax.typing import ArrayLike


class Normal:
    def __init__(self, loc: ArrayLike = 0.0, scale: ArrayLike = 1.0):
        self.loc, self.scale = loc, scale

    def sample(self, key):
        return self.loc + self.scale * jax.random.normal(key, (3,))


class Layer:
    def __init__(self, size: int):
        self.weights = [jnp.zeros((size, size))]

    def __call__(self, x):
        for weight in self.weights:
            x = x @ weight
        return x * jnp.ones(3)


class State(NamedTuple):
    mean: jax.Array
    step: jax.Array


def centered(state: State, weights: jax.Array | None = None):
    return (state.mean - jnp.ones(3)) * state.step


def default(x, factor=2.0, name=None):
    return jnp.exp(x) * factor * jnp.ones(3)
"""


def test_objects_and_defaults_under_an_assumption(tmp_path):
    path = tmp_path / "library.py"
    path.write_text(METHODS)
    lines = [number for number, line in enumerate(METHODS.splitlines(), 1) if "ones(3)" in line or "normal(" in line]
    assert [line for line, _, _ in found(path, "float=bfloat16")] == lines
    assert found(path) == []


OPTIONAL = """\
import jax
import jax.numpy as jnp


def weighted(x, weights=None):
    if weights is None:
        weights = jnp.ones(3)
    return jnp.exp(x) * weights


def rotation(key, theta=None):
    if theta is None:
        theta = jax.random.uniform(key)
    return jnp.array([jnp.cos(theta), jnp.sin(theta)])  # both are float32, or both are bfloat16


class Layers:
    def __init__(self, depth: int):
        self.weights = tuple(jnp.zeros((3, 3)) for _ in range(depth))

    def __call__(self, x):
        for weight in self.weights:
            x = x @ weight
        return x
"""


def test_optional_arrays_are_passed_or_left_out(tmp_path):
    path = tmp_path / "library.py"
    path.write_text(OPTIONAL)
    assert [line for line, _, _ in found(path, "float=bfloat16")] == [8]


@pytest.mark.parametrize(("name", "told"), [("reference", 1), ("test_reference", 0), ("reference_test", 0)])
def test_only_a_pattern_reaches_the_functions_of_a_test_file(tmp_path, name, told):
    path = tmp_path / f"{name}.py"
    path.write_text("import jax.numpy as jnp\ndef reference(x): return jnp.exp(x) * jnp.eye(3)\n")
    assert len(found(path, "float=bfloat16")) == told
    assert len(found(path, f"{name}.reference.x=bfloat16")) == 1


def test_arguments_of_tests_are_not_assumed(tmp_path):
    path = tmp_path / "library.py"
    path.write_text("import jax.numpy as jnp\ndef test_scale(x): assert jnp.exp(x) * jnp.ones(3)\n")
    assert found(path, "float=bfloat16") == []


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("float", "'float' is no assumption; write float=bfloat16"),
        ("float=float12", "unknown dtype 'float12' in 'float=float12'; dtypes: bool_"),
        ("float=int8", "int8 in 'float=int8' is no dtype of the kind float"),
        ("tokens=int8", "'tokens' in 'tokens=int8' is neither a kind nor a pattern"),
        ("=int8", "'=int8' is no assumption"),
        ("float=float32,", "unknown dtype ''"),
        ("float=" + "float32," * 16 + "float16", "17 hypotheses are too many; the most are 16"),
    ],
)
def test_wrong_assumptions(text, message):
    with pytest.raises(ConfigError, match=message.replace("*", r"\*").split(";")[0]):
        parse_assumptions([text])


def test_a_kind_is_assumed_once():
    with pytest.raises(ConfigError, match="float is assumed twice; write float=bfloat16,float16"):
        parse_assumptions(["float=bfloat16", "float=float16"])


def test_every_combination_is_a_hypothesis():
    found = parse_assumptions(["float=bfloat16,float16", "m.*.x=int8,int16"])
    assert [str(one) for one in found] == [
        "float=bfloat16, m.*.x=int8", "float=bfloat16, m.*.x=int16",
        "float=float16, m.*.x=int8", "float=float16, m.*.x=int16",
    ]  # fmt: skip


def test_patterns_name_methods_and_nested_functions(tmp_path):
    path = tmp_path / "library.py"
    path.write_text(
        "import jax.numpy as jnp\n"
        "class Layer:\n    def apply(self, thing): return thing * jnp.ones(3)\n"
        'if __name__ == "__main__": pass\n'
    )
    assert found(path, "library.Layer.apply.thing=bfloat16")[0][:2] == (3, "dtype-upcast")
    assert found(path, "*.apply.thing=bfloat16")[0][:2] == (3, "dtype-upcast")
    assert found(path, "library.apply.thing=bfloat16") == []


REFUSALS = """\
import jax
import jax.numpy as jnp

def bits(x):
    return x & jnp.exp(x)

def loop(x):
    return jax.lax.fori_loop(0, 3, lambda i, c: c + jnp.float32(1) * x, x)
"""


def test_refusals_that_another_dtype_does_not_cure_are_silent(tmp_path):
    path = tmp_path / "library.py"
    path.write_text(REFUSALS)
    assert found(path, "float=bfloat16")[0] == (8, "dtype-carry", ("float=bfloat16",))
    assert found(path, "float=float32") == []


COUNTS = """\
import jax.numpy as jnp


def tail(k):
    table = jnp.array([0.5, 0.25])
    return jnp.where(k < 2, table[k], 1 / (k + 1))


def draw(x, is_first):
    k = 1 if is_first else jnp.exp(x)
    return tail(k)
"""
"""A number `k` that is an index, and also a float by the assumption."""


def test_a_variable_that_is_an_index_is_an_integer_behind_it(tmp_path):
    path = tmp_path / "library.py"
    path.write_text(COUNTS)
    assert found(path, "float=bfloat16") == []
    path.write_text(COUNTS.replace("table[k]", "table[0]"))
    assert [line for line, _, _ in found(path, "float=bfloat16")] == [6]


def test_a_refusal_of_another_function_stays(tmp_path):
    path = tmp_path / "library.py"
    path.write_text(f"{REFUSALS}\ndef half(x):\n    return loop(jnp.exp(x).astype(jnp.float16))\n")
    assert (8, "dtype-carry", ("float=bfloat16",)) in found(path, "float=bfloat16")


def test_an_assumed_integer_is_no_cause(tmp_path):
    path = tmp_path / "library.py"
    path.write_text(
        "import jax.numpy as jnp\n"
        "def f(x, positions): return jnp.exp(x) + positions / 7\n"
        "def g(x, positions): return jnp.exp(x) * positions\n"
        "def h(x): return jnp.exp(x) + jnp.arange(3) / 7\n"
    )
    assert found(path, "float=float16") == [(4, "dtype-upcast", ("float=float16",))]


def test_globals_that_a_function_assigns_are_open(tmp_path):
    path = tmp_path / "library.py"
    path.write_text(
        "import jax.numpy as jnp\n"
        "SCALE = jnp.ones(3)\n"
        "def set_scale(dtype):\n    global SCALE\n    SCALE = SCALE.astype(dtype)\n"
        "def scaled(x): return x * SCALE\n"
    )
    assert found(path, "float=bfloat16") == []


def test_a_field_with_a_number_as_its_default_is_no_array(tmp_path):
    path = tmp_path / "p.py"
    path.write_text("""
import jax
from dataclasses import dataclass, field

@dataclass
class Policy:
    noise: jax.Array = field(default=0.5)
    shift: jax.Array = 0.1

    def act(self, key):
        return self.noise * jax.random.normal(key, (3,)) + self.shift * jax.random.normal(key, (3,))
""")
    run = Program([path], assumptions=parse_assumptions(["float=bfloat16"])).interpret()
    assert not findings(run, lambda shown: True, lambda *_: "note")


def test_an_attribute_from_a_parameter_with_a_number_as_its_default_is_no_array(tmp_path):
    path = tmp_path / "p.py"
    path.write_text("""
import jax
from package import read

class Ant:
    def __init__(self, path, noise=0.5):
        self.size = read(path).size
        self.noise = noise

    def reset(self, key):
        high = self.noise
        return high * jax.random.normal(key, (3,))
""")
    run = Program([path], assumptions=parse_assumptions(["float=bfloat16"])).interpret()
    assert not findings(run, lambda shown: True, lambda *_: "note")


COMPARED = """
import jax.numpy as jnp, numpy as np
def below(x): return x < jnp.finfo(x.dtype).eps * np.float32(2)
def is_set(x, default=None):
    if default is None:
        x = np.full(3, np.nan)
    return jnp.exp(x) * (x == x)
"""


def test_a_comparison_leaves_no_wide_array(tmp_path):
    path = tmp_path / "library.py"
    path.write_text(COMPARED)
    assert [line for line, code, _ in found(path, "float=bfloat16") if code == "dtype-widening"] == []


def test_operands_that_one_condition_decides_lose_nothing(tmp_path):
    path = tmp_path / "program.py"
    path.write_text(
        "import sys, jax.numpy as jnp\n"
        "x = jnp.ones(3, jnp.int32)\nif len(sys.argv) > 1:\n    x = jnp.ones(3, jnp.uint32)\ny = x * x\n"
    )
    assert found(path) == []
    path.write_text(path.read_text() + "z = x * jnp.ones(3, jnp.uint32)\n")
    assert [(line, code) for line, code, _ in found(path)] == [(6, "dtype-range")]


LIMITS = """
import sys, jax, jax.numpy as jnp
dtype = {"bf16": jnp.bfloat16, "fp32": jnp.float32, "fp64": jnp.float64}[sys.argv[1]]
x = jnp.full(3, jnp.finfo(dtype).min)
y = (jnp.arange(3) < 2) * jnp.finfo(dtype).min
z = jnp.full(3, jnp.finfo(jnp.float64).min)
"""


def test_limits_of_a_dtype_that_an_option_chooses_lose_nothing(tmp_path):
    path = tmp_path / "program.py"
    path.write_text(LIMITS)
    assert {line for line, _, _ in found(path)} == {6}
