"""``jax.custom_vjp`` and ``jax.custom_jvp``: functions with rules of their own for their derivatives.

JAX accepts a backward rule whose gradient has another dtype than the argument; then the gradient has the dtype of the
rule. While a function is differentiated, the rules of the functions below are called abstractly. A rule that keeps the
dtypes of the arguments changes nothing. Another rule decides the gradient of an argument of the whole function if that
very array is an argument of the rule, and makes all other gradients unknown.

JAX runs a rule only if the gradient passes it: not behind `stop_gradient`, ``sign`` or a comparison, and not if the
result is left out. `derived_arrays` follows the arrays through which it certainly passes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ...diagnostics.codes import DTYPE_WIDENING
from ...dtype_info import dtype_info
from ..arrays import strong
from ..call import Call
from ..findings import tell
from ..heap import HeapObject
from ..iteration import known_items
from ..places import place_of
from ..pytrees import TreeMismatchError, flatten, flatten_like, map_leaves
from ..values import ABSENT, BOTTOM, NONE, Array, Transformed, Value, constant_of, each, is_unknown, only
from ..weak_derivatives import STATE as WEAK_STATE
from ..weak_derivatives import follow_weak, forget_trail

if TYPE_CHECKING:
    from ..run import Run

RULE_MAKERS = ("defvjp", "defjvp", "defjvps", "def_vmap", "def_partition")
"""The methods that give a function a rule of its own."""
STATE = "differentiation"


class Differentiation:
    """What the custom rules below a derivative say of gradients.

    Attributes:
        is_unclear: whether a rule may give a gradient of another dtype to an argument that is not known.
        dtypes: the dtypes of gradients by the identity of the argument's array, which is held, too. Each has the
            numbers of the calls whose rules give it.
        derived: the arrays through which the gradient passes the rules of some calls, by identity, with these calls.
        certain: the calls whose rules the gradient of the whole function certainly passes.
    """

    def __init__(self) -> None:
        self.is_unclear = False
        self.calls = 0
        self.dtypes: dict[int, tuple[Array, dict[str, set[int]]]] = {}
        self.derived: dict[int, tuple[Array, frozenset[int]]] = {}
        self.certain: frozenset[int] = frozenset()

    def calls_behind(self, value: Value) -> frozenset[int]:
        """The calls whose rules the gradient of a value passes, whatever alternative the value is."""
        found = [self.derived.get(id(item), (item, frozenset()))[1] for item in value]
        return frozenset.intersection(*found) if found else frozenset()

    def finish(self, run: Run, result: Value) -> None:
        """Note what the differentiated function returns."""
        if self.derived:
            self.certain = frozenset().union(*map(self.calls_behind, flatten(run, result)[0]))

    def gradient(self, leaf: Value, *, is_certain: bool) -> Value:
        """The gradient with respect to one array, which would have the array's dtype without a rule."""
        item = only(leaf, Array)
        known = self.dtypes.get(id(item)) if item is not None else None
        if item is not None and known is not None:
            passed = {dtype for dtype, calls in known[1].items() if calls & self.certain}
            dtypes = passed if is_certain and passed else {*known[1], item.dtype}
            return tuple(replace(item, dtype=dtype) for dtype in sorted(str(dtype) for dtype in dtypes))
        if not self.is_unclear:
            return leaf
        cause = "the gradient comes from a custom_vjp rule"
        return each(leaf, lambda one: (Array(None, one.shape, cause=cause),) if isinstance(one, Array) else (one,))


@contextmanager
def differentiating(run: Run) -> Iterator[Differentiation]:
    """Code that is differentiated in reverse mode."""
    outer, inner = run.models.get(STATE), Differentiation()
    run.models[STATE] = inner
    try:
        yield inner
    finally:
        run.models[STATE] = outer
        if outer is not None and inner.is_unclear:
            outer.is_unclear = True


def distinct_leaves(run: Run, value: Value, label: Any) -> Value:
    """A tree of arrays that no other variable holds, so that their identity tells them from equal arrays."""
    return map_leaves(run, value, _copied, label) if _has_array(run, value) else value


