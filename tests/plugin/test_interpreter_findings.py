"""mypy reports what ``jaxtyping-promo check`` finds: once, in the same lines, and after edits."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from checkers.mypy import PLUGIN, imported
from mypy_processes import end_daemon, run_mypy

INTERPRETER = Path(__file__).parents[1] / "interpreter"
PROGRAMS = [*sorted((INTERPRETER / "models").glob("*.py")), *sorted((INTERPRETER / "replayed").glob("*/before.py"))]
INI = f"[mypy]\nplugins = {PLUGIN}\n\n[jaxtyping-promo]\ncheck = dtypes\n"
CORPUS = Path(__file__).parent / "bug_corpus"
REPORT = re.compile(r"(?P<file>[\w/]+\.py):(?P<line>\d+): (?P<severity>error|note): .*  \[(?P<code>[\w-]+)\]")

LAYERS = """\
import jax.numpy as jnp
import numpy as np


def scale(x):
    return x * np.float32(2.0)


def wide(x):
    return scale(x) + jnp.zeros(3)
"""
CONSTANTS = """\
import jax.numpy as jnp

TABLE = jnp.zeros(3)
"""
TRAIN = """\
import jax.numpy as jnp
from package import TABLE
from package.layers import scale, wide

x = jnp.ones(3, jnp.bfloat16)
y = wide(x)
z = scale(x)


def difference(a, b):
    return a - b


w = difference(jnp.ones(3, jnp.uint32), jnp.ones(3, jnp.int32))
v = jnp.ones(3, jnp.float8_e4m3fn) + jnp.ones(3, jnp.float8_e5m2)
u = x * jnp.ones(3)
t = x * TABLE
"""


def write(folder: Path, files: dict[str, str]) -> None:
    """Write files below a folder."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def program(folder: Path, **changed: str) -> Path:
    """A program of two modules, with the configuration."""
    package = {"__init__": "from .constants import TABLE\n", "constants": CONSTANTS, "layers": LAYERS}
    write(
        folder, {"train.py": TRAIN, "mypy.ini": INI, **{f"package/{name}.py": text for name, text in package.items()}}
    )
    write(folder, {name.replace("_", "/", 1) + ".py": text for name, text in changed.items()})
    return folder


def mypy(folder: Path, *options: str) -> str:
    """The output of mypy for all files of a folder."""
    if not (folder / ".mypy_cache").exists():
        shutil.copytree(imported(INI), folder / ".mypy_cache")
    done = run_mypy(["mypy", ".", *options], folder)
    assert done.returncode in (0, 1), done.stdout + done.stderr
    return done.stdout


def reports(output: str) -> list[tuple[str, int, str]]:
    """The file, line and code of each report."""
    return [
        (found["file"], int(found["line"]), found["code"]) for found in map(REPORT.match, output.splitlines()) if found
    ]


def test_each_problem_is_reported_once(tmp_path: Path) -> None:
    found = reports(mypy(program(tmp_path)))
    assert sorted(found) == [
        ("train.py", 7, "dtype-upcast"),
        ("train.py", 11, "dtype-range"),
        ("train.py", 15, "dtype-promotion"),
        ("train.py", 16, "dtype-upcast"),
        ("train.py", 17, "dtype-upcast"),
    ]


def test_a_finding_in_another_module_stands_at_the_call(tmp_path: Path) -> None:
    output = mypy(program(tmp_path))
    assert 'train.py:7: note: in scale (layers.py:6): bfloat16 becomes float32 in "*"' in output
    assert "The dtype comes from np.float32(2.0) (line 6 of layers.py)" in output
    assert "Called: difference (line 14)" in output


def test_without_the_key_nothing_is_interpreted(tmp_path: Path) -> None:
    folder = program(tmp_path)
    (folder / "mypy.ini").write_text(INI.replace("check = dtypes", "check = off"))
    assert "dtype-upcast" not in mypy(folder)


