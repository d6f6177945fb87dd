# Generated from JAX 0.12.0.1 by `python -m jaxtyping_promo.stubgen`. Do not edit: change the rules or the generator.
from numpy import dtype as _np_dtype
from collections.abc import Callable, Generator, Hashable, Iterator, Sequence, Set
from contextlib import contextmanager
from functools import partial
from jax._src.array import ArrayImpl as _ArrayImpl
from jax._src.config import Config as _Config, State as _State
from jax._src.core import Jaxpr as _Jaxpr
from jax._src.layout import Format as _Format
from jax._src.mesh import AbstractMesh as _AbstractMesh, Mesh as _Mesh
from jax._src.shard_map import InferFromArgs as _InferFromArgs
from jax._src.sharding import Sharding as _Sharding
from jax._src.source_info_util import ExtendNameStackContextManager as _ExtendNameStackContextManager
from jaxtyping_promo.array import _JaxModule
from jaxtyping_promo.typing import ArrayLike, DTypeLike
from types import SimpleNamespace
from typing import Any, Literal, overload
from typing_extensions import TypeVar

from jax import _src as _src
from jaxtyping_promo.array import Array as Array
from jax import tree as tree
from jax import typing as typing
from jax._src.core import ShapeDtypeStruct as ShapeDtypeStruct
from jax._src.compiler import CompilerEffortLevel as CompilerEffortLevel
from jax._src.api import block_until_ready as block_until_ready
from jax._src.api import device_put as device_put
from jax._src.api import eval_shape as eval_shape
from jax._src.api import grad as grad
from jax._src.api import hessian as hessian
from jax._src.api import jacobian as jacobian
from jax._src.api import jacfwd as jacfwd
from jax._src.api import jacrev as jacrev
from jax._src.api import jit as jit
from jax._src.api import Inline as Inline
from jax._src.api import jvp as jvp
from jax._src.api import linearize as linearize
from jax._src.api import value_and_grad as value_and_grad
from jax._src.ad_checkpoint import checkpoint as checkpoint
from jax._src.ad_checkpoint import remat as remat
from jax._src.custom_derivatives import custom_jvp as custom_jvp
from jax._src.custom_derivatives import custom_vjp as custom_vjp
from jax._src.pmap import pmap as pmap
from jax._src.named_sharding import NamedSharding as NamedSharding
from jax._src.sharding_impls import make_mesh as make_mesh
from jax._src.sharding_impls import set_mesh as set_mesh
from jax._src.mesh import use_abstract_mesh as use_abstract_mesh
from jax._src.partition_spec import P as P
from jax._src.pjit import reshard as reshard
from jax._src.core import Ref as Ref
from jax import custom_derivatives as custom_derivatives
from jax import custom_batching as custom_batching
from jax import api_util as api_util
from jax import distributed as distributed
from jax import debug as debug
from jax import dlpack as dlpack
from jax import dtypes as dtypes
from jax import errors as errors
from jax import export as export
from jax import ffi as ffi
from jax import image as image
from jax import lax as lax
from jax import lib as lib
from jax import monitoring as monitoring
from jax import nn as nn
from jax import numpy as numpy
from jax import ops as ops
from jax import profiler as profiler
from jax import random as random
from jax import scipy as scipy
from jax import sharding as sharding
from jax import stages as stages
from jax import tree_util as tree_util
from jax._src.array import Shard as Shard
from jax import core as core
from jax import experimental as experimental
from jax import interpreters as interpreters
from jax import ref as ref
from jax import version as version

_F = TypeVar("_F", bound=Callable[..., Any])
_T = TypeVar("_T")
_U = TypeVar("_U")
_G = TypeVar("_G", bound=Callable[..., Any])

