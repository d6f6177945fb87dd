"""The layout of a Hasse diagram: layers from left to right, by Sugiyama's method."""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

from grandalf.graphs import Edge, Graph, Vertex, graph_core
from grandalf.layouts import SugiyamaLayout, VertexViewer

from ..lattice import Lattice

CHARACTER, PADDING, HEIGHT = 7.3, 10, 26
LAYER_GAP, ROW_GAP, PART_GAP = 46, 14, 22
CLIMB_GAP, ROW_WIDTH = 70, 640
ROUNDS = 12  # sweeps that reduce crossings; more sweeps change nothing for the systems of this package

Point = tuple[float, float]


class Box(NamedTuple):
    """The box of a dtype: its middle, and its size."""

    x: float
    y: float
    width: float
    height: float = HEIGHT

    @property
    def left(self) -> Point:
        return self.x - self.width / 2, self.y

    @property
    def right(self) -> Point:
        return self.x + self.width / 2, self.y


class Drawing(NamedTuple):
    """The boxes by dtype, the points of each edge, and the size of the picture.

    An edge leaves a box on the right and meets a box on the left. It crosses each layer horizontally in a separate row,
    and rises and falls only in the gaps between layers. So it never crosses a label.
    """

    boxes: dict[str, Box]
    edges: dict[tuple[str, str], list[Point]]
    width: float
    height: float


def layout(order: Lattice) -> Drawing:
    """The places of all dtypes and edges. Dtypes without edges come first, in rows, then each connected part."""
    vertices = {name: _Vertex(name, place) for place, name in enumerate(order.nodes)}
    pairs = [(a, b) for a in order.nodes for b in order.edges[a]]
    edges = [_Edge(vertices[a], vertices[b], data=(a, b), place=place) for place, (a, b) in enumerate(pairs)]
    parts = sorted(Graph(list(vertices.values()), edges).C, key=lambda part: min(_rank(order, v) for v in part.sV))
    loose = [name for name in order.nodes if any(len(part.sV) == 1 and vertices[name] in part.sV for part in parts)]
    boxes: dict[str, Box] = _rows(loose)
    lines: dict[tuple[str, str], list[Point]] = {}
    top = max((box.y + HEIGHT / 2 + PART_GAP for box in boxes.values()), default=0.0)
    for part in parts:
        if len(part.sV) == 1:
            continue
        placed, routed = _part(part)
        x = min(box.left[0] for box in placed.values())
        points = [point for route in routed.values() for point in route]
        y = min((*(box.y for box in placed.values()), *(y for _, y in points))) - HEIGHT / 2 - top
        boxes |= {name: box._replace(x=box.x - x, y=box.y - y) for name, box in placed.items()}
        lines |= {pair: [(px - x, py - y) for px, py in route] for pair, route in routed.items()}
        top = max((*(box.y for box in boxes.values()), *(py - y for _, py in points))) + HEIGHT / 2 + PART_GAP
    width = max(box.right[0] for box in boxes.values())
    return Drawing({n: boxes[n] for n in order.nodes}, {pair: lines[pair] for pair in pairs}, width, top - PART_GAP)


def _width(name: str) -> float:
    return len(name) * CHARACTER + 2 * PADDING


def _rows(names: list[str]) -> dict[str, Box]:
    """Place boxes side by side, in rows that are at most `ROW_WIDTH` wide."""
    boxes: dict[str, Box] = {}
    x, y = 0.0, HEIGHT / 2
    for name in names:
        if x + _width(name) > ROW_WIDTH:
            x, y = 0.0, y + HEIGHT + ROW_GAP
        boxes[name] = Box(x + _width(name) / 2, y, _width(name))
        x += _width(name) + ROW_GAP
    return boxes


def _rank(order: Lattice, vertex: Vertex) -> int:
    return order.nodes.index(vertex.data)


# grandalf iterates over sets of vertices and edges. Our hashes give the sets the same order in every run.


class _Vertex(Vertex):  # type: ignore[misc] # grandalf has no types
    def __init__(self, data: str, place: int) -> None:
        super().__init__(data)
        self.place = place

    def __hash__(self) -> int:
        return self.place


class _Edge(Edge):  # type: ignore[misc]
    def __init__(self, a: Vertex, b: Vertex, data: tuple[str, str], place: int) -> None:
        super().__init__(a, b, data=data)
        self.place = place

    def __hash__(self) -> int:
        return self.place


class _Route:
    """The object to which grandalf gives the points of an edge."""

    points: list[Point]

    def setpath(self, points: list[Point]) -> None:
        self.points = points


def _part(part: graph_core) -> tuple[dict[str, Box], dict[tuple[str, str], list[Point]]]:
    """The places in one connected part of the diagram."""
    for vertex in part.sV:
        # grandalf draws from top to bottom. Its height of a box is our width, since the picture is turned on its side.
        vertex.view = VertexViewer(w=HEIGHT, h=_width(vertex.data))
    for edge in part.sE:
        edge.view = _Route()
    sugiyama = SugiyamaLayout(part)
    sugiyama.xspace, sugiyama.yspace = ROW_GAP, LAYER_GAP
    sugiyama.init_all(roots=[v for v in part.sV if not v.e_in()], inverted_edges=[])
    sugiyama.draw(ROUNDS)

    # From here on, directions are those of the picture. All boxes of a layer are as wide as its widest box.
    widths: dict[float, float] = {}
    for vertex in part.sV:
        x = vertex.view.xy[1]
        widths[x] = max(widths.get(x, 0), vertex.view.h)
    rows = {edge.data: [(y, x) for x, y in edge.view.points] for edge in part.sE}
    columns = _columns(widths, rows)
    boxes = {v.data: Box(columns[v.view.xy[1]], v.view.xy[0], widths[v.view.xy[1]]) for v in part.sV}
    lines = {}
    for (a, b), points in rows.items():
        passed = [Box(columns[x], y, widths[x]) for x, y in points[1:-1]]
        lines[a, b] = [boxes[a].right, *(point for box in passed for point in (box.left, box.right)), boxes[b].left]
    return boxes, lines


def _columns(widths: dict[float, float], rows: dict[tuple[str, str], list[Point]]) -> dict[float, float]:
    """The middle of each layer. Gaps are wider where edges rise or fall far, so that the edges stay apart."""
    layers = sorted(widths)
    climbs = dict.fromkeys(layers, 0.0)
    for points in rows.values():
        for (x, y), (_, next_y) in pairwise(points):
            climbs[x] = max(climbs[x], abs(next_y - y))
    columns, edge = {}, 0.0
    for x in layers:
        columns[x] = edge + widths[x] / 2
        edge += widths[x] + LAYER_GAP + min(CLIMB_GAP, climbs[x] / 4)
    return columns
