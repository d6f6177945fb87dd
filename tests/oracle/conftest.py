"""Which libraries results are compared with: those of the group `test`, and the large ones that are installed."""

from __future__ import annotations

from importlib.util import find_spec

LARGE = ("cupy", "tensorflow", "torch")
"""Libraries that are not in the group `test`; the tests that need one have its name."""

missing = [library for library in LARGE if find_spec(library) is None]
collect_ignore = [f"test_{library}.py" for library in missing]


def pytest_report_header() -> list[str]:
    """Say what is not tested."""
    return [f"not installed, so not compared with: {', '.join(missing)}"] if missing else []
