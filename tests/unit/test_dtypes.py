"""The dtype classes: their order, their names, and the NumPy dtypes that they stand for."""

from __future__ import annotations

import pickle
import re

import ml_dtypes
import numpy as np
import pytest

import jaxtyping_promo as jp
from jaxtyping_promo import UnknownDTypeError
from jaxtyping_promo.dtype_like import dtype_name
from jaxtyping_promo.dtypes import CATEGORIES, DTYPES, WEAK_TYPES

NUMPYS = [name for name in DTYPES if name != "complex32"]


def test_there_are_32_of_jax_one_of_pytorch_and_three_weak_types():
    assert len(DTYPES) == 33 and len(WEAK_TYPES) == 3 and len(CATEGORIES) == 8
    assert set(jp.dtypes.__all__) == {*DTYPES, *WEAK_TYPES, *CATEGORIES}


def test_the_order_is_that_of_a_table():
    kinds = (jp.bool_, jp.unsignedinteger, jp.signedinteger, jp.floating, jp.complexfloating)
    order = [next(i for i, kind in enumerate(kinds) if issubclass(cls, kind)) for cls in DTYPES.values()]
    assert order == sorted(order)
    for kind in kinds[1:3]:
        widths = [int(name.lstrip("uint")) for name, cls in DTYPES.items() if issubclass(cls, kind)]
        assert widths == [1, 2, 4, 8, 16, 32, 64]


@pytest.mark.parametrize("name", CATEGORIES)
def test_categories_are_numpys(name):
    category = getattr(np, name)
    ours = {cls.__name__ for cls in CATEGORIES.values() if issubclass(cls, CATEGORIES[name])}
    assert ours == {other for other in CATEGORIES if issubclass(getattr(np, other), category)}
    for dtype in ("bool_", "uint8", "int64", "float16", "complex64"):
        assert issubclass(DTYPES[dtype], CATEGORIES[name]) == issubclass(getattr(np, dtype), category)


def test_a_weak_type_is_its_default_dtype():
    assert [cls.__base__ for cls in WEAK_TYPES.values()] == [jp.int32, jp.float32, jp.complex64]


@pytest.mark.parametrize("name", NUMPYS)
def test_numpy_takes_the_class_as_a_dtype(name):
    cls = DTYPES[name]
    expected = np.dtype(getattr(np, name, None) or getattr(ml_dtypes, name))
    assert cls.dtype == np.dtype(cls) == expected == cls and np.zeros(2, cls).dtype == expected
    assert cls.dtype.name in (name, "bool")


@pytest.mark.parametrize("name", [*WEAK_TYPES, *CATEGORIES])
def test_categories_and_weak_types_have_no_numpy_dtype(name):
    with pytest.raises(UnknownDTypeError, match=f"{name} is not a concrete dtype; concrete dtypes: bool_, uint1"):
        np.dtype({**WEAK_TYPES, **CATEGORIES}[name])


def test_a_dtype_that_the_installed_libraries_do_not_have(monkeypatch):
    monkeypatch.delattr(ml_dtypes, "complex32", raising=False)  # as in ml_dtypes 0.5
    with pytest.raises(UnknownDTypeError, match="neither NumPy nor ml_dtypes has the dtype complex32"):
        np.dtype(jp.complex32)


@pytest.mark.parametrize("cls", [jp.float32, jp.generic, jp.weak_int])
def test_classes_are_names_and_not_instantiated(cls):
    assert repr(cls) == cls.name == cls.__name__ and cls.__doc__
    with pytest.raises(TypeError, match=f"{cls.name} is a dtype and has no instances; make an array of it"):
        cls(1)
    assert pickle.loads(pickle.dumps(cls)) is cls


# -------------------------------------------------------------------------------------- objects that stand for a dtype


class HasDType:
    def __init__(self, dtype):
        self.dtype = dtype


@pytest.mark.parametrize("name", NUMPYS)
def test_every_spelling_has_one_name(name):
    dtype = DTYPES[name].dtype
    spellings = [
        DTYPES[name],
        name,
        dtype,
        dtype.type,
        dtype.type(1),
        np.ones(2, dtype),
        HasDType(dtype),
        HasDType(name),
    ]
    assert {dtype_name(spelling) for spelling in (*spellings, HasDType(DTYPES[name]), dtype.name)} == {name}


@pytest.mark.parametrize(
    ("spelling", "name"),
    [
        (bool, "bool"),
        (int, "int"),
        (float, "float"),
        (complex, "complex"),
        ("bool", "bool_"),
        ("int", "int64"),
        ("float", "float64"),
        ("complex", "complex128"),
        ("f4", "float32"),
        ("?", "bool_"),
        ("longlong", "int64"),
        (np.longlong, "int64"),
        (np.ulonglong, "uint64"),
        (np.intc, "int32"),
        ("i*", "weak_int"),
        ("float*", "weak_float"),
        ("complex*", "weak_complex"),
        (jp.weak_int, "weak_int"),
    ],
)
def test_names_and_aliases(spelling, name):
    assert dtype_name(spelling) == name


class Named:
    name = "float32"


class Endless:
    dtype = None


Endless.dtype = Endless


@pytest.mark.parametrize(
    "spelling",
    [
        None,
        1,
        1.0,
        "",
        "flaot32",
        "FLOAT32",
        "S3",
        "M8[s]",
        ">i4",
        "i4,f4",
        b"int8",
        [],
        {},
        [("a", "i4")],
        str,
        object,
        type,
        list,
        np.void,
        np.str_,
        np.longdouble,
        np.datetime64,
        np.dtype("O"),
        np.dtype([("a", "i4")]),
        np.dtype(">f8"),
        np.dtypes.StringDType(),
        np.array(["a"]),
        Named(),
        Endless,
        Endless(),
        Ellipsis,
        object(),
        jp,
        len,
        np.ndarray,
    ],
    ids=lambda spelling: re.sub(r" at 0x\w+|'/.*'", "", " ".join(repr(spelling).split()))[:40],
)
def test_objects_that_stand_for_no_dtype(spelling):
    with pytest.raises(UnknownDTypeError, match="does not stand for a dtype; dtypes: bool_, uint1, ") as caught:
        dtype_name(spelling)
    assert "\n" not in str(caught.value) and len(str(caught.value)) < 600


@pytest.mark.parametrize("spelling", [*CATEGORIES, *CATEGORIES.values(), np.floating, np.generic])
def test_a_category_is_called_one(spelling):
    with pytest.raises(UnknownDTypeError, match="is a category of dtypes, not a dtype; dtypes: bool_, "):
        dtype_name(spelling)
