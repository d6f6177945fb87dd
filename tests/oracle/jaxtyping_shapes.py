"""The rules of shapes, compared with JAX: ``python tests/oracle/jaxtyping_shapes.py --calls 20000``."""

from __future__ import annotations

import argparse
import random
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp

from jaxtyping_promo.jaxtyping import shape_rules
from jaxtyping_promo.jaxtyping.shapes import Shape, ShapeError

LETTERS = "ijk"


class Call(NamedTuple):
    """One call: the shapes of its arrays, the rule that computes the result's shape, and the call itself."""

    text: str
    arrays: tuple[tuple[int, ...], ...]
    rule: Callable[..., Shape | None]
    function: Callable[..., Any]


def _shape(rng: random.Random, most: int = 3) -> tuple[int, ...]:
    return tuple(rng.choice((1, 2, 3, 3, 4)) for _ in range(rng.randint(0, most)))


def _axis(rng: random.Random, rank: int) -> int:
    return rng.randint(-rank - 1, rank) if rng.random() < 0.3 else rng.randrange(-max(rank, 1), max(rank, 1))


def _axes(rng: random.Random, rank: int) -> int | tuple[int, ...] | None:
    kind = rng.random()
    if kind < 0.2:
        return None
    if kind < 0.7 or rank < 2:
        return _axis(rng, rank)
    return tuple(rng.sample(range(rank), rng.randint(0, 2)))


def _changed(rng: random.Random, shape: tuple[int, ...]) -> tuple[int, ...]:
    """A shape that may be valid together with another one in an operator or a list of arrays."""
    return tuple(size if rng.random() < 0.7 else rng.choice((1, 2, 3)) for size in shape)


def _operator(rng: random.Random) -> Call:
    x = _shape(rng)
    y = _changed(rng, x)[rng.randint(0, len(x)) :] if rng.random() < 0.8 else _shape(rng)
    return Call("x + y", (x, y), shape_rules.broadcast, jnp.add)


def _matmul(rng: random.Random) -> Call:
    x = _shape(rng)
    y = (*_changed(rng, x[:-2]), x[-1], rng.choice((2, 3))) if x and rng.random() < 0.6 else _shape(rng)
    return Call("x @ y", (x, y), shape_rules.matmul, jnp.matmul)


def _dot(rng: random.Random) -> Call:
    x = _shape(rng)
    y = (*_shape(rng, 1), x[-1], rng.choice((2, 3))) if x and rng.random() < 0.6 else _shape(rng)
    return Call("dot(x, y)", (x, y), shape_rules.dot, jnp.dot)


def _outer(rng: random.Random) -> Call:
    return Call("outer(x, y)", (_shape(rng), _shape(rng)), shape_rules.outer, jnp.outer)


def _split(rng: random.Random) -> Call:
    x = _shape(rng)
    count, axis = rng.choice((1, 2, 3, 4)), _axis(rng, len(x))
    return Call(
        f"split(x, {count}, {axis})[0]",
        (x,),
        lambda s: shape_rules.split(s, count, axis),
        lambda a: jnp.split(a, count, axis=axis)[0],
    )


def _along(rng: random.Random) -> Call:
    x = _shape(rng)
    indices, axis = _changed(rng, x) if rng.random() < 0.8 else _shape(rng), _axis(rng, len(x))
    return Call(
        f"take_along_axis(x, indices, {axis})",
        (x, indices),
        lambda s, i: shape_rules.taken_along(s, i, axis),
        lambda a, i: jnp.take_along_axis(a, i.astype(jnp.int32), axis=axis),
    )


def _array_index(rng: random.Random) -> Call:
    x, indices = _shape(rng), _shape(rng, 2)
    before = rng.choice(([], [slice(None)], [None], [slice(1, None)], [...]))
    after = rng.choice(([], [slice(None)], [None], []))
    return Call(
        f"x[{before}, indices, {after}]",
        (x, indices),
        lambda s, i: shape_rules.indexed(s, [*before, i, *after]),
        lambda a, i: a[(*before, i.astype(jnp.int32), *after)],
    )


def _reduction(rng: random.Random) -> Call:
    x = _shape(rng)
    axis, keepdims = _axes(rng, len(x)), rng.random() < 0.3
    return Call(
        f"sum(x, {axis}, keepdims={keepdims})",
        (x,),
        lambda s: shape_rules.reduced(s, axis, keepdims=keepdims),
        lambda a: jnp.sum(a, axis=axis, keepdims=keepdims),
    )


def _reshape(rng: random.Random) -> Call:
    x = _shape(rng)
    new = rng.choice(((-1,), (2, -1), (3, -1), x[::-1], (*x, 1), (2, 3), (6,), (-1, 1), (4, 3), ()))
    return Call(f"reshape(x, {new})", (x,), lambda s: shape_rules.reshaped(s, new), lambda a: jnp.reshape(a, new))


def _transpose(rng: random.Random) -> Call:
    x = _shape(rng)
    order = [*range(len(x))]
    rng.shuffle(order)
    axes = rng.choice((None, tuple(order), tuple(n - len(x) for n in order), (0, 1), (0, 0)))
    return Call(
        f"transpose(x, {axes})", (x,), lambda s: shape_rules.transposed(s, axes), lambda a: jnp.transpose(a, axes)
    )


def _swapaxes(rng: random.Random) -> Call:
    x = _shape(rng)
    one, other = _axis(rng, len(x)), _axis(rng, len(x))
    return Call(
        f"swapaxes(x, {one}, {other})",
        (x,),
        lambda s: shape_rules.swapped(s, one, other),
        lambda a: jnp.swapaxes(a, one, other),
    )


