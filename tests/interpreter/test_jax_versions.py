"""The interpreter uses the rules of the JAX that is installed beside the program."""

from __future__ import annotations

from pathlib import Path

import pytest
from abstract import same

from jaxtyping_promo.interpreter.program import Program


def test_functions_whose_dtypes_differ_between_versions() -> None:
    """They are those of `EARLIER` in the tables of rules, compared with JAX 0.10 (on Python 3.11) and 0.12."""
    same("""
        import jax.numpy as jnp
        reveal_type(jnp.log2(jnp.asarray(2.0)))
        reveal_type(jnp.tri(3))
    """)


@pytest.mark.parametrize(("version", "dtype"), [("0.10.2", "float32"), ("0.12.0", "weak_float"), ("", "weak_float")])
def test_the_version_is_that_of_the_folders_of_packages(tmp_path: Path, version: str, dtype: str) -> None:
    """Source of the dtypes: JAX 0.10.2 and 0.12.0.1 at run time. Without JAX, the newest counts."""
    path, folder = tmp_path / "program.py", tmp_path / "packages"
    path.write_text("import jax.numpy as jnp\nreveal_type(jnp.log2(jnp.asarray(2.0)))\n")
    (folder / f"jax-{version}.dist-info").mkdir(parents=True) if version else folder.mkdir()
    (value,) = Program([path], folders=[str(folder)]).interpret().records.revealed.values()
    assert value == [{"array": dtype}]
