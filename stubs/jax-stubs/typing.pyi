# Generated from JAX 0.12.0.1 by `python -m jaxtyping_promo.stubgen`. Do not edit: change the rules or the generator.
from jaxtyping_promo.array import _JaxModule
from typing import Any

from jaxtyping_promo.typing import ArrayLike as ArrayLike
from jaxtyping_promo.typing import DTypeLike as DTypeLike

class _Module(_JaxModule):
    made_from = "0.12.0.1"
