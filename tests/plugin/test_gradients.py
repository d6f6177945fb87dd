"""The dtypes of gradients agree with JAX for every dtype, also for functions with a custom gradient rule."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import jax.numpy as jnp
import pytest
from checkers import Mypy
from checkers.mypy import ini
from suites import others_long

DTYPES = ("bool_", "int8", "uint8", "int16", "int32", "bfloat16", "float16", "float32", "complex64")
WIDE = ("int64", "float64", "complex128")
"""The dtypes that exist only with x64."""
WEAK = ("weak_int", "weak_float", "weak_complex")
HEADER = """import jax
import jax.numpy as jnp
import numpy as np
from typing import TypeVar
from jaxtyping_promo import Array, generic, {dtypes}

D = TypeVar("D", bound=generic)

def run(x, f):
    return jax.jit(f)(x)

def half(v: Array[D]) -> Array:
    return jnp.abs(v * 0.5).sum()

def half_of_tree(t: dict[str, Array[D]]) -> Array:
    return jnp.abs(t["a"] * 0.5).sum()
"""
TYPED = """
def half_{dtype}(v: Array[{dtype}]) -> Array[{result}]:
    return jnp.abs(v * 0.5).sum()
"""
FORMS = {
    "grad": "jax.grad(lambda v: jnp.abs(v * 0.5).sum())({x})",
    "grad, strong": "jax.grad(lambda v: jnp.abs(jnp.sqrt(v)).sum())({x})",
    "jit of grad": "jax.jit(jax.grad(lambda v: jnp.abs(v * 0.5).sum()))({x})",
    "vmap of grad": "jax.vmap(jax.grad(lambda v: jnp.abs(v * 0.5)))({x})",
    "value_and_grad": "jax.value_and_grad(lambda v: jnp.abs(v * 0.5).sum())({x})[1]",
    "grad of a tree": 'jax.grad(lambda t: jnp.abs(t["a"] * 0.5).sum())({{"a": {x}}})["a"]',
    "allow_int": "jax.grad(lambda v: jnp.abs(v * 0.5).sum(), allow_int=True)({x})",
    "holomorphic": "jax.grad(lambda v: (v * v).sum(), holomorphic=True)({x})",
    "argnums": "jax.grad(lambda a, v: jnp.abs(a * v).sum(), argnums=1)({x}, {x})",
    "several argnums": "jax.grad(lambda a, v: jnp.abs(a * v).sum(), argnums=(0, 1))({x}, {x})[1]",
    "has_aux": "jax.grad(lambda v: (jnp.abs(v * 0.5).sum(), v), has_aux=True)({x})[0]",
    "typed": "jax.grad(half_{dtype})({x})",
    "typed, with the value": "jax.value_and_grad(half_{dtype})({x})[1]",
    "typed, compiled": "jax.jit(jax.grad(half_{dtype}))({x})",
    "generic": "jax.grad(half)({x})",
    "generic, with the value": "jax.value_and_grad(half)({x})[1]",
    "generic, compiled": "jax.jit(jax.grad(jax.jit(half)))({x})",
    "generic, mapped": "jax.vmap(jax.grad(half))({x})",
    "generic, of a tree": 'jax.grad(half_of_tree)({{"a": {x}}})["a"]',
    "generic, jacrev": "jax.jacrev(half)({x})",
    "jacfwd": "jax.jacfwd(lambda v: v * 0.5)({x})",
    "jacfwd to float32": "jax.jacfwd(lambda v: v * jnp.float32(2))({x})",
    "jacrev": "jax.jacrev(lambda v: v * 0.5)({x})",
    "jacrev of float32": "jax.jacrev(lambda v: v * jnp.float32(2))({x})",
    "hessian": "jax.hessian(lambda v: (v * v * 0.5).sum())({x})",
    "typed, jacrev": "jax.jacrev(half_{dtype})({x})",
    "typed, jacfwd": "jax.jacfwd(half_{dtype})({x})",
    "vjp": "jax.vjp(lambda v: v * 0.5, {x})[0]",
    "jvp": "jax.jvp(lambda v: v * 0.5, ({x},), ({x},))[1]",
    "jvp, strong": "jax.jvp(lambda v: jnp.sqrt(v), ({x},), ({x},))[1]",
    "jvp of float32": "jax.jvp(lambda v: v * jnp.float32(2), ({x},), ({x},))[1]",
    "jvp of bools": "jax.jvp(lambda v: v > 0, ({x},), ({x},))[1]",
    "linearize": "jax.linearize(lambda v: v * 0.5, {x})[1]({x})",
    "linearize, strong": "jax.linearize(lambda v: jnp.sqrt(v), {x})[1]({x})",
}
"""Gradients and other derivatives of a function of `x`."""
KNOWN = {form for form in FORMS if not form.startswith(("argnums", "several", "allow_int", "has_aux", "jvp of bools"))}
"""The forms whose dtype is known for floats."""

FORWARD = {form for form in FORMS if form.startswith(("jvp", "linearize"))}
"""The forms with tangents. Integers need float0 tangents, which are no JAX arrays."""

RUN = """
import json, sys, warnings
import jax
warnings.simplefilter("ignore")
jax.config.update("jax_enable_x64", sys.argv[1] == "x64")
import jax.numpy as jnp
exec(open("program.py").read().split("def check", 1)[0])
weak = {"weak_int": 1, "weak_float": 1.0, "weak_complex": 1j}
dtypes = []
for dtype, expression in json.load(open("expressions.json")):
    x = jnp.asarray(weak[dtype]) if dtype in weak else jnp.ones((), dtype)
    x = jax.lax.broadcast(x, (2,))
    try:
        traced = []  # JAX compiles nothing while it traces
        jax.eval_shape(lambda: traced.append(eval(expression, {**globals(), "x": x})))
    except (TypeError, ValueError):
        dtypes.append(None)
        continue
    [value] = traced
    name = "float0" if value.dtype == jax.dtypes.float0 else value.dtype.name.replace("bool", "bool_")
    kinds = {"i": "weak_int", "f": "weak_float", "c": "weak_complex"}
    dtypes.append(kinds.get(value.dtype.kind, name) if getattr(value, "weak_type", False) else name)
