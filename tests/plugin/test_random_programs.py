"""Random programs: mypy infers the dtype that JAX computes, for expressions with many operators.

``JAXTYPING_PROMO_PROGRAMS=20000 pytest tests/plugin/test_random_programs.py`` tries 20000 programs in each mode. Each
such run has other programs.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from checkers import Mypy
from checkers.mypy import ini
from hypothesis import HealthCheck, Phase, given, settings
from oracles import jax as oracle
from programs.expressions import OPERATORS, Expression, Operands, expressions
from programs.operations import HEADER, PLUGIN_REJECTS
from suites import sampled

from jaxtyping_promo.operators import UNARY

pytestmark = pytest.mark.once

ASKED_FOR = os.environ.get("JAXTYPING_PROMO_PROGRAMS")
PROGRAMS = int(ASKED_FOR or 250)
MODES = sampled(
    (
        pytest.param(x64, strict, id=f"{'x64' if x64 else 'x32'}-{'strict' if strict else 'standard'}")
        for x64, strict in oracle.MODES
    ),
    one_in=4,
    slow_one_in=4,
)


def generate(operands: Operands, wanted: int) -> dict[str, Expression]:
    """Distinct expressions as source code."""
    by_source: dict[str, Expression] = {}

    @settings(
        max_examples=wanted + wanted // 4,
        derandomize=not ASKED_FOR,
        phases=[Phase.generate],
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(expressions(operands))
    def collect(expression: Expression) -> None:
        by_source[expression.source] = expression

    collect()
    return dict(list(by_source.items())[:wanted])


def wrong(expressions: Mapping[str, Expression], parameters: str, folder: Path) -> list[str]:
    """The expressions for which mypy infers a wrong dtype."""
    lines = [*HEADER.splitlines(), f"def program({parameters}) -> None:"]
    first = len(lines) + 1
    lines += [f"    reveal_type({source})" for source in expressions]
    (folder / "program.py").write_text("\n".join([*lines, ""]))
    report = Mypy().check("program.py", folder=folder)
    mistaken = []
    for number, (source, expression) in enumerate(expressions.items(), start=first):
        line = report.line("program.py", number)
        if expression.dtype is None:
            right = bool(line.errors) and set(line.codes) <= set(PLUGIN_REJECTS)
        else:
            right = not line.errors and line.revealed == [f"Array[{expression.dtype}]"]
        if not right:
            mistaken.append(source)
    return mistaken


@pytest.mark.long
@pytest.mark.parametrize(("x64", "strict"), MODES)
def test_random_programs(x64, strict, tmp_path, record_cases):
    (tmp_path / "mypy.ini").write_text(ini(x64=x64, strict=strict))

    def programs(arrays: Mapping[str, Any]) -> tuple[dict[str, Expression], str]:
        # With x64 off, JAX makes no arrays of 64 bits.
        operands = Operands.make({name: array for name, array in arrays.items() if x64 or name not in oracle.WIDE})
        return generate(operands, PROGRAMS), operands.parameters()

    expressions, parameters = oracle.traced(programs, x64=x64, strict=strict)
    assert len(expressions) == PROGRAMS
    mistaken = wrong(expressions, parameters, tmp_path)
    record_cases(len(expressions), len(mistaken))
    if mistaken:  # find the smallest parts that are wrong
        parts = {part.source: part for source in mistaken for part in expressions[source].parts()}
        smallest = sorted(wrong(parts, parameters, tmp_path), key=lambda source: parts[source].size)
        raise AssertionError([f"{source}: {parts[source].dtype}" for source in smallest[:5]] or mistaken[:5])


@pytest.mark.parametrize(("x64", "strict"), MODES[:1])
def test_random_programs_are_large_and_of_all_kinds(x64, strict):
    """A test of the generator: sizes up to the limit, rejections, and every operand and operator."""

    def programs(arrays: Mapping[str, Any]) -> dict[str, Expression]:
        return generate(Operands.make(arrays), 500)

    expressions = oracle.traced(programs, x64=x64, strict=strict).values()
    sizes = [expression.size for expression in expressions]
    assert max(sizes) == 20 and sum(sizes) / len(sizes) > 5
    rejected = sum(expression.value is None for expression in expressions)
    assert len(expressions) / 10 < rejected < len(expressions) / 2
    assert {part.operator for expression in expressions for part in expression.parts()} == {*OPERATORS, *UNARY}
