"""Statements: one transfer function for each class of Python's statements, in the order of Python's grammar."""

from __future__ import annotations

import ast
from collections.abc import Callable

from .assignments import assign, delete
from .class_statements import define_class
from .conditions import follow_condition, truth
from .coroutines import finished, run_tasks
from .dead_ends import mean_end
from .flows import TryFlow
from .functions import decorated, make_function
from .generator_contexts import generator_context, run_in_generator
from .generators import CannotResumeError, keep_modes_before, modes_before
from .heap import Heap, joined_heaps
from .imports import import_from, import_modules
from .iteration import is_iterable
from .libraries.contexts import with_trace_contexts
from .libraries.modelled_modules import modelled_definition
from .loops import run_for, run_while
from .modes import MODES
from .operators import OPERATORS, augmented
from .patterns import run_match
from .protected import run_protected
from .run import STATEMENTS, Run
from .shape_findings import check_returned, check_target, checked_variable
from .values import (
    ANY_BOOL,
    BOTTOM,
    FALSE,
    NONE,
    Function,
    Object,
    Opaque,
    Transformed,
    Value,
    each,
    join,
)

NO_REFUSALS = frozenset(
    (*("ArithmeticError", "AssertionError", "AttributeError", "BrokenPipeError", "ConnectionError", "EOFError"),
     *("EnvironmentError", "FileExistsError", "FileNotFoundError", "FloatingPointError", "IOError", "ImportError"),
     *("IndexError", "KeyError", "KeyboardInterrupt", "LookupError", "ModuleNotFoundError", "NameError", "OSError"),
     *("PermissionError", "StopAsyncIteration", "StopIteration", "SystemExit", "TimeoutError", "UnicodeDecodeError"),
     "UnicodeError", "ZeroDivisionError")
)  # fmt: skip
"""Python's exceptions that JAX raises for no dtype."""


def run_expression(run: Run, node: ast.Expr) -> None:
    """An expression statement."""
    run.evaluate(node.value)


def run_assign(run: Run, node: ast.Assign) -> None:
    """``x = y = value``."""
    value = run.evaluate(node.value)
    match node:
        case ast.Assign(
            targets=[ast.Name(id=name)], value=ast.Call(func=ast.Attribute(value=ast.Name(id=cast), attr="astype"))
        ) if cast == name:
            from .slots import excuse_cast_back

            excuse_cast_back(run, name, value)
    for target in node.targets:
        check_target(run, target, value, node.value)
        assign(run, target, value)


def run_annotated(run: Run, node: ast.AnnAssign) -> None:
    """``x: T = value``. A declaration without a value assigns nothing."""
    if node.value is not None:
        assign(run, node.target, checked_variable(run, node, run.evaluate(node.value)))


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
    if node.value is not None:
        check_returned(run, node.value, value)
    if run.flow is not None:
        run.flow.value = join(run.flow.value, value)
        run.flow.heap = joined_heaps(run.flow.heap, run.heap, run.flow.since)
    run.heap = None


def run_raise(run: Run, node: ast.Raise) -> None:
    """``raise error``: the code behind it is reached through handlers alone."""
    for part in (node.exc, node.cause):
        if part is not None:
            for each_value in _raised_values(run, part):
                run.escape(each_value, "an exception holds it")
    run.may_raise()
    mean_end(run)
    run.heap = None


def _raised_values(run: Run, node: ast.expr) -> list[Value]:
    """The exception of a ``raise``, and what it is called with."""
    value = run.evaluate(node)
    found = [value]
    if isinstance(node, ast.Call):
        names = [argument for argument in node.args if isinstance(argument, (ast.Name, ast.Attribute))]
        with run.records.paused():
            found += [run.evaluate(name) for name in names]
    return found


def run_assert(run: Run, node: ast.Assert) -> None:
    """``assert condition``, which narrows the condition's variables."""

    def failing() -> Value:
        if node.msg is not None:
            run.evaluate(node.msg)
        run.may_raise()
        mean_end(run)
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


def run_try(run: Run, node: ast.Try | ast.TryStar, body: Callable[[], None] | None = None) -> None:
    """``try``: the ``finally`` block runs on each way out of the others.

    Args:
        run: the run.
        node: the statement.
        body: runs the block of a ``try`` in which a generator is resumed.
    """
    if node.finalbody:

        def finish(is_raised: bool) -> bool:
            run.execute(node.finalbody)
            return False

        run_protected(run, lambda: _run_handled(run, node, body), finish)
    else:
        _run_handled(run, node, body)


