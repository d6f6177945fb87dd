"""Infers the results of calls and comprehensions that use all items of known tuples and lists, in a body under check.

`known_items` writes out the items.
"""

from __future__ import annotations

from collections.abc import Callable

from mypy.nodes import ARG_STAR, ArgKind, CallExpr, Expression, GeneratorExpr
from mypy.plugin import CheckerPluginInterface, FunctionContext
from mypy.types import Type

from ..trees.pytrees import is_expected
from ..types.expression_types import type_of
from .called_functions import AnyCall
from .known_items import made_items, take_back, type_of_items, written_out
from .known_parts import KnownParts
from .parts import EVERY, NOTHING, Parts


class WrittenCalls:
    """Infers such results, and notes their parts.

    Args:
        known: the known parts of values.
    """

    def __init__(self, known: KnownParts) -> None:
        self._known = known

    def result(self, ctx: AnyCall, api: CheckerPluginInterface, made: CallExpr | GeneratorExpr) -> Type | None:
        """The result of a call or comprehension that uses all items of known tuples and lists; None for others."""
        self._known.of_calls.pop(made, None)
        found = made_items(api, made, self._known) if isinstance(ctx, FunctionContext) else None
        if found is not None:
            items, parts = found
            self._note(made, self._known.items(api, parts))
            t: Type | None = type_of_items(api, made, items)
        else:
            whole = written_out(api, made, self._known) if isinstance(made, CallExpr) else None
            t = None if whole is None else type_of(api, whole)
            if t is not None:
                take_back(api, made)
            self._note(made, NOTHING if whole is None or t is None else self._known.of(api, whole))
        return t if t is not None and is_expected(ctx, t) else None

    def starred(self, hook: Callable[[FunctionContext], Type]) -> Callable[[FunctionContext], Type]:
        """A hook of a function that gets the items of known tuples and lists: ``jnp.result_type(*arrays)``."""

        def hook_of_items(ctx: FunctionContext) -> Type:
            made, api = ctx.context, ctx.api
            if self._known.is_in_body() and isinstance(made, CallExpr | GeneratorExpr):
                written = self.result(ctx, api, made)
                if written is not None:
                    return written
                ctx = ctx._replace(arg_types=self._with_items(ctx, api))
            return hook(ctx)

        return hook_of_items

    def _with_items(self, ctx: FunctionContext, api: CheckerPluginInterface) -> list[list[Type]]:
        """The types of a call's arguments, in which starred lists have items of their known common type."""

        def with_items(argument: Expression, t: Type, kind: ArgKind) -> Type:
            item = self._known.of(api, argument).get((("[", EVERY),)) if kind is ARG_STAR else None
            return t if item is None else api.named_generic_type("builtins.list", [item])

        return [
            [*map(with_items, arguments, types, kinds)]
            for arguments, types, kinds in zip(ctx.args, ctx.arg_types, ctx.arg_kinds, strict=True)
        ]

    def _note(self, made: Expression, parts: Parts) -> None:
        """Keep the parts of a result."""
        if parts:
            self._known.of_calls[made] = parts
