"""Calls of NumPy's functions with flags, sizes, lists and operands of several dtypes: the rules agree with NumPy."""

from __future__ import annotations

import itertools
from typing import Any

import ml_dtypes
import numpy as np
import pytest
from oracles.numpy_functions import DTYPES, NUMBERS, Case, computed, kind_of, operand_of

from jaxtyping_promo.inference import Arguments, Operand, Refusal, Result, Unknown
from jaxtyping_promo.inference.numpy_arguments import dtype_of_list, kinds_of_subscripts
from jaxtyping_promo.inference.numpy_functions import infer_numpy
from jaxtyping_promo.rules.numpy_ml_dtypes import ML_FLOATS
from jaxtyping_promo.rules.numpy_tables import numpy_rules
from jaxtyping_promo.rules.numpy_ufuncs import BINARY

ARRAY, MATRIX = np.ones(3, np.float32), np.eye(3, dtype=np.float32)
FLOAT32 = ((Operand(("float32",), origin="numpy array"),),)

FLAGS: dict[str, tuple[str, dict[str, str]]] = {
    "np.unique(ar, return_index=True)": ("numpy.unique", {"return_index": "True"}),
    "np.unique(ar, return_inverse=True, return_counts=True)": (
        "numpy.unique",
        {"return_inverse": "True", "return_counts": "True"},
    ),
    "np.unique(ar, return_index=False)": ("numpy.unique", {"return_index": "False"}),
    "np.intersect1d(ar1, ar2, return_indices=True)": ("numpy.intersect1d", {"return_indices": "True"}),
    "np.indices((2, 2), sparse=True)": ("numpy.indices", {"sparse": "True"}),
    "np.histogram(a, density=True)": ("numpy.histogram", {"density": "True"}),
    "np.linalg.qr(a, mode='r')": ("numpy.linalg.qr", {"mode": "r"}),
    "np.linalg.svd(a, compute_uv=False)": ("numpy.linalg.svd", {"compute_uv": "False"}),
    "np.linalg.svd(a, compute_uv=True)": ("numpy.linalg.svd", {"compute_uv": "True"}),
    "np.linspace(start, stop, retstep=True)": ("numpy.linspace", {"retstep": "True"}),
    "np.average(a, returned=True)": ("numpy.average", {"returned": "True"}),
    "np.where(condition)": ("numpy.where", {}),
    "np.bincount(x)": ("numpy.bincount", {}),
}
"""The calls with literal flags, or without operands."""


@pytest.mark.parametrize("text", FLAGS)
def test_flags_select_the_form_of_the_result(text: str) -> None:
    name, flags = FLAGS[text]
    words = ("ar", "ar1", "ar2", "a", "start", "stop")
    scope = dict.fromkeys(words, MATRIX if "linalg" in text else ARRAY)
    scope |= {"condition": [True, False], "x": [0, 1]}
    operands = {word: FLOAT32 for word in words if f"{word}," in text or f"{word})" in text}
    given = frozenset((*operands, *(word for word in ("condition", "x") if f"({word})" in text)))
    if name == "numpy.bincount":
        operands = {"x": ((Operand(("int64",), origin="numpy array"),),)}
    answer = infer_numpy(name, Arguments(given, operands, {}, flags))
    assert not Case(text, computed(text, scope), answer, is_strict=True).is_wrong
    assert answer.form != "unknown"


DRAWS = {
    "rng.normal(size=3)": ("numpy.random.Generator.normal", {"size"}, {}),
    "rng.normal(size=())": ("numpy.random.Generator.normal", {"size"}, {}),
    "rng.normal(array, 1.0)": ("numpy.random.Generator.normal", {"loc", "scale"}, {"loc": "array", "scale": "float"}),
    "rng.normal(scalar, 1.0)": ("numpy.random.Generator.normal", {"loc", "scale"}, {"loc": "scalar", "scale": "float"}),
    "rng.poisson(2.0)": ("numpy.random.Generator.poisson", {"lam"}, {"lam": "float"}),
    "rng.integers(3)": ("numpy.random.Generator.integers", {"low"}, {"low": "int"}),
    "rng.integers(3, size=2)": ("numpy.random.Generator.integers", {"low", "size"}, {"low": "int"}),
    "np.random.rand(2)": ("numpy.random.rand", {"args"}, {}),
    "np.random.randn()": ("numpy.random.randn", set(), {}),
    "np.random.randint(3)": ("numpy.random.randint", {"low"}, {"low": "int"}),
    "np.random.randint(3, size=2)": ("numpy.random.randint", {"low", "size"}, {"low": "int"}),
    "rng.choice(3)": ("numpy.random.Generator.choice", {"a"}, {"a": "int"}),
    "rng.choice(3, size=2)": ("numpy.random.Generator.choice", {"a", "size"}, {"a": "int"}),
    "rng.choice(array, size=2)": ("numpy.random.Generator.choice", {"a", "size"}, {"a": "array"}),
    "rng.permutation(3)": ("numpy.random.Generator.permutation", {"x"}, {"x": "int"}),
    "rng.permutation(array)": ("numpy.random.Generator.permutation", {"x"}, {"x": "array"}),
}


