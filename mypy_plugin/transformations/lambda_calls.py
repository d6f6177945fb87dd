"""Checks calls of JAX functions with lambdas once: ``lax.scan(lambda c, x: (c + x, x), init, xs)``.

mypy checks a lambda's body again for each overload of the called function, and several times for each generic overload.
In nested calls these numbers multiply. So the plugin gives such a call a special signature, for which mypy checks the
lambda once. Then it checks the call with a placeholder of the lambda's type in place of the lambda.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from mypy.nodes import (
    ARG_NAMED,
    ARG_POS,
    CallExpr,
    DictExpr,
    Expression,
    ListExpr,
    NameExpr,
    RefExpr,
    TempNode,
    TupleExpr,
)
from mypy.plugin import CheckerPluginInterface, FunctionContext, FunctionSigContext
from mypy.subtypes import is_subtype
from mypy.types import (
    AnyType,
    CallableType,
    FunctionLike,
    Instance,
    NoneType,
    Overloaded,
    TupleType,
    Type,
    UninhabitedType,
    get_proper_type,
)

from ..any_type import ANYTHING
from ..callables.lambda_types import remembered
from ..callables.partial import is_partial
from ..mypy_compat.expressions import checked_union_members, is_in_lambda, stored_type
from ..mypy_compat.messages import errors_watched, saw_errors
from ..trees.pytrees import may_be
from ..types.array_types import unfolded, without_dtypes
from ..types.expression_types import (
    CallArgument,
    arguments_of,
    innermost_filter,
    is_tried_operand,
    mark_final,
    synthetic_call,
    union_members_kept,
)
from .contained_lambdas import holds_lambda
from .expected_results import never_fits, start_of_result
from .lambda_contexts import lambda_contexts
from .loops import LOOPS

FunctionHook = Callable[[FunctionContext], Type]

TOO_MANY = 256
"""A number of arguments that no call has."""


_PROGRAM_EXPRESSIONS: dict[Expression, Expression] = {}
"""Maps placeholders, and calls with placeholders, to the program's expressions while mypy checks them."""
_PROGRAM_ARGUMENTS: dict[CallExpr, list[Expression]] = {}
"""The program's own arguments of calls that currently have placeholders. An entry remains if mypy rejects the call."""


def is_checked_once(api: CheckerPluginInterface, call: CallExpr) -> bool:
    """Whether a call of a JAX function gets a special signature.

    A loop also gets a special signature if a type is expected, since its body may return numbers for arrays.
    """
    is_expected = _is_loop(call) and api.type_context[-1] is not None
    is_plain = all(kind in (ARG_POS, ARG_NAMED) for kind in call.arg_kinds)
    return is_plain and (is_expected or any(map(holds_lambda, call.args)))


def _is_loop(call: CallExpr) -> bool:
    """Whether a call is a call of a JAX loop."""
    return isinstance(call.callee, RefExpr) and call.callee.fullname in LOOPS


def own_signature(ctx: FunctionSigContext) -> FunctionLike:
    """Signature hook of functions that accept functions: the signature of a call with a lambda or a wrong argument.

    mypy calls the hook for each overload. All overloads except the first get a signature that no call matches. Until
    `checked_once`, the call has placeholders of types as arguments. Without placeholders, an error inside an argument
    would make every overload fail, and mypy would report the call as well.
    """
    call, signature = ctx.context, ctx.default_signature
    if not isinstance(call, CallExpr):
        return signature
    stored: Type | None = stored_type(ctx.api, call.callee)
    callee = unfolded(stored)
    if isinstance(callee, Overloaded) and callee.items[0] is not signature:
        is_replaced = call in _PROGRAM_ARGUMENTS or is_checked_once(ctx.api, call)
        return taking_anything(signature, [CallArgument(call, ARG_POS, None)] * TOO_MANY) if is_replaced else signature
    _restore(ctx.api, call)
    wrong = _wrong_arguments(ctx.api, call) if isinstance(callee, Overloaded) else {}
    if not wrong and not is_checked_once(ctx.api, call):
        return signature
    written = [*call.args]
    with mark_final(innermost_filter(ctx.api)):
        for argument, context in zip(written, lambda_contexts(ctx.api, call), strict=True):
            if holds_lambda(argument) or argument in wrong:  # reports the errors in the argument
                ctx.api.get_expression_type(argument, context)
    _PROGRAM_ARGUMENTS[call] = written
    call.args[:] = [wrong.get(argument) or _placeholder(ctx.api, argument) for argument in written]
    return taking_anything(signature, arguments_of(call))


def _wrong_arguments(api: CheckerPluginInterface, call: CallExpr) -> dict[Expression, Expression]:
    """The arguments in which mypy finds an error, each with a placeholder of its type."""
    wrong: dict[Expression, Expression] = {}
    if any(kind not in (ARG_POS, ARG_NAMED) for kind in call.arg_kinds):
        return wrong
    for argument in call.args:
        if isinstance(argument, NameExpr) or holds_lambda(argument):
            continue
        with errors_watched(api) as errors, mark_final(errors), union_members_kept(api):
            inferred = api.get_expression_type(argument)
        if saw_errors(errors):
            wrong[argument] = TempNode(inferred, context=argument)
    return wrong


def taking_anything(function: CallableType, arguments: list[CallArgument]) -> CallableType:
    """A copy of a signature that accepts exactly these arguments, whatever their types."""
    kinds, names = [each.kind for each in arguments], [each.name for each in arguments]
    return function.copy_modified(
        arg_types=[ANYTHING] * len(arguments),
        arg_kinds=kinds,
        arg_names=names,
        ret_type=ANYTHING,
        variables=(),
        is_ellipsis_args=False,
    )


