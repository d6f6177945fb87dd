"""Promotion tables as text, Markdown, CSV, JSON and HTML, with marks where another system differs."""

from __future__ import annotations

import csv
import html
import sys
from collections.abc import Callable, Mapping
from typing import NamedTuple

import click
from rich import box
from rich.console import Console
from rich.table import Table

from ..systems.table import short
from .shared_options import emit_json


class Rendered(NamedTuple):
    """The promotion table to show."""

    title: str
    source: str
    names: tuple[str, ...]
    cells: Mapping[tuple[str, str], str | None]
    against: str | None
    differing: Mapping[tuple[str, str], str | None]
    """The cells that differ, with the answer of the other system."""
    compared: int
    """The number of cells that both systems have."""

    @property
    def summary(self) -> str:
        """A sentence that counts the differing cells; empty without another system."""
        if self.against is None:
            return ""
        return f"{len(self.differing)} of {self.compared} cells differ from {self.against}"


def _code(name: str | None) -> str:
    return short(name) if name else "-"


def text(table: Rendered) -> None:
    """Print aligned columns of short codes. A differing cell is green, or has a "!" where there is no colour."""
    grid = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0), show_edge=False)
    grid.add_column("", no_wrap=True, style="bold")
    console = Console(highlight=False)
    for name in table.names:
        grid.add_column(short(name).replace("[", "\\["), justify="right", no_wrap=True)
    for left in table.names:
        row = [short(left).replace("[", "\\[")]
        for right in table.names:
            cell = _code(table.cells[left, right]).replace("[", "\\[")
            if (left, right) in table.differing:
                cell = f"[bold black on green]{cell}[/]" if console.is_terminal else f"{cell}!"
            row.append(cell if table.cells[left, right] else f"[dim]{cell}[/dim]")
        grid.add_row(*row)
    # Long lines are easier to read than columns that are folded or cut.
    console.width = max(console.width, console.measure(grid, options=console.options.update(max_width=10_000)).maximum)
    console.print(grid)
    if table.summary:
        console.print(f"\n{table.summary}.", soft_wrap=True)


def markdown(table: Rendered) -> None:
    """Print a Markdown table of short codes. A differing cell is bold, with the other answer in brackets."""
    lines = [
        "| | " + " | ".join(f"**{_escaped(n)}**" for n in table.names) + " |",
        "|---" * (len(table.names) + 1) + "|",
    ]
    for left in table.names:
        row = [f"**{_escaped(left)}**"]
        for right in table.names:
            cell = _escaped(table.cells[left, right])
            if (left, right) in table.differing:
                cell = f"**{cell}** ({_escaped(table.differing[left, right])})"
            row.append(cell)
        lines.append("| " + " | ".join(row) + " |")
    if table.summary:
        lines += ["", f"{table.summary}; its answers are in brackets."]
    click.echo("\n".join(lines))


def _escaped(name: str | None) -> str:
    return _code(name).replace("*", "\\*")


def comma_separated(table: Rendered) -> None:
    """Print CSV with full names, one line for each pair: left, right, result, and the other system's answer."""
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(["left", "right", "result", *([table.against, "differs"] if table.against else [])])
    for (left, right), cell in table.cells.items():
        row = [left, right, cell or ""]
        if table.against:
            differs = (left, right) in table.differing
            other = table.differing[left, right] if differs else cell
            row += [other or "", "yes" if differs else "no"]
        writer.writerow(row)


def machine(table: Rendered) -> None:
    """Print JSON with full names: left operand, right operand, and the result or null."""
    content: dict[str, object] = {
        "system": table.title,
        "source": table.source,
        "table": {left: {right: table.cells[left, right] for right in table.names} for left in table.names},
    }
    if table.against:
        content["against"] = table.against
        content["compared"] = table.compared
        content["differing"] = [
            {"left": left, "right": right, "result": table.cells[left, right], "against": other}
            for (left, right), other in table.differing.items()
        ]
    emit_json(content)


STYLE = """
  :root { color-scheme: light dark; --line: #d0d7de; --head: #f6f8fa; --ink: #1f2328; --dim: #8c959f; --paper: #fff;
          --mark: #a6f2b5; --mark-ink: #0a3d1a; }
  @media (prefers-color-scheme: dark) { :root { --line: #30363d; --head: #161b22; --ink: #e6edf3; --dim: #6e7681;
          --paper: #0d1117; --mark: #1f6f37; --mark-ink: #eaffef; } }
  body { font: 14px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); margin: 24px; }
  h1 { font-size: 20px; margin: 0 0 4px; } p { margin: 0 0 16px; color: var(--dim); } p a { color: inherit; }
  table { border-collapse: collapse; font: 12px/1.4 ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace; }
  th, td { border: 1px solid var(--line); padding: 3px 6px; text-align: center; }
  th { background: var(--head); position: sticky; } thead th { top: 0; } tbody th { left: 0; text-align: left; }
  td.none { color: var(--dim); } td.differs { background: var(--mark); color: var(--mark-ink); font-weight: 600; }
  mark { background: var(--mark); color: var(--mark-ink); padding: 0 4px; }
"""


def page(table: Rendered) -> None:
    """Print an HTML page: sticky headers, full names on hover, differing cells in green."""
    lines = [
        "<!DOCTYPE html>",
        '<html lang="en">',
        "<head>",
        '<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>Type promotion: {html.escape(table.title)}</title>",
        f"<style>{STYLE}</style>",
        "</head>",
        "<body>",
        f"<h1>Type promotion: {html.escape(table.title)}</h1>",
        f"<p>{_introduction(table)}</p>",
        "<table>",
        "<thead><tr><th></th>" + "".join(_heading(name, "col") for name in table.names) + "</tr></thead>",
        "<tbody>",
    ]
    lines += [
        f"<tr>{_heading(left, 'row')}" + "".join(_td(table, left, right) for right in table.names) + "</tr>"
        for left in table.names
    ]
    lines += ["</tbody>", "</table>", "</body>", "</html>"]
    click.echo("\n".join(lines))


def _introduction(table: Rendered) -> str:
    parts = ["The left operand is in the row, the right one in the column; – is an error."]
    if table.summary:
        parts.append(f"<mark>{html.escape(table.summary)}.</mark>")
    if table.source.startswith("https://"):
        parts.append(f'<a href="{html.escape(table.source)}">Source</a>')
    return " ".join(parts)


def _heading(name: str, scope: str) -> str:
    return f'<th scope="{scope}" title="{html.escape(name)}">{_breakable(short(name))}</th>'


def _breakable(code: str) -> str:
    """The short code of a dtype. Long ones, like f8_e4m3b11fnuz, may break, so that 35 columns fit a screen."""
    return html.escape(code).replace("_", "_<wbr>")


def _td(table: Rendered, left: str, right: str) -> str:
    cell = table.cells[left, right]
    classes = [*(["none"] if cell is None else []), *(["differs"] if (left, right) in table.differing else [])]
    hint = f"{left}, {right}: {cell or 'error'}"
    if (left, right) in table.differing:
        hint += f" ({table.against}: {table.differing[left, right] or 'error'})"
    attribute = f' class="{" ".join(classes)}"' if classes else ""
    return f'<td{attribute} title="{html.escape(hint)}">{_breakable(short(cell)) if cell else "–"}</td>'


RENDERINGS: dict[str, Callable[[Rendered], None]] = {
    "text": text,
    "markdown": markdown,
    "csv": comma_separated,
    "json": machine,
    "html": page,
}
"""The output formats of ``table`` by name."""
