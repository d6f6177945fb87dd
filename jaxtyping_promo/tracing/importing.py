"""Import hooks of a trace: one notices the import of a library, the other compiles modules for recording."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from types import CodeType, ModuleType
from typing import Any

from .program_files import PROGRAM, ProgramFiles
from .values import Values


class _Finder(MetaPathFinder):
    """A finder that changes what the finders behind it find."""

    def _behind(self, name: str, path: Sequence[str] | None, target: ModuleType | None) -> ModuleSpec | None:
        finders = [*sys.meta_path]
        for finder in finders[finders.index(self) + 1 if self in finders else 0 :]:
            if (find := getattr(finder, "find_spec", None)) is not None:
                spec: ModuleSpec | None = find(name, path, target)
                if spec is not None:
                    return spec
        return None

    def install(self) -> None:
        """Put it in front of the other finders."""
        sys.meta_path.insert(0, self)

    def uninstall(self) -> None:
        """Take it away."""
        if self in sys.meta_path:
            sys.meta_path.remove(self)


class ImportWatcher(_Finder):
    """Calls a function as soon as a module has been imported, or at once if it is.

    Args:
        module: the module.
        imported: the function.
    """

    def __init__(self, module: str, imported: Callable[[], None]) -> None:
        self._module, self._imported = module, imported

    def install(self) -> None:
        if self._module in sys.modules:
            self._imported()
        else:
            super().install()

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        if name != self._module:
            return None
        spec = self._behind(name, path, target)
        if spec is not None and spec.loader is not None:
            spec.loader = _NotifyingLoader(spec.loader, self._done)
        return spec

    def _done(self) -> None:
        self.uninstall()
        self._imported()


class _NotifyingLoader(Loader):
    """Loads a module as another loader does, and calls a function afterwards."""

    def __init__(self, loader: Any, loaded: Callable[[], None]) -> None:
        self._loader, self._loaded = loader, loaded

    def __getattr__(self, name: str) -> Any:
        return getattr(self._loader, name)

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        module: ModuleType | None = self._loader.create_module(spec)
        return module

    def exec_module(self, module: ModuleType) -> None:
        module.__loader__ = self._loader
        if module.__spec__ is not None:
            module.__spec__.loader = self._loader
        self._loader.exec_module(module)
        self._loaded()


class RecordingFinder(_Finder):
    """Finds the program's modules, and has them compiled so that their expressions are recorded.

    Args:
        files: the files of the program.
        values: the recorder.
    """

    def __init__(self, files: ProgramFiles, values: Values) -> None:
        self._files, self._values = files, values

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        spec = self._behind(name, path, target)
        if spec is None or not spec.has_location or not (spec.origin or "").endswith(".py"):
            return None
        assert spec.origin is not None
        if self._files.kind(spec.origin) is not PROGRAM:
            return None
        spec.loader = RecordingLoader(name, spec.origin, self._values)
        return spec


class RecordingLoader(SourceFileLoader):
    """Compiles a module so that its expressions are recorded. It neither reads nor writes compiled files.

    Args:
        name: the module.
        path: its file.
        values: the recorder.
    """

    def __init__(self, name: str, path: str, values: Values) -> None:
        super().__init__(name, path)
        self._values = values

    def get_code(self, fullname: str) -> CodeType:
        code: CodeType = self._values.compiled(self.get_data(self.path), self.path)
        return code