def _expand(rng: random.Random) -> Call:
    x = _shape(rng)
    axis = rng.choice((_axis(rng, len(x) + 1), (0, -1), (1,), (0, 0)))
    return Call(
        f"expand_dims(x, {axis})", (x,), lambda s: shape_rules.expanded(s, axis), lambda a: jnp.expand_dims(a, axis)
    )


def _squeeze(rng: random.Random) -> Call:
    x = _shape(rng)
    axis = _axes(rng, len(x))
    return Call(f"squeeze(x, {axis})", (x,), lambda s: shape_rules.squeezed(s, axis), lambda a: jnp.squeeze(a, axis))


def _join(rng: random.Random, name: str) -> Call:
    x = _shape(rng)
    arrays = [x, *(_changed(rng, x) if rng.random() < 0.4 else x for _ in range(rng.randint(0, 2)))]
    if rng.random() < 0.1:
        arrays.append(_shape(rng))
    axis = _axis(rng, len(x) + (name == "stack"))
    rule = shape_rules.stacked if name == "stack" else shape_rules.concatenated
    function = getattr(jnp, name)
    return Call(f"{name}(..., {axis})", tuple(arrays), lambda *s: rule(s, axis), lambda *a: function(a, axis=axis))


def _einsum(rng: random.Random) -> Call:
    terms = ["".join(rng.sample(LETTERS, rng.randint(1, 3))) for _ in range(rng.randint(1, 2))]
    letters = sorted({*"".join(terms)})
    text = ",".join(terms) + rng.choice(("", "->" + "".join(rng.sample(letters, rng.randint(0, len(letters))))))
    sizes = {letter: rng.choice((2, 3, 4)) for letter in LETTERS}
    arrays = tuple(tuple(sizes[c] if rng.random() < 0.95 else 5 for c in term) for term in terms)
    if rng.random() < 0.1:
        arrays = (arrays[0][1:], *arrays[1:])
    return Call(f"einsum({text!r})", arrays, lambda *s: shape_rules.einsum(text, s), lambda *a: jnp.einsum(text, *a))


def _index(rng: random.Random) -> Call:
    x = _shape(rng)
    choices = (0, -1, None, ..., slice(None), slice(1, None), slice(None, -1), slice(None, None, -1), slice(0, 9, 2))
    items = [rng.choice(choices) for _ in range(rng.randint(1, 3))]
    while items.count(...) > 1:
        items.remove(...)
    return Call(f"x[{items}]", (x,), lambda s: shape_rules.indexed(s, items), lambda a: a[tuple(items)])


MAKERS: Sequence[Callable[[random.Random], Call]] = (
    _operator,
    _matmul,
    _dot,
    _outer,
    _split,
    _along,
    _array_index,
    _reduction,
    _reshape,
    _transpose,
    _swapaxes,
    _expand,
    _squeeze,
    lambda rng: _join(rng, "concatenate"),
    lambda rng: _join(rng, "stack"),
    _einsum,
    _index,
)


def _of_rule(call: Call, arrays: Sequence[Shape]) -> Shape | str | None:
    try:
        return call.rule(*arrays)
    except ShapeError:
        return "rejected"


def _of_jax(call: Call) -> tuple[int, ...] | str:
    try:
        result = jax.eval_shape(call.function, *(jax.ShapeDtypeStruct(s, jnp.float32) for s in call.arrays))
    except (ValueError, TypeError, IndexError, ZeroDivisionError):
        return "rejected"
    return tuple(result.shape)


def _blurred(rng: random.Random, arrays: Sequence[tuple[int, ...]]) -> list[Shape]:
    """The shapes with some sizes replaced by names, and some left out."""
    names = {1: "one", 2: "two", 3: "three", 4: "four", 5: "five"}
    return [tuple(rng.choice((size, size, names[size], None)) for size in shape) for shape in arrays]


def _agrees(inferred: Shape | str | None, sizes: tuple[int, ...] | str) -> bool:
    """Whether the inferred shape agrees with the shape of the result."""
    if inferred is None or isinstance(inferred, str) or isinstance(sizes, str):
        return inferred is None or inferred == sizes or (sizes == "rejected" and not isinstance(inferred, str))
    names = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5}
    known = [names.get(size, -1) if isinstance(size, str) else size for size in inferred]
    return len(known) == len(sizes) and all(
        size is None or size == true for size, true in zip(known, sizes, strict=True)
    )


def compare(calls: int, seed: int) -> tuple[Counter[str], list[str]]:
    """The numbers of calls by outcome, and the calls for which the rule is wrong."""
    rng = random.Random(seed)
    counts: Counter[str] = Counter()
    wrong: list[str] = []
    for n in range(calls):
        call = MAKERS[n % len(MAKERS)](rng)
        true, inferred = _of_jax(call), _of_rule(call, call.arrays)
        counts["rejected" if true == "rejected" else "valid"] += 1
        counts["known"] += inferred is not None and (inferred == true)
        if (true == "rejected" and inferred not in ("rejected", None)) or not _agrees(inferred, true):
            wrong.append(f"{call.text} {call.arrays}: {true} in JAX, {inferred} by the rule")
        blurred = _blurred(rng, call.arrays)
        partly = _of_rule(call, blurred)
        if not _agrees(partly, true):
            wrong.append(f"{call.text} {call.arrays} as {blurred}: {true} in JAX, {partly} by the rule")
    return counts, wrong


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--calls", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    counted, faults = compare(options.calls, options.seed)
    print(dict(counted), len(faults), "wrong", *faults[:20], sep="\n")
