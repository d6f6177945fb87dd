"""The overlay ``jax-stubs``: JAX's public modules, with our `Array` for its own and results by the rules.

Everything but the results derives from the source of the installed JAX, which is read and never imported. What the
overlay does not cover is ``Any``, so that a newer JAX's names are unknown and not errors, and stays with JAX's own source
where that is a module of its own: the package is partial (PEP 561).
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from copy import copy
from dataclasses import replace

from ...rules.functions import parse, rules_of_all_versions, system_name, usual
from ...rules.jax_lax import NUMBERS
from ...rules.jax_numpy import SCALAR_TYPES
from ...rules.operators import BINARY
from ...system import System
from ...systems import get_system
from ..docstrings import documented, literal, summary
from .annotations import ARRAY, ARRAY_LIKE, VOCABULARY, Annotations
from .array_classes import ARRAY_CLASSES, array_class_lines
from .classes import arrays_in, class_lines
from .results import INITIALIZER, Results, is_of_two_arrays
from .signatures import (
    Parameter,
    decorator_name,
    function_lines,
    is_context_manager,
    named_arguments,
    parameters,
    required,
)
from .source import Definition, Imported, Source, Value, installed
from .stub import Stub
from .templates import Template, templates

PACKAGE = "jax-stubs"
SYSTEM = "jax"
"""The promotion system that JAX's functions follow."""
UFUNCS = "jax.numpy"
"""The module whose stub has the classes of the functions of two arrays."""
JAX_VERSION = "0.12"
"""The JAX that the overlay is made from; the dtypes of its functions hold for JAX 0.10 as well."""

MODULES = (
    "jax", "jax.numpy", "jax.numpy.linalg", "jax.numpy.fft", "jax.lax", "jax.lax.linalg", "jax.nn", "jax.nn.initializers",
    "jax.random", "jax.tree", "jax.tree_util", "jax.core", "jax.sharding", "jax.typing", "jax.dtypes", "jax.debug", "jax.image",
    "jax.interpreters", "jax.ops", "jax.errors", "jax.stages", "jax.custom_derivatives", "jax.custom_batching", "jax.api_util", "jax.ad_checkpoint",
    "jax.distributed", "jax.dlpack", "jax.export", "jax.ffi", "jax.flatten_util", "jax.monitoring", "jax.profiler", "jax.ref",
    "jax.scipy", "jax.scipy.special", "jax.scipy.linalg", "jax.scipy.signal", "jax.scipy.fft", "jax.scipy.integrate",
    "jax.scipy.interpolate", "jax.scipy.ndimage", "jax.scipy.optimize", "jax.scipy.sparse", "jax.scipy.sparse.linalg",
    "jax.scipy.spatial", "jax.scipy.spatial.transform", "jax.scipy.cluster", "jax.scipy.cluster.vq", "jax.scipy.stats",
)  # fmt: skip
"""The public modules that the overlay covers, besides those of `jax.scipy.stats`, one for each distribution."""

MERGED = {"jax._src.core": {"ClosedJaxpr": "Jaxpr"}}
"""Classes of JAX 0.10 and 0.11 that have become others since, by module: modules without a stub have them from there."""

IMPORTED_MODULES = ("core", "ref")
"""Submodules that ``import jax`` makes available, besides those that ``jax/__init__.py`` names as its own."""


def version() -> str | None:
    """The version of the installed JAX, or None without one."""
    source = installed()
    return source.version if source else None


def accepts(found: str) -> bool:
    """Whether the overlay is made from this version of JAX."""
    return found == JAX_VERSION or found.startswith(f"{JAX_VERSION}.")


def package(system: System) -> dict[str, str]:
    """The overlay for one promotion system: file text by path below the stubs folder.

    Raises:
        LookupError: JAX is not installed.
    """
    source = installed()
    if source is None:
        raise LookupError("JAX is not installed")
    texts = _Overlay(source, system).render()
    return {f"{PACKAGE}/{path}": text for path, text in sorted(texts.items())} | {f"{PACKAGE}/py.typed": "partial\n"}


