"""Recordings of ``trace`` as contexts of ``check``."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from jaxtyping_promo.exceptions import ConfigError
from jaxtyping_promo.interpreter.recordings import read_recording

LIBRARY = """\
import jax.numpy as jnp

def scaled(params, pair, x):
    table = jnp.zeros(3)
    return params["w"] * table + pair[0] + x
"""
SCRIPT = """\
import importlib
import jax.numpy as jnp
scaled = getattr(importlib.import_module("lib" + "rary"), "scaled")
scaled({"w": jnp.ones(3, jnp.bfloat16)}, (jnp.ones(3, jnp.bfloat16), 1), jnp.ones(3, jnp.bfloat16))
"""


def check(folder: Path, *arguments: str) -> dict:
    command = [sys.executable, "-m", "jaxtyping_promo.cli", "check", "library.py", "--format", "json", *arguments]
    return json.loads(subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True).stdout)


def test_a_run_gives_the_dtypes_of_inputs(tmp_path):
    (tmp_path / "library.py").write_text(LIBRARY)
    (tmp_path / "script.py").write_text(SCRIPT)
    command = [sys.executable, "-m", "jaxtyping_promo.cli", "trace", "--output", "run.json", "script.py"]
    subprocess.run(command, cwd=tmp_path, capture_output=True, check=True)
    assert check(tmp_path)["findings"] == []
    (finding,) = check(tmp_path, "--recorded", "run.json")["findings"]
    assert (finding["line"], finding["code"], finding["context"]) == (5, "dtype-upcast", "recorded")


@pytest.mark.parametrize("text", ["", "[]", '{"functions": [{"line": 1}]}', "\x00"])
def test_other_files_are_no_recordings(tmp_path, text):
    path = tmp_path / "other.json"
    path.write_text(text)
    with pytest.raises(ConfigError, match="is no recording of"):
        read_recording(str(path))
