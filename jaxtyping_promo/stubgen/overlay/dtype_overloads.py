"""Overloads for functions whose dtype argument gives the dtype of the result."""

from __future__ import annotations

from ...rules.vocabulary import requested
from ...system import PYTHON_SCALARS
from ..class_names import DTYPE, REQUESTED
from .changes import given_as
from .signatures import Parameter
from .spelling import Overload, Spelling


def by_dtype(parameters: list[Parameter], name: str, spelling: Spelling) -> list[Overload]:
    """Overloads for Python's types, then one for dtypes, whose resulting dtype is the first argument of their base."""
    python = [(f"type[{scalar}]", requested(spelling.system, scalar)) for scalar in PYTHON_SCALARS]
    choices = [*python, (f"type[{REQUESTED}[_R]] | {DTYPE}[{REQUESTED}[_R]]", "_R")]
    return [(given_as(parameters, name, spelling.text(text)), f"Array[{result}]") for text, result in choices]
