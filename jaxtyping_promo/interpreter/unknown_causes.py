"""Groups the causes of unknown dtypes, so that the summary of ``check`` says why so few dtypes are known."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from .imported_files import is_missing
from .program_files import is_installed

if TYPE_CHECKING:
    from .report import ExpressionValue
    from .run import Run

INPUT: Final = re.compile(
    r"the parameter '.+' of .+ declares no type"
    r"|the declaration of '.+' does not say what it holds"
    r"|the annotation of '.+' can't be read"
    r"|'.+' is declared as (an array without a dtype|\w+, which is several dtypes)"
    r"|an argument of .+, which is never called"
    r"|a parameter of a test"
)
"""Causes that are inputs of a function whose dtype no call, annotation or assumption states."""
LIBRARY: Final = re.compile(
    r"(?:an argument of a call by unknown code: )*([A-Za-z_][\w.]*?)"
    r"(?: has no model| has no name '\w+' that is known| is called with it)"
)
"""Causes that are functions of a library. The group is the name of the function or of its module."""
PLACE: Final = re.compile(r" \([^()]*:\d+\)$")
"""The place at the end of a cause."""


class UnknownCauses(NamedTuple):
    """The numbers of array expressions of unknown dtype, by the group of their cause.

    Attributes:
        inputs: by inputs whose dtype no call, annotation or assumption states.
        missing: by each package that is imported and not installed.
        libraries: by functions of each installed library that have no model.
        others: by other causes.
    """

    inputs: int
    missing: Counter[str]
    libraries: Counter[str]
    others: int

    def as_json(self) -> dict[str, Any]:
        """The groups with at least one expression; packages with the most expressions come first."""
        found: dict[str, Any] = {
            "inputs": self.inputs,
            "missing": dict(self.missing.most_common()),
            "libraries": dict(self.libraries.most_common()),
            "others": self.others,
        }
        return {name: value for name, value in found.items() if value}


def unknown_causes(run: Run, arrays: Iterable[ExpressionValue]) -> UnknownCauses:
    """Group the causes of the expressions whose dtype is unknown.

    Args:
        run: the run.
        arrays: the array expressions that are shown.
    """
    inputs = others = 0
    missing: Counter[str] = Counter()
    libraries: Counter[str] = Counter()
    for value in arrays:
        cause = PLACE.sub("", value.cause)
        if not cause:
            continue
        call = LIBRARY.fullmatch(cause)
        package = call[1].partition(".")[0] if call is not None else ""
        if INPUT.fullmatch(cause):
            inputs += 1
        elif package and is_missing(run, package):
            missing[package] += 1
        elif package and not _is_of_program(run, package):
            libraries[package] += 1
        else:
            others += 1
    return UnknownCauses(inputs, missing, libraries, others)


def _is_of_program(run: Run, package: str) -> bool:
    """Whether a top-level module is the user's own."""
    found = run.finder.find(package)
    return found is not None and not is_installed(found[0])


__all__ = ["UnknownCauses", "unknown_causes"]
