"""Conversions of numbers to each dtype agree with ``ml_dtypes`` and NumPy."""

from __future__ import annotations

import math

import ml_dtypes  # noqa: F401  # registers the dtypes with NumPy
import numpy as np
import pytest

from jaxtyping_promo.diagnostics.numbers import becomes, fits
from jaxtyping_promo.formats import FORMATS

INTEGERS = [name for name, known in FORMATS.items() if known.kind == "int" and known.bits >= 8]
FLOATS = [name for name, known in FORMATS.items() if known.kind == "float" and known.bits >= 8 and "e8m0" not in name]
VALUES = [0, 1, -1, 127, 128, 129, 255, 256, 300, -129, 1000, 32768, 65535, 65536, 70000, 2**31 - 1, 2**31, 2**32]


@pytest.mark.parametrize("dtype", INTEGERS)
def test_integers_wrap(dtype):
    with np.errstate(all="ignore"):
        assert {v: becomes(v, dtype) for v in VALUES} == {v: int(np.array(v).astype(dtype)) for v in VALUES}


@pytest.mark.parametrize("dtype", FLOATS)
def test_floats_overflow_and_vanish(dtype):
    known = FORMATS[dtype]
    powers = [2.0**n for n in range(-160, 128, 3)]
    edges = [known.high, known.high * (1 + 2.0**-known.precision / 4), known.high * (1 + 2.0**-known.precision * 1.5)]
    scalar = np.dtype(dtype).type
    for value in [*powers, *(e for e in edges if math.isfinite(e)), -1e30, 70000.0, 1e-8]:
        with np.errstate(all="ignore"):
            actual = float(np.array(value).astype(scalar))
        ours = becomes(value, dtype)
        if math.isnan(actual) or math.isinf(actual):
            assert repr(float(ours)) == repr(actual) or (math.isnan(ours) and math.isnan(actual)), (
                value,
                actual,
            )
        else:
            assert fits(value, dtype) or ours == actual or "fn" in dtype, (value, actual)
            if not actual and not dtype.endswith(("fn", "fnuz")):
                assert ours == 0, value
