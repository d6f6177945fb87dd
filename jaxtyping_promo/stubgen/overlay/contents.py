"""The contents of the overlay: JAX's public modules, and the modules that define their classes and functions."""

from __future__ import annotations

import ast
from collections.abc import Mapping

from ...jax_source import AssignedValue, Definition, Source, passed_on
from .earlier_names import EARLIER_NAMES
from .signatures import named_arguments
from .templates import Template

MODULES = (
    "jax", "jax.numpy", "jax.numpy.linalg", "jax.numpy.fft", "jax.lax", "jax.lax.linalg", "jax.nn", "jax.nn.initializers",
    "jax.random", "jax.tree", "jax.tree_util", "jax.core", "jax.sharding", "jax.typing", "jax.dtypes", "jax.debug", "jax.image",
    "jax.interpreters", "jax.ops", "jax.errors", "jax.stages", "jax.custom_derivatives", "jax.custom_batching", "jax.api_util", "jax.ad_checkpoint",
    "jax.distributed", "jax.dlpack", "jax.export", "jax.ffi", "jax.flatten_util", "jax.monitoring", "jax.profiler", "jax.ref",
    "jax.scipy", "jax.scipy.special", "jax.scipy.linalg", "jax.scipy.signal", "jax.scipy.fft", "jax.scipy.integrate",
    "jax.scipy.interpolate", "jax.scipy.ndimage", "jax.scipy.optimize", "jax.scipy.sparse", "jax.scipy.sparse.linalg",
    "jax.lib", "jax.version", "jax.interpreters.ad", "jax.interpreters.batching", "jax.interpreters.mlir",
    "jax.interpreters.partial_eval", "jax.interpreters.pxla", "jax.interpreters.xla", "jax.experimental",
    "jax.experimental.compilation_cache", "jax.experimental.compilation_cache.compilation_cache",
    "jax.scipy.spatial", "jax.scipy.spatial.transform", "jax.scipy.cluster", "jax.scipy.cluster.vq", "jax.scipy.stats",
)  # fmt: skip
"""The public modules of the overlay, without the submodules of `jax.scipy.stats`, one for each distribution."""
IMPORTED_MODULES = {
    "jax": ("core", "experimental", "interpreters", "ref", "version"),
    "jax.interpreters": ("ad", "batching", "mlir", "partial_eval", "pxla", "xla"),
    "jax.experimental": ("compilation_cache",),
    "jax.experimental.compilation_cache": ("compilation_cache",),
}
"""Submodules that ``import jax`` makes available although no package imports them by name."""
VERSIONS = ("__version__", "__version_info__")
"""Public names that begin with an underscore."""


