"""Rules as overloads: the results of a function in the types of the stubs.

The first matching overload decides. Unknown dtypes come first, since a checker with unknown arguments uses the first
overload (`functools.partial` in mypy, `jax.tree.map` in pyright). Then come dtypes that a rule keeps, mostly floats,
then weak arrays and Python scalars by name, and dtypes that a rule changes. A weak type is a subclass of its default
dtype. If their results differ, the kept dtypes come later. The last overload accepts everything else, with an unknown
result. If types cannot express a rule, the result is `Array[Any]`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from ...rules.rule import Rule
from ...rules.vocabulary import constant
from ...system import System
from ..class_names import NO_ARGUMENT
from ..operator_tables import ANY
from . import changes
from . import join_overloads as joins
from .annotations import ARRAY_LIKE
from .callables import INITIALIZER
from .dtype_overloads import by_dtype
from .one_operand import Choices, choices
from .several_operands import WRAPPED, Joined, joined_overloads
from .signatures import Parameter
from .spelling import Overload, Spelling
from .versions import Versions

KINDS = ("array", "list of", "tuple of", "tuple", "each of", "tree of", "function of")
"""The kinds of rules that overloads can express."""
TOP_LEVEL_UNION = re.compile(r" \| (?![^\[]*\])")
OPPOSITE = {"True": "False", "False": "True"}
"""The default of a flag, by its value in an alternative."""
MOST_AT_ONCE = 3
"""Functions that return one array per argument have overloads for up to this number of arrays."""


class Written(NamedTuple):
    """The definitions of a function, and how many of them, at the end, together accept every valid call."""

    lines: list[str]
    most_general: int = 1

    def has_same_results(self, other: Written) -> bool:
        """Whether two functions have the same results in the same order."""
        mine, others = ([line.rpartition(" -> ")[2] for line in each.lines] for each in (self, other))
        return mine == others

    def general(self) -> Written:
        """The definitions that accept every call. The plugin uses them to assign arguments to parameters."""
        return self._replace(lines=self.lines[-2 * self.most_general :])


class Results:
    """Writes the overloads of functions into one stub."""

    def __init__(self, system: System, spelling: Spelling, *, has_rows: bool = True) -> None:
        """A writer for one stub.

        Args:
            system: the promotion system of the functions.
            spelling: the spelling of types in the stub.
            has_rows: whether the rows of dtypes in the stubs describe this system.
        """
        self.system, self.spelling, self.has_rows = system, spelling, has_rows

    def function(
        self,
        name: str,
        parameters: list[Parameter],
        versions: Versions,
        *,
        overloaded: bool,
        returns: str = "",
        general: str | None = None,
        named: str = "",
    ) -> Written | None:
        """The stub of a function or of one of its overloads. None if the rule adds nothing to JAX's annotation.

        Args:
            name: the name of the function.
            parameters: the parameters in JAX.
            versions: the rules of the function.
            overloaded: whether JAX has other overloads of it.
            returns: the result that JAX annotates.
            general: the result of calls outside the rule, if it differs from `returns`.
            named: the named tuple that the function returns, whose stub is generic in the dtypes of its fields.
        """
        rule = versions.rule
        if rule.kind not in KINDS or not versions.have_one_form:
            return None
        function = _Function(self, parameters, versions, returns, general, named)
        silenced = rule.silenced(x64=self.system.x64)
        spoken_of = silenced if overloaded else (*silenced, *rule.union_unless)
        unless = [name for name in spoken_of if any(p.name == name for p in parameters)]  # JAX's stub may have fewer
        flags = {p.name for p in parameters if p.name in rule.union_unless and p.default in OPPOSITE}
        remaining = changes.without(parameters, [name for name in unless if name not in flags])
        if remaining is None:
            return None
        if unless:
            at_default = [self.at_default(p) if p.name in flags else p for p in remaining]
            usually = self.function(
                name,
                at_default,
                versions.changed(lambda rule: rule.keeping_conditions("given_weak", "not_number")),
                overloaded=True,
                returns=returns,
                named=named,
            )
            # JAX's own overloads, if it has any, cover flags that select another type.
            others = [(parameters, function.nothing_known)] if overloaded else [*function.with_options()]
            lines = self.spelling.definitions(name, others, overloaded=True)
            are_general = rule.union_unless and not overloaded
            return usually and Written([*usually.lines, *lines], 1 + len(others) if are_general else 1)
        overloads = function.overloads()
        if overloads is not None and rule.strong_unless:
            overloads = [*function.with_doubles(), *map(function.with_numbers, overloads[:-1]), overloads[-1]]
        return None if overloads is None else Written(self.spelling.definitions(name, overloads, overloaded=overloaded))

    def of_numbers(self, name: str, parameters: list[Parameter], numbers: Mapping[str, str]) -> list[str]:
        """The overloads for Python numbers in place of the first parameter, by their result. A bool has none."""
        first = parameters[0].name
        types = [("bool", ANY), *numbers.items()]
        overloads = [
            (changes.typed(parameters, {first: self.spelling.text(operand_type)}), result)
            for operand_type, result in types
        ]
        return self.spelling.definitions(name, overloads, overloaded=True)

    def at_default(self, flag: Parameter) -> Parameter:
        """A flag that is missing or has its default value."""
        return replace(flag, annotation=self.spelling.literal(flag.default or ""))


@dataclass(frozen=True)
class _Function:
    """The facts about a function: see `Results.function`."""

    writer: Results
    parameters: list[Parameter]
    versions: Versions
    returns: str
    general: str | None
    named: str

    @property
    def rule(self) -> Rule:
        return self.versions.rule

    @property
    def spelling(self) -> Spelling:
        return self.writer.spelling

    @property
    def by_name(self) -> dict[str, Parameter]:
        return {p.name: p for p in self.parameters}

    @property
    def is_unannotated(self) -> bool:
        """Whether JAX has no annotation for the function's result."""
        return self.returns == self.spelling.text("Any")

    @property
    def nothing_known(self) -> str:
        """The result of a call with an unknown dtype."""
        return self.returns if self.is_unannotated else _unknown(self.rule)

    def overloads(self) -> list[Overload] | None:
        """The parameters and the result of each overload."""
        match self.rule.kind:
            case "each of":
                return [*self.one_for_each(), (self.parameters, self.returns)]
            case "tuple":
                return self.tuples()
            case kind:
                array_overloads = self.arrays()
        if array_overloads is not None and kind == "function of":
            initializer = self.spelling.stub.use(*INITIALIZER)
            return [(p, r.replace("Array", initializer, 1)) for p, r in array_overloads]
        wrap = WRAPPED.get(kind, "{}")
        return array_overloads and [(p, r if r == self.general else wrap.format(r)) for p, r in array_overloads]

    # --------------------------------------------------------------------------------------------------- options

    def with_options(self) -> Iterator[Overload]:
        """The overloads for calls that pass a parameter to which the rule does not apply.

        A parameter that selects another type has no default here. Otherwise a checker would match both overloads for an
        argument of unknown type.
        """
        rule, parameters = self.rule, self.parameters
        general = self.general or self.nothing_known
        if not rule.union_unless:
            yield parameters, general
            return
        if rule.silenced(x64=self.writer.system.x64) and (fewer := changes.without(parameters, rule.union_unless)):
            yield fewer, _unknown(rule)
        if all(value in OPPOSITE for literals in rule.alternatives for _, value in literals):
            for literals, alternative in rule.alternatives.items():
                yield self.with_flags(dict(literals)), _unknown(alternative)
        for name in rule.union_unless:
            for given in changes.given(parameters, name):
                yield given, general

    def with_flags(self, flags: Mapping[str, str]) -> list[Parameter]:
        """The parameters with some flags required by keyword, and the other flags at their defaults."""
        others = {name: OPPOSITE[value] for literals in self.rule.alternatives for name, value in literals}
        literals = {name: self.spelling.literal(value) for name, value in {**others, **flags}.items()}
        changed = [replace(p, annotation=literals.get(p.name, p.annotation)) for p in self.parameters]
        return changes.typed_once(changed, {}, frozenset(flags))

    def with_numbers(self, overload: Overload) -> Overload:
        """An overload in which some parameters are Python real numbers, or sequences of Python ints."""
        parameters, result = overload
        ints = f"{self.spelling.stub.use('collections.abc', 'Sequence')}[{self.spelling.text('int')}]"
        types = dict.fromkeys(self.rule.strong_unless, ints) | dict.fromkeys(self.numbers, self.spelling.text("float"))
        return [replace(p, annotation=types.get(p.name, p.annotation)) for p in parameters], result

    def with_doubles(self) -> Iterator[Overload]:
        """Overloads in which one of the numbers is NumPy's float64, which is a `float` and strong."""
        double = self.spelling.text("np.float64")
        for name in self.numbers:
            of_double = [replace(p, annotation=double) if p.name == name else p for p in self.parameters]
            yield from ((given, self.nothing_known) for given in changes.given(of_double, name))

    @property
    def numbers(self) -> list[str]:
        """The parameters that must be Python real numbers for the rule, and may also be arrays."""
        array_like = self.spelling.stub.use(*ARRAY_LIKE)
        return [p.name for p in self.parameters if p.name in self.rule.strong_unless and p.annotation == array_like]

    # ---------------------------------------------------------------------------------------------------- tuples

    def one_for_each(self) -> Iterator[Overload]:
        """Overloads for a function that returns one array for each argument, up to three, each with its own dtype."""
        (name,) = self.rule.operands
        if self.rule.item is None or self.rule.item.maps or all(p.kind != "variadic" for p in self.parameters):
            return
        yield self.unknown_only(name), self.returns
        for count in range(1, MOST_AT_ONCE + 1):
            arrays = [f"Array[_D{index}]" for index in range(count)]
            types = [self.spelling.text(text) for text in arrays]
            yield changes.without_variadic(self.parameters, name, types), f"tuple[{', '.join(arrays)}]"

    def tuples(self) -> list[Overload] | None:
        """Overloads for a rule with a tuple of arrays."""
        parts, by_name = self.rule.parts, self.by_name
        if all(part.constant and not part.dtype for part in parts):
            dtypes = [constant(self.versions.system, part.constant or "") or "Any" for part in parts]
            return [(self.parameters, f"tuple[{', '.join(f'Array[{dtype}]' for dtype in dtypes)}]")]
        operands = tuple(dict.fromkeys(n for part in parts for n in part.operands))
        if not operands or any(part.dtype or part.starred for part in parts) or not by_name.keys() >= {*operands}:
            return None
        is_tuple = any(text.startswith("tuple[") for text in self.returns.split(" | "))
        if not (self.named or self.is_unannotated or is_tuple):
            return None
        if any(part.operands and part.operands != operands for part in parts):
            return self.each_with_its_own()
        overloads = self.joined([by_name[n] for n in operands])
        last = (self.parameters, self.named or self.nothing_known)
        return None if overloads is None else [*self.of(overloads, self.parameters), last]

    def each_with_its_own(self) -> list[Overload] | None:
        """Overloads for a tuple with an array for each operand, which has the operand's dtype."""
        parts = self.rule.parts
        if any(part.maps or part.operator or len(part.operands) != 1 for part in parts):
            return None
        types = {part.operands[0]: f"Array[_D{index}]" for index, part in enumerate(parts)}
        result = f"tuple[{', '.join(types[part.operands[0]] for part in parts)}]"
        return [(changes.typed(self.parameters, self.spelled(types)), result), (self.parameters, _unknown(self.rule))]

    # ---------------------------------------------------------------------------------------------------- arrays

    def arrays(self) -> list[Overload] | None:
        """Overloads for a rule with one array, perhaps in a list or tree."""
        rule, dtype, parameters = self.rule, self.rule.dtype, self.parameters
        last = (parameters, self.general or ANY)
        dtypes: list[Overload] = []
        has_dtype = dtype in self.by_name
        if any(name not in self.by_name for name in rule.operands):
            return None
        if dtype is not None and has_dtype:
            dtypes = [] if rule.which else by_dtype(parameters, dtype, self.spelling)
            absent = self.spelling.text(NO_ARGUMENT)
            parameters = changes.not_given(parameters, dtype, absent, has_operands=bool(rule.operands))
        elif dtype is not None and rule.which != "unknown":
            return None
        constants = [(parameters, f"Array[{self.versions.constant or 'Any'}]")] if rule.constant else []
        is_joined = not rule.constant and not rule.starred and len(rule.operands) > 1
        whole = not rule.dtype and not self.general
        overloads = self.joined([self.by_name[n] for n in rule.operands], whole=whole) if is_joined else None
        by_operands = self.of_operands(parameters, overloads) if rule.operands and not rule.constant else []
        if by_operands is None and not dtypes:
            return None
        by_operands = by_operands or []
        if has_dtype:
            first, others = self.unknown_first(parameters, constants, by_operands)
            # Through `ParamSpec`, an unknown dtype matches the first overload that accepts it. As a first overload, it
            # would be the signature that editors show.
            unknown = [(changes.given_as(self.parameters, dtype, absent), last[1])] if dtype and dtypes else []
            return [first, *constants, *(each for each in unknown if each != first), *dtypes, *others, last]
        if constants or (overloads and joins.takes_all(overloads[-1].types)):
            return [*constants, *by_operands]
        return by_operands if by_operands and by_operands[-1][0] == parameters else [*by_operands, last]

    def unknown_first(
        self, parameters: list[Parameter], constants: list[Overload], known_overloads: list[Overload]
    ) -> tuple[Overload, list[Overload]]:
        """The overload for unknown dtypes, and the remaining ones, of a function with a dtype parameter."""
        assert self.rule.dtype is not None
        # A method of an array keeps only the overloads that match the array.
        if known_overloads and known_overloads[0][1] == ANY and "self" not in self.by_name:
            return known_overloads[0], known_overloads[1:]
        if known_overloads or constants:
            return (self.unknown_only(self.rule.dtype), ANY), known_overloads
        absent = self.spelling.text(NO_ARGUMENT)
        return (changes.given_as(self.parameters, self.rule.dtype, absent), ANY), known_overloads

    def of_operands(self, parameters: list[Parameter], overloads: list[Joined] | None) -> list[Overload] | None:
        """The overloads by the types of the operands. None if no kind of overload applies."""
        known_overloads = self.of_two_at_most(parameters) if self.is_variadic else []
        if overloads is not None:
            return [*known_overloads, *self.of(overloads, parameters)]
        chosen = choices(self.versions, self.rule, self.spelling, self.by_name, has_rows=self.writer.has_rows)
        if chosen is None:
            return known_overloads or None
        for index, (types, result) in enumerate(_of_arrays(self.with_lists(chosen))):
            known_overloads.append((changes.typed(parameters, self.spelled(types)), result))
            if index == 0 and self.rule.weak_unless:  # after the overload for unknown dtypes
                known_overloads += self.weak_unless_given(parameters)
        return known_overloads

    def with_lists(self, chosen: Choices) -> Choices:
        """The overloads of `jnp.array` and the like, of which the first takes lists and tuples as well.

        pyright stops at the first overload that matches arguments without Any. Otherwise it would evaluate the items of
        a list for each overload.
        """
        (types, result), *others = chosen
        if result != ANY or self.rule.dtype is None or self.general not in (None, ANY):
            return chosen
        sequences = f"{self.spelling.stub.use('collections.abc', 'Sequence')}[{self.spelling.stub.builtin('object')}]"
        everything = self.spelling.text("Any")
        taken = {n: f"{sequences} | {text}" for n, text in types.items() if self.by_name[n].annotation == everything}
        return [({**types, **taken}, result), *others]

    @property
    def is_variadic(self) -> bool:
        """Whether the operands are separate arguments instead of one sequence."""
        if len(self.rule.operands) != 1 or self.rule.operands[0] not in self.rule.starred:
            return False
        operand = self.by_name[self.rule.operands[0]]
        return operand.kind == "variadic" and operand.annotation == self.spelling.stub.use(*ARRAY_LIKE)

    def of_two_at_most(self, parameters: list[Parameter]) -> list[Overload]:
        """The overloads for one and two operands of a variadic function."""
        overloads = []
        (name,) = self.rule.operands
        for count in (1, 2):
            changed = changes.without_variadic(parameters, name, [self.spelling.text("ArrayLike")] * count)
            operands = [p for p in changed if p.name in {f"{name}_{index}" for index in range(count)}]
            overloads += self.of(self.joined(operands) or [], changed)
        return overloads

    def weak_unless_given(self, parameters: list[Parameter]) -> list[Overload]:
        """The overloads for weak arrays, which leave out optional parameters that make the results unknown."""
        if any(self.by_name[name].default is None for name in self.rule.weak_unless if name in self.by_name):
            return []
        shorter = self.rule.keeping_conditions()
        remaining = changes.without(parameters, self.rule.weak_unless)
        if remaining is None or len(self.rule.operands) != 1:
            return []
        (name,) = self.rule.operands
        results = {weak: self.versions.result([weak], shorter) for weak in self.versions.system.defaults}
        return [
            (changes.typed(remaining, self.spelled({name: f"Array[{weak}]"})), f"Array[{result}]")
            for weak, result in results.items()
            if result
        ]

    def joined(self, operands: Sequence[Parameter], *, whole: bool = False) -> list[Joined] | None:
        has_rows = self.writer.has_rows
        return joined_overloads(
            self.versions, self.rule, self.spelling, operands, has_rows=has_rows, named=self.named, whole=whole
        )

    def of(self, overloads: Sequence[Joined], parameters: list[Parameter]) -> list[Overload]:
        """The overloads of a function for operands that are promoted with each other."""
        return [
            (changed, result)
            for one in overloads
            for types, result in _of_arrays([(one.types, one.result)])
            for changed in changes.typed_all(
                parameters, self.spelled(types), one.required, by_keyword_too=one.by_keyword_too
            )
        ]

    def unknown_only(self, name: str) -> list[Parameter]:
        return changes.unknown_only(self.parameters, name, self.spelling.text(NO_ARGUMENT))

    def spelled(self, types: Mapping[str, str]) -> dict[str, str]:
        return {name: self.spelling.text(text) for name, text in types.items()}


def _of_arrays(choices: Choices) -> Iterator[tuple[dict[str, str], str]]:
    """The overloads. For a method, only those in which ``self`` is an array."""
    for types, result in choices:
        if "self" not in types:
            yield types, result
        elif arrays := " | ".join(t for t in TOP_LEVEL_UNION.split(types["self"]) if t.startswith("Array[")):
            yield {**types, "self": arrays}, result


def _unknown(rule: Rule) -> str:
    """The result of a rule for unknown dtypes."""
    if rule.kind == "tuple":
        return f"tuple[{', '.join(WRAPPED.get(part.kind, 'Any').format(ANY) for part in rule.parts)}]"
    return WRAPPED.get(rule.kind, "{}").format(ANY)
