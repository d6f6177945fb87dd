"""`Array` and `is_array` without JAX: registration, cached answers, subclasses."""

from __future__ import annotations

import abc
import functools
import gc
import pickle
import subprocess
import sys
import types
import typing
import weakref
from pathlib import Path
from unittest import mock

import pytest

import jaxtyping_promo as jp
from jaxtyping_promo import Array, DuckTypedArray, UnknownDTypeError, array, float32, is_array


def new_class(*bases: type, **members: object) -> type:
    return type("New", bases, members)


class Held:
    """A registered array class with the dtype that a test gives it."""

    shape, ndim, size = (2,), 1, 2

    def __init__(self, dtype: object, weak_type: bool = False) -> None:
        self.dtype, self.weak_type = dtype, weak_type


Array.register(Held)


# ------------------------------------------------------------------------------------------------------ registering


def test_register_is_a_function_and_a_decorator():
    plain = new_class()
    assert not isinstance(plain(), Array) and not issubclass(plain, Array)
    assert Array.register(plain) is plain
    assert isinstance(plain(), Array) and issubclass(plain, Array)

    @Array.register
    class Decorated:
        pass

    assert isinstance(Decorated(), Array) and Decorated.__name__ == "Decorated"


def test_subclasses_of_registered_classes():
    early = new_class()
    before = new_class(early)
    assert not isinstance(before(), Array)
    Array.register(early)
    assert isinstance(before(), Array) and isinstance(new_class(early)(), Array)


@pytest.mark.parametrize("what", [1, "Array", None, Held(float32), Array[float32]])
def test_only_classes_can_be_registered(what):
    with pytest.raises(TypeError, match="Can only register classes"):
        Array.register(what)


def test_array_is_not_registered_with_itself_upside_down():
    sub = new_class(Array)
    with pytest.raises(RuntimeError, match="inheritance cycle"):
        sub.register(Array)


def test_an_abc_that_is_registered_may_take_in_more_later():
    interface = abc.ABCMeta("Interface", (), {})
    late, other = new_class(), new_class()
    Array.register(interface)
    assert [isinstance(late(), Array)] * 2 == [False, False]
    interface.register(late)
    assert isinstance(late(), Array) and issubclass(late, Array) and not isinstance(other(), Array)


# ------------------------------------------------------------------------------------------------------- subclasses


def test_a_subclass_is_an_array_and_takes_part_in_nothing_else():
    mine = new_class(Array)
    assert isinstance(mine(), Array) and isinstance(mine(), mine) and issubclass(mine, Array)
    assert not isinstance(Held(float32), mine) and not issubclass(Held, mine)
    registered = new_class()
    assert not isinstance(registered(), Array)
    mine.register(registered)
    assert isinstance(registered(), mine) and isinstance(registered(), Array)


def test_a_subclass_with_slots_fields_and_parameters():
    class Mine(Array[float32]):
        __slots__ = ("dtype", "shape")

        def __init__(self, shape):
            self.dtype, self.shape = float32, shape

    assert Mine((2,)).shape == (2,) and is_array(Mine(()), float32) and not is_array(Mine(()), jp.int8)
    assert Mine.__orig_bases__ == (Array[float32],)
    with pytest.raises(AttributeError):
        Mine(()).other = 1


def test_array_itself_has_no_instances():
    with pytest.raises(TypeError, match="Array has no instances of its own"):
        Array()


def test_objects_that_are_no_arrays():
    things = (None, 1, 1.0, "x", b"x", [1], (1,), {}, object(), int, Array, Array[float32], float32, sys, len, ...)
    assert not any(isinstance(thing, Array) for thing in things)
    assert not any(issubclass(cls, Array) for cls in (int, type, object, abc.ABC, float32))
    with pytest.raises(TypeError, match="arg 1 must be a class"):
        issubclass(1, Array)


def test_objects_with_a_class_attribute():
    class Says:
        def __init__(self, kind):
            self.kind = kind

        __class__ = property(lambda self: self.kind)

    class Lazy:
        def __init__(self, kind):
            object.__setattr__(self, "kind", kind)

        def __getattribute__(self, name):
            return object.__getattribute__(self, "kind" if name == "__class__" else name)

    held = Held(float32)
    for says in (Says, Lazy):
        answers = [isinstance(says(kind), Array) for kind in (Held, int, Held, Array, str, Held)]
        assert answers == [True, False, True, True, False, True]
    assert isinstance(mock.Mock(spec=Held), Array) and not isinstance(mock.Mock(), Array)
    assert isinstance(weakref.proxy(held), Array) and not isinstance(weakref.proxy(Says(int)), Array)


