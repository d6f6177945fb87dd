"""Overloads by dtype argument."""

from __future__ import annotations

from ...rules.vocabulary import requested
from ...system import PYTHON_SCALARS
from ..names import DTYPE, REQUESTED
from .changes import given_as
from .signatures import Parameter
from .spelling import Overload, Spelling


def by_dtype(parameters: list[Parameter], name: str, spelling: Spelling) -> list[Overload]:
    """Python's types, then dtypes: that which JAX makes of one is the first argument of its base."""
    python = [(f"type[{scalar}]", requested(spelling.system, scalar)) for scalar in PYTHON_SCALARS]
    choices = [*python, (f"type[{REQUESTED}[_R]] | {DTYPE}[{REQUESTED}[_R]]", "_R")]
    return [(given_as(parameters, name, spelling.text(text)), f"Array[{result}]") for text, result in choices]
