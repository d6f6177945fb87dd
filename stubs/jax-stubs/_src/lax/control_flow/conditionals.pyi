# Generated from JAX 0.12.0.1 by `python -m jaxtyping_promo.stubgen`. Do not edit: change the rules or the generator.
from collections.abc import Callable, Sequence
from jax._src.tree_util import ArrayTree
from typing import Any, overload
from typing_extensions import TypeVar, TypeVarTuple, Unpack

_Operands = TypeVarTuple("_Operands")
_Result = TypeVar("_Result", bound=ArrayTree)
@overload
def cond(pred: Any, true_fun: Callable[[Unpack[_Operands]], _Result], false_fun: Callable[[Unpack[_Operands]], _Result], *operands: Unpack[_Operands]) -> _Result: ...
@overload
def cond(pred: Any, true_fun: Any, false_fun: Callable[..., Any], *operands: Any, operand: Any = ...) -> Any: ...  # an older form has an operand first
@overload
def switch(index: Any, branches: Sequence[Callable[[Unpack[_Operands]], _Result]], *operands: Unpack[_Operands]) -> _Result: ...
@overload
def switch(index: Any, branches: Sequence[Callable[..., Any]], *operands: Any, operand: Any = ...) -> Any: ...
def platform_dependent(*args: Any, **kwargs: Any) -> Any:
    """Stages out platform-specific code."""
cond_p: Any
def __getattr__(name: str) -> Any: ...
