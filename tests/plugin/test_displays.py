"""Container literals that are assigned again with arrays of another dtype. mypy checks each program, and it is run."""

from __future__ import annotations

import jax.numpy as jnp
import pytest
from checkers import Mypy
from checkers.mypy import ini

pytestmark = pytest.mark.once

HEADER = "import jax.numpy as jnp\nfrom jaxtyping_promo import Array, float32, int32\n\n"
PARAMETERS = "x: Array[float32], i: Array[int32], many: bool"
FIRST = {
    "xs": "[i + 1, i]",
    "ys": "[i, i] if many else [i + 1]",
    "zs": "[i * n for n in range(3)]",
    "d": '{"a": i * 2}',
    "e": "dict(a=i * 2)",
    "t": "(i + 1, i)",
    "deep": '{"a": {"b": i + 1}}',
    "pairs": "[(i + 1, x + 1)]",
}
"""The first values of variables."""
AGAIN = {
    "xs = [y * 0.5 for y in xs]": "list[Array[Any]]",
    "xs = [i + 0.5, i]": "list[Array[Any]]",
    "xs = [x, i]": "list[Array[Any]]",
    "xs = [x, i * 0.5]": "list[Array[Any]]",
    "xs = xs + [x * 2]": "list[Array[Any]]",
    "xs = [*xs, x * 2]": "list[Array[Any]]",
    "xs = [x * 2] if many else [i + 1]": "list[Array[Any]]",
    "xs = [y + 1 for y in xs]": "list[Array[Any]]",
    "ys = [y.astype(jnp.bfloat16) for y in ys]": "list[Array[Any]]",
    "zs = [jnp.sin(y) for y in zs]": "list[Array[Any]]",
    "d = {k: v.astype(jnp.float16) for k, v in d.items()}": "dict[str, Array[Any]]",
    'd = {**d, "b": x[0]}': "dict[str, Array[Any]]",
    'd = dict(a=x * 1, b=d["a"])': "dict[str, Array[Any]]",
    'e = {"a": x.T}': "dict[str, Array[Any]]",
    "e = dict(a=i - 1)": "dict[str, Array[Any]]",
    "t = (t[0] * 0.5, t[1])": "tuple[Array[weak_float], Array[int32]]",
    "t = t[1] * 2, t[0]": "tuple[Array[int32], Array[int32]]",
    'deep = {"a": {"b": x + 1}}': "dict[str, dict[str, Array[Any]]]",
    "deep = {k: {n: y / 2 for n, y in v.items()} for k, v in deep.items()}": "dict[str, dict[str, Array[Any]]]",
    "pairs = [(a * 0.5, b) for a, b in pairs]": "list[tuple[Array[Any], Array[Any]]]",
}
"""The values assigned later, and the type of the variable after that: a list or dict holds arrays of any dtype."""
ERRORS = ('xs = ["text"]', "xs = [None for _ in xs]", 'd = {"a": 1}', "t = (x + 1,)", "d = {1: i + 1}")


def first(assignment: str) -> str:
    name = assignment.split(" = ")[0]
    return f"{name} = {FIRST[name]}"


def checked(assignments: list[str], folder, *, annotated: str = "") -> list[tuple[list[str], list[str]]]:
    text = HEADER
    places = []
    for number, assignment in enumerate(assignments):
        name = assignment.split(" = ")[0]
        start = first(assignment).replace(" =", f"{annotated} =", 1)
        text += f"def again_{number}({PARAMETERS}) -> None:\n    {start}\n    {assignment}\n    reveal_type({name})\n"
        places.append(text.count("\n"))
    (folder / "program.py").write_text(text)
    (folder / "mypy.ini").write_text(ini())
    report = Mypy().check("program.py", folder=folder)
    return [
        (report.line("program.py", n).revealed, [code for code, _ in report.line("program.py", n - 1).errors])
        for n in places
    ]


