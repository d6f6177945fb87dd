"""Records that the parameters of a file's functions hold the arguments of their calls."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from functools import lru_cache

from mypy.nodes import (
    Argument,
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
    Var,
)

from ..module_paths import folder_of_packages
from .assignment_marker import inner_value
from .assignment_record import Assignments
from .keys import Function, Key, holder_key, items_key, key_of_variable
from .lambda_defaults import is_called_lambda
from .shared_objects import holders_of, holders_of_items, result_key_of_variable
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
        self._calls_of_variables: list[tuple[CallExpr, Key]] = []

    def record_call(self, node: CallExpr, function: Function) -> None:
        """Record a call in a function: its arguments are the values of the called function's parameters."""
        if isinstance(node.callee, MemberExpr):
            self.record_method(node, node.callee, function)
        if is_called_lambda(node):
            self.record.called_lambdas.append(node)
        self.record_mapped(node)
        match node.callee:
            case RefExpr(fullname=fullname) if fullname in ITERATING:
                self.record.iterated += [(node, inner_value(argument)) for argument in node.args]
        match node.callee:
            case NameExpr(node=FuncDef() as called) | NameExpr(node=Decorator(func=called)):
                self.record_arguments(node, _arguments(called))
            case MemberExpr(node=None, name=name):
                self._method_calls.append((node, name))
            case NameExpr(node=Var() as held):
                self._calls_of_variables.append((node, key_of_variable(held)))
            case RefExpr(node=TypeInfo() as made) if made.module_name == self.tree.fullname:
                self.record_constructor(node, made)
        for changed in _changed_by_call(node):
            self.record.handed_on.update(holders_of(changed))
        match node.callee:
            case RefExpr(node=FuncDef() | Decorator() | OverloadedFuncDef(), fullname=fullname):
                if self.is_of_another_module(fullname):
                    for key in (key for argument in node.args for key in holders_of(argument)):
                        self.record.handed_on |= {key, items_key(key)}

    def record_method(self, node: CallExpr, method: MemberExpr, function: Function) -> None:
        """Record a call of a method in a function: the argument of some methods becomes an item of the object."""
        self.called.add(method)
        self.record.called_in[function].add(method.name)
        if method.name in ("items", "values"):
            self.record.iterated.append((method, inner_value(method.expr)))
        if method.name in CHANGING and node.args:
            item = node.args[-1]
            for holder in holders_of(method.expr):
                self.record.items[holder_key(holder)].append(item)
                self.record.link(items_key(holder), holders_of(item))
                self.record.link(items_key(holder), holders_of_items(item))

    def is_of_another_module(self, fullname: str) -> bool:
        """Whether a function belongs to another module of the program, which may change its arguments."""
        module, top = self.tree.fullname, fullname.partition(".")[0]
        if fullname.rpartition(".")[0] == module:
            return False
        return top == module.partition(".")[0] or _is_beside(top, module, self.tree.path)

    def record_method_calls(self) -> None:
        """Record the arguments of calls of methods and lambdas, after all of them have been read."""
        for call, name in self._method_calls:
            for method in self.methods[name]:
                self.record_arguments(call, _arguments(method)[not method.is_static :])
        for call, key in self._calls_of_variables:
            for function in self.record.values.get(key, ()):
                if isinstance(function, LambdaExpr):
                    self.record_arguments(call, function.arguments)
                    self.record.link(result_key_of_variable(key), holders_of(function.expr()))

    def record_arguments(self, node: CallExpr, parameters: Sequence[Argument]) -> None:
        """Record that the parameters of a function hold the arguments of a call."""
        names = [parameter.variable.name for parameter in parameters]
        for position, (argument, name) in enumerate(zip(node.args, node.arg_names, strict=True)):
            is_named = name in names
            place = names.index(name) if name is not None and is_named else min(position, len(names) - 1)
            if place < 0 or (name is not None and not is_named):
                continue
            parameter = key_of_variable(parameters[place].variable)
            if parameters[place].kind.is_star():
                self.record.link(items_key(parameter), holders_of(argument))
            elif is_named or position < len(names):
                self.record.passed[parameter].append(argument)
                self.record.link(parameter, holders_of(argument))

    def record_constructor(self, node: CallExpr, made: TypeInfo) -> None:
        """Record that the parameters of a constructor, and attributes of the same names, hold the arguments."""
        constructor = made.get_method("__init__") or made.get_method("__new__")
        if not isinstance(constructor, FuncDef):
            return
        self.record_arguments(node, _arguments(constructor)[1:])
        for argument, name in zip(node.args, node.arg_names, strict=True):
            position = node.args.index(argument) + 1
            own = name or (constructor.arg_names[position] if position < len(constructor.arg_names) else None)
            if own is not None and made.get(own) is not None:
                self.record.link(f".{own}", holders_of(argument))

    def record_mapped(self, node: CallExpr) -> None:
        """Record the items that `map` and `functools.reduce` give to the parameters of a function."""
        match node:
            case CallExpr(callee=RefExpr(fullname="builtins.map"), args=[function, *iterables]):
                given = [*zip(_parameters(function), iterables, strict=False)]
            case CallExpr(callee=RefExpr(fullname="functools.reduce"), args=[function, iterable, *_]):
                given = [(item, iterable) for item in _parameters(function)[1:2]]
            case _:
                return
        for parameter, iterable in given:
            key = key_of_variable(parameter.variable)
            self.record.link(key, holders_of_items(iterable))
            if isinstance(function, LambdaExpr):
                self.record.values[key] += shared_items(iterable)


def _parameters(function: Expression) -> list[Argument]:
    """The parameters of a function that is written as a lambda or by its name; empty for other expressions."""
    match function:
        case LambdaExpr(arguments=parameters):
            return parameters
        case NameExpr(node=FuncDef() as named) | NameExpr(node=Decorator(func=named)):
            return _arguments(named)
    return []


def _arguments(function: FuncDef) -> list[Argument]:
    """The parameters of a function; empty for a function from mypy's cache, which has none."""
    return getattr(function, "arguments", None) or []


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
