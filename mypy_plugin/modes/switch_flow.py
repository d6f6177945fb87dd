"""Follows the values of JAX's options through the statements of a module.

Statements are followed in the order in which they run. Code that runs later, such as a function body, may run with any
value that the module has set so far. The rest of the program may set other values.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from ...jax_options import VALUES
from ..python_source import parsed
from .module_names import Names
from .option_values import (
    AT_FIRST,
    ELSEWHERE,
    END,
    LATER,
    NO_STATE,
    NO_SWITCHES,
    ModuleSwitches,
    OpenValue,
    Place,
    Possible,
    Region,
    State,
    deferred,
    joined,
    new_value,
)
from .program_calls import calls_program
from .switch_calls import WORDS, Switch, context, escapes, switches
from .syntax_places import first_place, last_place, own_nodes, top_statements

RUN_AT_ONCE = ("jax.lax.", "jax.tree.", "jax.tree_util.", "jax.eval_shape", "functools.reduce")
"""The prefixes of functions that call their function arguments before they return."""
CONSUMERS = ("all", "any", "dict", "list", "max", "min", "set", "sorted", "sum", "tuple")
"""Python's functions that exhaust an iterable before they return."""


@lru_cache(64)
def switches_in(text: str) -> ModuleSwitches:
    """The switches in the text of a module."""
    if not any(word in text for word in WORDS):
        return NO_SWITCHES  # most modules, which need not be parsed
    tree = parsed(text)
    if tree is None:
        return NO_SWITCHES  # mypy reports the syntax error
    try:
        return _Flow(tree).result()
    except RecursionError:
        return NO_SWITCHES


class _Scope(NamedTuple):
    """The surroundings of a statement.

    Attributes:
        in_function: whether the statement is in a function, which runs later than the module.
        own: the functions that are defined in the enclosing block of a context manager.
        block: the position of that block.
        managed: the options that enclosing context managers set. JAX ignores other switches of them until these end.
    """

    in_function: bool = False
    own: frozenset[str] = frozenset()
    block: tuple[Place, Place] | None = None
    managed: frozenset[str] = frozenset()


