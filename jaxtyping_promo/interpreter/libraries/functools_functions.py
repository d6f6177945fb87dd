"""Functions that make functions: ``functools``, and decorators that return their function."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..attribute_stores import set_attribute
from ..call import Call
from ..iteration import item_of, known_items
from ..values import BOTTOM, Class, External, Function, Partial, Transformed, Unknown, Value, is_unknown, join, only
from .builtin_iteration import maybe_mixing
from .registry import model

if TYPE_CHECKING:
    from ..run import Run


@model("functools.partial", "functools.partialmethod", "jax.tree_util.Partial", "equinox.Partial")
def _partial(run: Run, call: Call) -> Value:
    if not call.arguments or call.star:
        return run.unknown("a partial call of unknown arguments")
    is_tree = call.name == "jax.tree_util.Partial"
    return (Partial(call.arguments[0], tuple(call.arguments[1:]), tuple(call.keywords.items()), is_tree),)


@model("functools.wraps", "jax.util.wraps")
def _wraps(run: Run, call: Call) -> Value:
    wrapped = call.get(0, "wrapped")
    return (Partial((External("functools.update_wrapper"),), (), (("wrapped", wrapped),)),)


@model("functools.update_wrapper")
def _update_wrapper(run: Run, call: Call) -> Value:
    """The wrapper remembers the function that it wraps."""
    wrapper, wrapped = call.get(0, "wrapper"), call.get(1, "wrapped")
    if only(wrapper, (Function, Transformed, Partial)) and wrapped and not is_unknown(wrapped):
        set_attribute(run, wrapper, "__wrapped__", wrapped)
    return wrapper


@model("functools.total_ordering", "contextlib.ContextDecorator")
def _decorator(run: Run, call: Call) -> Value:
    argument = call.arguments[0] if call.arguments else BOTTOM
    if argument and all(isinstance(item, (Function, Transformed, Class, Partial, Unknown)) for item in argument):
        return argument
    return (External("identity()"),)


@model("identity()", "typing.runtime_checkable", "typing.final", "typing.overload", "typing.no_type_check",
       "abc.abstractmethod", "typing.override", "typing_extensions.override", "typing_extensions.overload",
       "typing_extensions.runtime_checkable", "typing_extensions.final", "typing_extensions.dataclass_transform",
       "typing.dataclass_transform", "jax.tree_util.register_static", "jax.named_call",
       "jax.profiler.annotate_function", "jax._src.traceback_util.api_boundary", "flax.traceback_util.api_boundary",
       "atexit.register", "enum.unique", "numba.njit")  # fmt: skip
def _identity(run: Run, call: Call) -> Value:
    argument = call.arguments[0] if call.arguments else BOTTOM
    return argument or (External("identity()"),)


@model("functools.reduce")
def _reduce(run: Run, call: Call) -> Value:
    function, iterable = call.get(0, "function"), call.get(1, "iterable")
    items = known_items(run, iterable)
    start = call.get(2, "initial")
    if items is not None:
        if not start:
            if not items:
                return BOTTOM
            start, items = items[0], items[1:]
        for index, item in enumerate(items):
            start = run.call(function, [start, item], {}, label=("reduce", index))
        return start
    from ..loops import repeat

    item = item_of(run, iterable)
    result = start or item

    def turn() -> Value:
        nonlocal result
        result = join(result, run.call(function, [result, item], {}, label="reduce"))
        return result

    with maybe_mixing(run, item):
        repeat(run, turn)
        return repeat(run, turn)
