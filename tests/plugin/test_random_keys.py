"""`Array[jax.dtypes.prng_key]` in annotations: it accepts keys, rejects other arrays, and is no dtype of the plugin.

jaxtyping's `Key[Array, ""]` is the same type.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest
from checkers import Mypy
from checkers.mypy import ini

from jaxtyping_promo.operators import BINARY

PROGRAM = """\
from __future__ import annotations

import jax
import jax.numpy as jnp
from jaxtyping_promo import Array

def use(key: Array[jax.dtypes.prng_key]) -> None:
    reveal_type(key)
    reveal_type(key[None][0])
    reveal_type(jax.random.split(key))
    reveal_type(jax.random.normal(key))
    reveal_type(key == key)
    reveal_type(jax.random.key_data(key))

use(jax.random.key(0))
use(jnp.ones(3))
use(jax.random.PRNGKey(0))
"""
REVEALED = ["Array[prng_key]", "Array[prng_key]", "Array[Any]", "Array[float32]", "Array[bool_]", "Array[uint32]"]


@pytest.mark.slow
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


@pytest.mark.slow
def test_keys_of_jaxtyping(tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(OF_JAXTYPING)
    (tmp_path / "mypy.ini").write_text(ini())
    report = Mypy(python=sys.executable).check("program.py", folder=tmp_path)
    lines = [report.line("program.py", number) for number in range(1, OF_JAXTYPING.count("\n") + 1)]
    assert [line.codes for line in lines[-2:]] == [["arg-type"], ["arg-type"]]
    # The interpreter follows the wrong call into the function.
    assert [line.codes for line in lines[:-2] if line.errors] == [["dtype-unsupported"]], report.output


MADE = """\
from __future__ import annotations

import jax
import jax.numpy as jnp
import numpy as np
from jaxtyping import Array, UInt32

class Other:
    def __radd__(self, other: object) -> int:
        return 1

def use(bits: UInt32[Array, "2"]) -> None: ...

def valid(key: jax.Array, is_legacy: bool) -> jax.Array:
    made = jax.random.PRNGKey(0) if is_legacy else jax.random.key(0)
    if is_legacy:
        rng = jax.random.key(0)
    else:
        rng = jax.random.PRNGKey(0)
    again = jax.random.key(0)
    again, other = jax.random.split(again)
    again = jax.random.key_data(again)
    many = [jax.random.key(0)]
    many.append(key)
    rngs = {"params": jax.random.key(0)}
    rngs["dropout"] = jax.random.PRNGKey(0)
    last = jax.lax.fori_loop(0, 3, lambda i, k: jax.random.fold_in(k, i), jax.random.key(0))
    use(jax.random.PRNGKey(0))
    jax.random.key(0) + Other()
    return jax.vmap(jax.random.normal)(jax.vmap(jax.random.key)(jnp.arange(3)))

key, same = jax.random.key(0), jax.random.wrap_key_data(jnp.zeros(2, "uint32"))
use(key)
use(same)
"""
OTHERS = ("1", "1.5", "True", "jnp.ones(3)", "jnp.uint32(1)", "np.ones(3)", "np.uint32(1)")


@pytest.mark.once
def test_keys_that_a_program_makes(tmp_path: Path) -> None:
    pairs = [("key", "same"), *(pair for other in OTHERS for pair in (("key", other), (other, "key")))]
    lines = [f"{left} {BINARY[op]} {right}" for op in BINARY if op != "divmod" for left, right in pairs]
    lines += ["divmod(key, 2)", "-key", "+key", "~key", "abs(key)"]
    (tmp_path / "program.py").write_text(MADE + "".join(f"{line}\n" for line in lines))
    (tmp_path / "mypy.ini").write_text(ini())
    report = Mypy(python=sys.executable).check("program.py", folder=tmp_path)
    first = MADE.count("\n") + 1
    errors = {number: line.codes for (_, number), line in report.lines.items() if line.errors}
    names: dict[str, Any] = {}
    exec(MADE, names)
    rejected = {number for number, line in enumerate(lines, first) if is_rejected(line, names)}
    assert errors == {first - 2: ["arg-type"], first - 1: ["arg-type"]} | {
        number: ["dtype-promotion"] for number in rejected
    }


def is_rejected(expression: str, names: dict[str, Any]) -> bool:
    """Whether JAX or NumPy rejects an expression."""
    try:
        eval(expression, names)
    except (TypeError, ValueError):
        return True
    return False
