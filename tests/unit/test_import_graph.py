"""Imports between modules have no cycles, including lazy and type-only ones. Layers import only lower layers."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGE = "jaxtyping_promo"
PAGE = ROOT / "docs" / "how-it-works" / "plugin.md"

LAYERS = (
    # The lowest layer is first. A room imports earlier rooms, and itself.
    ("lattice and dtypes", ("lattice", "dtypes", "formats", "dtype_info", "operators", "exceptions", "system")),
    ("systems", ("systems",)),
    ("rules", ("rules",)),
    ("inference", ("inference",)),
    ("interpreter", ("interpreter",)),
    ("tools", ("mypy_plugin", "stubgen", "cli")),
)
"""The rooms by layer. Any module may import a module outside all layers."""


def modules() -> dict[str, Path]:
    """Every module of the package by full name."""
    paths = {}
    for folder in (PACKAGE, "mypy_plugin"):
        for path in (ROOT / folder).rglob("*.py"):
            parts = path.relative_to(ROOT).with_suffix("").parts
            name = ".".join(parts if folder == PACKAGE else (PACKAGE, *parts))
            paths[name.removesuffix(".__init__")] = path
    return paths


MODULES = modules()


def imported(name: str, *, only_at_top: bool = False) -> Iterator[str]:
    """The modules of the package that a module imports, anywhere in its text or as soon as it is imported itself."""
    package = name if MODULES[name].name == "__init__.py" else name.rpartition(".")[0]
    tree = ast.parse(MODULES[name].read_text(encoding="utf-8"))
    for node in tree.body if only_at_top else ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            base = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            source = ".".join([*base, *filter(None, [node.module])])
            for alias in node.names:
                target = f"{source}.{alias.name}" if f"{source}.{alias.name}" in MODULES else source
                if target in MODULES and target != name:
                    yield target


GRAPH = {name: {*imported(name)} for name in MODULES}


INTERPRETER = f"{PACKAGE}.interpreter"


def test_no_module_imports_itself_through_others():
    """The interpreter counts as one module: its transfer functions call each other, as the parts of a program do."""
    merged: dict[str, set[str]] = {}
    for name, targets in GRAPH.items():
        merged.setdefault(interpreter_as_one(name), set()).update(map(interpreter_as_one, targets))
    merged[INTERPRETER].discard(INTERPRETER)
    assert [*TopologicalSorter(merged).static_order()]


def interpreter_as_one(name: str) -> str:
    return INTERPRETER if name.startswith(f"{INTERPRETER}.") else name


def test_imports_at_the_top_of_the_interpreter_have_no_cycles():
    """A module of the interpreter that needs a later one imports it inside a function."""
    names = [name for name in MODULES if name.startswith(f"{INTERPRETER}.")]
    graph = {name: {*imported(name, only_at_top=True)} for name in names}
    assert [*TopologicalSorter(graph).static_order()]


def room(name: str) -> str:
    return name.removeprefix(f"{PACKAGE}.").partition(".")[0]


@pytest.mark.parametrize("level", range(len(LAYERS)), ids=[name for name, _ in LAYERS])
def test_a_layer_imports_no_layer_above_it(level):
    higher = {above for _, rooms in LAYERS[level + 1 :] for above in rooms}
    own = [name for name in MODULES if room(name) in LAYERS[level][1]]
    assert own
    assert {(name, target) for name in own for target in GRAPH[name] if room(target) in higher} == set()


def test_tools_do_not_import_each_other():
    tools = LAYERS[-1][1]
    arrows = {
        (name, target)
        for name in MODULES
        for target in GRAPH[name]
        if room(name) in tools and room(target) in tools and room(name) != room(target)
    }
    assert {source for source, _ in arrows} == {
        "jaxtyping_promo.cli.stubs",  # the command that writes stubs
        "jaxtyping_promo.cli.dtype_coverage",  # the command that counts the types that the plugin infers
    }


def test_the_plugin_needs_no_module_that_its_fingerprint_leaves_out():
    from jaxtyping_promo.mypy_plugin.fingerprint import OTHER

    pending = [name for name in MODULES if name.startswith(f"{PACKAGE}.mypy_plugin")]
    needed = {*pending}
    while pending:
        new = GRAPH[pending.pop()] - needed
        needed |= new
        pending += new
    assert {name for name in needed if room(name) in OTHER} == set()


def plugin_room(name: str) -> str:
    """The folder of a module of the plugin, or the module's own name; empty for the entry module."""
    prefix = f"{PACKAGE}.mypy_plugin."
    return name.removeprefix(prefix).partition(".")[0] if name.startswith(prefix) else ""


def test_the_plugins_rooms_do_not_import_each_other_in_a_circle():
    rooms: dict[str, set[str]] = {}
    for name in MODULES:
        if name.startswith(f"{PACKAGE}.mypy_plugin."):
            targets = {plugin_room(target) for target in GRAPH[name] if target.startswith(f"{PACKAGE}.mypy_plugin.")}
            rooms.setdefault(plugin_room(name), set()).update(targets - {plugin_room(name)})
    assert len(rooms) > 20
    assert [*TopologicalSorter(rooms).static_order()]


def test_the_page_of_the_plugin_shows_the_imports_of_each_folder():
    rows = re.findall(r"^\| `(\w+)/` \| [^|]* \| ([^|]*) \|$", PAGE.read_text(encoding="utf-8"), re.M)
    shown = {folder: {*re.findall(r"\w+", imports)} - {"none"} for folder, imports in rows}
    folders = {path.parent.name for path in (ROOT / "mypy_plugin").glob("*/__init__.py")} - {"mypy_compat"}
    imported: dict[str, set[str]] = {folder: set() for folder in folders}
    for name, targets in GRAPH.items():
        if plugin_room(name) in folders:
            imported[plugin_room(name)] |= {*map(plugin_room, targets)} & folders - {plugin_room(name)}
    assert shown == imported


def test_the_access_to_mypy_imports_no_other_room_of_the_plugin():
    for name, targets in GRAPH.items():
        if plugin_room(name) == "mypy_compat":
            assert {*map(room, targets)} <= {"mypy_plugin"} and {*map(plugin_room, targets)} <= {"mypy_compat"}
