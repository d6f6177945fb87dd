"""The files of `valid/`: code that runs, in which no checker may report an error."""

from __future__ import annotations

import runpy
import shutil
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from checkers import CHECKERS, Mypy
from checkers.mypy import ini
from made_once import value_made_once
from suites import sampled

pytestmark = pytest.mark.once

FILES = sorted((Path(__file__).parent / "valid").glob("*.py"))


FAULTS = {
    ("mypy", "functions_together"): "two functions become one of unknown type, which mypy would not have called",
    ("mypy", "dtypes_of_a_module"): "a name outside of functions is the first class that it is assigned",
    ("mypy", "unpacked"): "the items of an array are arrays, and so is what they are unpacked into at first",
    ("mypy with the plugin", "reflected_by_name"): "mypy would find an operator of a union there, and ask no hook",
    (
        "mypy",
        "three_functions",
    ): "functions with overloads become one of unknown type, which mypy would not have called",
    **dict.fromkeys(
        ((name, "dtype_parameters") for name in ("pyright", "basedpyright")),
        "a parameter without an annotation is of the type of its default, as with NumPy's dtypes",
    ),
    **dict.fromkeys(
        ((name, "numbers_of_another_union") for name in ("pyrefly", "ty")),
        "a protocol is not taken for what its bases are: what an `ArrayLike` has for `np.number`",
    ),
    **dict.fromkeys(
        ((name, "narrowed_by_numpy") for name in ("pyright", "basedpyright", "pyrefly", "ty")),
        "a protocol that a number of NumPy's fits, and that is one by its bases, is left behind by `isinstance`",
    ),
    **dict.fromkeys(
        ((name, "containers") for name in CHECKERS),
        "a list or dict is one of the dtype of its first items, and takes no other",
    ),
    **dict.fromkeys(
        ((name, "matrix_product") for name in CHECKERS),
        "an operand that may be a scalar is refused as one: were it taken, so would be `x @ 2.0`, which JAX refuses",
    ),
    **dict.fromkeys(
        ((name, "held_by_a_class") for name in ("mypy", "pyright", "basedpyright", "zuban")),
        "a class with parameters of its own for a function's holds those of the first overload alone",
    ),
}
"""For each checker, the files in which it reports a false error, with the reason."""

CORE = ("mypy with the plugin", "pyrefly", "ty", "zuban")
"""The checkers that the core suite asks."""
NAMES = [
    pytest.param(name, marks=[] if name in CORE else [pytest.mark.slow if name == "pyright" else pytest.mark.long])
    for name in ("mypy with the plugin", *CHECKERS)
    if name not in CHECKERS or CHECKERS[name].executable()
]


@pytest.mark.parametrize("file", sampled(FILES, one_in=4), ids=lambda file: file.stem)
def test_it_runs(file: Path) -> None:
    runpy.run_path(str(file))


@pytest.mark.parametrize("name", NAMES)
def test_no_checker_has_an_error(name: str, tmp_path: Path) -> None:
    errors, output = _errors(name, [file for file in FILES if (name, file.stem) not in FAULTS], tmp_path)
    assert errors == {}, output


@value_made_once
def with_faults(name: str) -> set[str]:
    """The files in which a checker reports a known false error."""
    with TemporaryDirectory() as folder:
        errors, _ = _errors(name, [file for file in FILES if (name, file.stem) in FAULTS], Path(folder))
    return {Path(file).stem for file, _ in errors}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "stem"),
    [pytest.param(*at, marks=pytest.mark.xfail(strict=True, reason=why)) for at, why in FAULTS.items()],
)
def test_where_a_checker_has_an_error(name: str, stem: str) -> None:
    assert stem not in with_faults(name)


def _errors(name: str, files: list[Path], folder: Path) -> tuple[dict[tuple[str, int], object], str]:
    for file in files:
        shutil.copy(file, folder)
    if name not in CHECKERS:
        (folder / "mypy.ini").write_text(ini())
    report = CHECKERS.get(name, Mypy)().check(*(file.name for file in files), folder=folder)
    return {place: line.errors for place, line in report.lines.items() if line.errors}, report.output
