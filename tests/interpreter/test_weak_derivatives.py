"""Derivatives of weak and strong arrays of every dtype agree with JAX, and are exact where JAX's rules are known."""

from __future__ import annotations

import functools
import operator
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from abstract import interpreted

DTYPES = ("bool_", "int8", "uint8", "int32", "bfloat16", "float16", "float32", "complex64")
WIDE = ("int64", "float64", "complex128")
WEAK = {"weak_int": "1", "weak_float": "1.0", "weak_complex": "1j"}
FORMS = (
    "jax.grad(lambda v: jnp.abs(v * 0.5).sum())(x)",
    "jax.grad(lambda v: jnp.abs(jnp.sqrt(v)).sum())(x)",
    "jax.jit(jax.grad(lambda v: jnp.abs(v * 0.5).sum()))(x)",
    "jax.vmap(jax.grad(lambda v: jnp.abs(v * 0.5)))(x)",
    "jax.vmap(jax.grad(lambda v: jnp.abs(v ** 2)))(x)",
    "jax.value_and_grad(lambda v: jnp.abs(v * 0.5).sum())(x)",
    'jax.grad(lambda t: jnp.abs(t["a"] * 0.5).sum() + t["b"][0])({"a": x, "b": (1.0, 2.0)})',
    "jax.grad(lambda v: jnp.abs(v * 0.5).sum(), allow_int=True)(x)",
    "jax.value_and_grad(lambda v: jnp.abs(v * 0.5).sum(), allow_int=True)(x)",
    "jax.grad(lambda v: (v * v).sum(), holomorphic=True)(x)",
    "jax.grad(lambda v: jnp.sqrt(v).sum(), holomorphic=True)(x)",
    "jax.grad(lambda a, v: jnp.abs(a * v).sum(), argnums=1)(x, x)",
    "jax.grad(lambda a, v: jnp.abs(a * v).sum(), argnums=(0, 1))(x, x)",
    "jax.grad(lambda a, v: jnp.abs(jnp.sqrt(a) + v).sum(), argnums=(0, 1))(x, x)",
    "jax.grad(lambda a, v: jnp.abs(a * v).sum(), argnums=(0, 1))(x, jnp.ones(2, jnp.bfloat16))",
    "jax.grad(lambda v: (jnp.abs(v * 0.5).sum(), v), has_aux=True)(x)",
    "jax.grad(jax.jit(lambda v: jnp.abs(v * 0.5).sum()))(x)",
    "jax.jit(jax.grad(jax.jit(lambda v: jnp.abs(v * 0.5).sum())))(x)",
    "jax.grad(lambda v: jnp.abs(jax.jit(lambda u: jnp.sqrt(u) + u * 3)(v)).sum())(x)",
    "jax.jit(jax.grad(lambda v: jnp.abs(jax.jit(lambda u: jnp.sqrt(u) + u * 3)(v)).sum()))(x)",
    "jax.grad(lambda v: jnp.abs(jax.lax.stop_gradient(jnp.sqrt(v)) * v).sum())(x)",
    "jax.grad(lambda v: jnp.abs(jax.lax.cond(True, jnp.sqrt, lambda u: u * 2, v)).sum())(x)",
    "jax.grad(lambda v: jnp.abs(jax.lax.cond(True, jnp.sin, lambda u: u * 2, v)).sum())(x)",
    "jax.grad(lambda v: jnp.abs((v * 2 if jax.process_count() > 5 else jnp.sqrt(v))).sum())(x)",
    "jax.grad(lambda v: jnp.abs((jnp.sqrt(v) if jax.process_count() < 5 else v * 2)).sum())(x)",
    "jax.grad(lambda v: jax.grad(lambda u: jnp.abs(u * v).sum())(v).real.sum())(x)",
    "jax.grad(lambda v: jnp.abs(jax.vjp(lambda u: jnp.sqrt(v) * u, 1.0)[0]).sum())(x)",
    "jax.grad(lambda v: jnp.abs(jax.jit(lambda: jnp.sqrt(v))() * v).sum())(x)",
    "jax.grad(lambda v: jnp.abs(jax.lax.cond(True, lambda: jnp.sqrt(v), lambda: v) * v).sum())(x)",
    "jax.grad(lambda v: jnp.abs(jax.vmap(lambda u: jnp.sqrt(v) * u)(jnp.ones(2)) * v).sum())(x)",
    "jax.grad(lambda v: jnp.abs(jax.vjp(lambda u: jnp.sqrt(v), 1.0)[0] * v).sum())(x)",
    "jax.grad(lambda v: jnp.abs(jax.lax.map(lambda u: jnp.sqrt(v), jnp.ones(2)) * v).sum())(x)",
    "jax.grad(lambda v: jnp.abs(jax.lax.fori_loop(0, 2, lambda i, c: jnp.sqrt(v), v) * v).sum())(x)",
    "jax.grad(lambda v: jnp.abs(jnp.vectorize(lambda u: jnp.sqrt(v[0]) * u)(jnp.ones(2)) * v).sum())(x)",
    "jax.grad(lambda v: jnp.abs(jax.grad(lambda u: (jnp.sqrt(v) * u).real.sum())(1.0) * v).sum())(x)",
    "jax.grad(lambda v: jnp.mean(jnp.abs(v * jnp.ones(2) - jnp.float32(3)) ** 2))(x)",
    "jax.jacfwd(lambda v: v * 0.5)(x)",
    "jax.jacfwd(jnp.sqrt)(x)",
    "jax.jacrev(lambda v: v * 0.5)(x)",
    "jax.jacrev(lambda v: jnp.abs(jnp.sqrt(v)))(x)",
    "jax.jacrev(lambda v: v * jnp.float32(2))(x)",
    "jax.hessian(lambda v: (v * v * 0.5).sum())(x)",
    "jax.hessian(lambda v: jnp.sqrt(v).sum())(x)",
    "jax.vjp(lambda v: v * 0.5, x)[1](x)",
    "jax.vjp(lambda v: v * 0.5, x)[1](x.astype(jax.dtypes.canonicalize_dtype(x.dtype)))",
    "jax.vjp(jnp.sqrt, x)[1](x)",
    "jax.vjp(lambda v: v.sum(), x)[1](x.sum())",
    "jax.vjp(lambda v: (v, v), x)[1]((x, jnp.asarray(x, x.dtype)))",
    "jax.jvp(lambda v: v * 0.5, (x,), (x,))",
    "jax.jvp(jnp.sqrt, (x,), (x,))",
    "jax.jvp(lambda v: v.reshape(2, 1), (x,), (jnp.ones(2, x.dtype),))",
    "jax.jvp(lambda v: (v, jnp.sqrt(v), 1.0), (x,), (x,))",
    "jax.jvp(lambda v: (v * 2, v), (x,), (x,), has_aux=True)",
    "jax.jvp(lambda v: v * jnp.float32(2), (x,), (x,))",
    "jax.linearize(lambda v: v * 0.5, x)[1](x)",
    "jax.linearize(jnp.sqrt, x)[1](x)",
    "jax.linearize(lambda v: v.T, x)[1](jnp.ones(2, x.dtype))",
)
"""Derivatives with respect to an array `x` of two items."""
EXACT = {
    "weak_float": (0, 2, 3, 5, 6, 7, 11, 12, 14, 15, 16, 35, 36, 37, 38, 39, 40, 41, 46, 48),
    "weak_complex": (0, 5, 7, 9, 11, 12, 15),
}
"""The forms whose derivative must be known exactly. All forms are known for strong arrays."""

