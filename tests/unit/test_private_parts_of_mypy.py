"""Only the package ``mypy_compat`` of the plugin reads parts of mypy that its plugin interface does not declare.

Elsewhere a hook's ``ctx.api`` has the declared interface as its type, so mypy itself rejects an undeclared attribute
when it checks our own code (``.ci/typecheck.py``).
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PLUGIN = ROOT / "mypy_plugin"
MODULES = {
    path.relative_to(PLUGIN).as_posix(): ast.parse(path.read_text(encoding="utf-8"))
    for path in PLUGIN.rglob("*.py")
    if path.parent.name != "mypy_compat"
}

DECLARED = {
    *("mypy.errorcodes", "mypy.nodes", "mypy.options", "mypy.patterns", "mypy.plugin", "mypy.plugins.common"),
    *("mypy.types", "mypy.version"),
}
"""The modules of the plugin interface, and of the types and nodes that it passes to hooks."""
FUNCTIONS = {
    *("mypy.argmap", "mypy.constant_fold", "mypy.constraints", "mypy.erasetype", "mypy.expandtype", "mypy.exprtotype"),
    *("mypy.join", "mypy.literals", "mypy.maptype", "mypy.subtypes", "mypy.traverser", "mypy.type_visitor"),
    "mypy.typeops",
}
"""Modules of functions that compute something of types or nodes, without a checker."""
PUBLIC = {"_replace", "_asdict", "_fields", "_make"}
"""Attributes of named tuples, whose underscore says nothing."""
OF_MESSAGES = {"msg", "has_new_errors", "filtered_errors", "get_watchers", "filter_errors", "error_info_map"}
"""Attributes of the checker's messages, which `CheckerPluginInterface` declares as a whole."""


def own_names() -> Iterator[str]:
    """The names that the plugin's own classes define."""
    for tree in MODULES.values():
        for node in ast.walk(tree):
            match node:
                case ast.FunctionDef(name=name) | ast.Attribute(value=ast.Name(id="self"), attr=name, ctx=ast.Store()):
                    yield name


OWN = {*own_names()}


def imported(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


def private_uses(tree: ast.AST) -> Iterator[str]:
    """What a module reads of mypy's private parts, as ``line: text``."""
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(value=ast.Name(id="self" | "cls")):
                continue
            case ast.Attribute(attr=name) if name in OF_MESSAGES or (
                name.startswith("_") and not name.startswith("__") and name not in PUBLIC | OWN
            ):
                yield f"{node.lineno}: {ast.unparse(node)}"
            case ast.Call(func=ast.Name(id="getattr"), args=[ast.Name(id="api") | ast.Attribute(attr="api"), *_]):
                yield f"{node.lineno}: {ast.unparse(node)}"


@pytest.mark.parametrize("name", MODULES)
def test_a_module_imports_only_what_mypy_declares(name):
    of_mypy = {module for module in imported(MODULES[name]) if module.partition(".")[0] == "mypy"}
    assert of_mypy <= DECLARED | FUNCTIONS


@pytest.mark.parametrize("name", MODULES)
def test_a_module_reads_no_private_attribute(name):
    assert [*private_uses(MODULES[name])] == []


def test_each_function_of_the_package_names_the_version_of_mypy():
    missing = []
    for path in (PLUGIN / "mypy_compat").glob("*.py"):
        text = path.read_text(encoding="utf-8")
        for node in ast.parse(text).body:
            if isinstance(node, ast.FunctionDef | ast.ClassDef) and not node.name.startswith("_"):
                if "# mypy 2." not in (ast.get_source_segment(text, node) or ""):
                    missing.append(f"{path.name}: {node.name}")
                assert ast.get_docstring(node)
    assert missing == []


@pytest.mark.parametrize(
    "text",
    ["errors._watchers", "ctx.api.msg.errors.file", "watcher.has_new_errors()", "getattr(ctx.api, 'tree')"],
)
def test_a_private_use_is_found(text):
    assert [*private_uses(ast.parse(text))]


def test_a_public_use_is_no_private_one():
    assert not [*private_uses(ast.parse("self._parts, cls._parts, target._replace(holder=None), ctx.api.options"))]
