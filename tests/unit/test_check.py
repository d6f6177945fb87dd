"""The command `check`: its text and JSON, exit codes, options, and the files that it reads."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import pytest

from jaxtyping_promo.cli import main
from jaxtyping_promo.interpreter.places import Place
from jaxtyping_promo.interpreter.program import Program
from jaxtyping_promo.interpreter.report import ExpressionValue
from jaxtyping_promo.interpreter.unknown_causes import unknown_causes

pytestmark = pytest.mark.once

ROPE = """
    import jax.numpy as jnp
    import numpy as np


    def rope(x, theta):
        angles = 1.0 / theta ** (np.arange(0, 4, 2, dtype=np.float32) / 4)
        return x * angles


    x = jnp.ones(2, jnp.bfloat16)
    y = rope(x, 10000.0)
    z = y + 1
    """
REFUSED = """
    import jax.numpy as jnp

    mask = jnp.ones(3) > 0
    mask - mask
    """
CLEAN = """
    import jax.numpy as jnp

    x = jnp.ones(3, jnp.bfloat16) * 2
    """


@pytest.fixture
def write(tmp_path, monkeypatch):
    """Write files, and return their names; the test runs in their folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("VIRTUAL_ENV", raising=False)

    def write_files(**texts: str) -> list[str]:
        for name, text in texts.items():
            path = Path(tmp_path, name.replace("__", "/") + ".py")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(dedent(text).lstrip("\n"))
        return [str(path.relative_to(tmp_path)) for path in sorted(tmp_path.rglob("*.py"))]

    return write_files


@pytest.fixture
def ask(capsys):
    """Run `check`; returns the exit code, standard output and standard error."""

    def run(*arguments: str) -> tuple[int, str, str]:
        status = main(["check", *arguments])
        output, error = capsys.readouterr()
        return status, output, error

    return run


@pytest.fixture
def report(ask):
    """Run `check`, and return its JSON."""

    def run(*arguments: str) -> dict:
        _, output, error = ask(*arguments, "--format", "json")
        assert error == ""
        return json.loads(output)

    return run


def codes(found: dict) -> list[tuple[str, str]]:
    return [(finding["code"], finding["severity"]) for finding in found["findings"]]


# ------------------------------------------------------------------------------------------------------ the output


def test_json(write, report):
    write(gpt=ROPE)
    found = report("gpt.py")
    (finding,) = found["findings"]
    assert list(found) == ["findings", "summary"]
    assert list(finding) == [
        "path", "line", "column", "end_line", "end_column", "code", "severity", "message", "advice", "context",
        "followers", "origin", "calls",
    ]  # fmt: skip
    assert {key: finding[key] for key in list(finding)[:7]} == {
        "path": "gpt.py",
        "line": 7,
        "column": 12,
        "end_line": 7,
        "end_column": 22,
        "code": "dtype-upcast",
        "severity": "note",
    }
    assert "bfloat16 becomes float32" in finding["message"]
    assert "jnp.bfloat16" in finding["advice"]
    assert finding["context"] == "called"
    assert finding["followers"] == 3
    text = "np.arange(0, 4, 2, dtype=np.float32)"
    assert finding["origin"] == {"path": "gpt.py", "line": 6, "column": 30, "text": text}
    assert finding["calls"] == [{"path": "gpt.py", "line": 11, "column": 5, "function": "rope"}]
    summary = found["summary"]
    assert list(summary)[:3] == ["files", "expressions", "known"]
    assert summary["files"] == 1
    assert summary["expressions"] == summary["known"] > 5


TABLE = """
    import jax.numpy as jnp


    def f(x, y):
        table = jnp.eye(4)
        first = x @ table  # jaxtyping-promo: ignore[dtype-upcast]
        second = y * table
        third = jnp.sum(x + table)
        return first, second, third, x - jnp.ones(4), y - 2 * table


    f(jnp.ones((4, 4), jnp.bfloat16), jnp.ones((4, 4), jnp.bfloat16))
    """


