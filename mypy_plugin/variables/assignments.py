"""Reads the assignments of a file, and the other code that may change the assigned values, from the syntax.

`assignments_of` reads each file once. The result, an `Assignments`, answers the questions about them.
"""

from __future__ import annotations

from collections import defaultdict
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
    DictionaryComprehension,
    Expression,
    ForStmt,
    FuncDef,
    GeneratorExpr,
    ImportFrom,
    IndexExpr,
    LambdaExpr,
    MatchStmt,
    MemberExpr,
    MypyFile,
    NameExpr,
    Node,
    OperatorAssignmentStmt,
    OpExpr,
    RefExpr,
    ReturnStmt,
    StarExpr,
    StrExpr,
    TupleExpr,
    Var,
    WhileStmt,
    WithStmt,
    YieldExpr,
)

from ..per_file_cache import OfFiles
from ..syntax_tree import children
from .assignment_marker import inner_value
from .assignment_record import CONSTRUCTORS, Assignments, Change, Site, closure
from .container_changes import ADDING
from .keys import (
    Function,
    Key,
    captured_variables,
    flattened,
    holder_key,
    is_inferred,
    is_place,
    is_starred,
    items_key,
    key_of,
    key_of_variable,
    paired,
    root_of,
)
from .passed_arguments import PassedArguments
from .shared_objects import (
    holders_of,
    holders_of_items,
    items_of_results,
    result_key,
    result_of_method,
    results_of_unknown_methods,
)
from .written_values import (
    is_call_of_jax,
    is_dtype,
    is_literal,
    is_number,
    items_of,
    looped,
    shared_items,
)

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
        self.arguments = PassedArguments(self.record, tree)
        """Records the arguments of calls."""
        self.scope = _Scope()
        """The surroundings of the current node."""
        self.defined: dict[tuple[Function, str], Key] = {}
        """The variable that each name in a function assigns first."""
        self.alone: dict[Key, Expression | None] = {}
        """The value of each variable's or attribute's only plain assignment; None if there are others."""
        self.firsts: defaultdict[Key, list[Expression]] = defaultdict(list)
        """The first assignments of each variable, and all assignments in a class's body."""
        self.dtypes: set[Key] = set()
        """The variables and attributes that are assigned a dtype class."""
        self.of_dtypes: set[Key] = set()
        """The variables and attributes that are assigned a container of dtype classes."""
        self.results_of_jax: set[Key] = set()
        """The variables and attributes that are assigned the result of a function of JAX."""
        self.indexed: defaultdict[Key, set[Key]] = defaultdict(set)
        """The containers whose items a variable or attribute is assigned."""
        self.augmented: list[tuple[Key, Change]] = []
        """The keys of augmented assignments, ``x += y``, which change `x` in place if it is a container."""
        self.owners: set[Expression] = set()
        """The expressions `x` in ``x.attribute``."""

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
        self.arguments.record_method_calls()

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
                used = key_of_variable(var)
                self.record.variables[used] = var
                self.record.used_in[used].add(self.scope.function)
                self.record.last_used[used] = max(node.line, self.record.last_used[used])
                if var.name == self.scope.self_name and node not in self.owners:
                    self.record.passing_self.add(self.scope.function)
            case Decorator(var=Var(is_property=True, name=name)):
                self.record.link(f".{name}", [result_of_method(name)])
            case LambdaExpr():
                self.record.escaped.update(holders_of(node.expr()))
            case FuncDef(name=name) if self.scope.is_class:
                self.arguments.methods[name].append(node)
            case Argument(variable=parameter, initializer=default, type_annotation=annotation):
                self.record.variables[key_of_variable(parameter)] = parameter
                if annotation is None:
                    self.record.unannotated.add(key_of_variable(parameter))
                if default is not None:
                    self.record.values[key_of_variable(parameter)].append(default)
                    self.record.may_alias(key_of_variable(parameter), default)
            case NameExpr(name="disable_jit") | StrExpr(value="jax_disable_jit"):
                self.record.disables_jit = True
            case MemberExpr(name=name, expr=holder):
                self.owners.add(holder)
                if name in ("disable_jit", "jax_disable_jit"):
                    self.record.disables_jit = True
                if name in ADDING:
                    self.record_changing_method(node, holder)
            case CallExpr():
                self.arguments.record_call(node, self.scope.function)
            case ReturnStmt(expr=Expression() as value):
                if isinstance(self.scope.function, FuncDef):
                    self.record_result(self.scope.function, value)
            case YieldExpr(expr=Expression() as value):
                if isinstance(self.scope.function, FuncDef):
                    self.record.may_alias_item(result_key(self.scope.function), value)
            case AssignmentStmt():
                self.record_statement(node)
            case ImportFrom(assignments=assignments):
                self.record.assigned_names += [lvalue for one in assignments for lvalue in one.lvalues]
            case AssignmentExpr(target=target, value=value):
                self.record_assignment(node, inner_value(value), [target])
            case OperatorAssignmentStmt(lvalue=lvalue, rvalue=value):
                self.record_assignment(node, inner_value(value), [lvalue])
                for key in holders_of(lvalue):
                    self.augmented.append((key, Change(self.scope.function, lvalue.line, self.scope.loops)))
            case ForStmt(index=index, expr=value):
                self.record_assignment(node, inner_value(value), [index])
                self.record_loop(index, inner_value(value))
            case (
                GeneratorExpr(indices=indices, sequences=sequences)
                | DictionaryComprehension(indices=indices, sequences=sequences)
            ):
                for index, value in zip(indices, sequences, strict=True):
                    self.record_loop(index, inner_value(value))
                    self.record.iterated.append((node, inner_value(value)))
            case OpExpr(op="or" | "and", right=value):
                self.record.alternatives.append((node, inner_value(value)))
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
        value = inner_value(node.rvalue)
        if len(node.lvalues) == 1:
            for lvalue, one in paired(node.lvalues[0], value):
                self.record_assignment(node, one, [lvalue])
        else:
            self.record_assignment(node, value, node.lvalues)

    def record_loop(self, target: Expression, iterable: Expression) -> None:
        """Record the values that the variables of a loop take."""
        for lvalue, container in looped(target, iterable):
            if (key := key_of(lvalue)) is not None:
                of_rest = is_starred([target], lvalue)
                self.record.link(items_key(key) if of_rest else key, holders_of_items(container))
                self.record.values[key] += shared_items(container)
                self.record.unpacked[key].append(iterable)

    def record_change(self, key: Key, line: int) -> None:
        """Record that the list or dict for which a key stands gets items."""
        self.record.changed_in[key].add(self.scope.function)
        self.record.changes[key].append(Change(self.scope.function, line, self.scope.loops))

    def record_changing_method(self, method: MemberExpr, holder: Expression) -> None:
        """Record a method that adds items to a container: its call, or its use as a value."""
        for key in holders_of(holder):
            if method in self.arguments.called and is_place(holder):
                self.record_change(key, holder.line)
            else:
                self.record.escaped.add(key)

    def record_assignment(self, statement: Node, value: Expression, lvalues: list[Expression]) -> None:
        """Record the assignment of one value."""
        site = Site(statement, value, lvalues, self.scope.function, self.scope.loops)
        if not isinstance(statement, OperatorAssignmentStmt | WithStmt):
            self.record.site_of_value[value] = site
        if not is_literal(value) or self.is_of_attribute(site):
            self.record.sites.append(site)
        for other in lvalues[1:]:
            for one in holders_of(lvalues[0]):
                self.record.link(one, holders_of(other))
        for lvalue in flattened(lvalues):
            if isinstance(lvalue, IndexExpr):
                container = inner_value(lvalue.base)
                if not isinstance(container, NameExpr | MemberExpr | IndexExpr):
                    self.record.assigned_into.append((lvalue, container))
                for holder in holders_of(container):
                    self.record_item_assignment(holder, lvalue, value)
            if (key := key_of(lvalue) or self.redefined_key(lvalue)) is not None:
                self.record_target(site, lvalue, key)
            elif isinstance(lvalue, NameExpr):
                self.record.assigned_names.append(lvalue)

    def is_of_attribute(self, site: Site) -> bool:
        """Whether a function that is no constructor assigns an attribute, and nothing else."""
        function, lvalues = site.function, site.lvalues
        is_first = isinstance(function, FuncDef) and function.name in CONSTRUCTORS
        return function is not None and not is_first and len(lvalues) == 1 and isinstance(lvalues[0], MemberExpr)

    def redefined_key(self, lvalue: Expression) -> Key | None:
        """The key of a variable that ``x: float = 1`` declares again, or None; mypy gives that target no variable."""
        if not isinstance(lvalue, NameExpr) or lvalue.node is not None:
            return None
        key = self.defined.get((self.scope.function, lvalue.name))
        if key is not None:
            self.record.redefined.add(key)
        return key

    def record_item_assignment(self, holder: Key, lvalue: IndexExpr, value: Expression) -> None:
        """Record ``holder[index] = value``; mypy's hooks do not know the holder behind other expressions."""
        if not is_place(lvalue.base):
            self.record.escaped.add(holder)
        self.record_change(holder, lvalue.line)
        self.record.items[holder_key(holder)].append(value)
        self.record.may_alias_item(holder, value)

    def record_target(self, site: Site, lvalue: Expression, key: Key) -> None:
        """Record one variable or attribute that an assignment changes."""
        record, statement, value = self.record, site.statement, site.value
        is_augmented = isinstance(statement, OperatorAssignmentStmt)
        is_whole = len(site.lvalues) == 1 and lvalue is site.lvalues[0]
        is_value = is_whole and not isinstance(statement, OperatorAssignmentStmt | ForStmt | WithStmt | MatchStmt)
        if key in self.alone:
            record.repeated.add(key)
            self.alone[key] = None
        else:
            self.alone[key] = value if is_value and is_inferred(lvalue) else None
        record.assigned_in[key].add(self.scope.function)
        record.places[key].append(site)
        if isinstance(lvalue, NameExpr):
            self.defined.setdefault((self.scope.function, lvalue.name), key)
        if isinstance(lvalue, MemberExpr) and not (
            isinstance(lvalue.expr, NameExpr) and lvalue.expr.name == self.scope.self_name
        ):
            record.assigned_on_others.add(key)
        if not is_augmented and not isinstance(statement, ForStmt):
            self.record_sources(site, lvalue, key)
        if is_whole and not isinstance(statement, ForStmt):
            record.values[key].append(value)
            record.items[key] += shared_items(value)
            if isinstance(statement, OperatorAssignmentStmt) and statement.op == "|":
                record.items[key].append(StarExpr(value))
        else:
            record.unpacked[key].append(value)
        if not is_augmented:  # the variable holds the result of the operator, and not the value
            self.record_kind(key, value, is_whole=is_whole)
        is_declared = isinstance(statement, AssignmentStmt) and statement.unanalyzed_type is not None
        if is_inferred(lvalue) or (isinstance(lvalue, NameExpr) and lvalue.kind == MDEF and not is_declared):
            self.firsts[key].append(lvalue)

    def record_sources(self, site: Site, lvalue: Expression, key: Key) -> None:
        """Record which variables may hold the same object as a variable that is assigned."""
        if isinstance(site.statement, WithStmt):
            self.record.link(key, [result_of_method("__enter__")])
        elif lvalue in site.lvalues or isinstance(site.statement, MatchStmt):
            self.record.may_alias(key, site.value)
        if lvalue in site.lvalues and not isinstance(site.statement, WithStmt):
            return
        tuples = [t.items for t in site.lvalues if isinstance(t, TupleExpr) and lvalue in t.items]
        position = tuples[0].index(lvalue) if tuples else None
        of_rest = is_starred(site.lvalues, lvalue)
        self.record.link(items_key(key) if of_rest else key, holders_of_items(site.value, position))

    def record_result(self, function: FuncDef, value: Expression) -> None:
        """Record what a function returns; the items of a returned tuple have keys of their own."""
        if not isinstance(value, TupleExpr):
            self.record.may_alias(result_key(function), value)
            return
        for position, item in enumerate(value.items):
            self.record.may_alias(result_key(function, position), item)

    def record_kind(self, key: Key, value: Expression, *, is_whole: bool) -> None:
        """Record the kind of value that a variable or attribute is assigned: a number, a dtype, an item.

        Args:
            key: the variable or attribute.
            value: the value.
            is_whole: whether the variable is assigned the value itself, and no part of it.
        """
        if is_number(value):
            self.record.numbers.add(key)
        if is_literal(value) or (is_whole and isinstance(value, RefExpr)):
            self.record.others.add(key)
        if is_dtype(value):
            self.dtypes.add(key)
        if any(is_dtype(item) for item in items_of(value)):
            self.of_dtypes.add(key)
        if is_call_of_jax(value):
            self.results_of_jax.add(key)
        if isinstance(value, IndexExpr) and (container := root_of(value)) is not None:
            self.indexed[key].add(container)


