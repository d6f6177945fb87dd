"""Checks the dtypes of a call against the clauses for the dtypes that a function accepts.

`unsupported_call` returns the `Refusal` of a call that JAX rejects, whatever the possible dtypes are.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..advice import explain_refusal, instead_of_operator
from ..casts import best_cast
from ..operators import BITWISE
from ..rules.clauses import GROUPS, Clause
from ..rules.tables import written_name
from ..system import PYTHON_SCALARS, System
from ..systems import get_system
from .answer import Refusal
from .arguments import Arguments, dtype_combinations
from .operand import PLATFORM_DTYPES, has_dtype

OPERATORS: dict[str, str] = {
    **{f"jax.numpy.bitwise_{op}": op for op in BITWISE},
    **{f"jax.lax.bitwise_{op}": op for op in BITWISE},
    **dict.fromkeys(("jax.numpy.left_shift", "jax.numpy.bitwise_left_shift", "jax.lax.shift_left"), "lshift"),
    **dict.fromkeys(
        ("jax.numpy.right_shift", "jax.numpy.bitwise_right_shift", "jax.lax.shift_right_arithmetic"), "rshift"
    ),
    **dict.fromkeys(
        ("jax.numpy.invert", "jax.numpy.bitwise_invert", "jax.numpy.bitwise_not", "jax.lax.bitwise_not"), "invert"
    ),
}
"""The functions that are operators by another name. Where no cast keeps the kind, they get the operator's advice."""


def unsupported_call(
    fullname: str, clauses: tuple[Clause, ...], arguments: Arguments, system: System
) -> Refusal | None:
    """Why JAX rejects a call for all possible dtypes of its arguments; None if JAX may accept it.

    Args:
        fullname: the full name of the function.
        clauses: the clauses for the dtypes that it accepts.
        arguments: all arguments of the call, including arguments outside the rule.
        system: the promotion system of the code, in its mode.
    """
    names = {name for clause in clauses for name in clause.parameters if name in arguments.operands}
    for clause in clauses:
        if not clause.holds_in(system) or arguments.is_given(*clause.unless):
            continue
        rejected = [*_rejected(clause, arguments, system)]
        if not rejected or None in rejected:
            continue
        first = rejected[0]
        assert first is not None
        if clause.rejected is not None:
            return _of_pair(fullname, clause, first, arguments, system)
        if clause.system is None:
            return _of_one(fullname, clause, first[0], arguments, system, is_only=len(names) < 2)
        return _of_several(fullname, clause, first, system)
    return None


def _rejected(clause: Clause, arguments: Arguments, system: System) -> Iterator[tuple[str, ...] | None]:
    """Each combination of possible dtypes that is rejected, None for the others; nothing if a dtype is unknown."""
    if clause.rejected is not None:
        yield from _rejected_pairs(clause, arguments, system)
        return
    if clause.system is None and clause.parameters[0] in arguments.dtypes:
        dtype = arguments.dtypes[clause.parameters[0]]
        if dtype is not None:
            yield None if clause.accepts(system, dtype) else (dtype,)
        return
    if arguments.unknown_operand(clause.parameters):
        return
    slots = arguments.slots(clause.parameters)
    if clause.system is not None and len(slots) < 2:
        return
    choices = [
        tuple(dict.fromkeys(d for operand in alternatives for d in operand.entering(system)))
        for _, alternatives in slots
    ]
    if any(not _is_usual(system, dtype) for one in choices for dtype in one):
        return
    if clause.system is None:  # a parameter that takes a sequence has several slots: one is enough
        for one in choices:
            if not any(clause.accepts(system, dtype) for dtype in one):
                yield one[:1]
                return
        yield None
        return
    promotion = _promotion(clause, system)
    for dtypes in dtype_combinations(choices):
        node = clause.promoted(promotion, dtypes)
        if node is None and promotion.strict:
            yield None  # strict promotion has exceptions, which `refused_call` checks
            continue
        if clause.too_wide(promotion, dtypes) is not None:
            yield dtypes
            continue
        yield None if node is not None and clause.accepts(system, node) else dtypes


def _rejected_pairs(clause: Clause, arguments: Arguments, system: System) -> Iterator[tuple[str, ...] | None]:
    """The same for two parameters with rejected pairs of dtypes."""
    choices: list[tuple[str, ...]] = []
    for name in clause.parameters:
        if name in arguments.dtypes:
            dtype = arguments.dtypes[name]
            choices.append(() if dtype is None else (system.stored(system.node(dtype)),))
        elif len(slots := arguments.slots((name,))) == 1 and not arguments.unknown_operand((name,)):
            choices.append(tuple(dict.fromkeys(d for operand in slots[0][1] for d in operand.entering(system))))
        else:
            return
    if any(not _is_usual(system, dtype) for one in choices for dtype in one):
        return
    for first, second in dtype_combinations(choices):
        yield (first, second) if clause.rejects_pair(system, first, second) else None


def _promotion(clause: Clause, system: System) -> System:
    """The promotion system of a clause about several parameters: the code's system, or `jax.lax`."""
    return system if clause.system in (None, system.name) else get_system(clause.system, x64=system.x64)


def _is_usual(system: System, dtype: str) -> bool:
    """Whether JAX's treatment of a dtype is known: the system has the dtype, and it does not depend on x64."""
    return has_dtype(system, dtype) and dtype not in system.truncated and dtype not in PLATFORM_DTYPES


# -------------------------------------------------------------------------------------------------------- messages


