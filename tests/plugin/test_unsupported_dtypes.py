"""Calls that JAX rejects because of a dtype are reported, and their corrected twins are not. Each call is executed."""

from __future__ import annotations

import re
import warnings
from pathlib import Path

import jax
import pytest
from checkers import Mypy
from checkers.mypy import ini

HEAD = """\
import jax
import jax.numpy as jnp
import jax.scipy.linalg
import jax.scipy.ndimage
import jax.scipy.signal
import jax.scipy.sparse.linalg
import numpy as np
from jax import lax

ints, floats, flags = jnp.arange(3), jnp.ones(3), jnp.ones(3, jnp.bool_)
waves, bytes_, halves = jnp.ones(3, jnp.complex64), jnp.ones(3, jnp.uint8), jnp.ones(3, jnp.float16)
brains, square, whole = jnp.ones(3, jnp.bfloat16), jnp.ones((3, 3)), jnp.ones((3, 3), jnp.int32)
eighths, key, bits = jnp.ones(3, jnp.float8_e4m3fn), jax.random.PRNGKey(0), jnp.zeros(4, jnp.uint32)
def positive(x: jax.Array) -> jax.Array: return x
"""
CALLS = """\
lax.exp(ints) | lax.exp(ints.astype(jnp.float32))
lax.exp(1) | lax.exp(1.0)
lax.exp(np.ones(3, np.int64)) | lax.exp(np.ones(3))
lax.sqrt(bytes_) | jnp.sqrt(bytes_)
lax.floor(ints) | lax.floor(floats)
lax.sign(flags) | lax.sign(ints)
lax.neg(flags) | lax.neg(ints)
lax.bitwise_not(floats) | lax.bitwise_not(flags)
lax.population_count(floats) | lax.population_count(ints)
lax.is_finite(ints) | lax.is_finite(floats)
lax.real(floats) | lax.real(waves)
lax.conj(halves) | lax.conj(waves)
lax.erf(waves) | lax.erf(floats)
lax.bitwise_and(floats, floats) | lax.bitwise_and(ints, ints)
lax.shift_left(floats, floats) | lax.shift_left(ints, ints)
lax.add(flags, flags) | lax.bitwise_or(flags, flags)
lax.add(floats, halves) | lax.add(floats, halves.astype(jnp.float32))
lax.lt(waves, waves) | lax.lt(floats, floats)
lax.select(floats, ints, ints) | lax.select(flags, ints, ints)
lax.select(flags, ints, floats) | lax.select(flags, floats, floats)
lax.cumsum(flags) | lax.cumsum(ints)
lax.cummax(flags) | lax.cummax(floats)
lax.argmax(floats, 0, jnp.float32) | lax.argmax(floats, 0, jnp.int32)
lax.iota(jnp.bool_, 3) | lax.iota(jnp.float32, 3)
lax.reduce_and(floats, (0,)) | lax.reduce_and(flags, (0,))
lax.concatenate([ints, floats], 0) | lax.concatenate([ints, ints], 0)
lax.dynamic_slice(floats, (floats[0],), (1,)) | lax.dynamic_slice(floats, (ints[0],), (1,))
lax.reduce_precision(ints, 5, 5) | lax.reduce_precision(floats, 5, 5)
lax.top_k(waves, 2) | lax.top_k(floats, 2)
lax.rng_bit_generator(bits, (3,), jnp.int32) | lax.rng_bit_generator(bits, (3,), jnp.uint8)
jnp.unpackbits(ints) | jnp.unpackbits(bytes_)
jax.scipy.stats.norm.cdf(brains) | jax.scipy.stats.norm.cdf(brains, jnp.float32(0))
jax.scipy.stats.norm.sf(halves) | jax.scipy.stats.norm.sf(halves, scale=floats)
jax.nn.sigmoid(ints) | jax.nn.sigmoid(floats)
jax.nn.silu(ints) | jax.nn.silu(halves)
jax.nn.glu(jnp.ones((2, 2), jnp.int32)) | jax.nn.glu(jnp.ones((2, 2)))
jax.nn.softmax(flags) | jax.nn.softmax(flags, where=flags)
jax.nn.log_softmax(flags) | jax.nn.log_softmax(ints)
jax.nn.softmax(floats, where=floats) | jax.nn.softmax(floats, where=flags)
jnp.round(flags) | jnp.round(ints)
flags.round() | ints.round()
jnp.negative(flags) | jnp.logical_not(flags)
jnp.sign(flags) | jnp.sign(bytes_)
jnp.floor(waves) | jnp.floor(ints)
jnp.cbrt(waves) | jnp.cbrt(ints)
jnp.subtract(flags, flags) | jnp.logical_xor(flags, flags)
jnp.subtract(flags, True) | jnp.subtract(flags, 1)
jnp.bitwise_and(floats, 1) | jnp.bitwise_and(ints, 1)
jnp.bitwise_and(ints, 1.5) | jnp.bitwise_and(ints, flags)
jnp.bitwise_xor(ints, floats) | jnp.bitwise_xor(ints, bytes_)
jnp.left_shift(floats, 1) | jnp.left_shift(ints, 1)
jnp.right_shift(ints, 1.0) | jnp.right_shift(bytes_, 1)
jnp.invert(floats) | jnp.invert(ints)
jnp.clip(waves, 0, 1) | jnp.clip(waves.real, 0, 1)
jnp.clip(ints, 0, 1j) | jnp.clip(ints, 0, 1.5)
floats.clip(waves) | floats.clip(ints)
jnp.mod(waves, waves) | jnp.mod(floats, ints)
jnp.floor_divide(waves, 2) | jnp.floor_divide(floats, 2)
jnp.hypot(waves, floats) | jnp.hypot(ints, floats)
jnp.gcd(floats, ints) | jnp.gcd(ints, bytes_)
jnp.lcm(floats, floats) | jnp.lcm(ints, ints)
jnp.add(eighths, floats) | jnp.add(eighths.astype(jnp.float32), floats)
jnp.equal(eighths, halves) | jnp.equal(halves, brains)
jnp.where(flags, eighths, floats) | jnp.where(flags, halves, floats)
jnp.mean(floats, dtype=jnp.bool_) | jnp.mean(ints, dtype=jnp.float16)
jnp.std(floats, dtype=jnp.int32) | jnp.std(ints, dtype=jnp.float16)
jnp.sum(floats, where=floats) | jnp.sum(floats, where=flags)
floats.sum(where=ints) | floats.sum(where=ints > 0)
jnp.linspace(jnp.int2(0), jnp.int2(1)) | jnp.linspace(jnp.int4(0), jnp.int4(1))
jax.random.choice(key, ints, p=waves) | jax.random.choice(key, ints, p=floats)
jnp.median(waves) | jnp.median(ints)
jnp.ptp(flags) | jnp.ptp(ints)
jnp.arange(3, dtype=jnp.bool_) | jnp.arange(3, dtype=jnp.float16)
floats.at[0].add(eighths[0]) | floats.at[0].add(1)
flags.at[0].add(True) | flags.at[0].set(True)
jnp.take(floats, floats) | jnp.take(floats, ints)
jnp.bincount(floats, length=3) | jnp.bincount(ints, length=3)
jnp.linalg.inv(square.astype(jnp.float16)) | jnp.linalg.inv(whole)
jnp.linalg.cholesky(square.astype(jnp.bfloat16)) | jnp.linalg.cholesky(square)
jnp.linalg.solve(square.astype(jnp.float16), square.astype(jnp.float16)) | jnp.linalg.solve(whole, square)
jnp.var(waves, dtype=jnp.float32) | jnp.var(waves, dtype=jnp.complex64)
waves.std(dtype=jnp.float32) | floats.std(dtype=jnp.float16)
jnp.nanvar(waves, dtype=float) | jnp.nanvar(waves)
lax.bitcast_convert_type(flags, jnp.uint8) | lax.bitcast_convert_type(flags, jnp.bool_)
lax.bitcast_convert_type(floats, jnp.complex64) | lax.bitcast_convert_type(floats, jnp.int32)
lax.random_gamma_grad(floats, halves) | lax.random_gamma_grad(floats, floats)
jnp.convolve(waves, waves, preferred_element_type=jnp.float32) | jnp.convolve(waves, waves)
jax.scipy.sparse.linalg.cg(square, halves) | jax.scipy.sparse.linalg.cg(square, floats)
jax.scipy.sparse.linalg.cg(square * 1j, floats) | jax.scipy.sparse.linalg.cg(square, waves)
jax.scipy.sparse.linalg.bicgstab(square, brains) | jax.scipy.sparse.linalg.bicgstab(square.astype(jnp.bfloat16), brains)
jax.scipy.sparse.linalg.gmres(square * 1j, floats) | jax.scipy.sparse.linalg.gmres(square.astype(jnp.float16), floats)
jnp.matmul(bytes_, jnp.full(3, 2)) | jnp.matmul(bytes_, jnp.full(3, 2), preferred_element_type=jnp.int32)
jnp.dot(bytes_, 2) | jnp.dot(halves, 2)
bytes_.dot(jnp.full(3, 2)) | bytes_.dot(jnp.full(3, 2, jnp.uint8))
jnp.einsum("i,i->i", jnp.full(3, 2), bytes_) | jnp.einsum("i,i->i", jnp.full(3, 2), ints)
jnp.vdot(bytes_, jnp.full(3, 2)) | jnp.outer(bytes_, jnp.full(3, 2))
jnp.linalg.multi_dot([bytes_, jnp.full(3, 2)]) | jnp.linalg.multi_dot([ints, jnp.full(3, 2)])
jnp.fft.rfft(waves) | jnp.fft.fft(waves)
jax.scipy.special.erf(waves) | jax.scipy.special.erf(ints)
jax.scipy.special.ndtr(ints) | jax.scipy.special.ndtr(floats)
jax.random.normal(key, (3,), jnp.int32) | jax.random.normal(key, (3,), jnp.complex64)
jax.random.uniform(key, dtype=int) | jax.random.uniform(key, dtype=float)
jax.random.uniform(key, (3,), jnp.complex64) | jax.random.uniform(key, (3,), jnp.bfloat16)
jax.random.randint(key, (3,), 0, 10, jnp.float32) | jax.random.randint(key, (3,), 0, 10, jnp.uint8)
jax.random.bits(key, (3,), jnp.int32) | jax.random.bits(key, (3,), jnp.uint16)
jax.random.categorical(key, ints) | jax.random.categorical(key, floats)
jax.nn.initializers.normal(dtype=jnp.int32)(key, (3, 3)) | jax.nn.initializers.normal(dtype=jnp.bfloat16)(key, (3, 3))
"""
UNREPORTED = {
    "lax.reduce(floats, 0, lax.max, (0,))": "the initial value decides: JAX accepts any dtype for the neutral element",
    "jax.scipy.linalg.funm(whole, jnp.sin)": "a function of the user decides",
    "jax.nn.gelu(waves, approximate=False)": "the value of a flag decides",
    "jax.random.lognormal(key, waves, (3,))": "JAX accepts complex numbers for another dtype",
    "jnp.fft.rfftn(waves)": "JAX accepts an array without dimensions",
    "jax.scipy.signal.fftconvolve(halves, halves)": "JAX accepts arrays without dimensions",
    "jax.scipy.ndimage.map_coordinates(eighths, [floats], order=1)": "the coordinates decide, too",
    "jnp.gradient(jnp.ones(3, jnp.int2))": "JAX accepts an array without dimensions",
    "jnp.polyval(flags, flags)": "JAX accepts a single coefficient",
    "jnp.roots(halves, strip_zeros=False)": "JAX accepts a single coefficient",
    "jax.random.choice(key, ints, (3,), p=waves)": "JAX accepts the shape (0,)",
    "jax.scipy.linalg.lu_solve((square, flags), floats)": "no clause names an item of a tuple",
    "jnp.inner(bytes_, jnp.full(3, 2))": "JAX accepts arrays without dimensions",
}
"""Calls that JAX rejects and mypy does not report, and why."""
REFUSALS = ("dtype-unsupported", "dtype-promotion", "dtype-index")


