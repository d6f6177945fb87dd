# Generated from JAX 0.12.0.1 by `python -m jaxtyping_promo.stubgen`. Do not edit: change the rules or the generator.
from numpy import dtype as _np_dtype
from collections.abc import Sequence
from enum import IntEnum
from typing import Any, Protocol, runtime_checkable

class DLDeviceType(IntEnum):
    kDLCPU = 1
    kDLCUDA = 2
    kDLCUDAHost = 3
    kDLROCM = 10
    kDLROCMHost = 11
    kDLTPUHost = 20
    kDLOneAPI = 14
class DeprecatedArg:
    def __repr__(self) -> str: ...
class DuckTypedArray(Protocol):
    @property
    def dtype(self) -> _np_dtype[Any]: ...
    @property
    def shape(self) -> Sequence[Any]: ...
@runtime_checkable
class SupportsDType(Protocol):
    @property
    def dtype(self, /) -> _np_dtype[Any]: ...
class SupportsNdim(Protocol):
    @property
    def ndim(self, /) -> int: ...
class SupportsShape(Protocol):
    @property
    def shape(self, /) -> tuple[int, ...]: ...
class SupportsSize(Protocol):
    @property
    def size(self, /) -> int: ...
def __getattr__(name: str) -> Any: ...
