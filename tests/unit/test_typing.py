"""The types of JEP 12049, with values that need no array library."""

from __future__ import annotations

import copy
import enum
import operator
import pickle
import types
import typing

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import jaxtyping_promo as jp
from jaxtyping_promo import Array, ArrayLike, DType, DTypeLike, NamedShape, Shape, ShapeLike
from jaxtyping_promo.dtypes import CATEGORIES, DTYPES, WEAK_TYPES

CLASSES = (ArrayLike, DTypeLike, ShapeLike, DType, Shape)


class Member(enum.IntEnum):
    ONE = 1


class Index:
    def __index__(self):
        return 2


class HasDType:
    dtype = np.dtype("int8")


# ------------------------------------------------------------------------------------------------------ annotations


@pytest.mark.parametrize("name", [*(cls.__name__ for cls in CLASSES), "Array", "NamedShape", "DuckTypedArray"])
def test_each_is_an_annotation(name):
    cls = getattr(jp, name)

    def f(a, b=None, *c, d): ...

    f.__annotations__ = {
        "a": name,
        "b": f"{name} | None",
        "c": f"Optional[{name}]",
        "d": f"list[{name}]",
        "return": name,
    }
    names = {name: cls, "Optional": typing.Optional}
    assert typing.get_type_hints(f, names) == {
        "a": cls,
        "b": cls | None,
        "c": cls | None,
        "d": list[cls],
        "return": cls,
    }
    assert isinstance(cls | None, types.UnionType) or cls is jp.DuckTypedArray
    assert isinstance(None, cls | None)
    assert cls.__doc__


@pytest.mark.parametrize("cls", CLASSES)
def test_none_has_instances_of_its_own(cls):
    with pytest.raises(TypeError, match=f"{cls.__name__} is for annotations and isinstance, and has no instances"):
        cls()


def test_the_annotations_of_this_package_can_be_evaluated():
    for function in (jp.promote_types, jp.result_type):
        hints = typing.get_type_hints(function)
        assert set(hints) >= {"system", "x64", "strict", "return"}


# ----------------------------------------------------------------------------------------------------------- inputs


def test_array_like():
    for value in (True, 1, 1.0, 1j, Member.ONE, 2**70, np.ones(2), np.float32(1), np.bool_(True), np.array(1)):
        assert isinstance(value, ArrayLike), value
    for value in ([1], (1,), "x", b"x", None, {}, object(), np.array(["x"]), np.str_("int8"), np.longdouble(1), float):
        assert not isinstance(value, ArrayLike), value

    @Array.register
    class Mine:
        pass

    assert isinstance(Mine(), ArrayLike)


def test_dtype_like():
    for cls in (*DTYPES.values(), *WEAK_TYPES.values()):
        assert isinstance(cls, DTypeLike) and isinstance(cls.__name__, DTypeLike)
    for value in (bool, int, float, complex, "f4", "int*", np.int8, np.longlong, np.dtype("f4"), HasDType(), HasDType):
        assert isinstance(value, DTypeLike), value
    for cls in CATEGORIES.values():
        assert not isinstance(cls, DTypeLike) and not isinstance(cls.__name__, DTypeLike)
    structured = np.dtype([("a", "i4")])
    for value in (
        None,
        1,
        "",
        "flaot32",
        ["f4"],
        str,
        object,
        structured,
        [("a", "i4")],
        np.floating,
        np.ones(2),
        "U3",
    ):
        assert not isinstance(value, DTypeLike), value


@given(st.text(max_size=8))
def test_any_text_is_a_dtype_or_not(text):
    assert isinstance(text, DTypeLike) in (True, False)


sizes = st.integers(0, 9) | st.booleans() | st.builds(Index) | st.builds(np.int8, st.integers(0, 9))
no_sizes = st.floats() | st.none() | st.text() | st.complex_numbers() | st.lists(st.integers())


