"""NumPy functions of JAX arrays. NumPy decides which functions return JAX arrays, and JAX decides the dtypes."""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from checkers import Mypy
from checkers.mypy import ini
from oracles.functions import dtype_name
from suites import others_long

from jaxtyping_promo.dtypes import DTYPES
from jaxtyping_promo.rules.numpy_methods import CALLED
from jaxtyping_promo.rules.numpy_tables import numpy_rules
from jaxtyping_promo.systems import get_system

pytestmark = pytest.mark.once

ARGUMENTS: tuple[tuple[Any, ...], ...] = ((), (1,), (0, 1), ((3, 2),), ([0, 1],), (slice(None),))
"""Arguments after the array. They are tried until NumPy's function accepts one."""
BY_ARGUMENT = {
    "choose": "np.{}(i, [x, x])",
    "repeat": "np.{}(x, 2)",
    "reshape": "np.{}(x, (3, 2))",
    "searchsorted": "np.{}(x[0], x[0])",
    "swapaxes": "np.{}(x, 0, 1)",
    "moveaxis": "np.{}(x, 0, 1)",
    "rollaxis": "np.{}(x, 1)",
    **dict.fromkeys(("array_split", "hsplit", "split", "vsplit"), "np.{}(x, 1)"),
}
"""The calls of functions that need more than an array."""
LEFT_OUT = {
    "compress": "the array is its second argument",
    "diff": "an array of NumPy's, but for no differences at all",
    "imag": "NumPy's stubs have it right, by the attribute",
    "isreal": "a comparison of the attribute; its stub says bool_, of NumPy's class",
    "nonzero": "a tuple of JAX arrays; its stub says NumPy's",
    "permute_dims": "the name of the stub is `transpose`",
    "real": "NumPy's stubs have it right, by the attribute",
    "trim_zeros": "a slice of what it is given",
    "unstack": "a tuple of JAX arrays; its stub says NumPy's",
}
"""Functions that return JAX arrays and have no test, with the reason."""
NAMES = sorted(name for names in CALLED.values() for name in names)


def is_made_of_jax(result: Any) -> bool:
    several = isinstance(result, list | tuple)
    return bool(several and result and is_made_of_jax(result[0])) or isinstance(result, jax.Array)


def returns_jax(function: Callable[..., Any]) -> bool:
    """Whether a NumPy function returns a JAX array if its first argument is one."""
    x, v = jnp.arange(6.0).reshape(2, 3), jnp.arange(3.0)
    for arguments in ARGUMENTS:
        for first in ((x,), (v, v), (jnp.zeros(3, int), [v, v, v])):
            try:
                if is_made_of_jax(function(*first, *arguments)):
                    return True
            except Exception:  # NumPy and JAX raise many kinds of errors
                continue
    return False


def test_the_list_is_that_of_numpys_functions_which_return_jax_arrays():
    skipped = {"info", "save", "savetxt", "savez", "savez_compressed"}
    functions = {n: getattr(np, n) for n in np.__all__ if n not in skipped}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        returning_jax = {n for n, f in functions.items() if not isinstance(f, type) and callable(f) and returns_jax(f)}
    assert returning_jax == {*NAMES, *LEFT_OUT}


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("x64", others_long([False, True], [False]), ids=["x32", "x64"])
def test_they_return_the_dtypes_that_jax_computes(x64, tmp_path, record_cases):
    system = get_system("jax", x64=x64)
    dtypes = [n for n in DTYPES if n in system.nodes and n not in system.truncated]
    calls = [BY_ARGUMENT.get(name, "np.{}(x)").format(name) for name in NAMES]
    lines = [
        "import numpy as np",
        "from typing import Any",
        "import jaxtyping_promo as jp",
        "from jaxtyping_promo import Array",
    ]
    expected: dict[int, str | None] = {}
    for dtype in dtypes:
        lines.append(f"def f_{dtype}(x: Array[jp.{dtype}], i: Array[jp.int32]) -> None:")
        for call in calls:
            lines.append(f"    reveal_type({call})")
            expected[len(lines)] = computed(call, dtype, x64=x64)
    (tmp_path / "program.py").write_text("\n".join(lines))
    (tmp_path / "mypy.ini").write_text(ini(x64=x64))
    report = Mypy().check("program.py", folder=tmp_path)
    revealed = {n: (report.line("program.py", n).revealed or [""])[0] for n in expected}
    compared = {n: true for n, true in expected.items() if true is not None}
    unknown = {n for n in compared if revealed[n] in ("Any", "Array[Any]")}
    wrong = [
        f"{lines[n - 1]}: {revealed[n]}, JAX: {t}" for n, t in compared.items() if n not in unknown and revealed[n] != t
    ]
    record_cases(len(compared), len(wrong))
    assert wrong == []
    assert len(compared) > 400
    splits = ("array_split", "hsplit", "split", "vsplit")  # lists, whose item types are not tested
    assert {lines[n - 1].split("np.")[1].split("(")[0] for n in unknown} == {*splits}


