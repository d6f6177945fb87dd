"""The core's answer to "does JAX reject this call because of a dtype": messages, casts, and what may be accepted."""

from __future__ import annotations

import pytest

from jaxtyping_promo import get_system
from jaxtyping_promo.inference import Arguments, Operand
from jaxtyping_promo.inference.acceptance import spelled_advice, unsupported_call
from jaxtyping_promo.rules.clauses import accepted_dtypes, functions_with_clauses

JAX = get_system("jax")


def asked(name: str, given: tuple[str, ...] = (), dtypes: dict[str, str] | None = None, **operands: object):
    """The answer for operands with some possible dtypes."""
    known = {
        parameter: None if choice is None else ((Operand((choice,) if isinstance(choice, str) else choice),),)
        for parameter, choice in operands.items()
    }
    arguments = Arguments(frozenset((*given, *operands, *(dtypes or ()))), known, dtypes or {})
    return unsupported_call(name, accepted_dtypes(name), arguments, JAX)


@pytest.mark.parametrize(
    ("name", "operands", "reason", "advice"),
    [
        (
            "jax.lax.exp",
            {"x": "int8"},
            '"lax.exp" is not defined for int8 arrays; it takes float and complex dtypes',
            "Cast first: x.astype(jnp.float32)",
        ),
        (
            "jax.nn.softmax",
            {"x": "bool_"},
            '"jax.nn.softmax" is not defined for bool_ arrays; it takes integer, float and complex dtypes',
            "Cast first: x.astype(jnp.int32)",
        ),
        (
            "jax.numpy.matmul",
            {"a": "weak_int", "b": "int8"},
            '"jnp.matmul" is not defined for int8 and weak_int',
            "Cast the int8 operand with .astype(jnp.int32)",
        ),
        (
            "jax.lax.exp",
            {"x": "int"},
            '"lax.exp" is not defined for Python ints; it takes float and complex dtypes',
            "Cast first: jnp.float32(x)",
        ),
        (
            "jax.Array.round",
            {"self": "bool_"},
            '"Array.round" is not defined for bool_ arrays; it takes integer, float and complex dtypes',
            "Cast first: x.astype(jnp.int32)",
        ),
        (
            "jax.numpy.bitwise_and",
            {"x": "int32", "y": "float32"},
            '"jnp.bitwise_and" does not accept float32 arrays for "y"; it takes integer and bool dtypes',
            "Compare first, as in (x != 0) & (y != 0)",
        ),
        (
            "jax.lax.population_count",
            {"x": "float32"},
            '"lax.population_count" is not defined for float32 arrays; it takes integer dtypes',
            "Cast first: x.astype(jnp.int32)",
        ),
        (
            "jax.numpy.subtract",
            {"x": "bool_", "y": "bool_"},
            '"jnp.subtract" is not defined for bool_ arrays; it takes integer, float and complex dtypes',
            "Cast first: x.astype(jnp.int32)",
        ),
        ("jax.numpy.add", {"x": "float8_e5m2", "y": "float16"}, '"jnp.add": ', "Cast the float8_e5m2 operand"),
    ],
)
def test_a_refusal_names_the_accepted_dtypes_and_the_advice(name, operands, reason, advice) -> None:
    refusal = asked(name, **operands)
    assert refusal is not None
    assert refusal.reason.startswith(reason)
    assert (spelled_advice(refusal, None) or "").startswith(advice)


def test_a_dtype_argument_is_named() -> None:
    refusal = asked("jax.random.normal", dtypes={"dtype": "int32"})
    assert refusal is not None
    assert refusal.reason.startswith(
        '"jax.random.normal" does not accept dtype=int32; it takes float and complex dtypes'
    )
    assert spelled_advice(refusal, None, is_dtype=True) == "Write dtype=jnp.float32"
    assert asked("jax.random.normal", dtypes={"dtype": "bfloat16"}) is None


