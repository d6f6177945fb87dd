"""A stub file while it is being written: its text, and the imports that the text needs."""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Iterable

from ..plain_names import with_plain_names

HEADER = "# Generated from JAX {version} by `python -m jaxtyping_promo.stubgen`. Do not edit: change the rules or the generator.\n"
TYPE_VARIABLE = re.compile(r"(?:TypeVar|ParamSpec)\(")


class Stub:
    """The stub of one module.

    Args:
        module: the full name of the module.
        own_names: the names that the module defines, which no import may hide.
        is_public: whether programs import the module. A public stub imports other names with an underscore in front,
            since pyrefly treats each imported name as a member of the module.

    Attributes:
        called: the names of unions that have a name in JAX's annotations.
    """

    def __init__(self, module: str, own_names: Iterable[str], *, is_public: bool = False) -> None:
        self.module, self.is_public = module, is_public
        self.own_names = frozenset(own_names)
        self.lines: list[str] = []
        self.variables: dict[str, str] = {}
        self.in_class: frozenset[str] = frozenset()
        self.called: dict[str, str] = {}
        self._imports: dict[tuple[str, str], str] = {}
        self._own: dict[tuple[str, str], str] = {}
        self._modules: dict[str, None] = {}
        self._exports: dict[str, None] = {}

    def use(self, module: str, name: str, *, as_itself: bool = False) -> str:
        """The local name for a name of another module, or of this one. Imports it if necessary.

        Args:
            module: the other module.
            name: the name there.
            as_itself: whether text written by hand uses the name unchanged.
        """
        if module in ("builtins", self.module):
            return self.builtin(name) if module == "builtins" else name
        key = (module, name)
        if key in self._own:
            return self._own[key]
        if name in self.in_class:
            return f"{self.use_module(module)}.{name}"
        if key not in self._imports:
            is_hidden = self.is_public and module.split(".")[0] == "jax" and not as_itself
            local = f"_{name}" if is_hidden or name in self.own_names or self._in_use(name) else name
            while local in self.own_names or self._in_use(local) or local in self.variables:
                local = f"_{local}"
            self._imports[key] = local
        return self._imports[key]

    def has(self, module: str, name: str) -> bool:
        """Whether a name of another module is imported, or defined here."""
        return (module, name) in self._imports or (module, name) in self._own

    def builtin(self, name: str) -> str:
        """The text of a builtin: its full name if the module or class has a member of that name."""
        if name in self.own_names or name in self.in_class:
            self.use_module("builtins")
            return f"builtins.{name}"
        assert hasattr(builtins, name), name
        return name

    def use_module(self, module: str) -> str:
        """The local name of an imported module."""
        self._modules[module] = None
        return "_np" if module == "numpy" else module

    def export(self, module: str, name: str, public: str) -> None:
        """Add a public import: ``from m import x as x``."""
        if name == public:
            self._own[module, name] = public
            self._exports[f"from {module} import {name} as {public}"] = None
        else:  # only a name that is imported as itself is exported
            self._exports[f"from {module} import {name} as _{public}"] = None
            self.lines.append(f"{public} = _{public}")

    def variable(self, name: str, definition: str) -> str:
        """Define a type variable of this stub. `definition` is ``TypeVar`` or ``ParamSpec`` with its arguments."""
        match = TYPE_VARIABLE.match(definition)
        assert match, definition
        kind = match[0][:-1]
        local = name if name.startswith("_") else f"_{name}"
        first, number = local, 1
        while local in self.own_names or self._in_use(local) or self.variables.get(local, definition) != definition:
            number += 1
            local = f"{first}{number}"
        self.variables[local] = definition
        self.use("typing_extensions", kind)
        return local

    def is_own(self, module: str, name: str, public: str) -> None:
        """Declare that a public name is also the name of a module that annotations use."""
        self._own[module, name] = public

    def defined(self) -> set[str]:
        """The names that the stub exports."""
        names: set[str] = set()
        for node in ast.parse("\n".join([*self._exports, *self.lines])).body:
            match node:
                case ast.ImportFrom(names=aliases):
                    names |= {alias.asname for alias in aliases if alias.asname is not None}
                case ast.FunctionDef(name=name) | ast.ClassDef(name=name) | ast.AnnAssign(target=ast.Name(id=name)):
                    names.add(name)
                case ast.Assign(targets=[ast.Name(id=name)]):
                    names.add(name)
        return names

    def _in_use(self, local: str) -> bool:
        return local in self._imports.values()

    def _with_aliases(self) -> tuple[list[str], list[str]]:
        """The aliases of unions that several parameters share, and the lines that use the aliases.

        A checker would evaluate a written-out union in each overload, and an editor would show it in full.
        """
        text = "\n".join(self.lines)
        aliases: list[str] = []
        for union, name in self.called.items():
            parameter = re.compile(rf"(?<=\w: ){re.escape(union)}(?= =|,|\))")
            if len(parameter.findall(text)) > 1:
                local = self._alias(name)
                aliases.append(f"{local}: {self.use('typing_extensions', 'TypeAlias')} = {union}")
                text = parameter.sub(local, text)
        return aliases, text.split("\n")

    def _alias(self, name: str) -> str:
        """A private name for an alias that the stub does not use yet."""
        local = f"_{name.lstrip('_')}"
        while local in self.own_names or self._in_use(local) or local in self.variables:
            local = f"_{local}"
        return local

    def text(self, version: str) -> str:
        """The whole file."""
        aliases, lines = self._with_aliases()
        imports = [f"import {m} as _np" if m == "numpy" else f"import {m}" for m in sorted(self._modules)]
        by_module: dict[str, list[str]] = {}
        for (module, name), local in self._imports.items():
            if local == name and f"from {module} import {name} as {name}" in self._exports:
                continue  # pyright hides a name that is imported both ways
            by_module.setdefault(module, []).append(name if local == name else f"{name} as {local}")
        for module, names in sorted(by_module.items()):
            imports.append(f"from {module} import {', '.join(sorted(names))}")
        variables = [_definition(local, text) for local, text in self.variables.items()]
        parts = [
            HEADER.format(version=version) + "\n".join(imports),
            "\n".join(self._exports),
            "\n".join(variables),
            "\n".join(aliases),
            "\n".join(lines),
        ]
        return with_plain_names("\n\n".join(filter(None, parts)) + "\n")


def _definition(local: str, text: str) -> str:
    kind, _, arguments = text.partition("(")
    return f'{local} = {kind}("{local}"{", " if arguments != ")" else ""}{arguments}'
