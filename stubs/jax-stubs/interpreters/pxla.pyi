# Generated from JAX 0.12.0.1 by `python -m jaxtyping_promo.stubgen`. Do not edit: change the rules or the generator.
from collections import OrderedDict
from collections.abc import Callable, Sequence
from jax._src.core import AbstractValue as _AbstractValue, ShapedArray as _ShapedArray
from jax._src.interpreters.pxla import ResultsHandler as _ResultsHandler
from jax._src.sharding import Sharding as _Sharding
from jaxtyping_promo.array import _JaxModule
from typing import Any
from typing_extensions import TypeAlias

from jax._src.interpreters.pxla import MeshComputation as MeshComputation
from jax._src.interpreters.pxla import MeshExecutable as MeshExecutable

def create_compile_options(computation: Any, tuple_args: Any, allow_prop_to_inputs: Any, allow_prop_to_outputs: Any, backend: Any, np_dev: Any, compiler_options: Any) -> Any: ...
def global_avals_to_results_handler(global_out_avals: Sequence[_ShapedArray], shardings: Sequence[_Sharding], committed: bool) -> _ResultsHandler: ...
def op_sharding_to_indices(op_sharding: Any, shape: Sequence[int], num_devices: int) -> tuple[tuple[slice, ...], ...]: ...
ArrayMapping: TypeAlias = OrderedDict[Any, int]
Index: TypeAlias = int | slice | tuple[int | slice, ...]
def global_aval_to_result_handler(aval: _AbstractValue, out_sharding: Any, committed: bool) -> Callable[[Sequence[Any]], Any]: ...
global_result_handlers: dict[type[_AbstractValue], Callable[..., Any]]
def are_hlo_shardings_equal(hc1: Any, hc2: Any) -> bool: ...
def is_hlo_sharding_replicated(hc: Any) -> bool: ...
def array_mapping_to_axis_resources(array_mapping: OrderedDict[Any, int]) -> Any: ...
thread_resources: Any
MeshAxisName: TypeAlias = Any
class _Module(_JaxModule):
    made_from = "0.12.0.1"
