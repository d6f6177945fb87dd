"""mypy with the plugin has the same output in all ways to run it, and never crashes, even on unreasonable code."""

from __future__ import annotations

import random
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from checkers import Mypy
from checkers.mypy import ALONE, imported, ini, stubs_without_numpy
from mypy_processes import end_daemon, run_mypy

pytestmark = pytest.mark.once

CORPUS = Path(__file__).parent / "corpus"
"""Unreasonable code that the plugin must survive."""
COMMANDS = ("mypy", "mypy -n 2", "mypy --no-native-parser", "mypy --no-incremental", "dmypy run")
CRASHES = ("INTERNAL ERROR", "Traceback", "error: Daemon", "crash")


def run(command: str, folder: Path, *arguments: str) -> list[str]:
    """The messages, sorted, because workers and the daemon order files differently."""
    program, *options = command.split()
    files = sorted(path.name for path in folder.glob("*.py"))
    separator = ["--"] if program == "dmypy" else []
    done = run_mypy([program, *options, *separator, *arguments, *files], folder)
    output = done.stdout + done.stderr
    assert not any(word in output for word in CRASHES), output
    assert done.returncode == 1, output  # 1 means that there are errors, 2 is a crash
    return sorted(line for line in output.splitlines() if ".py:" in line)


SOUND = {
    "made.py": """\
from jaxtyping_promo import Array, float16, uint8

def made(other: Array[uint8]) -> Array[uint8]:
    return other

def halved(half: Array[float16]) -> Array[float16]:
    return half / 2
""",
    "used.py": """\
from jaxtyping_promo import Array, bool_, floating, int8
from made import halved, made

def program(a: Array[int8], b: Array[bool_], c: Array[floating]) -> None:
    x = made(made.__defaults__[0])  # type: ignore[index]
    reveal_type(a + x)
    reveal_type(x / a)
    reveal_type(halved(c.astype("float16")) + x)
    reveal_type(c * 2)
    reveal_type(x + 2.5)
    reveal_type(a + c)
    b - b
    a & c
    x @ 1
    reveal_type(x)
""",
    "followed.py": """\
from jaxtyping_promo import Array, bool_, uint8
from made import made

def program(one: Array[uint8], flag: Array[bool_]) -> None:
    x = one
    x = x > 0
    reveal_type(x)
    y = made(one)
    y = y * 1
    reveal_type(y)
    xs = [made(one)]
    xs.append(flag)
    reveal_type(xs[0])
    y, flag = flag, y  # type: ignore[assignment]
    reveal_type(y)
    for v in (y, made(one)):
        reveal_type(v)
        v = v > 0
    if (w := made(one)).ndim:
        w = w > 0
    reveal_type(w)

class Model:
    def __init__(self, one: Array[uint8]) -> None:
        self.x = made(one)
        self.y = self.x

    def step(self) -> None:
        self.x = self.y > 0
        reveal_type(self.x)
        reveal_type(self.y)
""",
}
"""Modules with the same messages in every way to run mypy.

The corpus is not among them: caches, workers and the daemon repeat fewer messages about undefined names and cycles.
"""


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """A folder with a program and a configuration."""
    for name, text in SOUND.items():
        (tmp_path / name).write_text(text)
    (tmp_path / "mypy.ini").write_text(ini(mypy=ALONE))
    stubs_without_numpy(tmp_path / "stubs")
    yield tmp_path
    end_daemon(tmp_path)


@pytest.fixture(scope="module")
def outputs() -> dict[str, list[str]]:
    """The output of a run without cache after each edit. All commands must agree with it."""
    return {}


@pytest.mark.slow
@pytest.mark.parametrize(
    "command", [pytest.param(c, marks=[pytest.mark.exhaustive] if " -" in c else []) for c in COMMANDS]
)
def test_cold_warm_edited_and_configured_anew(command, folder, outputs):
    def same_as_cold(state: str) -> None:
        if state not in outputs:
            outputs[state] = run("mypy", folder, "--cache-dir=/dev/null")
        assert run(command, folder) == outputs[state], state

    same_as_cold("as it was")
    assert len(outputs["as it was"]) > 8
    same_as_cold("as it was")  # read from the cache

    # An edit in one module changes the types inferred in another. The file keeps its size.
    edited = folder / "made.py"
    edited.write_text(edited.read_text().replace("uint8", "int16"))
    same_as_cold("after an edit")
    inferred = [[line for line in outputs[s] if "used" in line] for s in ("as it was", "after an edit")]
    assert inferred[0] != inferred[1]

    (folder / "mypy.ini").write_text(ini(strict=True, mypy=ALONE))
    same_as_cold("strict")
    assert outputs["strict"] != outputs["after an edit"]


