"""Runs a hook in each configuration that may apply, and keeps the parts of the results on which all agree.

`hook_tables` wraps every hook that depends on x64 with `HooksInModes`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from copy import copy
from functools import lru_cache
from typing import NamedTuple, TypeVar

from mypy.subtypes import is_same_type
from mypy.types import CallableType, Instance, ProperType, TupleType, Type, flatten_nested_unions

from ...config import Options
from ...system import System
from ..any_type import ANYTHING
from ..contexts import AnyContext
from ..known_dtypes import has_own_place
from ..mypy_compat.messages import saw_errors
from ..types.array_types import unfolded, unknown_array
from ..types.expression_types import trial
from ..types.operands import array_info

C = TypeVar("C", bound=AnyContext)

MOST_SYSTEMS = 16
"""The number of systems that are kept: the daemon makes a new one each time that a file declares it differently."""


class Mode(NamedTuple):
    """One of the configurations that may hold.

    Attributes:
        options: the settings.
        requests: the result of a request for a 64-bit dtype while x64 is off ("truncated" or "kept").
    """

    options: Options
    requests: str = "truncated"

    @property
    def system(self) -> System:
        """The promotion system of this configuration."""
        system = self.options.system_object
        return _keeping_requests(system) if self.requests == "kept" else system


@lru_cache(MOST_SYSTEMS)
def _keeping_requests(system: System) -> System:
    """A copy of the system that keeps requests for 64-bit dtypes."""
    other = copy(system)
    other.truncated, other._binary = {}, {}
    return other


class HooksInModes:
    """Runs hooks in each configuration that may hold at a call.

    Args:
        modes_of: returns those configurations.
        refined: the result with what else is known about it.
    """

    def __init__(
        self, modes_of: Callable[[AnyContext], Sequence[Mode]], refined: Callable[[AnyContext, Type], Type]
    ) -> None:
        self._modes_of = modes_of
        self._refined = refined
        self._tried: Mode | None = None
        self._has_asked = False
        """Whether a hook has asked for the configuration that is being tried."""

    def mode(self, ctx: AnyContext) -> Mode:
        """The configuration to use for a call: the configuration that is being tried, or else the first."""
        tried = self.tried
        return self._modes_of(ctx)[0] if tried is None else tried

    def system_of(self, ctx: AnyContext) -> System:
        """The promotion system that holds at a call."""
        return self.mode(ctx).system

    def requests_of(self, ctx: AnyContext) -> str:
        """JAX's treatment of a requested 64-bit dtype while x64 is off: truncate, refuse or keep it."""
        return self.mode(ctx).requests

    @property
    def tried(self) -> Mode | None:
        """The configuration that is being tried, if several may apply."""
        self._has_asked = True
        return self._tried

    @property
    def is_trying(self) -> bool:
        """Whether a configuration is being tried. A hook that asks only this has the same result in all of them."""
        return self._tried is not None

    def in_every_mode(self, hook: Callable[[C], Type], *, is_refined: bool = True) -> Callable[[C], Type]:
        """A hook whose result is the common part of the given hook's results in all configurations.

        It reports an error only if the hook reports an error in all configurations.

        Args:
            hook: the hook.
            is_refined: whether the result is the value of the expression at which the hook runs.
        """

        def agreeing(ctx: C) -> Type:
            if self.is_trying:
                return hook(ctx)
            modes = self._modes_of(ctx)
            t = hook(ctx) if len(modes) == 1 else self._agreed(ctx, hook, modes)
            return self._refined(ctx, t) if is_refined else t

        return agreeing

    def all_in_every_mode(self, hooks: dict[str, Callable[[C], Type]]) -> dict[str, Callable[[C], Type]]:
        """The hooks of a table, each wrapped by `in_every_mode`."""
        return {name: self.in_every_mode(hook, is_refined=has_own_place(name)) for name, hook in hooks.items()}

    def _agreed(self, ctx: C, hook: Callable[[C], Type], modes: Sequence[Mode]) -> Type:
        """The common part of the hook's results in several configurations.

        The first result holds in all of them if the hook, and the hooks that mypy calls meanwhile, never ask which
        configuration holds. The hooks of operators on NumPy's arrays alone never ask.
        """
        results: list[Type] = []
        self._has_asked = False
        for mode in modes:
            with self._in(mode), trial(ctx.api, lambda: self.tried) as errors:
                result = hook(ctx)
            if not saw_errors(errors):
                results.append(result)
            if not self._has_asked:
                break
        if not results:
            with self._in(modes[0]):
                return hook(ctx)
        agreed: Type | None = results[0]
        for result in results[1:]:
            agreed = None if agreed is None else agreement(agreed, result)
        return ANYTHING if agreed is None else agreed

    @contextmanager
    def _in(self, mode: Mode) -> Iterator[None]:
        """Run hooks in one configuration."""
        self._tried = mode
        try:
            yield
        finally:
            self._tried = None


def agreement(one: Type, other: Type) -> Type | None:
    """The common part of two types: arrays get an unknown dtype where dtypes differ.

    None if the types differ otherwise.
    """
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
        returned = agreement(left.ret_type, right.ret_type) or ANYTHING
        return left.copy_modified(arg_types=_each(left.arg_types, right.arg_types), ret_type=returned)
    array, *arrays = map(_array, (*flatten_nested_unions([left]), *flatten_nested_unions([right])))
    return array if array is not None and all(each == array for each in arrays) else None


def _each(ones: Sequence[Type], others: Sequence[Type]) -> list[Type]:
    """The common parts of two lists of types, pair by pair; `Any` for a pair without a common part."""
    return [agreement(one, other) or ANYTHING for one, other in zip(ones, others, strict=True)]


def _array(t: Type) -> ProperType | None:
    """The array type without its dtype, or None if the type is no array."""
    proper = unfolded(t)
    info = array_info(proper.type) if isinstance(proper, Instance) else None
    return None if info is None else unknown_array(info)
