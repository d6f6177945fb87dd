"""The rules of a function in all supported versions of JAX. The stubs state the results that all rules share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import NamedTuple

from ...rules.clauses import Clause, clauses_by_version
from ...rules.evaluation import apply_maps, mapped_dtype
from ...rules.parser import parse
from ...rules.rule import SILENT, Rule
from ...rules.vocabulary import constant
from ...rules.words import Word
from ...system import System


@dataclass(frozen=True)
class Versions:
    """The rules of one function in a promotion system.

    Attributes:
        system: the promotion system of the function.
        rule: the rule for the newest JAX.
        earlier: the rules for earlier versions, if they differ.
        clauses: the clauses for the dtypes that the function accepts, for each version.
    """

    system: System
    rule: Rule
    earlier: tuple[Rule, ...] = ()
    clauses: tuple[tuple[Clause, ...], ...] = ()

    @classmethod
    def of(cls, system: System, texts: Sequence[str], fullname: str = "") -> Versions:
        """The rules of a function.

        Args:
            system: the promotion system.
            texts: the rules, the newest first.
            fullname: the full name of the function; without it, the function counts as one that accepts every dtype.
        """
        rule, *earlier = map(parse, texts)
        return cls(system, rule, tuple(earlier), clauses_by_version(fullname))

    def changed(self, change: Callable[[Rule], Rule]) -> Versions:
        """The rules after the same change to each."""
        return replace(self, rule=change(self.rule), earlier=tuple(map(change, self.earlier)))

    def is_rejected(self, parameter: str, node: str) -> bool:
        """Whether every version of JAX rejects a dtype for one parameter, for all other arguments."""
        if node in self.system.truncated or not self.clauses:
            return False
        return all(
            any(
                clause.system is None
                and clause.parameters == (parameter,)
                and not clause.unless
                and clause.holds_in(self.system)
                and not clause.accepts(self.system, node)
                for clause in clauses
            )
            for clauses in self.clauses
        )

    @property
    def have_one_form(self) -> bool:
        """Whether one set of overloads can express all rules."""
        return all(_form(rule) == _form(self.rule) for rule in self.earlier)

    def result(self, nodes: Sequence[str], part: Rule | None = None) -> str | None:
        """The dtype that the rule, or a part of it, returns for the operands' dtypes. None if unknown."""
        node = mapped_dtype(part or self.rule, self.system, nodes)
        return node if all(mapped_dtype(rule, self.system, nodes) == node for rule in self.earlier) else None

    def results(self) -> Callable[[Sequence[str]], tuple[str | None, ...] | None]:
        """A function from the operands' nodes to the results: a node for each array, None for an unknown dtype.

        Rules that differ only in the names of operands share one function, so that its cached results serve all rules.
        """
        parts = tuple(map(_Meaning.of, self.rule.parts or (self.rule,)))
        return _results(self.system, parts, tuple(map(_Meaning.of, self.earlier)), bool(self.rule.weak_unless))

    @property
    def constant(self) -> str | None:
        """The dtype that the function always returns. None if it varies, also between versions."""
        dtypes = {constant(self.system, rule.constant or "") for rule in (self.rule, *self.earlier)}
        return dtypes.pop() if len(dtypes) == 1 else None


class _Meaning(NamedTuple):
    """The results of a rule for its operands, independent of their names."""

    maps: tuple[Word, ...]
    operator: str | None
    is_silent: bool
    constant: str | None
    either: _Meaning | None

    @classmethod
    def of(cls, rule: Rule) -> _Meaning:
        either = None if rule.either is None else cls.of(rule.either)
        return cls(rule.maps, rule.operator, rule.kind in SILENT or not rule.operands, rule.constant, either)

    def result(self, system: System, nodes: Sequence[str]) -> str | None:
        node = None if self.is_silent else apply_maps(self.maps, self.operator, system, nodes)
        return node if self.either is None or self.either.result(system, nodes) == node else None


@cache
def _results(
    system: System, parts: tuple[_Meaning, ...], earlier: tuple[_Meaning, ...], not_weak: bool
) -> Callable[[Sequence[str]], tuple[str | None, ...]]:
    constants = [constant(system, part.constant) if part.constant else None for part in parts]
    nothing = (None,) * len(parts)
    results_by_nodes: dict[tuple[str, ...], tuple[str | None, ...]] = {}

    def computed(nodes: Sequence[str]) -> tuple[str | None, ...]:
        if not_weak and any(system.node(n) in system.defaults for n in nodes):
            return nothing
        before = {meaning.result(system, nodes) for meaning in earlier}
        made = [part.result(system, nodes) for part in parts]
        own = [node if before <= {node} else None for node in made]
        return tuple(one or other for one, other in zip(own, constants, strict=True)) if any(own) else nothing

    def results(nodes: Sequence[str]) -> tuple[str | None, ...]:
        key = tuple(nodes)
        if key not in results_by_nodes:
            results_by_nodes[key] = computed(key)
        return results_by_nodes[key]

    return results


def _form(rule: Rule) -> tuple[object, ...]:
    unless = (rule.unless, rule.weak_unless, rule.exact_unless, rule.strong_unless)
    return rule.kind, rule.operands, rule.dtype, rule.which, *unless, bool(rule.constant)
