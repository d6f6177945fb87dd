"""The arguments of one call by parameter name, as the inference core reads them.

The mypy plugin builds `Arguments` from a call and passes them to the functions ``infer_*``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from math import prod
from typing import NamedTuple, TypeAlias

from ..rules.rule import Rule
from .operand import Alternatives

MOST_COMBINATIONS = 256
"""The largest number of combinations of dtypes that is looked at, where operands may have several."""

Items: TypeAlias = tuple[Alternatives, ...]
"""The arrays of one argument: one, or each item of an argument that is a sequence of arrays."""


class Arguments(NamedTuple):
    """The knowledge about the arguments of one call.

    Attributes:
        given: the names of the passed parameters, without None. A parameter for which the rule allows a Python number
            is left out if it is a number.
        operands: the arrays passed for each parameter; None if one of them is unknown.
        dtypes: the dtype arguments by parameter; None if the argument is unknown.
        literals: the literal values of flags, such as ``return_index=True``; None if the value is not known.
        is_counted: whether the number of arrays is known if a parameter accepts any number.
        not_arrays: the parameters with arguments other than arrays or numbers of known dtype.
    """

    given: frozenset[str] = frozenset()
    operands: Mapping[str, Items | None] = {}
    dtypes: Mapping[str, str | None] = {}
    literals: Mapping[str, str | None] = {}
    is_counted: bool = True
    not_arrays: frozenset[str] = frozenset()

    def rule_for_call(self, rule: Rule) -> Rule | None:
        """The rule that applies to a call with these arguments.

        Args:
            rule: the rule of the function.

        Returns: The rule itself, its alternative for the literal arguments, or its rule for a call without operands.
            None if no alternative covers the literals.
        """
        if self.literals:
            alternative = rule.given(self.literals)
            if alternative is None:
                return None
            rule = alternative
        if rule.otherwise is not None and not self.given.intersection(rule.operands):
            rule = rule.otherwise
        return rule

    def is_given(self, *names: str) -> bool:
        """Whether the call passes one of the parameters `names`, flags included."""
        return any(name in self.given or name in self.literals for name in names)

    def has_only_arrays(self, rule: Rule) -> bool:
        """Whether the rule's operands are given, and each may be an array."""
        parts = rule.parts or (rule,)
        names = {name for part in parts for name in (*part.operands, *part.joining)} & self.operands.keys()
        return bool(names) and names.isdisjoint(self.not_arrays)

    def unknown_operand(self, names: tuple[str, ...]) -> bool:
        """Whether one of the parameters `names` has an operand of unknown dtype."""
        return any(name in self.operands and self.operands[name] is None for name in names)

    def slots(self, names: tuple[str, ...]) -> Slots:
        """The operands that are given to these parameters, each item of a sequence by itself."""
        return tuple((name, alternatives) for name in names for alternatives in self.operands.get(name) or ())


def dtype_combinations(choices: Sequence[Sequence[str]]) -> Iterator[tuple[str, ...]]:
    """The combinations of the dtypes that some operands may have; none if there are too many to look at.

    Args:
        choices: the possible dtypes of each operand.
    """
    if prod(map(len, choices)) <= MOST_COMBINATIONS:
        yield from product(*choices)


Slots: TypeAlias = tuple[tuple[str, Alternatives], ...]
"""Operands by the names of their parameters."""