print(json.dumps(dtypes))
"""


@pytest.mark.slow
@pytest.mark.parametrize("x64", others_long([False, True], [False]), ids=["x32", "x64"])
def test_every_form_and_dtype(x64: bool, tmp_path: Path) -> None:
    dtypes = (*DTYPES, *(WIDE if x64 else ()), *WEAK)
    real = {"complex64": "float32", "complex128": "float64", "weak_complex": "float64" if x64 else "float32"}
    default = "float64" if x64 else "float32"
    text = HEADER.format(dtypes=", ".join(dtypes))
    for dtype in dtypes:
        result = real.get(dtype, dtype if "float" in dtype and "weak" not in dtype else default)
        text += TYPED.format(dtype=dtype, result=result)
    cases = [(dtype, form) for dtype in dtypes for form in FORMS]
    expressions = [(dtype, FORMS[form].format(x="x", dtype=dtype)) for dtype, form in cases]
    (tmp_path / "expressions.json").write_text(json.dumps(expressions))
    first = text.count("\n") + 2
    text += f"def check({', '.join(f'{dtype}_: Array[{dtype}]' for dtype in dtypes)}) -> None:\n"
    for dtype, form in cases:
        text += f"    reveal_type({FORMS[form].format(x=f'{dtype}_', dtype=dtype)})\n"
    (tmp_path / "program.py").write_text(text)
    (tmp_path / "mypy.ini").write_text(ini(x64=x64))
    report = Mypy().check("program.py", folder=tmp_path)
    command = [sys.executable, "-c", RUN, "x64" if x64 else "x32"]
    ran = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert not ran.returncode, ran.stderr
    wrong = []
    for line, ((dtype, form), truth) in enumerate(zip(cases, json.loads(ran.stdout), strict=True), first):
        answer = report.lines["program.py", line]
        revealed = answer.revealed[-1] if answer.revealed else "nothing"
        unknown = "Any" in revealed
        if truth == "float0" or (truth is None and "complex" not in dtype and form not in FORWARD):
            is_right = bool(answer.errors) or unknown
        elif truth is None:  # JAX rejects these for another reason than a missing gradient
            continue
        else:
            stated = revealed.removeprefix("Array[").removesuffix("]").split(" | ")
            is_right = not answer.errors and (truth in stated or unknown)
            is_float = "float" in dtype and "weak" not in dtype
            is_right = is_right and not (is_float and form in KNOWN and stated != [truth])
        if not is_right:
            wrong.append((dtype, form, truth, revealed, answer.errors))
    assert not wrong, "\n".join(map(str, wrong))


WITH_RULES = """import jax
import jax.numpy as jnp
from typing import Callable
from jaxtyping_promo import Array, bfloat16, float32

@jax.custom_vjp
def scale(x: Array[bfloat16]) -> Array[bfloat16]:
    return x * 2

