"""Gives `Array` plain operator methods in place of the stub's descriptors, which are for who has no plugin."""

from __future__ import annotations

from mypy.nodes import (
    ARG_OPT,
    ARG_POS,
    Argument,
    AssignmentStmt,
    Decorator,
    FuncDef,
    NameExpr,
    OverloadedFuncDef,
    TypeInfo,
    Var,
)
from mypy.plugin import ClassDefContext
from mypy.plugins.common import add_method_to_class
from mypy.types import AnyType, Instance, TupleType, Type, TypeOfAny, UnionType, get_proper_type

from ...operators import COMPARISONS, FORWARD, METHODS, PAIR_RESULT, REFLECTED, UNARY_METHODS
from ...rules.jax_array import RULES
from ..jax_names import ARRAY, BOOL, DTYPES_MODULE, GENERIC, JOINED, NODES, OPERATORS, SEVERAL
from .function_overloads import keep_overloads

ROW = "jaxtyping_promo.dtypes._Has"
"""The base class of the dtypes that carries what operators make of them."""


def plain_operators(ctx: ClassDefContext) -> None:
    """Base-class hook of the marker class: replace every operator of `Array`, and every method by a rule.

    The operators get one signature; the last overload of a method is the one that takes whatever JAX takes.
    """
    if ctx.cls.fullname != ARRAY:
        return
    for name, rule in RULES["jax.Array"].items():
        if rule != "none":  # what makes no array is as the stub says
            keep_overloads(ctx.cls.info.names, ctx.cls.defs.body, name, [-1])
    ctx.cls.defs.body = [node for node in ctx.cls.defs.body if _name(node) not in METHODS]
    for name in METHODS:
        ctx.cls.info.names.pop(name, None)
    array = Instance(ctx.cls.info, [AnyType(TypeOfAny.special_form)])
    scalars: list[Type] = [ctx.api.named_type("builtins.complex")]
    for name in ("numpy.ndarray", "numpy.number", "numpy.bool"):
        symbol = ctx.api.lookup_fully_qualified_or_none(name)
        if symbol is not None and isinstance(symbol.node, TypeInfo):
            info = symbol.node
            scalars.append(Instance(info, [AnyType(TypeOfAny.special_form)] * len(info.type_vars)))
    [marker] = [base.type for base in ctx.cls.info.bases if base.type.fullname == OPERATORS]
    any_operand, no_array = UnionType([array, *scalars]), UnionType(scalars)
    for method, op in FORWARD.items():
        _add(ctx, marker, method, [_argument("other", any_operand)], _returned(ctx, op, array))
    for method, op in REFLECTED.items():  # else mypy would find a union's result here, and ask no hook for it
        _add(ctx, marker, method, [_argument("other", no_array)], _returned(ctx, op, array))
    for method, op in UNARY_METHODS.items():
        extra = [_argument("ndigits", ctx.api.named_type("builtins.int"), ARG_OPT)] if op == "round" else []
        # typeshed's `SupportsRound`, which unittest asks for, has `round(x)` be an `int`.
        _add(ctx, marker, method, extra, AnyType(TypeOfAny.special_form) if op == "round" else array)


def without_rows(ctx: ClassDefContext) -> None:
    """Class hook of a dtype: it loses the base class in which the stubs keep its row of the promotion table.

    The plugin does not read it, and mypy would go through all of it wherever it looks for what two dtypes have in
    common: for seconds, at a list of two arrays.

    mypy joins the dtypes of the arrays in a list, a dict or a lambda's branches to a common base class. A category says
    too much there: JAX alone knows no dtypes, and an array of a category is none of float32. So all dtypes have a base
    that goes for any of them. And a weak dtype goes for its default dtype, but is none: it promotes in another way.
    """
    info = ctx.cls.info
    rows = [b.type for b in info.bases if b.type.fullname == ROW]
    info.bases = [b for b in info.bases if b.type not in rows]
    info.mro = [c for c in info.mro if c not in rows]
    several = _several(ctx)
    if several is not None:
        several.type.fallback_to_any = True
        info.bases = [*(base for base in info.bases if base.type is not several.type), several]
        above = several.type.mro
        info.mro = [*(c for c in info.mro if c not in above), *above]
    without_fallback(ctx)
    defaults = [base for base in info.bases if base.type.fullname in NODES]
    for default in defaults:
        info.bases = [*default.type.bases[:1], *(b for b in info.bases if b is not default)]
        info.mro = [c for c in info.mro if c is not default.type]


