# Generated from JAX 0.12.0.1 by `python -m jaxtyping_promo.stubgen`. Do not edit: change the rules or the generator.
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from jax._src.core import ShapedArray
from jax._src.effects import Effect
from jax._src.mesh import AbstractMesh, Mesh
from jax._src.named_sharding import NamedSharding
from jax._src.sharding import Sharding
from typing import Any

class DisabledSafetyCheck:
    _impl: str
    @classmethod
    def platform(cls) -> DisabledSafetyCheck: ...
    @classmethod
    def custom_call(cls, target_name: str) -> DisabledSafetyCheck: ...
    def is_custom_call(self) -> str | None: ...
    def __init__(self, _impl: str) -> None: ...
    def __str__(self) -> str: ...
    def __repr__(self) -> str: ...
    def __eq__(self, other: object) -> bool: ...
    def __hash__(self) -> int: ...
@dataclass(frozen=True)
class Exported:
    fun_name: str
    in_tree: Any
    in_avals: tuple[ShapedArray, ...]
    out_tree: Any
    out_avals: tuple[ShapedArray, ...]
    _in_named_shardings: tuple[NamedSharding | None, ...]
    _out_named_shardings: tuple[NamedSharding | None, ...]
    in_shardings_hlo: tuple[Any, ...]
    out_shardings_hlo: tuple[Any, ...]
    nr_devices: int
    platforms: tuple[str, ...]
    ordered_effects: tuple[Effect, ...]
    unordered_effects: tuple[Effect, ...]
    disabled_safety_checks: Sequence[DisabledSafetyCheck]
    mlir_module_serialized: bytes
    calling_convention_version: int
    module_kept_var_idx: tuple[int, ...]
    uses_global_constants: bool
    _get_vjp: Callable[[Exported], Exported] | None
    def mlir_module(self, serialized: bool = True) -> Any: ...
    def __str__(self) -> str: ...
    def in_shardings_jax(self, mesh: Mesh | AbstractMesh | None = None) -> Sequence[Sharding | None]: ...
    def out_shardings_jax(self, mesh: Mesh | AbstractMesh) -> Sequence[Sharding | None]: ...
    def has_vjp(self) -> bool: ...
    def vjp(self) -> Exported: ...
    def serialize(self, vjp_order: int = 0) -> bytearray: ...
    def call(self, *args: Any, **kwargs: Any) -> Any: ...
class _BuildFromChildren(Any):
    def __call__(self, aux_data: Any, children: Sequence[Any]) -> Any: ...
class _DeserializeAuxData(Any):
    def __call__(self, serialized_aux_data: bytes, /) -> Any: ...
class _SerializeAuxData(Any):
    def __call__(self, aux_data: Any, /) -> bytes: ...
def default_export_platform(*args: Any, **kwargs: Any) -> Any:
    """Retrieves the default export platform."""
def deserialize(*args: Any, **kwargs: Any) -> Any:
    """Deserializes an Exported."""
def export(*args: Any, **kwargs: Any) -> Any:
    """Exports a JAX function for persistent serialization."""
def register_namedtuple_serialization(*args: Any, **kwargs: Any) -> Any:
    """Registers a namedtuple for serialization and deserialization."""
def register_pytree_node_serialization(*args: Any, **kwargs: Any) -> Any:
    """Registers a custom PyTree node for serialization and deserialization."""
def __getattr__(name: str) -> Any: ...
