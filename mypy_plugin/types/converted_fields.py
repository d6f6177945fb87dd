"""Fields with a converter: ``x: Float[Array, "3"] = eqx.field(converter=as_float)``.

The converter decides which arguments the class accepts. But mypy generates ``__init__`` with the annotations of the
fields, and would report an array of another dtype. So the parameters of such fields accept arrays of any dtype.

mypy's own plugin for attrs reads the converter's parameter, so that classes of attrs need no change.
"""

from __future__ import annotations

from collections.abc import Iterator

from mypy.nodes import (
    ARG_STAR2,
    AssignmentStmt,
    CallExpr,
    Decorator,
    FuncDef,
    MemberExpr,
    NameExpr,
    StrExpr,
    SymbolNode,
    TypeInfo,
    Var,
)
from mypy.plugin import ClassDefContext
from mypy.types import AnyType, CallableType, Type, UnboundType, get_proper_type, has_type_vars

from ..mypy_compat.modules import forget_constructor

GENERATED = ("__init__", "__replace__", "__mypy-replace")
"""The methods that mypy generates with a parameter for each field; it checks `dataclasses.replace` by the last."""
LIBRARIES = ("dataclasses.", "attr.", "attrs.", "equinox.", "flax.", "jax.", "numpy.")
"""The prefixes of functions that convert a field only if they get a converter."""
ATTRS = "attrs"
"""The key under which mypy's plugin for attrs stores what it knows of a class."""
_METADATA = "jaxtyping_promo_converted"


class ConvertedFields:
    """The classes with converted fields whose generated methods have to be changed before mypy checks their uses."""

    def __init__(self) -> None:
        self._pending: dict[TypeInfo, None] = {}

    def record(self, ctx: ClassDefContext) -> None:
        """Class hook: store the names of the fields with a converter with their class, also in mypy's cache."""
        info = ctx.cls.info
        own = [*_own_converted(ctx)]
        if own:
            info.metadata[_METADATA] = {"fields": own}
        if own or any(_METADATA in base.metadata for base in info.mro):
            self._pending[info] = None

    def open(self) -> None:
        """Let the generated methods of the recorded classes accept arrays of any dtype for converted fields."""
        for info in self._pending:
            if ATTRS not in info.metadata:
                _open(info, converted_fields(info))
        self._pending.clear()


def converted_fields(info: TypeInfo) -> frozenset[str]:
    """The fields of a class, also inherited ones, whose values a converter may change."""
    names: set[str] = set()
    if not any(key in base.metadata for base in info.mro for key in ("dataclass", ATTRS)):
        return frozenset()
    for base in reversed(info.mro):
        names -= base.names.keys()
        names |= {*base.metadata.get(_METADATA, {}).get("fields", ())}
    return frozenset(names)


def is_converted(var: Var) -> bool:
    """Whether a variable is a field whose values a converter may change."""
    return bool(var.info) and var.name in converted_fields(var.info)


def _open(info: TypeInfo, fields: frozenset[str]) -> None:
    """Remove the dtypes from the parameters for some fields."""
    from .array_types import without_dtypes

    for method in GENERATED:
        symbol = info.names.get(method)
        node = symbol.node if symbol is not None and symbol.plugin_generated else None
        function = node.func if isinstance(node, Decorator) else node  # one of the methods is static
        if not isinstance(function, FuncDef) or not isinstance(function.type, CallableType):
            continue
        parameters = zip(function.type.arg_names, function.type.arg_types, strict=True)
        # The dtype of a generic field comes from the argument: without it, mypy could not infer the variable.
        types = [without_dtypes(t) if name in fields and not has_type_vars(t) else t for name, t in parameters]
        function.type = function.type.copy_modified(arg_types=types)
    forget_constructor(info)


def _own_converted(ctx: ClassDefContext) -> Iterator[str]:
    """The fields in a class body with a value that may have a converter, and the other names of their parameters."""
    for statement in ctx.cls.defs.body:
        match statement:
            case AssignmentStmt(lvalues=[NameExpr(name=name)], rvalue=CallExpr() as value) if _may_convert(ctx, value):
                yield name
                aliases = zip(value.arg_names, value.args, strict=True)
                yield from (alias.value for key, alias in aliases if key == "alias" and isinstance(alias, StrExpr))


def _may_convert(ctx: ClassDefContext, value: CallExpr) -> bool:
    """Whether a call makes a field with a converter, or may do so, as a program's own ``float_field()``."""
    if ARG_STAR2 in value.arg_kinds:
        return True
    if "converter" in value.arg_names:
        converter = value.args[value.arg_names.index("converter")]
        return not (isinstance(converter, NameExpr) and converter.name == "None")
    name = _dotted(value.callee)
    symbol = ctx.api.lookup_qualified(name, value, suppress_errors=True) if name else None
    node = None if symbol is None else symbol.node
    return node is not None and not node.fullname.startswith(LIBRARIES) and _may_return_field(node)


def _may_return_field(function: SymbolNode) -> bool:
    """Whether a function may return a field, whose type is `Any` for mypy: ``partial(eqx.field, converter=f)``."""
    if isinstance(function, Var):
        return True
    if isinstance(function, Decorator):
        function = function.func
    if not isinstance(function, FuncDef) or "converter" in function.arg_names:  # which the call does not pass
        return False
    declared = function.type or function.unanalyzed_type
    return not isinstance(declared, CallableType) or _is_any(declared.ret_type)


def _is_any(t: Type) -> bool:
    """Whether a type, perhaps not analyzed yet, is `Any`."""
    proper = get_proper_type(t)
    return isinstance(proper, AnyType) or (isinstance(proper, UnboundType) and proper.name.rpartition(".")[2] == "Any")


def _dotted(callee: object) -> str:
    """The name that an expression is; empty for any other expression."""
    if isinstance(callee, NameExpr):
        return callee.name
    owner = _dotted(callee.expr) if isinstance(callee, MemberExpr) else ""
    return f"{owner}.{callee.name}" if isinstance(callee, MemberExpr) and owner else ""