def test_an_override_switches_it_on_for_a_module(tmp_path: Path) -> None:
    folder = program(tmp_path, other=TRAIN)
    off = "[jaxtyping-promo]\ncheck = off\n\n[jaxtyping-promo-other]"
    (folder / "mypy.ini").write_text(INI.replace("[jaxtyping-promo]", off))
    assert {file for file, _, code in reports(mypy(folder)) if code == "dtype-upcast"} == {"other.py"}


@pytest.mark.parametrize("comment", ["type: ignore[dtype-upcast]", "jaxtyping-promo: ignore[dtype-upcast]"])
def test_comments_silence_a_finding_and_are_used(tmp_path: Path, comment: str) -> None:
    folder = program(tmp_path, train=TRAIN.replace("u = x * jnp.ones(3)", f"u = x * jnp.ones(3)  # {comment}"))
    output = mypy(folder, "--warn-unused-ignores")
    assert ("train.py", 16, "dtype-upcast") not in reports(output)
    assert "unused" not in output


def test_the_severity_is_that_of_the_configuration(tmp_path: Path) -> None:
    folder = program(tmp_path)
    (folder / "mypy.ini").write_text(f"{INI}dtype-upcast = error\n")
    assert "train.py:16: error: bfloat16 becomes float32" in mypy(folder)
    assert "dtype-upcast" not in mypy(folder, "--disable-error-code=dtype-upcast")


def test_assumptions_of_the_configuration_hold(tmp_path: Path) -> None:
    text = "import jax.numpy as jnp\n\n\ndef layer(x):\n    return jnp.exp(x) * jnp.ones(3)\n"
    write(tmp_path, {"model.py": text, "mypy.ini": INI})
    assert not reports(mypy(tmp_path))
    (tmp_path / "mypy.ini").write_text(f"{INI}\n[jaxtyping-promo.assume]\nfloat = bfloat16\n")
    output = mypy(tmp_path)  # the cache of the first run does not hold any more
    assert reports(output) == [("model.py", 5, "dtype-upcast")]
    assert "Assumed: float=bfloat16" in output


def test_a_wrong_table_is_one_clear_line(tmp_path: Path) -> None:
    text = f"{INI}\n[jaxtyping-promo.assume]\nfloat = int7\n"
    write(tmp_path, {"model.py": "x = 1\n", "mypy.ini": text})
    done = run_mypy(["mypy", "."], tmp_path)
    assert done.returncode == 2
    assert "int7" in done.stdout + done.stderr
    assert "Traceback" not in done.stdout + done.stderr


def test_two_problems_in_one_line_are_two_reports(tmp_path: Path) -> None:
    text = "import jax.numpy as jnp\n\na, b = jnp.ones(3, jnp.float8_e4m3fn), jnp.ones(3, jnp.float8_e5m2)\n"
    write(tmp_path, {"model.py": text + "def f(x, y):\n    return x + y, x + jnp.int4(1)\nf(a, b)\n", "mypy.ini": INI})
    assert reports(mypy(tmp_path)) == [("model.py", 5, "dtype-promotion")] * 2


def test_the_plugins_own_report_replaces_that_of_the_interpreter(tmp_path: Path) -> None:
    """The programs after public bugs have one report in each marked line."""
    for path in CORPUS.rglob("*.py"):
        if not path.read_text().startswith("# x64"):
            shutil.copy(path, tmp_path / "_".join(path.relative_to(CORPUS).parts))
    (tmp_path / "mypy.ini").write_text(INI)
    found = Counter(reports(mypy(tmp_path)))
    assert [place for place, number in found.items() if number > 1] == []
    marked = {
        (path.name, number)
        for path in tmp_path.glob("*.py")
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if "# E: dtype" in line or "# N: dtype" in line
    }
    assert len(marked) > 40
    assert not marked - {(file, line) for file, line, _ in found}


VALUES = """\
import jax
import jax.numpy as jnp
import numpy as np
from package import TABLE

theta = 2.0 ** (np.arange(3, dtype=np.float32) / 3)
reveal_type(jnp.sin(theta))
reveal_type(jnp.cos(TABLE))
key = jax.random.key(0)
table = np.full(3, 2.0).astype(np.float16)


def main():
    reveal_type(jnp.exp(table) * 2)
    reveal_type(jax.random.split(key))


def scaled(x, by=theta):
    reveal_type(jnp.exp(by))
    return jnp.sin(x)


if __name__ == "__main__":
    main()
    scaled(jnp.ones(3, jnp.bfloat16))
"""
REVEALED = re.compile(r'Revealed type is ".*Array\[(?:jaxtyping_promo\.dtypes\.)?(\w+)\]"')


