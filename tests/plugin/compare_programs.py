"""Compares mypy's types with the values of running programs: ``python tests/plugin/compare_programs.py FILE...``.

At each `reveal_type`, mypy must infer the type of the value in the running program, including weak types.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path += [str(Path(__file__).resolve().parents[1] / folder) for folder in ("static", "shared")]

from whole_programs.comparison import compare_each


def main() -> int:
    """Print the faults and the counts. Return 1 if there is a fault."""
    comparison = compare_each([Path(name) for name in sys.argv[1:]])
    for fault in comparison.faults:
        print(fault)
    print(f"{comparison.checkpoints} checkpoints:", dict(comparison.counts), f"{len(comparison.faults)} faults")
    return int(bool(comparison.faults))


if __name__ == "__main__":
    sys.exit(main())