def test_the_other_lines_of_a_cause(write, report, ask):
    write(model=TABLE)
    first, other = report("model.py")["findings"]
    assert (first["line"], [each["line"] for each in first["also"]]) == (7, [8, 9])
    assert first["followers"] == 3
    assert list(first["also"][0])[-2:] == ["context", "calls"]
    assert (other["line"], other.get("also", [])) == (9, [])
    assert "also in lines 8 and 9, for the same reason\n" in ask("model.py")[1]


DRAWS = """
    import jax
    import jax.numpy as jnp


    def sample(key, x):
        u = jax.random.uniform(key, x.shape)
        v = jax.random.uniform(key, x.shape)
        return x * u, jnp.zeros(4) * x, v - x


    sample(jax.random.key(0), jnp.ones(4, jnp.bfloat16))
    """


def test_equal_causes_in_one_function_are_one_finding(write, report):
    write(model=DRAWS)
    found = report("model.py")["findings"]
    assert [(each["line"], [other["line"] for other in each.get("also", ())]) for each in found] == [(8, [8]), (8, [])]


def test_values(write, report):
    write(gpt=ROPE)
    found = report("gpt.py", "--values")
    assert list(found) == ["findings", "values", "summary"]
    assert len(found["values"]) == found["summary"]["expressions"]
    (product,) = [value for value in found["values"] if (value["line"], value["end_column"]) == (7, 22)][:1]
    assert product == {
        "path": "gpt.py", "line": 7, "column": 12, "end_line": 7, "end_column": 22, "dtypes": ["float32"],
        "weak": False,
    }  # fmt: skip


def test_values_over_contexts_and_unknown_ones(write, report):
    program = """
        import json
        import jax.numpy as jnp

        def double(x):
            return x * 2

        double(jnp.ones(2)), double(jnp.ones(2, jnp.int32))
        lost = json.loads("1")
        weak = jnp.asarray(2)
        """
    write(program=program)
    found = {(each["line"], each["column"]): each for each in report("program.py", "--values")["values"]}
    assert found[5, 12]["dtypes"] == ["float32", "int32"]
    assert found[9, 8]["weak"] is True
    (lost,) = [value for value in found.values() if "cause" in value]
    assert lost["dtypes"] == []
    assert "json.loads" in lost["cause"]


def test_json_flag(write, ask, report):
    write(gpt=ROPE)
    assert json.loads(ask("gpt.py", "--json")[1]) == report("gpt.py")


def test_text(write, ask):
    write(gpt=ROPE)
    status, output, error = ask("gpt.py")
    assert (status, error) == (0, "")
    lines = output.splitlines()
    assert lines[0].startswith("gpt.py:7:12: note: bfloat16 becomes float32")
    assert lines[0].endswith("[dtype-upcast]")
    assert lines[1:6] == [
        "    return x * angles",
        "           ^^^^^^^^^^",
        "    from gpt.py:6: np.arange(0, 4, 2, dtype=np.float32)",
        "    called: rope (line 11)",
        "    3 more expressions with another dtype because of it",
    ]
    assert "jnp.bfloat16" in lines[6]
    assert lines[7].startswith("0 errors, 1 note in 1 file; ")


@pytest.mark.parametrize("tail", ["é", "ü = 'ñ'; ", "漢 = 1; "])
def test_columns_are_characters(tail, write, ask, report):
    start = tail if tail.endswith(" ") else f"{tail} = 0; "
    write(program=REFUSED.replace("mask - mask", f"{start}mask - mask"))
    (finding,) = report("program.py")["findings"]
    assert (finding["column"], finding["end_column"]) == (len(start) + 1, len(start) + 12)
    lines = ask("program.py")[1].splitlines()
    assert lines[1].encode() == f"    {start}mask - mask".encode()


def test_an_expression_on_several_lines(write, ask, report):
    program = """
        import jax.numpy as jnp

        mask = jnp.ones(3) > 0
        (
            mask
            - mask
        )
        """
    write(program=program)
    (finding,) = report("program.py")["findings"]
    assert (finding["line"], finding["end_line"], finding["end_column"]) == (5, 6, 11)
    assert "^^^^" in ask("program.py")[1]


