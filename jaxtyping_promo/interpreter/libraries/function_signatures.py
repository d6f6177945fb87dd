"""``inspect.signature``: the parameters of a function as objects of the program, and the binding of arguments to them.

A signature, a parameter and bound arguments are instances of classes of a library, so that their attributes are read,
and their methods called, as those of any other base class (see `instance_attributes`).
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from ..call import Call
from ..classes import ClassInfo
from ..heap import HeapObject
from ..iteration import known_items
from ..values import (
    BOTTOM,
    BoundMethod,
    Class,
    Descriptor,
    External,
    Function,
    Object,
    Partial,
    Site,
    Text,
    Transformed,
    Tuple,
    Value,
    constant_of,
    of_constant,
    only,
)
from .instance_attributes import ATTRIBUTES, METHODS
from .registry import model

if TYPE_CHECKING:
    from ..run import Run

SIGNATURE, PARAMETER, BOUND = "inspect.Signature", "inspect.Parameter", "inspect.BoundArguments"
POSITIONAL_ONLY, POSITIONAL, VARIADIC, KEYWORD_ONLY, KEYWORDS = KINDS = (
    "POSITIONAL_ONLY", "POSITIONAL_OR_KEYWORD", "VAR_POSITIONAL", "KEYWORD_ONLY", "VAR_KEYWORD",
)  # fmt: skip
"""The kinds of parameters, in their order."""
EMPTY: Final[Value] = (External("inspect.Parameter.empty"),)
"""The default of a parameter that has none."""
DEEPEST_WRAPPER = 24


class Parameter(NamedTuple):
    """One parameter: its name, its kind, and its default, which is `EMPTY` if there is none."""

    name: str
    kind: str
    default: Value = EMPTY


# ------------------------------------------------------------------------------------------ the signature of a function


def parameters_of(run: Run, item: Any, depth: int = 0) -> list[Parameter] | None:
    """The parameters of a callable; None if they are not known."""
    if depth > DEEPEST_WRAPPER or run.heap is None:
        return None
    if isinstance(item, (Function, Transformed, Partial)):
        stored = run.live.get(("attributes", item))
        for name in ("__signature__", "__wrapped__"):
            value = stored.fields.get(name) if stored is not None else None
            if value is not None:
                return _of_value(run, value, depth)
    match item:
        case Function():
            return _of_function(item)
        case BoundMethod(function=function):
            inner = parameters_of(run, function, depth + 1)
            return None if inner is None else _without_first(inner)
        case Partial():
            return _of_partial(run, item, depth)
        case Transformed(function=function) | Descriptor(function=function):
            return parameters_of(run, function[0], depth + 1) if len(function) == 1 else None
        case Class(site=site):
            return _of_class(run, run.classes[site], depth)
        case Object():
            return _of_object(run, item, depth)
    return None


def _of_value(run: Run, value: Value, depth: int) -> list[Parameter] | None:
    """The parameters behind ``__signature__`` or ``__wrapped__``."""
    item = only(value)
    if isinstance(item, Object) and _is_instance_of(run, item, SIGNATURE):
        return stored_parameters(run, item)
    return parameters_of(run, item, depth + 1)


def _of_function(item: Function) -> list[Parameter]:
    parameters, defaults = item.definition.node.args, dict(item.defaults)

    def made(each: ast.arg, kind: str) -> Parameter:
        return Parameter(each.arg, kind, defaults.get(each.arg, EMPTY))

    found = [made(each, POSITIONAL_ONLY) for each in parameters.posonlyargs]
    found += [made(each, POSITIONAL) for each in parameters.args]
    if parameters.vararg is not None:
        found.append(made(parameters.vararg, VARIADIC))
    found += [made(each, KEYWORD_ONLY) for each in parameters.kwonlyargs]
    if parameters.kwarg is not None:
        found.append(made(parameters.kwarg, KEYWORDS))
    return found


def _without_first(parameters: Sequence[Parameter]) -> list[Parameter]:
    """The parameters of a bound method."""
    if parameters and parameters[0].kind == VARIADIC:
        return [*parameters]
    return [*parameters[1:]]


def _of_partial(run: Run, item: Partial, depth: int) -> list[Parameter] | None:
    """The parameters of a partial call: from its first keyword on, they are passed by name."""
    inner = parameters_of(run, item.function[0], depth + 1) if len(item.function) == 1 else None
    if inner is None:
        return None
    count, keywords = len(item.arguments), dict(item.keywords)
    left: list[Parameter] = []
    for parameter in inner:
        if count and parameter.kind in (POSITIONAL_ONLY, POSITIONAL):
            count -= 1
        else:
            left.append(parameter)
    found: list[Parameter] = []
    by_name = False
    for parameter in left:
        kind, default = parameter.kind, keywords.get(parameter.name, parameter.default)
        if parameter.kind == POSITIONAL:
            by_name = by_name or parameter.name in keywords
            kind = KEYWORD_ONLY if by_name else POSITIONAL
        if by_name and kind == VARIADIC:
            continue
        found.append(Parameter(parameter.name, kind, default))
    return sorted(found, key=lambda each: KINDS.index(each.kind)) if by_name else found


def _of_class(run: Run, info: ClassInfo, depth: int) -> list[Parameter] | None:
    """The parameters of a constructor."""
    stated = info.find(run, "__signature__")
    if stated:
        return _of_value(run, stated, depth)
    new, init = info.find(run, "__new__"), info.find(run, "__init__")
    if info.kind in ("dataclass", "namedtuple") and not init and not new:
        return _of_fields(run, info)
    function = init or new
    if not function:
        return None if info.is_open else []
    inner = parameters_of(run, function[0], depth + 1) if len(function) == 1 else None
    return None if inner is None else _without_first(inner)


def _of_fields(run: Run, info: ClassInfo) -> list[Parameter] | None:
    from ..instances import field_settings

    if info.is_open or constant_of(info.options.get("kw_only", BOTTOM)) is True:
        return None
    found = []
    for name, owner in info.constructor_fields(run).items():
        if name in owner.keyword_only:
            return None
        default = info.find(run, name)
        if field_settings(default) is not None:
            return None
        found.append(Parameter(name, POSITIONAL, default or EMPTY))
    return found


def _of_object(run: Run, item: Object, depth: int) -> list[Parameter] | None:
    from ..classes import find_method

    method = find_method(run, item, "__call__")
    inner = parameters_of(run, method[0], depth + 1) if method and len(method) == 1 else None
    return None if inner is None else _without_first(inner)


# ----------------------------------------------------------------------------------------------- objects of the program


def _library_class(run: Run, name: str) -> Site:
    """The class of the instances that this module makes."""
    site: Site = ("class", name)
    if site not in run.classes:
        info = ClassInfo(name.rpartition(".")[2], site, ("nothing",), None, "inspect", "")
        info.mro = [site, name]
        run.classes[site] = info
        run.base[site] = HeapObject("class", {"__name__": of_constant(info.name)})
    return site


def _is_instance_of(run: Run, item: Object, name: str) -> bool:
    found = run.live.get(item.site)
    return found is not None and found.cls is not None and run.classes[found.cls].inherits(name)


def _new(run: Run, name: str, fields: dict[str, Value], label: Any) -> Value:
    return run.allocate("instance", dict(fields), cls=_library_class(run, name), label=(name, label))


def make_signature(run: Run, parameters: Sequence[Parameter]) -> Value:
    """The ``Signature`` of some parameters."""
    items: dict[Any, Value] = {}
    for parameter in parameters:
        fields = {
            "name": of_constant(parameter.name),
            "kind": (External(f"{PARAMETER}.{parameter.kind}"),),
            "default": parameter.default,
        }
        items[parameter.name] = _new(run, PARAMETER, fields, parameter.name)
    return _new(run, SIGNATURE, {"parameters": run.allocate("dict", items, label="parameters")}, None)


def stored_parameters(run: Run, signature: Object) -> list[Parameter] | None:
    """The parameters of a ``Signature`` object; None if one of them is not known."""
    mapping = only(run.object(signature).get("parameters") or BOTTOM, Object)
    found = run.live.get(mapping.site) if mapping is not None else None
    if found is None or found.kind != "dict" or not found.is_known:
        return None
    parameters = []
    for value in found.fields.values():
        parameter = parameter_of(run, value)
        if parameter is None:
            return None
        parameters.append(parameter)
    return parameters


def parameter_of(run: Run, value: Value) -> Parameter | None:
    """A parameter by its ``Parameter`` object; None if it is not known."""
    item = only(value, Object)
    if item is None or not _is_instance_of(run, item, PARAMETER):
        return None
    found = run.object(item)
    name, kind = constant_of(found.get("name") or BOTTOM), only(found.get("kind") or BOTTOM, External)
    short = kind.name.rpartition(".")[2] if kind is not None else ""
    if not isinstance(name, str) or short not in KINDS:
        return None
    return Parameter(name, short, found.get("default") or EMPTY)


@model("inspect.signature", "inspect.Signature.from_callable", "jax.api_util.fun_signature")
def _signature(run: Run, call: Call) -> Value:
    """``inspect.signature(f)``."""
    item = only(call.get(0, "obj"))
    parameters = parameters_of(run, item)
    if parameters is None:
        return run.unknown("the signature of a function")
    return make_signature(run, parameters)


@model(SIGNATURE)
def _new_signature(run: Run, call: Call) -> Value:
    """``inspect.Signature(parameters)``."""
    items = known_items(run, call.get(0, "parameters", (Tuple(()),)))
    parameters = [parameter_of(run, item) for item in items or ()]
    known = [parameter for parameter in parameters if parameter is not None]
    if items is None or len(known) != len(items):
        return run.unknown("the parameters of a signature are not known")
    return make_signature(run, known)


@model(PARAMETER)
def _new_parameter(run: Run, call: Call) -> Value:
    """``inspect.Parameter(name, kind)``."""
    fields = {"name": call.get(0, "name"), "kind": call.get(1, "kind"), "default": call.get(-1, "default", EMPTY)}
    return _new(run, PARAMETER, fields, call.label)


def _parameter_attribute(run: Run, info: ClassInfo, item: Object, name: str) -> Value | None:
    """``p.annotation``, ``p.empty``, ``p.POSITIONAL_ONLY``."""
    if name == "annotation":
        return run.unknown("the annotation of a parameter")
    if name in (*KINDS, "empty"):
        return (External(f"{PARAMETER}.{name}"),)
    return None


def _replaced(run: Run, receiver: Any, call: Call) -> Value:
    """``p.replace(default=...)`` and ``signature.replace(parameters=...)``."""
    from ..instances import copy_instance

    if _is_instance_of(run, receiver, PARAMETER):
        return copy_instance(run, receiver, call.keywords, ("replace", id(call.node)))
    if "parameters" in call.keywords:
        return _new_signature(run, call)
    return (receiver,)


# ---------------------------------------------------------------------------------------------------- bound arguments


def bind_parameters(parameters: Sequence[Parameter], call: Call, *, is_partial: bool) -> dict[str, Value] | None:
    """The arguments of a call by parameter, without defaults; None if Python raises a TypeError."""
    bound: dict[str, Value] = {}
    positional, keywords = [*call.arguments], dict(call.keywords)
    for parameter in parameters:
        if parameter.kind in (POSITIONAL_ONLY, POSITIONAL) and positional:
            bound[parameter.name] = positional.pop(0)
            if parameter.kind == POSITIONAL and parameter.name in keywords:
                return None
        elif parameter.kind in (POSITIONAL, KEYWORD_ONLY) and parameter.name in keywords:
            bound[parameter.name] = keywords.pop(parameter.name)
        elif parameter.kind == VARIADIC:
            if positional:
                bound[parameter.name] = (Tuple(tuple(positional)),)
            positional = []
        elif parameter.kind != KEYWORDS and parameter.default == EMPTY and not is_partial:
            return None
    if positional:
        return None
    catch_all = next((parameter.name for parameter in parameters if parameter.kind == KEYWORDS), None)
    if keywords:
        if catch_all is None:
            return None
        bound[catch_all] = (Transformed("keywords", BOTTOM, tuple(keywords.items())),)
    return bound


def _bind(run: Run, receiver: Any, call: Call, *, is_partial: bool = False) -> Value:
    """``signature.bind(*args, **kwargs)``."""
    parameters = stored_parameters(run, receiver)
    if parameters is None or not call.is_exact:
        for value in call.everything():
            run.escape(value, "it is bound to a signature that is not known")
        return run.unknown("arguments that are bound to a signature")
    bound = bind_parameters(parameters, call, is_partial=is_partial)
    if bound is None:
        return BOTTOM
    for name, value in bound.items():
        extra = only(value, Transformed)
        if extra is not None and extra.kind == "keywords":
            bound[name] = run.allocate("dict", dict(extra.options), label=("bound keywords", call.label))
    arguments = run.allocate("dict", dict(bound), label=("bound arguments", call.label))
    return _new(run, BOUND, {"arguments": arguments, "signature": (receiver,)}, call.label)


def _bound_parts(run: Run, item: Object) -> tuple[list[Parameter], HeapObject] | None:
    """The parameters and the dict of arguments of a ``BoundArguments`` object; None if they are not known."""
    found = run.object(item)
    signature = only(found.get("signature") or BOTTOM, Object)
    mapping = only(found.get("arguments") or BOTTOM, Object)
    if signature is None or mapping is None:
        return None
    parameters, arguments = stored_parameters(run, signature), run.live.get(mapping.site)
    return None if parameters is None or arguments is None or not arguments.is_known else (parameters, arguments)


def _bound_attribute(run: Run, info: ClassInfo, item: Object, name: str) -> Value | None:
    """``bound.args`` and ``bound.kwargs``."""
    if name not in ("args", "kwargs"):
        return None
    parts = _bound_parts(run, item)
    if parts is None:
        return run.unknown("arguments that are bound to a signature")
    parameters, arguments = parts
    positional: list[Value] = []
    keywords: dict[Any, Value] = {}
    by_name = False
    for parameter in parameters:
        value = arguments.fields.get(parameter.name)
        if value is None:
            # Behind a parameter without an argument, the arguments are passed by name.
            by_name = by_name or parameter.kind in (POSITIONAL_ONLY, POSITIONAL)
            continue
        if parameter.kind == KEYWORDS:
            inner = only(value, Object)
            if inner is None or not run.object(inner).is_known:
                return run.unknown("keyword arguments that are bound to a signature")
            keywords.update(run.object(inner).fields)
        elif parameter.kind == VARIADIC:
            items = known_items(run, value)
            if items is None:
                return run.unknown("positional arguments that are bound to a signature")
            positional += items
        elif parameter.kind == KEYWORD_ONLY or by_name:
            keywords[parameter.name] = value
        else:
            positional.append(value)
    if name == "args":
        return (Tuple(tuple(positional)),)
    return run.allocate("dict", keywords, label=("bound kwargs", item.site))


def _apply_defaults(run: Run, receiver: Any, call: Call) -> Value:
    """``bound.apply_defaults()``: every parameter gets a value."""
    from ..values import NONE

    parts = _bound_parts(run, receiver)
    if parts is None:
        run.escape((receiver,), "defaults that are not known are applied to it")
        return NONE
    parameters, arguments = parts
    filled: dict[Any, Value] = {}
    for parameter in parameters:
        if parameter.name in arguments.fields:
            filled[parameter.name] = arguments.fields[parameter.name]
        elif parameter.default != EMPTY:
            filled[parameter.name] = parameter.default
        elif parameter.kind == VARIADIC:
            filled[parameter.name] = (Tuple(()),)
        elif parameter.kind == KEYWORDS:
            filled[parameter.name] = run.allocate("dict", label=("no keywords", call.label))
    run.write(receiver.site, "arguments", run.allocate("dict", filled, label=("applied", call.label)))
    return NONE


ATTRIBUTES[PARAMETER] = _parameter_attribute
ATTRIBUTES[BOUND] = _bound_attribute
METHODS[PARAMETER] = {"replace": _replaced, "__str__": lambda run, receiver, call: (Text(),)}
METHODS[SIGNATURE] = {
    "bind": _bind,
    "bind_partial": lambda run, receiver, call: _bind(run, receiver, call, is_partial=True),
    "replace": _replaced,
}
METHODS[BOUND] = {"apply_defaults": _apply_defaults}
