"""JAX's transformations of functions: what the transformed function returns when it is called."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from ..arrays import strong, traced
from ..call import Call
from ..conditions import truth
from ..iteration import known_items
from ..modes import DISABLE_JIT, MODES, enter_block, leave_block
from ..pytrees import flatten, map_leaves
from ..values import (
    ABSENT,
    BOTTOM,
    NONE,
    Array,
    BoundMethod,
    External,
    Function,
    Number,
    Partial,
    Transformed,
    Tuple,
    Value,
    constant_of,
    each,
    join,
    of_constant,
    only,
)
from ..weak_arguments import check_weak_arguments
from ..weak_derivatives import STATE as WEAK_STATE
from .custom_derivatives import (
    RULE_MAKERS,
    call_custom,
    store_rule,
)
from .dispatch import call_dispatched, call_multiply_dispatched, dispatch_method
from .mapped_axes import MappedAxes
from .registry import model
from .traces import forget_traces, static_key, traced_once

if TYPE_CHECKING:
    from ..run import Run

# ---------------------------------------------------------------------------------------- making transformed functions

TRANSFORMATIONS: Final[dict[str, str]] = {
    "jax.jit": "jit", "jax.pmap": "vmap", "jax.vmap": "vmap", "jax.grad": "grad",
    "jax.value_and_grad": "value_and_grad",
    "jax.checkpoint": "checkpoint", "jax.custom_jvp": "custom", "jax.custom_vjp": "custom", "jax.jacfwd": "jacobian",
    "jax.jacrev": "jacobian", "jax.jacobian": "jacobian", "jax.hessian": "jacobian", "jax.shard_map": "sharded",
    "jax.custom_batching.custom_vmap": "custom", "jax.numpy.vectorize": "vectorize", "jax.named_call": "plain",
    "jax.experimental.checkify.checkify": "checkify",
    "flax.nnx.jit": "filter_jit",
    "flax.nnx.remat": "filter_jit", "haiku.remat": "plain", "haiku.jit": "plain",
    "haiku.grad": "grad",
    "haiku.value_and_grad": "value_and_grad", "jax.make_jaxpr": "opaque", "jax.experimental.jax2tf.convert": "plain",
    "chex.assert_max_traces": "decorator", "chex.chexify": "plain",
}  # fmt: skip
"""The kind of each transformation by its full name."""
FUNCTION_PARAMETERS = ("fun", "f", "func", "function", "fn", "pyfunc")


@model(*TRANSFORMATIONS)
def transform(run: Run, call: Call) -> Value:
    """``jax.jit(f, ...)``, or ``jax.jit(...)`` as a decorator with options."""
    kind = TRANSFORMATIONS[call.name]
    keywords = dict(call.keywords)
    function: Value = call.arguments[0] if call.arguments else BOTTOM
    for name in FUNCTION_PARAMETERS:
        function = function or keywords.pop(name, BOTTOM)
    if kind == "decorator":
        return function if function and isinstance(function[0], Function) else (External("identity()"),)
    if not function:
        return (Partial((External(call.name),), (), tuple(keywords.items())),)
    options = dict(zip(("first", "second", "third"), call.arguments[1:], strict=False)) | keywords
    if kind in ("grad", "value_and_grad", "jacobian"):
        options["transformation"] = of_constant(call.name)
    return each(function, lambda item: (Transformed(kind, (item,), tuple(options.items())),))


# ------------------------------------------------------------------------------------------------- calling them


def call_transformed(run: Run, item: Transformed, call: Call) -> Value:
    """Call a transformed function."""
    return CALLERS.get(item.kind, _plain)(run, item, call)


def forward(run: Run, item: Transformed, call: Call, arguments: list[Value], keywords: dict[str, Value]) -> Value:
    """Call the function behind a transformation."""
    return run.call(item.function, arguments, keywords, node=call.node, star=call.star, double_star=call.double_star,
                    label=(item.kind, call.label))  # fmt: skip


def to_arrays(run: Run, value: Value, label: Any = None, *, flag: bool | None = True) -> Value:
    """A pytree whose leaves are arrays, as JAX passes it to a function that it transforms.

    Args:
        run: the run.
        value: the tree.
        label: tells apart several trees at one node.
        flag: whether the arrays are traced.
    """
    switched = truth(run, run.live[MODES].fields[DISABLE_JIT]) if run.heap is not None else False
    if switched is not False:
        return value if switched else run.unknown("jax.disable_jit may hold")
    return map_leaves(run, value, lambda leaf: traced(run, leaf, flag), label)


def traced_outside(run: Run, values: Iterable[Value]) -> bool | None:
    """Whether the results of a transformed function are traced: in staged code, or if one of its arguments is.

    While weak arrays are differentiated, the function may capture traced arrays.
    """
    if run.staged:
        return True
    flags: list[bool | None] = [False if run.models.get(WEAK_STATE) is None else None]
    for value in values:
        for leaf in flatten(run, value)[0]:
            flags += [item.traced for item in leaf if isinstance(item, Array) and not item.is_struct]
    return True if True in flags else None if None in flags else False


def strengthened(run: Run, value: Value) -> Value:
    """A leaf of the same dtype that is not weak."""
    return each(
        value,
        lambda one: (
            (Array(strong(run, one.dtype), one.shape, one.origins, cause=one.cause),)
            if isinstance(one, Array) and not one.is_struct
            else (one,)
        ),
    )


def _plain(run: Run, item: Transformed, call: Call) -> Value:
    return forward(run, item, call, call.arguments, call.keywords)


def _jit(run: Run, item: Transformed, call: Call) -> Value:
    """``jit``: arguments that are not static are traced, and every leaf of the result is an array."""
    if item.kind == "jit":
        check_weak_arguments(run, item.function, call)
    numbers, names = _static(run, item)
    parameters = parameter_names(item.function)
    is_static = [
        index in numbers or (index < len(parameters) and parameters[index] in names)
        for index in range(len(call.arguments))
    ]
    static_names = [
        name for name in call.keywords
        if name in names or (name in parameters and parameters.index(name) in numbers)
    ]  # fmt: skip
    arguments = [
        value if is_static[index] else to_arrays(run, value, ("argument", index))
        for index, value in enumerate(call.arguments)
    ]
    keywords = {
        name: value if name in static_names else to_arrays(run, value, name) for name, value in call.keywords.items()
    }
    star = to_arrays(run, call.star) if call.star else BOTTOM
    flag = traced_outside(run, call.everything())
    given = [value for value, is_fixed in zip(arguments, is_static, strict=True) if not is_fixed]
    given += [value for name, value in keywords.items() if name not in static_names]
    fixed = [value for value, is_fixed in zip(arguments, is_static, strict=True) if is_fixed]
    fixed += [keywords[name] for name in static_names]

    def evaluate() -> Value:
        with run.staging():
            return run.call(item.function, arguments, keywords, node=call.node, star=star,
                            double_star=call.double_star, label=("jit", call.label))  # fmt: skip

    key = static_key(run, fixed) if call.is_exact else None
    key = None if key is None else (item.kind, tuple(keywords), tuple(is_static), key)
    is_kept = item.kind in ("jit", "checkpoint")
    result = traced_once(run, item.function, given, evaluate, static=key) if is_kept else evaluate()
    if run.heap is None:
        return BOTTOM
    label = ("result", id(call.node), call.label)
    if item.kind == "checkpoint" and flag is not True:  # outside of traced code, JAX 0.12 returns numbers of Python
        return map_leaves(run, result, lambda leaf: join(_numbers_in(leaf), traced(run, leaf, flag)), label)
    return to_arrays(run, result, label, flag=flag)


def _numbers_in(leaf: Value) -> Value:
    """The alternatives of a leaf that are numbers of Python."""
    return tuple(item for item in leaf if isinstance(item, Number))


def _static(run: Run, item: Transformed) -> tuple[set[int], set[str]]:
    """The positions and names of static arguments."""
    numbers: set[int] = set()
    names: set[str] = set()
    for option in ("static_argnums", "static_argnames", "static_broadcasted_argnums", "nondiff_argnums"):
        value = item.option(option)
        constant = constant_of(value) if value else None
        if constant is ABSENT:
            items = known_items(run, value)
            constant = tuple(constant_of(each_item) for each_item in items or [])
        for one in constant if isinstance(constant, tuple) else (constant,):
            if isinstance(one, int) and not isinstance(one, bool):
                numbers.add(one)
            elif isinstance(one, str):
                names.add(one)
    if numbers:
        count = len(parameter_names(item.function))
        numbers = {number % count if number < 0 and count else number for number in numbers}
    return numbers, names


def parameter_names(function: Value) -> tuple[str, ...]:
    """The names of the positional parameters of a function behind its wrappers; empty if unknown."""
    item: Any = function[0] if len(function) == 1 else None
    if isinstance(item, Function):
        return item.definition.names
    if isinstance(item, BoundMethod):
        return parameter_names((item.function,))[1:]
    if isinstance(item, Transformed):
        return parameter_names(item.function)
    if isinstance(item, Partial):
        return parameter_names(item.function)[len(item.arguments) :]
    return ()


def _vmap(run: Run, item: Transformed, call: Call) -> Value:
    """``vmap``: the function gets arrays with one axis less, and every leaf of the result has one more."""
    mapped = MappedAxes(
        run, call.node, item.option("in_axes") or item.option("first"), constant_of(item.option("axis_size"))
    )
    arguments = [mapped.take(value, mapped.axes_of(index), index) for index, value in enumerate(call.arguments)]
    keywords = {name: mapped.take(value, of_constant(0), name) for name, value in call.keywords.items()}
    result = forward(run, item, call, arguments, keywords)
    if run.heap is None:
        return BOTTOM
    flag = traced_outside(run, call.everything())
    return mapped.add(result, item.option("out_axes") or item.option("second") or of_constant(0), call.label, flag)


def _vectorize(run: Run, item: Transformed, call: Call) -> Value:
    """``jnp.vectorize``: the function is mapped over all axes that are not in the signature, so shapes are unknown."""
    arguments = [
        map_leaves(run, to_arrays(run, value, ("argument", index)), without_shape, ("core", index))
        for index, value in enumerate(call.arguments)
    ]
    keywords = {name: map_leaves(run, value, without_shape, ("core", name)) for name, value in call.keywords.items()}
    result = forward(run, item, call, arguments, keywords)
    if run.heap is None:
        return BOTTOM
    result = to_arrays(run, result, ("result", id(call.node), call.label), flag=traced_outside(run, call.everything()))
    return map_leaves(run, result, without_shape, ("vectorized", id(call.node), call.label))


def without_shape(leaf: Value) -> Value:
    """The arrays of a leaf without their shapes."""
    return each(leaf, lambda one: (replace(one, shape=None),) if isinstance(one, Array) else (one,))


def _filter_jit(run: Run, item: Transformed, call: Call) -> Value:
    """``nnx.jit`` and ``nnx.remat``: arrays are traced, all other leaves are static. Modules change."""
    return traced_once(run, item.function, [*call.everything()],
                       lambda: forward(run, item, call, call.arguments, call.keywords), static=None)  # fmt: skip


def _decorated_by_mode(run: Run, item: Transformed, call: Call) -> Value:
    """``jax.enable_x64(True)(f)``: a function that runs in a mode."""
    return (Transformed("in mode", call.arguments[0], item.options),) if call.arguments else BOTTOM


def _in_mode(run: Run, item: Transformed, call: Call) -> Value:
    option, before = constant_of(item.option("name")), dict(run.live[MODES].fields)
    enter_block(run, option, item.option("value"))
    result = _plain(run, item, call)
    if run.heap is not None:
        leave_block(run, option, before)
    return result


def _opaque(run: Run, item: Transformed, call: Call) -> Value:
    forward(run, item, call, call.arguments, call.keywords)
    return run.unknown("the description of a traced function")


def _custom(run: Run, item: Transformed, call: Call) -> Value:
    """``custom_vjp`` and ``custom_jvp``: the function itself; its rules matter while it is differentiated."""
    result = call_custom(run, item, call, lambda: forward(run, item, call, call.arguments, call.keywords))
    if run.staged and run.heap is not None:
        return to_arrays(run, result, ("custom", id(call.node), call.label))
    return result


def _checkify(run: Run, item: Transformed, call: Call) -> Value:
    return (Tuple((run.unknown("the error of checkify"), forward(run, item, call, call.arguments, call.keywords))),)


def _unravel(run: Run, item: Transformed, call: Call) -> Value:
    """The function that turns a flat array back into a tree."""
    from ..pytrees import unflatten
    from ..values import TreeDef

    structure = only(item.option("structure"), TreeDef)
    return unflatten(run, structure.structure, iter(item.function[0].items), id(call.node))


def _initializer(run: Run, item: Transformed, call: Call) -> Value:
    """``jax.nn.initializers.normal()(key, shape, dtype)``."""
    from ...rules.vocabulary import requested
    from ..arrays import in_modes
    from ..origins import accident
    from .dtype_values import dtype_origins, requested_dtype
    from .function_shapes import sizes_of

    dtype = call.get(2, "dtype") or item.option("dtype")
    shape = sizes_of(run, call.get(1, "shape")) if call.get(1, "shape") else None
    if dtype and dtype != NONE:
        name = requested_dtype(dtype)
        if name is None:
            return (Array(None, shape, cause="the dtype argument of an initializer is not known"),)
        origins = dtype_origins(run, dtype, "the dtype argument of an initializer")
    else:
        name, origins = "float", accident(run.place, "the default of an initializer")
    wanted = name
    made = in_modes(run, lambda system: (Array(requested(system, wanted), shape, origins),))
    if run.policy is not None:
        run.policy.on_parameter(run, None, made)
    return made


def _field(run: Run, item: Transformed, call: Call) -> Value:
    return run.unknown("the description of a field is called")


def _contexts(run: Run, item: Transformed, call: Call) -> Value:
    """A generator function below ``contextmanager``: it runs where ``with`` enters the context manager."""
    if not call.is_exact:
        return (Transformed("contextmanager", run.unknown("a context manager with arguments that are not known")),)
    generator = Partial(item.function, tuple(call.arguments), tuple(call.keywords.items()))
    return (Transformed("generator context", (generator,)),)


def _cached(run: Run, item: Transformed, call: Call) -> Value:
    from .caches import call_cached

    return call_cached(run, item, call)


def _getter(run: Run, item: Transformed, call: Call) -> Value:
    from .operator_functions import call_getter

    return call_getter(run, item, call)


CALLERS: Final[dict[str, Callable[[Any, Transformed, Call], Value]]] = {
    "jit": _jit, "checkpoint": _jit, "sharded": _jit, "vmap": _vmap, "vectorize": _vectorize,
    "custom": _custom, "mode": _decorated_by_mode, "in mode": _in_mode,
    "plain": _plain, "filter_jit": _filter_jit, "opaque": _opaque, "checkify": _checkify, "unravel": _unravel,
    "initializer": _initializer, "field": _field, "makes contexts": _contexts, "itemgetter": _getter,
    "attrgetter": _getter, "methodcaller": _getter, "singledispatch": call_dispatched,
    "singledispatchmethod": call_dispatched, "multipledispatch": call_multiply_dispatched, "cached": _cached,
}  # fmt: skip
"""What calling a transformed function does, by its kind."""


def function_method(run: Run, name: str, item: Any, call: Call) -> Value:
    """A method of a function: ``f.defvjp(...)``, ``f.lower(...)``."""
    if isinstance(item, Transformed) and item.kind.startswith("singledispatch"):
        return dispatch_method(run, name, item, call)
    if name.startswith("def_") and isinstance(item, Transformed) and item.kind == "equinox primitive":
        from .equinox_primitives import define_rule

        return define_rule(run, name, item, call)
    if name in RULE_MAKERS:
        return store_rule(run, name, item, call)
    if name in ("__call__",):
        return run.call((item,), call.arguments, call.keywords, node=call.node)
    if name == "cache_clear" and isinstance(item, Transformed):
        from .caches import clear_cache

        clear_cache(run, item)
    if name == "clear_cache" and isinstance(item, Transformed):
        forget_traces(run, item.function)
    if name in ("cache_clear", "clear_cache", "cache_info", "clear"):
        return NONE
    if name == "__get__":
        receiver = call.get(0, "obj")
        return each(receiver, lambda one: (BoundMethod(item, one),))
    if name == "lower":
        run.call((item,), call.arguments, call.keywords, node=call.node)
        return run.unknown("a lowered function")
    if name == "eval_shape":
        from .shape_structs import eval_shape

        return eval_shape(run, (item,), call.arguments, call.keywords, call)
    for value in call.everything():
        run.escape(value, f"the method {name} of a function is called with it")
    return run.unknown(f"the method {name} of a function")


# -------------------------------------------------------------------------------------------- other transformations
