# Generated from JAX 0.12.0.1 by `python -m jaxtyping_promo.stubgen`. Do not edit: change the rules or the generator.
from collections.abc import Callable, Iterator, Sequence, Set
from contextlib import contextmanager
from jax._src.core import AbstractToken as _AbstractToken, Jaxpr as _Jaxpr, JaxprEqn as _JaxprEqn, Literal as _Literal, Primitive as _Primitive, TracingContext as _TracingContext, Var as _Var
from jaxtyping_promo.array import _JaxModule
from typing import Any
from typing_extensions import TypeAlias

from jax._src.core import AbstractValue as AbstractValue
from jax._src.core import ShapedArray as ShapedArray
from jax._src.core import Trace as Trace
from jax._src.core import Tracer as Tracer
from jax._src.linear_util import DebugInfo as DebugInfo
from jax._src.core import DropVar as DropVar
from jax._src.effects import Effect as Effect
from jax._src.core import InconclusiveDimensionOperation as InconclusiveDimensionOperation
from jax._src.core import JaxprPpContext as JaxprPpContext
from jax._src.core import JaxprPpSettings as JaxprPpSettings
from jax._src.core import JaxprTypeError as JaxprTypeError

Atom: TypeAlias = _Var | _Literal
ParamDict: TypeAlias = dict[str, Any]
@contextmanager
def ensure_compile_time_eval() -> Iterator[Any]:
    """Context manager to ensure evaluation at trace/compile time (or error)."""
@contextmanager
def eval_context() -> Iterator[Any]: ...
def eval_jaxpr(jaxpr: _Jaxpr, consts: Any, *args: Any, propagate_source_info: Any = True) -> list[Any]: ...
def max_dim(d1: Any, d2: Any) -> Any: ...
def min_dim(d1: Any, d2: Any) -> Any: ...
pytype_aval_mappings: dict[type[Any], Callable[[Any], AbstractValue]]
Effects: TypeAlias = Set[Effect]
OutputType: TypeAlias = tuple[AbstractValue, ...]
abstract_token: _AbstractToken
aval_mapping_handlers: dict[type[Any], tuple[Callable[..., Any], Callable[..., Any]]]
def check_jaxpr(jaxpr: _Jaxpr) -> Any: ...
def concrete_or_error(force: Any, val: Any, context: Any = '') -> Any: ...
def concretization_function_error(fun: Any, suggest_astype: Any = False) -> Any: ...
custom_typechecks: dict[_Primitive, Callable[..., Any]]
def find_top_trace(_: Any) -> Any: ...
def get_opaque_trace_state(convention: Any = None) -> Any: ...
def is_concrete(x: Any) -> Any: ...
def is_constant_dim(d: Any) -> bool: ...
def is_constant_shape(s: Sequence[Any]) -> bool: ...
def jaxprs_in_params(params: Any) -> Iterator[_Jaxpr]: ...
literalable_types: set[type[Any]]
def new_jaxpr_eqn(invars: Any, outvars: Any, primitive: Any, params: Any, effects: Any, source_info: Any = None, ctx: Any = None) -> _JaxprEqn: ...
no_effects: Set[Effect]
def primal_dtype_to_tangent_dtype(primal_dtype: Any) -> Any: ...
trace_ctx: _TracingContext
def valid_jaxtype(x: Any) -> bool: ...
Value: TypeAlias = Any
class CallPrimitive(Any): ...
call: Any
gensym: Any
no_axis_name: Any
nonempty_axis_env_DO_NOT_USE: Any
unsafe_am_i_under_a_jit_DO_NOT_USE: Any
unsafe_am_i_under_a_vmap_DO_NOT_USE: Any
unsafe_get_axis_names_DO_NOT_USE: Any
class _Module(_JaxModule):
    made_from = "0.12.0.1"
