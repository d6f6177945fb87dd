"""The completions that an editor offers."""

from __future__ import annotations

import pytest
from suites import others_long
from test_hover import JITTED

from jaxtyping_promo import get_system

pytestmark = [pytest.mark.once, pytest.mark.slow]

SYSTEM = get_system("jax")
STRONG = [name for name in SYSTEM.nodes if name not in SYSTEM.defaults]
PYRIGHTS = pytest.mark.parametrize("server", others_long(["pyright", "basedpyright"], ["pyright"]), indirect=True)


@pytest.mark.parametrize("expression", ["(jnp.zeros(3, jnp.int8) + x).‸", "halved(x).‸", "jnp.sin(x).‸"])
def test_a_result_offers_the_members_of_an_array(edit, expression):
    assert {"astype", "dtype", "reshape", "sum", "at", "T"} <= set(edit(JITTED + expression).completions())


def test_an_annotation_offers_the_dtypes(edit):
    assert {"float16", "int8"} <= set(edit("z: Array[‸]").completions())
    assert set(SYSTEM.nodes) <= set(edit("z: Array[jp.‸]").completions())


@PYRIGHTS
def test_an_annotation_offers_a_dtype_that_is_not_imported(edit):
    offered = edit("z: Array[bfl‸]").completion_items()
    assert any(item.label == "bfloat16" for item in offered)


@PYRIGHTS
@pytest.mark.parametrize("call", ['jnp.zeros(3, dtype="‸")', 'x.astype("‸")', 'jnp.sum(x, dtype="‸")'])
def test_a_string_for_a_dtype_is_completed(edit, call):
    offered = {label.strip('"') for label in edit(call).completions()}
    assert {name.rstrip("_") for name in STRONG} <= offered


@PYRIGHTS
def test_every_offered_name_is_documented(edit):
    assert "The sum" in edit("x.‸").documentation("sum")


def test_any_other_string_is_still_a_dtype(edit):
    assert not [m for m in edit('jnp.zeros(3, dtype="f4")\nx.astype("<i4")\n').diagnostics() if m[0] in "78"]
