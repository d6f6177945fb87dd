"""``table`` prints the promotion table of a system, or of one of its operators."""

from __future__ import annotations

import click

from ..system import PYTHON_SCALARS, System
from .renderings import RENDERINGS, Rendered
from .shared_options import (
    asked_system,
    chosen,
    common,
    dtype_options,
    format_option,
    json_flag,
    operator_of,
    operator_option,
    pair_result,
    system_of,
    system_options,
)


@click.command("table", epilog="Example: jaxtyping-promo table --system torch --against jax --format html > torch.html")
@system_options
@click.option("--against", metavar="S", help="Mark the cells in which another system differs.")
@operator_option
@dtype_options
@format_option(RENDERINGS, "text", "How to print it.")
@json_flag
def command(
    system: str, x64: bool, strict: bool, against: str | None, operator: str | None, dtypes: str | None,
    documents: bool, form: str, as_json: bool,
) -> None:  # fmt: skip
    """Print the promotion table, with a row for each left operand and a column for each right one.

    Short codes as in JAX's documents: u8 for uint8, i* for a weak int, - for an error. CSV and JSON have full names.
    With --operator, the table has the results of an operator, also for Python scalars.
    """
    asked, op = asked_system(system, x64, strict), operator_of(operator)
    names = chosen(asked, dtypes, documents)
    if op and dtypes is None:
        # An operator may have another result for a Python scalar than for a weak array.
        names = (*(n for n in names if n not in asked.defaults), *PYTHON_SCALARS)
    cells = {(a, b): _cell(asked, op, a, b) for a in names for b in names}
    other = system_of(against, x64=x64, strict=strict) if against else None
    shared = common(asked, other, names) if other else ()
    differing = {
        (a, b): answer for a in shared for b in shared if other and (answer := _cell(other, op, a, b)) != cells[a, b]
    }
    rendered = Rendered(
        title=asked.title + (f", operator {operator}" if op else ""),
        source=asked.source,
        names=names,
        cells=cells,
        against=other.title if other else None,
        differing=differing,
        compared=len(shared) ** 2,
    )
    RENDERINGS["json" if as_json else form](rendered)


def _cell(system: System, op: str | None, a: str, b: str) -> str | None:
    if op and a in PYTHON_SCALARS and b in PYTHON_SCALARS:
        return None  # Python computes this operator, which returns no array
    return pair_result(system, op, a, b)
