"""The attributes and items of values that functions without dtypes have made: every dtype in the program is known."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

from checkers.mypy import PLUGIN, imported

PROGRAM = Path(__file__).parent / "programs" / "parts_of_values.py"
INI = f"[mypy]\nplugins = {PLUGIN}\ncheck_untyped_defs = True\n"


def test_all_parts_are_known(tmp_path: Path) -> None:
    """`test_whole_programs` compares the dtypes with the running program."""
    shutil.copytree(imported(INI), tmp_path / "cache")
    (tmp_path / "mypy.ini").write_text(INI)
    shutil.copy(PROGRAM, tmp_path / "program.py")
    command = [Path(sys.executable).parent / "mypy", "--cache-dir=cache", "program.py"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    revealed = re.findall(r'program.py:(\d+): note: Revealed type is "(.*)"', done.stdout)
    assert len(revealed) == PROGRAM.read_text().count("reveal_type(")
    assert not [line for line, text in revealed if "Any" in text], done.stdout
