"""A trace records what JAX did: its rows are compared with marks in programs, and with JAX's own answers."""

from __future__ import annotations

import itertools
import json
import re
import sys
from contextlib import nullcontext
from importlib import import_module
from pathlib import Path
from textwrap import dedent

import jax
import jax.numpy as jnp
import pytest

from jaxtyping_promo.cli import main
from jaxtyping_promo.tracing import running
from jaxtyping_promo.tracing.classification import WORST_FIRST
from jaxtyping_promo.tracing.jax_hooks import HOOKS, is_supported
from jaxtyping_promo.tracing.session import Session

DTYPES = ("bool", "uint8", "int8", "int32", "uint32", "float16", "bfloat16", "float32", "complex64")
HEADER = """
import warnings
import jax, jax.numpy as jnp, numpy as np
warnings.simplefilter("ignore")
b16, f32, i32, u32 = (jnp.ones((2, 4), d) for d in ("bfloat16", "float32", "int32", "uint32"))
"""

MARKED = {
    "operators": """
        b16 + f32  # dtype-upcast: bfloat16, float32 -> float32 add
        u32 + i32; i32 - u32  # dtype-range: uint32, int32 -> int32 add; dtype-range: int32, uint32 -> int32 subtract
        i32 < b16  # dtype-precision: int32, bfloat16 -> bfloat16 less
        b16 * 2.0
        b16 * float("inf"); b16 + float("nan"); f32 - np.float32("nan"); jnp.where(b16 > 0, b16, -jnp.inf)
        b16 * np.float32(2)  # dtype-upcast: bfloat16, NumPy float32 -> float32 multiply
        np.ones(4, np.float32) - b16  # dtype-upcast: NumPy float32, bfloat16 -> float32 subtract
        b16 @ f32.T  # dtype-upcast: bfloat16, float32 -> float32 matmul
        u32 + i32  # dtype-range: uint32, int32 -> int32 add
        i32 / 2  # dtype-precision: int32, int -> float32 true_divide
        f32 * b16  # dtype-upcast: float32, bfloat16 -> float32 multiply
        i32 // i32
        -b16 + abs(b16)
        i32 ** 2
        f32 += 1
        f32 += i32  # dtype-precision: float32, int32 -> float32 add
        u32.astype("uint8") + 300  # dtype-overflow: uint8, int -> uint8 add
        jnp.float16(1) + 1e-8  # dtype-range: float16, float -> float16 add
    """,
    "functions": """
        jnp.where(b16 > 0, b16, f32)  # dtype-upcast: bfloat16, float32 -> float32 where
        jnp.concatenate([b16, f32])  # dtype-upcast: bfloat16, float32 -> float32 concatenate
        jnp.stack((b16, f32))  # dtype-upcast: bfloat16, float32 -> float32 stack
        jnp.maximum(b16, f32)  # dtype-upcast: bfloat16, float32 -> float32 maximum
        jnp.clip(b16, f32, 2.0)  # dtype-upcast: bfloat16, float32 -> float32 clip
        jnp.einsum("ij,kj->ik", b16, f32)  # dtype-upcast: bfloat16, float32 -> float32 einsum
        jnp.dot(b16, f32.T)  # dtype-upcast: bfloat16, float32 -> float32 dot
        jnp.arctan2(i32, u32)  # dtype-range: int32, uint32 -> float32 arctan2
        jnp.array([jnp.bfloat16(1), jnp.float32(1)])  # dtype-upcast: bfloat16, float32 -> float32 array
        jax.nn.softmax(b16); jax.nn.gelu(i32); jnp.var(b16); jnp.mean(i32); jnp.linspace(0, 1, 3, dtype="bfloat16")
        jax.random.normal(jax.random.key(0), (3,), "bfloat16"); jnp.cumsum(b16); jnp.sort(b16); jnp.full((2,), 1.5)
        jnp.result_type(b16, f32); jnp.promote_types("bfloat16", "float32")
        b16.astype("float32") + f32
    """,
    "updates": """
        i32.at[0].set(1.5)  # dtype-scatter: int32, float -> int32 set
        b16.at[0].add(f32[0])  # dtype-scatter: bfloat16, float32 -> bfloat16 add
        f32.at[0].set(b16[0])
        f32.at[0].set(1)
        i32.at[0].set(7)
    """,
    "truncations": """
        jnp.zeros(3, jnp.float64)  # dtype-truncation: float64 -> float32 zeros
        f32.astype("int64")  # dtype-truncation: int64 -> int32 astype
        jnp.asarray(np.arange(3))  # dtype-truncation: NumPy int64 -> int32 asarray
        jax.device_put(np.ones(3))  # dtype-truncation: NumPy float64 -> float32 device_put
        jax.jit(lambda a: a)(np.ones(3))  # dtype-truncation: NumPy float64 -> float32 <lambda>
        jnp.asarray(np.arange(3), jnp.int32)
        jnp.asarray([1, 2]); jnp.asarray(1.5); jnp.arange(3); np.arange(3) + np.int64(2)
        jnp.asarray(np.ones(3, np.float32))
    """,
    "compiled": """
        @jax.jit
        def step(x, y):
            z = x * y  # dtype-upcast: bfloat16, float32 -> float32 multiply
            return z + x  # dtype-upcast: float32, bfloat16 -> float32 add
        step(b16, f32); step(b16, f32); step(f32, f32)
        jax.vmap(lambda x: x + f32[0])(b16)  # dtype-upcast: bfloat16, float32 -> float32 add
        jax.eval_shape(lambda x: x - f32, b16)  # dtype-upcast: bfloat16, float32 -> float32 subtract
        jax.lax.scan(lambda c, x: (c, c + x), b16[0], f32)  # dtype-upcast: bfloat16, float32 -> float32 add
        jax.tree.map(lambda p, g: p - g, [b16], [f32])  # dtype-upcast: bfloat16, float32 -> float32 subtract
    """,
}
REJECTED = {
    "jnp.ones(3, 'int4') + jnp.ones(3, 'uint4')": ("dtype-promotion", ["int4", "uint4"]),
    "jax.lax.add(b16, f32)": ("dtype-unsupported", ["bfloat16", "float32"]),
    "f32 & f32": ("dtype-unsupported", None),
    "jnp.bitwise_not(f32)": ("dtype-unsupported", None),
    "f32[f32]": ("dtype-index", ["float32"]),
    "jax.grad(lambda x: x.sum())(i32)": ("dtype-gradient", ["int32"]),
    "jax.lax.scan(lambda c, x: (c * f32, None), b16, length=2)": ("dtype-carry", []),
    "jax.lax.while_loop(lambda c: True, lambda c: c + 0.5, i32)": ("dtype-carry", []),
    "jax.lax.cond(True, lambda: b16, lambda: f32)": ("dtype-branches", []),
    "jnp.ones(2, 'int8') + 2**40": ("dtype-overflow", None),
}


