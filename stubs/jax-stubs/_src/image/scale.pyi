# Generated from JAX 0.12.0.1 by `python -m jaxtyping_promo.stubgen`. Do not edit: change the rules or the generator.
from enum import Enum
from typing import Any

class ResizeMethod(Enum):
    NEAREST = 0
    LINEAR = 1
    LANCZOS3 = 2
    LANCZOS5 = 3
    CUBIC = 4
    CUBIC_PYTORCH = 5
    AREA = 6
    @staticmethod
    def from_string(s: str) -> Any: ...
def resize(*args: Any, **kwargs: Any) -> Any:
    """Image resize."""
def scale_and_translate(*args: Any, **kwargs: Any) -> Any:
    """Apply a scale and translation to an image."""
def __getattr__(name: str) -> Any: ...
