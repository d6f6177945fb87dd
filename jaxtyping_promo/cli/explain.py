"""``explain`` shows why two dtypes promote as they do, what may be lost, and the answers of other systems."""

from __future__ import annotations

from typing import Any

import click
from rich.console import Console
from rich.table import Table

from ..exceptions import UnknownDTypeError
from ..formats import FORMATS, losses, memory, times
from ..inference import Result, infer_promotion
from ..system import ZERO_DIM, System
from ..systems import MODULES
from .shared_options import asked_system, emit_json, json_flag, operands_of, system_of, system_options


@click.command("explain", epilog="Example: jaxtyping-promo explain int64 float16")
@click.argument("a")
@click.argument("b")
@system_options
@json_flag
def command(a: str, b: str, system: str, x64: bool, strict: bool, as_json: bool) -> None:
    """Explain the promotion of A and B: the path through the lattice, what is lost, how other systems answer."""
    asked = asked_system(system, x64, strict)
    left, right = operands_of(asked, (a, b))
    inferred = infer_promotion(left, right, asked)
    answer = inferred.dtypes[0] if isinstance(inferred, Result) else None
    paths = {operand: _path(asked, operand, answer) for operand in dict.fromkeys((left, right))} if answer else {}
    lost = {operand: _lost(asked, operand, answer) for operand in paths} if answer else {}
    grown = {operand: factor for operand in paths if (factor := _memory(asked, operand, answer)) > 1} if answer else {}
    others = {name: _elsewhere(asked, name, left, right) for name in MODULES if name != asked.name}
    reason = None if answer else str(inferred)
    if as_json:
        emit_json({"system": asked.name, "x64": asked.x64, "strict": asked.strict, "operands": [left, right],
                   "result": answer, "reason": reason, "paths": paths, "lost": lost, "memory": grown,
                   "elsewhere": others})  # fmt: skip
    else:
        _show(asked, left, right, answer, reason, paths, lost, grown, others)


def _path(system: System, operand: str, answer: str) -> list[str]:
    """The path up the lattice. A system with a table has only the two ends."""
    node = system.node(operand)
    path = system.lattice.path(node, answer) if system.lattice else None
    way = path or tuple(dict.fromkeys((node, answer)))
    return list(way) if way[0] == operand else [operand, *way]


def _lost(system: System, operand: str, answer: str) -> list[dict[str, str]]:
    source, target = (system.node(name).removesuffix(ZERO_DIM) for name in (operand, answer))
    if source not in FORMATS:
        return []  # a weak operand has no fixed width
    target = system.stored(target)
    return [{"what": loss.what, "detail": loss.detail} for loss in losses(source, target)]


def _memory(system: System, operand: str, answer: str) -> float:
    """How many times the memory of an operand the result takes; 1 if one of them has no fixed width."""
    source, target = (system.node(name).removesuffix(ZERO_DIM) for name in (operand, answer))
    return memory(source, target) if {source, target} <= FORMATS.keys() else 1


def _elsewhere(asked: System, name: str, left: str, right: str) -> str | None:
    """The answer of another system in the same modes: a dtype, None for an error, or "-" if it lacks an operand."""
    system = system_of(name, x64=asked.x64, strict=asked.strict)
    try:
        return system.promote(left, right)
    except UnknownDTypeError:
        return "-"


def _show(
    system: System,
    left: str,
    right: str,
    answer: str | None,
    reason: str | None,
    paths: dict[str, list[str]],
    lost: dict[str, list[dict[str, str]]],
    grown: dict[str, float],
    others: dict[str, Any],
) -> None:
    console = Console(highlight=False)
    if answer is None:
        console.print(f"[bold]{_plain(reason or '')}[/bold]", soft_wrap=True)
    else:
        console.print(
            f"[bold]{_plain(left)}[/bold] and [bold]{_plain(right)}[/bold] promote to "
            f"[bold green]{_plain(answer)}[/bold green] "
            f"in {system.title}" + (f", held in {system.defaults[answer]}" if answer in system.defaults else ""),
            soft_wrap=True,
        )
        console.print(
            "\nPath" if system.lattice else f"\nPath ({system.name} promotes by a table, so there are no steps)"
        )
        for way in paths.values():
            console.print("  " + " → ".join(map(_plain, way)), soft_wrap=True)
        console.print("\nLost")
        lines = [f"  {loss['what']}: {_plain(loss['detail'])}" for losses in lost.values() for loss in losses]
        console.print("\n".join(lines) if lines else "  nothing", soft_wrap=True)
        if grown:
            console.print("\nMemory")
        for operand, factor in grown.items():
            console.print(f"  {_plain(answer)} takes {times(factor)} the memory of {_plain(operand)}", soft_wrap=True)
    console.print("\nElsewhere")
    table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2))
    for name, other in others.items():
        text = "error" if other is None else "lacks an operand" if other == "-" else other
        style = "green" if other == answer else "dim" if other in (None, "-") else "yellow"
        table.add_row(f"  {name}", f"[{style}]{_plain(text)}[/{style}]")
    console.print(table)


def _plain(text: str) -> str:
    """The text with the ``[]`` of a 0-d array escaped, which rich would read as markup."""
    return text.replace("[", "\\[")
