"""``isinstance(x, Array)`` is ``isinstance(x, jax.Array)``: for every object, inside and outside transformations."""

from __future__ import annotations

import functools
import gc
import subprocess
import sys
import weakref
from typing import Any
from unittest import mock

import jax
import jax.export
import jax.numpy as jnp
import ml_dtypes
import numpy as np
import pytest
from jax.experimental import pallas as pl
from jax.sharding import Mesh, PartitionSpec

import jaxtyping_promo as jp
from jaxtyping_promo import Array, is_array

x = jnp.ones(3)


class FakeArray:
    """An object whose `__class__` is the class of an array, as with mocks."""

    @property
    def __class__(self):
        return type(x)


class FakeTracer(FakeArray):
    @property
    def __class__(self):
        return jax.core.Tracer


class ByInstance:
    """A class some of whose instances claim to be arrays."""

    def __init__(self, kind: type) -> None:
        self.kind = kind

    @property
    def __class__(self):
        return self.kind


class Lazy:
    """An object whose class does not show its `__class__`."""

    def __init__(self, kind: type) -> None:
        self.kind = kind

    def __getattribute__(self, name):
        return object.__getattribute__(self, "kind" if name == "__class__" else name)


class Duck:
    dtype, shape, ndim, size, aval = x.dtype, (3,), 1, 3, jax.typeof(x)

    def _is_traced_array(self):
        return True


DUCK = Duck()


class NominalTracer(jax.core.Tracer):
    """A tracer of a library that extends JAX."""

    def __init__(self, aval: Any) -> None:
        self.__dict__["aval"] = aval

    aval = property(lambda self: self.__dict__["aval"])


def objects() -> dict[str, Any]:
    """One object of each kind."""
    key = jax.random.key(0)
    return {
        "device array": x,
        "0-d": jnp.float32(1),
        "weak": jnp.asarray(1.0),
        "bool": x > 0,
        "bfloat16": x.astype("bfloat16"),
        "int4": x.astype("int4"),
        "empty": jnp.zeros((0,)),
        "sharded": jax.device_put(x, jax.devices()[0]),
        "key": key,
        "keys": jax.random.split(key),
        "raw key": jax.random.PRNGKey(0),
        "key dtype": key.dtype,
        "ref": jax.new_ref(x),
        "frozen ref": jax.ref.freeze(jax.new_ref(x)),
        "token": jax.lax.create_token(),
        "NumPy array": np.ones(3),
        "NumPy 0-d": np.array(1.0),
        "NumPy scalar": np.float32(1),
        "ml_dtypes": ml_dtypes.bfloat16(1),
        "float0": np.zeros(3, jax.dtypes.float0),
        "masked": np.ma.ones(3),
        "strings": np.array(["a"]),
        "struct": jax.ShapeDtypeStruct((3,), jnp.float32),
        "aval": jax.typeof(x),
        "dtype": x.dtype,
        "sharding": x.sharding,
        "scalar type": jnp.float32,
        "jax.Array": jax.Array,
        "tracer class": jax.core.Tracer,
        "device": x.device,
        "None": None,
        "int": 1,
        "float": 1.0,
        "complex": 1j,
        "True": True,
        "str": "x",
        "bytes": b"x",
        "list": [x],
        "tuple": (x,),
        "dict": {"x": x},
        "object": object(),
        "type": type,
        "module": jax,
        "function": jnp.sin,
        "jitted": jax.jit(jnp.sin),
        "ours": jp.float32,
        "Array": Array,
        "Array[float32]": Array[jp.float32],
        "ellipsis": ...,
        "fake array": FakeArray(),
        "fake tracer": FakeTracer(),
        "duck": Duck(),
        "proxy": weakref.proxy(x),
        "proxy of a duck": weakref.proxy(DUCK),
        "says yes": ByInstance(type(x)),
        "says no": ByInstance(int),
        "lazy yes": Lazy(type(x)),
        "lazy no": Lazy(int),
        "lazy plain": Lazy(Lazy),
        "mock": mock.MagicMock(),
        "mock of jax.Array": mock.Mock(spec=jax.Array),
        "nominal tracer": NominalTracer(jax.typeof(x)),
        "nominal token": NominalTracer(jax.typeof(jax.lax.create_token())),
        "nominal ref": NominalTracer(jax.typeof(jax.new_ref(x))),
        "uninitialised": jax.Array(),
    }


OBJECTS = objects()