def assignments(tree: MypyFile) -> Assignments:
    """The assignments of a file; empty for a stub file."""
    reader = _Reader(tree)
    if not tree.is_stub:
        reader.read()
    record, alone = reader.record, reader.alone
    items = {key for key in record.numbers if not reader.indexed[key].isdisjoint(reader.results_of_jax)}
    record.methods = dict(reader.arguments.methods)
    for key in [*results_of_unknown_methods(record.linked, record.methods)]:
        record.unlink(key)
    for key, single in [*items_of_results(record.linked)]:
        record.link(key, single)
    for key, change in reader.augmented:
        if any(record.items.get(holder_key(one)) for one in closure({key}, record.linked)):
            record.changed_in[key].add(change.function)
            record.changes[key].append(change)
    record.changed_dtypes = {key for key in reader.of_dtypes if not record.keeps_its_items(key)}
    opened = reader.dtypes | items | record.changed_dtypes
    record.open_variables = {key: reader.firsts[key] for key in opened}
    record.functions = {
        key: value
        for key, value in alone.items()
        if not key.startswith(".") and isinstance(value, CallExpr | LambdaExpr)
    }
    record.aliases = {key: value for key, value in alone.items() if isinstance(value, RefExpr) and key[0] != "."}
    record.single = {value for value in alone.values() if value is not None}
    return record


assignments_of = OfFiles(assignments)
