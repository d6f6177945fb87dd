"""JAX options that a module switches when it is imported: mypy infers JAX's results in that mode."""

from __future__ import annotations

import json
import re
import subprocess
import sys

import pytest
from checkers import Mypy
from checkers.mypy import ini

pytestmark = pytest.mark.once

IMPORTS = "import jax\nimport jax.numpy as jnp\nfrom jax import config\n"
SWITCHES = {
    'jax.config.update("jax_enable_x64", True)': "x64 = true",
    "config.update('jax_enable_x64', True)": "x64 = true",
    'jax.config.update("jax_enable_x64", False); jax.config.update("jax_enable_x64", True)': "x64 = true",
    'jax.config.update("jax_numpy_dtype_promotion", "strict")': 'promotion = "strict"',
}
"""Switches of a module, and the configuration keys with the same effect."""
NO_SWITCHES = (
    'jax.config.update("jax_enable_x64", False)',
    'jax.config.update("jax_platforms", "cpu")',
    'if __name__ == "another":\n    jax.config.update("jax_enable_x64", True)',
    'def later() -> None:\n    jax.config.update("jax_enable_x64", True)',
    'jax.config.update("jax_enable_x64", len("") > 0)',
    'options = {"a": 1}\noptions.update({"jax_enable_x64": True})',
)
USES = """
def used() -> None:
    print(jnp.zeros(3).dtype)
    try:
        print((jnp.zeros(3, jnp.int8) + jnp.zeros(3, jnp.float16)).dtype)
    except Exception:
        print("dtype-implicit")

used()
"""
BLOCKS = """
from jax import enable_x64

with jax.enable_x64(True):
    print(jnp.zeros(3).dtype)
    with jax.enable_x64(False):
        print(jnp.zeros(3).dtype)
    print(jnp.arange(3).dtype)
print(jnp.zeros(3).dtype)
with enable_x64() as _:
    for i in range(1):
        print((jnp.zeros(3) * i).dtype)
with jax.enable_x64(True): print(jnp.zeros(3).dtype)
with jax.disable_jit():
    print(jnp.zeros(3).dtype)

@jax.enable_x64(True)
def decorated() -> None:
    print(jnp.zeros(3).dtype)

decorated()
print(jnp.zeros(3).dtype)

class A:
    @jax.enable_x64(True)
    def decorated(self) -> None:
        print(jnp.zeros(3).dtype)

    def plain(self) -> None:
        print(jnp.zeros(3).dtype)

A().decorated()
A().plain()

def program() -> None:
    with jax.enable_x64(True), jax.numpy_dtype_promotion("strict"):
        @jax.jit
        def within(x: jax.Array) -> jax.Array:
            print(jnp.zeros(3).dtype)
            try:
                print((jnp.zeros(3, jnp.int8) + jnp.zeros(3, jnp.float16)).dtype)
            except Exception:
                print("dtype-implicit")
            return x

        within(jnp.zeros(3))
        with jax.numpy_dtype_promotion("standard"):
            print((jnp.zeros(3, jnp.int8) + jnp.zeros(3, jnp.float16)).dtype)

program()
print((jnp.zeros(3, jnp.int8) + jnp.zeros(3, jnp.float16)).dtype)
"""
"""Switches that apply inside a block or decorated function, and end with it."""
PRINTED = re.compile(r"print\((.*)\.dtype\)")


RUNNER = """
import contextlib, io, json, sys, jax

for text in json.load(sys.stdin):
    jax.config.update("jax_enable_x64", False)
    jax.config.update("jax_numpy_dtype_promotion", "standard")
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(text, {"__name__": "program"})
    print(" ".join(printed.getvalue().split()))
"""


def run(texts: list[str]) -> list[list[str]]:
    """The output of the modules."""
    done = subprocess.run(
        [sys.executable, "-c", RUNNER], input=json.dumps(texts), check=True, capture_output=True, text=True
    )
    return [line.split() for line in done.stdout.splitlines()]


