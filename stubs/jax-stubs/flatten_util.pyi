# Generated from JAX 0.12.0.1 by `python -m jaxtyping_promo.stubgen`. Do not edit: change the rules or the generator.
from collections.abc import Callable
from jaxtyping_promo.array import Array, _JaxModule
from typing import Any

def ravel_pytree(pytree: Any) -> tuple[Array, Callable[[Array], Any]]: ...
class _Module(_JaxModule):
    made_from = "0.12.0.1"
