"""Finds the cast after which an operator or function accepts its operands.

Every operand keeps its kind: no float becomes an integer, only a bool becomes a bool, and complex numbers stay complex.
`advice` words the casts.
"""

from __future__ import annotations

from collections import namedtuple

from .formats import FORMATS, KINDS, losses
from .system import ZERO_DIM

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import NamedTuple

    from .system import System

    class Cure(NamedTuple):
        """The dtype to cast each operand to; None for an operand that stays as it is."""

        left: str | None
        right: str | None
else:
    Cure = namedtuple("Cure", "left right")

USUAL: dict[str, int] = {"int32": 2, "float32": 2, "complex64": 2, "uint32": 1}
"""The dtypes that programs use most, with a rank.

Among equally good casts, the cast of the highest rank is proposed.
"""

SCALAR_CASTS: dict[str, tuple[str, ...]] = {
    "bool": ("int", "float", "complex"),
    "int": ("float", "complex"),
    "float": ("complex",),
}
"""The Python types to which a Python scalar may be converted.

A bool is not weakly typed, so conversion to int helps.
"""


def cure(system: System, op: str | None, left: str, right: str) -> Cure | None:
    """The casts after which ``left op right`` has a dtype and each operand keeps its kind; None if no casts do.

    The best casts overflow as little as possible. Among those, they change the fewest operands, then lose the fewest
    digits.
    """
    left_targets, right_targets = ([None, *_targets(system, operand)] for operand in (left, right))
    free = {None, *system.scalars}
    best: tuple[tuple[int, ...], Cure] | None = None
    for to_left in left_targets:
        for to_right in right_targets:
            if to_left != to_right and to_left not in free and to_right not in free:
                continue  # casts to two dtypes
            a, b = to_left or left, to_right or right
            result = system.promote(a, b) if op is None else system.binary(op, a, b)
            if result is None:
                continue
            uncast_dtypes = {
                stored_dtype(system, operand) for operand, to in ((left, to_left), (right, to_right)) if to is None
            }
            cost = _cost(system, ((left, to_left), (right, to_right)), uncast_dtypes)
            if best is None or cost < best[0]:
                best = cost, Cure(to_left, to_right)
    return None if best is None else best[1]


def cure_unary(system: System, op: str, operand: str) -> str | None:
    """The dtype to which to cast an operand that a unary operator rejects; None if no cast helps."""
    return best_cast(system, operand, lambda dtype: system.unary(op, dtype) is not None)


def best_cast(system: System, operand: str, accepts: Callable[[str], bool], *, keeps_kind: bool = True) -> str | None:
    """The dtype to which to cast an operand that an operator or function rejects; None if no cast helps.

    Args:
        system: the promotion system.
        operand: the dtype of the operand: a node, or the name of a Python scalar type.
        accepts: whether the operator or function accepts a dtype.
        keeps_kind: whether the operand must keep its kind. Otherwise, floats may become integers.
    """
    accepted = [dtype for dtype in _targets(system, operand, keeps_kind=keeps_kind) if accepts(dtype)]
    return min(accepted, key=lambda dtype: _cost(system, ((operand, dtype),), set()), default=None)


def stored_dtype(system: System, operand: str) -> str:
    """The concrete dtype in which an operand is stored."""
    return system.stored(system.node(operand).removesuffix(ZERO_DIM))


def kind_of(system: System, operand: str) -> str:
    """The kind of an operand's dtype, or an empty string."""
    held = stored_dtype(system, operand)
    return FORMATS[held].kind if held in FORMATS else ""


def _targets(system: System, operand: str, *, keeps_kind: bool = True) -> list[str]:
    """The dtypes that an operand may be cast to: dtypes of its kind, or of a kind that includes it.

    Without `keeps_kind`, also dtypes of other kinds; but complex numbers always stay complex.
    """
    source = stored_dtype(system, operand)
    if operand in system.scalars or source not in FORMATS:
        return [name for name in SCALAR_CASTS.get(operand, ()) if name in system.scalars]
    dtypes = [n for n in system.nodes if n in FORMATS and n not in system.truncated and n not in system.defaults]
    kind = FORMATS[source].kind
    lowest = KINDS.index(kind) if keeps_kind or kind == "complex" else 0
    return [dtype for dtype in dtypes if KINDS.index(FORMATS[dtype].kind) >= lowest and dtype != operand]


def _cost(system: System, casts: tuple[tuple[str, str | None], ...], uncast_dtypes: set[str]) -> tuple[int, ...]:
    """The cost of casts as a tuple, the worst effect first.

    Args:
        system: the promotion system.
        casts: pairs of an operand and the dtype that it is cast to, or None.
        uncast_dtypes: the dtypes of the operands that are not cast.
    """
    done = [
        (stored_dtype(system, operand), stored_dtype(system, dtype)) for operand, dtype in casts if dtype is not None
    ]
    lost = [loss.what for source, dtype in done for loss in losses(source, dtype)]
    kinds = sum(abs(KINDS.index(FORMATS[d].kind) - KINDS.index(FORMATS[s].kind)) for s, d in done)
    new = sum(dtype not in uncast_dtypes for _, dtype in done)
    usual = sum(USUAL.get(dtype, 0) for _, dtype in done)
    bits = sum(FORMATS[dtype].bits for _, dtype in done)
    return lost.count("range"), len(done), lost.count("precision"), kinds, new, -usual, bits
