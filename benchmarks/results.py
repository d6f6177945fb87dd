"""The results of comparisons, and their table."""

from __future__ import annotations

import os
import platform
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from statistics import median
from typing import Any, Literal, NamedTuple

import jaxtyping_promo


class Goal(NamedTuple):
    """The limit of a figure: of the ratio, of our side, or of the difference between the sides."""

    figure: Literal["ratio", "ours", "difference"]
    most: float


@dataclass(frozen=True)
class Result:
    """One comparison.

    Attributes:
        name: the measured quantity.
        unit: the unit of both sides.
        other: the name of the other side.
        ours_samples, other_samples: one figure for each round.
        goal: the limit, if there is one.
    """

    name: str
    unit: str
    other: str
    ours_samples: list[float]
    other_samples: list[float]
    goal: Goal | None = None

    @property
    def ours(self) -> float:
        """The median of our side."""
        return median(self.ours_samples)

    @property
    def theirs(self) -> float:
        """The median of the other side."""
        return median(self.other_samples)

    @property
    def ratios(self) -> list[float]:
        """The ratio of our side to the other, for each round."""
        return [a / b for a, b in zip(self.ours_samples, self.other_samples, strict=True)]

    @property
    def figure(self) -> float | None:
        """The figure that the goal limits."""
        if self.goal is None:
            return None
        figures = {"ratio": median(self.ratios), "ours": self.ours, "difference": self.ours - self.theirs}
        return figures[self.goal.figure]

    @property
    def met(self) -> bool | None:
        """Whether the goal was met; None without a goal."""
        return None if self.goal is None or self.figure is None else self.figure <= self.goal.most

    def as_dict(self) -> dict[str, Any]:
        """The result for JSON output."""
        return {
            "name": self.name,
            "unit": self.unit,
            "other": self.other,
            "ours": self.ours_samples,
            "theirs": self.other_samples,
            "ratio": median(self.ratios),
            "goal": self.goal and self.goal._asdict(),
            "met": self.met,
        }

    def row(self) -> tuple[str, ...]:
        """The cells of the table's row."""
        ratios = self.ratios
        spread = f" ({min(ratios):.2f} to {max(ratios):.2f})" if len(ratios) > 1 else ""
        goal = met = ""
        if self.goal is not None:
            what = {"ratio": "", "ours": f" {self.unit}", "difference": f" {self.unit} more"}[self.goal.figure]
            goal, met = f"{self.goal.most:g}{what}", "yes" if self.met else "**no**"
        sides = f"{_rounded(self.ours)} {self.unit}", f"{_rounded(self.theirs)} {self.unit} ({self.other})"
        return self.name, *sides, f"{median(ratios):.2f}{spread}", goal, met


HEADER = ("what", "this package", "compared with", "ratio (lowest to highest)", "at most", "met")
HEADLINES = (
    "`import jaxtyping_promo`",
    "`isinstance(x, Array)`, a device array",
    "`promote_types` on two dtype classes",
    "mypy, cold cache, `import jax.numpy`: time",
    "mypy, cold cache, 16,000 operators: time",
    "mypy, cold cache, 16,000 operators: peak memory",
    "mypy, each further call of a function: time",
    "mypy, cold cache, the whole of optax: time",
    "mypy, nothing changed, the whole of optax: time",
    "pyright, 16,000 operators: time",
    "pyright, the whole of optax: time",
)
"""The results that the summary shows."""


Row = tuple[str, ...]


def followed(results: Iterable[Result]) -> Iterator[Result]:
    """The same results. Each is printed to stderr as soon as it is measured, since a run takes many minutes."""
    for result in results:
        print(" | ".join(result.row()), file=sys.stderr)
        yield result


def table(results: Iterable[Result]) -> str:
    """A Markdown table of results, aligned for readers of its source."""
    return markdown(result.row() for result in results)


def summary(rows: Sequence[Row]) -> str:
    """Markdown that counts the goals that are met, and has the rows of `HEADLINES` and of missed goals."""
    goals = [row for row in rows if row[5]]
    missed = [row for row in goals if row[5] != "yes"]
    shown = [row for row in rows if row in missed or row[0] in HEADLINES]
    return f"{len(goals) - len(missed)} of {len(goals)} goals are met.\n\n{markdown(shown)}"


def markdown(body: Iterable[Row]) -> str:
    """The Markdown table of some rows."""
    rows = [HEADER, *body]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ["| " + " | ".join(map(str.ljust, row, widths)) + " |" for row in rows]
    lines.insert(1, "| " + " | ".join("-" * width for width in widths) + " |")
    return "\n".join(lines)


def setting() -> dict[str, str]:
    """The versions and the kind of machine, on which the figures depend."""
    versions = {name: version(name) for name in ("mypy", "jax", "numpy")}
    return {
        "jaxtyping-promo": jaxtyping_promo.__version__,
        "Python": platform.python_version(),
        **versions,
        "machine": f"{os.cpu_count()} cores, {platform.machine()}, {platform.system()}",
    }


def _rounded(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"
