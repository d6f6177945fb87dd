"""Options and fixtures of all tests. The end of a run reports the number of compared cases.

Results are compared with every installed library. Large libraries are not in the group `test`.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from made_once import shared_folder, use_folder

LARGE = ("cupy", "flax", "tensorflow", "torch")
"""Libraries outside the dependency group `test`. A test that needs one is named after it."""

missing = [library for library in LARGE if find_spec(library) is None]
collect_ignore = [f"{folder}/test_{library}.py" for library in missing for folder in ("oracle", "plugin")]

CASES = "cases"
"""The properties of a test report with the number of cases and of mismatches."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option for slow tests."""
    parser.addoption("--exhaustive", action="store_true", help="try every dtype, and run the tests marked so")


def pytest_configure(config: pytest.Config) -> None:
    """Use the values that other processes of a parallel run have computed."""
    if hasattr(config, "workerinput"):
        use_folder(Path(config.workerinput["shared"]))


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Tell a process of a parallel run where it shares computed values."""
    node.workerinput["shared"] = str(shared_folder())


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect tests marked as exhaustive, except in exhaustive runs."""
    if not config.getoption("exhaustive"):
        left_out = [item for item in items if item.get_closest_marker("exhaustive")]
        items[:] = [item for item in items if item not in left_out]
        config.hook.pytest_deselected(items=left_out)


@pytest.fixture
def record_cases(record_property: Callable[[str, object], None]) -> Callable[[int, int], None]:
    """A function that records the number of cases that a test compared, and of mismatches among them."""

    def record(cases: int, mismatches: int) -> None:
        record_property(CASES, (cases, mismatches))

    return record


def pytest_report_header() -> list[str]:
    """List the libraries that this run can't test in the header."""
    return [f"not compared with, since not installed: {', '.join(missing)}"] if missing else []


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print the recorded counts of each test, and their sums."""
    reports = [r for outcome in ("passed", "failed", "xfailed") for r in terminalreporter.stats.get(outcome, [])]
    counted = {r.nodeid: dict(r.user_properties)[CASES] for r in reports if CASES in dict(r.user_properties)}
    if counted:
        terminalreporter.section("cases compared")
        sums = [sum(column) for column in zip(*counted.values(), strict=True)]
        for name, (cases, mismatches) in [*sorted(counted.items()), ("in all", sums)]:
            terminalreporter.line(f"{cases:8,} cases, {mismatches:,} mismatches: {name}")
