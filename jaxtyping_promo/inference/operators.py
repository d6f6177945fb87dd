"""Infers the dtypes that Python's operators return.

`infer_binary` and `infer_unary` take operands and a promotion system, and return an answer for each alternative.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from functools import lru_cache
from itertools import product

from ..advice import explain_refusal, explain_unary_refusal, is_only_strict
from ..dtype_info import dtype_info
from ..operators import COMPARISONS
from ..system import System
from .answer import FOREIGN_DTYPE, OPERAND_UNKNOWN, Answer, Refusal, Result, Unknown
from .operand import PLATFORM_DTYPES, Alternatives, Operand, has_dtype

MOST_ANSWERS = 4096
"""The number of answers that are kept: programs apply the same few operators to the same few dtypes."""

BOOL = "bool_"
"""The dtype of a comparison's result."""


def infer_binary(op: str, left: Alternatives | None, right: Alternatives | None, system: System) -> tuple[Answer, ...]:
    """Infer the result of ``left op right``, for each pair of the operands' alternatives.

    Args:
        op: a key of `jaxtyping_promo.operators.BINARY`.
        left, right: the alternatives of each operand; None if the operand is unknown.
        system: the promotion system.

    Returns:
        One answer for each pair. If an operand is unknown, the only answer is `Unknown`, or the result that the
        operator has for all dtypes.
    """
    if left is None or right is None:
        same = result_for_all(op, system)
        return (Unknown(OPERAND_UNKNOWN) if same is None else Result((same,)),)
    return tuple(infer_pair(op, *pair, system) for pair in _meant_pairs(op, left, right, system))


@lru_cache(MOST_ANSWERS)
def infer_pair(op: str, left: Operand, right: Operand, system: System) -> Answer:
    """Infer the result of ``left op right``. It is refused only if every pair of the operands' dtypes is."""
    results = pair_results(op, left, right, system)
    dtypes = tuple(result for result in results.values() if result is not None)
    if not dtypes:
        pair = next(iter(results), None)
        if pair is None:
            return Unknown(FOREIGN_DTYPE)
        is_implicit = is_only_strict(system, op, *pair)
        return Refusal(*explain_refusal(system, op, *pair), pair, is_implicit=is_implicit)
    return Result(dtypes, _kept_variable(left, right, results))


def infer_promotion(left: str, right: str, system: System) -> Answer:
    """Infer the promotion of two dtypes, without an operator.

    Args:
        left, right: nodes, or names of Python scalar types.
        system: the promotion system.
    """
    dtype = system.promote(left, right)
    return Refusal(*explain_refusal(system, None, left, right), (left, right)) if dtype is None else Result((dtype,))


def infer_unary(op: str, operand: Operand | None, system: System) -> Answer:
    """Infer the result of a unary operator.

    Args:
        op: a key of `jaxtyping_promo.operators.UNARY`.
        operand: the operand; None if it is unknown.
        system: the promotion system.
    """
    if operand is None:
        return Unknown(OPERAND_UNKNOWN)
    results = {dtype: system.unary(op, dtype) for dtype in _entering(operand, op, system)}
    dtypes = tuple(result for result in results.values() if result is not None)
    if not dtypes:
        first = next(iter(results), None)
        return Unknown(FOREIGN_DTYPE) if first is None else Refusal(*explain_unary_refusal(system, op, first), (first,))
    is_kept = all(result in (None, dtype) for dtype, result in results.items())
    return Result(dtypes, operand.variable if is_kept else None)


@lru_cache(MOST_ANSWERS)
def pair_results(op: str, left: Operand, right: Operand, system: System) -> Mapping[tuple[str, str], str | None]:
    """The result of each pair of dtypes that two operands may have; None where the library refuses the pair."""
    lefts = _entering(left, op, system)
    rights = _entering(right, op, system, is_exponent=op == "pow")
    pairs = list(product(lefts, rights))
    if left.variable is not None and left.variable == right.variable:
        pairs = [(dtype, dtype) for dtype in lefts]  # both operands have the same dtype, whichever it is
    return {pair: system.binary(op, *pair) for pair in pairs}


def result_for_all(op: str, system: System) -> str | None:
    """The dtype of an operator's result if it is the same for all operands; None otherwise."""
    return BOOL if op in COMPARISONS and BOOL in system.nodes else None


def _meant_pairs(op: str, lefts: Alternatives, rights: Alternatives, system: System) -> list[tuple[Operand, Operand]]:
    """The pairs of alternatives to look at.

    A Python number may be of several classes that no annotation tells apart. Then only the pairs count that the
    library takes, if it takes any.
    """
    pairs = [*product(lefts, rights)]
    if not any(len(side) > 1 and all(one.is_python_scalar for one in side) for side in (lefts, rights)):
        return pairs
    return [pair for pair in pairs if any(pair_results(op, *pair, system).values())] or pairs


def _entering(operand: Operand, op: str, system: System, *, is_exponent: bool = False) -> list[str]:
    """The dtypes with which an operand enters an operator, as far as the system has them."""
    if operand.origin == "numpy scalar":
        if op == "matmul":
            return ["int"]  # a scalar has no dimension to contract, whatever its dtype
        if is_exponent and _is_integer(operand.dtypes[0]):
            return ["int"]  # the exponent is known before the array is, like a Python int
    return [dtype for dtype in operand.entering(system) if has_dtype(system, dtype)]


def _is_integer(dtype: str) -> bool:
    return dtype in PLATFORM_DTYPES or dtype_info(dtype).is_integer


def _kept_variable(left: Operand, right: Operand, results: Mapping[tuple[str, str], str | None]) -> Hashable | None:
    """The type variable of an operand whose dtype every result has."""
    for position, operand in enumerate((left, right)):
        if operand.variable is not None and all(
            result is None or result == pair[position] for pair, result in results.items()
        ):
            return operand.variable
    return None
