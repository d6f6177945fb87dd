"""The system ``numpy`` agrees with the installed NumPy: every pair, every operator, and several operands at once."""

from __future__ import annotations

import itertools

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles import numpy as oracle

from jaxtyping_promo import get_system, promote_types
from jaxtyping_promo.joining import join
from jaxtyping_promo.laws import counterexamples

NUMPY = get_system("numpy")
OPERANDS = (*(n for n in NUMPY.nodes if n not in NUMPY.defaults), "int", "float", "complex")


def test_every_cell_is_numpys():
    cells = list(oracle.cells())
    assert len(cells) > 6000
    assert [str(cell) for cell in cells if cell.ours != cell.theirs] == []


def test_one_two_and_three_operands_promote_as_in_result_type():
    for many in (1, 2, 3):
        for names in itertools.product(OPERANDS, repeat=many):
            assert join(NUMPY, *names) == oracle.result_type(*names), names


@settings(max_examples=500)
@given(st.lists(st.sampled_from(OPERANDS), min_size=4, max_size=9))
def test_many_operands_promote_as_in_result_type(names):
    assert join(NUMPY, *names) == oracle.result_type(*names)


def test_result_type_is_no_fold():
    a, b, c = np.ones(1, np.int8), np.ones(1, np.uint8), np.ones(1, np.float16)
    assert ((a + b) + c).dtype.name == join(NUMPY, join(NUMPY, "int8", "uint8"), "float16") == "float32"
    assert (a + (b + c)).dtype.name == join(NUMPY, "int8", join(NUMPY, "uint8", "float16")) == "float16"
    assert np.result_type(a, b, c).name == join(NUMPY, "int8", "uint8", "float16") == "float16"


def test_promote_types_takes_the_system():
    assert promote_types("int32", "float32", system="numpy").name == np.promote_types("int32", "float32").name


def test_every_counterexample_to_associativity_happens():
    broken = list(counterexamples(NUMPY.nodes, NUMPY.promote, ("associativity",)))
    assert ("int8", "uint8", "float16") in [c.nodes for c in broken]
    scalars = {"weak_int": 3, "weak_float": 3.0, "weak_complex": 3j}
    for law in broken:
        a, b, c = (scalars[n] if n in scalars else np.ones(1, getattr(np, n)) for n in law.nodes)
        # np.add instead of +, since + of two Python scalars is computed by Python.
        made = (np.add(np.add(a, b), c), np.add(a, np.add(b, c)))
        assert tuple(map(oracle.dtype_name, made)) == (law.left, law.right), law.nodes
