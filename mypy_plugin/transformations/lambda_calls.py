"""Calls of JAX's functions with a lambda: ``lax.scan(lambda c, x: (c + x, x), init, xs)``.

mypy checks the body of a lambda anew for each overload of the function that it is passed to, and several times for each
generic one. Where such calls are nested, these numbers multiply. So the plugin gives a call with a lambda a signature
of its own, by which mypy checks the lambda once, and then checks the call with a value of the lambda's type in place of
the lambda.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache

from mypy.nodes import (
    ARG_NAMED,
    ARG_POS,
    CallExpr,
    ConditionalExpr,
    DictExpr,
    Expression,
    IndexExpr,
    LambdaExpr,
    ListExpr,
    MemberExpr,
    NameExpr,
    OpExpr,
    RefExpr,
    StarExpr,
    TempNode,
    TupleExpr,
    UnaryExpr,
)
from mypy.plugin import CheckerPluginInterface, FunctionContext, FunctionSigContext
from mypy.subtypes import is_subtype
from mypy.types import (
    CallableType,
    ErasedType,
    FunctionLike,
    Instance,
    LiteralType,
    NoneType,
    Overloaded,
    TupleType,
    Type,
    UninhabitedType,
)

from ...dtypes import WEAK_TYPES
from ..functions.pytrees import ANY, CONTAINERS
from ..jax_names import SCALARS
from ..mypy_compat import checked_union_members, is_in_lambda, stored_type
from ..types.array_types import unfolded
from ..types.expression_types import (
    CallArgument,
    arguments_of,
    certain,
    function_type,
    innermost_filter,
    synthetic_call,
    type_without_context,
    union_members_kept,
)
from ..types.operands import as_array, dtypes_of, is_ndarray, numpy_scalar
from .lambda_types import remembered
from .loops import LOOPS
from .partial import is_partial

FunctionHook = Callable[[FunctionContext], Type]

MOST_EXPRESSIONS = 4096
"""The number of expressions of which it is remembered whether they hold a lambda."""
TOO_MANY = 256
"""A number of arguments that no call has."""

WEAK = frozenset(WEAK_TYPES)

_WRITTEN: dict[Expression, Expression] = {}
"""What the program has in place of an expression that stands for it while the plugin asks about a call."""
_CALLS: dict[CallExpr, list[Expression]] = {}
"""The calls that mypy is checking with values in place of lambdas, and the arguments that are written."""


@lru_cache(MOST_EXPRESSIONS)
def holds_lambda(expression: Expression) -> bool:
    """Whether there is a lambda in an expression."""
    return isinstance(expression, LambdaExpr) or any(map(holds_lambda, _parts(expression)))


def _parts(expression: Expression) -> list[Expression]:
    """The expressions that an expression consists of, where mypy checks their types with its own."""
    match expression:
        case CallExpr(callee=callee, args=args):
            return [callee, *args]
        case IndexExpr(base=part) | MemberExpr(expr=part) | UnaryExpr(expr=part) | StarExpr(expr=part):
            return [part]
        case OpExpr(left=left, right=right) | ConditionalExpr(if_expr=left, else_expr=right):
            return [left, right]
        case ListExpr(items=items) | TupleExpr(items=items):
            return items
        case DictExpr(items=pairs):
            return [value for _, value in pairs]
    return []


def is_checked_once(api: CheckerPluginInterface, call: CallExpr) -> bool:
    """Whether a call of one of JAX's functions has a signature of its own.

    A loop has one wherever something is expected of it, too: a body may return numbers where arrays are expected.
    """
    is_expected = _is_loop(call) and api.type_context[-1] is not None
    is_plain = all(kind in (ARG_POS, ARG_NAMED) for kind in call.arg_kinds)
    return is_plain and (is_expected or any(map(holds_lambda, call.args)))


def _is_loop(call: CallExpr) -> bool:
    return isinstance(call.callee, RefExpr) and call.callee.fullname in LOOPS


def own_signature(ctx: FunctionSigContext) -> FunctionLike:
    """Signature hook of functions that take functions: the signature of a call with a lambda.

    mypy asks for each overload. All but the first become such that no call fits them. From here until `checked_once`
    the call has values of the lambdas' types for arguments.
    """
    call, signature = ctx.context, ctx.default_signature
    if not isinstance(call, CallExpr) or not (call in _CALLS or is_checked_once(ctx.api, call)):
        return signature
    known: Type | None = stored_type(ctx.api, call.callee)
    callee = unfolded(known)
    if isinstance(callee, Overloaded) and callee.items[0] is not signature:
        return taking_anything(signature, [CallArgument(call, ARG_POS, None)] * TOO_MANY)
    _restore(ctx.api, call)
    written = [*call.args]
    with certain(innermost_filter(ctx.api)):
        for argument, context in zip(written, _contexts(ctx.api, call), strict=True):
            if holds_lambda(argument):
                ctx.api.get_expression_type(argument, context)
    _CALLS[call] = written
    call.args[:] = [_value(ctx.api, argument) for argument in written]
    return taking_anything(signature, arguments_of(call))


def taking_anything(function: CallableType, given: list[CallArgument]) -> CallableType:
    """A signature that takes some arguments, whatever they are."""
    kinds, names = [each.kind for each in given], [each.name for each in given]
    return function.copy_modified(
        arg_types=[ANY] * len(given),
        arg_kinds=kinds,
        arg_names=names,
        ret_type=ANY,
        variables=(),
        is_ellipsis_args=False,
    )


def _restore(api: CheckerPluginInterface, call: CallExpr) -> list[Expression]:
    """Give a call the arguments that are written in the program; returns those that it had.

    For an argument that is a union mypy checks the call with each member, and remembers it by the expression. After
    that it forgets what it has remembered of the expressions that the call has by then.
    """
    had = [*call.args]
    call.args[:] = _CALLS.pop(call, had)
    members: dict[Expression, Type] = checked_union_members(api)
    for value, argument in zip(had, call.args, strict=True):
        if value is not argument and value in members:
            members[argument] = members.pop(value)
    return had


def checked_once(hook: FunctionHook) -> FunctionHook:
    """The hook of a function that takes functions: first mypy finds what the call returns with the lambdas' types.

    Args:
        hook: what looks at the call then. It sees the arguments that are written in the program.
    """

    def answered(ctx: FunctionContext) -> Type:
        call = ctx.context
        if not isinstance(call, CallExpr):
            return hook(ctx)
        written = _WRITTEN.get(call)
        if written is not None:
            args = [[_WRITTEN.get(each, each) for each in expressions] for expressions in ctx.args]
            return hook(ctx._replace(context=written, args=args))
        if call in _CALLS:
            values = _restore(ctx.api, call)
        elif is_checked_once(ctx.api, call):
            values = [_value(ctx.api, argument) for argument in call.args]
        else:
            return hook(ctx)
        if not is_in_lambda(ctx.api):
            return _with_types(ctx.api, call, values)
        question = (ctx.api.type_context[-1], *(t for types in ctx.arg_types for t in types))
        return remembered(ctx.api, call, question, lambda: _with_types(ctx.api, call, values))

    return answered


def _with_types(api: CheckerPluginInterface, call: CallExpr, values: list[Expression]) -> Type:
    """What a call returns with values of the types of its lambdas in their places."""
    arguments = [each._replace(value=value) for each, value in zip(arguments_of(call), values, strict=True)]
    asked = synthetic_call(call.callee, arguments, call)
    replaced = [(new, old) for new, old in _replaced(asked, call) if new is not old]
    _WRITTEN.update(replaced)
    try:
        with certain(innermost_filter(api)), union_members_kept(api):
            return _answer(api, asked, api.type_context[-1])
    finally:
        for new, _ in replaced:
            del _WRITTEN[new]


def _answer(api: CheckerPluginInterface, asked: CallExpr, expected: Type | None) -> Type:
    """The type of a call. Of a loop nothing is expected, unless that makes it fit: mypy would expect it of the body."""
    if not _is_loop(asked) or expected is None:
        return api.get_expression_type(asked, expected)
    found = api.get_expression_type(asked)
    if is_subtype(found, expected) or _has_never(expected):
        return found
    with api.msg.filter_errors() as errors:
        fitting = api.get_expression_type(asked, expected)
    return found if errors.has_new_errors() else fitting


def _has_never(t: Type) -> bool:
    """Whether nothing is known of what is expected in some place: of a variable in a nested tuple for instance."""
    proper = unfolded(t)
    parts = proper.items if isinstance(proper, TupleType) else proper.args if isinstance(proper, Instance) else ()
    return isinstance(proper, UninhabitedType) or any(map(_has_never, parts))


def _replaced(asked: CallExpr, call: CallExpr) -> Iterator[tuple[Expression, Expression]]:
    yield asked, call
    yield from zip(asked.args, call.args, strict=True)


def _value(api: CheckerPluginInterface, expression: Expression) -> Expression:
    """A value of the type that mypy has found for an expression with a lambda; any other expression as it is."""
    if not holds_lambda(expression) or is_partial(expression):
        return expression
    display: Expression
    match expression:
        case ListExpr(items=items):
            display = ListExpr([_value(api, item) for item in items])
        case TupleExpr(items=items):
            display = TupleExpr([_value(api, item) for item in items])
        case DictExpr(items=pairs):
            display = DictExpr([(key, _value(api, value)) for key, value in pairs])
        case _:
            found = stored_type(api, expression)
            return expression if found is None else TempNode(found, context=expression)
    display.set_line(expression)
    return display


# ------------------------------------------------------------------------------------------------- parameters

Trees = dict[str, Type]
"""The types of arguments that are trees of arrays, by the names of their parameters."""
Expected = dict[str, list[Type]]
"""The types of what functions are called with, by the names of the parameters that take the functions."""

TREES = ("init", "init_val", "xs")
"""The parameters that take what a loop carries, and what it runs over."""
FUNCTIONS = ("f", "cond_fun", "body_fun", "true_fun", "false_fun", "branches")
"""The parameters that take functions."""


def _of_scan(trees: Trees, operands: list[Type]) -> Expected:
    xs = unfolded(trees.get("xs", ANY))
    return {"f": [_carry(trees.get("init", ANY)), ANY if isinstance(xs, NoneType) else xs]}


def _of_while_loop(trees: Trees, operands: list[Type]) -> Expected:
    carry = _carry(trees.get("init_val", ANY))
    return {"cond_fun": [carry], "body_fun": [carry]}


def _of_fori_loop(trees: Trees, operands: list[Type]) -> Expected:
    return {"body_fun": [ANY, _carry(trees.get("init_val", ANY))]}


def _of_branches(trees: Trees, operands: list[Type]) -> Expected:
    return dict.fromkeys(("true_fun", "false_fun", "branches"), operands)


_PARAMETERS: dict[str, tuple[tuple[str, ...], Callable[[Trees, list[Type]], Expected]]] = {
    "scan": (("f", "init", "xs"), _of_scan),
    "while_loop": (("cond_fun", "body_fun", "init_val"), _of_while_loop),
    "fori_loop": (("lower", "upper", "body_fun", "init_val"), _of_fori_loop),
    "cond": (("pred", "true_fun", "false_fun"), _of_branches),
    "switch": (("index", "branches"), _of_branches),
}
"""The functions that say what they call a function with: their first parameters, and what that is."""


def _contexts(api: CheckerPluginInterface, call: CallExpr) -> list[Type | None]:
    """What is expected of each argument of a call: of a lambda, that its parameters have the types of what it gets."""
    contexts: list[Type | None] = [None] * len(call.args)
    name = call.callee.name if isinstance(call.callee, NameExpr | MemberExpr) else ""
    if name not in _PARAMETERS:
        return contexts
    names, expected_of = _PARAMETERS[name]
    positions = _by_name(call, names)
    functions = {name: positions[name] for name in FUNCTIONS if name in positions}
    if not any(holds_lambda(call.args[position]) for position in functions.values()):
        return contexts
    trees = {name: type_without_context(api, call.args[positions[name]]) for name in TREES if name in positions}
    is_branch = "operand" not in positions and not trees
    operands = [type_without_context(api, operand) for operand in call.args[len(names) :]] if is_branch else []
    for function, expected in expected_of(trees, operands).items():
        if function in functions:
            contexts[functions[function]] = _context(api, call.args[functions[function]], expected)
    return contexts


def _by_name(call: CallExpr, names: tuple[str, ...]) -> dict[str, int]:
    """The positions of arguments in a call, by the names of their parameters."""
    found: dict[str, int] = {}
    for position, (kind, name) in enumerate(zip(call.arg_kinds, call.arg_names, strict=True)):
        if kind == ARG_POS and position < len(names):
            found[names[position]] = position
        elif name is not None:
            found[name] = position
    return found


def _context(api: CheckerPluginInterface, function: Expression, types: list[Type]) -> Type | None:
    """The context of a lambda, or of a list of lambdas, that is called with values of some types."""
    if isinstance(function, LambdaExpr) and len(function.arguments) == len(types):
        return function_type(api, types, ErasedType())
    if isinstance(function, ListExpr) and all(
        isinstance(item, LambdaExpr) and len(item.arguments) == len(types) for item in function.items
    ):
        return api.named_generic_type("builtins.list", [function_type(api, types, ANY)])
    return None


def _carry(init: Type) -> Type:
    """The type of what a body is called with; numbers and weak arrays may have another dtype in the body."""
    return init if _is_strong(init) else ANY


def _is_strong(t: Type) -> bool:
    """Whether a tree has no leaf that is a number, an array of NumPy's or a weak array."""
    proper = unfolded(t)
    if isinstance(proper, TupleType):
        return all(map(_is_strong, proper.items))
    if not isinstance(proper, Instance):
        return not isinstance(proper, LiteralType)
    if as_array(proper) is not None:
        known = dtypes_of(proper)
        return known is None or WEAK.isdisjoint(known)
    if proper.type.fullname in CONTAINERS:
        return _is_strong(proper.args[-1])
    is_number = proper.type.fullname in (*SCALARS, "builtins.object")  # mypy's join of an array and a number
    return not is_number and not is_ndarray(proper) and numpy_scalar(proper) is None
