"""Finds the types that the parameters of a function have in a call, and their known parts."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from mypy.argmap import map_actuals_to_formals
from mypy.erasetype import erase_typevars
from mypy.nodes import (
    ARG_STAR,
    ARG_STAR2,
    LDEF,
    Argument,
    CallExpr,
    Decorator,
    Expression,
    FuncDef,
    MemberExpr,
    RefExpr,
)
from mypy.plugin import CheckerPluginInterface
from mypy.subtypes import is_subtype
from mypy.typeops import make_simplified_union
from mypy.types import (
    AnyType,
    CallableType,
    Instance,
    TupleType,
    Type,
    UnpackType,
    get_proper_type,
)

from ...system import System
from ..any_type import ANYTHING
from ..mypy_compat.expressions import stored_type, types_apart
from ..mypy_compat.messages import errors_watched
from ..trees.pytrees import inside, tree_argument
from ..types.array_types import unfolded
from ..types.operands import is_ndarray
from .called_functions import AnyCall, Target
from .decorators import Wrapping
from .known_parts import KnownParts, function_named
from .parts import (
    EVERY,
    FUNCTION,
    NOTHING,
    FrozenParts,
    Given,
    Parts,
    frozen,
    is_value,
    text_in,
    type_in,
    without_flags,
)
from .results import as_class, holds_dtypes, is_open, names_dtype

RANDOM_KEY_NAMES = ("key", "rng", "rngs")
"""The ends of names of parameters for random keys, which have no dtype of promotion."""


PYTREE = "flax.nnx.pytreelib.Pytree"
"""The class of flax whose objects are no trees of new arrays inside a compiled function."""


def may_add_dtypes(ctx: AnyCall, api: CheckerPluginInterface, call: CallExpr, known: KnownParts) -> bool:
    """Whether the check of the called body may infer a dtype.

    It may if an argument or one of its parts has a known dtype, or if no argument is an array of unknown dtype. A
    local function also sees the variables around it.
    """
    given = [
        t
        for name, types in zip(ctx.callee_arg_names, ctx.arg_types, strict=True)
        for t in types
        if not (name and name.endswith(RANDOM_KEY_NAMES))
    ]
    if any(holds_dtypes(t) or names_dtype(t) for t in given) or (
        isinstance(call.callee, RefExpr) and call.callee.kind == LDEF
    ):
        return True
    if not any(map(is_open, given)):
        return True
    if any(_tells_dtypes(known.of(api, argument)) for argument in call.args):
        return True
    owner = call.callee.expr if isinstance(call.callee, MemberExpr) else call.callee
    return _tells_dtypes(known.of(api, owner))


def _tells_dtypes(parts: Parts) -> bool:
    """Whether any of a value's parts has a dtype, or names one."""
    return any(not is_value(path) or names_dtype(t) for path, t in parts.items())


def given_by_call(
    ctx: AnyCall,
    api: CheckerPluginInterface,
    target: Target,
    wrapped: Wrapping,
    system: System,
    known: KnownParts,
    passed: CallExpr | None = None,
) -> Given | None:
    """The types that a function's parameters have in a call, and their parts; None if they are unknown.

    Args:
        ctx: the call.
        api: the type checker.
        target: the function.
        wrapped: the effects of its decorators.
        system: the promotion system at the place of the call.
        known: the known parts of values.
        passed: a call of `target` with the arguments that it receives, if the program passes it to another function.
    """
    call = passed or ctx.context
    assert isinstance(call, CallExpr)
    already: Collection[Expression] = ()
    if target.bound is not None:
        already = target.bound.args[1:]
        call = _completed(call, target.bound)
    function, receiver = target.definition.function, target.receiver
    arguments, signature = function.arguments, function.type
    declared = signature.arg_types if isinstance(signature, CallableType) else [ANYTHING] * len(arguments)
    if isinstance(signature, CallableType) and signature.variables:
        declared = [*map(erase_typevars, declared)]  # a type variable stands for any array, whatever the dtype
    actuals = _actual_types(ctx, api, call)
    if actuals is None or len(declared) != len(arguments):
        return None
    offset = 0 if receiver is None else 1
    formals = map_actuals_to_formals(
        call.arg_kinds,
        call.arg_names,
        function.arg_kinds[offset:],
        function.arg_names[offset:],
        lambda i: actuals[i] or ANYTHING,
    )
    parameter_types: list[Type] = [] if receiver is None else [receiver]
    parts: list[FrozenParts] = []
    if receiver is not None:
        parts.append(() if target.is_new else _parts_of_receiver(api, call, target, known))
    for position, (argument, formal, given) in enumerate(
        zip(arguments[offset:], declared[offset:], formals, strict=True), offset
    ):
        if any(call.arg_kinds[i] == ARG_STAR for i in given):
            rows = unfolded(actuals[given[0]])
            if len(given) > 1 or argument.kind != ARG_STAR or not isinstance(rows, Instance) or len(rows.args) != 1:
                return None
            item = known.of(api, call.args[given[0]]).get((("[", EVERY),), rows.args[0])
            parameter_types.append(_narrowed(formal, item))
            parts.append(())
            continue
        types = _given_types(ctx, api, argument, [(call.args[i], actuals[i]) for i in given])
        if types is None:
            return None
        is_static = argument.variable.name in wrapped.static_names or position in wrapped.static_positions
        is_bound = len(given) == 1 and any(call.args[given[0]] is value for value in already)
        if wrapped.is_compiled and not is_static and not is_bound:
            formal, types = ANYTHING, [inside(ctx, t, system) or _object_inside(t) for t in types]
        if wrapped.is_mapped and any(isinstance(one := unfolded(t), Instance) and is_ndarray(one) for t in types):
            return None
        is_single = len(given) == 1 and argument.kind not in (ARG_STAR, ARG_STAR2)
        value = call.args[given[0]] if is_single else None if given else argument.initializer
        known_parts = NOTHING if value is None else known.stored.stable(api, known.of(api, value))
        if not given and value is not None and target.source is not None and not known_parts:
            known_parts = known.of_default(api, target.source, value)
            held = function_named(api, text_in(known_parts, FUNCTION) or "")
            if held is not None and held.type is not None:
                types = [held.type]
        made = type_in(known_parts)
        if made is not None and is_single and isinstance(unfolded(types[0]), AnyType):
            types = [made]
        if argument.kind == ARG_STAR:
            items = [known.stored.stable(api, known.with_own_type(api, call.args[i])) for i in given]
            known_parts = known.items(api, [without_flags(item) for item in items])
        parameter_types.append(_parameter_type(api, argument, formal, types))
        parts.append(frozen(known_parts))
    return Given(tuple(parameter_types), tuple(parts))


