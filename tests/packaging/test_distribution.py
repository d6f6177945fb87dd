"""The contents of the wheel and the sdist."""

from __future__ import annotations

import email.message
import email.parser
import subprocess
import sys
import tarfile
import zipfile
from importlib.util import find_spec
from pathlib import Path

import pytest

import jaxtyping_promo
from jaxtyping_promo.diagnostics.codes import PAGES

ROOT = Path(__file__).parents[2]
INSTALLED_AS = {"jaxtyping_promo": "jaxtyping_promo", "mypy_plugin": "jaxtyping_promo/mypy_plugin", "stubs": "."}
"""The installed folders, and their places in the wheel."""
CACHES = {"__pycache__", ".mypy_cache", ".ruff_cache", ".pytest_cache"}
"""Folders that tools create among the sources."""


def build(source: Path, output: Path, *arguments: str) -> Path:
    command = [sys.executable, "-m", "build", "--no-isolation", *arguments, "--outdir", output, source]
    subprocess.run(command, check=True, capture_output=True)
    (wheel,) = output.glob("*.whl")
    return wheel


def sdist_contents(output: Path) -> list[str]:
    """The names of the files in a new sdist, relative to its folder."""
    command = [sys.executable, "-m", "build", "--no-isolation", "--sdist", "--outdir", output, ROOT]
    subprocess.run(command, check=True, capture_output=True)
    with tarfile.open(next(output.glob("*.tar.gz"))) as archive:
        return [member.name.partition("/")[2] for member in archive.getmembers() if member.isfile()]


def contents(wheel: Path) -> dict[str, int]:
    with zipfile.ZipFile(wheel) as archive:
        return {info.filename: info.CRC for info in archive.infolist()}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(ROOT, tmp_path_factory.mktemp("wheel"), "--wheel")


@pytest.fixture(scope="module")
def metadata(wheel: Path) -> email.message.Message:
    with zipfile.ZipFile(wheel) as archive:
        (name,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        return email.parser.Parser().parsestr(archive.read(name).decode())


def test_wheel_has_every_source_file_in_its_place(wheel: Path) -> None:
    expected = {
        Path(target, file.relative_to(ROOT / folder)).as_posix()
        for folder, target in INSTALLED_AS.items()
        for file in (ROOT / folder).rglob("*")
        if file.is_file() and CACHES.isdisjoint(file.relative_to(ROOT / folder).parts)
    }
    installed = {name for name in contents(wheel) if ".dist-info/" not in name}
    assert installed == expected
    assert {
        "jaxtyping_promo/py.typed",
        "jaxtyping_promo/mypy_plugin/__init__.py",
        "jaxtyping_promo-stubs/__init__.pyi",
        "jax-stubs/py.typed",
    } <= installed


def test_wheel_has_no_other_top_level_names(wheel: Path) -> None:
    top_level = {name.split("/")[0] for name in contents(wheel)}
    version = jaxtyping_promo.__version__
    assert top_level == {
        "jaxtyping_promo",
        "jaxtyping_promo-stubs",
        "jax-stubs",
        f"jaxtyping_promo-{version}.dist-info",
    }


def test_wheel_of_the_sdist_is_the_wheel_of_the_checkout(wheel: Path, tmp_path: Path) -> None:
    assert contents(build(ROOT, tmp_path)) == contents(wheel)  # without arguments it builds the wheel from the sdist


def test_the_package_alone_needs_nothing(metadata: email.message.Message) -> None:
    requirements = metadata.get_all("Requires-Dist", [])
    assert [line for line in requirements if "extra ==" not in line] == []
    assert set(metadata.get_all("Provides-Extra", [])) == {"cli", "jax", "mypy"}
    assert metadata["Requires-Python"] == ">=3.11"
    assert metadata["Version"] == jaxtyping_promo.__version__


def test_the_metadata_name_the_documentation_and_one_kind_of_types(metadata: email.message.Message) -> None:
    urls = dict(line.split(", ", 1) for line in metadata.get_all("Project-URL", []))
    assert PAGES.startswith(urls["Documentation"])
    assert all(url.startswith(urls["Documentation"]) for url in urls.values())
    kinds = [line for line in metadata.get_all("Classifier", []) if line.startswith("Typing ::")]
    assert kinds == ["Typing :: Typed"]  # "Stubs Only" is for packages without code


def test_the_sdist_has_every_tracked_file(tmp_path: Path) -> None:
    command = ["git", "ls-files", "-z"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    if listed.returncode or not listed.stdout:
        pytest.skip("not a checkout of git")
    tracked = {name for name in listed.stdout.split("\0") if name and (ROOT / name).is_file()} - {".gitattributes"}
    assert tracked <= set(sdist_contents(tmp_path))


@pytest.mark.skipif(find_spec("mkdocs") is None, reason="mkdocs is in the group docs")
def test_the_sdist_builds_the_documentation(tmp_path: Path) -> None:
    names = sdist_contents(tmp_path)
    with tarfile.open(next(tmp_path.glob("*.tar.gz"))) as archive:
        archive.extractall(tmp_path / "sources", filter="data")
    (root,) = (tmp_path / "sources").iterdir()
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet"]
    result = subprocess.run(command, cwd=root, capture_output=True, text=True)
    assert result.returncode == 0, result.stderr
    pages = [name for name in names if name.startswith("docs/errors/") and name.endswith(".md")]
    assert len([*(root / "build/site/errors").rglob("index.html")]) == len(pages)
