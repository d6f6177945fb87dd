"""A dtype policy: how it is declared, which inputs it sets, and what it reports."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import pytest

from jaxtyping_promo.config_files import read_check_table
from jaxtyping_promo.diagnostics.codes import PRESETS
from jaxtyping_promo.exceptions import ConfigError
from jaxtyping_promo.interpreter.policy.declaration import Policy, parse_policy
from jaxtyping_promo.interpreter.policy.tables import says_loss, says_norm, words
from jaxtyping_promo.interpreter.program import Program
from jaxtyping_promo.interpreter.report import findings, values

IMPORTS = "import jax\nimport jax.numpy as jnp\nimport optax\nfrom flax import linen as nn\n"


def policy_of(folder: Path, table: str) -> Policy | None:
    path = folder / "pyproject.toml"
    path.write_text(f"[tool.jaxtyping-promo.policy]\n{table}\n")
    return parse_policy(read_check_table(str(path), "policy"))


def told(folder: Path, table: str, text: str) -> list[tuple[int, str]]:
    """The lines of the text, from 1, and the codes that are reported there."""
    if "nn." in text.replace("jax.nn.", ""):
        pytest.importorskip("flax")
    path = folder / "train.py"
    path.write_text(IMPORTS + dedent(text).lstrip("\n"))
    run = Program([path], policy=policy_of(folder, table)).interpret()
    shown = findings(run, lambda file: file == str(path), lambda _, code: PRESETS["default"][code.name])
    return [(one.place.line - 4, one.code.name) for one in shown if one.code.name.startswith("policy-")]


BFLOAT16 = 'compute = "bfloat16"\n'


@pytest.mark.parametrize(
    ("table", "text", "expected"),
    [
        ('accumulate = "float32"', "def f(x, w): return x @ w", [(1, "policy-accumulate")]),
        ('accumulate = "float32"', "def f(x, w): return jnp.dot(x, w, preferred_element_type=jnp.float32)", []),
        ('accumulate = "float32"', 'def f(x, w): return jnp.einsum("ij,jk->ik", x, w)', [(1, "policy-accumulate")]),
        ('accumulate = "float32"', "def f(x): return jnp.cumsum(x)", [(1, "policy-accumulate")]),
        ('accumulate = "float32"', "def f(x): return jnp.sum(x)", []),  # JAX adds in float32
        ('accumulate = "bfloat16"', "def f(x, w): return x @ w", []),
        ('softmax = "float32"', "def f(x): return jax.nn.softmax(x)", [(1, "policy-softmax")]),
        ('softmax = "float32"', "def f(x): return jax.nn.softmax(x.astype(jnp.float32))", []),
        ('softmax = "float32"', "def f(x): return jax.nn.logsumexp(x)", [(1, "policy-softmax")]),
        ('softmax = "float32"', "def f(x): return nn.log_softmax(x)", [(1, "policy-softmax")]),
        ('norm = "float32"', "def layer_norm(x): return x / jnp.mean(x)", [(1, "policy-norm")]),
        ('norm = "float32"', "def f(x): return x / jnp.mean(x)", []),
        ('norm = "float32"', "class RMSNorm:\n    def scaled(self, x): return x / x.mean()", [(2, "policy-norm")]),
        ('norm = "float32"', "def f(x): return jnp.linalg.norm(x)", [(1, "policy-norm")]),
        ('norm = "float32"', "def f(x): return optax.global_norm([jnp.exp(x)])", [(1, "policy-norm")]),
        ('loss = "float32"', "def mse_loss(x, y): return jnp.mean((x - jnp.exp(y)) ** 2)", [(1, "policy-loss")]),
        ('loss = "float32"', "def mse_loss(x, y): return jnp.mean((x - y).astype(jnp.float32) ** 2)", []),
        ('loss = "float32"', "def loss(x): return jnp.mean(x), {'size': x}", [(1, "policy-loss")]),
        ('loss = "float32"', "def f(x): return optax.squared_error(x, jnp.exp(x))", [(1, "policy-loss")]),
        (
            'loss = "float32"',
            "def g(x): return x.sum()\ndef f(x): return jax.grad(g)(jnp.exp(x))",
            [(2, "policy-loss")],
        ),
        ('gradients = "float32"', "def f(x): return jax.grad(jnp.sum)(jnp.exp(x))", [(1, "policy-gradients")]),
        ('moments = "float32"', "x = optax.adam(1e-3).init(jnp.ones(3, jnp.bfloat16))", [(1, "policy-moments")]),
        ('moments = "float32"', "x = optax.adam(1e-3).init(jnp.ones(3, jnp.float32))", []),
        ('moments = "float32"', "x = optax.sgd(1e-3, 0.9).init(jnp.ones(3, jnp.bfloat16))", [(1, "policy-moments")]),
        ('moments = "float32"', "x = optax.sgd(1e-3).init(jnp.ones(3, jnp.bfloat16))", []),
        (
            'moments = "float32"',
            'state = {"m": jnp.zeros(3, jnp.float16), "v": jnp.zeros(3)}',
            [(1, "policy-moments")],
        ),
        ('moments = "float32"', 'state = {"v": jnp.zeros(3, jnp.float16), "k": 1}', []),
        ('output = "float32"', "def f(x): return jnp.exp(x)", [(1, "policy-output")]),
        ('output = "float32"', "def g(x): return jnp.exp(x)\ndef f(x): return g(x).astype(jnp.float32)", []),
        ('output = "float32"', "def _f(x): return jnp.exp(x)", []),
        ('output = "bfloat16"', "def f(x): return jnp.exp(x)", []),
    ],
)
def test_checks(table, text, expected, tmp_path):
    assert told(tmp_path, BFLOAT16 + table, text) == expected


LAYER = """
    class Layer(nn.Module):
        @nn.compact
        def __call__(self, x):
            return x * self.param("w", nn.initializers.ones, (4,), jnp.bfloat16)
    """


def test_parameters(tmp_path):
    assert told(tmp_path, 'params = "float32"', LAYER) == [(4, "policy-params")]
    assert told(tmp_path, 'params = "bfloat16"', LAYER) == []
    text = "def init(key): return jax.nn.initializers.lecun_normal()(key, (3, 3), jnp.float16)"
    assert told(tmp_path, 'params = "float32"', text) == [(1, "policy-params")]


SOFTMAX = """
    def router(x): return jax.nn.softmax(x)
    def heads(x): return jax.nn.softmax(x)  # type: ignore[policy-softmax]
    def scores(x): return jax.nn.softmax(x)  # jaxtyping-promo: ignore[policy-norm, policy-softmax]
    def others(x): return jax.nn.softmax(x)  # type: ignore[arg-type]
    def all(x): return jax.nn.softmax(x)  # type: ignore
    """


def test_exceptions(tmp_path):
    table = f'{BFLOAT16}softmax = "float32"\n"train.router" = {{softmax = "any"}}'
    assert told(tmp_path, table, SOFTMAX) == [(4, "policy-softmax"), (5, "policy-softmax")]
    table = f'{BFLOAT16}softmax = "float32"\n"train.*" = {{softmax = "bfloat16"}}'
    assert told(tmp_path, table, SOFTMAX) == []
    table = f'{BFLOAT16}softmax = "any"\n"train.r*" = {{softmax = "float32"}}'
    assert told(tmp_path, table, SOFTMAX) == [(1, "policy-softmax")]


def test_an_unknown_dtype_is_silent(tmp_path):
    assert told(tmp_path, 'softmax = "float32"', SOFTMAX) == []


def test_options_of_the_program(tmp_path):
    path = tmp_path / "train.py"
    path.write_text(
        "import jax.numpy as jnp\n"
        "def make(config): return jnp.zeros(3, config.weight_dtype)\n"
        "def cast(thing, weight_dtype): return jnp.ones(3, weight_dtype)\n"
        "class Layer:\n"
        "    weight_dtype: str\n"
        "    def run(self): return jnp.full(3, 2, self.weight_dtype)\n"
        "def flag(use_half): return jnp.ones(3, jnp.float16 if use_half else jnp.float32)\n"
    )
    policy = policy_of(tmp_path, '"train.*.weight_dtype" = "bfloat16"\n"train.flag.use_half" = true')
    run = Program([path], policy=policy).interpret()
    found = {(one.place.line, one.dtypes) for one in values(run, lambda file: file == str(path)) if one.dtypes}
    assert {(2, ("bfloat16",)), (3, ("bfloat16",)), (6, ("bfloat16",)), (7, ("float16",))} <= found
    assert (7, ("float32",)) not in found


@pytest.mark.parametrize(
    "table",
    [
        'params = "float32"\ncompute = "bfloat16"\noutput = "bfloat16"',
        '"policy" = "params=float32,compute=bfloat16,output=bfloat16"',
        '"policy" = "p=f32, c=bf16, o=half"',
    ],
)
def test_strings_of_jmp(table, tmp_path):
    policy = policy_of(tmp_path, table)
    assert policy is not None
    assert [policy.dtype(name, None) for name in ("params", "compute", "output", "loss")] == [
        "float32", "bfloat16", "bfloat16", None
    ]  # fmt: skip


def test_a_string_in_place_of_the_table(tmp_path):
    path = tmp_path / "pyproject.toml"
    path.write_text('[tool.jaxtyping-promo]\npolicy = "params=float32,compute=bfloat16"\n')
    policy = parse_policy(read_check_table(str(path), "policy"))
    assert policy is not None
    assert policy.dtype("compute", None) == "bfloat16"


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ('sofmax = "float32"', "pyproject.toml:2: unknown key 'sofmax' (did you mean 'softmax'?) in"),
        ('softmax = "int8"', "pyproject.toml:2: softmax in [tool.jaxtyping-promo.policy] must be a float dtype"),
        ("softmax = 3", 'must be a float dtype or "any", not 3'),
        ('"train.*" = {softmax = "f12"}', "must be a float dtype or \"any\", not 'f12'"),
        ('"train.*" = "params=f32,computes=bf16"', "'computes=bf16' in 'params=f32,computes=bf16' is no part"),
        ('"train.*.thing" = [1]', "unknown key 'train.*.thing'"),
    ],
)
def test_errors(table, message, tmp_path):
    with pytest.raises(ConfigError) as error:
        policy_of(tmp_path, table)
    assert message in str(error.value)


@pytest.mark.parametrize(
    ("name", "norm", "loss"),
    [
        ("LayerNorm.__call__", True, False),
        ("rms_norm", True, False),
        ("RMSNorm", True, False),
        ("layernorm_fwd", True, False),
        ("normal_init", False, False),
        ("normalize_path", False, False),
        ("compute_loss", False, True),
        ("lossless", False, False),
        ("glossary", False, False),
        ("CrossEntropyLoss", False, True),
    ],
)
def test_words(name, norm, loss):
    assert (says_norm(name), says_loss(name)) == (norm, loss)
    assert words("RMSNorm_fn2") == ["rms", "norm", "fn", "2"]
