"""The number formats agree with the data of NumPy and ml_dtypes."""

from __future__ import annotations

import ml_dtypes
import numpy as np
import pytest

from jaxtyping_promo.dtypes import DTYPES
from jaxtyping_promo.formats import FORMATS

pytestmark = pytest.mark.once

FLOATS = [name for name, form in FORMATS.items() if form.kind == "float"]
INTEGERS = [name for name, form in FORMATS.items() if form.kind == "int"]


def test_every_dtype_has_a_format():
    assert list(FORMATS) == list(DTYPES)


@pytest.mark.parametrize("name", FLOATS)
def test_floats(name):
    info = ml_dtypes.finfo(getattr(np, name, None) or getattr(ml_dtypes, name))
    form = FORMATS[name]
    assert (form.bits, form.precision) == (info.bits, info.nmant + 1)
    assert (form.low, form.high) == (float(info.min), float(info.max))


@pytest.mark.parametrize("name", [name for name in INTEGERS if hasattr(np, name) or hasattr(ml_dtypes, name)])
def test_integers(name):
    info = ml_dtypes.iinfo(getattr(np, name, None) or getattr(ml_dtypes, name))
    assert (FORMATS[name].low, FORMATS[name].high, FORMATS[name].bits) == (int(info.min), int(info.max), info.bits)


@pytest.mark.parametrize("name", ["complex64", "complex128"])
def test_complex_dtypes_have_the_format_of_their_parts(name):
    part = np.dtype(name).type(0).real.dtype.name
    assert FORMATS[name]._replace(kind="float") == FORMATS[part]