@pytest.mark.parametrize("assignment", AGAIN)
def test_it_runs(assignment):
    known = {"jnp": jnp, "x": jnp.ones(3), "i": jnp.ones(3, jnp.int32), "many": True}
    exec(f"{first(assignment)}\n{assignment}", known)


@pytest.mark.slow
def test_a_new_literal_may_have_another_dtype(tmp_path):
    revealed = checked([*AGAIN], tmp_path)
    assert dict(zip(AGAIN, revealed, strict=True)) == {text: ([known], []) for text, known in AGAIN.items()}


@pytest.mark.slow
def test_other_items_stay_errors(tmp_path):
    assert all(errors for _, errors in checked([*ERRORS], tmp_path))


@pytest.mark.slow
def test_declared_containers_stay_errors(tmp_path):
    assert checked(["xs = [y * 0.5 for y in xs]"], tmp_path, annotated=": list[Array[int32]]")[0][1] == ["misc"]


FLOW = """\
def loop(i: Array[int32]) -> None:
    xs = [i + 1]
    for _ in range(3):
        reveal_type(xs)
        xs = [y * 0.5 for y in xs]
    reveal_type(xs)

def added(x: Array[float32], i: Array[int32]) -> None:
    xs = [i + 1]
    while len(xs) < 3:
        reveal_type(xs)
        xs.append(x + 1)

def branch(i: Array[int32], c: bool) -> None:
    d = {"a": i + 1}
    if c:
        d = {"a": i * 0.5}
    else:
        reveal_type(d)
    reveal_type(d)
    d["b"] = i * 0.5
"""
REVEALED = {
    "reveal_type(xs)": ["list[Array[Any]]"],
    "reveal_type(d)": ["dict[str, Array[Any]]"],
}
"""The types of each variable."""


@pytest.mark.slow
def test_loops_and_branches(tmp_path):
    text = HEADER + FLOW
    (tmp_path / "program.py").write_text(text)
    (tmp_path / "mypy.ini").write_text(ini())
    report = Mypy().check("program.py", folder=tmp_path)
    revealing = {n: line.strip() for n, line in enumerate(text.splitlines(), start=1) if "reveal_type" in line}
    revealed = [(call, report.line("program.py", n).revealed) for n, call in revealing.items()]
    assert len(revealed) == 5
    assert all(len(types) == 1 and types[0] in REVEALED[call] for call, types in revealed), revealed
    assert not any(line.errors for line in report.lines.values()), report.output


@pytest.mark.slow
def test_an_attribute_that_is_assigned_twice_is_one_of_arrays_of_unknown_dtype(tmp_path):
    """All methods see the unknown dtype, in any order of checking."""
    owner = (
        "class Owner:\n    def read(self) -> None:\n        reveal_type(self.xs)\n"
        "    def __init__(self, i: Array[int32]) -> None:\n        self.xs = [i]\n"
        "    def change(self) -> None:\n        self.xs = [y * 0.5 for y in self.xs]\n"
    )
    (tmp_path / "program.py").write_text(HEADER + owner)
    (tmp_path / "mypy.ini").write_text(ini())
    report = Mypy().check("program.py", folder=tmp_path)
    assert report.line("program.py", HEADER.count("\n") + 3).revealed == ["list[Array[Any]]"]
    assert not any(line.errors for line in report.lines.values()), report.output


@pytest.mark.slow
def test_a_variable_that_a_function_assigns_is_unknown_everywhere(tmp_path):
    change = "xs = [i]\ndef change() -> None:\n    global xs\n    xs = [y * 0.5 for y in xs]\n    reveal_type(xs)\n"
    (tmp_path / "program.py").write_text(f"{HEADER}i = jnp.zeros(3, int)\n{change}change()\nreveal_type(xs)\n")
    (tmp_path / "mypy.ini").write_text(ini())
    report = Mypy().check("program.py", folder=tmp_path)
    assert not any(line.errors for line in report.lines.values()), report.output
    assert [line.revealed for line in report.lines.values() if line.revealed] == [["list[Array[Any]]"]] * 2
