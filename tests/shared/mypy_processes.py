"""Runs mypy with workers, or its daemon, on a machine of any load.

mypy gives a worker 3 seconds to start and the daemon 5, which a busy machine exceeds. So its clock is slowed down, and
a run that failed for that reason nevertheless is repeated. No test depends on time.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

ENTRIES = {"mypy": "mypy.__main__", "dmypy": "mypy.dmypy.client"}
"""The module of each command, whose function `console_entry` runs it."""
PROGRAM = """\
import sys, time
begin, clock = time.time(), time.time
time.time = lambda: begin + (clock() - begin) / 200
sys.argv[0] = {name!r}
from {module} import console_entry
sys.exit(console_entry())
"""
"""A command of mypy whose clock is slower, so that 3 seconds are 10 minutes."""
LIMITS_EXCEEDED = (
    "Failed to establish connection with worker",
    "Cannot connect to build worker",
    "disconnected before sending data",
    "Timed out waiting for daemon to start",
)
"""What mypy prints if one of its own processes took longer than mypy allows."""
ATTEMPTS = 5


def run_mypy(
    command: Sequence[str | Path], folder: Path, environment: Mapping[str, str] = {}
) -> subprocess.CompletedProcess[str]:
    """Run mypy or its daemon with a slower clock, and again if a process of mypy took longer than mypy allows.

    Args:
        command: ``mypy`` or ``dmypy`` and the arguments, or another program by its path.
        folder: the folder in which it runs.
        environment: variables to add to the environment.
    """
    name, *arguments = command
    start = [sys.executable, "-P", "-c", PROGRAM.format(name=name, module=ENTRIES[name])] if name in ENTRIES else [name]
    for _ in range(ATTEMPTS):
        done = subprocess.run(
            [*start, *arguments], cwd=folder, capture_output=True, text=True, env={**os.environ, **environment}
        )
        if not any(text in done.stdout + done.stderr for text in LIMITS_EXCEEDED):
            break
    return done


def end_daemon(folder: Path, *options: str) -> None:
    """End mypy's daemon of a folder, if one runs; `dmypy stop` would give up after 5 seconds.

    Args:
        folder: the folder in which the daemon was started.
        options: options of the command, such as ``--status-file``.
    """
    run_mypy(["dmypy", *options, "kill"], folder)
