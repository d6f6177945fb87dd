"""Reads values as they are written: the items of containers, the values of loop variables, numbers and dtypes."""

from __future__ import annotations

from collections.abc import Iterator

from mypy.nodes import (
    CallExpr,
    ComplexExpr,
    ConditionalExpr,
    DictExpr,
    DictionaryComprehension,
    Expression,
    FloatExpr,
    GeneratorExpr,
    IndexExpr,
    IntExpr,
    LambdaExpr,
    ListComprehension,
    ListExpr,
    MemberExpr,
    NameExpr,
    OpExpr,
    RefExpr,
    SetComprehension,
    SetExpr,
    SliceExpr,
    StarExpr,
    StrExpr,
    TupleExpr,
    TypeInfo,
    UnaryExpr,
)

from ..jax_names import NODES
from .keys import flattened

WITH_SAME_ITEMS = frozenset(
    f"builtins.{name}" for name in ("list", "tuple", "set", "frozenset", "dict", "sorted", "reversed", "iter")
)
"""The functions that return a container with the items of their arguments."""
FACTORIES = frozenset(("default_factory", "factory"))
"""The arguments of the function `field` of `dataclasses`, attrs and equinox that make the first value of a field."""
COPYING = frozenset(("copy", "values", "items", "union"))
"""The methods that return a container with the items of their object."""


def items_of(value: Expression) -> Iterator[Expression]:
    """The items of a container that an expression makes, and the items of the containers among them.

    ``*other`` stands for all items of another container.
    """
    match value:
        case DictExpr(items=pairs):
            for key, item in pairs:
                yield StarExpr(item) if key is None else item
                yield from items_of(item)
        case ListExpr(items=items) | TupleExpr(items=items) | SetExpr(items=items):
            for item in items:
                yield item
                yield from items_of(item)
        case ListComprehension(generator=GeneratorExpr(left_expr=item)) | GeneratorExpr(left_expr=item):
            yield item
            yield from items_of(item)
        case SetComprehension(generator=GeneratorExpr(left_expr=item)) | DictionaryComprehension(value=item):
            yield item
            yield from items_of(item)
        case OpExpr(op="+" | "*" | "|" | "or" | "and", left=left, right=right):
            yield from shared_items(left)
            yield from shared_items(right)
        case ConditionalExpr(if_expr=one, else_expr=other):
            yield from shared_items(one)
            yield from shared_items(other)
        case IndexExpr(base=base, index=SliceExpr()):
            yield from shared_items(base)
        case CallExpr(callee=RefExpr(fullname=fullname), args=args, arg_names=names) if fullname in WITH_SAME_ITEMS:
            for argument, name in zip(args, names, strict=True):
                if name is None:
                    yield from shared_items(argument)
                elif fullname == "builtins.dict":
                    yield argument
                    yield from items_of(argument)
        case CallExpr(callee=MemberExpr(expr=base, name=name)) if name in COPYING:
            yield from shared_items(base)
        case CallExpr(callee=RefExpr(), args=args, arg_names=names):
            for argument, name in zip(args, names, strict=True):
                if name in FACTORIES and isinstance(argument, LambdaExpr):
                    yield from items_of(argument.expr())


def shared_items(container: Expression) -> Iterator[Expression]:
    """The items of a container from which another one takes its items."""
    if isinstance(container, NameExpr | MemberExpr):
        yield StarExpr(container)
    else:
        yield from items_of(container)


def looped(target: Expression, iterable: Expression) -> Iterator[tuple[Expression, Expression]]:
    """The variables of a loop, each with the container whose items it takes one after the other."""
    match target, iterable:
        case TupleExpr(items=targets), CallExpr(
            callee=RefExpr(fullname="builtins.zip"), args=args, arg_kinds=kinds, arg_names=names
        ) if len(targets) == names.count(None) and all(not kind.is_star() for kind in kinds):
            for one, argument in zip(targets, args, strict=False):  # behind them, perhaps, ``strict=True``
                yield from looped(one, argument)
        case TupleExpr(items=[_, item]), CallExpr(callee=RefExpr(fullname="builtins.enumerate"), args=[argument, *_]):
            yield from looped(item, argument)
        case TupleExpr(items=[_, item]), CallExpr(callee=MemberExpr(name="items", expr=owner)):
            yield from looped(item, owner)
        case _:
            for one in flattened([target]):
                yield one, iterable


def is_call_of_jax(value: Expression) -> bool:
    """Whether a value is a call of a JAX function."""
    return (
        isinstance(value, CallExpr) and isinstance(value.callee, RefExpr) and value.callee.fullname.startswith("jax.")
    )


def is_number(value: Expression) -> bool:
    """Whether a value is a number literal."""
    if isinstance(value, UnaryExpr):
        return is_number(value.expr)
    is_bool = isinstance(value, NameExpr) and value.fullname in ("builtins.True", "builtins.False")
    return is_bool or isinstance(value, IntExpr | FloatExpr | ComplexExpr)


def is_literal(value: Expression) -> bool:
    """Whether a value is a number, a string or None, written as a literal."""
    is_none = isinstance(value, NameExpr) and value.fullname == "builtins.None"
    return is_none or isinstance(value, StrExpr) or is_number(value)


def is_dtype(value: Expression) -> bool:
    """Whether a value is a dtype class, or a conditional expression of dtype classes."""
    if isinstance(value, ConditionalExpr):
        return is_dtype(value.if_expr) or is_dtype(value.else_expr)
    return isinstance(value, RefExpr) and isinstance(value.node, TypeInfo) and value.node.fullname in NODES
