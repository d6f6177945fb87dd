"""`promote_types` and `result_type` agree with the installed JAX: every pair of accepted arguments, in every mode."""

from __future__ import annotations

import enum
import itertools
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import jax
import jax.numpy as jnp
import ml_dtypes
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles import jax as oracle
from suites import sampled

from jaxtyping_promo import PromotionError, UnknownDTypeError, get_system, promote_types, result_type, unsignedinteger
from jaxtyping_promo.dtypes import DTYPES, WEAK_TYPES, generic
from jaxtyping_promo.systems.jax import NARROW_INTEGERS

EACH_MODE = [
    pytest.param(x64, strict, id=f"{'x64' if x64 else 'x32'}-{'strict' if strict else 'standard'}")
    for x64, strict in oracle.MODES
]
MODES = sampled(EACH_MODE, one_in=4)
SOME_MODES = sampled(EACH_MODE, one_in=4, slow_one_in=3)
"""The modes of tests that take long: the last one is slow, and the two between are long."""
ONE_MODE = sampled(EACH_MODE, one_in=4, slow_one_in=4)
"""The modes of a test that takes very long: all but the first are long."""
JAX_DTYPES = {name: cls.dtype for name, cls in DTYPES.items() if oracle.has(name)}
INVALID = "invalid"


class Member(enum.IntEnum):
    ONE = 1


class Metres(float):
    pass


def or_invalid(answer: Callable[[], Any]) -> Any:
    """The function's result, or `INVALID` if it raises an error that JAX or this package may raise."""
    try:
        return answer()
    except (TypeError, ValueError):
        return INVALID


# ----------------------------------------------------------------------------------------------------- the lattice


def test_the_dtypes_of_jax_are_the_nodes():
    types = [t for t in (*vars(ml_dtypes).values(), *np.sctypeDict.values()) if isinstance(t, type)]
    promoting = {np.dtype(t).name for t in types if or_invalid(lambda t=t: jnp.promote_types(t, t)) is not INVALID}
    assert {name.replace("bool", "bool_") for name in promoting} == set(JAX_DTYPES)
    assert set(JAX_DTYPES) <= set(get_system("jax").nodes)


@pytest.mark.parametrize(("x64", "strict"), MODES)
def test_every_pair_promotes_as_in_jax(x64, strict, record_cases):
    system = get_system("jax", x64=x64, strict=strict)
    promotions = oracle.promotions(x64=x64, strict=strict)
    wrong = {pair: (system.promote(*pair), theirs) for pair, theirs in promotions.items()}
    wrong = {pair: answers for pair, answers in wrong.items() if answers[0] != answers[1]}
    record_cases(len(promotions), len(wrong))
    assert wrong == {}


# --------------------------------------------------------------------------------------------------- promote_types


def spellings() -> dict[str, tuple[Any, Any]]:
    """All spellings of a dtype by name: our spelling, and the spelling that JAX accepts (usually the same)."""
    pairs: dict[str, tuple[Any, Any]] = {}
    for name, dtype in JAX_DTYPES.items():
        for kind, spelling in {
            "class": DTYPES[name],
            "name": name,
            "NumPy dtype": dtype,
            "NumPy scalar type": dtype.type,
            "JAX scalar type": getattr(jnp, name, dtype),
            "has a dtype": jax.ShapeDtypeStruct((), dtype, weak_type=True) if name not in oracle.WIDE else dtype,
        }.items():
            pairs[f"{kind} {name}"] = spelling, dtype if kind in ("class", "name") else spelling
        if dtype.char in "?bBhHiIlLqQefdFD":
            pairs[f"character {name}"] = dtype.str, dtype.str
    for python in (bool, int, float, complex):
        pairs[f"type {python.__name__}"] = python, python
        pairs[f"string {python.__name__}"] = python.__name__, python.__name__
    for weak, python in oracle.WEAK_PYTHON_TYPES.items():
        pairs[f"class {weak}"] = WEAK_TYPES[weak], python
        pairs[f"name {weak}"] = weak, python
    for other in ("longlong", "ulonglong", "intc", "intp", "single", "half", "cdouble"):
        pairs[f"NumPy's {other}"] = getattr(np, other), getattr(np, other)
        pairs[f"NumPy's name {other}"] = other, other
    return pairs