def test_paths_are_relative_to_the_current_folder(write, report, monkeypatch, tmp_path):
    write(folder__program=REFUSED)
    assert report("folder")["findings"][0]["path"] == os.path.join("folder", "program.py")
    assert report(str(tmp_path / "folder" / "program.py"))["findings"][0]["path"] == os.path.join(
        "folder", "program.py"
    )
    monkeypatch.chdir(tmp_path / "folder")
    assert report("program.py")["findings"][0]["path"] == "program.py"
    assert report(".")["findings"][0]["path"] == "program.py"


def test_one_finding_for_each_cause(write, report):
    program = """
        import jax.numpy as jnp
        import numpy as np

        scale = np.float32(2.0)
        x = jnp.ones(2, jnp.bfloat16)
        y = x * scale
        z = y + 1
        w = z * y
        """
    write(program=program)
    (finding,) = report("program.py")["findings"]
    assert (finding["line"], finding["followers"] > 3) == (6, True)


# ------------------------------------------------------------------------------------------------------- exit codes


@pytest.mark.parametrize(
    ("text", "options", "status"),
    [
        (CLEAN, (), 0),
        (ROPE, (), 0),
        (ROPE, ("--fail-on", "note"), 1),
        (CLEAN, ("--fail-on", "note"), 0),
        (REFUSED, (), 1),
        (REFUSED, ("--format", "json"), 1),
        (ROPE, ("--reports", "strict"), 1),
    ],
)
def test_exit_code(text, options, status, write, ask):
    write(program=text)
    assert ask("program.py", *options)[0] == status


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((), "missing PATH"),
        (("missing.py",), "does not exist"),
        (("program.py", "--nothing"), "no such option --nothing"),
        (("program.py", "--x64", "maybe"), "'maybe' is not one of"),
        (("program.py", "--reports", "some"), "'some' is not one of"),
        (("program.py", "--fail-on", "off"), "'off' is not one of"),
        (("program.py", "--format", "xml"), "'xml' is not one of"),
        (("program.py", "--package", "a_package_of_nobody"), "no source of a package 'a_package_of_nobody'"),
        (("program.py", "--assume", "float=bfloat12"), "bfloat12"),
        (("program.py", "--recorded", "program.py"), "program.py"),
        (("program.py", "--values"), "--values needs --format json"),
        (("empty",), "no Python files in empty"),
    ],
)
def test_bad_usage(arguments, words, write, ask):
    write(program=CLEAN)
    Path("empty").mkdir()
    status, output, error = ask(*arguments)
    assert (status, output) == (2, "")
    assert error.startswith("error: check: ")
    assert error.count("\n") == 1
    assert words in error


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("def f(:\n", "invalid syntax, line 1"),
        ("x = 1\n    y = 2\n", "unexpected indent, line 2"),
        ("x = '\0'\n", "null bytes"),
        ("# coding: nothing\n", "nothing"),
    ],
)
def test_a_file_that_cannot_be_parsed(text, words, write, ask, report):
    write(program=REFUSED)
    Path("other.py").write_text(text)
    status, output, error = ask("other.py")
    assert (status, error) == (1, "")
    (line,) = [line for line in output.splitlines() if line.startswith("other.py: not checked: ")]
    assert words in line
    found = report("other.py", "program.py")
    assert list(found["summary"]["errors"]) == ["other.py"]
    assert codes(found) == [("dtype-promotion", "error")]


# ----------------------------------------------------------------------------------------------- options and settings


@pytest.mark.parametrize(
    ("options", "dtype"), [((), "float32"), (("--x64", "off"), "float32"), (("--x64", "on"), "float64")]
)
def test_x64(options, dtype, write, report):
    write(program="import jax.numpy as jnp\n\nx = jnp.zeros(3)\n")
    assert report("program.py", "--values", *options)["values"][-1]["dtypes"] == [dtype]


