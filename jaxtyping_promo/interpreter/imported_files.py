"""What a program imports besides its own files: unchecked files of the user, and missing packages.

The output of ``check`` names both, so that "0 notes" does not hide them.
"""

from __future__ import annotations

import ast
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from .imports import is_namespace, modules_named
from .libraries.modelled_modules import MODELLED_PACKAGES
from .program_files import is_installed
from .report import Finding, findings

if TYPE_CHECKING:
    from .run import Run


def findings_elsewhere(
    run: Run, is_shown: Callable[[str], bool], severity: Callable[..., str], told: Sequence[Finding]
) -> dict[str, int]:
    """The number of findings in each imported file that is not shown and belongs to no installed package.

    Args:
        run: the run.
        is_shown: whether the findings of a file are shown.
        severity: the severity of a code in a file; see `report.findings`.
        told: the findings that are shown. What they tell at a call is left out.
    """
    origins = {finding.origin.place for finding in told if finding.origin is not None}

    def is_of_user(path: str) -> bool:
        return not is_shown(path) and not is_installed(path)

    found = findings(run, is_of_user, severity)
    return dict(Counter(one.place.path for one in found if one.origin is None or one.origin.place not in origins))


def missing_packages(run: Run, paths: Sequence[str]) -> list[str]:
    """The packages that some files import, and that are not found: what comes from them is unknown."""
    trees = (run.models["source", path].tree for path in paths if ("source", path) in run.models)
    names = {name.partition(".")[0] for tree in trees for node in ast.walk(tree) for name in modules_named(node)}
    return sorted(name for name in names if is_missing(run, name))


def is_missing(run: Run, name: str) -> bool:
    """Whether a top-level package is not found, and has no model."""
    if name in MODELLED_PACKAGES or name in sys.stdlib_module_names:
        return False
    return run.finder.find(name) is None and not is_namespace(run, name)
