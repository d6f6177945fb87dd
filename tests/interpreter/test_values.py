"""Values: the join of alternatives, its limits, and constants."""

from __future__ import annotations

import pytest

from jaxtyping_promo.interpreter.values import (
    ABSENT,
    BOTTOM,
    MOST_ALTERNATIVES,
    MOST_CONSTANTS,
    NONE,
    Array,
    Dtype,
    Items,
    Number,
    NumPyArray,
    Singleton,
    Text,
    Tuple,
    constant_of,
    is_unknown,
    join,
    joined,
    of_constant,
    shown,
    unknown,
    without_constants,
)

FLOAT32 = (Array("float32", (3,)),)
BFLOAT16 = (Array("bfloat16", (3,)),)


def test_no_value_is_the_neutral_element():
    assert join(BOTTOM, FLOAT32) == join(FLOAT32, BOTTOM) == FLOAT32
    assert joined([]) == BOTTOM


def test_unknown_absorbs():
    lost = unknown("a reason")
    assert join(FLOAT32, lost) == join(lost, FLOAT32) == lost
    assert is_unknown(join(join(FLOAT32, lost), BFLOAT16))


def test_a_join_that_adds_nothing_is_the_same_object():
    both = join(FLOAT32, BFLOAT16)
    assert join(both, FLOAT32) is both
    assert join(both, both) is both


def test_arrays_of_different_dtypes_are_kept_apart():
    assert {item.dtype for item in join(FLOAT32, BFLOAT16)} == {"float32", "bfloat16"}


@pytest.mark.parametrize(
    ("left", "right", "result"),
    [
        ((3, 4), (3, 4), (3, 4)),
        ((3, 4), (3, 5), (3, None)),
        ((3,), (3, 4), None),
        (None, (3,), None),
    ],
)
def test_arrays_of_one_dtype_lose_the_sizes_that_differ(left, right, result):
    assert join((Array("float32", left),), (Array("float32", right),)) == (Array("float32", result),)


def test_a_numpy_scalar_and_an_array_of_one_dtype_are_one_alternative():
    (both,) = join((NumPyArray("float64", (), True, 1.5),), (NumPyArray("float64", (3,), False),))
    assert (both.dtype, both.is_scalar, both.constant) == ("float64", None, ABSENT)


def test_tuples_of_one_length_are_merged_item_by_item():
    both = join((Tuple((FLOAT32, NONE)),), (Tuple((BFLOAT16, NONE)),))
    assert both == (Tuple((join(FLOAT32, BFLOAT16), NONE)),)
    assert len(join((Tuple((FLOAT32,)),), (Tuple((FLOAT32, FLOAT32)),))) == 2


def test_items_and_dtypes():
    assert join((Items(FLOAT32),), (Items(BFLOAT16),)) == (Items(join(FLOAT32, BFLOAT16)),)
    assert len(join((Dtype("float32"),), (Dtype("bfloat16"),))) == 2


def test_few_constants_are_kept_and_many_become_their_class():
    few = joined(of_constant(number) for number in range(MOST_CONSTANTS))
    assert len(few) == MOST_CONSTANTS
    assert join(few, of_constant(-1)) == (Number("int"),)


def test_a_class_covers_its_constants():
    assert joined([of_constant(1), of_constant("a"), (Number("int"),)]) == (Number("int"), Text("a"))


def test_one_and_true_are_different_constants():
    assert len(join(of_constant(1), of_constant(1.0))) == 2
    assert len(join(of_constant(1), of_constant(True))) == 2


def test_too_many_alternatives_are_unknown():
    many = joined((Singleton(f"kind {number}"),) for number in range(MOST_ALTERNATIVES))
    assert len(many) == MOST_ALTERNATIVES
    assert is_unknown(join(many, NONE))


@pytest.mark.parametrize("constant", [1, True, 2.5, 3j, "text", b"bytes", None, (1, ("a", None)), ()])
def test_literals_keep_their_constant(constant):
    found = constant_of(of_constant(constant))
    assert found == constant
    assert type(found) is type(constant)


def test_nan_is_a_float_of_unknown_value():
    assert of_constant(float("nan")) == (Number("float"),)


@pytest.mark.parametrize("value", [BOTTOM, FLOAT32, join(of_constant(1), of_constant(2)), (Number("int"),)])
def test_other_values_have_no_constant(value):
    assert constant_of(value) is ABSENT


def test_constants_can_be_left_out_at_any_depth():
    assert without_constants(of_constant((1, ("a",)))) == (Tuple(((Number("int"),), (Tuple(((Text(),),)),))),)


def test_values_in_words():
    assert shown(join(FLOAT32, NONE)) == "float32[3] | None"
    assert shown(BOTTOM) == "no value"
    assert shown((Tuple((of_constant(1), unknown("why"))),)) == "(int 1, unknown (why))"
