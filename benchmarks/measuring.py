"""Measures processes, and lets the sides of a comparison take turns."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable, Container, Hashable, Mapping
from pathlib import Path
from typing import NamedTuple, TypeVar

T = TypeVar("T")
Side = TypeVar("Side", bound=Hashable)


class Cost(NamedTuple):
    """The time and memory of a process."""

    cpu: float
    """Seconds of CPU time, including system time and child processes."""
    peak: float
    """The peak memory in MiB."""


def cost(command: list[str], *, cwd: Path, codes: Container[int] = (0,)) -> Cost:
    """Run a command that must succeed.

    Args:
        command: the command.
        cwd: the folder to run it in.
        codes: the exit codes that mean success.

    Raises:
        RuntimeError: the command fails, since the time of a failed command means nothing.
    """
    process = subprocess.Popen(
        command, cwd=cwd, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    assert process.stdout is not None
    with process.stdout as stream:
        output = stream.read()
    _, status, usage = os.wait4(process.pid, 0)  # `subprocess` has no resource usage of a single child
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in codes:
        raise RuntimeError(f"{' '.join(command)}: exit code {process.returncode}\n{output[-4000:]}")
    return Cost(usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)


def environment() -> dict[str, str]:
    """The environment variables, except variables that make Python or mypy find the package elsewhere."""
    return {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "MYPYPATH")}


def take_turns(sides: Mapping[Side, Callable[[], T]], rounds: int) -> dict[Side, list[T]]:
    """Call every side once per round, in alternating order, so that a drift of the machine affects all sides alike."""
    results: dict[Side, list[T]] = {name: [] for name in sides}
    order = list(sides)
    for _ in range(rounds):
        for name in order:
            results[name].append(sides[name]())
        order.reverse()
    return results
