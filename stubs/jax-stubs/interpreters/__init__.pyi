# Generated from JAX 0.12.0.1 by `python -m jaxtyping_promo.stubgen`. Do not edit: change the rules or the generator.
from typing import Any

from jax.interpreters import ad as ad
from jax.interpreters import partial_eval as partial_eval

def __getattr__(name: str) -> Any: ...
