"""The type checker behind the interface that mypy passes to the plugin's hooks."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from mypy.plugin import CheckerPluginInterface

if TYPE_CHECKING:
    from mypy.binder import ConditionalTypeBinder
    from mypy.checker import TypeChecker


def checker_of(api: CheckerPluginInterface) -> TypeChecker:
    """The type checker that mypy passes to hooks of expressions."""
    # mypy 2.4: hooks get the `TypeChecker` itself, declared as an interface with few of its attributes.
    return cast("TypeChecker", api)


def binder_of(api: CheckerPluginInterface) -> ConditionalTypeBinder:
    """The part of mypy that follows the types of variables through the control flow."""
    # mypy 2.4: the interface shows no binder.
    return checker_of(api).binder
