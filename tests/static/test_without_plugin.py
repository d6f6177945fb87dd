"""With the stubs alone, mypy and pyright infer the dtypes that JAX computes in its default configuration."""

from __future__ import annotations

import functools
from pathlib import Path

import pytest
from checkers import Checker, Line, Mypy, Pyright
from oracles import jax as oracle
from programs.operations import (
    NUMPY_DTYPES,
    UNKNOWN,
    Operation,
    binary,
    claimed,
    mismatch,
    program,
    unary,
)
from programs.truth import Truth, numpy_truth, truth

from jaxtyping_promo import get_system
from jaxtyping_promo.system import PYTHON_SCALARS

pytestmark = [pytest.mark.once, pytest.mark.slow]

CHECKERS = [pytest.param(checker, id=checker.name) for checker in (Mypy, Pyright)]
OPERATORS = ("add", "truediv", "and", "lt", "eq")
NUMPY_OPERATORS = ("add", "and")
STEP = 5
"""Without ``--exhaustive``, the tests of pairs ask about one in so many operations."""
UNKNOWN_TYPES = (["Array[Any]"], ["Any"])
"""The revealed types of an unknown result. mypy reveals the latter if several overloads may match."""
REJECTIONS = ("operator", "arg-type", "call-overload", "reportOperatorIssue")
"""mypy's codes and pyright's rule for an operator that rejects its operands."""


def left_open(operation: Operation) -> bool:
    """Whether the stubs leave an operation unknown: they have no rows for a weak array with a NumPy operand."""
    return any(n.startswith("weak_") for n in operation.operands) and any(" " in n for n in operation.operands)


def ask(checker: type[Checker], operations: list[Operation], folder: Path) -> dict[Operation, Line]:
    text, where = program(operations)
    (folder / "program.py").write_text(text)
    report = checker().check("program.py", folder=folder)
    answers = {operation: report.line("program.py", number) for number, operation in where.items()}
    assert set(report.lines) == {("program.py", number) for number in where}, "each line has an answer, and no other"
    return answers


@functools.cache
def true() -> Truth:
    dtypes = truth(x64=False, strict=False)
    return {operation: dtype for operation, dtype in dtypes.items() if operation.operator in OPERATORS}


@functools.cache
def numpy_true() -> Truth:
    dtypes = numpy_truth(x64=False, strict=False)
    return {operation: dtype for operation, dtype in dtypes.items() if operation.operator in NUMPY_OPERATORS}


@pytest.mark.parametrize("checker", CHECKERS)
@pytest.mark.parametrize("ask_jax", [true, numpy_true], ids=["arrays and Python scalars", "NumPy operands"])
def test_every_pair(checker, ask_jax, tmp_path, record_cases, request):
    facts = {operation: dtype for operation, dtype in ask_jax().items() if not claimed(operation)}
    facts = dict([*facts.items()][:: 1 if request.config.getoption("exhaustive") else STEP])
    answers = ask(checker, list(facts), tmp_path)
    unknown = {operation for operation, line in answers.items() if line.revealed in UNKNOWN_TYPES and not line.errors}
    assert [str(operation) for operation in unknown if not left_open(operation)] == []
    known = facts.keys() - unknown
    wrong = [text for o in known if (text := mismatch(o, answers[o], facts[o], REJECTIONS))]
    record_cases(len(known), len(wrong))
    assert wrong == []


@pytest.mark.parametrize("checker", CHECKERS)
def test_other_stubs_do_not_make_arrays_of_ours(checker, tmp_path):
    facts = {operation: dtype for operation, dtype in {**true(), **numpy_true()}.items() if claimed(operation)}
    answers = ask(checker, list(facts), tmp_path)
    assert [str(operation) for operation, line in answers.items() if "Array[" in "".join(line.revealed)] == []


@pytest.mark.parametrize("checker", CHECKERS)
def test_every_unary_operator(checker, tmp_path, record_cases):
    dtypes = truth(x64=False, strict=False)
    facts = {operation: dtype for operation, dtype in dtypes.items() if len(operation.operands) == 1}
    answers = ask(checker, list(facts), tmp_path)
    rejections = (*REJECTIONS, "arg-type", "call-overload", "reportArgumentType", "reportCallIssue", "misc")
    wrong = [text for o, dtype in facts.items() if (text := mismatch(o, answers[o], dtype, rejections))]
    record_cases(len(facts), len(wrong))
    assert wrong == []


@pytest.mark.parametrize("checker", CHECKERS)
def test_the_unknown_stays_unknown(checker, tmp_path, record_cases):
    arrays = [name for name in get_system("jax").nodes if name.startswith("weak") or oracle.has(name)]
    array, ndarray = UNKNOWN
    others = [*PYTHON_SCALARS, *(f"{kind} {name}" for kind in ("ndarray", "scalar") for name in NUMPY_DTYPES)]
    operators = ("add", "truediv", "and")
    operations = [o for o in binary([array], [*arrays, *others], operators) if not claimed(o)]
    operations += [o for o in binary(arrays, [ndarray], operators) if o.operands[0] in arrays and ndarray in o.operands]
    operations += unary([array])
    answers = ask(checker, operations, tmp_path)
    told = [str(o) for o, line in answers.items() if line.revealed not in UNKNOWN_TYPES or line.errors]
    record_cases(len(operations), len(told))
    assert told == []