def test_results_have_the_dtypes_that_the_interpreter_knows(tmp_path: Path) -> None:
    """At the top level, and in functions without arguments, in which no caller elsewhere can change a dtype."""
    folder = program(tmp_path, values=VALUES)
    output = mypy(folder, "--check-untyped-defs")
    assert REVEALED.findall(output) == ["float32", "float32", "float16", "Any", "Any"]
    program(folder, package_constants=CONSTANTS.replace("zeros(3)", "zeros(3, jnp.int8)"))
    assert REVEALED.findall(mypy(folder, "--check-untyped-defs"))[1] == "float32"  # the cosine of int8
    program(folder, package_constants=CONSTANTS.replace("zeros(3)", "zeros(3, jnp.bfloat16)"))
    assert REVEALED.findall(mypy(folder, "--check-untyped-defs"))[1] == "bfloat16"


OPERATORS = """\
import jax
import jax.numpy as jnp
import numpy as np

h = jnp.zeros(3, jnp.bfloat16)
mapped = jax.tree.map(lambda v: v * 2, {"w": h})
reveal_type((h + mapped["w"]) * 2)
reveal_type(((0.5 * mapped["w"]) + h) @ (h - 1))
reveal_type((h + 1) ** 2 + (mapped["w"] * h) / (h + 2))
reveal_type(0.5 + jax.tree.map(lambda v: v * 2, h))
reveal_type(0.5 < jax.tree.map(lambda v: v * 2, h))
reveal_type(2 != jax.tree.map(lambda v: v * 2, h))
reveal_type((h + 1) * 2 < (mapped["w"] * 2) + 3)
"""


def test_operators_have_the_dtypes_that_the_interpreter_knows(tmp_path: Path) -> None:
    """Also behind a bracket, where an operator begins elsewhere for mypy than for Python, and beside numbers."""
    output = mypy(program(tmp_path, values=OPERATORS), "--check-untyped-defs")
    assert REVEALED.findall(output) == ["bfloat16"] * 4 + ["bool_"] * 3


TRIED = """\
from typing import overload

import jax
import jax.numpy as jnp


def power(x, y):
    return x**y


@overload
def kind(x: int) -> int: ...
@overload
def kind(x: jax.Array) -> jax.Array: ...
def kind(x):
    return x


a = jnp.ones(3, jnp.bfloat16)
reveal_type(pow(power(a, a), 2))
reveal_type(0.5 + power(a, a))
reveal_type(dict.fromkeys("ab", power(a, a))["a"])
reveal_type(kind(power(a, a)))
number: float = power(a, a)
"""


def test_overloads_that_do_not_fit_are_not_chosen(tmp_path: Path) -> None:
    """mypy infers an argument without an expected type, and then again for each overload."""
    output = mypy(program(tmp_path, values=TRIED), "--check-untyped-defs")
    assert REVEALED.findall(output) == ["bfloat16"] * 4
    assert not re.search(r"^values\.py:\d+: error", output, re.MULTILINE)


@pytest.mark.xfail(
    strict=True, reason="the mend leaves out calls of JAX's functions, which hooks of loops infer freely"
)
def test_overloads_for_numbers_are_not_chosen_for_results_of_jax(tmp_path: Path) -> None:
    text = "import jax\nimport jax.numpy as jnp\n\nreveal_type(pow(jax.tree.map(lambda v: v * 2, jnp.ones(3)), 2))\n"
    assert REVEALED.findall(mypy(program(tmp_path, values=text))) == ["float32"]


NOT_ASCII = """\
import jax
import jax.numpy as jnp

h = jax.tree.map(lambda v: v, {"w": jnp.zeros(3, jnp.bfloat16)})
g = jax.tree.map(lambda v: v, {"w": jnp.zeros(3, jnp.int8)})
reveal_type(("ääää", h["w"]*1, g["w"]*1)[2])
"""


