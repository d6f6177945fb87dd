"""Makers: the operation that made an array, for the rules about rounding.

A rule such as `late_upcasts` judges two operations together: the product that rounds, and the cast that follows. The
first one leaves its maker at the array. Reshapes and indexing keep it, and other operations leave it out.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple, TypeAlias

from .places import Place

if TYPE_CHECKING:
    from .run import Run

Kind: TypeAlias = Literal["rounded result", "positions", "rounded positions", "angles", "carry", "step", "wave"]
"""What an array holds.

``rounded result`` is the result of a product or reduction. ``positions`` are indices in an integer dtype,
``rounded positions`` the same in a float dtype, and ``angles`` their multiples. ``wave`` is a sine or cosine.
``carry`` is a leaf of the carry of a loop, and ``step`` the sum of a variable and a Python number.
"""


class Maker(NamedTuple):
    """An operation that made an array.

    Attributes:
        kind: what the array holds.
        place: the expression.
        name: the operation; for ``carry`` and ``step``, the slot: the variable, attribute or leaf of the carry.
        scope: the function in which it was evaluated, by the identity of its definition; 0 for a module's top level.
        number: the largest position, or the number that a step adds; None if it is unknown.
        dtype: the 16-bit float in which positions are rounded.
    """

    kind: Kind
    place: Place
    name: str
    scope: int
    number: int | float | None = None
    dtype: str = ""


KEEPING: Final = frozenset(
    """broadcast_in_dim broadcast_to expand_dims flip moveaxis permute_dims ravel repeat reshape roll rollaxis squeeze
    stop_gradient swapaxes take tile transpose""".split()
)
"""The functions and methods that move the items of an array, by their short names."""


def merged_makers(left: Maker | None, right: Maker | None) -> Maker | None:
    """The maker of an array that comes from one of two paths."""
    return left if left == right else None


def scope_of(run: Run) -> int:
    """The function that runs, by the identity of its definition; 0 for a module's top level."""
    return id(run.stack[-1].definition) if run.stack else 0


def with_maker(value: tuple[Any, ...], maker: Maker | None) -> tuple[Any, ...]:
    """A value whose arrays have a maker."""
    from .values import Array

    if maker is None:
        return value
    return tuple(replace(item, maker=maker) if type(item) is Array else item for item in value)


def maker_of(value: tuple[Any, ...]) -> Maker | None:
    """The maker that all alternatives of a value have."""
    makers = {getattr(item, "maker", None) for item in value}
    return makers.pop() if len(makers) == 1 else None


def without_makers(value: tuple[Any, ...]) -> tuple[Any, ...]:
    """The same value without makers."""
    if not any(getattr(item, "maker", None) is not None for item in value):
        return value
    return tuple(replace(item, maker=None) if getattr(item, "maker", None) is not None else item for item in value)


def kept_maker(maker: Maker | None, index: tuple[Any, ...]) -> Maker | None:
    """The maker of ``x[index]``: single results that an array of indices picks out count as results of their own."""
    from .values import Array, NumPyArray

    if maker is None or maker.kind != "rounded result":
        return maker
    return None if any(isinstance(item, (Array, NumPyArray)) for item in index) else maker
