"""Finds the source of a project with its tests: a folder, or the source distribution of an installed package."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tarfile
from importlib.metadata import packages_distributions, version
from pathlib import Path
from typing import NamedTuple

PROJECT_FILES = ("pyproject.toml", "setup.py", "setup.cfg")
"""Each of these files marks the root of a project."""
TEST_FOLDERS = ("tests", "test")
OTHER_FOLDERS = ("benchmarks", "docs", "examples", "experiments")
"""The names of folders that are neither a part of the package nor its tests."""
MYPY_FILES = ("mypy.ini", ".mypy.ini")


class Project(NamedTuple):
    """A copied project.

    Attributes:
        root: the folder in which mypy and pytest run.
        targets: the packages and the tests, as paths below the root.
        tests: the arguments of pytest, as paths below the root.
        import_folder: the folder from which the packages are imported.
    """

    root: Path
    targets: tuple[str, ...]
    tests: tuple[str, ...]
    import_folder: Path


def source_distribution(package: str, folder: Path) -> Path:
    """Download and unpack the source distribution of an installed package, in its installed version."""
    name = packages_distributions()[package][0]
    requirement = f"{name}=={version(name)}"
    options = ["--quiet", "--no-deps", "--no-binary", ":all:", "--dest", str(folder)]
    subprocess.run([sys.executable, "-m", "pip", "download", *options, requirement], check=True)
    [archive] = folder.glob("*.tar.gz")
    with tarfile.open(archive) as file:
        file.extractall(folder, filter="data")
    archive.unlink()
    [source] = folder.iterdir()
    return source


def copied_project(source: Path, folder: Path, mypy_settings: str) -> Project:
    """Copy a project, a package with tests inside, or a folder of tests. mypy gets these settings and no others."""
    is_project = any((source / name).is_file() for name in PROJECT_FILES) and not (source / "__init__.py").exists()
    root = folder if is_project else folder / "program"
    shutil.copytree(
        source, root if is_project else root / source.name, ignore=shutil.ignore_patterns(".git", *MYPY_FILES)
    )
    import_folder = root
    targets: tuple[str, ...] = (source.name,)
    tests = targets
    if is_project:
        import_folder = root / "src" if (root / "src").is_dir() else root
        packages = [path for path in sorted(import_folder.iterdir()) if (path / "__init__.py").exists()]
        own = [path for path in packages if path.name not in (*TEST_FOLDERS, *OTHER_FOLDERS)]
        tests = tuple(name for name in TEST_FOLDERS if (root / name).is_dir())
        targets = (*(str(path.relative_to(root)) for path in own), *tests)
        tests = tests or targets
    bases = f"explicit_package_bases = True\nmypy_path = {import_folder}\n" if is_project else ""
    (root / "mypy.ini").write_text(f"[mypy]\nplugins = jaxtyping_promo.mypy_plugin\n{bases}{mypy_settings}")
    return Project(root, targets, tests, import_folder)
