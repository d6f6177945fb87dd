# Generated from JAX 0.12.0.1 by `python -m jaxtyping_promo.stubgen`. Do not edit: change the rules or the generator.
from jaxtyping_promo.array import _JaxModule
from typing import Any

from jax.scipy import interpolate as interpolate
from jax.scipy import linalg as linalg
from jax.scipy import ndimage as ndimage
from jax.scipy import signal as signal
from jax.scipy import sparse as sparse
from jax.scipy import special as special
from jax.scipy import stats as stats
from jax.scipy import fft as fft
from jax.scipy import cluster as cluster
from jax.scipy import integrate as integrate

class _Module(_JaxModule):
    made_from = "0.12.0.1"
