"""JAX's loops and branches: the body is called until the carry is stable, and JAX's own checks become findings."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ...diagnostics.codes import DTYPE_CARRY, DTYPE_PROMOTION, DTYPE_UNSUPPORTED
from ...dtype_info import dtype_info
from ...dtypes import WEAK_TYPES
from ...jaxtyping.shapes import Size
from ..arrays import strong, traced
from ..call import Call
from ..conditions import truth
from ..counters import check_leaf, marked_leaf
from ..findings import tell
from ..iteration import known_items
from ..leaf_paths import (
    Path,
    argument_node,
    cast_of,
    lambda_result,
    leaf_expression,
    leaf_paths,
    loses_kind,
    place_in_call,
)
from ..makers import without_makers
from ..modes import DISABLE_JIT, MODES, jax_systems
from ..origins import NO_ORIGIN, Origin
from ..places import place_of
from ..pytrees import TreeMismatchError, flatten, flatten_like, map_leaves, unflatten
from ..slots import compared
from ..structure_mismatch import certainly_differs
from ..transformed_shapes import check_carry
from ..values import (
    BOTTOM,
    NONE,
    Array,
    Number,
    Tuple,
    Value,
    constant_of,
    each,
    is_unknown,
    join,
    only,
)
from .mapped_axes import size_of_axis, without_axis
from .pytree_classes import nnx_references
from .registry import model
from .traces import traced_once
from .transformations import strengthened, to_arrays, traced_outside, without_shape

if TYPE_CHECKING:
    from ..run import Run

MOST_TURNS = 6


class Carry:
    """The carry of a loop while the loop is analysed: a tree whose leaves may change from turn to turn."""

    def __init__(self, run: Run, value: Value, call: Call, body: Value = BOTTOM, part: Path = ()) -> None:
        """Start with a value.

        Args:
            run: the run.
            value: the carry with which the loop starts.
            call: the call of the loop.
            body: the function that makes the next carry.
            part: the path of the carry in what the body returns.
        """
        self.run, self.call = run, call
        self.body, self.part = lambda_result(run, body), part
        self.turns: int | None = None
        self.runs_in_python = truth(run, run.live[MODES].fields[DISABLE_JIT]) is not False
        self.flag = traced_outside(run, call.everything())
        raw, _ = flatten(run, value)
        self.numbers = {index: leaf for index, leaf in enumerate(raw) if isinstance(only(leaf), Number)}
        self.leaves, self.structure = flatten(run, to_arrays(run, value, ("carry", call.label)))
        if len(self.leaves) != len(raw):  # the path ends, or code of the program rebuilds the tree
            self.numbers = {}
        self.paths = [*leaf_paths(self.structure)]
        self.returned: dict[int, Value] = {}
        """What the loop returns for weak leaves that the body makes strong: JAX traces the body with the weak ones."""
        self.was_promoted = False
        """Whether JAX has traced the body once. It traces it only once more, so that it promotes weak leaves once."""
        self.rejected: dict[int, tuple[str, str]] = {}
        """The dtypes before and after a turn of each leaf for which JAX rejects the loop, by its index."""
        # A number that the body returns as it is stays a Python number: this mark finds it.
        self.mark = frozenset((Origin("mixed", self.place, "a number in a carry"),))
        for index in self.numbers:
            one = only(self.leaves[index], Array)
            if one is not None:
                self.leaves[index] = (replace(one, origins=self.mark),)

    def value(self, turn: int) -> Value:
        """The carry as the body receives it."""
        leaves = (marked_leaf(self.place, index, leaf) for index, leaf in enumerate(self.leaves))
        return unflatten(self.run, self.structure, leaves, ("carry", id(self.call.node), self.call.label, turn))

    def result(self) -> Value:
        """The carry that the loop returns."""
        if self.runs_in_python:
            return self.run.unknown("jax.disable_jit may hold, so that Python runs the loop")
        leaves = []
        for index, leaf in enumerate(self.leaves):
            leaf = self.returned.get(index, leaf)
            item = only(leaf, Array)
            if item is not None and item.origins == self.mark:
                leaves.append(
                    join((replace(item, origins=NO_ORIGIN, traced=self.flag),), self.numbers.get(index, BOTTOM))
                )
            else:
                leaves.append(traced(self.run, leaf, self.flag))
        return unflatten(self.run, self.structure, iter(leaves), ("final", id(self.call.node), self.call.label))

    def receive(self, result: Value) -> bool:
        """Take the carry that the body returns. Whether the carry is stable now, or JAX rejects the loop."""
        run = self.run
        result = to_arrays(run, result, ("returned", self.call.label))
        try:
            returned = flatten_like(run, self.structure, result)
        except TreeMismatchError:
            if not certainly_differs(run, self.structure, result):
                lost = run.unknown("the structure of the carry that the body returns is not known")
                is_lost = all(is_unknown(leaf) for leaf in self.leaves)
                self.leaves = [lost] * len(self.leaves)
                return is_lost
            message = "The body returns a carry of another structure than it receives: JAX raises a TypeError"
            tell(
                run, self.place, DTYPE_CARRY, message, "Return a carry with the structure of the first one", raises=True
            )
            return True
        stable = True
        self.rejected.clear()
        self.returned.clear()
        for index, (old, new) in enumerate(zip(self.leaves, returned, strict=True)):
            check_carry(run, self.call.node, old, new)
            new = without_makers(check_leaf(run, self.place, index, new, self.turns))
            new = compared(run, "the carry", old, new)
            merged = self._merged(index, old, new)
            if merged != old:
                self.leaves[index] = merged
                stable = False
        self.was_promoted = True
        return stable

    @property
    def place(self) -> Any:
        """The place of the loop's call."""
        return place_of(self.call.node, self.run.source.path)

    def _merged(self, index: int, old: Value, new: Value) -> Value:
        one, other = only(old, Array), only(new, Array)
        if one is None or other is None or one.dtype is None or other.dtype is None:
            return join(old, new) if not is_unknown(new) else new
        if one.dtype == other.dtype:
            if one.origins == self.mark and other.origins != self.mark:
                return join((replace(one, origins=NO_ORIGIN),), new)
            return join(old, new)
        shape = one.shape if one.shape == other.shape else None
        is_chosen = bool(one.origins) and all(origin.kind == "chosen" for origin in one.origins)
        if one.dtype == "bool_" and index not in self.numbers and not is_chosen:
            # A comparison of weak arrays is weak, too, which its type does not show: JAX promotes or raises.
            return (Array(None, shape, cause="a bool carry that may be weak", traced=True),)
        if strong(self.run, one.dtype) == strong(self.run, other.dtype) and one.dtype.startswith("weak"):
            self.returned[index] = (replace(other, shape=shape),)
            return (replace(one, shape=shape, origins=NO_ORIGIN),)
        promoted = self._weak_promotion(one.dtype, other.dtype)
        if promoted is not None:
            before = NO_ORIGIN if one.origins == self.mark else one.origins
            origins = other.origins if promoted == other.dtype else before
            return (Array(promoted, shape, origins, traced=True),)
        shown, becoming = (strong(self.run, dtype) for dtype in (one.dtype, other.dtype))
        if shown is not None and becoming is not None:
            self.rejected[index] = shown, becoming
        return old

    def judge(self, next_carry: Callable[[Value], Value]) -> None:
        """Report the leaves for which JAX rejects the loop.

        Args:
            next_carry: returns what the body makes of a carry.
        """
        for index, (before, after) in self.rejected.items():
            path = self.paths[index]
            node = leaf_expression(self.body, (*self.part, *path))
            message = (
                f"The carry of {self.call.name.removeprefix('jax.')} must keep its dtype: "
                f"carry{''.join(path)} is {before} and becomes {after}"
            )
            cast = cast_of(self.run, node, before)
            advice = f"Return {cast}" if cast else f"Cast what the body returns with .astype(jnp.{before})"
            if self._may_start(index, after, next_carry):
                advice = f"Start with {after}" if loses_kind(after, before) else f"{advice}, or start with {after}"
            tell(self.run, place_in_call(self.run, node, self.call), DTYPE_CARRY, message, advice, raises=True)

    def _may_start(self, index: int, dtype: str, next_carry: Callable[[Value], Value]) -> bool:
        """Whether JAX accepts the loop if a leaf starts with the dtype that it gets."""
        run, before = self.run, self.run.heap
        if before is None:
            return False
        leaves = [*self.leaves]
        leaves[index] = (Array(dtype, traced=True),)
        run.heap = before.branch()
        try:
            with run.records.paused():
                start = unflatten(run, self.structure, iter(leaves), ("start", id(self.call.node), self.call.label))
                result = to_arrays(run, next_carry(start), ("returned", self.call.label))
                returned = flatten_like(run, self.structure, result) if run.heap is not None else []
        except TreeMismatchError:
            return False
        finally:
            run.heap = before
        sides = [[self._dtype(leaf) for leaf in side] for side in (leaves, returned)]
        return None not in sides[0] and sides[0] == sides[1]

    def _dtype(self, leaf: Value) -> str | None:
        one = only(leaf, Array)
        return None if one is None else strong(self.run, one.dtype)

    def _weak_promotion(self, old: str, new: str) -> str | None:
        """The dtype to which JAX promotes a weak carry, as it does before it compares the dtypes; None if it raises."""
        if strong(self.run, old) == strong(self.run, new):
            return old
        if not old.startswith("weak") or self.was_promoted:
            return None
        results = set()
        for system in jax_systems(self.run):
            if old not in system.nodes or new not in system.nodes:
                return None
            results.add(system.promote(old, new))
        return strong(self.run, results.pop()) if len(results) == 1 else None


