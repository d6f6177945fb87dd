"""What a file assigns to its variables and attributes, and who else may change what they hold.

All of it is read off the syntax, once for each file. `assigned_values` asks it which assignments to look at, and
whether mypy may follow what a variable holds from one statement to the next.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import NamedTuple, TypeAlias

from mypy.nodes import (
    MDEF,
    Argument,
    AssignmentExpr,
    AssignmentStmt,
    Block,
    CallExpr,
    ClassDef,
    ComplexExpr,
    ConditionalExpr,
    DictExpr,
    Expression,
    FloatExpr,
    ForStmt,
    FuncDef,
    IndexExpr,
    IntExpr,
    LambdaExpr,
    ListComprehension,
    ListExpr,
    MatchStmt,
    MemberExpr,
    MypyFile,
    NameExpr,
    Node,
    OperatorAssignmentStmt,
    RefExpr,
    SetExpr,
    StarExpr,
    StrExpr,
    TupleExpr,
    TypeInfo,
    UnaryExpr,
    Var,
    WithStmt,
)
from mypy.patterns import AsPattern, MappingPattern, StarredPattern

from ..jax_names import NODES
from ..per_file_cache import OfFiles
from ..syntax_tree import children
from .assignment_marker import inner_value

Function: TypeAlias = FuncDef | LambdaExpr | None
"""The function that a statement stands in; None for the module's own, and those of its classes."""

Key: TypeAlias = str
"""A variable by its name and the place of its first assignment, since mypy's daemon makes new objects for variables; an
attribute, of whichever object, by its name after a point."""

CHANGING = frozenset(
    (
        *("append", "appendleft", "extend", "extendleft", "insert", "add", "update", "setdefault"),
        *("__setitem__", "__iadd__", "__ior__"),
    )
)
"""The methods by which new items come into a list, dict, set or deque."""

CONSTRUCTORS = frozenset(("__init__", "__post_init__", "__new__", "setup"))
"""The methods that run before all others of an object."""


class Site(NamedTuple):
    """A place where a value is assigned.

    Attributes:
        statement: the statement, or the `AssignmentExpr`.
        value: the value; of a ``for`` the iterable, of a ``match`` the subject.
        lvalues: what it is assigned to, several in ``a = b = value``.
        function: the function that it stands in.
    """

    statement: Node
    value: Expression
    lvalues: list[Expression]
    function: Function


