"""Joins any number of dtypes, and explains in one sentence why two dtypes don't promote.

`join` serves `result_type` and the command ``join``; `why_not` serves their error messages.
"""

from __future__ import annotations

from .advice import explain_refusal
from .exceptions import PromotionError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .system import System


def join(system: System, *names: str) -> str:
    """The dtype that one or more dtypes promote to.

    A lattice has a unique join for any number of dtypes. Other libraries promote pairs from the left, or have a rule of
    their own.

    Args:
        system: the promotion system.
        names: nodes, or names of Python scalar types.

    Raises:
        PromotionError: two of the dtypes don't promote. The message gives the reason and a cast that helps.
        UnknownDTypeError: the system has no dtype of this name.
    """
    if system.result_of_many and len(names) > 2:
        result = system.result_of_many(system.promote, [system.node(name) for name in names])
        if result is not None:
            return result
    result, *others = names
    if not others:
        return system.promote(result, result) or system.node(result)
    for name in others:
        joined = system.promote(result, name)
        if joined is None:
            raise PromotionError(why_not(system, None, result, name))
        result = joined
    return result


def why_not(system: System, op: str | None, left: str, right: str) -> str:
    """One sentence: why two operands don't promote, or the operator rejects them, and which cast helps.

    Args:
        system: the promotion system.
        op: a key of `jaxtyping_promo.operators.BINARY`, or None for promotion alone.
        left, right: nodes, or names of Python scalar types.
    """
    return "; ".join(explain_refusal(system, op, left, right))
