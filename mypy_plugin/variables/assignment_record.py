"""The assignments of a file, and the questions that the plugin asks about them.

`assignments.assignments_of` reads them. `followed_values` asks which assignments it must follow, and whether mypy's
binder sees every change of a variable's value.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

from mypy.nodes import Argument, CallExpr, Expression, FuncDef, Node

from .keys import Function, Key, flattened

CONSTRUCTORS = frozenset(("__init__", "__post_init__", "__new__"))
"""The methods that run before all other methods of an object."""


class Site(NamedTuple):
    """A place where a value is assigned.

    Attributes:
        statement: the statement, or the `AssignmentExpr`.
        value: the value; the iterable of a ``for``, the subject of a ``match``.
        lvalues: the targets; several in ``a = b = value``.
        function: the function that contains the statement.
    """

    statement: Node
    value: Expression
    lvalues: list[Expression]
    function: Function


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
        single: the values that are the only assignment of their variable or attribute.
        values: the values that each variable, attribute or parameter (by its default) is assigned.
        items: the items that are put into each container, including the items of literals.
        unpacked: the values of which each variable or attribute is assigned a part: an item, or items.
        called_lambdas: the calls whose callee is a lambda with default values.
        unannotated: the parameters without annotations, including all parameters of lambdas.
        iterated: the values that comprehensions iterate over, and the arguments of calls, each with the node around it.
    """

    def __init__(self) -> None:
        self.sites: list[Site] = []
        self.redefined: set[Key] = set()
        self.repeated: set[Key] = set()
        self.numbers: set[Key] = set()
        self.others: set[Key] = set()
        self.functions: dict[Key, Expression] = {}
        self.single: set[Expression] = set()
        self.values: defaultdict[Key, list[Expression]] = defaultdict(list)
        self.items: defaultdict[Key, list[Expression]] = defaultdict(list)
        self.unpacked: defaultdict[Key, list[Expression]] = defaultdict(list)
        self.called_lambdas: list[CallExpr] = []
        self.unannotated: set[Key] = set()
        self.iterated: list[tuple[Node | Argument, Expression]] = []
        self.open_variables: dict[Key, list[Expression]] = {}
        """The first assignments of variables that may hold a value of any type later."""
        self.changed_dtypes: set[Key] = set()
        """The variables and attributes that hold a container of dtype classes, which gets other dtype classes."""
        self.site_of_value: dict[Expression, Site] = {}
        """The place where each value is assigned."""
        self.disables_jit = False
        """Whether the file names `jax.disable_jit`, which switches compilation off."""
        self.assigned_names: list[Expression] = []
        """The functions and classes that the file assigns, and the names that it imports from several modules."""
        self.places: defaultdict[Key, list[Site]] = defaultdict(list)
        """All places that assign a variable or attribute."""
        self.assigned_in: defaultdict[Key, set[Function]] = defaultdict(set)
        """The functions that assign a variable or attribute."""
        self.assigned_on_others: set[Key] = set()
        """The attributes that are assigned on an object that may be another one than `self`."""
        self.parameters: dict[Key, str] = {}
        """The name of the function that has each parameter."""
        self.used_names: set[str] = {"<lambda>", "__call__", *CONSTRUCTORS}
        """The names and attributes in expressions, and the names of functions that are called by no name."""
        self.methods: set[str] = set()
        """The names of the methods of the file's classes."""
        self.called_in: defaultdict[Function, set[str]] = defaultdict(set)
        """The names of the methods that a function calls."""
        self.passing_self: set[Function] = set()
        """The methods that use `self` as a value, so that other code may change its attributes."""

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
        if key in self.redefined | self.assigned_on_others:
            return False
        others = self.assigned_in[key] - {function}
        if not key.startswith("."):
            return not others
        others = {other for other in others if not (isinstance(other, FuncDef) and other.name in CONSTRUCTORS)}
        is_alone = function not in self.passing_self and self.called_in[function].isdisjoint(self.methods)
        return not others or is_alone
