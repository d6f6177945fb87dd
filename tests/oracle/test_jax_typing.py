"""The types of JEP 12049 at run time agree with the arguments that JAX's functions accept, and with their results."""

from __future__ import annotations

import collections
import decimal
import enum
import fractions
from collections.abc import Callable
from typing import Any

import jax
import jax.export
import jax.numpy as jnp
import ml_dtypes
import numpy as np
import pytest

from jaxtyping_promo import ArrayLike, DType, DTypeLike, DuckTypedArray, NamedShape, Shape, ShapeLike

x = jnp.ones(3)
key = jax.random.key(0)


class Member(enum.IntEnum):
    ONE = 1


class Metres(float):
    pass


class HasDType:
    dtype = np.dtype("int8")


class ConvertsItself:
    def __array__(self, *args: Any, **kwargs: Any) -> np.ndarray:
        return np.ones(2)


class ConvertsItselfForJax:
    def __jax_array__(self) -> jax.Array:
        return x


def takes(function: Callable[[Any], object], value: Any) -> bool:
    """Whether JAX's function accepts a value."""
    try:
        function(value)
    except (TypeError, ValueError):
        return False
    return True


VALUES = {
    "device array": x,
    "weak": jnp.asarray(1.0),
    "key": key,
    "NumPy array": np.ones(2),
    "0-d": np.array(1),
    "bool": True,
    "int": 1,
    "float": 1.0,
    "nan": float("nan"),
    "complex": 1j,
    "np.bool": np.bool_(True),
    "np.float64": np.float64(1),
    "np.longlong": np.longlong(1),
    "bfloat16": ml_dtypes.bfloat16(1),
    "bfloat16 array": np.ones(2, ml_dtypes.bfloat16),
    "int4 array": np.ones(2, ml_dtypes.int4),
    "IntEnum": Member.ONE,
    "Metres": Metres(1),
    "list": [1],
    "tuple": (1,),
    "None": None,
    "str": "float32",
    "bytes": b"a",
    "strings": np.array(["a"]),
    "np.str": np.str_("a"),
    "np.str of a dtype": np.str_("float32"),
    "objects": np.array([None]),
    "structure": np.zeros(2, [("a", "i4")]),
    "StringDType": np.array(["a"], np.dtypes.StringDType()),
    "byte-swapped": np.ones(2, ">i4"),
    "void": np.void(b"a"),
    "long double": np.longdouble(1),
    "long doubles": np.ones(2, np.longdouble),
    "datetime": np.datetime64(1, "s"),
    "timedelta": np.timedelta64(1, "s"),
    "struct": jax.ShapeDtypeStruct((), jnp.float32),
    "has a dtype": HasDType(),
    "__array__": ConvertsItself(),
    "__jax_array__": ConvertsItselfForJax(),
    "Fraction": fractions.Fraction(1),
    "Decimal": decimal.Decimal(1),
    "memoryview": memoryview(b"aa"),
    "range": range(3),
    "dict": {},
    "type": float,
    "dtype": np.dtype("f4"),
    "object": object(),
    "reference": jax.new_ref(x),
}


@pytest.mark.parametrize("name", VALUES)
def test_array_like_accepts_the_objects_that_jax_converts(name):
    assert isinstance(VALUES[name], ArrayLike) == takes(jnp.ravel, VALUES[name])


def test_tracers_are_array_like():
    def ask(v):
        assert isinstance(v, ArrayLike) and not isinstance([v], ArrayLike)
        return v

    jax.vmap(jax.jit(ask))(x)