@pytest.mark.parametrize("name", OBJECTS)
def test_objects(name):
    thing = OBJECTS[name]
    expected = isinstance(thing, jax.Array)
    # The second answer is cached. A class that remembered nothing gives the first answer again.
    assert [isinstance(thing, Array), isinstance(thing, Array)] == [expected, expected]
    assert is_array(thing) == expected


def test_objects_in_one_after_the_other():
    everything = [*OBJECTS.values(), *reversed(OBJECTS.values())]
    assert [isinstance(thing, Array) for thing in everything] == [isinstance(thing, jax.Array) for thing in everything]
    assert 15 < sum(isinstance(thing, Array) for thing in everything) < len(everything)


# --------------------------------------------------------------------------------------------------- transformations


class Probe:
    """Compares both answers for every object that passes, and records the objects' types."""

    def __init__(self) -> None:
        self.seen: dict[type, set[bool]] = {}

    def __call__(self, *things: Any) -> Any:
        for thing in jax.tree.leaves(things, is_leaf=lambda leaf: isinstance(leaf, jax.core.Tracer)):
            expected = isinstance(thing, jax.Array)
            assert [isinstance(thing, Array), isinstance(thing, Array)] == [expected, expected], type(thing)
            assert issubclass(type(thing), Array) or not expected
            self.seen.setdefault(type(thing), set()).add(expected)
        return things[0]

    @property
    def tracers(self) -> set[bool]:
        """The answers for tracers."""
        return set().union(*(answers for kind, answers in self.seen.items() if issubclass(kind, jax.core.Tracer)))


def custom(probe: Probe) -> Any:
    @jax.custom_vjp
    def f(v):
        return probe(v) * 2

    f.defvjp(lambda v: (probe(v) * 2, v), lambda residual, ct: (probe(ct, residual) * 2,))
    return jax.jit(jax.grad(lambda v: f(v).sum()))(x)


def custom_forward(probe: Probe) -> Any:
    @jax.custom_jvp
    def f(v):
        return probe(v) * 2

    f.defjvp(lambda primals, tangents: (probe(*primals), probe(*tangents)))
    return jax.jit(lambda v: jax.jvp(f, (v,), (v,)))(x)


def pallas(probe: Probe) -> Any:
    def kernel(source, target):
        probe(source, target)  # tracers of references
        target[...] = probe(source[...])

    return pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((3,), jnp.float32), interpret=True)(x)


def shard_map(probe: Probe) -> Any:
    mesh, spec = Mesh(np.array(jax.devices()[:1]), ("i",)), PartitionSpec("i")
    return jax.shard_map(probe, mesh=mesh, in_specs=spec, out_specs=spec)(x)


def references(probe: Probe) -> Any:
    def body(ref, v):
        made = probe(jax.new_ref(v))
        probe(ref, ref[...], made[...])
        return made[...]

    return jax.jit(body)(jax.new_ref(x), x)


def exported(probe: Probe) -> Any:
    (size,) = jax.export.symbolic_shape("b")
    return jax.export.export(jax.jit(probe))(jax.ShapeDtypeStruct((size,), jnp.float32))


def while_loop(probe: Probe) -> Any:
    return jax.lax.while_loop(lambda v: probe(v).sum() < 9, lambda v: probe(v) + 1, x)


