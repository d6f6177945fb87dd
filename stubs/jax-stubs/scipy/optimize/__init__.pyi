# Generated from JAX 0.12.0.1 by `python -m jaxtyping_promo.stubgen`. Do not edit: change the rules or the generator.
from collections.abc import Callable, Mapping
from jaxtyping_promo.array import Array, _JaxModule
from typing import Any

from jax._src.scipy.optimize.minimize import OptimizeResults as OptimizeResults

def minimize(fun: Callable[..., Any], x0: Array, args: tuple[Any, ...] = (), *, method: str, tol: float | None = None, options: Mapping[str, Any] | None = None) -> OptimizeResults: ...
class _Module(_JaxModule):
    made_from = "0.12.0.1"
