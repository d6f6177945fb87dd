"""``stubs`` writes the stubs of a system, for a project whose type checker has no plugin."""

from __future__ import annotations

from pathlib import Path

import click

from ..stubgen import own_class, write, write_texts
from .shared_options import asked_system, emit_json, json_flag, system_options


@click.command("stubs", epilog="Example: jaxtyping-promo stubs --system jax --x64 --output typings")
@system_options
@click.option(
    "--output",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("typings"),
    show_default=True,
    help="The folder to write to. pyright and basedpyright look into typings; give others its name: mypy as mypy_path, "
    "pyrefly as search-path, ty as extra-paths.",
)
@click.option(
    "--class",
    "cls",
    metavar="MODULE.CLASS",
    help="A class of your own that gets the operators, such as mylib.MyArray; the stubs of its package are written.",
)
@json_flag
def command(system: str, x64: bool, strict: bool, output: Path, cls: str | None, as_json: bool) -> None:
    """Write the stubs of a system and mode into a project.

    The installed stubs describe JAX with x64 off and standard promotion. Stubs in a project replace them for any
    checker. The mypy plugin needs no stubs of other systems: it reads its configuration.
    """
    asked = asked_system(system, x64, strict)
    own = own_class.stubs(asked, cls, own_class.roots()) if cls else {}
    written, complaint = write(asked, output)
    written += write_texts(own, output)
    if complaint:
        click.echo(f"{complaint}; the functions of JAX come from the installed stubs, which are for x64 off", err=True)
    if as_json:
        emit_json({"system": asked.name, "x64": asked.x64, "strict": asked.strict, "files": [str(p) for p in written]})
    else:
        click.echo(f"{len(written)} stubs for {asked.title} in {output}")
