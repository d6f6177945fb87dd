"""A namespace in which the statements of a program run while it is written, so that every statement is valid."""

from __future__ import annotations

import inspect
import random
import warnings
from collections.abc import Callable
from typing import Any

import jax
import numpy as np

SHAPES = ((3,), ())
"""The shapes of arrays that variables hold. They broadcast with each other."""


def is_array(value: Any) -> bool:
    """Whether a value is a JAX array that can be an operand."""
    return (
        isinstance(value, jax.Array)
        and value.shape in SHAPES
        and not jax.dtypes.issubdtype(value.dtype, jax.dtypes.extended)
    )


def is_number(value: Any) -> bool:
    """Whether a value is a Python number, a NumPy scalar or a NumPy array."""
    return isinstance(value, bool | int | float | np.generic) or (isinstance(value, np.ndarray) and value.shape == (3,))


def is_of_program(value: Any) -> bool:
    """Whether a value is an object of a class of the program."""
    return getattr(type(value), "_of_the_program", False)


def is_list(value: Any) -> bool:
    """Whether a value is a list of arrays."""
    return isinstance(value, list) and 0 < len(value) < 6 and all(map(is_array, value))


def is_dict(value: Any) -> bool:
    """Whether a value is a dict of arrays."""
    return type(value) is dict and 0 < len(value) < 6 and all(map(is_array, value.values()))


def is_tuple(value: Any) -> bool:
    """Whether a value is a plain tuple of arrays."""
    return type(value) is tuple and 0 < len(value) < 5 and all(map(is_array, value))


def declared_fields(cls: type) -> set[str]:
    """The attributes whose types are declared by a class or one of its bases."""
    return {name for base in cls.__mro__ for name in inspect.get_annotations(base)}


def _copied(value: Any) -> Any:
    if type(value) is list:
        return [_copied(item) for item in value]
    if type(value) is dict:
        return {key: _copied(item) for key, item in value.items()}
    return value


class Live:
    """The names that a statement may use, and their values at this point of the program.

    Attributes:
        names: the values of all names.
        own: the variables that may be assigned here, apart from new ones.
    """

    def __init__(self, names: dict[str, Any], own: set[str] | None = None) -> None:
        self.names = names
        self.own = own or set()

    def copy(self) -> Live:
        """A copy with the same names. Statements in it do not change this namespace or its containers."""
        names = {name: value if name[0] == "_" else _copied(value) for name, value in self.names.items()}
        return Live(names, set(self.own))

    def take(self, other: Live) -> None:
        """Take over the state of a copy after some statements have run in it."""
        self.names, self.own = other.names, other.own

    def value(self, source: str) -> Any:
        """The value of an expression. Raises the expression's error."""
        with warnings.catch_warnings():
            warnings.simplefilter("error", DeprecationWarning)
            warnings.simplefilter("error", FutureWarning)
            warnings.simplefilter("error", UserWarning)
            warnings.simplefilter("ignore", RuntimeWarning)
            return eval(source, dict(self.names))  # a walrus leaves no variable behind

    def run(self, source: str) -> None:
        """Run statements. Raises their error."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            exec(source.replace("nonlocal ", "global "), self.names)

    def having(self, condition: Callable[[Any], bool]) -> list[str]:
        """The variables whose values meet a condition."""
        return [
            name
            for name, value in self.names.items()
            if (len(name) < 4 or name == "self") and name[0] != "_" and condition(value)
        ]

    def functions(self) -> list[str]:
        """The functions of the program that can be called here."""
        return [
            name
            for name, value in self.names.items()
            if (name.startswith("f_") and inspect.isfunction(value)) or name.startswith("j_")
        ]


def pick(rng: random.Random, options: list[str]) -> str | None:
    """One of the options, if there are any."""
    return rng.choice(options) if options else None