def test_both_modes_are_two_hypotheses(write, report, ask):
    text = """
        import jax.numpy as jnp
        import numpy as np

        x = jnp.zeros(3)
        y = jnp.ones(3, jnp.bfloat16) * np.float32(2)
        z = jnp.ones(3, jnp.float32) * jnp.arange(3) / 2
        v = jnp.full(3, 2**40)
        """
    write(program=text)
    found = report("program.py", "--values", "--x64", "both")
    values = {each["line"]: each["dtypes"] for each in found["values"] if each["column"] == 5}
    assert (values[4], values[5]) == (["float32", "float64"], ["float32"])
    hypotheses = {each["line"]: each["hypotheses"] for each in found["findings"]}
    assert hypotheses[5] == ["x64=off", "x64=on"]
    assert hypotheses[7] == ["x64=off"]
    assert "    assumed: x64=off; x64=on" in ask("program.py", "--x64", "both")[1].splitlines()


LIBRARY = """
    import jax.numpy as jnp
    import numpy as np


    def scores(q, k):
        return q @ k.T / np.sqrt(q.shape[-1])


    def size(tree):
        return len(tree)
    """


def test_hypotheses_of_the_configuration(write, report, ask):
    write(library=LIBRARY)
    assert codes(report("library.py")) == []
    for table, hypotheses in [
        ('float = "bfloat16"', ["float=bfloat16"]),
        ('float = ["bfloat16", "float16"]', ["float=bfloat16", "float=float16"]),
        ('"library.scores.*" = "bfloat16"', ["library.scores.*=bfloat16"]),
        ('library.scores.q = "bfloat16"\nlibrary.scores.k = "bfloat16"', None),
    ]:
        Path("pyproject.toml").write_text(f"[tool.jaxtyping-promo.assume]\n{table}\n")
        (finding,) = report("library.py")["findings"]
        assert finding["context"] == "assumed"
        assert hypotheses is None or finding["hypotheses"] == hypotheses
    assert report("library.py", "--assume", "float=float32")["findings"] == []  # the option replaces the table
    Path("pyproject.toml").unlink()
    Path("mypy.ini").write_text("[mypy]\n[jaxtyping-promo.assume]\nfloat = bfloat16\n")
    assert codes(report("library.py")) == [("dtype-upcast", "note")]


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ('float = "bfloat12"', "pyproject.toml:2: unknown dtype 'bfloat12' in 'float=bfloat12'"),
        ("float = 3", "pyproject.toml:2: float in [tool.jaxtyping-promo.assume] must be a dtype or a list of dtypes"),
        ('floats = "bfloat16"', "pyproject.toml:2: 'floats' in 'floats=bfloat16' is neither a kind nor a pattern"),
        ('int = "float32"', "pyproject.toml:2: float32 in 'int=float32' is no dtype of the kind int"),
    ],
)
def test_wrong_hypotheses_of_the_configuration(table, message, write, ask):
    write(library=LIBRARY)
    Path("pyproject.toml").write_text(f"[tool.jaxtyping-promo.assume]\n{table}\n")
    status, output, error = ask("library.py")
    assert (status, output, error.count("\n")) == (2, "", 1)
    assert message in error


def test_a_policy_of_the_configuration(write, report, ask):
    write(library=LIBRARY)
    Path("pyproject.toml").write_text('[tool.jaxtyping-promo.policy]\ncompute = "bfloat16"\naccumulate = "float32"\n')
    assert sorted(codes(report("library.py"))) == [("dtype-upcast", "note"), ("policy-accumulate", "error")]
    assert ask("library.py")[0] == 1
    settings = '[tool.jaxtyping-promo.reports]\npolicy-accumulate = "note"\n'
    Path("pyproject.toml").write_text(Path("pyproject.toml").read_text() + settings)
    assert sorted(codes(report("library.py"))) == [("dtype-upcast", "note"), ("policy-accumulate", "note")]
    Path("pyproject.toml").write_text('[tool.jaxtyping-promo.policy]\nsofmax = "float32"\n')
    status, output, error = ask("library.py")
    assert (status, output) == (2, "")
    assert "pyproject.toml:2: unknown key 'sofmax' (did you mean 'softmax'?)" in error


