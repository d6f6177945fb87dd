"""``functools.singledispatch``: the implementation is chosen by the class of the first argument."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..call import Call
from ..classes import class_of
from ..values import BOTTOM, Class, External, Function, Transformed, Unknown, Value, constant_of, only
from .instance_checks import is_instance
from .registry import model
from .transformations import CALLERS, METHODS_BY_KIND

if TYPE_CHECKING:
    from ..run import Run


@model("functools.singledispatch", "functools.singledispatchmethod")
def _singledispatch(run: Run, call: Call) -> Value:
    """The generic function. Its implementations are added by `register`."""
    if call.short_name == "singledispatchmethod":
        return run.unknown("functools.singledispatchmethod")
    return (Transformed("singledispatch", call.get(0, "func")),)


def _implementations(run: Run, item: Transformed) -> dict[Any, Value]:
    found: dict[Any, Value] = run.models.setdefault(("singledispatch", item), {})
    return found


def register(run: Run, item: Any, call: Call) -> Value:
    """``f.register(cls)``, ``f.register(cls, function)``, or ``@f.register`` above an annotated function."""
    first = call.get(0, "cls")
    function = call.get(1, "func")
    if all(isinstance(one, (Class, External)) for one in first) and first:
        if not function:
            return (Transformed("registration", (item,), (("cls", first),)),)
        _add(run, item, first, function)
        return function
    _add(run, item, _annotated_class(run, first), first)
    return first


def _annotated_class(run: Run, function: Value) -> Value:
    """The class that annotates the first parameter of a function."""
    item = only(function, Function)
    parameters = item.definition.node.args.args if item is not None else []
    annotation = parameters[0].annotation if parameters else None
    return (Unknown("a registration without a class"),) if annotation is None else run.evaluate(annotation)


def _add(run: Run, item: Transformed, cls: Value, function: Value) -> None:
    implementations = _implementations(run, item)
    for one in cls:
        implementations[one] = function


def _registration(run: Run, item: Transformed, call: Call) -> Value:
    """``@f.register(cls)`` is applied to a function."""
    function = call.get(0, "func")
    generic = only(item.function, Transformed)
    if generic is not None:
        _add(run, generic, item.option("cls"), function)
    return function


def _dispatch(run: Run, item: Transformed, call: Call) -> Value:
    """Call the implementation for the class of the first argument."""
    if not call.arguments:
        return BOTTOM if call.is_exact else run.unknown("the first argument of a generic function")

    def forward(one: Any) -> Value:
        function = _implementation(run, item, one)
        if function is None:
            for value in call.everything():
                run.escape(value, "a generic function is called with it")
            return run.unknown("the class of a generic function's first argument")
        return run.call(function, [(one,), *call.arguments[1:]], call.keywords, node=call.node, star=call.star,
                        double_star=call.double_star, label=("dispatch", call.label))  # fmt: skip

    first = call.arguments[0]
    if len(first) == 1:
        return forward(first[0])
    return run.branch(*(lambda one=one: forward(one) for one in first))


def _implementation(run: Run, item: Transformed, first: Any) -> Value | None:
    """The implementation for an argument; None if its class is not known."""
    implementations = _implementations(run, item)
    if any(isinstance(cls, Unknown) for cls in implementations):
        return None
    info = class_of(run, first)
    if info is not None:
        if info.is_open:
            return None
        for each_class in info.mro:
            cls = External(each_class) if isinstance(each_class, str) else Class(each_class)
            if cls in implementations:
                return implementations[cls]
    outcomes = {cls: constant_of(is_instance(run, (first,), (cls,))) for cls in implementations}
    matching = [cls for cls, outcome in outcomes.items() if outcome is not False]
    if any(outcomes[cls] is not True for cls in matching) or len(matching) > 1:
        return None
    return implementations[matching[0]] if matching else item.function


CALLERS["singledispatch"] = _dispatch
CALLERS["registration"] = _registration
METHODS_BY_KIND["singledispatch"] = {"register": register}