def rules_of(module: str) -> dict[str, tuple[str, ...]]:
    """The rules of a module's functions by name: the newest, and those of earlier versions of JAX."""
    found = rules_of_all_versions().items()
    return {n.rpartition(".")[2]: texts for n, texts in found if n.rpartition(".")[0] == module}


UFUNC = "BinaryUfunc"
"""The class of the functions of two operands in `jax.numpy`."""
PRIMITIVE = ("jax._src.core", "Primitive")
PRIMITIVE_SUFFIX = "_p"
"""What the names of JAX's primitives end in; the functions that make them do not say what they return."""
TYPED_PACKAGES = ("ml_dtypes", "opt_einsum")
"""Other packages whose classes JAX has under its own names."""


class _Overlay:
    def __init__(self, source: Source, system: System) -> None:
        self.source, self.system = source, system
        stats = tuple(f"jax.scipy.stats.{p.stem}" for p in sorted((source.root / "scipy" / "stats").glob("[a-z]*.py")))
        self.public = (*MODULES, *stats)
        self.templates = templates()
        self.classes = self.find_classes()
        self.functions = self.find_functions()
        self.passed_on = self.find_passed_on()
        self.ufuncs: dict[tuple[tuple[str, str, str], ...], str] = {}
        self.general: dict[str, list[int]] = {}

    def find_classes(self) -> dict[str, set[str]]:
        """The modules of JAX in which public classes, and the bases of those, are defined, with all their classes."""
        found: dict[str, set[str]] = {}
        queue = []
        for module in self.public:
            for name in self.source.existing(module).exported:
                resolved = self.source.resolve(module, name)
                queue += [*self.mentioned(resolved), self.named_tuple(resolved)]
        while queue:
            resolved = queue.pop()
            if resolved is None or not isinstance(resolved[2], ast.ClassDef):
                continue
            owner, name, classes = resolved[0], resolved[1], {resolved[1]: resolved[2]}
            if owner in self.public or name in found.get(owner, ()):
                continue
            if owner not in found:
                classes = {n: d for n, d in self.source.existing(owner).names.items() if isinstance(d, ast.ClassDef)}
                found[owner] = {n for n in classes if not n.startswith("_")}
            found[owner].add(name)
            for base in (base for each in classes.values() for base in each.bases):
                queue.append(self.source.dotted(owner, base.value if isinstance(base, ast.Subscript) else base))
        for module in self.public:
            found[module] = {n for n, d in self.source.existing(module).names.items() if isinstance(d, ast.ClassDef)}
        for module, template in self.templates.items():
            found.setdefault(module, set()).update(template.classes)
        return found

    def find_functions(self) -> dict[str, set[str]]:
        """The modules of JAX from which public modules have their functions, at first or at second hand."""
        found: dict[str, set[str]] = {}
        for module in self.public:
            for name in self.source.existing(module).exported:
                ways = self.source.ways(module, name)
                for owner, there, _ in ways if isinstance(ways[-1][2], list) else ():
                    found.setdefault(owner, set()).add(there)
        return found

    def find_passed_on(self) -> dict[str, set[str]]:
        """What JAX's public modules without a stub here export from modules with one, by these.

        To pyright it is not enough that the stub has a ``__getattr__``: it asks that of the first module alone.
        """
        found: dict[str, set[str]] = {}
        stubs = {*self.classes, *self.packages()}
        for module in self.source.public_modules():
            for name in self.source.existing(module).exported if module not in stubs else ():
                for owner, there, _ in self.source.ways(module, name)[1:]:
                    if owner in stubs and self.source.module(f"{owner}.{there}") is None:
                        found.setdefault(owner, set()).add(there)
        return found

    def resolve(self, module: str, name: str) -> tuple[str, str, Definition] | None:
        """Where a name is defined; what is written by hand also where it is another name's value."""
        resolved = self.source.resolve(module, name)
        if resolved and isinstance(resolved[2], Value) and resolved[2].value is not None:
            aliased = self.source.dotted(resolved[0], resolved[2].value)
            if aliased and aliased[0] in self.templates and aliased[1] in self.templates[aliased[0]].names:
                return aliased
        return resolved

    def add_signposts(self, stub: Stub, names: set[str]) -> None:
        """Say that a module has these functions. Their signatures are where they are public.

        An editor looks for a docstring where JAX's public module imports the function from, and that is this stub,
        from which it goes on to JAX's source.
        """
        unknown = stub.use("typing", "Any")
        for name in sorted(names):
            definition = self.source.ways(stub.module, name)[-1][2]
            # Without a result, so that a class that it decorates stays what it is.
            lines = [f"def {name}(*args: {unknown}, **kwargs: {unknown}): ..."]
            stub.lines += documented(lines, summary(definition) if isinstance(definition, list) else "")

    def add_passed_on(self, stub: Stub, names: set[str]) -> None:
        """Say that a module has these names, and nothing else of them: a class is one of which anything may be.

        What begins with a small letter is called and not annotated with, be it a class or not.
        """
        unknown = stub.use("typing", "Any")
        functions = set()
        for name in sorted(names):
            resolved = self.source.resolve(stub.module, name)
            # From modules with a stub alone: others would bring in half of JAX.
            if resolved and resolved[0] in self.classes and self.add_import(stub, name, *resolved):
                continue
            if resolved and isinstance(resolved[2], list):
                functions.add(name)
            elif not name[0].isupper():
                stub.lines.append(f"{name}: {unknown}")
            elif resolved and isinstance(resolved[2], ast.ClassDef):
                stub.lines.append(f"class {name}({unknown}): ...")
            else:
                stub.lines.append(f"{name}: {stub.use('typing_extensions', 'TypeAlias')} = {unknown}")
        self.add_signposts(stub, functions)

    def mentioned(self, resolved: tuple[str, str, Definition] | None) -> list[tuple[str, str, Definition] | None]:
        """A definition, and the class of which it is an instance."""
        if resolved and isinstance(resolved[2], Value) and resolved[2].annotation is not None:
            return [self.source.dotted(resolved[0], resolved[2].annotation)]
        if resolved and isinstance(resolved[2], Value) and isinstance(resolved[2].value, ast.Call):
            made = self.source.dotted(resolved[0], passed_on(resolved[2].value).func)
            if made and isinstance(made[2], list) and (returns := made[2][-1].returns) is not None:
                made = self.source.dotted(made[0], returns.value if isinstance(returns, ast.Subscript) else returns)
            return [made]
        return [resolved]

    def named_tuple(self, resolved: tuple[str, str, Definition] | None) -> tuple[str, str, Definition] | None:
        """The class of what a function returns, if that is a tuple with names."""
        if resolved is None or not isinstance(resolved[2], list):
            return None
        returns = resolved[2][-1].returns
        if isinstance(returns, ast.Constant) and isinstance(returns.value, str):
            returns = ast.parse(returns.value, mode="eval").body
        names = [n for n in ast.walk(returns) if isinstance(n, ast.Name)] if returns else []
        for found in [self.source.dotted(resolved[0], name) for name in names]:
            bases = found[2].bases if found and isinstance(found[2], ast.ClassDef) else ()
            if any(ast.unparse(base).split(".")[-1] == "NamedTuple" for base in bases):
                return found
        return None

    def render(self) -> dict[str, str]:
        return {self.path(module): self.module(module) for module in (*self.classes, *self.packages())}

    def packages(self) -> list[str]:
        """The packages around the modules: empty, since JAX's own import half of JAX."""
        found = {".".join(m.split(".")[:n]) for m in self.classes for n in range(2, m.count(".") + 1)}
        return sorted(found - set(self.classes))

    def path(self, module: str) -> str:
        relative = "/".join(module.split(".")[1:])
        found = self.source.existing(module)
        return f"{relative}/__init__.pyi".lstrip("/") if found.is_package else f"{relative}.pyi"

    def module(self, module: str) -> str:
        found = self.source.existing(module)
        is_public = module in self.public
        names = list(found.exported) if is_public else sorted(self.classes.get(module, ()))
        if module == "jax":
            names += [n for n in IMPORTED_MODULES if n not in names]
        own = {n for n, d in found.names.items() if isinstance(d, ast.ClassDef) and n in self.classes.get(module, ())}
        stub = Stub(module, {*names, *own, *self.templates.get(module, Template("")).defined})
        self.general = {}
        annotations = Annotations(self.source, stub, self.classes)
        template = self.templates.get(module, Template(""))
        template.add_to(stub)
        definitions = {
            name: self.resolve(module, name)
            for name in dict.fromkeys([*sorted(own - set(names)), *names])
            if name not in template.names
        }
        if module == "jax.numpy":
            for name, dtype in SCALAR_TYPES.items():  # all of them: JAX's own stub leaves some out
                stub.export("jaxtyping_promo.dtypes", dtype, name)
                definitions.pop(name, None)
        # Imports first: what is imported under its own name need not be imported again for annotations.
        imported = {n: r for n, r in definitions.items() if r and self.add_import(stub, n, *r)}
        if module == INITIALIZER[0]:
            self.add_initializer(stub, annotations)
        for name, resolved in definitions.items():
            if resolved and name not in imported:
                self.add(stub, annotations, name, *resolved)
        if self.general:
            stub.lines += self.general_overloads(stub)
        if not is_public:
            self.add_signposts(stub, self.functions.get(module, set()) - template.names - own)
        self.add_passed_on(stub, self.passed_on.get(module, set()) - stub.defined())
        for earlier, now in MERGED.get(module, {}).items():
            stub.lines.append(f"{earlier}: {stub.use('typing_extensions', 'TypeAlias')} = {now}")
        return stub.text(self.source.version)

    def add_import(self, stub: Stub, name: str, owner: str, there: str, definition: Definition) -> bool:
        """Re-export what another module defines; False if the stub has to define it."""
        if isinstance(definition, Imported):
            if definition.name is None:
                parent, _, last = definition.module.rpartition(".")
                if definition.module in self.classes:
                    stub.export(parent, last, name)
            elif definition.module == "numpy":
                stub.export("numpy", definition.name, name)
            return True
        is_written = owner in self.templates and there in self.templates[owner].names
        if (is_written or isinstance(definition, ast.ClassDef)) and owner != stub.module:
            stub.export(owner, there, name)
            if (owner, there) in VOCABULARY and name == VOCABULARY[owner, there][1]:
                stub.is_own(*VOCABULARY[owner, there], name)
            return True
        return False

    def add(
        self, stub: Stub, annotations: Annotations, name: str, owner: str, there: str, definition: Definition
    ) -> None:
        if isinstance(definition, ast.ClassDef):
            stub.lines += (
                array_class_lines(name, annotations)
                if (owner, name) in ARRAY_CLASSES
                else class_lines(definition, annotations, owner)
            )
        elif isinstance(definition, Value):
            self.add_value(stub, annotations, name, owner, definition)
        elif isinstance(definition, list):
            lines = self.function(definition, name, annotations, owner)
            stub.lines += documented(lines, self.docstring(stub.module, name))

    def docstring(self, module: str, name: str) -> str:
        """What an editor does not find in JAX's source: what is behind another name for a function, or a generator."""
        definition = self.source.ways(module, name)[-1][2]
        if isinstance(definition, list) and not any(is_context_manager(part) for part in definition):
            return ""
        resolved = self.source.run(module, name)
        return summary(resolved[2]) if resolved and isinstance(resolved[2], list) else ""

    def ufunc(self, name: str, texts: tuple[str, ...], stub: Stub, annotations: Annotations) -> str | None:
        """The class of a function of two arrays, which those that do the same share; None if nothing is known of it."""
        if not texts or not is_of_two_arrays(parse(texts[0])):
            return None
        results = self.results(annotations)
        found = results.of_two_arrays(texts)
        if found not in self.ufuncs:
            op = results.like_operator(texts)  # whose name the class has, whatever comes first in the alphabet
            cls = f"_Like{(op or name).capitalize()}"
            docstring = (
                f"Its dtype is that of ``x {BINARY[op]} y``." if op else "Both operands are converted to one dtype."
            )
            self.ufuncs[found] = cls
            if len(found) > 1:
                self.general[cls] = [len(found) - 1]
            stub.lines += results.callable_class(cls, UFUNC, found, docstring)
        return self.ufuncs[found]

    def add_initializer(self, stub: Stub, annotations: Annotations) -> None:
        """The class of JAX's initializers, which are called as its protocol of them is."""
        protocol = self.source.resolve(stub.module, "Initializer")
        assert protocol is not None and isinstance(protocol[2], ast.ClassDef)
        call = next(node for node in protocol[2].body if isinstance(node, ast.FunctionDef) and node.name == "__call__")
        lines = Results(self.system, annotations).initializer_class(
            parameters(call, annotations, stub.module, method=True)
        )
        self.general[INITIALIZER[1]] = [_definitions(lines) - 1]
        stub.lines += lines

    def general_overloads(self, stub: Stub) -> list[str]:
        """For the mypy plugin, which knows results itself: the overloads that take all that JAX takes, by position."""
        head = f"class _General({stub.use(ARRAY[0], '_General')}):"
        return [head, *(f"    {name} = ({', '.join(map(str, kept))},)" for name, kept in self.general.items())]

    def function(self, definition: list[ast.FunctionDef], name: str, annotations: Annotations, owner: str) -> list[str]:
        """A function, with the result that its rule gives it."""
        texts = rules_of(annotations.stub.module).get(name, ())
        lines: list[str] = []
        general: list[int] = []
        operands = {*parse(texts[0]).operands} if texts else set()
        parts = sorted(  # what is without an array of those that the rule speaks of is not what is called most
            self.told_apart(definition),
            key=lambda part: operands.isdisjoint(p.name for p in parameters(part, annotations, owner)),
        )
        for index, part in enumerate(parts) if texts else ():
            known = told_by_literals(part, parts[:index])
            if known:
                found, kept = self.where_given(part, known, name, annotations, owner)
            else:
                found, kept = self.by_rule(
                    part,
                    name,
                    annotations,
                    owner,
                    texts,
                    overloaded=len(definition) > 1,
                    is_usual=defaults(part).items() <= defaults(parts[-1]).items() and not required_keywords(part),
                )
            lines += found
            general += range(_definitions(lines) - kept, _definitions(lines))
        if len(general) < _definitions(lines):
            self.general[name] = general
        return lines or function_lines(definition, name, annotations, owner)

    def where_given(
        self, part: ast.FunctionDef, names: Sequence[str], name: str, annotations: Annotations, owner: str
    ) -> tuple[list[str], int]:
        """An overload for the calls that none before it takes, in which one of some parameters is given."""
        results = self.results(annotations)
        results.is_overloaded = True
        found, returns = parameters(part, annotations, owner), annotations.render(part.returns, owner)
        given = [(each, returns) for one in names for each in results.given(found, one)]
        return results.overloaded(name, given), len(given)

    def results(self, annotations: Annotations) -> Results:
        """The writer of a stub's results, by the promotion system that its functions follow."""
        name = system_name(f"{annotations.stub.module}.")
        if name == SYSTEM:
            return Results(self.system, annotations)
        return Results(get_system(name, x64=self.system.x64), annotations, has_rows=False)

    def told_apart(self, definition: list[ast.FunctionDef]) -> list[ast.FunctionDef]:
        """The overloads of a function without its implementation."""
        if len(definition) == 1 or "overload" in map(decorator_name, definition[-1].decorator_list):
            return definition
        *overloads, implementation = definition
        if any(set(required(part)) <= set(required(implementation)) for part in overloads):
            return overloads
        general = copy(implementation)  # JAX's annotations forbid a call that it takes
        general.decorator_list = [ast.Name("overload")]
        return [*overloads, general]

    def by_rule(
        self,
        part: ast.FunctionDef,
        name: str,
        annotations: Annotations,
        owner: str,
        texts: tuple[str, ...],
        *,
        overloaded: bool,
        is_usual: bool,
    ) -> tuple[list[str], int]:
        """One definition with the results that its rules give it, if it is the one that they speak of.

        The number is that of the last overloads which take all that JAX takes together.

        A tuple of the same length may have other items, unless the overload is what is called without options.
        """
        names = {p.name for p in parameters(part, annotations, owner)}
        first = parse(texts[0])
        is_otherwise = first.otherwise is not None and not names.intersection(first.operands)
        if is_otherwise:
            texts = tuple(usual(text).partition(" else ")[2] for text in texts)
        text = texts[0]
        rule = parse(text)
        results = self.results(annotations)
        array = annotations.stub.use(*ARRAY)
        found = [self.as_taken(p, text, annotations) for p in parameters(part, annotations, owner)]
        operands = [p for p in found if p.name in rule.operands]
        returns = annotations.render(part.returns, owner)
        named = self.named_by(part.returns, annotations, owner, len(rule.parts))
        is_tuple = rule.kind == "tuple" and (
            returns == named or (returns == f"tuple[{', '.join([array] * len(rule.parts))}]" and is_usual)
        )
        is_one_of_several = is_usual and " | " in returns and bool(rule.union_unless)
        has_operands = all(o.default is not None or "None" not in o.annotation.split(" | ") for o in operands)
        is_usual_result = (returns == array or is_tuple or is_one_of_several) and has_operands
        is_meant = is_otherwise or not overloaded or is_usual_result
        overloaded = overloaded and not is_one_of_several and not (is_otherwise and rule.unless)
        is_ufunc = annotations.stub.module == UFUNCS and [p.kind for p in found] == ["positional"] * 2
        if is_ufunc and rule.operands and (shared := self.ufunc(name, texts, annotations.stub, annotations)):
            return [f"{name}: {shared}"], 1
        takes_any = annotations.any() in [o.annotation for o in operands]  # trees of arrays, for example
        general = returns if returns != array and (takes_any or " | " in returns) else None
        lines = (
            results.function(name, found, texts, overloaded=overloaded, returns=returns, general=general, named=named)
            if is_meant
            else None
        )
        numbers = NUMBERS.get(f"{annotations.stub.module}.{name}")
        if numbers and lines:
            lines[-2:-2] = of_numbers = results.of_numbers(name, found, numbers)
            return lines, results.most_general + _definitions(of_numbers)
        return (lines, results.most_general) if lines else (function_lines([part], name, annotations, owner), 1)

    def named_by(self, annotation: ast.expr | None, annotations: Annotations, owner: str, fields: int) -> str:
        """The named tuple of so many arrays that an annotation names, be it one of several types; else nothing."""
        for node in ast.walk(annotation) if annotation is not None and fields else ():
            if not isinstance(node, ast.Name):
                continue
            found = self.source.dotted(owner, node)
            if found and isinstance(found[2], ast.ClassDef) and arrays_in(found[2]) == fields:
                return annotations.render(node, owner)
        return ""

    def as_taken(self, parameter: Parameter, text: str, annotations: Annotations) -> Parameter:
        """An operand as JAX takes it: also NumPy arrays, where it annotates an array of its own."""
        if parameter.name not in parse(text).operands or parameter.annotation != annotations.stub.use(*ARRAY):
            return parameter
        return replace(parameter, annotation=annotations.stub.use(*ARRAY_LIKE))

    def add_value(self, stub: Stub, annotations: Annotations, name: str, owner: str, definition: Value) -> None:
        value = definition.value
        texts = rules_of(stub.module).get(name, ())
        if definition.annotation is not None:
            is_ufunc = ast.unparse(definition.annotation) == UFUNC
            shared = self.ufunc(name, texts, stub, annotations) if is_ufunc else None
            rendered = shared or annotations.render(definition.annotation, owner)
            if rendered.split(".")[-1] == "TypeAlias":
                stub.lines.append(f"{name}: {rendered} = {annotations.render(value, owner)}")
            else:
                stub.lines.append(f"{name}: {rendered}")
        elif isinstance(value, ast.BinOp | ast.Subscript):
            stub.lines.append(
                f"{name}: {stub.use('typing_extensions', 'TypeAlias')} = {annotations.render(value, owner)}"
            )
        elif isinstance(value, ast.Call):
            made = self.called(value, annotations, owner)
            if made == annotations.any() and name.endswith(PRIMITIVE_SUFFIX):
                made = stub.use(*PRIMITIVE)
            if made != annotations.any():
                stub.lines += [f"{name}: {made}", *self.option(value)]
        elif isinstance(value, ast.Constant) and isinstance(value.value, int | float | str):
            stub.lines.append(f"{name}: {stub.builtin(type(value.value).__name__)}")
        elif isinstance(value, ast.Constant) and value.value is None:
            stub.lines.append(f"{name}: None")
        elif isinstance(value, ast.Name | ast.Attribute):
            self.add_alias(stub, annotations, name, owner, value)

    def option(self, value: ast.Call) -> list[str]:
        """The docstring of one of JAX's options, which JAX makes when it runs."""
        constants = {k.arg: k.value.value for k in value.keywords if isinstance(k.value, ast.Constant)}
        texts = {name: text for name, text in constants.items() if isinstance(text, str)}
        if not {"name", "help"} <= texts.keys():
            return []
        return [literal(f"Context manager for the option `{texts['name']}`. {texts['help']}")]

    def add_alias(self, stub: Stub, annotations: Annotations, name: str, owner: str, value: ast.expr) -> None:
        """Another name for something. What is unknown is left to ``__getattr__``: that is a type and a value alike."""
        found = self.source.dotted(owner, value)
        if found and isinstance(found[2], Imported) and found[0].split(".")[0] in TYPED_PACKAGES and found[1]:
            stub.export(found[0], found[1], name)
            return
        dotted = ast.unparse(value)
        if dotted.split(".")[0] in ("np", "_np", "numpy"):
            stub.export("numpy", dotted.rpartition(".")[2], name)
            return
        rendered = annotations.render(value, owner)
        if rendered != annotations.any():
            stub.lines.append(f"{name}: {stub.use('typing_extensions', 'TypeAlias')} = {rendered}")

    def called(self, value: ast.Call, annotations: Annotations, owner: str) -> str:
        """The type of what a call makes: the class that is called, or what the function is annotated to return."""
        found = self.source.dotted(owner, passed_on(value).func)
        if found and isinstance(found[2], ast.ClassDef):
            return (
                annotations.stub.use(found[0], found[1])
                if found[1] in self.classes.get(found[0], ())
                else annotations.any()
            )
        if found and isinstance(found[2], list):
            return annotations.render(found[2][-1].returns, found[0])
        return annotations.any()


