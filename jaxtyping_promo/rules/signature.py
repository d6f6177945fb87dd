"""Signatures of functions as text, so that a call can be bound to parameters without importing the library.

>>> parse_signature("sum(a, axis, dtype, *, where)").bind(["x"], {"where": "m"}).arguments
{'a': 'x', 'where': 'm'}
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Generic, NamedTuple, TypeVar

from ..exceptions import RuleError

T = TypeVar("T")

TEXT = re.compile(r"(?P<name>\w+)(?:\((?P<parameters>[\w ,*/]*)\))?")


class Bound(NamedTuple, Generic[T]):
    """The arguments of a call by parameter.

    Attributes:
        arguments: the argument of each passed parameter.
        variadic: the arguments of the parameter ``*name``.
    """

    arguments: dict[str, T]
    variadic: tuple[T, ...] = ()


class Signature(NamedTuple):
    """The parameters of a function.

    Attributes:
        name: the function's name.
        positional: the parameters that accept positional arguments.
        positional_only: the number of parameters, from the first, that accept no keyword.
        keyword_only: the parameters that accept only keywords.
        variadic: the parameter ``*name`` that accepts any number of positional arguments, without its star.
        accepts_keywords: whether there is a parameter ``**name``.
        is_attribute: whether the name is an attribute, whose only argument is ``self``.
    """

    name: str
    positional: tuple[str, ...]
    positional_only: int = 0
    keyword_only: tuple[str, ...] = ()
    variadic: str | None = None
    accepts_keywords: bool = False
    is_attribute: bool = False

    @property
    def parameters(self) -> tuple[str, ...]:
        """The names of all parameters; the variadic one stands where positional arguments end."""
        variadic = () if self.variadic is None else (self.variadic,)
        return (*self.positional, *variadic, *self.keyword_only)

    def bind(self, positional: Sequence[T], keywords: Mapping[str, T]) -> Bound[T] | None:
        """The arguments by parameter; None if the function does not accept such a call.

        Args:
            positional: the positional arguments in their order, without starred ones. For a method, the first one is
                the object.
            keywords: the keyword arguments.
        """
        arguments = dict(zip(self.positional, positional, strict=False))
        rest = tuple(positional[len(self.positional) :])
        if rest and self.variadic is None:
            return None
        by_keyword = {*self.positional[self.positional_only :], *self.keyword_only}
        for name, argument in keywords.items():
            if name in arguments or (name not in by_keyword and not self.accepts_keywords):
                return None
            arguments[name] = argument
        return Bound(arguments, rest)


@cache
def parse_signature(text: str) -> Signature:
    """The signature of a text such as ``"where(condition, x, y, /)"``; a name without parentheses is an attribute.

    The text has Python's syntax without defaults and annotations.

    Raises:
        RuleError: the text is no signature.
    """
    match = TEXT.fullmatch(text)
    if match is None:
        raise RuleError(f"{text!r} is no signature")
    if match["parameters"] is None:
        return Signature(match["name"], ("self",), is_attribute=True)
    positional: list[str] = []
    keyword_only: list[str] = []
    positional_only, variadic, is_behind_star, accepts_keywords = 0, None, False, False
    for part in filter(None, map(str.strip, match["parameters"].split(","))):
        if part == "/":
            positional_only = len(positional)
        elif part.startswith("**"):
            accepts_keywords = True
        elif part.startswith("*"):
            is_behind_star, variadic = True, part[1:] or variadic
        else:
            (keyword_only if is_behind_star else positional).append(part)
    return Signature(match["name"], tuple(positional), positional_only, tuple(keyword_only), variadic, accepts_keywords)
