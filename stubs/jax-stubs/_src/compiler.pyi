# Generated from JAX 0.12.0.1 by `python -m jaxtyping_promo.stubgen`. Do not edit: change the rules or the generator.
from enum import Enum
from typing import Any

class CompilerEffortLevel(Enum):
    UNKNOWN = 0
    O0 = 9
    O1 = 19
    O2 = 29
    O3 = 39
    @classmethod
    def _missing_(cls, value: object) -> CompilerEffortLevel | None: ...
def get_compile_options(*args: Any, **kwargs: Any) -> Any:
    """Returns the compile options to use, as derived from flag values."""
def __getattr__(name: str) -> Any: ...
