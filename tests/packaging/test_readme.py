"""The README: its example is the file in `examples/`, its outputs are what comes out, and its links lead somewhere."""

from __future__ import annotations

import doctest
import importlib.util
import re
import subprocess
import sys
from pathlib import Path

import jax.numpy as jnp
import numpy as np
import pytest

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text()
EXAMPLE = ROOT / "examples" / "silent_promotions.py"
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```", README, re.MULTILINE | re.DOTALL)


def test_the_example_is_the_file() -> None:
    assert BLOCKS[0][0] == "python"
    assert EXAMPLE.read_text().endswith(f"\n{BLOCKS[0][1]}")


def test_mypy_says_what_the_readme_shows(tmp_path: Path) -> None:
    config = tmp_path / "pyproject.toml"
    config.write_text(next(text for language, text in BLOCKS if language == "toml"))
    command = [sys.executable, "-m", "mypy", "--config-file", config, EXAMPLE.relative_to(ROOT)]
    result = subprocess.run([*command, "--cache-dir", tmp_path], cwd=ROOT, capture_output=True, text=True)
    assert BLOCKS[1] == ("text", result.stdout)
    assert result.returncode == 0, result.stderr


def test_jax_computes_what_the_readme_shows() -> None:
    spec = importlib.util.spec_from_file_location("example", EXAMPLE)
    assert spec is not None
    assert spec.loader is not None
    example = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(example)
    results: list[jnp.ndarray] = []
    example.reveal_type = results.append
    ids, shift = jnp.array([2**31], jnp.uint32), jnp.array([65520], jnp.int32)
    example.step(jnp.ones(1, jnp.bfloat16), jnp.ones(1, jnp.float16), ids, shift)
    assert [result.dtype.name for result in results] == re.findall(r"Array\[jaxtyping_promo.*?(\w+)\]", BLOCKS[1][1])
    assert results[3][0] < 0
    assert np.isinf(results[4][0])


def test_the_session_in_the_readme() -> None:
    (text,) = (text for _, text in BLOCKS if text.startswith(">>>"))
    example = doctest.DocTestParser().get_doctest(text, {}, "README.md", "README.md", 0)
    assert doctest.DocTestRunner().run(example) == (0, 3)


@pytest.mark.parametrize("page", ["README.md", *(f"docs/{page.name}" for page in (ROOT / "docs").glob("*.md"))])
def test_links_lead_somewhere(page: str) -> None:
    targets = re.findall(r"\]\(([^)#]+)[^)]*\)", (ROOT / page).read_text())
    local = [target for target in targets if not target.startswith("http")]
    assert [target for target in local if not (ROOT / page).parent.joinpath(target).exists()] == []
