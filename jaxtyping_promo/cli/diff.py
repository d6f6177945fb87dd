"""``diff`` lists the pairs that two systems promote differently."""

from __future__ import annotations

import click
from rich import box
from rich.console import Console
from rich.table import Table

from ..system import PYTHON_SCALARS
from .shared_options import (
    common,
    emit_json,
    json_flag,
    mode_flags,
    operator_of,
    operator_option,
    pair_result,
    system_of,
)


@click.command("diff", epilog="Example: jaxtyping-promo diff jax+x64 numpy")
@click.argument("first", metavar="S1")
@click.argument("second", metavar="S2")
@mode_flags
@operator_option
@json_flag
def command(first: str, second: str, x64: bool, strict: bool, operator: str | None, as_json: bool) -> None:
    """List the pairs of dtypes that the systems S1 and S2 promote differently.

    Only dtypes that both systems have are compared. Modes follow the name of a system: jax+x64. A pair that differs in
    the same way in both orders is shown once.
    """
    a, b = (system_of(name, x64=x64, strict=strict) for name in (first, second))
    op = operator_of(operator)
    shared = common(a, b, (*a.nodes, *(PYTHON_SCALARS if op else ())))
    answers = {
        (left, right): (pair_result(a, op, left, right), pair_result(b, op, left, right))
        for left in shared
        for right in shared
        if not op or left not in PYTHON_SCALARS or right not in PYTHON_SCALARS
    }
    differing = {pair: both for pair, both in answers.items() if both[0] != both[1]}
    if as_json:
        emit_json(
            {
                "systems": [a.title, b.title],
                "operator": op,
                "pairs": len(answers),
                "only": {s.title: [n for n in s.nodes if n not in shared] for s in (a, b)},
                "differing": [
                    {"left": left, "right": right, a.title: x, b.title: y}
                    for (left, right), (x, y) in differing.items()
                ],
            }
        )
        return
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for column in ("left", "right", "", a.title, b.title):
        table.add_column(column)
    for (left, right), (x, y) in differing.items():
        mirrored = left != right and differing.get((right, left)) == (x, y)
        if not mirrored or shared.index(left) < shared.index(right):
            table.add_row(left, right, "both ways" if mirrored else "", x or "[dim]error[/]", y or "[dim]error[/]")
    console = Console(highlight=False)
    if differing:
        console.print(table)
    console.print(f"{len(differing)} of {len(answers)} pairs differ.", soft_wrap=True)
    for system in (a, b):
        only = [name for name in system.nodes if name not in shared]
        if only:
            console.print(f"Only in {system.title}: {', '.join(only)}", soft_wrap=True)
