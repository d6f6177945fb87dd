"""Reports of silent losses: one program with all kinds, and the ways to configure, ignore and repeat reports."""

from __future__ import annotations

import re
import warnings
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from checkers import Mypy
from checkers.checker import Report
from checkers.mypy import ini
from made_once import value_made_once
from silent_losses import HARMLESS, HEADER, LOSSES, UNTOLD

from jaxtyping_promo.diagnostics.codes import CODES, OFF
from jaxtyping_promo.diagnostics.conversions import CASTS, COMPARED, COMPARISON_FUNCTIONS, NUMBERS, UPDATES

pytestmark = pytest.mark.once

FIRST = HEADER.count("\n") + 1
EXPRESSIONS = [*chain.from_iterable(LOSSES.values()), *HARMLESS]
PROGRAM = HEADER + "".join(f"    {expression}\n" for expression in EXPRESSIONS)
REPORT = re.compile(r"program\.py:(\d+): (error|note): (.*?)  \[([\w-]+)\]")
SAME = {"dtype-widening": "dtype-upcast"}
"""A code of the plugin, and the one that tells the same with its cause."""
ALL = "reports = all\n"
STRICT = "reports = strict\n"
BY_DEFAULT = [(code, text) for code, texts in LOSSES.items() if CODES[code].severity != OFF for text in texts]


def reports(output: str) -> list[tuple[str, str, str]]:
    """The expression, severity and code of each report."""
    matches = (REPORT.fullmatch(line) for line in output.splitlines())
    return [(EXPRESSIONS[int(m[1]) - FIRST], m[2], m[4]) for m in matches if m]


@value_made_once
def checked(keys: str = "") -> Report:
    """mypy's report with further keys of the configuration."""
    with TemporaryDirectory() as folder:
        (Path(folder) / "program.py").write_text(PROGRAM)
        (Path(folder) / "mypy.ini").write_text(ini() + keys)
        return Mypy().check("program.py", folder=Path(folder))


@pytest.fixture
def default() -> str:
    """mypy's output with default settings."""
    return checked().output


@pytest.fixture
def strict() -> Report:
    """mypy's report with the preset that makes notes errors."""
    return checked(STRICT)


@pytest.fixture
def everything() -> str:
    """mypy's output with all codes."""
    return checked(ALL).output


def test_each_loss_is_reported_once_with_its_severity(default, record_cases):
    wanted = [(text, CODES[code].severity, SAME.get(code, code)) for code, text in BY_DEFAULT]
    reported = [(text, severity, SAME.get(code, code)) for text, severity, code in reports(default)]
    wrong = set(wanted) ^ set(reported)
    record_cases(len(EXPRESSIONS), len(wrong))
    assert not wrong
    assert len(reported) == len(set(reported))


@pytest.mark.xfail(strict=True, reason="a declared union of dtypes is an unknown dtype for the interpreter")
def test_a_loss_for_each_declared_dtype_is_told(tmp_path):
    (tmp_path / "program.py").write_text(f"{HEADER}    {UNTOLD}\n")
    (tmp_path / "mypy.ini").write_text(ini())
    assert "[dtype-overflow]" in Mypy().check("program.py", folder=tmp_path).output


@pytest.mark.long
def test_the_strict_preset_reports_the_same_losses_all_as_errors(default, strict):
    assert reports(strict.output) == [(text, "error", code) for text, _, code in reports(default)]
    assert strict.output == re.sub(r": note: (.*  \[[a-z-]+\])$", r": error: \1", default, flags=re.MULTILINE)
    assert strict.status == 1


@pytest.mark.long
def test_codes_that_are_off_are_notes_in_the_preset_all(everything):
    wanted = {(text, "note", code) for code, texts in LOSSES.items() if CODES[code].severity == OFF for text in texts}
    assert wanted
    assert wanted <= set(reports(everything))