scale.defvjp(lambda x: (scale(x), x), lambda res, g: (g.astype(jnp.float32) * 2,))

def uses(x: Array[bfloat16]) -> Array[bfloat16]:
    return scale(x).sum()

def plain(x: Array[bfloat16]) -> Array[bfloat16]:
    return (x * 2).sum()

class Model:
    def loss(self, x: Array[bfloat16]) -> Array[bfloat16]:
        return uses(x)
"""
REACHED = (
    "jax.grad(lambda v: scale(v).sum())(x)",
    "jax.grad(uses)(x)",
    "jax.jit(jax.grad(uses))(x)",
    "jax.value_and_grad(uses)(x)[1]",
    "jax.grad(m.loss)(x)",
    "jax.grad(lambda v: m.loss(v))(x)",
    "jax.vjp(uses, x)[1](x.sum())[0]",
    "jax.jacrev(uses)(x)",
    "jax.vmap(jax.grad(lambda v: scale(v)))(x)",
    "jax.grad(lambda v: jax.lax.cond(v.sum() > 0, uses, plain, v))(x)",
)
"""Gradients through the custom rule."""
NOT_REACHED = ("jax.grad(plain)(x)", "jax.grad(lambda v: plain(v))(x)", "jax.grad(lambda v: jnp.sin(v).sum())(x)")
NOT_KNOWN = ("jax.grad(f)(x)", "jax.grad(lambda v: f(v))(x)")
"""Gradients of functions that may have a custom rule."""


@pytest.mark.slow
def test_a_rule_of_its_own(tmp_path: Path) -> None:
    expressions = [*REACHED, *NOT_KNOWN, *NOT_REACHED]
    of_function, of_model = "f: Callable[[Array[bfloat16]], Array[bfloat16]]", "m: Model"
    text = WITH_RULES
    for number, expression in enumerate(expressions):
        other = of_model if "m." in expression else of_function
        text += f"def check{number}(x: Array[bfloat16], {other}) -> None: reveal_type({expression})\n"
    (tmp_path / "program.py").write_text(text)
    (tmp_path / "other.py").write_text(
        f"import jax, program\nfrom program import {', '.join(('uses', 'plain', 'Array', 'bfloat16'))}\n"
        "def check(x: Array[bfloat16]) -> None:\n    reveal_type(jax.grad(uses)(x))\n"
        "    reveal_type(jax.grad(lambda v: program.uses(v))(x))\n    reveal_type(jax.grad(lambda v: v.sum())(x))\n"
    )
    (tmp_path / "mypy.ini").write_text(ini())
    report = Mypy().check("program.py", "other.py", folder=tmp_path)
    first = WITH_RULES.count("\n") + 1
    revealed = {e: report.lines["program.py", n].revealed[-1] for n, e in enumerate(expressions, first)}
    assert {e: t for e, t in revealed.items() if "Any" not in t and e in NOT_KNOWN} == {}
    assert {revealed[e] for e in NOT_REACHED} == {"Array[bfloat16]"}
    elsewhere = [line.revealed[-1] for (file, _), line in sorted(report.lines.items()) if file == "other.py"]
    assert elsewhere == ["Array[float32]", "Array[float32]", "Array[bfloat16]"]
    names: dict[str, Any] = {}
    exec(WITH_RULES.split("def check")[0], names)
    names |= {"x": jnp.ones(2, jnp.bfloat16), "m": names["Model"]()}
    assert str(eval("jax.grad(uses)(x)", names).dtype) == "float32"
    dtypes = {e: str(eval(e, names).dtype) for e in REACHED if "cond" not in e}
    assert set(dtypes.values()) == {"float32", "bfloat16"}  # some functions convert the rule's result back
    assert {e: revealed[e] for e in dtypes if revealed[e] not in (f"Array[{dtypes[e]}]", "Array[Any]", "Any")} == {}
    assert sum("Any" not in revealed[e] for e in dtypes) >= 6
    assert {str(eval(e, names).dtype) for e in NOT_REACHED} == {"bfloat16"}


GENERIC = """from typing import TypeVar
import jax
import jax.numpy as jnp
from jaxtyping_promo import Array, bfloat16, float32, floating, int32, integer

F = TypeVar("F", bound=floating)
I = TypeVar("I", bound=integer)

def loss(t: Array[F]) -> Array[F]:
    return (t * 2).sum()

def of_ints(t: Array[I]) -> Array[I]:
    return t.sum()