@pytest.mark.long
def test_without_the_plugin_it_is_no_crash_either(tmp_path):
    """The corpus is full of errors. mypy must finish and report them."""
    for path in CORPUS.glob("*.py"):
        (tmp_path / path.name).write_text(path.read_text())
    (tmp_path / "mypy.ini").write_text("[mypy]\n")
    shutil.copytree(imported("[mypy]\n"), tmp_path / "cache")
    assert len(run("mypy", tmp_path, "--cache-dir=cache")) > 400


@pytest.mark.slow
@pytest.mark.parametrize("seed", [0, *(pytest.param(n, marks=pytest.mark.exhaustive) for n in range(1, 10))])
def test_mutilated_programs_crash_nothing(seed, tmp_path):
    """The corpus with lines removed, doubled and moved, so that types are missing, late or different."""
    generator = random.Random(seed)
    (tmp_path / "mypy.ini").write_text(ini())
    for path in CORPUS.glob("*.py"):
        lines = path.read_text().splitlines()
        if not _parses("\n".join(lines)):
            continue  # the syntax of a newer Python
        for number in range(5):
            (tmp_path / f"{path.stem}_{number}.py").write_text(_mutilated(lines, generator))
    files = [path.name for path in tmp_path.glob("*.py")]
    assert len(files) >= 15, files
    shutil.copytree(imported(ini()), tmp_path / "cache")
    done = run_mypy(["mypy", "--cache-dir=cache", "--show-traceback", *files], tmp_path)
    output = done.stdout + done.stderr
    assert done.returncode == 1 and not any(word in output for word in CRASHES), output


def _mutilated(lines: list[str], generator: random.Random) -> str:
    """A program that still parses."""
    while True:
        changed = list(lines)
        for _ in range(generator.randint(3, 12)):
            number = generator.randrange(len(changed))
            match generator.randrange(4):
                case 0:
                    del changed[number]
                case 1:
                    changed.insert(generator.randrange(len(changed)), changed[number])
                case 2:
                    first, second = generator.sample(DTYPES, 2)
                    changed[number] = changed[number].replace(first, second)
                case 3:
                    changed[number] = changed[number].replace("Array[", generator.choice(FORMS), 1)
        text = "\n".join([*changed, ""])
        if _parses(text):
            return text


def _parses(text: str) -> bool:
    try:
        compile(text, "program.py", "exec", dont_inherit=True)
    except (SyntaxError, ValueError):
        return False
    return True


DTYPES = ("int8", "float16", "float32", "bool_", "Any", "D", "F", "generic", "floating", "T")
FORMS = ("type[", "list[", "Array[Array[", "Array[type[", "Mine[", "tuple[", "Array[Any] | Array[")


def test_numpy_may_be_missing(tmp_path):
    """The stubs import NumPy, which users of other libraries may not have installed."""
    (tmp_path / "mypy.ini").write_text(ini(mypy=ALONE))
    stubs_without_numpy(tmp_path / "stubs")
    (tmp_path / "program.py").write_text(
        "from jaxtyping_promo import *\n"
        "def program(a: Array[int8], b: Array[float16], c: Array[bool_]) -> None:\n"
        "    reveal_type(a + b)\n"
        "    reveal_type(2.0 * a)\n"
        "    reveal_type(abs(-a))\n"
        "    c - c\n"
        "    import numpy\n"
        "    reveal_type(numpy.ones(2) + a)\n"
    )
    report = Mypy().check("program.py", folder=tmp_path)
    assert [report.line("program.py", number).revealed for number in (3, 4, 5)] == [
        ["Array[float16]"],
        ["Array[weak_float]"],
        ["Array[int8]"],
    ]
    assert report.line("program.py", 6).codes == ["dtype-promotion"]
    assert report.line("program.py", 7).codes == ["import-not-found"]
    assert report.line("program.py", 8).revealed == ["Any"]
