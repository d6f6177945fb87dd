"""``rule`` prints the dtypes that a function without dtypes returns, as the plugin reads them off its body."""

from __future__ import annotations

import click
from rich import box
from rich.console import Console
from rich.table import Table

from ..systems import get_system
from .shared_options import emit_json, json_flag

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .function_rule import FunctionRule

DTYPES = ("bool_", "uint8", "uint32", "int8", "int32", "bfloat16", "float16", "float32", "complex64")
"""The dtypes of the table if none are given."""


@click.command("rule", epilog="Example: jaxtyping-promo rule program.squared --dtypes int8,float32")
@click.argument("function", metavar="PACKAGE.MODULE.FUNCTION")
@click.option("--dtypes", metavar="DTYPE,...", help=f"The dtypes of the arguments: {','.join(DTYPES)} by default.")
@json_flag
def command(function: str, dtypes: str | None, as_json: bool) -> None:
    """Print the dtypes that a function or method returns for each dtype of its open parameters, with the reports.

    The open parameters are those without a default whose annotation says no dtype. Two of them get every pair of
    dtypes. mypy has to be installed, and reads its configuration in the current folder.
    """
    try:
        from .function_rule import function_rule
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != "mypy":
            raise
        raise click.ClickException("mypy reads the rule, and is not installed: pip install mypy") from None
    except ImportError as error:  # another version of mypy than the plugin needs
        raise click.ClickException(str(error)) from None
    asked = [*dict.fromkeys(dtypes.split(","))] if dtypes else [*DTYPES]
    nodes = get_system("jax", x64=True).nodes
    for dtype in asked:
        if dtype not in nodes:
            raise click.ClickException(f"unknown dtype {dtype!r}; dtypes: {', '.join(nodes)}")
    try:
        rule = function_rule(function, asked)
    except ValueError as error:
        raise click.ClickException(str(error)) from None
    if as_json:
        emit_json({"function": rule.name, "parameters": rule.parameters, "cases": [c._asdict() for c in rule.cases]})
    else:
        _show(rule, asked)


def _show(rule: FunctionRule, dtypes: list[str]) -> None:
    console = Console(highlight=False, markup=False, emoji=False)  # rich would read a path as a style or an emoji
    results = {case.dtypes: case.result for case in rule.cases}
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    if len(rule.parameters) == 1:
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
    console.print(table)
    for case in rule.cases:
        for report in case.reports:
            console.print(f"{', '.join(case.dtypes)}: {report}", soft_wrap=True)
