"""A case: an expression, and what JAX makes of it."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from jaxtyping_promo.system import PYTHON_SCALARS

HEADER = """\
import functools
import operator
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import numpy.typing as npt

import jaxtyping_promo as jp
from jaxtyping_promo import Array


def maybe() -> bool:
    return bool(1)

"""
"""What the programs of generated cases begin with."""


class Case(NamedTuple):
    """An expression. Behind `dtypes` and `stated` stands what JAX computed.

    Attributes:
        group: what of the package the case is about.
        code: the expression.
        dtypes: those of the arrays that it evaluates to; None if JAX rejects it.
        of_an_int: what else JAX may make of it if an operand declared ``float`` or ``complex`` holds an ``int``.
        stated: its type, where that is more than the dtypes of arrays.
        other: another type that is no less true.
        claimed: whether the class of the left operand answers first, by a stub that is not ours.
        statement: whether the code is no expression, so that all there is to say is that it is an error.
    """

    group: str
    code: str
    dtypes: tuple[str, ...] | None
    of_an_int: Collection[tuple[str, ...] | None] = ()
    stated: str = ""
    other: str = ""
    claimed: bool = False
    statement: bool = False


def variable(operand: str) -> str:
    """The variable for an operand: an array of a dtype, a Python scalar, or ``ndarray ...`` and ``scalar ...``."""
    kind, space, dtype = operand.partition(" ")
    if space:
        return f"{'n' if kind == 'ndarray' else 't'}_{dtype}"
    return f"p_{operand}" if operand in PYTHON_SCALARS else f"a_{operand}"


def annotation(name: str) -> str:
    """The type of a variable. What is an array of a type variable of the program's own starts with ``v``."""
    kind, _, dtype = name.partition("_")
    numpy = f"np.{dtype.rstrip('_')}"
    return {"a": f"Array[jp.{dtype}]", "p": dtype, "n": f"npt.NDArray[{numpy}]", "t": numpy, "v": f"Array[{dtype}]"}[
        kind
    ]