def test_verdicts_keep_few_types_alive():
    gone = new_class()
    alive = weakref.ref(gone)
    assert not isinstance(gone(), Array)
    del gone
    for _ in range(array.MOST_REMEMBERED + 1):
        isinstance(new_class()(), Array)
    gc.collect()
    assert alive() is None and isinstance(Held(float32), Array)


def test_single_dispatch_and_match():
    @functools.singledispatch
    def kind(thing):
        return "other"

    kind.register(Array, lambda thing: "array")
    assert (kind(Held(float32)), kind(1)) == ("array", "other")
    match Held(float32):
        case Array(dtype=dtype):
            assert dtype is float32
        case _:
            pytest.fail("an array does not match Array")


# ------------------------------------------------------------------------------------------------------- at run time


def test_array_of_a_dtype_is_for_annotations():
    alias = Array[float32]
    assert isinstance(alias, types.GenericAlias)
    assert typing.get_origin(alias) is Array and typing.get_args(alias) == (float32,)
    assert alias == Array[float32] != Array[jp.int8] and hash(alias) == hash(Array[float32])

    def f(x: Array[float32] | None, y: Array[jp.floating], z: Array) -> Array[typing.Any]: ...

    hints = typing.get_type_hints(f)
    assert hints["y"] == Array[jp.floating] and hints["x"] == alias | None and hints["z"] is Array
    D = typing.TypeVar("D")
    assert Array[D][float32] == alias
    assert pickle.loads(pickle.dumps(alias)) == alias and pickle.loads(pickle.dumps(Array)) is Array


@pytest.mark.parametrize("ask", [isinstance, issubclass])
def test_array_of_a_dtype_is_not_for_isinstance(ask):
    with pytest.raises(TypeError, match="argument 2 cannot be a parameterized generic"):
        ask(Held, Array[float32])


# --------------------------------------------------------------------------------------------------------- is_array


def test_is_array_by_dtype_category_and_name():
    x = Held(jp.int8)
    for spelling in (None, jp.int8, "int8", jp.signedinteger, "integer", jp.number, jp.generic, "generic"):
        assert is_array(x, spelling), spelling
    for spelling in (jp.int16, "uint8", jp.unsignedinteger, "floating", jp.weak_int, "weak_int", bool):
        assert not is_array(x, spelling), spelling
    assert is_array(Held("int8"), jp.int8) and is_array(Held(bool), jp.bool_) and is_array(Held(jp.bool_), bool)


def test_is_array_of_weak_arrays():
    weak = Held(float32, weak_type=True)
    assert is_array(weak, jp.weak_float) and is_array(weak, float32) and is_array(weak, "f*")
    assert not is_array(weak, jp.weak_int) and not is_array(Held(float32), jp.weak_float)
    assert is_array(Held(jp.weak_float), jp.weak_float) and is_array(Held(jp.weak_float), float32)
    assert is_array(Held(jp.float64, weak_type=True), jp.weak_float)  # x64
    assert not is_array(Held(jp.bool_, weak_type=True), jp.weak_int)


def test_is_array_of_unknown_dtypes():
    strange = Held(object())
    assert is_array(strange) and is_array(strange, jp.generic) and not is_array(strange, float32)


def test_is_array_of_random_keys():
    jax = pytest.importorskip("jax")
    key = jax.random.key(0)
    assert is_array(key, jax.dtypes.prng_key) and is_array(key, jax.dtypes.extended) and is_array(key)
    assert not is_array(key, jp.uint32) and not is_array(jax.random.PRNGKey(0), jax.dtypes.prng_key)
    assert not is_array(0, jax.dtypes.prng_key) and not is_array(Held(object()), jax.dtypes.prng_key)


class Named:
    """A dtype of another library, which has a name, or whose text includes the name of its library."""

    def __init__(self, **members):
        vars(self).update(members)

    def __str__(self):
        return vars(self).get("printed", "?")


class DType(Named):
    __module__ = "torch"