def traced_call(run: Run, function: Value, arguments: list[Value], call: Call, label: Any) -> Value:
    """Call the body of a loop or a branch, which JAX traces once for each kind of its arguments."""

    def evaluate() -> Value:
        with nnx_references(run, is_on=False):
            return run.call(function, arguments, {}, node=call.node, star=call.star, label=label)

    return traced_once(run, function, arguments, evaluate, static=None if call.star else ())


@model("jax.lax.scan", "haiku.scan")
def scan(run: Run, call: Call) -> Value:
    """``jax.lax.scan(f, init, xs)``."""
    function, xs = call.get(0, "f"), call.get(2, "xs", NONE)
    carry = Carry(run, call.get(1, "init"), call, function, ("[0]",))
    xs = to_arrays(run, xs, "xs")
    item = map_leaves(run, xs, _item, ("item", id(call.node), call.label))

    def following(value: Value) -> Value:
        pair = known_items(run, traced_call(run, function, [value, item], call, ("scan", call.label)))
        return BOTTOM if pair is None else pair[0]

    number = constant_of(call.get(3, "length", NONE))
    carry.turns = number if isinstance(number, int) else _length(run, xs)
    ys: Value = BOTTOM
    with run.repeated(), run.staging():
        for turn in range(MOST_TURNS):
            with run.within(("scan", id(call.node), turn)):
                result = traced_call(run, function, [carry.value(turn), item], call, ("scan", call.label))
            if run.heap is None:
                return BOTTOM
            pair = known_items(run, result)
            if pair is None or len(pair) != 2:
                return run.unknown("the body of a scan whose result is not known")
            ys = pair[1]
            if carry.receive(pair[0]):
                break
        carry.judge(following)
    ys = to_arrays(run, ys, ("ys", id(call.node)), flag=carry.flag)
    length = _size(run, xs)
    stacked = map_leaves(run, ys, lambda leaf: _stacked(leaf, length), ("stacked", id(call.node), call.label))
    return (Tuple((carry.result(), stacked)),)