def computed(call: str, dtype: str, *, x64: bool) -> str | None:
    """The results of NumPy and JAX for a call. None if one rejects it."""

    def call_it(x: jax.Array) -> Any:
        return eval(call, {"np": np, "x": x, "i": jnp.zeros(3, jnp.int32)})

    with jax.enable_x64(x64):
        try:
            result = jax.eval_shape(call_it, jax.ShapeDtypeStruct((2, 3), getattr(jnp, dtype)))
        except (TypeError, ValueError, NotImplementedError):
            return None
    return f"list[Array[{dtype_name(result[0])}]]" if isinstance(result, list) else f"Array[{dtype_name(result)}]"


CONVERTED = """\
import numpy as np
from typing import Any
import jaxtyping_promo as jp
from jaxtyping_promo import Array

def f(x: Array[jp.float32], h: Array[jp.bfloat16], w: Array[jp.weak_float], u: Array[Any], n: np.ndarray) -> None:
    reveal_type(np.asarray(x).dtype)
    reveal_type(np.array(x).dtype)
    reveal_type(np.asarray(w).dtype)
    reveal_type(np.asarray(x, dtype=np.int8).dtype)
    reveal_type(np.asarray(h).dtype)
    reveal_type(np.asarray(u).dtype)
    reveal_type(np.mean(n))
    reveal_type(np.mean(x if n.size else h))
    reveal_type(np.mean(u))
    reveal_type(np.sum(x, dtype=jp.int8))

def g(x: jax.Array) -> jax.Array:
    return np.mean(np.squeeze(x))
"""


@pytest.mark.slow
def test_an_array_of_numpys_has_the_dtype_of_the_array(tmp_path):
    (tmp_path / "program.py").write_text("import jax\n" + CONVERTED)
    (tmp_path / "mypy.ini").write_text(ini())
    report = Mypy().check("program.py", folder=tmp_path)
    lines = report.output.splitlines()
    names = re.compile(r"jaxtyping_promo\.\w+\.")
    revealed = [names.sub("", line.split('"')[1]) for line in lines if "Revealed" in line]
    float32, int8 = "floating[numpy._typing._nbit_base._32Bit]", "signedinteger[numpy._typing._nbit_base._8Bit]"
    assert [text.removeprefix("numpy.") for text in revealed[:6]] == [
        f"dtype[numpy.{float32}]",
        f"dtype[numpy.{float32}]",
        f"dtype[numpy.{float32}]",
        f"dtype[numpy.{int8}]",
        "dtype[Any]",
        "dtype[Any]",
    ]
    assert "Array" not in revealed[6]
    assert revealed[7:] == ["Array[float32 | bfloat16]", "Array[Any]", "Array[int8]"]
    assert [line for line in lines if ": error:" in line] == []


CALLS = (
    *("{}(x)", "{}(x, x)", "{}(x, 1)", "{}(x, 0, 1)", "{}([x > 0], [x], 0)", "{}((x, 1.0))", "{}(x, x, x)"),
    *("{}(x, dtype=jp.bfloat16)", "{}(x, out=n)", "{}(x, x, n)"),
)
"""Calls of any function with an array whose dtype NumPy lacks, alone and beside numbers and NumPy's arrays."""


@pytest.mark.slow
@pytest.mark.parametrize("dtype", others_long(["bfloat16", "int4", "float8_e4m3fn"], ["bfloat16"]))
def test_no_function_of_a_dtype_that_numpy_lacks_ends_mypy(dtype, tmp_path):
    rules = [name for name in numpy_rules() if not name.startswith(("numpy.ndarray", "numpy.random"))]
    names = sorted({name.replace("numpy", "np", 1) for name in (*rules, *(f"numpy.{name}" for name in np.__all__))})
    lines = [
        "import numpy as np",
        "from typing import Any",
        "import jaxtyping_promo as jp",
        "from jaxtyping_promo import Array",
        f"def f(x: Array[jp.{dtype}], n: np.ndarray[Any, np.dtype[np.float32]]) -> None:",
        *(f"    {call.format(name)}" for name in names for call in CALLS),
    ]
    (tmp_path / "program.py").write_text("\n".join(lines))
    (tmp_path / "mypy.ini").write_text(ini())
    output = Mypy().check("program.py", folder=tmp_path).output
    assert "error: " in output
    assert "INTERNAL ERROR" not in output
    assert "check has failed" not in output


@pytest.mark.slow
@pytest.mark.xfail(
    strict=True, reason="a JAX array matches protocols of NumPy's stubs, so that mypy takes a wrong overload"
)
@pytest.mark.parametrize("call", ["np.kron(x, x)", "np.vdot(x, x)", "np.ediff1d(x)", "np.linalg.norm(x)"])
def test_no_converting_function_has_a_wrong_dtype(call, tmp_path):
    (tmp_path / "program.py").write_text(
        "import numpy as np\nimport jaxtyping_promo as jp\nfrom jaxtyping_promo import Array\n"
        f"def f(x: Array[jp.float32]) -> None:\n    reveal_type({call})\n"
    )
    (tmp_path / "mypy.ini").write_text(ini())
    output = Mypy().check("program.py", folder=tmp_path).output
    assert "numpy.bool" not in output
    assert "_8Bit" not in output
    assert "float64" not in output
