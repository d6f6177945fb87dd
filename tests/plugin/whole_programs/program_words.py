"""The words that random programs are written with: dtypes, numbers, functions, methods."""

from __future__ import annotations

DTYPES = ("bool_", "int8", "int32", "uint8", "uint16", "float16", "bfloat16", "float32", "complex64")
WIDE = ("int64", "float64", "uint32")
"""Dtypes that are used only with x64."""
USUAL = ("float16", "bfloat16", "float32", "int32", "int8", "bool_", "float32", "float16")
"""Dtypes of parameters as in real programs, with the most frequent ones several times."""
ALIASES = {
    "bool_": "B",
    "int8": "I8",
    "int32": "I32",
    "uint8": "U8",
    "uint16": "U16",
    "uint32": "U32",
    "int64": "I64",
    "float16": "F16",
    "bfloat16": "BF16",
    "float32": "F32",
    "float64": "F64",
    "complex64": "C64",
}
"""Names of array types in the programs, by dtype."""

HEADER = """\
import collections
import contextlib
import dataclasses
import functools
import itertools
import math
import operator
from collections.abc import Callable
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
"""
TYPES = "\n".join(
    ["import jaxtyping_promo as jp", *(f"{alias} = jp.Array[jp.{dtype}]" for dtype, alias in ALIASES.items()), ""]
)
"""The definitions of the names of array types."""
PLAIN_TYPES = "\n".join(["", *(f"{alias} = jax.Array" for alias in ALIASES.values()), ""])
"""The same names for JAX alone, on as many lines."""

INTS = ("2", "1", "-1", "3", "True", "len('ab')", "3 // 2", "max(1, 2)", "abs(-2)", "int(2.5)")
FLOATS = ("0.5", "2.0", "1e-3", "math.pi", "1 / 2", "float(2)", "np.pi", "max(0.1, 0.5)", "2**0.5", "math.sqrt(2)")
MIXED = ("max(1, 0.5)", "min(2, 1.5)", "(1 if {c} else 0.5)", "sum([1, 2])", "sum([0.5, 1.5])", "round(2.5)", "0.5j")
NUMPY = (
    "np.float32(0.5)",
    "np.float64(0.5)",
    "np.float16(2)",
    "np.int8(3)",
    "np.int32(2)",
    "np.bool_(True)",
    "np.uint8(2)",
    "np.sqrt(2.0)",
    "np.ones(3)",
    "np.ones(3, np.float16)",
    "np.zeros(3, dtype=jnp.bfloat16)",
    "np.arange(3)",
    "np.arange(3, dtype=np.int8)",
    "np.asarray([1, 2, 3])",
    "np.array([0.5, 1, 2])",
    "np.linspace(0, 1, 3)",
    "np.array([True, False, True])",
    "np.full(3, 2, np.float32)",
    "np.ones(3).astype(np.float32)",
    "np.sin(np.ones(3, np.float32))",
    "np.ones(3).sum()",
    "np.random.default_rng(0).normal(size=3)",
)
"""NumPy scalars and arrays."""
NUMPY_FORMS = (
    *(f"{{a}} {op} {{b}}" for op in ("+", "-", "*", "/", "//", "%", "**", ">", "&")),
    *(f"{{b}} {op} {{a}}" for op in ("+", "-", "*", "/", "**")),
    *("np.sin({a})", "np.abs({a})", "-{a}", "np.maximum({a}, {b})", "np.where({a} > 1, {a}, {b})"),
    *("np.clip({a}, 0, {b})", "np.clip({a}, 0.5, 2)", "{a}.clip(0, {b})", "np.average({a}, weights=[1, 0.5, 2])"),
    *("{a}.sum()", "np.sum({a})", "{a}.mean()", "np.mean({a})", "np.cumsum({a})", "np.percentile({a}, 50)"),
    *("np.quantile({a}, [0.1, 0.5, 0.9])", "np.stack([{a}, {b}])[0]", "np.concatenate([{a}, {a}])[:3]", "{a}[::-1]"),
    *("np.asarray({a})", "np.array([{a}, {b}])[0]", "np.fft.fft({a}).real", "np.exp(1j * {a})", "np.zeros_like({a})"),
    *("{a}.astype(np.float16)", "np.outer({a}, {a})[0]", "np.sqrt({a})", "np.diff({a}, prepend={b})", "np.max({a})"),
    *("np.select([{a} > 1], [{a}], default={b})", "np.round({a}, 1)", "np.linspace({b}, 1, 3)", "{a}.round()"),
)
"""Operations on a NumPy value ``{a}`` and another value ``{b}``."""