class _Flow:
    """Follows the option values through a module."""

    def __init__(self, tree: ast.Module) -> None:
        self.names = Names(tree)
        self.tree = tree
        self.regions: list[Region] = []
        self.leaks: dict[str, set[bool | str | OpenValue]] = {}
        self.own_leaks: dict[str, set[bool | str | OpenValue]] = {}
        self.lines: dict[str, int] = {}
        self.later = NO_STATE

    def result(self) -> ModuleSwitches:
        """The switches in the module, and their effects."""
        is_managed = any(context(node, self.names) for node in ast.walk(self.tree) if isinstance(node, ast.expr))
        switched = self._switched(self.tree)
        if not switched and not is_managed:
            return NO_SWITCHES
        at_top = {id(s.value) for s in top_statements(self.tree.body) if isinstance(s, ast.Expr)}
        for node, switch in switched:
            self._leak(switch, node, own=not (switch.is_certain and id(node) in at_top))
        self._may_call(self._run(self.tree.body, dict.fromkeys(VALUES, AT_FIRST), _Scope()))
        settled = [r._replace(state={k: self._settled(k, p) for k, p in r.state.items()}) for r in self.regions]
        settled.append(Region((0, 0), END, self.later))
        settled.sort(key=lambda region: (region.first, (-region.last[0], -region.last[1])))
        leaks, own_leaks = (
            {key: frozenset(values) for key, values in leaks.items()} for leaks in (self.leaks, self.own_leaks)
        )
        return ModuleSwitches(settled, leaks, own_leaks, self.lines)

    def _settled(self, key: str, possible: Possible) -> Possible:
        """An option's values, with the values at the time of a function call filled in."""
        return (possible - LATER) | self.later[key] if OpenValue.LATER in possible else possible

    # ------------------------------------------------------------------------------------------------------ leaks

    def _switched(self, node: ast.AST) -> list[tuple[ast.AST, Switch]]:
        """The switches anywhere in a node, except the context managers and decorators of blocks and functions."""
        nodes = [*ast.walk(node)]
        managers: set[int] = set()
        named: set[int] = set()  # names that are called, assigned to another name, or part of a longer name
        for each in nodes:
            match each:
                case ast.With(items=items) | ast.AsyncWith(items=items):
                    managers.update(id(item.context_expr) for item in items)
                case ast.FunctionDef(decorator_list=decorators) | ast.AsyncFunctionDef(decorator_list=decorators):
                    managers.update(map(id, decorators))
                case ast.Call(func=function):
                    named.add(id(function))
                case ast.Attribute(value=value) | ast.Assign(value=value):
                    named.add(id(value))
        result: list[tuple[ast.AST, Switch]] = []
        for each in nodes:
            result += [(each, switch) for switch in switches(each, self.names)]
            if isinstance(each, ast.Call) and id(each) not in managers:
                switch_of_context = context(each, self.names)
                result += [] if switch_of_context is None else [(each, switch_of_context._replace(is_certain=False))]
            elif (
                isinstance(each, ast.Name | ast.Attribute) and isinstance(each.ctx, ast.Load) and id(each) not in named
            ):
                result += [(each, switch) for switch in escapes(each, self.names)]
        return result

    def _leak(self, switch: Switch, node: ast.AST, *, own: bool) -> None:
        """Record a switch that other modules, or the module's other code, may notice."""
        value = new_value(switch)
        self.leaks.setdefault(switch.key, set()).add(value)
        line = getattr(node, "lineno", 1)
        self.lines[switch.key] = min(line, self.lines.get(switch.key, line))
        if own:
            self.own_leaks.setdefault(switch.key, set()).add(value)

    def _may_call(self, state: State) -> None:
        """Record that functions of the module may run in this state."""
        self.later = {key: possible | (state[key] - LATER) for key, possible in self.later.items()}

    # -------------------------------------------------------------------------------------------------- statements

    def _run(self, block: Sequence[ast.stmt], state: State, scope: _Scope) -> State:
        """The state after a block."""
        for statement in block:
            self._region(first_place(statement), last_place(statement), state)
            state = self._statement(statement, state, scope)
        return state

    def _region(self, first: Place, last: Place, state: State) -> None:
        """Record the state of a part of the module."""
        previous = self.regions[-1] if self.regions else None
        if previous is not None and previous.state == state and previous.first <= first:
            self.regions[-1] = previous._replace(last=max(previous.last, last))
        else:
            self.regions.append(Region(first, last, state))

    def _statement(self, statement: ast.stmt, state: State, scope: _Scope) -> State:
        """The state after a statement."""
        match statement:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                state = self._evaluated(statement.decorator_list, state, scope, managers=True)
                state = self._evaluated([statement.args], state, scope)
                self._function(statement, state, scope)
                return state
            case ast.ClassDef(body=body, decorator_list=decorators, bases=bases):
                return self._run(body, self._evaluated([*decorators, *bases], state, scope), scope)
            case ast.With(items=items) | ast.AsyncWith(items=items):
                state = self._evaluated([item.context_expr for item in items], state, scope, managers=True)
                return self._with(statement, state, scope)
            case ast.If(test=test, body=body, orelse=orelse):
                state = self._evaluated([test], state, scope)
                return joined(self._run(body, state, scope), self._run(orelse, state, scope))
            case ast.For() | ast.AsyncFor() | ast.While():
                header = statement.test if isinstance(statement, ast.While) else statement.iter
                state = self._after(statement, self._evaluated([header], state, scope), scope)
                ends = joined(state, self._run(statement.body, state, scope))
                return joined(ends, self._run(statement.orelse, ends, scope))
            case ast.Try() | ast.TryStar():
                return self._try(statement, state, scope)
            case ast.Match(subject=subject, cases=cases):
                ends = state = self._evaluated([subject], state, scope)
                for case in cases:
                    ends = joined(ends, self._run(case.body, state, scope))
                return ends
            case ast.Expr(value=ast.Call() as call):
                after = self._evaluated([call], state, scope)
                match switches(call, self.names):
                    case [Switch(key=key, value=value, is_certain=True)] if (
                        value is not None and key not in scope.managed
                    ):
                        return {**after, key: frozenset((value, OpenValue.ELSEWHERE))}
                return after
        return self._evaluated([statement], state, scope)

    def _evaluated(self, nodes: Iterable[ast.AST], state: State, scope: _Scope, *, managers: bool = False) -> State:
        """The state after the evaluation of expressions; the lambdas in them run later."""
        for node in nodes:
            if not scope.in_function and calls_program(node, self.names, scope.own, imports=False):
                self._may_call(state)
            self._unnamed(node, state)
            if not (managers and context(node, self.names)):  # type: ignore[arg-type]
                state = self._after(node, state, scope)
        return state

    def _after(self, node: ast.AST, state: State, scope: _Scope) -> State:
        """The state after a node that may or may not switch an option."""
        for _, switch in self._switched(node):
            if switch.key in scope.managed:
                continue
            state = {
                **state,
                switch.key: state[switch.key] | {new_value(switch), OpenValue.ELSEWHERE, OpenValue.UNSURE},
            }
        return state

    def _try(self, statement: ast.Try | ast.TryStar, state: State, scope: _Scope) -> State:
        """The state after a ``try`` statement, whose body may stop anywhere."""
        interrupted = self._after(ast.Module(statement.body, []), state, scope)
        ends = self._run(statement.orelse, self._run(statement.body, state, scope), scope)
        for handler in statement.handlers:
            ends = joined(ends, self._run(handler.body, interrupted, scope))
        return self._run(statement.finalbody, joined(ends, interrupted) if statement.finalbody else ends, scope)

    # ------------------------------------------------------------------------------- context managers and functions

    def _with(self, statement: ast.With | ast.AsyncWith, state: State, scope: _Scope) -> State:
        """The state after the block of context managers."""
        inside, managers, outer = dict(state), list[tuple[ast.expr, Switch]](), scope
        for item in statement.items:
            switch_of_context = context(item.context_expr, self.names)
            if switch_of_context is not None:
                managers.append((item.context_expr, switch_of_context))
                inside[switch_of_context.key] = frozenset((new_value(switch_of_context),))
            elif not (isinstance(item.context_expr, ast.Call) and self.names.is_library(item.context_expr.func)):
                inside = {key: possible | ELSEWHERE for key, possible in inside.items()}
        if managers:
            functions = {s.name for s in statement.body if isinstance(s, ast.FunctionDef)}
            scope = scope._replace(own=scope.own | functions, block=(first_place(statement), last_place(statement)))
            scope = scope._replace(managed=scope.managed.union(switch.key for _, switch in managers))
            if any(calls_program(s, self.names, scope.own, imports=True) for s in statement.body):
                for manager, switch in managers:
                    self._leak(switch, manager, own=True)
        ends = self._run(statement.body, inside, scope)
        restored = {key: state[key] if any(key == s.key for _, s in managers) else ends[key] for key in state}
        return self._after(ast.Module(statement.body, []), restored, outer) if managers else ends

    def _function(self, function: ast.FunctionDef | ast.AsyncFunctionDef, state: State, scope: _Scope) -> None:
        """Follow the body of a function, which runs later."""
        inside = dict(state) if self._is_called_at_once(function.name, scope) else dict(deferred(state))
        runs_later = isinstance(function, ast.AsyncFunctionDef) or any(
            isinstance(node, ast.Yield | ast.YieldFrom) for s in function.body for node in own_nodes(s)
        )
        managed: frozenset[str] = frozenset()
        for decorator in reversed(function.decorator_list):
            switch_of_context = context(decorator, self.names)
            if switch_of_context is not None:
                inside[switch_of_context.key] = frozenset((new_value(switch_of_context),)) | (
                    inside[switch_of_context.key] if runs_later else frozenset()
                )
                managed |= frozenset(() if runs_later else (switch_of_context.key,))
                if any(calls_program(s, self.names, scope.own, imports=True) for s in function.body):
                    self._leak(switch_of_context, decorator, own=True)
        self._run(function.body, inside, _Scope(in_function=True, own=scope.own, managed=managed))

    def _is_called_at_once(self, name: str, scope: _Scope) -> bool:
        """Whether a function that is defined in a block inside another function is only called in that block."""
        if scope.block is None or not scope.in_function:
            return False
        first, last = scope.block
        at_once = [a for node in ast.walk(self.tree) if isinstance(node, ast.Call) for a in self._at_once(node)]
        called = {id(node.func) for node in ast.walk(self.tree) if isinstance(node, ast.Call)} | set(map(id, at_once))
        return all(
            id(node) in called and first <= (node.lineno, node.col_offset) <= last
            for node in ast.walk(self.tree)
            if isinstance(node, ast.Name) and node.id == name
        )

    def _unnamed(self, node: ast.AST, state: State) -> None:
        """Record the state in lambdas and generators, which run later unless they are called at once."""
        if all(possible == LATER for possible in state.values()):
            return
        at_once = {id(a) for call in ast.walk(node) if isinstance(call, ast.Call) for a in self._at_once(call)}
        for each in ast.walk(node):
            if isinstance(each, ast.Lambda | ast.GeneratorExp) and id(each) not in at_once:
                body = each.body if isinstance(each, ast.Lambda) else each
                self.regions.append(Region(first_place(body), last_place(body), deferred(state)))

    def _at_once(self, call: ast.Call) -> list[ast.expr]:
        """The arguments of a call that run before it returns."""
        function = call.func
        if isinstance(function, ast.Call) and self.names.is_library(function.func):
            return list(function.args)  # `jax.vmap(lambda x: ...)(xs)`
        full = self.names.full(function)
        is_consumer = full is None and isinstance(function, ast.Name) and function.id in CONSUMERS
        return list(call.args) if is_consumer or (full or "").startswith(RUN_AT_ONCE) else []
