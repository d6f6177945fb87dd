"""Where the dtypes of a Hasse diagram go: in layers from left to right, by the layout of Sugiyama."""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

from grandalf.graphs import Edge, Graph, Vertex, graph_core
from grandalf.layouts import SugiyamaLayout, VertexViewer

from ..lattice import Lattice

CHARACTER, PADDING, HEIGHT = 7.3, 10, 26
LAYER_GAP, ROW_GAP, PART_GAP = 46, 14, 22
CLIMB_GAP = 70
ROUNDS = 12  # of the sweeps that reduce crossings; more change nothing for the systems of this package

Point = tuple[float, float]


class Box(NamedTuple):
    """A dtype's place: the middle of its box, and the size."""

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
    """The boxes by dtype, the points that each edge runs through, and the size of it all.

    An edge leaves a box on the right and meets one on the left. Where it passes a layer it is level, in a row of its
    own; it rises and falls only in the gaps between the layers. So it never crosses a label.
    """

    boxes: dict[str, Box]
    edges: dict[tuple[str, str], list[Point]]
    width: float
    height: float


def layout(order: Lattice) -> Drawing:
    """The places of all dtypes and edges. Parts that hang together are put below one another."""
    vertices = {name: Vertex(name) for name in order.nodes}
    edges = [Edge(vertices[a], vertices[b], data=(a, b)) for a in order.nodes for b in order.edges[a]]
    parts = sorted(Graph(list(vertices.values()), edges).C, key=lambda part: min(_rank(order, v) for v in part.sV))
    boxes: dict[str, Box] = {}
    lines: dict[tuple[str, str], list[Point]] = {}
    top = 0.0
    for part in parts:
        placed, routed = _part(part)
        x = min(box.left[0] for box in placed.values())
        y = min(
            y
            for ys in (*([box.y] for box in placed.values()), *([p[1] for p in r] for r in routed.values()))
            for y in ys
        )
        y -= HEIGHT / 2 + top
        boxes |= {name: box._replace(x=box.x - x, y=box.y - y) for name, box in placed.items()}
        lines |= {pair: [(px - x, py - y) for px, py in points] for pair, points in routed.items()}
        lowest = max((*(box.y for box in boxes.values()), *(py for points in lines.values() for _, py in points)))
        top = lowest + HEIGHT / 2 + PART_GAP
    return Drawing(
        {name: boxes[name] for name in order.nodes}, lines, max(b.right[0] for b in boxes.values()), top - PART_GAP
    )


def _rank(order: Lattice, vertex: Vertex) -> int:
    return order.nodes.index(vertex.data)


class _Route:
    """What grandalf hands an edge's points to."""

    points: list[Point]

    def setpath(self, points: list[Point]) -> None:
        self.points = points


def _part(part: graph_core) -> tuple[dict[str, Box], dict[tuple[str, str], list[Point]]]:
    """The places in one connected part of the diagram."""
    for vertex in part.sV:
        # The library draws from top to bottom; turned on its side, the height of a box is its width there.
        vertex.view = VertexViewer(w=HEIGHT, h=len(vertex.data) * CHARACTER + 2 * PADDING)
    for edge in part.sE:
        edge.view = _Route()
    sugiyama = SugiyamaLayout(part)
    sugiyama.xspace, sugiyama.yspace = ROW_GAP, LAYER_GAP
    sugiyama.init_all(roots=[v for v in part.sV if not v.e_in()], inverted_edges=[])
    sugiyama.draw(ROUNDS)

    # From here on in the picture's own directions. A layer's boxes are as wide as its widest.
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
    """The middle of each layer, with wider gaps where edges rise or fall far, so that they do not run into a bundle."""
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