ONE = (
    "jnp.sin", "jnp.exp", "jnp.abs", "jnp.sqrt", "jnp.tanh", "jnp.square", "jnp.negative", "jnp.sign", "jnp.floor",
    "jnp.log1p", "jnp.isnan", "jnp.isfinite", "jnp.logical_not", "jnp.cumsum", "jnp.sort", "jnp.flip", "jnp.ravel",
    "jnp.sum", "jnp.mean", "jnp.max", "jnp.prod", "jnp.var", "jnp.std", "jnp.argmax", "jnp.any", "jnp.all", "jnp.median",
    "jnp.zeros_like", "jnp.ones_like", "jnp.asarray", "jnp.array", "jnp.atleast_1d", "jnp.squeeze", "jnp.count_nonzero",
    "jnp.argsort", "jnp.diff", "jnp.real", "jnp.conj", "jnp.round", "jnp.nan_to_num", "jnp.reciprocal", "jnp.angle",
    "jnp.linalg.norm", "jnp.cbrt", "jnp.deg2rad", "jnp.cumprod", "jnp.ptp", "jnp.roll", "jnp.sinc", "jnp.copy",
    "jax.nn.relu", "jax.nn.softmax", "jax.nn.gelu", "jax.nn.sigmoid", "jax.nn.silu", "jax.nn.log_softmax", "jax.nn.elu",
    "jax.nn.softplus", "jax.nn.leaky_relu", "jax.nn.logsumexp", "jax.nn.standardize", "jax.nn.relu6", "jax.nn.swish",
    "lax.exp", "lax.neg", "lax.abs", "lax.rsqrt", "lax.stop_gradient", "lax.sign", "lax.cumsum", "lax.square",
    "jax.scipy.special.logsumexp", "jax.scipy.special.erf", "jax.scipy.special.expit", "jax.scipy.stats.norm.pdf",
    "abs", "jax.device_put", "jax.lax.population_count",
)  # fmt: skip
ROLLED = {"jnp.roll": "{}({}, 1)"}
"""Functions of one operand that need more arguments."""
TWO = (
    "jnp.add", "jnp.subtract", "jnp.multiply", "jnp.divide", "jnp.maximum", "jnp.minimum", "jnp.power", "jnp.mod",
    "jnp.floor_divide", "jnp.arctan2", "jnp.hypot", "jnp.logaddexp", "jnp.equal", "jnp.less", "jnp.logical_and",
    "jnp.logical_or", "jnp.bitwise_xor", "jnp.dot", "jnp.vdot", "jnp.outer", "jnp.kron", "jnp.convolve", "jnp.copysign",
    "jnp.isclose", "jnp.allclose", "jnp.array_equal", "jnp.searchsorted", "jnp.interp", "jnp.fmax", "jnp.heaviside",
    "jnp.full_like", "jnp.union1d", "jnp.polyval", "jnp.true_divide", "jnp.remainder", "jnp.inner", "jnp.quantile",
    "lax.add", "lax.mul", "lax.max", "lax.div", "lax.sub", "jax.scipy.special.xlogy", "jnp.fmod", "jnp.cross",
    "operator.add", "operator.mul", "operator.truediv", "operator.sub", "operator.gt", "jnp.gcd", "jnp.percentile",
)  # fmt: skip
SEVERAL = ("jnp.stack([{a}, {b}]).sum(0)", "jnp.concatenate([{a}[:1], {b}[:2]])", "jnp.where({a} > 0, {a}, {b})",
    "jnp.where({m}, {a}, {o})", "jnp.clip({a}, {o}, {b})", "jnp.einsum('i,i->i', {a}, {b})", "jnp.hstack(({a}, {b}))[:3]",
    "jnp.select([{a} > 0], [{b}], {o})", "lax.select({a} > 0, {b}, {b})", "jnp.append({a}, {b})[:3]",
    "jnp.array([{o}, {o}, {o}])", "jnp.asarray([{a}[0], {b}[1], {o}])", "jnp.take({a}, jnp.arange(3))",
    "{a}.at[0].set({o})", "{a}.at[:2].add({o})", "{a}.at[1].multiply({b}[0])", "jnp.tensordot({a}, {b}, 1)",
    "jnp.average({a}, weights={b})", "jnp.full(3, {o})", "jnp.full((3,), {o}, {d})", "jnp.zeros(3, {d})", "jnp.ones(3, dtype={d})",
    "jnp.arange(3, dtype={d})", "jnp.asarray({o}, {d})", "jnp.zeros_like({a}, dtype={d})", "jnp.full_like({a}, {o}, dtype={d})",
    "jnp.linspace(0, 1, 3, dtype={d})", "jnp.array({a}, {d})", "jnp.sum({a}, dtype={d})", "jnp.asarray({a}, dtype={d})",
    "jnp.linspace({o}, {o}, 3)", "jnp.arange({o}, {o} + 3)", "jnp.zeros(3)", "jnp.eye(3)[0]", "jnp.arange(3)", "jnp.asarray({o})",
    "jnp.asarray([{o}, {o}, {o}])", "lax.convert_element_type({a}, {d})", "jnp.matmul({a}, {b})", "{a} @ {b}", "lax.clamp({a}, {b}, {a})",
    "jax.nn.one_hot(jnp.arange(3), 3)[0]", "jax.nn.one_hot(1, 3, dtype={d})", "jax.random.normal(jax.random.key(0), (3,))",
    "jax.random.uniform(jax.random.key(0), (3,), {d})", "jax.random.randint(jax.random.key(0), (3,), 0, 5)",
    "jax.random.permutation(jax.random.key(0), {a})", "jax.random.bernoulli(jax.random.key(0), 0.5, (3,))", "divmod({a}, {o})[1]",
    "jnp.unique({a}, size=3)", "jnp.nanmean({a})", "jnp.cumsum({a}, dtype={d})", "jnp.tile({a}, 2)[:3]", "jnp.repeat({a}, 3)[:3]",
    "jnp.split({a}, 3)[0][0]", "jnp.meshgrid({a}, {b})[0][0]", "jnp.pad({a}, 1)[:3]", "lax.dynamic_slice({a}, (0,), (3,))",
    "lax.dynamic_update_slice({a}, {a}[:1], (0,))", "jnp.nonzero({a}, size=3)[0]", "lax.top_k({a}, 3)[0]", "jnp.histogram({a})[0][:3]",
    "jnp.diag({a})[0]", "jnp.trace(jnp.outer({a}, {b}))", "jnp.vectorize(lambda v: v * {o})({a})", "jnp.piecewise({a}, [{a} > 0], [1, 0])",
    "jax.ops.segment_sum({a}, jnp.arange(3))[:3]", "jnp.ones((3, 3), {d}) @ {a}", "jnp.linalg.det(jnp.outer({a}, {b}) * 1.0)",
    "jax.tree.leaves([{a}, {b}])[0]", "jax.tree.reduce(operator.add, [{a}, {b}])", "jnp.broadcast_to({o}, (3,))",
    "lax.fori_loop(0, 2, lambda i, v: v + i, {a})", "lax.full((3,), {o})", "lax.full((3,), {o}, {d})", "lax.iota({d}, 3)", "jnp.maximum({a}, 0)",
)  # fmt: skip
"""Expressions with places for arrays (a, b), an operand of any kind (o), a mask (m), and a dtype (d)."""
METHODS = (
    "sum()", "mean()", "max()", "min()", "astype({d})", "reshape(-1)[0]", "T", "real", "argmax()", "cumsum()", "std()", "any()",
    "flatten()", "ravel()", "round()", "clip(0, 2)", "dot({a})", "prod()", "copy()", "squeeze()", "conj()", "sort()", "at[0].add(1)",
    "at[0].set({o})", "at[0].get()", "view()", "astype({a}.dtype)", "item", "sum(keepdims=True)", "mean(axis=0)", "var(ddof=1)",
    "take(0)", "repeat(2)[:3]", "transpose()", "swapaxes(0, 0)", "nonzero()[0]", "argsort()", "all()", "imag", "mT", "block_until_ready()",
    "astype(int)", "astype(float)", "astype(bool)", "sum(dtype={d})", "searchsorted({o})",
)  # fmt: skip
OPERATORS = ("+", "-", "*", "+", "*", "/", "//", "%", "**", "@", "&", "|", "^", "<", ">", "==", "!=", ">=", "<<", ">>")
IN_PLACE = ("+=", "-=", "*=", "/=", "//=", "**=", "%=", "&=", "|=")
INDICES = (
    "[0]",
    "[-1]",
    "[::-1]",
    "[None][0]",
    "[:2]",
    "[...]",
    "[jnp.array([0, 1, 2])]",
    "[jnp.arange(3) > 5]",
    "[jnp.newaxis, 0]",
    "[1:]",
)
