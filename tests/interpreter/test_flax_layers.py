"""Every layer of flax.linen and flax.nnx has the dtypes that JAX computes."""

from __future__ import annotations

import inspect
import itertools
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("flax", minversion="0.12")

import jax
from flax import linen, nnx
from flax_layers import DTYPES, HEAD, LINEN, NNX, ONE_CALL

from jaxtyping_promo.interpreter.heap import Heap
from jaxtyping_promo.interpreter.program import Program
from jaxtyping_promo.interpreter.pytrees import flatten
from jaxtyping_promo.interpreter.values import Array, Unknown

STRONG = {"weak_float": "float32", "weak_int": "int32"}
"""The dtypes of weak types: `jax.eval_shape` leaves weakness out."""
INPUTS = ("float32", "bfloat16")
NOT_KNOWN = {
    "linen": frozenset(),
    "nnx": frozenset(("SpectralNorm",)),
}
"""The layers whose result has an unknown dtype."""
ABSTRACT = frozenset(("Module", "RNNCellBase", "DenseParams", "Fp8DirectDotGeneralOp", "Fp8DotGeneral",
                      "Fp8DotGeneralOp", "Fp8Einsum", "NANOOFp8DotGeneralOp", "Object", "Pytree", "Dict", "List", "EMA"))  # fmt: skip
"""The classes of modules that are no layers, or layers for dtypes of 8 bits."""


def options_of(layer: str) -> list[dict[str, str]]:
    """The combinations of ``dtype`` and ``param_dtype`` for a layer, as the texts of its placeholders."""
    if "{options}" in layer:
        pairs = itertools.product(DTYPES, DTYPES)
        return [{"options": f"dtype={dtype}, param_dtype={parameters}"} for dtype, parameters in pairs]
    if "{dtype}" in layer:
        return [{"dtype": f"dtype={dtype}"} for dtype in DTYPES]
    return [{"param_dtype": f"param_dtype={dtype}"} for dtype in DTYPES] if "{param_dtype}" in layer else [{}]


def calls(kind: str, table: dict[str, tuple[str, str]]) -> list[tuple[str, str]]:
    """The names and sources of all calls of layers."""
    return [
        (" ".join((name, *options.values())), ONE_CALL[kind].format(layer=layer.format(**options), arguments=arguments))
        for name, (layer, arguments) in table.items()
        for options in options_of(layer)
    ]


def computed(head: dict[str, Any], source: str) -> list[str] | None:
    """The dtypes that JAX computes; None if it rejects the call."""
    scope = dict(head)
    try:
        exec(source, scope)
        leaves = jax.tree.leaves(jax.eval_shape(scope["call"]))
    except Exception:
        return None
    return [str(leaf.dtype) for leaf in leaves]


def known(kind: str, dtype: str, sources: list[tuple[str, str]], folder: Path) -> dict[str, list[set[str] | None]]:
    """The dtypes that the interpreter knows; None for an unknown one."""
    text = HEAD.format(dtype=dtype) + "".join(
        f"{source}\n\nresult_{index} = call()\n" for index, (_, source) in enumerate(sources)
    )
    path = folder / f"layers_{kind}_{dtype}.py"
    path.write_text(text)
    program = Program([path])
    run = program.interpret()
    run.heap = Heap(run.base)
    fields = run.base["module", path.stem].fields
    found: dict[str, list[set[str] | None]] = {}
    for index, (name, _) in enumerate(sources):
        value = fields.get(f"result_{index}", ())
        leaves = flatten(run, value)[0] if value else []
        found[name] = [dtypes_of(leaf) for leaf in leaves]
    return found


def dtypes_of(leaf: Any) -> set[str] | None:
    """The dtypes of a leaf; None if unknown."""
    if not leaf or any(isinstance(one, Unknown) or getattr(one, "dtype", None) is None for one in leaf):
        return None
    return {STRONG.get(one.dtype, one.dtype) if isinstance(one, Array) else f"numpy {one.dtype}" for one in leaf}


@pytest.mark.parametrize("dtype", INPUTS)
@pytest.mark.parametrize(("kind", "table"), [("linen", LINEN), ("nnx", NNX)], ids=["linen", "nnx"])
def test_layers_have_the_dtypes_that_jax_computes(
    kind: str, table: dict[str, tuple[str, str]], dtype: str, tmp_path: Path
) -> None:
    sources = calls(kind, table)
    head: dict[str, Any] = {}
    exec(HEAD.format(dtype=dtype), head)
    truth = {name: computed(head, source) for name, source in sources}
    answers = known(kind, dtype, sources, tmp_path)
    wrong, unknown = [], []
    for name, expected in truth.items():
        found = answers[name]
        if expected is None:
            continue
        if len(found) != len(expected) or None in found:
            unknown.append(name)
        for one, dtypes in zip(expected, found, strict=False):
            if len(found) == len(expected) and dtypes is not None and dtypes != {one}:
                wrong.append(f"{name}: {found}; JAX computes {expected}")
                break
    assert not wrong
    assert {name.partition(" ")[0].strip(",") for name in unknown} <= NOT_KNOWN[kind], unknown
    assert sum(expected is not None for expected in truth.values()) >= 0.8 * len(truth)


@pytest.mark.parametrize(("table", "library"), [(LINEN, linen), (NNX, nnx)], ids=["linen", "nnx"])
def test_every_layer_is_listed(table: dict[str, tuple[str, str]], library: Any) -> None:
    layers = {
        name
        for name, value in vars(library).items()
        if inspect.isclass(value) and issubclass(value, library.Module) and name not in ABSTRACT
    }
    assert layers - set(table) == set()
