"""The criteria of JEP 9407 give the JEP's own verdicts for each option."""

from __future__ import annotations

import pytest

from jaxtyping_promo import Lattice, System, get_system
from jaxtyping_promo.criteria import CRITERIA, violations
from jaxtyping_promo.formats import losses
from jaxtyping_promo.systems import MODULES

pytestmark = pytest.mark.once


def broken(name, criterion, *pair):
    system = get_system(name) if isinstance(name, str) else name
    return {v.result for v in violations(system, criterion) if v.nodes == pair}


def test_losing_the_imaginary_part():
    upside_down = Lattice({"float32": (), "complex64": ("float32",)})
    lossy = System(name="lossy", nodes=upside_down.nodes, promotion=upside_down, scalars={})
    assert broken(lossy, "component", "complex64", "float32") == {"float32"}
    assert [loss.what for loss in losses("complex64", "float32")] == ["component"]


@pytest.mark.parametrize("name", MODULES)
def test_no_system_loses_a_component(name):
    assert list(violations(get_system(name), "component")) == []


def test_option_1_avoids_all_loss_of_precision_and_widens():
    assert list(violations(get_system("option-1"), "precision")) == []
    assert list(violations(get_system("option-1"), "overflow")) == []
    assert broken("option-1", "widening", "uint16", "float16") == {"float64"}


def test_option_2_still_widens_uint32_and_float32():
    assert broken("option-2", "widening", "uint32", "float32") == {"float64"}
    assert broken("option-2", "widening", "int32", "float32") == set()
    assert broken("option-2", "precision", "int32", "float32") == {"float32"}


def test_option_3_and_jax_never_widen_but_lose_range():
    for name in ("option-3", "jax"):
        assert list(violations(get_system(name), "widening")) == []
        assert broken(name, "overflow", "int64", "float16") == {"float16"}


def test_numpy_widens_int32_and_float32():
    assert broken("numpy", "widening", "int32", "float32") == {"float64"}
    assert broken("numpy", "precision", "uint64", "int64") == {"float64"}


def test_an_unknown_criterion_is_named():
    with pytest.raises(ValueError, match=f"'speed'; criteria: {', '.join(CRITERIA)}"):
        list(violations(get_system("jax"), "speed"))
