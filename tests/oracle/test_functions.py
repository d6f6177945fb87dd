"""The rules of JAX's functions and methods agree with JAX: dtypes, pairs, weak types, scalars, x64 on and off.

The core suite tries some functions and some dtypes of each kind, and ``--slow`` tries more functions. ``--exhaustive``
tries all functions, all dtypes, and each optional parameter.
"""

from __future__ import annotations

import re

import jax
import pytest
from oracles.calls import FIXED
from oracles.functions import PARTNERS, THIN, Calls, Case, call_texts, functions_with_a_rule, operands_joined
from suites import sampled

from jaxtyping_promo.rules.parser import parse
from jaxtyping_promo.rules.tables import rule, rules, system_name

JAX = jax.__version_info__[:2]
BOTH = pytest.mark.parametrize("x64", [False, True], ids=["x32", "x64"])
CHANGED = {name for name, text in rules(JAX).items() if text != rules().get(name)}
"""The functions whose rule for this JAX differs from the rule for the newest JAX."""
EACH = sampled(
    (
        pytest.param(name, x64, id=f"{name}-{mode}", marks=[pytest.mark.exhaustive] if slow and x64 else [])
        for name, slow in (
            (name, name.startswith("jax.scipy.") or (bool(CHANGED) and name not in CHANGED))
            for name in functions_with_a_rule()
        )
        for mode, x64 in (("x32", False), ("x64", True))
    ),
    one_in=16,
    always=CHANGED,
    slow_one_in=7,
)
"""Every function with x64 off and on. The core suite has some, and with an older JAX all whose rule was different.
`--slow` has one in seven.

With x64 on, two kinds of functions run only under `--exhaustive`: slow ones, and with an older JAX those whose rule is
the same as for the newest JAX, whose run tries them.
"""
OF_OTHER_SHAPES = sampled(
    (
        pytest.param(name, x64, id=f"{name}-{mode}", marks=[pytest.mark.exhaustive] if slow else [])
        for name, count in ((name, len(Calls(name, x64=False).names)) for name in functions_with_a_rule())
        for mode, x64 in (("x32", False), ("x64", True))
        for slow in (x64 or (name.startswith("jax.scipy.") and count > 1),)
    ),
    one_in=20,
    slow_one_in=7,
)
"""The same for other shapes. x64, and functions of `jax.scipy` with several operands, run only under `--exhaustive`.

No result depends on the number of dimensions in another way with x64 on.
"""


@pytest.fixture(scope="module")
def nodes(request: pytest.FixtureRequest) -> tuple[tuple[str, ...] | None, tuple[str, ...] | None]:
    """The dtypes to try, and the partners of each; None for all."""
    return (None, None) if request.config.getoption("exhaustive") else (THIN, PARTNERS)


def ways(name: str, x64: bool) -> list[Calls]:
    return [Calls(name, x64, way=way) for way in range(len(call_texts(name, rule(name, JAX))))]


def texts(name: str) -> str:
    """The code of the calls of a function."""
    return "\n".join(text for text, _ in call_texts(name, rule(name, JAX)))


def counted(cases: list[Case], record_cases) -> list[str]:
    """Count some cases, and return one line for each case in which the rule differs from JAX."""
    wrong = [str(case) for case in cases if case.wrong]
    record_cases(len(cases), len(wrong))
    return wrong


@pytest.mark.parametrize(("name", "x64"), EACH)
def test_the_rule_gives_the_dtypes_that_jax_returns(name: str, x64: bool, nodes, record_cases) -> None:
    cases = [case for calls in ways(name, x64) for case in calls.computed(*nodes)]
    function_rule = rule(name, JAX)
    if any(part.dtype for part in function_rule.parts or (function_rule,)):
        cases += [case for calls in ways(name, x64) for case in calls.with_dtype(nodes[0])]
    assert cases, "JAX took no call: tests/oracle/oracles/calls.py has to say how the function is called"
    assert not counted(cases, record_cases)
    assert any(set(case.rule) != {None} for case in cases) or (function_rule.constant == "int32_without_x64" and x64)


WITHOUT_DIMENSIONS = {
    "jax.numpy.fft.irfftn": "without an axis to transform along, it returns the operand as a complex number",
    **dict.fromkeys(
        ("jax.numpy.fft.rfftn", "jax.scipy.fft.dctn", "jax.scipy.fft.idctn"),
        "without an axis to transform along, it returns the operand",
    ),
}
"""Functions whose rule fails for an array without dimensions, with the reason."""


@pytest.mark.once
@pytest.mark.parametrize(("name", "x64"), OF_OTHER_SHAPES)
def test_the_rule_holds_for_any_number_of_dimensions(name: str, x64: bool, record_cases) -> None:
    cases = [case for calls in ways(name, x64) if calls.names for case in calls.of_other_shapes()]
    if name in WITHOUT_DIMENSIONS:
        assert all("[0, 0]" in case.text for case in cases if case.wrong)
    else:
        assert not counted(cases, record_cases)


