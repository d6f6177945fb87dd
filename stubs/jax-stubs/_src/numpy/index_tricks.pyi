# Generated from JAX 0.12.0.1 by `python -m jaxtyping_promo.stubgen`. Do not edit: change the rules or the generator.
from jaxtyping_promo.array import Array
from jaxtyping_promo.typing import ArrayLike
from typing import Any

class CClass(_AxisConcat):
    axis: Any
    ndmin: Any
    trans1d: Any
    op_name: Any
class RClass(_AxisConcat):
    axis: Any
    ndmin: Any
    trans1d: Any
    op_name: Any
class _AxisConcat:
    axis: int
    ndmin: int
    trans1d: int
    op_name: str
    def __getitem__(self, key: ArrayLike | str | slice | tuple[ArrayLike | str | slice, ...]) -> Array: ...
    def __len__(self) -> int: ...
class _Mgrid:
    def __getitem__(self, key: slice | tuple[slice, ...]) -> Array: ...
class _Ogrid:
    def __getitem__(self, key: slice | tuple[slice, ...]) -> Array | list[Array]: ...
def __getattr__(name: str) -> Any: ...
