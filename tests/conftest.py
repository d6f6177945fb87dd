"""Options and fixtures of all tests. The end of a run reports the number of compared cases.

Results are compared with every installed library. Large libraries are not in the group `test`.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from made_once import shared_folder, use_folder
from suites import MARKS, SUITES

LARGE = ("cupy", "flax", "tensorflow", "torch")
"""Libraries outside the dependency group `test`. A test that needs one is named after it."""

missing = [library for library in LARGE if find_spec(library) is None]
collect_ignore = [f"{folder}/test_{library}.py" for library in missing for folder in ("oracle", "plugin")]

CASES = "cases"
"""The properties of a test report with the number of cases and of mismatches."""


# Hypothesis limits the time of an example, which a busy machine may exceed.
settings.register_profile("untimed", deadline=None, suppress_health_check=list(HealthCheck))
settings.load_profile("untimed")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options for tests outside the core suite."""
    parser.addoption("--slow", action="store_true", help="run the tests marked slow as well, as .ci/run does")
    parser.addoption("--exhaustive", action="store_true", help="run every test, and try every dtype")


def pytest_configure(config: pytest.Config) -> None:
    """Share computed values with the other processes of a parallel run, and print failures as they happen."""
    if hasattr(config, "workerinput"):
        use_folder(Path(config.workerinput["shared"]))
    else:
        config.pluginmanager.register(FailuresAtOnce(config))


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Tell a process of a parallel run where it shares computed values."""
    node.workerinput["shared"] = str(shared_folder())


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect the tests that the command does not ask for."""
    absent = {mark for mark, options in MARKS.items() if not any(map(config.getoption, options))}
    if is_selected(config):
        absent -= {"slow", "long"}
    left_out = [item for item in items if any(map(item.get_closest_marker, absent))]
    if left_out:
        items[:] = [item for item in items if not any(map(item.get_closest_marker, absent))]
        config.hook.pytest_deselected(items=left_out)


def is_selected(config: pytest.Config) -> bool:
    """Whether the command names files, or words of names, so that slow and long tests among them run as well."""
    files = [argument.partition("::")[0] for argument in config.args]
    return bool(config.getoption("keyword")) or any(map(os.path.isfile, files))


class FailuresAtOnce:
    """Prints the name of a failing test and the reason as soon as it fails, also in a parallel run.

    pytest itself prints them at the end of the run.
    """

    def __init__(self, config: pytest.Config) -> None:
        self._config = config

    @pytest.hookimpl(trylast=True)
    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Print a line for a test that failed."""
        terminal = self._config.pluginmanager.get_plugin("terminalreporter")
        if report.failed and terminal is not None:
            crash = getattr(report.longrepr, "reprcrash", None)
            reason = (str(crash.message) if crash else str(report.longrepr)).strip().partition("\n")[0]
            outcome = "FAILED" if report.when == "call" else "ERROR"
            terminal.write("\n")  # the method `ensure_newline` writes nothing after the dots of a parallel run
            terminal.currentfspath = None
            terminal.write_line(f"{outcome} {report.nodeid} - {reason}", red=True)


@pytest.fixture
def record_cases(record_property: Callable[[str, object], None]) -> Callable[[int, int], None]:
    """A function that records the number of cases that a test compared, and of mismatches among them."""

    def record(cases: int, mismatches: int) -> None:
        record_property(CASES, (cases, mismatches))

    return record


def pytest_report_header(config: pytest.Config) -> list[str]:
    """Say in the header which suite runs, and list the libraries that this run can't test."""
    chosen = [f"--{name}" for name in ("exhaustive", "slow") if config.getoption(name)]
    suite = chosen[0] if chosen else "core suite"
    sizes = {name: f"{name} ({', '.join(size)})" for name, size in SUITES.items()}
    if is_selected(config):
        this = "selected tests"
    elif config.args_source is not pytest.Config.ArgsSource.TESTPATHS:
        this = f"a part of {suite}"
    else:
        this = sizes.pop(suite)
    header = [f"this run: {this}; others: {', '.join(sizes.values())}"]
    return header + ([f"not compared with, since not installed: {', '.join(missing)}"] if missing else [])


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print the recorded counts of each test, and their sums."""
    reports = [r for outcome in ("passed", "failed", "xfailed") for r in terminalreporter.stats.get(outcome, [])]
    counted = {r.nodeid: dict(r.user_properties)[CASES] for r in reports if CASES in dict(r.user_properties)}
    if counted:
        terminalreporter.section("cases compared")
        sums = [sum(column) for column in zip(*counted.values(), strict=True)]
        for name, (cases, mismatches) in [*sorted(counted.items()), ("in all", sums)]:
            terminalreporter.line(f"{cases:8,} cases, {mismatches:,} mismatches: {name}")
