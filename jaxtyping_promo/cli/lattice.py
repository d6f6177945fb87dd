"""``lattice`` draws the Hasse diagram of a system."""

from __future__ import annotations

from pathlib import Path

import click

from .drawings import DRAWINGS
from .hasse import hasse
from .shared_options import chosen, dtype_options, format_option, json_flag, mode_flags, system_of


@click.command("lattice", epilog="Example: jaxtyping-promo lattice jax --documents --output jax.svg")
@click.argument("system", metavar="S")
@mode_flags
@dtype_options
@format_option(DRAWINGS, "svg", "How to draw it.")
@click.option("--output", "-O", metavar="FILE", help="Write to a file instead of the terminal.")
@json_flag
def command(
    system: str,
    x64: bool,
    strict: bool,
    dtypes: str | None,
    documents: bool,
    form: str,
    output: str | None,
    as_json: bool,
) -> None:
    """Draw the Hasse diagram of the system S. Arrows lead from each dtype to the dtypes immediately above it.

    A system that is not a lattice is drawn by the order that its table implies. Two dtypes may then promote to another
    dtype than the picture suggests; the command laws lists counterexamples.
    """
    asked = system_of(system, x64=x64, strict=strict)
    drawing = DRAWINGS["json" if as_json else form](asked, hasse(asked, chosen(asked, dtypes, documents)))
    if output:
        Path(output).write_text(drawing + "\n", encoding="utf-8")
    else:
        click.echo(drawing)
