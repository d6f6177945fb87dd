"""The stubs of other systems and modes agree with the libraries for every pair, in pyright and mypy without the plugin.

Two operators stand for all. ``--exhaustive`` tests all except `divmod`, whose dtype is unknown in the stubs.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from checkers import Checker, Mypy, Pyright
from programs.configurations import stubs_of_jax
from programs.operations import Operation, claimed, mismatch, program
from programs.systems import INSTALLED, OPERATORS, library_truth
from programs.truth import truth

from jaxtyping_promo import get_system
from jaxtyping_promo.operators import BINARY, PAIR_RESULT
from jaxtyping_promo.stubgen import write

pytestmark = [
    pytest.mark.filterwarnings("ignore:ComplexHalf support is experimental"),
    pytest.mark.once,
    pytest.mark.slow,
]
REJECTIONS = ("operator", "arg-type", "call-overload", "reportOperatorIssue")
CHECKERS = {
    "mypy": (Mypy, "mypy.ini", "[mypy]\nmypy_path = $MYPY_CONFIG_FILE_DIR/typings\n"),
    "pyright": (Pyright, "pyrightconfig.json", "{}"),
}
KEPT = {"dask": "pyright", "numpy": "pyright", "x64": "mypy"}
"""The checker that ``--slow`` asks about a system or a mode. The tests of the others are long."""


@pytest.fixture
def operators(pytestconfig: pytest.Config) -> tuple[str, ...]:
    return tuple(op for op in BINARY if op not in PAIR_RESULT) if pytestconfig.getoption("exhaustive") else OPERATORS


def checker_mismatches(checker: str, true: dict[Operation, str | None], folder: Path) -> list[str]:
    kind, name, text = CHECKERS[checker]
    (folder / name).write_text(text)
    places = {}
    for operator in dict.fromkeys(op.operator for op in true):  # one file with all systems is too long for pyright
        name = f"accepted_{operator}.py"
        accepted, where = program(op for op, dtype in true.items() if dtype and op.operator == operator)
        (folder / name).write_text(accepted)
        places |= {(name, number): operation for number, operation in where.items()}
        # A rejected expression may be `Never`, after which checkers reveal nothing. So each has its own function.
        name = f"rejected_{operator}.py"
        lines: list[str] = []
        for op in (op for op, dtype in true.items() if not dtype and op.operator == operator):
            text, one = program([op])
            header, _, body = text.partition("def program(")
            lines = lines or header.splitlines()
            for number, operation in one.items():
                places[name, len(lines) + number - len(header.splitlines())] = operation
            lines += f"def program{len(lines)}({body}".splitlines()
        (folder / name).write_text("\n".join([*lines, ""]))
    instance: Checker = kind()
    report = instance.check(*dict.fromkeys(file for file, _ in places), folder=folder)
    mismatches = (mismatch(op, report.line(*place), true[op], REJECTIONS) for place, op in places.items())
    return [text for text in mismatches if text]


@pytest.mark.parametrize(
    ("system", "checker"),
    [
        pytest.param(system, checker, marks=[] if checker == KEPT.get(system) else [pytest.mark.long])
        for system in INSTALLED
        for checker in CHECKERS
    ],
)
def test_every_pair_as_the_library(system, checker, operators, tmp_path, record_cases):
    write(get_system(system), tmp_path / "typings")
    true = {op: dtype for op, dtype in library_truth(system, operators).items() if not claimed(op)}
    wrong = checker_mismatches(checker, true, tmp_path)
    record_cases(len(true), len(wrong))
    assert wrong == []


@pytest.mark.parametrize(
    ("x64", "strict", "checker"),
    [
        pytest.param(
            *(mode == "x64", mode == "strict", checker),
            id=f"{mode}-{checker}",
            marks=[] if checker == KEPT.get(mode) else [pytest.mark.long],
        )
        for mode in ("x64", "strict")
        for checker in CHECKERS
    ],
)
def test_every_pair_as_jax(x64, strict, checker, operators, tmp_path, record_cases):
    (tmp_path / "typings").symlink_to(stubs_of_jax(x64=x64, strict=strict))
    facts = truth(x64=x64, strict=strict).items()
    true = {op: dtype for op, dtype in facts if op.operator in operators and len(op.operands) == 2 and not claimed(op)}
    wrong = checker_mismatches(checker, true, tmp_path)
    record_cases(len(true), len(wrong))
    assert wrong == []