DTYPES = {
    **{
        f"{spelling!r}": spelling
        for spelling in ("float32", "float", "f4", "f", "d", "?", "bool_", "bool", "int", "complex64", "uint8")
    },
    **{
        f"{spelling!r}": spelling
        for spelling in (">f4", "", "flaot32", "S3", "M8[s]", "O", "i4,f4", "key<fry>", "str", "(2,)i4")
    },
    **{t.__name__: t for t in (bool, int, float, complex, str, bytes, object, type, Member, Metres, HasDType, list)},
    **{f"np.{t.__name__}": t for t in (np.bool_, np.int8, np.longlong, np.float16, np.longdouble, np.str_, np.void)},
    **{f"np.{t.__name__} category": t for t in (np.floating, np.number, np.generic, np.integer)},
    **{f"jnp.{t.__name__}": t for t in (jnp.bool_, jnp.int4, jnp.bfloat16, jnp.float32, jnp.complex128)},
    **{f"ml_dtypes.{t.__name__}": t for t in (ml_dtypes.int4, ml_dtypes.bfloat16, ml_dtypes.float8_e4m3fn)},
    **{f"np.dtype {d}": np.dtype(d) for d in ("f4", "?", "c16", ">i4", "S", "O", "M8[s]", "f2,i4")},
    "StringDType": np.dtypes.StringDType(),
    "dtype class": np.dtypes.Float32DType,
    "has a dtype": HasDType(),
    "struct": jax.ShapeDtypeStruct((), jnp.int8),
    "scalar": np.float32(1),
    "number": 3,
    "list": ["f4"],
    "array": x,
    "NumPy array": np.ones(2),
    "reference": jax.new_ref(x),
}


@pytest.mark.filterwarnings("ignore:Explicitly requested dtype")
@pytest.mark.parametrize("name", DTYPES)
def test_dtype_like_accepts_the_objects_that_jax_converts(name):
    spelling = DTYPES[name]
    assert isinstance(spelling, DTypeLike) == takes(lambda dtype: jnp.zeros((), dtype), spelling)


def test_objects_that_dtype_like_leaves_out():
    # These types have no default and must promote. jax.numpy.zeros accepts all three.
    assert not any(isinstance(spelling, DTypeLike) for spelling in (None, key.dtype, jax.dtypes.float0))


SHAPES = {
    "()": (),
    "[]": [],
    "(2,)": (2,),
    "[2, 3]": [2, np.int64(3)],
    "NumPy": np.array([2, 3]),
    "JAX": jnp.array([2, 3]),
    "range": range(2),
    "deque": collections.deque([2]),
    "bool": (True,),
    "IntEnum": (Member.ONE,),
    "0-d": (jnp.int32(2),),
    "empty": np.array([]),
    "NamedShape": NamedShape(2, 3, batch=4),
    "''": "",
    "'12'": "12",
    "bytes": b"ab",
    "dict": {2: 3},
    "set": {2},
    "iterator": iter([2]),
    "float": (2.0,),
    "np.float32": (np.float32(2),),
    "nested": ((2,),),
    "None": None,
    "floats": np.array([2.5]),
    "matrix": np.array([[2]]),
    "0-d float": (jnp.float32(2),),
    "strings": ("a",),
    "object": object(),
}


@pytest.mark.parametrize("name", SHAPES)
def test_shape_like_accepts_the_objects_that_jax_converts(name):
    assert isinstance(SHAPES[name], ShapeLike) == takes(jnp.zeros, SHAPES[name])


def test_a_bare_integer_is_a_shorthand_and_no_shape_like():
    for size in (3, np.int64(3), jnp.int32(3), np.array(3)):
        assert takes(jnp.zeros, size) and not isinstance(size, ShapeLike)
        assert not takes(lambda shape: jax.ShapeDtypeStruct(shape, jnp.int8), size)


def test_a_traced_size_is_none():
    def ask(n):
        assert not isinstance((n,), ShapeLike) and not isinstance((n,), Shape)
        assert not takes(jnp.zeros, (n,))
        return n

    jax.jit(ask)(3)


def test_jax_returns_the_strict_types():
    seen = []

    def ask(array):
        seen.append(
            isinstance(array.dtype, DType) and isinstance(array.shape, Shape) and isinstance(array, DuckTypedArray)
        )
        return array

    for array in (x, jnp.asarray(1), x.astype("bfloat16"), key, jax.random.split(key), np.ones(2), np.float32(1)):
        ask(array)
    jax.jit(ask)(x)
    jax.vmap(ask)(x)
    jax.jit(ask)(key)
    (size,) = jax.export.symbolic_shape("n")
    jax.export.export(jax.jit(ask))(jax.ShapeDtypeStruct((size, 3), jnp.float32))
    assert isinstance((size, 3), ShapeLike) and seen == [True] * 11


def test_permissive_types_are_not_strict():
    assert not any(isinstance(spelling, DType) for spelling in ("f4", float, jnp.float32, np.float32, None, HasDType()))
    assert not any(isinstance(shape, Shape) for shape in ([2], (2.0,), (np.int64(2),), 2, None, (True,), range(2)))
