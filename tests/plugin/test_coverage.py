"""The command `coverage`: its counts, its errors, and the example in which every dtype is known."""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, get_args, get_origin, get_type_hints

import jax
import numpy as np
import pytest

from jaxtyping_promo import Array
from jaxtyping_promo.cli import main
from jaxtyping_promo.cli.dtype_coverage import coverage

pytestmark = pytest.mark.once

EXAMPLE = Path(__file__).parents[2] / "examples" / "transformer.py"

PROGRAM = """\
import jax.numpy as jnp
from jax import Array
from jaxtyping_promo import bool_, float32

def known(x: "Array[float32]") -> None:
    x * 2

def unknown(x: Array, name: str):
    name + "s"
    return x + 1

def untyped(x):
    return x

def in_common(x: "Array[float32]", y: "Array[bool_]"):
    return max(x, y)

def or_anything(x: "Array[float32]", y):
    return x if y else y
"""
"""A program whose arrays are `x` and the operands and result of a product. Function names and strings are not arrays.

The dtype of a value that may be anything is unknown. The join of two different categories is unknown, too.
"""


@pytest.fixture(autouse=True, scope="module")
def cache(tmp_path_factory):
    """The cache that mypy has in all tests."""
    with pytest.MonkeyPatch.context() as patch:
        folder = tmp_path_factory.mktemp("cache")
        patch.setenv("MYPY_CACHE_DIR", str(folder))
        yield folder


@pytest.fixture
def program(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "program.py").write_text(PROGRAM)
    return tmp_path


@pytest.mark.long
def test_counted_expressions(program, capsys):
    assert main(["coverage", "program.py", "--json"]) == 0
    counts = json.loads(capsys.readouterr().out)
    assert (counts["known"], counts["arrays"], counts["per_cent"]) == (5, 9, 55.56)
    (module,) = counts["modules"]
    assert module["module"] == "program"
    places = sorted((place["line"], place["column"]) for place in module["unknown"])
    assert places == [(10, 12), (10, 12), (16, 12), (19, 12)]
    assert module["untyped"] >= 1


def test_printed_counts(program, capsys):
    assert main(["coverage", "program.py", "--unknown"]) == 0
    printed = capsys.readouterr().out
    assert "program.py:10:12: name: x\nprogram.py:10:12: operand: x + 1\n" in printed
    assert printed.splitlines()[-2:] == [
        "5 of 9 array expressions have a known dtype: 55.6 %",
        "3 other expressions have the type Any, and may be arrays or anything else",
    ]


CATEGORIES = """\
from typing import TypeVar
import jax.numpy as jnp
from jaxtyping_promo import Array, float32, floating, int8

F = TypeVar("F", bound=floating)

def of_category(x: Array[floating]):
    return x

def of_variable(x: Array[F]):
    return x

def of_two(x: Array[float32 | int8]):
    return x

def of_dtype_and_category(x: Array[int8] | Array[floating]):
    return x
"""
"""A program whose functions return an array. Only `of_two` returns one of known dtype."""


def test_a_category_is_no_known_dtype(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "program.py").write_text(CATEGORIES)
    (module,) = coverage(["program.py"])
    assert (module.known, module.categories, module.unknown) == (1, 3, ())
    assert main(["coverage", "program.py", "--fail-under", "90"]) == 1
    printed = capsys.readouterr()
    assert printed.out.splitlines()[:2] == [
        "1 of 4 array expressions have a known dtype: 25.0 %",
        "3 of them are known only by their category or type variable",
    ]
    assert "the dtypes of 25.0 % are known, fewer than 90 %" in printed.err


def test_no_arrays_are_no_coverage(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "program.py").write_text("x = 1\n")
    assert main(["coverage", "program.py"]) == 0
    assert capsys.readouterr().out == "There are no array expressions.\n"
    assert main(["coverage", "program.py", "--json"]) == 0
    counts = json.loads(capsys.readouterr().out)
    assert (counts["known"], counts["arrays"], counts["per_cent"]) == (0, 0, None)
    for least in ("0", "90"):
        assert main(["coverage", "program.py", "--fail-under", least]) == 1
        assert "there are no array expressions" in capsys.readouterr().err


EXPRESSIONS = """\
import jax.numpy as jnp
from jax import Array

def f(x: Array, some_array: Array):
    y = jnp.where(
        x > 0,
        some_array, 1
    )
    z = "é", x + 1
    return jnp.stack([some_array, some_array, some_array, some_array, some_array, some_array])
"""