class Assignments:
    """The assignments of a file.

    Attributes:
        sites: all places where a value is assigned, but for those of Python's literals.
        repeated: the variables and attributes that are assigned more than once.
        numbers: those that are assigned a number's literal.
        others: those that are assigned a number's literal, a text, None, or what another variable holds.
        functions: the variables that are assigned just once, a lambda or what a call returns.
        single: the values that are all that a variable or attribute is assigned.
        values: the values that a variable or attribute is assigned, the defaults of parameters among them.
        items: the items that it gets, those of the lists and dicts that it is assigned among them.
    """

    def __init__(self) -> None:
        self.sites: list[Site] = []
        self.repeated: set[Key] = set()
        self.numbers: set[Key] = set()
        self.others: set[Key] = set()
        self._open: dict[Key, list[Expression]] = {}
        self.functions: dict[Key, Expression] = {}
        self.single: set[Expression] = set()
        self.values: defaultdict[Key, list[Expression]] = defaultdict(list)
        self.items: defaultdict[Key, list[Expression]] = defaultdict(list)
        self._values: dict[Expression, Site] = {}
        self._assigned_in: defaultdict[Key, set[Function]] = defaultdict(set)
        self._used_in: defaultdict[Key, set[Function]] = defaultdict(set)
        self._changed_in: defaultdict[Key, set[Function]] = defaultdict(set)
        self._of_others: set[Key] = set()
        self._methods: set[str] = set()
        self._called_in: defaultdict[Function, set[str]] = defaultdict(set)
        self._letting_go: set[Function] = set()
        self._handed_on: set[Key] = set()
        self._sources: defaultdict[Key, set[Key]] = defaultdict(set)

    def targets(self, value: Expression) -> list[Expression]:
        """What a value is assigned to."""
        site = self._values.get(value)
        return [] if site is None else site.lvalues

    def open_firsts(self) -> Iterator[tuple[Expression, bool]]:
        """The first assignments to what may hold anything later, and whether it is assigned only once in this file.

        These are dtype classes; and numbers, where an item of what a function of JAX's returns takes their place.
        """
        for key, lvalues in self._open.items():
            yield from ((lvalue, key not in self.repeated) for lvalue in lvalues)

    def is_followed(self, key: Key, function: Function) -> bool:
        """Whether nothing but a function's own statements can give a variable or attribute another value meanwhile.

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
        """Whether a list, dict or set that a variable or attribute holds may get items that its uses do not show.

        Its uses show them if one function alone assigns, changes and uses it, by no other name, and assigns it once:
        of one of two dicts, as after a branch, mypy asks no hook where it gets an item.
        """
        group, pending = {key}, [key]
        while pending:
            new = self._sources[pending.pop()] - group
            group |= new
            pending += new
        if group & self._handed_on or any(self._changed_in[one] for one in group - {key}):
            return True
        if not self._changed_in[key]:
            return False
        functions = self._assigned_in[key] | self._changed_in[key] | self._used_in[key]
        return key.startswith(".") or len(functions) > 1 or key in self.repeated


def key_of(lvalue: Expression) -> Key | None:
    """The variable or attribute that an expression names."""
    match lvalue:
        case NameExpr(node=Var() as var):
            return f".{var.name}" if lvalue.kind == MDEF else _key(var)
        case MemberExpr(name=name):
            return f".{name}"
    return None


def _key(var: Var) -> Key:
    return f"{var.fullname}:{var.line}:{var.column}"


def flattened(lvalues: Iterable[Expression]) -> Iterator[Expression]:
    """The variables, attributes and items in lvalues, which may be tuples and lists of some."""
    for lvalue in lvalues:
        if isinstance(lvalue, TupleExpr | ListExpr):
            yield from flattened(lvalue.items)
        else:
            yield lvalue.expr if isinstance(lvalue, StarExpr) else lvalue


def root_of(expression: Expression) -> Key | None:
    """The variable or attribute that holds what an expression is, or what that is an item of."""
    match expression:
        case IndexExpr(base=inner) | CallExpr(callee=MemberExpr(expr=inner)):
            return root_of(inner)
        case NameExpr() | MemberExpr():
            return key_of(expression)
    return None


class _Scope(NamedTuple):
    """Where a statement stands.

    Attributes:
        function: the function.
        is_class: whether it is the body of a class, and not that of a function in it.
        self_name: the name that a method gives to its instance.
    """

    function: Function = None
    is_class: bool = False
    self_name: str = ""


class _Reader:
    """Reads a file."""

    def __init__(self) -> None:
        self.found = Assignments()
        self.scope = _Scope()
        self.alone: dict[Key, Expression | None] = {}
        self.called: set[Expression] = set()
        self.parts: defaultdict[Key, set[Key]] = defaultdict(set)
        self.changed_inside: set[Key] = set()
        self.firsts: defaultdict[Key, list[Expression]] = defaultdict(list)
        self.dtypes: set[Key] = set()
        self.returned: set[Key] = set()
        self.items: defaultdict[Key, set[Key]] = defaultdict(set)
        self.methods: set[str] = set()
        self.owners: set[Expression] = set()

    def read(self, tree: MypyFile) -> None:
        """Read it, statement by statement."""
        pending: list[tuple[Node | Argument, _Scope]] = [(d, self.scope) for d in reversed(tree.defs)]
        while pending:
            node, self.scope = pending.pop()
            if isinstance(node, Block) and node.is_unreachable:
                continue  # mypy analyzes nothing for another platform or version of Python
            self.node(node)
            inner = self.inside(node)
            pending += [(child, inner) for child in reversed([*children(node)])]

    def inside(self, node: Node | Argument) -> _Scope:
        """The scope of what stands in a node."""
        match node:
            case ClassDef():
                return self.scope._replace(is_class=True)
            case FuncDef(arguments=arguments) if self.scope.is_class:
                return _Scope(node, self_name=arguments[0].variable.name if arguments else "")
            case FuncDef() | LambdaExpr():
                return _Scope(node, self_name=self.scope.self_name)
        return self.scope

    def node(self, node: Node | Argument) -> None:
        """Note what a statement or an expression assigns, uses or changes."""
        match node:
            case NameExpr(node=Var() as var):
                self.found._used_in[_key(var)].add(self.scope.function)
                if var.name == self.scope.self_name and node not in self.owners:
                    self.found._letting_go.add(self.scope.function)
            case FuncDef(name=name) if self.scope.is_class:
                self.methods.add(name)
            case Argument(variable=parameter, initializer=Expression() as default):
                self.found.values[_key(parameter)].append(default)
            case MemberExpr(name=name, expr=holder):
                self.owners.add(holder)
                key = root_of(holder) if name in CHANGING else None
                if key is not None and node in self.called:
                    self.changed(key, holder)
                elif key is not None:
                    self.found._handed_on.add(key)
            case CallExpr():
                self.call(node)
            case AssignmentStmt():
                self.statement(node)
            case AssignmentExpr(target=target, value=value):
                self.assigned(node, inner_value(value), [target])
            case OperatorAssignmentStmt(lvalue=lvalue, rvalue=value):
                self.assigned(node, inner_value(value), [lvalue])
                key = key_of(lvalue)
                if key is not None and isinstance(inner_value(value), ListExpr | ListComprehension):
                    self.changed(key, lvalue)
            case ForStmt(index=index, expr=value):
                self.assigned(node, inner_value(value), [index])
            case WithStmt(expr=values, target=targets):
                for manager, variable in zip(values, targets, strict=True):
                    if variable is not None:
                        self.assigned(node, manager, [variable])
            case MatchStmt(subject=value, patterns=patterns):
                captured = [*_captured(patterns)]
                if captured:
                    self.assigned(node, inner_value(value), [TupleExpr([*captured])])

    def statement(self, node: AssignmentStmt) -> None:
        """Note an assignment statement; ``a, b = b, a`` is one for each of the values."""
        value, lvalue = inner_value(node.rvalue), node.lvalues[0]
        if (
            isinstance(lvalue, TupleExpr | ListExpr)
            and isinstance(value, TupleExpr | ListExpr)
            and len(node.lvalues) == 1
            and len(lvalue.items) == len(value.items)
            and not any(isinstance(item, StarExpr) for item in (*lvalue.items, *value.items))
        ):
            for item, one in zip(value.items, lvalue.items, strict=True):
                self.assigned(node, inner_value(item), [one])
        else:
            self.assigned(node, value, node.lvalues)

    def call(self, node: CallExpr) -> None:
        """Note that a function's parameters hold what it is called with."""
        if isinstance(node.callee, MemberExpr):
            self.called.add(node.callee)
            if node.callee.name in CHANGING and node.args and (holder := root_of(node.callee.expr)) is not None:
                self.found.items[holder].append(node.args[-1])
            self.found._called_in[self.scope.function].add(node.callee.name)
        if not isinstance(node.callee, NameExpr) or not isinstance(node.callee.node, FuncDef):
            return
        arguments = getattr(node.callee.node, "arguments", None) or ()  # a function from mypy's cache has none
        parameters = {a.variable.name: _key(a.variable) for a in arguments}
        by_position = [*parameters.values()]
        for position, (argument, name) in enumerate(zip(node.args, node.arg_names, strict=True)):
            key = key_of(argument)
            by_name = parameters.get(name) if name else None
            parameter = by_name or (by_position[position] if position < len(by_position) else None)
            if key is not None and parameter is not None:
                self.is_one(key, parameter)

    def changed(self, key: Key, holder: Expression) -> None:
        """Note that the list or dict that an expression names gets items."""
        self.found._changed_in[key].add(self.scope.function)
        if not isinstance(holder, NameExpr | MemberExpr):
            self.changed_inside.add(key)

    def is_one(self, key: Key, other: Key) -> None:
        """Note that two variables or attributes may hold the same object."""
        self.found._sources[key].add(other)
        self.found._sources[other].add(key)

    def is_part(self, part: Key, key: Key) -> None:
        """Note that what one holds is an item of what the other holds."""
        self.found._sources[key].add(part)
        self.parts[key].add(part)

    def assigned(self, statement: Node, value: Expression, lvalues: list[Expression]) -> None:
        """Note an assignment."""
        found, site = self.found, Site(statement, value, lvalues, self.scope.function)
        if not isinstance(statement, OperatorAssignmentStmt | WithStmt):
            found._values[value] = site
        if not is_literal(value):
            found.sites.append(site)
        source = root_of(value) if len(lvalues) == 1 else None
        for lvalue in flattened(lvalues):
            if isinstance(lvalue, IndexExpr) and (holder := root_of(lvalue.base)) is not None:
                self.changed(holder, lvalue.base)
                found.items[holder].append(value)
                if (item := key_of(value)) is not None:
                    self.is_part(item, holder)
            key = key_of(lvalue)
            if key is None:
                continue
            is_whole = len(lvalues) == 1 and lvalue is lvalues[0]
            is_value = is_whole and not isinstance(statement, OperatorAssignmentStmt | ForStmt | WithStmt | MatchStmt)
            if key in self.alone:
                found.repeated.add(key)
                self.alone[key] = None
            else:
                self.alone[key] = value if is_value and is_inferred(lvalue) else None
            found._assigned_in[key].add(self.scope.function)
            if isinstance(lvalue, MemberExpr) and not (
                isinstance(lvalue.expr, NameExpr) and lvalue.expr.name == self.scope.self_name
            ):
                found._of_others.add(key)
            if source is not None and not isinstance(statement, OperatorAssignmentStmt):
                self.is_one(key, source)
            if isinstance(statement, ForStmt):
                found.values[key] += [item for inner in items_of(value) for item in inner]
            elif is_whole:
                found.values[key].append(value)
                found.items[key] += [item for inner in items_of(value) for item in inner]
            if is_number(value):
                found.numbers.add(key)
            if is_literal(value):
                found.others.add(key)
            if is_dtype(value):
                self.dtypes.add(key)
            if _is_of_jax(value):
                self.returned.add(key)
            if isinstance(value, IndexExpr) and (returned := root_of(value)) is not None:
                self.items[key].add(returned)
            if is_whole and isinstance(value, RefExpr):
                found.others.add(key)
            if is_inferred(lvalue) or (isinstance(lvalue, NameExpr) and lvalue.kind == MDEF):
                self.firsts[key].append(lvalue)
        if isinstance(value, DictExpr | ListExpr | TupleExpr | SetExpr):
            self.displayed(value, [key for lvalue in flattened(lvalues) if (key := key_of(lvalue)) is not None])

    def displayed(self, display: DictExpr | ListExpr | TupleExpr | SetExpr, keys: list[Key]) -> None:
        """Note that what stands in a display is a part of what variables hold."""
        items = [item for _, item in display.items] if isinstance(display, DictExpr) else display.items
        for item in items:
            if isinstance(item, NameExpr | MemberExpr) and (inner := key_of(item)) is not None:
                for key in keys:
                    self.is_part(inner, key)
            elif isinstance(item, DictExpr | ListExpr | TupleExpr | SetExpr):
                self.displayed(item, keys)


