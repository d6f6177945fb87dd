"""The paths of leaves in pytrees, and the expressions that make the leaves, for messages: ``carry[1]["step"]``."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ..formats import FORMATS, KINDS
from .call import Call
from .places import Place, place_of
from .pytrees import LEAF, Structure
from .source_texts import text_of
from .values import Function, Transformed, Value, only

if TYPE_CHECKING:
    from .run import Run

Path = tuple[str, ...]
"""The texts that select a leaf, from the outside in: ``("[1]", '["step"]')``."""
LONGEST = 40
"""The number of characters of the longest expression that a message repeats."""
SAME_RESULT = ("jit", "checkpoint")
"""The transformations whose functions return what the inner function returns."""


def leaf_paths(structure: Structure, path: Path = ()) -> Iterator[Path]:
    """The path of each leaf of a structure."""
    if structure == LEAF or structure[0] == "optional":
        yield path
        return
    parts = structure[-1] if len(structure) > 1 and isinstance(structure[-1], tuple) else ()
    if structure[0] == "static":
        return
    match structure[0]:
        case "dict":
            names = [f'["{key}"]' if isinstance(key, str) else f"[{key!r}]" for key in structure[2]]
        case "instance":
            names = [f".{name}" for name in structure[2]]
        case "items":
            names = ["[...]"]
        case _:
            names = [f"[{index}]" for index in range(len(parts))]
    for name, part in zip(names, parts, strict=False):
        yield from leaf_paths(part, (*path, name))


def leaf_expression(node: ast.expr | None, path: Path) -> ast.expr | None:
    """The expression of a leaf in an expression that writes out the tree; None if it does not."""
    for part in path:
        match node:
            case ast.Tuple(elts=items) | ast.List(elts=items):
                names = [f"[{index}]" for index in range(len(items))]
                node = None if any(isinstance(item, ast.Starred) for item in items) else _named(names, items, part)
            case ast.Dict(keys=keys, values=values):
                names = [ast.unparse(key).replace("'", '"') if key is not None else "" for key in keys]
                node = _named([f"[{name}]" for name in names], values, part) if all(names) else None
            case ast.Call(keywords=keywords):
                node = _named([f".{each.arg}" for each in keywords], [each.value for each in keywords], part)
            case _:
                return None
    return node


def _named(names: list[str], nodes: list[ast.expr], name: str) -> ast.expr | None:
    return nodes[names.index(name)] if names.count(name) == 1 else None


def lambda_result(run: Run, function: Value) -> ast.expr | None:
    """The expression that a lambda of the module that runs returns; None for other functions."""
    one: Any = only(function)
    while isinstance(one, Transformed) and one.kind in SAME_RESULT:
        one = only(one.function)
    definition = one.definition if isinstance(one, Function) else None
    if definition is None or definition.path != run.source.path or not isinstance(definition.node, ast.Lambda):
        return None
    return definition.node.body


def argument_node(call: Call, position: int, keyword: str = "") -> ast.expr | None:
    """The expression of an argument, if the call itself is written in the program."""
    node = call.node
    if not isinstance(node, ast.Call) or any(isinstance(each, ast.Starred) for each in node.args):
        return None
    if len(node.args) == len(call.arguments) > position:
        return node.args[position]
    return next((each.value for each in node.keywords if each.arg == keyword), None)


def place_in_call(run: Run, node: ast.AST | None, call: Call) -> Place:
    """The place of an expression that is written in a call; that of the call if it is not."""
    is_inside = node is not None and any(each is node for each in ast.walk(call.node))
    return place_of(node if node is not None and is_inside else call.node, run.source.path)


def cast_of(run: Run, node: ast.expr | None, dtype: str) -> str | None:
    """An expression of the module that runs, with a cast to a dtype; None if it is long or not known."""
    if node is None or node.lineno != node.end_lineno:
        return None
    text = text_of(run, place_of(node, run.source.path))
    if not 0 < len(text) <= LONGEST:
        return None
    if isinstance(node, ast.Constant):
        return f"jnp.{dtype}({text})"
    record = run.records.expressions.get(id(node))
    if record is not None and not record.arrays:
        return f"jnp.asarray({text}, jnp.{dtype})"
    is_primary = isinstance(node, (ast.Name, ast.Attribute, ast.Call, ast.Subscript))
    return f"{text if is_primary else f'({text})'}.astype(jnp.{dtype})"


def loses_kind(source: str, target: str) -> bool:
    """Whether a cast makes integers of floats, or floats of complex numbers."""
    if source not in FORMATS or target not in FORMATS:
        return False
    return KINDS.index(FORMATS[target].kind) < KINDS.index(FORMATS[source].kind)


def keeps_more(source: str, target: str) -> bool:
    """Whether a cast from one dtype to the other loses less than the cast back."""
    if loses_kind(source, target) or loses_kind(target, source):
        return not loses_kind(source, target)
    return FORMATS[target].bits > FORMATS[source].bits if {source, target} <= FORMATS.keys() else False
