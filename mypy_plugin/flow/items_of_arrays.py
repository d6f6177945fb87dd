"""The number that `Array.item` returns. JAX declares it as `Any`, so that it fits wherever a number is expected."""

from __future__ import annotations

from mypy.plugin import MethodContext
from mypy.subtypes import is_subtype
from mypy.types import Type

from ..any_type import ANYTHING
from ..jax_names import ARRAY

ITEM = f"{ARRAY}.item"


def number_as_expected(ctx: MethodContext) -> Type:
    """Hook of `ITEM`: the class of number for the array's dtype, or `Any` where the program expects another class."""
    expected, number = ctx.api.type_context[-1], ctx.default_return_type
    return number if expected is None or is_subtype(number, expected) else ANYTHING