def _has_array(run: Run, value: Value) -> bool:
    return any(isinstance(item, Array) for leaf in flatten(run, value)[0] for item in leaf)


def _copied(leaf: Value) -> Value:
    return tuple(replace(item) if isinstance(item, Array) else item for item in leaf)


def store_rule(run: Run, name: str, item: Any, call: Call) -> Value:
    """``f.defvjp(forward, backward)``, ``f.defjvp(rule)``: note the rules."""
    if run.heap is not None:
        second = call.get(1, "bwd")
        fields: dict[Any, Value] = {name: call.get(0, "fwd") or call.get(0, "jvp"), "backward": second}
        if call.keywords.get("symbolic_zeros"):
            fields["symbolic_zeros"] = call.keywords["symbolic_zeros"]
        run.live.add(("rules", item), HeapObject("instance", fields))
        run.memo.has_rules = True
    return call.arguments[0] if call.arguments else NONE


def call_custom(run: Run, item: Transformed, call: Call, forward: Callable[[], Value]) -> Value:
    """Call a function with rules of its own.

    Args:
        run: the run.
        item: the function.
        call: the call.
        forward: calls the function itself.
    """
    run.memo.spoil()
    state, rules = run.models.get(STATE), run.live.get(("rules", item))
    if state is None or rules is None or "defvjp" not in rules.fields:
        return forward()
    run.models[STATE] = None  # JAX differentiates neither the function itself nor its rules
    result = forward()
    if run.heap is not None and not _follow_rules(run, item, call, result, rules, state):
        state.is_unclear = True
    run.models[STATE] = state
    state.calls += 1
    return _with_calls(run, result, state, frozenset((state.calls - 1,)), call)


SMOOTH = frozenset(
    ("add", "sub", "mul", "truediv", "matmul", "neg", "pos", "[]", "sum", "mean", "reshape", "astype", "ravel",
     "flatten", "transpose", "squeeze", "swapaxes", "dot", "subtract", "multiply", "divide", "negative", "exp", "log",
     "tanh", "sin", "cos", "expand_dims", "stack", "concatenate", "where", "maximum", "minimum", "square", "relu",
     "sigmoid", "softmax", "asarray", "convert_element_type", "einsum", "tensordot", "vdot", "broadcast_to")
)  # fmt: skip
"""The operations on arrays that a gradient passes from an inexact result to each inexact operand."""


def derived_arrays(run: Run, name: str, operands: Iterable[Value], result: Value) -> Value:
    """The result of an operation on arrays; the gradient passes the same rules as that of its operands."""
    if run.models.get(WEAK_STATE) is not None:
        operands = [*operands]
        result = follow_weak(run, name, operands, result)
    state = run.models.get(STATE)
    if state is None or not state.derived or name not in SMOOTH or run.heap is None:
        return result
    calls = frozenset().union(*map(state.calls_behind, operands))
    if not calls or not all(isinstance(item, Array) and item.dtype is not None for item in result):
        return result
    return _marked(run, result, state, calls)


def followed(run: Run, name: str, call: Call, receivers: Sequence[Value], result: Value) -> Value:
    """The result of a call of an operation; see `derived_arrays`."""
    operands = (*receivers, *call.everything())
    if not call.is_exact:
        return forget_trail(run, operands, result)
    return derived_arrays(run, name, operands, result)


def _with_calls(run: Run, result: Value, state: Differentiation, calls: frozenset[int], call: Call) -> Value:
    if not _has_array(run, result):
        return result
    return map_leaves(run, result, lambda leaf: _marked(run, leaf, state, calls), ("rule", id(call.node), call.label))


def _marked(run: Run, leaf: Value, state: Differentiation, calls: frozenset[int]) -> Value:
    if not all(isinstance(item, Array) and item.dtype and not _has_no_gradient(run, item.dtype) for item in leaf):
        return leaf
    made = _copied(leaf)
    state.derived.update((id(item), (item, calls)) for item in made)
    return made


