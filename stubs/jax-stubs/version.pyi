# Generated from JAX 0.12.0.1 by `python -m jaxtyping_promo.stubgen`. Do not edit: change the rules or the generator.
from jaxtyping_promo.array import _JaxModule
from typing import Any

__version__: str
__version_info__: Any
class _Module(_JaxModule):
    made_from = "0.12.0.1"
