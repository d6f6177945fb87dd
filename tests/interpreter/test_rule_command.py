"""The command `rule`: its table agrees with JAX, and its reports stand where JAX raises."""

from __future__ import annotations

import importlib
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import jax
import jax.numpy as jnp
import pytest

from jaxtyping_promo.cli import main

pytestmark = pytest.mark.once

LIBRARY = """
from __future__ import annotations

import functools
from typing import Any, Callable, NamedTuple

import jax
import jax.numpy as jnp
from . import deep
from .annotations import Anything, MaybeArray


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


class Layer:
    def __init__(self, size: int, key: jax.Array) -> None:
        self.weight = jax.random.normal(key, (size, size))
        self.bias = jnp.zeros(size, jnp.bfloat16)

    def shifted(self, x):
        return x + self.bias

    @staticmethod
    def halved(x):
        return x / 2

    @classmethod
    def doubled(cls, x):
        return x * 2


class Inherited(Layer):
    pass


class Pair(NamedTuple):
    sum: jax.Array
    quotient: jax.Array


def logged(function):
    @functools.wraps(function)
    def inner(*args, **kwargs):
        return function(*args, **kwargs)

    return inner


@logged
def behind_a_decorator(a, b):
    return a - b


@functools.partial(jax.jit, static_argnames="n")
def compiled(x: jax.Array | None, n: int = 2):
    return x * 2.5


def pair(a, b):
    return Pair(a + b, a / b)


def containers(a, b):
    return (a, b * 2.5), [a + b], {"a": a}, 3, None


def items(a):
    for _ in range(2):
        yield a * 2


async def awaited(a):
    return a * 2


def aliases(a: MaybeArray, b: "Anything | None", f: Callable[..., Any] = jnp.sin):
    return f(a) * b


def either(a, b):
    return a if a.ndim else b


def refused_or_not(a, n: int):
    if n > 3:
        return a << 1
    return a


def of_a_function(a, f):
    return f(a)


def without_end(a):
    raise NotImplementedError


def wide(a):
    return a.astype(jnp.float32) + a


renamed = jax.jit(pair)
"""
ANNOTATIONS = """
import jax
from typing import Any, Union

MaybeArray = Union[jax.Array, float]
Anything = Any
"""
DEEP = """
import jax


def loss(pred: jax.Array, target: jax.Array) -> jax.Array:
    return (pred - target) ** 2
"""
DTYPES = ("bool_", "uint32", "int32", "bfloat16", "float32")


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    (tmp_path / "rules_read").mkdir()
    (tmp_path / "rules_read/__init__.py").write_text("from .losses import mean_loss\n")
    (tmp_path / "rules_read/losses.py").write_text(LIBRARY)
    (tmp_path / "rules_read/deep.py").write_text(DEEP)
    (tmp_path / "rules_read/annotations.py").write_text(ANNOTATIONS)
    yield "rules_read"
    for name in [name for name in sys.modules if name.partition(".")[0] == "rules_read"]:
        del sys.modules[name]


def dtype_of(array: jax.Array) -> str:
    """The dtype of a result of JAX as the command shows it."""
    return f"weak_{array.dtype}".rstrip("0123456789") if array.weak_type else str(array.dtype)


