"""Runs mypy with workers, or its daemon, on a machine of any load.

mypy gives a worker 3 seconds to start and the daemon 5, which a busy machine may exceed. A run that failed for that
reason is repeated, so that no test depends on time.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

BIN = Path(sys.executable).parent
LIMITS_EXCEEDED = (
    "Failed to establish connection with worker",
    "Cannot connect to build worker",
    "disconnected before sending data",
    "Timed out waiting for daemon to start",
)
"""What mypy prints if one of its own processes took longer than mypy allows."""
ATTEMPTS = 20


def run_mypy(
    command: Sequence[str | Path], folder: Path, environment: Mapping[str, str] = {}
) -> subprocess.CompletedProcess[str]:
    """Run mypy or its daemon, again if a process of mypy took longer to start than mypy allows.

    Args:
        command: the command with its arguments. A program without a folder is that of this Python environment.
        folder: the folder in which it runs.
        environment: variables to add to the environment.
    """
    program, *arguments = command
    executable = BIN / program if Path(program).name == str(program) else program
    for _ in range(ATTEMPTS):
        done = subprocess.run(
            [executable, *arguments], cwd=folder, capture_output=True, text=True, env={**os.environ, **environment}
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
    subprocess.run([BIN / "dmypy", *options, "kill"], cwd=folder, capture_output=True)
