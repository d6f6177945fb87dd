"""What other plugins know: mypy's own, which is always there, and those that a configuration names after this one.

mypy takes the first hook that a plugin has for a name, and asks no other plugin. This one has a hook for nearly every
call, and so asks the others itself: `functools.partial` is checked by a hook of mypy's own.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, TypeAlias, TypeVar

from mypy.plugin import CheckerPluginInterface, FunctionContext, MethodContext, Plugin
from mypy.types import Type

C = TypeVar("C", FunctionContext, MethodContext)
Lookup: TypeAlias = Literal["get_function_hook", "get_method_hook"]


class OtherPlugins:
    """The plugins that mypy would ask if there were not this one.

    Args:
        mine: this one.
    """

    def __init__(self, mine: Plugin) -> None:
        self._mine = mine
        self._hooks: dict[tuple[Lookup, str], object] = {}

    def first(self, lookup: Lookup, fullname: str, hook: Callable[[C], Type]) -> Callable[[C], Type]:
        """A hook that is told by another plugin's what is known without it; the same object each time.

        Args:
            lookup: by which plugins are asked for their hooks.
            fullname: what they are asked for.
            hook: this plugin's own.
        """
        key = lookup, fullname
        if key not in self._hooks:
            self._hooks[key] = self._told(lookup, fullname, hook)
        return self._hooks[key]  # type: ignore[return-value]

    def _told(self, lookup: Lookup, fullname: str, hook: Callable[[C], Type]) -> Callable[[C], Type]:
        known: list[Callable[[C], Type] | None] = []

        def told(ctx: C) -> Type:
            if not known:  # mypy does not tell a plugin of the others before there is something to check
                known.append(self._theirs(ctx.api, lookup, fullname))
            theirs = known[0]
            return hook(ctx if theirs is None else ctx._replace(default_return_type=theirs(ctx)))

        return told

    def _theirs(self, api: CheckerPluginInterface, lookup: Lookup, fullname: str) -> Callable[[C], Type] | None:
        chained = api.plugin._plugins  # type: ignore[attr-defined]
        hooks = (getattr(plugin, lookup)(fullname) for plugin in chained if plugin is not self._mine)
        return next((hook for hook in hooks if hook is not None), None)
