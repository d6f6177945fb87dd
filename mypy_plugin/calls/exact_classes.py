"""Decides ``isinstance(layer, Stateful)`` while mypy checks a body for a call, if the class of the object is certain.

mypy assumes that an object of the class `Linear` may also belong to a subclass of `Linear` and `Stateful`, which some
other program may define. An object whose parts are known has been made by its class in this program. So mypy sees its
class as final from there to the end of the body.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from mypy.nodes import CallExpr, TypeInfo
from mypy.plugin import FunctionContext
from mypy.types import Instance, Type

from ..installed_packages import is_in_known_library
from ..mypy_compat.expressions import stored_type
from ..types.array_types import unfolded
from .known_parts import KnownParts

ISINSTANCE = "builtins.isinstance"
"""The full name of the function."""

_seen_as_final: list[TypeInfo] = []
"""The classes that mypy sees as final for now."""


def deciding(known: KnownParts, hook: Callable[[FunctionContext], Type]) -> Callable[[FunctionContext], Type]:
    """The hook of `isinstance` that also has mypy see the class of a known object as final."""

    def decide(ctx: FunctionContext) -> Type:
        call, api = ctx.context, ctx.api
        if known.is_in_body() and isinstance(call, CallExpr) and len(call.args) == 2:
            t = unfolded(stored_type(api, call.args[0]))
            if isinstance(t, Instance) and not is_in_known_library(t.type.fullname) and known.of(api, call.args[0]):
                _see_as_final(t.type)
        return hook(ctx)

    return decide


def _see_as_final(info: TypeInfo) -> None:
    if not info.is_final:
        info.is_final = True
        _seen_as_final.append(info)


@contextmanager
def exact_classes_forgotten() -> Iterator[None]:
    """Forget the classes that are seen as final since the beginning of this block."""
    before = len(_seen_as_final)
    try:
        yield
    finally:
        for info in _seen_as_final[before:]:
            info.is_final = False
        del _seen_as_final[before:]


def is_declared_final(info: TypeInfo) -> bool:
    """Whether the program declares a class as final."""
    return info.is_final and info not in _seen_as_final