def _item(leaf: Value) -> Value:
    return each(leaf, lambda one: (without_axis(one, 0),))


def _length(run: Run, xs: Value) -> int | None:
    """The number of turns of a scan; None if it is unknown."""
    size = _size(run, xs)
    return size if isinstance(size, int) else None


def _size(run: Run, xs: Value) -> Size:
    """The size of the axis that a scan maps over: a number if one is known."""
    arrays = (only(leaf, Array) for leaf in flatten(run, xs)[0])
    sizes = [array.shape[0] for array in arrays if array is not None and array.shape]
    numbers = [size for size in sizes if isinstance(size, int)]
    return next(iter((*numbers, *filter(None, sizes))), None)


def _stacked(leaf: Value, length: Size) -> Value:
    return each(
        leaf,
        lambda one: (
            (replace(one, shape=None if one.shape is None else (length, *one.shape)),)
            if isinstance(one, Array)
            else (one,)
        ),
    )


@model("jax.lax.while_loop", "jax.lax.fori_loop", "flax.nnx.while_loop", "flax.nnx.fori_loop", "haiku.while_loop",
       "haiku.fori_loop")  # fmt: skip
def loop(run: Run, call: Call) -> Value:
    """``jax.lax.while_loop(cond, body, init)`` and ``jax.lax.fori_loop(lower, upper, body, init)``."""
    with nnx_references(run, is_on=call.name.startswith("flax.nnx.")):
        return _loop(run, call)


