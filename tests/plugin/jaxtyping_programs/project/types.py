"""A project's re-exports of jaxtyping's names, and aliases of its annotations."""

from typing import TYPE_CHECKING, Annotated, Callable, NamedTuple, TypeAlias, TypeVar, Union

import jaxtyping as jt
from jaxtyping import Array, BFloat16 as BF16, Float, Float32, Int, Int32

if TYPE_CHECKING:
    from jaxtyping import UInt8

Weights = Float32[Array, "n d"]
Word = Float32[Array, "n"]
Half: TypeAlias = BF16[Array, "n"]
Nested = Float[Float32[Array, "a"], "b"]
Quoted: TypeAlias = "Int32[Array, 'n']"
Optional = Float32[Array, "n"] | None
Either = Union[jt.Int8[Array, "n"], jt.Int16[Array, "n"]]
Function = Callable[[Float32[Array, "n"]], Int32[Array, "n"]]
Pairs = dict[str, tuple[Float32[Array, "n"], Int32[Array, "n"]]]
T = TypeVar("T", bound=Array)
Any32 = Float32[T, "n"]
Documented = Annotated[Array, "any array"]
Again = Weights
n = 3


class Pair(NamedTuple):
    weights: Weights
    position: Int32[Array, "n"]
