"""The functions of jax.random need a key: an argument that is not an array is an error, as with JAX alone."""

from __future__ import annotations

import ast
from pathlib import Path

import jax
import pytest
from checkers import Checker, Mypy, Pyright
from checkers.mypy import ini

STUB = Path(__file__).parents[2] / "stubs" / "jax-stubs" / "random.pyi"
CALLS = (
    "normal({})",
    "normal({}, (3,), 'float16')",
    "uniform({}, (3,))",
    "bernoulli({})",
    "split({})",
    "fold_in({}, 1)",
    "permutation({}, 3)",
    "randint({}, (3,), 0, 9)",
    "categorical({}, x)",
    "truncated_normal({}, 0, 1)",
)
NO_KEYS = ("None", "'key'", "[]")


def test_no_key_is_of_any_type() -> None:
    functions = [node for node in ast.parse(STUB.read_text()).body if isinstance(node, ast.FunctionDef)]
    keys = [(node.name, a) for node in functions for a in ast.walk(node.args) if isinstance(a, ast.arg)]
    annotations = {(name, ast.unparse(a.annotation)) for name, a in keys if a.arg == "key" and a.annotation}
    assert len(annotations) > 30
    of_any_array = "_np_ndarray[Any, Any]"
    assert {name for name, annotation in annotations if "Any" in annotation.replace(of_any_array, "")} == set()


@pytest.mark.parametrize(
    ("checker", "config"),
    [(Mypy, ini()), (Mypy, None), (Pyright, None)],
    ids=["mypy with the plugin", "mypy", "pyright"],
)
def test_an_argument_that_is_no_key_is_an_error(checker: type[Checker], config: str | None, tmp_path: Path) -> None:
    head = "import jax\n\ndef check(x: jax.Array, maybe: jax.Array | None) -> None:\n"
    wrong = [f"jax.random.{call.format(key)}" for call in CALLS for key in (*NO_KEYS, "maybe")]
    right = [f"jax.random.{call.format(key)}" for call in CALLS for key in ("x", "jax.random.key(0)")]
    (tmp_path / "program.py").write_text(head + "".join(f"    {line}\n" for line in (*wrong, *right)))
    if config:
        (tmp_path / "mypy.ini").write_text(config)
    report = checker().check("program.py", folder=tmp_path)
    error_lines = {number - head.count("\n") - 1 for (_, number), line in report.lines.items() if line.errors}
    assert error_lines == set(range(len(wrong))), report.output


@pytest.mark.parametrize("call", CALLS)
def test_jax_rejects_it(call: str) -> None:
    x = jax.numpy.ones(3)
    for key in NO_KEYS:
        with pytest.raises(TypeError):
            eval(f"jax.random.{call.format(key)}", {"jax": jax, "x": x})
    eval(f"jax.random.{call.format('jax.random.key(0)')}", {"jax": jax, "x": x})
