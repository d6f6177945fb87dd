"""Rules as overloads: what a function returns, in the types of the stubs.

The first overload that fits decides: the unknown first, which a checker also takes where it does not know the arguments
(`functools.partial` in mypy, `jax.tree.map` in pyright), then what a rule keeps, most often a float, and then weak arrays and
Python scalars by name and what a rule changes. Where a rule makes something else of a weak array than of one of its default
dtype, which it is to a checker as well, what is kept comes behind. Last is anything else, of which nothing is said. Where
types cannot say what a rule says, the result is `Array[Any]`: never a wrong dtype.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from ...dtypes import CATEGORIES, DTYPES, WEAK_TYPES
from ...rules.functions import Rule, constant, mapped, parse, requested, usual
from ...rules.operators import BINARY
from ...system import PYTHON_SCALARS, System
from ...systems.jax import NARROW
from ..docstrings import literal
from ..names import (
    DTYPE,
    HAS,
    NO_ARGUMENT,
    OVER,
    PYTHON_SUBCLASSES,
    REQUESTED,
    SAME,
    TAKES,
    TRUNCATED,
    having,
    ordered,
    third_classes,
    up_to,
)
from ..tables import grouped, operand_types
from . import agreement, joins
from .annotations import ARRAY, ARRAY_LIKE, Annotations
from .annotations import DTYPE as DTYPE_VARIABLE
from .joins import ITSELF, LEFT, RIGHT, UNKNOWN_OPERAND, Operand, Variant, unknown, unknown_arrays
from .signatures import Parameter, parameter_list

ANY = "Array[Any]"
WORD = re.compile(r"(?<![\w.])[A-Za-z_]\w*")
TOP_LEVEL_UNION = re.compile(r" \| (?![^\[]*\])")
INITIALIZER = ("jax._src.nn.initializers", "_Initializer")
"""The class of the functions that functions of arrays return."""
VARIABLE = re.compile(r"_R|_E|_D\d?")
Choice = tuple[str, str]
"""The type of an operand, and the result."""
MOST_TYPES = 8
"""The types that a parameter may have in all overloads, what a variable becomes among them.

pyright remembers of an argument what it is where it is expected to be one of so many types. Where there are more, it
evaluates the argument again for each, and does so for each type of each call that this one is an argument of.
"""
WRAPPED = {
    **dict.fromkeys(("array", "tree of", "unknown"), "{}"),
    "list of": "list[{}]",
    "tuple of": "tuple[{}, ...]",
}
"""What is returned by the kind of a rule, if it is arrays."""
OPPOSITE = {"True": "False", "False": "True"}
"""What a flag is by default, by what it is in an alternative."""
OMITTED = ""
"""The type of a parameter that an overload does not have."""


def without(parameters: list[Parameter], names: Sequence[str]) -> list[Parameter] | None:
    """The parameters but for some, which are optional; None if others can't be told from them by position."""
    found: list[Parameter] = []
    is_behind = False
    for parameter in parameters:
        if parameter.name in names:
            is_behind = is_behind or parameter.kind in ("positional", "any")
            if parameter.kind == "positional":
                return None
        else:
            by_keyword = is_behind and parameter.kind == "any"
            found.append(replace(parameter, kind="keyword") if by_keyword else parameter)
    return None if is_behind and any(p.kind == "variadic" for p in found) else found


def _any(rule: Rule) -> str:
    """What a rule's result is where nothing is said."""
    if rule.kind == "tuple":
        return f"tuple[{', '.join(WRAPPED.get(part.kind, 'Any').format(ANY) for part in rule.parts)}]"
    return WRAPPED.get(rule.kind, "{}").format(ANY)


