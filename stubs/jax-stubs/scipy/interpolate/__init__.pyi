# Generated from JAX 0.12.0.1 by `python -m jaxtyping_promo.stubgen`. Do not edit: change the rules or the generator.
from jaxtyping_promo.array import _JaxModule
from typing import Any

from jax._src.third_party.scipy.interpolate import RegularGridInterpolator as RegularGridInterpolator

class _Module(_JaxModule):
    made_from = "0.12.0.1"
