"""Late upcasts: a product or reduction whose 16-bit result is cast to a wider dtype after it was rounded.

``(q @ k).astype(jnp.float32)`` has the memory of float32 and the 8 significant bits of bfloat16. The report stands at
the product, since a wider result must be asked for there. Which functions round is in `diagnostics.accumulation`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ..diagnostics.accumulation import ACCUMULATIONS, PRODUCT, REDUCTION, Accumulation
from ..diagnostics.codes import DTYPE_LATE_UPCAST
from ..rules.tables import written_name
from .findings import NARROW_FLOATS, tell
from .makers import Maker, maker_of, scope_of, with_maker
from .values import NONE, Array, Value

if TYPE_CHECKING:
    from .run import Run

WIDE = ("float32", "float64")
OPERATOR = "@"


def note_call(run: Run, name: str, bound: Mapping[str, Any], result: Value) -> Value:
    """The result of a function, with its maker if the function rounds to 16 bits without being asked to.

    Args:
        run: the run.
        name: the function's full name.
        bound: the arguments by parameter.
        result: what the function returns.
    """
    accumulation = ACCUMULATIONS.get(name)
    if (
        accumulation is None
        or maker_of(result) is not None
        or bound.get(accumulation.parameter or "dtype", NONE) != NONE
    ):
        return result
    return _noted(run, name, result)


def note_product(run: Run, result: Value) -> Value:
    """The same for the operator ``@``."""
    return _noted(run, OPERATOR, result)


def _noted(run: Run, name: str, result: Value) -> Value:
    dtypes = (*NARROW_FLOATS, None) if ACCUMULATIONS.get(name, PRODUCT) == PRODUCT else NARROW_FLOATS
    if not result or any(not isinstance(item, Array) or item.dtype not in dtypes for item in result):
        return result
    return with_maker(result, Maker("rounded result", run.place, name, scope_of(run)))


def check_cast(run: Run, value: Value, dtype: str | None) -> None:
    """Report a cast to a wider float whose operand a product or reduction of the same function has rounded."""
    maker = maker_of(value)
    if maker is None or maker.kind != "rounded result" or dtype not in WIDE or maker.scope != scope_of(run):
        return
    narrow = value[0].dtype or "the dtype of its operands"
    if maker.place.path != run.source.path or any(item.dtype not in (*NARROW_FLOATS, None) for item in value):
        return
    shown = f'"{OPERATOR}"' if maker.name == OPERATOR else written_name(maker.name)
    accumulation = ACCUMULATIONS.get(maker.name, PRODUCT)
    does = "computes in float32 and rounds" if accumulation is REDUCTION else "rounds"
    line = "" if run.place.line == maker.place.line else f" on line {run.place.line}"
    message = f"{shown} {does} its result to {narrow} before the cast to {dtype}{line}"
    tell(run, maker.place, DTYPE_LATE_UPCAST, message, _advice(maker.name, accumulation, dtype))


def _advice(name: str, accumulation: Accumulation, dtype: str) -> str:
    """What to write instead of the cast."""
    if name == OPERATOR:
        return f"Ask for {dtype}: jnp.matmul({{0}}, {{1}}, preferred_element_type=jnp.{dtype})"
    if accumulation.parameter:
        return f"Ask for {dtype} in the call: {accumulation.parameter}=jnp.{dtype}"
    return f"Cast the operand instead: {{0}}.astype(jnp.{dtype})"