class Results:
    """Writes the overloads of functions into one stub."""

    def __init__(self, system: System, annotations: Annotations, *, has_rows: bool = True) -> None:
        """A writer for one stub.

        Args:
            system: the promotion system that the functions follow.
            annotations: of the stub.
            has_rows: whether the dtypes' classes in the stubs say what this system makes of two of them.
        """
        self.system, self.annotations, self.stub = system, annotations, annotations.stub
        self.has_rows = has_rows
        self.is_overloaded = False
        self.general: str | None = None
        self.others: list[Rule] = []
        self.named = ""
        self.strong = tuple(n for n in system.nodes if n not in system.defaults)

    # ------------------------------------------------------------------------------------------------- functions

    def function(
        self,
        name: str,
        parameters: list[Parameter],
        texts: Sequence[str],
        *,
        overloaded: bool,
        returns: str = "",
        general: str | None = None,
        named: str = "",
    ) -> list[str] | None:
        """The stub of a function (or of one of its overloads), or None if the rule says no more than JAX's annotation.

        Args:
            name: its name.
            parameters: as JAX has them.
            texts: the rule, and those of earlier versions of JAX: what they all say is said.
            overloaded: whether JAX has other overloads of it.
            returns: what JAX says that it returns.
            general: what the function returns where the rule says nothing, if not what it returns elsewhere.
            named: the named tuple that it returns, whose stub is generic in the dtypes of its fields.
        """
        self.is_overloaded = overloaded
        self.general, self.named, self.most_general = general, named, 1
        rule, *self.others = map(parse, texts)
        if rule.kind not in ("array", "list of", "tuple of", "tuple", "each of", "tree of", "function of"):
            return None
        if any(_form(other) != _form(rule) for other in self.others):
            return None
        spoken_of = rule.unless if overloaded else (*rule.unless, *rule.union_unless)
        unless = [name for name in spoken_of if any(p.name == name for p in parameters)]  # JAX's stub may have fewer
        flags = {p.name for p in parameters if p.name in rule.union_unless and p.default in ("True", "False")}
        remaining = without(parameters, [name for name in unless if name not in flags])
        if remaining is None:
            return None
        if unless and not overloaded:
            self.is_overloaded = True
            shorter = [_for_weak_only(text) for text in texts]
            at_default = [self.at_default(p) if p.name in flags else p for p in remaining]
            lines = self.function(name, at_default, shorter, overloaded=True, returns=returns, named=named)
            is_unknown = returns == self.annotations.any()  # where JAX annotates nothing
            others = self.with_options(parameters, rule, general or (returns if is_unknown else _any(rule)))
            self.most_general = 1 + len(others) if rule.union_unless else 1
            return lines and [*lines, *self.overloaded(name, others)]
        if rule.kind == "each of":
            return self.overloaded(name, [*self.one_for_each(parameters, rule, returns), (parameters, returns)])
        if rule.kind == "tuple":
            return self.tuple_function(name, parameters, rule, returns)
        found = self.variants(parameters, rule)
        if found is None:
            return None
        if rule.kind == "function of":
            initializer = self.stub.use(*INITIALIZER)
            return self.overloaded(name, [(p, r.replace("Array", initializer, 1)) for p, r in found])
        wrap = WRAPPED.get(rule.kind, "{}")
        return self.overloaded(name, [(p, r if r == general else wrap.format(r)) for p, r in found])

    def of_numbers(self, name: str, parameters: list[Parameter], numbers: Mapping[str, str]) -> list[str]:
        """The overloads for Python's numbers in place of the first parameter, by what they become; a bool is none."""
        self.is_overloaded = True
        operand, *others = parameters
        types = [("bool", ANY), *numbers.items()]
        return self.overloaded(name, [([self.typed(operand, taken), *others], result) for taken, result in types])

    def with_options(self, parameters: list[Parameter], rule: Rule, general: str) -> list[tuple[list[Parameter], str]]:
        """The overloads with the parameters that must not be given, if the rule is to hold.

        One that makes the result one of several types has no default here. With an argument of unknown type a checker
        would take the call without it for both.
        """
        if not rule.union_unless:
            return [(parameters, general)]
        fewer = without(parameters, rule.union_unless) if rule.unless else None
        found = [(fewer, _any(rule))] if fewer else []
        if all(value in OPPOSITE for literals in rule.alternatives for _, value in literals):
            for literals, alternative in rule.alternatives.items():
                found.append((self.with_flags(parameters, rule, dict(literals)), _any(alternative)))
        return [*found, *((given, general) for name in rule.union_unless for given in self.given(parameters, name))]

    def with_flags(self, parameters: list[Parameter], rule: Rule, flags: dict[str, str]) -> list[Parameter]:
        """The parameters, with some flags that are given by keyword, and the others as they are by default."""
        others = {name: OPPOSITE[value] for literals in rule.alternatives for name, value in literals}
        literals = {name: self.literal(value) for name, value in (others | flags).items()}
        changed = [replace(p, annotation=literals.get(p.name, p.annotation)) for p in parameters]
        return self.typed_once(changed, {}, frozenset(flags), -1)

    def literal(self, value: str) -> str:
        """The type of a flag that is as it is written."""
        return f"{self.stub.use('typing', 'Literal')}[{value}]"

    def at_default(self, flag: Parameter) -> Parameter:
        """A flag that is given as it is by default, if at all."""
        return replace(flag, annotation=self.literal(flag.default or ""))

    def given(self, parameters: list[Parameter], name: str) -> list[list[Parameter]]:
        """The parameters, one of which has no default: by position, if it can be given so, and by keyword."""
        if any(p.name == name and p.kind == "keyword" for p in parameters):
            return [self.typed_once(parameters, {}, frozenset((name,)), -1)]
        return self.typed_all(parameters, {}, frozenset((name,)), by_keyword_too=True)

    def mapped(self, rule: Rule, nodes: Sequence[str]) -> str | None:
        """What a rule gives, if those of other versions of JAX give the same."""
        found = mapped(rule, self.system, nodes)
        return found if all(mapped(other, self.system, nodes) == found for other in self.others) else None

    def one_for_each(self, parameters: list[Parameter], rule: Rule, returns: str) -> list[tuple[list[Parameter], str]]:
        """As many arrays as are given, up to three: each has the dtype of its own."""
        (name,) = rule.operands
        if rule.item is None or rule.item.maps or all(p.kind != "variadic" for p in parameters):
            return []
        found = [self.by_no_argument(parameters, name, returns)]
        for count in (1, 2, 3):
            arrays = [f"Array[_D{index}]" for index in range(count)]
            found.append((self.expanded(parameters, name, arrays), f"tuple[{', '.join(arrays)}]"))
        return found

    def expanded(self, parameters: list[Parameter], name: str, types: Sequence[str]) -> list[Parameter]:
        """The parameters with some of these types in place of a variadic one."""
        found: list[Parameter] = []
        for p in parameters:
            if p.name == name:
                found = [replace(before, kind="positional") for before in found]
                found += [Parameter(f"{name}_{i}", self.text(text), None, "positional") for i, text in enumerate(types)]
            else:
                found.append(p)
        return found

    def tuple_function(self, name: str, parameters: list[Parameter], rule: Rule, returns: str) -> list[str] | None:
        if all(part.constant and not part.dtype for part in rule.parts):
            items = ", ".join(f"Array[{constant(self.system, part.constant or '') or 'Any'}]" for part in rule.parts)
            return self.overloaded(name, [(parameters, f"tuple[{items}]")])
        by_name = {p.name: p for p in parameters}
        operands = list(dict.fromkeys(n for part in rule.parts for n in part.operands))
        if not operands or any(part.dtype or part.starred for part in rule.parts) or not by_name.keys() >= {*operands}:
            return None
        is_unknown = returns == self.annotations.any()  # JAX annotates neither the trees that it takes nor its result
        if not self.named and not is_unknown and not any(t.startswith("tuple[") for t in returns.split(" | ")):
            return None
        if any(part.operands and part.operands != tuple(operands) for part in rule.parts):
            return self.tuple_of_same(name, parameters, rule)
        found = self.joined(rule, [by_name[n] for n in operands])
        if found is None:
            return None
        variants = [
            (changed, result)
            for types, result, required, by_keyword in found
            for changed in self.typed_all(parameters, types, required, by_keyword_too=by_keyword)
        ]
        return self.overloaded(name, [*variants, (parameters, self.named or (returns if is_unknown else _any(rule)))])

    def tuple_of_same(self, name: str, parameters: list[Parameter], rule: Rule) -> list[str] | None:
        """A tuple of an array for each operand, with the dtype that it has."""
        if any(part.maps or part.operator or len(part.operands) != 1 for part in rule.parts):
            return None
        types = {part.operands[0]: f"Array[_D{index}]" for index, part in enumerate(rule.parts)}
        result = f"tuple[{', '.join(types[part.operands[0]] for part in rule.parts)}]"
        changed = [self.typed(p, types.get(p.name)) for p in parameters]
        return self.overloaded(name, [(changed, result), (parameters, _any(rule))])

    def joined(
        self, rule: Rule, operands: Sequence[Parameter], *, whole: bool = False
    ) -> list[tuple[dict[str, str], str, frozenset[str], bool]] | None:
        """The types of joined operands, the results, the operands that have to be given, and whether by keyword too."""
        parts = rule.parts or (rule,)
        given = [
            Operand(
                p.name,
                optional=index > 0 and (p.default is not None),
                default=rule.defaults.get(p.name),
                accepts_none="None" in p.annotation.split(" | "),
            )
            for index, p in enumerate(operands)
        ]

        def results(nodes: Sequence[str]) -> tuple[str | None, ...]:
            if rule.weak_unless and any(self.system.node(n) in self.system.defaults for n in nodes):
                return tuple(None for _ in parts)
            found = [self.mapped(part, nodes) if part.operands else None for part in parts]
            if not any(found):
                return tuple(found)
            constants = [constant(self.system, part.constant) if part.constant else None for part in parts]
            return tuple(one or other for one, other in zip(found, constants, strict=True))

        agree = len(operands) > 1 and not self.has_rows
        if agree:
            found = agreement.variants(self.system, given, results, len(parts))
        else:
            bound = operands[0].name == "self"
            found = joins.variants(self.system, given, results, len(parts), bound=bound, whole=whole)
        if found is None:
            return None
        first = frozenset([operands[0].name])
        return [
            (self.in_tuples(rule, v.types, operands), self.shown(rule, v), v.required | first, v.by_keyword_too)
            for v in map(self.with_variable, found)
        ]

    def in_tuples(self, rule: Rule, types: dict[str, str], operands: Sequence[Parameter]) -> dict[str, str]:
        """The types of parameters, of which some are tuples whose first items are the operands."""
        found = dict(types)
        for p in operands:
            if p.name in rule.firsts:
                item, _, others = p.annotation.removeprefix("tuple[").partition(", ")
                found[p.name] = f"tuple[{types.get(p.name, item)}, {others}"
        return found

    def one(self, rule: Rule) -> list[Choice]:
        """The types of one operand, which stands for all of a rule's, and the results."""
        self.others = []

        def results(nodes: Sequence[str]) -> tuple[str | None, ...]:
            return (self.mapped(rule, [nodes[0]] * len(rule.operands)),)

        found = joins.variants(self.system, [Operand("self")], results, 1) or []
        return [(v.types["self"], f"Array[{v.results[0] or 'Any'}]") for v in map(self.with_variable, found)]

    def with_variable(self, variant: Variant) -> Variant:
        """A variant whose variable has a name."""
        if ITSELF not in variant.results:
            return variant
        kept = self.bounded([*variant.kept])
        return Variant(
            {name: text.replace("{kept}", kept) for name, text in variant.types.items()},
            tuple(kept if part == ITSELF else part for part in variant.results),
            variant.kept,
            variant.required,
        )

    def shown(self, rule: Rule, variant: Variant) -> str:
        """The result of an overload."""
        if rule.parts and self.named:
            return f"{self.named}[{', '.join(result or 'Any' for result in variant.results)}]"
        items = [
            WRAPPED.get(part.kind, "Any").format(f"Array[{result or 'Any'}]")
            for part, result in zip(rule.parts or (rule,), variant.results, strict=True)
        ]
        return f"tuple[{', '.join(items)}]" if rule.parts else items[0]

    def typed_all(
        self, parameters: list[Parameter], types: dict[str, str], required: frozenset[str], *, by_keyword_too: bool
    ) -> list[list[Parameter]]:
        """The parameters with other types, as one overload or two.

        An operand that has to be given has no default. Nor has what is before it, or else it is given by keyword.
        """
        last = max((i for i, p in enumerate(parameters) if p.name in required), default=-1)
        optional = [p for p in parameters[:last] if p.default is not None and p.kind != "keyword"]
        by_position = by_keyword_too or all(p.name in types for p in optional)
        ways = [True] * by_position + [False] * ((by_keyword_too or not by_position) and bool(optional))
        return [self.typed_once(parameters, types, required, last if way else -1) for way in ways or [True]]

    def typed_once(
        self, parameters: list[Parameter], types: dict[str, str], required: frozenset[str], last: int
    ) -> list[Parameter]:
        """The parameters with other types, those before some place without defaults."""
        found: list[Parameter] = []
        is_behind_optional = is_by_keyword = False
        for index, p in enumerate(parameters):
            text = types.get(p.name)
            if text == OMITTED:
                is_by_keyword = is_by_keyword or p.kind == "any"
                continue
            default = None if p.name in required or (index < last and p.kind != "keyword") else p.default
            if default is not None and text is not None and "None" not in text.split(" | "):
                default = "..."
            is_by_keyword = is_by_keyword or (default is None and is_behind_optional and p.kind == "any")
            kind = "keyword" if is_by_keyword and p.kind == "any" else p.kind
            is_behind_optional = is_behind_optional or (default is not None and kind in ("any", "positional"))
            found.append(replace(p, annotation=self.text(text) if text else p.annotation, default=default, kind=kind))
        return found

    def overloaded(self, name: str, variants: list[tuple[list[Parameter], str]]) -> list[str]:
        """One definition for each variant."""
        lines = []
        for parameters, result in variants:
            if len(variants) > 1 or self.is_overloaded:
                lines.append(f"@{self.stub.use('typing', 'overload')}")
            lines.append(f"def {name}({parameter_list(parameters)}) -> {self.text(result)}: ...")
        return lines

    def variants(self, parameters: list[Parameter], rule: Rule) -> list[tuple[list[Parameter], str]] | None:
        """The parameters and the result of each overload."""
        by_name = {p.name: p for p in parameters}
        named = rule.dtype if rule.dtype in by_name else None
        if any(name not in by_name for name in rule.operands) or (rule.dtype != named and rule.which != "no"):
            return None
        found: list[tuple[list[Parameter], str]] = []
        joined = None
        by_dtype: list[tuple[list[Parameter], str]] = []
        every_parameter = parameters
        if named is not None:
            by_dtype = self.with_dtype(parameters, named) if not rule.which else []
            parameters = self.not_given(parameters, named)
        if rule.constant:  # before the others: it is the signature that an editor shows
            dtypes = {constant(self.system, r.constant or "") for r in (rule, *self.others)}
            dtype = dtypes.pop() if len(dtypes) == 1 else None
            found.append((parameters, f"Array[{dtype or 'Any'}]"))
        elif rule.operands:
            if self.is_variadic(rule, by_name):
                found += self.of_two_at_most(parameters, rule)
            is_joined = not rule.starred and len(rule.operands) > 1
            whole = not rule.dtype and not self.general
            joined = self.joined(rule, [by_name[n] for n in rule.operands], whole=whole) if is_joined else None
            choices = self.choices(rule, by_name) if joined is None else None
            if choices is None and joined is None and not found and not by_dtype:
                return None
            for index, (types, result) in enumerate(
                self.of_arrays(choices or []) if "self" in by_name else choices or []
            ):
                found.append(([self.typed(p, types.get(p.name)) for p in parameters], result))
                if index == 0 and rule.weak_unless:  # behind the unknown
                    found += self.weak_unless_given(parameters, rule)
            for types, result, required, by_keyword in joined or []:
                found += [
                    (changed, shown)
                    for arrays, shown in (self.of_arrays([(types, result)]) if "self" in by_name else [(types, result)])
                    for changed in self.typed_all(parameters, arrays, required, by_keyword_too=by_keyword)
                ]
        if named is not None:
            constants, others = (found, []) if rule.constant else ([], found)
            if others and others[0][1] == ANY and "self" not in by_name:
                first = others.pop(0)  # of a method of an array only those overloads are left that fit the array
            elif found:
                first = self.by_no_argument(parameters, named)
            else:
                first = self.of_dtype(every_parameter, named, NO_ARGUMENT, "Any")
            found = [first, *constants, *by_dtype, *others]
        if joined and joins.takes_all(joined[-1][0]):
            return found
        if named is not None:
            found.append((every_parameter, self.general or ANY))
        elif not rule.constant and (not found or found[-1][0] != parameters):
            found.append((parameters, self.general or ANY))
        return found

    def is_variadic(self, rule: Rule, by_name: dict[str, Parameter]) -> bool:
        """Whether the operands are given one after the other, and not in a sequence."""
        is_one = len(rule.operands) == 1 and rule.operands[0] in rule.starred
        operand = by_name[rule.operands[0]]
        return is_one and operand.kind == "variadic" and operand.annotation == self.stub.use(*ARRAY_LIKE)

    def of_two_at_most(self, parameters: list[Parameter], rule: Rule) -> list[tuple[list[Parameter], str]]:
        """The overloads for one operand and two, of those that take any number."""
        found = []
        (name,) = rule.operands
        for count in (1, 2):
            changed = self.expanded(parameters, name, ["ArrayLike"] * count)
            operands = [p for p in changed if p.name in {f"{name}_{index}" for index in range(count)}]
            for types, result, required, by_keyword in self.joined(rule, operands) or []:
                ways = self.typed_all(changed, types, required, by_keyword_too=by_keyword)
                found += [(way, result) for way in ways]
        return found

    def weak_unless_given(self, parameters: list[Parameter], rule: Rule) -> list[tuple[list[Parameter], str]]:
        """The overloads for weak arrays without the parameters that make their results unknown."""
        shorter = parse(usual(rule.text).partition(" unless ")[0])
        remaining = without(parameters, rule.weak_unless)
        if remaining is None or len(rule.operands) != 1:
            return []
        (name,) = rule.operands
        found = []
        for weak in self.system.defaults:
            if result := self.mapped(shorter, [weak]):
                changed = [self.typed(p, f"Array[{weak}]" if p.name == name else None) for p in remaining]
                found.append((changed, f"Array[{result}]"))
        return found

    def of_arrays(self, choices: list[tuple[dict[str, str], str]]) -> list[tuple[dict[str, str], str]]:
        """The overloads of a method: those in which ``self`` is an array."""
        found = []
        for types, result in choices:
            if "self" not in types:
                found.append((types, result))
            elif arrays := _arrays(types["self"]):
                found.append(({**types, "self": arrays}, result))
        return found

    def typed(self, parameter: Parameter, text: str | None) -> Parameter:
        """A parameter with another type, and required if it has one that its default is not of."""
        if text is None:
            return parameter
        default = parameter.default if "None" in text.split(" | ") else None
        return replace(parameter, annotation=self.text(text), default=default)

    def with_dtype(self, parameters: list[Parameter], name: str) -> list[tuple[list[Parameter], str]]:
        """The overloads by dtype argument: Python's types, dtypes that are truncated, and the rest as they are."""
        choices = [(f"type[{scalar}]", requested(self.system, scalar)) for scalar in PYTHON_SCALARS]
        choices.append((f"type[{REQUESTED}[_R]] | {DTYPE}[{REQUESTED}[_R]]", "_R"))
        return [self.of_dtype(parameters, name, text, result) for text, result in choices]

    def of_dtype(self, parameters: list[Parameter], name: str, text: str, result: str) -> tuple[list[Parameter], str]:
        """The overload that has to be given a dtype argument of some type."""
        position = next(i for i, p in enumerate(parameters) if p.name == name)
        changed = [replace(p, annotation=self.text(text), default=None) if p.name == name else p for p in parameters]
        if any(p.default is not None or p.kind in ("variadic", "keyword") for p in parameters[:position]):
            # What follows an optional parameter can be required by keyword only.
            behind = [replace(p, kind="keyword" if p.kind == "any" else p.kind) for p in changed[position:]]
            changed[position:] = behind
        return changed, f"Array[{result}]"

    def not_given(self, parameters: list[Parameter], name: str) -> list[Parameter]:
        """The parameters where there is no dtype argument.

        Nor is there None, which pyright takes an argument for that may be None and is unknown else: `dtype` where a
        function without annotations has ``dtype=None``.
        """
        absent = self.text(NO_ARGUMENT)
        return [replace(p, annotation=absent, default=p.default and "...") if p.name == name else p for p in parameters]

    def by_no_argument(self, parameters: list[Parameter], name: str, returns: str = ANY) -> tuple[list[Parameter], str]:
        """The overload that comes first and says nothing: no editor shows it, since it takes nothing by position."""
        required = [p for p in parameters if p.name == name or (p.default is None and p.kind != "variadic")]
        found = [p if p.name == "self" else replace(p, default=None, kind="keyword") for p in required]
        return [replace(p, annotation=self.text(NO_ARGUMENT)) if p.name == name else p for p in found], returns

    # -------------------------------------------------------------------------------------------------- operands

    def choices(self, rule: Rule, by_name: dict[str, Parameter]) -> list[tuple[dict[str, str], str]] | None:
        """The types of the operands in each overload, and the result."""
        if rule.defaults or (len(rule.operands) > 1 and not self.has_rows):
            return None
        required = [n for n in rule.operands if by_name[n].default is None]
        if rule.starred:
            return self.sequence(rule, by_name) if len(rule.operands) == 1 else None
        if len(rule.operands) == 1:
            name = rule.operands[0]
            return [({name: text}, result) for text, result in self.one_array(rule)]
        others = [n for n in rule.operands if n not in required]
        scalars = self.scalars(rule, by_name)
        if len(required) == 1 and all(
            by_name[n].default in ("None", "...") for n in others
        ):  # the others are not given
            alone = [
                ({required[0]: text, **dict.fromkeys(others, "None")}, result) for text, result in self.one_array(rule)
            ]
            return [*scalars, *alone]
        return scalars or None

    def scalars(self, rule: Rule, by_name: dict[str, Parameter]) -> list[tuple[dict[str, str], str]]:
        """Python's scalars for all operands: an int, or a float where there is one among them."""
        first = next((n for n in rule.operands if by_name[n].default is None), None)
        if first is None:
            return []
        found = [({first: "bool"}, ANY)]  # a bool is an int to a checker
        for scalar in ("int", "float", "complex"):
            result = self.mapped(rule, [scalar] * len(rule.operands))
            if result is None:
                return []
            types = {n: scalar if by_name[n].default is None else f"{scalar} | None" for n in rule.operands}
            found.append((types, f"Array[{result}]"))
        return found

    def one_array(self, rule: Rule) -> list[Choice]:
        """The overloads for one operand."""
        system = self.system

        def result(*names: str) -> str | None:
            return self.mapped(rule, names)

        results = {node: result(node) for node in system.nodes}
        if rule.weak_unless:
            results |= dict.fromkeys(system.defaults, None)
        kept = [n for n in self.strong if results[n] == n]
        is_partial = rule.weak_unless or any(word.startswith("if_") for word in rule.maps)
        keeps_weak = not is_partial and all(results[weak] in (weak, None) for weak in system.defaults)
        scalars = {s: found for s in PYTHON_SCALARS if (found := result(s))} if not rule.weak_unless else {}
        # NumPy's subclasses of Python's types.
        subclasses = {
            f"np.{name}": found
            for name, scalar in PYTHON_SUBCLASSES.items()
            if scalar in scalars and (found := result(system.truncated.get(name, name)))
        }
        if keeps_weak and all(results[n] in (n, None) for n in self.strong):
            made = {**dict.fromkeys(subclasses, None), **scalars}
            choices = sorted(grouped(made, system), key=lambda choice: choice[1] != ANY)
            # An array is kept before scalars are tried, but for those of which nothing is said.
            behind = sum(result == ANY for _, result in choices)
            return [*choices[:behind], ("Array[_R]", "Array[_R]"), *choices[behind:]]
        not_said: list[str] = []
        # A variable keeps weak arrays of what it is bound to, too.
        keeps_first = all(results[weak] == weak for weak, default in system.defaults.items() if default in kept)
        weak = {n: results[n] for n, default in system.defaults.items() if not (keeps_first and default in kept)}
        if scalars:  # if nothing is known of one, it is not to be taken for a wider one
            weak |= {scalar: scalars.get(scalar) for scalar, node in system.scalars.items() if node in system.defaults}
        changed = {n: results[n] for n in self.strong if results[n] not in (n, None)}
        made = {**subclasses, **({"bool": scalars["bool"]} if "bool" in scalars else {}), **weak, **changed}
        others = 2 + 2 * bool(kept)  # the unknown and whatever is left; what is kept, and what its variable becomes
        for operand in [*reversed(subclasses), *(n for n in changed if n in NARROW)]:
            if len(grouped(made, system)) + others <= MOST_TYPES:
                break
            not_said.append(operand)
            del made[operand]
        silent = (" | ".join([unknown_arrays(system), *operand_types(not_said, system)]), ANY)
        if not kept:
            return [silent, *grouped(made, system)]
        variable = self.bounded(kept)
        keeping = (f"Array[{variable}]", f"Array[{variable}]")
        if keeps_first:
            return [silent, keeping, *grouped(made, system)]
        # What a dtype argument gives is the dtype, and the default of a weak type: a type more, and what it becomes.
        if all(results[weak] == default for weak, default in system.defaults.items() if default in kept):
            changing = grouped({n: r for n, r in made.items() if system.defaults.get(n) not in kept}, system)
            if rule.operands == ("self",) or len(changing) + others + 2 <= MOST_TYPES:
                return [silent, (f"Array[{REQUESTED}[{variable}]]", f"Array[{variable}]"), *changing, keeping]
        return [silent, *grouped(made, system), keeping]

    def bounded(self, nodes: list[str]) -> str:
        """A type variable for these dtypes, by the categories whose every dtype is among them.

        What JAX truncates makes categories whole, which are kept, too: of arrays of these dtypes an earlier overload says
        that nothing is known.
        """
        defaults, truncated = self.system.defaults, self.system.truncated
        strong = [n for n in nodes if defaults.get(n) not in nodes]  # a weak type is below its default
        bound = [n for n in categories(self.system, [*strong, *truncated]) if n not in truncated]
        if bound == ["generic"]:
            return "_R"
        return self.stub.variable("_Kept", f"TypeVar(bound={self.text(' | '.join(bound))})")

    def sequence(self, rule: Rule, by_name: dict[str, Parameter]) -> list[tuple[dict[str, str], str]] | None:
        """A sequence of arrays of one dtype: of several, a checker would make their union and not their join.

        Where one of its items is unknown, so is the result. pyright would solve a variable by the items that are known.
        """
        name = rule.operands[0]
        if rule.maps or by_name[name].kind == "variadic":
            return None
        container = self.stub.use("collections.abc", "Sequence")
        choices = [({name: self.stub.use("jaxtyping_promo.typing", "_WithUnknown")}, ANY)]
        choices.append(({name: f"{container}[Array[{having(f'{SAME}[_R]')}]]"}, "Array[_R]"))
        if "Array" in by_name[name].annotation:
            choices.append(({name: "Array[_R]"}, "Array[_R]"))
        return choices

    # --------------------------------------------------------------------------------------------------- classes

    def initializer_class(self, parameters: list[Parameter]) -> list[str]:
        """The class of the initializers that are made with a dtype: that of their arrays where none is asked for."""
        generic, unknown = self.stub.use("jaxtyping_promo.dtypes", "generic"), self.text("Any")
        made = self.stub.variable("_D_co", DTYPE_VARIABLE.format(generic=generic, any=unknown))
        without_dtype = self.not_given(parameters, "dtype")
        self.is_overloaded = True
        by_dtype = self.with_dtype(parameters, "dtype")
        lines = self.overloaded(
            "__call__",
            [self.by_no_argument(parameters, "dtype"), (without_dtype, f"Array[{made}]"), *by_dtype, (parameters, ANY)],
        )
        name, base = INITIALIZER[1], self.stub.use("typing", "Generic")
        return [f"class {name}({base}[{made}]):", *(f"    {line}" for line in lines)]

    def like_operator(self, texts: Sequence[str]) -> str | None:
        """The operator that makes of all pairs what a function of two arrays does, if there is one."""
        rule, *self.others = map(parse, texts)
        nodes = [n for n in self.system.nodes if n not in self.system.truncated]
        pairs = [(a, b) for a in nodes for b in nodes] if rule.operands else []
        made = [self.mapped(rule, pair) for pair in pairs]
        return next((op for op in BINARY if made and made == [self.system.binary(op, *pair) for pair in pairs]), None)

    def of_two_arrays(self, texts: Sequence[str]) -> tuple[tuple[str, str, str], ...]:
        """The operands' types and the result in each overload of a function of two arrays."""
        rule, *self.others = map(parse, texts)
        if rule.constant:
            return (("ArrayLike", "ArrayLike", f"Array[{constant(self.system, rule.constant) or 'Any'}]"),)
        x, y = (Parameter(name, "ArrayLike", None, "positional") for name in rule.operands)
        joined = self.joined(rule, [x, y], whole=True) or []
        found = [(types.get(x.name, x.annotation), types.get(y.name, y.annotation), r) for types, r, *_ in joined]
        last = [] if joined and joins.takes_all(joined[-1][0]) else [("ArrayLike", "ArrayLike", ANY)]
        return (*found, *last)

    def callable_class(self, name: str, base: str, found: Sequence[tuple[str, str, str]], docstring: str) -> list[str]:
        """A class of functions of two operands: their types, and the results."""
        lines = [f"class {name}({base}):"]
        for left, right, result in found:
            x, y = self.text(left), self.text(right)
            lines += [f"    @{self.stub.use('typing', 'overload')}"] if len(found) > 1 else []
            # On each overload: where there is none, pyright searches JAX's source for it, half a minute in all.
            lines += [
                f"    def __call__(self, x: {x}, y: {y}, /) -> {self.text(result)}:",
                f"        {literal(docstring)}",
            ]
        return lines

    # ------------------------------------------------------------------------------------------------------ text

    def text(self, text: str) -> str:
        """A type as this stub spells it, with what it needs imported."""
        return WORD.sub(lambda match: self.word(match[0]), text)

    def word(self, word: str) -> str:
        stub, system = self.stub, self.system
        if word == "Array":
            return stub.use(*ARRAY)
        if word == "ArrayLike":
            return stub.use(*ARRAY_LIKE)
        if word in ("_NotArray", DTYPE, NO_ARGUMENT):
            return stub.use(ARRAY[0], word)
        if word == "np":
            return stub.use_module("numpy")
        if word in ("Any", "Never"):
            return stub.use("typing", word)
        if word == UNKNOWN_OPERAND:
            return stub.variable(word, f"TypeVar(bound={self.text(unknown(system))})")
        if word in (LEFT, RIGHT):
            return stub.variable(word, f"TypeVar(bound={self.text('ArrayLike')})")
        if VARIABLE.fullmatch(word):
            return stub.variable(word, f"TypeVar(bound={stub.use('jaxtyping_promo.dtypes', 'generic')})")
        if (
            word in DTYPES
            or word in WEAK_TYPES
            or word in CATEGORIES
            or word in ("_Concrete", REQUESTED, TRUNCATED, HAS, OVER, TAKES, *map(up_to, ordered(system)))
        ):
            return stub.use("jaxtyping_promo.dtypes", word)
        if word in (SAME, *third_classes(system)):
            return stub.use("jaxtyping_promo._promotion", word)
        if word in (*PYTHON_SCALARS, "type", "list", "tuple"):
            return stub.builtin(word)
        return word