def numpys(cls: type[generic]) -> np.dtype:
    """Our answer in JAX's form: a weak type becomes the dtype of the Python type."""
    return np.dtype(oracle.WEAK_PYTHON_TYPES.get(cls.__name__) or cls.dtype)


@pytest.mark.parametrize(("x64", "strict"), ONE_MODE)
def test_promote_types_accepts_the_dtypes_that_jax_accepts(x64, strict, record_cases):
    by_name = spellings()
    # Each kind's first spelling meets all spellings, the others one name of each dtype: 300 x 300 x 4 pairs add
    # nothing.
    partners = {key: value for key, value in by_name.items() if key.startswith("class")}
    pairs = [pair for a, b in itertools.product(by_name, partners) for pair in ((a, b), (b, a))]
    wrong = []
    for a, b in pairs:
        ours = or_invalid(lambda a=a, b=b: numpys(promote_types(by_name[a][0], by_name[b][0], x64=x64, strict=strict)))
        with oracle.mode(x64=x64, strict=strict):
            theirs = or_invalid(lambda a=a, b=b: jnp.promote_types(by_name[a][1], by_name[b][1]))
        if ours != theirs:
            wrong.append((a, b, ours, theirs))
    record_cases(len(pairs), len(wrong))
    assert wrong == []


NO_DTYPES = {
    "object": object, "str": str, "bytes": "S3", "time": "M8[s]", "byte order": ">i4", "structure": [("a", "i4")],
    "structured": np.dtype([("a", "i4")]), "long double": np.longdouble, "category": np.floating, "list": [1],
    "strings": np.dtypes.StringDType(), "empty": "", "typo": "flaot32", "number": 3, "subclass": Metres,
    "NumPy array": np.ones(2), "dtype class": np.dtypes.Float32DType, "dict": {}, "Array": jax.Array,
}  # fmt: skip


@pytest.mark.parametrize("spelling", NO_DTYPES.values(), ids=NO_DTYPES)
def test_promote_types_rejects_the_dtypes_that_jax_rejects(spelling):
    assert or_invalid(lambda: jnp.promote_types(spelling, "int8")) is INVALID
    with pytest.raises(UnknownDTypeError, match=r"dtypes: .*bfloat16|an array of dtype") as caught:
        promote_types(spelling, "int8")
    assert "\n" not in str(caught.value)


# ----------------------------------------------------------------------------------------------------- result_type


def arguments(arrays: Mapping[str, Any], weak: Mapping[str, Any]) -> dict[str, Any]:
    """All arguments that `result_type` accepts, by name: tracers, NumPy and Python values, dtypes, structs."""
    values = {f"array {name}": array for name, array in arrays.items()}
    values |= {f"weak {name}": array for name, array in weak.items()}
    for name, dtype in JAX_DTYPES.items():
        values[f"NumPy array {name}"] = np.ones((2, 2), dtype)
        values[f"NumPy scalar {name}"] = dtype.type(1)
        values[f"dtype {name}"] = dtype
        values[f"scalar type {name}"] = dtype.type
    for name in ("bool_", "uint64", "int8", "float32", "float64"):
        values[f"struct {name}"] = jax.ShapeDtypeStruct((), JAX_DTYPES[name], weak_type=True)
        values[f"JAX scalar type {name}"] = getattr(jnp, name)
        values[f"name {name}"] = JAX_DTYPES[name].name
    for value in (True, 1, 1.0, 1j, Member.ONE, Metres(1.0), np.longlong(1), np.ulonglong(1)):
        values[f"{type(value).__name__} value"] = value
    return values | {f"type {python.__name__}": python for python in (bool, int, float, complex)}


def with_arguments(question: Callable[[Mapping[str, Any]], Any], *, x64: bool, strict: bool) -> Any:
    """Ask a question about arrays and weak arrays of every dtype, made in the given mode."""

    def ask(arrays: Mapping[str, Any]) -> Any:
        answers = []
        with jax.enable_x64(True):
            # JAX's own result_type fails with a KeyError for weak integers narrower than 8 bits.
            widths = {name: dtype for name, dtype in JAX_DTYPES.items() if name not in NARROW_INTEGERS}
            structs = {n: jax.ShapeDtypeStruct((2,), d, weak_type=True) for n, d in widths.items()}

            def traced(weak: Mapping[str, Any]) -> None:
                with oracle.mode(x64=x64, strict=strict):
                    answers.append(question(arguments(arrays, weak)))

            jax.eval_shape(traced, structs)
        return answers[0]

    return oracle.traced(ask, x64=x64, strict=strict)


