"""Statements: one transfer function for each class of Python's statements, in the order of Python's grammar."""

from __future__ import annotations

import ast

from .assignments import assign, delete
from .class_statements import define_class
from .conditions import follow_condition
from .functions import decorated, make_function
from .heap import joined_heaps
from .imports import import_from, import_modules
from .leaving import run_and_leave
from .libraries.contexts import saved_modes, set_saved_modes
from .libraries.modelled_modules import modelled_definition
from .loops import run_for, run_while
from .operators import OPERATORS, augmented
from .patterns import run_match
from .run import STATEMENTS, Run, TryFlow
from .values import (
    BOTTOM,
    NONE,
    Function,
    Items,
    Object,
    Transformed,
    Tuple,
    Value,
    each,
    join,
)


def run_expression(run: Run, node: ast.Expr) -> None:
    """An expression statement."""
    run.evaluate(node.value)


def run_assign(run: Run, node: ast.Assign) -> None:
    """``x = y = value``."""
    value = run.evaluate(node.value)
    if _is_lazy(node.value) and not all(isinstance(target, (ast.Tuple, ast.List)) for target in node.targets):
        value = each(value, lambda one: _read_later(run, one))
    for target in node.targets:
        assign(run, target, value)


def _read_later(run: Run, item: object) -> Value:
    """An iterator or view that is read later, when its containers and variables may have changed."""
    return (Items(run.unknown("an iterator that is read later")),) if isinstance(item, (Tuple, Items)) else (item,)


def _is_lazy(node: ast.expr) -> bool:
    """Whether an expression makes an iterator whose items are computed when they are read."""
    if isinstance(node, ast.GeneratorExp):
        return True
    if not isinstance(node, ast.Call):
        return False
    if isinstance(node.func, ast.Attribute):
        return node.func.attr in ("items", "keys", "values") and not node.args
    return isinstance(node.func, ast.Name) and node.func.id in ("map", "filter", "zip", "enumerate", "reversed")


def run_annotated(run: Run, node: ast.AnnAssign) -> None:
    """``x: T = value``. A declaration without a value assigns nothing."""
    if node.value is not None:
        assign(run, node.target, run.evaluate(node.value))


def run_augmented(run: Run, node: ast.AugAssign) -> None:
    """``x += value``, which changes lists, sets and NumPy arrays in place."""
    target = node.target
    load: ast.expr
    match target:
        case ast.Name(id=name):
            load = ast.copy_location(ast.Name(name, ast.Load()), target)
        case _:
            load = target
    old = run.evaluate(load)
    value = run.evaluate(node.value)
    if run.heap is None:
        return
    run.node = node
    assign(run, target, augmented(run, OPERATORS[type(node.op)], old, value, node))


def run_return(run: Run, node: ast.Return) -> None:
    """``return value``."""
    value = run.evaluate(node.value) if node.value is not None else NONE
    if run.heap is None:
        return
    if run.flow is not None:
        run.flow.value = join(run.flow.value, value)
        run.flow.heap = joined_heaps(run.flow.heap, run.heap)
    run.heap = None


def run_raise(run: Run, node: ast.Raise) -> None:
    """``raise error``: the code behind it is reached through handlers alone."""
    for part in (node.exc, node.cause):
        if part is not None:
            for each_value in _raised_values(run, part):
                run.escape(each_value, "an exception holds it")
    run.may_raise()
    run.heap = None


def _raised_values(run: Run, node: ast.expr) -> list[Value]:
    """The exception of a ``raise``, and what it is called with."""
    value = run.evaluate(node)
    found = [value]
    if isinstance(node, ast.Call):
        was_on, run.records.is_on = run.records.is_on, False
        found += [run.evaluate(argument) for argument in node.args if isinstance(argument, (ast.Name, ast.Attribute))]
        run.records.is_on = was_on
    return found


def run_assert(run: Run, node: ast.Assert) -> None:
    """``assert condition``, which narrows the condition's variables."""

    def failing() -> Value:
        if node.msg is not None:
            run.evaluate(node.msg)
        run.may_raise()
        run.heap = None
        return BOTTOM

    follow_condition(run, node.test, lambda: BOTTOM, failing)


