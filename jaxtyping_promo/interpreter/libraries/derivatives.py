"""Derivatives: ``jax.grad`` and its relatives, ``vjp``, ``jvp``, ``linearize``, Jacobians, and ``stop_gradient``."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ...dtype_info import dtype_info
from ...dtypes import WEAK_TYPES
from ..arrays import strong
from ..call import Call
from ..gradient_findings import check_arguments, check_linear, check_result, check_tangents
from ..iteration import known_items
from ..origins import NO_ORIGIN
from ..pytrees import flatten, map_leaves
from ..transformed_shapes import check_differentiated
from ..values import (
    ABSENT,
    BOTTOM,
    NONE,
    Array,
    Transformed,
    Tuple,
    Unknown,
    Value,
    constant_of,
    each,
    join,
    of_constant,
    only,
)
from ..weak_derivatives import STRONG, WEAK, WeakDerivatives
from .custom_derivatives import (
    Differentiation,
    differentiating,
    distinct_leaves,
    tangent_leaf,
)
from .jacobians import jacobian
from .registry import model
from .transformations import CALLERS, forward, to_arrays, traced_outside

if TYPE_CHECKING:
    from ..run import Run


def _grad(run: Run, item: Transformed, call: Call) -> Value:
    """``grad`` and ``value_and_grad``: the gradients have the dtypes of the differentiated arguments."""
    numbers = constant_of(item.option("argnums") or item.option("first") or of_constant(0))
    has_aux = constant_of(item.option("has_aux") or item.option("second") or of_constant(False))
    arguments = [to_arrays(run, value, ("argument", index)) for index, value in enumerate(call.arguments)]
    keywords = {name: to_arrays(run, value, name) for name, value in call.keywords.items()}
    arguments = [distinct_leaves(run, value, ("distinct", index)) for index, value in enumerate(arguments)]
    differentiated = (numbers,) if isinstance(numbers, int) else numbers if isinstance(numbers, tuple) else ()
    is_refused = check_arguments(run, item, arguments, differentiated, call)
    weak = WeakDerivatives()
    arguments = [weak.mark(run, value, ("weak", index)) for index, value in enumerate(arguments)]
    with differentiating(run) as rules, weak.following(run):
        result = forward(run, item, call, arguments, keywords)
    if run.heap is None:
        return BOTTOM
    rules.finish(run, result)
    differentiable = _differentiable(run, result, has_aux)
    flag = traced_outside(run, call.everything())
    result = _value_and_auxiliary(run, result, has_aux is True, flag, call)
    if not is_refused and has_aux is not ABSENT:
        pair = known_items(run, result) if has_aux is True else None
        value = pair[0] if pair else BOTTOM if has_aux is True else result
        check_differentiated(run, call.node, value)
        check_result(run, item, value, call)
    single = isinstance(numbers, int)
    positions = (numbers,) if single else numbers if isinstance(numbers, tuple) else None
    if positions is None or any(not isinstance(p, int) or not -len(arguments) <= p < len(arguments) for p in positions):
        gradients: Value = run.unknown("the gradients of arguments that are not known")
    else:
        parts = tuple(
            gradient_of(
                run,
                arguments[p],
                call,
                item,
                rules,
                has_aux is False,
                lambda leaf: weak.strength(leaf, differentiable, is_given=False),
            )
            for p in positions
        )
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
                is_certain: bool, strength: Callable[[Value], str | None] = lambda leaf: None) -> Value:  # fmt: skip
    """The gradient with respect to an argument: a tree of arrays of the same dtypes, or of those of custom rules.

    The gradient of a weak array may be strong.
    """
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
            return (replace(array, traced=None if not run.staged else True, trail=None),)

        return each(value, one)

    def of_rules(value: Value) -> Value:
        gradient = rules.gradient(value, is_certain=is_certain)
        return perhaps_strong(run, leaf(gradient), strength(value) if gradient is value else None)

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


def perhaps_strong(run: Run, derivative: Value, strength: str | None) -> Value:
    """A derivative that may be strong where it is weak.

    Args:
        run: the run.
        derivative: the derivative, as weak as the array that is differentiated.
        strength: whether it is weak or strong; None if that is not known.
    """
    if strength == WEAK or not any(isinstance(item, Array) and item.dtype in WEAK_TYPES for item in derivative):
        return derivative
    stored = each(
        derivative,
        lambda item: (replace(item, dtype=strong(run, item.dtype)),) if isinstance(item, Array) else (item,),
    )
    return stored if strength == STRONG else join(derivative, stored)


def _is_weak(leaf: Value) -> bool:
    return all(isinstance(item, Array) and item.dtype in WEAK_TYPES for item in leaf)


def _differentiable(run: Run, result: Value, has_aux: Any) -> list[Value]:
    """The leaves of what a function returns without its auxiliary data."""
    return flatten(run, _without_auxiliary(run, result, has_aux))[0]


def _without_auxiliary(run: Run, result: Value, has_aux: Any) -> Value:
    if has_aux is False:
        return result
    pair = known_items(run, result) if has_aux is True else None
    return pair[0] if pair else run.unknown("the result of a function with auxiliary data")


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


@model("jax.vjp")
def vjp(run: Run, call: Call) -> Value:
    """``jax.vjp(f, *primals)``: the result, and the pullback, which returns the gradients."""
    arguments = [to_arrays(run, value, ("argument", index)) for index, value in enumerate(call.arguments[1:])]
    has_aux = constant_of(call.keywords.get("has_aux", of_constant(False)))
    arguments = [distinct_leaves(run, value, ("distinct", index)) for index, value in enumerate(arguments)]
    weak = WeakDerivatives()
    arguments = [weak.mark(run, value, ("weak", index)) for index, value in enumerate(arguments)]
    with differentiating(run) as rules, weak.following(run):
        result = run.call(call.get(0, "fun"), arguments, {}, node=call.node, label=("vjp", call.label))
    if run.heap is None:
        return BOTTOM
    rules.finish(run, result)
    differentiable = _differentiable(run, result, has_aux)
    strength = lambda leaf: weak.strength(leaf, differentiable, is_given=True)  # noqa: E731
    result = _of_derivative(run, result, has_aux is True, call)
    marker = Transformed("grad", (), (("filtered", of_constant(True)),))
    gradients = (Tuple(tuple(gradient_of(run, v, call, marker, rules, has_aux is False, strength) for v in arguments)),)
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
    are_weak = False
    if call.name == "jax.jvp":
        given = known_items(run, call.get(2, "tangents"))
        tangents = [to_arrays(run, value, ("tangent", index)) for index, value in enumerate(given or [])]
        check_tangents(run, arguments, tangents, call)
        are_weak = given is not None and all(_is_weak(leaf) for value in tangents for leaf in flatten(run, value)[0])
    weak = WeakDerivatives()
    arguments = [weak.mark(run, value, ("weak", index)) for index, value in enumerate(arguments)]
    with weak.following(run):
        result = run.call(call.get(0, "fun"), arguments, {}, node=call.node, label=("jvp", call.label))
    if run.heap is None:
        return BOTTOM
    trails = [weak.trail(leaf) for leaf in flatten(run, _without_auxiliary(run, result, has_aux))[0]]
    keeps = [trail == () or (are_weak and trail is not None and STRONG not in dict(trail).values()) for trail in trails]
    result = _of_derivative(run, result, has_aux, call)
    auxiliary: tuple[Value, ...] = ()
    if has_aux:
        pair = known_items(run, result)
        if pair is None:
            return result
        result, auxiliary = pair[0], (pair[1],)
    following = iter(keeps)

    def tangent_of(leaf: Value) -> Value:
        strength = WEAK if next(following, False) else None
        return perhaps_strong(run, tangent_leaf(run, leaf, origins=NO_ORIGIN, trail=None), strength)

    tangent = map_leaves(run, result, tangent_of, ("tangent", id(call.node)))
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


@model("jax.lax.stop_gradient")
def _stop_gradient(run: Run, call: Call) -> Value:
    flag = traced_outside(run, call.arguments[:1])
    result = to_arrays(run, call.get(0, "x"), "stop_gradient", flag=flag)
    return distinct_leaves(run, result, ("stopped", id(call.node), call.label))


CALLERS["grad"] = CALLERS["value_and_grad"] = _grad
CALLERS["jacobian"] = _jacobian
