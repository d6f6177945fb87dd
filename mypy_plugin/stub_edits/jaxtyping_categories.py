"""Makes jaxtyping's categories and their dtypes assignable to each other: ``Float`` in ``Array[Float]`` is any float.

``Float[Array, "n"]`` accepts an array of any float dtype. An array of that type may also be accepted where one of its
dtypes is required: that depends on the values. So mypy accepts both directions, but only for dtypes of the category.
"""

from __future__ import annotations

from mypy.nodes import MDEF, SymbolTableNode, TypeInfo, Var
from mypy.plugin import ClassDefContext
from mypy.types import Instance, LiteralType, Type, UnionType

from ...dtypes import CATEGORIES
from ..any_type import ANYTHING
from ..jax_names import DTYPES_MODULE, JAXTYPING, NODES
from ..mypy_compat.modules import promoted_types, set_full_name
from .array_class import without_rows

MEMBER = "_jaxtyping"
"""The attribute by which mypy decides which classes are assignable to a category.

Its type consists of the names of the dtypes.
"""
CATEGORY_MEMBERS = {
    "signedinteger": "int32",
    "unsignedinteger": "uint32",
    "floating": "float32",
    "complexfloating": "complex64",
}
"""A dtype for each of our own categories: each is assignable to jaxtyping's categories that contain this dtype."""
LAST = f"{DTYPES_MODULE}._Jaxtyping._Last"
"""The class after all categories. mypy marks each class as no protocol after the class's own hook."""


def category(ctx: ClassDefContext) -> None:
    """Class hook of a category: make it a protocol that its dtypes implement, and make it assignable to each dtype.

    NOTE: mypy promotes types in one direction only, as `int` to `float`. Promotion in both directions would make each
    dtype assignable to all others of the category. So one direction is promotion, and the other is a protocol.

    mypy never promotes a type to a protocol. So each category also counts as derived from the categories that share
    dtypes with it. A category is promoted to a union with `Any`, so that mypy joins it with a dtype to an unknown
    dtype.
    """
    without_rows(ctx)
    if ctx.cls.fullname == LAST:
        categories = {name: info for name in JAXTYPING if (info := _class(ctx, name)) is not None}
        classes = {node: _class(ctx, name) for name, node in NODES.items()}
        dtypes = {node: info for node, info in classes.items() if info is not None}
        for node, info in dtypes.items():
            _add(info, _literal(ctx, node))
        for name in CATEGORIES:
            wide = _class(ctx, f"{DTYPES_MODULE}.{name}")
            if wide is not None:
                member = CATEGORY_MEMBERS.get(name)
                _add(wide, ANYTHING if member is None else _literal(ctx, member))
        for name, info in categories.items():
            nodes = [node for node in JAXTYPING[name] if node in dtypes]
            _add(info, UnionType([_literal(ctx, node) for node in nodes]))
            promoted_types(info)[:] = [UnionType([Instance(dtypes[node], []), ANYTHING]) for node in nodes]
            info.is_protocol = True
            narrower = [c for n, c in categories.items() if n != name and _is_base(JAXTYPING[name], JAXTYPING[n])]
            info.mro = [info, *narrower, *(c for c in info.mro[1:] if c not in narrower)]


def _is_base(category_nodes: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Whether two categories share dtypes, unless the other one contains all dtypes of the first."""
    return bool({*category_nodes} & {*other}) and not {*category_nodes} < {*other}


def _class(ctx: ClassDefContext, fullname: str) -> TypeInfo | None:
    """The class with this full name, or None."""
    if fullname == ctx.cls.fullname:
        return ctx.cls.info
    symbol = ctx.api.lookup_fully_qualified_or_none(fullname)
    return symbol.node if symbol is not None and isinstance(symbol.node, TypeInfo) else None


def _literal(ctx: ClassDefContext, value: str) -> LiteralType:
    """The literal type of a string."""
    return LiteralType(value, ctx.api.named_type("builtins.str"))


def _add(info: TypeInfo, t: Type) -> None:
    var = Var(MEMBER, t)
    var.info, var.is_final = info, True
    set_full_name(var, f"{info.fullname}.{MEMBER}")
    info.names[MEMBER] = SymbolTableNode(MDEF, var, plugin_generated=True)