def run_break(run: Run, node: ast.Break) -> None:
    """``break``."""
    assert run.loop is not None
    run.loop.at_break = joined_heaps(run.loop.at_break, run.heap)
    run.heap = None


def run_continue(run: Run, node: ast.Continue) -> None:
    """``continue``."""
    assert run.loop is not None
    run.loop.at_continue = joined_heaps(run.loop.at_continue, run.heap)
    run.heap = None


def run_pass(run: Run, node: ast.stmt) -> None:
    """A statement without effect: ``pass``, or a ``type`` alias."""


def run_if(run: Run, node: ast.If) -> None:
    """``if``: one branch if the condition is decided, both otherwise."""

    def block(body: list[ast.stmt]) -> Value:
        run.execute(body)
        return BOTTOM

    follow_condition(run, node.test, lambda: block(node.body), lambda: block(node.orelse))


def run_try(run: Run, node: ast.Try | ast.TryStar) -> None:
    """``try``: a handler starts from the join of the states at every statement of the block that may raise."""
    flow = TryFlow()
    outer_loop_and_flow = run.loop, run.flow
    run.handlers.append(flow)
    run.execute(node.body)
    run.handlers.pop()
    if run.heap is not None:
        run.execute(node.orelse)
    end = run.heap
    raised = flow.heap
    if node.handlers and raised is not None:
        for handler in node.handlers:
            run.heap = raised.branch()
            with run.uncertain():
                _run_handler(run, handler)
            end = joined_heaps(end, run.heap)
    elif not node.handlers and raised is not None and node.finalbody and end is None:
        # The block never ends normally; its `finally` runs before the exception or the return goes on.
        run.heap = raised.branch()
        run.execute(node.finalbody)
        run.heap = None
        return
    run.heap = end
    run.loop, run.flow = outer_loop_and_flow
    if run.heap is not None:
        run.execute(node.finalbody)
    elif node.finalbody and raised is not None:
        run.heap = raised.branch()
        run.execute(node.finalbody)
        run.heap = None


def _run_handler(run: Run, handler: ast.ExceptHandler) -> None:
    if handler.type is not None:
        run.evaluate(handler.type)
    if handler.name is not None:
        run.assign_name(handler.name, run.unknown("an exception"))
    run.execute(handler.body)


def run_with(run: Run, node: ast.With | ast.AsyncWith) -> None:
    """``with``: calls ``__enter__`` and ``__exit__``. A manager that swallows exceptions may end the block early."""
    managers: list[tuple[Value, Value]] = []
    outer_modes = saved_modes(run)
    for item in node.items:
        manager = run.evaluate(item.context_expr)
        run.node = item.context_expr
        entered = enter_context(run, manager, node)
        managers.append((manager, entered))
        if item.optional_vars is not None:
            assign(run, item.optional_vars, entered)
    swallows = any(_may_swallow(run, manager) for manager, _ in managers)
    flow = TryFlow()
    inner_modes = saved_modes(run)

    def block() -> None:
        if swallows:
            run.handlers.append(flow)
        run.execute(node.body)
        if swallows:
            run.handlers.pop()
            run.heap = joined_heaps(run.heap, flow.heap)

    def leave() -> None:
        set_saved_modes(run, inner_modes)
        for manager, _ in reversed(managers):
            if run.heap is not None:
                leave_context(run, manager, node)

    run_and_leave(run, block, leave)
    set_saved_modes(run, outer_modes)


def _may_swallow(run: Run, manager: Value) -> bool:
    for item in manager:
        if type(item).__name__ == "Opaque" and item.name == "contextlib.suppress":
            return True
        if isinstance(item, Object) and run.heap is not None:
            found = run.object(item)
            method = None if found.cls is None else run.classes[found.cls].find(run, "__exit__")
            if method is not None and not all(_returns_nothing(one) for one in method):
                return True
    return False


