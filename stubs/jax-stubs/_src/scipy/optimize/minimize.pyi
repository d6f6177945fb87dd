# Generated from JAX 0.12.0.1 by `python -m jaxtyping_promo.stubgen`. Do not edit: change the rules or the generator.
from jaxtyping_promo.array import Array
from typing import Any
from typing_extensions import NamedTuple

class OptimizeResults(NamedTuple):
    x: Array
    success: bool | Array
    status: int | Array
    fun: Array
    jac: Array
    hess_inv: Array | None
    nfev: int | Array
    njev: int | Array
    nit: int | Array
def minimize(*args: Any, **kwargs: Any) -> Any:
    """Minimization of scalar function of one or more variables."""
def __getattr__(name: str) -> Any: ...
