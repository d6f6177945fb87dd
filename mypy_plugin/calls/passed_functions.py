"""Infers the results of the program's functions that the program passes to functions of JAX: ``lax.scan(f, xs)``."""

from __future__ import annotations

from mypy.nodes import ARG_NAMED, ARG_POS, CallExpr, Expression, MemberExpr, RefExpr
from mypy.plugin import AttributeContext, CheckerPluginInterface, FunctionContext, MethodContext
from mypy.types import ProperType, Type

from ...system import System
from ..any_type import ANYTHING
from ..contexts import SystemOf
from ..mypy_compat.expressions import stored_type
from ..transformations.gradients import differentiated_value
from ..transformations.loops import LOOPS
from ..transformations.transformed_calls import PARTLY_EVALUATED
from ..trees.pytrees import inside, tree_argument, tree_arguments
from ..variables.assignment_marker import inner_value
from .answers import Answers
from .call_arguments import declared_types
from .called_functions import AnyCall, CalledFunctions
from .decorators import returns_number, wrapping
from .derivative_parts import (
    arguments_at_once,
    derivative,
    dtypes_of_shapes,
    parts_at_once,
    parts_of_derivative,
    with_value,
)
from .known_parts import KnownParts
from .loop_parts import Passed, call_of, may_hold_numbers, parts_of_loop
from .parts import NOTHING, Given, Parts, frozen
from .returned_values import Value, traced_value, with_own_type


class PassedFunctions:
    """Infers the results of functions that get functions of the program.

    Args:
        functions: finds the program's function.
        answers: checks its body.
        known: the known parts of values.
        system_of: returns the promotion system at the place of a call.
    """

    def __init__(self, functions: CalledFunctions, answers: Answers, known: KnownParts, system_of: SystemOf) -> None:
        self._functions, self._answers, self._known, self._system_of = functions, answers, known, system_of

    def of_derivative(
        self, ctx: MethodContext, api: CheckerPluginInterface, call: CallExpr, default: Type
    ) -> tuple[Type, Parts]:
        """The result of ``jax.grad(f)(x)``, and its known parts; `default` and no parts if it calls no derivative."""
        called = derivative(ctx, api, call)
        if called is None:
            return default, NOTHING
        system = self._system_of(ctx)
        value = self._value(ctx, api, called.function, call, system)
        value = traced_value(ctx, value, system, has_aux=called.name.endswith("Aux"))
        parts = parts_of_derivative(ctx, api, called, self._known.of(api, call.args[0]), value, system)
        return with_value(default, called.name, value), parts

    def at_once(self, ctx: FunctionContext, api: CheckerPluginInterface, call: CallExpr) -> Parts:
        """The parts of the result of ``jax.vjp(f, x)`` and the like."""
        has_aux = "has_aux" in call.arg_names
        value = traced_value(ctx, self._value_at_once(ctx, api, call), self._system_of(ctx), has_aux=has_aux)
        parts = parts_at_once(value, has_aux=has_aux)
        if not isinstance(call.callee, RefExpr) or call.callee.fullname not in PARTLY_EVALUATED:
            return parts
        primals = tree_arguments(ctx, slice(1, 2))
        return {path: t for path, t in parts.items() if differentiated_value(t, primals) is t}

    def shapes(self, ctx: FunctionContext, api: CheckerPluginInterface, call: CallExpr) -> Parts:
        """The parts of the result of ``jax.eval_shape(f, x)``."""
        system = self._system_of(ctx)
        value = traced_value(ctx, self._value_at_once(ctx, api, call), system, has_aux=False, compiled=True)
        return dtypes_of_shapes(api, value, system)

    def of_loop(self, ctx: FunctionContext, api: CheckerPluginInterface, call: CallExpr, fullname: str) -> Parts:
        """The parts of the result of a loop or branch."""
        system = self._system_of(ctx)
        if system.name != "jax":
            return NOTHING

        def value(passed: Passed) -> Value:
            target = self._functions.named(api, passed.function) or self._functions.bound(api, passed.function)
            if fullname in LOOPS and target is not None and any(map(may_hold_numbers, declared_types(target)[-2:-1])):
                return Value()
            found = self._value(ctx, api, passed.function, call_of(passed, call), system, is_traced=True)
            return traced_value(ctx, found, system, has_aux=False)

        def type_of(argument: Expression) -> Type:
            return tree_argument(ctx, argument, stored_type(api, argument) or ANYTHING)

        def given(argument: Expression) -> Parts:
            return with_own_type(Value(inside(ctx, type_of(argument), system), self._known.of(api, argument)))

        return parts_of_loop(ctx, fullname, given, type_of, value, system)

    def of_attribute(self, ctx: AttributeContext, api: CheckerPluginInterface, member: MemberExpr) -> Type | None:
        """The type of ``init(key).w``, or the result of a property; None if it is unknown."""
        holder = inner_value(member.expr)
        if isinstance(holder, CallExpr):
            return self._known.stored.stable(api, self._known.of(api, holder)).get(((".", member.name),))
        return self._of_property(api, member, ctx.type)

    def _of_property(self, api: CheckerPluginInterface, member: MemberExpr, owner: ProperType) -> Type | None:
        target = self._functions.method(api, owner, member.name, is_property=True)
        wrapped = None if target is None else wrapping(target.definition.decorators)
        if target is None or target.receiver is None or wrapped is None or wrapped.is_compiled or wrapped.is_mapped:
            return None
        parts = frozen(self._known.stored.stable(api, self._known.of(api, member.expr)))
        if not parts or len(target.definition.function.arguments) != 1:
            return None
        return self._answers.answer(api, target, Given((target.receiver,), (parts,))).result

    def _value_at_once(self, ctx: FunctionContext, api: CheckerPluginInterface, call: CallExpr) -> Value:
        """The result of `f` in ``jax.vjp(f, x)``, ``jax.jvp(f, (x,), (t,))`` or ``jax.eval_shape(f, x)``."""
        given = arguments_at_once(call)
        if given is None:
            return Value()
        expressions, names = [e for e, _ in given], [name for _, name in given]
        kinds = [ARG_POS if name is None else ARG_NAMED for name in names]
        passed = CallExpr(call.args[0], expressions, kinds, names)
        passed.set_line(call)
        return self._value(ctx, api, call.args[0], passed, self._system_of(ctx), is_traced=True)

    def _value(
        self,
        ctx: AnyCall,
        api: CheckerPluginInterface,
        function: Expression,
        call: CallExpr,
        system: System,
        *,
        is_traced: bool = False,
    ) -> Value:
        """The result of a function that the program passes to a function of JAX.

        Args:
            ctx: the call of JAX's function, or of the function that it returns.
            api: the type checker.
            function: the program's function.
            call: a call with the arguments that `function` receives.
            system: the promotion system.
            is_traced: whether JAX turns all arguments into arrays.
        """
        target = self._functions.named(api, function) or self._functions.bound(api, function)
        wrapped = None if target is None else wrapping(target.definition.decorators)
        if target is None or wrapped is None or system.name != "jax" or returns_number(target.definition.function):
            return Value()
        as_called = wrapped._replace(is_compiled=True) if is_traced else wrapped
        answer = self._answers.for_call(ctx, api, target, as_called, call)
        if answer is None:
            return Value()
        result = answer.result
        if result is not None and wrapped.is_compiled:
            result = inside(ctx, result, system)
        return Value(result, answer.parts)