def test_a_message_has_at_most_five_lines_and_a_link_once(default):
    lines: dict[int, list[str]] = {}
    for line in default.splitlines():
        lines.setdefault(int(line.split(":")[1]), []).append(line)
    assert max(map(len, lines.values())) <= 5
    links = [line.rpartition(" ")[2] for line in default.splitlines() if ": note: See " in line]
    reported = {code for _, _, code in reports(default)}
    assert {*reported} <= {*LOSSES, *SAME.values()}
    assert sorted(links) == sorted(CODES[code].page for code in reported)


def arrays() -> dict[str, object]:
    """The parameters of the program, with values for which its lines lose information."""
    return {
        "bools": jnp.array([True, False, True]),
        "bytes_": jnp.array([0, 44, 255], jnp.uint8),
        "tiny": jnp.array([1, 44, -24], jnp.int8),
        "words": jnp.array([0, 1, 65535], jnp.uint16),
        "ids": jnp.array([0, 1, 2**32 - 1], jnp.uint32),
        "ints": jnp.array([0, 1, 100000], jnp.int32),
        "halves": jnp.ones(3, jnp.float16),
        "brains": jnp.array([1, 2, 70000], jnp.bfloat16),
        "floats": jnp.array([1, 2.5, 3], jnp.float32),
        "either": jnp.array([1, 2, 3], jnp.int8),
        "key": jax.random.PRNGKey(0),
        "wide": False,
        "number": 300,
    }


def computed(expression: str) -> tuple[object, list[str]]:
    """JAX's result, or the class of its error, and its warnings."""
    names: dict[str, object] = {}
    exec(HEADER.partition("def program")[0], names)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            result = eval(expression, names | arrays())
        except OverflowError as error:
            result = type(error)
    return result, [str(warning.message) for warning in caught]


@pytest.mark.parametrize("expression", LOSSES["dtype-scatter"])
def test_jax_warns_of_scatters(expression):
    _, warned = computed(expression)
    assert "insert" in expression or any("scatter inputs have incompatible types" in text for text in warned)


@pytest.mark.parametrize("expression", LOSSES["dtype-widening"])
def test_results_are_wider(expression):
    result, _ = computed(expression)
    named = [value for name, value in arrays().items() if re.search(rf"\b{name}\b", expression) and name != "bools"]
    assert result.dtype.itemsize > max(array.dtype.itemsize for array in named if isinstance(array, jax.Array))


def test_every_conversion_has_a_line():
    tables = (NUMBERS, UPDATES, CASTS, COMPARED, COMPARISON_FUNCTIONS)
    names = {name.rpartition(".")[2] for table in tables for name in table}
    lines = " ".join(chain.from_iterable(LOSSES.values()))
    assert [name for name in sorted(names) if f".{name}(" not in lines] == []


def test_reports_say_when_jax_raises(default):
    for line in default.splitlines():
        match = REPORT.fullmatch(line)
        if match and match[4] == "dtype-overflow":
            result, _ = computed(EXPRESSIONS[int(match[1]) - FIRST])
            assert (result is OverflowError) == ("JAX raises an OverflowError" in line), line


def test_a_number_becomes_the_number_in_the_message(default):
    checked = 0
    for line in default.splitlines():
        stated = re.search(r": error: (\S+) does not fit (\w+), it (?:becomes|is compared as) (\S+)  \[", line)
        if stated:
            value = float(stated[1])
            becomes = np.array(value if "float" in stated[2] else int(value)).astype(getattr(jnp, stated[2]))
            assert float(becomes) == float(stated[3]), line
            checked += 1
    assert checked > 20