def _run_handled(run: Run, node: ast.Try | ast.TryStar, body: Callable[[], None] | None) -> None:
    """The block of a ``try`` and its handlers, which start from the states at every statement that may raise."""
    run_body = body or (lambda: run.execute(node.body))
    if not node.handlers:
        run_body()
        return
    flow = TryFlow()
    outcome = None if body is not None else _outcome_of_iter(run, node.body)
    is_guard = any(map(_may_catch_refusal, node.handlers))
    run.handlers.append(flow)
    with run.expecting_errors(is_guard):
        run_body()
    run.handlers.pop()
    if outcome is False:
        run.heap = None
    if run.heap is not None:
        run.execute(node.orelse)
    end, raised = run.heap, None if outcome else flow.heap
    if raised is not None and isinstance(node, ast.TryStar):
        end = joined_heaps(end, _run_group_handlers(run, node, raised))
    elif raised is not None:
        for handler in node.handlers:
            run.heap = raised.branch()
            with run.uncertain():
                _run_handler(run, handler)
            end = joined_heaps(end, run.heap)
        if not any(map(_catches_everything, node.handlers)):
            run.heap = raised
            run.may_raise()
    run.heap = end


def _run_group_handlers(run: Run, node: ast.TryStar, raised: Heap) -> Heap | None:
    """The handlers of ``except*``. Each may run behind the ones above it, even if one of these raises an error."""
    state: Heap | None = raised
    for handler in node.handlers:
        if state is None:
            break
        flow = TryFlow()
        run.handlers.append(flow)
        run.heap = state.branch()
        with run.uncertain():
            _run_handler(run, handler)
        run.handlers.pop()
        state = joined_heaps(joined_heaps(state, run.heap), flow.heap)
    run.heap = state
    run.may_raise()
    return state


def _catches_everything(handler: ast.ExceptHandler) -> bool:
    kind = handler.type
    return kind is None or (isinstance(kind, ast.Name) and kind.id in ("Exception", "BaseException"))


def _may_catch_refusal(handler: ast.ExceptHandler) -> bool:
    """Whether a handler may catch the error with which JAX refuses an operation, so that the program goes on."""
    if any(isinstance(node, ast.Raise) for statement in handler.body for node in ast.walk(statement)):
        return False
    kind = handler.type
    kinds = kind.elts if isinstance(kind, ast.Tuple) else [kind]
    return not all(isinstance(one, ast.Name) and one.id in NO_REFUSALS for one in kinds)


def _outcome_of_iter(run: Run, body: list[ast.stmt]) -> bool | None:
    """Whether a block that only tests by ``iter(x)`` whether `x` is iterable succeeds; None for other blocks."""
    match body:
        case [
            ast.Assign(value=ast.Call(func=ast.Name(id="iter"), args=[ast.Name(id=name)]))
            | ast.Expr(value=ast.Call(func=ast.Name(id="iter"), args=[ast.Name(id=name)]))
        ]:
            outcomes = {is_iterable(run, item) for item in run.lookup(name)}
            return outcomes.pop() if len(outcomes) == 1 else None
    return None


def _run_handler(run: Run, handler: ast.ExceptHandler) -> None:
    if handler.type is not None:
        run.evaluate(handler.type)
    if handler.name is not None:
        run.assign_name(handler.name, run.unknown("an exception"))
    run.execute(handler.body)


def run_with(run: Run, node: ast.With | ast.AsyncWith) -> None:
    """``with``: the managers from left to right; each runs what is to the right of it as its block."""
    _run_items(run, node, 0)


def resume_with(run: Run, node: ast.With, body: Callable[[], None], position: int = 0) -> None:
    """The rest of a ``with`` statement in which a generator waits: `body` runs the rest of its block.

    Raises:
        CannotResumeError: a manager is a generator itself.
    """
    if position == len(node.items):
        body()
        return
    manager = run.object(run.frame).fields.get(("manager", id(node.items[position])), BOTTOM)
    before = modes_before(run, node.items[position])
    if not manager or (any(isinstance(one, Transformed) for one in manager) and not before):
        raise CannotResumeError
    _run_block(run, manager, before, node, lambda: resume_with(run, node, body, position + 1))


def _run_items(run: Run, node: ast.With | ast.AsyncWith, position: int) -> None:
    """The block of a ``with`` statement below its managers from a position on."""
    is_guard = position < len(node.items) and _expects_error(node.items[position].context_expr)
    with run.expecting_errors(is_guard):
        _run_item(run, node, position)


def _expects_error(manager: ast.expr) -> bool:
    """Whether a block is expected to raise an error: below ``pytest.raises(...)`` or ``self.assertRaises(...)``."""
    match manager:
        case ast.Call(func=ast.Attribute(attr=name) | ast.Name(id=name)):
            return "raises" in name.lower()
    return False