config: _Config
enable_checks: _State[bool]
"""Context manager for the option `jax_enable_checks`. Turn on invariant checking for JAX internals. Makes things slower."""
enable_x64: _State[bool]
"""Context manager for the option `jax_enable_x64`. Enable 64-bit types to be used"""
debug_key_reuse: _State[bool]
"""Context manager for the option `jax_debug_key_reuse`. Turn on experimental key reuse checking. With this configuration enabled, typed PRNG keys (i.e. keys created with jax.random.key()) will have their usage tracked, and incorrect reuse of a previously-used key will lead to an error. Currently enabling this leads to a small Python overhead on every call to a JIT-compiled function with keys as inputs or outputs."""
check_tracer_leaks: _State[bool]
"""Context manager for the option `jax_check_tracer_leaks`. Turn on checking for leaked tracers as soon as a trace completes. Enabling leak checking may have performance impacts: some caching is disabled, and other overheads may be added. Additionally, be aware that some Python debuggers can cause false positives, so it is recommended to disable any debuggers while leak checking is enabled."""
checking_leaks: partial[Any]
enable_custom_prng: _State[bool]
"""Context manager for the option `jax_enable_custom_prng`. Enables an internal upgrade that allows one to define custom pseudo-random number generator implementations."""
softmax_custom_jvp: _State[bool]
"""Context manager for the option `jax_softmax_custom_jvp`. Use a new custom_jvp rule for jax.nn.softmax. The new rule should improve memory usage and stability. Set True to use new behavior. See https://github.com/jax-ml/jax/pull/15677"""
debug_nans: _State[bool]
"""Context manager for the option `jax_debug_nans`. Add nan checks to every operation. When a nan is detected on the output of a jit-compiled computation, call into the un-compiled version in an attempt to more precisely identify the operation which produced the nan."""
debug_infs: _State[bool]
"""Context manager for the option `jax_debug_infs`. Add inf checks to every operation. When an inf is detected on the output of a jit-compiled computation, call into the un-compiled version in an attempt to more precisely identify the operation which produced the inf."""
log_compiles: _State[bool]
"""Context manager for the option `jax_log_compiles`. Log a message each time `jit` or `pmap` compiles an XLA computation. Logging is performed with `logging`. When this option is set, the log level is WARNING; otherwise the level is DEBUG.

See https://docs.jax.dev/en/latest/201/slow-compilation.html for more details."""
no_tracing: _State[bool]
"""Context manager for the option `jax_no_tracing`. Disallow tracing for JIT compilation."""
no_execution: _State[bool]
"""Context manager for the option `jax_no_execution`. Disallow JAX executions."""
explain_cache_misses: _State[bool]
"""Context manager for the option `jax_explain_cache_misses`. Each time there is a miss on one of the main caches (e.g. the tracing cache), log an explanation. Logging is performed with `logging`. When this option is set, the log level is WARNING; otherwise the level is DEBUG.

See https://docs.jax.dev/en/latest/201/slow-compilation.html for more details."""
default_device: _State[Any]
"""Context manager for the option `jax_default_device`. Configure the default device for JAX operations. Set to a Device object (e.g. ``jax.devices("cpu")[0]``) to use that Device as the default device for JAX operations and jit'd function calls (there is no effect on multi-device computations, e.g. pmapped function calls). Set to None to use the system default device."""
default_matmul_precision: _State[str | None]
"""Context manager for the option `jax_default_matmul_precision`. Control the default matmul and conv precision for 32bit inputs.

Some platforms, like TPU, offer configurable precision levels for matrix multiplication and convolution computations, trading off accuracy for speed. The precision can be controlled for each operation; for example, see the :func:`jax.lax.conv_general_dilated` and :func:`jax.lax.dot` docstrings. But it can be useful to control the default behavior obtained when an operation is not given a specific precision.

This option can be used to control the default precision level for computations involved in matrix multiplication and convolution on 32bit inputs. The levels roughly describe the precision at which scalar products are computed. The 'bfloat16' option is the fastest and least precise; 'float32' is similar to full float32 precision; 'tensorfloat32' is intermediate.

This parameter can also be used to specify an accumulation "algorithm" for functions that perform matrix multiplications, like :func:`jax.lax.dot`. To specify an algorithm, set this option to the name of a :class:`~jax.lax.DotAlgorithmPreset`.

"""
default_prng_impl: _State[str]
"""Context manager for the option `jax_default_prng_impl`. Select the default PRNG implementation, used when one is not explicitly provided at seeding time."""
numpy_dtype_promotion: _State[Any]
"""Context manager for the option `jax_numpy_dtype_promotion`. Specify the rules used for implicit type promotion in operations between arrays. Options are "standard" or "strict"; in strict-mode, binary operations between arrays of differing strongly-specified dtypes will result in an error."""
numpy_rank_promotion: _State[str]
"""Context manager for the option `jax_numpy_rank_promotion`. Control NumPy-style automatic rank promotion broadcasting ("allow", "warn", or "raise")."""
allow_f16_reductions: _State[bool]
"""Context manager for the option `jax_allow_f16_reductions`. If False, `reduce_sum` on `f16` or `bf16` inputs will raise an error.Defaults to True."""
jax2tf_associative_scan_reductions: _State[bool]
"""Context manager for the option `jax2tf_associative_scan_reductions`. JAX has two separate lowering rules for the cumulative reduction primitives (cumsum, cumprod, cummax, cummin). On CPUs and GPUs it uses a lax.associative_scan, while for TPUs it uses the HLO ReduceWindow. The latter has a slow implementation on CPUs and GPUs. By default, jax2tf uses the TPU lowering. Set this flag to True to use the associative scan lowering usage, and only if it makes a difference for your application. See the jax2tf README.md for more details."""
legacy_prng_key: _State[Any]
"""Context manager for the option `jax_legacy_prng_key`. Specify the behavior when raw PRNG keys are passed to jax.random APIs."""
threefry_partitionable: _State[bool]
"""Context manager for the option `jax_threefry_partitionable`. Enables internal threefry PRNG implementation changes that render it automatically partitionable in some cases. Without this flag, using the standard jax.random pseudo-random number generation may result in extraneous communication and/or redundant distributed computation. With this flag, the communication overheads disappear in some cases."""
array_garbage_collection_guard: _State[str | None]
"""Context manager for the option `jax_array_garbage_collection_guard`. Select garbage collection guard level for ``jax.Array`` objects.

This option can be used to control what happens when a ``jax.Array`` object is garbage collected. It is desirable for ``jax.Array`` objects to be freed by Python reference counting rather than garbage collection in order to avoid device memory being held by the arrays until garbage collection occurs.

Valid values are:

* ``allow``: do not log garbage collection of ``jax.Array`` objects.
* ``log``: log an error when a ``jax.Array`` is garbage collected.
* ``fatal``: fatal error if a ``jax.Array`` is garbage collected.

Default is ``allow``. Note that not all cycles may be detected."""
@contextmanager
def transfer_guard(new_val: str) -> Generator[None]:
    """A contextmanager to control the transfer guard level for all transfers."""
