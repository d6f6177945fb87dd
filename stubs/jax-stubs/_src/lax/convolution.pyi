# Generated from JAX 0.12.0.1 by `python -m jaxtyping_promo.stubgen`. Do not edit: change the rules or the generator.
from collections.abc import Sequence
from typing import Any
from typing_extensions import NamedTuple

class ConvDimensionNumbers(NamedTuple):
    lhs_spec: Sequence[int]
    rhs_spec: Sequence[int]
    out_spec: Sequence[int]
def conv(*args: Any, **kwargs: Any) -> Any:
    """Convenience wrapper around `conv_general_dilated`."""
def conv_dimension_numbers(*args: Any, **kwargs: Any) -> Any:
    """Converts convolution `dimension_numbers` to a `ConvDimensionNumbers`."""
def conv_general_dilated(*args: Any, **kwargs: Any) -> Any:
    """General n-dimensional convolution operator, with optional dilation."""
def conv_general_permutations(*args: Any, **kwargs: Any) -> Any:
    """Utility for convolution dimension permutations relative to Conv HLO."""
def conv_general_shape_tuple(*args: Any, **kwargs: Any) -> Any: ...
def conv_shape_tuple(*args: Any, **kwargs: Any) -> Any:
    """Compute the shape tuple of a conv given input shapes in canonical order."""
def conv_transpose(*args: Any, **kwargs: Any) -> Any:
    """Convenience wrapper for calculating the N-d convolution "transpose"."""
def conv_transpose_shape_tuple(*args: Any, **kwargs: Any) -> Any: ...
def conv_with_general_padding(*args: Any, **kwargs: Any) -> Any:
    """Convenience wrapper around `conv_general_dilated`."""
conv_general_dilated_p: Any
def __getattr__(name: str) -> Any: ...