def without_fallback(ctx: ClassDefContext) -> None:
    """Class hook of all other classes: one that is derived from a dtype goes for no other, as the base of all does."""
    info = ctx.cls.info
    if any(c.fullname == SEVERAL for c in info.mro):
        info.fallback_to_any = any(c.fallback_to_any for c in info.mro[1:] if c.fullname != SEVERAL)


def beside_default(ctx: ClassDefContext) -> None:
    """Class hook of `JOINED`: the weak dtype goes for its default dtype, and the two join to a union of both.

    There is a class for the default dtype with x64 and one for that without: which holds, a module says, and this class
    is the same for all of them.

    mypy asks what a type is promoted to, as an `int` is to a `float`, for both. The class stands for the weak dtype in
    the union: it is one of the default dtype, and has no base that goes for any dtype.
    """
    info = ctx.cls.info
    several = _several(ctx)
    if several is not None:
        kept = {c for c in info.mro if c.fullname in (GENERIC, "builtins.object")}
        without_fallback(ctx)
        info.mro = [c for c in info.mro if c in kept or c not in several.type.mro]
    weak = ctx.api.lookup_fully_qualified_or_none(f"{DTYPES_MODULE}.{JOINED[ctx.cls.fullname]}")
    if weak is not None and isinstance(weak.node, TypeInfo):
        others = [t for t in weak.node._promote if isinstance(t, UnionType) and _stands_for(t) is not info]
        weak.node._promote = [*others, UnionType([*info.bases[:1], Instance(info, [])])]


def _stands_for(t: UnionType) -> TypeInfo | None:
    """The class in a union that stands for a weak dtype."""
    last = get_proper_type(t.items[-1])
    return last.type if isinstance(last, Instance) else None


def _several(ctx: ClassDefContext) -> Instance | None:
    """The class that all dtypes have in common."""
    outer = ctx.api.lookup_fully_qualified_or_none(SEVERAL.rpartition(".")[0])
    symbol = outer.node.names.get(SEVERAL.rpartition(".")[2]) if outer and isinstance(outer.node, TypeInfo) else None
    return Instance(symbol.node, []) if symbol is not None and isinstance(symbol.node, TypeInfo) else None


def _name(node: object) -> str | None:
    if isinstance(node, AssignmentStmt) and isinstance(node.lvalues[0], NameExpr):
        return node.lvalues[0].name
    return node.name if isinstance(node, OverloadedFuncDef | FuncDef | Decorator) else None


def _returned(ctx: ClassDefContext, op: str, array: Instance) -> Type:
    if op in PAIR_RESULT:
        return TupleType([array, array], ctx.api.named_type("builtins.tuple", [array]))
    if op in COMPARISONS:
        # Whatever the operands: mypy asks no hook where it tries a union on the right with the mirrored operator.
        boolean = ctx.api.lookup_fully_qualified_or_none(BOOL)
        if boolean is not None and isinstance(boolean.node, TypeInfo):
            return array.copy_modified(args=[Instance(boolean.node, [])])
    return array


def _argument(name: str, t: Type, kind: object = ARG_POS) -> Argument:
    return Argument(Var(name, t), t, None, kind, pos_only=True)  # type: ignore[arg-type]


def _add(ctx: ClassDefContext, marker: TypeInfo, method: str, arguments: list[Argument], returned: Type) -> None:
    # It is the marker's, since of a generic class's method mypy makes a new signature for each use, and keeps it; and
    # `Array` has it by its name, since mypy goes through all names of a class that has it not.
    func = add_method_to_class(ctx.api, marker.defn, method, arguments, returned)
    ctx.cls.info.names[method] = marker.names[method]
    # As mypy says of methods without an annotated self: each use is then spared a look at whether self fits, which
    # would take longer than the hook.
    assert isinstance(func, FuncDef)
    func.is_trivial_self = True
