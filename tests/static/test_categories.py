"""Operators of arrays of a category or type variable: no checker infers a result that is wrong for some dtype."""

from __future__ import annotations

import functools
import itertools
import re
from collections.abc import Iterator

import pytest
from checkers import CHECKERS, FORKS, Line
from conformance.case import Case, variable
from conformance.measure import judged
from conformance.program import programs
from programs.operations import NUMPY_ARRAYS, NUMPY_SCALARS, Operation, claimed, code
from programs.truth import Truth, numpy_truth, truth

from jaxtyping_promo import get_system
from jaxtyping_promo.dtypes import CATEGORIES, DTYPES, WEAK_TYPES
from jaxtyping_promo.system import PYTHON_SCALARS

pytestmark = [pytest.mark.once, pytest.mark.slow]

CLASSES = {name: cls for name, cls in {**DTYPES, **WEAK_TYPES}.items() if name in get_system("jax").nodes}
VARIABLES = {name.capitalize(): name for name in CATEGORIES}
"""The category that bounds each type variable."""
DEFINITIONS = "from typing import TypeVar\n" + "".join(
    f"{v} = TypeVar('{v}', bound=jp.{category})\n" for v, category in VARIABLES.items()
)
OPERATORS = ("add", "sub", "truediv", "floordiv", "pow", "matmul", "lshift", "and")
OTHERS = (*CLASSES, *PYTHON_SCALARS, *NUMPY_ARRAYS, *NUMPY_SCALARS)
EACH = [
    pytest.param(name, marks=[pytest.mark.exhaustive] if name in FORKS else [])
    for name in CHECKERS
    if CHECKERS[name].executable()
]
STEP = 17
"""Without ``--exhaustive``, one in this number of cases is tested."""
ARRAY = re.compile(r"Array\[([^\[\]]+)\]")


@functools.cache
def facts() -> Truth:
    return truth(x64=False, strict=False) | numpy_truth(x64=False, strict=False)


def operations() -> Iterator[Operation]:
    """Every operator on a category or variable and any other operand, in both orders."""
    for op, open_operand in itertools.product(OPERATORS, (*CATEGORIES, *VARIABLES)):
        for other in (*OTHERS, *CATEGORIES, open_operand):
            yield Operation(op, (open_operand, other))
            yield Operation(op, (other, open_operand))


def values(operand: str) -> tuple[str, ...]:
    """The operands that may stand for one operand at run time."""
    if operand in ("float", "complex"):
        return PYTHON_SCALARS[1 : PYTHON_SCALARS.index(operand) + 1]
    category = CATEGORIES.get(VARIABLES.get(operand, operand))
    return (operand,) if category is None else tuple(n for n, cls in CLASSES.items() if issubclass(cls, category))


def possible(operation: Operation) -> Iterator[tuple[tuple[str, ...], str | None]]:
    """The possible dtypes of the operands, and JAX's results. Two operands of one variable share a dtype."""
    left, right = operation.operands
    pairs = itertools.product(values(left), values(right))
    for pair in pairs:
        if left != right or left not in VARIABLES or pair[0] == pair[1]:
            yield pair, facts()[Operation(operation.operator, pair)]


def is_false(operation: Operation, line: Line) -> bool:
    """Whether a checker's type for an operation leaves out JAX's result for a pair."""
    (text,) = line.revealed or ["Never"]
    revealed = [
        dtype.strip() for dtypes in ARRAY.findall(re.sub(r"@\w+|`-?\d+", "", text)) for dtype in dtypes.split("|")
    ]
    if text == "Never" or line.errors:
        return any(made is not None for _, made in possible(operation))
    if not revealed or {"Any", "Unknown"} & {*revealed}:
        return False
    for pair, made in possible(operation):
        meant = [pair[operation.operands.index(dtype)] if dtype in VARIABLES else dtype for dtype in revealed]
        if made is not None and not issubclass(
            CLASSES[made], tuple({**CATEGORIES, **CLASSES}[dtype] for dtype in meant)
        ):
            return True
    return False


@pytest.mark.parametrize("name", EACH)
def test_no_revealed_type_is_wrong(name, tmp_path, record_cases, request):
    asked = [operation for operation in operations() if not claimed(operation)]
    asked = asked[:: 1 if request.config.getoption("--exhaustive") else STEP]
    cases = {
        Case("", code(op, *(f"v_{n}" if n in VARIABLES else variable(n) for n in names)), None): Operation(op, names)
        for op, names in asked
    }
    verdicts = list(judged(CHECKERS[name](), programs(cases, DEFINITIONS), tmp_path))
    false = [f"{one.case.code}: {one.line}" for one in verdicts if is_false(cases[one.case], one.line)]
    known = sum("Any" not in str(one.line.revealed) for one in verdicts)
    record_cases(len(verdicts), len(false))
    assert false == []
    assert known >= 0.1 * len(verdicts)
