"""The rules of `jax.Array`'s methods against JAX: every dtype and weak type, x64 on and off."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import pytest

from jaxtyping_promo import get_system
from jaxtyping_promo.rules.functions import parse, result
from jaxtyping_promo.rules.jax_array import RULES

METHODS = RULES["jax.Array"]
CALLS: dict[str, Callable[[Any], Any]] = {
    "clip": lambda x: x.clip(0),
    "dot": lambda x: x.dot(x),
    "nonzero": lambda x: x.nonzero(size=2)[0],
    "searchsorted": lambda x: x[0].searchsorted(x[0]),
}
"""How to call the methods that need arguments."""
WEAK = {"i": "weak_int", "f": "weak_float", "c": "weak_complex"}


def computed(method: str, node: str, default: str) -> str | None:
    """The dtype that JAX gives, or None if it refuses."""
    dtype = jnp.dtype({"bool_": "bool"}.get(default, default))
    array = jax.ShapeDtypeStruct((3, 3), dtype, weak_type=node != default)
    try:
        out = jax.eval_shape(CALLS.get(method, lambda x: getattr(x, method)()), array)
    except (TypeError, ValueError, NotImplementedError):
        return None
    if out.weak_type and out.dtype.kind in WEAK:
        return WEAK[out.dtype.kind]
    return {"bool": "bool_"}.get(out.dtype.name, out.dtype.name)


@pytest.mark.parametrize("x64", [False, True])
@pytest.mark.parametrize("method", [name for name, rule in METHODS.items() if parse(rule).kind != "unknown"])
def test_methods(method: str, x64: bool) -> None:
    if method == "astype":  # its result is its argument
        assert (
            result(METHODS[method], get_system("jax"), {"self": "int8"}, "float16")
            == jnp.int8(1).astype("float16").dtype
        )
        return
    system = get_system("jax", x64=x64)
    wrong, taken = {}, 0
    with jax.enable_x64(x64):
        for node in system.nodes:
            if node in system.truncated:
                continue  # no array has this dtype
            answer = computed(method, node, system.defaults.get(node, node))
            if answer is None:
                continue
            taken += 1
            operands = {"self": node, "min": "int", "b": node}
            ours = result(METHODS[method], system, operands)
            if ours != answer:
                wrong[node] = (ours, answer)
    assert taken >= 15, "JAX took next to no dtype: the call is not the right one"
    assert not wrong
