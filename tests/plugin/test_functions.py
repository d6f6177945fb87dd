"""Calls of JAX's functions and methods: mypy infers the type of each expression, and JAX executes it."""

from __future__ import annotations

import re

import jax
import jax.numpy as jnp
import jax.scipy.linalg
import jax.scipy.sparse.linalg
import numpy as np
import pytest
from checkers import Mypy
from checkers.mypy import ini
from suites import others_long

pytestmark = pytest.mark.once

HEADER = """\
import jax
import jax.numpy as jnp
import jax.scipy.linalg
import jax.scipy.sparse.linalg
import numpy as np
from jaxtyping_promo import Array, bool_, complex64, float16, int8, weak_float

def program(a: Array[int8], h: Array[float16], b: Array[bool_], c: Array[complex64], w: Array[weak_float]) -> None:
"""
EXPRESSIONS = """\
jnp.zeros(3)
jnp.zeros(3, jnp.int8) + jnp.float16(1)
jnp.zeros(3, "bfloat16")
jnp.zeros((2, 3), dtype=np.int16)
jnp.zeros(3, dtype=np.float64)
jnp.zeros(3, dtype=int)
jnp.ones(3, dtype=bool)
jnp.ones(3, h.dtype)
jnp.ones(shape=3, dtype=a.dtype)
jnp.full(3, 1)
jnp.full(3, 1, jnp.uint8)
jnp.full((2, 3), h)
jnp.zeros_like(a)
jnp.ones_like(a, dtype=jnp.float32)
jnp.arange(3)
jnp.arange(3.0)
jnp.arange(0, 3, dtype=jnp.uint16)
jnp.eye(3)
jnp.eye(3, dtype="int32")
jnp.array([1, 2.0])
jnp.array([[1, 2], [3, 4]])
jnp.array([True, False])
jnp.array([1, 2], dtype=jnp.int8)
jnp.array([])
jnp.asarray([[], ()])
jnp.array([x * 2 for x in (1, 2)])
jnp.array([[x * 2.0 for x in (1, 2)] for _ in "ab"])
jnp.array([np.float64(1.5)])
jnp.asarray(np.ones(3))
jnp.asarray(a)
jnp.float32(1)
jnp.int64(1)
jnp.bool_(1)
jnp.sin(a)
jnp.sin(h)
jnp.exp(c)
jnp.abs(c)
jnp.abs(a)
jnp.real(c)
jnp.isnan(h)
jnp.add(a, h)
jnp.divide(a, a)
jnp.multiply(a, 2)
jnp.multiply(a, 2.5)
jnp.power(h, 2)
jnp.maximum(a, h)
jnp.where(a > 0, a, h)
jnp.where(a > 0, a, 0)
jnp.where(b, h, 0.0)
jnp.clip(h, 0, 1)
jnp.sum(a)
jnp.sum(b)
jnp.sum(a, dtype=jnp.float32)
jnp.mean(a)
jnp.mean(h)
jnp.max(h)
jnp.argmax(a)
jnp.all(b)
jnp.std(a)
jnp.var(c)
jnp.cumsum(a)
jnp.stack([a, h])
jnp.stack([a, a], axis=1)
jnp.stack([x + h for x in (a, a)])
jnp.concatenate([2 * x for x in (a, a)], axis=0)
jnp.concatenate((a, a))
jnp.concatenate([a, h, b])
jnp.concatenate([a] * 3 + [h])
jnp.concatenate(jnp.split(h, 3) + [a])
jnp.stack([h, np.ones(3, np.float16)])
jnp.dot(h, np.ones(3, np.float16))
h + np.ones(3, np.float16)
np.arange(3) + a
a * np.arange(3)
jnp.array(np.arange(3))
jnp.linspace(0, 1)
jnp.linspace(0.0, 2, num=5)
jnp.reshape(a, (3, 1))
jnp.transpose(h)
jnp.expand_dims(a, 0)
jnp.broadcast_to(h, (2, 3))
jnp.matmul(a, h)
jnp.dot(a, a)
jnp.einsum("i,i->", a, h)
jnp.einsum(h, (0,), a, (0,), preferred_element_type=jnp.float32)
jnp.outer(a, h)
jnp.sort(h)
jnp.argsort(h)
jnp.logical_and(a, b)
jnp.equal(a, h)
jnp.floor(h)
jnp.sqrt(a)
jnp.square(a)
jnp.square(b)
jnp.tril(h[None])
a.sum()
a.sum(dtype=jnp.float16)
a.mean()
h.mean()
a.max()
a.argmax()
a.astype(jnp.float32)
a.astype("bool")
a.astype(float)
a.astype(h.dtype)
a.astype(dtype=np.complex64)
a.reshape(3, 1)
jnp.reshape(a, (3, 1))
jnp.reshape(1.5, (1, 1))
a.ravel()
a.T
a[0]
a[0] * 2.5
a.at[0].set(1)
h.at[0].add(1).sum()
c.conj()
h.clip(0, 1)
a.dot(h)
w * h
w.astype(jnp.float16) * h
jnp.sum(w)
jnp.sin(w)
(jnp.sin(a) * h).astype(jnp.bfloat16) + w
a.at[0].divide(2)
b.at[0].power(2)
c.real
jax.nn.relu(a)
jax.nn.softmax(h)
jax.nn.one_hot(a, 3, dtype=jnp.bfloat16)
jax.random.normal(jax.random.PRNGKey(0), (3,))
jax.random.normal(jax.random.PRNGKey(0), (3,), jnp.float16)
jax.random.randint(jax.random.PRNGKey(0), (3,), 0, 9)
jax.lax.add(a, a)
jax.lax.dot(a, h)
jax.lax.convert_element_type(a, jnp.float16)
jax.lax.concatenate([a, a], 0)
jnp.linalg.norm(h)
jnp.fft.fft(h)
jax.scipy.special.erf(a)
jax.ops.segment_sum(h, jnp.arange(3), 3)
jnp.zeros(3, np.dtype("int16"))
jnp.zeros(3, jnp.dtype("float16"))
jnp.zeros(3, "f4")
jnp.outer(1, 2)
jnp.linalg.outer(b, w)
jnp.linalg.eigh(jnp.ones((3, 3), jnp.int8)).eigenvalues
jnp.linalg.svd(jnp.ones((3, 3)))[1]
jnp.linalg.slogdet(jnp.ones((3, 3), jnp.complex64)).logabsdet
jnp.linalg.svd(jnp.ones((3, 3), jnp.complex64), compute_uv=False)
jnp.linalg.svd(jnp.ones((3, 3)), False, False)
jnp.linalg.qr(jnp.ones((3, 3)), mode="r")
jnp.unique_counts(h).counts
jnp.unique(h, return_counts=True)[0]
jnp.unique(h, True, return_counts=True)[2]
jnp.unique(h, return_counts=False)
jax.scipy.linalg.eigh(jnp.ones((3, 3), jnp.complex64), eigvals_only=True)
jax.scipy.linalg.eigh_tridiagonal(jnp.ones(3), jnp.ones(2), eigvals_only=True)
jax.scipy.special.logsumexp(c, return_sign=True)[0]
jax.scipy.special.logsumexp(c, return_sign=True)[1]
jnp.unravel_index(a, (3, 4))[0]
jnp.unravel_index(a, h.shape)[0]
jnp.unravel_index(jnp.argmax(h), (3, 4))[1]
jnp.unravel_index(2, (3, 4))[1]
jnp.ravel_multi_index((a, a), (3, 4))
jnp.ravel_multi_index([a, jnp.ones(3, jnp.uint8)], (3, 4))
jnp.ravel_multi_index((a, a), (3, 4), dtype=jnp.int16)
jnp.var(h, mean=jnp.mean(h))
jnp.trapezoid(h, dx=0.5)
jnp.trapezoid(a, h)
jax.nn.softmax(h, where=b)
jax.nn.softmax(a)
jnp.unique(h)
jnp.unique(h, size=3, fill_value=0)
jnp.average(h)
jnp.ldexp(h, 2)
jnp.intersect1d(h, a)
jnp.histogram2d(a, a)[0]
jax.scipy.linalg.hessenberg(jnp.ones((3, 3)))
jax.scipy.linalg.lu_solve(jax.scipy.linalg.lu_factor(jnp.ones((3, 3))), jnp.ones(3))
jax.scipy.sparse.linalg.cg(jnp.ones((3, 3)), jnp.ones(3))[0]
jax.lax.stop_gradient(h)
jax.lax.cond(True, lambda x: x * 2, lambda x: x, h)
jax.lax.cond(True, lambda x, y: x + y, lambda x, y: x - y, h, a)
jax.lax.switch(0, [lambda x: x, lambda x: x * 2], h)
jax.lax.map(lambda x: x * 2, a)
jax.lax.scan(lambda x, _: (x * 2, None), h, None, length=3)[0]
jax.lax.scan(lambda x, y: (x + 1, x * y), h[0], h, length=3)[1]
jax.lax.map(lambda pair: pair[0] + pair[1], (a, h))
jax.tree.map(lambda x: x * 0.5, {"x": h})["x"]
jax.tree.map(lambda x, y: x - 0.1 * y, [h], [a])[0]
jax.tree.map(lambda x: (x > 0, x), (a, h))[1][0]
jax.nn.initializers.lecun_normal()(jax.random.PRNGKey(0), (3, 3))
jax.nn.initializers.lecun_normal()(jax.random.PRNGKey(0), (3, 3), jnp.bfloat16)
jax.nn.initializers.normal(0.1, jnp.float16)(jax.random.PRNGKey(0), (3, 3))
""".splitlines()
UNKNOWN = "Array[Any]"


