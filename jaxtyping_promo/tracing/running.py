"""Runs a script or a module in this process as ``python SCRIPT`` or ``python -m MODULE`` runs it."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import find_spec
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any, NamedTuple

from ..exceptions import JaxtypingPromoError


class ProgramNotFoundError(JaxtypingPromoError):
    """There is no such script or module."""


class Program(NamedTuple):
    """A program that can be run.

    Attributes:
        file: its main file.
        spec: the spec of the module; None for a script.
        folder: what stands first on `sys.path` while it runs.
        arguments: its arguments.
    """

    file: Path
    spec: ModuleSpec | None
    folder: str
    arguments: tuple[str, ...]

    @property
    def own_folder(self) -> Path:
        """The folder of the program's own files."""
        return Path(self.folder)


def script(path: str, arguments: Sequence[str]) -> Program:
    """A program that is a file, or a folder with a ``__main__.py``.

    Raises:
        ProgramNotFoundError: there is no such file.
    """
    file = Path(path)
    if file.is_dir():
        file, folder = file / "__main__.py", file
    else:
        folder = file.parent
    if not file.is_file():
        raise ProgramNotFoundError(f"there is no file {file}")
    return Program(file, None, str(folder.resolve()), (path, *arguments))


def module(name: str, arguments: Sequence[str]) -> Program:
    """A program that is a module, or a package with a module ``__main__``.

    Raises:
        ProgramNotFoundError: there is no such module.
    """
    folder = os.getcwd()
    with _first_on_path(folder):
        try:
            spec = find_spec(name)
            if spec is not None and spec.submodule_search_locations is not None:
                spec = find_spec(f"{name}.__main__")
        except (ImportError, ValueError) as error:
            raise ProgramNotFoundError(f"there is no module {name}: {error}") from None
    if spec is None or spec.origin is None or not spec.has_location:
        raise ProgramNotFoundError(f"there is no module {name} that can be run")
    return Program(Path(spec.origin), spec, folder, (spec.origin, *arguments))


def run(program: Program, compiled: Callable[[bytes, str], CodeType]) -> None:
    """Run a program as the module ``__main__``, and put `sys` back afterwards.

    Args:
        program: the program.
        compiled: compiles the source of the main file.
    """
    filename = os.path.abspath(program.file)
    with io.open_code(filename) as file:
        source = file.read()
    main = ModuleType("__main__")
    spec = program.spec
    main.__dict__.update(
        __file__=filename,
        __builtins__=sys.modules["builtins"],
        __spec__=spec,
        __package__=spec.parent if spec is not None else None,
        __loader__=spec.loader if spec is not None else SourceFileLoader("__main__", filename),
    )
    arguments, former = sys.argv, sys.modules["__main__"]
    with _first_on_path(program.folder):
        sys.argv, sys.modules["__main__"] = [*program.arguments], main
        try:
            exec(compiled(source, filename), main.__dict__)
        finally:
            sys.argv, sys.modules["__main__"] = arguments, former


@contextmanager
def _first_on_path(folder: str) -> Iterator[None]:
    """Put a folder first on `sys.path`, in place of the folder of the running command."""
    former = sys.path
    sys.path = [folder, *(place for place in former if place not in ("", folder))]
    try:
        yield
    finally:
        sys.path = former


def plainly(source: bytes, filename: str) -> Any:
    """Compile a source as Python does."""
    return compile(source, filename, "exec", dont_inherit=True)
