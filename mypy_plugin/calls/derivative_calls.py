"""Infers the results of calls of derivatives: ``jax.grad(f)(x)`` and ``jax.value_and_grad(f)(x)``."""

from __future__ import annotations

from mypy.checker import TypeChecker
from mypy.nodes import ARG_POS, CallExpr
from mypy.plugin import MethodContext
from mypy.types import Instance, TupleType, Type

from ...system import System
from ..contexts import SystemOf
from ..transformations.custom_gradients import may_reach_rule
from ..transformations.function_results import single_value
from ..transformations.gradients import PLACES, gradient
from ..trees.pytrees import inside, is_of_arrays
from ..types.array_types import unfolded
from .answers import Answers
from .called_functions import CalledFunctions
from .decorators import returns_number, wrapping
from .known_parts import NOTHING, KnownParts, Parts, Path, above
from .results import holds_dtypes, refined


class DerivativeCalls:
    """Infers the results of calls of derivatives.

    Args:
        functions: finds the function that is differentiated.
        answers: checks its body.
        known: the known parts of values.
        system_of: returns the promotion system at the place of a call.
    """

    def __init__(self, functions: CalledFunctions, answers: Answers, known: KnownParts, system_of: SystemOf) -> None:
        self._functions, self._answers, self._known, self._system_of = functions, answers, known, system_of

    def __call__(self, ctx: MethodContext, api: TypeChecker, call: CallExpr, default: Type) -> tuple[Type, Parts]:
        """The result of a call, and its known parts. For any other call, these are `default` and no parts."""
        name = ctx.type.type.name if isinstance(ctx.type, Instance) else ""
        made = single_value(ctx, call.callee)
        if name not in PLACES or not call.args or call.arg_kinds[0] != ARG_POS or not isinstance(made, CallExpr):
            return default, NOTHING
        system = self._system_of(ctx)
        parts: dict[Path, Type] = {}
        if len(made.args) == 1 + made.arg_names.count("has_aux") and not may_reach_rule(api, made):
            given = self._known.of(api, call.args[0])
            like = {path: gradient(ctx, t, system) for path, t in given.items() if is_of_arrays(t)}
            inner = {path: t for path, t in like.items() if holds_dtypes(t)}
            parts |= above(inner, *(("[", place) for place in PLACES[name]))
        if name.startswith("ValueAndGradient"):
            value, of_value = self._value(ctx, api, made, system)
            parts |= above(of_value, ("[", 0))
            pair = unfolded(default)
            if value is not None and isinstance(pair, TupleType) and len(pair.items) == 2:
                items = [refined(pair.items[0], value) or pair.items[0], pair.items[1]]
                default = pair.copy_modified(items=items)
        return default, parts

    def _value(self, ctx: MethodContext, api: TypeChecker, made: CallExpr, system: System) -> tuple[Type | None, Parts]:
        """The value of the function that is differentiated, and its known parts.

        Args:
            ctx: the call of the derivative.
            api: the type checker.
            made: the call that makes the derivative, ``jax.grad(f)``.
            system: the promotion system at the place of the call.
        """
        target = self._functions.named(api, made.args[0]) if made.args and made.arg_kinds[0] == ARG_POS else None
        wrapped = None if target is None else wrapping(target.definition.decorators)
        if target is None or wrapped is None or system.name != "jax" or returns_number(target.definition.function):
            return None, NOTHING
        answer = self._answers.for_call(ctx, api, target, wrapped)
        if answer is None:
            return None, NOTHING
        value = None if answer.result is None else inside(ctx, answer.result, system)
        return value, {path: t for path, t in answer.parts.items() if is_of_arrays(t)}
