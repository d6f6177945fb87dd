# Generated from JAX 0.12.0.1 by `python -m jaxtyping_promo.stubgen`. Do not edit: change the rules or the generator.
from collections.abc import Callable
from jax._src.core import Primitive as _Primitive
from jax._src.custom_derivatives import CustomJVPCallPrimitive as _CustomJVPCallPrimitive, CustomVJPCallPrimitive as _CustomVJPCallPrimitive
from jaxtyping_promo.array import _JaxModule
from typing import Any

from jax._src.custom_derivatives import custom_jvp as custom_jvp
from jax._src.custom_derivatives import custom_vjp as custom_vjp
from jax._src.custom_derivatives import CustomVJPPrimal as CustomVJPPrimal
from jax._src.ad_util import SymbolicZero as SymbolicZero

def closure_convert(fun: Callable[..., Any], *example_args: Any) -> tuple[Callable[..., Any], list[Any]]: ...
def custom_gradient(fun: Any = None, *, with_logs: bool = False, remat: bool = False, with_accums: Any = None) -> Any: ...
custom_jvp_call_p: _CustomJVPCallPrimitive
custom_vjp_call_p: _CustomVJPCallPrimitive
def custom_vjp_primal_tree_values(tree: Any) -> Any: ...
def linear_call(fun: Callable[..., Any], fun_transpose: Callable[..., Any], residual_args: Any, linear_args: Any) -> Any: ...
remat_opt_p: _Primitive
def zero_from_primal(val: Any, symbolic_zeros: Any = False) -> Any: ...
class _Module(_JaxModule):
    made_from = "0.12.0.1"