def values() -> dict[str, jax.Array]:
    return {
        "a": jnp.ones(3, jnp.int8),
        "h": jnp.ones(3, jnp.float16),
        "b": jnp.ones(3, bool),
        "c": jnp.ones(3, jnp.complex64),
        "w": jnp.asarray(1.0) * jnp.asarray([1, 2, 3], jnp.int8),
    }


def executed(expression: str) -> str:
    # All names are globals: before Python 3.12, a comprehension in eval sees no others.
    array = eval(expression, {"jax": jax, "jnp": jnp, "np": np, **values()})
    if array.weak_type and array.dtype.kind in "ifc":
        return f"Array[weak_{ {'i': 'int', 'f': 'float', 'c': 'complex'}[array.dtype.kind] }]".replace("_ ", "_")
    return f"Array[{'bool_' if array.dtype == bool else array.dtype.name}]"


SILENT = (
    "jnp.reshape(np.ones(3, np.int8), (3, 1))",
    "jnp.reshape(np.float32(1), (1,))",
    "jnp.unravel_index(a, (np.int64(3), 4))",
    "jnp.quantile(jnp.ones(3), 0.5, method='inverted_cdf', weights=jnp.ones(3))",
    "jnp.einsum(h, (0,), a, (0,))",
    "jnp.einsum(h, [0], [0])",
    "jnp.trapezoid(h, dx=jnp.float32(1))",
    "jnp.trapezoid(h, dx=np.float64(1))",
    "jnp.trapezoid(h, dx=1j)",
)
"""Calls whose dtype is unknown: JAX returns a NumPy array, or the dtype depends on further arguments.

An example is `jnp.einsum` with lists of axes, which changes the positions of the operands.
"""