OTHER_FIXED = {"bools": "bool_", "ints": "uint8", "floats": "float16"}
"""Arrays in calls besides the operands, whose dtypes differ from `FIXED`."""
OF_ONE_DTYPE = (
    "jax.lax.linalg.lu_pivots_to_permutation",
    "jax.scipy.linalg.lu_solve",
    "jax.scipy.stats.norm.isf",
    "jax.scipy.stats.norm.ppf",
)
"""Functions that accept one dtype: pivots are int32, and the inverse normal distribution needs the default float."""


@pytest.mark.parametrize(
    "name",
    sampled((name for name in functions_with_a_rule() if {*FIXED} & {*re.findall(r"\w+", texts(name))}), one_in=5),
)
def test_nothing_depends_on_arrays_that_are_no_operands(name: str, monkeypatch) -> None:
    def actual() -> dict[tuple[str, ...], list[list[str]]]:
        results: dict[tuple[str, ...], list[list[str]]] = {}
        for calls in ways(name, x64=False):
            for case in calls.computed(THIN, PARTNERS):
                results.setdefault((calls.text, *case.nodes.values()), case.jax)
        return results

    usual = actual()
    monkeypatch.setattr("oracles.functions.FIXED", OTHER_FIXED)
    others = actual()
    shared = usual.keys() & others.keys()
    assert shared or name in OF_ONE_DTYPE
    assert [(key, usual[key], others[key]) for key in shared if usual[key] != others[key]] == []


@BOTH
@pytest.mark.parametrize(
    "name", sampled((name for name in functions_with_a_rule() if system_name(name) != "jax"), one_in=5)
)
def test_jax_rejects_operands_without_a_join(name: str, x64: bool, nodes) -> None:
    """If the plugin reports a mismatch, JAX has one, too."""
    assert [taken for calls in ways(name, x64) for taken in calls.mismatched(*nodes)] == []


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", functions_with_a_rule())
def test_an_optional_parameter_that_matters_is_in_the_rule(name: str, record_cases) -> None:
    cases = [case for option_cases in Calls(name, x64=True).with_options().values() for case in option_cases]
    assert not counted(cases, record_cases)


OVERLOADED = {"jax.nn.dot_product_attention"}
"""Functions for which JAX's own overloads say which flag changes the kind of result."""


@pytest.mark.parametrize(
    "name", sampled((name for name in functions_with_a_rule() if rule(name, JAX).kind == "array"), one_in=5)
)
def test_a_flag_that_makes_another_type_is_in_the_rule(name: str) -> None:
    of_flags = rule(name, JAX)
    assert name in OVERLOADED or Calls(name, x64=False).switches() <= {
        *of_flags.unless,
        *of_flags.union_unless,
    }


def test_every_dtype_argument_is_in_its_rule() -> None:
    left_out = []
    for name in functions_with_a_rule():
        function_rule, parameters = rule(name, JAX), Calls(name, x64=False).parameters()
        spoken_of = {
            *function_rule.unless,
            *function_rule.union_unless,
            *(part.dtype for part in function_rule.parts or (function_rule,)),
        }
        asked = [p for p in parameters if "dtype" in p or p == "preferred_element_type"]
        left_out += [f"{name}: {p}" for p in asked if p not in spoken_of]
    assert left_out == []


def test_every_rule_is_in_the_vocabulary() -> None:
    assert all(parse(text).kind for text in {**rules(), **rules((0, 0))}.values())


STRICT_NODES = ("bool_", "int8", "bfloat16", "float32", "weak_int", "weak_float", "int", "float")
"""The dtypes of operands under strict promotion."""


SLOW = ("hyp2f1", "stats.truncnorm", "stats.beta", "linalg.eigh_tridiagonal", "numpy.corrcoef")
"""Functions that JAX takes seconds to trace. They run only under `--exhaustive`."""


@pytest.mark.once
@pytest.mark.parametrize(
    "name",
    sampled(
        (
            pytest.param(name, marks=[pytest.mark.exhaustive] if any(part in name for part in SLOW) else [])
            for name in functions_with_a_rule()
            if system_name(name) == "jax" and len(operands_joined(name)) > 1
        ),
        one_in=10,
        slow_one_in=4,
    ),
)
def test_strict_promotion_rejects_the_reported_calls(name: str, record_cases) -> None:
    """JAX raises for every call that the plugin reports under strict promotion."""
    wrong, tried = [], 0
    for calls in ways(name, x64=False):
        for nodes, is_reported, is_refused in calls.under_strict_promotion(STRICT_NODES):
            tried += 1
            if is_reported and not is_refused:
                wrong.append((calls.text, nodes))
    record_cases(tried, len(wrong))
    assert wrong == []
