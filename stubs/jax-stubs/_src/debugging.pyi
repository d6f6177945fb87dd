# Generated from JAX 0.12.0.1 by `python -m jaxtyping_promo.stubgen`. Do not edit: change the rules or the generator.
from jax._src.effects import Effect
from typing import Any

class DebugEffect(Effect):
    __str__: Any
class OrderedDebugEffect(Effect):
    __str__: Any

def __getattr__(name: str) -> Any: ...