SETTINGS = """\
[jaxtyping-promo-certain]
reports = certain
[jaxtyping-promo-strict]
reports = strict
[jaxtyping-promo-errors]
dtype-range = error
[jaxtyping-promo-off]
dtype-range = off
dtype-overflow = off
"""
LINES = """\
from jaxtyping_promo import Array, int8, int32, uint32

def f(ids: Array[uint32], ints: Array[int32], tiny: Array[int8]) -> None:
    ids + ints
    tiny + 1000
    ids + ints  # type: ignore[dtype-range]
    tiny + 1000  # type: ignore[dtype-overflow]
    ints + tiny  # type: ignore[dtype-range]
"""
CONFIGURED = {
    "default": [(4, "note", "dtype-range"), (5, "error", "dtype-overflow")],
    "certain": [(5, "error", "dtype-overflow")],
    "strict": [(4, "error", "dtype-range"), (5, "error", "dtype-overflow")],
    "errors": [(4, "error", "dtype-range"), (5, "error", "dtype-overflow")],
    "off": [],
    "inline": [(4, "note", "dtype-range"), (8, "note", "dtype-implicit")],
}
UNUSED = {"default": {8}, "certain": {6, 8}, "strict": {8}, "errors": {8}, "off": {6, 7, 8}, "inline": {7, 8}}


@pytest.mark.slow
def test_severities_and_ignores(tmp_path):
    for name in CONFIGURED:
        comment = (
            '# mypy: enable-error-code="dtype-implicit", disable-error-code="dtype-overflow"; '
            if name == "inline"
            else ""
        )
        text = LINES.replace("from", f"{comment}\nfrom".lstrip("\n") if comment else "from", 1)
        (tmp_path / f"{name}.py").write_text(text.replace("; \n", "\n"))
    (tmp_path / "mypy.ini").write_text(ini(mypy="warn_unused_ignores = True") + SETTINGS)
    report = Mypy().check(*(f"{name}.py" for name in CONFIGURED), folder=tmp_path)
    for name, wanted in CONFIGURED.items():
        shift = name == "inline"
        lines = [line for line in report.output.splitlines() if line.startswith(f"{name}.py:")]
        matches = [re.match(r"\w+\.py:(\d+): (error|note): .*\[(dtype-[\w-]+)\]$", line) for line in lines]
        assert {(int(m[1]) - shift, m[2], m[3]) for m in matches if m} >= {*wanted}, name
        unused = {int(line.split(":")[1]) - shift for line in lines if "Unused" in line}
        assert unused == UNUSED[name], name


@pytest.mark.long
@pytest.mark.parametrize(
    ("severity", "codes"),
    [("note", {"dtype-range"}), ("error", {"dtype-range", "dtype-implicit"})],
)
def test_an_implicit_promotion_has_no_note_beside_another_report(tmp_path, severity, codes):
    """The two advise different casts. Only an error is told beside a note."""
    (tmp_path / "program.py").write_text(LINES)
    (tmp_path / "mypy.ini").write_text(f"{ini()}dtype-implicit = {severity}\n")
    line = Mypy().check("program.py", folder=tmp_path).output
    told = re.findall(r"^program\.py:4: (?:error|note): .*\[(dtype-[\w-]+)\]$", line, re.MULTILINE)
    assert sorted(told) == sorted(codes)


def test_notes_alone_are_no_failure(tmp_path):
    (tmp_path / "program.py").write_text(
        LINES.replace("    tiny + 1000\n", "").replace("  # type: ignore[dtype-range]", "")
    )
    (tmp_path / "mypy.ini").write_text(ini())
    report = Mypy().check("program.py", folder=tmp_path)
    assert "[dtype-range]" in report.output
    assert report.status == 0


@pytest.mark.parametrize(("comment", "status"), [("", 1), ("  # type: ignore[dtype-range]", 0)])
def test_a_note_fails_a_strict_run_unless_a_comment_ignores_it(tmp_path, comment, status):
    (tmp_path / "program.py").write_text(f"""\
from jaxtyping_promo import Array, int32, uint32

def f(ids: Array[uint32], ints: Array[int32]) -> None:
    ids + ints{comment}
""")
    (tmp_path / "mypy.ini").write_text(ini(mypy="warn_unused_ignores = True") + STRICT)
    report = Mypy().check("program.py", folder=tmp_path)
    assert report.status == status, report.output
    assert ("[dtype-range]" in report.output) == bool(status)
