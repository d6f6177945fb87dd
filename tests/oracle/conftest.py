"""Which libraries results are compared with: all that are installed. The large ones are dependency groups."""

from __future__ import annotations

from importlib.util import find_spec

LARGE = {"torch": "test_torch.py"}
"""Library, also the name of its dependency group, to the tests that need it."""

missing = [library for library in LARGE if find_spec(library) is None]
collect_ignore = [LARGE[library] for library in missing]


def pytest_report_header() -> list[str]:
    """Say what is not tested."""
    return [f"not tested, since not installed: {library} (pip install --group {library})" for library in missing]
