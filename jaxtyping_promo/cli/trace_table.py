"""Prints the records of a trace as a table."""

from __future__ import annotations

from typing import Any

from rich import box
from rich.console import Console
from rich.table import Table

UNITS = ("B", "kB", "MB", "GB", "TB")


def show(result: dict[str, Any], limit: int) -> None:
    """Print the promotions, worst first, and a summary.

    Args:
        result: the records as JSON has them.
        limit: the number of rows; 0 for all.
    """
    console = Console(highlight=False, markup=False, emoji=False)  # rich would read a path as a style or an emoji
    rows = result["promotions"]
    shown = rows[:limit] if limit else rows
    if shown:
        table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
        table.add_column("place", overflow="fold")
        table.add_column("code", no_wrap=True)
        table.add_column("dtypes", overflow="fold")
        table.add_column("function", overflow="fold")
        table.add_column("count", justify="right")
        table.add_column("wasted", justify="right", no_wrap=True)
        for row in shown:
            dtypes = f"{', '.join(row['operands'])} → {row['result'] or 'error'}"
            wasted = size(row["bytes"]) if row["bytes"] else ""
            place = f"{row['path']}:{row['line']}:{row['column']}"
            table.add_row(place, row["code"], dtypes, row["function"], str(row["count"]), wasted)
        console.print(table)
    if len(shown) < len(rows):
        console.print(f"{len(rows) - len(shown)} more; --limit 0 lists all", soft_wrap=True)
    summary = result["summary"]
    codes = ", ".join(f"{count} {code}" for code, count in summary["codes"].items())
    console.print(f"{len(rows)} place{'s' * (len(rows) != 1)}{f': {codes}' if codes else ''}", soft_wrap=True)
    if summary["bytes"]:
        console.print(f"{size(summary['bytes'])} by wider results", soft_wrap=True)
    if summary["failures"]:
        last = summary["failures"][-1].strip().splitlines()[-1]
        console.print(
            f"{len(summary['failures'])} records are missing, by an error of the trace: {last}", soft_wrap=True
        )
    if summary["elsewhere"]:
        names = ", ".join(f"{package} ({count})" for package, count in summary["elsewhere"].items())
        console.print(f"not listed, in other packages: {names}; --package NAME lists them", soft_wrap=True)


def size(count: int) -> str:
    """A number of bytes with a unit: ``3.2 kB``."""
    amount = float(count)
    for unit in UNITS:
        if amount < 1000 or unit == UNITS[-1]:
            return f"{amount:.0f} {unit}" if unit == "B" else f"{amount:.1f} {unit}"
        amount /= 1000
    return f"{count} B"