@pytest.mark.parametrize("text", DRAWS)
def test_a_draw_without_a_size_is_a_number(text: str) -> None:
    name, given, operands = DRAWS[text]
    values = {
        "array": FLOAT32,
        "scalar": ((Operand(("float32",), origin="numpy scalar"),),),
        "int": ((Operand(("int",)),),),
        "float": ((Operand(("float",)),),),
    }
    scope = {"rng": np.random.default_rng(0), "array": ARRAY, "scalar": np.float32(1)}
    answer = infer_numpy(name, Arguments(frozenset(given), {key: values[value] for key, value in operands.items()}))
    assert not Case(text, computed(text, scope), answer, is_strict=True).is_wrong


def test_nested_lists_have_the_dtype_that_numpy_discovers() -> None:
    for many in (1, 2, 3):
        for dtypes in itertools.product((*DTYPES, *NUMBERS) if many < 3 else DTYPES[::2], repeat=many):
            values = [NUMBERS[one] if one in NUMBERS else getattr(np, one)(1) for one in dtypes]
            operands = tuple((operand_of(one, "numpy scalar"),) for one in dtypes)
            answer = infer_numpy("numpy.array", Arguments(frozenset(("object",)), {"object": operands}))
            assert answer.values[0].answer.dtypes == (np.array(values).dtype.name.replace("bool", "bool_"),), dtypes


def test_three_arrays_promote_as_in_numpy() -> None:
    for dtypes in itertools.product(DTYPES, repeat=3):
        arrays = [np.ones(1, getattr(np, one)) for one in dtypes]
        operands = {"arrays": tuple((operand_of(one, "array"),) for one in dtypes)}
        answer = infer_numpy("numpy.concatenate", Arguments(frozenset(operands), operands))
        assert answer.values[0].answer.dtypes == (np.concatenate(arrays).dtype.name.replace("bool", "bool_"),), dtypes


@pytest.mark.parametrize("name", [name for names in BINARY.values() for name in names.split()])
def test_a_ufunc_of_a_float_of_ml_dtypes_and_another_dtype(name: str) -> None:
    for dtype, other in itertools.product(("bfloat16", "float8_e4m3fn"), (*DTYPES, *NUMBERS)):
        for pair in ((dtype, other), (other, dtype)):
            values: list[Any] = [
                NUMBERS[one] if one in NUMBERS else np.ones(2, getattr(ml_dtypes, one, None) or getattr(np, one))
                for one in pair
            ]
            operands = {x: ((operand_of(one, "array"),),) for x, one in zip(("x1", "x2"), pair, strict=True)}
            answer = infer_numpy(f"numpy.{name}", Arguments(frozenset(operands), operands))
            theirs = computed("function(*values)", {"function": getattr(np, name), "values": values})
            assert not Case(f"{name} {pair}", theirs, answer, is_strict=True).is_wrong, (pair, theirs, answer)


@pytest.mark.parametrize("name", numpy_rules())
def test_an_unknown_or_foreign_operand_never_gives_a_dtype_of_its_own(name: str) -> None:
    from jaxtyping_promo.rules.numpy_tables import numpy_rule

    rule = numpy_rule(name).rule
    operands = {*rule.operands, *(one for part in rule.parts for one in part.operands)}
    for items in (None, ((Operand(("datetime64",), origin="numpy array"),),), ((Operand(("weak_float",)),),)):
        answer = infer_numpy(name, Arguments(frozenset(operands), dict.fromkeys(operands, items)))
        for value, part in zip(answer.values, rule.parts or (rule,), strict=False):
            assert isinstance(value.answer, Unknown) or not part.operands or rule.item is not None, value


def test_several_possible_dtypes_give_several_results() -> None:
    either = ((Operand(("int8", "float32"), origin="numpy array"),),)
    answer = infer_numpy("numpy.sin", Arguments(frozenset(("x",)), {"x": either}))
    assert answer.values[0].answer == Result(("float16", "float32"))
    answer = infer_numpy("numpy.invert", Arguments(frozenset(("x",)), {"x": either}))
    assert answer.values[0].answer == Result(("int8",))
    answer = infer_numpy("numpy.invert", Arguments(frozenset(("x",)), {"x": FLOAT32}))
    assert isinstance(answer.values[0].answer, Refusal)
    assert len(ML_FLOATS) == 12


def test_a_list_has_the_dtype_of_the_array_that_numpy_makes(record_cases) -> None:
    numbers = {**NUMBERS, **{dtype: getattr(np, dtype)(1) for dtype in DTYPES}}
    wrong = []
    for count in (1, 2, 3):
        for names in itertools.product(numbers, repeat=count):
            theirs = np.array([numbers[name] for name in names]).dtype.name.replace("bool", "bool_")
            if dtype_of_list(names) != theirs:
                wrong.append(f"{names}: NumPy {theirs}, we {dtype_of_list(names)}")
    record_cases(sum(len(numbers) ** count for count in (1, 2, 3)), len(wrong))
    assert wrong == []
    assert dtype_of_list(()) == np.array([]).dtype.name


@pytest.mark.parametrize("subscripts", ["i,i->i", "i,i->", "ij , jk -> ik", "...i,i->...", "i,i", "ij,ij", None])
def test_the_subscripts_of_einsum_tell_the_kind(subscripts: str | None) -> None:
    if subscripts is None:
        assert kinds_of_subscripts(None) == {"numpy scalar", "array"}
        return
    matrices = [
        MATRIX if part.strip().count("j") or part.count(".") else ARRAY
        for part in subscripts.partition("->")[0].split(",")
    ]
    assert kind_of(np.einsum(subscripts, *matrices)) in kinds_of_subscripts(subscripts)