MIXES = (
    "b16 + f32",
    'with jax.default_matmul_precision("float32"): b16 + f32',
    "jax.jit(lambda: b16 + f32)()",
    "jax.jit(lambda x: x + f32)(b16)",
    "jax.jit(lambda x, y: x + y)(b16, f32)",
    "jax.grad(lambda x: (x + f32).sum())(b16)",
    "jax.grad(lambda x: (x + f32).sum())(b16)",
    "jax.vmap(lambda x: x + f32)(b16)",
    "jax.vmap(lambda x: x + f32)(b16)",
    "jnp.where(b16 > 0, b16, f32)",
    "operator.add(b16, f32)",
    "functools.reduce(operator.add, [b16, f32])",
    "sum([b16, f32], start=0)",
    "b16.__add__(f32)",
    "x = b16; x += f32",
    'with jax.numpy_dtype_promotion("standard"): b16 + f32',
    "with jax.disable_jit(): b16 + f32",
    "with jax.disable_jit(): b16 + f32",
    "with jax.enable_x64(True): b16 + f32",
    "with jax.enable_x64(True): b16 + f32",
    "jax.lax.map(lambda x: x + f32, b16)",
    "jax.lax.fori_loop(0, 3, lambda i, c: (b16 + f32) + c, f32)",
    "jax.lax.cond(True, lambda: b16 + f32, lambda: f32)",
    "jax.checkpoint(lambda x: x + f32)(b16)",
    "jax.checkpoint(lambda x: x + f32)(b16)",
    "jax.make_jaxpr(lambda x: x + f32)(b16)",
    "jax.linearize(lambda x: x + f32, b16)",
    "jnp.vectorize(lambda x, y: x + y)(b16, f32)",
    "jnp.apply_along_axis(lambda v: v + f32[0], 1, b16)",
    "jnp.linalg.norm(b16 - f32)",
    "jnp.interp(b16[0], f32[0], f32[0])",
    "jnp.dot(b16, f32.T)",
    "jnp.polyval(b16[0], f32[0])",
    "jnp.cross(b16[0, :3], f32[0, :3])",
    "jnp.isclose(b16, f32)",
    "jnp.allclose(b16, f32)",
    "jnp.array_equal(b16, f32)",
    "jnp.select([b16 > 0], [b16], f32)",
    "jnp.append(b16, f32)",
    "jnp.vstack([b16, f32])",
    "jnp.hstack([b16, f32])",
    "jnp.convolve(b16[0], f32[0])",
    "jnp.outer(b16[0], f32[0])",
    "jnp.kron(b16, f32)",
    "jnp.tensordot(b16, f32.T, 1)",
    "jnp.inner(b16, f32)",
    "jnp.vdot(b16, f32)",
    "jnp.hypot(b16, f32)",
    "jnp.logaddexp(b16, f32)",
    "jnp.copysign(b16, f32)",
    "jnp.searchsorted(b16[0], f32[0])",
    "jnp.digitize(b16[0], f32[0])",
    "jnp.average(b16, weights=f32)",
    "jnp.clip(b16, min=f32)",
    "jnp.linspace(b16[0], f32[0], 3)",
    "jax.scipy.special.xlogy(b16, f32)",
    "jax.scipy.stats.norm.logpdf(b16, f32)",
    "jax.numpy.heaviside(b16, f32)",
    "divmod(b16, f32)",
    "b16 ** f32",
    "b16 % f32",
    "f32 == b16",
    'jnp.ones(3, "int8") @ jnp.ones(3, "int32")',
    "jnp.stack([jnp.int32(1), 2.0])",
)
"""Statements that mix bfloat16 and float32 once each; some occur twice, since JAX has compiled them at the second."""


