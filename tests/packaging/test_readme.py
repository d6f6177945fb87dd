"""The README: its examples are files in `examples/`, and the outputs that it shows are real."""

from __future__ import annotations

import doctest
import importlib.util
import os
import re
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from types import ModuleType

import jax.numpy as jnp
import pytest
from made_once import value_made_once

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text()
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```", README, re.MULTILINE | re.DOTALL)
EXAMPLES = ROOT / "examples"
PYTHON = [number for number, (language, code) in enumerate(BLOCKS) if language == "python" and ">>>" not in code]
NAMES = ("upcast", "silent_promotions", "refused")
SHOWN = {name: BLOCKS[first : first + 2] for name, first in zip(NAMES, PYTHON, strict=True)}
"""The example files whose end the README shows, with the output of `check`, or of mypy."""


@pytest.mark.parametrize("name", SHOWN)
def test_code_is_that_of_the_example(name: str) -> None:
    language, code = SHOWN[name][0]
    assert language == "python"
    assert (EXAMPLES / f"{name}.py").read_text().endswith(f"\n{code}")


def test_check_prints_the_shown_finding() -> None:
    command = [sys.executable, "-m", "jaxtyping_promo", "check", "upcast.py"]
    result = subprocess.run(command, cwd=EXAMPLES, capture_output=True, text=True, env={**os.environ, "COLUMNS": "120"})
    assert result.stderr == ""
    assert SHOWN["upcast"][1] == ("text", result.stdout)
    assert example("upcast").hidden.dtype == jnp.float32


@value_made_once
def checked() -> dict[str, tuple[str, str]]:
    """What mypy prints for each example, and its standard error. Only the first run has an empty cache."""
    outputs = {}
    with TemporaryDirectory() as cache:
        for name in NAMES[1:]:
            command = [Path(sys.executable).with_name("mypy"), f"{name}.py", "--cache-dir", cache]
            result = subprocess.run(command, cwd=EXAMPLES, capture_output=True, text=True)
            outputs[name] = result.stdout, result.stderr
    return outputs


@pytest.mark.parametrize("name", NAMES[1:])
def test_mypy_prints_the_shown_messages(name: str) -> None:
    assert ("toml", (EXAMPLES / "pyproject.toml").read_text()) in BLOCKS
    output, error = checked()[name]
    assert error == ""
    assert SHOWN[name][1] == ("text", output)


def example(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_jax_computes_the_shown_dtypes() -> None:
    module = example("silent_promotions")
    ids, shift = jnp.array([2**31], jnp.uint32), jnp.array([65520], jnp.int32)
    results = module.step(jnp.ones(1, jnp.bfloat16), jnp.ones(1, jnp.float16), ids, shift)
    shown = re.findall(r"(?:is (\w+) here|becomes (\w+) in)", SHOWN["silent_promotions"][1][1])
    assert [result.dtype.name for result in results] == ["bfloat16", *("".join(each) for each in shown)]
    assert results[3][0] < 0
    assert jnp.isinf(results[4][0])


def test_jax_rejects_the_calls_with_errors() -> None:
    module = example("refused")
    with pytest.raises(TypeError, match="does not accept dtype bool"):
        module.changed(jnp.ones(1, bool), jnp.ones(1, bool))
    assert module.halved(jnp.ones(1, jnp.bfloat16)).dtype != jnp.bfloat16


def test_the_session_in_the_readme() -> None:
    (text,) = (text for _, text in BLOCKS if text.startswith(">>>"))
    example = doctest.DocTestParser().get_doctest(text, {}, "README.md", "README.md", 0)
    assert doctest.DocTestRunner().run(example) == (0, 3)
