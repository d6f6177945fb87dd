# Generated from JAX 0.12.0.1 by `python -m jaxtyping_promo.stubgen`. Do not edit: change the rules or the generator.
from collections.abc import Iterator
from contextlib import contextmanager
from jax._src.core import Jaxpr, Literal, Var
from typing import Any
from typing_extensions import TypeAlias

from jax._src.core import AbstractValue as AbstractValue
from jax._src.core import ShapedArray as ShapedArray
from jax._src.core import Trace as Trace
from jax._src.core import Tracer as Tracer

Atom: TypeAlias = Var | Literal
ParamDict: TypeAlias = dict[str, Any]
@contextmanager
def ensure_compile_time_eval() -> Iterator[Any]:
    """Context manager to ensure evaluation at trace/compile time (or error)."""
@contextmanager
def eval_context() -> Iterator[Any]: ...
def eval_jaxpr(jaxpr: Jaxpr, consts: Any, *args: Any, propagate_source_info: Any = True) -> list[Any]: ...
def max_dim(d1: Any, d2: Any) -> Any: ...
def min_dim(d1: Any, d2: Any) -> Any: ...

def __getattr__(name: str) -> Any: ...
