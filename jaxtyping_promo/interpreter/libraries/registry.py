"""The registry of modelled library functions: a transfer function for each full name."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

from ..call import Call
from ..values import Value

if TYPE_CHECKING:
    from ..run import Run

Model: TypeAlias = Callable[["Run", Call], Value]

MODELS: dict[str, Model] = {}
"""The transfer functions by the full names of the functions."""


def model(*names: str) -> Callable[[Model], Model]:
    """Register a transfer function for the calls of some functions."""

    def register(function: Model) -> Model:
        for name in names:
            MODELS[name] = function
        return function

    return register
