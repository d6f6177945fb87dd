# The result of a branch, if every branch returns an array or a pytree of arrays.
from collections.abc import Callable, Sequence
from typing import Any, overload
from typing_extensions import TypeVar, TypeVarTuple, Unpack

from jax._src.tree_util import ArrayTree

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
