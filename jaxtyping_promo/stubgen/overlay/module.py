"""The stub of one module of JAX: its imports, definitions and re-exports."""

from __future__ import annotations

import ast

from ...jax_source import AssignedValue, Definition, Imported, passed_on
from ...rules.jax_numpy import SCALAR_TYPES
from ...system import System
from ..docstrings import docstring_lines, documented, summary
from .annotations import ARRAY, VOCABULARY, Annotations
from .array_classes import ARRAY_CLASSES, array_class_lines
from .callables import INITIALIZER
from .classes import class_lines
from .contents import Contents
from .earlier_names import EARLIER_PARAMETERS
from .function_stubs import Functions
from .signatures import is_context_manager
from .stub import Stub
from .templates import Template

MERGED = {"jax._src.core": {"ClosedJaxpr": "Jaxpr"}}
"""Classes of JAX 0.10 and 0.11 that have other names since, by module. Modules without a stub import them from there."""
TYPE_MAKERS = ("NewType", "ParamSpec", "TypeVar")
"""The functions that create a type, by name."""
OBJECTS = {
    "SimpleNamespace": (("types", "SimpleNamespace"), "{}"),
    "partial": (("functools", "partial"), "{}[{any}]"),
}
"""The standard library's classes of public objects of JAX, by name, and the form of a type with each."""
PRIMITIVE = ("jax._src.core", "Primitive")
PRIMITIVE_SUFFIX = "_p"
"""The suffix of the names of JAX's primitives, whose creating functions have no result annotation."""
TYPED_PACKAGES = ("ml_dtypes", "opt_einsum")
"""Other packages whose classes JAX exports under its own names."""


