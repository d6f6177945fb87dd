"""A NumPy number is an error where an array is declared, also if the plugin corrects the dtype of an operand."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest
from checkers import Mypy
from checkers.mypy import ini
from plain_jax import python
from suites import long

STUBS_OF_2_5 = tuple(map(int, np.__version__.split(".")[:2])) >= (2, 5)
"""Whether NumPy's stubs tell numbers from arrays in methods and with ``keepdims``, as they do from 2.5 on."""
NUMBERS = (
    "np.sum(both)",
    "np.sum(unknown * known)",
    "np.mean(unknown * known)",
    "np.std(both)",
    "np.max(unknown * known)",
    "np.linalg.norm(both)",
    "np.average(both)",
    "np.quantile(both, 0.5)",
    "np.vdot(both, both)",
    "np.trapezoid(both)",
    "np.interp(1.0, both, both)",
    "both.item()",
    *(("unknown.mean()", "(unknown**2).std()", "(unknown * known).sum()", "both.prod()") if STUBS_OF_2_5 else ()),
)
"""Calls whose result is a number, by NumPy and by its stubs."""
ACCEPTED = (
    "both",
    "unknown * known",
    "np.sum(both, axis=0)",
    "np.mean(both, axis=0)",
    "both.sum(axis=0)",
    "np.exp(both)",
    "np.sum(unknown)",
    "np.std(unknown @ unknown)",
    "np.asarray(np.sum(both))",
    "np.maximum(np.sum(both), known)",
    *(("np.sum(both, keepdims=True)",) if STUBS_OF_2_5 else ()),
)
"""Calls that mypy without the plugin accepts where an array is declared."""
PLACES = "return {}\n", "declared: np.ndarray = {}\n    return declared\n", "takes_array({})\n    return known\n"
HEAD = """\
import numpy as np
import numpy.typing as npt


def takes_array(x: np.ndarray | None) -> None: ...


"""
FUNCTION = """\
def f{n}(unknown: np.ndarray, known: npt.NDArray[np.float64]) -> np.ndarray:
    both = unknown * known
    {body}

"""


def program(expressions: tuple[str, ...]) -> str:
    """A function for each expression and place."""
    bodies = [place.format(expression) for expression in expressions for place in PLACES]
    return HEAD + "\n".join(FUNCTION.format(n=n, body=body) for n, body in enumerate(bodies))


def lines_of(text: str, expressions: tuple[str, ...]) -> dict[int, str]:
    """The lines of a program with the expressions in their places."""
    starts = {place.format(e).partition("\n")[0] for e in expressions for place in PLACES}
    return {n: line.strip() for n, line in enumerate(text.splitlines(), start=1) if line.strip() in starts}


def error_lines(text: str, folder: Path, *, with_package: bool) -> set[int]:
    """The lines of a program in which mypy reports an error."""
    (folder / "program.py").write_text(text)
    if with_package:
        (folder / "mypy.ini").write_text(ini())
    report = (Mypy() if with_package else Mypy(python=python())).check("program.py", folder=folder)
    return {line for (_, line), messages in report.lines.items() if messages.errors}


def test_numpy_returns_numbers() -> None:
    known = np.ones(1)
    names = {"np": np, "known": known, "unknown": known, "both": known * known}
    for expression in NUMBERS:
        assert isinstance(eval(expression, names), np.generic | float), expression


@pytest.mark.parametrize("with_package", [long(False), True], ids=["JAX alone", "plugin"])
def test_numbers_are_errors(with_package: bool, tmp_path: Path) -> None:
    text = program(NUMBERS)
    silent = lines_of(text, NUMBERS).keys() - error_lines(text, tmp_path, with_package=with_package)
    assert [lines_of(text, NUMBERS)[line] for line in sorted(silent)] == []


@pytest.mark.long
def test_the_message_is_that_of_jax_alone(tmp_path: Path) -> None:
    text = program(NUMBERS)
    (tmp_path / "program.py").write_text(text)
    alone = Mypy(python=python()).check("program.py", folder=tmp_path)
    (tmp_path / "mypy.ini").write_text(ini())
    ours = Mypy().check("program.py", folder=tmp_path)
    assert {place: line.errors for place, line in ours.lines.items()} == {
        place: line.errors for place, line in alone.lines.items()
    }


def test_other_results_are_no_errors(tmp_path: Path) -> None:
    text = program(ACCEPTED)
    assert error_lines(text, tmp_path, with_package=True) == set()


def test_the_dtype_stays_unknown_elsewhere(tmp_path: Path) -> None:
    text = program(("known",)) + "\n\ndef g(unknown: np.ndarray, known: npt.NDArray[np.float64]) -> None:\n"
    for expression in ("np.sum(unknown * known)", "np.maximum(np.sum(unknown * known), 0.0)", "unknown.mean()"):
        text += f"    reveal_type({expression})\n"
    (tmp_path / "program.py").write_text(text)
    (tmp_path / "mypy.ini").write_text(ini())
    output = Mypy().check("program.py", folder=tmp_path).output
    assert re.findall(r'Revealed type is "(.*)"', output) == ["Any"] * 3