TRANSFORMATIONS = {
    "jit": lambda probe: jax.jit(probe)(x),
    "jit of a key": lambda probe: jax.jit(probe)(jax.random.key(0)),
    "jit of scalars": lambda probe: jax.jit(lambda *a: probe(*a))(1, 2.0, True, 1j, np.float32(1), np.ones(2)),
    "static": lambda probe: jax.jit(lambda n, v: (probe(n), probe(v))[1], static_argnums=0)(3, x),
    "vmap": lambda probe: jax.vmap(probe)(x),
    "vmap of keys": lambda probe: jax.vmap(probe)(jax.random.split(jax.random.key(0))),
    "grad": lambda probe: jax.grad(lambda v: probe(v).sum())(x),
    "value_and_grad": lambda probe: jax.value_and_grad(lambda v: probe(v).sum())(x),
    "jvp": lambda probe: jax.jvp(probe, (x,), (x,)),
    "vjp": lambda probe: jax.vjp(probe, x)[1](x),
    "linearize": lambda probe: jax.linearize(probe, x)[1](x),
    "jacfwd": lambda probe: jax.jacfwd(probe)(x),
    "jacrev": lambda probe: jax.jacrev(probe)(x),
    "hessian": lambda probe: jax.hessian(lambda v: probe(v**2).sum())(x),
    "checkpoint": lambda probe: jax.grad(lambda v: jax.checkpoint(lambda u: jnp.sin(probe(u)))(v).sum())(x),
    "scan": lambda probe: jax.lax.scan(lambda c, v: (probe(c, v) + v, probe(v)), 0.0, x),
    "while_loop": while_loop,
    "fori_loop": lambda probe: jax.lax.fori_loop(0, 3, lambda i, v: probe(v, i), x),
    "cond": lambda probe: jax.lax.cond(x.sum() > 0, probe, lambda v: -probe(v), x),
    "map": lambda probe: jax.lax.map(probe, x),
    "associative_scan": lambda probe: jax.jit(functools.partial(jax.lax.associative_scan, lambda a, b: probe(a) + b))(
        x
    ),
    "eval_shape": lambda probe: jax.eval_shape(probe, x),
    "eval_shape of a struct": lambda probe: jax.eval_shape(probe, jax.ShapeDtypeStruct((2,), jnp.int8)),
    "make_jaxpr": lambda probe: jax.make_jaxpr(probe)(x),
    "pmap": lambda probe: jax.pmap(probe)(x[None]),
    "shard_map": shard_map,
    "custom_vjp": custom,
    "custom_jvp": custom_forward,
    "jit of vmap of grad": lambda probe: jax.jit(jax.vmap(jax.grad(lambda v: probe(jnp.sin(v)))))(x),
    "grad of jit of scan": lambda probe: jax.grad(
        lambda v: jax.jit(lambda u: jax.lax.scan(lambda c, w: (probe(c) * w, c), 1.0, u)[0])(v)
    )(x),
    "tokens": lambda probe: jax.jit(lambda v: (probe(jax.lax.create_token(v)), v)[1])(x),
    "references": references,
    "pallas": pallas,
    "export": exported,
    "tree": lambda probe: jax.jit(lambda tree: jax.tree.map(probe, tree))({"a": x, "b": [x, (x,)]}),
}


@pytest.mark.parametrize("name", TRANSFORMATIONS)
def test_transformations(name):
    probe = Probe()
    TRANSFORMATIONS[name](probe)
    assert True in probe.tracers or name == "tokens"
    assert (False in probe.tracers) == (name in ("tokens", "references", "pallas"))


def test_where_there_are_no_tracers():
    probe = Probe()
    jax.pure_callback(lambda v: np.asarray(probe(v)), jax.typeof(x), x)
    with jax.disable_jit():
        jax.jit(probe)(x)
    with jax.ensure_compile_time_eval():
        jax.jit(lambda v: probe(jnp.ones(2)) + v[:2])(x)
    assert probe.tracers == set() and True in set().union(*probe.seen.values())


# ------------------------------------------------------------------------------------------------------- subclasses


def test_subclasses():
    assert issubclass(jax.Array, Array) and issubclass(type(x), Array) and issubclass(type(jax.random.key(0)), Array)
    assert issubclass(jax.core.Tracer, Array) and issubclass(NominalTracer, Array)
    for other in (np.ndarray, np.float32, float, jax.ShapeDtypeStruct, type(jax.new_ref(x)), Duck, type):
        assert not issubclass(other, Array)


def test_single_dispatch():
    @functools.singledispatch
    def kind(thing):
        return "other"

    kind.register(Array, lambda thing: "array")
    assert (kind(x), jax.jit(lambda v: kind(v) == "array" and v)(x).shape, kind(np.ones(3))) == ("array", (3,), "other")


def test_an_array_of_ones_own_has_nothing_to_do_with_jaxs():
    class Mine(Array):
        pass

    assert not isinstance(x, Mine) and not issubclass(jax.Array, Mine) and not issubclass(jax.core.Tracer, Mine)
    assert jax.eval_shape(lambda v: v[:0] if isinstance(v, Mine) else v, x).shape == (3,)


def test_a_deleted_array_is_an_array():
    deleted = jnp.ones(3) + 1
    deleted.delete()
    assert isinstance(deleted, jax.Array) and isinstance(deleted, Array)


def test_nothing_is_kept_alive():
    array = jnp.ones(3) * 2
    alive = weakref.ref(array)
    assert isinstance(array, Array)
    del array
    gc.collect()
    assert alive() is None


# --------------------------------------------------------------------------------------------------------- is_array


SOME_DTYPES = ("bool_", "uint8", "int4", "int32", "bfloat16", "float8_e4m3fn", "float32", "complex64")
CATEGORIES = (
    "generic",
    "number",
    "integer",
    "signedinteger",
    "unsignedinteger",
    "inexact",
    "floating",
    "complexfloating",
)


