"""Types as a stub spells them: with the names that it has for them, which it imports or declares."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ...dtypes import CATEGORIES, DTYPES, WEAK_TYPES
from ...system import PYTHON_SCALARS, System
from ..names import DTYPE, HAS, NO_ARGUMENT, OVER, REQUESTED, SAME, TAKES, TRUNCATED, ordered, third_classes, up_to
from .annotations import ARRAY, ARRAY_LIKE
from .join_overloads import LEFT, RIGHT, UNKNOWN_OPERAND, unknown
from .signatures import Parameter, parameter_list
from .stub import Stub

Overload = tuple[list[Parameter], str]
"""The parameters of an overload as the stub spells them, and the result as the rules do."""
WORD = re.compile(r"(?<![\w.])[A-Za-z_]\w*")
VARIABLE = re.compile(r"_R|_E|_D\d?")


class Spelling:
    """How one stub spells the types of one promotion system."""

    def __init__(self, stub: Stub, system: System) -> None:
        self.stub, self.system = stub, system
        names = (REQUESTED, TRUNCATED, HAS, OVER, TAKES, "_Concrete", *map(up_to, ordered(system)))
        self.dtypes = {*DTYPES, *WEAK_TYPES, *CATEGORIES, *names}
        self.promotions = {SAME, *third_classes(system)}

    def text(self, text: str) -> str:
        """A type, with what it needs imported or declared."""
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
            return self.variable(word, unknown(self.system))
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
        """A type variable for these dtypes, by the categories whose every dtype is among them.

        What JAX truncates makes categories whole, which are kept, too: of arrays of these dtypes an earlier overload says
        that nothing is known.
        """
        defaults, truncated = self.system.defaults, self.system.truncated
        strong = [n for n in nodes if defaults.get(n) not in nodes]  # a weak type is below its default
        bound = [n for n in categories(self.system, [*strong, *truncated]) if n not in truncated]
        return "_R" if bound == ["generic"] else self.variable("_Kept", " | ".join(bound))

    def literal(self, value: str) -> str:
        """The type of a flag that is as it is written."""
        return f"{self.stub.use('typing', 'Literal')}[{value}]"

    def definitions(self, name: str, overloads: Sequence[Overload], *, overloaded: bool = False) -> list[str]:
        """A definition for each overload; decorated if there are several, or others elsewhere."""
        lines = []
        for parameters, result in overloads:
            if len(overloads) > 1 or overloaded:
                lines.append(f"@{self.stub.use('typing', 'overload')}")
            lines.append(f"def {name}({parameter_list(parameters)}) -> {self.text(result)}: ...")
        return lines


def categories(system: System, nodes: Sequence[str]) -> list[str]:
    """Nodes, with the categories whose every dtype is among them."""
    left, found = set(nodes), []
    for name, category in CATEGORIES.items():
        members = {n for n in system.nodes if n in DTYPES and issubclass(DTYPES[n], category)}
        if members and members <= left:
            found.append(name)
            left -= members
    return [*found, *(n for n in nodes if n in left)]
