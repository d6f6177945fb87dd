"""Records that the parameters of a file's functions hold the arguments of their calls."""

from __future__ import annotations

from collections import defaultdict
from functools import lru_cache

from mypy.nodes import (
    CallExpr,
    Decorator,
    Expression,
    FuncDef,
    LambdaExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    OverloadedFuncDef,
    RefExpr,
    StrExpr,
    TypeInfo,
)

from ..module_paths import folder_of_packages
from .assignment_marker import inner_value
from .assignment_record import Assignments
from .keys import Function, key_of, key_of_variable, root_of
from .lambda_defaults import is_called_lambda
from .written_values import shared_items

CHANGING = frozenset(
    (
        *("append", "appendleft", "extend", "extendleft", "insert", "add", "update", "setdefault"),
        *("__setitem__", "__iadd__", "__ior__"),
    )
)
"""The methods that add items to a list, dict, set or deque."""
ITERATING = frozenset(
    (
        *(f"builtins.{name}" for name in ("enumerate", "max", "min", "reversed", "sorted", "zip")),
        *("functools.reduce", "itertools.chain"),
    )
)
"""The functions that iterate over their arguments."""
CHANGING_FUNCTIONS = frozenset(
    (
        *(f"_operator.{name}" for name in ("setitem", "iadd", "iconcat", "ior")),
        *("bisect.insort", "_bisect.insort_left", "_bisect.insort_right"),
        *(f"_heapq.heap{name}" for name in ("push", "pushpop", "replace")),
    )
)
"""The functions of Python's library that add items to their first argument."""


@lru_cache(1024)
def _is_beside(top: str, module: str, path: str) -> bool:
    """Whether a top-level module lies in the same folder as the top-level package of another module."""
    folder = folder_of_packages(module, path)
    return (folder / top).is_dir() or (folder / f"{top}.py").is_file()


class PassedArguments:
    """Reads the calls in a file.

    Args:
        record: gets the arguments.
        tree: the file.

    Attributes:
        methods: the methods of the file's classes that have been read, by name.
        called: the expressions ``x.append`` that are called.
    """

    def __init__(self, record: Assignments, tree: MypyFile) -> None:
        self.record, self.tree = record, tree
        self.methods: defaultdict[str, list[FuncDef]] = defaultdict(list)
        self.called: set[Expression] = set()
        self._method_calls: list[tuple[CallExpr, str]] = []

    def record_call(self, node: CallExpr, function: Function) -> None:
        """Record a call in a function: its arguments are the values of the called function's parameters."""
        match node.callee:
            case RefExpr(fullname=fullname) if fullname in ITERATING:
                self.record.iterated += [(node, inner_value(argument)) for argument in node.args]
            case MemberExpr(expr=owner, name="items" | "values"):
                self.record.iterated.append((node.callee, inner_value(owner)))
        if isinstance(node.callee, MemberExpr):
            self.called.add(node.callee)
            if node.callee.name in CHANGING and node.args and (holder := root_of(node.callee.expr)) is not None:
                self.record.items[holder].append(node.args[-1])
            self.record.called_in[function].add(node.callee.name)
        if is_called_lambda(node):
            self.record.called_lambdas.append(node)
        self.record_lambda_arguments(node)
        match node.callee:
            case NameExpr(node=FuncDef() as called) | NameExpr(node=Decorator(func=called)):
                self.record_arguments(node, called)
            case MemberExpr(node=None, name=name):
                self._method_calls.append((node, name))
        self.record.handed_on |= {key for holder in _changed_by_call(node) if (key := root_of(holder)) is not None}
        match node.callee:
            case RefExpr(node=FuncDef() | Decorator() | OverloadedFuncDef(), fullname=fullname):
                if self.is_of_another_module(fullname):
                    self.record.handed_on |= {key for argument in node.args if (key := key_of(argument)) is not None}

    def is_of_another_module(self, fullname: str) -> bool:
        """Whether a function belongs to another module of the program, which may change its arguments."""
        module, top = self.tree.fullname, fullname.partition(".")[0]
        if fullname.rpartition(".")[0] == module:
            return False
        return top == module.partition(".")[0] or _is_beside(top, module, self.tree.path)

    def record_method_calls(self) -> None:
        """Record the arguments of calls of methods, after all methods have been read."""
        for call, name in self._method_calls:
            for method in self.methods[name]:
                self.record_arguments(call, method, is_bound=not method.is_static)

    def record_arguments(self, node: CallExpr, function: FuncDef, *, is_bound: bool = False) -> None:
        """Record that the parameters of a function hold the arguments of a call."""
        arguments = getattr(function, "arguments", None) or ()  # a function from mypy's cache has none
        parameters = {a.variable.name: key_of_variable(a.variable) for a in arguments[is_bound:]}
        by_position = [*parameters.values()]
        for position, (argument, name) in enumerate(zip(node.args, node.arg_names, strict=True)):
            key = key_of(argument)
            by_name = parameters.get(name) if name else None
            parameter = by_name or (by_position[position] if position < len(by_position) else None)
            if parameter is not None:
                self.record.passed[parameter].append(argument)
                if key is not None:
                    self.record.link(key, parameter)

    def record_lambda_arguments(self, node: CallExpr) -> None:
        """Record the items that `map` and `functools.reduce` give to the parameters of a lambda."""
        match node:
            case CallExpr(callee=RefExpr(fullname="builtins.map"), args=[LambdaExpr(arguments=parameters), *iterables]):
                given = [*zip(parameters, iterables, strict=False)]
            case CallExpr(
                callee=RefExpr(fullname="functools.reduce"), args=[LambdaExpr(arguments=[_, item]), iterable, *_]
            ):
                given = [(item, iterable)]
            case _:
                return
        for parameter, iterable in given:
            self.record.values[key_of_variable(parameter.variable)] += shared_items(iterable)


def _changed_by_call(call: CallExpr) -> list[Expression]:
    """The containers to which a call adds items, unless it calls a method of the container itself."""
    match call:
        case CallExpr(callee=MemberExpr(expr=RefExpr(node=TypeInfo()), name=name), args=[holder, *_]):
            return [holder] if name in CHANGING else []  # list.append(xs, x)
        case CallExpr(callee=RefExpr(fullname="builtins.getattr"), args=[holder, name, *_]):
            return [holder] if not isinstance(name, StrExpr) or name.value in CHANGING else []
        case CallExpr(callee=CallExpr(callee=RefExpr(fullname="_operator.methodcaller" | "operator.methodcaller"))):
            return call.args
        case CallExpr(callee=RefExpr(fullname=fullname), args=[holder, *_]):
            return [holder] if fullname in CHANGING_FUNCTIONS else []
    return []
