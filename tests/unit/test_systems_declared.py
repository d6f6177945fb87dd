"""Properties of every declared system, without its library."""

from __future__ import annotations

import pytest

from jaxtyping_promo import UnknownDTypeError, get_system
from jaxtyping_promo.dtypes import DTYPES, WEAK_TYPES
from jaxtyping_promo.operators import BINARY, UNARY
from jaxtyping_promo.system import PYTHON_SCALARS, ZERO_DIM
from jaxtyping_promo.systems import MODES, MODULES
from jaxtyping_promo.systems.table import CODES, NAMES, read_table, short

SYSTEMS = [
    get_system(name, **dict.fromkeys(modes, True))
    for name in MODULES
    for modes in dict.fromkeys(((), MODES.get(name, ())))
]


@pytest.fixture(params=SYSTEMS, ids=lambda system: system.title)
def system(request):
    return request.param


def test_it_names_its_source_and_version(system):
    assert system.source.startswith("https://")
    assert system.checked


def test_its_nodes_are_dtypes(system):
    assert set(system.nodes) <= {*DTYPES, *WEAK_TYPES}
    assert set(system.defaults) == {n for n in system.nodes if n in WEAK_TYPES}
    assert set(system.defaults.values()) <= set(system.nodes)
    assert set(system.scalars) == set(PYTHON_SCALARS)


def test_each_result_is_a_node_of_the_system(system):
    names = (*system.nodes, *system.zero_dim, *PYTHON_SCALARS)
    results = {system.promote(a, b) for a in names for b in names} - {None}
    assert results <= {*system.nodes, *system.zero_dim}


def test_operators_make_dtypes_of_it_or_bools(system):
    known = {*system.nodes, *system.zero_dim, "bool_"}
    names = (*system.nodes, *system.zero_dim, *PYTHON_SCALARS)
    assert {system.binary(op, a, b) for op in BINARY for a in names for b in names} - {None} <= known
    assert {system.unary(op, a) for op in UNARY for a in system.nodes} - {None} <= known


def test_its_rules_are_about_operators_and_nodes_that_exist(system):
    names = {*system.nodes, *system.zero_dim, *PYTHON_SCALARS}
    for rules in (system.changes, system.rejects, system.exceptions):
        assert set(rules) <= {*BINARY, *UNARY}
    assert {n for rule in system.rejects.values() for n in rule} <= names
    assert {n for rule in system.exceptions.values() for pair in rule for n in pair} <= names


def test_a_0d_array_is_any_array_but_in_pytorch(system):
    if system.name == "torch":
        assert len(system.zero_dim) == len(system.nodes) - 3
        assert system.promote("int8", "int64" + ZERO_DIM) == "int8"
    else:
        assert system.zero_dim == ()
        assert system.node("float32" + ZERO_DIM) == "float32"


def test_an_unknown_dtype_is_named(system):
    with pytest.raises(UnknownDTypeError, match="'int128' is not a dtype of"):
        system.promote("int8", "int128")


def test_every_code_names_one_dtype():
    assert len(NAMES) == len(CODES) == len(DTYPES) + len(WEAK_TYPES)
    assert [short(n) for n in ("bool_", "uint8", "bfloat16", "weak_int", "float8_e4m3fn", "int8[]", "int")] == [
        "b", "u8", "bf16", "i*", "f8_e4m3fn", "i8[]", "int",
    ]  # fmt: skip


def test_a_misprinted_table_is_refused():
    with pytest.raises(ValueError, match="row i8, column u8: 'i61'"):
        read_table("i8 u8\ni8 i8 i61")
    with pytest.raises(ValueError, match="shorter"):
        read_table("i8 u8\ni8 i8")
