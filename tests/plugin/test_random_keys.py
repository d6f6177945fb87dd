"""`Array[jax.dtypes.prng_key]` in annotations: it accepts keys, rejects other arrays, and is no dtype of the plugin.

jaxtyping's `Key[Array, ""]` is the same type.
"""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from checkers import Mypy
from checkers.mypy import ini

PROGRAM = """\
from __future__ import annotations

import jax
import jax.numpy as jnp
from jaxtyping_promo import Array

def use(key: Array[jax.dtypes.prng_key]) -> None:
    reveal_type(key)
    reveal_type(key[0])
    reveal_type(jax.random.split(key))
    reveal_type(jax.random.normal(key))
    reveal_type(key == key)
    reveal_type(jax.random.key_data(key))

use(jax.random.key(0))
use(jnp.ones(3))
use(jax.random.PRNGKey(0))
"""
REVEALED = ["Array[prng_key]", "Array[prng_key]", "Array[Any]", "Array[float32]", "Array[bool_]", "Array[uint32]"]


def test_annotations_of_random_keys(tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(PROGRAM)
    (tmp_path / "mypy.ini").write_text(ini())
    report = Mypy(python=sys.executable).check("program.py", folder=tmp_path)
    lines = [report.line("program.py", number) for number in range(1, PROGRAM.count("\n") + 1)]
    assert [line.revealed[0] for line in lines if line.revealed] == REVEALED
    assert [line.codes for line in lines[-3:]] == [[], ["arg-type"], ["arg-type"]]
    assert not any(line.errors for line in lines[:-3])


OF_JAXTYPING = """\
from __future__ import annotations

import jax
import jax.numpy as jnp
from jaxtyping import Array, Float32, Key, PRNGKeyArray, Shaped, UInt32

def use(key: Key[Array, ""]) -> Float32[Array, "3"]:
    one, other = jax.random.split(key)
    def step(carry: Key[Array, ""], x: Float32[Array, ""]) -> tuple[Key[Array, ""], Float32[Array, ""]]:
        inner, now = jax.random.split(carry)
        return inner, jax.random.normal(now)
    return jax.lax.scan(step, jax.random.fold_in(other, 1), jnp.ones(3))[1]

def many(keys: Key[Array, "n"]) -> Float32[Array, "n 3"]:
    return jax.vmap(use)(keys)

def any_key(key: PRNGKeyArray, other: Key[Array, ""] | UInt32[Array, "2"], shaped: Shaped[Array, ""]) -> None:
    use(key)

key = jax.random.key(0)
many(jax.random.split(key, 3))
any_key(key, key, use(key).sum())
any_key(jax.random.PRNGKey(0), jax.random.PRNGKey(0), key)
use(jnp.ones(3))
use(jax.random.PRNGKey(0))
"""


def test_keys_of_jaxtyping(tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(OF_JAXTYPING)
    (tmp_path / "mypy.ini").write_text(ini())
    report = Mypy(python=sys.executable).check("program.py", folder=tmp_path)
    lines = [report.line("program.py", number) for number in range(1, OF_JAXTYPING.count("\n") + 1)]
    assert [line.codes for line in lines[-2:]] == [["arg-type"], ["arg-type"]]
    assert not any(line.errors for line in lines[:-2]), report.output


@pytest.mark.slow
@pytest.mark.xfail(strict=True, reason="the functions of jax.random return arrays of unknown dtype")
def test_a_key_is_no_unsigned_integer(tmp_path: Path) -> None:
    program = """\
import jax
from jaxtyping import Array, UInt32

def use(bits: UInt32[Array, "2"]) -> None: ...

use(jax.random.key(0))
"""
    (tmp_path / "program.py").write_text(program)
    (tmp_path / "mypy.ini").write_text(ini())
    report = Mypy(python=sys.executable).check("program.py", folder=tmp_path)
    assert report.line("program.py", 6).codes == ["arg-type"]