def _restore(api: CheckerPluginInterface, call: CallExpr) -> list[Expression]:
    """Give a call its own arguments back; returns the arguments that it had.

    mypy remembers union arguments by their expressions while it checks a call with each member. So the memory is moved
    to the call's own arguments.
    """
    had = [*call.args]
    call.args[:] = _PROGRAM_ARGUMENTS.pop(call, had)
    members: dict[Expression, Type] = checked_union_members(api)
    for value, argument in zip(had, call.args, strict=True):
        if value is not argument and value in members:
            members[argument] = members.pop(value)
    return had


def checked_once(hook: FunctionHook) -> FunctionHook:
    """Wrap the hook of a function that accepts functions: mypy first infers the result with the lambdas' types.

    Args:
        hook: the hook to call afterwards. It sees the program's own arguments.
    """

    def answered(ctx: FunctionContext) -> Type:
        call = ctx.context
        if not isinstance(call, CallExpr):
            return hook(ctx)
        written = _PROGRAM_EXPRESSIONS.get(call)
        if written is not None:
            args = [[_PROGRAM_EXPRESSIONS.get(each, each) for each in expressions] for expressions in ctx.args]
            return hook(ctx._replace(context=written, args=args))
        if call in _PROGRAM_ARGUMENTS:
            values = _restore(ctx.api, call)
        elif is_checked_once(ctx.api, call):
            values = [_placeholder(ctx.api, argument) for argument in call.args]
        else:
            return hook(ctx)
        if not is_in_lambda(ctx.api):
            return _with_types(ctx.api, call, values)
        question = (ctx.api.type_context[-1], *(t for types in ctx.arg_types for t in types))
        return remembered(ctx, call, question, lambda: _with_types(ctx.api, call, values))

    return answered


def _with_types(api: CheckerPluginInterface, call: CallExpr, values: list[Expression]) -> Type:
    """The result of a call with placeholders for its lambdas."""
    arguments = [each._replace(value=value) for each, value in zip(arguments_of(call), values, strict=True)]
    synthetic = synthetic_call(call.callee, arguments, call)
    replaced = [(new, old) for new, old in _replaced(synthetic, call) if new is not old]
    _PROGRAM_EXPRESSIONS.update(replaced)
    try:
        with mark_final(innermost_filter(api)), union_members_kept(api):
            return _not_erased(_answer(api, synthetic, api.type_context[-1]))
    finally:
        for new, _ in replaced:
            del _PROGRAM_EXPRESSIONS[new]


def _answer(api: CheckerPluginInterface, synthetic: CallExpr, expected: Type | None) -> Type:
    """The type of a call. A loop gets the expected type only if its result would not match it otherwise.

    mypy would also apply a loop's expected type to its body.
    """
    if not _is_loop(synthetic) or expected is None:
        return api.get_expression_type(synthetic, expected)
    unexpected_type = api.get_expression_type(synthetic)
    # The loop has its own dtypes, also where an overload of `dict.get` expects None or an array of another dtype.
    is_none = isinstance(get_proper_type(expected), NoneType)
    without = without_dtypes(unexpected_type)
    if is_none or is_subtype(without, expected) or _has_never(expected):
        return unexpected_type
    if is_tried_operand(api) and not may_be(without, expected):
        return unexpected_type  # as in `1.0 + lax.fori_loop(...)`, where mypy tries `float.__add__` first
    if never_fits(unexpected_type, expected, start_of_result(api, synthetic)):
        return unexpected_type
    with errors_watched(api) as errors:
        fitting = api.get_expression_type(synthetic, expected)
    return unexpected_type if saw_errors(errors) else fitting


def _not_erased(t: Type) -> Type:
    """A type with this package's `Any` in place of mypy's, for which mypy chooses the first overload that matches."""
    proper = unfolded(t)
    if isinstance(proper, Instance) and proper.args:
        return proper.copy_modified(args=[*map(_not_erased, proper.args)])
    return ANYTHING if isinstance(proper, AnyType) else t


def _has_never(t: Type) -> bool:
    """Whether an expected type has a part about which nothing is known, such as a variable in a nested tuple."""
    proper = unfolded(t)
    parts = proper.items if isinstance(proper, TupleType) else proper.args if isinstance(proper, Instance) else ()
    return isinstance(proper, UninhabitedType) or any(map(_has_never, parts))


def _replaced(synthetic: CallExpr, call: CallExpr) -> Iterator[tuple[Expression, Expression]]:
    """Each replaced expression of a call, and the program's expression in its place."""
    yield synthetic, call
    yield from zip(synthetic.args, call.args, strict=True)


def _placeholder(api: CheckerPluginInterface, expression: Expression) -> Expression:
    """A placeholder of the type that mypy has inferred for an expression with a lambda.

    Other expressions are unchanged.
    """
    if not holds_lambda(expression) or is_partial(expression):
        return expression
    literal: Expression
    match expression:
        case ListExpr(items=items):
            literal = ListExpr([_placeholder(api, item) for item in items])
        case TupleExpr(items=items):
            literal = TupleExpr([_placeholder(api, item) for item in items])
        case DictExpr(items=pairs):
            literal = DictExpr([(key, _placeholder(api, value)) for key, value in pairs])
        case _:
            known_type = stored_type(api, expression)
            return expression if known_type is None else TempNode(known_type, context=expression)
    literal.set_line(expression)
    return literal