def test_audit(write, report):
    write(library="import jax.numpy as jnp\n\ndef mask(n, dtype):\n    return jnp.ones(n, jnp.float32)\n")
    assert codes(report("library.py")) == []
    assert codes(report("library.py", "--audit")) == [("dtype-dead-option", "note")]
    Path("pyproject.toml").write_text('[tool.jaxtyping-promo.reports]\ndtype-dead-option = "error"\n')
    assert codes(report("library.py")) == []
    assert codes(report("library.py", "--audit")) == [("dtype-dead-option", "error")]


def test_functions_that_nothing_reaches(write, report, ask):
    write(library=LIBRARY)
    summary = report("library.py")["summary"]
    command = "jaxtyping-promo check library.py --assume float=bfloat16"
    assert (summary["unreached"], summary["reach"]) == (2, {"functions": 1, "command": command})
    assert summary["functions"] == {"called": 0, "recorded": 0, "assumed": 0, "declared": 2}
    lines = ask("library.py")[1].splitlines()
    assert lines[-2:] == [
        "2 functions: 2 with declared types alone, as no call reaches them",
        f"to give at least 1 of the 2 assumed dtypes: {command}",
    ]
    summary = report("library.py", "--assume", "float=bfloat16")["summary"]
    assert (summary["unreached"], "reach" in summary) == (1, False)
    assert summary["functions"] == {"called": 0, "recorded": 0, "assumed": 1, "declared": 1}


def test_inputs_that_are_declared_are_not_counted_as_open(write, report):
    write(
        library="""
        import jax.numpy as jnp

        def first(x, index: int):
            return x[index]

        def row(index: int):
            return jnp.zeros(3)[index]
    """
    )
    summary = report("library.py")["summary"]
    assert (summary["unreached"], "reach" in summary) == (2, False)
    assert report("library.py", "--assume", "float=bfloat16")["summary"]["functions"]["declared"] == 2


CAUSES = """
    import jax.numpy as jnp
    import matplotlib.pyplot
    import no_such_package

    def scale(x, y: jnp.ndarray):
        return x * y

    table = no_such_package.load()
    line = matplotlib.pyplot.plot(table)
    other = undefined + 1
"""


def test_the_causes_of_unknown_dtypes(write, report, ask):
    write(library=CAUSES)
    found = report("library.py", "--values")
    causes = [value["cause"] for value in found["values"] if value.get("cause")]
    unknown = found["summary"]["unknown"]
    assert unknown["inputs"] == 3
    assert [*unknown["missing"]] == ["no_such_package"]
    assert [*unknown["libraries"]] == ["matplotlib"]
    assert unknown["others"] >= 1
    groups = (unknown["inputs"], *unknown["missing"].values(), *unknown["libraries"].values(), unknown["others"])
    assert sum(groups) == len(causes)
    lines = ask("library.py")[1].splitlines()
    assert "to know more: check the files that call these functions, too, or state dtypes with --assume" in lines
    (line,) = (line for line in lines if line.startswith("unknown: "))
    for words in (
        "3 by inputs whose dtype no call, annotation or assumption states",
        "by packages that are not installed (no_such_package)",
        "by library functions without a model (matplotlib)",
        f"{unknown['others']} by other causes",
    ):
        assert words in line


@pytest.mark.parametrize(
    ("cause", "group"),
    [
        ("the parameter 'x' of f declares no type", "inputs"),
        ("'x' is declared as Float, which is several dtypes (a.py:3)", "inputs"),
        ("a parameter of a test", "inputs"),
        ("jnp.asarray: an operand has no known dtype", "others"),
        ("matplotlib.pyplot.subplots has no model (a.py:3)", "libraries"),
        ("an argument of a call by unknown code: matplotlib.use is called with it (a.py:3)", "libraries"),
        ("no_such.jit is called with it", "missing"),
        ("jax.numpy has no name 'rho' that is known", "libraries"),
        ("library has no name 'rho' that is known", "others"),
    ],
)
def test_groups_of_causes(cause, group, write):
    write(library="")
    program = Program(["library.py"])
    place = Place("library.py", 1, 0, 1, 1)
    found = unknown_causes(program.run, [ExpressionValue(place, (), None, cause, False)]).as_json()
    assert [*found] == [group]


PATTERNS = """
    import jax.numpy as jnp

    class Model:
        def apply(self, tokens, x):
            return x * tokens
"""