def _loop(run: Run, call: Call) -> Value:
    is_for = call.short_name == "fori_loop"
    body = call.get(2 if is_for else 1, "body_fun")
    carry = Carry(run, call.get(3 if is_for else 2, "init_val"), call, body)
    index = _index(run, call) if is_for else BOTTOM

    def following(value: Value) -> Value:
        return traced_call(run, body, [index, value] if is_for else [value], call, ("body", call.label))

    carry.turns = _turns(call) if is_for else None
    with run.repeated(), run.staging():
        for turn in range(MOST_TURNS):
            with run.within(("loop", id(call.node), turn)):
                value = carry.value(turn)
                if not is_for:
                    _check_condition(run, call, value)
                result = following(value)
            if run.heap is None:
                return BOTTOM
            if carry.receive(result):
                break
        carry.judge(following)
    return carry.result()


def _check_condition(run: Run, call: Call, carry: Value) -> None:
    """Call the condition of a ``while_loop``, and report one that returns no bool."""
    function = call.get(0, "cond_fun")
    result = traced_call(run, function, [carry], call, ("cond", call.label))
    one = only(to_arrays(run, result, ("condition", call.label)), Array) if run.heap is not None else None
    dtype = None if one is None else strong(run, one.dtype)
    if dtype in (None, "bool_"):
        return
    place = place_in_call(run, lambda_result(run, function), call)
    message = f"The condition of lax.while_loop must return a bool, and this one returns {dtype}"
    tell(run, place, DTYPE_UNSUPPORTED, message, "Compare, as in x != 0", raises=True)


def _turns(call: Call) -> int | None:
    """The number of turns of a ``fori_loop``; None if it is not known."""
    bounds = [constant_of(call.get(position, name)) for position, name in enumerate(("lower", "upper"))]
    return max(bounds[1] - bounds[0], 0) if all(isinstance(bound, int) for bound in bounds) else None


def _index(run: Run, call: Call) -> Value:
    """The counter of a ``fori_loop``, which JAX (0.10 and 0.12) counts as a Python number where both bounds are known.

    Where JAX traces a bound, the counter is the promotion of the bounds.
    """
    given = [call.get(position, name) for position, name in enumerate(("lower", "upper"))]
    bounds = [to_arrays(run, value, name) for value, name in zip(given, ("lower", "upper"), strict=True)]
    known = [only(bound, Array) for bound in bounds]
    if any(one is None or one.dtype is None for one in known):
        return (Array(None, (), cause="the bounds of a fori_loop are not known"),)
    dtypes = [one.dtype for one in known if one is not None]
    if dtypes[0] != dtypes[1]:
        _check_bounds(run, call, dtypes)
    flags = {item.traced for value in given for item in value if isinstance(item, Array)}
    counted: set[str | None] = {"weak_int"} if True not in flags else set()
    if flags - {False}:
        same = dtypes[0] == dtypes[1]
        counted |= {dtypes[0]} if same else {system.promote(*dtypes) for system in jax_systems(run)}
    return (Array(counted.pop() if len(counted) == 1 else None, (), traced=True),)


def _check_bounds(run: Run, call: Call, dtypes: Sequence[str | None]) -> None:
    """Report bounds of two dtypes, since JAX converts only a weak integer."""
    stored = [strong(run, dtype) for dtype in dtypes]
    lower, upper = stored
    if lower is None or upper is None or lower == upper:
        return
    is_weak = [dtype in WEAK_TYPES for dtype in dtypes]
    if all(dtype_info(dtype).kind == "signed" for dtype in (lower, upper)) and is_weak[0] != is_weak[1]:
        return
    strong_one = "lower" if is_weak[1] else "upper"
    node = argument_node(call, 0 if is_weak[1] else 1, strong_one)
    cast = cast_of(run, node, "int32")
    message = f"The bounds of lax.fori_loop must have the same dtype: lower is {lower} and upper is {upper}"
    advice = f"Write {cast}" if cast else f"Cast {strong_one} with .astype(jnp.int32)"
    tell(run, place_of(call.node, run.source.path), DTYPE_PROMOTION, message, advice, raises=True)