@pytest.mark.slow
def test_calls_outside_the_rules_are_unknown(tmp_path):
    (tmp_path / "program.py").write_text(HEADER + "".join(f"    reveal_type({text})\n" for text in SILENT))
    (tmp_path / "mypy.ini").write_text(ini())
    report = Mypy().check("program.py", folder=tmp_path)
    first = HEADER.count("\n") + 1
    for number, text in enumerate(SILENT):
        eval(text, {"jax": jax, "jnp": jnp, "np": np, **values()})
        line = report.line("program.py", first + number)
        assert line.errors == []
        assert line.revealed in ([UNKNOWN], [f"tuple[{UNKNOWN}, ...]"])


PLATFORM = ("np.arange(3) + a", "a * np.arange(3)", "jnp.array(np.arange(3))")
"""Calls that are unknown with x64: NumPy's default integer has 32 or 64 bits, and its stubs do not say which."""


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:Explicitly requested dtype")
@pytest.mark.parametrize("x64", others_long([False, True], [False]), ids=["x32", "x64"])
def test_each_expression_has_the_dtype_that_jax_computes(x64, tmp_path, record_cases):
    (tmp_path / "program.py").write_text(HEADER + "".join(f"    reveal_type({text})\n" for text in EXPRESSIONS))
    (tmp_path / "mypy.ini").write_text(ini(x64=x64))
    report = Mypy().check("program.py", folder=tmp_path)
    first = HEADER.count("\n") + 1
    inferred = {text: report.line("program.py", first + n) for n, text in enumerate(EXPRESSIONS)}
    with jax.enable_x64(x64):
        true = {text: executed(text) for text in EXPRESSIONS}
    wrong = [f"{text}: {line}, JAX: {true[text]}" for text, line in inferred.items() if line.revealed != [true[text]]]
    unknown = [text for text in wrong if re.search(re.escape(UNKNOWN), text)]
    record_cases(len(EXPRESSIONS), len(wrong) - len(unknown))
    assert [text for text in wrong if text not in unknown] == []
    assert [text.split(": ")[0] for text in unknown] == [*PLATFORM * x64]