def predicted(texts: list[str], folder, **keys: object) -> list[tuple[list[str], list[str]]]:
    """The output that mypy predicts, and its notes about the configuration."""
    names = [f"program_{number}.py" for number in range(len(texts))]
    revealing = [PRINTED.sub(r"reveal_type(\1)", text) for text in texts]
    for name, text in zip(names, revealing, strict=True):
        (folder / name).write_text(text)
    (folder / "mypy.ini").write_text(ini(**keys))
    report = Mypy().check(*names, folder=folder)
    results = []
    for name, text in zip(names, revealing, strict=True):
        lines = [report.line(name, n) for n, line in enumerate(text.splitlines(), start=1) if "reveal_type" in line]
        answers = [[c for c, _ in a.errors] or [t.split("[")[1].rstrip("]") for t in a.revealed] for a in lines]
        notes = re.findall(rf"{name}:\d+: note: (Other modules.*)", report.output)
        results.append(([answer for each in answers for answer in each], notes))
    return results


@pytest.mark.slow
def test_a_switch_in_a_module_holds_there(tmp_path):
    texts = [IMPORTS + switch + USES for switch in SWITCHES]
    results = predicted(texts, tmp_path)
    assert [answers for answers, _ in results] == run(texts)
    assert all(key in notes[-1] for key, (_, notes) in zip(SWITCHES.values(), results, strict=True)), results


def test_a_switch_in_a_block_holds_there(tmp_path):
    texts = [IMPORTS + BLOCKS, IMPORTS + 'config.update("jax_enable_x64", True)' + BLOCKS]
    assert [answers for answers, _ in predicted(texts, tmp_path)] == run(texts)


@pytest.mark.slow
def test_nothing_else_is_a_switch(tmp_path):
    texts = [f"{IMPORTS}{other}\n{USES}" for other in NO_SWITCHES]
    assert predicted(texts, tmp_path) == [(printed, []) for printed in run(texts)]


@pytest.mark.slow
def test_a_switch_that_repeats_the_configuration_needs_no_note(tmp_path):
    text = IMPORTS + 'config.update("jax_enable_x64", True)' + USES
    assert predicted([text], tmp_path, x64=True) == [(["float64", "float16"], [])]


def test_the_code_takes_precedence_over_the_configuration(tmp_path):
    [(answers, [note])] = predicted([IMPORTS + 'config.update("jax_enable_x64", False)' + USES], tmp_path, x64=True)
    assert answers == ["float32", "float16"]
    assert "x64 = false" in note


@pytest.mark.long
def test_the_note_can_be_switched_off(tmp_path):
    [(_, notes)] = predicted(
        [IMPORTS + 'config.update("jax_enable_x64", True)' + USES],
        tmp_path,
        mypy="disable_error_code = dtype-configuration",
    )
    assert notes == []


@pytest.mark.slow
def test_other_modules_keep_the_configuration(tmp_path):
    (tmp_path / "other.py").write_text("import jax.numpy as jnp\n\nx = jnp.zeros(3)\nreveal_type(x)\n")
    (tmp_path / "program.py").write_text(
        f"{IMPORTS}config.update('jax_enable_x64', True)\nimport other\nreveal_type(other.x)\n"
    )
    (tmp_path / "mypy.ini").write_text(ini())
    report = Mypy().check("program.py", "other.py", folder=tmp_path)
    assert report.line("other.py", 4).revealed == ["Array[float32]"]


@pytest.mark.long
def test_a_switch_without_a_name_changes_nothing_if_the_configuration_sets_x64(tmp_path):
    switch = "def configure(name, value):\n    config.update(name, value)\n"
    other = "import program_0\nimport jax\nimport jax.numpy as jnp\n"
    for x64, floats in ((False, "float32"), (True, "float64")):
        texts = [IMPORTS + switch + USES, other + USES]
        folder = tmp_path / str(x64)
        folder.mkdir()
        (folder / "mypy.ini").write_text(ini(x64=x64))
        names = ["program_0.py", "program_1.py"]
        for name, text in zip(names, texts, strict=True):
            (folder / name).write_text(PRINTED.sub(r"reveal_type(\1)", text))
        report = Mypy().check(*names, folder=folder)
        revealed = re.findall(
            r"Revealed type is \"jaxtyping_promo.array.Array\[jaxtyping_promo.dtypes.(\w+)\]\"", report.output
        )
        assert revealed == [floats, "float16"] * 2, report.output
        assert "configuration" not in report.output
