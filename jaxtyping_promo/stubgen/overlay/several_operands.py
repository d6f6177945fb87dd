"""Overloads for several operands of a rule, from nodes to the types and results of a stub."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ...rules.rule import Rule
from . import join_overloads as joins
from . import same_dtype_overloads as agreement
from .join_overloads import ITSELF, OperandParameter, Variant
from .signatures import Parameter
from .spelling import Spelling
from .versions import Versions

WRAPPED = {
    **dict.fromkeys(("array", "tree of", "unknown"), "{}"),
    "list of": "list[{}]",
    "tuple of": "tuple[{}, ...]",
}
"""The form of the result for each kind of rule that returns arrays."""


class Joined(NamedTuple):
    """An overload: types of operands, result, required operands, and whether it is also needed by keyword."""

    types: dict[str, str]
    result: str
    required: frozenset[str]
    by_keyword_too: bool


def joined_overloads(
    versions: Versions,
    rule: Rule,
    spelling: Spelling,
    operands: Sequence[Parameter],
    *,
    has_rows: bool,
    named: str = "",
    whole: bool = False,
) -> list[Joined] | None:
    """All overloads except the last, which accepts every call. None if overloads of this kind would be wrong.

    Args:
        versions: the rules of the function in all versions of JAX.
        rule: the rule, or a part of it.
        spelling: the spelling of types in the stub.
        operands: the parameters that are operands. The first one is required.
        has_rows: whether the rows of dtypes in the stubs describe this system.
        named: the named tuple that is returned, generic in the dtypes of its fields.
        whole: whether the last overload may be included: see `join_overloads.takes_all`.
    """
    system, count = versions.system, len(rule.parts or (rule,))
    given = [
        OperandParameter(
            p.name,
            optional=index > 0 and p.default is not None,
            default=rule.defaults.get(p.name),
            accepts_none="None" in p.annotation.split(" | "),
        )
        for index, p in enumerate(operands)
    ]

    results = versions.results()
    if len(operands) > 1 and not has_rows:
        variants = agreement.variants(system, given, results, count)
    else:
        is_method = operands[0].name == "self"
        variants = joins.variants(system, given, results, count, bound=is_method, whole=whole)
    if variants is None:
        return None
    first = frozenset([operands[0].name])
    return [
        Joined(_in_tuples(rule, v.types, operands), _shown(rule, v, named), v.required | first, v.by_keyword_too)
        for v in (_with_variable(variant, spelling) for variant in variants)
    ]


def as_one(versions: Versions, spelling: Spelling) -> list[tuple[str, str]]:
    """The overloads for one operand that stands for all operands of a rule."""
    count = len(versions.rule.operands)
    join_variants = joins.variants(
        versions.system, [OperandParameter("self")], lambda nodes: (versions.result([nodes[0]] * count),), 1
    )
    variants = [_with_variable(variant, spelling) for variant in join_variants or []]
    return [(v.types["self"], f"Array[{v.results[0] or 'Any'}]") for v in variants]


def _in_tuples(rule: Rule, types: Mapping[str, str], operands: Sequence[Parameter]) -> dict[str, str]:
    """The types of parameters. Some are tuples whose first items are the operands."""
    tuple_types = dict(types)
    for p in operands:
        if p.name in rule.firsts:
            item, _, others = p.annotation.removeprefix("tuple[").partition(", ")
            tuple_types[p.name] = f"tuple[{types.get(p.name, item)}, {others}"
    return tuple_types


def _with_variable(variant: Variant, spelling: Spelling) -> Variant:
    """An overload with a name for its type variable."""
    if ITSELF not in variant.results:
        return variant
    variable = spelling.variable_of(variant.variable_dtypes)
    return Variant(
        {name: text.replace("{variable}", variable) for name, text in variant.types.items()},
        tuple(variable if part == ITSELF else part for part in variant.results),
        variant.variable_dtypes,
        variant.required,
    )


def _shown(rule: Rule, variant: Variant, named: str) -> str:
    """The result of an overload."""
    if rule.parts and named:
        return f"{named}[{', '.join(result or 'Any' for result in variant.results)}]"
    items = [
        WRAPPED.get(part.kind, "Any").format(f"Array[{result or 'Any'}]")
        for part, result in zip(rule.parts or (rule,), variant.results, strict=True)
    ]
    return f"tuple[{', '.join(items)}]" if rule.parts else items[0]
