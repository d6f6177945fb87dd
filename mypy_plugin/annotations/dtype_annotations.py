"""Reports annotations that use a dtype as the type of a value: ``def f(n: jnp.int32) -> jnp.float32``.

No array is an instance of a dtype class; only NumPy's scalars are instances of theirs. Such an annotation is an error,
as it is with JAX's own annotations. The annotated value gets the type `Any`, so that its uses are no further errors. A
value annotated with an alias of dtypes gets `Any`, too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from mypy.errorcodes import VALID_TYPE
from mypy.exprtotype import TypeTranslationError, expr_to_unanalyzed_type
from mypy.nodes import (
    AssignmentStmt,
    ClassDef,
    Expression,
    FuncDef,
    IndexExpr,
    LambdaExpr,
    Node,
    OpExpr,
    SymbolTableNode,
    TypeAlias,
    TypeAliasStmt,
)
from mypy.options import Options
from mypy.plugin import AnalyzeTypeContext
from mypy.types import (
    AnyType,
    CallableType,
    Instance,
    Type,
    TypeList,
    TypeOfAny,
    UnboundType,
    UnionType,
    flatten_nested_unions,
    get_proper_type,
)

from ..jax_names import MEMBERS, NODES
from ..mypy_compat.analysis import analyzed_file, analyzed_statement
from ..report import report_in_analysis

DTYPES = frozenset((*NODES, *MEMBERS))
CONTAINERS = frozenset(
    ("Optional", "Union", "tuple", "Tuple", "list", "List", "Sequence", "dict", "Dict", "Mapping", "Callable")
)
"""Generic types whose arguments are the types of values."""

NO_ALIASES = (
    "builtins.", "collections.", "jax.", "jaxtyping_promo.", "numpy.", "types.", "typing.", "typing_extensions.",
    "_typeshed.",
)  # fmt: skip
"""The prefixes of full names that never are aliases of dtypes.

mypy asks for hooks of such names a hundred thousand times.
"""


class DTypeAnnotations:
    """Provides the hooks for dtype classes in annotations.

    Args:
        lookup: finds a symbol by its full name.
    """

    def __init__(self, lookup: Callable[[str], SymbolTableNode | None]) -> None:
        self._lookup = lookup
        self._leaves_to_mypy = False

    def hook(self, fullname: str) -> Callable[[AnalyzeTypeContext], Type] | None:
        """The hook of a dtype class, or of an alias of dtype classes, in an annotation."""
        if fullname in DTYPES:
            return None if self._leaves_to_mypy else self._dtype
        if self._leaves_to_mypy or fullname.startswith(NO_ALIASES):
            return None
        return self._alias if self._is_alias(fullname) else None

    def _is_alias(self, fullname: str) -> bool:
        """Whether a full name is an alias of dtype classes."""
        symbol = self._lookup(fullname)
        alias = symbol.node if symbol is not None else None
        if not isinstance(alias, TypeAlias) or alias.alias_tvars:
            return False
        items = flatten_nested_unions([alias.target], handle_type_alias_type=True)
        return any(isinstance(t := get_proper_type(item), Instance) and t.type.fullname in DTYPES for item in items)

    def _dtype(self, ctx: AnalyzeTypeContext) -> Type:
        """Hook of a dtype class: report it if it is used as the type of a value."""
        if not _is_value_type(ctx):
            return self._analyzed(ctx)
        name = ctx.type.name
        message = f'No array is an instance of "{name}": write Array[{name}], or type[{name}] for the dtype itself'
        report_in_analysis(ctx.api.fail, ctx.context, message, VALID_TYPE)
        return AnyType(TypeOfAny.from_error)

    def _alias(self, ctx: AnalyzeTypeContext) -> Type:
        """Hook of an alias of dtypes: make it `Any` if it is used as the type of a value.

        It reports no error, since each use of one alias would be an error, and the alias may have other, valid uses.
        """
        return AnyType(TypeOfAny.from_error) if _is_value_type(ctx) else self._analyzed(ctx)

    def _analyzed(self, ctx: AnalyzeTypeContext) -> Type:
        """The type that mypy analyzes without the hook."""
        self._leaves_to_mypy = True
        try:
            return ctx.api.analyze_type(ctx.type)
        finally:
            self._leaves_to_mypy = False


def _is_value_type(ctx: AnalyzeTypeContext) -> bool:
    """Whether the type belongs to a parameter, a result or a variable, or is a part of such a type."""
    here = (ctx.type.name, ctx.type.line, ctx.type.column)
    return not analyzed_file(ctx).is_stub and any(
        (t.name, t.line, t.column) == here for t in _value_types(analyzed_statement(ctx))
    )


def _value_types(statement: Node | None) -> Iterator[UnboundType]:
    """The types, and parts of types, that a statement gives to parameters, results and variables."""
    match statement:
        case FuncDef(unanalyzed_type=CallableType(arg_types=arguments, ret_type=result)):
            for t in (*arguments, result):
                yield from _parts(t)
        case AssignmentStmt(unanalyzed_type=t) if _is_annotation(t):
            yield from _parts(t)
        case AssignmentStmt(rvalue=IndexExpr() | OpExpr() as value) | TypeAliasStmt(value=LambdaExpr() as value):
            yield from _aliased(value)
        case ClassDef(defs=body):
            for each in body.body:
                if isinstance(each, AssignmentStmt):
                    yield from _value_types(each)


def _is_annotation(t: Type | None) -> bool:
    """Whether an assignment is annotated with the type of its value, and not as ``TypeAlias``."""
    is_alias = isinstance(t, UnboundType) and t.name.rpartition(".")[2] == "TypeAlias"
    return t is not None and not is_alias


def _aliased(value: Expression) -> Iterator[UnboundType]:
    """The types of values in an alias: the argument types in ``Callable[[jnp.float32], jax.Array]``.

    An alias of dtypes only, ``jnp.float16 | jnp.bfloat16``, may be meant as a type argument.
    """
    try:
        target = expr_to_unanalyzed_type(value.expr() if isinstance(value, LambdaExpr) else value, Options())
    except TypeTranslationError:
        return
    yield from (part for item in _alternatives(target) for part in _parts(item) if part is not item)


def _alternatives(t: Type) -> Iterator[Type]:
    """The members of a union, written with ``|``, ``Union`` or ``Optional``."""
    match t:
        case UnionType(items=items):
            for item in items:
                yield from _alternatives(item)
        case UnboundType(name=name, args=args) if name.rpartition(".")[2] in ("Optional", "Union"):
            for item in args:
                yield from _alternatives(item)
        case _:
            yield t


def _parts(t: Type) -> Iterator[UnboundType]:
    """The types that a type consists of."""
    match t:
        case UnionType(items=items) | TypeList(items=items):
            for item in items:
                yield from _parts(item)
        case UnboundType(name=name, args=args):
            yield t
            for arg in args if name.rpartition(".")[2] in CONTAINERS else ():
                yield from _parts(arg)
