"""The subcommand ``stubs`` writes the stubs of the requested system."""

from __future__ import annotations

import ast
import json
import re
import shutil
from pathlib import Path

import jax
import pytest
from suites import long

from jaxtyping_promo import get_system
from jaxtyping_promo.cli import main
from jaxtyping_promo.jax_source import Source
from jaxtyping_promo.stubgen.overlay import accepts
from jaxtyping_promo.systems import MODULES

pytestmark = pytest.mark.once


@pytest.mark.parametrize("system", [long(name) if name == "jax" else name for name in MODULES])
def test_the_stubs_of_every_system_are_python(system, tmp_path, capsys):
    assert main(["stubs", "--system", system, "--output", str(tmp_path), "--json"]) == 0
    files = [Path(file) for file in json.loads(capsys.readouterr().out)["files"]]
    names = {file.relative_to(tmp_path).as_posix() for file in files}
    assert {f"jaxtyping_promo/{name}.pyi" for name in ("__init__", "array", "dtypes", "typing")} <= names
    assert ("jax-stubs/numpy/__init__.pyi" in names) == (system == "jax" and accepts(jax.__version__))
    for file in files:
        ast.parse(file.read_text())
    classes = ast.parse((tmp_path / "jaxtyping_promo/dtypes.pyi").read_text()).body
    declared = {node.name for node in classes if isinstance(node, ast.ClassDef)}
    assert set(get_system(system).nodes) <= declared


@pytest.mark.slow
def test_a_mode_is_another_table(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr("jaxtyping_promo.stubgen.overlay.is_readable", lambda version: False)  # without JAX's functions
    for mode in ("", "--x64"):
        assert main(["stubs", *filter(None, [mode]), "--output", str(tmp_path / f"typings{mode}")]) == 0
    plain, wide = ((tmp_path / f"typings{mode}/jaxtyping_promo/dtypes.pyi").read_text() for mode in ("", "--x64"))
    plain_bases, wide_bases = (re.search(r"class weak_float\((.*)\):", text)[1].split(", ") for text in (plain, wide))
    assert "float32" in plain_bases and "float64" in wide_bases


def test_another_jax_is_one_line(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr("jaxtyping_promo.stubgen.overlay.is_readable", lambda version: False)
    assert main(["stubs", "--x64", "--output", str(tmp_path)]) == 0
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert f"JAX {jax.__version__} is installed" in error
    assert not (tmp_path / "jax-stubs").exists()


@pytest.mark.long
@pytest.mark.skipif(not accepts(jax.__version__), reason="the stubs are made from another version of JAX")
def test_a_newer_jax_has_its_names(tmp_path, capsys, monkeypatch):
    newer = tmp_path / "jax"
    shutil.copytree(Path(jax.__file__).parent, newer, ignore=shutil.ignore_patterns("__pycache__", "experimental"))
    version = newer / "version.py"
    version.write_text(version.read_text().replace('_version = "', '_version = "9'))
    with (newer / "lax" / "__init__.py").open("a") as file:
        file.write("from jax._src.lax.lax import sin as brand_new\n")
    monkeypatch.setattr("jaxtyping_promo.stubgen.overlay.installed", lambda: Source(newer))
    assert main(["stubs", "--output", str(tmp_path / "typings")]) == 0
    assert capsys.readouterr().err == ""
    stub = (tmp_path / "typings" / "jax-stubs" / "lax" / "__init__.pyi").read_text()
    assert "def brand_new(" in stub and "def cos(" in stub


def test_an_unknown_system_is_one_line(tmp_path, capsys):
    assert main(["stubs", "--system", "nunpy", "--output", str(tmp_path / "typings")]) == 1
    assert capsys.readouterr().err.count("\n") == 1
    assert not (tmp_path / "typings").exists()
