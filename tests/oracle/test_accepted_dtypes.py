"""The tables of accepted dtypes agree with JAX.

The core suite tries some dtypes of some functions with x64 off, and ``--slow`` of one function in seven.
``--exhaustive`` tries all functions, more dtypes, both modes, each optional parameter and each number of dimensions.
"""

from __future__ import annotations

import inspect
import itertools

import jax
import jax.numpy as jnp
import pytest
from oracles.accepted import forms, measured, parameter_names, rejected_but_taken
from oracles.accepted_fit import REFUSED, TAKEN, applies, cells, refused_by
from oracles.functions import function, functions_with_a_rule
from suites import sampled

from jaxtyping_promo import get_system
from jaxtyping_promo.exceptions import RuleError
from jaxtyping_promo.rules.accepted_dtypes import ACCEPTED
from jaxtyping_promo.rules.clauses import accepted_dtypes, functions_with_clauses, parse_clauses
from jaxtyping_promo.rules.tables import rule, system_name

pytestmark = pytest.mark.once

JAX = jax.__version_info__[:2]
NODES = (
    *("bool_", "uint8", "int32", "int4", "float8_e4m3fn", "bfloat16", "float32", "complex64", "weak_int", "weak_float"),
)
"""The dtypes to try in an ordinary run."""
OF_PRODUCTS = (
    *("bool_", "uint2", "int4", "uint8", "int8", "uint16", "int16", "uint32", "int32", "uint64", "int64"),
    *("bfloat16", "float16", "float32", "float64", "complex64", "complex128"),
)
"""The dtypes to multiply with weak arrays."""
SLOW = ("jax.scipy.", "jax.numpy.poly", "jax.random.", "jax.lax.linalg", "jax.numpy.linalg")
"""Functions that are slow to trace; an ordinary run leaves them out."""
UNREPORTED: dict[str, tuple[str, ...]] = {
    "a function of the user's decides": (*("jax.Array.at.apply", "jax.lax.scatter_apply"),),
    "JAX accepts every pair for some initial values, or for arrays of different shapes": (
        *("jax.lax.reduce", "jax.lax.reduce_window", "jax.numpy.array_equal"),
    ),
    "another argument, or an option, makes JAX accept the dtype": (
        *("jax.Array.std", "jax.Array.var", "jax.Array.view", "jax.lax.bitcast_convert_type", "jax.nn.gelu"),
        *("jax.nn.log_softmax",),
        *("jax.nn.logsumexp", "jax.nn.softmax", "jax.nn.squareplus", "jax.nn.standardize", "jax.numpy.diff"),
        *("jax.numpy.frombuffer", "jax.numpy.histogram2d", "jax.numpy.logspace", "jax.numpy.nanmean"),
        *("jax.numpy.nanstd", "jax.numpy.nanvar", "jax.numpy.place", "jax.numpy.ravel_multi_index", "jax.numpy.std"),
        *("jax.numpy.trapezoid", "jax.numpy.var", "jax.lax.conv", "jax.numpy.convolve"),
        *("jax.lax.conv_general_dilated", "jax.lax.conv_general_dilated_patches", "jax.lax.conv_transpose"),
        *("jax.lax.conv_with_general_padding", "jax.numpy.correlate"),
    ),
    "no clause says of which pairs it is": (
        *("jax.Array.choose", "jax.Array.searchsorted", "jax.lax.random_gamma_grad", "jax.numpy.digitize"),
        *("jax.numpy.inner", "jax.numpy.isin", "jax.numpy.fill_diagonal", "jax.numpy.pow", "jax.numpy.power"),
        *("jax.numpy.searchsorted",),
    ),
}
"""For each reason, the functions with unreported refusals."""


@pytest.mark.parametrize(
    "name",
    sampled(
        (
            pytest.param(n, marks=[pytest.mark.exhaustive] * (n.startswith(SLOW) or not accepted_dtypes(n, JAX)))
            for n in functions_with_a_rule()
        ),
        one_in=10,
        slow_one_in=7,
    ),
)
def test_the_clauses_reject_the_dtypes_that_jax_rejects(
    name: str, request: pytest.FixtureRequest, record_cases
) -> None:
    is_exhaustive = request.config.getoption("exhaustive")
    clauses = accepted_dtypes(name, JAX)
    wrong, missed, tried = [], 0, 0
    for x64 in (False, True) if is_exhaustive else (False,):
        system = get_system(system_name(name), x64=x64)
        for form in measured(name, x64=x64, only=None if is_exhaustive else NODES):
            applying = [clause for clause in clauses if applies(clause, form)]
            for given, answer in cells(form):
                is_rejected = any(refused_by(clause, system, given) for clause in applying)
                tried += answer in (TAKEN, REFUSED)
                if answer == TAKEN and is_rejected:
                    wrong.append((form["text"], given))
                missed += answer == REFUSED and not is_rejected
    record_cases(tried, len(wrong))
    assert wrong == []
    is_newest = JAX >= (0, 12)  # fewer dtypes have been measured for JAX 0.10
    assert is_exhaustive or not missed or not is_newest or name in itertools.chain(*UNREPORTED.values())


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", functions_with_clauses(JAX))
def test_no_option_and_no_shape_makes_jax_accept_a_rejected_dtype(name: str) -> None:
    assert rejected_but_taken(name, x64=False) == []


