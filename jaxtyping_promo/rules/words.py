"""A word of the rule language, with all that it means.

The words themselves are in `jaxtyping_promo.rules.vocabulary` and `jaxtyping_promo.rules.numpy_vocabulary`. No other
module tests the name of a word.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ..system import System

    OfDtype = Callable[[System, str], str | None]
    OfOperands = Callable[[System, Sequence[str]], list[str]]


class Word:
    """A word before the operands of a rule, such as ``inexact`` in ``"inexact(x)"``.

    Attributes:
        name: the word.
        of_dtype: returns the dtype for the join of the operands, or None if there is none.
        of_operands: returns the nodes to join for the nodes of the operands; None if the word leaves them alone.
        is_partial: whether the result is unknown for some dtypes that the function accepts.
        makes_strong: whether a weak result may become strong.
        makes_inexact: whether bools and integers become the float that a division makes of them.
        makes_bool: whether the result is a bool, whatever the operands.
        is_of_sums: whether the word describes the default dtype of a sum, which a dtype argument replaces.
        scalar: the Python scalar type with which the operands are promoted.
        takes_ranges: whether a Python number stands for the array of the integers below it.
        compares_others: whether the result is unknown if the operands after the first have different dtypes.
        rejects_numbers: whether JAX rejects a Python number.
        excludes_numpy: whether the result is unknown for a NumPy array.
    """

    __slots__ = (
        *("compares_others", "excludes_numpy", "is_of_sums", "is_partial", "makes_bool", "makes_inexact"),
        *("makes_strong", "name", "of_dtype", "of_operands", "rejects_numbers", "scalar", "takes_ranges"),
    )

    def __init__(
        self,
        name: str,
        of_dtype: OfDtype | None = None,
        *,
        of_operands: OfOperands | None = None,
        is_partial: bool = False,
        makes_strong: bool = False,
        makes_inexact: bool = False,
        makes_bool: bool = False,
        is_of_sums: bool = False,
        scalar: str | None = None,
        takes_ranges: bool = False,
        compares_others: bool = False,
        rejects_numbers: bool = False,
        excludes_numpy: bool = False,
    ) -> None:
        self.name, self.of_operands = name, of_operands
        self.of_dtype: OfDtype = of_dtype or (lambda system, node: node)
        self.is_partial, self.is_of_sums, self.scalar = is_partial, is_of_sums, scalar
        self.makes_strong, self.makes_inexact, self.makes_bool = makes_strong, makes_inexact, makes_bool
        self.takes_ranges, self.compares_others = takes_ranges, compares_others
        self.rejects_numbers, self.excludes_numpy = rejects_numbers, excludes_numpy

    def __repr__(self) -> str:
        return f"<Word {self.name}>"


def by_name(*words: Word) -> dict[str, Word]:
    """A table of words."""
    return {word.name: word for word in words}