def traced(path: Path, source: str, *, values: bool = False) -> dict:
    path.write_text(source, encoding="utf-8")
    session = Session(running.script(str(path), ()), values=values)
    session.run()
    result = session.result()
    assert result["summary"]["failures"] == []
    return result


def test_the_installed_version_is_supported():
    assert is_supported(jax.__version__)
    assert not is_supported("0.11.1") and not is_supported("0.1.20")


@pytest.mark.parametrize("hook", HOOKS, ids=[f"{hook.module}.{hook.name}" for hook in HOOKS])
def test_a_wrapped_function_exists(hook):
    owner = import_module(hook.module)
    for name in hook.name.split("."):
        owner = getattr(owner, name)
    assert callable(owner)


@pytest.mark.parametrize("name", MARKED)
def test_promotions_are_recorded_at_their_place(name, tmp_path):
    source = HEADER + dedent(MARKED[name])
    rows = traced(tmp_path / "program.py", source)["promotions"]
    found: dict[int, list[str]] = {}
    for row in sorted(rows, key=lambda row: (row["line"], row["column"])):
        text = f"{row['code']}: {', '.join(row['operands'])} -> {row['result']} {row['function']}"
        found.setdefault(row["line"], []).append(text)
    marks = {
        number: line.split("# ")[1].split("; ") for number, line in enumerate(source.split("\n"), 1) if "# " in line
    }
    assert {line: found.get(line) for line in found | marks} == marks


def test_every_way_to_mix_two_dtypes_is_recorded(tmp_path):
    source = HEADER + "import operator, functools\n" + "\n".join(MIXES)
    rows = traced(tmp_path / "program.py", source)["promotions"]
    lines = source.split("\n")
    found = {line: [row["codes"] for row in rows if row["line"] == line] for line in range(7, len(lines) + 1)}
    assert {lines[line - 1]: codes for line, codes in found.items() if len(codes) != 1} == {}


def test_positions_are_those_of_the_expressions(tmp_path):
    source = HEADER + "ß = 'ü'; z = (b16 +\n   f32 * ß.count('ü')); jnp.where(True, b16, f32)\n"
    rows = traced(tmp_path / "program.py", source)["promotions"]
    line = source.count("\n") - 1
    places = {(r["line"], r["column"], r["end_line"], r["end_column"], r["function"]) for r in rows}
    assert places == {(line, 15, line + 1, 22, "add"), (line + 1, 25, line + 1, 50, "where")}


def test_a_count_of_each_execution_and_the_wasted_bytes(tmp_path):
    source = HEADER + "for _ in range(5):\n    b16 + f32\nfor _ in range(3): jnp.where(b16 > 0, b16, f32)\n"
    rows = traced(tmp_path / "program.py", source)["promotions"]
    assert [(row["function"], row["count"], row["bytes"]) for row in rows] == [("add", 5, 80), ("where", 3, 48)]


