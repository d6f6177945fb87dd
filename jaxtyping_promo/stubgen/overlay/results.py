"""Rules as overloads: what a function returns, in the types of the stubs.

The first overload that fits decides, so the order is that of the operators (see `jaxtyping_promo.stubgen.overloads`): the
unknown first, then weak arrays and Python scalars by name, then what a rule changes, then what it keeps, and last anything
else, of which nothing is said. Where types cannot say what a rule says, the result is `Array[Any]`: never a wrong dtype.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ...dtypes import CATEGORIES, DTYPES, WEAK_TYPES
from ...rules.functions import Rule, constant, mapped, parse, requested
from ...rules.operators import BINARY, SYMBOLS
from ...system import PYTHON_SCALARS, System
from ..docstrings import literal
from ..names import DTYPE, HAS, PYTHON_SUBCLASSES, REQUESTED, having, join_class, operator_groups, result_class, wide
from ..overloads import NEVER, Overload, overloads
from .annotations import ARRAY, ARRAY_LIKE, Annotations
from .annotations import DTYPE as DTYPE_VARIABLE
from .signatures import Parameter, parameter_list

ANY = "Array[Any]"
WORD = re.compile(r"(?<![\w.])[A-Za-z_]\w*")
TOP_LEVEL_UNION = re.compile(r" \| (?![^\[]*\])")
INITIALIZER = ("jax._src.nn.initializers", "_Initializer")
"""The class of the functions that functions of arrays return."""
Choice = tuple[str, str]
"""The type of an operand, and the result."""


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
        return f"tuple[{', '.join([ANY] * len(rule.parts))}]"
    return {"list of": f"list[{ANY}]", "tuple of": f"tuple[{ANY}, ...]"}.get(rule.kind, ANY)


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
        self.strong = tuple(n for n in system.nodes if n not in system.defaults)
        self.joins = {join_class(n) for n in (*wide(system), *system.defaults)}
        self.rows = {result_class(op) for op in operator_groups(system).values()}

    # ------------------------------------------------------------------------------------------------- functions

    def function(
        self, name: str, parameters: list[Parameter], text: str, *, overloaded: bool, general: str | None = None
    ) -> list[str] | None:
        """The stub of a function (or of one of its overloads), or None if the rule says no more than JAX's annotation.

        `general` is what the function returns where the rule says nothing, if not what it returns elsewhere.
        """
        self.is_overloaded = overloaded
        self.general = general
        rule = parse(text)
        if rule.kind not in ("array", "list of", "tuple of", "tuple", "function of"):
            return None
        unless = rule.unless if overloaded else (*rule.unless, *rule.union_unless)
        remaining = without(parameters, unless)
        if remaining is None:
            return None
        if unless and not overloaded:
            self.is_overloaded = True
            lines = self.function(name, remaining, text.partition(" unless ")[0], overloaded=True)
            return lines and [*lines, *self.overloaded(name, [(parameters, general or _any(rule))])]
        if rule.kind == "tuple":
            return self.tuple_function(name, parameters, rule)
        variants = self.variants(parameters, rule)
        if variants is None:
            return None
        if rule.kind == "function of":
            initializer = self.stub.use(*INITIALIZER)
            return self.overloaded(name, [(p, r.replace("Array", initializer, 1)) for p, r in variants])
        wrap = {"list of": "list[{}]", "tuple of": "tuple[{}, ...]"}.get(rule.kind, "{}")
        return self.overloaded(name, [(p, r if r == general else wrap.format(r)) for p, r in variants])

    def tuple_function(self, name: str, parameters: list[Parameter], rule: Rule) -> list[str] | None:
        if not all(part.constant and not part.dtype for part in rule.parts):
            return None
        items = ", ".join(f"Array[{constant(self.system, part.constant or '') or 'Any'}]" for part in rule.parts)
        return self.overloaded(name, [(parameters, f"tuple[{items}]")])

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
        if any(name not in by_name for name in (*rule.operands, *((rule.dtype,) if rule.dtype else ()))):
            return None
        found: list[tuple[list[Parameter], str]] = []
        if rule.dtype:
            found += self.with_dtype(parameters, rule.dtype) if not rule.which else []
            parameters = [replace(p, annotation="None") if p.name == rule.dtype else p for p in parameters]
        if rule.constant:  # first: it is the signature that an editor shows
            found.insert(0, (parameters, f"Array[{constant(self.system, rule.constant) or 'Any'}]"))
        elif rule.operands:
            choices = self.choices(rule, by_name)
            if choices is None and not rule.dtype:
                return None
            for types, result in self.of_arrays(choices or []) if "self" in by_name else choices or []:
                found.append(([self.typed(p, types.get(p.name)) for p in parameters], result))
        if rule.dtype:
            found.append((list(by_name.values()), self.general or ANY))
        elif not rule.constant:
            found.append((parameters, self.general or ANY))
        return found

    def of_arrays(self, choices: list[tuple[dict[str, str], str]]) -> list[tuple[dict[str, str], str]]:
        """The overloads of a method: those in which ``self`` is an array."""
        found = []
        for types, result in choices:
            arrays = [t for t in TOP_LEVEL_UNION.split(types["self"]) if t.startswith("Array[")]
            if arrays:
                found.append(({**types, "self": " | ".join(arrays)}, result))
        return found

    def typed(self, parameter: Parameter, text: str | None) -> Parameter:
        """A parameter with another type, and required if it has one that its default is not of."""
        if text is None:
            return parameter
        default = parameter.default if "None" in text.split(" | ") else None
        return replace(parameter, annotation=self.text(text), default=default)

    def with_dtype(self, parameters: list[Parameter], name: str) -> list[tuple[list[Parameter], str]]:
        """The overloads by dtype argument: Python's types, dtypes that are truncated, and the rest as they are."""
        position = next(i for i, p in enumerate(parameters) if p.name == name)
        by_keyword = any(p.default is not None or p.kind in ("variadic", "keyword") for p in parameters[:position])
        choices = [(f"type[{scalar}]", requested(self.system, scalar)) for scalar in PYTHON_SCALARS]
        choices.append((f"type[{REQUESTED}[_R]] | {DTYPE}[{REQUESTED}[_R]]", "_R"))
        found = []
        for text, result in choices:
            changed = [
                replace(p, annotation=self.text(text), default=None) if p.name == name else p for p in parameters
            ]
            if by_keyword:  # what follows an optional parameter can be required by keyword only
                changed[position:] = [
                    replace(p, kind="keyword" if p.kind == "any" else p.kind) for p in changed[position:]
                ]
            found.append((changed, f"Array[{result}]"))
        return found

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
        if len(rule.operands) == 2 and len(required) == 2 and (found := self.two_arrays(rule, *required)):
            return found
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
            result = mapped(rule, self.system, [scalar] * len(rule.operands))
            if result is None:
                return []
            types = {n: scalar if by_name[n].default is None else f"{scalar} | None" for n in rule.operands}
            found.append((types, f"Array[{result}]"))
        return found

    def one_array(self, rule: Rule) -> list[Choice]:
        """The overloads for one operand."""
        system = self.system

        def result(*names: str) -> str | None:
            return mapped(rule, system, names)

        results = {node: result(node) for node in system.nodes}
        if rule.weak_unless:
            results |= dict.fromkeys(system.defaults, None)
        kept = [n for n in self.strong if results[n] == n]
        is_partial = rule.weak_unless or any(word.startswith("if_") for word in rule.maps)
        keeps_weak = not is_partial and all(results[weak] in (weak, None) for weak in system.defaults)
        scalars = [(scalar, found) for scalar in PYTHON_SCALARS if (found := result(scalar)) and not rule.weak_unless]
        # `bool` before `int`, and NumPy's subclasses of Python's types before these.
        first: dict[str, list[str]] = {found: [scalar] for scalar, found in scalars if scalar == "bool"}
        for name, scalar in PYTHON_SUBCLASSES.items():
            found = result(system.truncated.get(name, name))
            if found and any(scalar == s for s, _ in scalars):
                first.setdefault(found, []).append(f"np.{name}")
        choices: list[Choice] = [(" | ".join(types), f"Array[{found}]") for found, types in first.items()]
        if keeps_weak and all(results[n] in (n, None) for n in self.strong):
            choices += [(scalar, f"Array[{found}]") for scalar, found in scalars if scalar != "bool"]
            return [*choices, ("Array[_R]", "Array[_R]")]
        choices.insert(0, ("Array[Never]", ANY))
        choices += self.weak(results, scalars)
        changed: dict[str, list[str]] = {}
        for node in self.strong:
            if results[node] not in (node, None):
                changed.setdefault(results[node] or "", []).append(node)
        choices += [(f"Array[{' | '.join(nodes)}]", f"Array[{found}]") for found, nodes in changed.items()]
        if kept:
            if system.truncated:  # of these nothing is said, and their categories are said to be kept
                choices.append((f"Array[{' | '.join(system.truncated)}]", ANY))
            variable = self.bounded([*kept, *system.truncated])
            choices.append((f"Array[{variable}]", f"Array[{variable}]"))
        return choices

    def weak(self, results: dict[str, str | None], scalars: list[Choice]) -> list[Choice]:
        """Weak arrays and the scalars that give the same; what no overload names would be taken for strong."""
        by_scalar = {self.system.node(s): (s, found) for s, found in scalars if s != "bool"}
        choices: list[Choice] = []
        for weak in self.system.defaults:
            scalar, found = by_scalar.get(weak, ("", None))
            result = f"Array[{results[weak]}]" if results[weak] else ANY
            together = scalar and found == results[weak]
            choices.append((f"Array[{weak}] | {scalar}" if together else f"Array[{weak}]", result))
            if scalar and not together:
                choices.append((scalar, f"Array[{found}]"))
        return choices

    def bounded(self, nodes: list[str]) -> str:
        """A type variable for exactly these dtypes, by the categories whose every dtype is among them."""
        left, bound = set(nodes), []
        for name, category in CATEGORIES.items():
            members = {n for n in self.strong if issubclass(DTYPES[n], category)}
            if members and members <= left:
                bound.append(name)
                left -= members
        bound += [n for n in nodes if n in left]
        if bound == ["generic"]:
            return "_R"
        return self.stub.variable("_Kept", f"TypeVar(bound={self.text(' | '.join(bound))})")

    def sequence(self, rule: Rule, by_name: dict[str, Parameter]) -> list[tuple[dict[str, str], str]] | None:
        """A sequence of arrays of one dtype: of several, a checker would make their union and not their join."""
        name = rule.operands[0]
        if rule.maps or by_name[name].kind == "variadic":
            return None
        container = self.stub.use("collections.abc", "Sequence")
        same = result_class("add")
        choices = [({name: f"{container}[Array[Never]]"}, ANY)]
        choices += [({name: f"{container}[Array[{weak}]]"}, f"Array[{weak}]") for weak in self.system.defaults]
        choices.append(({name: f"{container}[Array[{having(f'{same}[_D, _R]')}]]"}, "Array[_R]"))
        if "Array" in by_name[name].annotation:
            choices.append(({name: "Array[_R]"}, "Array[_R]"))
        return choices

    # ------------------------------------------------------------------------------------------------ two arrays

    def like_operator(self, rule: Rule) -> str | None:
        """The operator that does to two operands what the rule does, if there is one."""
        nodes = self.system.nodes
        for op in (rule.operator,) if rule.operator and not rule.maps else BINARY:
            if op and all(
                (wanted := mapped(rule, self.system, (a, b))) is None or wanted == self.system.binary(op, a, b)
                for a in nodes
                for b in nodes
                if not {a, b} & set(self.system.truncated)
            ):
                return op
        return None

    def two_arrays(self, rule: Rule, left: str, right: str) -> list[tuple[dict[str, str], str]] | None:
        """The overloads of the operator that does the same, forward and reflected."""
        op = self.like_operator(rule)
        if op is None:
            return None
        choices = []
        for mine, other, result in _accepted(overloads(self.system, op)):
            choices.append(({left: mine, right: other}, ANY if result == "Never" else result))
        for mine, other, result in _accepted(overloads(self.system, op, reflected=True)):
            choices.append(({left: other, right: mine}, ANY if result == "Never" else result))
        return choices

    def initializer_class(self, parameters: list[Parameter]) -> list[str]:
        """The class of the initializers that are made with a dtype: that of their arrays where none is asked for."""
        generic, unknown = self.stub.use("jaxtyping_promo.dtypes", "generic"), self.text("Any")
        made = self.stub.variable("_D_co", DTYPE_VARIABLE.format(generic=generic, any=unknown))
        without_dtype = [replace(p, annotation="None") if p.name == "dtype" else p for p in parameters]
        self.is_overloaded = True
        lines = self.overloaded(
            "__call__", [(without_dtype, f"Array[{made}]"), *self.with_dtype(parameters, "dtype"), (parameters, ANY)]
        )
        name, base = INITIALIZER[1], self.stub.use("typing", "Generic")
        return [f"class {name}({base}[{made}]):", *(f"    {line}" for line in lines)]

    def callable_class(self, name: str, base: str, op: str) -> list[str]:
        """The class of those ufuncs that do what an operator does."""
        lines = [f"class {name}({base}):" if base else f"class {name}:"]
        like = parse(f"{op}(x, y)")
        # On each overload: where there is none, pyright searches JAX's source for it, half a minute in all.
        docstring = literal(f"Its dtype is that of ``x {SYMBOLS[op]} y``.")
        for types, result in self.two_arrays(like, "x", "y") or []:
            x, y = self.text(types["x"]), self.text(types["y"])
            lines += [f"    @{self.stub.use('typing', 'overload')}"]
            lines += [f"    def __call__(self, x: {x}, y: {y}, /) -> {self.text(result)}:", f"        {docstring}"]
        like_any = self.stub.use(*ARRAY_LIKE)
        lines += [f"    @{self.stub.use('typing', 'overload')}"]
        lines += [
            f"    def __call__(self, x: {like_any}, y: {like_any}, /) -> {self.text(ANY)}:",
            f"        {docstring}",
        ]
        return lines

    # ------------------------------------------------------------------------------------------------------ text

    def text(self, text: str) -> str:
        """A type as this stub spells it, with what it needs imported."""
        return WORD.sub(lambda match: self.word(match[0]), text)

    def word(self, word: str) -> str:
        stub = self.stub
        if word == "Array":
            return stub.use(*ARRAY)
        if word == "ArrayLike":
            return stub.use(*ARRAY_LIKE)
        if word in ("_NotArray", DTYPE):
            return stub.use(ARRAY[0], word)
        if word == "np":
            return stub.use_module("numpy")
        if word in ("Any", "Never"):
            return stub.use("typing", word)
        if word in ("_R", "_D"):
            return stub.variable(word, f"TypeVar(bound={stub.use('jaxtyping_promo.dtypes', 'generic')})")
        if word in DTYPES or word in WEAK_TYPES or word in CATEGORIES or word in ("_Concrete", REQUESTED, HAS):
            return stub.use("jaxtyping_promo.dtypes", word)
        if word in self.joins or word in self.rows:
            return stub.use("jaxtyping_promo._promotion", word)
        if word in (*PYTHON_SCALARS, "type", "list", "tuple"):
            return stub.builtin(word)
        return word


def _accepted(found: list[Overload]) -> list[Overload]:
    """Without the pairs that are rejected, which come last: a function says of them what it says of categories."""
    last = max(index for index, (_, _, result) in enumerate(found) if result not in (NEVER, ANY))
    return found[: last + 1] + [overload for overload in found[last + 1 :] if overload[2] != NEVER]
