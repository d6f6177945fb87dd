"""Calls of values: functions, classes, instances, transformed functions, and names of libraries."""

from __future__ import annotations

from .call import Call
from .functions import call_function
from .instances import instantiate
from .libraries.dtype_values import call_dtype
from .libraries.externals import call_external
from .libraries.methods import call_method
from .libraries.transformations import call_transformed
from .run import CALLS, DEEPEST_CALL, Run
from .values import (
    BoundMethod,
    Class,
    Descriptor,
    Dtype,
    External,
    Function,
    Method,
    Object,
    Opaque,
    Partial,
    Transformed,
    Value,
)


def call_bound_method(run: Run, item: BoundMethod, call: Call) -> Value:
    """A method gets its receiver as the first argument."""
    return run.call(
        (item.function,),
        [(item.receiver,), *call.arguments],
        call.keywords,
        node=call.node,
        star=call.star,
        double_star=call.double_star,
        label=call.label,
    )


def call_partial(run: Run, item: Partial, call: Call) -> Value:
    """A partial call passes its own arguments first."""
    return run.call(
        item.function,
        [*item.arguments, *call.arguments],
        {**dict(item.keywords), **call.keywords},
        node=call.node,
        star=call.star,
        double_star=call.double_star,
        label=call.label,
    )


def call_object(run: Run, item: Object, call: Call) -> Value:
    """An instance is called through ``__call__``."""
    from .attributes import get_attribute
    from .classes import find_method

    if find_method(run, item, "__call__") is None:
        for value in call.everything():
            run.escape(value, "an unknown object is called with it")
        return run.unknown("an object without a known __call__ is called")
    depth = run.models.get("called objects", 0)
    if depth > DEEPEST_CALL:
        run.memo.spoil()
        return run.unknown("an object whose __call__ is an object like it")
    run.models["called objects"] = depth + 1
    try:
        return run.call(
            get_attribute(run, (item,), "__call__"),
            call.arguments,
            call.keywords,
            node=call.node,
            star=call.star,
            double_star=call.double_star,
            label=call.label,
        )
    finally:
        run.models["called objects"] = depth


def call_descriptor(run: Run, item: Descriptor, call: Call) -> Value:
    """``staticmethod`` objects can be called in the body of their class."""
    return run.call(item.function, call.arguments, call.keywords, node=call.node)


def call_opaque(run: Run, item: Opaque, call: Call) -> Value:
    """Objects without arrays: calling them changes nothing and returns another such object."""
    owner, _, method = item.name.rpartition(".")
    if owner in ("numpy.random.Generator", "numpy.random.RandomState"):
        from .libraries.numpy_functions import call_generator

        return call_generator(run, owner, method, call)
    if owner == "contextlib.ExitStack":
        from .libraries.held_objects import call_exit_stack

        return call_exit_stack(run, method, call)
    if len(call.arguments) == 1 and isinstance(call.arguments[0], tuple):
        argument = call.arguments[0]
        if argument and all(isinstance(one, (Function, Class)) for one in argument):
            return argument  # it decorates a function
    return (Opaque(f"{item.name}()"),)


CALLS.update(
    {
        Function: call_function,
        BoundMethod: call_bound_method,
        Partial: call_partial,
        Class: instantiate,
        Object: call_object,
        Descriptor: call_descriptor,
        Transformed: call_transformed,
        External: call_external,
        Method: call_method,
        Dtype: call_dtype,
        Opaque: call_opaque,
    }
)