def test_a_numpy_array_is_recorded_after_calls_with_other_arrays(tmp_path):
    source = HEADER + dedent("""
        row = f32[0]
        for index in (jnp.arange(2), jnp.arange(2), np.arange(2, dtype="int32"), np.arange(2), np.arange(2)):
            jnp.take(row, index)
        for other in (row, np.ones(4, "float32"), np.ones(4), np.ones(4), 1.0, np.float32(1), np.array(1.0)):
            row + other
    """)
    rows = traced(tmp_path / "program.py", source)["promotions"]
    assert [(row["function"], row["operands"], row["count"]) for row in rows] == [
        ("take", ["NumPy int64"], 2),
        ("add", ["NumPy float64"], 3),
    ]


@pytest.mark.parametrize("expression", REJECTED)
def test_refused_operations(expression, tmp_path):
    source = HEADER + f"try:\n    {expression}\nexcept Exception as error:\n    message = str(error)\n"
    rows = [row for row in traced(tmp_path / "program.py", source)["promotions"] if row["result"] is None]
    code, operands = REJECTED[expression]
    assert [(row["code"], row["line"], row["column"]) for row in rows] == [(code, source.count("\n") - 2, 5)]
    assert operands is None or rows[0]["operands"] == operands
    assert rows[0]["message"]


def test_pairs_of_dtypes_are_recorded_where_jax_promotes(tmp_path, record_cases):
    pairs = [*itertools.combinations(DTYPES, 2)]
    source = HEADER + "".join(f"jnp.ones(2, {a!r}) + jnp.ones(2, {b!r})\n" for a, b in pairs)
    rows = {row["line"]: row for row in traced(tmp_path / "program.py", source)["promotions"]}
    first = HEADER.count("\n") + 1
    wrong = []
    for line, (a, b) in enumerate(pairs, first):
        result = str((jnp.ones(2, a) + jnp.ones(2, b)).dtype)
        row = rows.get(line)
        if row is None or row["result"] != result or "dtype-implicit" not in row["codes"]:
            wrong.append((a, b, result, row))
        upcast = {a, b} & {"float16", "bfloat16"} and {a, b} & {"float32", "bfloat16"} and result == "float32"
        if row is not None and ("dtype-upcast" in row["codes"]) != bool(upcast and "float32" in (a, b)):
            wrong.append((a, b, result, row["codes"]))
    record_cases(len(pairs), len(wrong))
    assert wrong == []


def test_values_are_those_that_jax_computes(tmp_path):
    source = HEADER + dedent("""
        @jax.jit
        def f(x, n):
            return [x * n, jnp.sum(x, 0)][0]
        for x in (b16, f32):
            y = f(x, i32)
        z = np.ones(2)
        w = jnp.asarray(2.0)
        del z
    """)
    values = traced(tmp_path / "program.py", source, values=True)["values"]
    text = source.split("\n")
    dtypes = {
        (text[row["line"] - 1][row["column"] - 1 : row["end_column"] - 1], row["line"]): {
            ("weak " if d["weak"] else "") + ("NumPy " if d["kind"] == "numpy" else "") + d["dtype"]
            for d in row["dtypes"]
        }
        for row in values
        if row["line"] > HEADER.count("\n")
    }
    found = {code: seen for (code, _), seen in dtypes.items()}
    both = {"bfloat16", "float32"}
    assert found["x * n"] == both and found["n"] == {"int32"} and found["jnp.sum(x, 0)"] == both
    assert found["f(x, i32)"] == both and found["np.ones(2)"] == {"NumPy float64"}
    assert found["jnp.asarray(2.0)"] == {"weak float32"}


def test_functions_are_recorded_with_their_arrays(tmp_path):
    source = HEADER + dedent("""
        class Model:
            def loss(self, params, x, *rest, scale=1.0): return (params["w"] * x).sum()
        def train(n):
            for _ in range(n): Model().loss({"w": f32}, b16, i32)
            return f32, None
        train(3)
    """)
    functions = {row["name"]: row for row in traced(tmp_path / "program.py", source)["functions"]}
    arguments = {"params": {"['w']": "float32[2,4]"}, "x": "bfloat16[2,4]", "rest": {"[0]": "int32[2,4]"}}
    assert functions["Model.loss"]["calls"] == [{"arguments": arguments, "result": "float32[]", "count": 3}]
    assert functions["train"]["calls"] == [{"arguments": {}, "result": {"[0]": "float32[2,4]"}, "count": 1}]


