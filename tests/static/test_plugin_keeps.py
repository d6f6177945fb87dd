"""mypy with the plugin infers every dtype that it infers with the stubs alone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import pytest
from checkers import Line, Mypy
from checkers.mypy import ini
from conformance import functions, operators, truths
from conformance.case import Case
from conformance.measure import judged
from conformance.program import VARIABLE, Program, programs
from made_once import value_made_once
from oracles.functions import functions_with_a_rule

from jaxtyping_promo.operators import BINARY

pytestmark = [pytest.mark.once, pytest.mark.slow]

STEP = 500
"""The test checks one in this number of operations with known dtypes, and one in this number of calls."""
FUNCTIONS = 20
"""The test calls one in this number of functions, because JAX computes every call before some are chosen."""
ANY_ARRAY = "a_unknown"
"""An array of unknown dtype: ``a_unknown > 0`` is still an array of bools."""
SCALARS = ("p_bool", "p_int", "p_float", "p_complex", "n_float32", "n_int64", "t_float32", "a_int8", "a_weak_int")


class Answers(NamedTuple):
    """mypy's answers for a case with and without the plugin, and their comparison."""

    case: Case
    verdict: str
    line: Line
    verdict_of_stubs: str
    line_of_stubs: Line


def answers(every: list[Program]) -> Iterator[Answers]:
    """mypy's answers for each case of some programs."""
    asked = []
    for configuration in (ini(), None):
        with TemporaryDirectory() as folder:
            if configuration is not None:
                (Path(folder) / "mypy.ini").write_text(configuration)
            verdicts = judged(Mypy(), every, Path(folder))
            asked.append({(one.case.code, one.case.group): one for one in verdicts})
    with_plugin, without = asked
    for key in with_plugin.keys() & without.keys():
        mine, stubs = with_plugin[key], without[key]
        yield Answers(mine.case, mine.verdict, mine.line, stubs.verdict, stubs.line)


@value_made_once
def calls_of_functions() -> list[Case]:
    return list(functions.cases(functions_with_a_rule()[::FUNCTIONS]))


@value_made_once
def of_unknown_arrays() -> list[Answers]:
    """The answers for every operator and function after one array has been replaced by an array of unknown dtype."""
    cases: dict[str, Case] = {}
    for case in calls_of_functions()[:: 20 // FUNCTIONS]:
        code = VARIABLE.sub(lambda m: ANY_ARRAY if m[0].startswith("a_") else m[0], case.code)
        if ANY_ARRAY in code:
            cases[code] = case._replace(code=code)
    for symbol in BINARY.values():
        for other in (*SCALARS, ANY_ARRAY):
            for left, right in ((ANY_ARRAY, other), (other, ANY_ARRAY)):
                code = f"divmod({left}, {right})" if symbol.isalpha() else f"{left} {symbol} {right}"
                cases[code] = Case("operators", code, None)
    for code in ("-{}", "+{}", "~{}", "abs({})", "round({})", "{}.real", "{}.imag", "{}.T", "{}.at[0].set(1)", "{}[0]"):
        cases[code] = Case("operators", code.format(ANY_ARRAY), None)
    every = programs(cases.values())
    return list(answers([p._replace(text=p.text.replace("Array[jp.unknown]", "Array[Any]")) for p in every]))


@value_made_once
def some_cases() -> list[Case]:
    return [*list(operators.cases())[::STEP], *calls_of_functions()[:: STEP // FUNCTIONS]]


def unknown_parts(line: Line) -> int:
    """The number of unknown parts of an answer."""
    return len(re.findall(r"\bAny\b", " ".join(line.revealed)))


@pytest.mark.parametrize("which", ["written by hand", pytest.param("operators and functions", marks=pytest.mark.long)])
def test_dtypes_that_the_stubs_know_are_known(which: str) -> None:
    every = list(truths.programs() if which == "written by hand" else programs(some_cases()))
    compared = list(answers(every))
    assert len(compared) > 150
    assert [one for one in compared if one.verdict_of_stubs == "right" and one.verdict != "right"] == []


def test_results_that_the_stubs_know_for_unknown_arrays_are_known() -> None:
    compared = of_unknown_arrays()
    assert len(compared) > 400
    lost = [
        f"{one.case.code}: {one.line.revealed}, without the plugin {one.line_of_stubs.revealed}"
        for one in compared
        if "Array[" in "".join(one.line_of_stubs.revealed)
        and unknown_parts(one.line) > unknown_parts(one.line_of_stubs)
        and not one.line_of_stubs.errors
    ]
    assert lost == []


def test_comparisons_of_unknown_arrays_are_bools() -> None:
    compared = {one.case.code: one for one in of_unknown_arrays() if " < " in one.case.code}
    assert compared[f"{ANY_ARRAY} < p_int"].line.revealed == ["Array[bool_]"]
    assert compared[f"{ANY_ARRAY} < {ANY_ARRAY}"].line.revealed == ["Array[bool_]"]
    assert compared[f"a_int8 < {ANY_ARRAY}"].line.revealed == ["Array[bool_]"]
