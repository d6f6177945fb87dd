"""The parsed rule of a function's dtypes.

`jaxtyping_promo.rules.parser` creates a `Rule` from a line of text, and documents the language.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Literal

    from .words import Word

    Reason = Literal["given", "given_weak", "given_exact", "not_number", "not_number_weak", "another_type"]
    """Why a rule says nothing when a parameter is given; see `REASONS`."""

NONE, UNKNOWN, KEYS, FUNCTION = "none", "unknown", "keys", "function"
SILENT = (NONE, UNKNOWN, KEYS, FUNCTION)
"""The kinds of rules without a dtype."""

REASONS: dict[str, Reason] = {
    "is given": "given",
    "is given for weak operands": "given_weak",
    "is given for exact operands with x64": "given_exact",
    "is not a Python number": "not_number",
    "is not a Python number for weak operands": "not_number_weak",
    "selects another type": "another_type",
}
"""The possible ends of an ``unless`` clause.

*Exact* dtypes are bools and integers. A Python number is a bool, an int or a float; the longer form includes sequences
of these. A NumPy integer is strong, and so is no Python number. A parameter *selects another type* if JAX annotates a
union, and the rule describes one of its members.
"""


class Rule:
    """A parsed rule. Only the parser changes it, while it reads the text.

    Attributes:
        text: the source text of the rule.
        kind: ``"array"``, ``"tuple"`` (of `parts`), ``"list of"``, ``"tuple of"``, ``"array or list of"``,
            ``"each of"``, ``"tree of"``, ``"function of"``, or a word of `SILENT`.
        parts: the rules of a tuple's items.
        item: the rule of one array of ``"each of"``, whose operand is that one array.
        dtype: the name of the dtype parameter, if there is one.
        which: the word of `jaxtyping_promo.rules.vocabulary.WHICH` before it.
        constant: a dtype that depends on no operand.
        maps: the words before the operands, in the order in which they are applied.
        operator: the operator that is applied to the operands, instead of their promotion.
        operands: the parameters that are promoted with each other, without their stars.
        starred: the operands that accept a sequence of arrays.
        firsts: the operands that accept a tuple whose first item is the array.
        defaults: the nodes of operands that take part in the promotion even if the call omits them.
        joining: the parameters that JAX promotes with each other although the result does not depend on it.
        conditions: pairs of a parameter and the reason why the result is unknown if a call passes it.
        either: the other result, if the function returns one of two.
        otherwise: the rule of a call without any of the operands, if there is one.
        alternatives: the rules of calls with some literal arguments, by the pairs of parameter and value.
        is_one_of_several: whether JAX annotates a union, and the rule describes one member.
        unless, weak_unless, exact_unless, strong_unless, unless_numbers, union_unless: the parameters of `conditions`
            by reason.
    """

    __slots__ = (
        "alternatives",
        "conditions",
        "constant",
        "defaults",
        "dtype",
        "either",
        "exact_unless",
        "firsts",
        "is_one_of_several",
        "item",
        "joining",
        "kind",
        "maps",
        "operands",
        "operator",
        "otherwise",
        "parts",
        "starred",
        "strong_unless",
        "text",
        "union_unless",
        "unless",
        "unless_numbers",
        "weak_unless",
        "which",
    )

    def __init__(
        self,
        text: str,
        kind: str = "array",
        *,
        parts: tuple[Rule, ...] = (),
        item: Rule | None = None,
        dtype: str | None = None,
        which: str = "",
        constant: str | None = None,
        maps: tuple[Word, ...] = (),
        operator: str | None = None,
        operands: tuple[str, ...] = (),
        starred: frozenset[str] = frozenset(),
        firsts: frozenset[str] = frozenset(),
        defaults: Mapping[str, str] | None = None,
        joining: tuple[str, ...] = (),
        conditions: tuple[tuple[str, Reason], ...] = (),
        either: Rule | None = None,
        otherwise: Rule | None = None,
        alternatives: Mapping[frozenset[tuple[str, str]], Rule] | None = None,
        is_one_of_several: bool = False,
    ) -> None:
        self.text, self.kind, self.parts, self.item = text, kind, parts, item
        self.dtype, self.which, self.constant = dtype, which, constant
        self.maps, self.operator, self.operands = maps, operator, operands
        self.starred, self.firsts, self.defaults = starred, firsts, dict(defaults or {})
        self.joining, self.conditions = joining, conditions
        self.either, self.otherwise, self.alternatives = either, otherwise, dict(alternatives or {})
        self.unless = self._given_by("given")
        self.exact_unless = self._given_by("given_exact")
        self.strong_unless = self._given_by("not_number")
        self.unless_numbers = self._given_by("not_number_weak")
        self.weak_unless = self._given_by("given_weak") + self.unless_numbers
        self.union_unless = self._given_by("another_type")
        self.is_one_of_several = is_one_of_several or bool(self.union_unless)

    def _given_by(self, reason: Reason) -> tuple[str, ...]:
        return tuple(name for name, why in self.conditions if why == reason)

    def __repr__(self) -> str:
        return f"<Rule {self.text}>"

    @property
    def is_partial(self) -> bool:
        """Whether the result is unknown for some dtypes that the function accepts."""
        return any(word.is_partial for word in self.maps)

    @property
    def makes_inexact(self) -> bool:
        """Whether bools and integers become the float that a division makes of them."""
        return any(word.makes_inexact for word in self.maps)

    @property
    def makes_bool(self) -> bool:
        """Whether the result is a bool, whatever the operands."""
        return any(word.makes_bool for word in self.maps)

    @property
    def compares_others(self) -> bool:
        """Whether the result is unknown if the operands after the first have different dtypes."""
        return any(word.compares_others for word in self.maps)

    @property
    def rejects_numbers(self) -> bool:
        """Whether JAX rejects a Python number for the operand."""
        return any(word.rejects_numbers for word in self.maps)

    @property
    def excludes_numpy(self) -> bool:
        """Whether the result is unknown for a NumPy array."""
        return any(word.excludes_numpy for word in self.maps)

    def with_conditions(self, conditions: tuple[tuple[str, Reason], ...], *, is_one_of_several: bool = False) -> Rule:
        """The same rule without its alternatives, and with other conditions."""
        return Rule(
            self.text,
            self.kind,
            parts=tuple(part.with_conditions(conditions) for part in self.parts),
            item=self.item,
            dtype=self.dtype,
            which=self.which,
            constant=self.constant,
            maps=self.maps,
            operator=self.operator,
            operands=self.operands,
            starred=self.starred,
            firsts=self.firsts,
            defaults=self.defaults,
            joining=self.joining,
            conditions=conditions,
            either=self.either,
            is_one_of_several=is_one_of_several,
        )

    def keeping_conditions(self, *reasons: Reason) -> Rule:
        """The same rule without its alternatives, and with only the conditions of some kinds."""
        return self.with_conditions(tuple((name, why) for name, why in self.conditions if why in reasons))

    def given(self, literals: Mapping[str, str | None]) -> Rule | None:
        """The rule of a call with some literal arguments; None if the rule does not cover the call.

        Args:
            literals: the values that the call passes for parameters of `alternatives`; None for an unknown value. A
                bool that no alternative names is the default.
        """
        known = {(name, value) for name, value in literals.items() if value is not None}
        spoken_of = {literal for alternative in self.alternatives for literal in alternative}
        meant = frozenset((n, v) for n, v in known if (n, v) in spoken_of or v not in ("True", "False"))
        if len(known) < len(literals):
            return None
        return self.alternatives.get(meant) if meant else self

    def silenced(self, *, x64: bool) -> tuple[str, ...]:
        """The parameters that make the result unknown, including conditions for bools and integers alone."""
        return (*self.unless, *self.exact_unless) if x64 else self.unless

    @property
    def keeps_self(self) -> bool:
        """Whether the method always returns an array with the dtype of ``self``."""
        is_kept = self.operands == ("self",) and not self.maps and self.dtype is None and self.either is None
        return self.kind == "array" and is_kept and not self.unless and not self.weak_unless
