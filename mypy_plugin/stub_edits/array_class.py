"""Gives `Array` plain operator methods instead of the stub's descriptors, and adapts the classes of dtypes.

The descriptors compute dtypes for checkers that run without the plugin.
"""

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
from mypy.types import Instance, TupleType, Type, UnionType, get_proper_type

from ...operators import COMPARISONS, FORWARD, METHODS, PAIR_RESULT, REFLECTED, UNARY_METHODS
from ...rules.jax_array import RULES
from ..any_type import ANYTHING
from ..jax_names import ARRAY, BOOL, DTYPES_MODULE, JOINED, NODES, OPERATORS, SEVERAL
from ..mypy_compat.modules import promoted_types
from .function_overloads import keep_overloads

ROW = "jaxtyping_promo.dtypes._Has"
"""The base class that holds a dtype's row of the promotion table, for checkers without the plugin."""


def plain_operators(ctx: ClassDefContext) -> None:
    """Base-class hook of the marker class: replace the operators of `Array`, and each method that has a rule.

    Each operator gets one signature. Each method keeps its last overload, which accepts everything that JAX accepts.
    """
    if ctx.cls.fullname != ARRAY:
        return
    for name, rule in RULES["jax.Array"].items():
        if rule != "none":  # the stub's type is right for a method that returns no array
            keep_overloads(ctx.cls.info.names, ctx.cls.defs.body, name, [-1])
    ctx.cls.defs.body = [node for node in ctx.cls.defs.body if _name(node) not in METHODS]
    for name in METHODS:
        ctx.cls.info.names.pop(name, None)
    array = Instance(ctx.cls.info, [ANYTHING])
    scalars: list[Type] = [ctx.api.named_type("builtins.complex")]
    for name in ("numpy.ndarray", "numpy.number", "numpy.bool"):
        symbol = ctx.api.lookup_fully_qualified_or_none(name)
        if symbol is not None and isinstance(symbol.node, TypeInfo):
            info = symbol.node
            scalars.append(Instance(info, [ANYTHING] * len(info.type_vars)))
    [marker] = [base.type for base in ctx.cls.info.bases if base.type.fullname == OPERATORS]
    any_operand, no_array = UnionType([array, *scalars]), UnionType(scalars)
    for method, op in FORWARD.items():
        _add(ctx, marker, method, [_argument("other", any_operand)], _returned(ctx, op, array))
    for method, op in REFLECTED.items():  # with arrays, mypy would use this signature's result without calling a hook
        _add(ctx, marker, method, [_argument("other", no_array)], _returned(ctx, op, array))
    for method, op in UNARY_METHODS.items():
        extra = [_argument("ndigits", ctx.api.named_type("builtins.int"), ARG_OPT)] if op == "round" else []
        # typeshed's `SupportsRound`, a protocol in unittest's stubs, requires that `round(x)` is an `int`.
        _add(ctx, marker, method, extra, ANYTHING if op == "round" else array)


def without_rows(ctx: ClassDefContext) -> None:
    """Class hook of a dtype: remove its row of the promotion table, and add a base that is assignable to every dtype.

    The plugin does not read the row. mypy would search all of it for the common base of two dtypes, which takes seconds
    for a list of two arrays.

    mypy joins the dtypes of the arrays in a list, a dict or the branches of a lambda to a common base class. A category
    would be too narrow there: plain JAX has no dtypes, and an array of a category is not assignable to a float32 array.
    So all dtypes have a common base that is assignable to each of them. A weak dtype loses its default dtype as a base,
    since it promotes differently.
    """
    info = ctx.cls.info
    rows = [b.type for b in info.bases if b.type.fullname == ROW]
    info.bases = [b for b in info.bases if b.type not in rows]
    info.mro = [c for c in info.mro if c not in rows]
    several = _several(ctx)
    if several is not None:
        several.type.fallback_to_any = True
        info.bases = [*(base for base in info.bases if base.type is not several.type), several]
        common_bases = several.type.mro
        info.mro = [*(c for c in info.mro if c not in common_bases), *common_bases]
    without_fallback(ctx)
    defaults = [base for base in info.bases if base.type.fullname in NODES]
    for default in defaults:
        info.bases = [*default.type.bases[:1], *(b for b in info.bases if b is not default)]
        info.mro = [c for c in info.mro if c is not default.type]