def test_columns_behind_other_characters_are_never_those_of_another_value(tmp_path: Path) -> None:
    """mypy 2.4 counts ``g["w"]`` where Python counts ``h["w"]``."""
    output = mypy(program(tmp_path, values=NOT_ASCII), "--check-untyped-defs")
    assert REVEALED.findall(output) in (["Any"], ["int8"], [])


@pytest.mark.xfail(strict=True, reason="mypy 2.4 subtracts the bytes of a character twice from a column behind it")
def test_lines_that_are_not_ascii_have_dtypes(tmp_path: Path) -> None:
    """The interpreter knows them, and mypy's place of the operator is not its place in the line."""
    output = mypy(program(tmp_path, values=NOT_ASCII), "--check-untyped-defs")
    assert REVEALED.findall(output) == ["int8"]


CHANGED = LAYERS.replace("np.float32(2.0)", "2.0")
EDITS = {
    "the callee's body": {"package_layers": CHANGED},
    "the caller": {"train": TRAIN.replace("z = scale(x)\n", "")},
    "a constant behind the package": {"package_constants": CONSTANTS.replace("zeros(3)", "zeros(3, jnp.bfloat16)")},
    "both": {"package_layers": CHANGED, "train": TRAIN.replace("u = x *", "u = x +")},
}


@pytest.mark.slow
@pytest.mark.parametrize("edit", EDITS)
def test_a_run_with_a_cache_reports_what_a_cold_run_reports(tmp_path: Path, edit: str) -> None:
    folder = program(tmp_path / "warm")
    first = mypy(folder)
    assert mypy(folder) == first
    cold = mypy(program(tmp_path / "cold", **EDITS[edit]))
    assert cold != first
    program(folder, **EDITS[edit])
    assert mypy(folder) == cold
    assert sorted(mypy(program(tmp_path / "parallel", **EDITS[edit]), "-n", "2").splitlines()[:-1]) == sorted(
        cold.splitlines()[:-1]
    )


@pytest.fixture
def daemon(tmp_path: Path) -> Iterator[Path]:
    yield tmp_path
    end_daemon(tmp_path)


@pytest.mark.slow
def test_the_daemon_reports_what_a_cold_run_reports(daemon: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    for number, changed in enumerate(({}, *EDITS.values(), {})):
        program(daemon, **changed)
        done = run_mypy(["dmypy", "run", "--", "."], daemon)
        cold = mypy(program(tmp_path_factory.mktemp(f"cold{number}"), **changed))
        assert sorted(reports(done.stdout)) == sorted(reports(cold)), number


@pytest.mark.slow
def test_mypy_reports_the_findings_of_check(tmp_path: Path) -> None:
    names = {f"{file.parent.name}_{file.stem}.py": file for file in PROGRAMS}
    for name, file in names.items():
        shutil.copy(file, tmp_path / name)
    (tmp_path / "mypy.ini").write_text(INI)
    found = set(reports(mypy(tmp_path)))
    all_told: set[tuple[str, int, str]] = set()
    for name in names:
        command = [sys.executable, "-m", "jaxtyping_promo", "check", name, "--json"]
        checked = json.loads(subprocess.run(command, cwd=tmp_path, capture_output=True, text=True).stdout)
        all_told |= {(name, finding["line"], finding["code"]) for finding in checked["findings"]}
    assert len(all_told) > 30
    assert not all_told - found


def test_a_fault_of_the_interpreter_is_a_note(tmp_path: Path) -> None:
    folder = program(tmp_path)
    fails = "def fail(*_):\n    raise KeyError('x')\n\nreport.findings_of_file = fail\n"
    imports = f"from jaxtyping_promo.interpreter import report\nfrom {PLUGIN} import plugin\n"
    (folder / "patched.py").write_text(f"{imports}\n{fails}")
    (folder / "mypy.ini").write_text(INI.replace(PLUGIN, "patched.py"))
    output = mypy(folder)
    assert "train.py:1: note: check has failed on this file, please report it: KeyError: 'x'" in output
    assert "INTERNAL ERROR" not in output
