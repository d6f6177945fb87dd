"""Infers the results of calls of functions without dtypes: ``def mean_loss(pred: jax.Array, ...)``.

The plugin checks the body of such a function with the types of the call's arguments. The result of the call is the
result of that check.

A *part* is an attribute or item of a value, with its path: ``state.params["w"]`` is the part of `state` with the path
``.params["w"]``. A result without a dtype of its own, such as a dict, may have parts whose dtypes are known.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from mypy.nodes import (
    CallExpr,
    Decorator,
    Expression,
    FuncDef,
    MemberExpr,
    OverloadedFuncDef,
    RefExpr,
    SuperExpr,
)
from mypy.plugin import AttributeContext, CheckerPluginInterface, FunctionContext, MethodContext
from mypy.subtypes import is_subtype
from mypy.types import AnyType, Instance, Type, get_proper_type

from ..any_type import ANYTHING
from ..file_options import file_options
from ..flow.assigned_values import AssignedValues
from ..installed_packages import is_in_known_library, is_installed, is_library
from ..modes.possible_modes import HooksInModes
from ..mypy_compat.expressions import is_deferred
from ..mypy_compat.modules import current_file, loaded_modules
from ..report import report_findings
from ..run_state import RunState
from ..severities import is_shown
from ..trees.pytrees import inside, is_expected, is_of_arrays
from ..types.array_types import holds_containers
from ..variables.number_sources import elsewhere
from .answers import Answers
from .body_fingerprints import add_fingerprint
from .call_arguments import given_by_call, may_add_dtypes
from .called_functions import AnyCall, CalledFunctions, Target
from .decided_conditions import default_type
from .decorators import FILTERED, FILTERED_DERIVATIVES, MAPPING, returns_number, wrapping
from .derived_objects import derived_parts
from .filtered_derivatives import parts_of_filtered
from .findings_told import findings_at_call, keep_comments
from .known_parts import KnownParts, function_named
from .mapped_parts import mapped_parts
from .module_variables import ModuleVariables
from .numbers_elsewhere import NumbersElsewhere
from .object_parts import constructed_parts, made_class, note_base_parts
from .part_notes import PartNotes
from .parts import FUNCTION, NOTHING, Parts, text_in
from .passed_functions import PassedFunctions
from .results import (
    as_class,
    holds_categories,
    holds_dtypes,
    is_open,
    is_other_class,
    joined_type,
    may_be_function,
    names_dtype,
    refined,
)
from .returned_values import Value
from .written_calls import WrittenCalls

UNNAMED = FILTERED | FILTERED_DERIVATIVES | MAPPING
"""The functions whose results may be functions without a name to mypy."""

C = TypeVar("C", bound=FunctionContext | MethodContext)
D = TypeVar("D", FunctionContext, AttributeContext)


class InferredCalls:
    """Infers the results of calls, and remembers them.

    Args:
        run: the state of the run.
        values: the assignments that the plugin follows.
        in_modes: the configurations that may apply at each place.
    """

    def __init__(self, run: RunState, values: AssignedValues, in_modes: HooksInModes) -> None:
        system_of = in_modes.system_of
        self._values, self._system_of, self._in_modes = values, system_of, in_modes
        self.known = KnownParts()
        self.known.of_unnamed = self._unnamed_parts
        self.notes = PartNotes(self.known)
        self._answers = Answers(self.known, system_of, lambda: in_modes.tried, self._look)
        self._module_variables = ModuleVariables(self._answers)
        self.known.of_default = self._module_variables.parts
        self.known.is_fixed = self._answers.is_fixed
        self.known.is_in_body = lambda: self._answers.is_in_body
        self.written = WrittenCalls(self.known)
        self._functions = CalledFunctions(self._answers.is_fixed)
        run.give(elsewhere, NumbersElsewhere(self._functions, self.known.stored).of)
        self._passed = PassedFunctions(self._functions, self._answers, self.known, system_of)
        self.hook_of: Callable[[str], Callable[[FunctionContext], Type] | None] = lambda fullname: None
        """The hook of a function by its full name."""
        self._begun: set[str] = set()
        """The modules that mypy has begun to check."""

    def begin(self, api: CheckerPluginInterface) -> None:
        """Note that mypy begins to check a module. If it has done so before, the program has changed."""
        if current_file(api).is_stub:
            return
        add_fingerprint(api)
        self.known.begin()
        if file_options(api).infer_calls:
            keep_comments(api)
            if is_shown(api):
                self.notes.prepare_file(api)
        if current_file(api).fullname in self._begun:
            self._begun = set()
            self._functions.forget()
            self._answers.forget()
        self._begun.add(current_file(api).fullname)

    def _look(self, api: CheckerPluginInterface) -> None:
        """Prepare the module of a body that is to be checked."""
        self._values.prepare_file(api)
        self.notes.prepare_file(api)

    def function_hook(self, hook: Callable[[C], Type]) -> Callable[[C], Type]:
        """A function hook that also infers the result from the function's body."""
        return lambda ctx: self._with_body_result(ctx, hook(ctx), "__call__")

    def method_hook(self, name: str, hook: Callable[[MethodContext], Type]) -> Callable[[MethodContext], Type]:
        """A method hook that also infers the result from the method's body."""
        return lambda ctx: self._with_body_result(ctx, hook(ctx), name)

    def _with_body_result(self, ctx: AnyCall, default: Type, method: str) -> Type:
        """The result of a call: `default`, refined by the types that the called function's body returns.

        The parts of the result are noted.

        Args:
            ctx: the call.
            default: the result that is known without the body.
            method: the name of the called method; ``__call__`` for a function.
        """
        call, api = ctx.context, ctx.api
        if not isinstance(call, CallExpr):
            return default
        self.known.of_calls.pop(call, None)
        if isinstance(call.callee, SuperExpr) and call.callee.name == "__init__" and self._answers.is_in_body:
            note_base_parts(ctx, api, call, self._functions, self._answers, self.known)
            return default
        if self._answers.is_in_body:
            written = self.written.result(ctx, api, call)
            if written is not None:
                return written
        has_category = _is_category_of_library(ctx, api, default)
        if not has_category and not self._may_have_parts(default):
            return default
        if not self._is_active(api):
            return default
        function = self._function_held(api, call) if self._answers.is_in_body else None
        if function is not None and is_in_known_library(function.fullname):
            hook = self.hook_of(function.fullname)
            return default if hook is None else hook(_as_function(ctx))
        made = made_class(api, call)
        if made is not None:
            parts = constructed_parts(ctx, api, made, default, self._functions, self._answers, self.known)
            self._note_parts(call, parts)
            return default
        if not may_add_dtypes(ctx, api, call, self.known):
            return default
        if isinstance(ctx, MethodContext):
            default, parts = self._passed.of_derivative(ctx, api, call, default)
            self._note_parts(call, parts)
        derived = derived_parts(ctx, api, call, self.known, self._system_of)
        if derived is not None:
            self._note_parts(call, derived)
            return default
        if function is not None:
            target = self._functions.defined(api, function)
        else:
            target = self._functions.of_call(ctx, api, call, method)
        body_result = None if target is None else self._result_of_body(ctx, api, call, target, default)
        result = None if body_result is None else self._refined(default, body_result, has_category=has_category)
        return result if result is not None and is_expected(ctx, result) else default

    def _refined(self, declared: Type, body_result: Type, *, has_category: bool) -> Type | None:
        """The declared result with the dtypes of the body's result; None if the body's result adds nothing.

        Args:
            declared: the result that is known without the body.
            body_result: the type that the body returns.
            has_category: whether `declared` names a category of dtypes.
        """
        refined_type = refined(declared, body_result)
        is_narrower = has_category and not holds_categories(body_result) and is_subtype(body_result, declared)
        if refined_type is None and is_narrower:
            refined_type = body_result
        if refined_type is None and self._answers.is_in_body and names_dtype(body_result):
            refined_type = as_class(body_result) if is_subtype(body_result, declared) else None
        return refined_type

    def _may_have_parts(self, t: Type) -> bool:
        """Whether a result, or a part of it, may have an unknown dtype. Dicts may change, so their items are parts."""
        if is_open(t) or holds_containers(t) or self.known.holders.includes(t):
            return True
        return self._answers.is_in_body and may_be_function(t)

    def _note_parts(self, call: Expression, parts: Parts) -> None:
        """Keep the parts of a call's result."""
        if parts:
            self.known.of_calls[call] = parts

    def _result_of_body(
        self, ctx: AnyCall, api: CheckerPluginInterface, call: CallExpr, target: Target, declared: Type
    ) -> Type | None:
        """The result of a function's body for the arguments of a call; None if it is unknown.

        The findings in the body are reported at the call, and the parts of the result are noted. If the function has
        overloads, only the values that the call's overload allows count.
        """
        wrapped = wrapping(target.definition.decorators)
        system = self._system_of(ctx)
        is_traced = wrapped is not None and (wrapped.is_compiled or wrapped.derivative)
        if wrapped is None or (is_traced and system.name != "jax"):
            return None
        if wrapped.is_compiled and returns_number(target.definition.function):
            return None
        given = given_by_call(ctx, api, target, wrapped, system, self.known)
        if given is None:
            return None
        answer = self._answers.answer(api, target, given)
        if wrapped.derivative:
            value, first = Value(answer.result, answer.parts), dict(given.parts[0])
            self._note_parts(call, parts_of_filtered(ctx, wrapped, {(): given.types[0], **first}, value, system))
            return None
        report_findings(ctx, findings_at_call(api, target, given.types, self._answers, answer, system))
        if not any(is_other_class(declared, t) for t in answer.results):
            self._note_parts(call, answer.parts)
        result = answer.result
        if result is None and not isinstance(get_proper_type(declared), AnyType):
            result = joined_type([t for t in answer.results if is_subtype(t, declared)])
        if result is not None and wrapped.is_mapped and not is_of_arrays(result):
            return None
        return inside(ctx, result, system) if result is not None and wrapped.is_compiled else result

    def _function_held(
        self, api: CheckerPluginInterface, call: CallExpr
    ) -> FuncDef | Decorator | OverloadedFuncDef | None:
        """The function that an attribute or item holds, as in ``self.activation(x)``."""
        name = text_in(self.known.of(api, call.callee), FUNCTION)
        return None if name is None else function_named(api, name)

    def _unnamed_parts(self, api: CheckerPluginInterface, call: CallExpr) -> Parts:
        """The parts of the result of ``eqx.filter_grad(f)(x)``, for which mypy calls no hook."""
        inner = call.callee
        if not isinstance(inner, CallExpr) or not isinstance(inner.callee, RefExpr) or not self._is_active(api):
            return NOTHING
        if inner.callee.fullname not in UNNAMED:
            return NOTHING
        target = self._functions.named(api, inner)
        if target is None:
            return NOTHING
        ctx = FunctionContext([], [], [], [], ANYTHING, [], call, api)
        result = self._result_of_body(ctx, api, call, target, ANYTHING)
        parts = self.known.of_calls.pop(call, NOTHING)
        return parts if result is None or not holds_dtypes(result) else {(): result, **parts}

    def _is_active(self, api: CheckerPluginInterface) -> bool:
        """Whether calls are followed where mypy is checking."""
        if is_deferred(api):
            return False
        if self._in_modes.is_trying:
            return False  # each configuration that may apply would need a separate check
        if self._answers.is_in_body:
            return True
        # Nobody reads the errors of an installed package, and its functions declare their types.
        return is_shown(api) and file_options(api).infer_calls

    def attribute(self, ctx: AttributeContext) -> Type:
        """Attribute hook of the program's classes: ``init(key).w``, and the results of properties."""
        default, api, member = ctx.default_attr_type, ctx.api, ctx.context
        if not isinstance(member, MemberExpr) or ctx.is_lvalue:
            return default
        if not is_open(default) or not self._is_active(api):
            return default
        attribute_type = self._passed.of_attribute(ctx, api, member)
        return default if attribute_type is None else refined(default, attribute_type) or default

    def mapped(self, hook: Callable[[FunctionContext], Type]) -> Callable[[FunctionContext], Type]:
        """A hook of ``jax.tree.map`` that also notes the parts of the new tree."""
        return self._noting(hook, lambda ctx, api, call: mapped_parts(ctx, api, self.known))

    def differentiating(self, hook: Callable[[FunctionContext], Type]) -> Callable[[FunctionContext], Type]:
        """A hook of ``jax.vjp(f, x)`` and the like that also notes the parts of the result of `f`."""
        return self._noting(hook, self._passed.at_once)

    def shaped(self, hook: Callable[[FunctionContext], Type]) -> Callable[[FunctionContext], Type]:
        """A hook of ``jax.eval_shape(f, x)`` that also notes the dtypes of the result of `f`."""
        return self._noting(hook, self._passed.shapes)

    def looped(self, fullname: str, hook: Callable[[FunctionContext], Type]) -> Callable[[FunctionContext], Type]:
        """A hook of a loop or branch that also notes the parts of its result."""
        return self._noting(hook, lambda ctx, api, call: self._passed.of_loop(ctx, api, call, fullname))

    def decided(self, hook: Callable[[D], Type]) -> Callable[[D], Type]:
        """A hook of a condition, which is only decided while a body is checked for a call.

        Elsewhere, mypy would leave out the branch that is not taken, and the errors in it.
        """
        return lambda ctx: hook(ctx) if self._answers.is_in_body else default_type(ctx)

    def _noting(
        self,
        hook: Callable[[FunctionContext], Type],
        parts_of: Callable[[FunctionContext, CheckerPluginInterface, CallExpr], Parts],
    ) -> Callable[[FunctionContext], Type]:
        """A function hook that also notes the parts of the result, if the result leaves dtypes open."""

        def noting(ctx: FunctionContext) -> Type:
            """Run the hook, and note the parts of its result."""
            made = hook(ctx)
            call, api = ctx.context, ctx.api
            if isinstance(call, CallExpr):
                self.known.of_calls.pop(call, None)
                if self._may_have_parts(made) and self._is_active(api):
                    self._note_parts(call, parts_of(ctx, api, call))
            return made

        return noting


def _is_category_of_library(ctx: AnyCall, api: CheckerPluginInterface, declared: Type) -> bool:
    """Whether a result is declared with a category of dtypes, such as jaxtyping's `Float`, in a library.

    That is the result of a method of a library's class, or of any call inside an installed package.
    """
    if not holds_categories(declared):
        return False
    owner = ctx.type if isinstance(ctx, MethodContext) else None
    if isinstance(owner, Instance):
        return not is_in_known_library(owner.type.fullname) and is_library(owner.type.fullname, loaded_modules(api))
    return is_installed(current_file(api).path)


def _as_function(ctx: AnyCall) -> FunctionContext:
    """The context of a call, as that of a call of a function."""
    return FunctionContext(
        ctx.arg_types,
        ctx.arg_kinds,
        ctx.callee_arg_names,
        ctx.arg_names,
        ctx.default_return_type,
        ctx.args,
        ctx.context,
        ctx.api,
    )
