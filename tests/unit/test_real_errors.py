"""The errors that the comparison of real packages counts."""

from __future__ import annotations

from benchmarks.real_errors import without_repeated_overloads

OVERLOADS = 'No overloads for "moveaxis" match the provided arguments'


def test_no_overloads_counts_where_no_other_error_stands() -> None:
    alone = ("a.py:1", "reportCallIssue", OVERLOADS)
    repeated = ("a.py:2", "reportCallIssue", OVERLOADS)
    argument = ("a.py:2", "reportArgumentType", 'Argument of type "Table" cannot be assigned')
    with_types = ("a.py:3", "reportCallIssue", f"{OVERLOADS}\n  Argument types: (Table)")
    same_line = ("a.py:4", "reportCallIssue", OVERLOADS)
    errors = [alone, repeated, argument, with_types, same_line, same_line]
    assert without_repeated_overloads(errors) == [alone, argument, with_types, same_line, same_line]