def test_patterns_that_match_nothing(write, report, ask):
    write(library=PATTERNS)
    options = ("--assume", "float=bfloat16", "--assume", "library.*.tokens=int32", "--assume", "libary.*.tokens=int32")
    assert report("library.py", *options)["summary"]["unmatched"] == [
        {"in": "--assume", "pattern": "libary.*.tokens", "names": "parameter", "close": ["library.*.tokens"]}
    ]
    status, output, error = ask("library.py", *options)
    assert (status, error) == (0, "")
    warning = 'warning: "libary.*.tokens" in --assume matches no parameter; did you mean "library.*.tokens"?'
    assert warning in output.splitlines()
    assert "unmatched" not in report("library.py", *options[:4])["summary"]
    Path("pyproject.toml").write_text('[tool.jaxtyping-promo.assume]\n"*.zebra" = "int32"\nfloat = "bfloat16"\n')
    warning = 'warning: "*.zebra" in [tool.jaxtyping-promo.assume] matches no parameter'
    assert warning in ask("library.py")[1].splitlines()
    assert "warning" not in ask("library.py", *options[:4])[1]


def test_patterns_of_a_policy_that_match_nothing(write, report, ask):
    write(library=PATTERNS)
    parts = "\n".join(
        ('[tool.jaxtyping-promo.policy]', 'compute = "bfloat16"', '"library.*.x" = 3', '"library.*.y" = 3',
         '[tool.jaxtyping-promo.policy."library.Model.apply"]', 'softmax = "any"',
         '[tool.jaxtyping-promo.policy."library.Modle*"]', 'softmax = "any"', "")
    )  # fmt: skip
    Path("pyproject.toml").write_text(parts)
    status, output, _ = ask("library.py")
    warnings = [line for line in output.splitlines() if line.startswith("warning")]
    where = "in [tool.jaxtyping-promo.policy] matches no"
    assert warnings == [
        f'warning: "library.Modle*" {where} module or function; did you mean "library.Model.apply" or "library"?',
        f'warning: "library.*.y" {where} parameter; did you mean "library.Model.apply.x"?',
    ]
    assert status == 0


def test_strict(write, report):
    write(program="import jax.numpy as jnp\n\nx = jnp.zeros(3) * jnp.arange(3)\n")
    assert codes(report("program.py")) == []
    assert codes(report("program.py", "--strict")) == [("dtype-implicit", "error")]


def test_reports(write, report):
    write(program=ROPE)
    assert codes(report("program.py", "--reports", "strict"))[0] == ("dtype-upcast", "error")
    assert len(codes(report("program.py", "--reports", "all"))) >= 1


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ("", [("dtype-upcast", "note")]),
        ('dtype-upcast = "error"', [("dtype-upcast", "error")]),
        ('dtype-upcast = "off"', []),
        ('reports = "strict"', [("dtype-upcast", "error")]),
    ],
)
def test_settings(settings, expected, write, report):
    write(program=ROPE)
    Path("pyproject.toml").write_text(f"[tool.jaxtyping-promo]\n{settings}\n")
    assert codes(report("program.py")) == expected


def test_an_option_precedes_the_settings(write, report):
    write(program=ROPE)
    Path("pyproject.toml").write_text('[tool.jaxtyping-promo]\ndtype-upcast = "off"\nx64 = true\n')
    assert codes(report("program.py", "--reports", "strict")) == [("dtype-upcast", "error")]
    values = report("program.py", "--values", "--x64", "off")["values"]
    assert not any("float64" in value["dtypes"] for value in values)


def test_settings_of_x64_and_strict(write, report):
    write(program="import jax.numpy as jnp\n\nx = jnp.zeros(3)\ny = x * jnp.arange(3)\n")
    Path("pyproject.toml").write_text('[tool.jaxtyping-promo]\nx64 = true\npromotion = "strict"\n')
    found = report("program.py", "--values")
    assert codes(found) == [("dtype-implicit", "error")]
    assert found["values"][0]["dtypes"] == ["float64"]


# ------------------------------------------------------------------------------------------------ files and packages