@pytest.mark.parametrize(
    ("name", "operands"),
    [
        ("jax.lax.exp", {"x": ("int8", "float32")}),
        ("jax.lax.exp", {"x": None}),
        ("jax.lax.exp", {}),
        ("jax.lax.exp", {"x": "weak_float"}),
        ("jax.lax.exp", {"x": "float"}),
        ("jax.lax.exp", {"x": "float64"}),
        ("jax.numpy.subtract", {"x": "bool_", "y": ("bool_", "int8")}),
        ("jax.numpy.subtract", {"x": "bool_", "y": None}),
        ("jax.numpy.subtract", {"x": "bool_", "y": "int"}),
        ("jax.numpy.add", {"x": "bool_", "y": "bool_"}),
        ("no.such.function", {"x": "int8"}),
    ],
)
def test_a_call_that_jax_may_accept_is_no_refusal(name, operands) -> None:
    assert asked(name, **operands) is None


def test_two_dtypes_that_no_promotion_relates_are_rejected_together() -> None:
    refusal = asked("jax.numpy.var", a="complex64", dtypes={"dtype": "float32"})
    assert refusal is not None
    assert refusal.reason == '"jnp.var" does not accept dtype=float32 for complex64 arrays'
    solved = asked("jax.scipy.sparse.linalg.cg", A="float32", b="float16")
    assert solved is not None
    assert solved.reason == '"jax.scipy.sparse.linalg.cg" does not accept float32 for "A" beside float16 for "b"'
    assert solved.advice == "cast both to one dtype"


@pytest.mark.parametrize(
    ("name", "operands", "dtypes"),
    [
        ("jax.numpy.var", {"a": ("complex64", "float32")}, {"dtype": "float32"}),
        ("jax.numpy.var", {"a": None}, {"dtype": "float32"}),
        ("jax.numpy.var", {"a": "complex64"}, {"dtype": None}),
        ("jax.numpy.var", {"a": "complex64"}, {}),
        ("jax.scipy.sparse.linalg.cg", {"A": "float32", "b": ("float16", "float32")}, {}),
        ("jax.scipy.sparse.linalg.cg", {"b": "float16"}, {}),
        ("jax.scipy.sparse.linalg.cg", {"A": "complex64", "b": "weak_float"}, {}),
    ],
)
def test_a_pair_that_jax_may_accept_is_no_refusal(name, operands, dtypes) -> None:
    assert asked(name, dtypes=dtypes, **operands) is None


def test_a_parameter_that_decides_makes_a_clause_void() -> None:
    assert asked("jax.numpy.sum", a="int4") is not None
    assert asked("jax.numpy.sum", a="int4", dtypes={"dtype": "int32"}) is None
    assert asked("jax.numpy.sum", ("promote_integers",), a="int4") is None


def test_a_cast_that_is_proposed_is_accepted() -> None:
    for name, parameter, dtype in (("jax.lax.exp", "x", "int8"), ("jax.numpy.round", "a", "bool_")):
        refusal = asked(name, **{parameter: dtype})
        assert refusal is not None
        assert asked(name, **{parameter: refusal.cast}) is None


def test_an_array_that_is_updated_is_never_weak() -> None:
    refusal = asked("jax.Array.at.add", self="weak_float", values="float8_e5m2")
    assert refusal is not None and refusal.is_pair
    assert "float32 and float8_e5m2" in refusal.reason or "float8_e5m2 and float32" in refusal.reason


@pytest.mark.slow
def test_every_refusal_of_two_dtypes_has_a_reason() -> None:
    nodes = (
        "bool_",
        "int4",
        "int32",
        "float8_e5m2",
        "bfloat16",
        "float32",
        "complex64",
        "weak_int",
        "weak_float",
        "int",
    )
    for name in ("jax.Array.at.add", "jax.Array.at.power", "jax.Array.at.set"):
        for self in nodes[:-1]:
            for values in nodes:
                refusal = asked(name, self=self, values=values)
                assert refusal is None or refusal.reason
    for name in functions_with_clauses():
        for clause in accepted_dtypes(name):
            for one in nodes:
                for other in nodes if clause.system else nodes[:1]:
                    given = dict(zip(clause.parameters, (one, *[other] * 5), strict=False))
                    refusal = asked(name, **given)
                    assert refusal is None or refusal.reason
