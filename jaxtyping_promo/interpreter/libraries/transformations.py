"""JAX's transformations of functions: what the transformed function returns when it is called."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from ...dtype_info import dtype_info
from ..arrays import strong, traced
from ..call import Call
from ..conditions import truth
from ..gradient_findings import check_arguments, check_linear, check_result, check_tangents
from ..iteration import known_items
from ..modes import DISABLE_JIT, MODES
from ..origins import NO_ORIGIN
from ..pytrees import flatten, map_leaves
from ..values import (
    ABSENT,
    BOTTOM,
    NONE,
    Array,
    BoundMethod,
    External,
    Function,
    Partial,
    Transformed,
    Tuple,
    Unknown,
    Value,
    constant_of,
    each,
    of_constant,
    only,
)
from .custom_derivatives import (
    RULE_MAKERS,
    Differentiation,
    call_custom,
    differentiating,
    distinct_leaves,
    store_rule,
    tangent_leaf,
)
from .dispatch import call_dispatched, call_multiply_dispatched, dispatch_method
from .jacobians import jacobian
from .mapped_axes import MappedAxes
from .registry import model
from .traces import static_key, traced_once

if TYPE_CHECKING:
    from ..run import Run

# ---------------------------------------------------------------------------------------- making transformed functions

TRANSFORMATIONS: Final[dict[str, str]] = {
    "jax.jit": "jit", "jax.pmap": "vmap", "jax.vmap": "vmap", "jax.grad": "grad",
    "jax.value_and_grad": "value_and_grad",
    "jax.checkpoint": "jit", "jax.custom_jvp": "custom", "jax.custom_vjp": "custom", "jax.jacfwd": "jacobian",
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
    """Whether the results of a transformed function are traced: in staged code, or if one of its arguments is."""
    if run.staged:
        return True
    flags: list[bool | None] = [False]
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
    key = None if key is None else (tuple(keywords), tuple(is_static), key)
    result = traced_once(run, item.function, given, evaluate, static=key) if item.kind == "jit" else evaluate()
    if run.heap is None:
        return BOTTOM
    return to_arrays(run, result, ("result", id(call.node), call.label), flag=flag)


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
        run, id(call.node), item.option("in_axes") or item.option("first"), constant_of(item.option("axis_size"))
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


def _grad(run: Run, item: Transformed, call: Call) -> Value:
    """``grad`` and ``value_and_grad``: the gradients have the dtypes of the differentiated arguments."""
    numbers = constant_of(item.option("argnums") or item.option("first") or of_constant(0))
    has_aux = constant_of(item.option("has_aux") or item.option("second") or of_constant(False))
    arguments = [to_arrays(run, value, ("argument", index)) for index, value in enumerate(call.arguments)]
    keywords = {name: to_arrays(run, value, name) for name, value in call.keywords.items()}
    arguments = [distinct_leaves(run, value, ("distinct", index)) for index, value in enumerate(arguments)]
    differentiated = (numbers,) if isinstance(numbers, int) else numbers if isinstance(numbers, tuple) else ()
    is_refused = check_arguments(run, item, arguments, differentiated, call)
    with differentiating(run) as rules:
        result = forward(run, item, call, arguments, keywords)
    if run.heap is None:
        return BOTTOM
    rules.finish(run, result)
    flag = traced_outside(run, call.everything())
    result = _value_and_auxiliary(run, result, has_aux is True, flag, call)
    if not is_refused and has_aux is not ABSENT:
        pair = known_items(run, result) if has_aux is True else None
        check_result(run, item, pair[0] if pair else BOTTOM if has_aux is True else result, call)
    single = isinstance(numbers, int)
    positions = (numbers,) if single else numbers if isinstance(numbers, tuple) else None
    if positions is None or any(not isinstance(p, int) or not -len(arguments) <= p < len(arguments) for p in positions):
        gradients: Value = run.unknown("the gradients of arguments that are not known")
    else:
        parts = tuple(gradient_of(run, arguments[p], call, item, rules, has_aux is False) for p in positions)
        gradients = parts[0] if single else (Tuple(parts),)
    if run.policy is not None and run.records.is_on:
        run.policy.on_gradient(run, item.function, result, gradients)
    if has_aux is ABSENT:
        return run.unknown("has_aux is not known")
    if item.kind == "value_and_grad":
        return (Tuple((result, gradients)),)
    if not has_aux:
        return gradients
    pair = known_items(run, result)
    auxiliary = pair[1] if pair is not None and len(pair) == 2 else run.unknown("the auxiliary result of a function")
    return (Tuple((gradients, auxiliary)),)


def _value_and_auxiliary(run: Run, result: Value, has_aux: bool, flag: bool | None, call: Call) -> Value:
    """The result of a differentiated function: its value is an array, and auxiliary data stay as they are."""
    if not has_aux:
        return to_arrays(run, result, ("result", id(call.node), call.label), flag=flag)
    pair = known_items(run, result)
    if pair is None or len(pair) != 2:
        return run.unknown("the auxiliary result of a function")
    value = to_arrays(run, pair[0], ("result", id(call.node), call.label), flag=flag)
    return (Tuple((value, map_leaves(run, pair[1], lambda leaf: _outside(leaf, flag), ("auxiliary", id(call.node))))),)


def _outside(leaf: Value, flag: bool | None) -> Value:
    return each(leaf, lambda one: (replace(one, traced=flag),) if isinstance(one, Array) else (one,))


def gradient_of(run: Run, argument: Value, call: Call, item: Transformed, rules: Differentiation,
                is_certain: bool) -> Value:  # fmt: skip
    """The gradient with respect to an argument: a tree of arrays of the same dtypes, or of those of custom rules."""
    allows_integers = constant_of(item.option("allow_int")) is True if item.option("allow_int") else False

    def leaf(value: Value) -> Value:
        def one(array: Any) -> Value:
            if not isinstance(array, Array) or array.dtype is None:
                return (array,)
            dtype = strong(run, array.dtype)
            if dtype is None or dtype.startswith("key"):
                return (Array(None, array.shape, cause="the gradient of a random key"),)
            if not dtype_info(dtype).is_inexact:
                if allows_integers or item.option("filtered"):
                    return (Array("float0", array.shape),)
                return BOTTOM
            return (replace(array, traced=None if not run.staged else True),)

        return each(value, one)

    def of_rules(value: Value) -> Value:
        return leaf(rules.gradient(value, is_certain=is_certain))

    return map_leaves(run, argument, of_rules, ("gradient", id(call.node), call.label))


def _jacobian(run: Run, item: Transformed, call: Call) -> Value:
    """``jacfwd``, ``jacrev`` and ``hessian``."""
    numbers = constant_of(item.option("argnums") or item.option("first") or of_constant(0))
    has_aux = constant_of(item.option("has_aux") or item.option("second") or of_constant(False))
    arguments = [to_arrays(run, value, ("argument", index)) for index, value in enumerate(call.arguments)]
    positions = (numbers,) if isinstance(numbers, int) else numbers if isinstance(numbers, tuple) else ()
    is_refused = check_arguments(run, item, arguments, positions, call)
    with differentiating(run) as rules:
        result = forward(run, item, call, arguments, call.keywords)
    if run.heap is None:
        return BOTTOM
    if not is_refused and has_aux is False:
        check_result(run, item, to_arrays(run, result, ("result", id(call.node), call.label)), call)
    result = _value_and_auxiliary(run, result, has_aux is True, traced_outside(run, call.everything()), call)
    pair = known_items(run, result) if has_aux is True else [result, NONE]
    is_valid = all(isinstance(p, int) and -len(arguments) <= p < len(arguments) for p in positions)
    if not positions or not is_valid or not isinstance(has_aux, bool) or pair is None or rules.is_unclear:
        return run.unknown("a Jacobian whose argnums, has_aux or rules are not known")
    chosen, name = [arguments[position] for position in positions], str(constant_of(item.option("transformation")))
    blocks = jacobian(run, name, pair[0], chosen, is_single=isinstance(numbers, int), label=(id(call.node), call.label))
    return (Tuple((blocks, pair[1])),) if has_aux else blocks


def _filter_jit(run: Run, item: Transformed, call: Call) -> Value:
    """``nnx.jit`` and ``nnx.remat``: arrays are traced, all other leaves are static. Modules change."""
    return traced_once(run, item.function, [*call.everything()],
                       lambda: forward(run, item, call, call.arguments, call.keywords), static=None)  # fmt: skip


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
    "jit": _jit, "sharded": _jit, "vmap": _vmap, "vectorize": _vectorize,
    "grad": _grad, "value_and_grad": _grad, "jacobian": _jacobian, "custom": _custom,
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
        from .caches import cache_of

        run.live.free(cache_of(item))
    if name in ("cache_clear", "clear_cache", "cache_info", "clear"):
        return NONE
    if name == "__get__":
        receiver = call.get(0, "obj")
        return each(receiver, lambda one: (BoundMethod(item, one),))
    if name == "lower":
        run.call((item,), call.arguments, call.keywords, node=call.node)
        return run.unknown("a lowered function")
    if name == "eval_shape":
        return eval_shape(run, (item,), call.arguments, call.keywords, call)
    for value in call.everything():
        run.escape(value, f"the method {name} of a function is called with it")
    return run.unknown(f"the method {name} of a function")


# -------------------------------------------------------------------------------------------- other transformations


@model("jax.eval_shape", "flax.nnx.eval_shape")
def _eval_shape(run: Run, call: Call) -> Value:
    return eval_shape(run, call.get(0, "fun"), call.arguments[1:], call.keywords, call)


def eval_shape(run: Run, function: Value, arguments: list[Value], keywords: dict[str, Value], call: Call) -> Value:
    """``jax.eval_shape(f, *args)``: the shapes and dtypes of the result, weak types included."""
    given = [to_arrays(run, value, ("argument", index)) for index, value in enumerate(arguments)]
    named = {name: to_arrays(run, value, name) for name, value in keywords.items()}

    def evaluate() -> Value:
        with run.staging():
            return run.call(function, given, named, node=call.node, star=call.star, label=("eval_shape", call.label))

    key = (tuple(named),) if call.is_exact else None
    result = traced_once(run, function, [*given, *named.values()], evaluate, static=key)
    if run.heap is None:
        return BOTTOM
    result = to_arrays(run, result, ("result", id(call.node)))

    def struct(leaf: Value) -> Value:
        return each(
            leaf,
            lambda one: (
                (Array(one.dtype, one.shape, one.origins, True, one.cause),) if isinstance(one, Array) else (one,)
            ),
        )

    return map_leaves(run, result, struct, ("struct", id(call.node)))


@model("jax.test_util.check_grads", "jax.test_util.check_jvp", "jax.test_util.check_vjp")
def _check_grads(run: Run, call: Call) -> Value:
    """``check_grads(f, args, order)``: calls the function with arrays of the dtypes of the arguments."""
    arguments = known_items(run, call.get(1, "args"))
    if arguments is None:
        run.escape(call.get(0, "f"), "the gradients of a function with unknown arguments are checked")
        return NONE
    given = [to_arrays(run, value, ("argument", index)) for index, value in enumerate(arguments)]
    run.call(call.get(0, "f"), given, {}, node=call.node, label=("check_grads", call.label))
    return NONE


@model("jax.ShapeDtypeStruct", "jax.core.ShapedArray")
def _struct(run: Run, call: Call) -> Value:
    from .dtype_values import dtype_origins, requested_dtype
    from .function_shapes import sizes_of

    dtype = call.get(1, "dtype")
    name = requested_dtype(dtype)
    shape = sizes_of(run, call.get(0, "shape"))
    if name in ("int", "float", "complex", "bool"):
        name = {"int": "int64", "float": "float64", "complex": "complex128", "bool": "bool_"}[name]
    return (
        Array(name, shape, dtype_origins(run, dtype, "a ShapeDtypeStruct"), True, "" if name else "an unknown dtype"),
    )


@model("jax.vjp")
def vjp(run: Run, call: Call) -> Value:
    """``jax.vjp(f, *primals)``: the result, and the pullback, which returns the gradients."""
    arguments = [to_arrays(run, value, ("argument", index)) for index, value in enumerate(call.arguments[1:])]
    has_aux = constant_of(call.keywords.get("has_aux", of_constant(False)))
    arguments = [distinct_leaves(run, value, ("distinct", index)) for index, value in enumerate(arguments)]
    with differentiating(run) as rules:
        result = run.call(call.get(0, "fun"), arguments, {}, node=call.node, label=("vjp", call.label))
    if run.heap is None:
        return BOTTOM
    rules.finish(run, result)
    result = _of_derivative(run, result, has_aux is True, call)
    marker = Transformed("grad", (), (("filtered", of_constant(True)),))
    gradients = (Tuple(tuple(gradient_of(run, v, call, marker, rules, has_aux is False) for v in arguments)),)
    pair = known_items(run, result) if has_aux is True else None
    cotangents = pair[0] if pair else BOTTOM if has_aux is not False else result
    maker = (("maker", of_constant("jax.vjp")), ("wanted", (Tuple((cotangents,)),)))
    pullback: Value = (Transformed("constant", gradients, maker if call.name == "jax.vjp" else ()),)
    if has_aux is True:
        return result if pair is None else (Tuple((pair[0], pullback, pair[1])),)
    return (Tuple((result, pullback)),)


def _of_derivative(run: Run, result: Value, has_aux: bool, call: Call) -> Value:
    """The value that a function returns to ``vjp``, ``jvp`` or ``linearize``.

    In staged code, JAX computes the parts that depend only on constant integers by NumPy.
    """
    leaves = [leaf for value in call.everything() for leaf in flatten(run, value)[0]]
    flag = traced_outside(run, call.everything())
    value = _value_and_auxiliary(run, result, has_aux, flag, call)
    if not run.staged or not any(_is_constant_integer(item) for leaf in leaves for item in leaf):
        return value
    lost: Value = (Unknown("JAX may compute this value by NumPy"),)
    return map_leaves(run, value, lambda leaf: lost, ("derivative", id(call.node)))


def _is_constant_integer(item: Any) -> bool:
    return isinstance(item, Array) and item.traced is not True and item.dtype is not None and "int" in item.dtype


@model("jax.jvp", "jax.linearize")
def _jvp(run: Run, call: Call) -> Value:
    if call.short_name == "linearize":
        primals: list[Value] | None = call.arguments[1:]
    else:
        primals = known_items(run, call.get(1, "primals"))
    if primals is None:
        run.escape(call.get(0, "fun"), "jvp of unknown arguments")
        return run.unknown("jvp of unknown arguments")
    arguments = [to_arrays(run, value, ("argument", index)) for index, value in enumerate(primals)]
    has_aux = constant_of(call.keywords.get("has_aux", of_constant(False))) is True
    if call.name == "jax.jvp":
        tangents = known_items(run, call.get(2, "tangents")) or []
        check_tangents(
            run, arguments, [to_arrays(run, value, ("tangent", index)) for index, value in enumerate(tangents)], call
        )
    result = run.call(call.get(0, "fun"), arguments, {}, node=call.node, label=("jvp", call.label))
    if run.heap is None:
        return BOTTOM
    result = _of_derivative(run, result, has_aux, call)
    auxiliary: tuple[Value, ...] = ()
    if has_aux:
        pair = known_items(run, result)
        if pair is None:
            return result
        result, auxiliary = pair[0], (pair[1],)
    tangent = map_leaves(
        run, result, lambda leaf: tangent_leaf(run, leaf, origins=NO_ORIGIN), ("tangent", id(call.node))
    )
    if call.short_name == "linearize":
        maker = (("maker", of_constant("jax.linearize")), ("wanted", (Tuple(tuple(arguments)),)))
        return (Tuple((result, (Transformed("constant", tangent, maker),), *auxiliary)),)
    return (Tuple((result, tangent, *auxiliary)),)


def _constant(run: Run, item: Transformed, call: Call) -> Value:
    """A function that returns the same tree for all arguments: such as those of `jax.vjp`."""
    wanted = only(item.option("wanted"), Tuple)
    if wanted is not None:
        given = [to_arrays(run, value, ("linear", index)) for index, value in enumerate(call.arguments)]
        check_linear(run, str(constant_of(item.option("maker"))), wanted.items, given, call)
    return item.function


CALLERS["constant"] = _constant


@model("jax.device_put", "jax.block_until_ready", "jax.device_put_replicated", "jax.lax.with_sharding_constraint",
       "jax.lax.optimization_barrier", "jax.effects_barrier", "jax.lax.pvary", "jax.lax.pcast")  # fmt: skip
def _kept_tree(run: Run, call: Call) -> Value:
    flag = traced_outside(run, call.arguments[:1])
    return to_arrays(run, call.arguments[0], "kept", flag=flag) if call.arguments else NONE


@model("jax.device_get")
def _device_get(run: Run, call: Call) -> Value:
    from ..values import NumPyArray

    def leaf(value: Value) -> Value:
        return each(
            value,
            lambda one: (
                (NumPyArray(strong(run, one.dtype), one.shape, False, origins=one.origins),)
                if isinstance(one, Array) and not one.is_struct
                else (one,)
            ),
        )

    return map_leaves(run, call.get(0, "x"), leaf, "device_get")


@model("jax.typeof", "jax.core.get_aval", "jax.core.raise_to_shaped")
def _typeof(run: Run, call: Call) -> Value:
    return traced(run, call.get(0, "x"))


@model("jax.lax.stop_gradient")
def _stop_gradient(run: Run, call: Call) -> Value:
    flag = traced_outside(run, call.arguments[:1])
    result = to_arrays(run, call.get(0, "x"), "stop_gradient", flag=flag)
    return distinct_leaves(run, result, ("stopped", id(call.node), call.label))


@model("jax.pure_callback", "jax.experimental.io_callback", "jax.ffi.pure_callback")
def _callback(run: Run, call: Call) -> Value:
    def leaf(value: Value) -> Value:
        return each(
            value, lambda one: (Array(one.dtype, one.shape, one.origins),) if isinstance(one, Array) else (one,)
        )

    return map_leaves(run, call.get(1, "result_shape_dtypes"), leaf, "callback")


@model("jax.enable_x64")
def _enable_x64(run: Run, call: Call) -> Value:
    from ..modes import X64

    flag = call.get(0, "new_val", of_constant(True))
    return (Transformed("mode", (), (("name", of_constant(X64)), ("value", flag))),)


@model("jax.numpy_dtype_promotion")
def _promotion(run: Run, call: Call) -> Value:
    from ..modes import PROMOTION

    return (Transformed("mode", (), (("name", of_constant(PROMOTION)), ("value", call.get(0, "new_val")))),)


@model("jax.disable_jit")
def _disable_jit(run: Run, call: Call) -> Value:
    flag = call.get(0, "disable", of_constant(True))
    return (Transformed("mode", (), (("name", of_constant(DISABLE_JIT)), ("value", flag))),)


@model("jax.config.read")
def _config_read(run: Run, call: Call) -> Value:
    """``jax.config.read("jax_enable_x64")``."""
    known = run.live[MODES].fields.get(constant_of(call.get(0, "name")))
    return run.unknown("an option of JAX") if known is None else known


@model("jax.config.update")
def _config_update(run: Run, call: Call) -> Value:
    from ..modes import set_mode

    set_mode(run, call.get(0, "name"), call.get(1, "val"))
    return NONE
