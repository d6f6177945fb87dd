"""The Hasse diagrams have the right edges, and no edge crosses a label."""

from __future__ import annotations

from itertools import combinations, pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest

from jaxtyping_promo.cli import main
from jaxtyping_promo.cli.hasse import hasse
from jaxtyping_promo.cli.layout import layout
from jaxtyping_promo.cli.shared_options import DOCUMENTED, system_of
from jaxtyping_promo.systems import MODULES

pytestmark = pytest.mark.once

SYSTEMS = [*MODULES, "jax+x64", "jax+strict", "jax.lax+x64"]


def diagram(name, documents=False):
    system = system_of(name)
    nodes = [node for node in DOCUMENTED if node in system.nodes] if documents else system.nodes
    return system, hasse(system, nodes)


@pytest.mark.parametrize("name", ["jax", "jax+x64", "jax+strict", "option-1-closed"])
def test_the_diagram_has_the_order_of_the_lattice(name):
    system, drawn = diagram(name)
    assert drawn.strays == 0
    for a in system.nodes:
        assert drawn.order.upper_bounds(a) == system.lattice.upper_bounds(a)


def test_the_18_dtypes_are_drawn_as_in_the_documents():
    _, drawn = diagram("jax+x64", documents=True)
    assert len(drawn.order.nodes) == 18
    assert drawn.order.edges["bool_"] == ("weak_int",)
    assert drawn.order.edges["weak_int"] == ("uint8", "int8")
    assert drawn.order.edges["uint8"] == ("uint16", "int16")
    assert drawn.order.edges["uint64"] == drawn.order.edges["int64"] == ("weak_float",)
    assert drawn.order.edges["weak_float"] == ("bfloat16", "float16", "weak_complex")


@pytest.mark.parametrize("documents", [False, True])
@pytest.mark.parametrize("name", SYSTEMS)
def test_nothing_crosses_a_label(name, documents):
    _, drawn = diagram(name, documents)
    picture = layout(drawn.order)
    assert list(picture.boxes) == list(drawn.order.nodes)
    assert set(picture.edges) == {(a, b) for a in drawn.order.nodes for b in drawn.order.edges[a]}
    for box, other in combinations(picture.boxes.values(), 2):
        apart_x = abs(box.x - other.x) >= (box.width + other.width) / 2
        apart_y = abs(box.y - other.y) >= (box.height + other.height) / 2
        assert apart_x or apart_y
    for (a, b), points in picture.edges.items():
        assert points[0] == picture.boxes[a].right
        assert points[-1] == picture.boxes[b].left
        for (x, y), (end_x, end_y) in pairwise(points):
            assert x < end_x, "an edge runs from left to right"
            for box in picture.boxes.values():
                # Between the two points the curve stays within the rectangle that they span.
                beside = box.right[0] <= x or box.left[0] >= end_x
                clear = box.y + box.height / 2 <= min(y, end_y) or box.y - box.height / 2 >= max(y, end_y)
                assert beside or clear, f"{a} -> {b} crosses a box of {name}"


@pytest.mark.parametrize("name", SYSTEMS)
def test_svg(name, capsys):
    assert main(["lattice", name]) == 0
    root = ElementTree.fromstring(capsys.readouterr().out)
    width, height = float(root.get("width")), float(root.get("height"))
    texts = [element.text for element in root.iter("{http://www.w3.org/2000/svg}text")]
    system, drawn = diagram(name)
    assert set(system.nodes) <= set(texts)
    for rect in root.iter("{http://www.w3.org/2000/svg}rect"):
        assert float(rect.get("width")) <= width and float(rect.get("height")) <= height
    assert (drawn.note in texts) == bool(drawn.strays)


def test_dot_text_and_json_have_the_edges(capsys):
    for form, edge in (("dot", '"uint64" -> "weak_float";'), ("text", "uint64        → weak_float")):
        assert main(["lattice", "jax", "--documents", "--format", form]) == 0
        assert edge in capsys.readouterr().out
    assert main(["lattice", "jax", "--documents", "--json"]) == 0
    assert '"uint64": [\n      "weak_float"\n    ]' in capsys.readouterr().out


def test_output_goes_to_a_file(tmp_path, capsys):
    path = tmp_path / "jax.svg"
    assert main(["lattice", "jax", "--output", str(path)]) == 0
    assert capsys.readouterr().out == ""
    assert path.read_text().startswith("<svg")


PICTURES = {
    "jax-18": ("jax+x64", "--documents"),
    "jax-35": ("jax+x64",),
    **{name: (name,) for name in ("numpy", "torch", "array-api", "option-1", "option-2", "option-3")},
}


def test_the_pictures_of_the_documentation_are_of_today(capsys):
    folder = Path(__file__).parents[2] / "docs" / "pictures"
    assert {path.stem for path in folder.glob("*.svg")} == set(PICTURES)
    for name, arguments in PICTURES.items():
        assert main(["lattice", *arguments]) == 0
        assert (folder / f"{name}.svg").read_text(encoding="utf-8") == capsys.readouterr().out, name
