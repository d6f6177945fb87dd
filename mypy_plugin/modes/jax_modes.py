"""The settings that hold at each place of a module: those of its configuration, and what the program switches in JAX.

``jax.config.update("jax_enable_x64", True)`` holds from there on, and ``with jax.enable_x64(True):`` in its block, and
so does ``@jax.enable_x64(True)`` in the function below it. What else of the program runs with it can't be told from the
code: where the configuration does not say the option, it may have any of the values that something switches it to.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product

from mypy.nodes import (
    CallExpr,
    Context,
    ExpressionStmt,
    Import,
    ImportFrom,
    MemberExpr,
    MypyFile,
    NameExpr,
    RefExpr,
    StrExpr,
)
from mypy.plugin import CheckerPluginInterface, MethodContext
from mypy.types import Type

from ...config import Config, Options
from ...diagnostics.codes import DTYPE_CONFIGURATION
from ...jax_options import OPTIONS, VALUES, option_value
from ..per_file_cache import OfFiles
from ..report import note_at
from .possible_modes import World
from .program_switches import Program
from .switch_calls import CONFIGS
from .switch_flow import AT_FIRST, Found, Place, Possible, State, Unsaid

UPDATE = "jax._src.config.Config.update"
LITERALS: dict[str, bool | str] = {"builtins.True": True, "builtins.False": False}


class Modes:
    """The configurations that may hold in a module.

    Args:
        module: its full name.
        options: its settings by the configuration.
        found: what it switches itself.
        program: what the program switches.
    """

    def __init__(self, module: str, options: Options, found: Found, program: Program) -> None:
        self._module, self._options, self._found, self._program = module, options, found, program
        self._known: dict[tuple[tuple[bool | str, ...], ...], tuple[World, ...]] = {}
        self._first = self._worlds({})

    def at(self, place: Place) -> tuple[World, ...]:
        """The configurations that may hold at a place."""
        if not self._found.regions:  # as in most modules; mypy asks at each operator
            return self._first
        return self._worlds(self._found.at(place))

    def _worlds(self, state: State) -> tuple[World, ...]:
        possible = tuple(self._values(key, state.get(key, AT_FIRST)) for key in VALUES)
        worlds = self._known.get(possible)
        if worlds is None:
            combinations = product(*possible)
            worlds = self._known[possible] = tuple(dict.fromkeys(self._world(*values) for values in combinations))
        return worlds

    def _values(self, key: str, possible: Possible) -> tuple[bool | str, ...]:
        """What an option may be, its default first."""
        configured = self._options[key] if key != "requests" else VALUES[key][0]
        if key != "requests" and self._options.says(key):
            if not possible.isdisjoint((Unsaid.ANYTHING, Unsaid.UNSURE)):
                return (configured,)
        elif Unsaid.ELSEWHERE in possible:
            possible |= self._program.elsewhere(self._module, key) | self._found.own_leaks.get(key, frozenset())
        is_configured = Unsaid.CONFIGURED in possible or possible.isdisjoint((*VALUES[key], Unsaid.ANYTHING))
        if Unsaid.ANYTHING in possible:
            return VALUES[key]
        if "kept" in possible:  # what JAX keeps is what is asked for, and not what NumPy's arrays become
            possible |= {"truncated"}
        return tuple(v for v in VALUES[key] if v in possible or (is_configured and v == configured))

    def _world(self, x64: bool | str, promotion: bool | str, requests: bool | str) -> World:
        said = {"x64": x64, "promotion": promotion}
        changes = {key: value for key, value in said.items() if value != self._options[key]}
        options = self._options.changed(changes) if changes else self._options
        return World(options, str(requests) if options.system_object.truncated else "truncated")


def modes_in(
    config: Config, found_of: Callable[[MypyFile], Found], program: Callable[[], Program]
) -> Callable[[MypyFile], Modes]:
    """The configurations that may hold in each module.

    Args:
        config: the configuration.
        found_of: what a module switches.
        program: what the program switches.
    """

    def find(tree: MypyFile) -> Modes:
        return Modes(tree.fullname, config.for_module(tree.fullname), found_of(tree), program())

    return OfFiles(find)


# ------------------------------------------------------------------------------------------------------- messages


def note_switches(api: CheckerPluginInterface, config: Config, found: Found, program: Program) -> None:
    """Say once in a program what to configure, in the module that is to have the note."""
    tree: MypyFile = api.tree  # type: ignore[attr-defined]
    options = config.for_module(tree.fullname)
    for key, module in program.noted.items():
        elsewhere = program.elsewhere(tree.fullname, key)
        values = elsewhere | found.leaks.get(key, frozenset())
        configured = options[key] if key != "requests" else VALUES[key][0]
        if module != tree.fullname or options.says(key) or values <= {configured}:
            continue
        if key == "requests" and options.says("x64") and options.x64:
            continue
        line = found.lines.get(key)
        where = "here" if line is not None else _place(program, key)
        text = f"{_subject(key)} is switched {where}: {_advice(key, values)}"
        place = Context(line or _import_line(tree), 0)
        note_at(api, place, DTYPE_CONFIGURATION, text)


def _subject(key: str) -> str:
    return {"x64": "x64", "promotion": "Promotion", "requests": "What becomes of 64-bit requests"}[key]


def _advice(key: str, values: Possible) -> str:
    if key == "requests":
        return "their dtypes are unknown where it can't be followed"
    known = [value for value in VALUES[key] if value in values] if Unsaid.ANYTHING not in values else [*VALUES[key]]
    shown = " or ".join(f"{key} = {_shown(value)}" for value in known)
    unknown = "dtypes that depend on it are" if key == "x64" else "what strict promotion refuses is"
    return f"{unknown} unknown where it can't be followed; set {shown} in the configuration of jaxtyping-promo"


def _place(program: Program, key: str) -> str:
    modules = sorted(module for module, leaks in program.leaks.items() if key in leaks)
    return f"in the module {modules[0]}" if modules else "in the environment"


def _import_line(tree: MypyFile) -> int:
    for statement in tree.imports:
        names = [name for name, _ in statement.ids] if isinstance(statement, Import) else []
        names += [statement.id] if isinstance(statement, ImportFrom) else []
        if any(name.partition(".")[0] == "jax" for name in names):
            return statement.line
    return 1


def noted(config: Config, ctx: MethodContext) -> Type:
    """Method hook of `UPDATE`: a note where a module switches what the configuration says otherwise."""
    call, tree = ctx.context, ctx.api.tree  # type: ignore[attr-defined]
    switch = _updated(call) if isinstance(call, CallExpr) and call in _calls(tree) else None
    options = config.for_module(tree.fullname)
    if switch is not None and options.says(switch[0]) and options.changed(dict([switch])) != options:
        key, value = switch
        text = (
            f"Other modules are checked without: {key} = {_shown(value)} in the configuration of jaxtyping-promo"
            " changes that"
        )
        note_at(ctx.api, ctx.context, DTYPE_CONFIGURATION, text)
    return ctx.default_return_type


def _shown(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else f'"{value}"'


def _calls(tree: MypyFile) -> Sequence[CallExpr]:
    """The calls that a module makes outside of functions and blocks."""
    return [s.expr for s in tree.defs if isinstance(s, ExpressionStmt) and isinstance(s.expr, CallExpr)]


def _updated(call: CallExpr) -> tuple[str, bool | str] | None:
    """What a call switches from then on, if it does so with literals."""
    match call:
        case CallExpr(
            callee=MemberExpr(name="update", expr=RefExpr(fullname=owner)), args=[StrExpr(value=option), value]
        ) if owner in CONFIGS and OPTIONS.get(option) in ("x64", "promotion"):
            key = OPTIONS[option]
            new = LITERALS.get(value.fullname) if isinstance(value, NameExpr) else getattr(value, "value", None)
            known = option_value(key, new)
            return None if known is None else (key, known)
    return None
