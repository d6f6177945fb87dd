"""Strict promotion in functions: mypy reports exactly the calls that JAX rejects for their dtypes."""

from __future__ import annotations

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from checkers import Mypy
from checkers.mypy import ini

pytestmark = pytest.mark.once

REFUSED = (
    "jnp.where(whole > 0, half, whole)",
    "jnp.concatenate([half, whole])",
    "jnp.maximum(half, whole)",
    "jnp.einsum('i,i->', half, whole)",
    "jnp.dot(half, whole)",
    "half.dot(whole)",
    "jnp.clip(half, 0, whole)",
    "jnp.hstack((half, whole))",
    "jnp.average(half, weights=whole)",
    "jnp.equal(half, whole)",
    "jnp.isclose(half, whole)",
    "jnp.logical_and(half, whole)",
    "jnp.maximum(half, np.float32(1))",
    "jnp.maximum(whole, 1.0)",
    "jnp.power(half, whole)",
    "jax.nn.relu6(whole)",
    "jax.nn.leaky_relu(whole)",
    "jax.scipy.special.xlogy(half, whole)",
    "half.at[0].set(whole[0])",
    "half.at[0].add(True)",
    "whole.at[0].multiply(1.5)",
    "jnp.arange(3) + 1.0",
)
TAKEN = (
    "jnp.where(whole > 0, half, half)",
    "jnp.where(whole > 0, half, 0.0)",
    "jnp.concatenate([half, whole], dtype=jnp.float32)",
    "jnp.meshgrid(half, whole)",
    "jnp.broadcast_arrays(half, whole)",
    "jnp.maximum(half, 1)",
    "jnp.power(whole, 2)",
    "jnp.clip(half, 0, 1)",
    "jnp.equal(half, 0)",
    "jnp.stack([half, half])",
    "half.at[0].set(1.0)",
    "whole.at[0].set(True)",
    "whole.at[0].add(1)",
    "jax.nn.relu(whole)",
    "jax.nn.leaky_relu(half)",
    "jnp.take(half, whole)",
)


def raises(call: str) -> bool:
    half, whole = jnp.ones(3, jnp.float16), jnp.arange(3)
    with jax.numpy_dtype_promotion("strict"):
        try:
            eval(call, {"jnp": jnp, "jax": jax, "np": np, "half": half, "whole": whole})
        except Exception as error:
            return type(error).__name__ == "TypePromotionError"
    return False


@pytest.mark.slow
@pytest.mark.parametrize("switched", ["in the configuration", "in the module"])
def test_mypy_reports_the_calls_that_jax_rejects(switched, tmp_path):
    in_module = switched == "in the module"
    lines = ["import jax", "import jax.numpy as jnp", "import jax.scipy.special", "import numpy as np"]
    lines += ["jax.config.update('jax_numpy_dtype_promotion', 'strict')"] if in_module else []
    lines += ["half, whole = jnp.ones(3, jnp.float16), jnp.arange(3)"]
    first = len(lines) + 1
    lines += [*REFUSED, *TAKEN]
    (tmp_path / "program.py").write_text("\n".join(lines) + "\n")
    (tmp_path / "mypy.ini").write_text(ini() if in_module else ini(strict=True))
    report = Mypy().check("program.py", folder=tmp_path)
    reported = {call: report.line("program.py", first + n).codes for n, call in enumerate((*REFUSED, *TAKEN))}
    assert reported == {call: ["dtype-implicit"] if raises(call) else [] for call in (*REFUSED, *TAKEN)}
    assert all(raises(call) for call in REFUSED)
    assert not any(raises(call) for call in TAKEN)
