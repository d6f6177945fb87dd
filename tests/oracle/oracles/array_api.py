"""The Array API standard, by its reference implementation array-api-strict."""

from __future__ import annotations

from collections.abc import Iterator

import array_api_strict as xp

from jaxtyping_promo import get_system

from .cells import FUNCTIONS, SCALARS, Cell, answer, operator_cells, promotion_cells

VERSION = f"array-api-strict {xp.__version__} (standard {xp.__array_api_version__})"
CALL = "`array_api_strict.result_type`; the operators of its arrays"

DTYPES = {name: getattr(xp, name.rstrip("_")) for name in get_system("array-api").nodes if not name.startswith("weak_")}
NAMES = {str(dtype): name for name, dtype in DTYPES.items()}

# array-api-strict checks the array of an ordering comparison before it promotes the scalar. So it compares a real array
# with a complex scalar. The standard defines <, <=, > and >= for real dtypes alone.
DEVIATIONS = frozenset(
    (op, pair)
    for op in ("lt", "le", "gt", "ge")
    for real in ("float32", "float64")
    for pair in ((real, "complex"), ("complex", real))
)


def dtype_name(value: object) -> str:
    return NAMES[str(value.dtype)]


def result_type(left: str, right: str) -> str | None:
    if left in SCALARS and right in SCALARS:
        # Operations without an array are left out: the standard's rules for Python scalars are about operations with
        # arrays.
        return "bool_" if left == right == "bool" else None
    try:
        return NAMES[str(xp.result_type(*(SCALARS.get(name, DTYPES.get(name)) for name in (left, right))))]
    except TypeError:
        return None


def value(name: str) -> object:
    return SCALARS[name] if name in SCALARS else xp.ones(2, dtype=DTYPES[name])


def compute(op: str, *names: str) -> str | None:
    return answer(lambda: FUNCTIONS[op](*map(value, names)), dtype_name, (TypeError, ValueError))


def cells() -> Iterator[Cell]:
    system = get_system("array-api")
    yield from promotion_cells(system, result_type)
    for cell in operator_cells(system, compute):
        if (cell.operator, cell.operands) not in DEVIATIONS:
            yield cell


def deviations() -> Iterator[Cell]:
    """The cells in which array-api-strict departs from the standard."""
    for cell in operator_cells(get_system("array-api"), compute):
        if (cell.operator, cell.operands) in DEVIATIONS:
            yield cell