def _object_inside(t: Type) -> Type:
    """The type that an object has inside a compiled function: a module of flax stays the same object."""
    proper = unfolded(t)
    is_module = isinstance(proper, Instance) and any(base.fullname == PYTREE for base in proper.type.mro)
    return t if is_module else ANYTHING


def _completed(call: CallExpr, bound: CallExpr) -> CallExpr:
    """A call with the arguments that a `partial` has given before."""
    whole = CallExpr(
        call.callee,
        [*bound.args[1:], *call.args],
        [*bound.arg_kinds[1:], *call.arg_kinds],
        [*bound.arg_names[1:], *call.arg_names],
    )
    whole.set_line(call)
    return whole


def _actual_types(ctx: AnyCall, api: CheckerPluginInterface, call: CallExpr) -> list[Type | None] | None:
    """The types of a call's arguments, in the order of the call; None if the call unpacks a list or dict."""
    types = {
        id(expression): t
        for expressions, types in zip(ctx.args, ctx.arg_types, strict=True)
        for expression, t in zip(expressions, types, strict=True)
    }
    if ARG_STAR2 in call.arg_kinds:
        return None
    return [types.get(id(expression)) or stored_type(api, expression) for expression in call.args]


def _given_types(
    ctx: AnyCall, api: CheckerPluginInterface, argument: Argument, given: Sequence[tuple[Expression, Type | None]]
) -> list[Type] | None:
    """The types of the arguments that a parameter gets, or of its default; None if any is unknown.

    Args:
        ctx: the call.
        api: the type checker.
        argument: the parameter.
        given: the arguments, with their types.
    """
    types = []
    for expression, t in given:
        if t is None:
            return None
        types.append(_as_argument(expression, tree_argument(ctx, expression, t)))
    if not types and argument.initializer is not None:
        types = [_default(api, argument)]
    return types


def _parts_of_receiver(api: CheckerPluginInterface, call: CallExpr, target: Target, known: KnownParts) -> FrozenParts:
    """The parts of the object whose method is called."""
    if not isinstance(get_proper_type(target.receiver), Instance):
        return ()
    callee, method = call.callee, target.definition.function.name
    is_method = isinstance(callee, MemberExpr) and callee.name == method
    holder = target.holder or (callee.expr if is_method and isinstance(callee, MemberExpr) else callee)
    return frozen(known.stored.stable(api, known.of(api, holder)))


def _default(api: CheckerPluginInterface, argument: Argument) -> Type:
    """The type of a parameter's default."""
    assert argument.initializer is not None
    with errors_watched(api), types_apart(api):
        return _as_argument(argument.initializer, api.get_expression_type(argument.initializer))


def _as_argument(expression: Expression, t: Type) -> Type:
    """The type of an argument. Its function is certain only if the argument is the function's name."""
    proper = get_proper_type(t)
    if isinstance(proper, CallableType) and proper.definition is not None:
        is_named = isinstance(expression, RefExpr) and isinstance(expression.node, FuncDef | Decorator)
        return proper if is_named else proper.copy_modified(definition=None)
    return t


def _parameter_type(api: CheckerPluginInterface, argument: Argument, declared: Type, given: Sequence[Type]) -> Type:
    """The type of a parameter in a call: the argument's type if it fits the annotation, else the annotation."""
    if argument.kind == ARG_STAR and given:
        items = [_narrowed(declared, t) for t in given]
        return UnpackType(TupleType(items, api.named_generic_type("builtins.tuple", [make_simplified_union(items)])))
    if argument.kind == ARG_STAR2 or len(given) != 1:
        return declared
    return _narrowed(declared, given[0])


def _narrowed(declared: Type, argument_type: Type) -> Type:
    """The argument's type if it fits the annotation, else the annotation. Only bools and strings stay literals."""
    proper = unfolded(argument_type)
    if isinstance(proper, AnyType):
        return declared
    if isinstance(proper, Instance) and proper.last_known_value is not None:
        literal = proper.last_known_value
        argument_type = (
            literal if isinstance(literal.value, bool | str) else proper.copy_modified(last_known_value=None)
        )
    argument_type = as_class(argument_type)
    return argument_type if is_subtype(argument_type, declared) else declared


def declared_types(target: Target) -> list[Type]:
    """The types of a function's parameters, as it declares them."""
    function, receiver = target.definition.function, target.receiver
    signature = function.type
    declared: list[Type] = [ANYTHING] * len(function.arguments)
    if isinstance(signature, CallableType) and len(signature.arg_types) == len(declared):
        declared = [*signature.arg_types]
    return declared if receiver is None else [receiver, *declared[1:]]
