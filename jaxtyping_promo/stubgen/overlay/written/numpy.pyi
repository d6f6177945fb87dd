# Functions that return a dtype: of the class that the dtype of an array is of.
from typing import Any

from jaxtyping_promo.array import _DType
from jaxtyping_promo.typing import DTypeLike

def promote_types(a: DTypeLike, b: DTypeLike) -> _DType[Any]: ...
def result_type(*args: Any) -> _DType[Any]: ...
