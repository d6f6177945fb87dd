"""An old mypy reports which version is needed, instead of an INTERNAL ERROR."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from jaxtyping_promo.mypy_plugin.supported_mypy import OLDEST, complaint
from mypy.version import __version__

PROJECT = Path(__file__).parents[2] / "pyproject.toml"
MYPY = """
import sys
import mypy.version
mypy.version.__version__ = "1.18.2"
from mypy.main import main
sys.argv = ["mypy", "--cache-dir=/dev/null", "program.py"]
main()
"""
COVERAGE = """
import mypy.version
mypy.version.__version__ = "1.18.2"
from jaxtyping_promo.cli import main
raise SystemExit(main(["coverage", "program.py"]))
"""


@pytest.mark.parametrize("version", ["0.991", "1.0", "1.18.2", "2.3.9", "2.3.0+dev.abc"])
def test_older_versions_are_refused(version):
    text = complaint(version)
    assert text is not None and version in text and "mypy 2.4 or newer" in text


@pytest.mark.parametrize("version", [__version__, "2.4", "2.4.0+dev", "2.10.1", "3.0", "none"])
def test_others_are_not(version):
    assert complaint(version) is None


def test_the_project_declares_the_same_versions():
    extras = tomllib.loads(PROJECT.read_text())["project"]["optional-dependencies"]
    assert extras["mypy"] == [f"mypy>={'.'.join(map(str, OLDEST))}"]


@pytest.mark.parametrize("program", [MYPY, COVERAGE], ids=["mypy", "coverage"])
def test_it_is_one_clear_line(program, tmp_path):
    (tmp_path / "program.py").write_text("x = 1\n")
    (tmp_path / "mypy.ini").write_text("[mypy]\nplugins = jaxtyping_promo.mypy_plugin\n")
    done = subprocess.run([sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True)
    output = done.stdout + done.stderr
    assert done.returncode != 0
    assert "this is mypy 1.18.2, and jaxtyping-promo needs mypy 2.4 or newer" in output
    assert "Traceback" not in output and "INTERNAL ERROR" not in output
