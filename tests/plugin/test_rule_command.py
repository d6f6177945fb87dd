"""The command `rule`: its table agrees with JAX, and its reports stand where JAX raises."""

from __future__ import annotations

import importlib
import json
import sys
from collections.abc import Iterator
from pathlib import Path

import jax
import jax.numpy as jnp
import pytest

from jaxtyping_promo.cli import main

pytestmark = pytest.mark.once

LIBRARY = """
import jax
import jax.numpy as jnp
from . import deep


def mean_loss(pred: jax.Array, target, is_mean: bool = True) -> jax.Array:
    return deep.loss(pred, target).mean()


def no_arrays(n: int) -> int:
    return n


def noisy(x, rng, n: int):
    return x * jax.random.uniform(rng, (n,))


def drawn(noise_key):
    return jax.random.normal(noise_key, (2,))


def mixed(a, b, c):
    return a * b + c


def of_dict(params: dict[str, jax.Array], x: jax.Array):
    return x * 2 if params else x * 3


class Shift:
    def __init__(self, by: int) -> None:
        self.by = by

    def apply(self, x):
        return x << 1
"""
DEEP = """
import jax


def loss(pred: jax.Array, target: jax.Array) -> jax.Array:
    return (pred - target) ** 2
"""
DTYPES = ("bool_", "uint32", "int32", "bfloat16", "float32")


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The cache of mypy that all tests share."""
    return tmp_path_factory.mktemp("cache")


@pytest.fixture
def package(tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MYPY_CACHE_DIR", str(cache))
    monkeypatch.syspath_prepend(str(tmp_path))
    (tmp_path / "rules_read").mkdir()
    (tmp_path / "rules_read/__init__.py").write_text("from .losses import mean_loss\n")
    (tmp_path / "rules_read/losses.py").write_text(LIBRARY)
    (tmp_path / "rules_read/deep.py").write_text(DEEP)
    yield "rules_read"
    for name in [name for name in sys.modules if name.partition(".")[0] == "rules_read"]:
        del sys.modules[name]


@pytest.mark.slow
def test_rules(package, capsys, record_cases):
    losses = importlib.import_module("rules_read.losses")
    arrays = {dtype: jnp.ones(2, dtype) for dtype in DTYPES}
    wrong = []
    for name, function in [("mean_loss", losses.mean_loss), ("losses.Shift.apply", losses.Shift(1).apply)]:
        assert main(["rule", f"{package}.{name}", "--json", "--dtypes", ",".join(DTYPES)]) == 0
        cases = json.loads(capsys.readouterr().out)["cases"]
        assert len(cases) == len(DTYPES) ** (2 if name == "mean_loss" else 1)
        for case in cases:
            try:
                result = function(*(arrays[dtype] for dtype in case["dtypes"]))
            except TypeError:
                if not any(report.startswith("error: in ") for report in case["reports"]):
                    wrong.append(case)
                continue
            wanted = f"weak_{result.dtype}".rstrip("0123456789") if result.weak_type else str(result.dtype)
            if case["result"] != wanted or any(r.startswith("error") for r in case["reports"]):
                wrong.append(case)
    record_cases(len(DTYPES) ** 2 + len(DTYPES), len(wrong))
    assert not wrong


def test_a_container_of_arrays_is_no_array(package, capsys):
    assert main(["rule", "rules_read.losses.of_dict", "--json"]) == 0
    read = json.loads(capsys.readouterr().out)
    assert read["parameters"] == ["x"]
    assert {tuple(case["dtypes"]): case["result"] for case in read["cases"]}[("bfloat16",)] == "bfloat16"
    assert not any(case["reports"] for case in read["cases"])


def test_random_keys_and_given_dtypes(package, capsys):
    losses = importlib.import_module("rules_read.losses")
    keys = {"rng": jax.random.key(0), "noise_key": jax.random.PRNGKey(0)}
    for name, given, following, options in (
        ("noisy", {"rng": "key"}, [], ()),
        ("noisy", {"rng": "uint32"}, [], ("--given", "rng=uint32")),
        ("drawn", {"noise_key": "key"}, [], ()),
        ("mixed", {}, ["c"], ()),
        ("mixed", {"a": "int8", "c": "bfloat16"}, [], ("--given", "a=int8", "--given", "c=bfloat16")),
    ):
        assert main(["rule", f"{package}.losses.{name}", "--json", "--dtypes", "int8,bfloat16", *options]) == 0
        read = json.loads(capsys.readouterr().out)
        assert (read["given"], read["following"]) == (given, following)
        function = getattr(losses, name)
        for case in read["cases"]:
            dtypes = {**given, **dict(zip(read["parameters"], case["dtypes"], strict=True))}
            dtypes |= dict.fromkeys(following, case["dtypes"][-1] if case["dtypes"] else "")
            arguments = {p: keys[p] if p in keys else jnp.ones(2, dtype) for p, dtype in dtypes.items()}
            wanted = function(**arguments, **({"n": 2} if name == "noisy" else {}))
            assert case["result"] == str(wanted.dtype), (name, case)


def test_the_table_says_what_other_parameters_get(package, capsys):
    assert main(["rule", f"{package}.losses.mixed", "--dtypes", "int8", "--given", "b=int8"]) == 0
    assert "b: int8 in every case" in capsys.readouterr().out
    assert main(["rule", f"{package}.losses.mixed", "--dtypes", "int8"]) == 0
    assert "c: the dtype of b" in capsys.readouterr().out
    assert main(["rule", f"{package}.losses.drawn"]) == 0
    assert "noise_key: a random key in every case" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ("d=int8", "'rules_read.losses.mixed' has no open parameter 'd'; it has a, b, c"),
        ("a", "--given 'a' is not written as PARAMETER=DTYPE"),
        ("a=int7", "unknown dtype 'int7'; dtypes: "),
    ],
)
def test_errors_of_given_dtypes(package, capsys, given, message):
    assert main(["rule", "rules_read.losses.mixed", "--dtypes", "int8", "--given", given]) == 1
    assert message in capsys.readouterr().err


def test_table(package, capsys):
    assert main(["rule", f"{package}.losses.mean_loss", "--dtypes", "uint32,int32"]) == 0
    printed = capsys.readouterr().out
    assert "uint32, int32: note: in loss (" in printed and "called with uint32 and int32: uint32 - int32" in printed


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("mean_loss", "'mean_loss' is no full name of a function, as package.module.function"),
        (
            "rules_read.losses.absent",
            "'rules_read.losses.absent' is no function that mypy finds, as package.module.function",
        ),
        (
            "rules_read.losses.mean_los",
            "'rules_read.losses.mean_los' is no function that mypy finds; did you mean 'mean_loss'?",
        ),
        ("rules_read.losses.no_arrays", "'rules_read.losses.no_arrays' has no parameter whose dtype is open"),
        ("no_package_of_this_name.f", "no module of 'no_package_of_this_name.f' is found"),
    ],
)
def test_errors(package, capsys, name, message):
    assert main(["rule", name, "--dtypes", "int8"]) == 1
    assert message in capsys.readouterr().err