def _captured(patterns: Iterable[Node]) -> Iterator[NameExpr]:
    """The variables that patterns assign."""
    pending: list[Node | Argument] = [*patterns]
    while pending:
        match pattern := pending.pop():
            case AsPattern(name=NameExpr() as name) | StarredPattern(capture=NameExpr() as name):
                yield name
            case MappingPattern(rest=NameExpr() as name):
                yield name
        pending += children(pattern)


def items_of(value: Expression) -> Iterator[list[Expression]]:
    """The items of a list, dict, tuple or set that is written out, and those of what is in it."""
    match value:
        case DictExpr(items=pairs):
            items = [item for _, item in pairs]
        case ListExpr(items=items) | TupleExpr(items=items) | SetExpr(items=items):
            pass
        case _:
            return
    yield items
    for item in items:
        yield from items_of(item)


def is_inferred(lvalue: Expression) -> bool:
    """Whether an lvalue is the first of its variable, whose type mypy has yet to infer."""
    return isinstance(lvalue, NameExpr | MemberExpr) and lvalue.is_inferred_def


def _is_of_jax(value: Expression) -> bool:
    """Whether it is a call of a function of JAX's."""
    return (
        isinstance(value, CallExpr) and isinstance(value.callee, RefExpr) and value.callee.fullname.startswith("jax.")
    )