def test_folders_and_modules(write, report):
    files = write(pkg____init=REFUSED, pkg__ops=REFUSED, main="import pkg.ops\n", node_modules__x=REFUSED)
    assert len(files) == 4
    Path("pkg/__init__.py").write_text("")
    Path(".hidden").mkdir()
    Path(".hidden/x.py").write_text("def f(:")
    found = report(".")
    assert {finding["path"] for finding in found["findings"]} >= {os.path.join("pkg", "ops.py")}
    assert "errors" not in found["summary"] or not found["summary"]["errors"]


def test_a_file_that_is_named_twice_counts_once(write, report):
    write(folder__program=REFUSED)
    found = report("folder", "folder/program.py")
    assert found["summary"]["files"] == 1
    assert len(found["findings"]) == 1


@pytest.fixture
def environment(write, monkeypatch):
    """A virtual environment with one package, whose function refuses its arguments."""
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    package = Path("env", "lib", version, "site-packages", "installed")
    package.mkdir(parents=True)
    Path("env", "pyvenv.cfg").write_text("")
    package.joinpath("__init__.py").write_text("def negate(x):\n    y = -x\n    return y - y\n")
    program = "import installed\nimport jax.numpy as jnp\n\ny = installed.negate(jnp.ones(3) > 0)\n"
    write(program=program)
    monkeypatch.setenv("VIRTUAL_ENV", str(Path("env").absolute()))


def test_an_installed_package_is_read_and_shown_on_demand(environment, report):
    assert codes(report("program.py")) == []
    found = report("program.py", "--package", "installed")
    assert codes(found) == [("dtype-promotion", "error")]
    assert found["findings"][0]["path"].endswith(os.path.join("installed", "__init__.py"))
    assert found["findings"][0]["calls"][0]["path"] == "program.py"


def test_nothing_is_executed(write, ask):
    write(program='open("executed", "w")\nimport other\n', other='open("executed", "w")\n')
    assert ask("program.py")[0] == 0
    assert not Path("executed").exists()


# ---------------------------------------------------------------------------------------------------------- terminals


def command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "jaxtyping_promo", "check", *arguments]


def test_no_colours_and_no_progress_behind_a_pipe(write):
    write(gpt=ROPE)
    done = subprocess.run(command("gpt.py"), capture_output=True, text=True, check=True)
    assert "\x1b" not in done.stdout + done.stderr
    assert done.stderr == ""


def test_a_progress_line_on_a_terminal(write):
    write(gpt=ROPE)
    pty = pytest.importorskip("pty")
    outer, inner = pty.openpty()
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": "100"}
    with subprocess.Popen(command("gpt.py"), stdout=subprocess.PIPE, stderr=inner, env=environment) as process:
        os.close(inner)
        shown = b""
        try:
            while part := os.read(outer, 4096):
                shown += part
        except OSError:
            pass  # the other end is closed
        assert process.stdout is not None
        output = process.stdout.read()
    os.close(outer)
    assert process.returncode == 0
    assert b"gpt.py" in shown
    assert b"\x1b" not in output


def test_a_reader_that_stops(write):
    write(**{f"p{number}": REFUSED for number in range(30)})
    with subprocess.Popen(command("."), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == ""


def test_the_summary_names_findings_in_imported_files_and_missing_packages(write, report, ask):
    write(
        helpers="""
            import jax.numpy as jnp
            import numpy as np

            def scale(x):
                return x * np.float32(2)

            def table():
                return jnp.asarray(np.full(3, 2**40))
        """,
        main="""
            import jax.numpy as jnp
            import no_such_package
            from helpers import scale, table

            y = scale(jnp.ones(3, jnp.bfloat16))
            z = table()
        """,
    )
    summary = report("main.py")["summary"]
    assert {Path(path).name: number for path, number in summary["imported"].items()} == {"helpers.py": 1}
    assert summary["missing"] == ["no_such_package"]
    _, output, _ = ask("main.py")
    assert "not installed here: no_such_package\n" in output
    assert "more in imported files, which this command does not show: helpers.py (1)\n" in output
    assert "imported" not in report("main.py", "helpers.py")["summary"]
