"""The result of a call follows the body of a function in another module, even if only the body changes."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import jax.numpy as jnp
import pytest
from checkers.mypy import PLUGIN, imported

pytestmark = pytest.mark.once

INI = f"[mypy]\nplugins = {PLUGIN}\n"
INNER = "import jax\nimport jax.numpy as jnp\ndef inner(x: jax.Array) -> jax.Array:\n    return {}\n"
FILES = {
    "package/__init__.py": "from .outer import outer\n",
    "package/outer.py": (
        "import jax\nfrom . import deep\ndef outer(x: jax.Array) -> jax.Array:\n    return deep.inner(x)\n"
    ),
    "main.py": "import jax.numpy as jnp\nfrom package import outer\nreveal_type(outer(jnp.ones(3, jnp.bfloat16)))\n",
}
BODIES = ("x * 2", "(x * 2).astype(jnp.float16)", "x > 0")


def computed(body: str) -> str:
    """The dtype that JAX computes."""
    module: dict[str, object] = {}
    exec(INNER.format(body), module)
    inner = module["inner"]
    assert callable(inner)
    dtype = str(inner(jnp.ones(3, jnp.bfloat16)).dtype)
    return "bool_" if dtype == "bool" else dtype


@pytest.mark.slow
def test_bodies_that_change(tmp_path: Path) -> None:
    shutil.copytree(imported(INI), tmp_path / "cache")
    (tmp_path / "mypy.ini").write_text(INI)
    (tmp_path / "package").mkdir()
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    command = [Path(sys.executable).parent / "mypy", "--cache-dir=cache", "main.py"]
    for number, body in enumerate(BODIES):
        # The texts have different lengths, since mypy compares the size and the second of a file's last change.
        (tmp_path / "package/deep.py").write_text(INNER.format(body) + "\n" * number)
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr
        assert re.findall(r"Array\[jaxtyping_promo\.dtypes\.(\w+)\]", done.stdout) == [computed(body)], done.stdout