def test_unknown_expressions_are_quoted(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "program.py").write_text(EXPRESSIONS)
    assert main(["coverage", "program.py", "--unknown"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "program.py:5:9: operand: jnp.where( x > 0, some_array, 1 )" in lines
    assert "program.py:6:9: name: x" in lines
    assert any(line.startswith("program.py:9:") and line.endswith(': operand: z = "é", x + 1') for line in lines)
    assert "program.py:10:12: operand: jnp.stack([some_array, some_array, some_array, some_array..." in lines
    assert main(["coverage", "program.py", "--json"]) == 0
    (module,) = json.loads(capsys.readouterr().out)["modules"]
    assert "some_array" in {place["source"] for place in module["unknown"]}


@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals")
@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (["coverage", "program.py"], "mypy checks program.py"),
        (["rule", "program.untyped"], "reading program.untyped"),
    ],
)
def test_progress_is_shown_on_a_terminal_only(arguments, text, program):
    import pty

    command = [str(Path(sys.executable).parent / "jaxtyping-promo"), *arguments]
    done = subprocess.run(command, cwd=program, capture_output=True, text=True, timeout=300)
    assert (done.returncode, done.stderr) == (0, "")
    ours, theirs = pty.openpty()
    with subprocess.Popen(command, cwd=program, stdout=subprocess.DEVNULL, stderr=theirs) as process:
        os.close(theirs)
        shown = b""
        while True:
            try:
                part = os.read(ours, 1 << 16)
            except OSError:  # Linux: the other end is closed
                break
            if not part:
                break
            shown += part
    os.close(ours)
    assert process.returncode == 0 and text in shown.decode()


@pytest.mark.parametrize("name", ["e100.py", "[bold]x.py", "a b.py"])
def test_paths_are_printed_as_they_are(name, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "[red]" / name
    path.parent.mkdir()
    path.write_text(PROGRAM)
    assert main(["coverage", str(path.relative_to(tmp_path)), "--unknown"]) == 0
    printed = capsys.readouterr().out
    places = [":".join(line.split(":")[:3]) for line in printed.splitlines() if line.count(":") == 4]
    assert places == [f"[red]/{name}:{place}" for place in ("10:12", "10:12", "16:12", "19:12")]


LAMBDAS = """\
import jax
from jax import Array, lax

def f(xs: Array) -> Array:
    ys = xs + 1
    ys = ys * 2
    y, _ = lax.scan(lambda c, x: (c + x, x), ys, xs)
    return jax.vmap(lambda x: jax.vmap(lambda z: z / y)(x))(ys)
"""


@pytest.mark.slow
@pytest.mark.parametrize("seed", [0, 1, 2])
def test_lambdas_are_counted_for_every_hash_seed(seed, tmp_path):
    (tmp_path / "program.py").write_text(LAMBDAS)
    command = [Path(sys.executable).parent / "jaxtyping-promo", "coverage", "program.py", "--unknown"]
    environment = os.environ | {"PYTHONHASHSEED": str(seed)}
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True)
    places = [line for line in done.stdout.splitlines() if line.startswith("program.py:")]
    assert any(place.startswith("program.py:5:10:") for place in places), done
    assert len(places) == len(set(places))


def test_a_module_is_counted_anew_and_its_imports_are_cached(program, capsys, cache):
    def counted() -> tuple[int, int]:
        assert main(["coverage", "program.py", "--json"]) == 0
        counts = json.loads(capsys.readouterr().out)
        return counts["known"], counts["arrays"]

    assert counted() == counted() == (5, 9)
    assert any((cache / "jaxtyping-promo-coverage").iterdir())
    (program / "program.py").write_text(f"{PROGRAM}\ndef more(x: 'Array[float32]') -> None:\n    x * 2\n")
    assert counted() == (7, 11)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nowhere.py"], "'nowhere.py' is neither a path nor an installed package"),
        (["no.such.package"], "'no.such.package' is neither a path nor an installed package"),
        (["program.py", "--fail-under", "60"], "the dtypes of 55.6 % are known, fewer than 60 %"),
        (["program.py", "--fail-under", "160"], "160.0 is not in the range 0<=x<=100"),
        (["broken.py"], "broken.py:1: error: "),
        (["empty"], "There are no .py[i] files in directory 'empty'"),
        ([], "coverage: missing PACKAGE_OR_PATH...; usage: "),
    ],
)
def test_bad_input_is_one_line(program, capsys, arguments, message):
    (program / "broken.py").write_text("def (")
    (program / "empty").mkdir()
    assert main(["coverage", *arguments]) == 1
    error = capsys.readouterr().err
    assert message in error and error.count("\n") == 1


def test_a_configuration_that_mypy_skips_is_an_error(program, capsys):
    (program / "pyproject.toml").write_text("[tool.mypy]\n[tool.jaxtyping-promo]\nx64 = True\n")
    assert main(["coverage", "program.py"]) == 1
    error = capsys.readouterr().err
    assert "TOML writes true, not True; mypy skips the whole file" in error and error.count("\n") == 1