def _returns_nothing(item: object) -> bool:
    """Whether every ``return`` of a function gives None or False, so that an ``__exit__`` lets exceptions pass."""
    if not isinstance(item, Function):
        return False
    returns = [each for each in ast.walk(item.definition.node) if isinstance(each, ast.Return)]
    return all(
        each.value is None or (isinstance(each.value, ast.Constant) and not each.value.value) for each in returns
    )


def enter_context(run: Run, manager: Value, node: ast.AST) -> Value:
    """The value of ``manager.__enter__()``."""
    from .attributes import get_attribute
    from .libraries.contexts import entered

    def one(item: object) -> Value:
        known = entered(run, item)
        if known is not None:
            return known
        if isinstance(item, Object) and run.object(item).kind == "instance":
            return run.call(get_attribute(run, (item,), "__enter__"), [], node=node, label="enter")
        if isinstance(item, Transformed) and item.kind == "context":
            return item.function
        return run.unknown("a context manager of another library")

    return join(BOTTOM, _each(manager, one))


def leave_context(run: Run, manager: Value, node: ast.AST) -> None:
    """Call ``manager.__exit__(None, None, None)``."""
    from .attributes import get_attribute
    from .libraries.contexts import left

    for item in manager:
        if left(run, item):
            continue
        if isinstance(item, Object) and run.heap is not None and run.object(item).kind == "instance":
            run.call(get_attribute(run, (item,), "__exit__"), [NONE, NONE, NONE], node=node, label="exit")


def _each(value: Value, function: object) -> Value:
    from .values import each

    return each(value, function)  # type: ignore[arg-type]


def run_function(run: Run, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
    """``def``: evaluates defaults and decorators, and assigns the name."""
    modelled = modelled_definition(run.source.name, node.name)
    if modelled is not None:
        run.assign_name(node.name, modelled)
        return
    function = make_function(run, node)
    function = decorated(run, function, node.decorator_list)
    if run.heap is not None:
        run.assign_name(node.name, function)


def run_class(run: Run, node: ast.ClassDef) -> None:
    """``class``: runs the body in a frame of its own."""
    cls = define_class(run, node)
    if run.heap is not None:
        run.assign_name(node.name, cls)


def run_declaration(run: Run, node: ast.Global | ast.Nonlocal) -> None:
    """``global`` and ``nonlocal``: assignments of these names go to another frame."""
    for name in node.names:
        site = run.frame
        found: tuple[object, ...] | None = None
        parent = run.object(site).cls if isinstance(node, ast.Nonlocal) else None
        if isinstance(node, ast.Global):
            found = run.modules[run.source.name]
        while parent is not None:
            if name in run.object(parent).fields:
                found = parent
                break
            parent = run.object(parent).cls
        if found is not None:
            run.write(site, ("declared", name), (found,))


def run_delete(run: Run, node: ast.Delete) -> None:
    """``del``."""
    for target in node.targets:
        delete(run, target)


STATEMENTS.update(
    {
        ast.Expr: run_expression,
        ast.Assign: run_assign,
        ast.AnnAssign: run_annotated,
        ast.AugAssign: run_augmented,
        ast.Return: run_return,
        ast.Raise: run_raise,
        ast.Assert: run_assert,
        ast.Break: run_break,
        ast.Continue: run_continue,
        ast.Pass: run_pass,
        ast.If: run_if,
        ast.For: run_for,
        ast.AsyncFor: run_for,
        ast.While: run_while,
        ast.Try: run_try,
        ast.TryStar: run_try,
        ast.With: run_with,
        ast.AsyncWith: run_with,
        ast.Match: run_match,
        ast.FunctionDef: run_function,
        ast.AsyncFunctionDef: run_function,
        ast.ClassDef: run_class,
        ast.Import: import_modules,
        ast.ImportFrom: import_from,
        ast.Global: run_declaration,
        ast.Nonlocal: run_declaration,
        ast.Delete: run_delete,
    }
)
if hasattr(ast, "TypeAlias"):
    STATEMENTS[ast.TypeAlias] = run_pass