@pytest.mark.parametrize("dtype", SOME_DTYPES)
def test_is_array_of_a_dtype(dtype):
    cls = getattr(jp, dtype)
    arrays = {name: jnp.zeros(2, getattr(jp, name).dtype) for name in SOME_DTYPES}
    seen = []

    def ask(values):
        for name, array in values.items():
            spellings = (cls, dtype, cls.dtype, cls.dtype.type, getattr(jnp, dtype))
            seen.extend(is_array(array, spelling) == (name == dtype) for spelling in spellings)
            for category in CATEGORIES:
                truth = jnp.issubdtype(array.dtype, getattr(np, category))
                seen.append(is_array(array, category) == is_array(array, getattr(jp, category)) == truth)

    ask(arrays)
    jax.jit(ask)(arrays)
    assert len(seen) == 2 * 8 * 13 and all(seen)


@pytest.mark.parametrize("x64", [False, True])
def test_is_array_of_weak_arrays(x64):
    seen = []

    def ask(i, f, c):
        kinds = {jp.weak_int: i, jp.weak_float: f, jp.weak_complex: c}
        for weak, array in kinds.items():
            held = getattr(jp, array.dtype.name)
            assert array.weak_type and held.dtype.itemsize == weak.__base__.dtype.itemsize * (2 if x64 else 1)
            seen.append(is_array(array, weak) and is_array(array, held) and is_array(array, weak.name))
            seen.append([is_array(array, other) for other in kinds] == [other is weak for other in kinds])
            seen.append(not is_array(array.astype(array.dtype), weak))

    with jax.enable_x64(x64):
        weak = jnp.asarray(1), jnp.asarray(1.0), jnp.asarray(1j)
        ask(*weak)
        jax.jit(ask)(*weak)
    assert len(seen) == 18 and all(seen)


def test_is_array_of_other_objects():
    for thing in (np.ones(2, np.float32), 1.0, jax.ShapeDtypeStruct((2,), jnp.float32), jax.new_ref(x), None, [x]):
        assert not is_array(thing, jp.float32) and not is_array(thing, jp.generic) and not is_array(thing)
    key = jax.random.key(0)
    assert is_array(key) and is_array(key, jp.generic) and not is_array(key, jp.number) and not is_array(key, jp.uint32)


# ----------------------------------------------------------------------------------------- when JAX is loaded, or not

AFTER = """
import sys
import jaxtyping_promo as jp
assert not {"jax", "jaxlib", "numpy", "typing"} & set(sys.modules), sorted(sys.modules)
things = [1.0, "x", [], object(), jp.float32]
assert not any(isinstance(t, jp.Array) for t in things) and not issubclass(float, jp.Array)
import jax
import jax.numpy as jnp
seen = []
def probe(v):
    seen.append((isinstance(v, jp.Array), isinstance(v, jax.Array)))
    return v
things += [jnp.ones(3), jax.random.key(0), jax.new_ref(jnp.ones(3)), jax.ShapeDtypeStruct((), "f4")]
for t in things:
    probe(t)
jax.jit(probe)(jnp.ones(3)); jax.grad(probe)(1.0)
assert all(a == b for a, b in seen) and sum(a for a, b in seen) == 4, seen
assert issubclass(jax.Array, jp.Array) and issubclass(jax.core.Tracer, jp.Array)
"""

WHILE = """
import sys
import jaxtyping_promo as jp

class Spy:
    '''Asks about objects of JAX's while JAX is being imported: answers of then must not last.'''
    asked = 0
    def find_spec(self, name, path=None, target=None):
        for module in ("jaxlib._jax", "jax._src.basearray", "jax._src.core", "jax._src.array"):
            for thing in list(vars(sys.modules.get(module, sys)).values()):
                isinstance(thing, jp.Array)
                if isinstance(thing, type):
                    issubclass(thing, jp.Array)
                Spy.asked += 1

sys.meta_path.insert(0, Spy())
import jax, jax.numpy as jnp
sys.meta_path.pop(0)
assert Spy.asked > 1000, Spy.asked
assert isinstance(jnp.ones(3), jp.Array) and issubclass(jax.Array, jp.Array)
assert isinstance(jax.random.key(0), jp.Array) and not isinstance(jax.new_ref(jnp.ones(3)), jp.Array)
jax.jit(lambda v: v if isinstance(v, jp.Array) else 1 / 0)(jnp.ones(3))
"""


@pytest.mark.parametrize("program", [AFTER, WHILE], ids=["after this package", "while it is asked"])
def test_jax_is_imported(program):
    subprocess.run([sys.executable, "-W", "ignore", "-c", program], check=True)