def ours(values: list[Any], *, x64: bool, strict: bool) -> Any:
    """Our answer in JAX's form: the dtype, and whether it is weak."""

    def answer() -> tuple[np.dtype, bool]:
        cls = result_type(*values, x64=x64, strict=strict)
        held = get_system("jax", x64=x64, strict=strict).defaults.get(cls.__name__)
        return (DTYPES[held] if held else cls).dtype, held is not None

    return or_invalid(answer)


def theirs(values: list[Any]) -> Any:
    def answer() -> tuple[np.dtype, bool]:
        dtype, weak = jax.dtypes.result_type(*values, return_weak_type_flag=True)
        assert jnp.result_type(*values) == dtype
        # There is no weak unsigned integer, so the dtype alone is compared.
        return dtype, weak and dtype.kind != "u"

    return or_invalid(answer)


@pytest.mark.slow
@pytest.mark.parametrize(("x64", "strict"), SOME_MODES)
def test_result_type_of_one_and_two(x64, strict, record_cases, request):
    step = 1 if request.config.getoption("exhaustive") else 7

    def ask(values: Mapping[str, Any]) -> Iterator[tuple[object, ...]]:
        pairs = itertools.islice(itertools.product(values, repeat=2), 0, None, step)
        for names in itertools.chain(itertools.product(values), pairs):
            given = [values[name] for name in names]
            yield names, ours(given, x64=x64, strict=strict), theirs(given)

    answers = with_arguments(lambda values: list(ask(values)), x64=x64, strict=strict)
    assert len(answers) > 40_000 / step
    wrong = [answer for answer in answers if answer[1] != answer[2]]
    record_cases(len(answers), len(wrong))
    assert wrong == []


@pytest.mark.parametrize(("x64", "strict"), MODES)
def test_result_type_of_many(x64, strict):
    def ask(values: Mapping[str, Any]) -> None:
        # Half of the draws are from dtypes that promote with many others. Otherwise nearly every list would be invalid.
        wide = [n for n in values if n.rpartition(" ")[2] in {"bool_", "uint8", "int8", "int64", "bfloat16", "float32"}]
        names = st.lists(st.sampled_from(wide) | st.sampled_from(list(values)), min_size=3, max_size=6)

        @settings(max_examples=300, database=None)
        @given(names)
        def agree(names: list[str]) -> None:
            given = [values[name] for name in names]
            assert ours(given, x64=x64, strict=strict) == theirs(given)

        agree()

    with_arguments(ask, x64=x64, strict=strict)


def test_result_type_of_device_arrays():
    with jax.enable_x64(True):
        wide, weak = jnp.ones(2, "float64"), jnp.asarray(2.0)
    assert result_type(wide).__name__ == jnp.result_type(wide).name == "float64"  # an array that exists keeps its dtype
    assert result_type(np.ones(2)).__name__ == jnp.result_type(np.ones(2)).name == "float32"
    assert result_type(weak).__name__ == "weak_float"
    assert result_type(weak, jnp.ones(2, "bfloat16")).__name__ == "bfloat16"
    assert issubclass(result_type(jnp.arange(3, dtype="uint8"), jnp.uint8), unsignedinteger)


@pytest.mark.parametrize("what", ["key", "float0", "None", "list", "strings", "objects", "structure", "jax"])
def test_operands_without_a_dtype_that_promotes(what):
    value = {
        "key": jax.random.key(0), "float0": np.zeros(2, jax.dtypes.float0), "None": None, "list": [1.0], "jax": jax,
        "strings": np.array(["a"]), "objects": np.array([None]), "structure": np.zeros(2, [("a", "i4")]),
    }[what]  # fmt: skip
    with pytest.raises(UnknownDTypeError, match="does not stand for a dtype; dtypes: bool_, ") as caught:
        result_type(value, jnp.int8)
    assert "\n" not in str(caught.value)


def test_a_pair_without_promotion_is_an_error_that_names_both():
    with pytest.raises(ValueError, match="no available implicit dtype promotion path"):
        jnp.promote_types("int4", "uint4")
    with pytest.raises(PromotionError, match=r"int4 and uint4 .* cast both operands") as caught:
        promote_types("int4", "uint4")
    assert isinstance(caught.value, TypeError)