def _of_one(
    fullname: str, clause: Clause, dtype: str, arguments: Arguments, system: System, *, is_only: bool
) -> Refusal:
    (name,) = clause.parameters
    if name in arguments.dtypes:
        problem = f"does not accept {name}={dtype}"
    elif name == "self" or is_only:
        problem = f"is not defined for {_values(system, dtype)}"
    else:
        problem = f'does not accept {_values(system, dtype)} for "{name}"'
    reason = f'"{written_name(fullname)}" {problem}; it takes {in_words(clause)}'
    cast = _cast(clause, system, dtype)
    if cast is None and (op := OPERATORS.get(fullname)) is not None:
        instead = instead_of_operator(system, op, system.node(dtype))
        if instead is not None:
            return Refusal(reason, instead, (dtype,), (name,))
    cast = cast or _cast(clause, system, dtype, keeps_kind=False)
    return Refusal(reason, None, (dtype,), (name,), cast)


def _of_several(fullname: str, clause: Clause, dtypes: tuple[str, ...], system: System) -> Refusal:
    promotion = _promotion(clause, system)
    node = clause.promoted(promotion, dtypes)
    if node is None:
        entering = clause.entering(promotion, dtypes)
        pairs = (
            (left, right)
            for index, right in enumerate(entering)
            for left in entering[:index]
            if promotion.node(left) != promotion.node(right) and promotion.promote(left, right) is None
        )
        pair = next(pairs, (entering[0], entering[-1]))  # of three, each two may have a promotion
        reason, advice = explain_refusal(promotion, None, *pair)
        return Refusal(f'"{written_name(fullname)}": {reason}', advice, dtypes, clause.parameters)
    weak = clause.too_wide(promotion, dtypes)
    if weak is not None:
        _, advice = explain_refusal(promotion, "matmul", node, weak)
        reason = f'"{written_name(fullname)}" is not defined for {node} and {weak}'
        return Refusal(reason, advice, dtypes, clause.parameters)
    different = [*dict.fromkeys(dtypes)]
    operands = _values(system, dtypes[0]) if len(different) == 1 else " and ".join(different)
    reason = f'"{written_name(fullname)}" is not defined for {operands}; it takes {in_words(clause)}'
    cast = _cast(clause, system, node) or _cast(clause, system, node, keeps_kind=False)
    cast = cast if len(different) == 1 else None
    return Refusal(reason, None, dtypes, clause.parameters, cast)


def _of_pair(fullname: str, clause: Clause, dtypes: tuple[str, ...], arguments: Arguments, system: System) -> Refusal:
    first, second = dtypes
    name, other = clause.parameters
    written = f'"{written_name(fullname)}" does not accept'
    if other in arguments.dtypes:
        return Refusal(f"{written} {other}={second} for {_values(system, first)}", None, (second,), (other,))
    reason = f'{written} {first} for "{name}" beside {second} for "{other}"'
    return Refusal(reason, "cast both to one dtype", dtypes, clause.parameters)


def _values(system: System, dtype: str) -> str:
    """Arrays or numbers of a dtype."""
    if dtype in PYTHON_SCALARS:
        return f"Python {'complex numbers' if dtype == 'complex' else f'{dtype}s'}"
    return f"{system.stored(system.node(dtype))} arrays"


def in_words(clause: Clause) -> str:
    """The accepted dtypes as a message says them."""
    words = [each for word in clause.words.split(" or ") for each in IN_WORDS.get(word, (word,))]
    excepted = {word for word in words if word in GROUPS and clause.excepted.issuperset(GROUPS[word])}
    words = [word for word in dict.fromkeys(words) if word not in excepted]
    is_named = all(word in GROUPS["any"] for word in words)
    text = _listed(words) if is_named else f"{_listed(words)} dtypes"
    names = [name for name in clause.excepted if not _is_small(name) and not any(name in GROUPS[w] for w in excepted)]
    if clause.excepted and not names:
        names = [word for word in ("small_integer", "small_float") if not {*GROUPS[word]}.isdisjoint(clause.excepted)]
    return f"{text} except {_listed([IN_WORDS.get(n, (n,))[0] for n in sorted(names)])}" if names else text


IN_WORDS: dict[str, tuple[str, ...]] = {
    "any": ("bool", "integer", "float", "complex"),
    "numeric": ("integer", "float", "complex"),
    "real": ("bool", "integer", "float"),
    "inexact": ("float", "complex"),
    "unsigned": ("unsigned integer",),
    "signed": ("signed integer",),
    "small_integer": ("integers below 8 bits",),
    "small_float": ("floats below 16 bits",),
}
"""The groups of dtypes as messages say them."""


def _is_small(name: str) -> bool:
    return name in GROUPS["small_integer"] or name in GROUPS["small_float"]


def _listed(words: list[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def _cast(clause: Clause, system: System, dtype: str, *, keeps_kind: bool = True) -> str | None:
    """The dtype to cast to, so that the function accepts the array; `keeps_kind` as in `best_cast`."""
    return best_cast(system, system.node(dtype), lambda target: clause.accepts(system, target), keeps_kind=keeps_kind)


def spelled_advice(refusal: Refusal, cast: str | None, *, is_dtype: bool = False) -> str | None:
    """The line to write instead; None if no cast helps.

    Args:
        refusal: why JAX rejects the call.
        cast: the user's own expression with the cast, if it is known.
        is_dtype: whether the argument is a dtype.
    """
    if refusal.cast is None:
        return refusal.advice and f"{refusal.advice[0].upper()}{refusal.advice[1:]}"
    if is_dtype:
        return f"Write {refusal.parameters[0]}=jnp.{refusal.cast}"
    name = "x" if refusal.parameters[0] == "self" else refusal.parameters[0]
    scalar = refusal.operands[0] in PYTHON_SCALARS
    return f"Cast first: {cast or (f'jnp.{refusal.cast}({name})' if scalar else f'{name}.astype(jnp.{refusal.cast})')}"
