"""Positions: indices in a 16-bit float, where neighbours above 256 or 2048 are the same number.

``jnp.arange(n).astype(jnp.bfloat16)`` is rounded by the cast. The report stands there, and comes where a result depends
on single positions: at a sine or cosine of them or of their multiples, and at a comparison. A product alone is
reported if the positions are known to be too large.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from ..diagnostics.codes import DTYPE_POSITIONS
from ..formats import FORMATS
from ..operators import COMPARISONS
from ..rules.tables import written_name
from .findings import NARROW_FLOATS, tell
from .makers import Maker, maker_of, scope_of, with_maker
from .places import Place
from .values import Array, Number, Value, constant_of, only

if TYPE_CHECKING:
    from .run import Run

MAKERS: Final = ("arange", "iota", "broadcasted_iota", "argmax", "argmin", "argsort", "cumsum")
"""The functions that return indices, by their short names."""
PRODUCTS: Final = ("multiply", "mul", "outer", "einsum", "dot", "matmul", "tensordot", "divide", "true_divide", "div")
PRODUCT_OPERATORS: Final = ("mul", "truediv", "matmul")
WAVES: Final = ("sin", "cos", "tan", "sinc")
ADVICE: Final = "Keep positions and their products in float32, and cast the result"
ROUNDED: Final = ("rounded positions", "angles")


def is_maker(name: str, result: Value) -> bool:
    """Whether a function of JAX returns indices. Running sums do if they are integers."""
    short = name.rpartition(".")[2]
    if short not in MAKERS or not name.startswith(("jax.numpy.", "jax.lax.", "jax.Array.")):
        return False
    return short != "cumsum" or all(isinstance(item, Array) and _is_integer(item.dtype) for item in result)


def note_indices(run: Run, name: str, bound: Mapping[str, Any], result: Value) -> Value:
    """The result of a function that returns indices, with its maker."""
    short = name.rpartition(".")[2]
    number = _largest(short, bound, result)
    shown = written_name(name)
    item = only(result, Array)
    if item is not None and item.dtype is None and "dtype" not in bound and len(bound) == 1:
        return (replace(item, maker=Maker("positions", run.place, shown, scope_of(run))),)  # arange(size)
    return tuple(_with_indices(run, item, shown, number) for item in result)


def note_cast(run: Run, operand: Value, result: Value) -> Value:
    """The result of a cast: integers that become 16-bit floats are rounded, and stay so in each later dtype."""
    maker = maker_of(operand)
    if maker is None:
        return result
    if maker.kind in ROUNDED:
        return with_maker(result, maker)
    if maker.kind == "positions":
        return tuple(_with_indices(run, item, maker.name, maker.number) for item in result)
    return result


def note_operator(run: Run, op: str, left: Any, right: Any, place: Place, result: Value) -> Value:
    """The result of an operator with positions, which a comparison reports."""
    makers = [maker for maker in (_positions(run, one, other, place) for one, other in ((left, right), (right, left)))
              if maker is not None]  # fmt: skip
    if not makers:
        return _moved(op, left, right, result)
    maker = makers[0]
    if op in COMPARISONS:
        limits = [item.constant for item in (left, right) if isinstance(item, Number)]
        if maker.kind == "rounded positions" and not any(_is_exact(limit, maker) for limit in limits):
            _tell(run, maker, "are compared as equal", place)
        return result
    return _product(run, maker, place, result) if op in PRODUCT_OPERATORS else result


def note_call(run: Run, name: str, bound: Mapping[str, Any], result: Value) -> Value:
    """The result of a function of positions; a sine or cosine is reported."""
    short = name.rpartition(".")[2]
    is_wave = short in WAVES
    if not is_wave and short not in PRODUCTS:
        return result
    values = [each for value in bound.values() for each in (value if isinstance(value, list) else [value])]
    items = [item for value in values for item in value if isinstance(item, Array)]
    found = [maker for maker in (_positions(run, item, items, run.place) for item in items) if maker is not None]
    if not found:
        return with_maker(result, Maker("wave", run.place, written_name(name), scope_of(run))) if is_wave else result
    if is_wave:
        _tell(run, found[0], f"have the same {written_name(name)}", run.place)
        return result
    return _product(run, found[0], run.place, result)


# ----------------------------------------------------------------------------------------------------------- details


def _largest(short: str, bound: Mapping[str, Any], result: Value) -> int | None:
    """The largest index that a function returns; None if it is not known."""
    if short == "arange":
        numbers = [constant_of(bound[name]) for name in ("start", "stop", "step") if bound.get(name)]
        if "stop" not in bound or not bound["stop"]:
            numbers = [0, *numbers]
        if all(isinstance(number, int) for number in numbers) and len(numbers) in (2, 3) and 0 not in numbers[2:]:
            span = range(*numbers)
            return max(span[0], span[-1]) if span else 0
        return None
    if short in ("iota", "broadcasted_iota"):
        sizes = [size for item in result if isinstance(item, Array) for size in item.shape or (None,)]
        known = [size for size in sizes if isinstance(size, int)]
        return max(known) - 1 if known and len(known) == len(sizes) else None
    return None


def _with_indices(run: Run, item: Any, shown: str, number: int | float | None) -> Any:
    """An array of indices with its maker; in a 16-bit float, only if the indices may be too large for it."""
    if not isinstance(item, Array):
        return item
    if _is_integer(item.dtype):
        return replace(item, maker=Maker("positions", run.place, shown, scope_of(run), number))
    if item.dtype in NARROW_FLOATS and (number is None or number > exact_up_to(item.dtype)):
        return replace(item, maker=Maker("rounded positions", run.place, shown, 0, number, item.dtype))
    return item


def exact_up_to(dtype: str) -> int:
    """The largest integer up to which a float dtype holds all integers."""
    return 1 << FORMATS[dtype].precision


def _is_integer(dtype: str | None) -> bool:
    return (dtype in FORMATS and FORMATS[dtype].kind == "int") or dtype == "weak_int"


def _may_be_integer(item: Any) -> bool:
    return isinstance(item, Array) and (item.dtype is None or _is_integer(item.dtype))


def _positions(run: Run, item: Any, others: Any, place: Place) -> Maker | None:
    """The maker of an operand that holds rounded positions, or integers that a 16-bit operand beside it rounds."""
    maker = getattr(item, "maker", None)
    if maker is None or maker.kind in ROUNDED:
        return maker
    beside = others if isinstance(others, list) else [others]
    narrow = [other.dtype for other in beside if isinstance(other, Array) and other.dtype in NARROW_FLOATS]
    wide = [other for other in beside if isinstance(other, Array) and other.dtype in ("float32", "float64")]
    if maker.kind != "positions" or not narrow or wide:
        return None
    if maker.number is not None and maker.number <= exact_up_to(narrow[0]):
        return None
    return Maker("rounded positions", place, maker.name, 0, maker.number, narrow[0])


def _moved(op: str, left: Any, right: Any, result: Value) -> Value:
    """Integer positions that are moved by an offset stay positions."""
    if op not in ("add", "sub"):
        return result
    found = [getattr(item, "maker", None) for item in (left, right)]
    maker = found[0] or (found[1] if op == "add" else None)
    if maker is None or maker.kind != "positions" or not all(_may_be_integer(one) for one in result):
        return result
    other = right if maker is found[0] else left
    offset = other.constant if isinstance(other, Number) and isinstance(other.constant, int) else None
    number = None if offset is None or maker.number is None else maker.number + (offset if op == "add" else -offset)
    return with_maker(result, maker._replace(number=number))


def _is_exact(limit: object, maker: Maker) -> bool:
    """Whether rounded positions compare with a number as the exact ones do."""
    return isinstance(limit, (int, float)) and abs(limit) <= exact_up_to(maker.dtype)


def _product(run: Run, maker: Maker, place: Place, result: Value) -> Value:
    """The product of positions and a factor; positions that are known to be too large are reported."""
    if maker.kind == "rounded positions" and maker.number is not None:
        _tell(run, maker, "give the same product", place)
    return with_maker(result, maker._replace(kind="angles"))


def _tell(run: Run, maker: Maker, effect: str, place: Place) -> None:
    where = f" on line {place.line}" if place.line != maker.place.line else ""
    up_to = "" if maker.number is None else f" up to {maker.number:,}"
    holds = f"{maker.dtype}, which holds integers up to {exact_up_to(maker.dtype)}"
    message = f"positions of {maker.name}{up_to} are rounded to {holds}: neighbours {effect}{where}"
    tell(run, maker.place, DTYPE_POSITIONS, message, ADVICE)
