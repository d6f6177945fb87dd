"""The known parts of a tree in which some leaves are replaced: ``eqx.tree_at(lambda m: m.weight, model, weight)``.

The result has the structure of the tree, so all other leaves and the classes of all objects stay.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mypy.nodes import (
    ARG_NAMED,
    ARG_POS,
    CallExpr,
    Expression,
    IndexExpr,
    IntExpr,
    LambdaExpr,
    ListExpr,
    MemberExpr,
    NameExpr,
    RefExpr,
    ReturnStmt,
    StrExpr,
    TupleExpr,
    UnaryExpr,
    Var,
)
from mypy.plugin import CheckerPluginInterface
from mypy.types import Instance

from ..any_type import ANYTHING
from ..types.array_types import unfolded
from ..variables.assignment_marker import inner_value
from .known_parts import KnownParts
from .parts import LIST, NOTHING, Parts, Path, Step, is_value, prefixed, subtree, text_in, type_in

TREE_AT = "equinox._tree.tree_at"
"""The full name of the function."""
PARAMETERS = ("where", "pytree", "replace", "replace_fn", "is_leaf")
"""Its parameters."""


def parts_with_replaced_leaves(api: CheckerPluginInterface, call: CallExpr, known: KnownParts) -> Parts | None:
    """The parts of the result of `tree_at`; None for other calls. Replaced leaves have the parts of the new leaves."""
    if not isinstance(call.callee, RefExpr) or call.callee.fullname != TREE_AT:
        return None
    if any(kind not in (ARG_POS, ARG_NAMED) for kind in call.arg_kinds):
        return NOTHING
    given = {
        name or PARAMETERS[position]: value
        for position, (name, value) in enumerate(zip(call.arg_names, call.args, strict=True))
    }
    where = given.get("where")
    selected = None if where is None else _selected(where)
    if selected is None or "pytree" not in given:
        return NOTHING
    parts = known.with_own_type(api, given["pytree"])
    paths = [_counted_from_start(parts, path) for path in selected.paths]
    if not all(_names_fields(parts, path) for path in paths):
        return NOTHING
    kept = {path: t for path, t in parts.items() if not any(_may_change(path, replaced) for replaced in paths)}
    for path, value in zip(paths, _new_leaves(given.get("replace"), selected), strict=False):
        kept |= prefixed(known.with_own_type(api, value), *path)
    return kept


class _Selected:
    """The paths that ``lambda m: (m.weight, m.bias)`` selects.

    Attributes:
        paths: the paths.
        is_sequence: whether the replacement is a sequence with one value for each path.
    """

    def __init__(self, paths: Sequence[Path], *, is_sequence: bool) -> None:
        self.paths, self.is_sequence = paths, is_sequence


def _selected(where: Expression) -> _Selected | None:
    """The paths that a lambda selects; None if they are unknown."""
    match where:
        case LambdaExpr(arguments=[parameter]) if isinstance(statement := where.body.body[-1], ReturnStmt):
            value = None if statement.expr is None else inner_value(statement.expr)
        case _:
            return None
    is_sequence = isinstance(value, TupleExpr | ListExpr)
    items = value.items if isinstance(value, TupleExpr | ListExpr) else [value]
    paths = [None if item is None else _path(item, parameter.variable) for item in items]
    known = [path for path in paths if path]
    return _Selected(known, is_sequence=is_sequence) if len(known) == len(paths) else None


def _path(expression: Expression, root: Var) -> Path | None:
    """The path from a variable to an expression below it; None if it is computed."""
    steps: list[Step] = []
    while not (isinstance(expression, NameExpr) and expression.node is root):
        match expression:
            case MemberExpr(expr=inner, name=name):
                steps.append((".", name))
            case IndexExpr(base=inner, index=StrExpr(value=key) | IntExpr(value=key)):
                steps.append(("[", key))
            case IndexExpr(base=inner, index=UnaryExpr(op="-", expr=IntExpr(value=distance))):
                steps.append(("[", -distance))
            case _:
                return None
        expression = inner
    return tuple(reversed(steps))


def _counted_from_start(parts: Parts, path: Path) -> Path:
    """A path in which indices count from the start of lists of known length."""
    steps: list[Step] = []
    for kind, name in path:
        length = text_in(subtree(parts, *steps), LIST)
        is_from_end = kind == "[" and isinstance(name, int) and name < 0 and length is not None
        steps.append((kind, int(length or 0) + int(name)) if is_from_end else (kind, name))
    return tuple(steps)


def _names_fields(parts: Parts, path: Path) -> bool:
    """Whether each attribute in a path is a field of a known class. A property may stand for another field."""
    for position, (kind, name) in enumerate(path):
        holder = unfolded(type_in(subtree(parts, *path[:position])) or ANYTHING)
        symbol = holder.type.get(str(name)) if isinstance(holder, Instance) else None
        if kind == "." and (symbol is None or not isinstance(symbol.node, Var)):
            return False
    return True


def _may_change(path: Path, replaced: Path) -> bool:
    """Whether the part at a path may change if the leaf or object at another path is replaced.

    An object stays the same object of its class, and a list keeps its length, if something inside it is replaced.
    """
    own = path[:-1] if is_value(path) else path
    if not all(map(_may_be_same, own, replaced)):
        return False
    return len(own) >= len(replaced) or not is_value(path)


def _may_be_same(step: Step, other: Step) -> bool:
    """Whether two steps may lead to the same part. An index may name the same field as an attribute."""
    (kind, name), (other_kind, other_name) = step, other
    if kind != other_kind:
        return True
    if isinstance(name, int) and isinstance(other_name, int):
        return name == other_name or (name < 0) != (other_name < 0)
    return name == other_name or isinstance(name, int) or isinstance(other_name, int)


def _new_leaves(replacement: Expression | None, selected: _Selected) -> Iterator[Expression]:
    """The new values for each path, if the call shows all of them."""
    if replacement is None:
        return
    if not selected.is_sequence:
        yield replacement
    elif isinstance(replacement, TupleExpr | ListExpr) and len(replacement.items) == len(selected.paths):
        yield from replacement.items
