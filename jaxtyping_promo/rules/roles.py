"""The parameters of a function by the role that its rule gives them."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from .clauses import Clause
from .rule import Rule


class Roles(NamedTuple):
    """The parameters of a function, grouped by the role that its rule gives them; see `Rule`."""

    operands: frozenset[str]
    starred: frozenset[str]
    firsts: frozenset[str]
    dtypes: frozenset[str | None]
    flags: frozenset[str]
    numbers: frozenset[str]


@cache
def roles_of(rule: Rule, clauses: tuple[Clause, ...] = ()) -> Roles:
    """The roles in a rule, in its alternatives for flags, and in its rule for calls without operands.

    Parameters that only the clauses of accepted dtypes name, such as conditions, are operands or dtypes, too.
    """
    variants = (rule, *rule.alternatives.values(), *((rule.otherwise,) if rule.otherwise else ()))
    parts = [part for variant in variants for part in variant.parts or (variant,)]
    in_rule = {name for part in parts for name in (*part.operands, *part.joining, part.dtype)}
    in_clauses = {name for clause in clauses for name in clause.parameters} - in_rule
    dtypes = {name for name in in_clauses if "dtype" in name or name == "preferred_element_type"}
    return Roles(
        frozenset((*(in_clauses - dtypes), *(name for part in parts for name in (*part.operands, *part.joining)))),
        frozenset(name for part in parts for name in part.starred),
        frozenset(name for part in parts for name in part.firsts),
        frozenset((*dtypes, *(part.dtype for part in parts))),
        frozenset(name for literals in rule.alternatives for name, _ in literals),
        frozenset(name for variant in variants for name in (*variant.strong_unless, *variant.unless_numbers)),
    )