def _arrays(text: str) -> str:
    """The arrays in a union."""
    return " | ".join(t for t in TOP_LEVEL_UNION.split(text) if t.startswith("Array["))


def _for_weak_only(text: str) -> str:
    """A rule without the parameters that must not be given, but for those that matter to weak arrays alone."""
    said, _, unless = usual(text).partition(" unless ")
    kept = [name for name in unless.split(", ") if name.startswith("weak ")]
    return f"{said} unless {', '.join(kept)}" if kept else said


def is_of_two_arrays(rule: Rule) -> bool:
    """Whether a rule speaks of two arrays and of nothing else."""
    is_of_two = bool(rule.constant) or len(rule.operands) == 2
    return rule.kind == "array" and is_of_two and not (rule.dtype or rule.unless or rule.starred)


def _form(rule: Rule) -> tuple[object, ...]:
    """What of a rule has to be the same in every version for one set of overloads."""
    return rule.kind, rule.operands, rule.dtype, rule.which, rule.unless, rule.weak_unless, bool(rule.constant)


def categories(system: System, nodes: Sequence[str]) -> list[str]:
    """Nodes, with the categories whose every dtype is among them."""
    left, found = set(nodes), []
    for name, category in CATEGORIES.items():
        members = {n for n in system.nodes if n in DTYPES and issubclass(DTYPES[n], category)}
        if members and members <= left:
            found.append(name)
            left -= members
    return [*found, *(n for n in nodes if n in left)]