def cases_of(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[dict]:
    """The cases that the command prints as JSON."""
    assert main(["rule", *arguments, "--json"]) == 0
    return json.loads(capsys.readouterr().out)["cases"]


def test_rules(package, capsys, record_cases):
    losses = importlib.import_module("rules_read.losses")
    arrays = {dtype: jnp.ones(2, dtype) for dtype in DTYPES}
    layer = losses.Layer(2, jax.random.key(0))
    functions = {
        "mean_loss": losses.mean_loss,
        "losses.Shift.apply": losses.Shift(1).apply,
        "losses.Layer.shifted": layer.shifted,
        "losses.Inherited.shifted": layer.shifted,
        "losses.Layer.halved": layer.halved,
        "losses.Inherited.doubled": layer.doubled,
        "losses.behind_a_decorator": losses.behind_a_decorator,
        "losses.compiled": losses.compiled,
        "losses.aliases": losses.aliases,
    }
    wrong, count = [], 0
    for name, function in functions.items():
        for case in cases_of(capsys, f"{package}.{name}", "--dtypes", ",".join(DTYPES)):
            count += 1
            try:
                wanted = dtype_of(function(*(arrays[dtype] for dtype in case["dtypes"])))
            except TypeError:
                wanted = "error"
            told = any(report.startswith("error: in ") for report in case["reports"])
            if case["result"] != wanted or told != (wanted == "error") or case["cause"]:
                wrong.append((name, case, wanted))
    assert count == 3 * len(DTYPES) ** 2 + 6 * len(DTYPES)
    record_cases(count, len(wrong))
    assert not wrong


def in_words(value: object) -> str:
    """A result of JAX in the words of the command."""
    match value:
        case jax.Array():
            return dtype_of(value)
        case tuple() if hasattr(value, "_fields"):
            return f"{type(value).__name__}({', '.join(f'{k}={in_words(v)}' for k, v in value._asdict().items())})"
        case tuple():
            return f"({', '.join(map(in_words, value))})"
        case list():
            return f"[{', '.join(map(in_words, value))}]"
        case dict():
            return f"{{{', '.join(f'{key!r}: {in_words(each)}' for key, each in value.items())}}}"
    return "None" if value is None else type(value).__name__


def test_results_that_are_no_arrays(package, capsys):
    losses = importlib.import_module("rules_read.losses")
    for name in ("pair", "renamed", "containers"):
        for case in cases_of(capsys, f"{package}.losses.{name}", "--dtypes", "int8,bfloat16"):
            result = getattr(losses, name)(*(jnp.ones(2, dtype) for dtype in case["dtypes"]))
            assert case["result"] == in_words(result)
    (case,) = cases_of(capsys, f"{package}.losses.items", "--dtypes", "int8")
    assert case["result"] == f"iterator[{dtype_of(next(losses.items(jnp.ones(2, jnp.int8))))}]"
    (case,) = cases_of(capsys, f"{package}.losses.awaited", "--dtypes", "int8")
    assert case["result"] == "int8"


def test_a_result_that_depends_on_the_shape_has_each_dtype(package, capsys):
    losses = importlib.import_module("rules_read.losses")
    found = {case["dtypes"][1]: case["result"] for case in cases_of(capsys, f"{package}.losses.either")
             if case["dtypes"][0] == "int8"}  # fmt: skip
    for dtype, result in found.items():
        truth = {str(losses.either(jnp.ones(shape, jnp.int8), jnp.ones(2, dtype)).dtype) for shape in ((), 2)}
        assert {*result.split(" | ")} == {{"bool": "bool_"}.get(one, one) for one in truth}


def test_an_error_in_one_branch_is_no_error_of_the_function(package, capsys):
    (case,) = cases_of(capsys, f"{package}.losses.refused_or_not", "--dtypes", "float32")
    losses = importlib.import_module("rules_read.losses")
    assert losses.refused_or_not(jnp.ones(2), 3).dtype == jnp.float32
    assert case["result"] in ("float32", "unknown")


def test_unknown_results_have_a_cause(package, capsys):
    for name in ("of_a_function", "without_end"):
        for case in cases_of(capsys, f"{package}.losses.{name}", "--dtypes", "int8"):
            assert case["result"] == "unknown" and case["cause"]


def test_64_bit_dtypes_need_x64(package, capsys):
    name, dtypes = f"{package}.losses.wide", "float64,int64"
    for case in cases_of(capsys, name, "--dtypes", dtypes):
        assert case["result"] == "unknown"
        assert case["cause"] == f"{case['dtypes'][0]} exists only with x64, which is off"
    Path("pyproject.toml").write_text("[tool.jaxtyping-promo]\nx64 = true\n")
    losses = importlib.import_module("rules_read.losses")
    with jax.enable_x64(True):
        for case in cases_of(capsys, name, "--dtypes", dtypes):
            assert case["result"] == dtype_of(losses.wide(jnp.ones(2, case["dtypes"][0])))


def test_strict_promotion_of_the_configuration_holds(package, capsys):
    Path("pyproject.toml").write_text('[tool.jaxtyping-promo]\npromotion = "strict"\n')
    losses = importlib.import_module("rules_read.losses")
    with jax.numpy_dtype_promotion("strict"):
        for case in cases_of(capsys, f"{package}.losses.behind_a_decorator", "--dtypes", "int8,bfloat16"):
            try:
                wanted = dtype_of(losses.behind_a_decorator(*(jnp.ones(2, dtype) for dtype in case["dtypes"])))
            except jax.dtypes.TypePromotionError:
                wanted = "error"
            assert case["result"] == wanted, case


def test_the_severities_of_the_configuration_hold(package, capsys):
    arguments = (f"{package}.mean_loss", "--dtypes", "uint32,int32")
    assert any(
        report.startswith("note: in loss") for case in cases_of(capsys, *arguments) for report in case["reports"]
    )
    Path("pyproject.toml").write_text('[tool.jaxtyping-promo]\ndtype-range = "error"\n')
    assert any(
        report.startswith("error: in loss") for case in cases_of(capsys, *arguments) for report in case["reports"]
    )
    Path("pyproject.toml").write_text('[tool.jaxtyping-promo]\ndtype-range = "off"\n')
    assert not any(case["reports"] for case in cases_of(capsys, *arguments))


def test_a_configuration_that_cannot_be_read_is_an_error(package, capsys):
    Path("pyproject.toml").write_text("[tool.jaxtyping-promo]\nx64 = True\n")
    assert main(["rule", f"{package}.mean_loss"]) == 1
    assert "TOML writes true, not True" in capsys.readouterr().err


def test_another_promotion_system_is_an_error(package, capsys):
    Path("pyproject.toml").write_text('[tool.jaxtyping-promo]\nsystem = "numpy"\n')
    assert main(["rule", f"{package}.mean_loss"]) == 1
    assert "sets system = 'numpy' for rules_read; rule follows the promotion of jax" in capsys.readouterr().err


def test_functions_of_installed_packages(package, capsys):
    for dtype in ("int8", "bfloat16", "float32"):
        (case,) = cases_of(capsys, "jax.nn.gelu", "--dtypes", dtype)
        assert case["result"] == dtype_of(jax.nn.gelu(jnp.ones(2, dtype)))


def test_nothing_is_imported(package):
    Path("rules_read/losses.py").write_text(f"{LIBRARY}\nraise SystemExit('this module was executed')\n")
    program = (
        "import sys; from jaxtyping_promo.cli import main; main(['rule', 'rules_read.losses.mixed']); "
        "print(*{'mypy', 'jax', 'numpy', 'rules_read'} & {*sys.modules})"
    )
    printed = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    assert printed.splitlines()[-1] == "" and "complex64" in printed


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
    assert "uint32, int32: note: in loss (rules_read/deep.py:6): uint32 - int32 is int32 here" in printed


def test_the_table_cuts_no_dtype(package, capsys):
    assert main(["rule", f"{package}.losses.mixed"]) == 0
    printed = capsys.readouterr().out
    assert printed.count("complex64") == 19 and "…" not in printed  # 17 results, a column and a row


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("mean_loss", "'mean_loss' is no full name of a function, as package.module.function"),
        ("rules_read.losses.absent", "no function 'rules_read.losses.absent' is found"),
        ("rules_read.losses.mean_los", "no function 'rules_read.losses.mean_los' is found; did you mean 'mean_loss'?"),
        (
            "rules_read.losses.Shift.aply",
            "no function 'rules_read.losses.Shift.aply' is found; did you mean 'apply'?",
        ),
        ("rules_read.losses.Shift", "no function 'rules_read.losses.Shift' is found"),
        ("rules_read.losses.no_arrays", "'rules_read.losses.no_arrays' has no parameter whose dtype is open"),
        ("no_package_of_this_name.f", "no module of 'no_package_of_this_name.f' is found"),
    ],
)
def test_errors(package, capsys, name, message):
    assert main(["rule", name, "--dtypes", "int8"]) == 1
    assert message in capsys.readouterr().err


def test_a_module_that_python_refuses_is_an_error(package, capsys):
    Path("rules_read/losses.py").write_text("def mixed(a:\n")
    assert main(["rule", "rules_read.losses.mixed"]) == 1
    assert "rules_read/losses.py can't be read: " in capsys.readouterr().err
