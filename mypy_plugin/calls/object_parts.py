"""The known parts of an object that a call makes: ``State(params, step)`` or ``state._replace(step=step)``."""

from __future__ import annotations

from mypy.nodes import (
    ARG_STAR,
    ARG_STAR2,
    CallExpr,
    Decorator,
    FuncDef,
    MemberExpr,
    RefExpr,
    SuperExpr,
    TypeInfo,
    Var,
)
from mypy.plugin import CheckerPluginInterface
from mypy.types import CallableType, Instance, TupleType, Type, get_proper_type

from ..flow.stored_names import stored_names
from ..installed_packages import is_in_known_library, is_installed, is_library
from ..module_paths import module_of
from ..mypy_compat.bodies import current_function
from ..mypy_compat.expressions import stored_type
from ..mypy_compat.modules import loaded_modules
from ..trees.pytrees import tree_argument
from ..types.array_types import unfolded
from ..types.converted_fields import converted_fields
from ..types.tuples import field_names
from ..variables.assignment_record import CONSTRUCTORS
from .answers import Answers
from .call_arguments import may_add_dtypes
from .called_functions import AnyCall, CalledFunctions, Target
from .decorators import Wrapping
from .function_parts import calls_initializer_late
from .known_parts import KnownParts
from .parts import NOTHING, Parts, Path, Step, prefixed
from .prepared_bodies import name_of
from .results import holds_dtypes
from .subclasses import may_be_overridden


def replaced_parts(api: CheckerPluginInterface, call: CallExpr, known: KnownParts) -> Parts | None:
    """The parts of ``state._replace(step=...)`` or ``dataclasses.replace(state, step=...)``.

    None if the call replaces no fields.
    """
    match call:
        case CallExpr(callee=RefExpr(fullname="dataclasses.replace"), args=[owner, *values]):
            names = call.arg_names[1:]
        case CallExpr(callee=MemberExpr(name="_replace" | "replace", expr=owner), args=values):
            names = call.arg_names
        case _:
            return None
    t = unfolded(stored_type(api, owner))
    info = t.type if isinstance(t, Instance) else t.partial_fallback.type if isinstance(t, TupleType) else None
    method = None if info is None else info.get("replace")
    is_own = method is not None and isinstance(method.node, FuncDef | Decorator) and method.node.info
    if is_own and not is_library(is_own.fullname, loaded_modules(api)):
        return None
    order = [] if info is None else field_names(info)
    parts = dict(known.of(api, owner))
    for name, value in zip(names, values, strict=True):
        if name is None:
            return NOTHING
        steps: list[Step] = [(".", name), *([("[", order.index(name))] if name in order else [])]
        parts = {path: t for path, t in parts.items() if path[0] not in steps}
        for step in steps:
            parts |= prefixed(known.with_own_type(api, value), step)
    return parts


def made_class(api: CheckerPluginInterface, call: CallExpr) -> TypeInfo | None:
    """The class of the object that a call makes: ``State(...)``, or ``cls(...)`` in a class method."""
    if not isinstance(call.callee, RefExpr):
        return None
    node = call.callee.node
    if isinstance(node, TypeInfo):
        return node
    held = unfolded(stored_type(api, call.callee)) if isinstance(node, Var) else None
    is_class = isinstance(held, CallableType) and held.is_type_obj()
    made = unfolded(held.ret_type) if isinstance(held, CallableType) and is_class else None
    if not isinstance(made, Instance) or any(may_be_overridden(api, made.type, name) for name in CONSTRUCTORS):
        return None
    return made.type


