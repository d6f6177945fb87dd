# Generated from JAX 0.12.0.1 by `python -m jaxtyping_promo.stubgen`. Do not edit: change the rules or the generator.
from enum import IntEnum
from typing import Any

class FftType(IntEnum):
    FFT = 0
    IFFT = 1
    RFFT = 2
    IRFFT = 3
def fft(*args: Any, **kwargs: Any) -> Any: ...
fft_p: Any
def __getattr__(name: str) -> Any: ...
