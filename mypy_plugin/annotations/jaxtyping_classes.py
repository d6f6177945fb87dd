"""Reads the dtypes of a program's own classes for jaxtyping: ``class Half(AbstractDtype): dtypes = ["float16"]``.

`record_dtypes` stores a class's category with the class, also in mypy's cache, and `category_of` reads it.
"""

from __future__ import annotations

from mypy.nodes import AssignmentStmt, ClassDef, Expression, ListExpr, NameExpr, StrExpr, TupleExpr, TypeInfo
from mypy.plugin import ClassDefContext

from ...jaxtyping.names import BASE, EXACT, name_of
from .jaxtyping_imports import MODULES

BASES = frozenset(f"{module}.{BASE}" for module in MODULES)
"""The full names of the class from which programs derive dtypes."""
ANY_DTYPE = "Shaped"
"""The name that stands for any dtype."""
_METADATA = "jaxtyping_promo"
_DTYPES = {dtype.removesuffix("_"): dtype for dtype in EXACT.values()}
"""The dtypes by the strings that jaxtyping compares, which are NumPy's names: ``bool`` for `bool_`."""


def record_dtypes(ctx: ClassDefContext) -> None:
    """Class hook: store the category of a class that is derived from `AbstractDtype`."""
    info = ctx.cls.info
    if _is_own(info):
        name = _category(ctx.cls)
        inherited = (category for base in info.mro[1:] if (category := category_of(base)) is not None)
        info.metadata[_METADATA] = {"category": name or next(inherited, ANY_DTYPE)}


def category_of(info: TypeInfo) -> str | None:
    """The jaxtyping name that has all dtypes of a program's own class; None for any other class."""
    category = info.metadata.get(_METADATA, {}).get("category")
    return category if isinstance(category, str) else None


def _is_own(info: TypeInfo) -> bool:
    return info.fullname not in BASES and any(base.fullname in BASES for base in info.mro[1:])


def _category(definition: ClassDef) -> str | None:
    """The narrowest jaxtyping name that has all dtypes in a class body; None if the body lists no dtypes."""
    for statement in reversed(definition.defs.body):
        match statement:
            case AssignmentStmt(lvalues=[NameExpr(name="dtypes")], rvalue=value):
                return _narrowest(value)
    return None


def _narrowest(value: Expression) -> str:
    """The narrowest jaxtyping name that has all dtypes of a string or a list of strings; any dtype for other values."""
    items = value.items if isinstance(value, ListExpr | TupleExpr) else [value]
    dtypes = {_DTYPES.get(item.value) if isinstance(item, StrExpr) else None for item in items}
    if not dtypes or None in dtypes:
        return ANY_DTYPE
    if len(dtypes) == 1:
        return next(name for name, dtype in EXACT.items() if dtype in dtypes)
    return name_of(frozenset(filter(None, dtypes))) or ANY_DTYPE
