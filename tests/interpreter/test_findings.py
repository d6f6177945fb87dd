"""The interpreter finds what the mypy plugin finds in the plugin's test programs: the same codes at the same lines.

``# E: code`` marks a line that JAX rejects, ``# N: code`` a line that loses something.
"""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path

import pytest
import test_strict_functions
import test_unsupported_dtypes
from silent_losses import HARMLESS, HEADER, LOSSES
from test_bug_corpus import CORPUS, PROGRAMS, SILENT, X64

from jaxtyping_promo.diagnostics.codes import CODES, DTYPE_UPCAST, DTYPE_WIDENING, ERROR, OFF, PRESETS, Code
from jaxtyping_promo.interpreter.program import Program
from jaxtyping_promo.interpreter.report import Finding, findings
from jaxtyping_promo.interpreter.run import Systems

CASES = sorted(Path(__file__).parent.glob("cases/*.py"))
MARK = re.compile(r"# ([EN]): ([\w-]+)")
WIDER = {DTYPE_WIDENING.name, DTYPE_UPCAST.name, "dtype-implicit"}
"""The interpreter knows who chose the wide dtype: it says upcast where the plugin says widening."""
NOT_FOUND = {
    "either + 100000": "a declared union is unknown: `either + 1000`, which only one dtype can't hold, must stay silent",
}
"""Losses that are not found, and why."""


def found(*paths: Path, reports: str = "default", x64: bool = False, strict: bool = False) -> list[Finding]:
    """The findings in some files."""

    def severity(path: str, code: Code, is_refused: bool = False) -> str:
        return ERROR if is_refused else PRESETS[reports][code.name]

    program = Program(paths, systems=Systems(x64=x64, strict=strict))
    run = program.interpret()
    assert not program.errors
    return findings(run, lambda path: path in {*map(str, paths)}, severity)


def codes_of_lines(head: str, lines: list[str], folder: Path, **options: str | bool) -> list[set[str]]:
    """The codes that are found on each line behind the head of a program."""
    path = folder / "program.py"
    path.write_text(head + "\n".join(lines) + "\n")
    codes: list[set[str]] = [set() for _ in lines]
    for finding in found(path, **options):
        codes[finding.place.line - head.count("\n") - 1].add(finding.code.name)
    return codes


# ----------------------------------------------------------------------------------------------------------- losses


def same(code: str, codes: set[str]) -> bool:
    """Whether a code is found, or a code that says more."""
    return code in codes or (code == DTYPE_WIDENING.name and DTYPE_UPCAST.name in codes)


@pytest.fixture(scope="module")
def losses(tmp_path_factory) -> dict[str, dict[str, set[str]]]:
    """The codes of each expression, by the preset of reports."""
    expressions = [text for texts in LOSSES.values() for text in texts] + [*HARMLESS]
    lines = [f"    {text}" for text in expressions]
    folder = tmp_path_factory.mktemp("losses")
    return {
        reports: dict(zip(expressions, codes_of_lines(HEADER, lines, folder, reports=reports), strict=True))
        for reports in ("default", "all")
    }


@pytest.mark.parametrize(
    ("code", "text"),
    [
        pytest.param(
            code,
            text,
            id=text,
            marks=[pytest.mark.xfail(reason=NOT_FOUND[text])] if text in NOT_FOUND else [],
        )
        for code, texts in LOSSES.items()
        for text in texts
    ],
)
def test_each_loss_is_found(code, text, losses):
    assert same(code, losses["all"][text])
    if CODES[code].severity != OFF:
        assert same(code, losses["default"][text])
        assert len(losses["default"][text]) == 1


@pytest.mark.parametrize("text", HARMLESS)
def test_nothing_is_found_by_default_where_nothing_is_lost(text, losses):
    assert losses["default"][text] == set()


# --------------------------------------------------------------------------------------------------------- refusals


def test_calls_that_jax_rejects(tmp_path):
    pairs = test_unsupported_dtypes.pairs()
    wrong = codes_of_lines(test_unsupported_dtypes.HEAD, [pair[0] for pair in pairs], tmp_path, reports="certain")
    assert [pair[0] for pair, codes in zip(pairs, wrong, strict=True) if not codes] == []
    right = codes_of_lines(test_unsupported_dtypes.HEAD, [pair[1] for pair in pairs], tmp_path, reports="certain")
    assert [(pair[1], codes) for pair, codes in zip(pairs, right, strict=True) if codes] == []


def test_strict_promotion_in_functions(tmp_path):
    head = "import jax\nimport jax.numpy as jnp\nimport numpy as np\n"
    head += "half, whole = jnp.ones(3, jnp.float16), jnp.arange(3)\n"
    refused = codes_of_lines(head, [*test_strict_functions.REFUSED], tmp_path, strict=True)
    missed = [text for text, codes in zip(test_strict_functions.REFUSED, refused, strict=True) if not codes]
    assert missed == []
    taken = codes_of_lines(head, [*test_strict_functions.TAKEN], tmp_path, strict=True)
    assert [text for text, codes in zip(test_strict_functions.TAKEN, taken, strict=True) if codes] == []


