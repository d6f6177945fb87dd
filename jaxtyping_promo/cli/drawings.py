"""Drawings of a Hasse diagram: SVG, DOT, text and JSON."""

from __future__ import annotations

import html
import json
from collections.abc import Callable

from ..system import System
from .hasse import Hasse
from .layout import Box, Point, layout

MARGIN, TITLE, NOTE = 24, 30, 20

# The fill, line and ink of each kind of dtype. Ink and fill have a contrast of more than 7.
COLOURS = {
    "bool": ("#eceff1", "#90a4ae", "#263238"),
    "unsigned integer": ("#e3f2fd", "#64b5f6", "#0d3c6e"),
    "signed integer": ("#e0f2f1", "#4db6ac", "#004d40"),
    "float": ("#fff3e0", "#ffb74d", "#6b3200"),
    "complex": ("#f3e5f5", "#ba68c8", "#4a148c"),
}


def kind(name: str) -> str:
    """The kind that gives a dtype its colour. A weak type has the kind of its default dtype."""
    bare = name.removeprefix("weak_").removeprefix("b")
    for start, kind_name in (
        ("uint", "unsigned integer"),
        ("int", "signed integer"),
        ("float", "float"),
        ("complex", "complex"),
    ):
        if bare.startswith(start):
            return kind_name
    return "bool"


def svg(system: System, diagram: Hasse) -> str:
    """Draw the diagram in layers from left to right, with dashed frames for weak types."""
    order = diagram.order
    drawing = layout(order)
    head = TITLE + (NOTE if diagram.note else 0)
    kinds = [kind_name for kind_name in COLOURS if any(kind(name) == kind_name for name in order.nodes)]
    legend = 60 + sum(len(kind_name) * 6.2 + 40 for kind_name in kinds)
    width = max(drawing.width, legend, 7 * len(diagram.note)) + 2 * MARGIN
    height = drawing.height + 2 * MARGIN + head + 34
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" '
        f'viewBox="0 0 {width:.0f} {height:.0f}" role="img" aria-labelledby="title">',
        f'<title id="title">Type promotion in {html.escape(system.title)}</title>',
        "<defs>",
        '<marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">',
        '<path d="M0,0.8 L7.5,4 L0,7.2 z" fill="#607d8b"/>',
        "</marker>",
        "</defs>",
        "<style>",
        "text { font: 12px ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace; text-anchor: middle; }",
        ".title { font: 600 15px system-ui, 'DejaVu Sans', sans-serif; text-anchor: start; fill: #263238; }",
        ".note { font: 12px system-ui, 'DejaVu Sans', sans-serif; text-anchor: start; fill: #455a64; }",
        ".legend { font: 11px system-ui, 'DejaVu Sans', sans-serif; text-anchor: start; fill: #455a64; }",
        ".edge { fill: none; stroke: #78909c; stroke-width: 1.3; }",
        "</style>",
        f'<rect width="{width:.0f}" height="{height:.0f}" rx="8" fill="#ffffff"/>',
        f'<text class="title" x="{MARGIN}" y="{MARGIN + 10}">Type promotion in {html.escape(system.title)}</text>',
        f'<text class="note" x="{MARGIN}" y="{MARGIN + 30}">{html.escape(diagram.note)}</text>' if diagram.note else "",
        f'<g transform="translate({MARGIN},{MARGIN + head})">',
        *(f'<path class="edge" d="{_curve(points)}" marker-end="url(#arrow)"/>' for points in drawing.edges.values()),
        *(_node(name, box, weak=name in system.defaults) for name, box in drawing.boxes.items()),
        "</g>",
        *_legend(kinds, height - MARGIN, weak=any(name in system.defaults for name in order.nodes)),
        "</svg>",
    ]
    return "\n".join(filter(None, lines))


