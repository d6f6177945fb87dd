"""The system ``torch`` agrees with the installed PyTorch: every pair of tensors, 0-d tensors and Python scalars."""

from __future__ import annotations

import pytest
import torch
from oracles import torch as oracle

from jaxtyping_promo import get_system
from jaxtyping_promo.laws import counterexamples

TORCH = get_system("torch")


@pytest.fixture(scope="module")
def cells():
    return list(oracle.cells())


@pytest.mark.filterwarnings("ignore:ComplexHalf support is experimental")
def test_every_cell_is_pytorchs(cells):
    assert len(cells) > 44_000
    assert [str(cell) for cell in cells if cell.ours != cell.theirs] == []


def test_a_lower_category_does_not_widen_a_higher_one():
    tensor, zero_dim = torch.ones(2, dtype=torch.int8), torch.tensor(1, dtype=torch.int64)
    assert oracle.dtype_name(tensor + zero_dim) == TORCH.binary("add", "int8", "int64[]") == "int8"
    assert oracle.dtype_name(zero_dim + zero_dim) == TORCH.binary("add", "int64[]", "int64[]") == "int64[]"
    assert oracle.dtype_name(zero_dim / 2) == TORCH.binary("truediv", "int64[]", "int") == "float32[]"
    assert oracle.dtype_name(tensor + 1.5) == TORCH.binary("add", "int8", "float") == "float32"


@pytest.mark.filterwarnings("ignore:ComplexHalf support is experimental")
def test_counterexamples_to_associativity_happen():
    """Products of tensors and a Python scalar. PyTorch has kernels for all of these products."""
    scalars = {"weak_int": "int", "weak_float": "float", "weak_complex": "complex"}
    happened = 0
    for law in counterexamples(TORCH.nodes, TORCH.promote, ("associativity",)):
        names = [scalars.get(node, node) for node in law.nodes]
        made = []
        if sum(node in scalars for node in law.nodes) == 1 and law.left and law.right:
            a, b, c = map(oracle.value, names)
            try:
                made = [(a * b) * c, a * (b * c)]
            except NotImplementedError:
                continue  # 8-bit floats have no kernel
            assert list(map(oracle.dtype_name, made)) == [law.left, law.right], names
            happened += 1
    assert happened > 100
