"""What a program switches in JAX itself, where that is to be seen.

``jax.config.update("jax_enable_x64", True)`` holds for its module, whatever the configuration says: its functions run
after that. What else runs then cannot be told from the code, and is left to the configuration; a note says so.
``with jax.enable_x64(True):`` holds in the block, and so does ``@jax.enable_x64(True)`` in the function below it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from mypy.nodes import (
    CallExpr,
    Decorator,
    Expression,
    ExpressionStmt,
    MemberExpr,
    MypyFile,
    NameExpr,
    Node,
    RefExpr,
    Statement,
    StrExpr,
    WithStmt,
)
from mypy.plugin import MethodContext
from mypy.types import Type

from ..config import SETTINGS, Config, Options
from .codes import DTYPE_CONFIGURATION
from .files import OfFiles
from .statements import blocks

UPDATE = "jax._src.config.Config.update"
CONFIG = ("jax.config", "jax._src.config.config")
"""The object that has JAX's options, by its names."""
KEYS = {"jax_enable_x64": "x64", "jax_numpy_dtype_promotion": "promotion"}
"""The keys of the configuration for JAX's options."""
MANAGERS = {f"jax.{option.removeprefix('jax_')}": key for option, key in KEYS.items()}
"""The same for JAX's context managers, which are decorators, too."""
VALUES: dict[str, bool | str] = {"builtins.True": True, "builtins.False": False}

Switch = tuple[str, bool | str]
"""A key of the configuration, and its value."""


class Modes(NamedTuple):
    """The settings that hold in a module.

    Attributes:
        options: those of the module.
        within: those of the blocks and functions that have others, by their lines; what is in others comes after them.
    """

    options: Options
    within: Sequence[tuple[range, Options]]

    def at(self, line: int) -> Options:
        """The settings that hold in a line."""
        if not self.within:  # as in most modules; mypy asks at each operator
            return self.options
        return next((options for lines, options in reversed(self.within) if line in lines), self.options)


def modes_in(config: Config) -> OfFiles[Modes]:
    """The settings that hold in each module."""

    def find(tree: MypyFile) -> Modes:
        options, updated = config.for_module(tree.fullname), dict(filter(None, map(_updated, _calls(tree))))
        options = options.changed(updated) if updated else options
        return Modes(options, [*_within(tree.defs, options)])

    return OfFiles(find)


def noted(config: Config, ctx: MethodContext) -> Type:
    """Method hook of `UPDATE`: a note where it is said of a whole program what its configuration says otherwise."""
    call, tree = ctx.context, ctx.api.tree  # type: ignore[attr-defined]
    switch = _updated(call) if isinstance(call, CallExpr) and call in _calls(tree) else None
    options = config.for_module(tree.fullname)
    if switch is not None and options.changed(dict([switch])) != options:
        key, value = switch
        shown = str(value).lower() if isinstance(value, bool) else f'"{value}"'
        text = (
            f"Other modules are checked without: {key} = {shown} in the configuration of jaxtyping-promo changes that"
        )
        ctx.api.msg.note(text, ctx.context, code=DTYPE_CONFIGURATION)
    return ctx.default_return_type


def _calls(tree: MypyFile) -> list[CallExpr]:
    """The calls that a module makes outside of functions and blocks."""
    return [s.expr for s in tree.defs if isinstance(s, ExpressionStmt) and isinstance(s.expr, CallExpr)]


def _updated(call: CallExpr) -> Switch | None:
    """What a call switches from then on, if it does so with literals."""
    match call:
        case CallExpr(
            callee=MemberExpr(name="update", expr=RefExpr(fullname=owner)), args=[StrExpr(value=option), value]
        ) if owner in CONFIG and option in KEYS:
            return _switch(KEYS[option], value)
    return None


def _within(statements: Iterable[Node], options: Options) -> Iterator[tuple[range, Options]]:
    """The blocks and functions that have other settings than what they are in."""
    for statement in statements:
        inside = blocks(statement)
        switches = dict(filter(None, map(_managed, _managers(statement)))) if inside else {}
        inner = options.changed(switches) if switches else options
        for block in inside:
            if switches:
                yield _lines(block.body), inner
            yield from _within(block.body, inner)


def _managers(statement: Node) -> list[Expression]:
    """What may be context managers in a statement: those of its block, or the decorators of its function."""
    match statement:
        case WithStmt(expr=managers) | Decorator(original_decorators=managers):
            return managers
    return []


def _managed(manager: Expression) -> Switch | None:
    """What a context manager switches, if it does so with literals."""
    match manager:
        case CallExpr(callee=RefExpr(fullname="jax.enable_x64"), args=[]):
            return "x64", True
        case CallExpr(callee=RefExpr(fullname=name), args=[value]) if name in MANAGERS:
            return _switch(MANAGERS[name], value)
    return None


def _switch(key: str, value: Expression) -> Switch | None:
    """A key of the configuration with the value of a literal."""
    new = VALUES.get(value.fullname) if isinstance(value, NameExpr) else getattr(value, "value", None)
    parsed = SETTINGS[key].parse(new, untyped=False)
    return None if parsed is None else (key, parsed)


def _lines(body: list[Statement]) -> range:
    """The lines of a block."""
    return range(body[0].line, max(s.end_line or s.line for s in body) + 1)
