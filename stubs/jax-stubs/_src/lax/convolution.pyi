# Generated from JAX 0.12.0.1 by `python -m jaxtyping_promo.stubgen`. Do not edit: change the rules or the generator.
from collections.abc import Sequence
from typing import Any
from typing_extensions import NamedTuple

class ConvDimensionNumbers(NamedTuple):
    lhs_spec: Sequence[int]
    rhs_spec: Sequence[int]
    out_spec: Sequence[int]

def __getattr__(name: str) -> Any: ...
