"""Attributes of libraries that the program replaces are unknown from then on."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import pytest

from jaxtyping_promo.interpreter.program import Program
from jaxtyping_promo.interpreter.report import findings

FUNCTION = """
    import jax
    import jax.numpy as jnp

    def narrow(shape):
        return jax.lax.full(shape, 0, jnp.bfloat16)

    def f(x):
        return x * jnp.zeros(3)

    {replacement}
    a = f(jnp.ones(3, jnp.bfloat16))
"""
METHOD = """
    import flax.linen as nn
    import jax
    import jax.numpy as jnp

    plain = nn.Module.param

    def narrow(self, name, init_fn, shape, dtype=None):
        return plain(self, name, init_fn, shape, jnp.bfloat16)

    {replacement}

    class Scale(nn.Module):
        @nn.compact
        def __call__(self, x):
            return x * self.param("scale", nn.initializers.normal(), (3,))

    class Outer(Scale):
        def param(self, *args):
            return super().param(*args)

    x = jnp.ones(3, jnp.bfloat16)
    a = Scale().init_with_output(jax.random.key(0), x)[0]
    b = Outer().init_with_output(jax.random.key(0), x)[0]
"""
PROGRAMS = {
    "jnp.zeros = narrow": FUNCTION,
    'setattr(jnp, "zeros", narrow)': FUNCTION,
    "f(jnp.ones(3))\n    jnp.zeros = narrow": FUNCTION,
    "nn.Module.param = narrow": METHOD,
}


def executed(text: str) -> dict[str, object]:
    """The variables that the program has, with the attributes of the libraries as they were before."""
    import jax.numpy as jnp

    holder, name = jnp, "zeros"
    if "flax" in text:
        holder, name = pytest.importorskip("flax.linen").Module, "param"
    before = getattr(holder, name)
    variables: dict[str, object] = {"__name__": "replaced"}
    try:
        exec(compile(text, "replaced.py", "exec"), variables)
    finally:
        setattr(holder, name, before)
    return variables


@pytest.mark.parametrize("replacement", PROGRAMS)
def test_findings_with_and_without_the_replacement(replacement: str, tmp_path: Path) -> None:
    for line in (replacement, "pass"):
        text = dedent(PROGRAMS[replacement].replace("{replacement}", line))
        path = tmp_path / "program.py"
        path.write_text(text)
        run = Program([path]).interpret()
        found = findings(run, lambda _: True, lambda *_: "note")
        widens = str(executed(text)["a"].dtype) == "float32"  # type: ignore[attr-defined]
        assert widens is (line == "pass")
        assert bool(found) is widens
