"""The dtype and shape of einops' results, held against einops itself."""

from __future__ import annotations

from pathlib import Path

import pytest

from jaxtyping_promo.interpreter.libraries.einops_functions import result_shape
from jaxtyping_promo.interpreter.program import Program
from jaxtyping_promo.interpreter.values import Array, NumPyArray

einops = pytest.importorskip("einops")

HEAD = """
import einops, jax.numpy as jnp, numpy as np
from einops import rearrange, reduce, repeat
h = jnp.ones((2, 3, 4), jnp.bfloat16)
f = jnp.ones((2, 3, 4))
i = jnp.arange(24).reshape(2, 3, 4)
b = i > 3
n = np.ones((2, 3, 4), np.float16)
"""
EXPRESSIONS = [
    "rearrange(h, 'a b c -> c (a b)')",
    "rearrange(h, 'a b (c d) -> a d b c', d=2)",
    "rearrange(i, '... c -> c ...')",
    "rearrange(h, 'a b c -> a (b c) 1')",
    "rearrange(h, 'a ... -> (...) a')",
    "rearrange([h, h], 'n a b c -> a (n b) c')",
    "rearrange([h, f], 'n a b c -> a n b c')",
    "rearrange(n, 'a b c -> (a b c)')",
    "repeat(h, 'a b c -> a b c r', r=5)",
    "repeat(h, 'a b c -> (a 2) b c')",
    "reduce(h, 'a b c -> a', 'mean')",
    "reduce(h, 'a b c -> a 1 c', 'sum')",
    "reduce(i, 'a b c -> c', 'max')",
    "reduce(i, 'a b c -> c', 'sum')",
    "reduce(b, 'a b c -> a b', 'sum')",
    "reduce(b, 'a b c -> a b', 'any')",
    "reduce(b, 'a b c -> c b a', 'sum')",
    "reduce(h, 'a (b r) c -> a b c', 'min', r=3)",
    "reduce(h, '... c -> ...', 'prod')",
    "reduce(n, 'a b c -> a', 'mean')",
    "reduce(h, 'a b c -> a', lambda x, axes: x.sum(axes).astype(jnp.float32))",
    "einops.einsum(h, h, 'a b c, a d c -> a b d')",
    "einops.einsum(h, f, 'batch row k, batch column k -> batch row column')",
    "einops.einsum(n, n, 'a b c, a b c -> a')",
    "einops.pack([h, h], 'a * c')[0]",
    "einops.unpack(f, [[1], [2]], 'a * c')[1]",
    "einops.asnumpy(f)",
]


@pytest.mark.parametrize("expression", EXPRESSIONS)
def test_dtype_and_shape(tmp_path: Path, expression: str) -> None:
    names: dict[str, object] = {}
    exec(HEAD, names)
    real = eval(expression, names)
    path = tmp_path / "p.py"
    path.write_text(f"{HEAD}\nresult = {expression}\n")
    run = Program([str(path)]).interpret()
    frame = next(frame for name, frame in run.modules.items() if name == "p")
    (found,) = run.base[frame].fields["result"]
    assert isinstance(found, NumPyArray if type(real).__module__ == "numpy" else Array)
    assert (found.dtype or "").removesuffix("_") == str(real.dtype) or (
        found.dtype is None and "einsum(n" in expression
    )
    if found.shape is not None:
        assert len(found.shape) == real.ndim
        assert all(size in (None, length) for size, length in zip(found.shape, real.shape, strict=True))


def test_the_mean_of_integers_raises(tmp_path: Path) -> None:
    names: dict[str, object] = {}
    exec(HEAD, names)
    with pytest.raises(NotImplementedError):
        eval("reduce(i, 'a b c -> a', 'mean')", names)


def test_shapes_of_patterns() -> None:
    assert result_shape((6, 4), "(a b) c -> a b c", {"a": 2}) == (2, 3, 4)
    assert result_shape((6, 4), "(a b) c -> a b c", {"a": None}) == (None, None, 4)
    assert result_shape(None, "a b -> b a", {}) == (None, None)
    assert result_shape(None, "... b -> b ...", {}) is None
    assert result_shape((2, None, 4), "a b c -> (a b) c", {}) == (None, 4)
