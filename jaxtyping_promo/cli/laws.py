"""``laws`` checks the laws of a lattice and the criteria of JEP 9407, and shows counterexamples."""

from __future__ import annotations

import click
from rich import box
from rich.console import Console
from rich.table import Table

from ..criteria import CRITERIA, violations
from ..laws import counterexamples
from ..system import System
from .shared_options import chosen, dtype_options, emit_json, json_flag, mode_flags, system_of

LAWS = {
    "existence": "every pair has a promotion",
    "commutativity": "a ∨ b = b ∨ a",
    "associativity": "(a ∨ b) ∨ c = a ∨ (b ∨ c)",
}


@click.command("laws", epilog="Example: jaxtyping-promo laws numpy --dtypes int8,uint8,float16")
@click.argument("system", metavar="S")
@mode_flags
@dtype_options
@click.option("--all", "every", is_flag=True, help="Every counterexample, not the first of each law.")
@json_flag
def command(
    system: str, x64: bool, strict: bool, dtypes: str | None, documents: bool, every: bool, as_json: bool
) -> None:
    """Check the laws of a lattice and the criteria of JEP 9407 for the system S.

    Each law that does not hold has a counterexample. "error" stands for a pair without promotion.
    """
    asked = system_of(system, x64=x64, strict=strict)
    nodes = chosen(asked, dtypes, documents)
    counterexamples_by_law = {law: _law(asked, law, nodes) for law in LAWS}
    counterexamples_by_law |= {
        criterion: counterexamples_by_law["commutativity"] + counterexamples_by_law["associativity"]
        if criterion == "lattice"
        else [(v.nodes, v.result, v.detail) for v in violations(asked, criterion, nodes)]
        for criterion in CRITERIA
    }
    if as_json:
        emit_json(
            {
                "system": asked.title,
                "dtypes": list(nodes),
                "laws": {
                    law: {
                        "holds": not broken,
                        "count": len(broken),
                        "counterexamples": [
                            {"operands": list(n), "result": r, "detail": d}
                            for n, r, d in (broken if every else broken[:1])
                        ],
                    }
                    for law, broken in counterexamples_by_law.items()
                },
            }
        )
        return
    console = Console(highlight=False)
    console.print(f"[bold]{asked.title}[/bold], {len(nodes)} dtypes", soft_wrap=True)
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for column in ("law", "says", "holds", "counterexample"):
        table.add_column(column, overflow="fold")
    for law, broken in counterexamples_by_law.items():
        if law == next(iter(CRITERIA)):
            table.add_section()
        shown = [f"{', '.join(nodes)}: {detail}" for nodes, _, detail in (broken if every else broken[:1])]
        more = [f"[dim]and {len(broken) - 1} more[/dim]"] if len(broken) > 1 and not every else []
        text = "\n".join([*(line.replace("[", "\\[") for line in shown), *more])
        table.add_row(law, LAWS.get(law) or CRITERIA[law], "[red]no[/]" if broken else "[green]yes[/]", text)
    console.print(table)


def _law(system: System, law: str, nodes: tuple[str, ...]) -> list[tuple[tuple[str, ...], str | None, str]]:
    """The counterexamples to a law. Examples with concrete dtypes that are defined on both sides come first."""
    broken = sorted(
        counterexamples(nodes, system.promote, (law,)),
        key=lambda c: ((c.left is None) + (c.right is None), sum(node in system.defaults for node in c.nodes)),
    )
    return [(c.nodes, c.left, _sides(law, c.nodes, c.left, c.right)) for c in broken]


def _sides(law: str, nodes: tuple[str, ...], left: str | None, right: str | None) -> str:
    if law == "existence":
        return "error"
    a, b, *c = nodes
    forms = (f"({a} ∨ {b}) ∨ {c[0]}", f"{a} ∨ ({b} ∨ {c[0]})") if c else (f"{a} ∨ {b}", f"{b} ∨ {a}")
    return f"{forms[0]} = {left or 'error'}, {forms[1]} = {right or 'error'}"
