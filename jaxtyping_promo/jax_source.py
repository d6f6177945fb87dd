"""Reads the source of the installed JAX without importing it: the module that defines each name, and the definition.

`installed` returns the `Source`, which the stub generator and the plugin's hook for newer names use.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path

Function = list[ast.FunctionDef]
"""A function: a single definition, or its overloads."""


@dataclass(frozen=True)
class Imported:
    """A name that another module defines; without a name, the module itself."""

    module: str
    name: str | None


@dataclass(frozen=True)
class AssignedValue:
    """A name that is assigned: its annotation, its value, and the type parameters of a generic alias."""

    annotation: ast.expr | None
    value: ast.expr | None
    parameters: tuple[str, ...] = ()


Definition = Imported | AssignedValue | ast.ClassDef | Function


@dataclass
class Module:
    """A module with its top-level names."""

    name: str
    is_package: bool
    is_stub: bool = False
    names: dict[str, Definition] = field(default_factory=dict)
    exported: dict[str, None] = field(default_factory=dict)
    """The public names in the order of the file: imported ``as`` themselves, listed in ``__all__``, or defined here."""
    removed: set[str] = field(default_factory=set)
    """The names that JAX has removed: using them raises, even if the source still defines them for type checkers."""
    deleted: set[str] = field(default_factory=set)
    """The names that the module deletes with ``del``."""

    def public(self) -> list[str]:
        """The names that a program can use: `exported`, and unmarked imports from JAX."""
        unmarked = () if self.is_stub else (n for n, d in self.names.items() if _is_usable(n, d))
        return [n for n in dict.fromkeys([*self.exported, *unmarked]) if n not in self.removed | self.deleted]


class Source:
    """The modules of an installed JAX.

    Args:
        root: the folder ``jax``.
    """

    def __init__(self, root: Path) -> None:
        self.root = root
        self._paths: dict[str, Path | None] = {}
        self._modules: dict[str, Module | None] = {}
        self._code: dict[str, Module] = {}

    @property
    def version(self) -> str:
        """JAX's version, from its ``version.py``."""
        for node in ast.parse((self.root / "version.py").read_text()).body:
            if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "_version":
                return str(ast.literal_eval(node.value))
        raise LookupError(f"{self.root / 'version.py'} has no _version")

    def path(self, name: str) -> Path | None:
        """The file of a JAX module: the stub that JAX ships, if there is one."""
        if name not in self._paths:
            base = self.root.joinpath(*name.split(".")[1:])
            files = (base / "__init__.pyi", base / "__init__.py", base.with_suffix(".pyi"), base.with_suffix(".py"))
            self._paths[name] = next((file for file in files if file.exists()), None)
        return self._paths[name]

    def has(self, name: str) -> bool:
        """Whether JAX has a module of this name."""
        return name.split(".")[0] == "jax" and self.path(name) is not None

    def public_modules(self) -> list[str]:
        """The JAX modules without an underscore at the beginning of any part of the name."""
        files = (path.relative_to(self.root).with_suffix("").parts for path in self.root.rglob("*.py"))
        return sorted(
            ".".join(("jax", *parts)).removesuffix(".__init__")
            for parts in files
            if not any(part.startswith("_") and part != "__init__" for part in parts)
        )

    def module(self, name: str) -> Module | None:
        """A module by its full name, or None if JAX has no such module."""
        if name not in self._modules:
            self._modules[name] = None
            if self.has(name) and (path := self.path(name)):
                module = Module(name, path.stem == "__init__", path.suffix == ".pyi")
                self._modules[name] = module
                _Reader(self, module).read(ast.parse(path.read_text()).body)
        return self._modules[name]

    def existing(self, name: str) -> Module:
        """A module by its full name, which must exist.

        Raises:
            LookupError: JAX has no such module.
        """
        existing_module = self.module(name)
        if existing_module is None:
            raise LookupError(f"JAX has no module {name}")
        return existing_module

    def resolve(self, module: str, name: str) -> tuple[str, str, Definition] | None:
        """The place where a name of a module is defined (module and name), and the definition; None if it is undefined.

        The definition is `Imported` for names from other packages, and for modules.
        """
        seen = set()
        while (module, name) not in seen:
            seen.add((module, name))
            jax_module = self.module(module)
            if jax_module is None:
                return module, name, Imported(module, name)
            definition = jax_module.names.get(name)
            if definition is None:
                submodule = f"{module}.{name}"
                return (submodule, "", Imported(submodule, None)) if self.module(submodule) else None
            if isinstance(definition, Imported):
                if definition.name is None:
                    return definition.module, "", definition
                module, name = definition.module, definition.name
            elif isinstance(definition, AssignedValue) and isinstance(definition.value, ast.Name | ast.Attribute):
                # An alias of another name that JAX defines.
                aliased = self.dotted(module, definition.value)
                if aliased is None or isinstance(aliased[2], AssignedValue | Imported):
                    return module, name, definition
                return aliased
            else:
                return module, name, definition
        return None

    def code(self, module: str) -> Module | None:
        """A module as Python runs it. `module` reads the stub instead where JAX ships one."""
        path = self.path(module)
        if path is None or path.suffix == ".py" or not (code := path.with_suffix(".py")).exists():
            return self.module(module)
        if module not in self._code:
            self._code[module] = Module(module, path.stem == "__init__")
            _Reader(self, self._code[module]).read(ast.parse(code.read_text()).body)
        return self._code[module]

    def run(self, module: str, name: str) -> tuple[str, str, Definition] | None:
        """The place where the code of a public function is defined; `resolve` may stop at a signature in a stub."""
        definition = code.names.get(name) if (code := self.code(module)) else None
        if isinstance(definition, Imported) and definition.name:
            return self.resolve(definition.module, definition.name)
        return self.resolve(module, name)

    def ways(self, module: str, name: str) -> list[tuple[str, str, Definition | None]]:
        """Each module through which a name is imported, the name there, and its definition there."""
        result: list[tuple[str, str, Definition | None]] = []
        code = self.code(module)
        while (module, name) not in [way[:2] for way in result]:
            definition = code.names.get(name) if code else None
            result.append((module, name, definition))
            if isinstance(definition, Imported) and definition.name:
                module, name = definition.module, definition.name
                code = self.module(module)
        return result

    def dotted(self, module: str, node: ast.expr) -> tuple[str, str, Definition] | None:
        """The place where ``name`` or ``module.name`` in the code of a module is defined."""
        if isinstance(node, ast.Name):
            return self.resolve(module, node.id)
        if isinstance(node, ast.Attribute):
            owner = self.dotted(module, node.value)
            if owner and isinstance(owner[2], Imported) and owner[2].name is None:
                return self.resolve(owner[2].module, node.attr)
        return None


