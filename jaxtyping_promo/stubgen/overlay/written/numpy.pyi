# Functions that return a dtype: an instance of the class of an array's dtype.
from typing import Any, overload

from jaxtyping_promo.array import _DType
from jaxtyping_promo.typing import DTypeLike

# With a single signature, ty intersects the parameter types in `functools.reduce(jnp.promote_types, dtypes)`.
@overload
def promote_types(a: _DType[Any], b: _DType[Any]) -> _DType[Any]: ...
@overload
def promote_types(a: DTypeLike, b: DTypeLike) -> _DType[Any]: ...
def result_type(*args: Any) -> _DType[Any]: ...
