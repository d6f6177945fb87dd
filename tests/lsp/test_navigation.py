"""Signatures inside calls, and definitions of names."""

from __future__ import annotations

import pytest

pytestmark = [pytest.mark.once, pytest.mark.slow]

PYRIGHTS = pytest.mark.parametrize("server", ["pyright", "basedpyright"], indirect=True)
FOLLOWING = pytest.mark.parametrize("server", ["pyright", "basedpyright", "ty"], indirect=True)


@PYRIGHTS
def test_the_first_signature_is_the_call_without_a_dtype(edit):
    first, *_ = edit("jnp.zeros(‸)").signatures()
    assert first.label.endswith("-> Array[float32]")
    assert first.parameter.startswith("shape")


def test_so_it_is_where_an_argument_is_written(edit):  # ty shows the first overload first, even if another one matches
    first, *_ = edit("jnp.zeros(3‸)").signatures()
    assert first.label.endswith("-> Array[float32]")
    assert first.parameter.startswith("shape")


def test_a_written_argument_moves_on(edit):
    assert edit("jnp.zeros(3, ‸)").signatures()[0].parameter.startswith("dtype")


@PYRIGHTS
def test_a_ufunc_has_its_signatures(edit):
    signatures = edit("jnp.add(‸)").signatures()
    assert "x + y" in signatures[0].documentation  # only the first overload has a docstring in the stubs


@FOLLOWING
@pytest.mark.parametrize(
    ("call", "file"),
    [
        ("jnp.ze‸ros(3)", "jax/_src/numpy/array_creation.py"),
        ("jnp.si‸n(x)", "jax/_src/numpy/ufuncs.py"),
        ("jnp.su‸m(x)", "jax/_src/numpy/reductions.py"),
    ],
)
def test_a_definition_is_in_the_source_of_jax(edit, call, file):
    places = edit(call).definitions()
    definitions = [place for place in places if place.path.as_posix().endswith(file)]
    assert definitions, places
    name = call.partition(".")[2].partition("(")[0].replace("‸", "")
    assert f"def {name}(" in definitions[0].path.read_text().splitlines()[definitions[0].line - 1]


@PYRIGHTS
def test_a_transformation_is_in_the_source_of_jax(edit):
    assert any(place.path.as_posix().endswith("jax/_src/api.py") for place in edit("jax.ji‸t(len)").definitions())


def test_a_method_is_in_the_stub(edit):
    assert {place.path.name for place in edit("x.su‸m()").definitions()} == {"array.pyi"}


def test_a_wrong_dtype_is_reported_where_it_is(edit):
    diagnostics_shown = edit("y: Array[int8] = jnp.zeros(3, jnp.int8) + x").diagnostics()
    assert any(
        message.startswith("7: ") and "float16" in message and "int8" in message for message in diagnostics_shown
    )