def passed_on(value: ast.Call) -> ast.Call:
    """The call whose result a call gives back, as ``export(_Mgrid())`` does."""
    match value.args:
        case [ast.Call() as inner] if not value.keywords and not inner.args:
            return inner
    return value


def defaults(function: ast.FunctionDef) -> dict[str, str]:
    """The defaults of the parameters that have one, as code."""
    arguments = function.args
    positional = [*arguments.posonlyargs, *arguments.args]
    last = positional[len(positional) - len(arguments.defaults) :]
    pairs = [
        *zip(last, arguments.defaults, strict=True),
        *zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True),
    ]
    return {argument.arg: ast.unparse(default) for argument, default in pairs if default is not None}


def required_keywords(function: ast.FunctionDef) -> list[str]:
    """The parameters that have to be given by keyword."""
    arguments = function.args
    return [a.arg for a, d in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True) if d is None]


def told_by_literals(part: ast.FunctionDef, before: Sequence[ast.FunctionDef]) -> list[str]:
    """The optional parameters that tell an overload from one before it, in which they are optional and of a literal type."""
    annotated = _annotations(part)
    for other in map(_annotations, before):
        different = [name for name, (text, _) in annotated.items() if other.get(name, ("",))[0] != text]
        if different and all(
            annotated[name][1] and name in other and other[name][1] and "Literal[" in other[name][0]
            for name in different
        ):
            return different
    return []


def _annotations(function: ast.FunctionDef) -> dict[str, tuple[str, bool]]:
    """The types of the parameters as code, and whether each is optional."""
    arguments = named_arguments(function)
    optional = defaults(function)
    return {a.arg: (ast.unparse(a.annotation) if a.annotation else "", a.arg in optional) for a in arguments}


def _definitions(lines: list[str]) -> int:
    return sum(line.lstrip().startswith("def ") for line in lines)