def test_a_refusal_counts_only_if_all_possible_operands_are_refused(tmp_path):
    head = "import jax, jax.numpy as jnp\ndef f(n: int, x: jax.Array):\n"
    head += "    either = jnp.ones(3) if n else jnp.ones(3, bool)\n    both = jnp.ones(3) if n else jnp.ones(3, int)\n"
    lines = [
        "    either.round()",
        "    jnp.round(either)",
        "    either ^ True",
        "    both ^ 1.5",
        "    jnp.invert(both)",
        "    -either",
        "    [~t for t in (either, both)]",
    ]
    told = codes_of_lines(head, lines, tmp_path, reports="certain")
    assert told == [set(), set(), set(), {"dtype-promotion"}, set(), set(), set()]


# ----------------------------------------------------------------------------------------------------------- corpus

ELSEWHERE = {
    "annotation_without_axes": "the interpreter does not report the syntax of annotations",
}
"""Programs of the corpus whose report is about something else, and why it is not found."""


def _parameters(programs: list[Path]) -> Iterator[object]:
    for program in programs:
        reason = ELSEWHERE.get(program.stem)
        marks = [] if reason is None else [pytest.mark.xfail(reason=reason)]
        yield pytest.param(program, id=program.stem, marks=marks)


@pytest.mark.parametrize("program", [*_parameters(PROGRAMS), *_parameters(SILENT)])
def test_corpus(program):
    x64 = program.read_text().startswith(X64)
    lines = enumerate(program.read_text().splitlines(), 1)
    for line, code in [(number, mark[2]) for number, text in lines if (mark := MARK.search(text))]:
        _assert_told(program, x64, line, code)
    corrected = program.parent / "corrected" / program.name
    corrected = corrected if corrected.exists() else CORPUS / "corrected" / program.name
    assert found(corrected, x64=x64) == []


def _assert_told(program: Path, x64: bool, line: int, code: str) -> None:
    statement = min(_statements(program, line), key=lambda node: (node.end_lineno or 0) - node.lineno)
    wanted = WIDER if code in WIDER else {code}
    told = found(program, reports="all", x64=x64)
    # A carry and branches are reported at the call, which may begin on an earlier line than the mark.
    span = range(statement.lineno, (statement.end_lineno or 0) + 1)
    assert [each for each in told if each.code.name in wanted and each.place.line in span]


def _statements(program: Path, line: int) -> list[ast.stmt]:
    """The statements that contain a line."""
    nodes = [node for node in ast.walk(ast.parse(program.read_text())) if isinstance(node, ast.stmt)]
    return [node for node in nodes if node.lineno <= line <= (node.end_lineno or line)]


# ------------------------------------------------------------------------------------------------------------ cases


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.stem)
def test_case(case):
    """Each marked line is found, and by default nothing else."""
    marks = {
        number: (mark[1], mark[2])
        for number, line in enumerate(case.read_text().splitlines(), 1)
        if (mark := MARK.search(line))
    }
    everything = {(each.place.line, each.code.name) for each in found(case, reports="all")}
    missed = [
        (line, code)
        for line, (_, code) in marks.items()
        if not any((line, each) in everything for each in (WIDER if code in WIDER else {code}))
    ]
    assert missed == []
    for finding in found(case):
        assert finding.place.line in marks, finding
        if marks[finding.place.line][0] == "E" and finding.code.name == marks[finding.place.line][1]:
            assert finding.severity == ERROR


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.stem)
def test_jax_rejects_the_marked_statements_of_a_case(case):
    """The statements of a case are executed one by one; those that lead to a line with ``E`` raise, and no others."""
    text = case.read_text()
    scope: dict[str, object] = {"__name__": "case"}
    inside = {number for number, line in enumerate(text.splitlines(), 1) if "# E:" in line}
    wrong = []
    for statement in ast.parse(text).body:
        lines = range(statement.lineno, (statement.end_lineno or 0) + 1)
        code = compile(ast.Module([statement], []), str(case), "exec")
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                exec(code, scope)
        except Exception as error:
            traceback, raised = error.__traceback__, set()
            while traceback is not None:
                raised.add(traceback.tb_lineno if traceback.tb_frame.f_code.co_filename == str(case) else 0)
                traceback = traceback.tb_next
            if not raised & inside:
                wrong.append((statement.lineno, error))
        else:
            is_definition = isinstance(statement, (ast.FunctionDef, ast.ClassDef))
            if not is_definition and inside.intersection(lines):
                wrong.append((statement.lineno, "does not raise"))
    assert wrong == []


