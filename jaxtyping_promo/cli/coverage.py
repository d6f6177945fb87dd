"""``coverage`` counts the array expressions of a program, and how many of them have a dtype that mypy knows."""

from __future__ import annotations

import click
from rich import box
from rich.console import Console
from rich.table import Table

from .shared_options import emit_json, json_flag

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .dtype_coverage import Coverage


@click.command("coverage", epilog="Example: jaxtyping-promo coverage program.py --unknown")
@click.argument("targets", metavar="PACKAGE_OR_PATH...", nargs=-1, required=True)
@click.option("--unknown", "listed", is_flag=True, help="List the array expressions of unknown dtype, with causes.")
@click.option(
    "--fail-under",
    type=click.FloatRange(0, 100),
    default=0.0,
    help="Exit with 1 if less than this percentage is known.",
)
@json_flag
def command(targets: tuple[str, ...], listed: bool, fail_under: float, as_json: bool) -> None:
    """Count the array expressions of packages or files, and how many have a dtype that mypy knows with the plugin.

    Every expression counts: names, calls, operators, attributes. `untyped` counts expressions of type Any, which may be
    arrays or anything else. Random keys of unknown dtype are not counted. mypy must be installed. It reads its
    configuration in the current folder.
    """
    try:
        from .dtype_coverage import coverage

        counts = coverage(targets)
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != "mypy":
            raise
        raise click.ClickException("mypy counts the expressions, and is not installed: pip install mypy") from None
    except (ImportError, ValueError) as error:  # an ImportError if the plugin needs another version of mypy
        raise click.ClickException(str(error)) from None
    known = sum(module.known for module in counts)
    arrays = known + sum(len(module.unknown) for module in counts)
    per_cent = 100 * known / arrays if arrays else 100.0
    if as_json:
        emit_json(
            {
                "known": known,
                "arrays": arrays,
                "per_cent": round(per_cent, 2),
                "modules": [
                    {**module._asdict(), "unknown": [place._asdict() for place in module.unknown]} for module in counts
                ],
            }
        )
    else:
        _show(counts, known, arrays, per_cent, listed)
    if per_cent < fail_under:
        raise click.ClickException(f"the dtypes of {per_cent:.1f} % are known, fewer than {fail_under:g} %")


def _show(counts: list[Coverage], known: int, arrays: int, per_cent: float, listed: bool) -> None:
    console = Console(highlight=False, markup=False, emoji=False)  # rich would read a path as a style or an emoji
    if listed:
        causes: dict[tuple[str, int, int], set[str]] = {}
        for place in (place for module in counts for place in module.unknown):
            causes.setdefault((place.path, place.line, place.column), set()).add(place.cause)
        for at, names in sorted(causes.items()):  # an operator and its left operand begin at the same place
            console.print(f"{':'.join(map(str, at))}: {', '.join(sorted(names))}", soft_wrap=True)
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("module")
    for column in ("arrays", "known", "%", "untyped"):
        table.add_column(column, justify="right")
    for module in counts:
        total = module.known + len(module.unknown)
        if total:
            row = (total, module.known, f"{100 * module.known / total:.0f}", module.untyped)
            table.add_row(module.module, *map(str, row))
    if table.row_count > 1:
        console.print(table)
    console.print(f"{known} of {arrays} array expressions have a known dtype: {per_cent:.1f} %", soft_wrap=True)
    in_calls = sum(module.known_in_calls for module in counts)
    if in_calls:
        text = f"{in_calls} more, in functions without dtypes, have a known dtype in each call that the plugin follows"
        console.print(text, soft_wrap=True)
