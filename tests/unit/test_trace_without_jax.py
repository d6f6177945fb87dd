"""The modules of the trace import no JAX, and say in one line if the installed JAX is not supported."""

from __future__ import annotations

import subprocess
import sys

import pytest

from jaxtyping_promo.cli import main
from jaxtyping_promo.tracing import session

IMPORT = """
import sys
import jaxtyping_promo.cli.trace, jaxtyping_promo.cli.trace_table
from jaxtyping_promo.tracing import session
print(sorted({"jax", "jaxlib", "numpy", "mypy"} & sys.modules.keys()))
"""


def test_no_library_is_imported():
    done = subprocess.run([sys.executable, "-c", IMPORT], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


@pytest.mark.slow
def test_a_program_may_set_its_environment_before_it_imports_jax(tmp_path):
    lines = ("import os, sys", "print('jax' in sys.modules)", "os.environ['JAX_ENABLE_X64'] = '1'", "import jax")
    source = "\n".join((*lines, "print(jax.numpy.ones(2).dtype)"))
    (tmp_path / "program.py").write_text(source, encoding="utf-8")
    command = [sys.executable, "-m", "jaxtyping_promo.cli", "trace", "program.py"]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=tmp_path)
    assert done.stdout.splitlines()[:2] == ["False", "float64"]


@pytest.mark.parametrize("version", ["0.9.1", "0.11.0", "1.0"])
def test_another_version_of_jax_is_one_line(version, tmp_path, monkeypatch, capsys):
    (tmp_path / "program.py").write_text("print('runs')", encoding="utf-8")
    monkeypatch.setattr(session, "version", lambda name: version)
    assert main(["trace", str(tmp_path / "program.py")]) == 1
    captured = capsys.readouterr()
    assert (captured.out, captured.err) == ("", f"error: trace supports JAX 0.10 and 0.12; installed is {version}\n")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "trace: name a script, or a module with -m"),
        (["no_such_file.py"], "there is no file no_such_file.py"),
        (["-m", "no_such_module"], "there is no module no_such_module that can be run"),
        (["-m", "no.such.module"], "there is no module no.such.module"),
    ],
)
def test_wrong_input_is_one_line(arguments, message, capsys):
    assert main(["trace", *arguments]) == 1
    error = capsys.readouterr().err
    assert error.startswith(f"error: {message}") and error.count("\n") == 1


def test_an_error_of_the_program_is_shown_as_python_shows_it(tmp_path, capsys):
    program = tmp_path / "program.py"
    program.write_text("def fail():\n    raise ValueError('no')\n\nfail()\n", encoding="utf-8")
    with pytest.raises(SystemExit) as caught:
        main(["trace", str(program)])
    assert caught.value.code == 1
    lines = capsys.readouterr().err.splitlines()
    assert lines[:2] == ["Traceback (most recent call last):", f'  File "{program}", line 4, in <module>']
    assert lines[-1] == "ValueError: no"