def _curve(points: list[Point]) -> str:
    """The path of an edge: level lines through the layers, and curves between them that start and end level."""
    (x, y), *rest = points
    path = [f"M{x:.1f},{y:.1f}"]
    for end_x, end_y in rest:
        if end_y == y:
            path.append(f"L{end_x:.1f},{end_y:.1f}")
        else:
            middle = (x + end_x) / 2
            path.append(f"C{middle:.1f},{y:.1f} {middle:.1f},{end_y:.1f} {end_x:.1f},{end_y:.1f}")
        x, y = end_x, end_y
    return " ".join(path)


def _node(name: str, box: Box, *, weak: bool) -> str:
    fill, line, ink = COLOURS[kind(name)]
    left, top = box.x - box.width / 2, box.y - box.height / 2
    dashes = ' stroke-dasharray="4 3"' if weak else ""
    return (
        f'<g><rect x="{left:.1f}" y="{top:.1f}" width="{box.width:.1f}" height="{box.height}" rx="6" fill="{fill}" '
        f'stroke="{line}" stroke-width="1.3"{dashes}/>'
        f'<text x="{box.x:.1f}" y="{box.y + 4:.1f}" fill="{ink}">{html.escape(name)}</text></g>'
    )


def _legend(kinds: list[str], y: float, *, weak: bool) -> list[str]:
    lines, x = [], float(MARGIN)
    for kind_name in kinds:
        fill, line, _ = COLOURS[kind_name]
        lines.append(f'<rect x="{x:.0f}" y="{y - 9:.0f}" width="12" height="12" rx="3" fill="{fill}" stroke="{line}"/>')
        lines.append(f'<text class="legend" x="{x + 17:.0f}" y="{y + 1:.0f}">{kind_name}</text>')
        x += len(kind_name) * 6.2 + 34
    if weak:
        lines.append(
            f'<rect x="{x:.0f}" y="{y - 9:.0f}" width="12" height="12" rx="3" fill="none" stroke="#607d8b" '
            'stroke-dasharray="3 2"/>'
        )
        lines.append(f'<text class="legend" x="{x + 17:.0f}" y="{y + 1:.0f}">weak</text>')
    return lines


def dot(system: System, diagram: Hasse) -> str:
    """Write the diagram in Graphviz's language, for other tools."""
    order = diagram.order
    lines = [f'digraph "{system.title}" {{', "  rankdir=LR;", '  node [shape=box, style="rounded,filled"];']
    for name in order.nodes:
        dashed = ', style="rounded,filled,dashed"' if name in system.defaults else ""
        lines.append(f'  "{name}" [fillcolor="{COLOURS[kind(name)][0]}"{dashed}];')
    lines += [f'  "{a}" -> "{b}";' for a in order.nodes for b in order.edges[a]]
    return "\n".join([*lines, "}"])


def text(system: System, diagram: Hasse) -> str:
    """Write the layers, the lowest first, with the edges of each dtype."""
    order = diagram.order
    depths: dict[str, int] = dict.fromkeys(order.nodes, 0)
    for node in sorted(order.nodes, key=lambda node: -len(order.upper_bounds(node))):
        for above in order.edges[node]:
            depths[above] = max(depths[above], depths[node] + 1)
    width = max(map(len, order.nodes))
    blocks = [
        "\n".join(_row(name, order.edges[name], width) for name in order.nodes if depths[name] == depth)
        for depth in range(max(depths.values()) + 1)
    ]
    return "\n\n".join(
        filter(None, [f"Type promotion in {system.title}, the lowest dtypes first", diagram.note, *blocks])
    )


def _row(name: str, above: tuple[str, ...], width: int) -> str:
    return f"{name.ljust(width)}  → {', '.join(above)}" if above else name


def machine(system: System, diagram: Hasse) -> str:
    """Write JSON: for each dtype the dtypes immediately above it."""
    edges = {node: list(above) for node, above in diagram.order.edges.items()}
    return json.dumps(
        {"system": system.title, "edges": edges, "pairs": diagram.pairs, "strays": diagram.strays}, indent=2
    )


DRAWINGS: dict[str, Callable[[System, Hasse], str]] = {"svg": svg, "dot": dot, "text": text, "json": machine}
"""The output formats of ``lattice`` by name."""
