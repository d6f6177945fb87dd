"""Reads the decorators of a function whose results still follow from its body.

`inferred_calls` asks `wrapping` before it checks a body.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from mypy.nodes import CallExpr, Expression, FuncDef, IntExpr, ListExpr, NameExpr, RefExpr, StrExpr, TupleExpr
from mypy.types import CallableType, Instance, get_proper_type

from ..callables.partial import PARTIAL
from ..jax_names import SCALARS, WRAPPERS

TRANSPARENT = frozenset(
    (
        *(
            "builtins.staticmethod",
            "builtins.classmethod",
            "builtins.property",
            "typing.final",
            "typing.override",
            "typing_extensions.override",
        ),
        *WRAPPERS,
        *("jax.named_scope", "jax._src.api.named_call", "jax._src.api.named_scope"),
        *("flax.linen.module.compact", "flax.linen.module.nowrap"),
        *(
            "equinox.nn._misc.named_scope",
            "jaxtyping._decorator.jaxtyped",
            "beartype._decor.decorcache.beartype",
            "beartype._decor.decormain.beartype",
        ),
    )
)
"""The decorators that return a function with the same results."""
MAPPING = frozenset(("jax.vmap", "jax._src.api.vmap", "equinox._vmap_pmap.filter_vmap"))
"""The decorators whose functions return arrays of the same dtypes as the inner function."""
COMPILERS = frozenset(("jax._src.api.jit", "flax.nnx.transforms.compilation.jit"))
"""The decorators whose functions convert numbers to arrays."""
FILTERED = frozenset(("equinox._jit.filter_jit",))
"""The decorators whose functions leave numbers as they are."""
FILTERED_DERIVATIVES = frozenset(
    (
        *("equinox._ad.filter_grad", "equinox._ad.filter_value_and_grad"),
        *("flax.nnx.transforms.autodiff.grad", "flax.nnx.transforms.autodiff.value_and_grad"),
    )
)
"""The decorators whose functions return the gradients of the floating-point arrays in their first argument."""


class Wrapping(NamedTuple):
    """The effect of decorators on a function.

    Attributes:
        is_compiled: whether its arguments and results become arrays.
        is_mapped: whether it maps the inner function over axes, so that all results are arrays.
        static_names: the names of parameters whose arguments are not converted.
        static_positions: their positions.
        derivative: the decorator among `FILTERED_DERIVATIVES`, or "".
        has_aux: whether the differentiated function returns auxiliary data.
    """

    is_compiled: bool = False
    is_mapped: bool = False
    static_names: frozenset[str] = frozenset()
    static_positions: frozenset[int] = frozenset()
    derivative: str = ""
    has_aux: bool = False


def wrapping(decorators: Sequence[Expression]) -> Wrapping | None:
    """The effect of a function's decorators; None if a decorator is unknown."""
    effect = Wrapping()
    for decorator in decorators:
        options = _options(decorator)
        if options is None:
            return None
        name, keywords = options
        if name in MAPPING:
            effect = effect._replace(is_mapped=True)
        elif name in COMPILERS:
            names, positions = _names(keywords.get("static_argnames")), _positions(keywords.get("static_argnums"))
            if names is None or positions is None:
                return None
            effect = effect._replace(
                is_compiled=True,
                static_names=effect.static_names | names,
                static_positions=effect.static_positions | positions,
            )
        elif name in FILTERED_DERIVATIVES:
            aux = keywords.get("has_aux")
            if effect.derivative or effect.is_mapped or effect.is_compiled or _flag(aux) is None:
                return None
            effect = effect._replace(derivative=name, has_aux=_flag(aux) or False)
        elif name not in TRANSPARENT and name not in FILTERED:
            return None
    return effect


def _flag(value: Expression | None) -> bool | None:
    """The value of an option that is True, False or left out; None if it is computed."""
    if value is None:
        return False
    return value.name == "True" if isinstance(value, NameExpr) and value.name in ("True", "False") else None


def _options(decorator: Expression) -> tuple[str, dict[str, Expression]] | None:
    """The name of a decorator and its options, for ``jax.jit``, ``jax.jit(static_argnums=0)`` or a `partial` of it."""
    match decorator:
        case RefExpr(fullname=name):
            return name, {}
        case CallExpr(callee=RefExpr(fullname=name), args=args, arg_names=names):
            if name == PARTIAL:
                if not args or not isinstance(args[0], RefExpr):
                    return None
                name, args, names = args[0].fullname, args[1:], names[1:]
            keywords = {key: value for key, value in zip(names, args, strict=True) if key is not None}
            return (name, keywords) if len(keywords) == len(args) or name in TRANSPARENT else None
    return None


def _items(value: Expression | None) -> list[Expression]:
    return [] if value is None else value.items if isinstance(value, TupleExpr | ListExpr) else [value]


def _names(value: Expression | None) -> frozenset[str] | None:
    items = _items(value)
    names = frozenset(item.value for item in items if isinstance(item, StrExpr))
    return names if len(names) == len(items) else None


def _positions(value: Expression | None) -> frozenset[int] | None:
    items = _items(value)
    positions = frozenset(item.value for item in items if isinstance(item, IntExpr))
    return positions if len(positions) == len(items) else None


def returns_number(function: FuncDef) -> bool:
    """Whether a function is declared to return a Python scalar. The compiled function returns an array."""
    declared = get_proper_type(function.type.ret_type) if isinstance(function.type, CallableType) else None
    return isinstance(declared, Instance) and declared.type.fullname in SCALARS
