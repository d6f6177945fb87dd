"""Lists and dicts to which arrays of another dtype are added: the dtypes known afterwards, and the remaining errors."""

from __future__ import annotations

import re

import pytest
from checkers import Mypy
from checkers.mypy import ini
from suites import sampled

pytestmark = pytest.mark.once

HEADER = "import jax\nfrom jaxtyping_promo import Array, float32, int32\n\n"
CHANGES = {
    'd["y"] = x; d["x"]': "int32",
    'd["y"] = x; d["y"]': "float32",
    'd.setdefault("y", x); d["y"]': "float32",
    'd.update(y=x); d["y"]': "float32",
    'd.update({"y": x}); d["x"]': "int32",
    'd |= {"y": x}; d["y"]': "float32",
    "xs.append(x); xs[0]": "int32",
    "xs.append(x); xs[1]": "float32",
    "xs.insert(0, x); xs[0]": "float32",
    "xs[0] = x; xs[0]": "float32",
    "xs.extend([x, x]); xs[2]": "float32",
    "xs.extend((i, x)); xs[1]": "int32",
    "xs += [x]; xs[1]": "float32",
    'nested["a"]["c"] = x; nested["a"]["b"]': "int32",
    'nested["a"] = {"c": x}; nested["a"]["c"]': "float32",
    "empty.append(x); empty[0]": "float32",
    "empty.append(i); empty.append(x); empty[1]": "float32",
}
"""Changes of a variable and an item, and the item's dtype."""
DEFINITIONS = (
    'd = {"x": i}',
    "xs = [i]",
    'nested = {"a": {"b": i}}',
    "empty = []",
    'declared: dict[str, Array[int32]] = {"x": i}',
)
ERRORS = ('declared["y"] = x', 'd["y"] = "text"', "xs.append(None)", 'd.update(y="text")')


def reveals(changes: list[tuple[str, str]], folder) -> list[tuple[list[str], list[str]]]:
    lines: list[str] = []
    for number, (change, revealed) in enumerate(changes):
        name = re.match(r"\w+", change)[0]
        definition = next(d for d in DEFINITIONS if re.match(rf"{name}\b", d))
        lines.append(f"def change_{number}(x: Array[float32], i: Array[int32]) -> None:")
        lines.append(f"    {definition}; {change}; reveal_type({revealed})")
    text = HEADER + "\n".join(lines) + "\n"
    (folder / "program.py").write_text(text)
    (folder / "mypy.ini").write_text(ini())
    report = Mypy().check("program.py", folder=folder)
    first = text[: text.index("def change_0")].count("\n") + 2
    report_lines = [report.line("program.py", first + 2 * n) for n in range(len(changes))]
    return [(line.revealed, [code for code, _ in line.errors]) for line in report_lines]


def test_a_container_that_is_not_declared_takes_other_dtypes(tmp_path):
    changes = [tuple(change.rsplit("; ", 1)) for change in CHANGES]
    revealed = reveals(changes, tmp_path)
    assert dict(zip(CHANGES, revealed, strict=True)) == {
        change: ([f"Array[{dtype}]"], []) for change, dtype in CHANGES.items()
    }


def test_other_items_and_declared_containers_stay_errors(tmp_path):
    assert all(errors for _, errors in reveals([(change, "x") for change in ERRORS], tmp_path))


@pytest.mark.parametrize(
    "change", sampled(["self.xs.append(x)", 'self.d["y"] = x', "self.xs[1:] = [x]", "self.d.update(y=x)"], one_in=4)
)
def test_items_of_an_attribute_that_is_changed_are_unknown(change, tmp_path):
    """Any method may change the attribute at any time: no error, and an unknown dtype."""
    item = "xs[0]" if ".xs" in change else "d['x']"
    text = HEADER + (
        "class Owner:\n    def __init__(self, i: Array[int32]) -> None:\n        self.xs, self.d = [i], {'x': i}\n"
        f"    def change(self, x: Array[float32]) -> None:\n        {change}\n"
        f"    def read(self) -> None:\n        reveal_type(self.{item})\n"
    )
    (tmp_path / "program.py").write_text(text)
    (tmp_path / "mypy.ini").write_text(ini())
    report = Mypy().check("program.py", folder=tmp_path)
    assert not any(line.errors for line in report.lines.values()), report.output
    assert report.line("program.py", text.count("\n")).revealed == ["Array[Any]"]


STORING = """\
import jax


def store(items: dict[str, jax.Array], x: jax.Array) -> None:
    items["x"] = x


class Owner:
    def store(self, items: dict[str, jax.Array], x: jax.Array) -> None:
        items["x"] = x
"""
CALLING = """\
import storing
from jaxtyping_promo import Array, float32, int32


def call(owner: storing.Owner, i: Array[int32], x: Array[float32]) -> None:
    d = {{"x": i}}
    {}.store(d, x)
    reveal_type(d["x"])
"""


@pytest.mark.parametrize("of", ["storing", "owner"])
def test_a_container_that_another_module_gets_has_no_dtype(of, tmp_path):
    (tmp_path / "storing.py").write_text(STORING)
    (tmp_path / "calling.py").write_text(CALLING.format(of))
    (tmp_path / "mypy.ini").write_text(ini())
    report = Mypy().check("calling.py", folder=tmp_path)
    assert report.line("calling.py", CALLING.count("\n")).revealed == ["Array[Any]"], report.output
