"""Asks other plugins for their hooks: mypy's own default plugin, and the plugins configured after this one.

mypy uses the first hook that any plugin has for a name. This plugin has a hook for nearly every call, so it must call
the other plugins' hooks itself. For example, mypy's own plugin checks calls of `functools.partial`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, TypeAlias, TypeVar

from mypy.plugin import (
    AttributeContext,
    CheckerPluginInterface,
    FunctionContext,
    FunctionSigContext,
    MethodContext,
    MethodSigContext,
    Plugin,
)
from mypy.types import CallableType, FunctionLike, Type

from .mypy_compat.modules import all_plugins

A = TypeVar("A")
R = TypeVar("R")
C = TypeVar("C", FunctionContext, MethodContext, AttributeContext)
S = TypeVar("S", FunctionSigContext, MethodSigContext)
Lookup: TypeAlias = Literal[
    "get_function_hook",
    "get_method_hook",
    "get_function_signature_hook",
    "get_method_signature_hook",
    "get_attribute_hook",
    "get_class_attribute_hook",
]


class OtherPlugins:
    """The plugins that mypy would ask without this one.

    Args:
        mine: this plugin.
    """

    def __init__(self, mine: Plugin) -> None:
        self._mine = mine
        self._hooks: dict[tuple[Lookup, str], object] = {}

    def first(self, lookup: Lookup, fullname: str, hook: Callable[[C], Type]) -> Callable[[C], Type]:
        """A hook that first calls another plugin's hook, and takes its result as the default.

        The same object for each call.

        Args:
            lookup: the plugin method that returns hooks.
            fullname: the full name of the function or method.
            hook: this plugin's own hook.
        """
        key = lookup, fullname
        if key not in self._hooks:
            self._hooks[key] = self._chained_hook(
                lookup, fullname, hook, lambda ctx, t: ctx._replace(default_return_type=t)
            )
        return self._hooks[key]  # type: ignore[return-value]

    def _chained_hook(
        self, lookup: Lookup, fullname: str, hook: Callable[[C], Type], with_default: Callable[[C, Type], C]
    ) -> Callable[[C], Type]:
        """A new hook that calls another plugin's hook before this plugin's; `with_default` changes the default type."""
        other_hooks: list[Callable[[C], Type] | None] = []

        def plugins(ctx: C) -> Type:
            if not other_hooks:  # a plugin can only find the others through the type checker, so not before a check
                other_hooks.append(self._other_hook(ctx.api, lookup, fullname))
            other_hook = other_hooks[0]
            return hook(ctx if other_hook is None else with_default(ctx, other_hook(ctx)))

        return plugins

    def first_attribute(
        self, lookup: Lookup, fullname: str, hook: Callable[[AttributeContext], Type]
    ) -> Callable[[AttributeContext], Type]:
        """A hook of an attribute that first calls another plugin's hook, such as mypy's own for members of enums.

        The same object for each call. The arguments are those of `first`.
        """
        key = lookup, fullname
        if key not in self._hooks:
            self._hooks[key] = self._chained_hook(
                lookup, fullname, hook, lambda ctx, t: ctx._replace(default_attr_type=t)
            )
        return self._hooks[key]  # type: ignore[return-value]

    def first_signature(
        self, lookup: Lookup, fullname: str, hook: Callable[[S], FunctionLike]
    ) -> Callable[[S], FunctionLike]:
        """A signature hook that first calls another plugin's hook, and changes its signature.

        The same object for each call. The arguments are those of `first`.
        """
        key = lookup, fullname
        if key not in self._hooks:
            other_hooks: list[Callable[[S], FunctionLike] | None] = []

            def plugins(ctx: S) -> FunctionLike:
                if not other_hooks:
                    other_hooks.append(self._other_hook(ctx.api, lookup, fullname))
                other_hook = other_hooks[0]
                signature = ctx.default_signature if other_hook is None else other_hook(ctx)
                if not isinstance(signature, CallableType):
                    return signature
                return hook(ctx._replace(default_signature=signature))

            self._hooks[key] = plugins
        return self._hooks[key]  # type: ignore[return-value]

    def _other_hook(self, api: CheckerPluginInterface, lookup: Lookup, fullname: str) -> Callable[[A], R] | None:
        """Another plugin's hook, or None."""
        hooks = (getattr(plugin, lookup)(fullname) for plugin in all_plugins(api) if plugin is not self._mine)
        return next((hook for hook in hooks if hook is not None), None)
