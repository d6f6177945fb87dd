# Generated from JAX 0.12.0.1 by `python -m jaxtyping_promo.stubgen`. Do not edit: change the rules or the generator.
from dataclasses import dataclass
from jax._src.effects import Effect
from typing import Any
from typing_extensions import NotRequired, TypedDict

@dataclass(frozen=True)
class FfiEffect(Effect):
    def __str__(self) -> str: ...
class TypeRegistration(TypedDict):
    type_id: Any
    type_info: NotRequired[Any]
def build_ffi_lowering_function(*args: Any, **kwargs: Any) -> Any:
    """Build a lowering op for an foreign function interface (FFI) target."""
def ffi_call(*args: Any, **kwargs: Any) -> Any:
    """Call a foreign function interface (FFI) target."""
def ffi_lowering(*args: Any, **kwargs: Any) -> Any:
    """Build a lowering rule for an foreign function interface (FFI) target."""
def include_dir(*args: Any, **kwargs: Any) -> Any:
    """Get the path to the directory containing header files bundled with jaxlib"""
def pycapsule(*args: Any, **kwargs: Any) -> Any:
    """Wrap a ctypes function pointer in a PyCapsule."""
def register_ffi_target(*args: Any, **kwargs: Any) -> Any:
    """Registers a foreign function target."""
def register_ffi_target_as_batch_partitionable(*args: Any, **kwargs: Any) -> Any:
    """Registers an FFI target as batch partitionable."""
def register_ffi_type(*args: Any, **kwargs: Any) -> Any:
    """Registers a custom type for a FFI target."""
def register_ffi_type_id(*args: Any, **kwargs: Any) -> Any:
    """Registers a custom type ID for a FFI target."""
def __getattr__(name: str) -> Any: ...
