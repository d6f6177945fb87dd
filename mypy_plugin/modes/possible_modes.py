"""Results where it is not known which of several configurations holds: what all of them agree on, and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from typing import NamedTuple, TypeVar

from mypy.subtypes import is_same_type
from mypy.types import AnyType, CallableType, Instance, ProperType, TupleType, Type, TypeOfAny, flatten_nested_unions

from ...config import Options
from ...system import System
from ..contexts import AnyContext
from ..types.array_types import unfolded, unknown
from ..types.expression_types import trial
from ..types.operands import array_info

C = TypeVar("C", bound=AnyContext)


class World(NamedTuple):
    """One of the configurations that may hold.

    Attributes:
        options: the settings.
        requests: what becomes of 64-bit dtypes that are asked for while x64 is off.
    """

    options: Options
    requests: str = "truncated"

    @property
    def system(self) -> System:
        """The promotion system."""
        system = self.options.system_object
        return _keeping_requests(system) if self.requests == "kept" else system


@cache
def _keeping_requests(system: System) -> System:
    return System(
        name=system.name,
        nodes=system.nodes,
        promotion=system.promotion,
        scalars=system.scalars,
        result_of_many=system.result_of_many,
        x64=system.x64,
        strict=system.strict,
        source=system.source,
        checked=system.checked,
        defaults=system.defaults,
        changes=system.changes,
        rejects=system.rejects,
        exceptions=system.exceptions,
    )


class Worlds:
    """The configurations that may hold where mypy asks.

    Args:
        worlds_of: all of them.
    """

    def __init__(self, worlds_of: Callable[[AnyContext], Sequence[World]]) -> None:
        self._worlds_of = worlds_of
        self._tried: World | None = None

    def world(self, ctx: AnyContext) -> World:
        """The one that holds, or that is tried at the moment."""
        return self._worlds_of(ctx)[0] if self._tried is None else self._tried

    def agreed(self, hook: Callable[[C], Type]) -> Callable[[C], Type]:
        """A hook that says what a hook says in all worlds; there is an error where there is one in all of them."""

        def agreeing(ctx: C) -> Type:
            if self._tried is not None:
                return hook(ctx)
            worlds = self._worlds_of(ctx)
            return hook(ctx) if len(worlds) == 1 else self._agreed(ctx, hook, worlds)

        return agreeing

    def all_agreed(self, hooks: dict[str, Callable[[C], Type]]) -> dict[str, Callable[[C], Type]]:
        """Hooks by name, each as `agreed` makes it."""
        return {name: self.agreed(hook) for name, hook in hooks.items()}

    def _agreed(self, ctx: C, hook: Callable[[C], Type], worlds: Sequence[World]) -> Type:
        results: list[Type] = []
        for world in worlds:
            with self._in(world), trial(ctx.api, world) as errors:
                result = hook(ctx)
            if not errors.has_new_errors():
                results.append(result)
        if not results:
            with self._in(worlds[0]):
                return hook(ctx)
        agreed: Type | None = results[0]
        for result in results[1:]:
            agreed = None if agreed is None else agreement(agreed, result)
        return _anything() if agreed is None else agreed

    @contextmanager
    def _in(self, world: World) -> Iterator[None]:
        self._tried = world
        try:
            yield
        finally:
            self._tried = None


def agreement(one: Type, other: Type) -> Type | None:
    """What two types agree on, arrays of unknown dtype where dtypes differ; None if they have nothing in common."""
    if is_same_type(one, other):
        return one
    left, right = unfolded(one), unfolded(other)
    if isinstance(left, Instance) and isinstance(right, Instance) and left.type is right.type:
        return left.copy_modified(args=_each(left.args, right.args), last_known_value=None)
    if isinstance(left, TupleType) and isinstance(right, TupleType) and len(left.items) == len(right.items):
        fallback = unfolded(agreement(left.partial_fallback, right.partial_fallback))
        if isinstance(fallback, Instance):
            return left.copy_modified(items=_each(left.items, right.items), fallback=fallback)
    if isinstance(left, CallableType) and isinstance(right, CallableType) and left.arg_kinds == right.arg_kinds:
        returned = agreement(left.ret_type, right.ret_type) or _anything()
        return left.copy_modified(arg_types=_each(left.arg_types, right.arg_types), ret_type=returned)
    array, *arrays = map(_array, (*flatten_nested_unions([left]), *flatten_nested_unions([right])))
    return array if array is not None and all(each == array for each in arrays) else None


def _each(ones: Sequence[Type], others: Sequence[Type]) -> list[Type]:
    return [agreement(one, other) or _anything() for one, other in zip(ones, others, strict=True)]


def _array(t: Type) -> ProperType | None:
    """An array's type without its dtype; None if it is no array."""
    proper = unfolded(t)
    info = array_info(proper.type) if isinstance(proper, Instance) else None
    return None if info is None else unknown(info)


def _anything() -> Type:
    return AnyType(TypeOfAny.special_form)
