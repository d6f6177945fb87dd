"""Infers the dtypes that a function returns, by its rule.

`infer_function` is for any rule, `infer_items` for one array per argument. `refused_call` explains why operands have no
common dtype.

A *slot* is an operand of the rule: a parameter's name, with the alternatives that the argument may be. A *node* is an
element of the promotion system: a dtype or a weak type.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from functools import lru_cache
from itertools import product
from math import prod

from ..advice import explain_refusal, is_only_strict
from ..rules.evaluation import have_join, is_open, refused, result, results
from ..rules.rule import Rule
from ..rules.vocabulary import is_inexact, requested
from ..system import System
from .answer import (
    FOREIGN_DTYPE,
    NO_COMMON_DTYPE,
    OPERAND_UNKNOWN,
    OUTSIDE_OF_RULE,
    TOO_MANY_COMBINATIONS,
    Answer,
    Refusal,
    Result,
    Unknown,
)
from .arguments import MOST_COMBINATIONS, Arguments, Slots, dtype_combinations
from .operand import PLATFORM_DTYPES, has_dtype
from .operators import MOST_ANSWERS, result_for_all


def infer_function(rule: Rule, arguments: Arguments, system: System) -> Answer:
    """The dtype of the array that a function returns.

    Args:
        rule: the rule of an array, or of the arrays of a list; see `Arguments.rule_for_call`.
            Ask for each item of a tuple.
        arguments: the arguments of the call.
        system: the promotion system.
    """
    if arguments.given.intersection((*rule.unless, *rule.strong_unless)):
        return Unknown(OUTSIDE_OF_RULE)
    if rule.constant is not None and (rule.dtype is None or rule.dtype not in arguments.dtypes):
        dtype = result(rule, system, {})
        return Unknown(NO_COMMON_DTYPE) if dtype is None else Result((dtype,))
    dtype = None
    if rule.dtype is not None and rule.dtype in arguments.dtypes:
        dtype = arguments.dtypes[rule.dtype]
        if dtype is None:
            return Unknown(OPERAND_UNKNOWN)
        if not rule.which:
            return Result((requested(system, dtype),))
    if arguments.unknown_operand(rule.operands):
        result_for_any_dtype = result_for_all(rule.operator or "", system)
        if result_for_any_dtype is None or rule.maps:
            return Unknown(OPERAND_UNKNOWN)
        return Result((result_for_any_dtype,))
    return _of_slots(rule, arguments.slots(rule.operands), dtype, arguments, system)


def infer_items(rule: Rule, arguments: Arguments, system: System) -> tuple[Answer, ...] | None:
    """The dtypes of the arrays that a function returns for each array of its argument; None if these are unknown.

    Args:
        rule: a rule of the kind ``"each of"``.
        arguments, system: as for `infer_function`.
    """
    assert rule.item is not None
    (name,) = rule.operands
    items = arguments.operands.get(name)
    if items is None:
        return None
    return tuple(_of_slots(rule.item, ((name, one),), None, arguments, system) for one in items)


def refused_call(rule: Rule, arguments: Arguments, system: System) -> Refusal | None:
    """Why the library rejects the join of a call's operands for all their possible dtypes; None if it may accept them.

    Args:
        rule: the rule of the call, by `Arguments.rule_for_call`.
        arguments: the arguments of the call.
        system: the promotion system: one in which operands may have no join, strict promotion or ``jax.lax``.
    """
    pair = _strictly_refused(rule, arguments, system) if system.strict else _without_join(rule, arguments, system)
    if pair is None:
        return None
    return Refusal(*explain_refusal(system, None, *pair), pair, is_implicit=is_only_strict(system, None, *pair))


def _without_join(rule: Rule, arguments: Arguments, system: System) -> tuple[str, str] | None:
    """Two dtypes of operands without a join, if no combination of possible dtypes has one."""
    for part in rule.parts or (rule,):
        choices = [*_combinations(part.operands, arguments, system)]
        names = [name for name, _ in arguments.slots(part.operands)]
        if not choices or any(have_join(part, system, _by_name(part, names, one)) for one in choices):
            continue
        first = choices[0]
        for index, right in enumerate(first):
            for left in first[:index]:
                if system.node(left) != system.node(right) and system.promote(left, right) is None:
                    return left, right
    return None


def _strictly_refused(rule: Rule, arguments: Arguments, system: System) -> tuple[str, str] | None:
    """Two dtypes of operands that strict promotion does not join, if it joins no combination of possible dtypes."""
    is_dtype_given = any(part.dtype in arguments.dtypes for part in rule.parts or (rule,))
    if is_dtype_given or arguments.given.intersection(rule.unless) or rule.item is not None:
        return None
    for part in rule.parts or (rule,):
        left_out = [node for name, node in part.defaults.items() if name not in arguments.operands]
        choices = _combinations(part.joining or part.operands, arguments, system)
        pairs = [refused(part, system, [*dtypes, *left_out]) if dtypes else None for dtypes in choices]
        if pairs and None not in pairs:
            return pairs[0]
    return None


def _combinations(names: tuple[str, ...], arguments: Arguments, system: System) -> Iterator[list[str]]:
    """The combinations of dtypes that some parameters may be given; none if one of the dtypes is not known."""
    if arguments.unknown_operand(names):
        return
    slots = arguments.slots(names)
    choices = [[d for operand in one for d in operand.entering(system)] for _, one in slots]
    possible = [[*dtypes] for dtypes in dtype_combinations(choices)]
    if all(has_dtype(system, dtype) for dtypes in possible for dtype in dtypes):
        yield from possible


def _of_slots(rule: Rule, slots: Slots, dtype: str | None, arguments: Arguments, system: System) -> Answer:
    """The result for some operands and a dtype argument; some arguments make it unknown for weak or exact operands."""
    weak_matters = not arguments.given.isdisjoint(rule.weak_unless)
    exact_matters = system.x64 and not arguments.given.isdisjoint(rule.exact_unless)
    return _for_all_combinations(rule, system, slots, dtype, weak_matters=weak_matters, exact_matters=exact_matters)


@lru_cache(MOST_ANSWERS)
def _for_all_combinations(
    rule: Rule, system: System, slots: Slots, dtype: str | None, *, weak_matters: bool, exact_matters: bool
) -> Answer:
    """The results for every combination of dtypes that the operands may have.

    Args:
        rule: the rule.
        system: the promotion system.
        slots: the operands.
        dtype: the dtype argument, if it matters.
        weak_matters: whether weak arrays make the result unknown.
        exact_matters: whether bools and integers make the result unknown.
    """
    names = [name for name, _ in slots]
    places, choices = _independent(slots, system)
    if not (slots or rule.defaults or dtype):
        return Unknown(OUTSIDE_OF_RULE)
    if prod(map(len, choices.values())) > MOST_COMBINATIONS:
        return Unknown(TOO_MANY_COMBINATIONS)
    if rule.excludes_numpy and any(operand.is_numpy for _, one in slots for operand in one):
        return Unknown(OUTSIDE_OF_RULE)
    if any(dtype in PLATFORM_DTYPES for dtypes in choices.values() for dtype in dtypes):
        return Unknown(FOREIGN_DTYPE)
    variables = [place for place in choices if not isinstance(place, int)]
    result_nodes: dict[str, None] = {}
    # The type variables whose dtype differs from a result's, each with whether the variable's dtype is weak.
    changed_by_rule: set[tuple[Hashable, bool]] = set()
    for dtypes in product(*choices.values()):
        chosen = dict(zip(choices, dtypes, strict=True))
        entered = [chosen[place] for place in places]
        if not all(has_dtype(system, each) for each in entered):
            continue
        nodes = [system.node(each) for each in entered]
        if weak_matters and any(node in system.defaults for node in nodes):
            return Unknown(OUTSIDE_OF_RULE)
        if exact_matters and not all(is_inexact(node) for node in nodes):
            return Unknown(OUTSIDE_OF_RULE)
        operands = _by_name(rule, names, entered)
        combined = results(rule, system, operands, dtype)
        if combined is None and (rule.is_partial or is_open(rule, system, operands, dtype)):
            return Unknown(OUTSIDE_OF_RULE)
        for node in combined or ():
            result_nodes[node] = None
            for variable in variables:
                if chosen[variable] not in (node, *system.truncated):
                    changed_by_rule.add((variable, chosen[variable] in system.defaults))
    for variable in variables if result_nodes else ():
        if (variable, False) not in changed_by_rule:
            # If only weak arrays change, the result has another dtype than the variable, and is assignable to it.
            is_weak_changed = (variable, True) in changed_by_rule
            return Unknown(OUTSIDE_OF_RULE) if is_weak_changed else Result(tuple(result_nodes), variable)
    return Result(tuple(result_nodes)) if result_nodes else Unknown(NO_COMMON_DTYPE)


def _independent(slots: Slots, system: System) -> tuple[list[Hashable], dict[Hashable, tuple[str, ...]]]:
    """The place of each operand, and the dtypes that may be chosen for each place.

    Operands of one type variable share a place: they have the same dtype, whichever it is. The place is the variable;
    of any other operand it is its position.
    """
    places: list[Hashable] = []
    choices: dict[Hashable, tuple[str, ...]] = {}
    for position, (_, alternatives) in enumerate(slots):
        variable = alternatives[0].variable if len(alternatives) == 1 else None
        place = position if variable is None else variable
        places.append(place)
        choices[place] = tuple(dtype for operand in alternatives for dtype in operand.entering(system))
    return places, choices


def _by_name(rule: Rule, names: list[str], dtypes: list[str]) -> dict[str, str | list[str]]:
    """The dtypes by the names of their parameters; a list for a parameter that is a sequence of arrays."""
    gathered: dict[str, list[str]] = {}
    for name, dtype in zip(names, dtypes, strict=True):
        gathered.setdefault(name, []).append(dtype)
    return {name: values if name in rule.starred else values[0] for name, values in gathered.items()}