def test_a_declared_float_may_be_an_integer(tmp_path: Path) -> None:
    """Type checkers accept an int for a float, so what JAX refuses for floats alone is no certain error."""
    path = tmp_path / "p.py"
    path.write_text(
        "import jax.numpy as jnp\n"
        "def masked(k: float = 1):\n    return k & jnp.ones(3, jnp.int32)\n"
        "def refused(k: str):\n    return jnp.ones(3) << jnp.ones(3)\n"
    )
    run = Program([path]).interpret()
    found = findings(run, lambda _: True, lambda *_: "error")
    assert [(finding.place.line, finding.code.name) for finding in found] == [(5, "dtype-promotion")]


# ----------------------------------------------------------------------------------------------------------- guards

GUARDED = """\
import jax.numpy as jnp


def f(x, y, other):
    return y if {test} else x ^ y


f(jnp.ones(3), jnp.ones(3), unknown)
"""


@pytest.mark.parametrize(
    ("test", "is_told"),
    [
        ("other.ndim == 1", False),
        ("len(other.shape) > 1", False),
        ("other.dtype == jnp.float32", False),
        ("x.ndim == 1", False),
        ("is_array(other, jnp.float32)", False),
        ("x.ndim == 2", True),
        ("other", True),
    ],
)
def test_a_refusal_behind_an_undecided_guard_is_not_told(tmp_path: Path, test: str, is_told: bool) -> None:
    path = tmp_path / "program.py"
    path.write_text(GUARDED.format(test=test))
    assert [one.place.line for one in found(path)] == ([5] if is_told else [])


UNREACHED = {
    "an abstract method returns what it declares": """\
import abc
from typing import NamedTuple
class State(NamedTuple):
    x: jax.Array
class Environment(abc.ABC):
    @abc.abstractmethod
    def step(self, state: State) -> State:
        \"\"\"Make one step.\"\"\"
def unroll(environment: Environment, state: State):
    return jax.lax.scan(lambda carry, _: (environment.step(carry), carry.x), state, None, length=3)
""",
    "what is None may be another value by then": """\
from typing import NamedTuple
class State(NamedTuple):
    x: jax.Array
class Environment:
    def step(self, state: State) -> State:
        \"\"\"Make one step. Each environment has a step of its own.\"\"\"
def unroll(environment: Environment, state: State):
    return jax.lax.scan(lambda carry, _: (environment.step(carry), carry.x), state, None, length=3)
""",
    "a product of unknown length": """\
import itertools
def table(initial, likelihoods):
    length, states = likelihoods.shape
    for row in itertools.product(*([jnp.arange(states)] * length)):
        initial = jnp.zeros(3)[jnp.array(row)[0]]
    return initial
""",
    "associative_scan compares leaves": """\
from typing import NamedTuple
class Message(NamedTuple):
    gain: jax.Array
    mean: jax.Array
def scanned(messages: Message):
    return jax.lax.associative_scan(lambda a, b: (a[0] + b[0], a[1] + b[1]), messages)
""",
}
"""Valid functions that nothing calls."""


@pytest.mark.parametrize("text", UNREACHED.values(), ids=UNREACHED)
def test_nothing_is_found_in_a_valid_function_that_nothing_calls(text: str, tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(f"import jax\nimport jax.numpy as jnp\n{text}")
    assert found(program) == []


CAUGHT = {
    "try: y = x << 1\nexcept TypeError: y = x": False,
    "try: y = x << 1\nexcept Exception: y = x": False,
    "try: y = x << 1\nexcept: y = x": False,
    "try: y = shifted(x)\nexcept (KeyError, TypeError): y = x": False,
    "import contextlib\nwith contextlib.suppress(TypeError): y = x << 1": False,
    "import pytest\nwith pytest.raises(TypeError): shifted(x)": False,
    "import unittest\nwith unittest.TestCase().assertRaises(TypeError): shifted(x)": False,
    "try: y = x << 1\nexcept KeyError: y = x": True,
    "try: y = x << 1\nexcept TypeError as error: raise TypeError('ints only') from error": True,
    "try: y = x << 1\nfinally: print(x)": True,
    "try: y = x\nexcept TypeError: pass\nelse: y = x << 1": True,
    "try: y = shifted(x)\nexcept TypeError: y = x\nshifted(x)": True,
}
"""Refused operations below a handler, and whether the program may end by the error."""


@pytest.mark.parametrize("text", CAUGHT)
def test_a_refusal_that_a_handler_may_catch_is_none(text: str, tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(f"import jax\nimport jax.numpy as jnp\ndef shifted(v): return v << 1\nx = jnp.ones(3)\n{text}\n")
    assert {finding.code.name for finding in found(program)} == ({"dtype-promotion"} if CAUGHT[text] else set())
    with pytest.raises(TypeError) if CAUGHT[text] else nullcontext():
        exec(compile(program.read_text(), str(program), "exec"), {})