class ModuleStub:
    """Writes the stub of one module."""

    def __init__(self, module: str, contents: Contents, system: System) -> None:
        """A writer.

        Args:
            module: the full name of the module.
            contents: the contents of the overlay.
            system: the promotion system of `jax.numpy`.
        """
        self.module, self.contents, self.source = module, contents, contents.source
        self.classes, self.templates = contents.classes, contents.templates
        self.template = self.templates.get(module, Template(""))
        self.is_public = module in contents.public
        jax_module = self.source.existing(module)
        mine = self.classes.get(module, set())
        self.own = {n for n, d in jax_module.names.items() if isinstance(d, ast.ClassDef) and n in mine}
        self.names = contents.names(module) if self.is_public else sorted(mine)
        self.stub = Stub(module, {*self.names, *self.own, *self.template.defined}, is_public=self.is_public)
        self.annotations = Annotations(self.source, self.stub, self.classes)
        self.functions = Functions(self.annotations, system)

    def text(self) -> str:
        """The text of the file."""
        stub, template = self.stub, self.template
        template.add_to(stub)
        definitions = {
            name: self.resolve(name)
            for name in dict.fromkeys([*sorted(self.own - set(self.names)), *self.names])
            if name not in template.names
        }
        if self.module == "jax":  # ``import jax`` imports its private modules, too
            stub.export("jax", "_src", "_src")
        if self.module == "jax.numpy":
            for name, dtype in SCALAR_TYPES.items():  # all public names, since JAX's own stub lacks some
                stub.export("jaxtyping_promo.dtypes", dtype, name)
                definitions.pop(name, None)
        # Imports come first. A name imported as itself is not imported again for annotations.
        imported = {n: r for n, r in definitions.items() if r and self.add_import(n, *r)}
        if self.module == INITIALIZER[0]:
            self.functions.add_initializer()
        for name, resolved in definitions.items():
            if resolved and name not in imported:
                self.add(name, *resolved)
        if self.is_public:
            defined = stub.defined()
            for name, resolved in definitions.items():
                if name not in defined:
                    self.add_unknown(name, resolved)
        stub.lines += self.functions.general_overloads()
        if not self.is_public:
            self.add_signposts(self.contents.functions.get(self.module, set()) - template.names - self.own)
        self.add_passed_on(self.contents.passed_on.get(self.module, set()) - stub.defined())
        for earlier, now in MERGED.get(self.module, {}).items():
            self.alias(earlier, now)
        if self.is_public:
            marker = stub.use(ARRAY[0], "_JaxModule")
            stub.lines += [f"class _Module({marker}):", f'    made_from = "{self.source.version}"']
        else:
            stub.lines.append(f"def __getattr__(name: {stub.builtin('str')}) -> {self.annotations.any()}: ...")
        return stub.text(self.source.version)

    def resolve(self, name: str) -> tuple[str, str, Definition] | None:
        """The module that defines a name. A definition written by hand counts, also for aliases of the name."""
        resolved = self.contents.resolve(self.module, name)
        if resolved and isinstance(resolved[2], AssignedValue) and resolved[2].value is not None:
            aliased = self.source.dotted(resolved[0], resolved[2].value)
            if aliased and aliased[0] in self.templates and aliased[1] in self.templates[aliased[0]].names:
                return aliased
        return resolved

    def add_import(self, name: str, owner: str, there: str, definition: Definition) -> bool:
        """Re-export a name that another module defines. False if this stub has to define it."""
        if isinstance(definition, Imported):
            if definition.name is None:
                parent, _, last = definition.module.rpartition(".")
                if self.is_public and definition.module.split(".")[0] == "jax":
                    self.stub.export(parent, last, name)
                    return True
                if definition.module in self.classes:
                    self.stub.export(parent, last, name)
            elif definition.module == "numpy":
                self.stub.export("numpy", definition.name, name)
            return True
        if (owner, there) in VOCABULARY:
            self.stub.export(*VOCABULARY[owner, there], name)
            return True
        is_written = owner in self.templates and there in self.templates[owner].names
        if (is_written or isinstance(definition, ast.ClassDef)) and owner != self.module:
            self.stub.export(owner, there, name)
            if (owner, there) in VOCABULARY and name == VOCABULARY[owner, there][1]:
                self.stub.is_own(*VOCABULARY[owner, there], name)
            return True
        return False

    def add(self, name: str, owner: str, there: str, definition: Definition) -> None:
        """Define a name."""
        if isinstance(definition, ast.ClassDef):
            is_array = (owner, name) in ARRAY_CLASSES
            lines = array_class_lines(name, self.annotations) if is_array else None
            self.stub.lines += lines or class_lines(definition, self.annotations, owner)
        elif isinstance(definition, AssignedValue):
            self.add_value(name, owner, definition)
        elif isinstance(definition, list):
            changed = f"{self.module}.{name}" in EARLIER_PARAMETERS
            lines = [self.any_arguments(name)] if changed else self.functions.function(definition, name, owner)
            self.stub.lines += documented(lines, self.docstring(name))

    def add_unknown(self, name: str, resolved: tuple[str, str, Definition] | None) -> None:
        """Define a public name of unknown type. It can be used as a value, and a class also as a type."""
        unknown = self.annotations.any()
        definition = resolved[2] if resolved else None
        if (
            isinstance(definition, AssignedValue)
            and definition.value is not None
            and ast.unparse(definition.value) == "Any"
        ):
            self.alias(name, unknown)
        elif name[0].isupper() and not name.isupper() and not isinstance(definition, list):
            self.stub.lines.append(f"class {name}({unknown}): ...")
        else:
            self.stub.lines.append(f"{name}: {unknown}")

    def docstring(self, name: str) -> str:
        """A docstring that an editor cannot find in JAX's source, because the name is an alias or a generator."""
        definition = self.source.ways(self.module, name)[-1][2]
        if isinstance(definition, list) and not any(is_context_manager(part) for part in definition):
            return ""
        resolved = self.source.run(self.module, name)
        return summary(resolved[2]) if resolved and isinstance(resolved[2], list) else ""

    def add_value(self, name: str, owner: str, definition: AssignedValue) -> None:
        """Define a name that JAX's module assigns."""
        value, stub, unknown = definition.value, self.stub, self.annotations.any()
        match value:
            case _ if definition.annotation is not None:
                shared = self.functions.annotated_ufunc(name, definition.annotation)
                rendered = shared or self.annotations.render(definition.annotation, owner)
                if rendered.split(".")[-1] == "TypeAlias":
                    self.alias(name, self.annotations.render(value, owner))
                else:
                    stub.lines.append(f"{name}: {rendered}")
            case ast.BinOp() | ast.Subscript():
                self.alias(name, self.annotations.render(value, owner))
            case ast.Call(func=function) if ast.unparse(function).split(".")[-1] in TYPE_MAKERS:
                stub.lines.append(self.made_type(name, value, owner))
            case ast.Call():
                made = self.called(value, owner)
                if made == unknown and name.endswith(PRIMITIVE_SUFFIX):
                    made = stub.use(*PRIMITIVE)
                if made != unknown:
                    stub.lines += [f"{name}: {made}", *self.option(value)]
            case ast.Constant(value=int() | float() | str() as constant):
                stub.lines.append(f"{name}: {stub.builtin(type(constant).__name__)}")
            case ast.Constant(value=None):
                stub.lines.append(f"{name}: None")
            case ast.Name() | ast.Attribute():
                self.add_alias(name, owner, value)

    def alias(self, name: str, rendered: str) -> None:
        """Define an alias of a type."""
        self.stub.lines.append(f"{name}: {self.stub.use('typing_extensions', 'TypeAlias')} = {rendered}")

    def option(self, value: ast.Call) -> list[str]:
        """The docstring of a JAX option, which JAX creates at run time."""
        named = {"name": value.args[0]} if value.args else {}
        arguments = {k.arg: k.value for k in value.keywords} | named
        constants = {name: node.value for name, node in arguments.items() if isinstance(node, ast.Constant)}
        texts = {name: text for name, text in constants.items() if isinstance(text, str)}
        if not {"name", "help"} <= texts.keys():
            return []
        return [docstring_lines(f"Context manager for the option `{texts['name']}`. {texts['help']}")]

    def add_alias(self, name: str, owner: str, value: ast.expr) -> None:
        """Define an alias. An unknown one is left to ``__getattr__``, which serves as a type and as a value."""
        definition = self.source.dotted(owner, value)
        if (
            definition
            and isinstance(definition[2], Imported)
            and definition[0].split(".")[0] in TYPED_PACKAGES
            and definition[1]
        ):
            self.stub.export(definition[0], definition[1], name)
            return
        dotted = ast.unparse(value)
        if dotted.split(".")[0] in ("np", "_np", "numpy"):
            self.stub.export("numpy", dotted.rpartition(".")[2], name)
            return
        rendered = self.annotations.render(value, owner)
        if rendered != self.annotations.any():
            self.alias(name, rendered)
        elif definition and isinstance(definition[2], AssignedValue):
            self.add_value(name, definition[0], definition[2])

    def called(self, value: ast.Call, owner: str) -> str:
        """The type of a call's value: the called class, or the annotated result of the function."""
        if isinstance(value.func, ast.Subscript):
            return self.annotations.render(value.func, owner)
        if (made := OBJECTS.get(ast.unparse(value.func).split(".")[-1])) is not None:
            return made[1].format(self.stub.use(*made[0]), any=self.annotations.any())
        definition = self.source.dotted(owner, passed_on(value).func)
        if definition and isinstance(definition[2], ast.ClassDef):
            has_stub = definition[1] in self.classes.get(definition[0], ())
            return self.stub.use(definition[0], definition[1]) if has_stub else self.annotations.any()
        if definition and isinstance(definition[2], list):
            return self.annotations.render(definition[2][-1].returns, definition[0])
        return self.annotations.any()

    def made_type(self, name: str, value: ast.Call, owner: str) -> str:
        """The definition of a type variable, or of another created type."""
        kind = ast.unparse(value.func).split(".")[-1]
        module = "typing" if kind == "NewType" else "typing_extensions"
        arguments = [self.annotations.render(argument, owner) for argument in value.args[1:]]
        arguments += [f"{k.arg}={self.annotations.render(k.value, owner)}" for k in value.keywords if k.arg == "bound"]
        return f"{name} = {self.stub.use(module, kind)}({', '.join([repr(name), *arguments])})"

    def add_signposts(self, names: set[str]) -> None:
        """Declare functions of a private module. Their signatures are in the public module.

        An editor looks for a docstring in the module from which JAX's public module imports the function. That is this
        stub, from which the editor goes on to JAX's source.
        """
        for name in sorted(names):
            definition = self.source.ways(self.module, name)[-1][2]
            # zuban infers None as the result of a function without annotation. (A class that it decorates would be
            # unknown.)
            lines = [self.any_arguments(name)]
            self.stub.lines += documented(lines, summary(definition) if isinstance(definition, list) else "")

    def any_arguments(self, name: str) -> str:
        """The definition of a function with an unknown signature."""
        unknown = self.annotations.any()
        return f"def {name}(*args: {unknown}, **kwargs: {unknown}) -> {unknown}: ..."

    def add_passed_on(self, names: set[str]) -> None:
        """Declare names of unknown type. A capitalized name is a class with any attributes.

        A name that begins with a small letter is used as a function, even if it is a class.
        """
        unknown = self.stub.use("typing", "Any")
        functions = set()
        for name in sorted(names):
            resolved = self.source.resolve(self.module, name)
            # Only modules with a stub, since others would import half of JAX.
            if resolved and resolved[0] in self.classes and self.add_import(name, *resolved):
                continue
            if resolved and isinstance(resolved[2], list):
                functions.add(name)
            elif not name[0].isupper():
                self.stub.lines.append(f"{name}: {unknown}")
            elif resolved and isinstance(resolved[2], ast.ClassDef):
                self.stub.lines.append(f"class {name}({unknown}): ...")
            else:
                self.alias(name, unknown)
        self.add_signposts(functions)
