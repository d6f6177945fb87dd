"""The example of an array library: registered classes, traced or not, without JAX."""

from __future__ import annotations

import importlib.util
import itertools
import operator
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import jaxtyping_promo as jp
from jaxtyping_promo import Array, get_system, is_array

EXAMPLE = Path(__file__).parents[2] / "examples" / "array_library.py"
DTYPES = ("bool_", "uint8", "uint32", "int8", "int32", "float16", "float32", "complex64")
WEAK = {"weak_int": 1, "weak_float": 1.0, "weak_complex": 1j}

WITHOUT_JAX = f"""
import runpy, sys
sys.modules.update(dict.fromkeys(("jax", "jaxlib", "ml_dtypes")))  # so that importing any of them fails
names = runpy.run_path({str(EXAMPLE)!r}, run_name="__main__")
from jaxtyping_promo import Array
assert isinstance(names["asarray"](1.0), Array) and issubclass(names["Tracer"], Array)
assert [m for m in sys.modules if m.partition(".")[0] in ("jax", "jaxlib", "ml_dtypes") and sys.modules[m]] == []
"""


@pytest.fixture(scope="module")
def library():
    spec = importlib.util.spec_from_file_location("array_library", EXAMPLE)
    module = importlib.util.module_from_spec(spec)
    sys.modules["array_library"] = module  # dataclasses look up their module there
    spec.loader.exec_module(module)
    yield module
    del sys.modules["array_library"]


def test_it_runs_where_jax_cannot_be_imported():
    run = subprocess.run([sys.executable, "-c", WITHOUT_JAX], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    assert "DeviceArray(int8[3]) * 0.5 is DeviceArray(weak_float[3]); it is an Array: True" in run.stdout
    assert "x2: Tracer(float32[3]) = truediv x1 2" in run.stdout
    assert "[0.5 2.  4.5], of float32: True" in run.stdout
    assert "refused: " in run.stdout


def test_device_arrays_and_tracers_are_arrays(library):
    x = library.asarray([1, 2], jp.int8)
    seen = []

    def ask(v):
        seen.append(
            [isinstance(v, Array), is_array(v), is_array(v, jp.int8), is_array(v, "int16"), is_array(v, jp.integer)]
        )
        return v

    ask(x)
    library.trace(ask, x)
    assert seen == [[True, True, True, False, True]] * 2
    assert issubclass(library.DeviceArray, Array) and issubclass(library.Tracer, Array)
    assert not isinstance(library.trace(ask, x), Array) and not isinstance(np.ones(2), Array)


def test_weak_arrays(library):
    weak = library.asarray(1) * 0.5
    assert is_array(weak, jp.weak_float) and is_array(weak, jp.float32) and not is_array(weak, jp.weak_int)
    assert jp.result_type(weak) is jp.weak_float
    assert jp.result_type(weak, jp.bfloat16) is jp.result_type(jp.bfloat16, weak) is jp.bfloat16
    assert jp.result_type(weak, library.asarray(1)) is jp.weak_float


def operands(library):
    arrays = {name: library.asarray(np.ones(2, getattr(np, name)), getattr(jp, name)) for name in DTYPES}
    weak = {name: library.asarray(value) for name, value in WEAK.items()}
    return {**arrays, **weak, "bool": True, "int": 3, "float": 3.0, "complex": 3j}


def test_every_operator_promotes_by_the_rules_traced_or_not(library):
    values = operands(library)
    rules = get_system("jax")
    refused = 0
    for op, (a, x), (b, y) in itertools.product(library.BINARY, values.items(), values.items()):
        if not isinstance(x, Array) and not isinstance(y, Array):
            continue
        expected = rules.binary(op, a, b)
        function = library.FUNCTIONS[op]
        if expected is None:
            with pytest.raises(jp.PromotionError, match=r"is not defined for|in jax"):
                function(x, y)
            refused += 1
            continue
        with np.errstate(all="ignore"):
            now = function(x, y)
        program = library.trace(lambda *arrays, f=function, x=x, y=y: f(*with_arrays(x, y, arrays)), *arrays_of(x, y))
        assert now.dtype.name == program.output.dtype.name == expected, (op, a, b)
        assert now.shape == program.output.shape
        assert now.value.dtype == library.held(now.dtype)
    assert refused > 100


def arrays_of(*values):
    return [value for value in values if isinstance(value, Array)]


def with_arrays(x, y, arrays):
    supply = iter(arrays)
    return [next(supply) if isinstance(value, Array) else value for value in (x, y)]


def test_a_program_computes_the_same_values_as_the_function(library):
    def function(x, y):
        return (x * 2 + y) / (abs(-y) + 1) > 0.5

    x, y = library.asarray([1, 2, 3], jp.int16), library.asarray([[1.0], [2.0]], jp.float16)
    now, later = function(x, y), library.trace(function, x, y)(x, y)
    assert (now.dtype, now.shape, later.dtype) == (jp.bool_, (2, 3), jp.bool_)
    np.testing.assert_array_equal(now.value, later.value)
    np.testing.assert_array_equal(now.value, function(np.array([1, 2, 3]), np.array([[1.0], [2.0]])))


def test_numpy_and_python_operands(library):
    x = library.asarray([1, 2], jp.int8)
    assert (np.ones(2, np.float32) + x).dtype is (x + np.float32(1)).dtype is jp.float32
    assert (np.ones(2) + x).dtype is jp.float32  # with x64 off
    assert (2**x).dtype is (x**2).dtype is jp.int8
    with pytest.raises(TypeError, match="unsupported operand"):
        operator.add(x, [1, 2])