@pytest.mark.parametrize(
    ("dtype", "expected"),
    [
        (DType(name="float32"), True),
        (DType(printed="torch.float32"), True),
        (DType(printed="other.float32"), False),
        (DType(printed="float32"), False),
        (DType(name="quint8"), False),
        (Named(name="float32"), False),  # a path and an enum member
    ],
)
def test_is_array_of_other_libraries_dtypes(dtype, expected):
    assert is_array(Held(dtype), float32) is expected


@pytest.mark.parametrize("x", [Held(float32), 1])
@pytest.mark.parametrize(
    ("spelling", "message"),
    [
        (float, "float is no array's dtype: is_array takes weak_float"),
        (int, "int is no array's dtype: is_array takes weak_int"),
        ("flaot32", "'flaot32' does not stand for a dtype; dtypes: bool_, "),
        (1, "1 does not stand for a dtype"),
        (Array[float32], "does not stand for a dtype"),
    ],
)
def test_is_array_names_the_dtypes_it_accepts(x, spelling, message):
    with pytest.raises(UnknownDTypeError) as caught:
        is_array(x, spelling)
    assert message in str(caught.value) and "\n" not in str(caught.value)


# --------------------------------------------------------------------------------------------------- DuckTypedArray


def test_duck_typed_arrays():
    assert isinstance(Held(float32), DuckTypedArray)
    assert not isinstance(1.0, DuckTypedArray)
    for missing in ("dtype", "shape", "ndim", "size"):
        members = dict.fromkeys({"dtype", "shape", "ndim", "size"} - {missing})
        assert not isinstance(new_class(**members)(), DuckTypedArray)
    assert isinstance(types.SimpleNamespace(dtype=float32, shape=(), ndim=0, size=1), DuckTypedArray)


def test_duck_typed_arrays_can_be_extended():
    @typing.runtime_checkable
    class Named(DuckTypedArray, typing.Protocol):
        name: str

    assert not isinstance(Held(float32), Named)
    assert isinstance(types.SimpleNamespace(dtype=float32, shape=(), ndim=0, size=1, name="x"), Named)
    assert DuckTypedArray._is_protocol


# ----------------------------------------------------------------------------------------------------------- imports

PLAIN = """
import sys
before = set(sys.modules)
import jaxtyping_promo as jp
unwanted = {"jax", "numpy", "ml_dtypes", "mypy", "typing", "typing_extensions", "dataclasses", "enum", "re", "inspect"}
assert not unwanted & (set(sys.modules) - before), unwanted & set(sys.modules)

class Mine:
    dtype = jp.int8
jp.Array.register(Mine)
assert isinstance(Mine(), jp.Array) and jp.is_array(Mine(), jp.int8) and jp.is_array(Mine(), "integer")
assert isinstance(3, jp.ArrayLike) and isinstance("int8", jp.DTypeLike) and isinstance((2, 3), jp.ShapeLike)
assert jp.promote_types(jp.int8, float) is jp.weak_float and jp.result_type(Mine(), 1.0) is jp.weak_float
assert not unwanted & (set(sys.modules) - before), unwanted & set(sys.modules)
"""

NOTHING_INSTALLED = """
import sys
sys.modules.update(dict.fromkeys(("jax", "numpy", "ml_dtypes")))
import jaxtyping_promo as jp
assert isinstance(1.0, jp.ArrayLike) and not isinstance("i1", jp.DTypeLike) and not isinstance(1, jp.DType)
assert not isinstance(1, jp.Array) and isinstance((1,), jp.Shape) and not issubclass(int, jp.Array)
try:
    jp.promote_types("i1", "int8")
except jp.UnknownDTypeError as error:
    assert str(error).startswith("'i1' does not stand for a dtype; dtypes: bool_, uint1"), error
assert jp.DuckTypedArray and isinstance(1, jp.DuckTypedArray) is False
"""


@pytest.mark.parametrize("program", [PLAIN, NOTHING_INSTALLED])
def test_imports(program):
    path = [str(Path(jp.__file__).parents[1]), *sys.path]  # without site, there is no editable install
    subprocess.run([sys.executable, "-S", "-c", f"import sys; sys.path = {path!r}\n{program}"], check=True)


def test_an_unknown_name_is_an_error():
    with pytest.raises(AttributeError, match="module 'jaxtyping_promo' has no attribute 'NoSuch'"):
        jp.NoSuch  # noqa: B018
    assert {"Array", "DuckTypedArray", "ArrayLike", "float32", "weak_int"} <= set(jp.__all__)
    assert all(hasattr(jp, name) for name in jp.__all__)