def _follow_rules(
    run: Run, item: Transformed, call: Call, result: Value, rules: HeapObject, state: Differentiation
) -> bool:
    """Call the forward and the backward rule. Whether the dtypes of all gradients are known."""
    static = _static_positions(item)
    if static is None or call.keywords or not call.is_exact or "symbolic_zeros" in rules.fields:
        return False
    forward, backward = rules.fields["defvjp"], rules.fields.get("backward", BOTTOM)
    pair = known_items(run, run.call(forward, call.arguments, {}, node=call.node, label=("forward", call.label)))
    if run.heap is None or pair is None or len(pair) != 2:
        return False
    cotangent = map_leaves(
        run, result, lambda leaf: tangent_leaf(run, leaf, traced=True), ("cotangent", id(call.node), call.label)
    )
    leading = [call.arguments[position] for position in static]
    gradients = known_items(
        run, run.call(backward, [*leading, pair[1], cotangent], {}, node=call.node, label=("backward", call.label))
    )
    arguments = [value for position, value in enumerate(call.arguments) if position not in static]
    if run.heap is None or gradients is None or len(gradients) != len(arguments):
        return False
    compared = [_compare(run, *pair, state, call) for pair in zip(arguments, gradients, strict=True)]
    return all(compared)


def _static_positions(item: Transformed) -> list[int] | None:
    """The positions of arguments that are not differentiated; None if unknown."""
    if item.option("nondiff_argnames"):
        return None
    option = item.option("nondiff_argnums") or item.option("first")
    constant = constant_of(option) if option else ()
    numbers = (constant,) if isinstance(constant, int) else constant
    if numbers is ABSENT or not isinstance(numbers, tuple) or not all(isinstance(number, int) for number in numbers):
        return None
    return sorted(numbers)


def tangent_leaf(run: Run, leaf: Value, **changes: Any) -> Value:
    """A tangent or cotangent of a leaf: an array of its dtype, or of `float0` beside an array that is not inexact.

    Args:
        run: the run.
        leaf: a leaf of an argument or a result.
        changes: the attributes in which the tangent differs from the leaf.
    """

    def one(array: Any) -> Value:
        if not isinstance(array, Array) or array.dtype is None or array.dtype.startswith("key"):
            return (array,)
        dtype = strong(run, array.dtype)
        if dtype is not None and not dtype_info(dtype).is_inexact:
            return (Array("float0", array.shape),)
        return (replace(array, **changes),)

    return each(leaf, one)


def _compare(run: Run, argument: Value, gradient: Value, state: Differentiation, call: Call) -> bool:
    """Note the gradients of one argument that have another dtype. Whether all dtypes are known."""
    if gradient == NONE and not is_unknown(gradient):
        return True
    leaves, structure = flatten(run, argument)
    try:
        results = flatten_like(run, structure, gradient)
    except TreeMismatchError:
        return False
    is_known = True
    for leaf, result in zip(leaves, results, strict=True):
        one, other = only(leaf, Array), only(result, Array)
        if result == NONE or (one is not None and one.dtype is not None and _has_no_gradient(run, one.dtype)):
            continue
        if one is None or other is None or one.dtype is None or other.dtype is None:
            is_known = False
        else:
            state.dtypes.setdefault(id(one), (one, {}))[1].setdefault(other.dtype, set()).add(state.calls)
            if one.dtype != other.dtype:
                state.is_unclear = True
                _tell_wider(run, one.dtype, other.dtype, call)
    return is_known


def _has_no_gradient(run: Run, dtype: str) -> bool:
    kept = strong(run, dtype)
    return kept is not None and not kept.startswith("key") and not dtype_info(kept).is_inexact


def _tell_wider(run: Run, argument: str, gradient: str, call: Call) -> None:
    """Tell a gradient that is wider than the argument."""
    dtypes: Sequence[str | None] = [strong(run, dtype) for dtype in (argument, gradient)]
    if None in dtypes:
        return
    narrow, wide = (dtype_info(str(dtype)) for dtype in dtypes)
    if narrow.bits is not None and wide.bits is not None and wide.bits > narrow.bits:
        message = f"The backward rule gives a {dtypes[1]} gradient to a {dtypes[0]} argument"
        advice = f"Cast the gradient in the rule: .astype(jnp.{dtypes[0]})"
        tell(run, place_of(call.node, run.source.path), DTYPE_WIDENING, message, advice)
