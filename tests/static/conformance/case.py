"""A case: an expression, and the dtypes that JAX computes for it."""

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
"""The first lines of the programs of generated cases."""


class Case(NamedTuple):
    """An expression, with JAX's result in `dtypes` and `stated`.

    Attributes:
        group: the part of the package that the case is about.
        code: the expression.
        dtypes: the dtypes of the arrays in the result; None if JAX rejects the expression.
        of_an_int: further results if an operand declared ``float`` or ``complex`` holds an ``int``.
        stated: the type of the result, if it says more than the dtypes of arrays.
        other: another type that is also right.
        claimed: whether the class of the left operand answers first, by the stub of another package.
        statement: whether the code is a statement, which has no type, so that only an error can be expected.
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
    """The type of a variable. A name with ``v`` is an array whose dtype is a type variable of the program."""
    kind, _, dtype = name.partition("_")
    numpy = f"np.{dtype.rstrip('_')}"
    return {"a": f"Array[jp.{dtype}]", "p": dtype, "n": f"npt.NDArray[{numpy}]", "t": numpy, "v": f"Array[{dtype}]"}[
        kind
    ]