transfer_guard_host_to_device: _State[str | None]
"""Context manager for the option `jax_transfer_guard_host_to_device`. Select the transfer guard level for host-to-device transfers. Default is "allow"."""
transfer_guard_device_to_device: _State[str | None]
"""Context manager for the option `jax_transfer_guard_device_to_device`. Select the transfer guard level for device-to-device transfers. Default is "allow"."""
transfer_guard_device_to_host: _State[str | None]
"""Context manager for the option `jax_transfer_guard_device_to_host`. Select the transfer guard level for device-to-host transfers. Default is "allow"."""
def make_user_context(default_value: Any = None) -> Any: ...
remove_size_one_mesh_axis_from_type: _State[bool]
"""Context manager for the option `jax_remove_size_one_mesh_axis_from_type`. Removes mesh axes of size 1 from ShapedArray.sharding and vma"""
thread_guard: _State[bool]
"""Context manager for the option `jax_thread_guard`. If True, an error will be raised at runtime if a multi-process JAX operation is called from a thread other than the one in which the thread guard was set. This is useful for detecting cases where threads may schedule operations in different orders in different processes, leading to non-deterministic crashes."""
auto_pcast: _State[bool]
"""Context manager for the option `jax_auto_pcast`. If True, automatically insert `pvary` to match VMAs on simple ops."""
def print_environment_info(return_string: bool = False) -> str | None: ...
def typeof(x: Any) -> Any: ...
@contextmanager
def ensure_compile_time_eval() -> Iterator[Any]:
    """Context manager to ensure evaluation at trace/compile time (or error)."""
def effects_barrier() -> Any: ...
def clear_caches() -> Any: ...
def copy_to_host_async(x: Any) -> Any: ...
def device_get(x: Any) -> Any: ...
@contextmanager
def disable_jit(disable: bool = True) -> Iterator[Any]:
    """Context manager that disables :py:func:`jit` behavior under its dynamic context."""
