"""``coverage`` counts the array expressions of a program, and how many of them have a dtype that mypy knows."""

from __future__ import annotations

import click
from rich import box
from rich.console import Console
from rich.table import Table

from .progress import shown_progress
from .shared_options import emit_json, json_flag, refuse_skipped_file
from .source_excerpts import Excerpts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from .dtype_coverage import Coverage


@click.command("coverage", epilog="Example: jaxtyping-promo coverage program.py --unknown")
@click.argument("targets", metavar="PACKAGE_OR_PATH...", nargs=-1, required=True)
@click.option("--unknown", "listed", is_flag=True, help="List the array expressions of unknown dtype, with causes.")
@click.option(
    "--fail-under",
    type=click.FloatRange(0, 100),
    default=None,
    help="Exit with 1 if less than this percentage is known, or if there are no array expressions.",
)
@json_flag
def command(targets: tuple[str, ...], listed: bool, fail_under: float | None, as_json: bool) -> None:
    """Count the array expressions of packages or files, and how many have a dtype that mypy knows with the plugin.

    Every expression counts: names, calls, operators, attributes. A category such as floating, or a type variable, is no
    known dtype, and is counted apart. Expressions of type Any are counted apart, too: they may be arrays or anything
    else. Random keys are not counted. mypy must be installed. It reads its configuration in the
    current folder.
    """
    refuse_skipped_file()
    try:
        from .dtype_coverage import coverage

        with shown_progress(f"mypy checks {' '.join(targets)}"):
            counts = coverage(targets)
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != "mypy":
            raise
        raise click.ClickException("mypy counts the expressions, and is not installed: pip install mypy") from None
    except (ImportError, ValueError) as error:  # an ImportError if the plugin needs another version of mypy
        raise click.ClickException(str(error)) from None
    known, arrays = sum(module.known for module in counts), sum(module.arrays for module in counts)
    per_cent = 100 * known / arrays if arrays else None
    if as_json:
        excerpts = Excerpts()
        emit_json(
            {
                "known": known,
                "arrays": arrays,
                "per_cent": None if per_cent is None else round(per_cent, 2),
                "categories": sum(module.categories for module in counts),
                "untyped": sum(module.untyped for module in counts),
                "modules": [
                    {
                        **module._asdict(),
                        "unknown": [{**p._asdict(), "source": excerpts.text(*p.place())} for p in module.unknown],
                    }
                    for module in counts
                ],
            }
        )
    else:
        _show(counts, listed)
    if fail_under is not None and per_cent is None:
        raise click.ClickException("there are no array expressions, so that --fail-under checks nothing")
    if fail_under is not None and per_cent is not None and per_cent < fail_under:
        raise click.ClickException(f"the dtypes of {per_cent:.1f} % are known, fewer than {fail_under:g} %")


def _show(counts: list[Coverage], listed: bool) -> None:
    """Print the unknown expressions, if they are asked for, the table of the modules, and the totals."""
    console = Console(highlight=False, markup=False, emoji=False)  # rich would read a path as a style or an emoji
    if listed:
        excerpts = Excerpts()
        # A lambda may be checked several times. So each expression is printed once.
        for place in sorted({place for module in counts for place in module.unknown}):
            at = f"{place.path}:{place.line}:{place.column}"
            console.print(f"{at}: {place.cause}: {excerpts.text(*place.place())}".removesuffix(": "), soft_wrap=True)
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("module")
    for column in ("arrays", "known", "%", "categories", "Any"):
        table.add_column(column, justify="right")
    for module in counts:
        if module.arrays or module.untyped:
            per_cent = f"{100 * module.known / module.arrays:.0f}" if module.arrays else "-"
            row = (module.arrays, module.known, per_cent, module.categories, module.untyped)
            table.add_row(module.module, *map(str, row))
    if table.row_count > 1:
        console.print(table)
    for sentence in _totals(counts):
        console.print(sentence, soft_wrap=True)


def _totals(counts: list[Coverage]) -> Iterator[str]:
    """The sentences about all modules together."""
    known, arrays = sum(module.known for module in counts), sum(module.arrays for module in counts)
    if arrays:
        yield f"{known} of {arrays} array expressions have a known dtype: {100 * known / arrays:.1f} %"
    else:
        yield "There are no array expressions."
    categories = sum(module.categories for module in counts)
    if categories:
        are = "is known only by its" if categories == 1 else "are known only by their"
        yield f"{categories} of them {are} category or type variable"
    untyped = sum(module.untyped for module in counts)
    if untyped:
        have = "expression has" if untyped == 1 else "expressions have"
        yield f"{untyped} other {have} the type Any, and may be arrays or anything else"
