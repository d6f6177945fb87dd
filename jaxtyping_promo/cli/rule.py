"""``rule`` prints the dtypes that a function without dtypes returns, as the interpreter reads them off its body."""

from __future__ import annotations

import click
from rich import box
from rich.console import Console
from rich.table import Table

from ..config import find_config_file, load_config
from ..systems import get_system
from .function_rule import RANDOM_KEY, FunctionRule, function_rule
from .progress import shown_progress
from .shared_options import emit_json, json_flag

DTYPES = ("bool_", "uint8", "uint32", "int8", "int32", "bfloat16", "float16", "float32", "complex64")
"""The dtypes of the table if none are given."""
WIDEST = 10_000
"""The largest width of a table, in characters. A table that is wider than the terminal is not cut."""


@click.command("rule", epilog="Example: jaxtyping-promo rule program.squared --dtypes int8,float32")
@click.argument("function", metavar="PACKAGE.MODULE.FUNCTION")
@click.option("--dtypes", metavar="DTYPE,...", help=f"The dtypes of the arguments: {','.join(DTYPES)} by default.")
@click.option(
    "--given",
    metavar="PARAMETER=DTYPE",
    multiple=True,
    help="A parameter that always gets one dtype, or 'key', a random key. Can be repeated.",
)
@json_flag
def command(function: str, dtypes: str | None, given: tuple[str, ...], as_json: bool) -> None:
    """Print the dtypes that a function or method returns for each dtype of its open parameters, with the reports.

    The open parameters are those without a default whose annotation says no dtype. The first two get every pair of
    dtypes, and the others the dtype of the second. Parameters named key, rng, or with an ending such as _key get a
    random key. Modules are looked up in the current folder, in its src, and among the installed packages. Nothing is
    imported or executed.
    """
    asked = [*dict.fromkeys(dtypes.split(","))] if dtypes else [*DTYPES]
    given_dtypes: dict[str, str] = {}
    for text in given:
        parameter, separator, dtype = text.partition("=")
        if not (parameter and separator and dtype):
            raise click.ClickException(f"--given {text!r} is not written as PARAMETER=DTYPE")
        given_dtypes[parameter] = dtype
    nodes = get_system("jax", x64=True).nodes
    for dtype in (*asked, *(dtype for dtype in given_dtypes.values() if dtype != RANDOM_KEY)):
        if dtype not in nodes:
            raise click.ClickException(f"unknown dtype {dtype!r}; dtypes: {', '.join(nodes)}")
    try:
        with shown_progress(f"reading {function}"):
            rule = function_rule(function, asked, given_dtypes, load_config(find_config_file()))
    except ValueError as error:
        raise click.ClickException(str(error)) from None
    if as_json:
        described = {
            "function": rule.name,
            "parameters": rule.parameters,
            "given": rule.given,
            "following": rule.following,
        }
        emit_json({**described, "cases": [case._asdict() for case in rule.cases]})
    else:
        _show(rule, asked)


def _show(rule: FunctionRule, dtypes: list[str]) -> None:
    console = Console(highlight=False, markup=False, emoji=False)  # rich would read a path as a style or an emoji
    results = {case.dtypes: case.result for case in rule.cases}
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    if not rule.parameters:
        table.add_column("result")
        table.add_row(results[()])
    elif len(rule.parameters) == 1:
        table.add_column(rule.parameters[0])
        table.add_column("result")
        for dtype in dtypes:
            table.add_row(dtype, results[dtype,])
    else:
        table.add_column(" \\ ".join(rule.parameters))
        for dtype in dtypes:
            table.add_column(dtype)
        for dtype in dtypes:
            table.add_row(dtype, *(results[dtype, other] for other in dtypes))
    options = console.options.update(max_width=WIDEST)
    width = max(console.width, console.measure(table, options=options).maximum)
    Console(highlight=False, markup=False, emoji=False, width=width).print(table)
    for sentence in rule.others():
        console.print(sentence, soft_wrap=True)
    for case in rule.cases:
        for report in case.reports:
            console.print(f"{', '.join(case.dtypes)}: {report}", soft_wrap=True)
