"""Makes aliases of jaxtyping's annotations keep their shape and dtype: ``Weights = Float32[Array, "n d"]``.

In an expression, mypy keeps the first argument of `Annotated` and drops the rest before it calls any hook. It reads the
first argument as a type, which may be quoted. So that argument is replaced by the whole annotation as a quoted type:
``Float32["Float32[Array, 'n d']", "n d"]``. The same is done for types passed to calls: ``cast(Float32[Array, "n"],
x)``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from mypy.nodes import (
    Argument,
    AssignmentStmt,
    ClassDef,
    Expression,
    IndexExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    Node,
    OpExpr,
    StrExpr,
    TupleExpr,
    TypeAliasStmt,
)

from ...jaxtyping.names import NAMES
from ..statements import blocks
from ..syntax_tree import children
from .jaxtyping_imports import MODULES, imports_of, jaxtyping_name
from .jaxtyping_pytrees import keep_strings


def quote_aliases(tree: MypyFile, modules: Mapping[str, MypyFile]) -> bool:
    """Quote jaxtyping's annotations that are expressions; whether there are any.

    Args:
        tree: a file that mypy has just parsed.
        modules: the files that mypy has read.
    """
    if not tree.is_stub and (imports_of(tree).classes or _imports_jaxtyping(tree)):
        keep_strings(tree, modules)
    if tree.is_stub or not _may_have_names(tree):
        return False
    has_changed = False
    for annotation in _annotations(tree.defs if _imports_jaxtyping(tree) else [*_definitions(tree.defs)]):
        has_changed |= _quote(annotation, tree, modules)
    return has_changed


def _may_have_names(tree: MypyFile) -> bool:
    """Whether the file imports anything by one of jaxtyping's names, or all names of a module."""
    imports = imports_of(tree)
    if imports.stars or _imports_jaxtyping(tree):
        return True
    return any(behind is not None and behind[1] in NAMES for behind in imports.names.values())


def _imports_jaxtyping(tree: MypyFile) -> bool:
    imports = imports_of(tree)
    return any(module in MODULES for module in imports.modules.values()) or any(
        behind is not None and behind[0] in MODULES for behind in imports.names.values()
    )


def _definitions(statements: Sequence[Node]) -> Iterator[Node]:
    """The statements of modules and classes that may define an alias."""
    for statement in statements:
        if isinstance(statement, AssignmentStmt | TypeAliasStmt):
            yield statement
        elif isinstance(statement, ClassDef):
            yield from _definitions(statement.defs.body)
        elif type(statement).__name__ in ("Block", "IfStmt", "TryStmt"):
            for block in blocks(statement):
                yield from _definitions(block.body)


def _annotations(nodes: Sequence[Node | Argument]) -> Iterator[IndexExpr]:
    """The subscripts by an array type and a string, from the outside in."""
    left: list[Node | Argument] = [*nodes]
    while left:
        node = left.pop()
        match node:
            case IndexExpr(index=TupleExpr(items=[_, StrExpr()])):
                yield node
            case _:
                left.extend(children(node))


def _quote(annotation: IndexExpr, tree: MypyFile, modules: Mapping[str, MypyFile]) -> bool:
    """Write an annotation of jaxtyping as a string into its first argument; False if it is another annotation."""
    name = _text(annotation.base)
    if name is None or jaxtyping_name(name, tree, modules) not in NAMES:
        return False
    text = _text(annotation)
    if text is None or not isinstance(annotation.index, TupleExpr):
        return False
    first = annotation.index.items[0]
    if isinstance(first, StrExpr) and first.value.startswith(f"{name}["):
        return False  # quoted before
    quoted = StrExpr(text)
    quoted.set_line(first)
    annotation.index.items[0] = quoted
    return True


def _text(expression: Expression) -> str | None:
    """The text of an expression that is a type, or None if it is another one."""
    match expression:
        case NameExpr(name=name):
            return name
        case MemberExpr(expr=inner, name=name):
            outer = _text(inner)
            return None if outer is None else f"{outer}.{name}"
        case StrExpr(value=value):
            return repr(value)
        case IndexExpr(base=base, index=index):
            parts = [_text(base), _text(index)]
            return None if None in parts else f"{parts[0]}[{parts[1]}]"
        case TupleExpr(items=items):
            texts = [text for item in items if (text := _text(item)) is not None]
            return ", ".join(texts) if len(texts) == len(items) else None
        case OpExpr(op="|", left=left, right=right):
            both = [_text(left), _text(right)]
            return None if None in both else f"{both[0]} | {both[1]}"
    return None
