"""The functions of one stub: JAX's definitions, with results by the rules."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from copy import copy
from dataclasses import replace

from ...operators import BINARY
from ...rules.jax_lax import NUMBERS
from ...rules.rule import KEYS
from ...rules.tables import rules_of_all_versions, system_name
from ...system import System
from ...systems import get_system
from .annotations import ARRAY, ARRAY_LIKE, Annotations
from .callables import INITIALIZER, callable_class, initializer_class, is_of_two_arrays, like_operator, of_two_arrays
from .changes import given
from .classes import arrays_in
from .rule_overloads import Results, Written
from .signatures import (
    Parameter,
    decorator_name,
    defaults,
    function_lines,
    parameters,
    required,
    required_keywords,
    told_by_literals,
    up_to_date,
)
from .spelling import Spelling
from .versions import Versions

SYSTEM = "jax"
"""The promotion system of JAX's functions, except those of `jax.lax`."""
RANDOM_KEY = ("jax._src.dtypes", "prng_key")
"""The class that stands for the dtype of random keys, which is in no promotion system."""
UFUNCS = "jax.numpy"
"""The module whose stub has the classes of functions of two arrays."""
UFUNC = "BinaryUfunc"
"""The class of the functions of two operands in `jax.numpy`."""


def rules_of(module: str) -> dict[str, tuple[str, ...]]:
    """The rules of a module's functions by name, for the newest JAX and earlier versions."""
    all_rules = rules_of_all_versions().items()
    return {n.rpartition(".")[2]: texts for n, texts in all_rules if n.rpartition(".")[0] == module}