def raises(calls: list[str]) -> dict[str, str]:
    """The error that JAX raises for each call, or None."""
    scope: dict[str, object] = {}
    exec(HEAD, scope)
    errors: dict[str, str] = {}
    for call in calls:
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                jax.eval_shape(lambda call=call: [eval(call, scope), None][1])
        except Exception as error:
            errors[call] = type(error).__name__
    return errors


@pytest.fixture(scope="module")
def errors_of_calls(tmp_path_factory) -> dict[str, str]:
    """The errors that mypy reports for each call."""
    folder = tmp_path_factory.mktemp("unsupported")
    lines = [*(call for pair in pairs() for call in pair), *UNREPORTED]
    (folder / "mypy.ini").write_text(ini(), encoding="utf-8")
    (folder / "program.py").write_text(HEAD + "\n".join(lines) + "\n", encoding="utf-8")
    report = Mypy().check("program.py", folder=Path(folder))
    first = HEAD.count("\n") + 1
    return {
        call: " ".join(map(str, report.line("program.py", number).errors)) for number, call in enumerate(lines, first)
    }


def pairs() -> list[list[str]]:
    return [line.split(" | ") for line in CALLS.splitlines()]


def test_calls_that_jax_rejects_are_reported(errors_of_calls: dict[str, str]) -> None:
    wrong = [pair[0] for pair in pairs()]
    rejected = [*raises(wrong)]
    assert rejected == wrong or jax.__version_info__ < (0, 12)  # JAX 0.10 rejects some calls only when it compiles
    reported = [call for call in wrong if re.search("|".join(REFUSALS), errors_of_calls[call])]
    assert {*reported} >= {*rejected}
    assert reported == rejected or jax.__version_info__ < (0, 12)


def test_the_corrected_calls_are_valid_and_not_reported(errors_of_calls: dict[str, str]) -> None:
    right = [pair[1] for pair in pairs()]
    assert raises(right) == {}
    assert {call: errors_of_calls[call] for call in right if errors_of_calls[call]} == {}


def test_jax_rejects_the_calls_that_are_not_reported() -> None:
    rejected = [*raises([*UNREPORTED])]
    assert rejected == [*UNREPORTED] or jax.__version_info__ < (0, 12)


@pytest.mark.parametrize(
    "call", [pytest.param(c, marks=pytest.mark.xfail(strict=True, reason=reason)) for c, reason in UNREPORTED.items()]
)
def test_every_rejected_call_is_reported(call: str, errors_of_calls: dict[str, str]) -> None:
    assert re.search("|".join(REFUSALS), errors_of_calls[call])
