"""The values that NumPy's functions and operators return: their dtypes and kinds."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

from .answer import Answer
from .numpy_kinds import Kinds

Form: TypeAlias = Literal["value", "tuple", "list", "value or list", "none", "unknown"]
"""The form of a result.

``"value"`` is one value, ``"tuple"`` one for each of `NumpyAnswer.values`, ``"list"`` any number of values that are all
alike, ``"value or list"`` one value or such a list, ``"none"`` no array and no number, and ``"unknown"`` any of these.
"""


class NumpyValue(NamedTuple):
    """One value that a function returns.

    Attributes:
        answer: the dtypes. A Python number has the name of its type, ``"float"``.
        kinds: the kinds that the value may have.
    """

    answer: Answer
    kinds: Kinds


class NumpyAnswer(NamedTuple):
    """The values that a function returns.

    Attributes:
        form: the form of the result.
        values: the values.
    """

    form: Form
    values: tuple[NumpyValue, ...] = ()
