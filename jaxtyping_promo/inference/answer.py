"""The three answers about the dtypes of an operation: a result, a refusal, or unknown with its cause.

The functions ``infer_*`` return them; the mypy plugin turns them into types and errors.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import NamedTuple, TypeAlias


class Result(NamedTuple):
    """The operation has a result.

    Attributes:
        dtypes: the dtypes that the result may have.
        variable: the type variable that stands for the result's dtype, if it is an operand's own.
    """

    dtypes: tuple[str, ...]
    variable: Hashable | None = None


class Refusal(NamedTuple):
    """The library refuses the operation.

    Attributes:
        reason: the rejected operation, in one clause: ``"-" is not defined for bool_ arrays``.
        advice: the code to write instead, in one clause: ``use "^", or cast with .astype(jnp.int32)``. None if `cast`
            already says it, or if nothing helps.
        operands: the dtypes of the rejected operands.
        parameters: the parameters of a function that have these operands.
        cast: the dtype to which to cast the first parameter; None if no cast helps.
        is_implicit: whether the library promotes these operands by itself, except in strict promotion.
    """

    reason: str
    advice: str | None
    operands: tuple[str, ...]
    parameters: tuple[str, ...] = ()
    cast: str | None = None
    is_implicit: bool = False

    def __str__(self) -> str:
        return self.reason if self.advice is None else f"{self.reason}; {self.advice}"

    @property
    def is_pair(self) -> bool:
        """Whether only the pair is refused; each dtype alone is accepted."""
        return len({*self.operands}) > 1


class Unknown(NamedTuple):
    """The result of the operation is unknown.

    Attributes:
        cause: the cause: one of the constants below, or a sentence.
    """

    cause: str


Answer: TypeAlias = Result | Refusal | Unknown

OPERAND_UNKNOWN = "an operand has no known dtype"
TOO_MANY_COMBINATIONS = "the operands have too many possible dtypes"
OUTSIDE_OF_RULE = "the rule says nothing of these arguments"
NO_COMMON_DTYPE = "the library has no result for these dtypes"
FOREIGN_DTYPE = "the promotion system does not have this dtype"
