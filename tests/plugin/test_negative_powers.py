"""Integers that are raised to a negative power: mypy reports exactly the lines that JAX rejects."""

from __future__ import annotations

import operator
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
from checkers import Mypy
from checkers.mypy import ini

HEADER = """\
import operator
import jax
import jax.numpy as jnp
import numpy as np
from jaxtyping_promo import Array, bool_, float32, int32, uint8, weak_int
LOW = -2
def program(
    ints: Array[int32], small: Array[uint8], bools: Array[bool_], weak: Array[weak_int], floats: Array[float32]
) -> None:
"""
LINES = (
    *(
        "ints ** -1",
        "small ** -1",
        "bools ** -2",
        "weak ** -1",
        "ints ** LOW",
        "ints ** (1 - 3)",
        "operator.pow(ints, -1)",
    ),
    *("jnp.power(ints, -1)", "jnp.pow(small, -1)", "pow(ints, -1)"),
    *("ints ** np.int8(-1)", "ints ** np.int64(LOW)", "jnp.power(ints, np.int32(-1))", "bools ** np.int16(-2)"),
    *("ints ** np.int8(2)", "floats ** np.int8(-1)", "ints ** np.float32(-1)", "ints ** np.array([-1, 1, 2])"),
    *(
        "floats ** -1",
        "ints ** -1.0",
        "ints ** 2",
        "ints ** 0",
        "bools ** 3",
        "2 ** ints",
        "ints ** 2**40",
        "small ** 300",
    ),
    *("jnp.power(floats, -1)", "jnp.float_power(ints, -1)", "ints.at[0].power(-1)", "ints ** jnp.array([-1, 1, 2])"),
    *("jnp.power(ints, jnp.array([-1, 1, 2]))", "ints ** ints", "ints.astype(jnp.float32) ** -1"),
)


def raises(line: str) -> bool:
    values = {
        "ints": jnp.arange(1, 4),
        "small": jnp.ones(3, jnp.uint8),
        "bools": jnp.array([True, False, True]),
        "weak": jnp.asarray(2),
        "floats": jnp.ones(3),
        "LOW": -2,
    }
    try:
        eval(line, {**values, "operator": operator, "jnp": jnp, "jax": jax, "np": np})
    except TypeError as error:
        return "negative power" in str(error)
    return False


def test_mypy_reports_the_powers_that_jax_rejects(tmp_path: Path, record_cases) -> None:
    first = HEADER.count("\n") + 1
    (tmp_path / "program.py").write_text(HEADER + "".join(f"    {line}\n" for line in LINES))
    (tmp_path / "mypy.ini").write_text(ini())
    report = Mypy().check("program.py", folder=tmp_path)
    reported = {line: report.line("program.py", first + n).codes for n, line in enumerate(LINES)}
    assert reported == {line: ["dtype-promotion"] if raises(line) else [] for line in LINES}
    assert sum(map(raises, LINES)) > 8
    record_cases(len(LINES), 0)
    assert "ints.astype(jnp.float32) ** LOW" in report.output
