# Generated from JAX 0.12.0.1 by `python -m jaxtyping_promo.stubgen`. Do not edit: change the rules or the generator.
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from jax._src.core import Ref, ShapedArray
from jax._src.effects import Effect
from jax._src.interpreters.mlir import ShapePolyLoweringState
from jax._src.layout import AutoLayoutSingleton, Layout
from jax._src.linear_util import DebugInfo
from jax._src.mesh import Mesh
from jax._src.named_sharding import UnspecifiedValue
from jax._src.profiler import PGLEProfiler
from jax._src.sharding import Sharding
from jax._src.stages import CompiledCallParams, Executable, Lowering
from jaxtyping_promo.typing import ArrayLike
from typing import Any
from typing_extensions import TypeAlias

_MaybeLayout: TypeAlias = Sequence[Layout | AutoLayoutSingleton | None]

class AllArgsInfo(Any):
    in_avals: Sequence[ShapedArray]
    debug_info: DebugInfo
class ExecuteReplicated:
    def __init__(self, xla_executable: Any, name: Any, backend: Any, in_handler: InputsHandler, out_handler: ResultsHandler, unordered_effects: list[Effect], ordered_effects: list[Effect], keepalive: Any, has_host_callbacks: bool, kept_var_idx: set[int], mut: MutationData | None, pgle_profiler: PGLEProfiler | None = None) -> None: ...
    def _add_tokens_to_inputs(self, input_bufs: Any) -> Any: ...
    def _handle_token_bufs(self, token_bufs: Any, sharded_token: Any) -> Any: ...
    def __call__(self, *args: Any) -> Any: ...
    xla_executable: Any
    name: Any
    backend: Any
    in_handler: InputsHandler
    out_handler: ResultsHandler
    has_unordered_effects: Any
    ordered_effects: list[Effect]
    _local_devices: Any
    keepalive: Any
    has_host_callbacks: bool
    kept_var_idx: set[int]
    mut: MutationData | None
    pgle_profiler: PGLEProfiler | None
class InputsHandler:
    def __init__(self, in_shardings: Any, in_layouts: Any, local_devices: Any = None, input_indices: Any = None) -> None: ...
    def __call__(self, input_buffers: Any) -> Any: ...
    def __str__(self) -> str: ...
    handler: Any
    in_shardings: Any
    in_layouts: Any
    local_devices: Any
    input_indices: Any
@dataclass(frozen=True, kw_only=True)
class JitGlobalCppCacheKeys:
    donate_argnums: tuple[int, ...] | None = ...
    donate_argnames: tuple[str, ...] | None = ...
    device: Any = ...
    backend: str | None = ...
    in_shardings_treedef: Any = ...
    in_shardings_leaves: tuple[Any, ...] | None = ...
    out_shardings_treedef: Any = ...
    out_shardings_leaves: tuple[Any, ...] | None = ...
    in_layouts_treedef: Any = ...
    in_layouts_leaves: tuple[Any, ...] | None = ...
    out_layouts_treedef: Any = ...
    out_layouts_leaves: tuple[Any, ...] | None = ...
    compiler_options_kvs: tuple[tuple[str, Any], ...] | None = ...
    @property
    def contains_explicit_attributes(self) -> Any: ...
class MeshComputation(Lowering):
    _hlo: Any
    _executable: MeshExecutable | None
    def __init__(self, name: str, hlo: Any, const_args: list[ArrayLike], donated_invars: Sequence[bool], platforms: Sequence[str], compiler_options_kvs: tuple[tuple[str, Any], ...], device_assignment: Any, **compile_args: Any) -> None: ...
    def stablehlo(self) -> Any: ...
    def compile(self, compiler_options: Any = None, *, device_assignment: Any = None) -> MeshExecutable: ...
    def cost_analysis(self) -> dict[str, float]: ...
    _name: str
    const_args: list[ArrayLike]
    _donated_invars: Sequence[bool]
    _platforms: Sequence[str]
    _compiler_options_kvs: tuple[tuple[str, Any], ...]
    _device_list: Any
    compile_args: Any
