"""The inference core: the dtypes that an operator or a function returns, or the reason why it can't.

Every question has one of three answers: a `Result` (its dtypes), a `Refusal` (the reason, and what to write instead),
or `Unknown` (the cause). The mypy plugin, the command line and the reports ask the same questions here. The core
imports no mypy and no JAX.

>>> from jaxtyping_promo import get_system
>>> int8s, halves = Operand(("int8",)), Operand(("float16",))
>>> infer_binary("add", (int8s,), (halves,), get_system("jax"))
(Result(dtypes=('float16',), variable=None),)
"""

from __future__ import annotations

from .answer import Answer, Refusal, Result, Unknown
from .arguments import Arguments
from .functions import infer_function, infer_items, refused_call
from .operand import Alternatives, Operand, converted, possible_dtypes
from .operators import infer_binary, infer_promotion, infer_unary

__all__ = [
    "Alternatives",
    "Answer",
    "Arguments",
    "Operand",
    "Refusal",
    "Result",
    "Unknown",
    "converted",
    "infer_binary",
    "infer_function",
    "infer_items",
    "infer_promotion",
    "infer_unary",
    "possible_dtypes",
    "refused_call",
]
