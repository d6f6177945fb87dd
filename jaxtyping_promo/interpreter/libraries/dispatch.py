"""Functions whose implementation depends on the classes of their arguments.

They are those of ``functools.singledispatch`` and of the package ``multipledispatch``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..call import Call
from ..classes import class_of, is_subclass
from ..conditions import truth
from ..heap import HeapObject, KeyObject, key_value
from ..values import (
    BOTTOM,
    NONE,
    Class,
    Descriptor,
    External,
    Function,
    Partial,
    Transformed,
    Tuple,
    Value,
    is_unknown,
    of_constant,
    only,
)
from .instance_checks import is_instance
from .registry import model

if TYPE_CHECKING:
    from ..run import Run

REGISTRY = "registry of implementations"
"""The first part of the sites of the heap objects that hold the implementations by class."""


@model("functools.singledispatch", "functools.singledispatchmethod")
def _singledispatch(run: Run, call: Call) -> Value:
    """The dispatching function, with an empty registry."""
    function = call.get(0, "func")
    kind = "singledispatch" if call.short_name == "singledispatch" else "singledispatchmethod"
    item = Transformed(kind, function)
    if run.live.get((REGISTRY, item)) is None:
        run.live.add((REGISTRY, item), HeapObject("dict"))
    return (item,)


def register(run: Run, item: Transformed, call: Call) -> Value:
    """``f.register(cls)``, ``f.register(cls, function)``, or ``f.register(function)`` with an annotation."""
    cls, implementation = call.get(0, "cls"), call.get(1, "func")
    if implementation:
        _store(run, item, cls, implementation)
        return implementation
    first = only(cls)
    if isinstance(first, (Function, Transformed, Descriptor)):
        _store(run, item, _annotated_class(run, first), cls)
        return cls
    return (Partial((External("functools.singledispatch.register"),), (), (("dispatcher", (item,)), ("cls", cls))),)


@model("functools.singledispatch.register")
def _registered(run: Run, call: Call) -> Value:
    """``@f.register(cls)`` above an implementation."""
    item, implementation = only(call.keywords.get("dispatcher", BOTTOM), Transformed), call.get(0, "func")
    if item is not None and "cls" in call.keywords:
        _store(run, item, call.keywords["cls"], implementation)
    return implementation


def _annotated_class(run: Run, item: Any) -> Value:
    """The class that annotates the first parameter of an implementation."""
    function = item if isinstance(item, Function) else only(item.function, Function)
    if function is None:
        return run.unknown("the class of an implementation")
    parameters = [*function.definition.node.args.posonlyargs, *function.definition.node.args.args]
    annotations = [each.annotation for each in parameters if each.annotation is not None]
    return run.evaluate(annotations[0]) if annotations else run.unknown("the class of an implementation")


def _store(run: Run, item: Transformed, cls: Value, implementation: Value) -> None:
    registry = (REGISTRY, item)
    if run.live.get(registry) is None:
        run.live.add(registry, HeapObject("dict"))
    if only(cls, (Class, External)) is None:
        run.live.write_anywhere(registry, run.unknown("an implementation for an unknown class"))
    else:
        run.write(registry, KeyObject(cls), implementation)


def call_dispatched(run: Run, item: Transformed, call: Call) -> Value:
    """Call the implementation for the class of the first argument."""
    position = 0 if item.kind == "singledispatch" else 1
    if len(call.arguments) <= position:
        return BOTTOM if call.is_exact else run.unknown("the first argument of a dispatched call is not known")
    chosen = call.arguments[position]

    def follow(one: Any) -> Value:
        implementation = implementation_for(run, item, (one,))
        if is_unknown(implementation):
            for value in call.everything():
                run.escape(value, "an unknown implementation is called with it")
            return implementation
        arguments = [*call.arguments]
        arguments[position] = (one,)
        return run.call(implementation, arguments, call.keywords, node=call.node, star=call.star,
                        double_star=call.double_star, label=("dispatch", call.label))  # fmt: skip

    if len(chosen) == 1:
        return follow(chosen[0])
    return run.branch(*(lambda one=one: follow(one) for one in chosen))


def implementation_for(run: Run, item: Transformed, argument: Value) -> Value:
    """The implementation that is called for an argument; unknown if several may be called."""
    found = run.live.get((REGISTRY, item))
    if found is None or not found.is_known or is_unknown(argument):
        return run.unknown("the implementations of a dispatching function are not known")
    matching: list[tuple[Any, Value]] = []
    for key, implementation in found.fields.items():
        cls = key_value(key)
        outcome = truth(run, is_instance(run, argument, cls))
        if outcome is None:
            return run.unknown("the class of a dispatched argument is not known")
        if outcome:
            matching.append((cls[0], implementation))
    if not matching:
        return item.function
    info = class_of(run, argument[0])
    order: list[Any] = list(info.mro) if info is not None else []
    positions = [order.index(_entry(cls)) if _entry(cls) in order else len(order) for cls, _ in matching]
    nearest = min(positions)
    if positions.count(nearest) > 1:
        return run.unknown("several implementations fit a dispatched argument")
    return matching[positions.index(nearest)][1]


def _entry(cls: Any) -> Any:
    """A class as the order of bases names it."""
    return cls.site if isinstance(cls, Class) else cls.name


def dispatch_method(run: Run, name: str, item: Transformed, call: Call) -> Value:
    """``f.register(...)``, ``f.dispatch(cls)``."""
    if name == "register":
        return register(run, item, call)
    if name == "dispatch":
        cls = only(call.get(0, "cls"), Class)
        found = run.live.get((REGISTRY, item))
        if cls is None or found is None or not found.is_known:
            return run.unknown("the implementation for an unknown class")
        for entry in run.classes[cls.site].mro:
            key: Value = (External(entry),) if isinstance(entry, str) else (Class(entry),)
            if KeyObject(key) in found.fields:
                return found.fields[KeyObject(key)]
        return item.function
    return NONE if name != "__call__" else call_dispatched(run, item, call)


# ------------------------------------------------------------------------------------------------- multipledispatch


@model("multipledispatch.dispatch")
def _multipledispatch(run: Run, call: Call) -> Value:
    """``@dispatch(A, B)`` above an implementation."""
    classes: Value = (Tuple(tuple(call.arguments)),)
    namespace = call.keywords.get("namespace", NONE)
    keywords = (("classes", classes), ("namespace", namespace))
    return (Partial((External("multipledispatch.dispatch.register"),), (), keywords),)


@model("multipledispatch.dispatch.register")
def _multiply_registered(run: Run, call: Call) -> Value:
    """The dispatching function with the name of the implementation, which gets one more implementation."""
    function = only(call.get(0, "func"), Function)
    classes = only(call.keywords.get("classes", BOTTOM), Tuple)
    if function is None or classes is None:
        return run.unknown("an implementation for unknown classes")
    item = Transformed("multipledispatch", BOTTOM, (("name", of_constant(function.definition.name)),
                                                    ("namespace", call.keywords.get("namespace", NONE))))  # fmt: skip
    if run.live.get((REGISTRY, item)) is None:
        run.live.add((REGISTRY, item), HeapObject("dict"))
    run.write((REGISTRY, item), KeyObject((classes,)), (function,))
    return (item,)


def call_multiply_dispatched(run: Run, item: Transformed, call: Call) -> Value:
    """Call the implementation for the classes of all positional arguments."""
    implementation = _most_specific(run, item, call)
    if is_unknown(implementation):
        for value in call.everything():
            run.escape(value, "an unknown implementation is called with it")
        return implementation
    return run.call(implementation, call.arguments, call.keywords, node=call.node, star=call.star,
                    double_star=call.double_star, label=("dispatch", call.label))  # fmt: skip


def _most_specific(run: Run, item: Transformed, call: Call) -> Value:
    found = run.live.get((REGISTRY, item))
    if found is None or not found.is_known or not call.is_exact or any(len(value) != 1 for value in call.arguments):
        return run.unknown("the implementations of a dispatching function are not known")
    matching: list[tuple[tuple[Value, ...], Value]] = []
    for key, implementation in found.fields.items():
        classes = key_value(key)[0].items
        if len(classes) != len(call.arguments):
            continue
        pairs = zip(call.arguments, classes, strict=True)
        outcomes = [truth(run, is_instance(run, value, cls)) for value, cls in pairs]
        if None in outcomes and False not in outcomes:
            return run.unknown("the class of a dispatched argument is not known")
        if all(outcomes):
            matching.append((classes, implementation))
    for classes, implementation in matching:
        if all(_is_at_least(run, classes, others) for others, _ in matching):
            return implementation
    return run.unknown("no implementation fits the arguments best")


def _is_at_least(run: Run, classes: tuple[Value, ...], others: tuple[Value, ...]) -> bool:
    """Whether each class is a subclass of the corresponding other one."""
    for one, other in zip(classes, others, strict=True):
        cls = only(one, Class)
        if one != other and (cls is None or len(other) != 1 or not is_subclass(run, run.classes[cls.site], other[0])):
            return False
    return True
