"""What a module switches in JAX when it is imported: ``jax.config.update("jax_enable_x64", True)``.

It holds for that module, whatever the configuration says: its functions run after that. What else runs then cannot be
told from the code, and is left to the configuration; a note says so.
"""

from __future__ import annotations

from mypy.nodes import CallExpr, ExpressionStmt, MemberExpr, MypyFile, NameExpr, RefExpr, StrExpr
from mypy.plugin import MethodContext
from mypy.types import Type

from ..config import SETTINGS, Config, Options
from .codes import DTYPE_CONFIGURATION
from .files import OfFiles

UPDATE = "jax._src.config.Config.update"
CONFIG = ("jax.config", "jax._src.config.config")
"""The object that has JAX's options, by its names."""
KEYS = {"jax_enable_x64": "x64", "jax_numpy_dtype_promotion": "promotion"}
"""The keys of the configuration for JAX's options."""
VALUES: dict[str, bool | str] = {"builtins.True": True, "builtins.False": False}


def _calls(tree: MypyFile) -> list[CallExpr]:
    """The calls that a module makes outside of functions and blocks."""
    return [s.expr for s in tree.defs if isinstance(s, ExpressionStmt) and isinstance(s.expr, CallExpr)]


def _switch(call: CallExpr) -> tuple[str, bool | str] | None:
    """What a call switches, if it does so with literals."""
    match call:
        case CallExpr(
            callee=MemberExpr(name="update", expr=RefExpr(fullname=owner)), args=[StrExpr(value=option), value]
        ) if owner in CONFIG and option in KEYS:
            pass
        case _:
            return None
    new = VALUES.get(value.fullname) if isinstance(value, NameExpr) else getattr(value, "value", None)
    parsed = SETTINGS[KEYS[option]].parse(new, untyped=False)
    return None if parsed is None else (KEYS[option], parsed)


def options_in(config: Config) -> OfFiles[Options]:
    """The settings that hold in each module."""

    def find(tree: MypyFile) -> Options:
        options, switched = config.for_module(tree.fullname), dict(filter(None, map(_switch, _calls(tree))))
        return options.changed(switched) if switched else options

    return OfFiles(find)


def noted(config: Config, ctx: MethodContext) -> Type:
    """Method hook of `UPDATE`: a note where it is said of a whole program what its configuration says otherwise."""
    call, tree = ctx.context, ctx.api.tree  # type: ignore[attr-defined]
    switch = _switch(call) if isinstance(call, CallExpr) and call in _calls(tree) else None
    options = config.for_module(tree.fullname)
    if switch is not None and options.changed(dict([switch])) != options:
        key, value = switch
        shown = str(value).lower() if isinstance(value, bool) else f'"{value}"'
        text = (
            f"Other modules are checked without: {key} = {shown} in the configuration of jaxtyping-promo changes that"
        )
        ctx.api.msg.note(text, ctx.context, code=DTYPE_CONFIGURATION)
    return ctx.default_return_type
