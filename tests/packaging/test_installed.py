"""The installed package, from a wheel and editable: imports, and the stubs that type checkers find."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from made_once import folder_made_once
from suites import long

pytestmark = [pytest.mark.once, pytest.mark.slow]

ROOT = Path(__file__).parents[2]
NOT_IMPORTABLE = ("mypy_plugin", "stubs", "tests", "examples", "benchmarks", "docs", "hatch_build", "oracles")
"""Names in the checkout that must not be importable as top-level modules."""

PROGRAM = """\
from jaxtyping_promo import Array, float16, int8

def add(x: Array[int8], y: Array[float16]) -> None:
    reveal_type(x + y)
"""


@pytest.fixture(scope="module", params=["wheel", long("editable")])
def python(request: pytest.FixtureRequest) -> Path:
    """The interpreter of a new environment with the package, installed as a wheel or editable."""
    options = ["--editable"] if request.param == "editable" else []

    def install(folder: Path) -> None:
        subprocess.run([sys.executable, "-m", "venv", folder], check=True)
        pip = [folder / "bin" / "python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*pip, *options, f"{ROOT}[mypy]"], check=True)

    return folder_made_once(f"the environment: {request.param}", install) / "bin" / "python"


def run(python: Path, code: str, directory: Path) -> object:
    """The JSON that the code prints when it runs outside the checkout."""
    command = [python, "-c", f"import json\n{code}"]
    result = subprocess.run(command, cwd=directory, capture_output=True, text=True)
    assert result.returncode == 0, result.stderr
    return json.loads(result.stdout)


def modules(folder: Path, package: str) -> list[str]:
    files = sorted(file.relative_to(folder) for file in folder.rglob("*.py"))
    return [".".join((package, *file.with_suffix("").parts)).removesuffix(".__init__") for file in files]


def test_every_module_is_found(python: Path, tmp_path: Path) -> None:
    names = modules(ROOT / "jaxtyping_promo", "jaxtyping_promo")
    names += modules(ROOT / "mypy_plugin", "jaxtyping_promo.mypy_plugin")
    code = f"from importlib.util import find_spec; print(json.dumps([n for n in {names} if not find_spec(n)]))"
    assert run(python, code, tmp_path) == []
    assert "jaxtyping_promo.mypy_plugin" in names


def test_nothing_else_of_the_checkout_is_importable(python: Path, tmp_path: Path) -> None:
    code = f"from importlib.util import find_spec;print(json.dumps([n for n in {NOT_IMPORTABLE} if find_spec(n)]))"
    assert run(python, code, tmp_path) == []


def test_imports_work_as_everywhere(python: Path, tmp_path: Path) -> None:
    code = """
import importlib.metadata, importlib.resources, pickle, runpy
import jaxtyping_promo, jaxtyping_promo.mypy_plugin
assert importlib.metadata.version('jaxtyping-promo') == jaxtyping_promo.__version__
assert importlib.resources.files('jaxtyping_promo').joinpath('py.typed').is_file()
assert importlib.resources.files('jaxtyping_promo.mypy_plugin').joinpath('__init__.py').is_file()
assert pickle.loads(pickle.dumps(jaxtyping_promo.int8)) is jaxtyping_promo.int8
assert callable(runpy.run_module('jaxtyping_promo.systems.jax')['system'])
assert callable(jaxtyping_promo.mypy_plugin.plugin)
print(json.dumps([jaxtyping_promo.__name__, jaxtyping_promo.mypy_plugin.__spec__.name]))
"""
    assert run(python, code, tmp_path) == ["jaxtyping_promo", "jaxtyping_promo.mypy_plugin"]


def test_mypy_finds_the_stubs_and_the_plugin(python: Path, tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(PROGRAM)
    for config in ("[mypy]\n", "[mypy]\nplugins = jaxtyping_promo.mypy_plugin\n"):
        (tmp_path / "mypy.ini").write_text(config)
        result = subprocess.run([python, "-m", "mypy", "program.py"], cwd=tmp_path, capture_output=True, text=True)
        assert re.search(r'Revealed type is "[\w.]*\bArray\[[\w.]*\bfloat16\]"', result.stdout), result
        assert result.returncode == 0


def test_pyright_finds_the_stubs(python: Path, tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(PROGRAM)
    command = [sys.executable, "-m", "pyright", "--pythonpath", python, "program.py"]
    result = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert 'Type of "x + y" is "Array[float16]"' in result.stdout, result
    assert result.returncode == 0
