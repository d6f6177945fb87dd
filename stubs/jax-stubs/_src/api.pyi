# Generated from JAX 0.12.0.1 by `python -m jaxtyping_promo.stubgen`. Do not edit: change the rules or the generator.
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Any

@dataclass(frozen=True)
class DidntWant: ...
@dataclass(frozen=True)
class DontWant: ...
@dataclass(frozen=True)
class GradRef: ...
@dataclass(frozen=True)
class GradValue: ...
class Inline(Enum):
    JAX_EARLY = 'jax_early'
    JAX_LATE = 'jax_late'
    XLA_EARLY = 'xla_early'
    XLA_LATE = 'xla_late'
    AUTO = 'auto'
@dataclass(frozen=True)
class NotNeeded: ...
@dataclass(frozen=True)
class NotSaveable: ...
class NotSpecified:
    def __repr__(self) -> str: ...
@dataclass(frozen=True)
class RSpec:
    idx: int
    primal: bool
@dataclass
class VJP:
    fun: Callable[..., Any]
    in_tree: Any
    out_tree: Any
    args_res: list[Any]
    opaque_residuals: list[Any]
    structured_residuals: list[Any]
    want_logs: bool = ...
    @property
    def jaxpr(self) -> Any: ...
    @property
    def out_nzs(self) -> Any: ...
    def __call__(self, out_ct: Any, *extra_args: Any) -> Any: ...
    @property
    def with_logs(self) -> Any: ...
    def with_refs(self, *maybe_ct_refs: Any) -> Any: ...
    replace: Any
    def __hash__(self) -> int: ...
    __eq__: Any

def __getattr__(name: str) -> Any: ...
