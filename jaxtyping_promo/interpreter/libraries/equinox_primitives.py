"""Primitives that `equinox.internal.create_vprim` makes, with their rules, and functions that cache compiled ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..call import Call
from ..pytrees import map_leaves
from ..values import ANY_STR, NONE, Array, External, Transformed, Tuple, Value, each, only
from .equinox_transformations import filtered_arrays, filtered_traced
from .registry import model
from .transformations import CALLERS

if TYPE_CHECKING:
    from ..run import Run


@model("equinox.internal.filter_primitive_def", "equinox.internal.filter_primitive_jvp",
       "equinox.internal.filter_primitive_batching", "equinox.internal.filter_primitive_transpose")  # fmt: skip
def _rule(run: Run, call: Call) -> Value:
    return call.arguments[0] if call.arguments else (External("identity()"),)


@model("equinox.internal.create_vprim")
def _create_primitive(run: Run, call: Call) -> Value:
    """``eqxi.create_vprim(name, impl, abstract_eval, jvp, transpose)``."""
    return (Transformed("equinox primitive", call.get(1, "impl"), (("abstract", call.get(2, "abstract_eval")),)),)


def define_rule(run: Run, name: str, item: Transformed, call: Call) -> Value:
    """``primitive.def_impl(function)``: a rule of a primitive. Rules for compilation do not change dtypes."""
    if name == "def_impl":
        run.models["implementation", item] = call.get(0, "impl")
    return NONE


@model("equinox.internal.register_impl_finalisation")
def _finalise(run: Run, call: Call) -> Value:
    return NONE


@model("equinox.internal.filter_primitive_bind")
def _bind_primitive(run: Run, call: Call) -> Value:
    """``eqxi.filter_primitive_bind(primitive, *args)``: calls the primitive's abstract rule, or its implementation."""
    primitive = only(call.get(0, "prim"), Transformed)
    if primitive is None or primitive.kind != "equinox primitive":
        for value in call.everything():
            run.escape(value, "an unknown primitive is called with it")
        return run.unknown("an unknown primitive")
    given = [filtered_arrays(run, value, ("argument", index)) for index, value in enumerate(call.arguments[1:])]
    if not run.staged:
        function = run.models.get(("implementation", primitive), primitive.function)
        result = run.call(function, given, {}, node=call.node, label=("implementation", call.label))
        return filtered_arrays(run, result, ("bound", id(call.node)), filtered_traced(run, call.arguments[1:]))
    result = run.call(primitive.option("abstract"), given, {}, node=call.node, label=("abstract", call.label))

    def leaf(old: Value) -> Value:
        return each(
            old,
            lambda item: (
                (Array(item.dtype, item.shape, item.origins, cause=item.cause, traced=True),)
                if isinstance(item, Array)
                else (item,)
            ),
        )

    return map_leaves(run, result, leaf, ("bound", id(call.node), call.label))


CALLERS["equinox primitive"] = lambda run, item, call: run.unknown("a primitive is called")


@model("equinox.internal.compile_cache")
def _compile_cache(run: Run, call: Call) -> Value:
    """``@compile_cache``: the function is called with the names of the first argument instead of it."""
    return (Transformed("compile cache", call.get(0, "cacheable_fn")),)


def _call_cached(run: Run, item: Transformed, call: Call) -> Value:
    names: Value = (Tuple((ANY_STR, ANY_STR)),)
    return run.call(item.function, [names, *call.arguments[1:]], call.keywords, node=call.node, label=call.label)


CALLERS["compile cache"] = _call_cached