def fwd_and_bwd(fun: Callable[..., Any], argnums: int | Sequence[int], has_aux: bool = False, jitted: bool = True) -> tuple[Callable[..., Any], Callable[..., Any]]: ...
def linear_transpose(fun: Callable[..., Any], *primals: Any, reduce_axes: Any = ()) -> Callable[..., Any]: ...
def live_arrays(platform: Any = None) -> Any: ...
@overload
def make_jaxpr(fun: Callable[..., Any], static_argnums: int | Sequence[int] = (), axis_env: Sequence[tuple[Hashable, int]] | None = None, return_shape: Literal[False] = ...) -> Callable[..., _Jaxpr]: ...
@overload
def make_jaxpr(fun: Callable[..., Any], static_argnums: int | Sequence[int] = (), axis_env: Sequence[tuple[Hashable, int]] | None = None, return_shape: Literal[True] = ...) -> Callable[..., tuple[_Jaxpr, Any]]: ...
def named_call(fun: _F, *, name: str | None = None) -> _F: ...
def named_scope(name: str) -> _ExtendNameStackContextManager: ...
@overload
def vjp(fun: Callable[..., _T], *primals: Any, has_aux: Literal[False] = False, reduce_axes: Sequence[Hashable] = (), saveable_args: Any = True, in_nzs: Any = None) -> tuple[_T, Callable[..., Any]]: ...
@overload
def vjp(fun: Callable[..., tuple[_T, _U]], *primals: Any, has_aux: Literal[True], reduce_axes: Sequence[Hashable] = (), saveable_args: Any = True, in_nzs: Any = None) -> tuple[_T, Callable[..., Any], _U]: ...
def vmap(fun: _F, in_axes: int | None | Sequence[Any] = 0, out_axes: Any = 0, axis_name: Hashable | None = None, axis_size: int | None = None, spmd_axis_name: Hashable | tuple[Hashable, ...] | None = None, sum_match: bool = False) -> _F: ...
checkpoint_policies: SimpleNamespace
def closure_convert(fun: Callable[..., Any], *example_args: Any) -> tuple[Callable[..., Any], list[Any]]: ...
def custom_gradient(fun: Any = None, *, with_logs: bool = False, remat: bool = False, with_accums: Any = None) -> Any: ...
float0: _np_dtype[Any]
def default_backend() -> str: ...
def device_count(backend: Any = None) -> int: ...
def devices(backend: Any = None) -> list[Any]: ...
def host_count(backend: Any = None) -> int: ...
def host_id(backend: Any = None) -> int: ...
def host_ids(backend: Any = None) -> list[int]: ...
def local_device_count(backend: Any = None) -> int: ...
def local_devices(process_index: int | None = None, backend: Any = None, host_id: int | None = None) -> list[Any]: ...
def process_count(backend: Any = None) -> int: ...
def process_index(backend: Any = None) -> int: ...
def process_indices(backend: Any = None) -> list[int]: ...
def pure_callback(callback: Callable[..., Any], result_shape_dtypes: Any, *args: Any, sharding: _Sharding | None = None, vmap_method: str | None = None, **kwargs: Any) -> Any: ...
def ds(*args: Any, **kwargs: Any) -> Any:
    """Constructs a ``Slice`` from a start index and a size."""
def get_mesh() -> _Mesh: ...
def get_abstract_mesh() -> _AbstractMesh: ...
@overload
def shard_map(f: _F, /, *, out_specs: Any, in_specs: Any = ..., mesh: _Mesh | _AbstractMesh | None = ..., axis_names: Set[Hashable] = ..., check_vma: bool = ...) -> _F: ...
@overload
def shard_map(f: None = None, /, *, out_specs: Any, in_specs: Any = ..., mesh: _Mesh | _AbstractMesh | None = ..., axis_names: Set[Hashable] = ..., check_vma: bool = ...) -> Callable[[_G], _G]: ...
@overload
def smap(f: _F, /, *, in_axes: int | None | _InferFromArgs | tuple[Any, ...] = ..., out_axes: Any, axis_name: Hashable) -> _F: ...
@overload
def smap(f: None = None, /, *, in_axes: int | None | _InferFromArgs | tuple[Any, ...] = ..., out_axes: Any, axis_name: Hashable) -> Callable[[_G], _G]: ...
def new_ref(init_val: Any, *, memory_space: Any = None, kind: str | None = None, pin: bool = False) -> Ref: ...
def empty_ref(ty: Any, memory_space: Any = None, pin: Any = False) -> Any: ...
def free_ref(ref: Ref) -> Any: ...
def freeze(ref: Ref) -> Array: ...
def make_array_from_single_device_arrays(shape: tuple[int, ...], sharding: _Sharding, arrays: Sequence[Array], *, dtype: DTypeLike | None = None) -> _ArrayImpl: ...
def make_array_from_callback(shape: tuple[int, ...], sharding: _Sharding | _Format, data_callback: Callable[[tuple[slice, ...] | None], ArrayLike], dtype: DTypeLike | None = None) -> _ArrayImpl: ...
def make_array_from_process_local_data(sharding: Any, local_data: Any, global_shape: Any = None) -> Any: ...
ad: SimpleNamespace
memory: SimpleNamespace
__version__: str
class Device(Any): ...
__version_info__: Any
custom_remat: Any
class _Module(_JaxModule):
    made_from = "0.12.0.1"