def constructed_parts(
    ctx: AnyCall,
    api: CheckerPluginInterface,
    info: TypeInfo,
    made: Type,
    functions: CalledFunctions,
    answers: Answers,
    known: KnownParts,
) -> Parts:
    """The attributes of an object that a call of its class makes, with their dtypes.

    Args:
        ctx: the call of the class.
        api: the type checker.
        info: the class.
        made: the type of the object.
        functions: finds the method ``__init__``.
        answers: checks its body.
        known: the known parts of values.
    """
    call = ctx.context
    assert isinstance(call, CallExpr)
    if any(kind in (ARG_STAR, ARG_STAR2) for kind in call.arg_kinds):
        return NOTHING
    if info.is_named_tuple:
        return _fields(ctx, api, info, known)
    for name in ("__post_init__", "__new__", "__setattr__", "__getattribute__"):
        method = info.get(name)
        owner = method.node.info if method is not None and isinstance(method.node, FuncDef | Decorator) else None
        if owner and not is_library(owner.fullname, loaded_modules(api)):
            return NOTHING
    symbol = info.get("__init__")
    if symbol is None:
        return NOTHING
    if symbol.plugin_generated:
        return _fields(ctx, api, info, known)
    initializer = symbol.node
    if not isinstance(initializer, FuncDef) or not initializer.info:
        return NOTHING
    source, definition = functions.definition(api, f"{initializer.info.fullname}.__init__")
    instance = get_proper_type(made)
    if source is None or definition is None or not isinstance(instance, Instance):
        return NOTHING
    if calls_initializer_late(definition.function):
        return NOTHING
    if not may_add_dtypes(ctx, api, call, known):
        return NOTHING
    target = Target(definition, source, instance, is_new=True)
    answer = answers.for_call(ctx, api, target, Wrapping())
    if answer is None or not is_installed(source.tree.path):
        return NOTHING if answer is None else _unconverted(answer.receiver_parts, info)
    changed = _changed_in_package(api, info)
    return {path: t for path, t in answer.receiver_parts.items() if changed is not None and path[0][1] not in changed}


def _unconverted(parts: Parts, info: TypeInfo) -> Parts:
    """The parts of a new object without the fields that a converter changes after ``__init__``."""
    converted = converted_fields(info)
    return {path: t for path, t in parts.items() if path[0][1] not in converted}


def _changed_in_package(api: CheckerPluginInterface, info: TypeInfo) -> frozenset[str] | None:
    """The attributes of an installed package's class that its modules store outside of constructors.

    None if the module of the class may store any attribute.
    """
    changed: set[str] = set()
    for base in info.mro:
        module = "" if is_in_known_library(base.fullname) else module_of(base.fullname, loaded_modules(api))
        if not module or loaded_modules(api)[module].is_stub:
            continue
        names = stored_names(loaded_modules(api)[module].path, module)
        if base is info and names.any_attribute:
            return None
        changed |= names.attributes | names.lists
    return frozenset(changed)


def _fields(ctx: AnyCall, api: CheckerPluginInterface, info: TypeInfo, known: KnownParts) -> Parts:
    """The fields of a data class or named tuple, which are the arguments of its call."""
    converted = known.stored.names(api).converted | converted_fields(info)
    parts: dict[Path, Type] = {}
    order = field_names(info)
    for name, expressions, types in zip(ctx.callee_arg_names, ctx.args, ctx.arg_types, strict=True):
        if name is None or len(expressions) != 1 or name in converted:
            continue
        inner = dict(known.with_own_type(api, expressions[0]))
        t = tree_argument(ctx, expressions[0], types[0])
        if holds_dtypes(t):
            inner[()] = t
        parts |= prefixed(inner, (".", name))
        if name in order:
            parts |= prefixed(inner, ("[", order.index(name)))
    return parts


def note_base_parts(
    ctx: AnyCall,
    api: CheckerPluginInterface,
    call: CallExpr,
    functions: CalledFunctions,
    answers: Answers,
    known: KnownParts,
) -> None:
    """Note the attributes that ``super().__init__(x)`` sets, at the beginning of an initializer under check."""
    function = current_function(api)
    if not isinstance(call.callee, SuperExpr) or not isinstance(function, FuncDef) or not function.arguments:
        return
    variable, within = function.arguments[0].variable, call.callee.info
    receiver = get_proper_type(variable.type)
    if function.name != "__init__" or within is None or not isinstance(receiver, Instance):
        return
    mro = receiver.type.mro
    bases = mro[mro.index(within) + 1 :] if within in mro else []
    base = next((base for base in bases if "__init__" in base.names), None)
    symbol = None if base is None else base.names["__init__"]
    if base is None or symbol is None or symbol.plugin_generated or not isinstance(symbol.node, FuncDef):
        return
    source, definition = functions.definition(api, f"{base.fullname}.__init__")
    if source is None or definition is None or calls_initializer_late(definition.function):
        return
    answer = answers.for_call(ctx, api, Target(definition, source, receiver, is_new=True), Wrapping())
    if answer is not None:
        known.narrow_parts(api, name_of(variable, call), answer.receiver_parts)