def _run_item(run: Run, node: ast.With | ast.AsyncWith, position: int) -> None:
    if run.heap is None:
        return
    if position == len(node.items):
        run.execute(node.body)
        return
    item = node.items[position]
    manager = run.evaluate(item.context_expr)
    if run.heap is None:
        return
    run.node = item.context_expr
    manager = with_trace_contexts(run, manager)
    if run.flow is not None and run.flow.pauses is not None:
        run.write(run.frame, ("manager", id(item)), manager)

    def block(value: Value) -> None:
        if item.optional_vars is not None:
            assign(run, item.optional_vars, value)
        _run_items(run, node, position + 1)

    generator = generator_context(manager)
    if generator is not None:
        run_in_generator(run, generator, block, item.context_expr)
        return
    before = dict(run.live[MODES].fields)
    if run.flow is not None and run.flow.pauses is not None:
        keep_modes_before(run, item, manager)
    entered = enter_context(run, manager, node)
    _run_block(run, manager, before, node, lambda: block(entered))


def _run_block(
    run: Run, manager: Value, before: dict[str, Value], node: ast.With | ast.AsyncWith, block: Callable[[], None]
) -> None:
    """The block below a context manager, which is left on each way out."""

    def leave(is_raised: bool) -> bool:
        result = leave_context(run, manager, before, node, is_raised=is_raised)
        return truth(run, result) is not False

    swallows = _may_swallow(run, manager)
    if swallows or any(map(_changes_state, manager)):
        catches = swallows or bool(run.handlers)
        run_protected(run, block, leave, swallows=swallows, catches=catches)
    else:
        block()


def _changes_state(item: object) -> bool:
    """Whether leaving a context manager may change something: an instance of the program, or a mode of JAX."""
    return isinstance(item, Object) or (isinstance(item, Transformed) and item.kind == "mode")


def _may_swallow(run: Run, manager: Value) -> bool:
    for item in manager:
        if item == Opaque("contextlib.suppress"):
            return True
        if isinstance(item, Object) and run.heap is not None:
            found = run.object(item)
            info = None if found.cls is None else run.classes[found.cls]
            method = None if info is None else info.find(run, "__exit__") or info.find(run, "__aexit__")
            if method is not None and not all(
                isinstance(one, Function) and one.definition.returns_nothing for one in method
            ):
                return True
    return False


def enter_context(run: Run, manager: Value, node: ast.AST) -> Value:
    """The value of ``manager.__enter__()``."""
    from .attributes import get_attribute
    from .libraries.contexts import entered

    is_async = isinstance(node, ast.AsyncWith)
    if is_async:
        run_tasks(run)

    def one(item: object) -> Value:
        known = entered(run, item)
        if known is not None:
            return known
        if isinstance(item, Object) and run.object(item).kind == "instance":
            method = get_attribute(run, (item,), "__aenter__" if is_async else "__enter__")
            value = run.call(method, [], node=node, label="enter")
            return finished(run, value) if is_async else value
        if isinstance(item, Transformed) and item.kind == "context":
            return item.function
        return run.unknown("a context manager of another library")

    return join(BOTTOM, _each(manager, one))


def leave_context(
    run: Run, manager: Value, before: dict[str, Value], node: ast.AST, *, is_raised: bool = False
) -> Value:
    """The value of ``manager.__exit__(...)``, which is true if the manager ends an exception.

    Args:
        run: the run.
        manager: the context manager.
        before: the modes of JAX before the manager was entered.
        node: the ``with`` statement.
        is_raised: whether an exception ended the block.
    """
    from .attributes import get_attribute
    from .libraries.contexts import left

    results: Value = BOTTOM
    is_async = isinstance(node, ast.AsyncWith)
    for item in manager:
        if left(run, item, before):
            results = join(results, ANY_BOOL if item == Opaque("contextlib.suppress") else FALSE)
        elif isinstance(item, Object) and run.heap is not None and run.object(item).kind == "instance":
            error = run.unknown("an exception") if is_raised else NONE
            exit_method = get_attribute(run, (item,), "__aexit__" if is_async else "__exit__")
            result = run.call(exit_method, [error] * 3, node=node, label="exit")
            results = join(results, finished(run, result) if is_async else result)
        else:
            results = join(results, ANY_BOOL)
    if is_async:
        run_tasks(run)
    return results


def _each(value: Value, function: object) -> Value:

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
    cls = modelled_definition(run.source.name, node.name) or define_class(run, node)
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
