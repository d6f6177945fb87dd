"""The modules into which a random program is divided."""

from __future__ import annotations

import pytest
from whole_programs.modules import first_comparable_line, modules_of

PROGRAM = """\
import jax

G = 1
class C:
    w = 2
    def __init__(self):
        self.b = 3
"module: {}"
def f():
    global G
    G = C.w
"module: from"
def main():
    f()
"""


@pytest.mark.parametrize(
    ("style", "lines"),
    [
        ("from", ["from p_0 import C, G", "def f():", "    global G", "    G = C.w"]),
        ("star", ["from p_0 import *", "def f():", "    global G", "    G = C.w"]),
        ("attribute", ["import p_0", "def f():", "    pass", "    p_0.G = p_0.C.w"]),
    ],
)
def test_each_module_keeps_its_lines(style, lines):
    modules = modules_of("p.py", PROGRAM.format(style))
    assert [*modules] == ["p_0.py", "p_1.py", "p.py"]
    assert modules["p_1.py"].splitlines()[7:] == lines
    assert modules["p_1.py"].splitlines()[:7] == ["import jax", *[""] * 6]
    assert modules["p.py"].splitlines()[11:] == ["from p_1 import f", "def main():", "    f()"]


def test_a_program_without_markers_is_one_module():
    assert modules_of("p.py", "x = 1\n") == {"p.py": "x = 1\n"}


@pytest.mark.parametrize(
    ("change", "line"),
    [
        (("", ""), 8),  # the second module assigns G
        (("global G", "pass"), 1),
        (("    b = 3", "    self.b = G"), 8),
        (("self.b = 3", "self.b = G"), 15),  # no line can be compared
    ],
)
def test_the_first_line_that_can_be_compared(change, line):
    assert first_comparable_line(PROGRAM.format("from").replace(*change)) == line