def without_fallback(ctx: ClassDefContext) -> None:
    """Class hook of all other classes: a class derived from a dtype is not assignable to other dtypes."""
    info = ctx.cls.info
    if any(c.fullname == SEVERAL for c in info.mro):
        info.fallback_to_any = any(c.fallback_to_any for c in info.mro[1:] if c.fullname != SEVERAL)


def add_default_base(ctx: ClassDefContext) -> None:
    """Class hook of `JOINED`: make a weak dtype assignable to its default dtype, and join the two to a union of both.

    The default dtype depends on x64, which is a setting of each module. This class is the same for all modules, so
    there is one class for each default dtype.

    For both purposes mypy asks which type a type is promoted to, as `int` is to `float`. In the union, this class
    stands for the weak dtype. It is assignable to every dtype, like a class with a base of type `Any`. But it is no
    subclass of its default dtype, since mypy's joins drop the subclasses of another member from a union.
    """
    info = ctx.cls.info
    default = next((base for base in info.bases if base.type.fullname in NODES), None)
    if default is None:
        return
    info.fallback_to_any = True
    info.bases = default.type.bases[:1]
    info.mro = [c for c in info.mro if c is not default.type]
    weak = ctx.api.lookup_fully_qualified_or_none(f"{DTYPES_MODULE}.{JOINED[ctx.cls.fullname]}")
    if weak is not None and isinstance(weak.node, TypeInfo):
        others = [t for t in promoted_types(weak.node) if isinstance(t, UnionType) and _stands_for(t) is not info]
        promoted_types(weak.node)[:] = [*others, UnionType([default, Instance(info, [])])]


def _stands_for(t: UnionType) -> TypeInfo | None:
    """The class in a union that stands for a weak dtype."""
    last = get_proper_type(t.items[-1])
    return last.type if isinstance(last, Instance) else None


def _several(ctx: ClassDefContext) -> Instance | None:
    """The common base class of all dtypes."""
    outer = ctx.api.lookup_fully_qualified_or_none(SEVERAL.rpartition(".")[0])
    symbol = outer.node.names.get(SEVERAL.rpartition(".")[2]) if outer and isinstance(outer.node, TypeInfo) else None
    return Instance(symbol.node, []) if symbol is not None and isinstance(symbol.node, TypeInfo) else None


def _name(node: object) -> str | None:
    """The name that a statement of a class body defines."""
    if isinstance(node, AssignmentStmt) and isinstance(node.lvalues[0], NameExpr):
        return node.lvalues[0].name
    return node.name if isinstance(node, OverloadedFuncDef | FuncDef | Decorator) else None


def _returned(ctx: ClassDefContext, op: str, array: Instance) -> Type:
    """The return type of an operator."""
    if op in PAIR_RESULT:
        return TupleType([array, array], ctx.api.named_type("builtins.tuple", [array]))
    if op in COMPARISONS:
        # mypy calls no hook when it tries the mirrored comparison for a union on the right, so declare the dtype here.
        boolean = ctx.api.lookup_fully_qualified_or_none(BOOL)
        if boolean is not None and isinstance(boolean.node, TypeInfo):
            return array.copy_modified(args=[Instance(boolean.node, [])])
    return array


def _argument(name: str, t: Type, kind: object = ARG_POS) -> Argument:
    """A positional-only parameter."""
    return Argument(Var(name, t), t, None, kind, pos_only=True)  # type: ignore[arg-type]


def _add(ctx: ClassDefContext, marker: TypeInfo, method: str, arguments: list[Argument], returned: Type) -> None:
    # The method belongs to the marker class, since mypy creates and stores a new signature for each use of a generic
    # class's method. `Array` has it too, since mypy searches all names of a class that lacks a method.
    """Add an operator method to `Array`."""
    func = add_method_to_class(ctx.api, marker.defn, method, arguments, returned)
    ctx.cls.info.names[method] = marker.names[method]
    # mypy sets this for methods without an annotated self. It then skips the check of self at each use, which would
    # take longer than the hook.
    assert isinstance(func, FuncDef)
    func.is_trivial_self = True
