"""Finds lists that are made with the length of another list: ``keys = jax.random.split(key, len(self.layers))``.

A loop over ``zip(self.layers, keys)`` has as many turns as `self.layers` has items.
"""

from __future__ import annotations

from mypy.literals import literal, literal_hash
from mypy.nodes import LITERAL_NO, CallExpr, Expression, FuncDef, ListExpr, MypyFile, NameExpr, OpExpr, RefExpr

from ..variables.assignment_marker import inner_value
from ..variables.assignment_record import CONSTRUCTORS
from ..variables.assignments import assignments_of
from ..variables.keys import key_of

SPLIT = frozenset(("jax.random.split", "jax._src.random.split"))
"""The functions whose second argument is the length of their result."""


def has_length_of(tree: MypyFile, rows: Expression, other: Expression) -> bool:
    """Whether a list is made with the length of another one, on every path.

    Args:
        tree: the file that contains both expressions.
        rows: the list, or a variable that holds it.
        other: the other list: an attribute, or a variable.
    """
    if literal(other) == LITERAL_NO or not _keeps_value(tree, other):
        return False
    rows = inner_value(rows)
    made = [rows]
    if isinstance(rows, NameExpr):
        key, assignments = key_of(rows), assignments_of(tree)
        if key is None or not assignments.keeps_its_length(key):
            return False
        made = [inner_value(site.value) for site in assignments.places[key]]
    lengths = [_length(value) for value in made]
    return bool(lengths) and all(
        length is not None and literal_hash(length) == literal_hash(other) for length in lengths
    )


def _length(value: Expression) -> Expression | None:
    """The list whose length a new list has."""
    match value:
        case OpExpr(op="*", left=ListExpr(items=[_]), right=count):
            pass
        case CallExpr(callee=RefExpr(fullname=name), args=[_, count]) if name in SPLIT:
            pass
        case _:
            return None
    match inner_value(count):
        case CallExpr(callee=RefExpr(fullname="builtins.len"), args=[measured]):
            return measured
    return None


def _keeps_value(tree: MypyFile, place: Expression) -> bool:
    """Whether a variable or attribute is assigned once, or by constructors only."""
    key = key_of(place)
    sites = [] if key is None else assignments_of(tree).places[key]
    in_constructors = all(isinstance(f := site.function, FuncDef) and f.name in CONSTRUCTORS for site in sites)
    return key is not None and (in_constructors if key.startswith(".") else len(sites) <= 1)
