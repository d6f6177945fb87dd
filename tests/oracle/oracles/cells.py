"""The cells of a comparison: every pair of operands, and every operator on it, answered by us and by the library."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from jaxtyping_promo.operators import BINARY, UNARY
from jaxtyping_promo.system import PYTHON_SCALARS, System

# Other values than 1 and 2, with which some powers take a shortcut.
SCALARS = {"bool": True, "int": 3, "float": 3.0, "complex": 3j}
FUNCTIONS: dict[str, Callable] = {
    op: getattr(operator, op, None) or getattr(operator, f"{op}_")
    for op in (*BINARY, *UNARY)
    if op not in ("divmod", "round")
} | {"divmod": divmod, "round": round}


class Cell(NamedTuple):
    """One question with our answer and the library's; None is an error."""

    system: str
    kind: str
    operator: str
    operands: tuple[str, ...]
    ours: str | None
    theirs: str | None

    def __str__(self) -> str:
        return f"{self.system} {self.operator} {self.operands}: we say {self.ours}, the library {self.theirs}"


def promotion_cells(
    system: System, theirs: Callable[[str, str], str | None], operands: Iterable[str] | None = None
) -> Iterator[Cell]:
    """Every ordered pair of dtypes, 0-d arrays and Python scalars."""
    names = tuple(operands or operand_names(system))
    for left in names:
        for right in names:
            yield Cell(
                system.title, "promotion", "promotion", (left, right), system.promote(left, right), theirs(left, right)
            )


def operator_cells(
    system: System, theirs: Callable[..., str | None], operands: Iterable[str] | None = None
) -> Iterator[Cell]:
    """Every operator on every operand and ordered pair of operands that includes an array."""
    names = tuple(operands or operand_names(system))
    for op in BINARY:
        for left in names:
            for right in names:
                if left not in PYTHON_SCALARS or right not in PYTHON_SCALARS:
                    yield Cell(
                        system.title,
                        "operators",
                        op,
                        (left, right),
                        system.binary(op, left, right),
                        theirs(op, left, right),
                    )
    for op in UNARY:
        for name in names:
            if name not in PYTHON_SCALARS:
                yield Cell(system.title, "operators", op, (name,), system.unary(op, name), theirs(op, name))


def operand_names(system: System) -> tuple[str, ...]:
    """The operands for which a library has values: arrays of each dtype, distinct 0-d arrays, Python scalars."""
    return (*(n for n in system.nodes if n not in system.defaults), *system.zero_dim, *PYTHON_SCALARS)


def answer(
    compute: Callable[[], object], name: Callable[[object], str], errors: tuple[type[Exception], ...]
) -> str | None:
    """The dtype name of a computed array, or of a pair with one dtype. None if one of the given errors was raised."""
    try:
        result = compute()
    except errors:
        return None
    parts = result if isinstance(result, tuple) else (result,)
    names = {name(part) for part in parts}
    assert len(names) == 1, f"results of several dtypes: {names}"
    return names.pop()