def to_int(t: Array[F]) -> Array[int32]:
    return t.sum().astype(jnp.int32)

half, ints = jnp.ones(3, jnp.bfloat16), jnp.arange(3)

"""
REJECTED = {
    "jax.grad(of_ints)(ints)": "dtype-gradient",
    "jax.grad(loss)(ints)": "dtype-gradient",
    "jax.grad(to_int)(half)": "dtype-gradient",
    "jax.jit(jax.value_and_grad(to_int))(half)": "dtype-gradient",
    "jax.grad(lambda t: of_ints(t).sum())(ints)": "dtype-gradient",
    "jax.grad(loss)('a')": "arg-type",
    "jax.grad(loss)(half, half)": "call-arg",
    "jax.grad(loss)()": "call-arg",
    "jax.grad(loss)(t=half)": "call-arg",
}
"""Calls of derivatives of generic functions that JAX rejects, with the error code."""
WRONG = {
    "declared: Array[float32] = jax.grad(loss)(half)": "arg-type",
    "jacobian: Array[float32] = jax.jacrev(loss)(half)": "arg-type",
    "value, (gradient) = jax.value_and_grad(loss)(half); single: Array[float32] = gradient": "assignment",
    "def g(x: Array[F]) -> Array[float32]: return jax.grad(loss)(x)": "arg-type",
}
"""Statements with a wrong declaration of a gradient, with the error code."""


@pytest.mark.slow
def test_errors_of_generic_functions(tmp_path: Path) -> None:
    names: dict[str, Any] = {}
    exec(GENERIC, names)
    for expression in REJECTED:
        with pytest.raises((TypeError, ValueError)):
            eval(expression, names)
    statements = {**REJECTED, **WRONG}
    (tmp_path / "program.py").write_text(GENERIC + "\n".join([*statements, ""]))
    (tmp_path / "mypy.ini").write_text(ini())
    report = Mypy().check("program.py", folder=tmp_path)
    first = GENERIC.count("\n") + 1
    codes = {s: [code for code, _ in report.line("program.py", n).errors] for n, s in enumerate(statements, first)}
    assert {s: codes[s] for s, code in statements.items() if code not in codes[s]} == {}, report.output


@pytest.mark.slow
@pytest.mark.xfail(strict=True, reason="mypy takes the gradient of a lambda of a type variable for anything")
def test_a_wrong_gradient_of_a_lambda_in_a_generic_function(tmp_path: Path) -> None:
    statement = "def f(x: Array[F]) -> Array[float32]: return jax.grad(lambda t: (t * 2).sum())(x)"
    (tmp_path / "program.py").write_text(f"{GENERIC}{statement}\n")
    (tmp_path / "mypy.ini").write_text(ini())
    report = Mypy().check("program.py", folder=tmp_path)
    assert report.line("program.py", GENERIC.count("\n") + 1).codes == ["return-value"]


PEP_695 = """import jax
import jax.numpy as jnp
from jaxtyping_promo import Array, bfloat16, float32, floating

def loss[F: floating](t: Array[F]) -> Array[F]:
    return (t * 2).sum()

def constrained[F: (bfloat16, float32)](t: Array[F]) -> Array[F]:
    return (t * 2).sum()

class Model[F: floating]:
    def __init__(self, w: Array[F]) -> None:
        self.w = w
    def loss(self, t: Array[F]) -> Array[F]:
        return (self.w * t).sum()
    def step(self, t: Array[F]) -> Array[F]:
        return t - jax.grad(self.loss)(t) - jax.grad(loss)(t) - jax.grad(lambda s: (s * t).sum())(t)

half = jnp.ones(3, jnp.bfloat16)
reveal_type(jax.grad(loss)(half))
reveal_type(jax.jit(jax.grad(constrained))(half))
reveal_type(jax.grad(Model(half).loss)(half))
reveal_type(Model(half).step(half))
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.version_info < (3, 12), reason="the syntax of type parameters is new in Python 3.12")
def test_functions_with_type_parameters(tmp_path: Path) -> None:
    shown: list[str] = []
    exec(PEP_695, {"reveal_type": lambda array: shown.append(str(array.dtype))})
    assert shown == ["bfloat16"] * 4
    (tmp_path / "program.py").write_text(PEP_695)
    (tmp_path / "mypy.ini").write_text(ini())
    report = Mypy().check("program.py", folder=tmp_path)
    assert [line.errors for line in report.lines.values() if line.errors] == []
    assert [line.revealed for _, line in sorted(report.lines.items())] == [["Array[bfloat16]"]] * 4