class MeshExecutable(Executable):
    def __init__(self, xla_executable: Any, build_unsafe_call: Any, in_avals: Any, out_avals: Any, in_shardings: Any, out_shardings: Any, kept_var_idx: Any, xla_in_layouts: Any, dispatch_in_layouts: Any, xla_out_layouts: Any, mut: Any, all_args_info: AllArgsInfo | None = None, unloaded_executable: Any = None) -> None: ...
    @property
    def unsafe_call(self) -> Callable[..., Any]: ...
    def xla_extension_executable(self) -> Any: ...
    def call(self, *args: Any) -> Any: ...
    def create_cpp_call(self, params: CompiledCallParams) -> Any: ...
    def shard_const_args(self, const_args: Sequence[ArrayLike]) -> Any: ...
    xla_executable: Any
    build_unsafe_call: Any
    in_avals: Any
    out_avals: Any
    _unsafe_call: Any
    _in_shardings: Any
    _out_shardings: Any
    _kept_var_idx: Any
    _xla_in_layouts: Any
    _dispatch_in_layouts: Any
    _xla_out_layouts: Any
    _mut: Any
    _all_args_info: AllArgsInfo | None
    _unloaded_executable: Any
class MeshExecutableFastpathData(Any):
    xla_executable: Any
    out_pytree_def: Any
    in_shardings: Sequence[Sharding]
    out_shardings: Sequence[Sharding]
    out_avals: Sequence[ShapedArray]
    out_committed: Sequence[bool]
    kept_var_bitvec: Iterable[bool]
    in_device_local_layouts: Sequence[Layout | None]
    const_args: Sequence[ArrayLike]
class MutationData(Any):
    in_mut: list[Ref]
    out_mut: list[int | None]
class ResultsHandler:
    def __init__(self, handlers: Any, out_shardings: Any, out_avals: Any) -> None: ...
    def __call__(self, out_bufs: Any) -> Any: ...
    handlers: Any
    out_shardings: Any
    out_avals: Any
class SemanticallyEqualShardings:
    def __init__(self, shardings: Any, avals: Any) -> None: ...
    def __hash__(self) -> int: ...
    def __eq__(self, other: object) -> bool: ...
    shardings: Any
    avals: Any
@dataclass
class UnloadedMeshExecutable:
    xla_executable: Any
    device_list: Any
    backend: Any
    input_avals: Sequence[ShapedArray]
    input_shardings: Sequence[Sharding]
    output_avals: Sequence[ShapedArray]
    output_shardings: Sequence[Sharding]
    committed: bool
    name: str
    unordered_effects: list[Effect]
    ordered_effects: list[Effect]
    keepalive: Sequence[Any]
    host_callbacks: Sequence[Any]
    kept_var_idx: set[int]
    mut: MutationData | None
    xla_in_layouts: Sequence[Layout | None]
    dispatch_in_layouts: Sequence[Layout | None]
    xla_out_layouts: Sequence[Layout | None]
    all_args_info: AllArgsInfo | None
    pgle_profiler: PGLEProfiler | None
    def build_unsafe_call(self) -> Any: ...
    def load(self) -> MeshExecutable: ...
    @staticmethod
    def from_hlo(name: str, hlo: Any, global_in_avals: Sequence[ShapedArray], global_out_avals: Sequence[ShapedArray], in_shardings: Sequence[Sharding], out_shardings: Sequence[Sharding | UnspecifiedValue], tuple_args: bool, unordered_effects: list[Effect], ordered_effects: list[Effect], host_callbacks: list[Any], keepalive: Any, kept_var_idx: set[int], backend: Any, device_list: Any, committed: bool, in_layouts: _MaybeLayout, out_layouts: _MaybeLayout, compiler_options_kvs: tuple[tuple[str, Any], ...], num_devices: int, mut: MutationData | None = None, shape_poly_state: ShapePolyLoweringState | None = None, all_args_info: AllArgsInfo | None = None, pgle_profiler: PGLEProfiler | None = None, intermediate_shardings: Sequence[Sharding] | None = None, context_mesh: Mesh | None = None) -> MeshExecutable: ...
def create_compile_options(*args: Any, **kwargs: Any) -> Any: ...
def clear_in_memory_compilation_cache(*args: Any, **kwargs: Any) -> Any:
    """Clears the in-memory compilation cache."""
def get_default_device(*args: Any, **kwargs: Any) -> Any: ...
def __getattr__(name: str) -> Any: ...