@model("jax.lax.map")
def lax_map(run: Run, call: Call) -> Value:
    """``jax.lax.map(f, xs)``."""
    xs = to_arrays(run, call.get(1, "xs"), "xs")
    item = map_leaves(run, xs, _item, ("item", id(call.node), call.label))
    with run.repeated(), run.staging():
        result = run.call(call.get(0, "f"), [item], {}, node=call.node, label=("map", call.label))
    if run.heap is None:
        return BOTTOM
    length = _length(run, xs)
    flag = traced_outside(run, call.everything())
    result = to_arrays(run, result, ("mapped", id(call.node)), flag=flag)
    return map_leaves(run, result, lambda leaf: _stacked(leaf, length), ("stacked", id(call.node), call.label))


@model("jax.lax.associative_scan")
def associative_scan(run: Run, call: Call) -> Value:
    """``jax.lax.associative_scan(f, elems)``: the results must have the dtypes of the elements.

    Elements along an axis of length 0 or 1 are returned as they are. Otherwise the results are not weak.
    """
    elements = to_arrays(run, call.get(1, "elems"), "elems", flag=traced_outside(run, call.everything()))
    axis = constant_of(call.get(3, "axis", (Number("int", 0),)))
    sizes = [size_of_axis(only(leaf), axis) for leaf in flatten(run, elements)[0]]
    length = next((size for size in sizes if isinstance(size, int)), None)
    if length is not None and length < 2:
        return elements
    start = map_leaves(run, elements, without_shape, ("elements", id(call.node)))
    carry = Carry(run, start, call, call.get(0, "fn"))

    def following(value: Value) -> Value:
        """The result of the function, in the structure of the elements: JAX compares the numbers of leaves alone."""
        result = run.call(call.get(0, "fn"), [value, value], {}, node=call.node, label=("scan", call.label))
        leaves = flatten(run, result)[0] if run.heap is not None else []
        if len(leaves) != len(carry.leaves):
            return result
        return unflatten(run, carry.structure, iter(leaves), ("following", id(call.node), call.label))

    with run.repeated():
        result = following(carry.value(0))
        if run.heap is None:
            return BOTTOM
        carry.receive(result)
        carry.judge(following)

    def scanned(leaf: Value) -> Value:
        return strengthened(run, leaf) if length is not None else strong_or_unknown(leaf, UNKNOWN_LENGTH)

    return map_leaves(run, elements, scanned, ("strong", id(call.node)))


UNKNOWN_LENGTH = "the array is weak if its scanned axis has length 0 or 1"


def strong_or_unknown(leaf: Value, cause: str) -> Value:
    """The arrays of a leaf. An array that is weak has an unknown dtype: it may be strong in the result."""
    return each(
        leaf,
        lambda one: (
            (replace(one, dtype=None, cause=cause),)
            if isinstance(one, Array) and one.dtype is not None and one.dtype.startswith("weak")
            else (one,)
        ),
    )


@model("jax.lax.custom_root", "jax.lax.custom_linear_solve")
def custom_solve(run: Run, call: Call) -> Value:
    """``jax.lax.custom_linear_solve(matvec, b, solve)`` and ``custom_root(f, guess, solve, tangent_solve)``."""
    if call.short_name == "custom_linear_solve":
        right_side = to_arrays(run, call.get(1, "b"), "b")
        result = run.call(call.get(2, "solve"), [call.get(0, "matvec"), right_side], {}, node=call.node, label="solve")
    else:
        guess = to_arrays(run, call.get(1, "initial_guess"), "guess")
        result = run.call(call.get(2, "solve"), [call.get(0, "f"), guess], {}, node=call.node, label="solve")
    return to_arrays(run, result, ("solved", id(call.node)))