OPERATIONS = (
    "v", "1.0", "v * 0.5", "2 - v", "2 / v", "v / v", "-v", "+v", "v ** 2", "v ** 2.5", "v ** v", "2.0 ** v", "v % 2",
    "jnp.sin(v)", "jnp.cos(v)", "jnp.exp(v)", "jnp.log(v)", "jnp.tanh(v)", "jnp.sqrt(v)", "jnp.abs(v)", "abs(v)",
    "jnp.square(v)", "jax.lax.rsqrt(v)", "jax.nn.sigmoid(v)", "jax.nn.relu(v)", "jax.nn.softmax(v)", "jax.nn.gelu(v)",
    "v.sum()", "v.mean()", "v.max()", "jnp.sum(v, axis=0)", "jnp.sum(v, dtype=jnp.bfloat16)", "jnp.max(v)", "jnp.min(v)",
    "jnp.maximum(v, 0.0)", "jnp.where(v == v, v, 0.0)", "jnp.clip(v, 0.0, 1.0)", "v[0]", "v.reshape(1, 2)", "v.T",
    "jnp.transpose(v)", "v.ravel()", "jnp.ravel(v)", "v @ v", "v @ jnp.ones((2, 2))", "jnp.dot(v, v)",
    "jnp.stack([v, v])", "jnp.concatenate([v, v])", "v.astype(jnp.bfloat16)", "v.astype(jnp.complex64)",
    "v * jnp.float32(2)", "jnp.bfloat16(2) - v", "jnp.float32(2) / v", "v + jnp.ones(2)", "jnp.sqrt(v) + v",
    "v * jnp.float32(2) + jnp.sqrt(v)", "jnp.sqrt(v * jnp.float32(2))", "jnp.sqrt(v) * jnp.float32(2)",
    "jnp.sin(jnp.sqrt(v))", "jnp.multiply(v, 2)", "jnp.subtract(v, v)", "jnp.divide(v, 2)", "jnp.negative(v)",
    "jnp.add(v, jnp.float32(1))", "v * 1j", "jnp.real(v)", "v.real", "jnp.imag(v)", "jnp.real(v * jnp.float32(2))",
    "jnp.abs(v) * jnp.abs(v)", "jnp.real(v) + jnp.abs(v).astype(jnp.bfloat16)", "v.at[0].set(1.0)", "jnp.roll(v, 1)",
    "jnp.sort(v)", "jnp.cumsum(v)", "sum([v, v])", "v.conj()", "jnp.linalg.norm(v)", "jnp.var(v)", "jnp.tan(v)",
    "jnp.log10(v)", "jnp.pad(v, 1)", "jax.lax.stop_gradient(jnp.real(v))", "v * jax.lax.stop_gradient(v)",
"np.sum(jnp.sqrt(v)) * v", "np.mean(v) * v", "operator.mul(v, jnp.sqrt(v))", "functools.reduce(jnp.add, [v, jnp.sqrt(v)])",
    "jnp.sqrt(v).at[0].set(1.0)", "jnp.ones(2).at[0].set(v[0])", "jnp.ones(2).at[:].add(jnp.sqrt(v))",
    "jnp.zeros(2).at[:].set(values=jnp.sqrt(v))", "jnp.ones(2).dot(b=jnp.sqrt(v))", "jnp.multiply(2.0, y=jnp.sqrt(v))",
    "jnp.ones(2).sum(initial=jnp.sqrt(v)[0])", "jnp.sum(jnp.ones(2), initial=jnp.sqrt(v)[0])", "jnp.sum(*[jnp.sqrt(v)])",
    "jnp.subtract(*(v, jnp.sqrt(v)))", "jnp.asarray(1.0).at[()].set(jnp.sqrt(v)[0])", "v * jnp.asarray([v[0], 1.0])",
    "v * jnp.array([jnp.sqrt(v)[0], 1.0])", "v * jnp.full(2, jnp.sqrt(v)[0])", "v * jnp.full_like(v, jnp.sqrt(v)[0])",
    "v * jnp.linspace(jnp.sqrt(v)[0], 1.0, 2)", "jnp.real(v) * jnp.ones_like(v).real", "v * sum(u for u in jnp.sqrt(v))",
    "v * jnp.broadcast_to(jnp.sqrt(v), (2, 2))", "(lambda a, b: a * b)(*v)", "v * (jnp.sqrt(v) > 0)",
        "jax.vmap(lambda u: u * 2)(v)", "jax.checkpoint(jnp.sin)(v)", "jax.jit(jnp.real)(v)",
    "jax.lax.scan(lambda c, _: (c * 2.0, None), v, None, length=2)[0]",
)  # fmt: skip
"""Functions of `v`."""
KEPT = 13, 18
"""The range of functions whose gradients must be known."""
AROUND = (
    "jax.grad(lambda v: jnp.real({}).sum())(x)",
    "jax.grad(lambda v: jnp.sum(jnp.real({}) * jnp.float32(2)))(x)",
    "jax.jit(jax.grad(lambda v: jnp.real({}).sum()))(x)",
    "jax.vmap(jax.grad(lambda v: jnp.real({})))(x)",
    "jax.grad(lambda v: jnp.sum({}), holomorphic=True)(x)",
    "jax.jvp(lambda v: {}, (x,), (x,))[1]",
    "jax.jvp(lambda v: {}, (x,), (jnp.ones(2, x.dtype),))[1]",
    "jax.linearize(lambda v: {}, x)[1](x)",
    "(lambda pair: pair[1](pair[0]))(jax.vjp(lambda v: {}, x))",
    "jax.jacrev(lambda v: {})(x)",
    "jax.jacfwd(lambda v: {})(x)",
)
"""Derivatives of these functions."""