def is_number(value: Expression) -> bool:
    """Whether it is the literal of a number."""
    if isinstance(value, UnaryExpr):
        return is_number(value.expr)
    is_bool = isinstance(value, NameExpr) and value.fullname in ("builtins.True", "builtins.False")
    return is_bool or isinstance(value, IntExpr | FloatExpr | ComplexExpr)


def is_literal(value: Expression) -> bool:
    """Whether it is the literal of a number or a text, or None."""
    is_none = isinstance(value, NameExpr) and value.fullname == "builtins.None"
    return is_none or isinstance(value, StrExpr) or is_number(value)


def is_dtype(value: Expression) -> bool:
    """Whether it is a dtype class, or one of two."""
    if isinstance(value, ConditionalExpr):
        return is_dtype(value.if_expr) or is_dtype(value.else_expr)
    return isinstance(value, RefExpr) and isinstance(value.node, TypeInfo) and value.node.fullname in NODES


def assignments(tree: MypyFile) -> Assignments:
    """The assignments of a file; of a stub none."""
    reader = _Reader()
    if not tree.is_stub:
        reader.read(tree)
    found, alone = reader.found, reader.alone
    items = {key for key in found.numbers if not reader.items[key].isdisjoint(reader.returned)}
    found._open = {key: reader.firsts[key] for key in reader.dtypes | items}
    found._methods = reader.methods
    for key in reader.changed_inside:
        for part in reader.parts[key]:
            found._sources[part].add(key)
    found.functions = {
        key: value
        for key, value in alone.items()
        if not key.startswith(".") and isinstance(value, CallExpr | LambdaExpr)
    }
    found.single = {value for value in alone.values() if value is not None}
    return found


assignments_of = OfFiles(assignments)
