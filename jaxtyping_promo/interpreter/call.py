"""The arguments of one call, as transfer functions of library functions read them."""

from __future__ import annotations

import ast
from collections.abc import Hashable, Iterator

from .values import BOTTOM, Value


class Call:
    """One call.

    Attributes:
        arguments: the positional arguments.
        keywords: the keyword arguments.
        node: the call's syntax node.
        star: the items of a ``*args`` of unknown length; empty if there is none.
        double_star: the values of a ``**kwargs`` with unknown names; empty if there is none.
        label: tells apart several calls at one node.
        name: the full name of the library function that is called.
    """

    __slots__ = ("arguments", "double_star", "keywords", "label", "name", "node", "star")

    def __init__(
        self,
        arguments: list[Value],
        keywords: dict[str, Value],
        node: ast.AST,
        star: Value = BOTTOM,
        double_star: Value = BOTTOM,
        label: Hashable = None,
    ) -> None:
        self.arguments, self.keywords, self.node = arguments, keywords, node
        self.star, self.double_star, self.label = star, double_star, label
        self.name = ""

    def copy(self) -> Call:
        """The same call with lists of its own."""
        return self.with_arguments([*self.arguments], dict(self.keywords))

    def with_arguments(self, arguments: list[Value], keywords: dict[str, Value] | None = None) -> Call:
        """The same call with other arguments."""
        new = self.keywords if keywords is None else keywords
        other = Call(arguments, new, self.node, self.star, self.double_star, self.label)
        other.name = self.name
        return other

    @property
    def short_name(self) -> str:
        """The last part of the function's name."""
        return self.name.rpartition(".")[2]

    @property
    def is_exact(self) -> bool:
        """Whether every argument is known to be passed, and to which parameter."""
        return not self.star and not self.double_star

    def get(self, position: int, name: str, default: Value = BOTTOM) -> Value:
        """An argument by its position or name; the default if the call does not pass it."""
        if 0 <= position < len(self.arguments):
            return self.arguments[position]
        if name in self.keywords:
            return self.keywords[name]
        if self.star and position >= 0:
            return self.star
        return self.double_star or default

    def everything(self) -> Iterator[Value]:
        """Every value that the call passes."""
        yield from self.arguments
        yield from self.keywords.values()
        if self.star:
            yield self.star
        if self.double_star:
            yield self.double_star