@contextmanager
def precision(x64: bool) -> Iterator[None]:
    old = jax.config.jax_enable_x64
    jax.config.update("jax_enable_x64", x64)
    try:
        yield
    finally:
        jax.config.update("jax_enable_x64", old)


def made(dtype: str) -> str:
    """The expression of the array `x`."""
    if dtype in WEAK:
        return f"jax.lax.broadcast(jnp.asarray({WEAK[dtype]}), (2,))"
    return f"jnp.ones(2, jnp.{dtype})"


def text(value: Any) -> str:
    if isinstance(value, (tuple, list)):
        return f"({', '.join(map(text, value))})"
    if isinstance(value, dict):
        return f"{{{', '.join(f'{key!r}: {text(one)}' for key, one in value.items())}}}"
    if value.dtype == jax.dtypes.float0:
        return "float0"
    kinds = {"i": "weak_int", "f": "weak_float", "c": "weak_complex"}
    name = str(value.dtype.name).replace("bool", "bool_")
    return kinds.get(value.dtype.kind, name) if getattr(value, "weak_type", False) else name


def in_jax(dtype: str, expressions: list[str], x64: bool) -> dict[str, str]:
    """The dtypes of expressions that JAX accepts, each traced on its own, so that nothing is compiled."""
    found: dict[str, str] = {}
    with precision(x64):
        names = {"jax": jax, "jnp": jnp, "np": np, "operator": operator, "functools": functools}
        names["x"] = eval(made(dtype), names)
        for expression in expressions:
            traced: list[Any] = []
            try:
                jax.eval_shape(lambda: traced.append(eval(expression, names)))  # noqa: B023
                found[expression] = text(traced[0])
            except (TypeError, ValueError, IndexError, AttributeError):
                continue
    return found