KEYS_AND_TARGETS = """\
import jax
import jaxtyping_promo as promo
from jax import Array

class Layer:
    w: Array
    def __init__(self, w):
        self.w = w

def noise(key, n: int):
    key, other = jax.random.split(key)
    used = jax.random.normal(other, (n,))
    key = jax.random.fold_in(key, n)
    return used + jax.random.uniform(jax.random.split(key)[0], (n,))

noise(jax.random.key(0), 3)

def halves(x: "promo.Array[promo.float32]"):
    low, high = x * 2, x > 0
    first, second = x
    low = low + 1
    return low, high, first, second
"""


def test_random_keys_and_declarations_are_not_counted(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "program.py").write_text(KEYS_AND_TARGETS)
    (module,) = coverage(["program.py"])
    assert module.unknown == ()
    assert module.keys == 9


ORIGINS = """\
import jax
import jax.numpy as jnp
import library

def never_called(x: jax.Array):
    doubled = x * 2
    return doubled + 1

made = library.make()
arrays = jnp.asarray(made)
total = arrays.sum()
known = jnp.ones(3)
"""


@pytest.mark.slow
def test_origins_of_unknown_dtypes(tmp_path, cache):
    (tmp_path / "program.py").write_text(ORIGINS)
    command = [sys.executable, "-m", "benchmarks.unknown_origins", str(tmp_path / "program.py")]
    done = subprocess.run(command, cwd=EXAMPLE.parents[1], capture_output=True, text=True)
    row = "| 12 | 2 | 16.7 | 0 | parameter 5, call of library 5 |"
    assert f"| program {row}" in done.stdout and f"| all {row}" in done.stdout, done


@pytest.mark.slow
def test_dtypes_that_a_change_loses(tmp_path):
    package = tmp_path / "measured"
    package.mkdir()

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "benchmarks.lost_dtypes", *arguments]
        environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
        return subprocess.run(command, cwd=EXAMPLE.parents[1], env=environment, capture_output=True, text=True)

    head = "import jax.numpy as jnp\nx = jnp.ones(3)\n"
    for folder, text in {"before": "y = x * 2\n", "now": "y = f()\n", "other": "y = x > 2\n"}.items():
        (package / "__init__.py").write_text(head + text)
        done = run("record", str(tmp_path / folder), "measured")
        assert done.returncode == 0, done.stderr
    done = run("compare", str(tmp_path / "before"), str(tmp_path / "now"))
    assert done.returncode == 0 and "measured/__init__.py:3:5: float32, now unknown\n" in done.stdout, done
    done = run("compare", str(tmp_path / "before"), str(tmp_path / "other"))
    assert done.returncode == 1 and "measured/__init__.py:3:5: float32, now bool_\n" in done.stdout, done


# ------------------------------------------------------------------------------------------------------- transformer


def example() -> ModuleType:
    spec = importlib.util.spec_from_file_location("transformer", EXAMPLE)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def held_to_its_annotations(function: Callable[..., Any], calls: list[str]) -> Callable[..., Any]:
    """The function with assertions for the dtypes of its arguments and its result."""
    hints = get_type_hints(function)

    def check(name: str, value: object) -> None:
        if get_origin(hints[name]) is Array:
            (dtype,) = get_args(hints[name])
            assert isinstance(value, jax.Array) and value.dtype == np.dtype(dtype), (function.__name__, name)
            calls.append(function.__name__)

    @wraps(function)
    def checked(*arguments: object) -> object:
        for name, value in zip(hints, arguments, strict=False):
            check(name, value)
        result = function(*arguments)
        check("return", result)
        return result

    return checked


@pytest.mark.long
def test_the_transformer_learns_and_its_annotations_hold(monkeypatch):
    module, calls = example(), []
    functions = {
        name: f for name, f in vars(module).items() if isinstance(f, FunctionType) and f.__module__ == "transformer"
    }
    for name, function in functions.items():
        if name not in ("train", "loss"):  # the gradient of `loss` shows its dtype
            monkeypatch.setattr(module, name, held_to_its_annotations(function, calls))
    model, losses = module.train(100)
    assert losses[0] > 2 and losses[-1] < 0.1
    assert module.accuracy(model, jax.random.PRNGKey(7)) > 0.95
    assert {leaf.dtype.name for leaf in jax.tree.leaves(model)} == {"float32"}
    assert {"normalized", "heads", "attention", "logits", "examples", "rate", "accuracy"} <= set(calls)


@pytest.mark.slow
@pytest.mark.xfail(strict=True, reason="mypy's types of 11 expressions are open by the coarse rules of variables")
def test_every_dtype_of_the_transformer_is_known(capsys, monkeypatch):
    monkeypatch.chdir(EXAMPLE.parent)
    assert main(["coverage", EXAMPLE.name, "--json"]) == 0
    counts = json.loads(capsys.readouterr().out)
    assert counts["known"] == counts["arrays"] > 250