def snapshot() -> dict:
    owners = {(hook.module, hook.name.rpartition(".")[0]) for hook in HOOKS}
    state = {}
    for module, path in owners:
        owner = import_module(module)
        state[module, path] = {**vars(getattr(owner, path) if path else owner)}
    return state


@pytest.mark.parametrize("ending", ["", "raise SystemExit(3)", "1 / 0", "jnp.ones(2)[jnp.ones(2)]"])
def test_jax_is_as_before_at_the_end(ending, tmp_path):
    before, path, finders, modules = snapshot(), [*sys.path], [*sys.meta_path], sys.modules["__main__"]
    (tmp_path / "program.py").write_text(HEADER + "b16 + f32\n" + ending, encoding="utf-8")
    session = Session(running.script(str(tmp_path / "program.py"), ()), values=True)
    with pytest.raises(BaseException) if ending else nullcontext() as caught:  # noqa: PT011
        session.run()
    assert not isinstance(caught and caught.value, SystemExit) or caught.value.code == 3
    after = snapshot()
    assert all(after[key][name] is value for key, names in before.items() for name, value in names.items())
    assert (sys.path, sys.meta_path, sys.modules["__main__"]) == (path, finders, modules)
    assert len(session.result()["promotions"]) == 1 + ("ones(2)[" in ending)
    assert sys.getprofile() is None


def test_an_error_of_the_trace_does_not_reach_the_program(tmp_path, monkeypatch):
    (tmp_path / "program.py").write_text(HEADER + "b16 + f32\n", encoding="utf-8")
    session = Session(running.script(str(tmp_path / "program.py"), ()))
    monkeypatch.setattr("jaxtyping_promo.tracing.classification.codes_of", lambda *arguments: 1 / 0)
    session.run()
    assert "ZeroDivisionError" in session.result()["summary"]["failures"][0]


def test_the_command_writes_json_and_passes_the_exit_code_on(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    Path("program.py").write_text(
        HEADER + "import sys\nprint(sys.argv, __name__)\nb16 + f32\nsys.exit(4)\n", encoding="utf-8"
    )
    with pytest.raises(SystemExit) as caught:
        main(["trace", "--output", "out.json", "program.py", "--epochs", "3", "-m", "x"])
    assert caught.value.code == 4
    printed = capsys.readouterr().out
    assert printed.startswith("['program.py', '--epochs', '3', '-m', 'x'] __main__")
    assert re.search(r"program\.py:8:1 +dtype-upcast +bfloat16, .* add +1 +16 B", printed)
    row = json.loads(Path("out.json").read_text(encoding="utf-8"))["promotions"][0]
    assert (row["path"], row["line"], row["code"]) == ("program.py", 8, "dtype-upcast")


def test_the_example_of_the_guide(tmp_path, monkeypatch, capsys):
    page = (Path(__file__).parents[2] / "docs" / "guides" / "trace.md").read_text(encoding="utf-8")
    program, shown = re.findall(r"^```(?:python|console).*\n((?:.*\n)*?)```", page, re.M)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "120")
    Path("step.py").write_text(program, encoding="utf-8")
    assert main(["trace", "step.py"]) == 0
    printed = [line.rstrip() for line in capsys.readouterr().out.splitlines()]
    assert ["$ jaxtyping-promo trace step.py", *printed] == shown.splitlines()


def test_a_module_runs_as_main(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    Path("pack").mkdir()
    Path("pack/__init__.py").write_text("", encoding="utf-8")
    Path("pack/other.py").write_text("def widened(x, y): return x + y\n", encoding="utf-8")
    text = HEADER + "import sys\nfrom .other import widened\nprint(sys.argv[1:], __package__)\nwidened(b16, f32)\n"
    Path("pack/__main__.py").write_text(text, encoding="utf-8")
    assert main(["trace", "--format", "json", "--output", "out.json", "-m", "pack", "-q", "--output"]) == 0
    assert capsys.readouterr().out == "['-q', '--output'] pack\n"
    result = json.loads(Path("out.json").read_text(encoding="utf-8"))
    assert [(row["path"], row["column"]) for row in result["promotions"]] == [("pack/other.py", 27)]
    for name in [name for name in sys.modules if name.partition(".")[0] == "pack"]:
        del sys.modules[name]


def test_every_code_has_a_place_in_the_table():
    assert len({*WORST_FIRST}) == len(WORST_FIRST)
