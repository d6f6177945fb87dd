"""A function's rule, and those that it had in earlier versions of JAX: what they all say is said."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ...rules.results import mapped
from ...rules.rule import Rule, parse
from ...rules.words import constant
from ...system import System


@dataclass(frozen=True)
class Versions:
    """The rules of one function in a promotion system.

    Attributes:
        system: that the function follows.
        rule: of the newest JAX.
        earlier: of the versions before, where it was another.
    """

    system: System
    rule: Rule
    earlier: tuple[Rule, ...] = ()

    @classmethod
    def of(cls, system: System, texts: Sequence[str]) -> Versions:
        """The rules with these texts, the newest first."""
        rule, *earlier = map(parse, texts)
        return cls(system, rule, tuple(earlier))

    def changed(self, change: Callable[[str], str]) -> Versions:
        """The rules with other texts."""
        return Versions.of(self.system, [change(rule.text) for rule in (self.rule, *self.earlier)])

    @property
    def have_one_form(self) -> bool:
        """Whether one set of overloads can say them all."""
        return all(_form(rule) == _form(self.rule) for rule in self.earlier)

    def result(self, nodes: Sequence[str], part: Rule | None = None) -> str | None:
        """The dtype that the rule, or a part of it, makes of the operands' dtypes; None if nothing is known."""
        found = mapped(part or self.rule, self.system, nodes)
        return found if all(mapped(rule, self.system, nodes) == found for rule in self.earlier) else None

    @property
    def constant(self) -> str | None:
        """The dtype that the function always returns; None if it is not the same in every version."""
        dtypes = {constant(self.system, rule.constant or "") for rule in (self.rule, *self.earlier)}
        return dtypes.pop() if len(dtypes) == 1 else None


def _form(rule: Rule) -> tuple[object, ...]:
    return rule.kind, rule.operands, rule.dtype, rule.which, rule.unless, rule.weak_unless, bool(rule.constant)
