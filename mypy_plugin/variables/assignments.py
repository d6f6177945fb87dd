"""Lists the assignments of a file, and the other code that may change the assigned values.

Everything is read from the syntax, once for each file. `followed_values` asks which assignments it must follow, and
whether mypy's binder sees every change of a variable's value.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from mypy.nodes import (
    MDEF,
    Argument,
    AssignmentExpr,
    AssignmentStmt,
    Block,
    CallExpr,
    ClassDef,
    Decorator,
    DictExpr,
    DictionaryComprehension,
    Expression,
    ForStmt,
    FuncDef,
    GeneratorExpr,
    IndexExpr,
    LambdaExpr,
    ListComprehension,
    ListExpr,
    MatchStmt,
    MemberExpr,
    MypyFile,
    NameExpr,
    Node,
    OperatorAssignmentStmt,
    OverloadedFuncDef,
    RefExpr,
    SetExpr,
    StarExpr,
    TupleExpr,
    Var,
    WhileStmt,
    WithStmt,
)

from ..module_paths import folder_of_packages
from ..per_file_cache import OfFiles
from ..syntax_tree import children
from .assignment_marker import inner_value
from .keys import Function, Key, captured_variables, flattened, is_inferred, key_of, key_of_variable, root_of
from .lambda_defaults import is_called_lambda
from .written_values import (
    is_call_of_jax,
    is_dtype,
    is_literal,
    is_number,
    looped_values,
    shared_items,
)

CHANGING = frozenset(
    (
        *("append", "appendleft", "extend", "extendleft", "insert", "add", "update", "setdefault"),
        *("__setitem__", "__iadd__", "__ior__"),
    )
)
"""The methods that add items to a list, dict, set or deque."""

CONSTRUCTORS = frozenset(("__init__", "__post_init__", "__new__", "setup"))
"""The methods that run before all other methods of an object."""


class Site(NamedTuple):
    """A place where a value is assigned.

    Attributes:
        statement: the statement, or the `AssignmentExpr`.
        value: the value; the iterable of a ``for``, the subject of a ``match``.
        lvalues: the targets; several in ``a = b = value``.
        function: the function that contains the statement.
        loops: the loops that contain the statement.
    """

    statement: Node
    value: Expression
    lvalues: list[Expression]
    function: Function
    loops: frozenset[Node] = frozenset()


class Change(NamedTuple):
    """A place where a list, dict or set gets items.

    Attributes:
        function: the function that contains the place.
        line: its line.
        loops: the loops that contain the place.
    """

    function: Function
    line: int
    loops: frozenset[Node]


class Assignments:
    """The assignments of a file.

    Attributes:
        sites: all places where a value is assigned, except Python literals.
        repeated: the variables and attributes that are assigned more than once.
        numbers: the variables and attributes that are assigned a number literal.
        others: the variables and attributes that are assigned a number literal, a string, None or another variable.
        functions: the variables with a single assignment, of a lambda or of a call's result.
        aliases: the variables with a single assignment of a named object.
        single: the values that are the only assignment of their variable or attribute.
        values: the values that each variable, attribute or parameter (by its default) is assigned.
        items: the items that are put into each container, including the items of literals.
        called_lambdas: the calls whose callee is a lambda with default values.
        unannotated: the parameters without annotations, including all parameters of lambdas.
    """

    def __init__(self) -> None:
        self.sites: list[Site] = []
        self.repeated: set[Key] = set()
        self.numbers: set[Key] = set()
        self.others: set[Key] = set()
        self._open: dict[Key, list[Expression]] = {}
        self.functions: dict[Key, Expression] = {}
        self.aliases: dict[Key, RefExpr] = {}
        self.single: set[Expression] = set()
        self.values: defaultdict[Key, list[Expression]] = defaultdict(list)
        self.items: defaultdict[Key, list[Expression]] = defaultdict(list)
        self.called_lambdas: list[CallExpr] = []
        self.unannotated: set[Key] = set()
        self._values: dict[Expression, Site] = {}
        self._assigned_in: defaultdict[Key, set[Function]] = defaultdict(set)
        self._used_in: defaultdict[Key, set[Function]] = defaultdict(set)
        self._changed_in: defaultdict[Key, set[Function]] = defaultdict(set)
        self._changes: defaultdict[Key, list[Change]] = defaultdict(list)
        self._of_others: set[Key] = set()
        self._methods: set[str] = set()
        self._called_in: defaultdict[Function, set[str]] = defaultdict(set)
        self._letting_go: set[Function] = set()
        self._handed_on: set[Key] = set()
        self._sources: defaultdict[Key, set[Key]] = defaultdict(set)

    def targets(self, value: Expression) -> list[Expression]:
        """The targets that a value is assigned to."""
        site = self._values.get(value)
        return [] if site is None else site.lvalues

    def open_firsts(self) -> Iterator[tuple[Expression, bool]]:
        """The first assignment of each variable that may hold any type later, and whether it has only one in this file.

        Such a variable first holds a dtype class, or a number that an item of a JAX function's result replaces.
        """
        for key, lvalues in self._open.items():
            yield from ((lvalue, key not in self.repeated) for lvalue in lvalues)

    def is_followed(self, key: Key, function: Function) -> bool:
        """Whether only one function's own statements can change a variable's or attribute's value while it runs.

        Args:
            key: the variable or attribute.
            function: the function, which assigns it.
        """
        others = self._assigned_in[key] - {function}
        if not key.startswith("."):
            return not others
        others = {other for other in others if not (isinstance(other, FuncDef) and other.name in CONSTRUCTORS)}
        is_alone = not others or not self._called_in[function] & self._methods
        return is_alone and key not in self._of_others and (not others or function not in self._letting_go)

    def is_changed_unseen(self, key: Key) -> bool:
        """Whether the container that a variable or attribute holds may get items that mypy's hooks do not show.

        The hooks show all items if a single function assigns, changes and uses the container, under one name, and
        assigns it once. If a branch has assigned one of two dicts, mypy calls no hook where an item is added.
        """
        group = self._same_object({key})
        if group & self._handed_on or any(self._changed_in[one] for one in group - {key}):
            return True
        if not self._changed_in[key]:
            return False
        functions = self._assigned_in[key] | self._changed_in[key] | self._used_in[key]
        return key.startswith(".") or len(functions) > 1 or key in self.repeated

    def is_changed_while_iterated(self, site: Site) -> bool:
        """Whether a container may get other items while a loop or an iterator, assigned here, goes through it."""
        is_loop = isinstance(site.statement, ForStmt)
        containers = {root for root in _iterated_roots(site.value, is_iterator=is_loop) if root is not None}
        return any(
            site.statement in change.loops
            if is_loop
            else change.function is not site.function
            or change.line > site.value.line
            or not site.loops.isdisjoint(change.loops)
            for key in self._same_object(containers)
            for change in self._changes.get(key, ())
        )

    def _same_object(self, keys: set[Key]) -> set[Key]:
        """All variables and attributes that may hold the same objects."""
        group, pending = {*keys}, [*keys]
        while pending:
            new = self._sources[pending.pop()] - group
            group |= new
            pending += new
        return group


ITERATORS = frozenset(f"builtins.{name}" for name in ("enumerate", "filter", "iter", "map", "reversed", "zip"))
"""The functions that return an iterator over their arguments."""
VIEWS = frozenset(("values", "items", "keys"))
"""The methods whose result shows the items that a dict has later."""


def _iterated_roots(value: Expression, *, is_iterator: bool) -> Iterator[Key | None]:
    """The variables and attributes that hold the containers through which an iterator goes.

    Args:
        value: an expression for an iterator or another value, which has no such containers.
        is_iterator: whether the value is iterated in this place, even if it is a container itself.
    """
    match value:
        case CallExpr(callee=RefExpr(fullname=name), args=args) if name in ITERATORS or name.startswith("itertools."):
            for argument in args:
                yield from _iterated_roots(argument, is_iterator=True)
        case CallExpr(callee=MemberExpr(expr=holder, name=name)) if name in VIEWS:
            yield root_of(holder)
        case GeneratorExpr(sequences=sequences):
            for sequence in sequences:
                yield from _iterated_roots(sequence, is_iterator=True)
        case NameExpr() | MemberExpr() | IndexExpr() if is_iterator:
            yield root_of(value)


@lru_cache(1024)
def _is_beside(top: str, module: str, path: str) -> bool:
    """Whether a top-level module lies in the same folder as the top-level package of another module."""
    folder = folder_of_packages(module, path)
    return (folder / top).is_dir() or (folder / f"{top}.py").is_file()


SCOPES = (ClassDef, FuncDef, LambdaExpr, ForStmt, WhileStmt)
"""The nodes that have another scope inside."""


class _Scope(NamedTuple):
    """The surroundings of a statement.

    Attributes:
        function: the function that contains it.
        is_class: whether it is directly in the body of a class.
        self_name: the name of the method's first parameter.
        loops: the loops around it in the same function.
    """

    function: Function = None
    is_class: bool = False
    self_name: str = ""
    loops: frozenset[Node] = frozenset()


class _Reader:
    """Reads the assignments of a file."""

    def __init__(self, tree: MypyFile) -> None:
        self.tree = tree
        self.record = Assignments()
        self.scope = _Scope()
        self.alone: dict[Key, Expression | None] = {}
        self.called: set[Expression] = set()
        self.parts: defaultdict[Key, set[Key]] = defaultdict(set)
        self.changed_inside: set[Key] = set()
        self.firsts: defaultdict[Key, list[Expression]] = defaultdict(list)
        self.dtypes: set[Key] = set()
        self.returned: set[Key] = set()
        self.items: defaultdict[Key, set[Key]] = defaultdict(set)
        self.methods: defaultdict[str, list[FuncDef]] = defaultdict(list)
        self.method_calls: list[tuple[CallExpr, str]] = []
        self.owners: set[Expression] = set()

    def read(self) -> None:
        """Read the file, statement by statement."""
        pending: list[tuple[Node | Argument, _Scope]] = [(d, self.scope) for d in reversed(self.tree.defs)]
        while pending:
            node, self.scope = pending.pop()
            if isinstance(node, Block) and node.is_unreachable:
                continue  # mypy has not analyzed code for another platform or version of Python
            self.record_node(node)
            inner = self.inside(node) if isinstance(node, SCOPES) else self.scope
            pending += [(child, inner) for child in reversed(children(node))]
        self.record_method_calls()

    def inside(self, node: Node | Argument) -> _Scope:
        """The scope of the nodes inside a node."""
        match node:
            case ClassDef():
                return self.scope._replace(is_class=True)
            case FuncDef(arguments=arguments) if self.scope.is_class:
                return _Scope(node, self_name=arguments[0].variable.name if arguments else "")
            case FuncDef() | LambdaExpr():
                return _Scope(node, self_name=self.scope.self_name)
            case ForStmt() | WhileStmt():
                return self.scope._replace(loops=self.scope.loops | {node})
        return self.scope

    def record_node(self, node: Node | Argument) -> None:
        """Record the assignments, uses and changes of a statement or an expression."""
        match node:
            case NameExpr(node=Var() as var):
                self.record._used_in[key_of_variable(var)].add(self.scope.function)
                if var.name == self.scope.self_name and node not in self.owners:
                    self.record._letting_go.add(self.scope.function)
            case FuncDef(name=name) if self.scope.is_class:
                self.methods[name].append(node)
            case Argument(variable=parameter, initializer=default, type_annotation=annotation):
                if annotation is None:
                    self.record.unannotated.add(key_of_variable(parameter))
                if default is not None:
                    self.record.values[key_of_variable(parameter)].append(default)
            case MemberExpr(name=name, expr=holder):
                self.owners.add(holder)
                key = root_of(holder) if name in CHANGING else None
                if key is not None and node in self.called:
                    self.record_change(key, holder)
                elif key is not None:
                    self.record._handed_on.add(key)
            case CallExpr():
                self.record_call(node)
            case AssignmentStmt():
                self.record_statement(node)
            case AssignmentExpr(target=target, value=value):
                self.record_assignment(node, inner_value(value), [target])
            case OperatorAssignmentStmt(lvalue=lvalue, rvalue=value):
                self.record_assignment(node, inner_value(value), [lvalue])
                key = key_of(lvalue)
                if key is not None and isinstance(inner_value(value), ListExpr | ListComprehension):
                    self.record_change(key, lvalue)
            case ForStmt(index=index, expr=value):
                self.record_assignment(node, inner_value(value), [index])
                self.record_loop(index, inner_value(value))
            case (
                GeneratorExpr(indices=indices, sequences=sequences)
                | DictionaryComprehension(indices=indices, sequences=sequences)
            ):
                for index, value in zip(indices, sequences, strict=True):
                    self.record_loop(index, inner_value(value))
            case WithStmt(expr=values, target=targets):
                for manager, variable in zip(values, targets, strict=True):
                    if variable is not None:
                        self.record_assignment(node, manager, [variable])
            case MatchStmt(subject=value, patterns=patterns):
                captured = [*captured_variables(patterns)]
                if captured:
                    self.record_assignment(node, inner_value(value), [TupleExpr([*captured])])

    def record_statement(self, node: AssignmentStmt) -> None:
        """Record an assignment statement. ``a, b = b, a`` counts as a separate assignment for each value."""
        value, lvalue = inner_value(node.rvalue), node.lvalues[0]
        if (
            isinstance(lvalue, TupleExpr | ListExpr)
            and isinstance(value, TupleExpr | ListExpr)
            and len(node.lvalues) == 1
            and len(lvalue.items) == len(value.items)
            and not any(isinstance(item, StarExpr) for item in (*lvalue.items, *value.items))
        ):
            for item, one in zip(value.items, lvalue.items, strict=True):
                self.record_assignment(node, inner_value(item), [one])
        else:
            self.record_assignment(node, value, node.lvalues)

    def record_call(self, node: CallExpr) -> None:
        """Record that a function's parameters hold the arguments of a call."""
        if isinstance(node.callee, MemberExpr):
            self.called.add(node.callee)
            if node.callee.name in CHANGING and node.args and (holder := root_of(node.callee.expr)) is not None:
                self.record.items[holder].append(node.args[-1])
            self.record._called_in[self.scope.function].add(node.callee.name)
        if is_called_lambda(node):
            self.record.called_lambdas.append(node)
        self.record_lambda_arguments(node)
        match node.callee:
            case NameExpr(node=FuncDef() as function) | NameExpr(node=Decorator(func=function)):
                self.record_arguments(node, function)
            case MemberExpr(node=None, name=name):
                self.method_calls.append((node, name))
        match node.callee:
            case RefExpr(node=FuncDef() | Decorator() | OverloadedFuncDef(), fullname=fullname):
                if self.is_of_another_module(fullname):
                    self.record._handed_on |= {key for argument in node.args if (key := key_of(argument)) is not None}

    def is_of_another_module(self, fullname: str) -> bool:
        """Whether a function belongs to another module of the program, which may change its arguments."""
        module, top = self.tree.fullname, fullname.partition(".")[0]
        if fullname.rpartition(".")[0] == module:
            return False
        return top == module.partition(".")[0] or _is_beside(top, module, self.tree.path)

    def record_method_calls(self) -> None:
        """Record the arguments of calls of methods, after all methods have been read."""
        for call, name in self.method_calls:
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
            if key is not None and parameter is not None:
                self.record_same_object(key, parameter)

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

    def record_loop(self, target: Expression, iterable: Expression) -> None:
        """Record the values that the variables of a loop take."""
        for lvalue, values in looped_values(target, iterable):
            if (key := key_of(lvalue)) is not None:
                self.record.values[key] += values

    def record_change(self, key: Key, holder: Expression) -> None:
        """Record that the list or dict that an expression names gets items."""
        self.record._changed_in[key].add(self.scope.function)
        self.record._changes[key].append(Change(self.scope.function, holder.line, self.scope.loops))
        if not isinstance(holder, NameExpr | MemberExpr):
            self.changed_inside.add(key)

    def record_same_object(self, key: Key, other: Key) -> None:
        """Record that two variables or attributes may hold the same object."""
        self.record._sources[key].add(other)
        self.record._sources[other].add(key)

    def record_item(self, part: Key, key: Key) -> None:
        """Record that the object that `part` holds is an item of the container that `key` holds."""
        self.record._sources[key].add(part)
        self.parts[key].add(part)

    def record_assignment(self, record_statement: Node, value: Expression, lvalues: list[Expression]) -> None:
        """Record an assignment."""
        record, site = self.record, Site(record_statement, value, lvalues, self.scope.function, self.scope.loops)
        if not isinstance(record_statement, OperatorAssignmentStmt | WithStmt):
            record._values[value] = site
        if not is_literal(value):
            record.sites.append(site)
        source = root_of(value) if len(lvalues) == 1 else None
        for lvalue in flattened(lvalues):
            if isinstance(lvalue, IndexExpr) and (holder := root_of(lvalue.base)) is not None:
                self.record_change(holder, lvalue.base)
                record.items[holder].append(value)
                if (item := key_of(value)) is not None:
                    self.record_item(item, holder)
            key = key_of(lvalue)
            if key is None:
                continue
            is_whole = len(lvalues) == 1 and lvalue is lvalues[0]
            is_value = is_whole and not isinstance(
                record_statement, OperatorAssignmentStmt | ForStmt | WithStmt | MatchStmt
            )
            if key in self.alone:
                record.repeated.add(key)
                self.alone[key] = None
            else:
                self.alone[key] = value if is_value and is_inferred(lvalue) else None
            record._assigned_in[key].add(self.scope.function)
            if isinstance(lvalue, MemberExpr) and not (
                isinstance(lvalue.expr, NameExpr) and lvalue.expr.name == self.scope.self_name
            ):
                record._of_others.add(key)
            if source is not None and not isinstance(record_statement, OperatorAssignmentStmt):
                self.record_same_object(key, source)
            if is_whole and not isinstance(record_statement, ForStmt):
                record.values[key].append(value)
                record.items[key] += shared_items(value)
            if is_number(value):
                record.numbers.add(key)
            if is_literal(value):
                record.others.add(key)
            if is_dtype(value):
                self.dtypes.add(key)
            if is_call_of_jax(value):
                self.returned.add(key)
            if isinstance(value, IndexExpr) and (returned := root_of(value)) is not None:
                self.items[key].add(returned)
            if is_whole and isinstance(value, RefExpr):
                record.others.add(key)
            if is_inferred(lvalue) or (isinstance(lvalue, NameExpr) and lvalue.kind == MDEF):
                self.firsts[key].append(lvalue)
        if isinstance(value, DictExpr | ListExpr | TupleExpr | SetExpr):
            self.record_literal_items(
                value, [key for lvalue in flattened(lvalues) if (key := key_of(lvalue)) is not None]
            )

    def record_literal_items(self, literal: DictExpr | ListExpr | TupleExpr | SetExpr, keys: list[Key]) -> None:
        """Record that the variables in a container literal are items of the container that other variables hold."""
        items = [item for _, item in literal.items] if isinstance(literal, DictExpr) else literal.items
        for item in items:
            if isinstance(item, NameExpr | MemberExpr) and (inner := key_of(item)) is not None:
                for key in keys:
                    self.record_item(inner, key)
            elif isinstance(item, DictExpr | ListExpr | TupleExpr | SetExpr):
                self.record_literal_items(item, keys)


def assignments(tree: MypyFile) -> Assignments:
    """The assignments of a file; empty for a stub file."""
    reader = _Reader(tree)
    if not tree.is_stub:
        reader.read()
    record, alone = reader.record, reader.alone
    items = {key for key in record.numbers if not reader.items[key].isdisjoint(reader.returned)}
    record._open = {key: reader.firsts[key] for key in reader.dtypes | items}
    record._methods = {*reader.methods}
    for key in reader.changed_inside:
        for part in reader.parts[key]:
            record._sources[part].add(key)
    record.functions = {
        key: value
        for key, value in alone.items()
        if not key.startswith(".") and isinstance(value, CallExpr | LambdaExpr)
    }
    record.aliases = {key: value for key, value in alone.items() if isinstance(value, RefExpr) and key[0] != "."}
    record.single = {value for value in alone.values() if value is not None}
    return record


assignments_of = OfFiles(assignments)
