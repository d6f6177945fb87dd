"""Records that the parameters of a file's functions hold the arguments of their calls."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from functools import lru_cache

from mypy.nodes import (
    ARG_STAR,
    ARG_STAR2,
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
    StarExpr,
    StrExpr,
    SuperExpr,
    TypeInfo,
    Var,
)

from ..module_paths import folder_of_packages
from .assignment_marker import inner_value, is_marked
from .assignment_record import Assignments
from .container_changes import ADDING, ADDING_FUNCTIONS, ADDING_ITEMS
from .keys import Function, Key, holder_key, key_of_variable
from .lambda_defaults import is_called_lambda
from .shared_objects import WITH_ARRAYS, holders_of, holders_of_items, result_key_of_variable
from .written_values import is_call_of_jax, shared_items

WITH_FUNCTIONS = frozenset(("builtins.map", "builtins.filter", "functools.reduce", "_functools.reduce"))
"""The functions that call their first argument with the items of the others."""
STORING = frozenset(("builtins.setattr", "functools.partial", "builtins.exec", "builtins.eval"))
"""The functions that pass their arguments on to code that the plugin does not follow."""
TRANSFORMING = ("jax.", "equinox.")
"""The prefixes of functions such as `jax.jit`. What they return changes no container."""
STORING_METHODS = frozenset(("put", "put_nowait", "push", "register", "send", "submit"))
"""The methods that pass their arguments on to code that the plugin does not follow."""
READING = ("builtins.", "jax.", "numpy.", "collections.", "jaxtyping_promo.")
"""The prefixes of classes that hold their arguments as items, or do not keep them."""


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
        if is_marked(node):
            return  # the plugin has put it around a value
        if isinstance(node.callee, MemberExpr):
            self.record_method(node, node.callee, function)
        if is_called_lambda(node):
            self.record.called_lambdas.append(node)
        self.record_mapped(node)
        fullname = node.callee.fullname if isinstance(node.callee, RefExpr) else ""
        if not fullname.startswith(WITH_ARRAYS):
            self.record.iterated += [(node, inner_value(argument)) for argument in node.args]
        if fullname in WITH_FUNCTIONS:
            self.record_escaped_items(node)
        elif ARG_STAR in node.arg_kinds or ARG_STAR2 in node.arg_kinds or not self.record_callee(node):
            self.record_escaped(node)
        for changed in _changed_by_call(node):
            self.record.escaped.update(holders_of(changed))

    def record_callee(self, node: CallExpr) -> bool:
        """Record which parameters and attributes hold the arguments of a call. The result is whether all are known."""
        if node.analyzed is not None:
            return True  # a form of the type system, such as a cast or `reveal_type`
        match node.callee:
            case RefExpr(fullname=fullname) if fullname in STORING:
                return False
            case NameExpr(node=FuncDef() as called) | NameExpr(node=Decorator(func=called)):
                self.record_arguments(node, _arguments(called))
                return not self.is_of_another_module(called.fullname)
            case RefExpr(node=FuncDef() | Decorator() | OverloadedFuncDef() as called, fullname=fullname):
                is_own = fullname.rpartition(".")[0] in ("", self.tree.fullname)
                is_overloaded = isinstance(called, OverloadedFuncDef)
                return not (is_own and is_overloaded) and not self.is_of_another_module(fullname)
            case MemberExpr(name=name) | SuperExpr(name=name):
                self._method_calls.append((node, name))
                return name not in STORING_METHODS
            case LambdaExpr(arguments=parameters):
                self.record_arguments(node, parameters)
                return True
            case NameExpr(node=Var() as held):
                self._calls_of_variables.append((node, key_of_variable(held)))
                return True
            case RefExpr(node=TypeInfo() as made):
                if made.has_base("builtins.BaseException"):
                    return False
                return made.fullname.startswith(READING) or self.record_constructor(node, made)
            case CallExpr(callee=RefExpr(fullname=fullname)):
                return fullname.startswith(TRANSFORMING)
        return False

    def record_escaped(self, call: CallExpr) -> None:
        """Record that a call that the plugin does not follow may change its arguments.

        The call gets only the items of ``*arguments`` and ``**options``.
        """
        for argument, kind in zip(call.args, call.arg_kinds, strict=True):
            if kind not in (ARG_STAR, ARG_STAR2):
                self.record.mark_escaped(holders_of(argument))
            self.record.mark_escaped(holders_of_items(argument))

    def record_escaped_items(self, call: CallExpr) -> None:
        """Record that a function gets the items of arguments: ``map(function, xs)``, unless it is one of this file."""
        if any(isinstance(function, LambdaExpr) or _parameters(function) for function in call.args[:1]):
            return
        for iterable in call.args[1:]:
            self.record.mark_escaped(holders_of_items(iterable))

    def record_method(self, node: CallExpr, method: MemberExpr, function: Function) -> None:
        """Record a call of a method in a function: the argument of some methods becomes an item of the object."""
        self.called.add(method)
        self.record.called_in[function].add(method.name)
        if method.name in ("items", "values"):
            self.record.iterated.append((method, inner_value(method.expr)))
        if method.name in ADDING and node.args:
            item = node.args[-1]
            if method.name in ADDING_ITEMS and node.arg_names[-1] is None:
                item = StarExpr(item)
            for holder in holders_of(method.expr):
                self.record.items[holder_key(holder)].append(item)
                self.record.may_alias_item(holder, item)

    def is_of_another_module(self, fullname: str) -> bool:
        """Whether a function belongs to another module of the program, which may change its arguments."""
        module, top = self.tree.fullname, fullname.partition(".")[0]
        if fullname.rpartition(".")[0] == module:
            return False
        return top == module.partition(".")[0] or _is_beside(top, module, self.tree.path)

    def record_method_calls(self) -> None:
        """Record the arguments of calls of methods and variables, after the whole file has been read."""
        for call, name in self._method_calls:
            for method in self.methods.get(name, ()):
                self.record_arguments(call, _arguments(method)[not method.is_static :])
        for call, key in self._calls_of_variables:
            functions = self.record.values.get(key, [])
            for function in functions:
                if isinstance(function, LambdaExpr):
                    self.record_arguments(call, function.arguments)
                    self.record.link(result_key_of_variable(key), holders_of(function.expr()))
            if not functions or not all(isinstance(one, LambdaExpr) or is_call_of_jax(one) for one in functions):
                self.record_escaped(call)

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
                self.record.may_alias_item(parameter, argument)
            elif is_named or position < len(names):
                self.record.passed[parameter].append(argument)
                self.record.may_alias(parameter, argument)

    def record_constructor(self, node: CallExpr, made: TypeInfo) -> bool:
        """Record that a constructor's parameters, and attributes of the same names, hold the arguments.

        The result is whether the names of all arguments are known.
        """
        own = [*made.names]
        if (constructor := _constructor(made)) is not None:
            self.record_arguments(node, _arguments(constructor)[1:])
            own = [name or "" for name in constructor.arg_names[1:]]
        for position, (argument, name) in enumerate(zip(node.args, node.arg_names, strict=True)):
            if name is None and position >= len(own):
                return False
            self.record.may_alias(f".{name or own[position]}", argument)
        return True

    def record_mapped(self, node: CallExpr) -> None:
        """Record the items that `map` and `functools.reduce` give to the parameters of a function."""
        match node:
            case CallExpr(callee=RefExpr(fullname="builtins.map"), args=[function, *iterables]):
                given = [*zip(_parameters(function), iterables, strict=False)]
            case CallExpr(callee=RefExpr(fullname="functools.reduce"), args=[function, iterable, *_]):
                given = [(item, iterable) for item in _parameters(function)[1:2]]
                for start, first in zip(node.args[2:], _parameters(function)[:1], strict=False):
                    self.record.link(key_of_variable(first.variable), holders_of(start))
            case _:
                return
        for parameter, iterable in given:
            key = key_of_variable(parameter.variable)
            self.record.link(key, holders_of_items(iterable))
            if isinstance(function, LambdaExpr):
                self.record.values[key] += shared_items(iterable)


def _constructor(made: TypeInfo) -> FuncDef | None:
    """The method that gets the arguments of a call of a class, if a class of Python code defines it."""
    defined = [base.names for base in made.mro if base.module_name != "builtins"]
    nodes = [names[name].node for name in ("__init__", "__new__") for names in defined if name in names]
    return next((node for node in nodes if isinstance(node, FuncDef)), None)


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
            return [holder] if name in ADDING else []  # list.append(xs, x)
        case CallExpr(callee=RefExpr(fullname="builtins.getattr"), args=[holder, name, *_]):
            return [holder] if not isinstance(name, StrExpr) or name.value in ADDING else []
        case CallExpr(callee=CallExpr(callee=RefExpr(fullname="_operator.methodcaller" | "operator.methodcaller"))):
            return call.args
        case CallExpr(callee=RefExpr(fullname=fullname), args=[holder, *_]):
            return [holder] if fullname in ADDING_FUNCTIONS else []
    return []