class Contents:
    """The modules that have a stub, and their contents.

    Attributes:
        public: the public modules.
        classes: by module, the classes in its stub: public classes and their bases.
        functions: by module, the functions that public modules import from it, directly or through others.
        passed_on: by module with a stub, the names that public modules without a stub export from it. They need
            definitions, because pyright uses a ``__getattr__`` only in the first module.
    """

    def __init__(self, source: Source, templates: Mapping[str, Template]) -> None:
        self.source, self.templates = source, templates
        stats = tuple(f"jax.scipy.stats.{p.stem}" for p in sorted((source.root / "scipy" / "stats").glob("[a-z]*.py")))
        self.public = tuple(module for module in (*MODULES, *stats) if source.module(module))
        self.classes = self.find_classes()
        self.functions = self.find_functions()
        self.passed_on = self.find_passed_on()

    def names(self, module: str) -> list[str]:
        """The names that a public module has in any supported version of JAX."""
        jax_module = self.source.existing(module)
        versions = [name for name in VERSIONS if name in jax_module.names]
        earlier = [name for names in EARLIER_NAMES.get(module, {}).values() for name in names]
        return [*dict.fromkeys([*jax_module.public(), *versions, *IMPORTED_MODULES.get(module, ()), *earlier])]

    def resolve(self, module: str, name: str) -> tuple[str, str, Definition] | None:
        """The module that defines a public name today, or defined it in an earlier version."""
        owners = (owner for owner, names in EARLIER_NAMES.get(module, {}).items() if name in names)
        return self.source.resolve(module, name) or self.source.resolve(next(owners, module), name)

    def find_classes(self) -> dict[str, set[str]]:
        needed: dict[str, set[str]] = {}
        queue = []
        for module in self.public:
            for name in self.names(module):
                resolved = self.resolve(module, name)
                queue += [*self.mentioned(resolved), self.named_tuple(resolved), *self.parameter_classes(resolved)]
        while queue:
            resolved = queue.pop()
            if resolved is None or not isinstance(resolved[2], ast.ClassDef):
                continue
            owner, name, classes = resolved[0], resolved[1], {resolved[1]: resolved[2]}
            if owner in self.public or name in needed.get(owner, ()):
                continue
            if owner not in needed:
                classes = {n: d for n, d in self.source.existing(owner).names.items() if isinstance(d, ast.ClassDef)}
                needed[owner] = {n for n in classes if not n.startswith("_")}
            needed[owner].add(name)
            for base in (base for each in classes.values() for base in each.bases):
                queue.append(self.source.dotted(owner, base.value if isinstance(base, ast.Subscript) else base))
        for module in self.public:
            needed[module] = {n for n, d in self.source.existing(module).names.items() if isinstance(d, ast.ClassDef)}
        for module, template in self.templates.items():
            needed.setdefault(module, set()).update(template.classes)
        return needed

    def find_functions(self) -> dict[str, set[str]]:
        functions: dict[str, set[str]] = {}
        for module in self.public:
            for name in self.names(module):
                ways = self.source.ways(module, name)
                for owner, there, _ in ways if isinstance(ways[-1][2], list) else ():
                    functions.setdefault(owner, set()).add(there)
        return functions

    def find_passed_on(self) -> dict[str, set[str]]:
        passed_on_names: dict[str, set[str]] = {}
        stubs = {*self.classes, *self.packages()}
        for module in self.source.public_modules():
            for name in self.source.existing(module).exported if module not in stubs else ():
                for owner, there, _ in self.source.ways(module, name)[1:]:
                    if owner in stubs and self.source.module(f"{owner}.{there}") is None:
                        passed_on_names.setdefault(owner, set()).add(there)
        return passed_on_names

    def packages(self) -> list[str]:
        """The packages that contain the modules. Their stubs are empty, since JAX's own packages import half of JAX."""
        parents = {".".join(m.split(".")[:n]) for m in self.classes for n in range(2, m.count(".") + 1)}
        return sorted(parents - set(self.classes))

    def path(self, module: str) -> str:
        relative = "/".join(module.split(".")[1:])
        jax_module = self.source.existing(module)
        return f"{relative}/__init__.pyi".lstrip("/") if jax_module.is_package else f"{relative}.pyi"

    def mentioned(self, resolved: tuple[str, str, Definition] | None) -> list[tuple[str, str, Definition] | None]:
        """The definition of a value, and the class that it is an instance of."""
        if resolved and isinstance(resolved[2], AssignedValue) and resolved[2].annotation is not None:
            return [self.source.dotted(resolved[0], resolved[2].annotation)]
        if resolved and isinstance(resolved[2], AssignedValue) and isinstance(resolved[2].value, ast.Call):
            made = self.source.dotted(resolved[0], passed_on(resolved[2].value).func)
            if made and isinstance(made[2], list) and (returns := made[2][-1].returns) is not None:
                made = self.source.dotted(made[0], returns.value if isinstance(returns, ast.Subscript) else returns)
            return [made]
        return [resolved]

    def parameter_classes(self, resolved: tuple[str, str, Definition] | None) -> list[tuple[str, str, Definition]]:
        """The classes in the annotations of a function's parameters, also through aliases."""
        if resolved is None or not isinstance(resolved[2], list):
            return []
        queue = [
            (resolved[0], argument.annotation)
            for part in resolved[2]
            for argument in named_arguments(part)
            if argument.annotation is not None
        ]
        classes: dict[tuple[str, str], tuple[str, str, Definition]] = {}
        while queue:
            owner, annotation = queue.pop()
            for node in ast.walk(without_quotes(annotation)):
                named = self.source.dotted(owner, node) if isinstance(node, ast.Name | ast.Attribute) else None
                if named is None or named[:2] in classes:
                    continue
                classes[named[:2]] = named
                if isinstance(named[2], AssignedValue) and named[2].value is not None:
                    queue.append((named[0], named[2].value))
        return [named for named in classes.values() if isinstance(named[2], ast.ClassDef)]

    def named_tuple(self, resolved: tuple[str, str, Definition] | None) -> tuple[str, str, Definition] | None:
        """The named tuple that a function returns, or None."""
        if resolved is None or not isinstance(resolved[2], list):
            return None
        returns = resolved[2][-1].returns
        names = [n for n in ast.walk(without_quotes(returns)) if isinstance(n, ast.Name)] if returns else []
        for definition in [self.source.dotted(resolved[0], name) for name in names]:
            bases = definition[2].bases if definition and isinstance(definition[2], ast.ClassDef) else ()
            if any(ast.unparse(base).split(".")[-1] == "NamedTuple" for base in bases):
                return definition
        return None


def without_quotes(annotation: ast.expr) -> ast.expr:
    """The expression of an annotation, which may be written as a string."""
    if isinstance(annotation, ast.Constant) and isinstance(annotation.value, str):
        return ast.parse(annotation.value.strip(), mode="eval").body
    return annotation
