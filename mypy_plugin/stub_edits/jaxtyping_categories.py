"""The classes of jaxtyping's categories: ``Float`` in ``Array[Float]`` is some float, and nobody knows which.

An array of any of its dtypes fits ``Float[Array, "n"]``. And an array of that type may fit wherever one of its dtypes
does: whether it does, depends on the values. So each category and each of its dtypes go for each other in mypy, and no
category goes for a dtype that it does not have.
"""

from __future__ import annotations

from mypy.nodes import MDEF, SymbolTableNode, TypeInfo, Var
from mypy.plugin import ClassDefContext
from mypy.types import AnyType, Instance, LiteralType, Type, TypeOfAny, UnionType

from ...dtypes import CATEGORIES
from ..jax_names import DTYPES_MODULE, JAXTYPING, NODES
from .array_class import without_rows

MEMBER = "_jaxtyping"
"""The attribute by which mypy tells what goes for a category: its type is the names of the dtypes."""
CATEGORY_MEMBERS = {
    "signedinteger": "int32",
    "unsignedinteger": "uint32",
    "floating": "float32",
    "complexfloating": "complex64",
}
"""What stands for our own categories: they go for those of jaxtyping's that share dtypes with them."""
LAST = f"{DTYPES_MODULE}._Jaxtyping._Last"
"""The class behind the categories: mypy says of a class that it is no protocol right after its own hook."""


def category(ctx: ClassDefContext) -> None:
    """Class hook of a category: it becomes a protocol that its dtypes fulfill, and goes for each of them itself.

    NOTE: mypy asks what a type is promoted to, as an `int` is to a `float`, in one direction only: one dtype of the
    category would go for all others by way of it. A protocol is the other direction. Among categories, a protocol is
    never what a type is promoted to, so that each counts as derived from those that it shares dtypes with. What a
    category is promoted to is a union with `Any`, so that mypy joins it with a dtype to what is unknown.
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
                _add(wide, AnyType(TypeOfAny.special_form) if member is None else _literal(ctx, member))
        for name, info in categories.items():
            nodes = [node for node in JAXTYPING[name] if node in dtypes]
            _add(info, UnionType([_literal(ctx, node) for node in nodes]))
            info._promote = [UnionType([Instance(dtypes[node], []), AnyType(TypeOfAny.special_form)]) for node in nodes]
            info.is_protocol = True
            narrower = [c for n, c in categories.items() if n != name and _is_base(JAXTYPING[name], JAXTYPING[n])]
            info.mro = [info, *narrower, *(c for c in info.mro[1:] if c not in narrower)]


def _is_base(category_nodes: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Whether two categories share dtypes, and not merely because the other one has all of the first one's."""
    return bool({*category_nodes} & {*other}) and not {*category_nodes} < {*other}


def _class(ctx: ClassDefContext, fullname: str) -> TypeInfo | None:
    if fullname == ctx.cls.fullname:
        return ctx.cls.info
    symbol = ctx.api.lookup_fully_qualified_or_none(fullname)
    return symbol.node if symbol is not None and isinstance(symbol.node, TypeInfo) else None


def _literal(ctx: ClassDefContext, value: str) -> LiteralType:
    return LiteralType(value, ctx.api.named_type("builtins.str"))


def _add(info: TypeInfo, t: Type) -> None:
    var = Var(MEMBER, t)
    var.info, var.is_final = info, True
    var._fullname = f"{info.fullname}.{MEMBER}"
    info.names[MEMBER] = SymbolTableNode(MDEF, var, plugin_generated=True)