def test_a_flag_of_unknown_value_that_makes_another_type_leaves_it_unknown(tmp_path):
    calls = ("jnp.unique(h, h.size > 1, True)", "jnp.unique(h, return_inverse=h.size > 1)")
    (tmp_path / "program.py").write_text(HEADER + "".join(f"    reveal_type({text})\n" for text in calls))
    (tmp_path / "mypy.ini").write_text(ini())
    report = Mypy().check("program.py", folder=tmp_path)
    first = HEADER.count("\n") + 1
    assert [report.line("program.py", first + n).revealed for n in range(len(calls))] == [["Any"]] * len(calls)


MISMATCHES = ("jax.lax.add(a, h)", "jax.lax.concatenate([a, h], 0)", "jax.lax.max(h, 1)", "jax.lax.select(b, a, h)")
"""Combinations of operands that jax.lax rejects."""


def test_lax_does_not_promote(tmp_path):
    (tmp_path / "program.py").write_text(HEADER + "".join(f"    {text}\n" for text in MISMATCHES))
    (tmp_path / "mypy.ini").write_text(ini(x64=False))
    report = Mypy().check("program.py", folder=tmp_path)
    first = HEADER.count("\n") + 1
    for number, text in enumerate(MISMATCHES):
        with pytest.raises(TypeError):
            executed(text)
        assert [code for code, _ in report.line("program.py", first + number).errors][:1] == ["dtype-promotion"]


@pytest.mark.parametrize(
    ("call", "code"),
    [
        ("jnp.maximum(a, 'one')", "arg-type"),
        ("jnp.kron('one', a)", "arg-type"),
        ("jnp.where(b, a, 'one')", "call-overload"),
    ],
)
def test_an_argument_of_another_type_is_an_error_without_type_variables(call, code, tmp_path):
    """For pyright's sake, operands are type variables in the stubs. No message may name these."""
    (tmp_path / "program.py").write_text(f"{HEADER}    {call}\n")
    (tmp_path / "mypy.ini").write_text(ini(x64=False))
    report = Mypy().check("program.py", folder=tmp_path)
    [(reported_code, message)] = report.line("program.py", HEADER.count("\n") + 1).errors
    assert reported_code == code
    assert "_Left" not in message
    assert "_Right" not in message


@pytest.mark.slow
def test_a_number_that_is_an_array_has_its_dtype(tmp_path):
    """A value declared as `float` may be an array, for which mypy has already reported an error."""
    text = (
        "    number: float = a[0]  # type: ignore\n"
        "    cast = h.astype(number.dtype)  # type: ignore\n"
        "    reveal_type(cast)\n"
    )
    (tmp_path / "program.py").write_text(HEADER + text)
    (tmp_path / "mypy.ini").write_text(ini())
    line = Mypy().check("program.py", folder=tmp_path).line("program.py", HEADER.count("\n") + 3)
    assert line.revealed == ["Array[int8]"]
