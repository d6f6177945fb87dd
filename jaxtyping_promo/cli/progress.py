"""Shows on a terminal that a command is at work: what it does, and for how long."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn


@contextmanager
def shown_progress(text: str) -> Iterator[None]:
    """Show a text and the elapsed time on the terminal while a block runs; nothing if the output is no terminal.

    Args:
        text: what the command does.
    """
    # The stream itself: the commands redirect `sys.stderr` while mypy reads its options.
    console = Console(file=sys.stderr, highlight=False, markup=False, emoji=False)
    if not console.is_terminal:
        yield
        return
    columns = SpinnerColumn(), TextColumn("{task.description}", markup=False), TimeElapsedColumn()
    with Progress(*columns, console=console, transient=True, redirect_stdout=False, redirect_stderr=False) as progress:
        progress.add_task(text, total=None)
        yield