@given(st.lists(sizes), st.sampled_from([list, tuple]))
def test_any_sequence_of_integer_likes_is_shape_like(items, kind):
    assert isinstance(kind(items), ShapeLike)


@given(st.lists(sizes), no_sizes, st.sampled_from([list, tuple]))
def test_one_size_that_is_no_integer_is_enough(items, wrong, kind):
    assert not isinstance(kind([*items, wrong]), ShapeLike) and not isinstance(kind([wrong, *items]), ShapeLike)


def test_other_objects_are_not_shape_like():
    for value in (3, np.int64(3), np.array(3), None, "", "12", b"ab", bytearray(b"a"), {2}, {2: 3}, iter([2]), Index()):
        assert not isinstance(value, ShapeLike), value
    for value in (range(3), np.array([2, 3]), NamedShape(2, batch=3), memoryview(b"")):
        assert isinstance(value, ShapeLike), value


# ---------------------------------------------------------------------------------------------------------- outputs


def test_dtype_and_shape():
    assert isinstance(np.dtype("f4"), DType) and isinstance(np.dtype("O"), DType)
    assert not any(isinstance(value, DType) for value in ("f4", np.float32, float, jp.float32, None))
    assert isinstance((), Shape) and isinstance((2, 3), Shape) and isinstance(NamedShape(2, n=3), Shape)
    assert not any(
        isinstance(value, Shape) for value in ([2], (2.0,), (True,), (np.int64(2),), (Index(),), 2, None, "2")
    )


# ------------------------------------------------------------------------------------------------------- NamedShape

axes = st.lists(st.integers(0, 9), max_size=4)
names = st.dictionaries(st.sampled_from(["batch", "i", "cls", "self"]), st.integers(0, 9), max_size=4)


@given(axes, names)
def test_a_named_shape_is_its_positional_sizes_and_more(positional, named):
    shape = NamedShape(*positional, **named)
    assert shape.positional == tuple(positional) == tuple(shape) and type(shape.positional) is tuple
    assert shape.names == tuple(named) and shape.named_sizes == named
    assert (shape.positional_rank, shape.named_rank) == (len(positional), len(named))
    assert shape.rank == len(positional) + len(named)
    assert shape.total == np.prod([*positional, *named.values()], dtype=int)
    assert [shape[i] for i in range(len(positional))] == positional and shape[:1] == tuple(positional)[:1]
    assert {name: shape[name] for name in named} == named


@given(axes, names, axes, names)
def test_named_shapes_are_equal_if_all_is(positional, named, others, other_named):
    shape, other = NamedShape(*positional, **named), NamedShape(*others, **other_named)
    assert (shape == other) == (positional == others and named == other_named) == (not operator.ne(shape, other))
    assert shape != other or hash(shape) == hash(other)
    assert (shape == tuple(positional)) == (tuple(positional) == shape) == (not named)
    assert named or hash(shape) == hash(tuple(positional))


@given(axes, names)
def test_named_shapes_survive_copies(positional, named):
    shape = NamedShape(*positional, **named)
    for same in (pickle.loads(pickle.dumps(shape)), copy.copy(shape), copy.deepcopy(shape)):
        assert same == shape and type(same) is NamedShape
    assert eval(repr(shape)) == shape


def test_named_shapes_take_integer_likes_and_nothing_else():
    assert NamedShape(Index(), np.int8(3), i=Index()) == NamedShape(2, 3, i=2)
    assert np.zeros(NamedShape(2, 3, batch=8)).shape == (2, 3)
    for wrong in (2.0, "2", None, [2]):
        with pytest.raises(TypeError):
            NamedShape(wrong)
        with pytest.raises(TypeError):
            NamedShape(i=wrong)
    with pytest.raises(KeyError, match="batch"):
        NamedShape(2)["batch"]
    with pytest.raises(IndexError):
        NamedShape(2)[1]
    assert NamedShape(2) != [2] and NamedShape() == ()