def test_every_function_of_the_tables_is_in_jax_and_has_the_parameters() -> None:
    unknown = []
    for name in functions_with_clauses(JAX):
        known = {parameter.lstrip("*") for parameter in parameter_names(name, rule(name, JAX))}
        known |= {probe.parameter for form in forms(name) for probe in form.probes}
        try:
            known |= {*inspect.signature(function(name)).parameters}
        except (TypeError, ValueError):
            continue
        mentioned = {p for clause in accepted_dtypes(name, JAX) for p in (*clause.parameters, *clause.unless)}
        unknown += [f"{name}: {parameter}" for parameter in mentioned - known]
    assert unknown == []


def test_every_function_with_a_rule_is_measured() -> None:
    measured_functions = {
        f"{module}.{name}" for module, table in ACCEPTED.items() for names in table.values() for name in names.split()
    }
    missing = [name for name in functions_with_a_rule() if name not in measured_functions]
    assert not missing, f"run tests/oracle/measure_accepted_dtypes.py --function {' '.join(missing)}"


@pytest.mark.parametrize(
    "text",
    ["x: flaot", "x float", "x: float or", "x: float exept int8", "promted(x, y): any", "x-y: float", "x: "],
)
def test_a_misspelt_clause_is_an_error_that_names_the_function(text: str) -> None:
    with pytest.raises(RuleError, match=r"^jax\.numpy\.sin: "):
        parse_clauses(text, "jax.numpy.sin")


PRODUCTS = {
    "jax.Array.dot": lambda x, y: x.dot(y),
    "jax.numpy.dot": jnp.dot,
    "jax.numpy.einsum": lambda x, y: jnp.einsum("i,i", x, y),
    "jax.numpy.linalg.matmul": jnp.linalg.matmul,
    "jax.numpy.linalg.multi_dot": lambda x, y: jnp.linalg.multi_dot([x[None], y[:, None]]),
    "jax.numpy.linalg.tensordot": lambda x, y: jnp.linalg.tensordot(x, y, axes=1),
    "jax.numpy.linalg.vecdot": jnp.linalg.vecdot,
    "jax.numpy.matmul": jnp.matmul,
    "jax.numpy.matvec": lambda x, y: jnp.matvec(x[None], y),
    "jax.numpy.tensordot": lambda x, y: jnp.tensordot(x, y, 1),
    "jax.numpy.vdot": jnp.vdot,
    "jax.numpy.vecdot": jnp.vecdot,
    "jax.numpy.vecmat": lambda x, y: jnp.vecmat(x, y[:, None]),
}
"""The functions whose clause is a product, called with two vectors."""


@pytest.mark.parametrize("x64", [False, True], ids=["x32", "x64"])
def test_a_product_rejects_a_weak_operand_that_is_wider_than_the_result(x64: bool, record_cases) -> None:
    system = get_system("jax", x64=x64)
    wrong, tried = [], 0
    with jax.enable_x64(x64):
        weak = {"weak_int": jnp.full(3, 2), "weak_float": jnp.full(3, 2.0), "weak_complex": jnp.full(3, 2j)}
        strong = {n: jnp.ones(3, n.rstrip("_")) for n in OF_PRODUCTS if x64 or n not in system.truncated}
        for name, product in PRODUCTS.items():
            (clause,) = accepted_dtypes(name, JAX)
            assert clause.is_product
            others = {**weak, **strong} if product is jnp.matmul else ("int8", "uint32", "float16", "weak_int")
            for one, other in itertools.product(weak, others):
                for pair in {(one, other), (other, one)}:
                    nodes = dict(zip(clause.parameters, pair, strict=True)) if len(clause.parameters) > 1 else {}
                    given = {p: [node] for p, node in nodes.items()} or {clause.parameters[0]: [*pair]}
                    try:
                        jax.eval_shape(product, *({**weak, **strong}[node] for node in pair))
                    except (TypeError, ValueError):
                        is_accepted = False
                    else:
                        is_accepted = True
                    tried += 1
                    if refused_by(clause, system, given) == is_accepted:
                        wrong.append((name, pair))
    record_cases(tried, len(wrong))
    assert wrong == []


POWERS = (
    *(("float32", "int8"), ("float32", "weak_int"), ("float32", "float32"), ("weak_float", "float32")),
    *(("float32", "float16"), ("bfloat16", "weak_float"), ("complex64", "uint8"), ("complex64", "float32")),
)


@pytest.mark.parametrize(("x", "y"), POWERS)
def test_a_power_may_have_an_integer_as_its_exponent(x: str, y: str) -> None:
    (clause,) = parse_clauses("power(x, y): any")
    weak = {"weak_int": jax.numpy.asarray(2), "weak_float": jax.numpy.asarray(2.0)}
    try:
        jax.lax.pow(*(weak[node] if node in weak else jax.numpy.ones((), node) for node in (x, y)))
    except TypeError:
        is_accepted = False
    else:
        is_accepted = True
    assert refused_by(clause, get_system("jax.lax"), {"x": [x], "y": [y]}) != is_accepted
