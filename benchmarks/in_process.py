"""Benchmarks that need one process for both sides. The interpreter with our package runs it; it prints JSON."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from time import process_time
from timeit import Timer
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from jaxtyping_promo import Array, PromotionError, promote_types
from jaxtyping_promo.dtypes import DTYPES

CALLS = 40_000
Samples = dict[str, list[float]]


class Plain:
    """A class whose instances are not arrays."""


def samples(ours: Timer, theirs: Timer, rounds: int, calls: int, per_call: int = 1) -> Samples:
    """The nanoseconds of a call of each side. The sides take turns."""
    times: Samples = {"ours": [], "theirs": []}
    for i in range(rounds):
        for side, timer in [("ours", ours), ("theirs", theirs)][:: 1 if i % 2 else -1]:
            times[side].append(timer.timeit(calls) / calls / per_call * 1e9)
    return times


def instance_checks(rounds: int) -> Iterator[tuple[str, Samples]]:
    """Time `isinstance` of every kind of object. Tracers exist only during tracing, so they are timed there."""

    def timed(x: Any) -> Samples:
        assert isinstance(x, Array) == isinstance(x, jax.Array)
        names = {"x": x, "Array": Array, "jax_Array": jax.Array}
        ours, theirs = (
            Timer(f"isinstance(x, {cls})", timer=process_time, globals=names) for cls in ("Array", "jax_Array")
        )
        return samples(ours, theirs, rounds, CALLS)

    def traced(transformation: Callable[..., Any]) -> Samples:
        timings = []

        def function(x: Any) -> Any:
            assert isinstance(x, jax.core.Tracer)
            timings.append(timed(x))
            return x.sum()

        transformation(function)(jnp.ones(3))
        return timings[0]

    yield "a device array", timed(jnp.ones(3))
    yield "a tracer of `jit`", traced(jax.jit)
    yield "a tracer of `vmap`", traced(jax.vmap)
    yield "a tracer of `grad`", traced(jax.grad)
    yield "a NumPy array", timed(np.ones(3))
    yield "a Python float", timed(1.0)
    yield "an object of a plain class", timed(Plain())


def promotions(rounds: int) -> Samples:
    """Time `promote_types` for every pair of dtypes that promotes: ours on our classes, JAX's on NumPy's dtypes."""
    pairs, theirs = [], []
    for a, mine in DTYPES.items():
        for b, other in DTYPES.items():
            if hasattr(jnp, a) and hasattr(jnp, b):
                try:
                    promote_types(mine, other)
                except PromotionError:
                    continue
                pairs.append((mine, other))
                theirs.append((jnp.dtype(getattr(jnp, a)), jnp.dtype(getattr(jnp, b))))
    loop = "for a, b in pairs: promote(a, b)"
    return samples(
        Timer(loop, timer=process_time, globals={"pairs": pairs, "promote": promote_types}),
        Timer(loop, timer=process_time, globals={"pairs": theirs, "promote": jnp.promote_types}),
        rounds,
        1,
        per_call=len(pairs),
    )


if __name__ == "__main__":
    count = int(sys.argv[1])
    results = {f"`isinstance(x, Array)`, {kind}": timed for kind, timed in instance_checks(count)}
    results["`promote_types` on two dtype classes"] = promotions(count)
    print(json.dumps(results))
