"""The files of a program: what a path stands for, which files are scripts, and where installed packages are."""

from __future__ import annotations

import ast
import os
import site
from collections.abc import Sequence
from pathlib import Path

INSTALLED = frozenset(("site-packages", "dist-packages", "stand_ins"))
"""The folders of installed packages, and of the sources that stand for some of their modules."""
LEFT_OUT = frozenset(("node_modules", "__pycache__", "build", "dist", "site-packages", "venv"))
"""The folders that are not searched for files of the program."""


def is_installed(path: str) -> bool:
    """Whether a file belongs to an installed package."""
    return not INSTALLED.isdisjoint(Path(path).parts)


def has_main_guard(tree: ast.Module) -> bool:
    """Whether a module has ``if __name__ == "__main__"`` at its top level."""
    return any(
        isinstance(statement, ast.If)
        and "__name__" in ast.dump(statement.test)
        and "__main__" in ast.dump(statement.test)
        for statement in tree.body
    )


def dotted_path(file: Path) -> str:
    """A module name for one of several files of the same name: its path with dots."""
    return ".".join(part for part in file.with_suffix("").parts if part not in (os.sep, ".", ".."))


def python_files(path: Path) -> list[Path]:
    """The Python files of a path: the file itself, or all below a folder, without hidden folders and environments."""
    if not path.is_dir():
        return [path]
    found: list[Path] = []
    for folder, names, files in os.walk(path):
        names[:] = sorted(
            name
            for name in names
            if not name.startswith(".")
            and name not in LEFT_OUT
            and not os.path.exists(os.path.join(folder, name, "pyvenv.cfg"))
        )
        found += [Path(folder, file) for file in sorted(files) if file.endswith(".py")]
    return found


def folders_around(paths: Sequence[str | os.PathLike[str]]) -> list[str]:
    """The folders in which modules are looked up besides those of the files and of installed packages.

    They hold packages without ``__init__.py``, and the program's own packages if only its tests are given: the current
    folder and its ``src``, the given folders, and the folders around them. The folder of a package holds no modules: a
    ``typing.py`` in it is ``package.typing``.
    """
    here = Path.cwd()
    given = [Path(path).absolute() for path in paths if os.path.isdir(path)]
    around = [folder for each in given for folder in (each, each.parent) if not (folder / "__init__.py").is_file()]
    return [str(folder) for folder in (here, here / "src", *around) if folder.is_dir()]


def installed_folders() -> list[str]:
    """The folders of installed packages: of the active virtual environment, or of the running Python."""
    environment = os.environ.get("VIRTUAL_ENV")
    if environment:
        found = [str(folder) for folder in Path(environment).glob("lib/python*/site-packages")]
        if found:
            return found
    return [folder for folder in (*site.getsitepackages(), site.getusersitepackages()) if os.path.isdir(folder)]
