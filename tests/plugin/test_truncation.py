"""Reports of requested 64-bit dtypes while x64 is off: mypy with ``warn_truncation`` reports where JAX warns."""

from __future__ import annotations

import warnings

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from checkers import Mypy
from checkers.mypy import ini
from suites import long

pytestmark = pytest.mark.once

HEADER = """\
import jax
import jax.numpy as jnp
import numpy as np
from jaxtyping_promo import Array, float32

def program(x: Array[float32]) -> None:
"""
EXPRESSIONS = (
    "jnp.zeros(3, jnp.float64)",
    "jnp.zeros(3, dtype='int64')",
    "jnp.ones(3, np.complex128)",
    "jnp.arange(3, dtype=np.dtype('uint64'))",
    "jnp.int64(1)",
    "x.astype(jnp.float64)",
    "x.sum(dtype='float64')",
    "jnp.mean(x, dtype=np.float64)",
    "jax.random.normal(jax.random.PRNGKey(0), (3,), jnp.float64)",
    "jax.nn.one_hot(jnp.arange(3), 3, dtype=jnp.float64)",
    "jnp.zeros(3, float)",
    "jnp.zeros(3, jnp.float32)",
    "jnp.asarray(np.ones(3))",
    "x.astype(int)",
    "x.astype(x.dtype)",
)


def warned(expression: str) -> bool:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        eval(expression, {"jax": jax, "jnp": jnp, "np": np, "x": jnp.ones(3)})
    return any("is not available" in str(w.message) for w in caught)


@pytest.mark.slow
@pytest.mark.parametrize(("warn", "x64"), [(True, False), long((False, False)), long((True, True))])
def test_a_report_stands_where_jax_warns(warn, x64, tmp_path):
    (tmp_path / "program.py").write_text(HEADER + "".join(f"    {text}\n" for text in EXPRESSIONS))
    (tmp_path / "mypy.ini").write_text(
        f"[mypy]\nplugins = jaxtyping_promo.mypy_plugin\n[jaxtyping-promo]\nwarn_truncation = {warn}\nx64 = {x64}\n"
    )
    report = Mypy().check("program.py", folder=tmp_path)
    first = HEADER.count("\n") + 1
    reported = {
        text: [code for code, _ in report.line("program.py", first + n).errors] for n, text in enumerate(EXPRESSIONS)
    }
    with jax.enable_x64(x64):
        wanted = {text: ["dtype-truncation"] if warn and warned(text) else [] for text in EXPRESSIONS}
    assert reported == wanted
    assert x64 or not warn or any(wanted.values())


READS = """\
import jax
import jax.numpy as jnp
import pytest

@pytest.mark.skipif(not jax.config.x64_enabled, reason="x64 is off")
def test_of_x64() -> None:
    jnp.zeros(3, jnp.float64)

def read_in_a_function(x: jax.Array) -> jax.Array:
    if not jax.config.read("jax_enable_x64"):
        return x
    return x.astype(jnp.float64)

if jax.config.jax_enable_x64:
    limit = jnp.zeros(3, jnp.float64)
other = jnp.zeros(3, jnp.float64) if jax.config.x64_enabled else jnp.zeros(3)

def of_any_mode() -> None:
    jnp.zeros(3, jnp.float64)  # reported
"""


@pytest.mark.slow
def test_code_that_asks_whether_x64_is_on_has_no_report(tmp_path):
    (tmp_path / "program.py").write_text(READS)
    (tmp_path / "mypy.ini").write_text(ini())
    lines = Mypy().check("program.py", folder=tmp_path).output.splitlines()
    places = [int(line.split(":")[1]) for line in lines if line.endswith("[dtype-truncation]")]
    assert [READS.splitlines()[place - 1].partition("  # ")[2] for place in places] == ["reported"]