class _Reader:
    """Collects the top-level names of one module."""

    def __init__(self, source: Source, module: Module) -> None:
        self.source, self.module = source, module

    def read(self, body: list[ast.stmt]) -> None:
        """Collect the names that statements define."""
        for node in body:
            if isinstance(node, ast.FunctionDef):
                previous = self.module.names.get(node.name)
                overloads = isinstance(previous, list) and any(
                    "overload" in ast.unparse(d) for d in previous[-1].decorator_list
                )
                self.add(node.name, [*previous, node] if overloads and isinstance(previous, list) else [node])
            elif isinstance(node, ast.ClassDef):
                self.add(node.name, node)
            elif isinstance(node, ast.Import):
                for alias in node.names:
                    name = alias.name if alias.asname else alias.name.split(".")[0]
                    self.add(alias.asname or name, Imported(name, None), public=alias.asname == alias.name)
            elif isinstance(node, ast.ImportFrom):
                self.import_from(node)
            elif isinstance(node, ast.Assign):
                for target in node.targets:
                    if isinstance(target, ast.Name):
                        self.assign(target.id, AssignedValue(None, node.value))
            elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
                self.assign(node.target.id, AssignedValue(node.annotation, node.value))
            elif sys.version_info >= (3, 12) and isinstance(node, ast.TypeAlias):
                parameters = tuple(
                    parameter.name for parameter in node.type_params if isinstance(parameter, ast.TypeVar)
                )
                self.add(node.name.id, AssignedValue(None, node.value, parameters), public=False)
            elif isinstance(node, ast.If):
                self.branch(node)
            elif isinstance(node, ast.Try):
                self.read(node.body)
            elif isinstance(node, ast.Delete):
                self.module.deleted |= {target.id for target in node.targets if isinstance(target, ast.Name)}

    def branch(self, node: ast.If) -> None:
        """Collect the names in the branch of an ``if`` that type checkers see, or in both branches."""
        test = ast.unparse(node.test)
        if test.startswith("not ") and "TYPE_CHECKING" in test:
            self.read(node.orelse)
        elif "TYPE_CHECKING" in test:
            self.read(node.body)
        else:
            self.read(node.body)
            self.read(node.orelse)

    def assign(self, name: str, value: AssignedValue) -> None:
        """Collect an assigned name; ``__all__`` and JAX's list of deprecations are read, too."""
        if name == "__all__" and isinstance(value.value, ast.List | ast.Tuple):
            self.module.exported |= dict.fromkeys(str(ast.literal_eval(item)) for item in value.value.elts)
        if name == "_deprecations" and isinstance(value.value, ast.Dict):
            self.module.removed |= set(_removed(value.value))
        self.add(name, value)

    def import_from(self, node: ast.ImportFrom) -> None:
        """Collect the names of a ``from`` import."""
        base = node.module or ""
        if node.level:
            parts = self.module.name.split(".")
            parts = parts[: len(parts) - node.level + self.module.is_package]
            base = ".".join([*parts, base] if base else parts)
        for alias in node.names:
            if alias.name == "*":
                other = self.source.module(base)
                for name in other.names if other else ():
                    if not name.startswith("_"):
                        self.add(name, Imported(base, name), public=True)
                continue
            submodule = f"{base}.{alias.name}"
            is_module = self.source.has(submodule) and not self.defines(base, alias.name)
            imported = Imported(submodule, None) if is_module else Imported(base, alias.name)
            self.add(alias.asname or alias.name, imported, public=alias.asname == alias.name)

    def defines(self, module: str, name: str) -> bool:
        """Whether another module has a name, which takes precedence over a submodule of that name."""
        other = self.source.module(module) if module != self.module.name else None
        return other is not None and name in other.names

    def add(self, name: str, definition: Definition, *, public: bool = True) -> None:
        """Collect a name and its definition."""
        self.module.names[name] = definition
        self.module.deleted.discard(name)
        if public and not name.startswith("_"):
            self.module.exported.setdefault(name)


def _is_usable(name: str, definition: Definition) -> bool:
    """Whether a name is imported from JAX and has no underscore."""
    is_jaxs = isinstance(definition, Imported) and definition.name and definition.module.split(".")[0] == "jax"
    return bool(is_jaxs) and not name.startswith("_")


def _removed(deprecations: ast.Dict) -> Iterator[str]:
    """The names without a value in the table from which JAX makes a module's ``__getattr__``."""
    for key, value in zip(deprecations.keys, deprecations.values, strict=True):
        match key, value:
            case ast.Constant(value=str(name)), ast.Tuple(elts=[_, ast.Constant(value=None)]):
                yield name


def installed() -> Source | None:
    """The source of the JAX that this Python would import, without importing it; None if JAX is not installed."""
    spec = find_spec("jax")
    if spec is None or not spec.submodule_search_locations:
        return None
    return Source(Path(next(iter(spec.submodule_search_locations))))


def passed_on(value: ast.Call) -> ast.Call:
    """The inner call of a call that only wraps another one, as in ``export(_Mgrid())``.

    Other calls are returned unchanged.
    """
    match value.args:
        case [ast.Call() as inner] if not value.keywords and not inner.args:
            return inner
    return value
