"""The spelling of types in a stub, which imports or declares the names that it needs."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ...dtypes import CATEGORIES, DTYPES, WEAK_TYPES
from ...system import PYTHON_SCALARS, System
from ..class_names import (
    DTYPE,
    HAS,
    NO_ARGUMENT,
    OVER,
    REQUESTED,
    SAME,
    TAKES,
    TRUNCATED,
    ordered,
    third_classes,
    up_to,
)
from .annotations import ARRAY, ARRAY_LIKE
from .join_overloads import LEFT, RIGHT, UNKNOWN_OPERAND, unknown_types
from .signatures import Parameter, parameter_list
from .stub import Stub

Overload = tuple[list[Parameter], str]
"""An overload: parameters as the stub spells them, and the result as rules spell it."""
WORD = re.compile(r"(?<![\w.])[A-Za-z_]\w*")
VARIABLE = re.compile(r"_R|_E|_D\d?")


class Spelling:
    """Spells the types of a promotion system in one stub."""

    def __init__(self, stub: Stub, system: System) -> None:
        self.stub, self.system = stub, system
        names = (REQUESTED, TRUNCATED, HAS, OVER, TAKES, "_Concrete", *map(up_to, ordered(system)))
        self.dtypes = {*DTYPES, *WEAK_TYPES, *CATEGORIES, *names}
        self.promotions = {SAME, *third_classes(system)}

    def text(self, text: str) -> str:
        """The text of a type. Imports or declares the names in it."""
        return WORD.sub(lambda match: self._word(match[0]), text)

    def _word(self, word: str) -> str:
        stub = self.stub
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
            return self.variable(word, unknown_types(self.system))
        if word in (LEFT, RIGHT):
            return self.variable(word, "ArrayLike")
        if VARIABLE.fullmatch(word):
            return self.variable(word, "generic")
        if word in self.dtypes:
            return stub.use("jaxtyping_promo.dtypes", word)
        if word in self.promotions:
            return stub.use("jaxtyping_promo._promotion", word)
        if word in (*PYTHON_SCALARS, "type", "list", "tuple"):
            return stub.builtin(word)
        return word

    def variable(self, name: str, bound: str) -> str:
        """A type variable with a bound."""
        return self.stub.variable(name, f"TypeVar(bound={self.text(bound)})")

    def variable_of(self, nodes: Sequence[str]) -> str:
        """A type variable for some dtypes. Its bound uses a category if the dtypes include the whole category.

        Dtypes that JAX truncates count as present, because an earlier overload makes their results unknown.
        """
        defaults, truncated = self.system.defaults, self.system.truncated
        strong = [n for n in nodes if defaults.get(n) not in nodes]  # a weak type is a subclass of its default
        bound = [n for n in categories(self.system, [*strong, *truncated]) if n not in truncated]
        return "_R" if bound == ["generic"] else self.variable("_Kept", " | ".join(bound))

    def literal(self, value: str) -> str:
        """The literal type of a flag's value."""
        return f"{self.stub.use('typing', 'Literal')}[{value}]"

    def definitions(self, name: str, overloads: Sequence[Overload], *, overloaded: bool = False) -> list[str]:
        """A definition for each overload, decorated if there are several, or others elsewhere."""
        lines = []
        for parameters, result in overloads:
            if len(overloads) > 1 or overloaded:
                lines.append(f"@{self.stub.use('typing', 'overload')}")
            lines.append(f"def {name}({parameter_list(parameters)}) -> {self.text(result)}: ...")
        return lines


def categories(system: System, nodes: Sequence[str]) -> list[str]:
    """The nodes, with a category in place of its members if all of them are present."""
    left, result = set(nodes), []
    for name, category in CATEGORIES.items():
        members = {n for n in system.nodes if n in DTYPES and issubclass(DTYPES[n], category)}
        if members and members <= left:
            result.append(name)
            left -= members
    return [*result, *(n for n in nodes if n in left)]
