"""The addresses of the codes' pages: once for each file and code, after the code's first report in the file."""

from __future__ import annotations

from pathlib import Path

import pytest
from mypy import api

PROGRAM = """\
import jax
import jax.numpy as jnp
from jaxtyping_promo import Array, bool_, int32, uint32

def reported(ints: Array[int32], ids: Array[uint32], mask: Array[bool_]) -> None:
    mask - mask  # type: ignore[dtype-promotion]
    mask - mask
    print(jax.lax.exp(ints) + jax.lax.exp(mask))
    jax.lax.exp(ints)
    ids + ints
    -mask

class Later:
    def uses(self) -> None:
        self.value - self.value
        jax.lax.exp(self.value)

    def __init__(self) -> None:
        self.value = made()

def made() -> Array[bool_]: ...

jax.lax.exp(jnp.arange(3))
jnp.arange(3) + ids_of()

def ids_of() -> Array[uint32]: ...
"""
FIRST = {"dtype-promotion": 7, "dtype-unsupported": 8, "dtype-range": 10}
"""The line of the first report of each code."""


@pytest.mark.slow
def test_the_first_report_of_each_code_in_each_file_has_the_link(tmp_path: Path, monkeypatch) -> None:
    (tmp_path / "mypy.ini").write_text("[mypy]\nplugins = jaxtyping_promo.mypy_plugin\n")
    for name in ("one.py", "other.py"):
        (tmp_path / name).write_text(PROGRAM)
    monkeypatch.chdir(tmp_path)
    lines = api.run(["one.py", "other.py", "--hide-error-context", "--no-pretty"])[0].splitlines()
    links = [line for line in lines if ": note: See " in line]
    for name in ("one.py", "other.py"):
        expected = {
            f"{name}:{line}: note: See https://jaxtyping-promo.readthedocs.io/errors/{c}/" for c, line in FIRST.items()
        }
        assert {link for link in links if link.startswith(name)} == expected
    assert len(links) == 2 * len(FIRST)
    for link in links:  # each link ends a report at the same place, with the code that it names
        code = link.rstrip("/").rpartition("/")[2]
        place = link.partition(" ")[0]
        before = [line for line in lines[: lines.index(link)] if line.startswith(place)]
        assert any(line.endswith(f"[{code}]") for line in before)
