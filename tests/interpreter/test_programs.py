"""What the interpreter knows in whole programs is what their run has, on every Python and JAX.

`test_whole_programs` has all programs of the plugin's tests, on the newest Python alone.
"""

from __future__ import annotations

from pathlib import Path

from truth import Truth, compare_each

HERE = Path(__file__).parent
PROGRAMS = sorted((HERE.parent / "plugin" / "programs").glob("*.py"))
HARD = sorted((HERE / "programs").glob("*.py"))
"""Programs in which the order of effects, or the lookup of a name, decides a dtype."""


def total(programs: list[Path]) -> Truth:
    """The sum of the comparisons."""
    result = Truth()
    for one in compare_each(programs).values():
        result += one
    return result


def test_hard_programs_have_no_wrong_value() -> None:
    result = total(HARD)
    assert not result.wrong
    assert result.counts["known"] >= 130


def test_a_sample_of_programs_has_no_wrong_value() -> None:
    result = total([each for each in PROGRAMS[::12] if "jax.config" not in each.read_text()])
    assert not result.wrong
    assert result.counts["known"] > 3 * result.counts["unknown"]