def admits(abstract: str, concrete: str) -> bool:
    """Whether a text of the interpreter, which may have alternatives and unknown parts, admits a text of JAX."""
    parts, others = leaves(abstract), leaves(concrete)
    if abstract in ("?", "array"):
        return True
    return len(parts) == len(others) and all(
        other in part.split(" | ") or part in ("?", "array") for part, other in zip(parts, others, strict=True)
    )


def leaves(shown: str) -> list[str]:
    for bracket in "()[]{}":
        shown = shown.replace(bracket, "")
    return [part.strip() for part in shown.split(",") if part.strip()]


def compared(dtype: str, expressions: list[str], x64: bool) -> set[str]:
    """Assert that the interpreter is never wrong. Returns the expressions whose dtype it does not know exactly."""
    truth = in_jax(dtype, expressions, x64)
    assert truth
    lines = ["import functools, operator", "import jax, numpy as np", "import jax.numpy as jnp", f"x = {made(dtype)}"]
    lines += [f"reveal_type({expression})" for expression in truth]
    shown = interpreted("\n".join(lines), x64=x64)
    wrong, vague = [], set()
    for line, (expression, true) in enumerate(truth.items(), 5):
        [stated] = shown.get(line) or {"nothing"}
        if not admits(stated, true):
            wrong.append(f"{expression}: the interpreter says {stated}, JAX {true}")
        if leaves(stated) != leaves(true):
            vague.add(expression)
    assert not wrong, "\n".join(wrong)
    return vague


CASES = [(dtype, x64) for x64 in (False, True) for dtype in (*DTYPES, *(WIDE if x64 else ()), *WEAK)]


@pytest.mark.parametrize(("dtype", "x64"), CASES, ids=lambda one: str(one))
def test_derivatives_of_every_dtype(dtype: str, x64: bool) -> None:
    vague = compared(dtype, [*FORMS], x64)
    assert not {FORMS[number] for number in EXACT.get(dtype, ())} & vague


@pytest.mark.parametrize("dtype", ["weak_float", "weak_complex"])
def test_derivatives_of_every_operation(dtype: str) -> None:
    expressions = [around.replace("{}", each) for each in OPERATIONS for around in AROUND]
    vague = compared(dtype, expressions, False)
    assert not {AROUND[0].replace("{}", OPERATIONS[number]) for number in range(*KEPT)} & vague
    assert len(vague) < len(expressions) * 0.6