class Functions:
    """Writes the functions of one stub.

    Attributes:
        general: for the mypy plugin, which computes dtypes itself: by function, the positions of the overloads that
            together accept every valid call.
    """

    def __init__(self, annotations: Annotations, system: System) -> None:
        """A writer.

        Args:
            annotations: the writer of the stub's annotations.
            system: the promotion system of `jax.numpy`.
        """
        self.annotations, self.stub, self.source = annotations, annotations.stub, annotations.source
        self.rules = rules_of(self.stub.module)
        self.general: dict[str, list[int]] = {}
        self.ufuncs: dict[tuple[tuple[str, str, str], ...], str] = {}
        name = system_name(f"{self.stub.module}.")
        self.has_rows = name == SYSTEM
        self.system = system if self.has_rows else get_system(name, x64=system.x64)
        self.spelling = Spelling(self.stub, self.system)
        self.results = Results(self.system, self.spelling, has_rows=self.has_rows)

    def function(self, definition: list[ast.FunctionDef], name: str, owner: str) -> list[str]:
        """The stub of a function, with results by its rule.

        Args:
            definition: the definition in JAX.
            name: the public name.
            owner: the module that defines it.
        """
        run = self.annotations.source.run(self.stub.module, name)
        if run is not None and run[0] != owner and isinstance(run[2], list):
            definition = up_to_date(definition, run[2][-1])
        texts = self.rules.get(name)
        if not texts:
            return function_lines(definition, name, self.annotations, owner)
        versions = Versions.of(self.system, texts, f"{self.stub.module}.{name}")
        definitions: list[Written] = []
        parts = sorted(  # the definition without an operand of the rule is called least
            told_apart(definition),
            key=lambda part: {*versions.rule.operands}.isdisjoint(p.name for p in self.parameters(part, owner)),
        )
        for index, part in enumerate(parts):
            if literals := told_by_literals(part, parts[:index]):
                written = self.where_given(part, literals, name, owner)
            else:
                is_usual = defaults(part).items() <= defaults(parts[-1]).items() and not required_keywords(part)
                overloaded = len(definition) > 1
                written = self.by_rule(part, name, owner, versions, overloaded=overloaded, is_usual=is_usual)
            if self.takes_anything(part, owner):
                definitions = [each.general() if each.has_same_results(written) else each for each in definitions]
            definitions.append(written)
        lines: list[str] = []
        general: list[int] = []
        for written in definitions:
            lines += written.lines
            count = _definitions(lines)
            general += range(count - written.most_general, count)
        if len(general) < _definitions(lines):
            self.general[name] = general
        return lines

    def parameters(self, part: ast.FunctionDef, owner: str) -> list[Parameter]:
        return parameters(part, self.annotations, owner)

    def takes_anything(self, part: ast.FunctionDef, owner: str) -> bool:
        """Whether a definition has no positional parameters, so that it accepts the calls of other overloads."""
        by_position = {p.annotation for p in self.parameters(part, owner) if p.kind != "keyword"}
        return by_position == {self.annotations.any()}

    def where_given(self, part: ast.FunctionDef, names: Sequence[str], name: str, owner: str) -> Written:
        """An overload that requires one of some parameters, for calls that no earlier overload accepts."""
        signature_parameters, returns = self.parameters(part, owner), self.annotations.render(part.returns, owner)
        overloads = [(each, returns) for one in names for each in given(signature_parameters, one)]
        return Written(self.spelling.definitions(name, overloads, overloaded=True), len(overloads))

    def by_rule(
        self, part: ast.FunctionDef, name: str, owner: str, versions: Versions, *, overloaded: bool, is_usual: bool
    ) -> Written:
        """One definition with results by its rules, if they apply to this definition.

        A tuple result belongs to the rule only in the overload for calls without options. In other overloads, a tuple
        of the same length may have other items.
        """
        signature_parameters = self.parameters(part, owner)
        is_otherwise = versions.rule.otherwise is not None and {p.name for p in signature_parameters}.isdisjoint(
            versions.rule.operands
        )
        if is_otherwise:
            versions = versions.changed(lambda rule: rule.otherwise or rule)
        rule = versions.rule
        signature_parameters = [self.as_taken(p) if p.name in rule.operands else p for p in signature_parameters]
        is_ufunc = self.stub.module == UFUNCS and [p.kind for p in signature_parameters] == ["positional"] * 2
        if is_ufunc and rule.operands and (shared := self.ufunc(name, versions)):
            return Written([f"{name}: {shared}"])
        array = self.stub.use(*ARRAY)
        if rule.kind == KEYS:
            keys = f"{array}[{self.stub.use(*RANDOM_KEY)}]"
            return Written(self.spelling.definitions(name, [(signature_parameters, keys)], overloaded=overloaded))
        operands = [p for p in signature_parameters if p.name in rule.operands]
        returns = self.annotations.render(part.returns, owner)
        named = self.named_by(part.returns, owner, len(rule.parts))
        is_tuple = rule.kind == "tuple" and (
            returns == named or (returns == f"tuple[{', '.join([array] * len(rule.parts))}]" and is_usual)
        )
        is_one_of_several = is_usual and " | " in returns and bool(rule.union_unless)
        has_operands = all(o.default is not None or "None" not in o.annotation.split(" | ") for o in operands)
        is_usual_result = (returns == array or is_tuple or is_one_of_several) and has_operands
        takes_any = self.annotations.any() in [o.annotation for o in operands]  # pytrees of arrays, for example
        written = None
        if is_otherwise or not overloaded or is_usual_result:
            written = self.results.function(
                name,
                signature_parameters,
                versions,
                overloaded=overloaded and not is_one_of_several and not (is_otherwise and rule.unless),
                returns=returns,
                general=returns if returns != array and (takes_any or " | " in returns) else None,
                named=named,
            )
        if written is None:
            return Written(function_lines([part], name, self.annotations, owner))
        if numbers := NUMBERS.get(f"{self.stub.module}.{name}"):
            added = self.results.of_numbers(name, signature_parameters, numbers)
            return Written(
                [*written.lines[:-2], *added, *written.lines[-2:]], written.most_general + _definitions(added)
            )
        return written

    def named_by(self, annotation: ast.expr | None, owner: str, fields: int) -> str:
        """The named tuple with a number of arrays that an annotation names, alone or in a union. Otherwise None."""
        for node in ast.walk(annotation) if annotation is not None and fields else ():
            if not isinstance(node, ast.Name):
                continue
            definition = self.source.dotted(owner, node)
            if definition and isinstance(definition[2], ast.ClassDef) and arrays_in(definition[2]) == fields:
                return self.annotations.render(node, owner)
        return ""

    def as_taken(self, operand: Parameter) -> Parameter:
        """The type that JAX accepts for an operand: also NumPy arrays if it annotates its own arrays."""
        is_array = operand.annotation == self.stub.use(*ARRAY)
        return replace(operand, annotation=self.stub.use(*ARRAY_LIKE)) if is_array else operand

    def ufunc(self, name: str, versions: Versions) -> str | None:
        """The class of a function of two arrays, shared by functions with the same results. None if unknown."""
        if not is_of_two_arrays(versions.rule):
            return None
        overloads = of_two_arrays(versions, self.spelling, has_rows=self.has_rows)
        if overloads not in self.ufuncs:
            op = like_operator(versions)  # the class is named after this operator, even if another name sorts first
            operation = (op or name).capitalize()
            outer = f"_Like{operation}"
            cls = f"{outer}.UfuncLike{operation}"
            docstring = (
                f"Its dtype is that of ``x {BINARY[op]} y``." if op else "Both operands are converted to one dtype."
            )
            self.ufuncs[overloads] = cls
            if len(overloads) > 1:
                self.general[outer] = [len(overloads) - 1]
            self.stub.lines += callable_class(cls, UFUNC, overloads, docstring, self.spelling)
        return self.ufuncs[overloads]

    def annotated_ufunc(self, name: str, annotation: ast.expr) -> str | None:
        """The class of a function of two arrays that is an object in JAX. None for any other object."""
        texts = self.rules.get(name) if ast.unparse(annotation) == UFUNC else None
        return self.ufunc(name, Versions.of(self.system, texts, f"{self.stub.module}.{name}")) if texts else None

    def add_initializer(self) -> None:
        """Add the class of JAX's initializers, with the call of JAX's protocol."""
        protocol = self.source.resolve(self.stub.module, "Initializer")
        assert protocol is not None and isinstance(protocol[2], ast.ClassDef)
        call = next(node for node in protocol[2].body if isinstance(node, ast.FunctionDef) and node.name == "__call__")
        call_parameters = parameters(call, self.annotations, self.stub.module, method=True)
        lines = initializer_class(call_parameters, self.spelling)
        self.general[INITIALIZER[1]] = [_definitions(lines) - 1]
        self.stub.lines += lines

    def general_overloads(self) -> list[str]:
        """The lines with `general`, as the plugin reads it."""
        if not self.general:
            return []
        head = f"class _General({self.stub.use(ARRAY[0], '_General')}):"
        return [
            head,
            *(f"    {name} = ({', '.join(map(str, positions))},)" for name, positions in self.general.items()),
        ]


def told_apart(definition: list[ast.FunctionDef]) -> list[ast.FunctionDef]:
    """The overloads of a function, without its implementation."""
    if len(definition) == 1 or "overload" in map(decorator_name, definition[-1].decorator_list):
        return definition
    *overloads, implementation = definition
    if any(set(required(part)) <= set(required(implementation)) for part in overloads):
        return overloads
    general = copy(implementation)  # JAX's annotations forbid a call that works
    general.decorator_list = [ast.Name("overload")]
    return [*overloads, general]


def _definitions(lines: list[str]) -> int:
    return sum(line.lstrip().startswith("def ") for line in lines)
