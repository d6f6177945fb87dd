"""Systems declared in TOML files. Errors in such files are tested with the command's bad input."""

from __future__ import annotations

import pytest

from jaxtyping_promo import LatticeError, UnknownSystemError, get_system, promote_types
from jaxtyping_promo.joining import join
from jaxtyping_promo.lattice import Lattice
from jaxtyping_promo.lattice_repair import advise, gaps
from jaxtyping_promo.systems import jax
from jaxtyping_promo.systems.toml_file import declared

EDGES = """
[edges]
bool_ = ["weak_int"]
weak_int = ["uint8", "int8"]
uint8 = ["int16"]
int8 = ["int16"]
int16 = ["weak_float"]
weak_float = ["float16"]
"""


def system(text):
    return declared(text.encode(), "folder/mine.toml")


def test_edges_make_a_lattice():
    mine = system(EDGES)
    assert mine.name == "mine"
    assert mine.nodes == ("bool_", "uint8", "int8", "int16", "float16", "weak_int", "weak_float")
    assert join(mine, "uint8", "int8") == "int16"
    assert join(mine, "uint8", "int") == "uint8"
    assert mine.defaults == {"weak_int": "int32", "weak_float": "float32"}
    assert mine.binary("lt", "int8", "uint8") == "bool_"
    assert mine.binary("truediv", "int8", "uint8") == "int16"


def test_a_table_makes_the_declared_system():
    mine = system(
        'nodes = ["int8", "uint8"]\n[table.int8]\nint8 = "int8"\nuint8 = "int8"\n[table.uint8]\nuint8 = "uint8"'
    )
    assert mine.lattice is None
    assert [mine.promote(a, b) for a in mine.nodes for b in mine.nodes] == ["int8", "int8", None, "uint8"]


def test_operators_scalars_and_defaults():
    mine = system(
        EDGES
        + """
[scalars]
int = "int8"
[defaults]
weak_float = "float16"
[operators.truediv]
changes = { int16 = "float16" }
rejects = ["bool_"]
exceptions = [{ left = "int8", right = "int", result = "float16" }, { left = "int8", right = "float" }]
"""
    )
    assert join(mine, "int", "uint8") == "int16"
    assert mine.defaults["weak_float"] == "float16"
    assert mine.binary("truediv", "uint8", "int8") == "float16"
    assert mine.binary("truediv", "bool_", "bool_") is None
    assert mine.binary("truediv", "int8", "int") == "float16"
    assert mine.binary("truediv", "int8", "float") is None


def test_like_takes_over_the_operators_of_a_system():
    mine = system('like = "jax"\n' + EDGES)
    assert mine.binary("sub", "bool_", "bool_") is None
    assert mine.binary("and", "float16", "float16") is None
    assert mine.binary("matmul", "int8", "int") is None


def test_a_partial_lattice_has_to_say_so():
    text = '[edges]\nint8 = ["int16"]\nuint8 = ["uint16"]'
    with pytest.raises(LatticeError, match="have no common upper bound"):
        system(text)
    assert system("partial = true\n" + text).promote("int8", "uint8") is None


def test_a_path_is_a_name_anywhere(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(EDGES)
    assert promote_types("uint8", "int8", system=str(path)).name == "int16"
    assert get_system(str(path)) is get_system(str(path))
    with pytest.raises(UnknownSystemError, match="no mode 'x64'"):
        get_system(str(path), x64=True)


def test_a_changed_file_is_read_again(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(EDGES)
    before = get_system(str(path))
    path.write_text(EDGES + '[operators.add]\nrejects = ["bool_"]')
    after = get_system(str(path))
    assert (before.binary("add", "bool_", "bool_"), after.binary("add", "bool_", "bool_")) == ("bool_", None)


def test_every_edge_advised_mends_the_pair():
    """If any edge is removed from JAX's lattice, the advice in the error repairs the first pair without a join."""
    edges = {n: above for n, above in jax.EDGES.items() if "float8" not in n and n not in jax.NARROW_INTEGERS}
    edges = {n: tuple(a for a in above if a in edges) for n, above in edges.items()}
    for node, above in edges.items():
        for target in above:
            broken = {**edges, node: tuple(a for a in above if a != target)}
            lattice = Lattice(broken)
            for gap in list(gaps(lattice))[:1]:
                advice = advise(lattice, gap)
                how, low, high = _first_edge(advice)
                mended = {
                    **broken,
                    low: (*broken[low], high) if how == "add" else tuple(a for a in broken[low] if a != high),
                }
                assert Lattice(mended).join(gap.a, gap.b) is not None, advice


def _first_edge(advice):
    how, rest = advice.split(" the edge ", 1)
    low, high = rest.split(", or ")[0].split(" -> ")
    return how, low, high
