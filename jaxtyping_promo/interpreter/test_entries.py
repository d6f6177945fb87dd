"""Tests as entry points: the functions that pytest or unittest would call, with their parameters."""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from .attributes import get_attribute
from .conditions import truth
from .coroutines import finished
from .definitions import FunctionNode
from .heap import Heap
from .modes import X64, set_option
from .modules import Source
from .run import STEPS_OF_A_TEST
from .values import BOTTOM, Class, Function, Site, Value, of_bool

if TYPE_CHECKING:
    from .run import Run

UNITTEST = frozenset(
    ("unittest.TestCase", "absl.testing.absltest.TestCase", "absl.testing.parameterized.TestCase",
     "unittest.IsolatedAsyncioTestCase")
)  # fmt: skip
PREPARING = ("setUp", "asyncSetUp", "setup_method")
"""The methods of a class that run before each of its tests."""
MARK_OF_X64 = re.compile(r"\bmark\.\w*64")
"""A mark that names 64 bits, as ``pytest.mark.fp64``. A fixture or an option of pytest runs these tests with x64."""


def call_tests(run: Run, source: Source) -> None:
    """Call the tests of a module, each from the state behind the module's top level."""
    site = run.modules.get(source.name)
    if site is None or not has_tests(source):
        return
    frame = run.base[site]
    for name, value in list(frame.fields.items()):
        if not isinstance(name, str):
            continue
        item = value[0] if len(value) == 1 else None
        if isinstance(item, Function) and name.startswith("test"):
            _call(run, source, site, value)
        elif isinstance(item, Class) and _is_test_class(run, item, name):
            _call_methods(run, source, site, item)


def has_tests(source: Source) -> bool:
    """Whether pytest would collect a file."""
    return is_test_file(source.path)


def is_test_file(path: str) -> bool:
    """Whether pytest would collect the file of a path."""
    name = path.rpartition("/")[2]
    return name.startswith("test_") or name.endswith("_test.py")


def is_called_by_pytest(node: ast.AST) -> bool:
    """Whether a function is a test, or runs before each test of a class, by its name."""
    return isinstance(node, ast.FunctionDef) and (node.name.startswith("test") or node.name in PREPARING)


def _is_test_class(run: Run, item: Class, name: str) -> bool:
    info = run.classes[item.site]
    return name.startswith("Test") or any(base in UNITTEST for base in info.mro if isinstance(base, str))


def _call(run: Run, source: Source, site: Any, function: Value, receiver: Value = BOTTOM) -> None:
    """Call one test; its fixtures and parameters are unknown where they are not known."""
    start = run.heap
    if not receiver:
        run.heap = Heap(run.base)
    item = function[0]
    definition = item.definition if isinstance(item, Function) else None
    context = run.child_context(("test", id(definition), str(receiver)))
    with run.entry(STEPS_OF_A_TEST), run.entering(site, source, None, context):
        run.node = ast.Pass()
        marks = _marks(source, [item.definition.node] if isinstance(item, Function) else [])
        _set_modes_by_marks(run, marks)
        lost = run.unknown("a parameter of a test")
        if _is_skipped(run, marks):
            run.records.was_reached.add(id(definition))
        else:
            finished(run, run.call(function, [], {}, double_star=lost, label="test"))
    run.heap = start


def _call_methods(run: Run, source: Source, site: Any, item: Class) -> None:
    start = run.heap
    for name in list(run.base[item.site].fields):
        if not isinstance(name, str) or not name.startswith("test"):
            continue
        run.heap = Heap(run.base)
        context = run.child_context(("test", name, item.site))
        with run.entry(STEPS_OF_A_TEST), run.entering(site, source, None, context):
            run.node = ast.Pass()
            methods = run.base[item.site].fields[name]
            cls = run.classes[item.site].node
            nodes: list[FunctionNode] = [each.definition.node for each in methods if isinstance(each, Function)]
            marks = _marks(source, [*nodes, cls])
            _set_modes_by_marks(run, marks)
            if _is_skipped(run, marks):
                run.records.was_reached.update(id(run.definition(node)) for node in nodes)
                continue
            instance = run.allocate("instance", {}, cls=item.site, label=("test", name))
            info = run.classes[item.site]
            for prepare in PREPARING:
                if info.find(run, prepare) is not None:
                    finished(run, run.call(get_attribute(run, instance, prepare), [], {}, label=prepare))
            if run.heap is not None:
                lost = run.unknown("a parameter of a test")
                test = get_attribute(run, instance, name)
                finished(run, run.call(test, [], {}, double_star=lost, label="test"))
    run.heap = start


def is_skipped_test(run: Run, source: Source, site: Site, node: FunctionNode) -> bool:
    """Whether the marks of a function say that it is a test that does not run in the modes of the run."""
    marks = _marks(source, [node])
    if not marks:
        return False
    start, is_skipped = run.heap, False
    run.heap = Heap(run.base)
    with run.entry(STEPS_OF_A_TEST), run.entering(site, source, None, run.child_context(("marks", id(node)))):
        run.node = ast.Pass()
        is_skipped = _is_skipped(run, marks)
    run.heap = start
    return is_skipped


def _marks(source: Source, nodes: Sequence[ast.AST | None]) -> list[ast.expr]:
    """The marks of a test, of its class and of its module."""
    marked: list[ast.expr] = [each for node in nodes for each in getattr(node, "decorator_list", ())]
    for statement in source.tree.body:
        match statement:
            case ast.Assign(targets=[ast.Name(id="pytestmark")], value=value):
                marked.append(value)
    return marked


def _is_skipped(run: Run, marks: Sequence[ast.expr]) -> bool:
    """Whether pytest or unittest does not run a test with such marks in the modes of the run."""
    for mark in marks:
        match mark:
            case ast.Call(func=ast.Attribute(attr="skipif" | "skipIf"), args=[condition, *_]):
                is_skipped = truth(run, run.evaluate(condition))
            case ast.Call(func=ast.Attribute(attr="skipUnless"), args=[condition, *_]):
                is_skipped = truth(run, run.evaluate(condition)) is False
            case ast.Call(func=ast.Attribute(attr="skip")) | ast.Attribute(attr="skip"):
                is_skipped = True
            case _:
                continue
        if is_skipped:
            return True
    return False


def _set_modes_by_marks(run: Run, marked: Sequence[ast.expr]) -> None:
    """Make x64 unknown for a test if a mark of the test, of its class or of its module names 64 bits."""
    if any(MARK_OF_X64.search(ast.unparse(each)) for each in marked):
        set_option(run, X64, of_bool(None))
