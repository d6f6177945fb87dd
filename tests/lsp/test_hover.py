"""The hover text that an editor shows for a name."""

from __future__ import annotations

import re

import pytest

pytestmark = [pytest.mark.once, pytest.mark.slow]

PYRIGHTS = pytest.mark.parametrize("server", ["pyright", "basedpyright"], indirect=True)
JITTED = '''\
@jax.jit
def halved(x: Array[float16]) -> Array[float16]:
    """Half of it."""
    return x / 2

'''


def code(shown: str) -> str:
    """The signature in a hover text, without the modules of its names."""
    return re.sub(r"\b(?:\w+\.)+(?=\w)", "", shown.partition("```python\n")[2].partition("\n```")[0])


def docstring(shown: str) -> str:
    return shown.partition("\n---\n")[2]


def test_a_result_has_its_dtype(edit):
    assert "Array[float16]" in code(edit("y‸ = jnp.zeros(3, jnp.int8) + x").hover())


def test_the_result_of_a_jitted_function_has_its_dtype(edit):
    assert "Array[float16]" in code(edit(f"{JITTED}y‸ = halved(x)").hover())


@PYRIGHTS
def test_a_jitted_function_keeps_its_signature_and_docstring(edit):
    shown = edit(f"{JITTED}halved‸(x)").hover()
    assert "(x: Array[float16]) -> Array[float16]" in code(shown)
    assert "Half of it." in docstring(shown)


@PYRIGHTS
@pytest.mark.parametrize(
    ("call", "result", "says"),
    [
        ("jnp.ze‸ros(3)", "Array[float32]", "Create an array full of zeros"),
        ("jnp.su‸m(x)", "Array[", "Sum of the elements of the array"),
        ("x.su‸m()", "Array[float16]", "The sum"),
        ("x.resh‸ape(3)", "Array[float16]", "another shape"),
        ("jax.ji‸t(len)", "", "just-in-time compilation"),
    ],
)
def test_a_call_shows_one_signature_with_a_docstring(edit, call, result, says):
    shown = edit(call).hover()
    assert code(shown).count("def ") == 1 and code(shown).count("\n") < 20
    assert "_Has" not in code(shown)
    assert result in code(shown).rpartition("->")[2]
    assert says in docstring(shown)


@pytest.mark.parametrize("server", ["pyright", "basedpyright", "ty"], indirect=True)
@pytest.mark.parametrize("name", ["Array[flo‸at16]", "Array[jnp.flo‸at16]", "Array[jp.flo‸at16]"])
def test_a_dtype_shows_its_docstring_without_its_rows(edit, name):
    shown = edit(f"z: {name}").hover()
    assert "IEEE half precision" in shown
    assert "_Has" not in shown
