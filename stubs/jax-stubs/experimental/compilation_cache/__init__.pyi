# Generated from JAX 0.12.0.1 by `python -m jaxtyping_promo.stubgen`. Do not edit: change the rules or the generator.
from jaxtyping_promo.array import _JaxModule
from typing import Any

from jax.experimental.compilation_cache import compilation_cache as compilation_cache

class _Module(_JaxModule):
    made_from = "0.12.0.1"
