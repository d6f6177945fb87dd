"""The assignments of a file, and the questions that the plugin asks about them.

`assignments.assignments_of` reads them. `followed_values` asks which assignments it must follow, and whether mypy's
binder sees every change of a variable's value.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from mypy.nodes import (
    Argument,
    CallExpr,
    Expression,
    ForStmt,
    FuncDef,
    GeneratorExpr,
    IndexExpr,
    MemberExpr,
    NameExpr,
    Node,
    OpExpr,
    RefExpr,
    Var,
)
from mypy.types import Instance, get_proper_type

from ..jax_names import ARRAY
from .assignment_marker import inner_value
from .keys import Function, Key, flattened, holder_key, items_key, root_of
from .shared_objects import holders_of, holders_of_items

CONSTRUCTORS = frozenset(("__init__", "__post_init__", "__new__"))
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
        sites: all places where a value is assigned, except literals of variables, and of attributes in constructors.
        redefined: the variables that the same function declares again. mypy reports the second declaration, and its
            binder does not see the value.
        repeated: the variables and attributes that are assigned more than once.
        numbers: the variables and attributes that are assigned a number literal.
        others: the variables and attributes that are assigned a number literal, a string, None or another variable.
        functions: the variables with a single assignment, of a lambda or of a call's result.
        aliases: the variables with a single assignment of a named object.
        single: the values that are the only assignment of their variable or attribute.
        values: the values that each variable, attribute or parameter (by its default) is assigned.
        items: the items that are put into each container, including the items of literals.
        unpacked: the values of which each variable or attribute is assigned a part: an item, or items.
        called_lambdas: the calls whose callee is a lambda with default values.
        unannotated: the parameters without annotations, including all parameters of lambdas.
        iterated: the values that comprehensions iterate over, and the arguments of calls, each with the node around it.
        alternatives: the right operands of ``or`` and ``and``, each with the operator around it.
        assigned_into: the containers of assigned items that are no variables, with the item: ``(a or b)["w"] = x``.
    """

    def __init__(self) -> None:
        self.sites: list[Site] = []
        self.redefined: set[Key] = set()
        self.repeated: set[Key] = set()
        self.numbers: set[Key] = set()
        self.others: set[Key] = set()
        self.functions: dict[Key, Expression] = {}
        self.aliases: dict[Key, RefExpr] = {}
        self.single: set[Expression] = set()
        self.values: defaultdict[Key, list[Expression]] = defaultdict(list)
        self.items: defaultdict[Key, list[Expression]] = defaultdict(list)
        self.unpacked: defaultdict[Key, list[Expression]] = defaultdict(list)
        self.called_lambdas: list[CallExpr] = []
        self.unannotated: set[Key] = set()
        self.iterated: list[tuple[Node | Argument, Expression]] = []
        self.alternatives: list[tuple[OpExpr, Expression]] = []
        self.assigned_into: list[tuple[IndexExpr, Expression]] = []
        self.open_variables: dict[Key, list[Expression]] = {}
        """The first assignments of variables that may hold a value of any type later."""
        self.changed_dtypes: set[Key] = set()
        """The variables and attributes that hold a container of dtype classes, which gets other dtype classes."""
        self.site_of_value: dict[Expression, Site] = {}
        """The place where each value is assigned."""
        self.passed: defaultdict[Key, list[Expression]] = defaultdict(list)
        """The arguments that the file's calls pass to each parameter of its functions."""
        self.disables_jit = False
        """Whether the file names `jax.disable_jit`, which switches compilation off."""
        self.assigned_names: list[Expression] = []
        """The functions and classes that the file assigns, and the names that it imports from several modules."""
        self.places: defaultdict[Key, list[Site]] = defaultdict(list)
        """All places that assign a variable or attribute."""
        self.assigned_in: defaultdict[Key, set[Function]] = defaultdict(set)
        """The functions that assign a variable or attribute."""
        self.used_in: defaultdict[Key, set[Function]] = defaultdict(set)
        """The functions that use a variable."""
        self.last_used: defaultdict[Key, int] = defaultdict(int)
        """The last line that names a variable."""
        self.changed_in: defaultdict[Key, set[Function]] = defaultdict(set)
        """The functions that put items into the container for which a key stands."""
        self.changes: defaultdict[Key, list[Change]] = defaultdict(list)
        """The places where a container gets items."""
        self.assigned_on_others: set[Key] = set()
        """The attributes that are assigned on an object that may be another one than `self`."""
        self.methods: dict[str, list[FuncDef]] = {}
        """The methods of the file's classes, by name."""
        self.called_in: defaultdict[Function, set[str]] = defaultdict(set)
        """The names of the methods that a function calls."""
        self.passing_self: set[Function] = set()
        """The methods that use `self` as a value, so that other code may change its attributes."""
        self.escaped: set[Key] = set()
        """The keys of containers that code may change which the plugin does not follow."""
        self.variables: dict[Key, Var] = {}
        """The variables by their keys."""
        self.linked: defaultdict[Key, set[Key]] = defaultdict(set)
        """The keys that may stand for the same object: variables, attributes, and the items of what they hold."""

    def link(self, key: Key, others: Iterable[Key]) -> None:
        """Record that a key may stand for the same object, and so for the same items, as each of other keys."""
        for other in others:
            for one, another in ((key, other), (items_key(key), items_key(other))):
                self.linked[one].add(another)
                self.linked[another].add(one)

    def targets(self, value: Expression) -> list[Expression]:
        """The targets that a value is assigned to."""
        site = self.site_of_value.get(value)
        return [] if site is None else site.lvalues

    def targets_everywhere(self) -> Iterator[Expression]:
        """The single targets of all assignments, and the names that the file imports from several modules."""
        yield from self.assigned_names
        for sites in self.places.values():
            for site in sites:
                yield from flattened(site.lvalues)

    def open_firsts(self) -> Iterator[tuple[Expression, bool]]:
        """The first assignment of each variable that may hold any type later, and whether it has only one in this file.

        Such a variable first holds a dtype class, or a number that an item of a JAX function's result replaces.
        """
        for key, lvalues in self.open_variables.items():
            is_single = key not in self.repeated and key not in self.changed_dtypes
            yield from ((lvalue, is_single) for lvalue in lvalues)

    def is_followed(self, key: Key, function: Function) -> bool:
        """Whether only one function's own statements can change a variable's or attribute's value while it runs.

        Args:
            key: the variable or attribute.
            function: the function, which assigns it.
        """
        if key in self.redefined:
            return False
        others = self.assigned_in[key] - {function}
        if not key.startswith("."):
            return not others
        others = {other for other in others if not (isinstance(other, FuncDef) and other.name in CONSTRUCTORS)}
        is_alone = not others or self.called_in[function].isdisjoint(self.methods)
        return is_alone and key not in self.assigned_on_others and (not others or function not in self.passing_self)

    def is_changed_unseen(self, key: Key, *, is_nested: bool = True) -> bool:
        """Whether the container that a variable or attribute holds may get items that mypy's hooks do not show.

        Args:
            key: the variable or attribute.
            is_nested: whether the items of the container may be containers, which may get items, too.

        The hooks show all items if a single function assigns, changes and uses the container, under one name, and
        assigns it once. If a branch has assigned one of two dicts, mypy calls no hook where an item is added.
        """
        own = {key, items_key(key)} if is_nested else {key}
        group = closure(own, self.linked)
        escaped = any(not self._is_array(one) for one in group & self.escaped)
        if escaped or any(self.changed_in[one] for one in group - own):
            return True
        changed_in = set().union(*(self.changed_in[one] for one in own))
        if not changed_in:
            return False
        functions = self.assigned_in[key] | changed_in | self.used_in[key]
        return key.startswith(".") or len(functions) > 1 or key in self.repeated

    def _is_array(self, key: Key) -> bool:
        """Whether mypy knows by now that a variable holds an array, which no code can change."""
        var = self.variables.get(holder_key(key))
        t = get_proper_type(var.type) if var is not None else None
        return isinstance(t, Instance) and t.type.fullname == ARRAY

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
            for key in closure(containers, self.linked)
            for change in self.changes.get(key, ())
        )

    def may_alias(self, key: Key, value: Expression) -> None:
        """Record that a key may stand for a value, and its items for the items of the value."""
        self.link(key, holders_of(value))
        self.link(items_key(key), holders_of_items(value))

    def may_alias_item(self, key: Key, value: Expression) -> None:
        """Record that a value, or each of its items, may become an item of the container for which a key stands."""
        self.link(items_key(key), holders_of(value))
        self.link(items_key(key), holders_of_items(value))

    def mark_escaped(self, keys: Iterable[Key]) -> None:
        """Record that code that the plugin does not follow may change the objects for which keys stand."""
        for key in keys:
            self.escaped |= {key, items_key(key)}

    def unlink(self, key: Key) -> None:
        """Forget that a key may stand for the same object as others."""
        for other in self.linked.pop(key, set()):
            self.linked[other].discard(key)
        self.escaped.discard(key)

    def keeps_its_items(self, key: Key) -> bool:
        """Whether no code of this file adds items to the container that a variable holds, or to a container in it."""
        return not any(self.changed_in[one] for one in closure({key, items_key(key)}, self.linked))


def closure(keys: set[Key], links: Mapping[Key, set[Key]]) -> set[Key]:
    """These variables and attributes, and all to which links lead from them."""
    group, pending = {*keys}, [*keys]
    while pending:
        new = links.get(pending.pop(), set()) - group
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
                yield from _iterated_roots(inner_value(sequence), is_iterator=True)
        case NameExpr() | MemberExpr() | IndexExpr() if is_iterator:
            yield root_of(value)
