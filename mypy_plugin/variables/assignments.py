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
    RefExpr,
    StarExpr,
    StrExpr,
    TupleExpr,
    WithStmt,
)

from ..per_file_cache import OfFiles
from ..syntax_tree import children
from .assignment_marker import inner_value, is_marked
from .assignment_record import CONSTRUCTORS, Assignments, Site
from .keys import Function, Key, captured_variables, flattened, is_inferred, key_of, key_of_variable, paired, root_of
from .lambda_defaults import is_called_lambda
from .written_values import is_call_of_jax, is_dtype, is_literal, is_number, items_of, looped, shared_items

ADDING = {
    **dict.fromkeys(("append", "appendleft", "insert", "add", "setdefault", "put", "__setitem__"), False),
    **dict.fromkeys(("extend", "extendleft", "update"), True),
}
"""The methods that add items to a container, and whether they add all items of their last argument."""
WITH_ARRAYS = ("jax.", "numpy.")
"""The prefixes of the functions that take a literal for an array."""
SCOPES = (ClassDef, FuncDef, LambdaExpr)
"""The nodes that have another scope inside."""


class _Scope(NamedTuple):
    """The surroundings of a statement.

    Attributes:
        function: the function that contains it.
        is_class: whether it is directly in the body of a class.
        self_name: the name of the method's first parameter.
    """

    function: Function = None
    is_class: bool = False
    self_name: str = ""


class _Reader:
    """Reads the assignments of a file."""

    def __init__(self, tree: MypyFile) -> None:
        self.tree = tree
        self.record = Assignments()
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
        self.results_of_jax: set[Key] = set()
        """The variables and attributes that are assigned the result of a function of JAX."""
        self.indexed: defaultdict[Key, set[Key]] = defaultdict(set)
        """The containers whose items a variable or attribute is assigned."""

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

    def inside(self, node: Node | Argument) -> _Scope:
        """The scope of the nodes inside a node."""
        match node:
            case ClassDef():
                return self.scope._replace(is_class=True)
            case FuncDef(arguments=arguments) if self.scope.is_class:
                return _Scope(node, self_name=arguments[0].variable.name if arguments else "")
            case FuncDef() | LambdaExpr():
                return _Scope(node, self_name=self.scope.self_name)
        return self.scope

    def record_node(self, node: Node | Argument) -> None:
        """Record the assignments, uses and changes of a statement or an expression."""
        if isinstance(node, MemberExpr):
            self.owners.add(node.expr)
        if isinstance(node, NameExpr | MemberExpr):
            self.record.used_names.add(node.name)
        match node:
            case FuncDef(name=name) if self.scope.is_class:
                self.record.methods.add(name)
            case NameExpr(name=name) if name == self.scope.self_name and node not in self.owners:
                self.record.passing_self.add(self.scope.function)
            case Argument(variable=parameter, initializer=default, type_annotation=annotation):
                self.record.parameters[key_of_variable(parameter)] = getattr(self.scope.function, "name", "")
                if annotation is None:
                    self.record.unannotated.add(key_of_variable(parameter))
                if default is not None:
                    self.record.values[key_of_variable(parameter)].append(default)
            case NameExpr(name="disable_jit") | StrExpr(value="jax_disable_jit"):
                self.record.disables_jit = True
            case MemberExpr(name="disable_jit" | "jax_disable_jit"):
                self.record.disables_jit = True
            case MemberExpr(name="items" | "values", expr=holder):
                self.record.iterated.append((node, inner_value(holder)))
            case CallExpr() if not is_marked(node):
                self.record_call(node)
            case AssignmentStmt():
                self.record_statement(node)
            case ImportFrom(assignments=assignments):
                self.record.assigned_names += [lvalue for one in assignments for lvalue in one.lvalues]
            case AssignmentExpr(target=target, value=value):
                self.record_assignment(node, inner_value(value), [target])
            case OperatorAssignmentStmt(lvalue=lvalue, rvalue=value):
                self.record_assignment(node, inner_value(value), [lvalue])
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
                self.record.values[key] += shared_items(container)
                self.record.unpacked[key].append(iterable)

    def record_call(self, node: CallExpr) -> None:
        """Record the literals that a call gets, and the item that it adds to a container."""
        if is_called_lambda(node):
            self.record.called_lambdas.append(node)
        if not (isinstance(node.callee, RefExpr) and node.callee.fullname.startswith(WITH_ARRAYS)):
            self.record.iterated += [(node, inner_value(argument)) for argument in node.args]
        if isinstance(node.callee, MemberExpr):
            self.record.called_in[self.scope.function].add(node.callee.name)
        match node:
            case CallExpr(callee=MemberExpr(expr=holder, name=name), args=[*_, item]) if name in ADDING:
                self.record_item(holder, StarExpr(item) if ADDING[name] and node.arg_names[-1] is None else item)

    def record_item(self, container: Expression, item: Expression) -> None:
        """Record that a container gets an item."""
        if (key := root_of(inner_value(container))) is not None:
            self.record.items[key].append(item)

    def record_assignment(self, statement: Node, value: Expression, lvalues: list[Expression]) -> None:
        """Record the assignment of one value."""
        site = Site(statement, value, lvalues, self.scope.function)
        if not isinstance(statement, OperatorAssignmentStmt | WithStmt):
            self.record.site_of_value[value] = site
        if not is_literal(value) or self.is_of_attribute(site):
            self.record.sites.append(site)
        for lvalue in flattened(lvalues):
            if isinstance(lvalue, IndexExpr):
                self.record_item(lvalue.base, value)
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
        if not isinstance(value, TupleExpr) and any(is_dtype(item) for item in items_of(value)):
            self.record.changed_dtypes.add(key)
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
    opened = reader.dtypes | items | record.changed_dtypes
    record.open_variables = {key: reader.firsts[key] for key in opened}
    record.functions = {
        key: value
        for key, value in alone.items()
        if not key.startswith(".") and isinstance(value, CallExpr | LambdaExpr)
    }
    record.single = {value for value in alone.values() if value is not None}
    return record


assignments_of = OfFiles(assignments)
