# Generated from JAX 0.12.0.1 by `python -m jaxtyping_promo.stubgen`. Do not edit: change the rules or the generator.
from jax._src.effects import Effect
from typing import Any

class DebugEffect(Effect):
    __str__: Any
class OrderedDebugEffect(Effect):
    __str__: Any
def debug_callback(*args: Any, **kwargs: Any) -> Any:
    """Calls a stageable Python callback."""
def debug_print(*args: Any, **kwargs: Any) -> Any:
    """Prints values and works in staged out JAX functions."""
def inspect_array_sharding(*args: Any, **kwargs: Any) -> Any:
    """Enables inspecting array sharding inside JIT-ted functions."""
def visualize_array_sharding(*args: Any, **kwargs: Any) -> Any:
    """Visualizes an array's sharding."""
def visualize_sharding(*args: Any, **kwargs: Any) -> Any:
    """Visualizes a ``Sharding`` using ``rich``."""
def __getattr__(name: str) -> Any: ...
