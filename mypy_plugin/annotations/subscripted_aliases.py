"""Finds array types that jaxtyping cannot evaluate: a subscripted alias of a ``type`` statement, as NumPy 2.5 has them.

``type NDArray[S] = np.ndarray[...]`` makes ``NDArray[np.float32]`` an object that is no class. jaxtyping unpacks
aliases and unions, but no subscripted alias. ``npt.ArrayLike`` of NumPy 2.5 is a union that has one.
"""

from __future__ import annotations

from mypy.plugin import AnalyzeTypeContext
from mypy.types import Type, TypeAliasType, UnboundType, UnionType, get_proper_type

from ..mypy_compat.analysis import analyzed_file, is_in_function
from .evaluated_annotations import LAZY

MOST_ALIASES = 20
"""The largest number of nested aliases to look into; a recursive alias has no end."""
QUOTES = ("'", '"')


def alias_that_raises(ctx: AnalyzeTypeContext, array: Type) -> str | None:
    """The name of the subscripted alias at which jaxtyping raises a `TypeError`; None if it raises none.

    Args:
        ctx: the annotation of jaxtyping.
        array: the array type in it.
    """
    written = ctx.type.args[0]
    is_bare = isinstance(written, UnboundType) and not written.args
    name = _subscripted(array, is_bare=is_bare)
    return name if name is not None and _is_evaluated(ctx) else None


def _subscripted(t: Type, *, is_bare: bool = False, depth: int = MOST_ALIASES) -> str | None:
    """The first subscripted alias of a ``type`` statement in a type, or in the aliases that it is made of."""
    if not isinstance(t, TypeAliasType):
        proper = get_proper_type(t)
        items = proper.items if isinstance(proper, UnionType) else []
        return next((name for item in items if (name := _subscripted(item, depth=depth))), None)
    if t.alias is None or depth == 0:
        return None
    if t.alias.python_3_12_type_alias and t.args and not is_bare:
        return t.alias.name
    return _subscripted(t.alias.target, depth=depth - 1)


def _is_evaluated(ctx: AnalyzeTypeContext) -> bool:
    """Whether Python evaluates an annotation when it runs the module, as far as the place of the annotation tells."""
    tree = analyzed_file(ctx)
    if "annotations" in tree.future_import_flags or ctx.api.options.python_version >= LAZY or tree.is_stub:
        return False
    return not is_in_function(ctx) and not _is_quoted(tree.path, ctx.context.line, ctx.context.column)


def _is_quoted(path: str, line: int, column: int) -> bool:
    """Whether an annotation is part of a string. mypy gives everything in it the place of the string."""
    try:
        with open(path, encoding="utf-8") as file:
            text = next((text for number, text in enumerate(file, start=1) if number == line), "")
    except (OSError, UnicodeDecodeError):
        return True
    return text[column : column + 1] in QUOTES
